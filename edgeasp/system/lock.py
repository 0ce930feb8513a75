"""A lock on a folder against other processes.

Not the library filelock: it locks a file that it creates, and this must leave no file in the folder.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from edgeasp.system.errors import OutputError, os_reason
from edgeasp.system.machine import open_folder, try_lock

_PAUSE = 0.05


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
