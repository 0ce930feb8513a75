"""The files of a certificate: their names, the one way to read them, and its page of words.

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

from edgeasp.lab.certificate.claim import ClaimRecord
from edgeasp.puzzle.model import Square, place_name
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
"""The ending of the names of compressed files."""

UNFINISHED = "unfinished.txt"
"""Written first, and removed once there is a claim: such a folder may be used again."""

_MOST_TEXT = 1 << 28
"""Bytes of a file that is read whole: room for the claim of a campaign of two million cubes."""

_MOST_GROWTH = 100
"""A compressed file may unpack to so many times its size; a formula unpacks to some ten times its size."""

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
    """The ending of the name of the formula: `.gz` if it is compressed, empty if it is not."""
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
    for path in [*paths, *boards(folder), *(cube / CLAIM for cube in cubes(folder))]:
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


def page(claim: ClaimRecord, ending: str) -> str:
    """The text, in Markdown; the ending is that of compressed files, empty if they are not compressed."""
    symmetry = f"\n{claim.symmetry.reason}\n" if claim.symmetry else ""
    clues = "`clues.sol` has the clues in the same form as the boards.\n" if claim.clues else ""
    unpack = f"gunzip --keep formula.cnf{ending} proof.drat{ending} proof.lrat{ending}\n" if ending else ""
    excluded = (
        "exclude the cubes: such a clause says that something that makes the cube is not so."
        if claim.cubes
        else "exclude the boards: such a clause says that some tile of the board is not on its square."
    )
    mine = "edgeasp verify . --puzzle your-puzzle.puz" + (" --clue your-clues.clue" if claim.clues else "")
    meaning = "every board lies in one of the cubes" if claim.cubes else "there are no other boards"
    return f"""\
# A certificate

{claim.claim}

{claim.counted}
{symmetry}{_cube(claim)}
## How to check all of it

```sh
edgeasp verify .
{mine}
```

The second line also makes sure that the certificate is about your puzzle and your clues. Nothing of what made this
folder is trusted: neither the encoder, nor the solver, nor `claim.json`.

## How to check each part with other programs

1. **The puzzle.** `puzzle.puz` is a line with the number of columns and rows, then a line for each tile, from 0: its
   colours to the north, east, south and west, and perhaps a sign. 0 is the frame. {clues}
{_boards(claim)}
3. **The formula.** `formula.cnf{ending}` is in DIMACS form, and comments `c map` say what its {claim.variables:,}
   variables mean. Each of its {claim.clauses:,} clauses has to follow from the rules of the puzzle, but for those that
   {excluded} `edgeasp verify` decides
   that for each clause, with no line of the code that wrote the formula, and names the first line that does not follow.
   It also refuses numbers and lines that other programs could read otherwise.
4. **The proof.** The formula has no model, so {meaning}. `proof.drat{ending}` is the proof,
   `proof.lrat{ending}` the same with hints, {claim.lemmas:,} lemmas each:

```sh
{unpack}drat-trim formula.cnf proof.drat
lrat-check formula.cnf proof.lrat
cake_lpr formula.cnf proof.lrat
```

drat-trim and lrat-check are programs of Marijn Heule, cake_lpr is a checker that is itself proved correct.

Written by: {claim.written_by}.
"""


def _cube(claim: ClaimRecord) -> str:
    """The lines on the cube, if the claim is about one."""
    made_by = [
        *(f"{_at(col, row)} has the colour {colour} on its {side}" for col, row, side, colour in claim.colours),
        *(f"tile {tile} lies on {_at(col, row)}, turned {rot} times" for tile, col, row, rot in claim.placements),
    ]
    if not made_by:
        return ""
    lines = "".join(f"- {program}\n" for program in made_by)
    return f"""
The boards of the cube are those of which all this is true. A square is named by its row, A at the top, and its column,
1 at the left; a tile by its number in `puzzle.puz`, from 0; turns are quarters, anticlockwise. Identical tiles lie in
the order of the squares, row by row:

{lines}"""


def _at(col: int, row: int) -> str:
    return place_name(Square(col, row))


def _boards(claim: ClaimRecord) -> str:
    if claim.cubes:
        return f"""\
2. **The cubes.** Each of the {claim.cubes:,} folders in `cubes` is a certificate like this one, of the boards in a part
   of the search. It can be checked by itself, and its page says which part that is. No board is in two of them, so
   there are {claim.boards:,} in all."""
    return f"""\
2. **The boards.** Each file in `boards` has a line for each tile: its number, column, row, and anticlockwise quarter
   turns, all from 0, counted from the top left. Their number is {claim.boards:,}. Any program that knows the rules of
   the puzzle can check them."""
