"""Boards as text, as a list for screen readers, and the board of `--watch`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from edgeasp.draw.palette import rgb
from edgeasp.draw.terminal import grids
from edgeasp.draw.terminal.grids import DIM, BoardForm, Cell
from edgeasp.draw.view import BoardView, DrawStyle, Remark, SquareView, board_view, row_label
from edgeasp.puzzle.model import Puzzle, Side, Sides, Solution

BLOCKS = ((8, 4), (4, 2))
"""Columns and lines of a square without numbers; a character is about twice as high as wide."""


def board(
    puzzle: Puzzle,
    solution: Solution,
    width: int,
    style: DrawStyle = DrawStyle(),
    clues: Solution = Solution(),
    remarks: Sequence[Remark] = (),
) -> Text:
    """A board of at most `width` columns, if necessary in parts one below the other.

    The form is boxes if they fit; otherwise blocks, in colour, or else a lattice with a list of the mismatches.
    """
    shown = board_view(puzzle, solution, clues, remarks)
    # The letters of rows and a space.
    margin = max(len(row_label(puzzle, row)) for row in range(puzzle.rows)) + 1 if style.coordinates else 0
    form, notes = _form(shown, width - margin, style)
    across = form.fitting(width - margin)
    lines = []
    for start in range(0, puzzle.cols, across):
        cols = range(start, min(start + across, puzzle.cols))
        if len(cols) < puzzle.cols:
            lines += ([Text()] if start > 0 else []) + [Text(f"columns {cols[0] + 1} to {cols[-1] + 1}", style=DIM)]
        part = [grids.text(line) for line in form.cells(cols)]
        lines += _with_coordinates(form, part, cols, puzzle, margin) if margin else part
    return Text("\n").join(lines + notes + _names_note(puzzle, width, style))


def tiles(puzzle: Puzzle, width: int, style: DrawStyle = DrawStyle()) -> Text:
    """The tiles of a puzzle in the order of its file, each with its number and its sign."""
    digits = _digits(puzzle)
    numbers = not style.colour or style.numbers is not False
    inner = max(2 * digits + 3, len(str(len(puzzle.tiles))) + 2) if numbers else max(4, len(str(len(puzzle.tiles))) + 1)
    across = max(1, (width + 3) // (inner + 3))
    rows, number = [], puzzle.names.number
    for start in range(0, len(puzzle.tiles), across):
        shown = range(start, min(start + across, len(puzzle.tiles)))
        signs = {index: sign.value for index in shown if (sign := puzzle.tiles[index].sign)}
        rows.append(_spread(Text(f"{number(index)}{signs.get(index, '')}".center(inner), style=DIM) for index in shown))
        squares = [_tile(puzzle.tiles[index].sides, inner, digits if numbers else None, style) for index in shown]
        rows += [_spread(grids.text(cells[line]) for cells in squares) for line in range(len(squares[0]))]
        rows.append(Text())
    return Text("\n").join(rows[:-1] + _names_note(puzzle, width, style))


def _tile(sides: Sides, inner: int, digits: int | None, style: DrawStyle) -> list[list[Cell]]:
    height = 2 if digits is None else 3
    cells = grids.wedges(sides, inner, height, ascii_only=style.ascii) if style.colour else grids.blank(inner, height)
    if digits is not None:
        grids.number(cells, sides, digits)
    return cells


def _spread(cells: Iterable[Text]) -> Text:
    line = Text("   ").join(cells)
    line.rstrip()
    return line


def _digits(puzzle: Puzzle) -> int:
    return len(str(max(colour for tile in puzzle.tiles for colour in tile.sides)))


def _form(shown: BoardView, width: int, style: DrawStyle) -> tuple[BoardForm, list[Text]]:
    """The first form that fits, or else one that is divided, and the notes below the board."""
    cols = shown.puzzle.cols
    digits = _digits(shown.puzzle)
    middle = max(len(grids.caption(field, style)) for field in shown.fields.values())
    if style.colour and style.numbers is False:
        if style.tiles or style.turns:
            return grids.boxes(shown, max(5, middle + 2), None, style), []
        forms = [grids.blocks(shown, *size, style) for size in BLOCKS]
        return next((form for form in forms if form.width(cols) <= width), forms[-1]), _paint_note(shown.puzzle, width)
    # With or without a space on both sides of the caption.
    forms = [grids.boxes(shown, 2 * digits + room + max(1, middle), digits, style) for room in (2, 0)]
    for form in forms:
        if form.width(cols) <= width:
            return form, []
    if style.tiles or style.turns:
        return forms[-1], []
    if style.colour and style.numbers is None:
        return grids.blocks(shown, *BLOCKS[-1], style), _paint_note(shown.puzzle, width)
    return grids.lattice(shown, digits, style), grids.mismatch_list(shown, width) if style.mismatches else []


def _names_note(puzzle: Puzzle, width: int, style: DrawStyle) -> list[Text]:
    """The words for colours that a drawing shows as numbers, if the puzzle has words."""
    if not puzzle.names.colours or (style.colour and style.numbers is False):
        return []
    colours = sorted({colour for tile in puzzle.tiles for colour in tile.sides})
    note = "colours: " + ", ".join(f"{colour} {puzzle.names.colour(colour)}" for colour in colours)
    return [Text(), *(Text(line, style=DIM) for line in textwrap.wrap(note, width))]


def _paint_note(puzzle: Puzzle, width: int) -> list[Text]:
    """A note for a board without numbers that has more colours than paints."""
    colours = {colour for tile in puzzle.tiles for colour in tile.sides}
    paints = {rgb(colour) for colour in colours}
    if len(paints) == len(colours):
        return []
    note = f"{len(colours)} colours, some of them alike: only their numbers distinguish them"
    return [Text(line, style=DIM) for line in textwrap.wrap(note, width)]


def _with_coordinates(form: BoardForm, lines: list[Text], cols: range, puzzle: Puzzle, margin: int) -> list[Text]:
    """The lines with the numbers of columns above, some left out if the squares are narrow, and rows beside."""
    every = 1 + len(str(cols[-1] + 1)) // form.pitch
    names = ((str(col + 1) if col % every == 0 else "").center(form.pitch) for col in cols)
    head = " " * (margin + form.left) + "".join(names)
    numbered = [Text(head.rstrip(), style=DIM)]
    for index, line in enumerate(lines):
        row, rest = divmod(index - form.top, form.rhythm)
        name = row_label(puzzle, row) if rest == 0 and 0 <= row < puzzle.rows else ""
        numbered.append(Text.assemble((name.rjust(margin - 1) + " ", DIM), line))
    return numbered


_HALF = "▀"


def live_board(
    puzzle: Puzzle, solution: Solution, width: int, height: int, *, colour: bool, mismatches: bool = False
) -> Text | None:
    """The largest form of a board that fits, perhaps with its mismatches marked; None if none does."""
    for form in _forms(puzzle, solution, width, height, colour=colour, mismatches=mismatches):
        lines = form.plain.split("\n")
        if len(lines) <= height and max(map(len, lines)) <= width:
            return form
    return None


def _forms(
    puzzle: Puzzle, solution: Solution, width: int, height: int, *, colour: bool, mismatches: bool
) -> Iterator[Text]:
    if not colour and 2 * puzzle.rows < height:
        yield board(puzzle, solution, width)
    if colour:
        for across, down in BLOCKS:
            if puzzle.cols * across <= width and puzzle.rows * down <= height:
                form = grids.blocks(
                    board_view(puzzle, solution), across, down, DrawStyle(colour=True, mismatches=mismatches)
                )
                yield Text("\n").join(map(grids.text, form.cells(range(puzzle.cols))))
    yield mosaic(puzzle, solution, colour=colour)


def mosaic(puzzle: Puzzle, solution: Solution, *, colour: bool) -> Text:
    """One line per row and two columns per square: north over west, east over south; without colour, # for a tile."""
    shown = {square: puzzle.sides(placement) for square, placement in solution.by_square().items()}
    mosaic = Text()
    for square in puzzle.grid.squares:
        if square.col == 0 and square.row:
            mosaic.append("\n")
        sides = shown.get(square)
        if sides is None:
            mosaic.append("· ", style=DIM)
        elif colour:
            mosaic.append(_HALF, style=f"{rgb(sides[Side.NORTH])} on {rgb(sides[Side.WEST])}")
            mosaic.append(_HALF, style=f"{rgb(sides[Side.EAST])} on {rgb(sides[Side.SOUTH])}")
        else:
            mosaic.append("# ")
    return mosaic


