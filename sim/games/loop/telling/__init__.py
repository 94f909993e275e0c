"""Telling of playouts: as a trace, as a story, as columns and tables of a report. Nothing here decides what happens."""
