"""Atomic writes of files, file name extensions, and a lock on folders.

A file is written completely or not at all. The extension of an output name must suit the content, so no file is
replaced by content of another type. An extension without a meaning, such as .txt, suits any content.

The library filelock is not used: it creates a file to lock, and edgeasp must not leave a file in the folder.
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
from edgeasp.system.lines import make_printable
from edgeasp.system.processes import warn_unavailable

# Attempts to replace a file on Windows, where another program may have it open for a moment.
_ATTEMPTS = 20

# Seconds between two attempts.
_PAUSE = 0.05


def require_writable(path: str) -> None:
    """Check that a file can be written.

    The content of the file is not changed. Commands call this function before a long computation.

    Raises:
        OutputError: the file cannot be written.
    """
    target = _checked_file_path(path)
    with _prefix_errors(path):
        _require_replaceable(target)
        if not is_special_file(target):
            with _temporary_path(target) as probe:
                probe.touch(exist_ok=False)


def write_text(path: str, text: str, *, flushed: bool = True) -> None:
    """Write a text file atomically.

    Args:
        path: name of the file.
        text: new content.
        flushed: whether to flush the file to disk, which takes some milliseconds. After many files, call `flush_files`
            once instead.
    """
    with open_atomically(path, flushed=flushed) as write:
        write(text)


def write_new_text(path: str, text: str, *, flushed: bool = False) -> None:
    """Create a text file atomically.

    If several processes try to create it, exactly one succeeds.

    Args:
        path: name of the file.
        text: its content.
        flushed: whether to flush the file to disk. After many files, call `flush_files` once instead.

    Raises:
        FileExistsError: the file exists.
    """
    target = _checked_file_path(path)
    with _prefix_errors(path), _temporary_path(target) as part:
        with part.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            if flushed:
                stream.flush()
                flush_file(stream.fileno())
        try:
            # Unlike a rename, a hard link fails if the target exists, also if two processes try at once.
            os.link(part, target)
        except FileExistsError:
            raise
        except OSError:
            # Without hard links, reserve the name with an empty file.
            target.touch(exist_ok=False)
            replace_file(part, target, flushed=False)
        if flushed:
            flush_folder(target.parent)


def flush_files(folder: str) -> None:
    """Flush all files of a folder to disk.

    Linux can flush all file systems by one call: 1,000 files took 0.04 s, against 5 s one by one. On other systems such
    a call may return too early, so files are flushed one by one.
    """
    with _prefix_errors(folder):
        paths = [path for path in Path(folder).iterdir() if path.is_file()]
        if sys.platform == "linux":
            os.sync()
            return
        for path in paths:
            with path.open("rb") as stream:
                flush_file(stream.fileno())
        flush_folder(Path(folder))


def write_bytes(path: str, data: bytes) -> None:
    """Write a binary file atomically."""
    with _open_stream(path, "b") as stream, _prefix_errors(path):
        stream.write(data)


@contextmanager
def open_atomically(path: str, *, flushed: bool = True) -> Iterator[Callable[[str], object]]:
    """Open a text file for an atomic write.

    The new content replaces the file at the end of the `with` block. After an exception, the file is unchanged. A
    failed write raises OutputError at once. So if several files are written together, either all of them are replaced
    or none.

    Yields:
        A function that appends text.
    """
    with _open_stream(path, "", flushed=flushed, encoding="utf-8", newline="\n") as stream:

        def write(text: str) -> None:
            """Append text, and notice a full disk at once."""
            with _prefix_errors(path):
                stream.write(text)
                stream.flush()

        yield write


@contextmanager
def open_bytes_atomically(path: str) -> Iterator[Callable[[bytes], object]]:
    """Open a binary file for an atomic write.

    The new content replaces the file at the end of the `with` block.

    Yields:
        A function that appends bytes. They are compressed if the name ends in `.gz`.
    """
    with _open_stream(path, "b") as stream, ExitStack() as stack:
        take = stream.write
        if path.endswith(".gz"):
            # Without name and time, equal content makes equal files. Level 4 takes a third of the time
            # of level 6, for a fifteenth more space.
            import gzip

            packed = stack.enter_context(gzip.GzipFile("", "wb", 4, stream, 0))
            take = packed.write

        def write(data: bytes) -> None:
            """Append bytes."""
            with _prefix_errors(path):
                take(data)

        yield write


@contextmanager
def temporary_name(path: str) -> Iterator[str]:
    """Yield a name for a temporary file near a path.

    A file of this name is removed at the end of the `with` block.
    """
    with _temporary_path(Path(path)) as name:
        yield str(name)


@contextmanager
def _open_stream(path: str, kind: str, *, flushed: bool = True, **options: Any) -> Iterator[IO[Any]]:
    """Open a stream whose content replaces a file.

    The content goes to a temporary file, which replaces the file at the end.

    After an exception, the file stays as it was. A terminal, pipe or device is written directly.
    """
    target = _checked_file_path(path)
    with ExitStack() as stack:
        with _prefix_errors(path):
            _require_replaceable(target)
            special = is_special_file(target)
            part = target if special else stack.enter_context(_temporary_path(target))
            stream = part.open(("w" if special else "x") + kind, **options)
        # A failed write fails again on close.
        stack.callback(_close_quietly, stream)
        yield stream
        with _prefix_errors(path):
            if flushed and not special:
                # Without this, the file could be empty after a power cut.
                stream.flush()
                flush_file(stream.fileno())
            stream.close()
            if not special:
                if target.exists():
                    # A replaced file keeps its access rights.
                    part.chmod(stat.S_IMODE(target.stat().st_mode))
                replace_file(part, _resolve_links(target), flushed=flushed)


def _close_quietly(stream: IO[Any]) -> None:
    with suppress(OSError):
        stream.close()


def is_folder_name(path: str) -> bool:
    """Whether a name ends in a slash, or names an existing folder."""
    return path.endswith(("/", os.sep)) or os.path.isdir(path)


def _checked_path(path: str) -> Path:
    try:
        os.lstat(path)
    except OSError:
        pass
    except ValueError:
        raise OutputError(f"{_printable_path(path)}: cannot be written: not a file name") from None
    if not path:
        raise OutputError("expected the name of a file or folder to write to, found an empty one")
    return Path(path)


def _checked_file_path(path: str) -> Path:
    if path.endswith(("/", os.sep)):
        raise OutputError(f"{_printable_path(path)}: expected a file name, found a folder name")
    return _checked_path(path)


@contextmanager
def _prefix_errors(path: str) -> Iterator[None]:
    """Re-raise OSError as OutputError with the file name."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"{_printable_path(path)}: cannot be written: {os_reason(error)}") from None


