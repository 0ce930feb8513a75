"""Files, written whole or not at all, and never over one that holds something else; a lock on a folder.

The ending of a file's name says what it holds; one that says nothing, such as .txt, is fit for anything.

Not the library filelock: it locks a file that it creates, and this must leave no file in the folder.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from errno import EACCES, EISDIR, ELOOP, errorcode
from pathlib import Path
from typing import IO, Any

from edgeasp.system import processes
from edgeasp.system.errors import OutputError, os_reason
from edgeasp.system.lines import printable
from edgeasp.system.processes import lack

_ATTEMPTS = 20

_PAUSE = 0.05
"""Attempts to replace a file on Windows, and the seconds between them: others may have it open for a moment."""


def require_writable(path: str) -> None:
    """Make sure, before hours of search, that a file can be written; its content stays untouched."""
    target = _file(path)
    with _named(path):
        _require_replaceable(target)
        if not is_special(target):
            with _temporary(target) as probe:
                probe.touch(exist_ok=False)


def write_text(path: str, text: str, *, settled: bool = True) -> None:
    """Write a file whole, or leave it as it was.

    It is `settled` if the disk has to hold it at once, which takes some milliseconds; of many files, `settle` has the
    disk hold them at their end.
    """
    with writing(path, settled=settled) as write:
        write(text)


def write_new_text(path: str, text: str, *, settled: bool = False) -> None:
    """Write a file that does not exist yet, whole or not at all; of several processes, one succeeds.

    Unless it is `settled`, it is one of many: `settle` has the disk hold them.
    """
    target = _file(path)
    with _named(path), _temporary(target) as part:
        with part.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            if settled:
                stream.flush()
                sync(stream.fileno())
        try:
            os.link(part, target)
        except FileExistsError:
            raise
        except OSError:
            # No hard links on this file system: an empty file takes the name.
            target.touch(exist_ok=False)
            replace(part, target, settled=False)
        if settled:
            sync_folder(target.parent)


def settle(folder: str) -> None:
    """Have the disk hold all files that lie in a folder, so that a power cut takes none of them away.

    On Linux that is one call for the whole file system: 1,000 files took 0.04 s, one after the other 5 s.
    """
    with _named(folder):
        if _sync_file_system(folder):
            return
        for path in Path(folder).iterdir():
            if path.is_file():
                with path.open("rb") as stream:
                    sync(stream.fileno())
        sync_folder(Path(folder))


def _sync_file_system(folder: str) -> bool:
    """Have the disk hold all that was written to the file system of a folder; False where no call does that."""
    from ctypes import CDLL, get_errno

    if sys.platform != "linux" or (syncfs := getattr(CDLL(None, use_errno=True), "syncfs", None)) is None:
        return False
    handle = os.open(folder, os.O_RDONLY)
    try:
        if syncfs(handle):
            raise OSError(get_errno(), os.strerror(get_errno()))
    finally:
        os.close(handle)
    return True


def write_bytes(path: str, data: bytes) -> None:
    """Write a binary file whole, or leave it as it was."""
    with _opened(path, "b") as stream, _named(path):
        stream.write(data)


@contextmanager
def writing(path: str, *, settled: bool = True) -> Iterator[Callable[[str], object]]:
    """A function that takes text, which becomes the content of the file at the end, unless there is an exception.

    Text that cannot be stored fails at once, so several files can be written together or not at all.
    """
    with _opened(path, "", settled=settled, encoding="utf-8", newline="\n") as stream:

        def write(text: str) -> None:
            with _named(path):
                stream.write(text)
                stream.flush()

        yield write


@contextmanager
def writing_bytes(path: str) -> Iterator[Callable[[bytes], object]]:
    """The same for bytes; they are compressed if the name of the file ends in `.gz`."""
    with _opened(path, "b") as stream, ExitStack() as stack:
        take = stream.write
        if path.endswith(".gz"):
            # Without a name and a time in it, the same content makes the same file. Level 4 takes a third of the time
            # of level 6, and a fifteenth more space.
            import gzip

            packed = stack.enter_context(gzip.GzipFile("", "wb", 4, stream, 0))
            take = packed.write

        def write(data: bytes) -> None:
            with _named(path):
                take(data)

        yield write


@contextmanager
def scratch(path: str) -> Iterator[str]:
    """The name of a new file beside another one, for what is not kept: it is removed at the end."""
    with _temporary(Path(path)) as name:
        yield str(name)


@contextmanager
def _opened(path: str, kind: str, *, settled: bool = True, **options: Any) -> Iterator[IO[Any]]:
    """A stream whose content replaces that of the file at the end, unless there is an exception."""
    target = _file(path)
    with ExitStack() as stack:
        with _named(path):
            _require_replaceable(target)
            special = is_special(target)
            part = target if special else stack.enter_context(_temporary(target))
            stream = part.open(("w" if special else "x") + kind, **options)
        # What could not be written fails again when it is closed.
        stack.callback(_close, stream)
        yield stream
        with _named(path):
            if settled and not special:
                # Or after a power cut the new name could stand for an empty file.
                stream.flush()
                sync(stream.fileno())
            stream.close()
            if not special:
                if target.exists():
                    part.chmod(stat.S_IMODE(target.stat().st_mode))
                replace(part, _real(target), settled=settled)


def _close(stream: IO[Any]) -> None:
    with suppress(OSError):
        stream.close()


def names_folder(path: str) -> bool:
    """Whether the name of an output is that of a folder: one that is there, or a name that ends as no file's does."""
    return path.endswith(("/", os.sep)) or os.path.isdir(path)


