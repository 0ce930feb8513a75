"""Claim of a certificate: its symmetry, its files and its README.

A certificate can be about a *cube*: all boards of a puzzle that have given colours or placements. Or it can be divided
into cubes, each with a certificate of its own. It is safe to read a certificate of unknown origin: only plain files are
opened, no line may be longer than the puzzle needs, and a compressed file may not expand more than a hundredfold.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

from edgeasp.formats import plain
from edgeasp.lab.certificate.views import Conditions
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Solution, Square, place_name
from edgeasp.system import lines
from edgeasp.system.errors import InputError, os_reason
from edgeasp.system.lines import with_noun

SideName = Literal["north", "east", "south", "west"]
SIDE_NAMES: tuple[SideName, ...] = ("north", "east", "south", "west")

COUNTED = (
    "A board is what you see: swapping identical tiles, or rotating a tile without changing its sides, makes no new "
    "board. Rotating the whole board does."
)


@dataclass(frozen=True, slots=True)
class SymmetryRecord:
    """Symmetry by which each counted board represents several boards."""

    kind: Annotated[
        Literal["anchor", "clue"],
        "anchor: the formula allows a tile some of its rotations only; clue: the only clue places a corner tile.",
    ]
    tile: Annotated[int, "The tile, from 0."]
    rotations: Annotated[
        tuple[int, ...], "The anticlockwise quarter turns that it may have; empty if the clue says where it is."
    ]
    factor: Annotated[int, "Number of rotations of the board. One of them was counted."]
    reason: Annotated[str, "Why it is exactly one."]


@dataclass(frozen=True, slots=True)
class ClaimRecord:
    """Content of `claim.json`: the claim, and the files that prove it."""

    schema: Annotated[Literal["edgeasp.claim"], "The name of this schema."]
    schema_version: Annotated[Literal[1], "Grows when a field changes its meaning or goes."]
    claim: Annotated[str, "The claim in one sentence."]
    counted: Annotated[str, "What counts as one board."]
    cols: Annotated[int, "Columns of the board."]
    rows: Annotated[int, "Rows of the board."]
    clues: Annotated[int, "The number of clues that a board keeps."]
    colours: Annotated[
        tuple[tuple[int, int, SideName, int], ...],
        "Column, row, side and colour, from 0: the boards with these colours only; empty for all boards.",
    ]
    placements: Annotated[
        tuple[tuple[int, int, int, int], ...],
        "Tile, column, row and anticlockwise quarter turns, from 0: boards with these placements when "
        "identical tiles are in the order of the squares; empty for all boards.",
    ]
    cubes: Annotated[
        int,
        "The number of cubes, each with a certificate in the folder `cubes`, that have all boards between them; 0 if "
        "the boards themselves are in the folder.",
    ]
    boards: Annotated[int, "The number of boards, each of which is in the folder, or in one of a cube."]
    assignments: Annotated[int, "The same with identical tiles distinguished."]
    symmetry: Annotated[SymmetryRecord | None, "Why each board represents several, null if it does not."]
    boards_in_all: Annotated[int, "The number of boards with those for which they stand."]
    variables: Annotated[int, "Variables of the formula."]
    clauses: Annotated[int, "Clauses of the formula."]
    lemmas: Annotated[int, "Lemmas of the proof."]
    written_by: Annotated[str, "The programs that found the boards and wrote the proof, with versions."]
    files: Annotated[dict[str, str], "The SHA-256 of each file of the folder, by its name."]


def find_anchor(puzzle: Puzzle, clues: Solution) -> SymmetryRecord | None:
    """Find an anchor: a tile that distinguishes a board's rotations.

    Restricting the rotations of the anchor keeps exactly one of the rotations of each board. A tile with frame sides is
    preferred, since its rotation shows on which side of the board it is.

    Returns:
        the symmetry, or None if there are clues, or no tile distinguishes the rotations.
    """
    identical = {tile for group in puzzle.identical_tiles() for tile in group}
    tiles = [index for index, tile in enumerate(puzzle.tiles) if tile.period == 4 and index not in identical]
    if clues.placements or not tiles or not puzzle.turns_freely:
        return None
    return _anchor_record(puzzle, max(tiles, key=lambda index: (puzzle.tiles[index].sides.count(FRAME), -index)))


def _anchor_record(puzzle: Puzzle, tile: int, first: int = 0) -> SymmetryRecord:
    turns = len(symmetry.board_rotations(puzzle))
    rotations = tuple((first + further) % 4 for further in range(4 // turns))
    allowed = " or ".join(map(str, rotations))
    return SymmetryRecord(
        "anchor",
        tile,
        rotations,
        turns,
        f"Tile {tile} occurs once and has four different rotations, so of the {turns} rotations of a board "
        f"exactly one shows it after {allowed} quarter turns.",
    )


def find_corner_symmetry(puzzle: Puzzle, clues: Solution) -> SymmetryRecord | None:
    """Find the symmetry of a single clue in a corner.

    If the clue's tile is in another corner of a board, a rotation of the board satisfies the clue.

    Returns:
        the symmetry, or None if the clue is not the only one, or not in a corner, or the puzzle is not symmetric.
    """
    square = puzzle.cols == puzzle.rows and puzzle.turns_freely
    if len(clues) != 1 or not (square and puzzle.framed and puzzle.zeros == puzzle.grid.outside):
        return None
    [clue] = clues
    tile, outer = clue.tile, puzzle.grid.outer_sides(clue.square)
    identical = {tile for group in puzzle.identical_tiles() for tile in group}
    in_corner = len(outer) == 2 and all(puzzle.sides(clue)[side] == FRAME for side in outer)
    if puzzle.tiles[tile].sides.count(FRAME) != 2 or tile in identical or not in_corner:
        return None
    return SymmetryRecord(
        "clue",
        tile,
        (),
        4,
        f"Tile {tile} occurs once and has two sides of the frame, so every board has it in one of the four corners, "
        "and exactly one of the rotations of a board has it where the clue says.",
    )


def find_symmetry(conditions: Conditions) -> SymmetryRecord | None:
    """Find the symmetry by which each board represents several boards."""
    if conditions.anchor is not None:
        tile, rotations = conditions.anchor
        return _anchor_record(conditions.puzzle, tile, *rotations[:1])
    return None if conditions.is_cube else find_corner_symmetry(conditions.puzzle, conditions.clues)


def anchor_is_sound(conditions: Conditions) -> bool:
    """Whether the anchor, if any, keeps one rotation of each board."""
    if conditions.anchor is None:
        return True
    puzzle, (tile, rotations) = conditions.puzzle, conditions.anchor
    unique = puzzle.turns_freely and not any(tile in group for group in puzzle.identical_tiles())
    usual = _anchor_record(puzzle, tile, *rotations[:1]).rotations
    return not conditions.clues.placements and unique and puzzle.tiles[tile].period == 4 and rotations == usual


def count_with_rotations(conditions: Conditions, boards: int) -> int:
    """Count boards together with their rotations."""
    symmetry = find_symmetry(conditions)
    return boards if symmetry is None or conditions.is_cube else boards * symmetry.factor


def is_in_cube(conditions: Conditions, on: Mapping[Square, Placement]) -> bool:
    """Whether a board has the colours and placements of a cube.

    Args:
        conditions: conditions that define the cube.
        on: placement on each square, with identical tiles in the order of the squares and canonical rotations.
    """
    has_colours = all(
        conditions.puzzle.sides(on[square])[side] == colour for square, side, colour in conditions.colours
    )
    return has_colours and all(on[placement.square] == placement for placement in conditions.placements)


def max_variables(puzzle: Puzzle) -> int:
    """Return an upper bound on the variables of a formula.

    There is a variable per tile and square, one per placement, one per diamond and colour, and one for signs. Sides on
    the boundary that are not at a frame count as diamonds. The colour 0 is counted in a puzzle with a frame as well,
    since inner sides may have it.
    """
    diamonds = puzzle.grid.diamonds + puzzle.grid.outside - (puzzle.outside if puzzle.framed else 0)
    on_squares = (1 + len(puzzle.rots)) * len(puzzle.tiles) * puzzle.grid.size
    return on_squares + diamonds * (len(puzzle.colours) + puzzle.framed) + 1


def build_claim(
    conditions: Conditions,
    boards: int,
    cubes: int = 0,
    *,
    variables: int,
    clauses: int,
    lemmas: int,
    written_by: str,
    files: dict[str, str],
) -> ClaimRecord:
    """Build the claim that a list of boards is complete.

    Args:
        conditions: conditions of the boards.
        boards: number of boards.
        cubes: number of cubes of a divided certificate, 0 if it is not divided.
        variables: number of variables of the formula.
        clauses: number of clauses of the formula.
        lemmas: number of lemmas of the proof.
        written_by: programs with versions.
        files: SHA-256 of each file, keyed by name.
    """
    puzzle, clues = conditions.puzzle, conditions.clues
    return ClaimRecord(
        schema="edgeasp.claim",
        schema_version=1,
        claim=claim_sentence(conditions, boards, cubes),
        counted=COUNTED,
        cols=puzzle.cols,
        rows=puzzle.rows,
        clues=len(clues),
        colours=tuple(
            (square.col, square.row, SIDE_NAMES[side], colour) for square, side, colour in conditions.colours
        ),
        placements=plain.as_quadruples(conditions.placements),
        cubes=cubes,
        boards=boards,
        assignments=boards * symmetry.assignments_per_board(puzzle, clues),
        symmetry=find_symmetry(conditions),
        boards_in_all=count_with_rotations(conditions, boards),
        variables=variables,
        clauses=clauses,
        lemmas=lemmas,
        written_by=written_by,
        files=files,
    )


def claim_sentence(conditions: Conditions, boards: int, cubes: int = 0) -> str:
    """State the claim in one sentence."""
    puzzle, clues = conditions.puzzle, len(conditions.clues)
    symmetry = find_symmetry(conditions)
    number = f"exactly {with_noun(boards, 'board')}" if boards else "no board"
    partners = "colours meet as its comment `c edgeasp partners` pairs them" if puzzle.partners else ""
    rules = [rule for rule in (partners, "" if puzzle.turning else "no tile may be turned") if rule]
    features = [f"with {' and '.join(puzzle.beyond)} as its comments `c edgeasp` say"] if puzzle.beyond else []
    peculiar = "".join(f", {part}" for part in [*features, *([f"in which {' and '.join(rules)}"] if rules else [])])
    peculiar += "," if peculiar else ""
    words = [f"The puzzle of {puzzle.cols} x {puzzle.rows} tiles in puzzle.puz{peculiar} has {number}"]
    if clues:
        keep = "keeps" if boards < 2 else "keep"
        words.append(f" that {keep} the {f'{clues} clues' if clues > 1 else 'clue'} in clues.sol")
    if conditions.is_cube:
        words.append(f" in the cube of {_cube_condition_text(conditions)}")
    elif symmetry and symmetry.kind == "anchor":
        words.append(" up to rotation of the whole board")
    if boards:
        where = f"the {with_noun(cubes, 'cube')}" if cubes else "boards"
        words.append(f", {'those' if boards > 1 else 'the one'} in {where}")
    if symmetry and not conditions.is_cube:
        in_all = f"{count_with_rotations(conditions, boards):,} boards" if boards else "none"
        everywhere = "in all" if boards else "at all"
        words.append(f", and so {in_all} {everywhere if symmetry.rotations else 'without the clue'}")
    return "".join(words) + "."


def _cube_condition_text(conditions: Conditions) -> str:
    colours, placements = len(conditions.colours), len(conditions.placements)
    words = [with_noun(colours, "colour of a side", "colours of sides")] if colours else []
    words += [with_noun(placements, "placement")] if placements else []
    if conditions.anchor is not None:
        tile, rotations = conditions.anchor
        words.append(f"tile {tile} after {' or '.join(map(str, rotations))} quarter turns")
    return " and ".join(words)


PUZZLE = "puzzle.puz"
CLUES = "clues.sol"
BOARDS = "boards"
FORMULA = "formula.cnf"
HINTED = "proof.lrat"
PLAIN = "proof.drat"
WORDS = "README.md"
CLAIM = "claim.json"
"""File with the claim. It is written last, so a folder without it is not a certificate."""

CUBES = "cubes"
"""Folder of a divided certificate, with a certificate for each cube."""

COMPRESSED = ".gz"
"""Extension of compressed files."""

UNFINISHED = "unfinished.txt"
"""File that marks an unfinished certificate, whose folder may be reused. It is removed once there is a claim."""

# Largest size of a file that is read as a whole, in bytes: enough for the claim of a campaign of two million cubes.
_MOST_TEXT = 1 << 28

# Largest ratio of the unpacked size of a file to its compressed size. The ratio of a formula is about ten.
_MOST_GROWTH = 100

# Unpacked size, in bytes, up to which the ratio is not checked.
_SLACK = 1 << 20


def board_files(folder: Path) -> list[Path]:
    """List the files of the boards, ordered by number."""
    return lines.sort_by_number((folder / BOARDS).glob("*.sol"))


def cube_folder(folder: Path, number: int) -> Path:
    """Return the folder of a cube, numbered from 1."""
    return folder / CUBES / str(number)


def cube_folders(folder: Path) -> list[Path]:
    """List the folders of the cubes, ordered by number."""
    return lines.sort_by_number(path for path in (folder / CUBES).glob("*") if not path.name.startswith("."))


def find_file(folder: Path, name: str) -> Path | None:
    """Find a file of the folder, plain or compressed."""
    return next((path for path in (folder / name, folder / (name + COMPRESSED)) if path.is_file()), None)


def formula_extension(folder: Path) -> str:
    """Return the extension of the formula: `.gz` or empty."""
    return "" if (folder / FORMULA).exists() else COMPRESSED


def require_one_file(folder: Path, name: str) -> Path:
    """Return the path of a file, which may be compressed.

    Raises:
        InputError: the folder has the file both compressed and plain.
    """
    plain, packed = folder / name, folder / (name + COMPRESSED)
    if plain.exists() and packed.exists():
        raise InputError(str(packed), None, f"expected {name} once, found it compressed and as it is")
    return packed if packed.exists() else plain


def read_text(path: Path) -> str:
    """Read an uncompressed UTF-8 file.

    Raises:
        InputError: the file is too long, not a plain file, or not UTF-8.
    """
    with _open_plain_file(path) as stream:
        size = path.stat().st_size
        data = stream.read(min(size, _MOST_TEXT))
    if size > _MOST_TEXT:
        raise InputError(str(path), None, f"expected a file of at most {_MOST_TEXT:,} bytes, found a longer one")
    return lines.decode_text(data, str(path))


def read_lines(path: Path, longest: int) -> Iterator[str]:
    """Yield the ASCII lines of a plain or compressed file.

    Raises:
        InputError: a line is longer than `longest` bytes, or the file is damaged, or not a plain file.
    """
    packed = path.name.endswith(COMPRESSED)
    with _open_plain_file(path) as raw:
        # GzipFile.readline is slow by itself: with a buffer, lines are read three times as fast.
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
            reason = "it is cut off" if isinstance(error, EOFError) else _read_error_text(error)
            raise InputError(str(path), None, f"cannot be read: {reason}") from None


def file_digests(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield name and SHA-256 of each file except the claim.

    A cube contributes only its claim, since the claim has the digests of the other files in the cube's folder.
    """
    names = [PUZZLE, CLUES, FORMULA, HINTED, PLAIN, WORDS]
    paths = [path for name in names if (path := find_file(folder, name))]
    for path in [*paths, *board_files(folder), *(cube / CLAIM for cube in cube_folders(folder))]:
        yield path.relative_to(folder).as_posix(), file_digest(path)


