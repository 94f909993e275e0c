"""`planner`: tries its programs out on complexes that it holds possible."""
