"""A lock on a folder against other processes.

Not the library filelock: it locks a file that it creates, and this must leave no file in the folder.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from edgeasp.system.errors import OutputError, os_reason
from edgeasp.system.machine import lack

_PAUSE = 0.05
BINARY: int = getattr(os, "O_BINARY", 0)
"""For `os.open`: on Windows, line ends are changed without it."""

_LOCKED_BYTE = 2**30
"""The byte of a file that Windows locks: behind all that is in it, since what is locked there cannot be read."""


class LockTaken(Exception):  # noqa: N818  # not an error
    """Another process holds the lock."""


@contextmanager
def locked(folder: Path, patience: float, tick: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold a lock on a folder; the system releases it when the process ends.

    While another process holds it, `tick` is called, which may raise an exception, for `patience` seconds.

    Raises:
        LockTaken: another process still holds the lock.
    """
    handle = None
    try:
        handle = open_folder(folder)
        deadline = time.monotonic() + patience
        while not try_lock(handle):
            tick()
            if time.monotonic() >= deadline:
                raise LockTaken
            time.sleep(_PAUSE)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be locked: {os_reason(error)}") from None
    else:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def open_folder(folder: Path) -> int:
    """A file to lock in place of a folder: the folder itself, or one that stands for it among the temporary files.

    Raises:
        OSError: there is no such folder.
    """
    if hasattr(os, "O_DIRECTORY"):
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    import tempfile
    from hashlib import sha256

    os.listdir(folder)
    name = sha256(os.path.normcase(os.path.realpath(folder)).encode(errors="replace")).hexdigest()[:32]
    return os.open(Path(tempfile.gettempdir()) / f"edgeasp-{name}.lock", os.O_RDWR | os.O_CREAT | BINARY, 0o666)


def try_lock(handle: int) -> bool:
    """Lock an open file against other processes until it is closed; False if another one has locked it.

    Where the system has no locks, a warning says so, and nothing is locked.
    """
    for attempt in (_try_flock, _try_locking):
        if (locked := attempt(handle)) is not None:
            return locked
    lack("this system has no locks: do not let two processes write to one folder or table")
    return True


def _try_flock(handle: int) -> bool | None:
    """Lock a file as POSIX does; None where that is missing."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _try_locking(handle: int) -> bool | None:
    """Lock a file as Windows does; None where that is missing."""
    try:
        import msvcrt
    except ImportError:
        return None
    locks: Any = msvcrt
    os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
    try:
        locks.locking(handle, locks.LK_NBLCK, 1)
    except OSError:
        return False
    return True
