"""Files: replaced at once and together, and nothing lost that was no file of ours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sim.errors import UserError
from sim.files import check_files, check_own, held, locked, write_bytes, write_together


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """The bytes go into the file that it leads to."""
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "file").write_text("old")
    write_bytes(tmp_path / "link", b"new")

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    """So does a device: a file in place of /dev/null would break a whole machine."""
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_bytes(tmp_path / "pipe", b"new")

    assert os.read(reader, 10) == b"new"
    assert (tmp_path / "pipe").is_fifo()
    os.close(reader)


def test_all_or_none(tmp_path: Path) -> None:
    """Where the second of two files cannot be written, the first is as it was, and nothing is left behind."""
    (tmp_path / "one").write_text("old")

    with pytest.raises(UserError, match="nowhere/two: cannot be written: No such file or directory"):
        write_together({tmp_path / "one": b"new", tmp_path / "nowhere/two": b"new"})

    assert (tmp_path / "one").read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["one"]


def test_every_fault_of_files_to_come(tmp_path: Path) -> None:
    """One line each, by option; what fits is not named, nor is an option that was not given."""
    (tmp_path / "read").touch()
    files = {
        "--a": tmp_path,
        "--b": tmp_path / "no/where",
        "--c": tmp_path / "read",
        "--d": tmp_path / "new",
        "--e": tmp_path / "x/../new",
        "--f": None,
    }
    with pytest.raises(UserError) as caught:
        check_files(files, [tmp_path / "read"])

    assert [fault.partition(": ")[2] for fault in caught.value.faults] == [
        "is a folder; a file is needed here",
        f"there is no folder {tmp_path / 'no'}",
        f"{tmp_path / 'read'} is read here; name another file",
        "--d writes there; name another file",
    ]


def test_somebody_else_s_folder(tmp_path: Path) -> None:
    """One of ours, or none yet, is fine."""
    check_own(tmp_path / "none", (), "run")
    (tmp_path / "cells").mkdir()
    check_own(tmp_path, ("cells",), "run")
    (tmp_path / "photos").mkdir()

    with pytest.raises(UserError, match=r"holds no run but other files \(photos\)"):
        check_own(tmp_path, ("cells",), "run")


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    """With a lock of its own in the folder or without; both are let go."""
    for lock in (locked, held):
        with lock(tmp_path), pytest.raises(UserError, match="another process is writing to it"), lock(tmp_path):
            raise AssertionError
        with lock(tmp_path):
            pass
    assert [entry.name for entry in tmp_path.iterdir()] == [".lock"]
