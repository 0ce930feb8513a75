"""Makes Python on Linux lack what another system lacks; the variable EDGEASP_TEST_SYSTEM names the system.

Python imports this file at its start if its folder is on PYTHONPATH, in processes that it starts as well. Modules that
are missing are so for all; `os` and `signal` are poorer for edgeasp alone, since Python itself was built for Linux.

`windows` and `macos` have psutil, as edgeasp requires it there, and Windows has locks of its own. `bare` is a system
that has nothing of what edgeasp asks for.
"""

from __future__ import annotations

import builtins
import importlib
import os
import signal
import sys
from types import ModuleType
from typing import Any

_POSIX = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline")
MODULES = {"windows": _POSIX, "macos": (), "bare": (*_POSIX, "msvcrt", "psutil")}
"""Modules that the system has not."""

NAMES: dict[str, dict[str, tuple[str, ...]]] = {
    "windows": {
        "os": (
            *("fork", "forkpty", "killpg", "kill", "setsid", "getpgid", "wait", "wait3", "wait4", "WNOHANG", "uname"),
            *("sched_getaffinity", "sched_setaffinity", "sysconf", "pread", "pwrite", "getuid", "geteuid", "mkfifo"),
            *("O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "nice", "fchmod", "memfd_create", "statvfs"),
        ),
        "signal": (
            *("SIGALRM", "SIGKILL", "SIGHUP", "SIGXCPU", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGPIPE", "SIGSTOP"),
            *("setitimer", "ITIMER_REAL", "alarm", "pause", "sigwait", "pthread_sigmask", "SIG_BLOCK", "SIG_SETMASK"),
        ),
    },
    "macos": {"os": ("sched_getaffinity", "sched_setaffinity", "memfd_create"), "signal": ()},
}
"""What the system's `os` and `signal` have not."""
NAMES["bare"] = NAMES["windows"]


class Poorer(ModuleType):
    """A module without some of its names."""

    def __init__(self, whole: ModuleType, without: tuple[str, ...], **other: str) -> None:
        super().__init__(whole.__name__)
        kept = {name: value for name, value in vars(whole).items() if name not in without}
        self.__dict__.update(kept | other)


def locks_of_windows() -> ModuleType:
    """A module with `locking` as Windows has it, for one byte."""
    import fcntl  # before it is gone

    def locking(handle: int, mode: int, length: int) -> None:
        assert (mode, length) == (2, 1)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    module: Any = ModuleType("msvcrt")
    module.LK_NBLCK, module.locking = 2, locking
    found: ModuleType = module
    return found


def pretend(system: str) -> None:
    """From now on, lack what a system lacks."""
    if system != "bare":
        importlib.import_module("psutil")  # before what it needs on Linux is gone
    other = {} if system == "macos" else {"name": "nt"}
    poorer: dict[str, ModuleType] = {
        "os": Poorer(os, NAMES[system]["os"], **other),
        "signal": Poorer(signal, NAMES[system]["signal"]),
    }
    if system == "windows":
        poorer["msvcrt"] = locks_of_windows()
    for name in MODULES[system]:
        sys.modules[name] = None  # type: ignore[assignment]  # this is how an import is refused
    whole = builtins.__import__

    def importing(name: str, globals: Any = None, *rest: Any, **more: Any) -> ModuleType:  # noqa: A002
        importer = (globals or {}).get("__name__", "")
        if name in poorer and importer.partition(".")[0] == "edgeasp":
            return poorer[name]
        return whole(name, globals, *rest, **more)

    builtins.__import__ = importing
    open_ = builtins.open

    def opening(file: Any, *rest: Any, **more: Any) -> Any:
        if str(file).startswith("/proc/") and sys._getframe(1).f_globals["__name__"].startswith("edgeasp."):
            raise FileNotFoundError(2, "No such file or directory", file)
        return open_(file, *rest, **more)

    builtins.open = opening
    if system == "windows":
        # Wheels bring libraries for Windows; here those of Linux take their place. A bare system has none.
        libraries: Any = importlib.import_module("edgeasp.system.libraries")
        theirs = libraries.library_path
        libraries.library_path = lambda source: theirs(source).with_suffix(".so")


if "EDGEASP_TEST_SYSTEM" in os.environ:
    pretend(os.environ["EDGEASP_TEST_SYSTEM"])
