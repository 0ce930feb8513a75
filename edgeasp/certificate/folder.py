"""The files of a certificate: their names, and the one way to read them.

A certificate may come from a stranger. So what is read must be a plain file, no line may be longer than the puzzle
needs, and a compressed file may not grow a hundredfold.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from edgeasp.system import lines
from edgeasp.system.errors import InputError, os_reason

PUZZLE = "puzzle.puz"
CLUES = "clues.sol"
BOARDS = "boards"
FORMULA = "formula.cnf"
HINTED = "proof.lrat"
PLAIN = "proof.drat"
WORDS = "README.md"
CLAIM = "claim.json"
"""Written last: a folder without it is no certificate."""

CUBES = "cubes"
"""The folder of a divided certificate in which each cube has one of its own."""

COMPRESSED = ".gz"
"""What the names of compressed files end with."""

UNFINISHED = "unfinished.txt"
"""Written first, and removed once there is a claim: such a folder may be used again."""

_MOST_TEXT = 1 << 28
"""Bytes of a file that is read whole: room for the claim of a campaign of two million cubes."""

_MOST_GROWTH = 100
"""How many times its size a compressed file may unpack to; a formula unpacks to some ten times its size."""

_SLACK = 1 << 20
"""Bytes that a compressed file may unpack to, however small it is."""


def boards(folder: Path) -> list[Path]:
    """The files of the boards, in the order of their numbers."""
    return lines.in_order((folder / BOARDS).glob("*.sol"))


def cube(folder: Path, number: int) -> Path:
    """The folder of a cube, by its number from 1."""
    return folder / CUBES / str(number)


def cubes(folder: Path) -> list[Path]:
    """The folders of the cubes, in the order of their numbers."""
    return lines.in_order(path for path in (folder / CUBES).glob("*") if not path.name.startswith("."))


def existing(folder: Path, name: str) -> Path | None:
    """A file, as it is or compressed; None if there is neither."""
    return next((path for path in (folder / name, folder / (name + COMPRESSED)) if path.is_file()), None)


def ending(folder: Path) -> str:
    """What the name of the formula ends with: `.gz` if it is compressed, nothing if it is not."""
    return "" if (folder / FORMULA).exists() else COMPRESSED


def the_one(folder: Path, name: str) -> Path:
    """A file that has to be there, as it is or compressed; InputError if it is not, or is there in both forms."""
    plain, packed = folder / name, folder / (name + COMPRESSED)
    if plain.exists() and packed.exists():
        raise InputError(str(packed), None, f"expected {name} once, found it compressed and as it is")
    return packed if packed.exists() else plain


def text(path: Path) -> str:
    """The text of a file; InputError if it is no plain file, or too long, or not in UTF-8."""
    with _opened(path) as stream:
        size = path.stat().st_size
        data = stream.read(min(size, _MOST_TEXT))
    if size > _MOST_TEXT:
        raise InputError(str(path), None, f"expected a file of at most {_MOST_TEXT:,} bytes, found a longer one")
    return lines.decode(data, str(path))


def text_lines(path: Path, longest: int) -> Iterator[str]:
    """The lines of a file in ASCII, each with its end, one by one; it may be compressed.

    Raises:
        InputError: a line is longer than `longest` bytes, or the file is no plain file, or damaged.
    """
    packed = path.name.endswith(COMPRESSED)
    with _opened(path) as raw:
        # Behind a buffer, lines of a compressed file come three times as fast.
        stream: BinaryIO = io.BufferedReader(gzip.GzipFile(fileobj=raw), 1 << 16) if packed else raw
        most = path.stat().st_size * _MOST_GROWTH + _SLACK if packed else None
        size = number = 0
        try:
            while line := stream.readline(longest + 1):
                number += 1
                size += len(line)
                if len(line) > longest:
                    raise InputError(str(path), number, f"expected lines of at most {longest:,} bytes, found more")
                if most is not None and size > most:
                    message = f"expected a file that unpacks to at most {_MOST_GROWTH} times its size, found more"
                    raise InputError(str(path), None, message)
                yield line.decode("ascii")
        except UnicodeDecodeError:
            raise InputError(str(path), number, "expected text in ASCII, found bytes that are not") from None
        except (OSError, EOFError, zlib.error) as error:
            reason = "it is cut off" if isinstance(error, EOFError) else _reason(error)
            raise InputError(str(path), None, f"cannot be read: {reason}") from None


def digests(folder: Path) -> Iterator[tuple[str, str]]:
    """The names of all files but the claim, and their SHA-256; of a cube its claim, which names the others."""
    names = [PUZZLE, CLUES, FORMULA, HINTED, PLAIN, WORDS]
    paths = [path for name in names if (path := existing(folder, name))]
    for path in [*paths, *boards(folder), *(each / CLAIM for each in cubes(folder))]:
        yield path.relative_to(folder).as_posix(), digest(path)


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    with _opened(path) as stream:
        try:
            return hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError as error:
            raise InputError(str(path), None, f"cannot be read: {_reason(error)}") from None


def _opened(path: Path) -> io.BufferedReader:
    """A plain file, opened: a pipe or a device would be waited for without end."""
    try:
        if path.exists() and not path.is_file():
            raise InputError(str(path), None, "expected a plain file, found something else")
        return path.open("rb")
    except OSError as error:
        raise InputError(str(path), None, f"cannot be read: {_reason(error)}") from None


def _reason(error: OSError | zlib.error) -> str:
    return os_reason(error) if isinstance(error, OSError) else "it is damaged"