def _target(path: str) -> Path:
    """The path of a name that files can have."""
    try:
        os.lstat(path)
    except OSError:
        pass
    except ValueError:
        raise OutputError(f"{_shown(path)}: cannot be written: not a file name") from None
    if not path:
        raise OutputError("expected the name of a file or folder to write to, found an empty one")
    return Path(path)


def _file(path: str) -> Path:
    """The path of a file; a name that ends as no file's does is none."""
    if path.endswith(("/", os.sep)):
        raise OutputError(f"{_shown(path)}: expected the name of a file, found that of a folder")
    return _target(path)


@contextmanager
def _named(path: str) -> Iterator[None]:
    """Turns an error of the operating system into one that names the file."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"{_shown(path)}: cannot be written: {os_reason(error)}") from None


def _require_replaceable(target: Path) -> None:
    if target.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))


@contextmanager
def _temporary(target: Path) -> Iterator[Path]:
    """The name of a new file in the folder of the target, which can replace the target in one step.

    It cannot be guessed, so no link of that name can wait in a shared folder.
    """
    # A name has at most 255 bytes, on some file systems 143; where it is cut, no letter is cut in two.
    name = os.fsdecode(os.fsencode(_real(target).name)[:80].decode(errors="ignore").encode())
    part = _real(target).with_name(f".{name}.{os.urandom(8).hex()}.part")
    try:
        yield part
    finally:
        with suppress(OSError):
            part.unlink()


def _real(target: Path) -> Path:
    """The file at the end of symbolic links; OSError if there is no end."""
    real = Path(os.path.realpath(target))
    if real.is_symlink():
        raise OSError(ELOOP, os.strerror(ELOOP))
    return real


def is_special(target: Path) -> bool:
    """Whether it is a terminal, a pipe or a device, which cannot be replaced."""
    # Unlike methods of paths, these know no error: what is too long for a name is none.
    return os.path.exists(target) and not os.path.isfile(target)


def _shown(path: str) -> str:
    """A name in messages, with escapes for what cannot be printed."""
    return printable(path) or "''"


def sync(handle: int) -> None:
    """Have the disk hold what was written to an open file, so that a power cut cannot take it away."""
    try:
        os.fsync(handle)
    except OSError as error:
        # Some file systems cannot; a full disk or a faulty one says so here. Not every system has all of these names.
        if errorcode.get(error.errno or 0) not in ("EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"):
            raise


def sync_folder(folder: Path) -> None:
    """Have the disk hold the names of the files in a folder, as far as the system can."""
    if processes.WINDOWS:
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def replace(source: Path, target: Path, *, settled: bool = True) -> None:
    """Let a file take the place of another one in one step; for good if it was synced and is to be `settled`.

    Windows refuses that while others read the latter.
    """
    for attempt in range(_ATTEMPTS):
        try:
            source.replace(target)
        except PermissionError:
            if not processes.WINDOWS or attempt == _ATTEMPTS - 1:
                raise
            time.sleep(_PAUSE)
        else:
            break
    if settled:
        sync_folder(target.parent)


class Content(Enum):
    """The content of a file: in words, and the endings that are for it alone."""

    PUZZLE = "a puzzle", (".puz",)
    BOARD = "a board", (".sol",)
    CLUES = "clues", (".clue",)
    SIGNS = "signs", (".signs",)
    PROGRAM = "facts or rules", (".lp",)
    ASPIF = "a ground program", (".aspif",)
    FORMULA = "a formula", (".cnf",)
    JSON = "JSON", (".json",)
    TABLE = "a table", (".csv",)
    PAGE = "a page", (".html", ".htm")
    PICTURE = "a picture", (".svg", ".png")
    SHEETS = "pages to print", (".pdf",)
    MARKDOWN = "Markdown", (".md",)
    LINES = "lines of text", ()
    FOLDER = "a folder", ()

    def __init__(self, words: str, endings: tuple[str, ...]) -> None:
        self.words = words
        self.endings = endings


FORMS: dict[str, tuple[Content, tuple[str, ...]]] = {
    "sol": (Content.BOARD, (".sol",)),
    "json": (Content.JSON, (".json",)),
    "svg": (Content.PICTURE, (".svg",)),
    "png": (Content.PICTURE, (".png",)),
    "pdf": (Content.SHEETS, (".pdf",)),
    "html": (Content.PAGE, (".html", ".htm")),
    "text": (Content.LINES, (".txt",)),
    "table": (Content.LINES, ()),
    "csv": (Content.TABLE, ()),
    "signs": (Content.SIGNS, ()),
    "aspif": (Content.ASPIF, ()),
}
"""The content of a file in each form, and the endings of names that stand for the form: for all commands and calls."""

ENDINGS = {ending: form for form, (_, endings) in FORMS.items() for ending in endings}

_MEANINGS = {ending: content for content in Content for ending in content.endings}


def form_of_ending(output: str) -> str | None:
    """The form that the ending of a name stands for, such as `svg`; None if it stands for none."""
    return ENDINGS.get(Path(output).suffix.lower())


def is_known_ending(output: str) -> bool:
    """Whether files of any content end so."""
    return Path(output).suffix.lower() in {*_MEANINGS, *ENDINGS}


def require_ending(path: str, content: Content) -> None:
    """Make sure that the name of an output is not that of something else; OutputError if it is."""
    require_ending_of(path, content.words, content.endings)


def require_ending_of(path: str, words: str, endings: Collection[str]) -> None:
    """The same of a content in words, with the endings that fit."""
    ending = Path(path).suffix.lower()
    meaning = _MEANINGS.get(ending)
    if meaning is None or ending in endings:
        return
    fitting = f", which ends in {' or '.join(endings)}" if endings else ""
    message = f"{printable(path)}: expected the name of a file for {words}{fitting}, found one for {meaning.words}"
    if words == Content.FOLDER.words:
        message = f"{printable(path)}: expected the name of a folder, found one of a file for {meaning.words}"
    raise OutputError(message)


def make_folder(path: str) -> None:
    """Make a folder for files, unless it is there; OutputError if its name is that of a file."""
    if not names_folder(path):
        require_ending(path, Content.FOLDER)
    target = _target(path)
    try:
        target.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(f"{_shown(path)}: expected a folder: {os_reason(error)}") from None
    with _named(path), _temporary(target / "file") as probe:
        probe.touch(exist_ok=False)


def require_no_links(folder: Path) -> None:
    """Refuse a folder from elsewhere in which links would lead what is written there out of it.

    Raises:
        OutputError: the folder is a symbolic link, or one is in it.
    """
    require_no_link(folder)
    for inner, folders, names in os.walk(folder):
        for name in (*folders, *names):
            require_no_link(Path(inner, name))


def require_no_link(path: Path) -> None:
    """Refuse a symbolic link with an OutputError."""
    if path.is_symlink():
        raise OutputError(f"{_shown(str(path))}: expected no symbolic link: put there what it points to")


# ---- a lock on a folder against other processes ----

_LOCK_PAUSE = 0.05
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
            time.sleep(_LOCK_PAUSE)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be locked: {os_reason(error)}") from None
    else:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def append_whole(handle: int, data: bytes) -> None:
    """Append to an open file: all, or nothing where the disk is full.

    Raises:
        OSError: it cannot be written.
    """
    before, left = os.fstat(handle).st_size, data
    try:
        while left:
            left = left[os.write(handle, left) :]
    except OSError:
        os.ftruncate(handle, before)
        raise


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
