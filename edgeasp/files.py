"""Reading from and writing to the file system: every file is read whole, and written whole or not at all."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from errno import EACCES, EISDIR
from pathlib import Path

from edgeasp import facts
from edgeasp.clues import Source
from edgeasp.errors import EncodingError, InputError, OutputError
from edgeasp.formats import lines, puz, signs, sol
from edgeasp.puzzle import Puzzle, Solution

STDIN = "-"
_STDIN_NAME = "standard input"
_C_LINE = re.compile(r"\s*c(?!(ol|olour|lue)\s*\()")
"""A comment of a `.puz`; a fact may begin with the same letter."""


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`.

    Raises:
        InputError: there is no such file, or it is not text in UTF-8.
    """
    name = shown_name(path)
    try:
        data = sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except OSError as error:
        raise InputError(name, None, f"cannot be read: {_reason(error)}") from None
    except ValueError:
        raise InputError(ascii(path), None, "cannot be read: not a file name") from None
    return lines.decode(data, name)


def read_puzzle(path: str, *, signs_path: str | None = None, frame: str | None = None) -> tuple[Puzzle, Solution]:
    """A puzzle from a `.puz` or from class facts, with the clues that the facts carry.

    Args:
        path: the file, or `-`.
        signs_path: a `.signs` file whose signs are added.
        frame: for class facts without a `frame` fact, the name of the colour of the outside.

    Raises:
        InputError: a file is missing or wrong.
    """
    text, name = read_text(path), shown_name(path)
    clues = Solution()
    if _is_facts(text, path):
        from edgeasp.solver import parse_facts

        puzzle, clues = facts.read(parse_facts(text, name), name, frame)
    elif frame is not None:
        raise EncodingError("a frame colour can be named for class facts only: in a .puz it is 0")
    else:
        puzzle = puz.read(text, name)
    if signs_path is not None:
        puzzle = signs.read(read_text(signs_path), puzzle, shown_name(signs_path))
    return puzzle, clues


def read_solution(path: str, puzzle: Puzzle) -> Solution:
    """A `.sol` or `.clue` for the puzzle.

    Raises:
        InputError: the file is missing or wrong.
    """
    return sol.read(read_text(path), puzzle, shown_name(path))


def read_clues(path: str, puzzle: Puzzle) -> Source:
    """A `.clue` or `.sol` with the line of each of its placements.

    Raises:
        InputError: the file is missing or wrong.
    """
    text, name = read_text(path), shown_name(path)
    clues = sol.read(text, puzzle, name)
    return Source(name, clues, tuple(line for line, _ in lines.fields(text)))


def shown_name(path: str) -> str:
    """What messages call a file."""
    return _STDIN_NAME if path == STDIN else path


def require_one_stdin(paths: Iterable[str | None]) -> None:
    """Make sure that at most one of the files is standard input.

    Raises:
        InputError: several are.
    """
    if sum(path == STDIN for path in paths) > 1:
        raise InputError(_STDIN_NAME, None, "expected one file at most to be '-'")


def require_writable(path: str) -> None:
    """Make sure, before hours of search, that a file can be written; what it holds stays untouched.

    Raises:
        OutputError: it cannot.
    """
    target = Path(path)
    try:
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if _is_special(target):
            return
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        probe = _beside(target)
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {_reason(error)}") from None
    except ValueError:
        raise OutputError(f"{path!a}: cannot be written: not a file name") from None


def write_text(path: str, text: str) -> None:
    """Write a file whole, or leave it as it was.

    Raises:
        OutputError: it cannot be written.
    """
    with writing(path) as write:
        write(text)


@contextmanager
def writing(path: str) -> Iterator[Callable[[str], object]]:
    """A function that takes text, which becomes the content of the file at the end; after an exception, nothing does.

    Raises:
        OutputError: it cannot be written.
    """
    require_writable(path)
    target = Path(path)
    try:
        if _is_special(target):
            with target.open("w", encoding="utf-8") as stream:
                yield stream.write
            return
        whole = _beside(target)
        try:
            with whole.open("w", encoding="utf-8") as stream:
                yield stream.write
            if target.exists():
                whole.chmod(stat.S_IMODE(target.stat().st_mode))
            whole.replace(target.resolve())
        finally:
            whole.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {_reason(error)}") from None


def make_folder(path: str) -> None:
    """Make a folder, if it is not there, that files can be written to.

    Raises:
        OutputError: it cannot be made or written to.
    """
    try:
        Path(path).mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: expected a folder: {_reason(error)}") from None
    require_writable(str(Path(path) / "sol_1.sol"))


def _beside(target: Path) -> Path:
    """A name in the folder of the file itself, so that the text can take its place in one step."""
    real = target.resolve()
    return real.with_name(f".{real.name}.{os.getpid()}.part")


def _is_special(target: Path) -> bool:
    """Whether it is a terminal, a pipe or a device, which nothing can replace."""
    return target.exists() and not target.is_file()


def _is_facts(text: str, path: str) -> bool:
    """Whether the text is facts rather than a `.puz`, by its name or else by its first line."""
    suffix = Path(path).suffix
    if suffix in (".lp", ".puz"):
        return suffix == ".lp"
    first = next((line.strip() for line in text.split("\n") if line.strip() and not _C_LINE.match(line)), "")
    return first.startswith("%") or first[:1].isalpha()


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
