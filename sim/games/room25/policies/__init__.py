"""The players of Room 25: one a module, each told by its docstring; none sees what is hidden from the character."""