def _require_replaceable(target: Path) -> None:
    if target.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))


@contextmanager
def _temporary_path(target: Path) -> Iterator[Path]:
    """Yield an unpredictable path in the folder of a target.

    The file can then replace the target in one step. An attacker cannot guess the name and plant a symbolic link in a
    shared folder.
    """
    # Names have at most 255 bytes, or 143 on some file systems. Decoding keeps letters whole.
    name = os.fsdecode(os.fsencode(_resolve_links(target).name)[:80].decode(errors="ignore").encode())
    part = _resolve_links(target).with_name(f".{name}.{os.urandom(8).hex()}.part")
    try:
        yield part
    finally:
        with suppress(OSError):
            part.unlink()


def _resolve_links(target: Path) -> Path:
    """Follow symbolic links to the path that they lead to.

    Raises:
        OSError: the links form a loop.
    """
    real = Path(os.path.realpath(target))
    if real.is_symlink():
        raise OSError(ELOOP, os.strerror(ELOOP))
    return real


def is_special_file(target: Path) -> bool:
    """Whether a path is a terminal, pipe or device."""
    # Unlike methods of Path, these return False for a name that is too long.
    return os.path.exists(target) and not os.path.isfile(target)


def _printable_path(path: str) -> str:
    return make_printable(path) or "''"


def flush_file(handle: int) -> None:
    """Flush an open file to disk.

    Args:
        handle: its descriptor.
    """
    try:
        os.fsync(handle)
    except OSError as error:
        # Some file systems cannot sync. A full or faulty disk reports its error here.
        if errorcode.get(error.errno or 0) not in ("EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"):
            raise


