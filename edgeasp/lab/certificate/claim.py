"""The claim of a certificate: how many boards there are, counted how, and by which symmetry there are more.

A certificate can be about a cube, some of the boards of a puzzle; or it can be divided into cubes, each with a
certificate of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from edgeasp.formats import plain
from edgeasp.lab.certificate.views import Conditions
from edgeasp.puzzle import identity
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Solution, Square
from edgeasp.system.lines import number_of

SideName = Literal["north", "east", "south", "west"]
SIDE_NAMES: tuple[SideName, ...] = ("north", "east", "south", "west")

COUNTED = (
    "A board is what one sees: exchanging identical tiles, or turning a tile by a rotation that maps it to itself, "
    "gives the same board. Turning the whole board gives another one."
)


@dataclass(frozen=True, slots=True)
class SymmetryRecord:
    """A symmetry by which each board that was counted stands for several."""

    kind: Annotated[
        Literal["anchor", "clue"],
        "anchor: the formula allows a tile some of its rotations only; clue: the only clue places a corner tile.",
    ]
    tile: Annotated[int, "The tile, from 0."]
    rotations: Annotated[
        tuple[int, ...], "The anticlockwise quarter turns that it may have; empty if the clue says where it is."
    ]
    factor: Annotated[int, "The number of rotations of the board, of which one was counted."]
    reason: Annotated[str, "Why it is exactly one."]


@dataclass(frozen=True, slots=True)
class ClaimRecord:
    """The content of `claim.json`: the claim in a sentence and in fields, and the files that prove it."""

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
        "Tile, column, row and anticlockwise quarter turns, from 0: the boards that have these placements when "
        "identical tiles lie in the order of the squares; empty for all boards.",
    ]
    cubes: Annotated[
        int,
        "The number of cubes, each with a certificate in the folder `cubes`, that have all boards between them; 0 if "
        "the boards themselves are in the folder.",
    ]
    boards: Annotated[int, "The number of boards, each of which is in the folder, or in one of a cube."]
    assignments: Annotated[int, "The same with identical tiles distinguished."]
    symmetry: Annotated[SymmetryRecord | None, "Why each board stands for several; null if it stands for itself."]
    boards_in_all: Annotated[int, "The number of boards with those for which they stand."]
    variables: Annotated[int, "Variables of the formula."]
    clauses: Annotated[int, "Clauses of the formula."]
    lemmas: Annotated[int, "Lemmas of the proof."]
    written_by: Annotated[str, "The programs that found the boards and wrote the proof, with versions."]
    files: Annotated[dict[str, str], "The SHA-256 of each file of the folder, by its name."]


def anchored(puzzle: Puzzle, clues: Solution) -> SymmetryRecord | None:
    """The argument that a tile may have some of its rotations only; None if there is a clue, or no such tile.

    A tile of the frame is preferred, since its rotation says on which side of the board it is.
    """
    identical = {tile for group in puzzle.identical_tiles() for tile in group}
    tiles = [index for index, tile in enumerate(puzzle.tiles) if tile.period == 4 and index not in identical]
    if clues.placements or not tiles or not puzzle.turning:
        return None
    return _anchor(puzzle, max(tiles, key=lambda index: (puzzle.tiles[index].sides.count(FRAME), -index)))


def _anchor(puzzle: Puzzle, tile: int, first: int = 0) -> SymmetryRecord:
    turns = identity.turns(puzzle)
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


def cornered(puzzle: Puzzle, clues: Solution) -> SymmetryRecord | None:
    """The argument that the only clue places a tile that may be in any of four corners; None if it does not hold."""
    square = puzzle.cols == puzzle.rows and puzzle.turning
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


def symmetry_of(conditions: Conditions) -> SymmetryRecord | None:
    """The symmetry that the conditions imply: of their anchor, or of their only clue."""
    if conditions.anchor is not None:
        tile, rotations = conditions.anchor
        return _anchor(conditions.puzzle, tile, *rotations[:1])
    return None if conditions.is_cube else cornered(conditions.puzzle, conditions.clues)


def is_justified(conditions: Conditions) -> bool:
    """Whether the anchor, if there is one, leaves exactly one rotation of each board."""
    if conditions.anchor is None:
        return True
    puzzle, (tile, rotations) = conditions.puzzle, conditions.anchor
    unique = puzzle.turning and not any(tile in group for group in puzzle.identical_tiles())
    usual = _anchor(puzzle, tile, *rotations[:1]).rotations
    return not conditions.clues.placements and unique and puzzle.tiles[tile].period == 4 and rotations == usual


def boards_in_all(conditions: Conditions, boards: int) -> int:
    """The number of boards with those for which they stand by symmetry."""
    symmetry = symmetry_of(conditions)
    return boards if symmetry is None or conditions.is_cube else boards * symmetry.factor


def lies_in(conditions: Conditions, on: Mapping[Square, Placement]) -> bool:
    """Whether a board lies in the cube: placements by squares, with identical tiles in order and least rotations."""
    has_colours = all(
        conditions.puzzle.sides(on[square])[side] == colour for square, side, colour in conditions.colours
    )
    return has_colours and all(on[placement.square] == placement for placement in conditions.placements)


def most_variables(puzzle: Puzzle) -> int:
    """The most variables of a formula: no more can be said of a tile on a square, of a diamond, and of all signs.

    Each tile is on each square, in whatever rotation or in one of four; each diamond has each colour. Without a frame,
    the sides on the outside are diamonds as well; in a puzzle with a frame, 0 may be a colour inside.
    """
    diamonds = puzzle.grid.diamonds + (0 if puzzle.framed else puzzle.grid.outside)
    return 5 * len(puzzle.tiles) ** 2 + diamonds * (len(puzzle.colours) + puzzle.framed) + 1


def record(
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
    """The claim that there are so many boards with these conditions, in so many cubes."""
    puzzle, clues = conditions.puzzle, conditions.clues
    return ClaimRecord(
        schema="edgeasp.claim",
        schema_version=1,
        claim=sentence(conditions, boards, cubes),
        counted=COUNTED,
        cols=puzzle.cols,
        rows=puzzle.rows,
        clues=len(clues),
        colours=tuple(
            (square.col, square.row, SIDE_NAMES[side], colour) for square, side, colour in conditions.colours
        ),
        placements=plain.quadruples(conditions.placements),
        cubes=cubes,
        boards=boards,
        assignments=boards * identity.assignments_per_board(puzzle, clues),
        symmetry=symmetry_of(conditions),
        boards_in_all=boards_in_all(conditions, boards),
        variables=variables,
        clauses=clauses,
        lemmas=lemmas,
        written_by=written_by,
        files=files,
    )


def sentence(conditions: Conditions, boards: int, cubes: int = 0) -> str:
    """The claim in one sentence."""
    puzzle, clues = conditions.puzzle, len(conditions.clues)
    symmetry = symmetry_of(conditions)
    number = f"exactly {number_of(boards, 'board')}" if boards else "no board"
    rules = ["colours meet as its comment `c edgeasp partners` pairs them"] * bool(puzzle.partners)
    rules += ["no tile may be turned"] * (not puzzle.turning)
    peculiar = f", in which {' and '.join(rules)}," if rules else ""
    words = [f"The puzzle of {puzzle.cols} x {puzzle.rows} tiles in puzzle.puz{peculiar} has {number}"]
    if clues:
        keep = "keeps" if boards < 2 else "keep"
        words.append(f" that {keep} the {f'{clues} clues' if clues > 1 else 'clue'} in clues.sol")
    if conditions.is_cube:
        words.append(f" in the cube of {_limits_of(conditions)}")
    elif symmetry and symmetry.kind == "anchor":
        words.append(" up to rotation of the whole board")
    if boards:
        where = f"the {number_of(cubes, 'cube')}" if cubes else "boards"
        words.append(f", {'those' if boards > 1 else 'the one'} in {where}")
    if symmetry and not conditions.is_cube:
        in_all = f"{boards_in_all(conditions, boards):,} boards" if boards else "none"
        everywhere = "in all" if boards else "at all"
        words.append(f", and so {in_all} {everywhere if symmetry.rotations else 'without the clue'}")
    return "".join(words) + "."


def _limits_of(conditions: Conditions) -> str:
    """The conditions of a cube, in words."""
    colours, placements = len(conditions.colours), len(conditions.placements)
    words = [number_of(colours, "colour of a side", "colours of sides")] if colours else []
    words += [number_of(placements, "placement")] if placements else []
    if conditions.anchor is not None:
        tile, rotations = conditions.anchor
        words.append(f"tile {tile} after {' or '.join(map(str, rotations))} quarter turns")
    return " and ".join(words)
