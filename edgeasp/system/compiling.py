"""Programs in C: as a library in the wheel, or compiled when they are first needed and kept in the user's cache.

`loaded` decides which library is used: the one beside the source, as wheels for a platform have it; or else the one
that is kept, if no other user can have changed it and if it can be loaded; or else one that is compiled now, in the
first folder where it can be kept and loaded. The name of the latter has the digests of the source and of the library.
Whatever goes wrong is one reason to do without; a note says it once, or an error where the user has asked for the
program.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from edgeasp.system import processes, writing
from edgeasp.system.errors import OptionError, os_reason

Declare = Callable[[ctypes.CDLL], object]
"""States the types of a library's functions; an `AttributeError` says that one of them is missing."""

_PACKED = ".dll" if processes.WINDOWS else ".so"
"""The end of the name of a library in a wheel, behind that of its source: Python takes `NAME.so` for a module."""

_FLAGS = ("-O3", "-shared", "-fPIC")

_PATIENCE = 60.0
"""Seconds after which a compiler is ended; it takes two."""

_PAUSE = 0.02
"""Seconds between two looks at limits and signals while it is at work."""

_ROOM = 1 << 20
"""Bytes that a folder needs to have free, for the library and what comes before it."""

_outcomes: dict[tuple[str | Path | None, ...], ctypes.CDLL | str] = {}
"""The libraries that were asked for, by source and by what decides where they come from; or why there is none."""


def loaded(
    source: Path, name: str, declare: Declare = lambda _: None, check: Callable[[], None] = lambda: None
) -> ctypes.CDLL:
    """The functions of a source file.

    Args:
        source: the file.
        name: what errors call it.
        declare: states their types.
        check: called while the compiler is at work; an exception that it raises ends that.

    Raises:
        OptionError: it cannot be compiled, or not be loaded.
    """
    outcome = _outcome(source, declare, check)
    if isinstance(outcome, str):
        raise OptionError(f"{name} is compiled when it is first needed: {outcome}")
    return outcome


def loaded_or_none(source: Path, declare: Declare, check: Callable[[], None] = lambda: None) -> ctypes.CDLL | None:
    """The same where there is a way without C; a note says once why that is taken, and there is no error."""
    outcome = _outcome(source, declare, check)
    if isinstance(outcome, str):
        processes.lack(f"without its programs in C edgeasp is slower: {outcome}")
        return None
    return outcome


def _outcome(source: Path, declare: Declare, check: Callable[[], None]) -> ctypes.CDLL | str:
    key = source, os.environ.get("CC"), processes.cache_folder()
    if key not in _outcomes:
        name = _name(source)
        _outcomes[key] = _packed(source, declare) or _kept(name, declare) or _made(source, name, declare, check)
    return _outcomes[key]


def sources() -> list[Path]:
    """The source files of all programs in C."""
    return sorted(Path(__file__).parents[1].rglob("*.c"))


def origin(source: Path) -> str:
    """The place from which the library of a source file comes, in words; nothing is compiled for that."""
    if _packed(source, lambda _: None):
        return "in the package"
    kept = _kept(_name(source), lambda _: None)
    if kept:
        return f"compiled, in {Path(kept._name).parent}"
    command = _compiler()
    return f"none: {command}" if isinstance(command, str) else f"compiled when first needed, by {shlex.join(command)}"


def _name(source: Path) -> str:
    """The beginning of the name of a library that is kept."""
    # A cache may lie in a home directory that machines of several kinds share.
    kind = " ".join([*_FLAGS, sysconfig.get_platform(), str(sysconfig.get_config_var("SOABI"))])
    return f"{source.stem}-{_digest(source.read_bytes() + kind.encode())}"


def _packed(source: Path, declare: Declare) -> ctypes.CDLL | None:
    """The library in the wheel; None if there is none, or it cannot be loaded here."""
    for path in sorted(source.parent.glob(f"{source.name}-*{_PACKED}")):
        with suppress(OSError, AttributeError):
            if _is_whole(path):
                return _opened(path, declare)
    return None


def _is_whole(path: Path) -> bool:
    """Whether the name of a library has its digest: the system crashes where it loads the half of one."""
    return path.stem.endswith(f"-{_digest(path.read_bytes())}")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def _folders() -> Iterator[Path]:
    """The folders for libraries, the preferred one first: the second is for a cache that cannot hold them."""
    cache = processes.cache_folder()
    if cache is not None:
        yield cache / "edgeasp"
    user = f"-{os.geteuid()}" if hasattr(os, "geteuid") else ""
    with suppress(OSError):  # there may be no such folder at all
        yield Path(tempfile.gettempdir()) / f"edgeasp{user}"


def _kept(name: str, declare: Declare) -> ctypes.CDLL | None:
    """The first library of this name that can be used."""
    for folder in _folders():
        for path in sorted(folder.glob(f"{name}-*.so")):
            with suppress(OSError, AttributeError):
                private = processes.is_private(folder) and processes.is_private(path)
                if private and _is_whole(path):
                    return _opened(path, declare)
    return None


def _opened(path: Path, declare: Declare) -> ctypes.CDLL:
    """A library that is loaded; OSError or AttributeError if that fails, as in a folder from which nothing may run."""
    library = ctypes.CDLL(str(path))
    declare(library)
    return library


def _made(source: Path, name: str, declare: Declare, check: Callable[[], None]) -> ctypes.CDLL | str:
    """The library, compiled now; or the reason why there is none."""
    command, code = _compiler(), b""
    if isinstance(command, str):
        return command
    reason = "expected a folder in which it can be kept"
    for folder in _folders():
        try:
            processes.make_private(folder)
            with tempfile.TemporaryDirectory(".build", ".", folder, ignore_cleanup_errors=True) as work:
                built = Path(work) / f"{name}.so"
                built.write_bytes(code or bytes(_ROOM))
                if not code:
                    built.unlink()
                    failure = _compile([*command, *_FLAGS, "-o", str(built), str(source)], Path(work), check)
                    if failure or not built.is_file():
                        return f"'{shlex.join(command)}' {failure or 'makes no library'}"
                    code = built.read_bytes()
                built.chmod(0o755)
                with built.open("rb+") as written:
                    writing.sync(written.fileno())
                library = folder / f"{name}-{_digest(code)}.so"
                writing.replace(built, library)
            return _opened(library, declare)
        except OSError as error:
            reason = f"{folder}: {os_reason(error)}"
        except AttributeError as error:
            reason = str(error)
    return reason


def _compiler() -> list[str] | str:
    """The command that compiles, as words; or what is wrong with it."""
    named = os.environ.get("CC", "").strip() or "cc"
    try:
        # The name of a file may have a space in it.
        words = [named] if shutil.which(named) else shlex.split(named)
    except ValueError:
        words = []
    if words and shutil.which(words[0]):
        return words
    return "expected a C compiler (cc, or what CC names)"


def _compile(command: list[str], work: Path, check: Callable[[], None]) -> str:
    """Run a compiler, which keeps all that it writes in a folder; what has gone wrong, or nothing."""
    messages, begun = work / "messages", time.monotonic()
    places = dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(work))
    with messages.open("wb") as stream:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, env=os.environ | places
        )
        try:
            while process.poll() is None:
                check()
                if time.monotonic() - begun > _PATIENCE:
                    return f"takes longer than {_PATIENCE:g} s"
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_PAUSE)
        finally:
            processes.end_tree(process)
    if process.returncode:
        words = " ".join(messages.read_text(encoding="utf-8", errors="replace").split())[:200]
        return f"fails: {words}" if words else processes.ending(process.returncode)
    return ""
