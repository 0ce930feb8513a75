"""Boards and tiles as text: they fit, they can be read, they need neither colour nor anything beyond ASCII."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.style import Style
from rich.text import Text

from edgeasp.draw import terminal
from edgeasp.draw.palette import rgb
from edgeasp.draw.terminal import ALARM, draw_live_board, draw_mosaic, wedge_cells
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.formats.handwritten import read_halves
from edgeasp.puzzle.model import Names, Placement, Puzzle, Side, Sides, Solution, Square, Tile
from tests.draw.pictured import BOARDS, SIZES, Board
from tests.support import boards
from tests.support.lanes import thinned
from tests.support.strategies import partial_solutions, with_placements

WIDTHS = (80, 200)
STYLES = {
    "text": DrawStyle(),
    "ascii": DrawStyle(ascii=True),
    "colour": DrawStyle(colour=True),
    "colour, numbers": DrawStyle(colour=True, numbers=True),
    "colour, no numbers": DrawStyle(colour=True, numbers=False),
    "colour, ascii": DrawStyle(colour=True, ascii=True),
    "everything": DrawStyle(colour=True, tiles=True, turns=True, coordinates=True),
}
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


def shown(board: Board, width: int, style: DrawStyle = DrawStyle()) -> Text:
    return terminal.draw_board(board.puzzle, board.solution, width, style, board.clues)


def lines(text: Text) -> list[str]:
    return text.plain.split("\n")


@pytest.mark.sample(4)
@thinned("width, name, style", list(product(WIDTHS, BOARDS, STYLES)), every=3)  # of seven styles, so each is shown
def test_no_line_is_too_long(width: int, name: str, style: str) -> None:
    board = BOARDS[name]
    assert max(map(len, lines(shown(board, width, STYLES[style])))) <= width
    assert max(map(len, lines(terminal.draw_tiles(board.puzzle, width, STYLES[style])))) <= width


def test_the_note_on_similar_paints_fits_the_width() -> None:
    alike = Puzzle(2, 2, (Tile((1, 19, 45, 45)), *(Tile((1, 1, 1, 1)),) * 3))
    found = lines(terminal.draw_board(alike, Solution(), 60, DrawStyle(colour=True, numbers=False)))
    assert any("share some paints" in line for line in found)
    assert max(map(len, found)) <= 60


@given(with_placements(), st.data(), st.integers(60, 200), st.builds(DrawStyle, *[st.booleans()] * 7))
def test_boards_fit(board: tuple[Puzzle, Solution], data: st.DataObject, width: int, style: DrawStyle) -> None:
    puzzle, solution = board
    text = terminal.draw_board(puzzle, solution, width, style, data.draw(partial_solutions(puzzle)))
    assert max(map(len, lines(text))) <= width
    assert text.plain.isascii() or not style.ascii
    assert max(map(len, lines(terminal.draw_tiles(puzzle, width, style)))) <= width


@thinned("name, width", list(product(BOARDS, WIDTHS)), every=3)  # of two widths, so each is drawn
def test_ascii_is_nothing_else(name: str, width: int) -> None:
    for colour in (False, True):
        style = DrawStyle(colour=colour, ascii=True, tiles=colour, turns=colour)
        assert shown(BOARDS[name], width, style).plain.isascii()
        assert terminal.draw_tiles(BOARDS[name].puzzle, width, style).plain.isascii()


# ---- what can be read ----


def boxes(text: list[str], puzzle: Puzzle) -> dict[Square, Sides | None]:
    """The colours on a board of boxes, read from its numbers."""
    edges = [at for at, char in enumerate(text[0]) if char in "┌┬┐+"]
    assert len(edges) == puzzle.cols + 1
    found: dict[Square, Sides | None] = {}
    for square in puzzle.grid.squares:
        left, right = edges[square.col] + 1, edges[square.col + 1]
        upper, level, lower = (text[4 * square.row + line][left:right] for line in (1, 2, 3))
        if not re.search(r"\d", upper + level + lower):
            found[square] = None
            continue
        half = (right - left + 1) // 2
        north, east, south, west = (
            int("".join(re.findall(r"\d", part))) for part in (upper, level[half:], lower, level[:half])
        )
        found[square] = (north, east, south, west)
    return found


def truth(board: Board) -> dict[Square, Sides | None]:
    return {field.square: field.sides for field in board_view(board.puzzle, board.solution).fields.values()}


@pytest.mark.sample(15)
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("style", [DrawStyle(), DrawStyle(ascii=True), DrawStyle(colour=True, numbers=True)])
def test_numbers_show_every_side_of_every_square(name: str, style: DrawStyle) -> None:
    board = BOARDS[name]
    assert boxes(lines(shown(board, 200, style)), board.puzzle) == truth(board)


LISTED = re.compile(r"([A-Z]+\d+) (top|right|bottom|left): (\d+[+-]?)(?: (\d+[+-]?))?")


def lattice(text: list[str], puzzle: Puzzle) -> dict[Square, Sides | None]:
    """The colours on a lattice, with those of its list of mismatches."""
    digits = len(str(max(colour for tile in puzzle.tiles for colour in tile.sides)))
    wrong = {}
    named = {puzzle.names.place(square): square for square in puzzle.grid.squares}
    for place, word, here, there in LISTED.findall("\n".join(text[2 * puzzle.rows + 1 :])):
        side = Side(("top", "right", "bottom", "left").index(word))
        square = named[place]
        wrong[square, side] = int(here.rstrip("+-"))
        wrong[square.neighbour(side), side.opposite] = int((there or here).rstrip("+-"))

    def at(square: Square, side: Side) -> int:
        x = 2 * square.col + (1, 2, 1, 0)[side]
        y = 2 * square.row + (0, 1, 2, 1)[side]
        number = text[y][x * digits : (x + 1) * digits].strip()
        return wrong[square, side] if number == "*" * digits else int(number)

    found: dict[Square, Sides | None] = {}
    for square in puzzle.grid.squares:
        middle = text[2 * square.row + 1][(2 * square.col + 1) * digits : (2 * square.col + 2) * digits]
        if middle.strip() == "·":
            found[square] = None
        else:
            north, east, south, west = (at(square, side) for side in Side)
            found[square] = (north, east, south, west)
    return found


@pytest.mark.parametrize("name", ["16x16 solved", "16x16 spoilt"])
@pytest.mark.parametrize("style", [DrawStyle(), DrawStyle(colour=True, numbers=True)])
def test_a_lattice_shows_every_side_of_every_square(name: str, style: DrawStyle) -> None:
    board = BOARDS[name]
    assert lattice(lines(shown(board, 80, style)), board.puzzle) == truth(board)


def paints(text: Text) -> list[list[list[str | None]]]:
    """The colours of the four quarters of each character."""
    spans = {}
    for start, end, style in text.spans:
        for at in range(start, end):
            spans[at] = Style.parse(str(style))
    rows: list[list[list[str | None]]] = [[]]
    for at, char in enumerate(text.plain):
        if char == "\n":
            rows.append([])
            continue
        style = spans.get(at, Style())
        figure, ground = (None if each is None else named(each) for each in (style.color, style.bgcolor))
        filled = QUARTERS.index(char) if char in QUARTERS else 0
        rows[-1].append([figure if filled >> quarter & 1 else ground for quarter in range(4)])
    return rows


def named(colour: Color) -> str:
    return colour.get_truecolor().hex


@pytest.mark.parametrize(
    ("size", "width", "cols", "rows"), [(16, 80, 4, 2), (16, 200, 8, 4), (10, 80, 8, 4), (4, 80, 8, 4)]
)
def test_blocks_show_every_side_where_it_belongs(size: int, width: int, cols: int, rows: int) -> None:
    board = SIZES[size]
    painted = paints(shown(board, width, DrawStyle(colour=True, numbers=False)))
    for placement in board.solution:
        sides = board.puzzle.sides(placement)
        part = [
            line[placement.square.col * cols : (placement.square.col + 1) * cols]
            for line in painted[placement.square.row * rows : (placement.square.row + 1) * rows]
        ]
        assert all(part[0][col][quarter] == rgb(sides[0]) for col in range(1, cols - 1) for quarter in (0, 1))
        assert all(part[-1][col][quarter] == rgb(sides[2]) for col in range(1, cols - 1) for quarter in (2, 3))
        middle = rows // 2
        assert part[middle - 1][0][2] == part[middle][0][0] == rgb(sides[3])
        assert part[middle - 1][-1][3] == part[middle][-1][1] == rgb(sides[1])


def test_the_four_wedges_are_equally_large() -> None:
    for width, height in ((4, 2), (8, 4)):
        text = Text("\n").join(
            Text.assemble(*((char, style) for char, style in line)) for line in wedge_cells((1, 2, 3, 4), width, height)
        )
        quarters = [quarter for row in paints(text) for cell in row for quarter in cell]
        assert [quarters.count(rgb(colour)) for colour in (1, 2, 3, 4)] == [width * height] * 4


def alarms(text: Text) -> int:
    return sum(text.plain[span.start : span.end].count("*") for span in text.spans if span.style == ALARM)


@thinned(
    "name, style",
    list(
        product(
            BOARDS,
            [DrawStyle(), DrawStyle(ascii=True), DrawStyle(colour=True), DrawStyle(colour=True, numbers=True)],
        )
    ),
    every=3,  # of four styles, so each is drawn
)
def test_boxes_have_one_mark_for_each_mismatch(name: str, style: DrawStyle) -> None:
    board = BOARDS[name]
    text = shown(board, 200, style)
    assert alarms(text) == text.plain.count("*") == len(board_view(board.puzzle, board.solution).mismatch_on)
    assert bool(alarms(text)) == ("spoilt" in name)
    assert "*" not in shown(board, 200, DrawStyle(style.colour, style.numbers, style.ascii, mismatches=False)).plain


@pytest.mark.parametrize("name", ["4x4 spoilt", "16x16 spoilt", "6x4 signed spoilt"])
def test_blocks_mark_both_sides_of_a_mismatch(name: str) -> None:
    board = BOARDS[name]
    view = board_view(board.puzzle, board.solution)
    inner = sum(square.neighbour(side) in board.puzzle.grid for square, side in view.mismatch_on)
    assert alarms(shown(board, 80, DrawStyle(colour=True, numbers=False))) == len(view.mismatch_on) + inner


def test_a_lattice_lists_each_mismatch() -> None:
    board = BOARDS["16x16 spoilt"]
    text = lines(shown(board, 80))
    assert len(LISTED.findall("\n".join(text))) == len(board_view(board.puzzle, board.solution).mismatch_on)


@pytest.mark.parametrize("style", [DrawStyle(), DrawStyle(colour=True), DrawStyle(colour=True, numbers=False)])
def test_clues_and_empty_squares_are_marked(style: DrawStyle) -> None:
    board = Board(
        SIZES[4].puzzle, Solution(SIZES[4].solution.placements[:9]), Solution(SIZES[4].solution.placements[:3])
    )
    text = shown(board, 80, style).plain
    assert text.count("◆") == 3
    assert text.count("·") == 16 - 9
    assert "!" not in text
    broken = Board(board.puzzle, Solution(board.solution.placements[1:]), board.clues)
    assert shown(broken, 80, style).plain.count("!") == 1


# ---- forms, parts, labels ----


def test_the_form_is_the_roomiest_that_fits() -> None:
    assert lines(shown(SIZES[4], 80))[0] == "┌─────┬─────┬─────┬─────┐"
    assert len(lines(shown(SIZES[10], 80))[0]) == 61
    assert len(lines(shown(SIZES[10], 81))[0]) == 81
    assert len(lines(shown(SIZES[16], 80))) == 33
    assert len(lines(shown(SIZES[16], 200))) == 65
    assert len(lines(shown(SIZES[16], 80, DrawStyle(colour=True)))) == 2 * 16 + 1


def test_shared_paints_have_a_note() -> None:
    [last] = lines(shown(SIZES[16], 80, DrawStyle(colour=True)))[-1:]
    assert last == "61 colours share some paints: only numbers distinguish them"
    assert "share some paints" not in shown(SIZES[10], 80, DrawStyle(colour=True, numbers=False)).plain


@pytest.mark.parametrize("style", [DrawStyle(), DrawStyle(colour=True), DrawStyle(tiles=True)])
def test_a_board_that_does_not_fit_comes_in_parts(style: DrawStyle) -> None:
    board = SIZES[16]
    text = lines(shown(board, 40, style))
    parts = [tuple(map(int, re.findall(r"\d+", line))) for line in text if line.startswith("columns ")]
    assert parts[0][0] == 1
    assert parts[-1][1] == 16
    assert all(one[1] + 1 == other[0] for one, other in pairwise(parts))
    assert len(parts) > 1


def test_parts_leave_room_for_the_last_edge() -> None:
    """Eight characters a square: five squares and an edge need 41."""
    board = SIZES[16]
    for width, heading in ((40, "columns 1 to 4"), (41, "columns 1 to 5")):
        text = lines(shown(board, width, DrawStyle(tiles=True)))
        assert text[0] == heading
        assert max(map(len, text)) <= width


def test_tile_numbers_turns_and_signs_stand_in_the_middle() -> None:
    board = BOARDS["6x4 signed"]
    text = lines(shown(board, 80, DrawStyle(tiles=True, turns=True)))
    found = re.findall(r"(\d+)([+-])([↑→↓←])", "\n".join(text))
    on = [board.solution.by_square()[square] for square in board.puzzle.grid.squares]
    norths = {0: "↑", 1: "←", 2: "↓", 3: "→"}  # turned anticlockwise
    assert found == [(str(each.tile), "+" if each.square.even else "-", norths[each.rot]) for each in on]


@pytest.mark.parametrize(
    ("size", "width", "style"),
    [(4, 80, DrawStyle()), (10, 80, DrawStyle()), (16, 80, DrawStyle()), (16, 80, DrawStyle(colour=True))],
)
def test_coordinates_name_columns_and_rows(size: int, width: int, style: DrawStyle) -> None:
    styles = (style, DrawStyle(style.colour, coordinates=True))
    plain, numbered = (lines(shown(SIZES[size], width, each)) for each in styles)
    assert [int(number) for number in numbered[0].split()] == list(range(1, size + 1))
    margin = len(numbered[1]) - len(plain[0])
    assert [line[margin:] for line in numbered[1 : len(plain)]] == plain[: len(plain) - 1]
    named = [line[:margin].strip() for line in numbered[1 : len(plain)]]
    assert [name for name in named if name] == list("ABCDEFGHIJKLMNOP"[:size])


def test_tiles_are_listed_with_the_colours_of_their_sides() -> None:
    puzzle = SIZES[4].puzzle
    text = lines(terminal.draw_tiles(puzzle, 80))
    assert " ".join(text[::5]).split() == [str(index) for index in range(16)]
    numbers = [re.findall(r"\d+", line) for line in text]
    found = []
    for start in range(0, len(text), 5):
        north, level, south = numbers[start + 1 : start + 4]
        found += [
            tuple(map(int, (n, e, s, w))) for n, e, s, w in zip(north, level[1::2], south, level[::2], strict=True)
        ]
    assert found == [tile.sides for tile in puzzle.tiles]


def test_tiles_without_numbers_are_small_squares_of_colour() -> None:
    text = terminal.draw_tiles(SIZES[4].puzzle, 80, DrawStyle(colour=True, numbers=False))
    painted = paints(text)
    assert re.findall(r"\d+", text.plain) == [str(index) for index in range(16)]
    north, east, south, west = SIZES[4].puzzle.tiles[0].sides
    assert (painted[1][1][0], painted[1][0][2], painted[2][1][2]) == (rgb(north), rgb(west), rgb(south))
    assert rgb(east) in painted[1][3] or rgb(east) in painted[2][3]


def test_rows_have_letters_and_columns_numbers_as_on_the_board_of_eternity_ii() -> None:
    puzzle, solution = SIZES[16].puzzle, SIZES[16].solution
    style = DrawStyle(numbers=False, colour=True, coordinates=True)
    head, *rows = terminal.draw_board(puzzle, solution, 200, style).plain.splitlines()
    assert head.split() == [str(col) for col in range(1, 17)]
    assert [row.split()[0] for row in rows if row[:1].isalpha()] == list("ABCDEFGHIJKLMNOP")


def test_tiles_have_the_numbers_of_their_puzzle() -> None:
    numbers = tuple(range(101, 117))
    puzzle, solution = replace(SIZES[4].puzzle, names=Names(numbers)), SIZES[4].solution
    shown = terminal.draw_board(puzzle, solution, 80, DrawStyle(tiles=True)).plain
    assert {*re.findall(r"1[01]\d", shown)} == {*map(str, numbers)}
    listed = terminal.draw_tiles(puzzle, 80).plain
    assert {*re.findall(r"1[01]\d", listed)} == {*map(str, numbers)}


def test_a_small_board_shows_halves_as_they_were_typed_and_cards_by_number() -> None:
    puzzle = read_halves("2 2\n3A 1a 2A 1A\n1A 2a 3a 2A\n2A 1A 2a 3a\n1a 3A 1A 2a\n", "x").puzzle
    board = Solution(tuple(Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(3)))
    lines = terminal.draw_board(puzzle, board, 80, DrawStyle(mismatches=False)).plain.splitlines()
    assert lines[1].split() == ["│", "3A", "│", "1A", "│"]
    assert lines[2] == "│1A #1 1a│2A #2 2a│"
    assert lines[6] == "│3a #3 1A│   ·    │"
    assert not any("colours:" in line for line in lines)
    narrow = terminal.draw_board(puzzle, board, 12, DrawStyle(mismatches=False)).plain
    assert "1 1A, 2 1a,\n3 2A" in narrow
    assert terminal.draw_tiles(puzzle, 80).plain.splitlines()[2].split()[:2] == ["1A", "1a"]


# ---- live boards ----


PUZZLE = boards.planted(1, 16, 12, 9, framed=True)
PART = Solution(tuple(Placement(tile, square, 0) for tile, square in list(enumerate(PUZZLE.grid.squares))[::2]))


@pytest.mark.parametrize(
    ("room", "size"),
    [
        ((200, 60), (128, 48)),
        ((128, 48), (128, 48)),
        ((127, 48), (64, 24)),
        ((128, 47), (64, 24)),
        ((64, 24), (64, 24)),
        ((63, 24), (32, 12)),
        ((64, 23), (32, 12)),
        ((32, 12), (32, 12)),
        ((31, 12), None),
        ((32, 11), None),
    ],
)
def test_in_colour_the_largest_that_fits(room: tuple[int, int], size: tuple[int, int] | None) -> None:
    shown = draw_live_board(PUZZLE, PART, *room, colour=True)
    assert size == (shown and (max(map(len, shown.plain.split("\n"))), shown.plain.count("\n") + 1))


def test_without_colour_the_numbers_if_they_fit_and_else_where_tiles_lie() -> None:
    large, small = (draw_live_board(PUZZLE, PART, 100, height, colour=False) for height in (60, 12))
    assert large is not None
    assert small is not None
    assert "9" in large.plain
    rows = small.plain.split("\n")
    assert [len(row) for row in rows] == [32] * 12
    laid = {(placement.square.col, placement.square.row) for placement in PART}
    assert laid == {(col, row) for row, line in enumerate(rows) for col in range(16) if line[2 * col] == "#"}


def test_halves_have_the_paint_of_their_motif_and_words_their_own() -> None:
    text = "2 2\nfox-head red-head fox-tail red-tail\n" + "fox-head fox-tail red-head red-tail\n" * 3
    puzzle = read_halves(text, "x").puzzle
    solution = Solution(tuple(Placement(tile, square, 0) for tile, square in enumerate(puzzle.grid.squares)))
    style = DrawStyle(colour=True)
    for drawn in (terminal.draw_tiles(puzzle, 80, style), terminal.draw_board(puzzle, solution, 80, style)):
        grounds = {
            drawn.plain[span.start : span.end].strip(): str(span.style).partition(" on ")[2] for span in drawn.spans
        }
        assert grounds["FOX"] == grounds["fox"] == rgb(1)
        assert grounds["RED"] == grounds["red"] == "#d01c1f"
    assert "#d01c1f" not in str(terminal.draw_board(puzzle, solution, 80, replace(style, numbers=False)).spans)


def test_a_mosaic_shows_all_four_sides() -> None:
    shown = draw_mosaic(PUZZLE, PART, colour=True)
    sides = PUZZLE.sides(PART.placements[0])
    styles = [str(span.style) for span in shown.spans[:2]]
    assert styles == [f"{rgb(sides[0])} on {rgb(sides[3])}", f"{rgb(sides[1])} on {rgb(sides[2])}"]