def file_digest(path: Path) -> str:
    """Compute the SHA-256 of a file, in hexadecimal digits."""
    with _open_plain_file(path) as stream:
        try:
            return hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError as error:
            raise InputError(str(path), None, f"cannot be read: {_read_error_text(error)}") from None


def _open_plain_file(path: Path) -> io.BufferedReader:
    # Opening a pipe or a device could block forever.
    try:
        if path.exists() and not path.is_file():
            raise InputError(str(path), None, "expected a plain file, found something else")
        return path.open("rb")
    except OSError as error:
        raise InputError(str(path), None, f"cannot be read: {_read_error_text(error)}") from None


def _read_error_text(error: OSError | zlib.error) -> str:
    return os_reason(error) if isinstance(error, OSError) else "it is damaged"


def readme_text(claim: ClaimRecord, suffix: str) -> str:
    """Write the text of README.md, which explains the certificate.

    Args:
        claim: claim of the certificate.
        suffix: extension of the formula and proofs, `.gz` or empty.
    """
    symmetry = f"\n{claim.symmetry.reason}\n" if claim.symmetry else ""
    clues = "`clues.sol` has the clues in the same format as the boards.\n" if claim.clues else ""
    copy = "gunzip --stdout" if suffix else "cat"
    excluded = (
        "exclude the cubes: such a clause states that some condition of the cube does not hold."
        if claim.cubes
        else "exclude the boards: such a clause states that some tile of the board is not on its square."
    )
    mine = "edgeasp verify . --puzzle your-puzzle.puz" + (" --clue your-clues.clue" if claim.clues else "")
    meaning = "every board is in one of the cubes" if claim.cubes else "there are no other boards"
    return f"""\
# A certificate

{claim.claim}

{claim.counted}
{symmetry}{_cube_section(claim)}
## Check everything

```sh
edgeasp verify .
{mine}
```

The second command also checks that the certificate is about your puzzle and your clues. `edgeasp verify` trusts nothing
that made this folder: neither the encoder, nor the solver, nor `claim.json`.

## Check each part with other programs

1. **The puzzle.** `puzzle.puz` has a line with the numbers of columns and rows, and then a line for each tile, counted
   from 0: its colours on the north, east, south and west side, and optionally a sign. 0 is the frame. {clues}
{_boards_section(claim)}
3. **The formula.** `formula.cnf{suffix}` is in DIMACS format, and comments `c map` explain its {claim.variables:,}
   variables. It has {claim.clauses:,} clauses. Each has to follow from the rules of the puzzle, except for clauses that
   {excluded}
   `edgeasp verify` checks each clause with code that shares nothing with the code that wrote the formula, and names the
   first clause that does not follow. It also rejects numbers and lines that other programs could interpret differently.
4. **The proof.** The formula has no model, so {meaning}. `proof.drat{suffix}` is the proof, and
   `proof.lrat{suffix}` is the same proof with hints. Each has {claim.lemmas:,} lemmas. Any of these programs checks it:

```sh
to=$(mktemp -d)
{copy} formula.cnf{suffix} | grep -v '^c' > "$to/formula.cnf"
{copy} proof.drat{suffix} > "$to/proof.drat"
{copy} proof.lrat{suffix} > "$to/proof.lrat"
drat-trim "$to/formula.cnf" "$to/proof.drat"
lrat-check "$to/formula.cnf" "$to/proof.lrat"
cake_lpr "$to/formula.cnf" "$to/proof.lrat"
```

The proof is right if drat-trim prints `s VERIFIED`, lrat-check prints `c VERIFIED`, or cake_lpr prints `s VERIFIED
UNSAT`. Ignore the exit status. The commands remove comments, because lrat-check rejects long ones and they are not part
of the formula. drat-trim stops after some hours unless `-t` allows more seconds. drat-trim and lrat-check are by Marijn
Heule, and cake_lpr is a checker that is itself proved correct.

Written by: {claim.written_by}.
"""


