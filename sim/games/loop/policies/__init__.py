"""The players of The LOOP: one a module, each told by its docstring; none sees what is hidden."""
