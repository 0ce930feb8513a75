"""Boards as text: drawings for terminals, and lists of squares.

A board has one of three layouts: boxes with numbers in them, blocks of colour, or a lattice of numbers, in which each
edge between two squares appears once.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product

from rich.text import Text

from edgeasp.draw.palette import ink_on, looks_of, rgb, short_colour_names
from edgeasp.draw.view import BoardView, DrawStyle, Mismatch, Remark, SquareView, board_view, row_label
from edgeasp.puzzle import features
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.model import Names, Puzzle, Side, Sides, Solution, Square

# ---- boards at a terminal ----

Cell = tuple[str, str]
"""A character and its style, as rich names it."""

# Characters indexed by the sum of their filled quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
_QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"

Paint = Callable[[int], str]
"""Maps a colour to its paint as `#rrggbb`."""


@dataclass(frozen=True, slots=True)
class SpecialCharacters:
    """Characters that draw lines and mark squares, in ASCII or Unicode.

    Attributes:
        clue: mark of a clue.
        empty: mark of an empty square.
        turns: four arrows, up, right, down and left, that point to the north side of a tile.
        rules: a horizontal and a vertical line.
        corners: left end, crossing and right end of the top line, of an inner line, and of the bottom line.
    """

    clue: str
    empty: str
    turns: str
    rules: str
    corners: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class TextLayout:
    """Layout of a board as text, measured in characters.

    Attributes:
        left: columns of text before the first square.
        col_pitch: columns of text from a square to the next.
        top: lines of text above the middle of the first row of squares.
        row_pitch: lines of text from a row of squares to the next.
        draw_columns: function that draws a range of columns of squares.
    """

    left: int
    col_pitch: int
    top: int
    row_pitch: int
    draw_columns: Callable[[range], list[list[Cell]]]

    def width(self, cols: int) -> int:
        """Return how many columns of text a board takes.

        Args:
            cols: columns of squares.
        """
        return self.left + cols * self.col_pitch

    def columns_that_fit(self, width: int) -> int:
        """Return how many columns of squares fit, at least 1.

        Args:
            width: available columns of text.
        """
        return max(1, (width - self.left) // self.col_pitch)


_ASCII = SpecialCharacters("#", ".", "^>v<", "-|", ("+++", "+++", "+++"))
_UNICODE = SpecialCharacters("◆", "·", "↑→↓←", "─│", ("┌┬┐", "├┼┤", "└┴┘"))

MISMATCH = "*"
BROKEN = "!"
POINTED_OUT = "?"
ALARM = "bold #ffffff on #d80000"
NOTICE = "bold #000000 on #ffd400"
DIM = "dim"


def special_characters(style: DrawStyle) -> SpecialCharacters:
    """Return the special characters that a style uses."""
    return _ASCII if style.ascii else _UNICODE


def style_on_colour(colour: int, paint: Paint = rgb) -> str:
    """Return the Rich style of text on a painted side."""
    return f"{ink_on(paint(colour))} on {paint(colour)}"


def _picture_paint(puzzle: Puzzle) -> Paint:
    """Return the paints that pictures use.

    Both halves of a motif have one paint, so numbers or names must distinguish them.
    """
    looks = looks_of(puzzle)
    return lambda colour: looks[colour].ground


def blank_cells(width: int, height: int) -> list[list[Cell]]:
    """Return a grid of empty cells."""
    return [[(" ", "")] * width for _ in range(height)]


def squares_in_columns(
    view: BoardView, cols: range, row_pitch: int, col_pitch: int
) -> Iterator[tuple[SquareView, int, int]]:
    """Yield the squares in some columns, with their positions.

    Args:
        view: the board.
        cols: the columns.
        row_pitch: lines of text from a row of squares to the next.
        col_pitch: columns of text from a square to the next.

    Yields:
        A square, and line and column of the text at which it begins.
    """
    for square, field in view.fields.items():
        if square.col in cols:
            yield field, square.row * row_pitch, (square.col - cols.start) * col_pitch


def wedge_cells(
    sides: Sides, width: int, height: int, paint: Paint = rgb, *, ascii_only: bool = False
) -> list[list[Cell]]:
    """Draw a tile as four coloured triangles.

    Args:
        sides: the colours.
        width: columns of text.
        height: lines of text.
        paint: paints of colours.
        ascii_only: whether to use one colour per character. Otherwise a character shows two colours, with the help of
            block characters.
    """

    def colour(x: int, y: int) -> int:
        """Return the colour at a point, in quarter characters."""
        return sides[_side_at(x, y, width, height)]

    return [
        # A quarter of a character has the colour at its middle.
        [
            _cell([colour(4 * col + x, 4 * line + y) for y in (1, 3) for x in (1, 3)], paint, ascii_only)
            for col in range(width)
        ]
        for line in range(height)
    ]


def write_cells(cells: list[list[Cell]], line: int, col: int, text: str, style: str) -> None:
    """Overwrite cells of a line with text."""
    cells[line][col : col + len(text)] = [(char, style) for char in text]


def write_numbers(cells: list[list[Cell]], sides: Sides, digits: int, names: Names, paint: Paint) -> None:
    """Write the numbers or names of colours over a tile.

    Args:
        cells: the cells of the tile.
        sides: the colours.
        digits: width of each number or name.
        names: names of colours.
        paint: paints of colours.
    """
    middle, right = (len(cells[0]) - digits) // 2, len(cells[0]) - digits
    for side, line, col in zip(Side, (0, 1, 2, 1), (middle, right, middle, 0), strict=True):
        write_cells(cells, line, col, names.colour(sides[side]).rjust(digits), style_on_colour(sides[side], paint))


def rich_text(cells: Sequence[Cell]) -> Text:
    """Convert a line of cells to rich text."""
    runs = ((style, "".join(char for char, _ in run)) for style, run in groupby(cells, key=lambda cell: cell[1]))
    return Text.assemble(*((run, style) for style, run in runs))


def _side_at(x: int, y: int, width: int, height: int) -> Side:
    """Return the side whose triangle contains a point.

    Args:
        x: distance from the left, in quarters of a character.
        y: distance from the top, in quarters of a line.
        width: width of the square in characters.
        height: height of the square in lines.
    """
    # Scaled by the other extent, both are equal on the diagonals.
    right, down = (x - 2 * width) * height, (y - 2 * height) * width
    if abs(down) >= abs(right):
        return Side.NORTH if down < 0 else Side.SOUTH
    return Side.WEST if right < 0 else Side.EAST


def _cell(quarters: list[int], paint: Paint, ascii_only: bool) -> Cell:
    """Choose a character for four quarters with a colour each.

    A character can show only two colours, so the two most frequent ones are used.
    """
    (ground, _), *others = Counter(quarters).most_common(2)
    if ascii_only or not others:
        return " ", f"on {paint(ground)}"
    figure = others[0][0]
    filled = sum(1 << place for place, colour in enumerate(quarters) if colour == figure)
    return _QUADRANTS[filled], f"{paint(figure)} on {paint(ground)}"


def box_layout(view: BoardView, inner: int, digits: int | None, style: DrawStyle, names: Names = Names()) -> TextLayout:
    """Draw squares as boxes of three lines.

    Args:
        view: the board.
        inner: columns of text in a box, enough for two numbers and a caption.
        digits: width of a number, None to leave out numbers.
        style: the style.
        names: names of colours to show in place of numbers. If there are any, numbers of tiles are shown too.
    """
    level, upright = tuple(special_characters(style).rules)
    middle = (inner + 1) // 2
    paint = rgb if digits is None else _picture_paint(view.puzzle)

    def draw_columns(cols: range) -> list[list[Cell]]:
        """Draw some columns of squares."""
        last = 4 * view.puzzle.rows
        grid = blank_cells(len(cols) * (inner + 1) + 1, last + 1)
        for line in range(last + 1):
            ends = special_characters(style).corners[0 if line == 0 else 2 if line == last else 1]
            rule = ends[0] + ends[1].join([level * inner] * len(cols)) + ends[2]
            write_cells(grid, line, 0, upright + (" " * inner + upright) * len(cols) if line % 4 else rule, DIM)
        for line, col in _hole_positions(view, cols, inner):
            grid[line][col] = (" ", "")
        places = (0, middle), (2, inner + 1), (4, middle), (2, 0)
        for field, line, col in squares_in_columns(view, cols, 4, inner + 1):
            words = square_caption(field, style, numbered=bool(names.colours))
            for down, part in enumerate(_square_cells(field, inner, 3, digits, words, style, names, paint), line + 1):
                grid[down][col + 1 : col + 1 + inner] = part
            _mark_mismatches(grid, view, field.square, [(line + down, col + along) for down, along in places], style)
        return grid

    return TextLayout(left=1, col_pitch=inner + 1, top=2, row_pitch=4, draw_columns=draw_columns)


def _hole_positions(view: BoardView, cols: range, inner: int) -> Iterator[tuple[int, int]]:
    """Yield the positions in the text that holes cover.

    Each is a line and a column.
    """
    grid, width = view.puzzle.grid, inner + 1
    for square in sorted(square for square in grid.holes if square.col in cols):
        for down, across in product(range(5), range(width + 1)):
            # A line belongs to the squares on both of its sides.
            near = product({0, -(across == 0) + across // width}, {0, -(down == 0) + down // 4})
            if not any(Square(square.col + right, square.row + below) in grid for right, below in near):
                yield 4 * square.row + down, (square.col - cols.start) * width + across


def block_layout(view: BoardView, width: int, height: int, style: DrawStyle) -> TextLayout:
    """Draw squares as blocks of colour.

    Args:
        view: the board.
        width: columns of text per square.
        height: lines of text per square.
        style: the style.
    """
    middle = (width - 1) // 2, height // 2
    places = ((0, middle[0]), (middle[1], width - 1), (height - 1, middle[0]), (middle[1], 0))

    def draw_columns(cols: range) -> list[list[Cell]]:
        """Draw some columns of squares."""
        grid = blank_cells(len(cols) * width, view.puzzle.rows * height)
        for field, line, col in squares_in_columns(view, cols, height, width):
            words = "" if field.placement else square_caption(field, style)
            words = words if len(words) <= width else special_characters(style).empty
            for down, part in enumerate(_square_cells(field, width, height, None, words, style), line):
                grid[down][col : col + width] = part
            _mark_mismatches(grid, view, field.square, [(line + down, col + along) for down, along in places], style)
        return grid

    return TextLayout(left=0, col_pitch=width, top=(height - 1) // 2, row_pitch=height, draw_columns=draw_columns)


def square_caption(field: SquareView, style: DrawStyle, *, numbered: bool = False) -> str:
    """Format the text in the middle of a square.

    It has the tile's number, sign and rotation, as far as the style shows them. An empty square has its label.

    Args:
        field: the square.
        style: the style.
        numbered: whether to show the number of the tile, as `#4`, in any style.
    """
    if field.placement is None:
        return field.label or special_characters(style).empty
    tile = f"#{field.shown_number}" if numbered else field.shown_number if style.tiles else ""
    turn = special_characters(style).turns[-field.placement.rot % 4] if style.turns else ""
    return tile + (field.sign.value if field.sign else "") + turn


def _square_cells(
    field: SquareView,
    width: int,
    height: int,
    digits: int | None,
    words: str,
    style: DrawStyle,
    names: Names = Names(),
    paint: Paint = rgb,
) -> list[list[Cell]]:
    cells = blank_cells(width, height)
    if field.sides is not None:
        if style.colour:
            cells = wedge_cells(field.sides, width, height, paint, ascii_only=style.ascii)
        if digits is not None:
            write_numbers(cells, field.sides, digits, names, paint)
    look = DIM if field.placement is None else "bold"
    write_cells(cells, (height - 1) // 2, (width - len(words)) // 2, words, look)
    write_cells(cells, 0, 0, *_corner_mark(field, style, "bold #000000 on #ffffff"))
    return cells


def _mark_mismatches(
    cells: list[list[Cell]], view: BoardView, square: Square, places: list[tuple[int, int]], style: DrawStyle
) -> None:
    """Mark the sides of a square that do not match.

    Args:
        cells: the cells of the board.
        view: the board.
        square: the square.
        places: line and column of the mark on each side.
        style: the style.
    """
    for side, (line, col) in zip(Side, places, strict=True):
        if style.mismatches and view.has_mismatch(square, side):
            write_cells(cells, line, col, MISMATCH, ALARM)


def lattice_layout(view: BoardView, digits: int, style: DrawStyle) -> TextLayout:
    """Draw each edge once, as the number of its colour.

    An edge is where two squares touch. The middle of a square shows its sign or label, its upper left corner the mark
    of a clue, violation or hint.

    Args:
        view: the board.
        digits: width of a number.
        style: the style.
    """

    def draw_columns(cols: range) -> list[list[Cell]]:
        """Draw some columns of squares."""
        grid = blank_cells((2 * len(cols) + 1) * digits, 2 * view.puzzle.rows + 1)
        for field, line, col in squares_in_columns(view, cols, 2, 2 * digits):
            north, east, south, west = (_edge_cell(view, field, side, digits, style) for side in Side)
            parts = (
                (_corner_mark(field, style, "bold"), north),
                (west, _middle_mark(field, digits, style), east),
                (("", ""), south),
            )
            for down, part in enumerate(parts):
                for across, (text, look) in enumerate(part):
                    write_cells(grid, line + down, col + across * digits, text.rjust(digits), look)
        for row in grid[::2]:
            del row[-digits:]
        return grid

    return TextLayout(left=digits, col_pitch=2 * digits, top=1, row_pitch=2, draw_columns=draw_columns)


def mismatch_list(view: BoardView, width: int) -> list[Text]:
    """List the mismatches, with square, side and both colours.

    The lattice shows a mark in place of the two colours.
    """
    entries = [_mismatch_entry(view, clashing) for clashing in view.mismatch_on.values()]
    if not entries:
        return []
    pitch = max(map(len, entries)) + 3
    across = max(1, (width + 3) // pitch)
    rows = (entries[start : start + across] for start in range(0, len(entries), across))
    return [Text(), Text(f"{MISMATCH} square, side: colours")] + [
        Text("".join(entry.ljust(pitch) for entry in row).rstrip()) for row in rows
    ]


def _mismatch_entry(view: BoardView, mismatch: Mismatch) -> str:
    square, side = mismatch.square, mismatch.side
    here, there = view.fields[square], view.fields.get(view.puzzle.grid.neighbour(square, side))
    parts = []
    for field, facing in ((here, side), (there, side.opposite)):
        if field is not None and field.sides is not None:
            sign = field.sign.value if mismatch.condition is Condition.SIGN and field.sign else ""
            parts.append(f"{field.sides[facing]}{sign}")
    return f"{view.puzzle.names.place(square)} {side.word}: {' '.join(parts)}"


def _edge_cell(view: BoardView, field: SquareView, side: Side, digits: int, style: DrawStyle) -> Cell:
    if style.mismatches and view.has_mismatch(field.square, side):
        return MISMATCH * digits, ALARM
    beyond = view.fields.get(view.puzzle.grid.neighbour(field.square, side))
    for near, facing in ((field, side), (beyond, side.opposite)):
        if near is not None and near.sides is not None:
            return str(near.sides[facing]), style_on_colour(near.sides[facing])
    return special_characters(style).empty, DIM


def _corner_mark(field: SquareView, style: DrawStyle, clue: str) -> Cell:
    """Return the mark in a square's corner, and its style.

    A violation takes precedence over a highlight, and a highlight over a clue.
    """
    if field.wrong and style.mismatches:
        return BROKEN, ALARM
    if field.highlighted:
        return POINTED_OUT, NOTICE
    return (special_characters(style).clue, clue) if field.clue else ("", "")


def _middle_mark(field: SquareView, digits: int, style: DrawStyle) -> Cell:
    if field.placement is None:
        return field.label if 0 < len(field.label) <= digits else special_characters(style).empty, DIM
    return field.sign.value if field.sign else "", "bold"


# ---- boards as text, as a list for screen readers, and the board of `--watch` ----

BLOCKS = ((8, 4), (4, 2))
"""Columns and lines of text per square, from large to small. A character is about twice as high as wide."""


def draw_board(
    puzzle: Puzzle,
    solution: Solution,
    width: int,
    style: DrawStyle = DrawStyle(),
    clues: Solution = Solution(),
    remarks: Sequence[Remark] = (),
) -> Text:
    """Draw a board in the first layout that fits.

    Boxes are tried first. If they are too wide, a style with colour draws blocks, and any other style draws a lattice
    and lists the mismatches. A board that is still too wide is cut into parts, one below the other.

    Args:
        puzzle: the puzzle.
        solution: the placements on the board.
        width: available columns of text.
        style: the style.
        clues: the puzzle's clues.
        remarks: remarks of an explanation or a hint.
    """
    shown = board_view(puzzle, solution, clues, remarks)
    # The letters of rows and a space.
    margin = max(len(row_label(puzzle, row)) for row in range(puzzle.rows)) + 1 if style.coordinates else 0
    names = _names_that_fit(puzzle, style)
    named = _named_layout(shown, width - margin, style, names)
    form, notes = (named, []) if named else _choose_layout(shown, width - margin, style)
    across = form.columns_that_fit(width - margin)
    lines = []
    for start in range(0, puzzle.cols, across):
        cols = range(start, min(start + across, puzzle.cols))
        if len(cols) < puzzle.cols:
            lines += ([Text()] if start > 0 else []) + [Text(f"columns {cols[0] + 1} to {cols[-1] + 1}", style=DIM)]
        part = [rich_text(line) for line in form.draw_columns(cols)]
        lines += _with_coordinates(form, part, cols, puzzle, margin) if margin else part
    notes += [Text(), *map(Text, textwrap.wrap(shown.spare_text, width))] if shown.spare_text else []
    return Text("\n").join(lines + notes + _names_note(puzzle, width, style, names if named else Names()))


def draw_tiles(puzzle: Puzzle, width: int, style: DrawStyle = DrawStyle()) -> Text:
    """Draw the tiles of a puzzle in file order.

    Args:
        puzzle: the puzzle.
        width: available columns of text.
        style: the style.
    """
    features.require_support("show", puzzle)
    digits = _most_digits(puzzle)
    numbers = not style.colour or style.numbers is not False
    if (names := _names_that_fit(puzzle, style)).colours:
        digits = max(map(len, map(names.colour, puzzle.side_colours)))
    inner = max(2 * digits + 3, len(str(len(puzzle.tiles))) + 2) if numbers else max(4, len(str(len(puzzle.tiles))) + 1)
    across = max(1, (width + 3) // (inner + 3))
    rows, number, paint = [], puzzle.names.number, _picture_paint(puzzle) if numbers else rgb
    for start in range(0, len(puzzle.tiles), across):
        shown = range(start, min(start + across, len(puzzle.tiles)))
        signs = {index: sign.value for index in shown if (sign := puzzle.tiles[index].sign)}
        rows.append(
            _join_cells(Text(f"{number(index)}{signs.get(index, '')}".center(inner), style=DIM) for index in shown)
        )
        squares = [
            _tile_cells(puzzle.tiles[index].sides, inner, digits if numbers else None, style, names, paint)
            for index in shown
        ]
        rows += [_join_cells(rich_text(cells[line]) for cells in squares) for line in range(len(squares[0]))]
        rows.append(Text())
    return Text("\n").join(rows[:-1] + _names_note(puzzle, width, style, names))


def _tile_cells(
    sides: Sides, inner: int, digits: int | None, style: DrawStyle, names: Names, paint: Paint
) -> list[list[Cell]]:
    height = 2 if digits is None else 3
    cells = blank_cells(inner, height)
    if style.colour:
        cells = wedge_cells(sides, inner, height, paint, ascii_only=style.ascii)
    if digits is not None:
        write_numbers(cells, sides, digits, names, paint)
    return cells


def _join_cells(cells: Iterable[Text]) -> Text:
    line = Text("   ").join(cells)
    line.rstrip()
    return line


def _most_digits(puzzle: Puzzle) -> int:
    return len(str(puzzle.side_colours[-1]))


MOST_NAMED = 25
"""Most squares of a board that is drawn with names of colours and numbers of tiles."""

# Most letters of such a name.
_SHORT = 4


def _names_that_fit(puzzle: Puzzle, style: DrawStyle) -> Names:
    """Return short names of colours for a drawing.

    Only small boards of heads and tails show them. For any other board, the result has no names.
    """
    if not puzzle.partners or puzzle.grid.size > MOST_NAMED or (style.colour and style.numbers is False):
        return Names()
    names = short_colour_names(puzzle)
    fits = puzzle.names.colours and all(len(names[colour]) <= _SHORT for colour in puzzle.side_colours)
    return Names(colours=tuple(names.get(colour, "") for colour in range(max(names) + 1))) if fits else Names()


def _named_layout(shown: BoardView, width: int, style: DrawStyle, names: Names) -> TextLayout | None:
    if not names.colours:
        return None
    digits = max(map(len, map(names.colour, shown.puzzle.side_colours)))
    middle = max(len(square_caption(field, style, numbered=True)) for field in shown.fields.values())
    form = box_layout(shown, 2 * digits + 2 + middle, digits, style, names)
    return form if form.width(shown.puzzle.cols) <= width else None


def _choose_layout(shown: BoardView, width: int, style: DrawStyle) -> tuple[TextLayout, list[Text]]:
    """Choose the first layout that fits into a width.

    Returns:
        The layout, and lines to print below the board.
    """
    cols = shown.puzzle.cols
    digits = _most_digits(shown.puzzle)
    middle = max(len(square_caption(field, style)) for field in shown.fields.values())
    if style.colour and style.numbers is False:
        if style.tiles or style.turns:
            return box_layout(shown, max(5, middle + 2), None, style), []
        forms = [block_layout(shown, *size, style) for size in BLOCKS]
        return next((form for form in forms if form.width(cols) <= width), forms[-1]), _paint_note(shown.puzzle, width)
    # With or without a space on both sides of the caption.
    forms = [box_layout(shown, 2 * digits + room + max(1, middle), digits, style) for room in (2, 0)]
    for form in forms:
        if form.width(cols) <= width:
            return form, []
    if style.tiles or style.turns:
        return forms[-1], []
    if style.colour and style.numbers is None:
        return block_layout(shown, *BLOCKS[-1], style), _paint_note(shown.puzzle, width)
    return lattice_layout(shown, digits, style), mismatch_list(shown, width) if style.mismatches else []


def _names_note(puzzle: Puzzle, width: int, style: DrawStyle, shown: Names) -> list[Text]:
    """Explain the numbers or short names of colours, if needed."""
    pairs = [(shown.colour(colour), puzzle.names.colour(colour)) for colour in puzzle.side_colours]
    if not puzzle.names.colours or (style.colour and style.numbers is False) or all(a == b for a, b in pairs):
        return []
    # No line break within a pair.
    note = "colours: " + ", ".join("\0".join(pair) for pair in pairs)
    wrapped = textwrap.wrap(note, width, break_on_hyphens=False)
    return [Text(), *(Text(line.replace("\0", " "), style=DIM) for line in wrapped)]


def _paint_note(puzzle: Puzzle, width: int) -> list[Text]:
    """Return a note if several colours have the same paint.

    A layout without numbers cannot distinguish them.
    """
    colours = puzzle.side_colours
    paints = {rgb(colour) for colour in colours}
    if len(paints) == len(colours):
        return []
    note = f"{len(colours)} colours share some paints: only numbers distinguish them"
    return [Text(line, style=DIM) for line in textwrap.wrap(note, width)]


def _with_coordinates(form: TextLayout, lines: list[Text], cols: range, puzzle: Puzzle, margin: int) -> list[Text]:
    """Add column numbers and row letters to a board.

    Args:
        form: layout of the board.
        lines: its lines.
        cols: columns shown.
        puzzle: the puzzle.
        margin: width of the row letters.
    """
    # On narrow squares, long column numbers would touch.
    every = 1 + len(str(cols[-1] + 1)) // form.col_pitch
    names = ((str(col + 1) if col % every == 0 else "").center(form.col_pitch) for col in cols)
    head = " " * (margin + form.left) + "".join(names)
    numbered = [Text(head.rstrip(), style=DIM)]
    for index, line in enumerate(lines):
        row, rest = divmod(index - form.top, form.row_pitch)
        name = row_label(puzzle, row) if rest == 0 and 0 <= row < puzzle.rows else ""
        numbered.append(Text.assemble((name.rjust(margin - 1) + " ", DIM), line))
    return numbered


_HALF = "▀"


def draw_live_board(
    puzzle: Puzzle, solution: Solution, width: int, height: int, *, colour: bool, mismatches: bool = False
) -> Text | None:
    """Draw a board as large as the terminal permits.

    Args:
        puzzle: the puzzle.
        solution: the placements on the board.
        width: available columns of text.
        height: available lines of text.
        colour: whether the terminal has colours.
        mismatches: whether to mark mismatches.

    Returns:
        The text, None if no layout fits.
    """

    def layouts() -> Iterator[Text]:
        """Yield the board in all layouts, the largest first."""
        # A lattice has two lines for each row, and one more.
        if not colour and 2 * puzzle.rows < height:
            yield draw_board(puzzle, solution, width)
        style = DrawStyle(colour=True, mismatches=mismatches)
        for across, down in BLOCKS if colour else ():
            if puzzle.cols * across <= width and puzzle.rows * down <= height:
                form = block_layout(board_view(puzzle, solution), across, down, style)
                yield Text("\n").join(map(rich_text, form.draw_columns(range(puzzle.cols))))
        yield draw_mosaic(puzzle, solution, colour=colour)

    for layout in layouts():
        lines = layout.plain.split("\n")
        if len(lines) <= height and max(map(len, lines)) <= width:
            return layout
    return None


def draw_mosaic(puzzle: Puzzle, solution: Solution, *, colour: bool) -> Text:
    """Draw a board with two characters per square.

    With colour, each character shows two sides: north above west, then east above south. Without colour, a tile is `#`.
    """
    shown = {square: puzzle.sides(placement) for square, placement in solution.by_square().items()}
    mosaic = Text()
    for square in (Square(col, row) for row in range(puzzle.rows) for col in range(puzzle.cols)):
        if square.col == 0 and square.row:
            mosaic.append("\n")
        sides = shown.get(square)
        if square not in puzzle.grid:
            mosaic.append("  ")
        elif sides is None:
            mosaic.append("· ", style=DIM)
        elif colour:
            mosaic.append(_HALF, style=f"{rgb(sides[Side.NORTH])} on {rgb(sides[Side.WEST])}")
            mosaic.append(_HALF, style=f"{rgb(sides[Side.EAST])} on {rgb(sides[Side.SOUTH])}")
        else:
            mosaic.append("# ")
    return mosaic


def list_squares(view: BoardView) -> str:
    """List the squares row by row, below a summary."""
    puzzle = view.puzzle
    lines = [f"Board of {puzzle.cols} x {puzzle.rows}: {view.summary}"]
    row = -1
    for field in view.fields.values():
        if field.square.row != row:
            lines.append("")
            row = field.square.row
        lines.append(f"{puzzle.names.place(field.square)}: {_square_content(view, field)}")
    lines += ["", view.spare_text] if view.spare_text else []
    return "\n".join(lines) + "\n"


def list_tiles(puzzle: Puzzle) -> str:
    """List the tiles in file order, one per line."""
    lines = [f"{len(puzzle.tiles)} tiles for a board of {puzzle.cols} x {puzzle.rows}", ""]
    for index, tile in enumerate(puzzle.tiles):
        sign = f", sign {tile.sign.value}" if tile.sign else ""
        only = f", only with rotation {' or '.join(map(str, tile.only))}" if tile.only else ""
        lines.append(f"tile {puzzle.names.number(index)}: {_sides_text(puzzle, tile.sides)}{sign}{only}")
    return "\n".join(lines) + "\n"


def _square_content(view: BoardView, field: SquareView) -> str:
    if field.placement is None or field.sides is None:
        parts = ["empty, where a clue puts a tile" if field.clue else "empty"]
    else:
        over = " flipped" if field.placement.rot >= 4 else ""
        parts = [f"tile {field.number}{over}, {_sides_text(view.puzzle, field.sides)}"]
        parts += [f"sign {field.sign.value}"] if field.sign else []
        parts += ["a clue"] if field.clue else []
    wrong = [f"no match on its {side.word}" for side in Side if view.has_mismatch(field.square, side)]
    return ", ".join([*parts, *wrong, *(violation.text for violation in field.violations)])


def _sides_text(puzzle: Puzzle, sides: Sides) -> str:
    return ", ".join(f"{side.word} {puzzle.names.colour(sides[side])}" for side in Side)
