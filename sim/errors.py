"""The one kind of error that a user sees: a clear line on standard error and exit code 3, never a traceback."""

from __future__ import annotations


class UserError(Exception):
    """Bad input or use: the message says what is wrong, where (file and key), and what is allowed; a line a fault."""
