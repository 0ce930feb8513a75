"""The rules that a page with a table carries, as texts: what `edgeasp encode` prints, and questions about a board.

The page adds facts: those of the puzzle, what lies on the board as `clue/4` or `laid/4`, and what is asked about. So a
page needs no template engine, and no rule is written twice.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from itertools import product

from edgeasp.encoding.components import EncodingRequest
from edgeasp.encoding.render import render, render_block, rules_of


@dataclass(frozen=True, slots=True)
class TableRules:
    """The programs and questions for puzzles of one kind.

    Attributes:
        whole: `edgeasp encode`: solutions, one of those that differ in identical tiles alone.
        open: `edgeasp encode --symmetry tile-rotations --heuristic none`: any placement may be asked about.
        block: some squares, the rest of the board left open.
        square: beside `open`, what may lie on squares.
        mend: beside `open`, how many tiles can stay.
        subsets: which set of tiles to ask about next.
    """

    whole: str
    open: str
    block: str
    square: str
    mend: str
    subsets: str


@cache
def table_rules(*, framed: bool, signed: bool, partners: bool = False) -> TableRules:
    """The rules for puzzles with or without a frame, with or without signs, with or without partners.

    Whether tiles may be turned is said by the facts.
    """
    kind = {"framed": framed, "signed": signed, "partners": partners}
    whole = EncodingRequest().resolve(**kind)
    open_ = EncodingRequest(symmetry=("tile-rotations",), heuristic="none").resolve(**kind)
    return TableRules(
        whole=render(whole).text,
        open=render(open_).text,
        block=render_block(whole),
        square=rules_of("table/square.lp"),
        mend=rules_of("table/mend.lp"),
        subsets=rules_of("explain/subsets.lp"),
    )


def all_rules() -> dict[str, dict[str, str]]:
    """The rules of each kind by its name, such as `framed+signed`: `EncodingSpec.name` without more."""
    kinds = [
        {"framed": framed, "signed": signed, "partners": partners}
        for partners, framed, signed in product((False, True), (True, False), (False, True))
    ]
    return {EncodingRequest().resolve(**kind).name: asdict(table_rules(**kind)) for kind in kinds}
