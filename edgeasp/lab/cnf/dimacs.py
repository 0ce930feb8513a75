"""DIMACS files with comments on their variables, and SAT solvers' output."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from edgeasp.formats import plain
from edgeasp.lab.cnf.cnf import Clause, ColourVariables, Formula, TileVariables, VariableMeanings, Variables
from edgeasp.puzzle.model import Placement, Puzzle, PuzzleFeature, Side, Square
from edgeasp.system.errors import InputError
from edgeasp.system.lines import parse_natural, plural, quoted

BATCH = 10_000
"""Number of clauses in a piece of text."""

# Largest number of squares in a comment, which other programs limit to 1024 characters.
_MOST_SQUARES = 100

_LEGEND = """\
c What the variables mean follows on lines 'c map'. Columns, rows and tiles count from 0.
c   tile T V C,R C,R ...      V: tile T is in column C, row R, in any rotation; V+1: in the next; ...
c   colour C,R SIDE V A B ... V: that side of the square in column C, row R has colour A; V+1: colour B; ...
"""
_LEGEND_TURNED = "c   turned T K V C,R C,R ...  V: tile T is there after K anticlockwise quarter turns; V+1: ...\n"
_LEGEND_PARTNERS = (
    "c   Colours have partners: where two squares meet, A is the colour of the left or upper one, its partner the\n"
    "c   colour of the other; at the top and on the left of the board A is the partner of the colour that is seen.\n"
)
_LEGENDS = {
    PuzzleFeature.FLIPS: "c   A tile that is flipped, left to right, and then rotated by K quarter turns has K + 4.\n",
    PuzzleFeature.RELATION: (
        "c   Colours match several: each of two sides that are adjacent has variables of its own.\n"
    ),
}
_LEGEND_CLUES = "c A line 'c clue C,R T K' for each clue: tile T is there after K anticlockwise quarter turns.\n"
_LEGEND_PLUS = "c   plus V                    V: tiles with a plus are where column and row have an even sum\n"


@dataclass(frozen=True, slots=True)
class DimacsHeader:
    """Header of a DIMACS file, which ends at `p cnf`.

    Attributes:
        puzzle: digest of the puzzle, see `puzzle_digest`.
        meaning: what the variables mean.
        variables: number of variables.
        clues: clues of the formula.
    """

    puzzle: str
    meaning: VariableMeanings
    variables: int
    clues: frozenset[Placement] = frozenset()


def puzzle_digest(puzzle: Puzzle) -> str:
    """Compute 16 hexadecimal digits that identify a puzzle."""
    from hashlib import sha256  # it loads OpenSSL, and few ask

    return sha256(plain.write_puz(puzzle).encode()).hexdigest()[:16]


def formula_text(formula: Formula, more: Sequence[Clause] = (), only: Collection[int] | None = None) -> Iterator[str]:
    """Yield the DIMACS text of a formula in pieces.

    Args:
        formula: formula to write.
        more: clauses to append to the formula.
        only: numbers of the clauses to write, from 1. None for all clauses.
    """
    # The header has the number of clauses. Generating them twice is cheaper than keeping all of them.
    count = sum(1 for _ in formula.clauses()) + len(more) if only is None else len(only)
    yield from header_text(formula, count)
    clauses: Iterator[Clause] = chain(formula.clauses(), more)
    if only is not None:
        clauses = (clause for number, clause in enumerate(clauses, start=1) if number in only)
    while batch := list(islice(clauses, BATCH)):
        # A fifth faster than joining the literals of each clause.
        yield "".join("%d " * len(clause) % clause + "0\n" for clause in batch)


def header_text(formula: Formula, clauses: int) -> Iterator[str]:
    """Yield the header of a DIMACS file.

    Args:
        formula: formula to describe.
        clauses: number of clauses.
    """
    puzzle, clues, variables = formula.puzzle, len(formula.clues), formula.variables
    legends = [text for feature, text in _LEGENDS.items() if feature in puzzle.beyond]
    with_clues = f", {clues} {plural(clues, 'clue')}" if clues else ""
    lines = [
        f"c An edge-matching puzzle of {puzzle.cols} x {puzzle.rows} tiles as CNF: {formula.encoding}{with_clues}\n",
        _LEGEND,
        _LEGEND_TURNED if formula.encoding == "direct" else "",
        _LEGEND_PLUS if puzzle.signed else "",
        *legends,
        _LEGEND_PARTNERS if puzzle.partners and _LEGENDS[PuzzleFeature.RELATION] not in legends else "",
        f"c map puzzle {puzzle_digest(puzzle)}\n",
        _LEGEND_CLUES if clues else "",
        *(f"c clue {_squares_text([clue.square])} {clue.tile} {clue.rot}\n" for clue in formula.clues),
    ]
    for tile in formula.meaning.tiles:
        for begin, squares in _split_squares(tile.squares):
            lines.append(f"c map tile {tile.tile} {tile.first + begin} {_squares_text(squares)}\n")
    for run in formula.meaning.colours:
        colours = " ".join(map(str, run.colours))
        lines.append(f"c map colour {_squares_text([run.square])} {run.side.name.lower()} {run.first} {colours}\n")
    if variables.plus is not None:
        lines.append(f"c map plus {variables.plus}\n")
    lines += _rotation_comments(variables)
    yield "".join(lines)
    yield f"p cnf {variables.count} {clauses}\n"


def _split_squares(squares: Sequence[Square]) -> Iterator[tuple[int, Sequence[Square]]]:
    # Other programs refuse comments of more than 1024 characters.
    for begin in range(0, len(squares), _MOST_SQUARES):
        yield begin, squares[begin : begin + _MOST_SQUARES]


def _squares_text(squares: Sequence[Square]) -> str:
    return " ".join(f"{square.col},{square.row}" for square in squares)


def _rotation_comments(variables: Variables) -> Iterator[str]:
    runs: dict[tuple[int, int], dict[int, Square]] = {}
    for number, placements in enumerate(variables.placement):
        for (tile, rot), variable in placements.items():
            if variable != variables.tile[tile][number]:
                runs.setdefault((tile, rot), {})[variable] = variables.candidates.squares[number]
    for (tile, rot), on in sorted(runs.items()):
        for begin, squares in _split_squares(list(on.values())):
            yield f"c map turned {tile} {rot} {min(on) + begin} {_squares_text(squares)}\n"


def read_header(text: str, source: str, of: Puzzle | None = None) -> DimacsHeader:
    """Read the header of a DIMACS file.

    Args:
        text: text of the file.
        source: path of the file, for messages.
        of: expected puzzle of the formula, None for any.

    Raises:
        InputError: a line differs from the format of `header_text`, or the formula is of another puzzle.
    """
    puzzle, every, announced = "", set[Square](), 0
    tiles: list[TileVariables] = []
    colours: list[ColourVariables] = []
    clues = set[Placement]()
    for number, line in _numbered_lines(text):
        try:
            match line.split():
                case ["p", "cnf", variables, _] if puzzle:
                    count = parse_natural(variables, source, number, "a number of variables")
                    if len(clues) < announced:
                        lines = f"{announced} {plural(announced, 'line')} 'c clue'"
                        message = f"expected {lines} before this one, found {len(clues)}: write the formula again"
                        raise InputError(source, number, message)
                    return DimacsHeader(puzzle, VariableMeanings(tuple(tiles), tuple(colours)), count, frozenset(clues))
                case ["p", *_]:
                    break
                case ["c", "map", "puzzle", puzzle]:
                    every = set(of.grid.squares) if of and puzzle == puzzle_digest(of) else set()
                case ["c", "map", "tile", tile, first, *squares]:
                    run = TileVariables(int(tile), int(first), tuple(map(_parse_square, squares)))
                    if of and every and not (0 <= run.tile < len(of.tiles) and every.issuperset(run.squares)):
                        raise ValueError
                    _append_run(tiles, run)
                case ["c", "map", "colour", square, side, first, *shades]:
                    here = ColourVariables(
                        _parse_square(square), Side[side.upper()], int(first), tuple(map(int, shades))
                    )
                    if every and here.square not in every:
                        raise ValueError
                    colours.append(here)
                case ["c", "clue", square, tile, rot]:
                    clues.add(Placement(int(tile), _parse_square(square), int(rot)))
                case ["c", "An", "edge-matching", *_, clue_count, "clue" | "clues"]:
                    announced = int(clue_count)
                case ["c", *_] | []:
                    pass
                case _:
                    break
        except (ValueError, KeyError):
            message = f"expected 'c map' as edgeasp cnf writes it, found {quoted(line)}"
            raise InputError(source, number, message) from None
    raise InputError(source, None, "expected a CNF written by edgeasp cnf, with its lines 'c map', before 'p cnf'")


def _append_run(runs: list[TileVariables], run: TileVariables) -> None:
    # The squares of a tile may be on several comments, as these are limited.
    if runs and (runs[-1].tile, runs[-1].first + len(runs[-1].squares)) == (run.tile, run.first):
        run = replace(runs[-1], squares=runs.pop().squares + run.squares)
    runs.append(run)


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    # Millions of lines may follow the head, so the text is not split.
    start, number = 0, 1
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield number, text[start:end]
        start, number = end + 1, number + 1


def _parse_square(text: str) -> Square:
    col, row = map(int, text.split(","))
    return Square(col, row)


_LITERAL = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_VERDICT = re.compile(r"(?:s\s+)?(SAT|SATISFIABLE|UNSAT|UNSATISFIABLE|INDET|INDETERMINATE|UNKNOWN)")
_NUMBERS = re.compile(r"(?:v\s+)?-?[0-9]+(?:\s|$)", re.ASCII)


@dataclass(frozen=True, slots=True)
class SatModel:
    """Model of a formula.

    Attributes:
        true: true variables.
        largest: largest variable.
        line: first line of the model, for messages.
    """

    true: frozenset[int]
    largest: int
    line: int


def read_models(text: str, source: str) -> list[SatModel]:
    """Read the models in the output of a SAT solver.

    Two formats are supported: the format of the SAT competitions (`s SATISFIABLE`, `v 1 -2 ... 0`), with any number of
    models, and the result files of MiniSat (`SAT`, then the literals). Variables that a model does not name are false.

    Returns:
        the models. The list is empty if the output is UNSATISFIABLE.

    Raises:
        InputError: the text has another format, or no answer.
    """
    models: list[SatModel] = []
    literals: list[int] = []
    verdict, start = "", 0
    for number, line in enumerate(map(str.strip, text.split("\n")), start=1):
        match = _VERDICT.fullmatch(line)
        if match:
            verdict = match[1]
        elif _NUMBERS.match(line):
            start = start or number
            for word in line.removeprefix("v").split():
                if not _LITERAL.fullmatch(word):
                    raise InputError(source, number, f"expected a literal, a number, found {quoted(word)}")
                if int(word):
                    literals.append(int(word))
                    continue
                models.append(_build_model(literals, source, start))
                literals, start = [], 0
    if literals:
        whole = f"; those before, {len(models)}, are whole: leave out what follows them" if models else ""
        raise InputError(source, start, f"expected a model that ends with 0: it was cut off{whole}")
    if not models and not verdict.startswith("UNSAT"):
        what = f"no model, but {verdict}" if verdict else "none"
        raise InputError(source, None, f"expected the output of a SAT solver with a model (lines 'v'), found {what}")
    return models


def _build_model(literals: list[int], source: str, line: int) -> SatModel:
    true = frozenset(literal for literal in literals if literal > 0)
    both = [literal for literal in literals if -literal in true]
    if both:
        raise InputError(source, line, f"expected a model, found variable {-both[0]} both true and false")
    return SatModel(true, max(map(abs, literals), default=0), line)
