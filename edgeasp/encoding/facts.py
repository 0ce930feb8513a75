"""Translation between puzzles and facts, and between solutions and atoms.

The parser of facts accepts comments, and arguments that are numbers and constants, or intervals `1..4` and pools
`(red;blue)` of them. `#const n=2.` defines a constant, and `#show` is ignored. clingo's parser would accept far more:
rules, other files, and terms that crash it or do not terminate.

The ASP class "Edge Matching" by Martin Brain (also used in the second ASP competition, 2009) defines the facts of
instances and the atoms of answers. The class counts columns, rows and tiles from 1, and rotates clockwise. Its colours
are constants. edgeasp also accepts numbers as colours.

The predicates that edgeasp adds to the class are in a separate section: `frame/1`, `spare/1`, `open/1`, `hole/2`,
`wraps/1`, `rim/2`, `only/2`, `partner/2`, `tileSign/2`, `clue/4`. If tiles may not be rotated, `rotation(0)` is the
only rotation. If tiles may be flipped, there are also rotations from 360 degrees on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import prod
from typing import Any, NamedTuple

from edgeasp.puzzle import features
from edgeasp.puzzle.model import (
    FRAME,
    RIM_PARTS,
    SIDE_WORDS,
    WRAPPING,
    Grid,
    Names,
    Partners,
    Placement,
    Puzzle,
    Rim,
    Side,
    Sign,
    Solution,
    Square,
    Tile,
    as_sides,
    degrees,
    quarter_turns,
)
from edgeasp.system.errors import AnswerError, InputError
from edgeasp.system.lines import DIGITS, with_noun

# ---- atoms and assumptions as plain values, the names of colours in them, and the text of facts ----

Argument = int | str
"""Number, or name of a constant. Any other term is its text in parentheses."""


class Atom(NamedTuple):
    """Ground atom such as `chosenTile(1,2,3)`.

    >>> print(edgeasp.Atom("chosenTile", (1, 2, 3)))
    chosenTile(1,2,3)
    """

    # A tuple, because answers look atoms up, and the hash of a tuple is computed in C.

    name: str
    arguments: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({','.join(map(str, self.arguments))})" if self.arguments else self.name


@dataclass(frozen=True, slots=True)
class Assumption:
    """Atom that a search assumes to be true or false.

    `place(T,R,X,Y)` puts tile T on the square in column X and row Y, rotated R degrees clockwise. T, X and Y count
    from 1.

    >>> session = edgeasp.Session(edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle))
    >>> corner = edgeasp.Assumption(edgeasp.Atom("place", (4, 270, 1, 1)))
    >>> sum(1 for found in session.solve(0, assumptions=[corner]))
    4
    """

    atom: Atom
    holds: bool = True

    def __str__(self) -> str:
        return str(self.atom) if self.holds else f"not {self.atom}"


Assumptions = tuple[Assumption, ...]
"""Assumptions that hold at the same time."""


FRAME_NAME = "black"

_WORDS = (
    *(FRAME_NAME, "red", "green", "blue", "yellow", "orange", "purple", "cyan", "magenta"),
    *("brown", "pink", "grey", "white", "olive", "teal", "navy", "maroon"),
)
_NUMBERS = {word: number for number, word in enumerate(_WORDS)}
_REGULAR = re.compile(r"colour([1-9][0-9]{1,8})")


def colour_name(number: int) -> str:
    """Name a colour in facts.

    The name is `black` for the frame, another colour word for 1 to 16, and `colour17` and so on for greater numbers.
    """
    return _WORDS[number] if number < len(_WORDS) else f"colour{number}"


def colour_number(name: str) -> int | None:
    """Return the number of a colour name, or None."""
    if name in _NUMBERS:
        return _NUMBERS[name]
    match = _REGULAR.fullmatch(name)
    if match and int(match[1]) >= len(_WORDS):
        return int(match[1])
    return None


def assign_colour_numbers(names: list[str], frame: str | None) -> dict[str, int]:
    """Assign numbers to the colour names of an instance.

    Colours keep their numbers if all names are numbers, and get the numbers of `colour_number` if it knows all names.
    In both cases, only the frame may be 0. In all other cases, the frame is 0, and all other colours are numbered from
    1 by first appearance.

    Args:
        names: the names, in the order of the `colour` facts.
        frame: the name of the frame colour, None without a frame.
    """
    number = int if all(map(str.isdecimal, names)) else colour_number
    table = {name: value for name in names if (value := number(name)) is not None}
    frame_fits = all((value == FRAME) == (name == frame) for name, value in table.items())
    if frame_fits and len({*table.values()}) == len({*names}):
        return table
    others = [name for name in dict.fromkeys(names) if name != frame]
    return {name: value for value, name in enumerate(others, start=1)} | ({frame: FRAME} if frame else {})


def names_by_number(names: Mapping[int, str]) -> tuple[str, ...]:
    """List colour names by number, in the format of `Puzzle`.

    The list is empty if the numbers are far apart, since it would be long.
    """
    highest = max(names, default=0)
    # A colour may have a number of nine digits, too large for the length of a tuple.
    return tuple(names.get(number, "") for number in range(highest + 1)) if highest <= 2 * len(names) else ()


# A million facts are parsed in some three seconds.
MOST_ATOMS = 1_000_000
"""Most atoms from the intervals and pools of a file. A file with more is considered damaged."""

# Quantifiers are possessive or bounded, so that matching never backtracks over a long text.
_BLANKS = r"[ \t\r\n]*+"
_NAME = r"(?!not\b)[_']{0,9}+[a-z][\w']{0,60}+"
_NUMBER = rf"-?(?:0|[1-9][0-9]{{0,{DIGITS - 1}}}+)"
# ASCII only, like names in clingo, whose parser crashed on other characters.
_FACT = re.compile(
    rf"{_BLANKS}({_NAME}){_BLANKS}(?:\(((?:[^().]++|\.\.|\([^()]*+\))*+)\){_BLANKS})?+\.(?!\.)", re.ASCII
)
_ARGUMENT = re.compile(rf"{_BLANKS}(?:\(([^(),]++)\)|([^(),;]++)){_BLANKS}([,;]|\Z)", re.ASCII)
_CONST = re.compile(rf"{_BLANKS}#const{_BLANKS}({_NAME}){_BLANKS}={_BLANKS}({_NUMBER}){_BLANKS}\.(?!\.)", re.ASCII)
_SHOW = re.compile(
    rf"{_BLANKS}#show{_BLANKS}(?:-?{_NAME}{_BLANKS}/{_BLANKS}[0-9]{{1,9}}+{_BLANKS})?+\.(?!\.)", re.ASCII
)
_BOUND = rf"{_BLANKS}({_NUMBER}|{_NAME}){_BLANKS}"
_INTERVAL = re.compile(rf"{_BOUND}\.\.{_BOUND}", re.ASCII)
_TERM = re.compile(rf"{_BLANKS}(?:({_NUMBER})|({_NAME})){_BLANKS}", re.ASCII)
_IN_BLOCK = re.compile(r"\*%|%\*|%[^\n]*+")
_END = re.compile(r"\n|\.(?=\s|\Z)")

# Values of one argument: a sequence for each interval and each term of a pool.
_Values = list[Sequence[Argument]]


def parse_facts(text: str, source: str) -> Iterator[tuple[Atom, int]]:
    """Parse a text of facts into atoms with their lines.

    The line is where the fact begins. Intervals and pools are expanded.

    Raises:
        InputError: the text contains something other than facts, or expands to too many atoms.
    """
    code = _without_comments(text, source)
    terms, left = _TermValues(), MOST_ATOMS
    statements = _parse_statements(code, source, terms.constants)
    # As in clingo, a constant may be defined after its use, so all statements are read first.
    for name, body, line, start in list(statements) if "#" in code else statements:
        try:
            # Nearly all facts have neither intervals nor pools, so they take the fast path.
            atom = Atom(name, tuple(map(terms.__getitem__, body.split(","))) if body is not None else ())
        except KeyError:
            rows = _parse_arguments(body or "", terms)
        else:
            yield atom, line
            continue
        if rows is None:
            expected = f"a fact with constants, numbers of at most {DIGITS} digits, intervals and pools as arguments"
            raise InputError(source, line, f"expected {expected}, found {_quote_fact(code, start)}")
        for row in rows:
            count = prod(sum(map(len, values)) for values in row)
            left -= count
            if left < 0:
                expected = f"intervals and pools for at most {MOST_ATOMS:,} atoms in the file"
                raise InputError(source, line, f"expected {expected}, found more at {_quote_fact(code, start)}")
            if count:  # next to an empty interval, `product` would still list a long one
                values = product(*map(chain.from_iterable, row))
                yield from ((Atom(name, arguments), line) for arguments in values)


def _without_comments(text: str, source: str) -> str:
    """Blank out comments, and keep the line numbers."""
    parts = []
    at = 0
    while (start := text.find("%", at)) >= 0:
        parts.append(text[at:start])
        if text.startswith("%*", start):
            at = _find_comment_end(text, start, source)
            parts.append(" " + "\n" * text.count("\n", start, at))
        else:
            newline = text.find("\n", start)
            at = newline if newline >= 0 else len(text)
    return "".join(parts) + text[at:]


def _find_comment_end(text: str, start: int, source: str) -> int:
    """Find the end of a comment `%* *%`.

    As in clingo, such comments nest, and `%` in a comment hides the rest of its line.
    """
    depth = 0
    for mark in _IN_BLOCK.finditer(text, start):
        depth += {"%*": 1, "*%": -1}.get(mark[0], 0)
        if not depth:
            return mark.end()
    raise InputError(source, text.count("\n", 0, start) + 1, "expected '*%' at the end of the comment, found none")


def _parse_statements(code: str, source: str, constants: dict[str, int]) -> Iterator[tuple[str, str | None, int, int]]:
    """Yield name, arguments, line and position of each fact.

    The arguments are the text between the parentheses, and the line and position are where the fact begins. The values
    of constants are added to `constants` during the iteration.
    """
    line, counted, end = 1, 0, 0
    while match := _FACT.match(code, end) or _CONST.match(code, end) or _SHOW.match(code, end):
        start, end = match.start(match.re.groups and 1), match.end()
        line, counted = line + code.count("\n", counted, start), start
        if match.re is _FACT:
            yield match[1], match[2], line, start
        elif match.re is _CONST and constants.setdefault(match[1], int(match[2])) != int(match[2]):
            expected = f"one value for the constant {match[1]}, {constants[match[1]]}"
            raise InputError(source, line, f"expected {expected}, found {match[2]}")
    rest = code[end:].lstrip(" \t\r\n")
    if rest:
        start = len(code) - len(rest)
        stop = "" if "." in rest else " that ends with '.'"
        line += code.count("\n", counted, start)
        raise InputError(source, line, f"expected a fact{stop}, found {_quote_fact(code, start)}")


def _parse_arguments(body: str, terms: _TermValues) -> list[list[_Values]] | None:
    """Parse the text between the parentheses of a fact.

    Returns:
        For each tuple of a pool such as `p(1,2;3,4)`, the possible values of each argument. None if the text contains
        anything other than terms, intervals and pools.
    """
    rows: list[list[_Values]] = [[]]
    at, separator = 0, ","
    while separator:
        argument = _ARGUMENT.match(body, at)
        if argument is None:
            return None
        pool, single, separator = argument.groups()
        values: _Values = []
        for item in (pool or single).split(";"):
            if interval := _INTERVAL.fullmatch(item):
                first, last = terms[interval[1]], terms[interval[2]]
                if isinstance(first, str) or isinstance(last, str):
                    return None
                values.append(range(first, last + 1))
            elif _TERM.fullmatch(item):
                values.append((terms[item],))
            else:
                return None
        rows[-1].append(values)
        if separator == ";":
            rows.append([])
        at = argument.end()
    return rows


class _TermValues(dict[str, Argument]):
    """Cache that maps the text of a term to its value."""

    def __init__(self) -> None:
        super().__init__()
        self.constants: dict[str, int] = {}

    def __missing__(self, text: str) -> Argument:
        match = _TERM.fullmatch(text)
        if match is None:
            raise KeyError(text)
        self[text] = value = int(match[1]) if match[1] else self.constants.get(match[2], match[2])
        return value


def _quote_fact(code: str, start: int) -> str:
    end = _END.search(code, start, start + 60)
    quoted = ascii(code[start : end.end() if end else start + 60].strip())
    return quoted if len(quoted) <= 80 else quoted[:80] + "..."


# ---- a puzzle and its clues as facts of the ASP class "Edge Matching", and back ----

SIDES = {side: side.word for side in Side}
SIGNS = {Sign.PLUS: "plus", Sign.MINUS: "minus"}
ROTATIONS = (0, 90, 180, 270)
TURNED_OVER = tuple(360 + rotation for rotation in ROTATIONS)

_SIGN_OF = {word: sign for sign, word in SIGNS.items()}


class Predicate(NamedTuple):
    """Predicate that edgeasp adds to the "Edge Matching" class.

    Attributes:
        form: its name and arguments. Upper-case arguments are numbers or colours. Lower-case arguments are examples.
        comment: the comment line above the facts.
        write: returns the arguments of the facts of a puzzle, line by line. Tiles and squares are numbered
            from 1.
        read: returns fields of `Puzzle` from the facts, given the number of each colour name.
    """

    form: str
    comment: str
    write: Callable[[Puzzle], Iterable[Iterable[tuple[Argument, ...]]]]
    read: Callable[[_FactTable, dict[str, int]], Mapping[str, Any]] = lambda table, number: {}

    @property
    def name(self) -> str:
        """Name of the predicate."""
        return self.form.partition("(")[0]


def _one_line(facts: Iterable[tuple[Argument, ...]]) -> list[list[tuple[Argument, ...]]]:
    return list(filter(None, [list(facts)]))


def _rim_arguments(puzzle: Puzzle) -> Iterator[tuple[Argument, ...]]:
    return ((part, colour_name(colour)) for part, colours in puzzle.rim for colour in colours)


def _read_rim(table: _FactTable, number: dict[str, int]) -> dict[str, Rim]:
    rim: dict[str, list[int]] = {part: [] for part in table.values_of("open")}
    for (part, colour), line in table.facts["rim"].items():
        if number.get(colour, FRAME) == FRAME:
            expected = "expected a colour of the tiles other than the frame colour"
            raise table.error_at(line, f"{expected}, found rim({part},{colour})")
        rim.setdefault(part, []).append(number[colour])
    return {"rim": tuple((part, tuple(colours)) for part, colours in rim.items())}


def _read_partners(table: _FactTable, number: dict[str, int]) -> dict[str, Partners]:
    pairs = set()
    for (one, other), line in table.facts["partner"].items():
        for name in (one, other):
            if name not in number:
                raise table.error_at(line, f"expected a fact colour({name}) for partner({one},{other}), found none")
        if one != other and FRAME in (number[one], number[other]):
            raise table.error_at(line, f"expected no partner of the frame's colour, found partner({one},{other})")
        pairs.add((min(number[one], number[other]), max(number[one], number[other])))
    return {"partners": tuple(pair for pair in pairs if pair != (FRAME, FRAME))}


def _only_arguments(puzzle: Puzzle) -> Iterator[list[tuple[Argument, ...]]]:
    for index in puzzle.restricted:
        yield [(index + 1, degree) for degree in sorted(map(degrees, puzzle.allowed(index)))]


OWN = (
    Predicate("frame(COLOUR)", "The colour of the frame.", lambda puzzle: [[(colour_name(FRAME),)]] * puzzle.framed),
    Predicate(
        "open(hole)",
        "Sides of the board that the frame leaves open.",
        lambda puzzle: _one_line((part,) for part, some in puzzle.rim if not some),
    ),
    Predicate(
        "rim(hole,COLOUR)",
        "Parts of the boundary, and the colours that each may show.",
        lambda puzzle: _one_line(_rim_arguments(puzzle)),
        _read_rim,
    ),
    Predicate(
        "hole(COLUMN,ROW)",
        "Columns and rows without a square.",
        lambda puzzle: _one_line((square.col + 1, square.row + 1) for square in sorted(puzzle.holes)),
        lambda table, number: {"holes": frozenset(Square(x - 1, y - 1) for x, y in table.facts["hole"])},
    ),
    Predicate(
        "wraps(columns)",
        "What wraps around: the last is adjacent to the first.",
        lambda puzzle: _one_line((name,) for name in sorted(puzzle.wraps)),
        lambda table, number: {"wraps": frozenset(table.values_of("wraps"))},
    ),
    Predicate("spare(NUMBER)", "The number of spare tiles.", lambda puzzle: [[(puzzle.spare,)]] * (puzzle.spare > 0)),
    Predicate(
        "rotation(DEGREES)",
        "Tiles may be flipped, left to right, and then rotated by the degrees above 360.",
        lambda puzzle: _one_line((degree,) for degree in sorted(map(degrees, puzzle.orientations)) if degree >= 360),
    ),
    Predicate("only(NUMBER,DEGREES)", "Tiles with restricted rotations.", _only_arguments),
    Predicate(
        "partner(COLOUR,COLOUR)",
        "Colours that match each other; any other colour matches itself.",
        lambda puzzle: ([(colour_name(one), colour_name(other))] for one, other in puzzle.partners),
        _read_partners,
    ),
    Predicate(
        "tileSign(NUMBER,SIGN)",
        "Tiles that carry a sign: adjacent tiles have opposite signs.",
        lambda puzzle: ([(at, SIGNS[tile.sign])] for at, tile in enumerate(puzzle.tiles, start=1) if tile.sign),
    ),
)
"""Facts that edgeasp adds to the class, in the order of a file. Clues follow them."""

_FORMS = {
    form.partition("(")[0]: form
    for form in (
        *("tile(NUMBER)", "col(NUMBER)", "row(NUMBER)", "side(SIDE)", "colour(COLOUR)", "tileSide(NUMBER,SIDE,COLOUR)"),
        *(own.form for own in OWN),
        "clue(COLUMN,ROW,NUMBER,DEGREES)",
    )
}
_ARGUMENTS = {name: tuple(form[len(name) + 1 : -1].split(",")) for name, form in _FORMS.items()}
# Values of arguments that are neither numbers nor colours.
_VALUES: dict[str, Collection[Argument]] = {
    "SIDE": SIDE_WORDS,
    "SIGN": _SIGN_OF,
    "DEGREES": ROTATIONS,
    "hole": RIM_PARTS,
    "columns": WRAPPING,
}
_BACKS = {"DEGREES": TURNED_OVER}
_ADDED = [
    f"{name}/{len(words)}"
    for name, words in _ARGUMENTS.items()
    if name in {*(own.name for own in OWN), "clue"} - {"rotation"}
]
# Common misspellings of the predicates of the class, with the correct names.
_MISSPELT = {"color": "colour", "tileEdge": "tileSide"}


def clue_atom(puzzle: Puzzle, placement: Placement) -> Atom:
    """Convert a placement to `clue(X,Y,T,R)`, with canonical rotation."""
    square, rot = placement.square, puzzle.canonical(placement).rot
    return Atom("clue", (square.col + 1, square.row + 1, placement.tile + 1, degrees(rot)))


def write_facts(puzzle: Puzzle, clues: Solution = Solution(), *, class_only: bool = False) -> str:
    """Write a puzzle as facts with comments, deterministically.

    With `class_only`, facts that are not part of the "Edge Matching" class are omitted.
    """
    features.require_support("facts", puzzle)
    own = () if class_only else _added_section(puzzle, clues)
    return "\n".join([*_edge_matching_section(puzzle), *own]) + "\n"


def read_facts(text: str, source: str, frame: str | None = None) -> tuple[Puzzle, Solution]:
    """Read the puzzle and the clues of an instance.

    Args:
        text: the facts, in any order.
        source: the name of the file, for messages.
        frame: the frame colour of an instance without a `frame` fact.

    Raises:
        InputError: the text contains something other than facts of an instance, or does not describe a puzzle.
    """
    table = _FactTable(source)
    for atom, line in parse_facts(text, source):
        table.add_fact(atom, line)
    return table.build_puzzle(frame)


def _edge_matching_section(puzzle: Puzzle) -> Iterator[str]:
    kind = "framed" if puzzle.framed else "unframed"
    yield f"% An edge-matching puzzle of {puzzle.cols} x {puzzle.rows} squares, {kind}."
    yield '% Facts of the class "Edge Matching": columns and rows from 1, (1,1) at the top left.'
    if puzzle.partners:
        yield "% Beyond the class: adjacent sides show partners, as stated by partner(C,D)."
    yield ""
    yield "% The board."
    yield " ".join(f"col({x})." for x in range(1, puzzle.cols + 1))
    yield " ".join(f"row({y})." for y in range(1, puzzle.rows + 1))
    yield "% Rotations are clockwise degrees."
    yield " ".join(f"rotation({r})." for r in (ROTATIONS if puzzle.turning else ROTATIONS[:1]))
    yield " ".join(f"side({s})." for s in SIDES.values())
    yield "% Colours, in the order of their numbers."
    colours = sorted({*puzzle.colours, *(colour for _, some in puzzle.rim for colour in some)})
    yield " ".join(f"colour({colour_name(n)})." for n in colours + ([FRAME] if puzzle.framed else []))
    yield "% Tiles, each with the colours of its sides before it is rotated."
    for index, tile in enumerate(puzzle.tiles, start=1):
        sides = (f"tileSide({index},{SIDES[side]},{colour_name(tile.sides[side])})." for side in Side)
        yield " ".join([f"tile({index}).", *sides])


def _added_section(puzzle: Puzzle, clues: Solution) -> list[str]:
    lines = []
    for own in OWN:
        rows = [" ".join(f"{Atom(own.name, arguments)}." for arguments in row) for row in own.write(puzzle)]
        lines += [f"% {own.comment}", *rows] if rows else []
    if clues.placements:
        lines += ["% Clues: column, row, tile, rotation.", *(f"{clue_atom(puzzle, placed)}." for placed in clues)]
    return ["", "% Beyond the class: what else is known of this puzzle.", *lines] if lines else []


class _FactTable:
    """Facts of an instance by predicate.

    Attributes:
        facts: for each predicate, the arguments of each fact, with its line.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.facts: dict[str, dict[Any, int]] = {name: {} for name in _FORMS}

    def error_at(self, line: int | None, message: str) -> InputError:
        return InputError(self.source, line, message)

    def values_of(self, name: str) -> dict[Any, int]:
        return {value: line for (value,), line in self.facts[name].items()}

    def add_fact(self, atom: Atom, line: int) -> None:
        """Check a fact, and add it.

        Raises:
            InputError: the predicate is unknown, or an argument is invalid.
        """
        words, arguments = _ARGUMENTS.get(atom.name, ()), atom.arguments
        numbers = tuple(word in ("NUMBER", "COLUMN", "ROW", "DEGREES") for word in words)
        if "COLOUR" in words and len(arguments) == len(words):
            # A colour may be written as a number.
            arguments = tuple(
                str(value) if word == "COLOUR" else value for word, value in zip(words, arguments, strict=True)
            )
        if not words or tuple(isinstance(value, int) for value in arguments) != numbers:
            of_class = f"a fact of the class 'Edge Matching' or {', '.join(_ADDED)}"
            expected, text = _FORMS.get(_MISSPELT.get(atom.name, atom.name), of_class), str(atom)
            raise self.error_at(line, f"expected {expected}, found {text if len(text) <= 80 else text[:80] + '...'}")
        for word, value in zip(words, arguments, strict=True):
            if word in _VALUES and value not in (values := _VALUES[word]) and value not in _BACKS.get(word, ()):
                raise self.error_at(line, f"expected one of {', '.join(map(str, values))}, found {atom}")
        self.facts[atom.name].setdefault(arguments, line)

    def _last_argument_by_key(self, name: str, what: str) -> dict[Any, tuple[Any, int]]:
        """Map the first arguments of each fact to its last.

        The last argument comes with the line of the fact. `what` names it in the error for contradictory facts.
        """
        by_key: dict[Any, tuple[Any, int]] = {}
        for (*key, value), line in self.facts[name].items():
            if by_key.setdefault(tuple(key), (value, line))[0] != value:
                raise self.error_at(line, f"expected one {what.format(*key)}, found {Atom(name, (*key, value))}")
        return by_key

    def build_puzzle(self, frame: str | None) -> tuple[Puzzle, Solution]:
        """Create the puzzle and the clues that the facts describe."""
        cols = self._count_consecutive("col")
        rows = self._count_consecutive("row")
        if min(cols, rows) < 2:
            raise self.error_at(None, f"expected at least 2 columns and 2 rows, found {cols} x {rows}")
        count, holes = self._count_consecutive("tile"), self.facts["hole"]
        for (x, y), line in holes.items():
            if Square(x - 1, y - 1) not in Grid(cols, rows):
                raise self.error_at(line, f"expected a hole on {cols} x {rows}, found {x},{y}")
        spare, size = sum(self.values_of("spare")), cols * rows - len(holes)
        if count != size + spare or spare < 0:
            without = f" without {with_noun(len(holes), 'hole')}" if holes else ""
            more = f" and {spare} spare" if spare else ""
            hint = f" (for spare tiles, add spare({count - size}).)" if count > size else ""
            expected = f"expected {size + spare} tiles for {cols} x {rows}{without}{more}"
            raise self.error_at(None, f"{expected}, found {count}{hint}")
        rotations = self.values_of("rotation")
        turning, flipping = not rotations.keys() <= {0, 360}, not rotations.keys().isdisjoint(TURNED_OVER)
        for degrees_of_side in (ROTATIONS, *([TURNED_OVER] if flipping else [])):
            self._require_all("rotation", rotations, degrees_of_side if turning else degrees_of_side[:1])
        self._require_all("side", self.values_of("side"), SIDE_WORDS)
        number = self._colour_numbers(frame)
        tiles = self._build_tiles(number, rotations)
        called = {value: name for name, value in number.items()}
        names = Names(tuple(range(1, len(tiles) + 1)), names_by_number(called))
        fields = {name: value for own in OWN for name, value in own.read(self, number).items()}
        try:
            puzzle = Puzzle(cols, rows, tiles, turning=turning, names=names, flipping=flipping, **fields)
        except ValueError as error:  # signs cannot alternate around a wrapped board
            raise self.error_at(None, str(error)) from None
        if not puzzle.framed and FRAME in number.values():
            line_of_frame = next(iter(self.facts["frame"].values()), None)
            raise self.error_at(line_of_frame, "expected a side of the frame's colour, found none")
        return puzzle, self._build_clues(puzzle)

    def _count_consecutive(self, name: str) -> int:
        lines = self.values_of(name)
        if not lines:
            raise self.error_at(None, f"expected facts {name}(1), {name}(2), ..., found none")
        for value, line in lines.items():
            if not 1 <= value <= len(lines):
                raise self.error_at(line, f"expected {name}(1) to {name}({len(lines)}), found {name}({value})")
        return len(lines)

    def _require_all(self, name: str, lines: Collection[Argument], values: Iterable[Argument]) -> None:
        for value in values:
            if value not in lines:
                raise self.error_at(None, f"expected the fact {name}({value}), found none")

    def _colour_numbers(self, frame: str | None) -> dict[str, int]:
        frames, colours = self.values_of("frame"), self.values_of("colour")
        if len(frames) > 1:
            raise self.error_at(max(frames.values()), "expected one frame colour, found several")
        outside = next(iter(frames), frame)
        if outside is not None and frame not in (None, outside):
            raise self.error_at(frames[outside], f"expected frame({frame}), found frame({outside})")
        if outside is not None and outside not in colours:
            raise self.error_at(frames.get(outside), f"expected a fact colour({outside}) for the frame")
        return assign_colour_numbers(list(colours), outside)

    def _build_tiles(self, number: dict[str, int], rotations: Collection[int]) -> tuple[Tile, ...]:
        colours, signs = (
            self._last_argument_by_key("tileSide", "colour for the {1} of tile {0}"),
            self._last_argument_by_key("tileSign", "sign for tile {}"),
        )
        for (tile, _), (colour, line) in colours.items():
            self._require_tile(tile, "tileSide", line)
            if colour not in number:
                raise self.error_at(line, f"expected a fact colour({colour}), found none")
        for (tile,), (_, line) in signs.items():
            self._require_tile(tile, "tileSign", line)
        only: dict[int, list[int]] = {}
        for (tile, degree), line in self.facts["only"].items():
            self._require_tile(tile, "only", line)
            if degree not in rotations:
                raise self.error_at(line, f"expected a fact rotation({degree}) for only({tile},...), found none")
            only.setdefault(tile, []).append(quarter_turns(degree))
        tiles = []
        for tile, line in sorted(self.values_of("tile").items()):
            for side in SIDE_WORDS:
                if (tile, side) not in colours:
                    raise self.error_at(line, f"expected a fact tileSide({tile},{side},...), found none")
            sides = as_sides(number[colours[tile, side][0]] for side in SIDE_WORDS)
            sign = _SIGN_OF[signs[tile,][0]] if (tile,) in signs else None
            tiles.append(Tile(sides, sign, tuple(sorted(only[tile])) if tile in only else None))
        return tuple(tiles)

    def _require_tile(self, tile: int, name: str, line: int) -> None:
        tiles = self.facts["tile"]
        if (tile,) not in tiles:
            raise self.error_at(line, f"expected {name} of a tile from 1 to {len(tiles)}, found {tile}")

    def _build_clues(self, puzzle: Puzzle) -> Solution:
        by_tile: dict[int, Placement] = {}
        by_square: dict[Square, Placement] = {}
        for (x, y, t, r), line in self.facts["clue"].items():
            self._require_tile(t, "clue", line)
            placement = Placement(t - 1, Square(x - 1, y - 1), quarter_turns(r))
            if placement.square not in puzzle.grid:
                raise self.error_at(line, f"expected a clue on the board, found column {x}, row {y}")
            if not puzzle.has_placement(placement):
                possible = ", ".join(str(degree) for degree in sorted(map(degrees, puzzle.allowed(t - 1))))
                without = "without a turn, as rotation(0) is the only one" if possible == "0" else f"in {possible}"
                raise self.error_at(line, f"expected a clue {without}, found {r} degrees")
            if by_tile.setdefault(t, placement) != placement:
                raise self.error_at(line, f"expected one clue for tile {t}, found a second")
            if by_square.setdefault(placement.square, placement) != placement:
                raise self.error_at(line, f"expected one clue for column {x}, row {y}, found a second")
        return Solution(tuple(by_tile.values()))


