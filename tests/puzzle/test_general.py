"""Puzzles with unusual features: the boards of brute force by every way, in every format."""

from __future__ import annotations

import doctest
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, permutations, product
from math import inf, isqrt
from pathlib import Path
from typing import Any

import pytest

import edgeasp
from edgeasp.draw.terminal import draw_board
from edgeasp.draw.view import DrawStyle
from edgeasp.encoding import facts
from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import plain, programs
from edgeasp.formats.document import BoardFormat, Document
from edgeasp.formats.files import convert, convert_board
from edgeasp.formats.programs import PICTURES
from edgeasp.formats.recognition import PUZ, board_formats, puzzle_formats
from edgeasp.formats.resolve import resolve_board
from edgeasp.generate import Planted, Recipe, generate
from edgeasp.puzzle import counting, estimate, features, identity, symmetry
from edgeasp.puzzle.candidates import FittingPlacements
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.counting import contradictions, likely_typos, side_supply
from edgeasp.puzzle.identity import Relabelling, find_translation, identify
from edgeasp.puzzle.mass_checker import MassChecker
from edgeasp.puzzle.model import (
    FRAME,
    Placement,
    Puzzle,
    PuzzleFeature,
    Side,
    Sign,
    Solution,
    Square,
    Tile,
    as_sides,
    rotate_sides,
    square_named,
)
from edgeasp.search.best.rounds import ImprovedBoard, ProvedBound, Round, RoundKind, round_events
from edgeasp.search.strategy import can_be_scanned
from edgeasp.search.task import SolutionCounts, make_task
from edgeasp.solvers.backtrack import BacktrackRun
from edgeasp.system.errors import EncodingError, FormatError, InputError, OptionError
from tests.draw.pictured import pictures_text
from tests.support import brute
from tests.support.boards import every_small, peculiar
from tests.support.general import compare, compare_symmetries, general, most_matches, pairs, pictures
from tests.support.running import run
from tests.support.solving import as_solution

# ---- all features ----


@cache
def named(name: str) -> Puzzle:
    """The puzzle of a name such as `2 subset+open`: its number and its kinds."""
    return general(f"some {name}", name.split(" ")[1].split("+"))


SOME = [f"{number} {'+'.join(kinds)}" for number in range(3) for kinds in pairs()]
E2 = edgeasp.load("e2").puzzle

FOUR = tuple(map(Tile, [(0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)]))
FIVE = Puzzle(2, 2, (*FOUR, Tile((0, 1, 2, 0))))
"""Four corners, and a copy of the first."""


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", SOME)
def test_every_way_finds_the_boards_of_brute_force(name: str) -> None:
    assert compare(named(name)) == []


@pytest.mark.parametrize("kinds", pairs(), ids="+".join)
def test_boards_up_to_rotation_are_those_of_brute_force(kinds: tuple[str, ...]) -> None:
    assert compare_symmetries(general(f"symmetries {'+'.join(kinds)}", kinds)) == []


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(12))
def test_a_colour_may_lie_on_backs_only(seed: int) -> None:
    cols, rows = ((2, 2), (3, 2))[seed % 2]
    puzzle = generate(Recipe(cols, rows, 12, seed=seed, heads=True, flipping=True)).puzzle
    assert {*puzzle.side_colours} > {colour for tile in puzzle.tiles for colour in tile.sides}
    assert compare(puzzle) == []


@pytest.mark.long
@pytest.mark.parametrize("number", range(100, 125))
def test_thousands_of_comparisons(number: int) -> None:
    """All ways to find boards on a puzzle of each kind, and of each pair of kinds."""
    assert [(kinds, wrong) for kinds in pairs() if (wrong := compare(named(f"{number} {'+'.join(kinds)}")))] == []


@pytest.mark.long
def test_most_of_these_have_boards() -> None:
    assert sum(bool(pictures(named(name))) for name in SOME) >= len(SOME) // 3


@pytest.mark.sample(16)
@pytest.mark.parametrize("name", SOME)
def test_numbers_of_tiles_and_colours_do_not_matter(name: str) -> None:
    puzzle = named(name)
    boards = len(pictures(puzzle))
    for seed in (1, 2):
        assert len(pictures(Relabelling(puzzle, Solution(), seed).puzzle)) == boards


def test_a_tile_that_fits_no_square_can_be_left_over() -> None:
    misfit = Tile((0, 1, 0, 1))
    puzzle = Puzzle(2, 2, (*FOUR, misfit))
    assert contradictions(puzzle) == []
    assert edgeasp.count(puzzle) == 4 == edgeasp.count(replace(puzzle, tiles=FOUR))
    assert edgeasp.parse(plain.write_puz(puzzle), format="puz").puzzle == puzzle
    figures = edgeasp.info(puzzle)
    assert (figures.unplaceable_tiles, figures.side_order) == ((4,), None)
    [clash] = contradictions(Puzzle(2, 2, (*FOUR[1:], misfit, misfit)))
    assert clash.startswith("tile 3 has the frame colour 0 on sides that no square has on the boundary together")


@pytest.mark.sample(32)
@pytest.mark.parametrize("name", SOME)
def test_files_and_facts_keep_all(name: str) -> None:
    assert plain.read_puz(plain.write_puz(named(name)), "it.puz") == named(name)
    assert facts.read_facts(facts.write_facts(named(name)), "it.lp")[0] == named(name)


@pytest.mark.parametrize("name", SOME[::5])
def test_other_formats_refuse_them(name: str) -> None:
    puzzle = named(name) if named(name).beyond else FIVE
    others = [each for each in puzzle_formats() if not each.is_board and each.name not in ("puz", "facts")]
    assert others
    for each in others:
        with pytest.raises(FormatError, match="cannot represent"):
            convert(Document(puzzle), each)
    assert "a .puz states in comments" in " ".join(convert(Document(puzzle), PUZ).notes)


OVER = generate(Recipe(4, 4, 5, 3, flipping=True))


@pytest.mark.parametrize("form", board_formats(), ids=lambda form: form.name)
def test_a_board_with_tiles_turned_over_is_kept_or_refused(form: BoardFormat) -> None:
    assert OVER.solution is not None
    assert max(placement.rot for placement in OVER.solution) > 3
    if PuzzleFeature.FLIPS not in form.features:
        with pytest.raises(FormatError, match="cannot represent two-sided tiles: choose sol"):
            convert_board(OVER.solution, OVER.puzzle, form)
        return
    board = form.read(convert_board(OVER.solution, OVER.puzzle, form), OVER.puzzle, "it")
    assert [resolve_board(board, OVER.puzzle, "it").placements.by_square()] == [OVER.solution.by_square()]


@pytest.mark.parametrize(
    ("size", "at", "boards"), [((2, 2), "A1", 1_312), ((2, 2), "P15", None), ((2, 2), "A2", 73_003)]
)
def test_blocks_of_eternity_ii_have_the_published_numbers_of_boards(
    size: tuple[int, int], at: str, boards: int | None
) -> None:
    square = square_named(at)
    assert square is not None
    if boards is None:
        with pytest.raises(EncodingError, match="expected a block"):
            identity.cut_block(E2, *size, square)
        return
    assert edgeasp.count(identity.cut_block(E2, *size, square)) == boards


@pytest.mark.long
@pytest.mark.parametrize(("size", "at", "boards"), [(2, "C3", 4_059_952), (3, "A1", 2_633_221), (3, "A2", 595_003_203)])
def test_larger_blocks_have_them_too(size: int, at: str, boards: int) -> None:
    assert run("solve", "e2", "--block", f"{size}x{size}", "--at", at, "--count").stdout.split()[0] == str(boards)


def test_a_block_in_the_middle_may_lie_turned_and_the_model_expects_as_many_boards() -> None:
    block = identity.cut_block(E2, 2, 2, Square(4, 4))
    assert block.open_sides == frozenset(Side)
    assert len(symmetry.board_rotations(block)) == 4
    expected = estimate.expected_solutions_of(block).solutions
    assert expected is not None
    assert 0.95 < float(expected) / 4_059_952 < 1.05


