"""The one kind of error that a user sees: a clear line on standard error and exit code 3, never a traceback."""

from __future__ import annotations


class UserError(Exception):
    """Bad input or use: each argument is a fault and says what is wrong, where (file and key), and what is allowed."""

    def __init__(self, *faults: str) -> None:
        super().__init__(*map(one_line, faults))

    @property
    def faults(self) -> tuple[str, ...]:
        """The faults, a line each."""
        return self.args

    def __str__(self) -> str:
        """Return the faults, a line each."""
        return "\n".join(self.faults)


def one_line(text: str) -> str:
    """Return text with control characters (a name may hold them) and broken ones written as escapes."""
    return "".join(c if c == " " or c.isprintable() else c.encode("unicode_escape").decode() for c in text)