# ---- answer atoms as a solution and back, also from the output of a stand-alone clingo ----


def solution_from_atoms(atoms: Iterable[Atom], puzzle: Puzzle, *, partial: bool = False) -> Solution:
    """Convert an answer to a solution.

    Placements are sorted by tile and have canonical rotations. Atoms of other predicates are ignored. With `partial`,
    squares may be empty, which means that they have neither a tile nor a rotation.

    Raises:
        AnswerError: a square does not have exactly one tile and one rotation, or an argument is out of range.
    """
    tiles: dict[Square, int] = {}
    rotations: dict[Square, int] = {}
    degrees_of = {degrees(rot): rot for rot in puzzle.rots}
    for atom in atoms:
        match atom.name, atom.arguments:
            case "chosenTile", (int(x), int(y), int(t)) if 1 <= t <= len(puzzle.tiles):
                table, value = tiles, t - 1
            case "chosenRotation", (int(x), int(y), int(r)) if r in degrees_of:
                table, value = rotations, degrees_of[r]
            case (("chosenTile" | "chosenRotation"), _):
                raise AnswerError(f"expected a tile or a rotation on the board, found {atom}")
            case _:
                continue
        square = Square(x - 1, y - 1)
        if square not in puzzle.grid:
            raise AnswerError(f"expected a square on the board, found {atom}")
        if table.setdefault(square, value) != value:
            raise AnswerError(f"expected one {atom.name} for column {x}, row {y}, found two")
    for name, table in (("chosenTile", tiles), ("chosenRotation", rotations)):
        wanted = (square for square in puzzle.grid.squares if not partial or square in tiles or square in rotations)
        missing = [square for square in wanted if square not in table]
        if missing:
            raise AnswerError(f"expected {name}({missing[0].col + 1},{missing[0].row + 1},...), found none")
    placements = [puzzle.canonical(Placement(tiles[square], square, rotations[square])) for square in tiles]
    return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))


