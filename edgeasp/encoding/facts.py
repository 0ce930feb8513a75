"""A puzzle and its clues as facts of the ASP class "Edge Matching", and back.

The class is by Martin Brain (also used in the second ASP competition, 2009). It numbers from 1 and rotates clockwise.
Its colours are constants; numbers are read as well.
What edgeasp adds to the class is in a section of its own: `frame/1`, `partner/2`, `tileSign/2`, `clue/4`. Where no tile
may be turned, `rotation(0)` is the only rotation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from edgeasp.encoding.atoms import Argument, Atom, colour_name, colour_numbers, names_by_number, parse_facts
from edgeasp.puzzle.model import (
    FRAME,
    SIDE_WORDS,
    Names,
    Partners,
    Placement,
    Puzzle,
    Side,
    Sides,
    Sign,
    Solution,
    Square,
    Tile,
    as_sides,
    degrees,
    quarter_turns,
)
from edgeasp.system.errors import InputError

SIDES = {side: side.word for side in Side}
SIGNS = {Sign.PLUS: "plus", Sign.MINUS: "minus"}
ROTATIONS = (0, 90, 180, 270)

_SIGN_OF = {word: sign for sign, word in SIGNS.items()}
_FORMS = {
    form.partition("(")[0]: form
    for form in (
        *("tile(NUMBER)", "col(NUMBER)", "row(NUMBER)", "rotation(DEGREES)", "side(SIDE)", "colour(COLOUR)"),
        *("tileSide(NUMBER,SIDE,COLOUR)", "frame(COLOUR)", "partner(COLOUR,COLOUR)", "tileSign(NUMBER,SIGN)"),
        "clue(COLUMN,ROW,NUMBER,DEGREES)",
    )
}
_MISSPELT = {"color": "colour", "tileEdge": "tileSide"}
"""Names that people write for those of the class."""


def clue_atom(puzzle: Puzzle, placement: Placement) -> Atom:
    """The `clue(X,Y,T,R)` of a placement, with its canonical rotation."""
    square, rot = placement.square, puzzle.canonical(placement).rot
    return Atom("clue", (square.col + 1, square.row + 1, placement.tile + 1, degrees(rot)))


def write(puzzle: Puzzle, clues: Solution = Solution(), *, class_only: bool = False) -> str:
    """The facts as text with comments, deterministic; `class_only` leaves out what the published class has not."""
    own = () if class_only else _own_section(puzzle, clues)
    return "\n".join([*_class_section(puzzle), *own]) + "\n"


def read(text: str, source: str, frame: str | None = None) -> tuple[Puzzle, Solution]:
    """The puzzle and the clues that an instance describes; InputError if it holds anything else, or no puzzle.

    Args:
        text: the facts, in any order.
        source: the name of the file, for messages.
        frame: the colour of the outside, for an instance without a `frame` fact.
    """
    table = _Table(source)
    for atom, line in parse_facts(text, source):
        table.add(atom, line)
    return table.puzzle(frame)


def _class_section(puzzle: Puzzle) -> Iterator[str]:
    kind = "framed" if puzzle.framed else "unframed"
    yield f"% An edge-matching puzzle of {puzzle.cols} x {puzzle.rows} squares, {kind}."
    yield '% Facts of the class "Edge Matching": columns and rows from 1, (1,1) at the top left.'
    if puzzle.partners:
        yield "% Beyond the class: sides that meet show partners, as partner(C,D) says, if it is not left out."
    yield ""
    yield "% The board."
    yield " ".join(f"col({x})." for x in range(1, puzzle.cols + 1))
    yield " ".join(f"row({y})." for y in range(1, puzzle.rows + 1))
    yield "% Rotations are clockwise degrees."
    yield " ".join(f"rotation({r})." for r in (ROTATIONS if puzzle.turning else ROTATIONS[:1]))
    yield " ".join(f"side({s})." for s in SIDES.values())
    yield "% Colours, in the order of their numbers."
    yield " ".join(f"colour({colour_name(n)})." for n in puzzle.colours + ([FRAME] if puzzle.framed else []))
    yield "% Tiles, each with the colours of its sides before it is rotated."
    for index, tile in enumerate(puzzle.tiles, start=1):
        sides = (f"tileSide({index},{SIDES[side]},{colour_name(tile.sides[side])})." for side in Side)
        yield " ".join([f"tile({index}).", *sides])


def _own_section(puzzle: Puzzle, clues: Solution) -> Iterator[str]:
    signs = [(index, tile.sign) for index, tile in enumerate(puzzle.tiles, start=1) if tile.sign]
    if not (puzzle.framed or puzzle.partners or signs or clues.placements):
        return
    yield ""
    yield "% Beyond the class: what else is known of this puzzle."
    if puzzle.framed:
        yield "% The colour of the outside of the board."
        yield f"frame({colour_name(FRAME)})."
    if puzzle.partners:
        yield "% Colours that meet each other; any other colour meets itself."
        yield from (f"partner({colour_name(one)},{colour_name(other)})." for one, other in puzzle.partners)
    if signs:
        yield "% Tiles that carry a sign: sides that meet have opposite signs."
        yield from (f"tileSign({index},{SIGNS[sign]})." for index, sign in signs)
    if clues.placements:
        yield "% Clues: column, row, tile, rotation."
        yield from (f"{clue_atom(puzzle, placement)}." for placement in clues)


class _Table:
    """The facts of an instance by predicate."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.numbers: dict[str, dict[int, int]] = {"tile": {}, "col": {}, "row": {}, "rotation": {}}
        self.words: dict[str, dict[str, int]] = {"side": {}, "colour": {}, "frame": {}}
        self.tile_sides: dict[tuple[int, str], tuple[str, int]] = {}
        self.partners: dict[str, tuple[str, int]] = {}
        self.signs: dict[int, tuple[str, int]] = {}
        self.clues: list[tuple[int, int, int, int, int]] = []

    def _error(self, line: int | None, message: str) -> InputError:
        return InputError(self.source, line, message)

    def add(self, atom: Atom, line: int) -> None:
        """Add a fact."""
        match atom.name, atom.arguments:
            case "tile" | "col" | "row" as name, (int(number),):
                self.numbers[name].setdefault(number, line)
            case "rotation", (int(r),):
                self._among(r, ROTATIONS, atom, line)
                self.numbers["rotation"].setdefault(r, line)
            case "side", (str(s),):
                self._among(s, SIDE_WORDS, atom, line)
                self.words["side"].setdefault(s, line)
            case "colour" | "frame" as name, (c,):
                self.words[name].setdefault(str(c), line)
            case "tileSide", (int(t), str(s), c):
                self._among(s, SIDE_WORDS, atom, line)
                c = str(c)
                if self.tile_sides.setdefault((t, s), (c, line))[0] != c:
                    raise self._error(line, f"expected one colour for the {s} of tile {t}, found {atom}")
            case "partner", (c, d):
                for one, other in ((str(c), str(d)), (str(d), str(c))):
                    if self.partners.setdefault(one, (other, line))[0] != other:
                        raise self._error(
                            line, f"expected one partner of {one}, found {self.partners[one][0]} and {other}"
                        )
            case "tileSign", (int(t), str(sign)):
                self._among(sign, _SIGN_OF, atom, line)
                if self.signs.setdefault(t, (sign, line))[0] != sign:
                    raise self._error(line, f"expected one sign for tile {t}, found {atom}")
            case "clue", (int(x), int(y), int(t), int(r)):
                self._among(r, ROTATIONS, atom, line)
                self.clues.append((x, y, t, r, line))
            case _:
                of_class = "a fact of the class 'Edge Matching' or frame/1, partner/2, tileSign/2, clue/4"
                expected = _FORMS.get(_MISSPELT.get(atom.name, atom.name), of_class)
                text = str(atom)
                text = text if len(text) <= 80 else text[:80] + "..."
                raise self._error(line, f"expected {expected}, found {text}")

    def _among(self, value: Argument, allowed: Iterable[Argument], atom: Atom, line: int) -> None:
        if value not in allowed:
            raise self._error(line, f"expected one of {', '.join(map(str, allowed))}, found {atom}")

    def puzzle(self, frame: str | None) -> tuple[Puzzle, Solution]:
        """The puzzle and the clues that all the facts describe."""
        cols = self._consecutive("col")
        rows = self._consecutive("row")
        if min(cols, rows) < 2:
            raise self._error(None, f"expected at least 2 columns and 2 rows, found {cols} x {rows}")
        count = self._consecutive("tile")
        if count != cols * rows:
            raise self._error(None, f"expected {cols * rows} tiles for {cols} x {rows}, found {count}")
        turning = set(self.numbers["rotation"]) != {0}
        if turning:
            self._complete("rotation", self.numbers["rotation"], ROTATIONS)
        self._complete("side", self.words["side"], SIDE_WORDS)
        number = self._colour_numbers(frame)
        sides = self._all_sides(number)
        for tile, (_, line) in self.signs.items():
            self._known_tile(tile, "tileSign", line)
        signs = {tile: _SIGN_OF[word] for tile, (word, _) in self.signs.items()}
        tiles = tuple(Tile(colours, signs.get(tile)) for tile, colours in enumerate(sides, start=1))
        numbers = tuple(range(1, len(tiles) + 1))
        called = {value: name for name, value in number.items()}
        names = Names(numbers, names_by_number(called))
        puzzle = Puzzle(cols, rows, tiles, self._partners(number), turning, names)
        if not puzzle.framed and FRAME in number.values():
            raise self._error(
                next(iter(self.words["frame"].values()), None), "expected a side of the frame's colour, found none"
            )
        return puzzle, self._solution(puzzle)

    def _consecutive(self, name: str) -> int:
        lines = self.numbers[name]
        if not lines:
            raise self._error(None, f"expected facts {name}(1), {name}(2), ..., found none")
        for value, line in lines.items():
            if not 1 <= value <= len(lines):
                raise self._error(line, f"expected {name}(1) to {name}({len(lines)}), found {name}({value})")
        return len(lines)

    def _complete(self, name: str, lines: Collection[Argument], values: Iterable[Argument]) -> None:
        for value in values:
            if value not in lines:
                raise self._error(None, f"expected the fact {name}({value}), found none")

    def _colour_numbers(self, frame: str | None) -> dict[str, int]:
        frames, colours = self.words["frame"], self.words["colour"]
        if len(frames) > 1:
            raise self._error(max(frames.values()), "expected one frame colour, found several")
        outside = next(iter(frames), frame)
        if outside is not None and frame not in (None, outside):
            raise self._error(frames[outside], f"expected frame({frame}), found frame({outside})")
        if outside is not None and outside not in colours:
            raise self._error(frames.get(outside), f"expected a fact colour({outside}) for the frame")
        return colour_numbers(list(colours), outside)

    def _partners(self, number: dict[str, int]) -> Partners:
        pairs = set()
        for one, (other, line) in self.partners.items():
            for name in (one, other):
                if name not in number:
                    raise self._error(line, f"expected a fact colour({name}) beside partner({one},{other}), found none")
            if one != other and FRAME in (number[one], number[other]):
                raise self._error(line, f"expected no partner of the frame's colour, found partner({one},{other})")
            pairs.add((min(number[one], number[other]), max(number[one], number[other])))
        return tuple(pair for pair in pairs if pair != (FRAME, FRAME))

    def _all_sides(self, number: dict[str, int]) -> list[Sides]:
        for (tile, _), (colour, line) in self.tile_sides.items():
            self._known_tile(tile, "tileSide", line)
            if colour not in number:
                raise self._error(line, f"expected a fact colour({colour}), found none")
        sides = []
        for tile, line in sorted(self.numbers["tile"].items()):
            for side in SIDE_WORDS:
                if (tile, side) not in self.tile_sides:
                    raise self._error(line, f"expected a fact tileSide({tile},{side},...), found none")
            sides.append(as_sides(number[self.tile_sides[tile, side][0]] for side in SIDE_WORDS))
        return sides

    def _known_tile(self, tile: int, name: str, line: int) -> None:
        tiles = self.numbers["tile"]
        if tile not in tiles:
            raise self._error(line, f"expected {name} of a tile from 1 to {len(tiles)}, found {tile}")

    def _solution(self, puzzle: Puzzle) -> Solution:
        by_tile: dict[int, Placement] = {}
        by_square: dict[Square, Placement] = {}
        for x, y, t, r, line in self.clues:
            self._known_tile(t, "clue", line)
            placement = Placement(t - 1, Square(x - 1, y - 1), quarter_turns(r))
            if placement.square not in puzzle.grid:
                raise self._error(line, f"expected a clue on the board, found column {x}, row {y}")
            if not puzzle.has_placement(placement):
                raise self._error(
                    line, f"expected a clue without a turn, as rotation(0) is the only one, found {r} degrees"
                )
            if by_tile.setdefault(t, placement) != placement:
                raise self._error(line, f"expected one clue for tile {t}, found a second")
            if by_square.setdefault(placement.square, placement) != placement:
                raise self._error(line, f"expected one clue for column {x}, row {y}, found a second")
        return Solution(tuple(by_tile.values()))
