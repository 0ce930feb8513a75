"""The default guidance: the statements, and their effect on the search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import clingo
import pytest
from hypothesis import assume, given

from edgeasp.encoding.render import EncodingRequest, EncodingSpec, render
from edgeasp.generate import Planted, Recipe, generate
from edgeasp.puzzle.expected import fitting, growth
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from edgeasp.search.session import Session
from edgeasp.solvers.clingo.options import ClaspOptions
from tests.support.solving import searched, task_for
from tests.support.strategies import planted as any_planted

Levels = dict[tuple[int, int, str], set[int]]


def levels(puzzle: Puzzle, clues: Solution = Solution(), request: EncodingRequest = EncodingRequest()) -> Levels:
    """By half of a diamond, on squares from (1,1): the levels on which its colours are decided."""
    heard = Heard()
    control = ground(puzzle, clues, request, heard)
    found: Levels = {}
    for half in control.symbolic_atoms.by_signature("half", 4):
        x, y, side, _ = half.symbol.arguments
        for level in heard.levels.get(half.literal, ()):
            found.setdefault((x.number, y.number, side.name), set()).add(level)
    return found


def ground(
    puzzle: Puzzle, clues: Solution, request: EncodingRequest = EncodingRequest(), *observers: clingo.Observer
) -> clingo.Control:
    """The program of a task, ground by clingo itself."""
    control = clingo.Control()
    for observer in observers:
        control.register_observer(observer)
    control.add("base", [], task_for(puzzle, clues, request).program())
    control.ground([("base", [])])
    return control


class Heard(clingo.Observer):
    """The levels that atoms are given by statements of clingo's heuristic with priority 0."""

    def __init__(self) -> None:
        self.levels: dict[int, set[int]] = {}

    def heuristic(
        self, atom: int, type_: clingo.HeuristicType, bias: int, priority: int, condition: Sequence[int]
    ) -> None:
        if (type_, priority) == (clingo.HeuristicType.Level, 0):
            self.levels.setdefault(atom, set()).add(bias)


def hidden(generated: Planted) -> dict[Square, Placement]:
    """The solution that was planted, by square."""
    assert generated.solution is not None
    return generated.solution.by_square()


def expected(puzzle: Puzzle, origins: list[tuple[int, int]]) -> Levels:
    """The same by the guide to the encodings: a square grows around each origin; each diamond has its own level."""
    cols, rows = puzzle.cols, puzzle.rows
    squares = [
        (min(place(x, y, a, b) for a, b in origins), x, y) for x in range(1, cols + 1) for y in range(1, rows + 1)
    ]
    corners = [Square(a - 1, b - 1) for a, b in origins]
    order = growth([Square(x - 1, y - 1) for _, x, y in squares], corners)
    assert order == [Square(x - 1, y - 1) for _, x, y in sorted(squares)]
    wanted: Levels = {}
    for before, (_, x, y) in enumerate(sorted(squares)):
        if y < rows:
            wanted[x, y, "bottom"] = {2 * (cols * rows - before)}
        if x < cols:
            wanted[x, y, "right"] = {2 * (cols * rows - before) - 1}
    return wanted


def place(x: int, y: int, a: int, b: int) -> tuple[int, ...]:
    """Where (x, y) comes as a square grows around (a, b): a column at either side, then a row above and below."""
    beside, above = abs(x - a), abs(y - b)
    return (beside, 0, x, above) if beside > above else (above, 1, y, beside)


def test_what_is_filled_is_always_a_square_or_a_column_and_a_row_more() -> None:
    puzzle = generate(Recipe(6, 6, 9, 3)).puzzle
    found = {(x, y): max(level) for (x, y, _), level in levels(puzzle).items()}
    order = sorted(found, key=lambda square: -found[square])
    for size in range(2, 6):
        assert set(order[: size * size]) == {(x, y) for x in range(1, size + 1) for y in range(1, size + 1)}
        column = order[size * size : size * size + size]
        assert column == [(size + 1, y) for y in range(1, size + 1)]


@pytest.mark.parametrize(
    "recipe",
    [Recipe(6, 6, 9, 3), Recipe(7, 4, 8, 3), Recipe(4, 4, 9), Recipe(4, 4, 5, 2)],
    ids=lambda recipe: f"{recipe.cols}x{recipe.rows}-{recipe.inner}-{recipe.border}",
)
def test_without_a_clue_the_search_begins_in_a_corner(recipe: Recipe) -> None:
    puzzle = generate(recipe).puzzle
    assert levels(puzzle) == expected(puzzle, [(1, 1)])


def test_with_clues_it_begins_around_them() -> None:
    recipe = Recipe(8, 7, 11, 3)
    planted = generate(recipe)
    by_square = hidden(planted)
    clues = Solution((by_square[Square(7, 0)], by_square[Square(3, 4)]))
    assert levels(planted.puzzle, clues) == expected(planted.puzzle, [(8, 1), (4, 5)])