def place_atom(puzzle: Puzzle, placement: Placement) -> Atom:
    """Convert a placement to `place(T,R,X,Y)`, with canonical rotation."""
    square, rot = placement.square, puzzle.canonical(placement).rot
    return Atom("place", (placement.tile + 1, degrees(rot), square.col + 1, square.row + 1))


def placement_from_atom(atom: Atom) -> Placement | None:
    """Convert `place(T,R,X,Y)` to a placement, None for other atoms.

    The placement may be off the board.
    """
    match atom.name, atom.arguments:
        case "place", (int(tile), int(rotation), int(x), int(y)) if rotation in (*ROTATIONS, *TURNED_OVER):
            return Placement(tile - 1, Square(x - 1, y - 1), quarter_turns(rotation))
    return None


def expand_placements(atoms: Iterable[Atom]) -> list[Atom]:
    """Replace `place/4` by `chosenTile/3` and `chosenRotation/3`.

    `place(T,R,X,Y)` becomes `chosenTile(X,Y,T)` and `chosenRotation(X,Y,R)`.
    """
    expanded = []
    for atom in atoms:
        match atom.name, atom.arguments:
            case "place", (tile, rotation, x, y):
                expanded += [Atom("chosenTile", (x, y, tile)), Atom("chosenRotation", (x, y, rotation))]
            case _:
                expanded.append(atom)
    return expanded


