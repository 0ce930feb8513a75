"""What a certificate claims: how many boards there are, counted how, and by which symmetry there are more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from edgeasp.puzzle import symmetry
from edgeasp.puzzle.model import FRAME, Puzzle, Solution
from edgeasp.search.certificate.views import Conditions

SideName = Literal["north", "east", "south", "west"]
_NAMES: tuple[SideName, ...] = ("north", "east", "south", "west")

COUNTED = (
    "A board is what one sees: exchanging identical tiles, or turning a tile by a rotation that maps it to itself, "
    "gives the same board. Turning the whole board gives another one."
)


@dataclass(frozen=True, slots=True)
class SymmetryRecord:
    """Why each board that was counted stands for several."""

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
    """What `claim.json` in a certificate holds: the claim in a sentence and in fields, and the files that prove it."""

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
    boards: Annotated[int, "The number of boards, each of which is in the folder."]
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
    if clues.placements or not tiles:
        return None
    return _anchor(puzzle, max(tiles, key=lambda index: (puzzle.tiles[index].sides.count(FRAME), -index)))


def _anchor(puzzle: Puzzle, tile: int) -> SymmetryRecord:
    turns = symmetry.turns(puzzle)
    rotations = tuple(range(4 // turns))
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
    square = puzzle.cols == puzzle.rows
    if len(clues) != 1 or not (square and puzzle.framed and puzzle.zeros == puzzle.outside):
        return None
    [clue] = clues
    tile, outer = clue.tile, puzzle.outer_sides(clue.square)
    identical = {each for group in puzzle.identical_tiles() for each in group}
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
        return _anchor(conditions.puzzle, conditions.anchor[0])
    return None if conditions.colours else cornered(conditions.puzzle, conditions.clues)


def is_justified(conditions: Conditions) -> bool:
    """Whether the anchor, if there is one, leaves exactly one rotation of each board."""
    if conditions.anchor is None:
        return True
    puzzle, (tile, rotations) = conditions.puzzle, conditions.anchor
    unique = not any(tile in group for group in puzzle.identical_tiles())
    usual = _anchor(puzzle, tile).rotations
    return not conditions.clues.placements and unique and puzzle.tiles[tile].period == 4 and rotations == usual


def boards_in_all(conditions: Conditions, boards: int) -> int:
    """The number of boards with those for which they stand by symmetry."""
    found = symmetry_of(conditions)
    return boards if found is None or conditions.colours else boards * found.factor


def colour_records(conditions: Conditions) -> tuple[tuple[int, int, SideName, int], ...]:
    """The given colours as they stand in the claim."""
    return tuple((each.col, each.row, _NAMES[side], colour) for each, side, colour in conditions.colours)


def sentence(conditions: Conditions, boards: int) -> str:
    """The claim in one sentence."""
    puzzle, clues = conditions.puzzle, len(conditions.clues)
    found = symmetry_of(conditions)
    number = f"exactly {boards:,} board{'s' * (boards != 1)}" if boards else "no board"
    words = [f"The puzzle of {puzzle.cols} x {puzzle.rows} tiles in puzzle.puz has {number}"]
    if conditions.colours:
        words.append(f" with {len(conditions.colours)} given colours of sides")
    if clues:
        keep = "keeps" if boards < 2 else "keep"
        words.append(f" that {keep} the {f'{clues} clues' if clues > 1 else 'clue'} in clues.sol")
    if found and found.kind == "anchor":
        words.append(" up to rotation of the whole board")
    if boards:
        words.append(f", {'those' if boards > 1 else 'the one'} in boards")
        if found and not conditions.colours:
            number = f"{boards_in_all(conditions, boards):,} boards"
            words.append(f", and so {number} {'in all' if found.rotations else 'without the clue'}")
    elif found:
        words.append(f", and so none {'at all' if found.rotations else 'without the clue'}")
    return "".join(words) + "."
