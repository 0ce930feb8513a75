"""Answer atoms as a solution and back, also from the output of a stand-alone clingo."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from edgeasp.encoding.atoms import Atom
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, degrees, quarter_turns
from edgeasp.system.errors import AnswerError, InputError


def from_atoms(atoms: Iterable[Atom], puzzle: Puzzle, *, partial: bool = False) -> Solution:
    """The solution that an answer describes, sorted by tile, with canonical rotations; other atoms are ignored.

    With `partial`, squares may be empty, and have neither a tile nor a rotation.

    Raises:
        AnswerError: a square does not have exactly one tile and one rotation, or an argument is out of range.
    """
    tiles: dict[Square, int] = {}
    rotations: dict[Square, int] = {}
    for atom in atoms:
        match atom.name, atom.arguments:
            case "chosenTile", (int(x), int(y), int(t)) if 1 <= t <= len(puzzle.tiles):
                table, value = tiles, t - 1
            case "chosenRotation", (int(x), int(y), (0 | 90 | 180 | 270) as r):
                table, value = rotations, quarter_turns(r)
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
    """The `place(T,R,X,Y)` of a placement, with its canonical rotation."""
    square, rot = placement.square, puzzle.canonical(placement).rot
    return Atom("place", (placement.tile + 1, degrees(rot), square.col + 1, square.row + 1))


def read_place(atom: Atom) -> Placement | None:
    """The placement that `place(T,R,X,Y)` stands for, on the board or not; None for another atom."""
    match atom.name, atom.arguments:
        case "place", (int(tile), (0 | 90 | 180 | 270) as rotation, int(x), int(y)):
            return Placement(tile - 1, Square(x - 1, y - 1), quarter_turns(int(rotation)))
    return None


def expand_placements(atoms: Iterable[Atom]) -> list[Atom]:
    """The atoms with each `place(T,R,X,Y)` replaced by `chosenTile(X,Y,T)` and `chosenRotation(X,Y,R)`."""
    expanded = []
    for atom in atoms:
        match atom.name, atom.arguments:
            case "place", (tile, rotation, x, y):
                expanded += [Atom("chosenTile", (x, y, tile)), Atom("chosenRotation", (x, y, rotation))]
            case _:
                expanded.append(atom)
    return expanded


class AnswerReader:
    """Reads the answers of one program, which have most of their atoms in common."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._known: dict[Atom, tuple[Placement, list[Atom]]] = {}

    def read(self, shown: Sequence[Atom]) -> tuple[Solution, list[Atom]]:
        """The solution of an answer, and its atoms without `place/4`.

        Raises:
            AnswerError: as `from_atoms` does.
        """
        known = self._known
        met = [entry for entry in map(known.get, shown) if entry]
        placements = [placement for placement, _ in met]
        # Anything else than one known placement for each square is new or an error, which the slow way words.
        squares = {placement.square for placement in placements}
        if len(squares) == len(placements) == len(shown) == len(self._puzzle.tiles):
            placements.sort(key=lambda placement: placement.tile)
            return Solution(tuple(placements)), [atom for _, atoms in met for atom in atoms]
        atoms = expand_placements(shown)
        solution = from_atoms(atoms, self._puzzle)
        on = solution.by_square()
        for atom in shown:
            if placement := read_place(atom):
                known[atom] = on[placement.square], expand_placements([atom])
        return solution, atoms


def to_atoms(solution: Solution) -> list[Atom]:
    """The atoms of a solution in its order: a tile and a rotation for each placement."""
    atoms = []
    for placement in solution:
        x, y = placement.square.col + 1, placement.square.row + 1
        atoms.append(Atom("chosenTile", (x, y, placement.tile + 1)))
        atoms.append(Atom("chosenRotation", (x, y, degrees(placement.rot))))
    return atoms


_ANSWER = re.compile(r"Answer: \d+")
# A whole atom, neither negated nor an argument of another one; no board needs longer numbers.
_CHOSEN = re.compile(r"(?<![^\s.])(chosenTile|chosenRotation)\((\d{1,9}),(\d{1,9}),(\d{1,9})\)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Answer:
    """The atoms of the class in one answer, and its line in text output."""

    atoms: tuple[Atom, ...]
    line: int | None


def read_output(text: str, source: str) -> list[Answer]:
    """The answers in the output of clingo: text, JSON (`--outf=2`), or plain atoms as facts; else InputError.

    The output UNSATISFIABLE has no answers.
    """
    if text.lstrip().startswith("{"):
        return _from_json(text, source)
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if _ANSWER.match(line)]
    if starts:
        # The answer is on the line after its number; it may be empty.
        return [Answer(_atoms(lines[number + 1] if number + 1 < len(lines) else ""), number + 2) for number in starts]
    if re.search(r"^(s )?UNSATISFIABLE\s*$", text, re.MULTILINE):
        return []
    atoms = _atoms(re.sub("%.*", "", text))
    if not atoms:
        raise InputError(source, None, "expected the output of clingo with chosenTile and chosenRotation, found none")
    return [Answer(atoms, None)]


def solutions_of_output(text: str, source: str, puzzle: Puzzle, *, partial: bool = False) -> list[Solution]:
    """The answers in the output of clingo as solutions, which are not checked; `partial` as for `answers.from_atoms`.

    Raises:
        InputError: as `read` does, or an answer is not a tile and a rotation for each square.
    """
    solutions = []
    for number, answer in enumerate(read_output(text, source), start=1):
        try:
            solutions.append(from_atoms(answer.atoms, puzzle, partial=partial))
        except AnswerError as error:
            raise InputError(source, answer.line, f"answer {number}: {error}") from None
    return solutions


def _atoms(text: str) -> tuple[Atom, ...]:
    return tuple(Atom(name, (int(x), int(y), int(value))) for name, x, y, value in _CHOSEN.findall(text))


def _from_json(text: str, source: str) -> list[Answer]:
    import json

    try:
        output = json.loads(text)
        witnesses = [witness["Value"] for call in output["Call"] for witness in call.get("Witnesses", [])]
        answers = [Answer(_atoms(" ".join(atoms)), None) for atoms in witnesses]
        result = output["Result"]
    except json.JSONDecodeError as error:
        raise InputError(source, error.lineno, f"expected JSON as clingo --outf=2 prints it ({error.msg})") from None
    except (KeyError, TypeError, AttributeError, RecursionError, ValueError):
        raise InputError(source, None, "expected JSON as clingo --outf=2 prints it, found other JSON") from None
    if not answers and result != "UNSATISFIABLE":
        raise InputError(source, None, f"expected answers, or the result UNSATISFIABLE, found {str(result)[:24]!a}")
    return answers
