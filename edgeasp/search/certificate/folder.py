"""The files of a certificate."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from edgeasp.formats import files
from edgeasp.puzzle.errors import InputError, os_reason

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


def boards(folder: Path) -> list[Path]:
    """The files of the boards, in the order of their numbers."""
    return files.in_order((folder / BOARDS).glob("*.sol"))


def cube(folder: Path, number: int) -> Path:
    """The folder of a cube, by its number from 1."""
    return folder / CUBES / str(number)


def cubes(folder: Path) -> list[Path]:
    """The folders of the cubes, in the order of their numbers."""
    return files.in_order(path for path in (folder / CUBES).glob("*") if not path.name.startswith("."))


def existing(folder: Path, name: str) -> Path | None:
    """A file, as it is or compressed; None if there is neither."""
    return next((path for path in (folder / name, folder / (name + COMPRESSED)) if path.is_file()), None)


def digests(folder: Path) -> Iterator[tuple[str, str]]:
    """The names of all files but the claim, and their SHA-256; of a cube its claim, which names the others."""
    names = [PUZZLE, CLUES, FORMULA, HINTED, PLAIN, WORDS]
    paths = [path for name in names if (path := existing(folder, name))]
    for path in [*paths, *boards(folder), *(each / CLAIM for each in cubes(folder))]:
        yield path.relative_to(folder).as_posix(), digest(path)


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise InputError(str(path), None, f"cannot be read: {os_reason(error)}") from None
