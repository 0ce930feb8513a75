"""The differences between Linux, macOS and Windows: processes, their memory and signals, folders.

A feature that a system lacks is refused with an `OptionError`, or done without after a warning of the class
`SystemWarning`: never ignored in silence.
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
    """The bytes of memory of this machine, or of the container that this runs in; None if the system does not say."""
    limits = list(_limits_of_container())
    with suppress(AttributeError, OSError, ValueError):
        return min([os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), *limits])
    psutil = psutil_or_none()
    return None if psutil is None else min([int(psutil.virtual_memory().total), *limits])


SYSTEM = Path("/")


def _limits_of_container() -> Iterator[int]:
    """The bytes that the control groups of this process may hold, where Linux limits them; see cgroups(7)."""
    groups: list[str] = []
    with suppress(OSError):
        groups += (SYSTEM / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    for line in groups:
        kinds, _, path = line.partition(":")[2].partition(":")
        if kinds not in ("", "memory"):
            continue
        root, file = ("memory", "memory.limit_in_bytes") if kinds else (".", "memory.max")
        for folder in (PurePosixPath(path), *PurePosixPath(path).parents):
            # Without a limit the file says `max`; a container may lack the folders above its own.
            with suppress(OSError, ValueError):
                yield int((SYSTEM / "sys/fs/cgroup" / root / folder.relative_to("/") / file).read_text())


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


# ---- processes ----

_Given = TypeVar("_Given")


def apart() -> dict[str, Any]:
    """Options of `subprocess.Popen` for a process that Ctrl-C at the terminal does not reach."""
    if hasattr(os, "killpg"):
        return {"start_new_session": True}
    import subprocess

    return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}


def end_process(process: subprocess.Popen[bytes]) -> None:
    """End at once a process that was started `apart`, and those that it has started."""
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
    """Whether `skip_destructors` does something here: with the C library of GNU it does."""
    return _c_library() is not None


def skip_destructors() -> None:
    """Let this process end, once Python has ended, without the destructors of C++ libraries, and with its status.

    A thread may still be at work in such a library: what it works on must not be destroyed.
    """
    library = _c_library()
    if library is not None:
        import ctypes

        # Of what is registered, the last comes first, so this before the destructors; it is called with the status.
        library.on_exit(ctypes.cast(library._exit, ctypes.c_void_p), None)


def _c_library() -> Any:
    """The C library if it has `on_exit`, else None."""
    import ctypes

    try:
        library = ctypes.CDLL(None)
        return library if library.on_exit and library._exit else None
    except (AttributeError, OSError, TypeError):
        return None


def ending(status: int) -> str:
    """The end of a process, in words, by its exit status, which is negative for a signal."""
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


def end_own_children() -> None:
    """End at once what this process has started, if there is anything: with it this process, if it lives `apart`."""
    if not hasattr(os, "killpg"):
        return
    with suppress(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # fails if there is nothing
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)


def wait(process: subprocess.Popen[bytes]) -> tuple[int, float | None, int | None]:
    """Wait for the end of a process that was started `apart`; what it has started ends with it.

    Returns its exit status, seconds of processor time and peak memory in bytes; None for what the system does not say.
    """
    if not hasattr(os, "wait4"):
        return process.wait(), None, None
    if hasattr(os, "waitid"):
        # While a process is not waited for, no other one gets its number.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        end_process(process)
    _, status, usage = os.wait4(process.pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * UNIT_OF_PEAK


def after(seconds: float, call: Callable[[], object]) -> None:
    """Make a call later, also while this process waits for the reader of a pipe; the call must not return."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda *_: call())
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return

    def later() -> None:
        time.sleep(seconds)
        call()

    # Not `threading.Thread`: its locks may be held by what a signal interrupts.
    _thread.start_new_thread(later, ())


def without_interrupts(call: Callable[[], Any]) -> Any:
    """The result of a call of a library that would answer Ctrl-C by a jump: signals wait until it returns."""
    if hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return call()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    from concurrent.futures import ThreadPoolExecutor

    # PySAT leaves signals alone in any thread but the main one.
    with ThreadPoolExecutor(1) as other:
        return other.submit(call).result()


_open: WeakSet[Generator[Any, None, None]] = WeakSet()


def close_at_exit(generator: Generator[_Given, None, None]) -> Generator[_Given, None, None]:
    """The same generator, which is closed at exit if it is still open: no search goes on in the teardown."""
    _open.add(generator)
    return generator


@atexit.register
def _close() -> None:
    for generator in tuple(_open):
        # One that is running, in another thread, cannot be closed.
        with suppress(ValueError):
            generator.close()