def test_a_block_of_the_whole_board_is_the_puzzle() -> None:
    assert identity.cut_block(E2, 16, 16) == E2


def test_identical_tiles_count_once_whether_they_lie_or_not() -> None:
    outcome = edgeasp.solve_all(FIVE)
    assert outcome.result.counts.boards == len(pictures(FIVE)) == 4
    assert outcome.result.counts.assignments is None


def test_tiles_that_are_left_over_keep_their_kinds() -> None:
    import numpy as np

    inner = Puzzle(2, 2, (*FOUR[:3], Tile((0, 3, 0, 4)), Tile((3, 0, 0, 4))))
    turned_in = Solution(tuple(Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)))
    texts = [violation.text for violation in check(inner, turned_in).violations]
    assert "B2 has 0 on its top, within the board" in texts
    grey = Puzzle(2, 2, (Tile((0, 0, 0, 0)),) * 5)
    assert not check(grey, turned_in).solved
    assert not MassChecker(grey).are_solutions(*np.array([[range(4)], [range(4)], [[0] * 4]])).any()


def test_the_rotations_of_a_board_with_open_sides_keep_these() -> None:
    puzzle = replace(FIVE, rim=(("right", ()), ("left", ())))
    assert len(symmetry.board_rotations(puzzle)) == 2
    assert len(symmetry.board_rotations(replace(puzzle, rim=(("right", ()),)))) == 1
    with pytest.raises(EncodingError, match="the frame on all sides"):
        make_task(puzzle, request=EncodingRequest(symmetry=("board-rotations",)))


def test_rules_that_count_all_tiles_are_refused() -> None:
    with pytest.raises(EncodingError, match="for a rectangle without spare"):
        make_task(FIVE, request=EncodingRequest(redundant=("colour-supply",)))


RING = generate(Recipe(5, 4, 3, 2, seed=4, holes=frozenset({Square(1, 1), Square(2, 1), Square(4, 3)})))
TORUS = generate(Recipe(4, 3, 4, seed=2, wraps=frozenset({"columns", "rows"})))


def test_the_grid_says_what_meets_and_what_lies_outside() -> None:
    grid = RING.puzzle.grid
    assert (grid.size, grid.outside) == (17, sum(len(grid.outer_sides(square)) for square in grid.squares))
    assert 2 * grid.diamonds + grid.outside == 4 * grid.size
    assert grid.outer_sides(Square(1, 2)) == {Side.NORTH}
    assert grid.outline == ("#####", "#..##", "#####", "####.")
    torus = TORUS.puzzle.grid
    assert (torus.diamonds, torus.outside) == (24, 0)
    assert torus.neighbour(Square(0, 0), Side.WEST) == Square(3, 0)
    assert torus.neighbour(Square(3, 2), Side.SOUTH) == Square(3, 0)


@pytest.mark.usefixtures("small_searches_are_split")
@pytest.mark.parametrize(("planted", "jobs"), [(RING, 2), (TORUS, 1)], ids=["ring", "torus"])
def test_boards_of_other_outlines_are_generated_solved_and_drawn(
    planted: Planted, jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert planted.solution is not None
    assert check(planted.puzzle, planted.solution).solved
    Path("it.puz").write_text(plain.write_puz(planted.puzzle), encoding="utf-8")
    assert run("solve", "it.puz", "-o", "it.sol").status == 0
    assert run("check", "it.puz", "it.sol").stdout.startswith("solved")
    assert run("show", "it.puz", "it.sol", "-o", "it.svg").status == 0
    ways: list[list[str | int]] = [[], ["--no-scan"], ["--jobs", jobs]]
    if planted is RING:  # which on the torus takes a second
        ways.append(["--formulation", "heule"])
    counts = {run("solve", "it.puz", "--count", *options).stdout.splitlines()[-1] for options in ways}
    assert len(counts) == 1


def test_a_board_with_holes_is_drawn_without_lines_in_them() -> None:
    puzzle = edgeasp.Puzzle(3, 3, (Tile((1, 1, 1, 1)),) * 5, holes=frozenset(map(Square, (0, 0, 1, 2), (0, 1, 1, 2))))
    drawn = draw_board(puzzle, Solution(), 80, DrawStyle()).plain
    assert [line.rstrip() for line in drawn.splitlines()] == CUT.splitlines()


CUT = """\
      ┬─────┬─────┐
      │     │     │
      │  ·  │  ·  │
      │     │     │
      ┼─────┼─────┤
            │     │
            │  ·  │
            │     │
├─────┼─────┼─────┤
│     │     │
│  ·  │  ·  │
│     │     │
└─────┴─────┴"""


def test_holes_are_turned_with_the_board() -> None:
    corners = frozenset(Square(col, row) for col in (0, 3) for row in (0, 3))
    plus = edgeasp.Puzzle(4, 4, (Tile((1, 2, 3, 4)),) * 12, holes=corners)
    assert len(symmetry.board_rotations(plus)) == 4
    three = replace(plus, holes=corners - {Square(0, 0)}, tiles=plus.tiles + plus.tiles[:1])
    assert len(symmetry.board_rotations(three)) == 1
    assert symmetry.moved_puzzle(replace(plus, wraps=frozenset({"rows"})), symmetry.Motion(1)).wraps == {"columns"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--mask", "##/#"), "expected 2 squares in each row, found 1"),
        (("--mask", "nowhere.txt"), "nowhere.txt: cannot be read"),
        (("--mask", "#####/#####/#####"), "takes 15 tiles, not 5"),
        (("--wrap", "diagonal"), "expected --wrap as columns, rows"),
        (("--rim", "top"), "expected a part of the rim"),
        (("--rim", "top=1", "--rim", "top=any"), "--rim top is given twice: expected it once"),
        (("--wrap", "columns", "--rim", "right=1"), "--rim right: the board wraps around there"),
    ],
)
def test_a_board_that_cannot_be_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], expected: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("it.puz").write_text(plain.write_puz(FIVE), encoding="utf-8")
    done = run("solve", "it.puz", *words)
    assert (done.status, expected in done.stderr) == (2, True)
    assert len(done.stderr.splitlines()) <= 2


@pytest.mark.long
def test_of_the_boards_of_a_torus_one_is_counted_of_those_that_shifts_make() -> None:
    puzzle = TORUS.puzzle
    assert edgeasp.count(puzzle) == 24
    boards = [Solution(tuple(board)) for board in edgeasp.solve(puzzle, number=0)]
    motions = symmetry.symmetries(puzzle)
    moved = ([symmetry.moved_solution(puzzle, each, motion) for motion in motions] for each in boards)
    assert len({min(symmetry.board_key(puzzle, one) for one in every) for every in moved}) == 1
    assert edgeasp.is_unique(puzzle)
    clue = Solution(boards[0].placements[:1])
    assert symmetry.symmetries(puzzle, clue)[0] == symmetry.Motion()
    assert len(symmetry.symmetries(puzzle, clue)) < 3


AROUND = replace(RING.puzzle, rim=(("hole", ()), ("right", (1, 2))))


def test_a_rim_has_parts_and_each_its_colours() -> None:
    assert AROUND.rim == (("right", (1, 2)), ("hole", ()))
    every, statement = frozenset(AROUND.side_colours), AROUND.statement
    assert statement.allowed_colours(Square(4, 0)) == (frozenset({0}), frozenset({1, 2}), every, every)
    assert statement.frame_sides(Square(4, 0)) == {Side.NORTH}
    assert AROUND.grid.part(Square(4, 2), Side.SOUTH) == "hole"
    assert statement.boundary[Square(1, 2), Side.NORTH] == every
    assert dict(symmetry.moved_puzzle(AROUND, symmetry.Motion(1)).rim) == {"bottom": (1, 2), "hole": ()}
    with pytest.raises(ValueError, match="expected parts of the rim"):
        replace(AROUND, rim=(("middle", (1,)),))


