"""Audit of a formula, clause by clause.

Each clause has to follow from the puzzle, or to exclude a known board or a cube. The audit trusts neither the encoder
nor the solver. It has its own reader of the file, and imports nothing of the code that wrote it.

Comments `c map` define what each variable means: a tile is on a square (in any rotation or in a given one), a side of
a square has a colour, or tiles with a plus are on the even squares. So every board determines the value of each
variable. Identical tiles without a clue are placed in the order of the squares, which excludes no board. A clause holds
on every board for one of three reasons:

- square: for some square, every placement allowed on it makes the clause true;
- tile: for some tile, every placement allowed for it makes the clause true;
- order: the clause states that two identical tiles are not in the wrong order.

Any other clause has to exclude a known board or a cube. A board violates a clause if none of its placements makes a
literal of the clause true. A clause excludes only a known board if, on each square, all placements that make no literal
true look like the board's placement. A clause excludes only the boards of a cube if the placements that make no literal
true are exactly the placements that the cube allows. The boards of the cube have a certificate of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from edgeasp.lab.certificate.views import Appearance, Conditions, PlacementViews, board_appearance
from edgeasp.puzzle.model import Side, Solution, Square, place_name

# Each number has a single valid form: other programs read 08 as 0 and then 8, and 1_0 as 1.
_CLAUSE = re.compile(r"(?:-?[1-9][0-9]{0,8} )*0\n", re.ASCII)
_HEAD = re.compile(r"p cnf (0|[1-9][0-9]{0,8}) (0|[1-9][0-9]{0,8})\n", re.ASCII)
_NATURAL = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
# Number of literals of a refused clause that a message names.
_SHOWN = 4


class AuditError(Exception):
    """Error in a line of a formula, numbered from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(line, message)
        self.line = line
        self.message = message


@dataclass(frozen=True, slots=True)
class AuditedClause:
    """Clause that the audit accepts, with its line number.

    Attributes:
        reason: why the clause is sound: `square`, `tile`, `order`, `board` or `cube`.
        board: number of the board that the clause excludes, from 0. None if it excludes no board.
    """

    line: int
    literals: tuple[int, ...]
    reason: str
    board: int | None = None


