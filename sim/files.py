"""Files that survive a crash: written whole or not at all, checked when read, one writer at a time."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sim.errors import UserError

TEMPORARY = ".part"


def write_bytes(path: Path, data: bytes, *, flush: bool = True) -> None:
    """Replace a file at once: a reader sees the old bytes or the new ones. `flush`: also through a power cut."""
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        with temporary.open("wb") as file:
            file.write(data)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise UserError(f"{path}: cannot be written: {error.strerror or error}") from None


def make_folder(path: Path) -> None:
    """Make a folder and those above it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UserError(f"{path}: is a file; a folder is needed here") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be made: {error.strerror or error}") from None


def checksum(document: dict[str, Any]) -> str:
    """Return 16 hex digits over a document's JSON text, in key order and without its own `checksum`."""
    rest = {key: value for key, value in document.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write_json(path: Path, document: dict[str, Any], *, indent: int | None = None, flush: bool = True) -> None:
    """Write a JSON object with its checksum."""
    text = json.dumps({**document, "checksum": checksum(document)}, indent=indent, allow_nan=False)
    write_bytes(path, text.encode() + b"\n", flush=flush)


def read_json(path: Path, schema: int) -> dict[str, Any]:
    """Read what `write_json` wrote. Raises `UserError` if it is missing, cut, altered or of another schema."""
    try:
        document = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise UserError(f"{path}: is missing") from None
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not JSON"
        raise UserError(f"{path}: cannot be read: {reason}") from None
    if not isinstance(document, dict):
        raise UserError(f"{path}: is damaged: not a JSON object")
    if document.get("schema") != schema:
        raise UserError(f"{path}: has schema {document.get('schema')!r}; this version reads schema {schema}")
    try:
        intact = document.get("checksum") == checksum(document)
    except ValueError:
        intact = False
    if not intact:
        raise UserError(f"{path}: is damaged: its checksum does not fit")
    return document


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, so that two processes never write to one run. The system drops it when a process dies."""
    path = folder / ".lock"
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise UserError(f"{folder}: cannot be written: {error.strerror or error}") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UserError(f"{folder}: another process is writing to it; wait or use another folder") from None
        yield
    finally:
        os.close(descriptor)
