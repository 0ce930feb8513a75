"""Finding all boards and proving that there are no others in one search, of which the proof is the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

from edgeasp.encoding.cnf import Formula
from edgeasp.formats import dimacs
from edgeasp.lab.certificate import folder as names
from edgeasp.lab.certificate.make.proving import Making, Proof, ProofOptions
from edgeasp.lab.certificate.refuter import NoRoomError, Refuter, is_able
from edgeasp.lab.certificate.views import Conditions
from edgeasp.puzzle.candidates import Candidate
from edgeasp.puzzle.expected import growth, origins
from edgeasp.puzzle.model import Solution
from edgeasp.solvers.interface import Statistics
from edgeasp.system import writing
from edgeasp.system.limits import Limit, LimitReached, Stopped

_LARGE = 1 << 22
"""Bytes that the search takes in memory; as text, its proof takes up to twice as many."""


def can_refute(formula: Formula, options: ProofOptions) -> bool:
    """Whether the search knows all that there is in the puzzle, and can be compiled."""
    return options.own_search and is_able(formula.variables, options.deadline.check)


def refute(
    conditions: Conditions, formula: Formula, path: Path, options: ProofOptions, take: Callable[[Solution], bool]
) -> Proof | None:
    """Find all boards, and write the formula and its proof to a folder, with hints and without.

    Nothing is proved, and None returned, if a board ends the search, or if it has no room for more.

    The formula has the clauses that the proof needs, and no others.

    Args:
        conditions: what the boards keep.
        formula: of the puzzle; only its variables are used.
        path: of the folder.
        options: how the proof is made.
        take: is given each board, unchecked, and says whether to go on.

    Raises:
        LimitReached: a limit is reached; there is no proof then.
        OutputError: a file cannot be written.
    """
    puzzle, check = conditions.puzzle, options.deadline.check
    clued = [clue.tile for clue in conditions.clues]
    order = list(growth(list(puzzle.grid.squares), origins(conditions.clues)))
    groups = puzzle.identical_tiles(clued)
    try:
        with closing(Refuter(formula.variables, fitting(conditions, formula), groups, order, check)) as search:
            taken, done = 0, False
            while not done:
                options.on_progress(Making("boards", search.lemmas, search.lemmas, search.bytes))
                check()
                left = None if options.conflicts is None else options.conflicts - options.spent - search.lemmas
                if left is not None and left <= 0:
                    raise LimitReached(Stopped(Limit.CONFLICTS, options.conflicts))
                done = search.run(left)
                for board in search.boards(taken):
                    taken += 1
                    if not take(board):
                        return None
            return _written(search, formula, path, options)
    except NoRoomError:
        options.on_note("the search that is its own proof has no memory left: CaDiCaL makes the proof")
        return None


def _written(search: Refuter, formula: Formula, path: Path, options: ProofOptions) -> Proof:
    written = search.lemmas
    options.on_progress(Making("formula", written, written, search.bytes))
    ending = options.ending if options.compress is not None or search.bytes < _LARGE else names.COMPRESSED
    search.finish(options.deadline.check)
    head = (piece.encode() for piece in dimacs.head(formula, search.clauses))
    for name, pieces in (
        (names.FORMULA, chain(head, search.formula())),
        (names.HINTED, search.hinted()),
        (names.PLAIN, search.plain()),
    ):
        if name == names.HINTED:
            options.on_progress(Making("reduce", written, written, search.bytes))
        _write(str(path / (name + ending)), pieces, options)
    return Proof(None, search.clauses, written, search.lemmas, Statistics(written), "", ending)


def _write(path: str, pieces: Iterable[bytes], options: ProofOptions) -> None:
    with writing.writing_bytes(path) as write:
        for piece in pieces:
            options.deadline.check()
            write(piece)


def fitting(conditions: Conditions, formula: Formula) -> list[list[Candidate]]:
    """The candidates of each square, row by row, that keep the conditions."""
    puzzle, candidates = conditions.puzzle, formula.variables.candidates
    clues = [*map(puzzle.canonical, conditions.clues), *conditions.placements]
    tiles = {clue.tile for clue in clues}
    on = {
        clue.square: {(placement.tile, placement.rot) for placement in clues if placement.square == clue.square}
        for clue in clues
    }
    anchored, rotations = conditions.anchor or (-1, ())
    shown: dict[int, set[int]] = {}
    squares = {square: number for number, square in enumerate(candidates.squares)}
    for square, side, colour in conditions.colours:
        diamond = candidates.around[squares[square]][side]
        shown.setdefault(-1 if diamond is None else diamond, set()).add(colour)

    def keeping(number: int) -> Iterator[Candidate]:
        around = candidates.around[number]
        for candidate in candidates.by_square[number]:
            clue = on.get(candidates.squares[number])
            if candidate.tile in tiles if clue is None else clue != {(candidate.tile, candidate.rot)}:
                continue
            if candidate.tile == anchored and candidate.rot not in rotations:
                continue
            sides = zip(around, candidate.sides, strict=True)
            if all(shown[diamond] == {colour} for diamond, colour in sides if diamond in shown):
                yield candidate

    # A colour on the frame is none of a board.
    return [list(keeping(number)) if -1 not in shown else [] for number in range(len(candidates.squares))]