def flush_folder(folder: Path) -> None:
    """Flush the file names in a folder, if possible."""
    if processes.WINDOWS:
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def replace_file(source: Path, target: Path, *, flushed: bool = True) -> None:
    """Replace a file by another one in one step.

    On Windows this fails while another process has the target open, so it is tried again.

    Args:
        source: the new file. Flush it first if the change has to survive a power cut.
        target: the file to replace.
        flushed: whether to flush the new name to disk as well.
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
    if flushed:
        flush_folder(target.parent)


class Content(Enum):
    """Type of file content.

    Attributes:
        words: description for messages.
        endings: extensions that are reserved for this type.
    """

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
"""Output formats of commands and functions: type of content, and the extensions that select the format."""

DRAWINGS = ("svg", "png", "pdf", "html")
"""Formats that draw a board."""

ENDINGS = {ending: form for form, (_, endings) in FORMS.items() for ending in endings}
"""The format that each extension selects."""

# The type of content for which each extension is reserved.
_MEANINGS = {ending: content for content in Content for ending in content.endings}


def format_of_extension(output: str) -> str | None:
    """Return the format that an output name selects, or None."""
    return ENDINGS.get(Path(output).suffix.lower())


def is_known_extension(output: str) -> bool:
    """Whether edgeasp knows the extension of a name."""
    return Path(output).suffix.lower() in {*_MEANINGS, *ENDINGS}


def require_extension(path: str, content: Content) -> None:
    """Check that an output name's extension suits the content.

    Args:
        path: the output name.
        content: type of the content.

    Raises:
        OutputError: the extension is reserved for other content.
    """
    require_extension_among(path, content.words, content.endings)


def require_extension_among(path: str, words: str, endings: Collection[str]) -> None:
    """Check that an extension is not reserved for other content.

    Args:
        path: the output name.
        words: description of the content, for the message.
        endings: extensions that suit the content.

    Raises:
        OutputError: the extension is reserved for other content.
    """
    ending = Path(path).suffix.lower()
    meaning = _MEANINGS.get(ending)
    if meaning is None or ending in endings:
        return
    fitting = f" ({' or '.join(endings)})" if endings else ""
    message = f"{make_printable(path)}: expected a file name for {words}{fitting}, found one for {meaning.words}"
    if words == Content.FOLDER.words:
        message = f"{make_printable(path)}: expected a folder, found a file name for {meaning.words}"
    raise OutputError(message)


def make_folder(path: str) -> None:
    """Make a folder unless it exists.

    Also checks that it can be written to.

    Raises:
        OutputError: the name belongs to a file, or the folder cannot be written to.
    """
    if not is_folder_name(path):
        require_extension(path, Content.FOLDER)
    target = _checked_path(path)
    try:
        target.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(f"{_printable_path(path)}: expected a folder: {os_reason(error)}") from None
    with _prefix_errors(path), _temporary_path(target / "file") as probe:
        probe.touch(exist_ok=False)


def require_no_links(folder: Path) -> None:
    """Refuse a folder that contains symbolic links, at any depth.

    In a folder from another user, links could redirect writes to other folders.

    Raises:
        OutputError: the folder is a symbolic link or contains one.
    """
    require_no_link(folder)
    for inner, folders, names in os.walk(folder):
        for name in (*folders, *names):
            require_no_link(Path(inner, name))


def require_no_link(path: Path) -> None:
    """Raise OutputError if a path is a symbolic link."""
    if path.is_symlink():
        raise OutputError(f"{_printable_path(str(path))}: expected no symbolic link: put there what it points to")


# ---- a lock on a folder against other processes ----

# Seconds between two attempts to lock a folder.
_LOCK_PAUSE = 0.05
BINARY: int = getattr(os, "O_BINARY", 0)
"""Flag for `os.open`. Without it, Windows converts line ends."""

# Position of the byte that Windows locks: after the end of the content, because others cannot read a locked byte.
_LOCKED_BYTE = 2**30


class LockTaken(Exception):  # noqa: N818  # not an error
    """Exception: another process holds the lock."""


@contextmanager
def lock_folder(folder: Path, patience: float, tick: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Lock a folder against other processes during the `with` block.

    The system releases the lock if the process dies.

    Args:
        folder: the folder.
        patience: seconds to wait for another process.
        tick: called while waiting. It can raise an exception to stop waiting.

    Raises:
        LockTaken: another process still holds the lock after `patience` seconds.
        OutputError: the folder cannot be opened or locked.
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


def append_atomically(handle: int, data: bytes) -> None:
    """Append data to a file, completely or not at all.

    Args:
        handle: descriptor of the file.
        data: bytes to append.

    Raises:
        OSError: the file cannot be written, e.g. because the disk is full.
    """
    before, left = os.fstat(handle).st_size, data
    try:
        while left:
            left = left[os.write(handle, left) :]
    except OSError:
        os.ftruncate(handle, before)
        raise


def open_folder(folder: Path) -> int:
    """Open the file descriptor by which a folder is locked.

    The descriptor is of the folder itself. On systems that cannot open folders, it is of a file in the system's
    temporary folder, whose name is a hash of the path.

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
    """Try to lock an open file against other processes.

    If the system has no locks, a warning is issued, and the file counts as locked.

    Args:
        handle: descriptor of the file.

    Returns:
        Whether it is locked now, False if another process holds the lock.
    """
    for attempt in (_try_flock, _try_msvcrt):
        if (locked := attempt(handle)) is not None:
            return locked
    warn_unavailable("this system has no locks: do not let two processes write to one folder or table")
    return True


def _try_flock(handle: int) -> bool | None:
    try:
        import fcntl
    except ImportError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _try_msvcrt(handle: int) -> bool | None:
    try:
        import msvcrt
    except ImportError:
        return None
    locks: Any = msvcrt
    # msvcrt locks from the current position.
    os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
    try:
        locks.locking(handle, locks.LK_NBLCK, 1)
    except OSError:
        return False
    return True