def board_list(view: BoardView) -> str:
    """A line for each square, row by row, and above them what is to be said of the board."""
    puzzle = view.puzzle
    lines = [f"Board of {puzzle.cols} x {puzzle.rows}: {view.summary}"]
    for field in view.fields.values():
        if field.square.col == 0:
            lines.append("")
        lines.append(f"{puzzle.names.place(field.square)}: {_content(view, field)}")
    return "\n".join(lines) + "\n"


def tile_list(puzzle: Puzzle) -> str:
    """A line for each tile, in the order of the file."""
    lines = [f"{len(puzzle.tiles)} tiles for a board of {puzzle.cols} x {puzzle.rows}", ""]
    for index, tile in enumerate(puzzle.tiles):
        sign = f", sign {tile.sign.value}" if tile.sign else ""
        lines.append(f"tile {puzzle.names.number(index)}: {_sides(puzzle, tile.sides)}{sign}")
    return "\n".join(lines) + "\n"


def _content(view: BoardView, field: SquareView) -> str:
    if field.placement is None or field.sides is None:
        parts = ["empty, where a clue puts a tile" if field.clue else "empty"]
    else:
        parts = [f"tile {field.number}, {_sides(view.puzzle, field.sides)}"]
        parts += [f"sign {field.sign.value}"] if field.sign else []
        parts += ["a clue"] if field.clue else []
    wrong = [f"no match on its {side.word}" for side in Side if view.has_mismatch(field.square, side)]
    return ", ".join([*parts, *wrong, *(violation.text for violation in field.violations)])


def _sides(puzzle: Puzzle, sides: Sides) -> str:
    return ", ".join(f"{side.word} {puzzle.names.colour(sides[side])}" for side in Side)
