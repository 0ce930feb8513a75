"""Boards that show tiles instead of naming them, laid with the tiles of a puzzle that may name colours otherwise."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgeasp.formats import known, viewer
from edgeasp.formats.document import Document
from edgeasp.formats.laying import as_published, carried_over, lay, lay_known, nearly_known
from edgeasp.formats.links import parse
from edgeasp.formats.recognition import Origin, recognise, recognise_board
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Solution, Square, Tile, turned
from edgeasp.system.errors import InputError
from tests.formats.hand import PUZZLE, SOLUTION
from tests.formats.test_known import E2, any_board, copy_of_e2, picture
from tests.support.running import run
from tests.support.strategies import few_colours, partial_solutions, puzzles

Renamed = tuple[Puzzle, Puzzle, Solution, dict[int, int]]


def link_to(solution: Solution, puzzle: Puzzle = E2.puzzle) -> str:
    return viewer.write_board(solution, puzzle)


def in_letters(link: str, order: str) -> str:
    """The same link with letters of another order, and without the name of the order or numbers of pieces."""
    from edgeasp.formats.links import ORDERS

    back = {letter: chr(ord("a") + index) for index, letter in enumerate(ORDERS[order])}
    head, _, rest = link.partition("board_edges=")
    return head + "board_edges=" + "".join(back.get(letter, letter) for letter in rest.partition("&")[0])


@st.composite
def renamed_boards(draw: st.DrawFn) -> Renamed:
    """A puzzle, the same under other names and turns, and a complete board of it."""
    puzzle = draw(puzzles(few_colours))
    puzzle = replace(puzzle, tiles=tuple(Tile(tile.sides) for tile in puzzle.tiles))
    new = draw(st.permutations(range(1, 26)))
    names = {old: new[old - 1] for old in range(1, 4)} | {FRAME: FRAME}
    order = draw(st.permutations(range(len(puzzle.tiles))))
    tiles = []
    for index in order:
        north, east, south, west = (names[colour] for colour in puzzle.tiles[index].sides)
        tiles.append(Tile(turned((north, east, south, west), draw(st.integers(0, 3)))))
    return puzzle, replace(puzzle, tiles=tuple(tiles)), draw(partial_solutions(puzzle, full=True)), names


@given(renamed_boards())
def test_a_complete_board_under_other_names_is_translated(
    case: tuple[Puzzle, Puzzle, Solution, dict[int, int]],
) -> None:
    puzzle, other, board, _ = case
    # A tile of four zeros is distinguished from an empty square by its number, which such a board may lack.
    assume(all(any(tile.sides) for tile in puzzle.tiles))
    found = lay(parse(link_to(board, puzzle), "x"), other, "x")
    assert len(found.solution) == len(puzzle.tiles)
    assert len({each.tile for each in found.solution}) == len(puzzle.tiles)
    shown, expected = picture(other, found.solution), picture(puzzle, board)
    pairs = {(old, new) for square, sides in expected.items() for old, new in zip(sides, shown[square], strict=True)}
    assert len(pairs) == len({old for old, _ in pairs}) == len({new for _, new in pairs})


@given(st.data())
def test_a_board_that_is_shown_is_laid_as_tiles_may_lie(data: st.DataObject) -> None:
    """Where tiles may not be turned, or some of them may lie in some orientations only."""
    puzzle = replace(data.draw(puzzles(few_colours)), turning=data.draw(st.booleans()))
    # A tile of four zeros is distinguished from an empty square by its number, which such a board may lack.
    assume(all(any(tile.sides) for tile in puzzle.tiles))
    some = st.none() | st.sets(st.sampled_from(puzzle.orientations), min_size=1).map(lambda each: tuple(sorted(each)))
    tiles = tuple(replace(tile, sign=None, only=data.draw(some)) for tile in puzzle.tiles)
    puzzle = replace(puzzle, tiles=tiles)
    order = data.draw(st.permutations(range(len(tiles))))[: data.draw(st.integers(1, len(tiles)))]
    rots = [data.draw(st.sampled_from(puzzle.allowed(tile))) for tile in order]
    squares = puzzle.grid.squares
    board = Solution(tuple(Placement(tile, squares[i], rots[i]) for i, tile in enumerate(order)))
    link = re.sub("&board_pieces=[0-9]+", "", link_to(board, puzzle))
    found = lay(parse(link, "x"), puzzle, "x").solution
    assert picture(puzzle, found) == picture(puzzle, board)
    assert len({placement.tile for placement in found}) == len(order)
    assert all(placement.rot in puzzle.allowed(placement.tile) for placement in found)


@pytest.mark.parametrize("to", ["placed", "bucas", "e2dev-url", "boarddoc"])
@pytest.mark.parametrize(
    "lines",
    [
        "c edgeasp no turning\n1 2 2 2\n2 2 2 1\n2 2 1 2\n2 1 2 2\n",
        "c edgeasp tiles 2 only 1\n1 1 1 2\n1 2 1 1\n1 1 1 1\n2 1 1 1\n",
        "c edgeasp tiles 0,2 only 2\n1 2 1 2\n1 2 1 2\n1 2 1 2\n1 2 1 2\n",
    ],
)
def test_a_board_that_shows_tiles_is_solved_again(lines: str, to: str, tmp_path: Path) -> None:
    """Where tiles that look alike may not lie alike."""
    puzzle, board = tmp_path / "p.puz", tmp_path / "p.sol"
    puzzle.write_text("2 2\n" + lines, encoding="utf-8")
    assert run("solve", puzzle, "-o", board).status == 0
    assert run("convert", board, "--puzzle", puzzle, "--to", to, "-o", tmp_path / "shown").status == 0
    assert run("check", puzzle, tmp_path / "shown").status == 0


@pytest.mark.parametrize("seed", range(4))
def test_tiles_that_differ_in_their_sign_lie_where_signs_alternate(seed: int) -> None:
    """Their sides leave open which is which."""
    planted = generate(Recipe(4, 4, 1, 1, seed=seed, signed=1.0))
    puzzle, board = planted.puzzle, planted.solution
    assert board is not None
    for some in (board, Solution(board.placements[::2])):
        found = lay(parse(re.sub("&board_pieces=[0-9]+", "", link_to(some, puzzle)), "x"), puzzle, "x").solution
        assert picture(puzzle, found) == picture(puzzle, some)
        assert len({each.tile for each in found}) == len(some)
        assert not [each for each in check(puzzle, found).violations if each.condition is Condition.SIGN]


@given(st.data())
def test_hints_and_boards_of_puzzle_files_are_carried_over(data: st.DataObject) -> None:
    puzzle, other, _, _ = data.draw(renamed_boards())
    clues = data.draw(partial_solutions(puzzle))
    found = carried_over(Document(puzzle, clues), other, "x")
    assert {each.square for each in found.solution} == {each.square for each in clues}
    direct = carried_over(Document(puzzle, clues), puzzle, "x")
    assert (direct.solution, direct.notes) == (Solution(tuple(map(puzzle.canonical, clues))), ())


def test_placements_of_another_puzzle_are_refused_with_the_reason() -> None:
    with pytest.raises(InputError, match=r"^x: expected a board of the puzzle \(Eternity II\), found one of another$"):
        carried_over(Document(PUZZLE, SOLUTION), E2.puzzle, "x")


@pytest.mark.parametrize("order", ["default", "jef", "jblackwood"])
@pytest.mark.parametrize("squares", [256, 5])
def test_boards_of_eternity_ii_fit_every_copy_in_every_order_of_letters(order: str, squares: int) -> None:
    board = any_board(7, squares)
    for text in (in_letters(link_to(board), order), in_letters(link_to(board), order) + f"&motifs_order={order}"):
        for puzzle in (E2.puzzle, copy_of_e2(3)):
            copy = known.copy_of(puzzle)
            assert copy is not None
            laid = recognise_board(text, puzzle, Origin("x"))
            assert set(copy.back.solution(laid.solution)) == set(map(E2.puzzle.canonical, board))
            assert bool(laid.notes) == (puzzle is not E2.puzzle or (order != "default" and "motifs" not in text))


def test_a_copy_without_a_known_lettering_is_translated_by_its_tiles() -> None:
    puzzle = replace(copy_of_e2(4), tiles=tuple(
        Tile(tuple((colour * 7) % 23 for colour in tile.sides)) for tile in E2.puzzle.tiles  # type: ignore[arg-type]
    ))  # fmt: skip
    board = any_board(8)
    letters = "".join(chr(ord("a") + colour) for sides in dict(sorted(
        picture(puzzle, board).items(), key=lambda each: (each[0].row, each[0].col))).values() for colour in sides
    )  # fmt: skip
    found = recognise(f"board_w=16&board_h=16&board_edges={letters}", Origin("x")).document
    assert found.puzzle == E2.puzzle
    assert set(found.placements) == set(map(E2.puzzle.canonical, board))
    assert "colours renamed" in found.notes[-1]


def test_a_part_of_a_board_of_eternity_ii_is_known_by_its_letters() -> None:
    board = any_board(9, 40)
    found = recognise(link_to(board), Origin("x")).document
    assert (found.puzzle, found.unknown) == (E2.puzzle, 0)
    assert set(found.placements) == set(map(E2.puzzle.canonical, board))
    assert found.notes == ("its tiles are those of Eternity II, numbered as published",)


def test_a_tile_that_lies_twice_is_placed_twice_where_that_is_accepted() -> None:
    first, second, *rest = any_board(10).placements
    twice = Solution((first, Placement(first.tile, second.square, 1), *rest))
    text = link_to(twice)
    with pytest.raises(InputError, match="found none left that shows"):
        recognise_board(text, E2.puzzle, Origin("x"))
    laid = recognise_board(text, E2.puzzle, Origin("x"), repeats=True)
    assert set(laid.solution) == set(map(E2.puzzle.canonical, twice))
    alone = lay_known(parse(text, "x"))
    assert alone is not None
    assert set(alone[1].solution) == set(laid.solution)


def test_tiles_that_are_none_of_eternity_ii_are_named_by_their_squares() -> None:
    board = any_board(11)
    text = link_to(board)
    start = text.index("board_edges=") + 12
    strange = text[: start + 4] + "zzzz" + text[start + 8 :]
    assert lay_known(parse(strange, "x")) is None
    note = "all but 1 of 256 tiles are those of Eternity II; not A2"
    assert nearly_known(parse(strange, "x")) == note
    assert note in recognise(strange, Origin("x")).document.notes
    with pytest.raises(InputError, match=r"found none left that shows 25 25 25 25, on A2$"):
        recognise_board(strange, E2.puzzle, Origin("x"))
    assert nearly_known(parse("#board_w=16&board_h=16&board_edges=" + "bcde" * 256, "x")) is None


def test_placements_by_number_that_are_those_of_the_published_tiles() -> None:
    puzzle = copy_of_e2(12)
    copy = known.copy_of(puzzle)
    assert copy is not None
    official = E2.clues["official"]
    found = as_published(official, puzzle)
    assert found is not None
    assert found.solution == copy.there.solution(official)
    assert found.notes[0].startswith("its numbers and turns are those of Eternity II as published")
    assert as_published(copy.there.solution(official), puzzle) is None, "they are the puzzle's own"
    assert as_published(official, E2.puzzle) is None
    assert as_published(SOLUTION, PUZZLE) is None
    assert as_published(Solution((Placement(200, Square(5, 5), 0),)), puzzle) is None, "it could be either"


def test_a_board_of_eternity_ii_is_named_where_it_is_none_of_the_puzzle() -> None:
    other = Puzzle(16, 16, (Tile((1, 2, 3, 4)),) * 256)
    with pytest.raises(
        InputError, match=r"^x: expected a board of the puzzle, found one of Eternity II: the puzzle is"
    ):
        recognise_board(link_to(any_board(1)), other, Origin("x"))


def test_another_size_is_refused() -> None:
    with pytest.raises(InputError, match=r"^x: expected a 3 x 2 board, found 2 x 3$"):
        lay(parse("#board_w=2&board_h=3&board_edges=" + "a" * 24, "x"), PUZZLE, "x")
