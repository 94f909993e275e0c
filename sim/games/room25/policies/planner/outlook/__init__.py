"""How likely all get out when a trial is over: the signs of it, and a fit to how playouts ended."""