def test_open_sides_are_a_rim_without_colours() -> None:
    sides = frozenset({Side.EAST, Side.WEST})
    puzzle = Puzzle(2, 2, FIVE.tiles, open_sides=sides)
    assert puzzle == replace(FIVE, rim=(("left", ()), ("right", ())))
    assert (puzzle.rim, puzzle.open_sides) == ((("right", ()), ("left", ())), sides)
    # Of both, either can be replaced.
    assert replace(puzzle, rim=()) == FIVE
    for opened, rim in ((frozenset[Side](), ()), ({Side.NORTH}, (("top", ()),))):
        changes: dict[str, Any] = {"open_sides": opened}
        assert replace(puzzle, **changes).rim == rim
    coloured = Puzzle(2, 2, FIVE.tiles, open_sides=sides, rim=(("left", (1,)), ("top", (1,))))
    assert coloured.rim == (("top", (1,)), ("right", ()), ("left", (1,)))
    assert Puzzle(2, 2, (Tile((1, 2, 1, 2)),) * 4, open_sides=sides).rim == ()


def test_what_is_said_of_a_side_that_is_none_changes_nothing() -> None:
    """A torus has no right side: without it, the board turns and is shifted as before."""
    ringed = replace(TORUS.puzzle, rim=(("right", (1,)), ("top", ()), ("left", ())))
    assert ringed == TORUS.puzzle
    assert symmetry.symmetries(ringed) == symmetry.symmetries(TORUS.puzzle)
    assert edgeasp.count(ringed, up_to_rotation=True) == 1
    cylinder = replace(TORUS.puzzle, wraps=frozenset({"columns"}), rim=(("right", (1,)), ("top", (1, 2))))
    assert dict(cylinder.rim) == {"top": (1, 2)}


def test_colours_of_a_rim_that_tiles_do_not_have_are_named(tmp_path: Path) -> None:
    (tmp_path / "it.puz").write_text("2 2\nc edgeasp rim top 5\n" + "1 2 1 2\n" * 4, encoding="utf-8")
    for command in ("solve", "explain"):
        done = run(command, str(tmp_path / "it.puz"))
        assert "the boundary needs 5 on 2 sides (top), but only 0 sides of tiles have this colour" in (
            done.stdout + done.stderr
        )
    enough = Puzzle(2, 2, (Tile((1, 2, 1, 5)), Tile((1, 2, 1, 5)), Tile((1, 2, 1, 2)), Tile((1, 2, 1, 2))))
    assert contradictions(replace(enough, rim=(("top", (5,)),))) == []


def test_tiles_that_cannot_be_laid_at_all_clash_in_no_place(tmp_path: Path) -> None:
    tiles = "3 1 1 2", "3 1 1 3", "1 3 1 4", "1 4 3 1", "1 1 1 3", "3 2 2 3"
    rims = "top 2 3", "right 2", "left 4", "bottom 1"
    lines = ["3 2", *(f"c edgeasp rim {rim}" for rim in rims), *tiles]
    (tmp_path / "it.puz").write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = run("explain", str(tmp_path / "it.puz")).stdout.splitlines()
    assert said[:2] == [
        "no solution: the search is complete",
        "no placement of the tiles exists, even with sides that do not match",
    ]
    assert not any("0 places" in line for line in said)


def test_what_a_rim_shows_is_checked_and_named() -> None:
    lying = Solution((Placement(0, Square(4, 0), 0),))
    shown = AROUND.sides(lying.placements[0])[Side.EAST]
    texts = [violation.text for violation in check(AROUND, lying).violations if violation.side is Side.EAST]
    assert texts == ([] if shown in (1, 2) else [f"A5 has {shown} on its right, the boundary is 1 or 2"])
    other = replace(AROUND, rim=(("right", (shown + 1,)),))
    assert [violation.side for violation in check(other, lying).violations if violation.side is Side.EAST]
    unframed = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4, rim=(("top", (2,)),))
    placed = Solution(tuple(Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)))
    names = [violation.name for violation in check(unframed, placed).violations]
    assert names == ["boundary(1,1,top)", "boundary(2,1,top)"]