@pytest.mark.parametrize("corner", [(0, 0), (2, 1), (4, 3)])
@pytest.mark.parametrize("size", [3, 4])
def test_a_block_of_clues_is_grown_around_as_all_of_its_clues_say(corner: tuple[int, int], size: int) -> None:
    planted = generate(Recipe(8, 7, 11, 3))
    left, top = corner
    squares = [Square(x, y) for x in range(left, left + size) for y in range(top, min(7, top + size))]
    by_square = hidden(planted)
    clues = Solution(tuple(by_square[square] for square in squares))
    origins = [(square.col + 1, square.row + 1) for square in squares]
    assert levels(planted.puzzle, clues) == expected(planted.puzzle, origins)


def test_clues_are_ground_for_the_squares_around_them_only() -> None:
    """All squares for all clues would be 13,310 pairs."""
    planted = generate(Recipe(11, 11, 20, 6))
    by_square = hidden(planted)
    clues = Solution(tuple(by_square[Square(x, y)] for x in range(10) for y in range(11)))
    assert len(levels(planted.puzzle, clues)) == 220
    grown = ground(planted.puzzle, clues)
    # 38 clues have an empty square or the outside beside them; eleven squares are empty.
    assert len(list(grown.symbolic_atoms.by_signature("away", 3))) <= 110 + 11 * 38


@given(any_planted())
def test_where_colours_are_few_or_uneven_the_solver_is_left_alone(planted: tuple[Puzzle, Solution]) -> None:
    """Guided while at most one tile and a half are expected to fit beside two neighbours, which whole numbers round."""
    puzzle, _ = planted
    assume(not 1.45 < fitting(puzzle) < 1.6)
    assert bool(levels(puzzle)) == (fitting(puzzle) <= 1.5)


@pytest.mark.parametrize(
    ("recipe", "guided"),
    [
        (Recipe(6, 6, 9, 3), True),
        (Recipe(6, 6, 6, 3), False),
        (Recipe(4, 4, 9), True),
        (Recipe(4, 4, 6), False),
        (Recipe(40, 40, 2, 2), False),  # no number is too large for clingo
        (Recipe(2, 5, 3, 2), True),  # no tile is inside
    ],
    ids=lambda value: f"{value.cols}x{value.rows}-{value.inner}" if isinstance(value, Recipe) else str(value),
)
def test_how_many_colours_are_few(recipe: Recipe, guided: bool) -> None:
    puzzle = generate(recipe).puzzle
    assert (fitting(puzzle) <= 1.5) == guided
    program = clingo.Control()
    encoding = render(EncodingSpec(framed=True)).text
    rule = encoding[encoding.index("rim(T,S)      :-") : encoding.index("% The first place")]
    sides = "clockwise(top,right). clockwise(right,bottom). clockwise(bottom,left). clockwise(left,top)."
    program.add("base", [], task_for(puzzle).facts() + rule + sides + "tile(T) :- tileSide(T,_,_).")
    program.ground([("base", [])])
    assert bool(list(program.symbolic_atoms.by_signature("sparse", 0))) == guided


@pytest.mark.parametrize(
    ("recipe", "options", "contraction", "restarts"),
    [
        (Recipe(6, 6, 8, 3), ClaspOptions(), "40,decisionSeq", "0"),
        (Recipe(6, 6, 6, 3), ClaspOptions(), "250,no", "d,50,0.7"),
        (Recipe(6, 6, 8, 3), ClaspOptions(extra=("--contraction=99",)), "99,no", "0"),
        (Recipe(6, 6, 8, 3), ClaspOptions(extra=("--restarts=x,9,1.5",)), "40,decisionSeq", "x,9,1.5,0"),
        (Recipe(6, 6, 8, 3), ClaspOptions(configuration="tweety"), "no", "l,60"),
    ],
    ids=["guided", "left alone", "clauses chosen", "restarts chosen", "another configuration"],
)
def test_where_the_order_is_fixed_long_clauses_are_shortened_and_nothing_restarts(
    recipe: Recipe, options: ClaspOptions, contraction: str, restarts: str
) -> None:
    program = Session(task_for(generate(recipe).puzzle), options).ground()
    solver: Any = program._control.configuration.solver
    assert solver.contraction == contraction
    assert solver.restarts.lower() == restarts


def test_it_can_be_left_out() -> None:
    puzzle = generate(Recipe(5, 5, 8, 3)).puzzle
    assert levels(puzzle)
    assert levels(puzzle, request=EncodingRequest(heuristic="none")) == {}


@pytest.mark.long
def test_it_finds_the_same_with_fewer_conflicts() -> None:
    """With one thread and a seed a search is determined, so this measures no machine."""
    conflicts = {"none": 0, "outward": 0}
    for seed in (1, 2):
        planted = generate(Recipe(8, 8, 15, 4, seed=seed))
        corner = Solution((hidden(planted)[Square(0, 0)],))
        boards_found: dict[str, set[tuple[Placement, ...]]] = {}
        for name in conflicts:
            search = searched(
                task_for(planted.puzzle, corner, EncodingRequest(heuristic=name)), options=ClaspOptions(1)
            )
            boards_found[name] = {tuple(each.placements) for each in search.solutions}
            assert search.result.exhausted
            assert search.result.statistics is not None
            conflicts[name] += search.result.statistics.conflicts or 0
        assert boards_found["none"] == boards_found["outward"] != set()
    assert conflicts["outward"] < conflicts["none"]
