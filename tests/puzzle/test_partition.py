"""Parts of a search divide the fillings: each filling lies in one of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.candidates import Candidate, Candidates, Diamond
from edgeasp.puzzle.expected import Part, diamonds, growth, partition
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square
from tests.support import boards
from tests.support.strategies import planted_with_clues


def domains(puzzle: Puzzle, origin: Square = Square(0, 0)) -> dict[Square, tuple[Candidate, ...]]:
    every = Candidates(puzzle).at
    return {square: every[square] for square in growth(every, [origin])}


def holds(part: Part, puzzle: Puzzle, board: Solution) -> bool:
    at = board.by_square()
    return all(puzzle.sides(at[diamond.square])[diamond.side] == colour for diamond, colour in part)


@given(planted_with_clues(), st.integers(1, 60))
def test_every_board_lies_in_one_part(made: tuple[Puzzle, Solution, Solution], enough: int) -> None:
    puzzle, board, _ = made
    every = domains(puzzle)
    parts = partition(every, enough)
    # The clues of a part are the same diamonds, so no board lies in two.
    assert len({tuple(diamond for diamond, _ in part) for part in parts}) == 1
    assert len(set(parts)) == len(parts)
    assert sum(holds(part, puzzle, board) for part in parts) == 1
    assert len(parts) >= enough or len(parts[0]) == len(list(diamonds(every)))


def test_no_more_diamonds_are_divided_than_it_takes() -> None:
    every = domains(boards.FRAME_3X3)
    assert partition(every, 1) == [()]
    for enough in range(2, 20):
        parts = partition(every, enough)
        shorter = {part[:-1] for part in parts}
        assert len(shorter) < enough <= len(parts)


def test_the_part_with_most_candidates_comes_first() -> None:
    every = domains(boards.planted(1, 5, 5, 4, framed=True))
    fits = []
    for [(diamond, colour)] in partition(every, 2):
        here = sum(each.sides[diamond.side] == colour for each in every[diamond.square])
        beyond = diamond.square.neighbour(diamond.side)
        fits.append(here * sum(each.sides[diamond.side.opposite] == colour for each in every[beyond]))
    assert fits == sorted(fits, reverse=True)
    assert fits[0] > fits[-1] > 0


def test_a_square_without_candidates_leaves_no_part() -> None:
    every = domains(boards.FRAME_3X3)
    assert partition({**every, Square(1, 0): ()}, 5) == []


def test_diamonds_come_square_by_square() -> None:
    squares = [Square(1, 0), Square(0, 0), Square(1, 1)]
    assert list(diamonds(squares)) == [Diamond(Square(1, 0), Side.SOUTH), Diamond(Square(0, 0), Side.EAST)]