def test_boards_differ_by_tiles_with_different_orientations() -> None:
    upright, free, other = Tile((1, 2, 1, 2), only=(0,)), Tile((1, 2, 1, 2)), Tile((1, 1, 1, 1))
    puzzle = Puzzle(2, 2, (upright, free, other, other))
    one, swapped = (
        Solution(tuple(Placement(tile, Square(at % 2, at // 2), 0) for at, tile in enumerate(order)))
        for order in ((0, 1, 2, 3), (1, 0, 2, 3))
    )
    assert symmetry.board_key(puzzle, one) != symmetry.board_key(puzzle, swapped)
    alike = replace(puzzle, tiles=(free, free, other, other))
    assert symmetry.board_key(alike, one) == symmetry.board_key(alike, swapped)


def test_a_reflection_shows_the_partners_of_a_rim() -> None:
    tiles = (Tile((3, 2, 4, 1)), Tile((4, 2, 3, 1))) * 2
    puzzle = Puzzle(2, 2, tiles, partners=((1, 2),), flipping=True, rim=(("right", (2,)), ("left", (1,))))
    assert symmetry.symmetries(puzzle) == (symmetry.Motion(), symmetry.Motion(mirrored=True))
    turned = symmetry.moved_puzzle(puzzle, symmetry.Motion(mirrored=True))
    assert turned.rim == puzzle.rim


@pytest.mark.parametrize("options", [[], ["--preset", "hardest"], ["--unique"]])
@pytest.mark.parametrize("mask", ["###/#.#/###", "####/#..#/####"])
def test_a_ring_is_made_without_naming_colours(mask: str, options: list[str]) -> None:
    """It has no place for inner colours, of which boards of its size have some by default."""
    made = run("generate", "--mask", mask, "-q", *options)
    assert made.status == 0
    assert "--colours 0" in made.stdout
    assert run("solve", "-", "-q", given=made.stdout).status == 0
    refused = run("generate", "--mask", mask, "--colours", "3")
    assert "has no edges for inner colours: expected 0, not 3" in refused.stderr


@pytest.mark.parametrize("axes", ["columns", "rows", "columns,rows"])
def test_the_smallest_board_that_wraps_around_is_made_without_naming_colours(axes: str) -> None:
    """Of the diamonds of its size all lie in the ring; it has more of them."""
    made = run("generate", "--wrap", axes, "--size", "2", "-q")
    assert "--colours 1" in made.stdout
    assert run("solve", "-", "-q", given=made.stdout).status == 0


def test_the_squares_of_macmahon_lie_around_a_hole_and_on_a_torus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("generate", "--preset", "macmahon", "-o", "m.puz").status == 0
    around = ("--mask", "#####/#####/##.##/#####/#####", "--rim", "hole=any")
    for options, diamonds in ((around, 36), (("--wrap", "columns,rows"), 48)):
        assert run("solve", "m.puz", *options, "-o", "it.sol").status == 0
        assert run("check", "m.puz", "it.sol", *options).stdout == f"solved\nscore: {diamonds} of {diamonds} edges\n"
    # Twenty squares touch one of the two rims, and only 18 tiles have the colour of the frame.
    assert run("solve", "m.puz", *around[:2]).stdout == "c UNSATISFIABLE\n"


@pytest.mark.long
def test_forty_nine_cards_fill_a_cylinder() -> None:
    """The session on the page, with the set that fills a cylinder and no torus."""
    page = (Path(__file__).parents[2] / "docs" / "boards-and-tiles.md").read_text(encoding="utf-8")
    [block] = re.findall(r"^```pycon\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    session = doctest.DocTestParser().get_doctest(block, {}, "boards-and-tiles.md", None, 0)
    assert doctest.DocTestRunner().run(session) == (0, 11)


DIFFERENT = Puzzle(
    3, 3, tuple(map(Tile, islice(product((1, 2), (2, 3), (1, 3), (1, 2, 3)), 9))), ((1, 2), (1, 3), (2, 3))
)
"""Nine tiles, whose neighbours have to differ."""


def of_colours(*colours: int, partners: tuple[tuple[int, int], ...]) -> Puzzle:
    """Tiles of one colour each, four in a square or nine in a square."""
    side = isqrt(len(colours))
    return Puzzle(side, side, tuple(Tile((colour,) * 4) for colour in colours), partners)


def test_a_colour_may_meet_several() -> None:
    puzzle = of_colours(1, 1, 2, 3, partners=((2, 1), (1, 3), (3, 1), (4, 4)))
    assert (puzzle.partners, puzzle.paired) == (((1, 2), (1, 3)), False)
    assert [puzzle.meeting(colour) for colour in (1, 2, 4)] == [(2, 3), (1,), (4,)]
    assert repr(puzzle) == "Puzzle(2 x 2, unframed, colours that match several others, 4 tiles)"
    assert of_colours(1, 1, 2, 3, partners=((1, 1), (1, 2))).meeting(1) == (1, 2)


def test_neighbours_that_have_to_differ_lie_as_on_a_checkerboard() -> None:
    """Where both diagonals have a colour of their own, or one has both others: brute force by hand."""
    different = ((1, 2), (1, 3), (2, 3))
    for colours, number in (((1, 1, 2, 2), 2), ((1, 1, 2, 3), 4), ((1, 1, 1, 2), 0)):
        puzzle = of_colours(*colours, partners=different)
        assert edgeasp.count(puzzle) == len(pictures(puzzle)) == number
        assert len(list(BacktrackRun(puzzle, Solution(), every=True, seed=0))) == number
    # Of nine squares the five with the corners, or the four others, are the first colour's.
    assert edgeasp.count(of_colours(*[1] * 5, *[2, 2, 3, 3], partners=different)) == 6


def test_a_scan_counts_boards_whose_colours_meet_several() -> None:
    """In a fifth of the time of clasp."""
    rng = random.Random(2)
    tiles = tuple(Tile(as_sides(rng.randint(1, 7) for _ in range(4))) for _ in range(9))
    puzzle = Puzzle(3, 3, tiles, tuple((colour, colour % 7 + 1) for colour in range(1, 8)))
    by_scan, by_clasp = (edgeasp.solve_all(puzzle, scan=scan) for scan in (True, False))
    assert by_scan.result.engine == "scan"
    assert by_clasp.result.engine == "clingo"
    assert by_scan.result.counts == by_clasp.result.counts == SolutionCounts(5_832, 5_832)


def test_a_scan_refuses_colours_that_meet_very_many() -> None:
    every = range(1, 81)
    puzzle = Puzzle(9, 9, tuple(Tile((one, one, one, 81 - one)) for one in (*every, 1)), tuple(combinations(every, 2)))
    with pytest.raises(OptionError, match="match fewer"):
        next(iter(BacktrackRun(puzzle, Solution(), every=False, seed=0)))
    assert not can_be_scanned(make_task(puzzle))


def test_the_word_different_stands_for_all_pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle = of_colours(1, 1, 2, 3, partners=((1, 2), (1, 3), (2, 3)))
    text = plain.write_puz(puzzle)
    assert "\nc edgeasp partners different\n" in text
    Path("it.puz").write_text(text, encoding="utf-8")
    Path("bare.puz").write_text(text.replace("c edgeasp partners different\n", ""), encoding="utf-8")
    for words in (("it.puz",), ("bare.puz", "--partners", "different"), ("bare.puz", "--partners", "1-2,1-3,2-3")):
        assert run("solve", *words, "--count").stdout.startswith("4 boards, 8 assignments")
    assert "\npartners            any two that differ\n" in run("info", "it.puz").stdout
    assert "\npartners            1 meets 2, 3; 2 meets 1; 3 meets 1\n" in (
        run("info", "bare.puz", "--partners", "1-2,1-3").stdout
    )
    done = run("solve", "bare.puz", "--partners", "other")
    assert (done.status, done.stderr.splitlines()[0]) == (
        2,
        "edgeasp: error: --partners: expected pairs such as 1-2 as partners, or different, found 'other'",
    )


@pytest.mark.parametrize("sides", ["1 1 1 1", "0 1 1 0"])
def test_one_colour_that_has_to_differ_meets_nothing(
    sides: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("it.puz").write_text(f"2 2\nc edgeasp partners different\n{4 * (sides + chr(10))}", encoding="utf-8")
    assert run("solve", "it.puz", "--count").stdout == "0 boards\n"
    assert edgeasp.best(edgeasp.load("it.puz")).score == 0
    assert run("convert", "it.puz", "--to", "puz", "-o", "again.puz").status == 0
    for name in ("it.puz", "again.puz"):
        assert edgeasp.count(edgeasp.load(name), scan=False) == 0
        laid = edgeasp.load(name).board([Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)])
        assert laid.score == 0


def test_too_many_colours_that_have_to_differ_are_refused() -> None:
    tiles = "".join(f"{4 * tile + 1} {4 * tile + 2} {4 * tile + 3} {4 * tile + 4}\n" for tile in range(256))
    with pytest.raises(InputError, match=r"^x:2: expected at most 1,000 colours where any two differ, found 1,024$"):
        plain.read_puz(f"16 16\nc edgeasp partners different\n{tiles}", "x")


def test_what_meets_several_is_named() -> None:
    puzzle = of_colours(1, 1, 2, 3, partners=((1, 2), (1, 3)))
    beside = Solution((Placement(2, Square(0, 0), 0), Placement(3, Square(1, 0), 0)))
    report = check(puzzle, beside)
    assert [violation.text for violation in report.violations] == ["A1 has 2 on its right, A2 has 3 on its left"]
    corner = FittingPlacements(puzzle, Solution((Placement(0, Square(0, 0), 0),)))
    assert corner.requirements_text(Square(1, 0)) == "2 or 3 on its left"
    assert corner.tiles_on(Square(1, 0)) == (2, 3)
    corners = tuple(map(Tile, [(0, 1, 2, 0), (0, 0, 3, 1), (1, 1, 0, 0), (1, 0, 0, 4)]))
    assert contradictions(Puzzle(2, 2, corners, ((1, 2), (1, 3)))) == [
        "colour 1 occurs 5 times and its partners 2 and 3 2 times, but they have to match",
        "colour 4 occurs once, on tile 3, but its sides have to match in pairs",
    ]


def test_signs_alternate_around_a_board_that_wraps() -> None:
    with pytest.raises(ValueError, match="even number"):
        edgeasp.Puzzle(3, 2, (Tile((1, 1, 1, 1), Sign.PLUS),) * 6, wraps=frozenset({"columns"}))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2 2\nc edgeasp outline ##\nc edgeasp outline #\n0 1 2 0\n0 0 3 1\n2 4 0 0\n", "expected 2 squares"),
        ("2 2\nc edgeasp outline ##\n0 1 2 0\n0 0 3 1\n2 4 0 0\n", "expected at least 2 columns and 2 rows"),
        ("2 2\nc edgeasp wrap columns\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n", "expected 'c edgeasp wraps', found"),
        ("2 2\nc edgeasp no turn\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n", "expected 'c edgeasp no turning', found"),
        ("2 2\nc edgeasp rim inside 1\n0 1 2 0\n0 0 3 1\n2 4 0 0\n", "expected a part of the rim"),
        ("2 2\nc edgeasp rim top 0\n0 1 2 0\n0 0 3 1\n2 4 0 0\n", "expected a colour of the rim"),
        ("2 2\nc edgeasp wraps around\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n", "expected what wraps around"),
        (
            "2 2\nc edgeasp spare 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n3 0 0 4\n",
            "expected 6 tiles for 2 x 2 and 2 spare",
        ),
        ("2 2\nc edgeasp spare some\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n", "a number of spare tiles"),
        ("2 2\nc edgeasp open east\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n", "expected sides of the board"),
    ],
)
def test_a_comment_that_makes_no_sense_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        plain.read_puz(text, "it.puz")


def test_the_table_knows_all_kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for number, kinds in enumerate(pairs()):
        Path("it.puz").write_text(plain.write_puz(general(f"table {number}", kinds)), encoding="utf-8")
        done = run("play", "--no-engine", "--no-open", "-o", "x.html", "it.puz")
        assert (done.status, kinds, len(done.stderr.splitlines())) == (0, kinds, 1)


@pytest.mark.parametrize("words", ["best", "certify -o there", "signs count"])
def test_what_does_not_know_them_says_so_in_one_line(
    tmp_path: Path, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for puzzle, kind in (
        (DIFFERENT, "colours that match several others"),
        (FIVE, "spare tiles"),
        (RING.puzzle, "holes"),
        (TORUS.puzzle, "a wrap-around board"),
        (replace(TORUS.puzzle, wraps=frozenset(), rim=(("top", (1, 2)),)), "open sides or boundary colours"),
        (CORNERS, "two-sided tiles"),
    ):
        if features.supports(words.split(maxsplit=1)[0], puzzle):
            continue
        Path("it.puz").write_text(plain.write_puz(puzzle), encoding="utf-8")
        done = run(*words.split(), "it.puz")
        assert done.status == 2
        assert f"does not support puzzles with {kind}" in done.stderr
        assert len(done.stderr.splitlines()) <= 2


@pytest.mark.parametrize(
    "puzzle", [DIFFERENT, RING.puzzle, TORUS.puzzle, AROUND], ids=["relation", "ring", "torus", "rim"]
)
def test_commands_heed_other_boards(puzzle: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("it.puz").write_text(plain.write_puz(puzzle), encoding="utf-8")
    assert run("solve", "it.puz", "-n", 3, "-o", "boards/").status == 0
    for board in Path("boards").glob("*.sol"):
        assert run("check", "it.puz", board).stdout.startswith("solved")
        assert "this board is a solution" in run("hint", "it.puz", board).stdout
        lines = board.read_text(encoding="utf-8").splitlines(keepends=True)
        Path("part.sol").write_text("".join(lines[2:]), encoding="utf-8")
        assert run("hint", "it.puz", "part.sol").status == 0
    assert run("solve", "it.puz", "--unique").status == 0
    assert run("explain", "it.puz").stdout == "there is a solution: there is nothing to explain\n"
    assert ", ".join(puzzle.beyond) in run("info", "it.puz").stdout.splitlines()[0]
    assert run("facts", "it.puz", "-o", "it.lp").status == 0
    assert run("convert", "it.lp", "--to", "puz").stdout.endswith(plain.write_puz(puzzle).split("\n", 1)[1])


def test_commands_heed_tiles_left_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("it.puz").write_text(plain.write_puz(FIVE), encoding="utf-8")
    assert run("solve", "it.puz", "--count").stdout == "4 boards\n"
    assert run("solve", "it.puz", "-o", "it.sol").status == 0
    assert "spare: tile" in run("check", "it.puz", "it.sol").stdout
    assert "spare tiles" in run("info", "it.puz").stdout
    assert run("show", "it.puz", "it.sol").status == 0
    assert run("hint", "it.puz", "it.sol").status == 0
    assert run("explain", "it.puz").status == 0


# ---- two-sided tiles, and tiles with restricted orientations ----

CORNERS = Puzzle(2, 2, FOUR, flipping=True)
"""Four corners that fit in one way, up to rotation and reflection of the board."""


def test_a_board_of_tiles_that_may_be_turned_over_has_eight_symmetries() -> None:
    assert edgeasp.count(CORNERS) == 8
    assert len(symmetry.symmetries(CORNERS)) == 8
    assert edgeasp.count(CORNERS, up_to_rotation=True) == 1
    assert edgeasp.is_unique(CORNERS)


def test_a_rectangle_of_such_tiles_has_four() -> None:
    made = edgeasp.generate_puzzle(4, 3, colours=6, border_colours=4, flipping=True, seed=2)
    assert made.solution is not None
    assert check(made.puzzle, made.solution).solved
    assert [tuple(each)[:2] for each in symmetry.symmetries(made.puzzle)] == [
        (0, False),
        (2, False),
        (0, True),
        (2, True),
    ]
    assert edgeasp.count(made.puzzle) == 4 * edgeasp.count(made.puzzle, up_to_rotation=True)


def test_the_back_shows_partners_in_the_mirror() -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4, partners=((1, 2),), flipping=True)
    assert puzzle.faces(0) == ((1, 2, 3, 4), (2, 4, 3, 1))
    assert puzzle.shown(0, 5) == (4, 3, 1, 2)


def test_boards_say_how_tiles_lie_and_are_read_again(tmp_path: Path) -> None:
    over = next(board for board in edgeasp.solve(CORNERS) if board.placements[0].rot > 3)
    assert check(CORNERS, over).solved
    text = plain.write_sol(over)
    assert {line.split()[3] for line in text.splitlines()} & set("4567")
    assert plain.read_sol(text, CORNERS, "it.sol") == over
    with pytest.raises(InputError, match="expected a rotation from 0 to 3"):
        plain.read_sol(text, Puzzle(2, 2, FOUR), "it.sol")


def test_the_same_set_turned_over_is_the_same_puzzle() -> None:
    turned = replace(CORNERS, tiles=tuple(replace(tile, sides=CORNERS.shown(at, 6)) for at, tile in enumerate(FOUR)))
    renamed = replace(turned, tiles=tuple(replace(tile, sides=_named(tile.sides)) for tile in turned.tiles))
    for other in (turned, renamed):
        assert identity.identify(other) == identity.identify(CORNERS) or other is renamed
        translation = identity.find_translation(CORNERS, other)
        assert translation is not None
        for board in edgeasp.solve(CORNERS, number=0):
            assert check(other, translation.translate(board)).solved
    assert identity.find_translation(CORNERS, Puzzle(2, 2, FOUR)) is None


def _named(sides: tuple[int, ...]) -> tuple[int, int, int, int]:
    north, east, south, west = ((0, 7, 5, 8, 6)[colour] for colour in sides)
    return north, east, south, west


def test_tiles_that_may_not_be_turned_keep_the_board_as_it_lies() -> None:
    upright = replace(FOUR[0], only=(0,))
    puzzle = Puzzle(2, 2, (upright, *FOUR[1:]))
    assert edgeasp.count(puzzle) == 1
    assert symmetry.symmetries(puzzle) == (symmetry.Motion(),)
    wrong = Solution((Placement(0, Square(1, 0), 3),))
    assert check(puzzle, wrong).names == ("range(2,1)",)
    half = replace(puzzle, tiles=tuple(replace(tile, only=(0, 2)) for tile in FOUR))
    assert symmetry.symmetries(half) == (symmetry.Motion(), symmetry.Motion(2))
    assert edgeasp.count(half) == 2


@pytest.mark.long
def test_best_knows_boards_of_such_tiles() -> None:
    made = edgeasp.generate_puzzle(3, colours=3, border_colours=2, flipping=True, fixed=0.3, seed=4)
    for puzzle in (CORNERS, made.puzzle):
        found = edgeasp.best(puzzle, seed=1)
        assert found.proved
        assert found.board is not None
        assert check(puzzle, found.board.solution).solved


BEST = [kinds for kinds in pairs() if not {"relation", "subset"} & {*kinds}]


def spoilt(seed: int, kinds: tuple[str, ...]) -> Puzzle:
    """A puzzle with these features that hardly has a solution."""
    puzzle = general(f"best {seed}", kinds)
    return replace(puzzle, tiles=(replace(puzzle.tiles[0], sides=puzzle.tiles[-1].sides), *puzzle.tiles[1:]))


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kinds", BEST, ids="+".join)
def test_best_has_as_many_matches_as_brute_force(kinds: tuple[str, ...], seed: int) -> None:
    """The proof of a window as large as the board is one of the best board."""
    puzzle = spoilt(seed, kinds)
    most = most_matches(puzzle)
    found = edgeasp.best(puzzle, seed=seed)
    assert found.score == most
    assert found.proved or most is None
    assert edgeasp.best(puzzle, rounds=1, prove=f"{puzzle.cols}x{puzzle.rows}").score == most


@pytest.mark.sample(12)
@pytest.mark.parametrize(("seed", "kinds"), list(product(range(15), BEST)))
def test_rounds_of_best_agree_with_brute_force(seed: int, kinds: tuple[str, ...]) -> None:
    """No round breaks a condition or exceeds the best score, and the proof finds it."""
    puzzle = spoilt(seed, kinds)
    task, most = make_task(puzzle), most_matches(puzzle)
    least = None if most is None else puzzle.grid.diamonds - most
    events = [*round_events(Round(1, RoundKind.PROVE, task, 1, conflicts=10**6))]
    assert [event.mismatches for event in events if isinstance(event, ProvedBound)][-1] == least
    assert task.fewest_mismatches() <= (inf if least is None else least)
    events += round_events(Round(1, RoundKind.FILL, task, seed, width=50))
    boards = [event.board for event in events if isinstance(event, ImprovedBoard)]
    if boards:
        events = [*round_events(Round(1, RoundKind.POLISH, task, seed, boards[-1], windows=10))]
        boards += [event.board for event in events if isinstance(event, ImprovedBoard)]
    reports = [check(puzzle, board) for board in boards]
    assert bool(reports) == (most is not None)
    assert all(not report.missing and report.matched <= (most or 0) for report in reports)
    assert {violation.condition for report in reports for violation in report.violations} <= {Condition.ADJOINING}


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(16))
def test_a_proof_in_a_frame_is_right_by_brute_force(seed: int) -> None:
    """Turned over, a tile faces the other way along the ring."""
    puzzle = generate(Recipe(3, 2, 1, border=3, seed=seed, flipping=True)).puzzle
    rng = random.Random(seed)
    tiles = [replace(tile, sides=puzzle.shown(at, rng.choice([0, 4]))) for at, tile in enumerate(puzzle.tiles)]
    number = rng.randrange(len(tiles))
    changed = as_sides(side and rng.randint(1, 3) for side in tiles[number].sides)
    tiles[number] = replace(tiles[number], sides=changed)
    puzzle = replace(puzzle, tiles=tuple(tiles))
    most = most_matches(puzzle)
    proof = Round(1, RoundKind.PROVE, make_task(puzzle), 1, conflicts=10**6)
    least = [event.mismatches for event in round_events(proof) if isinstance(event, ProvedBound)][-1]
    assert least == (None if most is None else puzzle.grid.diamonds - most)


def test_a_window_of_tiles_that_may_be_turned_over_is_improved() -> None:
    tiles = tuple(map(Tile, [(0, 3, 5, 0), (5, 0, 0, 6), (3, 6, 0, 0), (0, 0, 3, 3)]))
    puzzle = Puzzle(2, 2, tiles, flipping=True)
    start = plain.read_sol("0 0 0 0\n1 1 0 1\n2 1 1 1\n3 0 1 2\n", puzzle, "it")
    assert check(puzzle, start).matched == 2
    assert edgeasp.best(puzzle, start=start, rounds=0, prove="2x2").score == 4


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        ("tiles 0,9 only 0", "it.puz:2: expected tiles from 0 to 3, found tile 9"),
        ("tiles 0 only 4", "it.puz:2: expected orientations among 0, 1, 2, 3, found 4"),
        ("tiles 0-2 only 0\nc edgeasp tiles 2 only 1", "it.puz:3: .* orientations of tile 2 once, .*first on line 2"),
        ("spare 0\nc edgeasp spare 1", "it.puz:3: expected the number of spare tiles once, found it again"),
        ("rim top 1\nc edgeasp rim top 2", "it.puz:3: expected the rim of part top once, found it again"),
        ("outline ##", "it.puz:2: expected at least 2 columns and 2 rows"),
        ("outline ###\nc edgeasp outline ###", "it.puz:2: expected an outline of 2 x 2, found 3 x 2"),
        ("outline ##\nc edgeasp outline #x", "it.puz:3: expected # for a square and"),
        ("rim top 1\nc edgeasp open top", "it.puz:3: expected the rim of part top once, found it again"),
        ("open hole\nc edgeasp rim hole 1", "it.puz:3: expected the rim of part hole once, found it again"),
        ("open", "it.puz:2: expected sides of the board"),
        ("partners", "it.puz:2: expected pairs such as 1-2 as partners, or different, found none"),
        ("no turning over", "it.puz:2: expected 'c edgeasp no turning', found 'edgeasp no turning over'"),
        ("Wraps columns", "it.puz:2: expected 'c edgeasp wraps', found 'edgeasp Wraps columns'"),
        ("warps columns", "it.puz:2: expected 'c edgeasp wraps', found 'edgeasp warps columns'"),
        ("opne top", "it.puz:2: expected 'c edgeasp open', found 'edgeasp opne top'"),
        ("turned over", "it.puz:2: expected one of 'c edgeasp partners', .*, found 'edgeasp turned over'"),
        ("hole 1 1", "it.puz:2: expected one of .*, found 'edgeasp hole 1 1'"),
        ("spare 0\nc Edgeasp: spare 1", "it.puz:3: expected 'c edgeasp spare', found 'Edgeasp: spare 1'"),
        ("tiles 0 only 0 1", "expected tiles and orientations, as in 3,5-9 only 0,2; found '0 only 0 1'"),
        ("tiles 0 only 9", "expected tiles and orientations, as in 3,5-9 only 0,2"),
        ("tiles some", "expected tiles and orientations"),
    ],
)
def test_a_comment_that_contradicts_the_puzzle_or_another_one_is_refused(comment: str, words: str) -> None:
    text = plain.write_puz(Puzzle(2, 2, FOUR)).replace("2 2\n", f"2 2\nc edgeasp {comment}\n")
    with pytest.raises(InputError, match=words):
        plain.read_puz(text, "it.puz")


def test_facts_on_orientations_that_make_no_sense_are_refused() -> None:
    text = facts.write_facts(Puzzle(2, 2, FOUR))
    for more, words in (
        ("only(1,360).", "expected a fact rotation.360."),
        ("only(7,90).", "expected only of a tile from 1 to 4"),
        ("rotation(360).", "expected the fact rotation.450."),
        ("only(1,45).", "expected one of 0, 90, 180, 270"),
    ):
        with pytest.raises(InputError, match=words):
            facts.read_facts(text + more + "\n", "it.lp")


def test_commands_heed_tiles_with_two_sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = run(
        "generate", "--size=3", "--two-sided", "--fixed=0.3", "--seed=5", "-o", "it.puz", "--save-solution", "it.sol"
    )
    assert made.status == 0
    assert "c edgeasp turning over\n" in Path("it.puz").read_text(encoding="utf-8")
    assert run("check", "it.puz", "it.sol").status == 0
    assert "two-sided tiles" in run("info", "it.puz").stdout
    assert "does not support puzzles with two-sided tiles" in " ".join(run("info", "it.puz").stdout.split())
    Path("part.sol").write_text("".join(Path("it.sol").read_text().splitlines(keepends=True)[:3]), encoding="utf-8")
    assert run("hint", "it.puz", "part.sol").status == 0
    assert run("explain", "it.puz").status == 0
    assert run("convert", "it.puz", "-o", "it.lp").status == 0
    assert run("solve", "it.lp", "--count").stdout == run("solve", "it.puz", "--count").stdout
    Path("corners.puz").write_text(plain.write_puz(CORNERS), encoding="utf-8")
    over = next(board for board in edgeasp.solve(CORNERS) if board.placements[0].rot > 3)
    Path("over.sol").write_text(plain.write_sol(over), encoding="utf-8")
    assert "0'" in run("show", "corners.puz", "over.sol", "--tiles").stdout
    unique = run("solve", "corners.puz", "--unique")
    assert unique.stdout == "unique up to rotation and reflection of the board\n"


# ---- pictures ----


@pytest.mark.usefixtures("small_searches_are_split")
def test_nine_pictures_have_one_board_up_to_eight_symmetries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = pictures_text(3, seed=1)
    Path("input.txt").write_text(text, encoding="utf-8")
    assert run("solve", "input.txt", "--count").stdout == "8 boards: 1 up to rotation and reflection\n"
    assert run("solve", "input.txt", "--count", "--jobs", "2").stdout == "8 boards: 1 up to rotation and reflection\n"
    instance = edgeasp.load("input.txt")
    numbers = {int(line[5:-1]) for line in text.splitlines() if line.startswith("Tile")}
    assert {instance.puzzle.names.number(tile) for tile in range(9)} == numbers
    written = convert(Document(instance.puzzle), PICTURES).text
    assert programs.read_pictures(written, "it.txt").puzzle == instance.puzzle
    borders = re.compile(r"^Tile.*\n[#.]{10}\n", re.MULTILINE)
    assert borders.findall(written) == borders.findall(text)


def test_a_hundred_and_forty_four_pictures_are_laid_in_the_one_way_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("input.txt").write_text(pictures_text(12, seed=1), encoding="utf-8")
    assert run("solve", "input.txt", "--unique").stdout == "unique up to rotation and reflection of the board\n"


def test_two_pictures_of_one_number_are_refused() -> None:
    text = pictures_text(2, seed=1)
    first, second, *_ = re.findall(r"^Tile (\d+):$", text, re.MULTILINE)
    with pytest.raises(InputError, match=f"input.txt:13: expected each tile once, found tile {first} again .*line 1"):
        programs.read_pictures(text.replace(f"Tile {second}:", f"Tile {first}:"), "input.txt")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Tile", "Tiles", "expected 'Tile 2311:' or a line of # and ., found 'Tiles"),
        ("#", "##", "expected 10 lines of 10 below tile|expected 11 lines of 11 below tile"),
        ("\n\n", "\n.#.#.#.#.#\n\n", "expected 10 lines of 10 below tile"),
    ],
)
def test_pictures_that_are_none_are_refused(old: str, new: str, words: str) -> None:
    text = pictures_text(2, seed=1)
    with pytest.raises(InputError, match=words):
        programs.read_pictures(text.replace(old, new, 1), "input.txt")


