"""Files that survive a crash: written whole or not at all, checked when read, one writer at a time."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sim.errors import UserError

TEMPORARY = ".part"


def write_bytes(path: Path, data: bytes, *, flush: bool = True) -> None:
    """Replace a file at once: a reader sees the old bytes or the new ones. `flush`: also through a power cut.

    What is no file of its own (a link, a device, a pipe) stays what it is, and the bytes go into it.
    """
    write_together({path: data}, flush=flush)


def write_together(files: Mapping[Path, bytes], *, flush: bool = True) -> None:
    """Replace files that belong together: all are written out before the first takes its place."""
    ready: list[tuple[Path, Path]] = []
    path = Path()
    try:
        for path, data in files.items():
            target = path.resolve() if path.is_symlink() else path
            if target.exists() and not target.is_file() and not target.is_dir():
                target.write_bytes(data)  # a device such as /dev/null would be lost if a file took its place
                continue
            ready.append((target.with_name(target.name + TEMPORARY), target))
            with ready[-1][0].open("wb") as file:
                file.write(data)
                if flush:
                    file.flush()
                    os.fsync(file.fileno())
        for temporary, path in ready:
            temporary.replace(path)
    except OSError as error:
        for temporary, _ in ready:
            with contextlib.suppress(OSError):  # nothing can be removed either where nothing can be written
                temporary.unlink()
        raise UserError(f"{path}: cannot be written: {error.strerror or error}") from None


def check_files(files: Mapping[str, Path | None], inputs: Sequence[Path] = ()) -> None:
    """Raise `UserError` with a line a fault unless each option's file can be written; to be seen before all is played.

    No two may be the same, and none one of the `inputs`, which it would replace.
    """
    faults, taken = [], {one.resolve(): f"{one} is read here" for one in inputs}
    for option, path in files.items():
        if path is None:
            continue
        place = path.resolve()
        above = next(folder for folder in place.parents if folder.exists())
        if place.is_dir():
            faults.append(f"{option} {path}: is a folder; a file is needed here")
        elif not place.parent.is_dir():
            faults.append(f"{option} {path}: there is no folder {path.parent}")
        elif not os.access(place if place.exists() else above, os.W_OK):
            faults.append(f"{option} {path}: cannot be written")
        elif place in taken and (place.is_file() or not place.exists()):
            faults.append(f"{option} {path}: {taken[place]}; name another file")
        taken[place] = f"{option.split()[0]} writes there"
    if faults:
        raise UserError(*faults)


def make_folder(path: Path) -> None:
    """Make a folder and those above it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        what = "is a link to nothing" if path.is_symlink() and not path.exists() else "is a file"
        raise UserError(f"{path}: {what}; a folder is needed here") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be made: {error.strerror or error}") from None


def check_own(folder: Path, ours: Collection[str], what: str) -> None:
    """Raise `UserError` if a folder holds anything but what is `ours`: it belongs to something else."""
    if not folder.exists():
        return
    try:
        strangers = sorted(entry.name for entry in folder.iterdir() if entry.name not in ours)
    except OSError as error:
        reason = "is a file; a folder is needed here" if folder.is_file() else f"cannot be read: {error.strerror}"
        raise UserError(f"{folder}: {reason}") from None
    if strangers:
        raise UserError(f"{folder}: holds no {what} but other files ({strangers[0]}); use a new folder")


def checksum(document: dict[str, Any]) -> str:
    """Return 16 hex digits over a document's JSON text, in key order and without its own `checksum`."""
    rest = {key: value for key, value in document.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write_json(path: Path, document: dict[str, Any], *, indent: int | None = None, flush: bool = True) -> None:
    """Write a JSON object with its checksum."""
    write_bytes(path, json_bytes(document, indent=indent), flush=flush)


def json_bytes(document: dict[str, Any], *, indent: int | None = None) -> bytes:
    """Return a JSON object with its checksum, as `read_json` reads it."""
    text = json.dumps({**document, "checksum": checksum(document)}, indent=indent, allow_nan=False)
    return text.encode() + b"\n"


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


def check_form(path: Path, value: Any, form: Any) -> None:
    """Raise `UserError` unless what a file holds has a form, as in `misformed`."""
    if place := misformed(value, form):
        raise UserError(f"{path}: is damaged: {place}")


def misformed(value: Any, form: Any) -> str:
    """Return where a value does not have a form, any that pydantic knows, in words; "" if it has."""
    from pydantic import TypeAdapter, ValidationError

    try:
        TypeAdapter(form).validate_python(value)
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"]))
        return f"{place or 'it'} is not what is kept there"
    return ""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, so that two processes never write to one run. The system drops it when a process dies."""
    with _locked(folder, folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC):
        yield


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder like `locked`, without a file in it; the hold is on this very folder, not on one in its place."""
    with _locked(folder, folder, os.O_RDONLY | os.O_CLOEXEC):
        yield


@contextmanager
def _locked(folder: Path, path: Path, flags: int) -> Iterator[None]:
    try:
        descriptor = os.open(path, flags, 0o644)
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
