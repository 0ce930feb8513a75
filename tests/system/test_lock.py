"""The lock on a folder: one process at a time, and no file is left in the folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from edgeasp.system.errors import OutputError
from edgeasp.system.writing import LockTaken, locked

HOLD = """
import fcntl, os, sys
fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)
print(flush=True)
input()
"""


def test_a_second_lock_waits_and_gives_up(tmp_path: Path) -> None:
    ticks: list[None] = []
    with locked(tmp_path, 0.0), pytest.raises(LockTaken), locked(tmp_path, 0.1, lambda: ticks.append(None)):
        pass
    assert len(ticks) > 1
    with locked(tmp_path, 0.0):
        pass
    assert list(tmp_path.iterdir()) == []


def test_an_exception_of_the_tick_ends_the_wait(tmp_path: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with locked(tmp_path, 0.0), pytest.raises(KeyboardInterrupt), locked(tmp_path, 60.0, interrupt):
        pass


def test_a_killed_process_releases_the_lock(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(LockTaken), locked(tmp_path, 0.0):
            pass
        process.kill()
    with locked(tmp_path, 60.0):
        pass


def test_what_is_no_folder_cannot_be_locked(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for name, reason in (("file", "not a directory"), ("missing", "no such file or directory")):
        with pytest.raises(OutputError, match=f"{name}: cannot be locked: {reason}"), locked(tmp_path / name, 0.0):
            pass
