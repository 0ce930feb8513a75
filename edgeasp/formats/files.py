"""The file system: every file is read whole, and written whole or not at all.

Readers raise InputError, writers OutputError; each names the file and the reason.
"""

from __future__ import annotations

import gzip
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from errno import EACCES, EISDIR, ELOOP
from pathlib import Path
from typing import IO, Any

from edgeasp.formats import known, marked, puz
from edgeasp.formats.document import Document, Size
from edgeasp.formats.endings import Content, require_ending
from edgeasp.formats.links import is_link
from edgeasp.formats.recognition import Board, Origin, Recognised, recognise, recognise_board
from edgeasp.formats.registry import PUZ, SOL
from edgeasp.puzzle.clues import Source
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system import lines
from edgeasp.system import machine as system
from edgeasp.system.errors import InputError, OutputError, os_reason

STDIN = "-"
_STDIN_NAME = "standard input"
_ADDRESS = re.compile(r"https?://")
_TEMPORARY = re.compile(r"\..+\.([0-9a-f]{12}-[0-9]{1,10}-[0-9a-f]{1,12})-[0-9a-f]{16}\.part", re.DOTALL)
"""The name of a temporary file, with the process that made it: see `system.owner`."""


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`, in UTF-8."""
    return lines.decode(_read_bytes(path), shown_name(path))


def _read_bytes(path: str) -> bytes:
    name = shown_name(path)
    if path == STDIN and sys.stdin is None:
        raise InputError(name, None, "cannot be read: it is closed")
    try:
        return sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except OSError as error:
        raise InputError(name, None, f"cannot be read: {os_reason(error)}") from None
    except ValueError:
        raise InputError(name, None, "cannot be read: not a file name") from None


def read_document(
    path: str,
    *,
    signs_path: str | None = None,
    frame: str | None = None,
    form: str | None = None,
    sides: str | None = None,
    size: Size | None = None,
    partial: bool = False,
) -> Recognised:
    """A puzzle in any format, with the rest of its file.

    Args:
        path: the file, or `-`, or the name of a known puzzle, or a link to a viewer, or the letters of one.
        signs_path: a `.signs` file whose signs are added.
        frame: for class facts without a `frame` fact, the name of the colour of the outside.
        form: the name of the format; None to recognise it.
        sides: for plain text, the order of the sides of a tile, such as `nswe`.
        size: columns and rows, for a text that does not say them.
        partial: whether it may be a board with empty squares whose tiles are not known.

    Raises:
        FormatError: it fits several formats, or contradicts the arguments.
    """
    name = _by_name(path)
    if name is not None:
        puzzle, clues = name
        found = Recognised(PUZ, Document(puzzle, clues), obvious=True)
    else:
        text, origin = _read_any(path)
        origin = replace(origin, format=form, sides=sides, frame=frame, size=size, partial=partial)
        found = recognise(text, origin)
    if signs_path is None:
        return found
    puzzle = puz.read_signs(read_text(signs_path), found.document.puzzle, shown_name(signs_path))
    return replace(found, document=replace(found.document, puzzle=puzzle))


def read_solution(path: str, puzzle: Puzzle, form: str | None = None) -> Solution:
    """A solution of the puzzle, complete or partial, in any format or in the named one; FormatError if none has it."""
    return read_board(path, puzzle, form).solution


def read_board(path: str, puzzle: Puzzle, form: str | None = None, *, repeats: bool = False) -> Board:
    """The same with its clues and notes; `repeats` as for `recognise_board`."""
    name = _by_name(path)
    if name is not None:
        known_puzzle, clues = name
        if not clues:
            raise InputError(path, None, f"expected clues, such as {path}:official, found the name of a puzzle")
        from edgeasp.formats.laying import carried_over

        laid = carried_over(Document(known_puzzle, clues), puzzle, path)
        return Board(PUZ.name, laid.solution, notes=laid.notes)
    text, origin = _read_any(path, of_board=True)
    return recognise_board(text, puzzle, replace(origin, format=form), repeats=repeats)


def solution_files(path: str) -> list[str]:
    """The file itself; of a folder, the .sol files in it, `sol_2` before `sol_10`; InputError if there is none."""
    if path == STDIN or not os.path.isdir(path):  # a link can be too long for the name of a file
        return [path]
    found = lines.in_order(Path(path).glob("*.sol"))
    if not found:
        raise InputError(path, None, "expected a folder with .sol files")
    return list(map(str, found))


def read_clues(path: str, puzzle: Puzzle) -> Source:
    """Clues for the puzzle in any format with placements, with the line of each in a `.sol` or `.clue`.

    Of a board with clues, these count and the other placements do not.
    """
    if _by_name(path) is not None:
        board = read_board(path, puzzle)
        return Source(path, board.solution, notes=board.notes)
    text, origin = _read_any(path, of_board=True)
    board = recognise_board(text, puzzle, origin)
    if board.hints:
        note = f"its {len(board.hints)} hints are the clues"
        return Source(origin.name, board.hints, notes=(*board.notes, note))
    numbers = tuple(record.line for record in lines.fields(text, origin.name)) if board.format == SOL.name else ()
    return Source(origin.name, board.solution, numbers, board.notes)


def _by_name(path: str) -> tuple[Puzzle, Solution] | None:
    """The puzzle, and perhaps clues, that a name such as `e2` or `e2:official` stands for; None if it is no name."""
    name = path.partition(":")[0]
    if name not in known.NAMES:
        return None
    kept = known.named(name)
    if path == name:
        return kept.puzzle, Solution()
    which = path[len(name) + 1 :]
    if which not in kept.clues:
        names = ", ".join(f"{name}:{each}" for each in kept.clues)
        raise InputError(lines.printable(path), None, f"expected {name} or its clues ({names})")
    return kept.puzzle, kept.clues[which]


def shown_name(path: str) -> str:
    """The name of a file in messages and results, with escapes for what cannot be printed."""
    if _is_address(path):
        return "the address"
    return _STDIN_NAME if path == STDIN else lines.printable(path) or "''"


def require_one_stdin(paths: Iterable[str | None]) -> None:
    """Make sure that at most one of the files is standard input; InputError if several are."""
    if sum(path == STDIN for path in paths) > 1:
        raise InputError(_STDIN_NAME, None, "expected one file at most to be '-'")


def require_other_file(output: str | None, inputs: Iterable[str | None]) -> None:
    """Make sure that the file to write is none of those to read, which would be lost."""
    if output is None or not os.path.isfile(output):
        return
    if any(path and os.path.isfile(path) and os.path.samefile(path, output) for path in inputs):
        raise OutputError(f"{shown_name(output)}: is an input, which the output would replace: choose another name")


def require_writable(path: str) -> None:
    """Make sure, before hours of search, that a file can be written; its content stays untouched."""
    target = _target(path)
    with _named(path):
        _require_replaceable(target)
        if not _is_special(target):
            _remove_abandoned(_real(target).parent, _begin(target))
            with _temporary(target) as probe:
                probe.touch(exist_ok=False)


def write_text(path: str, text: str, *, settled: bool = True) -> None:
    """Write a file whole, or leave it as it was.

    It is `settled` if the disk has to hold it at once, which takes some milliseconds; of many files, `settle` has the
    disk hold them at their end.
    """
    with writing(path, settled=settled) as write:
        write(text)


def write_new_text(path: str, text: str) -> None:
    """Write a file that does not exist yet, whole or not at all; of several processes, one succeeds.

    It is one of many: `settle` has the disk hold them.
    """
    target = _target(path)
    with _named(path), _temporary(target) as part:
        with part.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        try:
            os.link(part, target)
        except FileExistsError:
            raise
        except OSError:
            # No hard links on this file system: an empty file takes the name.
            target.touch(exist_ok=False)
            system.replace(part, target, settled=False)


def settle(folder: str) -> None:
    """Have the disk hold all files that lie in a folder, so that a power cut takes none of them away."""
    with _named(folder):
        for path in Path(folder).iterdir():
            if path.is_file():
                with path.open("rb") as stream:
                    system.sync(stream.fileno())
        system.sync_folder(Path(folder))


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
            # Without a name and a time in it, the same content makes the same file.
            packed = stack.enter_context(gzip.GzipFile("", "wb", 6, stream, 0))
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
    target = _target(path)
    with ExitStack() as stack:
        with _named(path):
            _require_replaceable(target)
            special = _is_special(target)
            part = target if special else stack.enter_context(_temporary(target))
            stream = stack.enter_context(part.open(("w" if special else "x") + kind, **options))
        try:
            yield stream
        except BaseException:
            with suppress(OSError):
                stream.close()
            raise
        with _named(path):
            if settled and not special:
                # Or after a power cut the new name could stand for an empty file.
                stream.flush()
                system.sync(stream.fileno())
            stream.close()
            if not special:
                if target.exists():
                    part.chmod(stat.S_IMODE(target.stat().st_mode))
                system.replace(part, _real(target), settled=settled)


def names_folder(path: str) -> bool:
    """Whether the name of an output is that of a folder: one that is there, or a name that ends as no file's does."""
    return path.endswith(("/", os.sep)) or os.path.isdir(path)


def make_folder(path: str) -> None:
    """Make a folder, if it is not there, that files can be written to; OutputError if its name is that of a file."""
    target = _target(path)
    if not names_folder(path):
        require_ending(path, Content.FOLDER)
    try:
        target.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(f"{shown_name(path)}: expected a folder: {os_reason(error)}") from None
    require_writable(str(target / "sol_1.sol"))
    _remove_abandoned(target)


def _target(path: str) -> Path:
    """The path of a name that files can have."""
    try:
        os.lstat(path)
    except OSError:
        pass
    except ValueError:
        raise OutputError(f"{shown_name(path)}: cannot be written: not a file name") from None
    if not path:
        raise OutputError("expected the name of a file or folder to write to, found an empty one")
    return Path(path)


@contextmanager
def _named(path: str) -> Iterator[None]:
    """Turns an error of the operating system into one that names the file."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"{shown_name(path)}: cannot be written: {os_reason(error)}") from None


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
    part = _real(target).with_name(f"{_begin(target)}{system.owner()}-{os.urandom(8).hex()}.part")
    try:
        yield part
    finally:
        with suppress(OSError):
            part.unlink()


def _begin(target: Path) -> str:
    """The beginning of the names of temporary files: a dot and the name of the target."""
    # A name has at most 255 bytes, on some file systems 143; where it is cut, no letter is cut in two.
    name = os.fsencode(_real(target).name)[:80].decode(errors="ignore")
    return f".{os.fsdecode(name.encode())}."


def _remove_abandoned(folder: Path, begin: str = "") -> None:
    """Remove temporary files of processes that were killed: only where it is proved that the very process has ended."""
    with suppress(OSError):
        for path in folder.iterdir():
            found = _TEMPORARY.fullmatch(path.name)
            if found and path.name.startswith(begin) and system.has_ended(found[1]):
                path.unlink()


def _real(target: Path) -> Path:
    """The file at the end of symbolic links; OSError if there is no end."""
    real = Path(os.path.realpath(target))
    if real.is_symlink():
        raise OSError(ELOOP, os.strerror(ELOOP))
    return real


def _is_special(target: Path) -> bool:
    """Whether it is a terminal, a pipe or a device, which cannot be replaced."""
    return target.exists() and not target.is_file()


def _is_address(path: str) -> bool:
    """Whether an argument is itself a link, or a part of one, or the letters of a board, and no file."""
    if _ADDRESS.match(path):
        return True
    # A name of a file with so many letters has hardly so few.
    letters = len(path) >= 64 and len(set(path)) >= 4
    return ("=" in path or letters) and is_link(path) and not os.path.exists(path)


def _read_any(path: str, *, of_board: bool = False) -> tuple[str, Origin]:
    """A text and its origin; if a board is read, that in a picture or a page as the text of a .sol."""
    name = shown_name(path)
    if _is_address(path):
        return path, Origin(name)
    data, stream = _read_bytes(path), path == STDIN or _is_special(Path(path))
    suffix = "" if stream else Path(path).suffix.lower()
    board = marked.board_text(data, name) if of_board else None
    return board or lines.decode(data, name), Origin(name, SOL.suffixes[0] if board else suffix, stream)