def _cube_section(claim: ClaimRecord) -> str:
    made_by = [
        *(
            f"{_square_name(col, row)} has the colour {colour} on its {side}"
            for col, row, side, colour in claim.colours
        ),
        *(
            f"tile {tile} is on {_square_name(col, row)}, rotated {rot} times"
            for tile, col, row, rot in claim.placements
        ),
    ]
    if not made_by:
        return ""
    lines = "".join(f"- {program}\n" for program in made_by)
    return f"""
The cube contains the boards that satisfy all lines below. The name of a square is its row, with A at the top, and its
column, with 1 at the left. Tiles have their numbers in `puzzle.puz`, from 0, and rotations are anticlockwise quarter
turns. Identical tiles are in the order of the squares, row by row:

{lines}"""


def _square_name(col: int, row: int) -> str:
    return place_name(Square(col, row))


def _boards_section(claim: ClaimRecord) -> str:
    if claim.cubes:
        return f"""\
2. **The cubes.** Each of the {claim.cubes:,} folders in `cubes` is a certificate like this one, for the boards in a
   part of the search. You can check it separately, and its README describes that part. No board is in two of them, so
   there are {claim.boards:,} boards in all."""
    return f"""\
2. **The boards.** Each file in `boards`, {claim.boards:,} in all, has a line for each tile: its number, column, row
   and anticlockwise quarter turns, all counted from 0 at the top left. Any program that implements the rules of the
   puzzle can check them."""