class FormulaAudit:
    """Audit of a formula.

    A variable is represented by the set of placements that make it true.

    Attributes:
        variables: number of variables, once the line `p cnf` is read.
    """

    def __init__(self, conditions: Conditions, boards: Sequence[Solution], cubes: Iterable[Conditions] = ()) -> None:
        """Prepare an audit whose clauses may exclude boards and cubes."""
        self.variables = 0
        self._puzzle = conditions.puzzle
        self._clues = {clue.tile for clue in conditions.clues}
        self._views = PlacementViews(conditions)
        self._known = {board_appearance(self._puzzle, board): number for number, board in enumerate(boards)}
        self._cubes = {self._open_placements(self._placements_outside_cube(cube)) for cube in cubes}
        self._true: dict[int, list[tuple[int, int]]] = {}
        self._placed: dict[int, tuple[int, int]] = {}
        self._words: dict[int, str] = {}
        self._meanings: set[str] = set()

    def audit_clauses(self, lines: Iterable[str]) -> Iterator[AuditedClause]:
        """Check the clauses of a DIMACS formula, and yield each.

        Raises:
            AuditError: a line is malformed, or its clause is not sound.
        """
        for line, literals in self._read_clauses(lines):
            yield self._find_reason(line, literals)

    def _find_reason(self, line: int, literals: tuple[int, ...]) -> AuditedClause:
        covered = self._true_placements(literals)
        if not all(self._views.whole):
            # No placement is allowed on some square or for some tile, so there is no board, and every clause is sound.
            return AuditedClause(line, literals, "square")
        for view, placements in covered.items():
            if placements == self._views.whole[view]:
                return AuditedClause(line, literals, "square" if self._views.is_square(view) else "tile")
        if self._excludes_wrong_order(literals):
            return AuditedClause(line, literals, "order")
        if self._open_placements(covered) in self._cubes:
            return AuditedClause(line, literals, "cube")
        looks = self._excluded_board(covered)
        if looks is None:
            raise AuditError(
                line, f"expected a clause that follows from the puzzle, found: {self._clause_text(literals)}"
            )
        if looks not in self._known:
            raise AuditError(line, "expected a clause that excludes one of the boards, found one that excludes another")
        return AuditedClause(line, literals, "board", self._known[looks])

    def _true_placements(self, literals: Iterable[int]) -> dict[int, int]:
        # Maps each view to the placements that make the clause true.
        covered: dict[int, int] = {}
        for literal in literals:
            for view, true in self._true[abs(literal)]:
                covered[view] = covered.get(view, 0) | (true if literal > 0 else self._views.whole[view] ^ true)
        return covered

    def _excludes_wrong_order(self, literals: Iterable[int]) -> bool:
        by_appearance: dict[object, list[tuple[int, int]]] = {}
        for tile, square in (self._placed[-literal] for literal in literals if -literal in self._placed):
            if tile not in self._clues:
                by_appearance.setdefault(self._puzzle.appearance(tile), []).append((tile, square))
        return any(
            tile < later and square >= other
            for alike in by_appearance.values()
            for tile, square in alike
            for later, other in alike
        )

    def _excluded_board(self, covered: dict[int, int]) -> tuple[Appearance, ...] | None:
        # Returns the appearance of the only board that leaves the clause open, or None if several do.
        seen = [
            self._views.appearances(view, whole & ~covered.get(view, 0))
            for view, whole in enumerate(self._views.whole)
            if self._views.is_square(view)
        ]
        return tuple(look for looks in seen for look in looks) if all(len(looks) == 1 for looks in seen) else None

    def _placements_outside_cube(self, cube: Conditions) -> dict[int, int]:
        # Maps each view to the placements that the cube excludes.
        facts = [self._views.placements_showing(*colour) for colour in cube.colours]
        facts += [self._views.placements_turned(placed.tile, placed.square, placed.rot) for placed in cube.placements]
        excluded: dict[int, int] = {}
        for view, true in (sets for fact in facts for sets in fact):
            excluded[view] = excluded.get(view, 0) | (self._views.whole[view] & ~true)
        return excluded

    def _open_placements(self, covered: dict[int, int]) -> frozenset[tuple[int, int]]:
        return frozenset((view, self._views.whole[view] & ~true) for view, true in covered.items() if true)

    def _clause_text(self, literals: Sequence[int]) -> str:
        words = [("" if literal > 0 else "not ") + self._words[abs(literal)] for literal in literals[:_SHOWN]]
        more = [f"{len(literals) - _SHOWN} more"] if len(literals) > _SHOWN else []
        return "; or ".join(words + more) or "the empty clause"

    def _read_clauses(self, lines: Iterable[str]) -> Iterator[tuple[int, tuple[int, ...]]]:
        # Comments before the clauses define the variables.
        rest = enumerate(lines, start=1)
        (number, expected), clauses = self._read_head(rest), 0
        for number, line in rest:
            clauses += 1
            if clauses > expected:
                raise AuditError(number, f"expected {expected} clauses, as 'p cnf' says, found another line")
            yield number, self._parse_clause(number, line)
        if clauses != expected:
            raise AuditError(number, f"expected {expected} clauses, found the end of the file after {clauses}")

    def _read_head(self, lines: Iterator[tuple[int, str]]) -> tuple[int, int]:
        number = 0
        for number, line in lines:
            words = line.split()
            if words[:2] == ["c", "map"]:
                self._define_variables(number, words[2:])
            elif head := _HEAD.fullmatch(line):
                self.variables = int(head[1])
                if set(self._words) != set(range(1, self.variables + 1)):
                    message = f"expected a meaning for each of the variables 1 to {self.variables} and for no others"
                    raise AuditError(number, message)
                return number, int(head[2])
            elif words[:1] != ["c"]:
                break
        raise AuditError(number, "expected comments, then 'p cnf', a number of variables and a number of clauses")

    def _parse_clause(self, line: int, text: str) -> tuple[int, ...]:
        if not _CLAUSE.fullmatch(text):
            raise AuditError(line, "expected a clause: literals, then 0, with one blank between them")
        literals = tuple(map(int, text.split()))[:-1]
        occurring = {abs(literal) for literal in literals}
        if len(occurring) < len(literals):
            raise AuditError(line, "expected each variable once in a clause, found one twice")
        if occurring and max(occurring) > self.variables:
            raise AuditError(line, f"expected variables with a meaning, found {max(occurring)}")
        return literals

    def _define_variables(self, line: int, words: Sequence[str]) -> None:
        try:
            match words:
                case ["puzzle", _]:
                    pass
                case ["tile", tile, first, *squares]:
                    for variable, text in enumerate(squares, start=_parse_int(first)):
                        square = self._parse_square(text)
                        self._define_tile(variable, _parse_int(tile), square, f"tile {tile} on {place_name(square)}")
                        self._true[variable] = self._views.placements_of_tile(_parse_int(tile), square)
                case ["turned", tile, rot, first, *squares] if _parse_int(rot) in self._puzzle.rots:
                    for variable, text in enumerate(squares, start=_parse_int(first)):
                        square = self._parse_square(text)
                        self._define_tile(
                            variable,
                            _parse_int(tile),
                            square,
                            f"tile {tile} on {place_name(square)} {self._puzzle.names.turn(_parse_int(rot))}",
                        )
                        self._true[variable] = self._views.placements_turned(_parse_int(tile), square, _parse_int(rot))
                case ["colour", place, name, first, *colours]:
                    square, side = self._parse_square(place), Side[name.upper()]
                    for variable, colour in enumerate(colours, start=_parse_int(first)):
                        self._name_variable(variable, f"colour {colour} on the {name} of {place_name(square)}")
                        self._true[variable] = self._views.placements_showing(square, side, _parse_int(colour))
                case ["plus", variable]:
                    self._name_variable(_parse_int(variable), "tiles with a plus on even squares")
                    self._true[_parse_int(variable)] = self._views.placements_with_plus()
                case _:
                    raise ValueError
        except (ValueError, KeyError):
            message = "expected 'c map' and what new variables mean: a tile, turned, a colour or plus"
            raise AuditError(line, message) from None

    def _define_tile(self, variable: int, tile: int, square: Square, words: str) -> None:
        if not 0 <= tile < len(self._puzzle.tiles):
            raise ValueError
        self._name_variable(variable, words)
        self._placed[variable] = tile, self._views.view_of_square(square)

    def _name_variable(self, variable: int, words: str) -> None:
        if variable < 1 or variable in self._words or words in self._meanings:
            raise ValueError
        self._words[variable] = words
        self._meanings.add(words)

    def _parse_square(self, text: str) -> Square:
        col, row = map(_parse_int, text.split(","))
        if Square(col, row) not in self._puzzle.grid:
            raise ValueError
        return Square(col, row)


def _parse_int(text: str) -> int:
    if not _NATURAL.fullmatch(text):
        raise ValueError
    return int(text)
