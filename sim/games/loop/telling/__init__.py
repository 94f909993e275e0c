"""Telling of a playout: as a trace for a referee, as text for a reader. Nothing here decides what happens."""
