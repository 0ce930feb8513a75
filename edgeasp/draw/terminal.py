"""Boards and tiles as coloured text. Without colour, the numbers still tell everything."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from edgeasp.draw.palette import ink, rgb
from edgeasp.puzzle import Puzzle, Side, Sides, Solution, Square

MISMATCH = "*"


def board(puzzle: Puzzle, solution: Solution, width: int) -> Text:
    """The board with the colour of every side: boxes where `width` columns suffice, else a lattice of diamonds."""
    digits = _digits(puzzle)
    for inner in (2 * digits + 3, 2 * digits + 1):
        if puzzle.cols * (inner + 1) + 1 <= width:
            return _boxes(puzzle, solution, digits, inner)
    return _lattice(puzzle, solution, digits)


def tiles(puzzle: Puzzle, width: int) -> Text:
    """The tiles of the puzzle as they stand in the file, each with its number and its sign."""
    digits = _digits(puzzle)
    inner = max(2 * digits + 3, len(str(len(puzzle.tiles))) + 2)
    across = max(1, (width + 3) // (inner + 3))
    rows = []
    for start in range(0, len(puzzle.tiles), across):
        shown = range(start, min(start + across, len(puzzle.tiles)))
        signs = {index: sign.value for index in shown if (sign := puzzle.tiles[index].sign)}
        rows.append(_spread(Text(f"{index}{signs.get(index, '')}".center(inner), style="dim") for index in shown))
        for line in range(3):
            rows.append(_spread(_box_line(puzzle.tiles[index].sides, line, digits, inner) for index in shown))
        rows.append(Text())
    return Text("\n").join(rows[:-1])


def _spread(cells: Iterable[Text]) -> Text:
    line = Text("   ").join(cells)
    line.rstrip()
    return line


def _digits(puzzle: Puzzle) -> int:
    return len(str(max(colour for tile in puzzle.tiles for colour in tile.sides)))


def _paint(colour: int, digits: int) -> Text:
    return Text(str(colour).rjust(digits), style=f"{ink(colour)} on {rgb(colour)}")


def _box_line(sides: Sides | None, line: int, digits: int, inner: int) -> Text:
    """One of the three lines of a tile: north; west and east; south. Without a tile, only a dot in the middle."""
    if sides is None:
        return Text(("·" if line == 1 else "").center(inner), style="dim")
    if line == 1:
        gap = " " * (inner - 2 * digits)
        return Text.assemble(_paint(sides[Side.WEST], digits), gap, _paint(sides[Side.EAST], digits))
    left = (inner - digits) // 2
    middle = _paint(sides[Side.NORTH if line == 0 else Side.SOUTH], digits)
    return Text.assemble(" " * left, middle, " " * (inner - digits - left))


def _boxes(puzzle: Puzzle, solution: Solution, digits: int, inner: int) -> Text:
    shown = {square: puzzle.sides(placement) for square, placement in solution.by_square().items()}
    middle = (inner - 1) // 2

    def clash(square: Square, side: Side) -> bool:
        here, there = shown.get(square), shown.get(square.beyond(side))
        return bool(here and there and here[side] != there[side.opposite])

    def rule(row: int, ends: str) -> Text:
        parts = []
        for col in range(puzzle.cols):
            above = Square(col, row - 1)
            mark = MISMATCH if 0 < row < puzzle.rows and clash(above, Side.SOUTH) else "─"
            parts.append("─" * middle + mark + "─" * (inner - middle - 1))
        return Text(ends[0] + ends[1].join(parts) + ends[2], style="dim")

    rows = []
    for row in range(puzzle.rows):
        rows.append(rule(row, "├┼┤" if row else "┌┬┐"))
        for line in range(3):
            text = Text.assemble(("│", "dim"))
            for col in range(puzzle.cols):
                square = Square(col, row)
                text.append_text(_box_line(shown.get(square), line, digits, inner))
                text.append(*((MISMATCH, "bold") if line == 1 and clash(square, Side.EAST) else ("│", "dim")))
            rows.append(text)
    rows.append(rule(puzzle.rows, "└┴┘"))
    return Text("\n").join(rows)


def _lattice(puzzle: Puzzle, solution: Solution, digits: int) -> Text:
    """Each diamond once, with its colour: between the rows those that lie above and below squares."""
    shown = {square: puzzle.sides(placement) for square, placement in solution.by_square().items()}

    def diamond(square: Square, side: Side) -> Text:
        here, there = shown.get(square), shown.get(square.beyond(side))
        colours = {sides[each] for sides, each in ((here, side), (there, side.opposite)) if sides}
        if len(colours) == 2:
            return Text(MISMATCH * digits, style="bold")
        return _paint(colours.pop(), digits) if colours else Text("·".rjust(digits), style="dim")

    blank = " " * digits
    rows = []
    for row in range(puzzle.rows):
        squares = [Square(col, row) for col in range(puzzle.cols)]
        rows.append(Text.assemble(*(part for square in squares for part in (blank, diamond(square, Side.NORTH)))))
        middle = Text(blank).join(diamond(square, Side.WEST) for square in squares)
        rows.append(Text.assemble(middle, blank, diamond(squares[-1], Side.EAST)))
    last = [Square(col, puzzle.rows - 1) for col in range(puzzle.cols)]
    rows.append(Text.assemble(*(part for square in last for part in (blank, diamond(square, Side.SOUTH)))))
    return Text("\n").join(rows)
