"""Holding a folder, so that no two processes write to it at the same time."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from edgeasp.puzzle.errors import OutputError, os_reason

_PAUSE = 0.05


class LockTaken(Exception):  # noqa: N818  # nothing is wrong
    """Another process holds the folder."""


@contextmanager
def locked(folder: Path, patience: float, tick: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold a folder. However a process ends, it lets go, and nothing is left behind.

    Args:
        folder: the folder.
        patience: seconds to wait for a process that holds it.
        tick: called while waiting; what it raises ends the wait.

    Raises:
        LockTaken: another process holds it, and does not let go soon.
        OutputError: it cannot be held.
    """
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be opened: {os_reason(error)}") from None
    try:
        deadline = time.monotonic() + patience
        while not _locked(opened, folder):
            tick()
            if time.monotonic() >= deadline:
                raise LockTaken
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(opened)


def _locked(opened: int, folder: Path) -> bool:
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        raise OutputError(f"{folder}: cannot be locked: {os_reason(error)}") from None
    return True
