"""The differences between Linux, macOS and Windows, and how much memory processes hold.

A feature that a system lacks is refused with an `OptionError`, or done without after a warning of the class
`SystemWarning`: never ignored in silence.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EACCES, EINVAL
from pathlib import Path
from typing import Any

from edgeasp.system.errors import OptionError

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


def cache_folder() -> Path | None:
    """The folder of the user for what can be made again; None if the user has no home."""
    named = os.environ.get("XDG_CACHE_HOME") or (os.environ.get("LOCALAPPDATA") if WINDOWS else None)
    with suppress(RuntimeError):
        return Path(named) if named else Path.home() / ".cache"
    return None


def is_private(path: Path) -> bool:
    """Whether only this user and the administrator can change a file or folder, which is there."""
    state = path.stat()
    return not hasattr(os, "geteuid") or (state.st_uid in (0, os.geteuid()) and not state.st_mode & 0o022)


def make_private(folder: Path) -> None:
    """Make a folder, if it is not there, to which no other user can write; OSError if that cannot be."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_private(folder):
        folder.chmod(folder.stat().st_mode & 0o755)
    if not is_private(folder):
        raise PermissionError(EACCES, os.strerror(EACCES))


def descendants_of(process: int) -> list[int]:
    """The processes that a process has started, and those that these have, as far as the system says."""
    psutil = None if sys.platform == "linux" else psutil_or_none()
    if psutil is not None:
        with suppress(psutil.Error):
            return [child.pid for child in psutil.Process(process).children(recursive=True)]
    children = list(_children_of(process))
    return children + [other for child in children for other in descendants_of(child)]


def _children_of(process: int) -> Iterator[int]:
    """The processes that a process has started, where Linux lists them; it may end at any time."""
    listings: list[Path] = []
    with suppress(OSError):
        listings += Path(f"/proc/{process}/task").glob("*/children")
    for listing in listings:
        with suppress(OSError):
            yield from map(int, listing.read_text(encoding="ascii").split())


def host_name() -> str:
    """The name of this machine."""
    if hasattr(os, "uname"):
        return os.uname().nodename
    return os.environ.get("COMPUTERNAME") or "unknown"


def memory_in_use() -> int | None:
    """The memory that this process holds now, in bytes; its peak where that is all the system says, None if nothing."""
    return _reported("VmRSS:", "self") or _by_psutil("rss", os.getpid()) or _peak_by_usage()


def peak_memory() -> int | None:
    """The peak memory of this process in bytes, as far as the system says; None if it says nothing."""
    # On Linux, `getrusage` includes what the parent process held when it started this one.
    return _reported("VmHWM:", "self") or _peak_by_usage() or peak_memory_of(os.getpid())


def peak_memory_of(process: int) -> int | None:
    """The peak memory of another process in bytes: what it holds now, where that is all the system says."""
    return _reported("VmHWM:", process) or _by_psutil("peak_wset", process) or _by_psutil("rss", process)


def tree_memory_of(process: int) -> int | None:
    """The peaks of a process and of all that it has started, in bytes, added up; None if the system does not say.

    Where Linux lists no children, as where psutil is asked, it is that of the process alone.
    """
    peak = peak_memory_of(process)
    if peak is None:
        return None
    return peak + sum(tree_memory_of(child) or 0 for child in _children_of(process))


def require_memory() -> None:
    """Make sure that a limit on memory can be kept; an `OptionError` says what is missing."""
    if memory_in_use() is None:
        raise OptionError("a memory limit needs psutil on this system: pip install psutil")


def memory_of_machine() -> int | None:
    """The memory of this machine in bytes; None if the system does not say."""
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    psutil = psutil_or_none()
    return None if psutil is None else int(psutil.virtual_memory().total)


def _reported(field: str, process: int | str) -> int | None:
    """A field of Linux's report on a process, such as `VmHWM:`, in bytes."""
    with suppress(OSError, ValueError), open(f"/proc/{process}/status", encoding="ascii", errors="replace") as status:
        for line in status:
            if line.startswith(field):
                return int(line.split()[1]) * 1024
    return None


def _peak_by_usage() -> int | None:
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT_OF_PEAK


UNIT_OF_PEAK = 1 if sys.platform == "darwin" else 1024
"""Bytes: `getrusage` reports kilobytes everywhere but on macOS."""


def _by_psutil(field: str, process: int) -> int | None:
    """A field of psutil's report on the memory of a process; None if there is no such field, process or library."""
    psutil = psutil_or_none()
    if psutil is None:
        return None
    try:
        return getattr(psutil.Process(process).memory_info(), field, None)
    except psutil.Error:
        return None
