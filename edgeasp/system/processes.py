"""Differences between Linux, macOS and Windows: processes, memory and signals.

If a system lacks a feature, edgeasp raises an `OptionError`, or continues without it after a `SystemWarning`. It never
hides the lack.
"""

from __future__ import annotations

import _thread
import atexit
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EINVAL
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from edgeasp.system.errors import OptionError

if TYPE_CHECKING:
    import subprocess


# ---- the differences between Linux, macOS and Windows, and how much memory processes hold ----

WINDOWS = os.name == "nt"


class SystemWarning(UserWarning):
    """Warning that this system lacks a feature. edgeasp works without it."""


def warn_unavailable(text: str) -> None:
    """Issue a `SystemWarning`, shown once for each text and caller."""
    # Names the caller's caller as the place of the warning: Python shows a text once for each place.
    warnings.warn(text, SystemWarning, stacklevel=3)


def psutil_or_none() -> Any:
    """Import psutil, or return None without it.

    psutil reports memory and child processes. On Linux, it is not needed.
    """
    try:
        import psutil  # type: ignore[import-untyped]
    except ImportError:
        return None
    return psutil


def available_cores() -> list[int]:
    """List the numbers of the cores available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


@contextmanager
def bind_to_cores(cores: Sequence[int]) -> Iterator[None]:
    """Bind this thread and its new child processes to cores.

    The binding ends with the `with` block. An empty sequence binds nothing. If the system cannot bind, a warning is
    issued.
    """
    if cores and not hasattr(os, "sched_setaffinity"):
        warn_unavailable("this system cannot bind processes to cores: times depend on other load")
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
    """Whether an error means that a pipe is closed."""
    return isinstance(error, BrokenPipeError) or (WINDOWS and error.errno == EINVAL)


def can_move_cursor() -> bool:
    """Whether the terminal supports cursor movement.

    On Windows, where `TERM` is not set, every terminal does.
    """
    return os.environ.get("TERM", "windows" if WINDOWS else "") not in ("", "dumb")


def descendants_of(process: int) -> list[int]:
    """List the process ids of all descendants of a process.

    The list is empty if the system does not report them.
    """
    psutil = None if sys.platform == "linux" else psutil_or_none()
    if psutil is not None:
        with suppress(psutil.Error):
            return [child.pid for child in psutil.Process(process).children(recursive=True)]
    children = list(_children_of(process))
    return children + [other for child in children for other in descendants_of(child)]


def _children_of(process: int) -> Iterator[int]:
    """Yield the children of a process, as listed by Linux.

    Nothing is yielded on other systems, or if the process has ended.
    """
    listings: list[Path] = []
    with suppress(OSError):
        listings += Path(f"/proc/{process}/task").glob("*/children")
    for listing in listings:
        with suppress(OSError):
            yield from map(int, listing.read_text(encoding="ascii").split())


def host_name() -> str:
    """Return the name of this machine."""
    if hasattr(os, "uname"):
        return os.uname().nodename
    return os.environ.get("COMPUTERNAME") or "unknown"


def memory_in_use() -> int | None:
    """Return the memory of this process in bytes.

    Returns:
        Current memory, or peak memory if the system reports only the peak. None if it reports neither.
    """
    return _read_proc_status("VmRSS:", "self") or _memory_from_psutil("rss", os.getpid()) or _peak_from_getrusage()


def peak_memory() -> int | None:
    """Return the peak memory of this process in bytes.

    None if the system does not report it.
    """
    # On Linux, `getrusage` includes what the parent process held when it started this one.
    return _read_proc_status("VmHWM:", "self") or _peak_from_getrusage() or peak_memory_of(os.getpid())


def peak_memory_of(process: int) -> int | None:
    """Return the peak memory of another process in bytes.

    Returns:
        Peak memory, or current memory if the system does not report the peak. None if it reports neither.
    """
    return (
        _read_proc_status("VmHWM:", process)
        or _memory_from_psutil("peak_wset", process)
        or _memory_from_psutil("rss", process)
    )


def tree_memory_of(process: int) -> int | None:
    """Add up the peak memory of a process tree.

    Descendants are included on Linux only.

    Returns:
        Bytes, None if the system does not report memory.
    """
    peak = peak_memory_of(process)
    if peak is None:
        return None
    return peak + sum(tree_memory_of(child) or 0 for child in _children_of(process))


def require_memory_reports() -> None:
    """Check that this system reports memory, for a memory limit.

    Raises:
        OptionError: the system does not report memory, and psutil is not installed.
    """
    if memory_in_use() is None:
        raise OptionError("a memory limit needs psutil on this system: pip install psutil")


def machine_memory() -> int | None:
    """Return the memory of this machine or container.

    Returns:
        Bytes, None if the system does not report them.
    """
    limits = list(_container_limits())
    with suppress(AttributeError, OSError, ValueError):
        return min([os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), *limits])
    psutil = psutil_or_none()
    return None if psutil is None else min([int(psutil.virtual_memory().total), *limits])


SYSTEM = Path("/")
"""Root of `proc` and `sys`. Tests replace it."""


def _container_limits() -> Iterator[int]:
    """Yield the memory limits of this process's control groups.

    Control groups, see cgroups(7), are how Linux limits containers.
    """
    groups: list[str] = []
    with suppress(OSError):
        groups += (SYSTEM / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    for line in groups:
        kinds, _, path = line.partition(":")[2].partition(":")
        if kinds not in ("", "memory"):
            continue
        # A group of version 1 names its controllers, a group of version 2 names none.
        root, file = ("memory", "memory.limit_in_bytes") if kinds else (".", "memory.max")
        for folder in (PurePosixPath(path), *PurePosixPath(path).parents):
            # The file contains `max` without a limit. A container may not see its parent folders.
            with suppress(OSError, ValueError):
                yield int((SYSTEM / "sys/fs/cgroup" / root / folder.relative_to("/") / file).read_text())


def _read_proc_status(field: str, process: int | str) -> int | None:
    with suppress(OSError, ValueError), open(f"/proc/{process}/status", encoding="ascii", errors="replace") as status:
        for line in status:
            if line.startswith(field):
                # The kernel writes kB for units of 1,024 bytes.
                return int(line.split()[1]) * 1024
    return None


def _peak_from_getrusage() -> int | None:
    try:
        import resource
    except ImportError:
        return None
    # Not on Windows, where the import fails.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT_OF_PEAK


UNIT_OF_PEAK = 1 if sys.platform == "darwin" else 1024
"""Bytes per unit of `ru_maxrss`: macOS reports bytes, other systems report units of 1,024 bytes."""


def _memory_from_psutil(field: str, process: int) -> int | None:
    psutil = psutil_or_none()
    if psutil is None:
        return None
    try:
        return getattr(psutil.Process(process).memory_info(), field, None)
    except psutil.Error:
        return None


# ---- processes ----

_Given = TypeVar("_Given")


def new_group_options() -> dict[str, Any]:
    """Return `Popen` options for a process in its own group.

    Ctrl-C in the terminal then does not reach the process, and the group can be killed as a whole.
    """
    if hasattr(os, "killpg"):
        return {"start_new_session": True}
    import subprocess

    return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}


def kill_process_tree(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that leads a group, and its descendants."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        return
    psutil = psutil_or_none()
    if psutil is not None:
        with suppress(psutil.Error):
            for child in psutil.Process(process.pid).children(recursive=True):
                with suppress(psutil.Error):
                    child.kill()
    with suppress(OSError):
        process.kill()


def can_skip_destructors() -> bool:
    """Whether `skip_destructors` works: only with the GNU C library."""
    return _gnu_c_library() is not None


def skip_destructors() -> None:
    """Make this process exit without running C++ destructors.

    The exit status is unchanged. A thread may still run code of a C++ library, which would crash if its data were
    destroyed.
    """
    library = _gnu_c_library()
    if library is not None:
        import ctypes

        # Handlers run in reverse order, so this one precedes the destructors. It receives the exit status.
        library.on_exit(ctypes.cast(library._exit, ctypes.c_void_p), None)


def _gnu_c_library() -> Any:
    import ctypes

    try:
        library = ctypes.CDLL(None)
        return library if library.on_exit and library._exit else None
    except (AttributeError, OSError, TypeError):
        return None


def describe_exit(status: int) -> str:
    """Describe an exit status for a message.

    A negative status means that a signal ended the process: -9 is signal 9.
    """
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


def kill_own_group() -> None:
    """Kill this process together with the group that it leads.

    Does nothing if the process has no children, or is in a group led by another process. A process leads a group if it
    was started with `new_group_options`.
    """
    if not hasattr(os, "killpg"):
        return
    with suppress(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # raises ChildProcessError without children
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)


def wait_and_measure(process: subprocess.Popen[bytes]) -> tuple[int, float | None, int | None]:
    """Wait for a process, then kill its descendants.

    The process must be in its own group.

    Returns:
        Exit status, processor seconds and peak memory in bytes. The last two are None if the system does not report
            them.
    """
    if not hasattr(os, "wait4"):
        return process.wait(), None, None
    if hasattr(os, "waitid"):
        # WNOWAIT leaves the process a zombie. Its id cannot be reused until wait4, so no other process is killed.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        kill_process_tree(process)
    _, status, usage = os.wait4(process.pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * UNIT_OF_PEAK


def call_later(seconds: float, call: Callable[[], object]) -> None:
    """Call a function later, even if this thread is blocked.

    The function must end the process, because it runs as a signal handler or in a bare thread.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda *_: call())
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return

    def later() -> None:
        """Sleep, then call the function."""
        time.sleep(seconds)
        call()

    # `threading.Thread` takes locks that the interrupted code may hold.
    _thread.start_new_thread(later, ())


def call_without_interrupts(call: Callable[[], Any]) -> Any:
    """Call a function of PySAT with SIGINT blocked.

    PySAT handles the signal with a longjmp, which would corrupt the interpreter.
    """
    if hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return call()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    from concurrent.futures import ThreadPoolExecutor

    # Windows cannot block signals, but PySAT handles them in the main thread only.
    with ThreadPoolExecutor(1) as other:
        return other.submit(call).result()


# Generators to close at exit, unless they are garbage-collected before.
_open: WeakSet[Generator[Any, None, None]] = WeakSet()


def close_at_exit(generator: Generator[_Given, None, None]) -> Generator[_Given, None, None]:
    """Register a generator to be closed at exit.

    Otherwise its search would continue while the interpreter shuts down.

    Returns:
        The generator.
    """
    _open.add(generator)
    return generator


@atexit.register
def _close_generators() -> None:
    for generator in tuple(_open):
        # A generator running in another thread cannot be closed.
        with suppress(ValueError):
            generator.close()
