"""What systems do differently: Linux, macOS and Windows are asked here, in `memory`, `processes`, `lock` and `writing`.

What a system does not offer is refused with an `OptionError`, or done without after a warning of the class
`SystemWarning`: never ignored in silence.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EINVAL
from pathlib import Path
from typing import Any

WINDOWS = os.name == "nt"


class SystemWarning(UserWarning):
    """The system lacks something that edgeasp does without."""


def lack(text: str) -> None:
    """Warn that the system lacks something; the same text appears once."""
    warnings.warn(text, SystemWarning, stacklevel=3)


def psutil_or_none() -> Any:
    """The library psutil; None if it is not installed, as on Linux, where nothing needs it."""
    try:
        import psutil  # type: ignore[import-untyped]
    except ImportError:
        return None
    return psutil


def available_cores() -> list[int]:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


@contextmanager
def bound_to(cores: Sequence[int]) -> Iterator[None]:
    """Bind this thread to cores meanwhile, so that the processes that it starts inherit them.

    On a system that binds nothing, processes run where the system puts them, and a warning says so.
    """
    if cores and not hasattr(os, "sched_setaffinity"):
        lack("this system binds no process to a core: times depend on what else runs")
    if not cores or not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = available_cores()
    try:
        with suppress(OSError):
            os.sched_setaffinity(0, cores)
        yield
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, before)


def is_closed_pipe(error: OSError) -> bool:
    """Whether an error says that the other end of a pipe is closed."""
    return isinstance(error, BrokenPipeError) or (WINDOWS and error.errno == EINVAL)


def moves_the_cursor() -> bool:
    """Whether a terminal of this process can be drawn on; Windows names none, and all that it has can."""
    return os.environ.get("TERM", "windows" if WINDOWS else "") not in ("", "dumb")


def cache_folder() -> Path:
    """The folder of the user for what can be made again."""
    named = os.environ.get("XDG_CACHE_HOME") or (os.environ.get("LOCALAPPDATA") if WINDOWS else None)
    return Path(named) if named else Path.home() / ".cache"


def host_name() -> str:
    """The name of this machine."""
    if hasattr(os, "uname"):
        return os.uname().nodename
    return os.environ.get("COMPUTERNAME") or "unknown"