# ---- partners, and tiles that may not be turned ----

PECULIAR = [peculiar(seed) for seed in range(60)]
TINY = [peculiar(seed, 4) for seed in range(60)]
ALIKE = (Tile((1, 2, 3, 4)),) * 4


def test_partners_are_kept_in_order_and_those_of_themselves_left_out() -> None:
    puzzle = Puzzle(2, 2, ALIKE, ((4, 3), (2, 1), (5, 5)))
    assert puzzle.partners == ((1, 2), (3, 4))
    assert [puzzle.partner(colour) for colour in (0, 1, 2, 3, 4, 5)] == [0, 2, 1, 4, 3, 5]
    assert repr(puzzle) == "Puzzle(2 x 2, unframed, partners, 4 tiles)"
    assert repr(Puzzle(2, 2, ALIKE, turning=False)) == "Puzzle(2 x 2, unframed, no turning, 4 tiles)"
    assert Puzzle(2, 2, ALIKE, ((1, 1),)) == Puzzle(2, 2, ALIKE)


@pytest.mark.parametrize("partners", [((0, 1),), ((1, 2, 3),), ((1, -2),), ((1, "2"),), [(1, 2)], 3])
def test_other_partners_are_refused(partners: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        Puzzle(2, 2, ALIKE, partners)  # type: ignore[arg-type]


def all_boards(puzzle: Puzzle) -> Iterator[Solution]:
    for order, turns in product(permutations(range(4)), product(range(4 if puzzle.turning else 1), repeat=4)):
        yield as_solution(puzzle, tuple(zip(order, turns, strict=True)))


@pytest.mark.sample(1)
@pytest.mark.parametrize("puzzle", TINY[:4], ids=str)
def test_the_checkers_agree_with_brute_force(puzzle: Puzzle) -> None:
    every = {as_solution(puzzle, each) for each in brute.solve(puzzle).raw}
    assert {each for each in all_boards(puzzle) if check(puzzle, each).solved} == every
    import numpy as np

    boards = [sorted(board, key=lambda each: each.square[::-1]) for board in all_boards(puzzle)]
    numbers = np.array([[(each.tile, each.square.row * 2 + each.square.col, each.rot) for each in b] for b in boards])
    tiles, squares, turns = np.moveaxis(numbers, 2, 0)
    solved = MassChecker(puzzle).are_solutions(tiles, squares, turns)
    assert int(solved.sum()) == len(every)


def test_a_turned_tile_is_out_of_range_where_none_may_be_turned() -> None:
    puzzle = Puzzle(2, 2, ALIKE, turning=False)
    [violation] = check(puzzle, Solution((Placement(0, Square(0, 0), 2),))).violations
    assert "no quarter turns" in violation.text


@pytest.mark.parametrize("puzzle", PECULIAR[:20], ids=str)
def test_what_two_squares_make_of_a_diamond_is_equal_exactly_if_they_match(puzzle: Puzzle) -> None:
    rng = random.Random(1)
    tiles = rng.sample(range(len(puzzle.tiles)), 4)
    squares = [Square(0, 0), Square(1, 0), Square(0, 1), Square(1, 1)]
    on = {square: Placement(tile, square, 0) for tile, square in zip(tiles, squares, strict=True)}
    wrong = {(each.square, each.side) for each in check(puzzle, Solution(tuple(on.values()))).violations if each.side}
    for square, side, other in puzzle.grid.pairs:
        if square in on and other in on:
            here, there = puzzle.diamonds_around(on[square])[side], puzzle.diamonds_around(on[other])[side.opposite]
            assert (here == there) == ((square, side) not in wrong)


def test_counting_refutes_no_puzzle_with_a_solution() -> None:
    refuted = 0
    for puzzle in [
        *TINY,
        *every_small(2, ((1, 2),), turning=False)[::17],
        *every_small(3, ((1, 2),), turning=True)[::997],
    ]:
        if counting.contradictions(puzzle):
            assert not brute.solvable(puzzle), puzzle
            refuted += 1
    assert refuted > 3


@pytest.mark.parametrize(
    ("sides", "partners", "turning", "words"),
    [
        ([(1, 1, 1, 1)] * 4, ((1, 2),), True, "16 sides have no side to match, but only 8 sides are on the boundary"),
        ([(0, 1, 2, 0), (0, 0, 2, 1), (1, 2, 0, 0), (2, 0, 0, 2)], ((1, 2),), True, "colour 2 occurs 5 times"),
        ([(1, 1, 1, 2)] * 4, (), False, "4 of the sides at the right of tiles have no side to match, but only 2"),
        ([(0, 1, 1, 0), (0, 0, 1, 1), (1, 1, 0, 0), (1, 0, 0, 1)], ((1, 2),), True, "its partner 2 0 times"),
    ],
)  # fmt: skip
def test_what_counting_finds(
    sides: list[tuple[int, int, int, int]], partners: tuple[tuple[int, int], ...], turning: bool, words: str
) -> None:
    puzzle = Puzzle(2, 2, tuple(map(Tile, sides)), partners, turning)
    assert words in " ".join(counting.contradictions(puzzle))


@pytest.mark.parametrize("puzzle", PECULIAR[:25], ids=str)
def test_a_board_without_turning_has_no_rotations(puzzle: Puzzle) -> None:
    assert len(symmetry.board_rotations(puzzle)) == (
        1 if not puzzle.turning else 4 if puzzle.cols == puzzle.rows else 2
    )
    assert symmetry.symmetries(puzzle) == symmetry.board_rotations(puzzle)


def test_what_fits_beside_what_lies() -> None:
    for puzzle in TINY:
        for assignment in brute.solve(puzzle).assignments:
            whole = as_solution(puzzle, assignment)
            board = Solution(whole.placements[:-1])
            fitting = FittingPlacements(puzzle, board).placements_by_square
            assert puzzle.canonical(whole.placements[-1]) in fitting[whole.placements[-1].square]
            break


@pytest.mark.parametrize("puzzle", PECULIAR, ids=str)
def test_facts_and_puz_say_it_and_are_read_as_written(puzzle: Puzzle) -> None:
    assert facts.read_facts(facts.write_facts(puzzle), "x.lp") == (puzzle, Solution())
    assert plain.read_puz(plain.write_puz(puzzle), "x.puz") == puzzle
    converted = convert(Document(puzzle), PUZ)
    assert ("other programs will not see" in " ".join(converted.notes)) != puzzle.ordinary
    for target in puzzle_formats():
        if target.name not in ("puz", "facts", "halves", "tetravex") and not puzzle.ordinary:
            with pytest.raises(FormatError, match="cannot represent"):
                convert(Document(puzzle), target)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("c edgeasp partners 1 2", "x.puz:2: expected pairs such as 1-2"),
        ("c edgeasp partners 0-2", "x.puz:2: expected a colour from 1"),
        ("c edgeasp partners unequal", "x.puz:2: expected pairs such as 1-2 as partners, or different"),
    ],
)
def test_other_comments_on_partners_are_refused(line: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        plain.read_puz(f"2 2\n{line}\n" + "1 2 1 2\n" * 4, "x.puz")


@pytest.mark.parametrize(
    ("added", "words"),
    [
        ("partner(red,pink).", "expected a fact colour(pink)"),
        ("partner(black,red). frame(black).", "expected no partner of the frame's colour"),
    ],
)
def test_other_facts_on_partners_are_refused(added: str, words: str) -> None:
    sides = [(0, 1, 2, 0), (0, 0, 3, 1), (2, 3, 0, 0), (3, 0, 0, 3)]
    text = facts.write_facts(Puzzle(2, 2, tuple(map(Tile, sides)))) + added
    with pytest.raises(InputError) as caught:
        facts.read_facts(text, "x.lp")
    assert words in str(caught.value)


def test_facts_with_half_turns_alone_are_refused() -> None:
    text = facts.write_facts(Puzzle(2, 2, ALIKE)).replace("rotation(90). ", "").replace("rotation(270).", "")
    with pytest.raises(InputError, match=r"rotation\(90\)"):
        facts.read_facts(text, "x.lp")


def renamed(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    names = dict(zip(puzzle.colours, rng.sample(range(1, 30), len(puzzle.colours)), strict=True)) | {FRAME: FRAME}
    tiles = []
    for tile in rng.sample(puzzle.tiles, len(puzzle.tiles)):
        north, east, south, west = rotate_sides(tile.sides, rng.randrange(4) if puzzle.turning else 0)
        tiles.append(replace(tile, sides=(names[north], names[east], names[south], names[west])))
    partners = tuple((names[one], names[other]) for one, other in puzzle.partners)
    return replace(puzzle, tiles=tuple(tiles), partners=partners)


@pytest.mark.sample(4)
@pytest.mark.parametrize("puzzle", PECULIAR, ids=str)
def test_identity_and_translation_keep_partners(puzzle: Puzzle) -> None:
    rng = random.Random(str(puzzle))
    other = renamed(puzzle, rng)
    one, two = identify(puzzle), identify(other)
    assert one is not None
    assert two is not None
    assert one.key == two.key
    found = find_translation(puzzle, other)
    assert found is not None
    for assignment in list(brute.solve(puzzle).assignments)[:3]:
        assert check(other, found.translate(as_solution(puzzle, assignment))).solved


def test_other_partners_and_no_turning_make_another_puzzle() -> None:
    sides = [(1, 2, 3, 4), (1, 1, 2, 3), (4, 4, 2, 1), (3, 2, 2, 4)]
    tiles = tuple(map(Tile, sides))
    every = [
        Puzzle(2, 2, tiles),
        Puzzle(2, 2, tiles, turning=False),
        Puzzle(2, 2, tiles, ((1, 2),)),
        Puzzle(2, 2, tiles, ((1, 2), (3, 4))),
        Puzzle(2, 2, tiles, ((1, 3), (2, 4))),
        Puzzle(2, 2, tiles, ((1, 2),), turning=False),
        Puzzle(2, 2, tiles, ((1, 9),)),
    ]
    keys = [found.key for found in map(identify, every) if found]
    assert len(set(keys)) == len(every)
    for one, other in permutations(every, 2):
        assert find_translation(one, other) is None
    assert find_translation(Puzzle(2, 2, tiles, ((1, 9),)), Puzzle(2, 2, tiles, ((1, 7), (11, 12)))) is not None


@pytest.mark.parametrize(
    "sides", [(1, 1, 2, 2), (1, 2, 3, 3), (1, 2, 1, 2, 3, 3), (1, 3, 2, 3), (1, 2, 4, 5), (3, 3, 3, 3)]
)
def test_orders_of_sides_that_match_are_counted(sides: tuple[int, ...]) -> None:
    puzzle = Puzzle(2, 2, ALIKE, ((1, 2), (4, 5)))
    orders = set(permutations(sides))
    matching = [
        each for each in orders if all(puzzle.partner(a) == b for a, b in zip(each[::2], each[1::2], strict=True))
    ]
    assert estimate.count_matching_orders(puzzle, Counter(sides)) == len(matching)


def test_expected_solutions_of_a_puzzle_with_partners() -> None:
    """Four corners: of all ways to hand out what faces clockwise and what faces anticlockwise, how many match."""
    sides = [(0, 1, 2, 0), (0, 0, 1, 2), (1, 2, 0, 0), (1, 0, 0, 2)]
    puzzle = Puzzle(2, 2, tuple(map(Tile, sides)), ((1, 2),))
    counts = side_supply(puzzle)
    assert not counting.contradictions(puzzle)
    clockwise, anticlockwise = sorted(counts.clockwise.elements()), sorted(counts.anticlockwise.elements())
    ways = list(product(permutations(clockwise), permutations(anticlockwise)))
    matching = sum(all(puzzle.partner(a) == b for a, b in zip(*each, strict=True)) for each in ways)
    assert estimate.expected_solutions_of(puzzle).solutions == Fraction(24 * matching, len(ways))


def test_a_slip_in_a_framed_puzzle_with_partners_is_found() -> None:
    found = 0
    for seed in range(12):
        puzzle = generate(Recipe(4, 4, 4, 2, seed=seed, heads=True, distinct=True)).puzzle
        assert not counting.contradictions(puzzle)
        index = next(each for each, tile in enumerate(puzzle.tiles) if FRAME not in tile.sides)
        north, east, south, west = puzzle.tiles[index].sides
        wrong = next(colour for colour in puzzle.colours if colour > 4 and colour != north)
        tiles = list(puzzle.tiles)
        tiles[index] = replace(tiles[index], sides=(wrong, east, south, west))
        typed = replace(puzzle, tiles=tuple(tiles))
        assert counting.contradictions(typed)
        slips = likely_typos(typed)
        found += any((each.tile, each.found) == (index, wrong) and each.colour == north for each in slips)
    assert found > 3


def test_a_card_that_was_typed_twice_is_suspected() -> None:
    puzzle = generate(Recipe(3, 3, 4, seed=1, heads=True, distinct=True)).puzzle
    twice = replace(puzzle, tiles=(*puzzle.tiles[:4], puzzle.tiles[3], *puzzle.tiles[5:]))
    assert [each.tiles for each in likely_typos(twice)] == [(3, 4)]
    assert likely_typos(puzzle) == []
