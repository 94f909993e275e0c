"""Telling of playouts: as a trace, as a story. Nothing here decides what happens."""
