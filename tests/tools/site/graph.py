"""The dependencies between the predicates of a program as a picture: what a rule reads stands left of what it gives.

clindocs would draw them with a script from the network, and without an order of their own. Here each predicate is in
the column behind everything that it needs, and a column is sorted by the mean place of the neighbours (Sugiyama 1981).
What another path says as well is left out.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from statistics import fmean
from typing import Any

from edgeasp.solvers.clingo.syntax import Signature

_STEP, _LETTER, _GAP = 22, 6.4, 46
"""Height of a line, width of a letter, and room between columns, in pixels."""

Edges = dict[tuple[Signature, Signature], bool]
"""Which predicate a rule reads for which; whether only behind `not`."""


def dependencies(text: str) -> Edges:
    """Which predicates the rules of a program read for those that they give."""
    from clingo import ast

    edges: Edges = {}

    class Atoms(ast.Transformer):
        """Collects the atoms of a part of a rule, each with whether it is behind `not`."""

        def __init__(self) -> None:
            self.found: list[tuple[Signature, bool]] = []

        def visit_Literal(self, literal: Any) -> Any:  # noqa: N802
            symbol = getattr(literal.atom, "symbol", None)
            if symbol is not None:
                self.found.append(((symbol.name, len(symbol.arguments)), literal.sign != ast.Sign.NoSign))
            else:
                self.visit_children(literal)
            return literal

    def atoms(*parts: Any) -> list[tuple[Signature, bool]]:
        walk = Atoms()
        for part in parts:
            walk.visit(part)
        return walk.found

    def rule(node: Any) -> None:
        if node.ast_type == ast.ASTType.ShowTerm and node.term.ast_type == ast.ASTType.Function:
            heads, conditions = [(node.term.name, len(node.term.arguments))], []
        elif node.ast_type == ast.ASTType.Rule:
            aggregate = ast.ASTType.HeadAggregateElement
            elements = [
                each.condition if each.ast_type == aggregate else each for each in getattr(node.head, "elements", ())
            ]
            literals = [each.literal for each in elements] or [node.head]
            heads = [head for head, _ in atoms(*literals)]
            conditions = [one for each in elements for one in atoms(*each.condition)]
        else:
            return
        for read, negative in [*atoms(*node.body), *conditions]:
            for head in heads:
                if head != read:
                    edges[read, head] = edges.get((read, head), True) and negative

    ast.parse_string(text, rule)
    return edges


def picture(edges: Edges, title: str) -> str:
    """The dependencies as SVG; an edge is dashed if it is one of negation alone."""
    edges = _acyclic(edges)
    kept = {edge: negative for edge, negative in edges.items() if not _led_round(edge, edges)}
    return _Drawing(kept).svg(title)


def _acyclic(edges: Edges) -> Edges:
    """Without the edges that lead back to a predicate on the way."""
    after = defaultdict(list)
    for one, other in edges:
        after[one].append(other)
    back, done, way = set(), set(), []

    def walk(one: Signature) -> None:
        way.append(one)
        for other in after[one]:
            if other in way:
                back.add((one, other))
            elif other not in done:
                walk(other)
        done.add(way.pop())

    for one in sorted({one for one, _ in edges} - {other for _, other in edges}) + sorted(after):
        if one not in done:
            walk(one)
    return {edge: negative for edge, negative in edges.items() if edge not in back}


def _led_round(edge: tuple[Signature, Signature], edges: Edges) -> bool:
    """Whether a longer path leads where an edge leads."""
    start, end = edge
    waiting, seen = [other for one, other in edges if one == start and other != end], set()
    while waiting:
        one = waiting.pop()
        if one == end:
            return True
        if one not in seen:
            seen.add(one)
            waiting += [other for before, other in edges if before == one]
    return False


@dataclass(eq=False)
class _Place:
    """A predicate, or a bend of an edge that passes a column."""

    column: int
    name: str = ""
    row: float = 0.0


class _Drawing:
    """Predicates in columns, with their edges."""

    def __init__(self, edges: Edges) -> None:
        levels = _levels(edges)
        self._at = {each: _Place(level, f"{each[0]}/{each[1]}") for each, level in levels.items()}
        self._columns: list[list[_Place]] = [[] for _ in range(max(levels.values(), default=0) + 1)]
        for each in sorted(levels):
            self._columns[levels[each]].append(self._at[each])
        self._lines: list[tuple[list[_Place], bool]] = []
        self._beside: dict[_Place, list[_Place]] = defaultdict(list)
        for (one, other), negative in sorted(edges.items()):
            bends = [_Place(column) for column in range(levels[one] + 1, levels[other])]
            for bend in bends:
                self._columns[bend.column].append(bend)
            line = [self._at[one], *bends, self._at[other]]
            self._lines.append((line, negative))
            for before, after in pairwise(line):
                self._beside[before].append(after)
                self._beside[after].append(before)
        self._sort()

    def _sort(self) -> None:
        for column in self._columns:
            self._number(column)
        for turn in range(24):
            columns = self._columns[1:] if turn % 2 == 0 else self._columns[-2::-1]
            step = -1 if turn % 2 == 0 else 1
            for column in columns:
                wanted = {}
                for place in column:
                    rows = [each.row for each in self._beside[place] if each.column == place.column + step]
                    wanted[place] = fmean(rows) if rows else place.row
                column.sort(key=lambda place: wanted[place])
                self._number(column)

    def _number(self, column: list[_Place]) -> None:
        tallest = max(len(each) for each in self._columns)
        for number, place in enumerate(column):
            place.row = (number + 0.5) * tallest / len(column)

    def svg(self, title: str) -> str:
        """The picture."""
        widths = [max([len(place.name) for place in column], default=0) * _LETTER + 10 for column in self._columns]
        lefts = [sum(widths[:column]) + _GAP * column + 4 for column in range(len(widths))]
        high = max(len(column) for column in self._columns) * _STEP
        wide = lefts[-1] + widths[-1] + 4
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high}" '
            f'viewBox="0 0 {wide:.0f} {high}" role="img" '
            f'class="edgeasp-graph" font-family="monospace" font-size="10.5" fill="none" stroke="currentColor">',
            f"<title>{escape(title)}</title>",
        ]
        for line, negative in self._lines:
            path = ""
            for before, after in pairwise(line):
                x, y = lefts[before.column] + widths[before.column], before.row * _STEP
                start = lefts[before.column] + len(before.name) * _LETTER + 8 if before.name else x
                u, v = lefts[after.column], after.row * _STEP
                path += f"M{start:.0f} {y:.0f}H{x:.0f}C{x + 22:.0f} {y:.0f} {u - 22:.0f} {v:.0f} {u:.0f} {v:.0f}"
                if not after.name:
                    path += f"H{u + widths[after.column]:.0f}"
            dash = ' stroke-dasharray="3 2"' * negative
            parts.append(f'<path d="{path}" opacity="0.45"{dash}/>')
        for column in self._columns:
            for place in column:
                if place.name:
                    x, y = lefts[place.column], place.row * _STEP
                    parts.append(
                        f'<rect x="{x:.0f}" y="{y - 8:.0f}" width="{len(place.name) * _LETTER + 8:.0f}" height="16" '
                        f'rx="4" opacity="0.6"/><a href="#{place.name.replace("/", "-")}">'
                        f'<text x="{x + 4:.0f}" y="{y + 4:.0f}" fill="currentColor" stroke="none">'
                        f"{place.name}</text></a>"
                    )
        return "\n".join([*parts, "</svg>"])


def _levels(edges: Edges) -> dict[Signature, int]:
    """The column of each predicate: behind all that it needs, and facts right before what needs them first."""
    level: dict[Signature, int] = {each: 0 for edge in edges for each in edge}
    for _ in level:
        for one, other in edges:
            level[other] = max(level[other], level[one] + 1)
    given = {other for _, other in edges}
    for each in level:
        if each not in given:
            level[each] = min(level[other] for one, other in edges if one == each) - 1
    return level