class AnswerReader:
    """Converter of a program's answers to solutions.

    It caches the conversion of atoms, since answers have most of their atoms in common.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        # Counting the 22,716 boards of a 3 x 3 puzzle takes 2.8 s with this cache and 5.2 s without.
        self._known: dict[Atom, tuple[Placement, list[Atom]]] = {}

    def read_answer(self, shown: Sequence[Atom]) -> tuple[Solution, list[Atom]]:
        """Return an answer's solution, and its atoms without `place/4`.

        Raises:
            AnswerError: the answer is not a board, see `solution_from_atoms`.
        """
        known = self._known
        met = [entry for entry in map(known.get, shown) if entry]
        placements = [placement for placement, _ in met]
        # Anything but one known placement per square is new or an error, and the slow path reports errors.
        squares = {placement.square for placement in placements}
        if len(squares) == len(placements) == len(shown) == self._puzzle.grid.size:
            placements.sort(key=lambda placement: placement.tile)
            return Solution(tuple(placements)), [atom for _, atoms in met for atom in atoms]
        atoms = expand_placements(shown)
        solution = solution_from_atoms(atoms, self._puzzle)
        on = solution.by_square()
        for atom in shown:
            if placement := placement_from_atom(atom):
                known[atom] = on[placement.square], expand_placements([atom])
        return solution, atoms


def answer_atoms(solution: Solution) -> list[Atom]:
    """Convert a solution to atoms of `chosenTile/3` and `chosenRotation/3`."""
    atoms = []
    for placement in solution:
        x, y = placement.square.col + 1, placement.square.row + 1
        atoms.append(Atom("chosenTile", (x, y, placement.tile + 1)))
        atoms.append(Atom("chosenRotation", (x, y, degrees(placement.rot))))
    return atoms


_ANSWER = re.compile(r"Answer: \d+")
_ENDED = re.compile(r"(SATISFIABLE|OPTIMUM FOUND)\s*")
_COLOURED = re.compile("\x1b\\[[0-9;]*m")
# A complete atom, neither negated nor an argument of another atom. No board needs longer numbers.
_CHOSEN = re.compile(r"(?<![^\s.])(chosenTile|chosenRotation)\((\d{1,9}),(\d{1,9}),(\d{1,9})\)", re.ASCII)


@dataclass(frozen=True, slots=True)
class AnswerAtoms:
    """Answer of clingo.

    Attributes:
        atoms: its `chosenTile/3` and `chosenRotation/3`.
        line: its line in the output, from 1, or None if unknown.
    """

    atoms: tuple[Atom, ...]
    line: int | None


def read_clingo_output(text: str, source: str) -> list[AnswerAtoms]:
    """Read the answers in the output of clingo.

    The output is text, JSON (`--outf=2`), or plain atoms as facts. The result is empty if clingo printed UNSATISFIABLE.

    Raises:
        InputError: the output has another format.
    """
    if text.lstrip().startswith("{"):
        return _answers_from_json(text, source)
    lines = _COLOURED.sub("", text).split("\n")
    starts = [number for number, line in enumerate(lines) if _ANSWER.match(line)]
    if starts:
        # The answer is on the line after its number, and may be empty.
        return [
            AnswerAtoms(_find_answer_atoms(lines[number + 1] if number + 1 < len(lines) else ""), number + 2)
            for number in starts
        ]
    if re.search(r"^(s )?UNSATISFIABLE\s*$", text, re.MULTILINE):
        return []
    parts = [(_find_answer_atoms(re.sub("%.*", "", line)), number) for number, line in enumerate(lines, start=1)]
    answers = [AnswerAtoms(atoms, number) for atoms, number in parts if atoms]
    if not answers:
        raise InputError(source, None, "expected the output of clingo with chosenTile and chosenRotation, found none")
    atoms = tuple(atom for answer in answers for atom in answer.atoms)
    # With -V0, clingo prints a line for each answer, and the outcome at the end. Otherwise, an answer may have several
    # lines.
    ended = any(_ENDED.fullmatch(line) for line in lines) and all(
        _pairs_tiles_with_rotations(answer.atoms) for answer in answers
    )
    several = (ended or _has_second_value(atoms)) and not any(_has_second_value(answer.atoms) for answer in answers)
    return answers if several else [AnswerAtoms(atoms, None)]


def _has_second_value(atoms: Sequence[Atom]) -> bool:
    """Whether the atoms put two tiles or two rotations on some square."""
    return len({(atom.name, *atom.arguments[:2]) for atom in atoms}) < len(atoms)


def _pairs_tiles_with_rotations(atoms: Sequence[Atom]) -> bool:
    """Whether every square has both a tile and a rotation, or neither."""
    names = "chosenTile", "chosenRotation"
    tiles, rotations = ({atom.arguments[:2] for atom in atoms if atom.name == name} for name in names)
    return tiles == rotations


def solutions_of_output(text: str, source: str, puzzle: Puzzle, *, partial: bool = False) -> list[Solution]:
    """Read solutions from the output of clingo, unchecked.

    With `partial`, squares may be empty.

    Raises:
        InputError: the output has another format, or an answer is not a tile and a rotation for each square.
    """
    solutions = []
    for number, answer in enumerate(read_clingo_output(text, source), start=1):
        try:
            solutions.append(solution_from_atoms(answer.atoms, puzzle, partial=partial))
        except AnswerError as error:
            raise InputError(source, answer.line, f"answer {number}: {error}") from None
    return solutions


def _find_answer_atoms(text: str) -> tuple[Atom, ...]:
    return tuple(Atom(name, (int(x), int(y), int(value))) for name, x, y, value in _CHOSEN.findall(text))


def _answers_from_json(text: str, source: str) -> list[AnswerAtoms]:
    import json

    try:
        output = json.loads(text)
        witnesses = [witness["Value"] for call in output["Call"] for witness in call.get("Witnesses", [])]
        answers = [AnswerAtoms(_find_answer_atoms(" ".join(atoms)), None) for atoms in witnesses]
        result = output["Result"]
    except json.JSONDecodeError as error:
        raise InputError(source, error.lineno, f"expected JSON as clingo --outf=2 prints it ({error.msg})") from None
    except (KeyError, TypeError, AttributeError, RecursionError, ValueError):
        raise InputError(source, None, "expected JSON as clingo --outf=2 prints it, found other JSON") from None
    if not answers and result != "UNSATISFIABLE":
        raise InputError(source, None, f"expected answers, or the result UNSATISFIABLE, found {str(result)[:24]!a}")
    return answers
