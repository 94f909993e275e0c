"""The players of The LOOP: one a module or a package, each told by its docstring; none sees what is hidden."""
