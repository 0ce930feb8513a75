"""All formats by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from edgeasp.encoding import facts
from edgeasp.formats import puz, sol
from edgeasp.formats.document import ANY_BOARD, BoardFormat, Document, Feature, PuzzleFormat
from edgeasp.system.errors import FormatError


def read_facts(text: str, source: str, frame: str | None = None) -> Document:
    """The puzzle and the clues of class facts; the arguments are those of `facts.read`."""
    return Document(*facts.read(text, source, frame))


PUZ = PuzzleFormat(
    name="puz",
    title="size, sides N E S W, perhaps a sign; edgeasp's own",
    suffixes=(".puz",),
    read=puz.document,
    sized=True,
    write=lambda document: puz.write(document.puzzle),
    holds=ANY_BOARD | {Feature.SIGNS, Feature.PARTNERS, Feature.FIXED},
    remarks=lambda document: () if document.puzzle.ordinary else (puz.REMARK,),
)
FACTS = PuzzleFormat(
    name="facts",
    title='facts of the ASP class "Edge Matching"',
    suffixes=(".lp",),
    read=read_facts,
    write=lambda document: facts.write(document.puzzle, document.placements),
    holds=ANY_BOARD | {Feature.SIGNS, Feature.CLUES, Feature.PARTIAL, Feature.PARTNERS, Feature.FIXED},
)
SOL = BoardFormat(
    name="sol",
    title="<tile> <col> <row> <rot> a line; edgeasp's own",
    suffixes=(".sol", ".clue"),
    read=sol.read,
    write=lambda solution, puzzle: sol.write(solution),
)


@cache
def puzzles() -> tuple[PuzzleFormat, ...]:
    """All formats of puzzles, edgeasp's own first; of two that agree on a text, the first counts."""
    # Most runs read a .puz, and need not wait for the import of other formats.
    from edgeasp.formats import binary, boarddoc, halves, other_solvers, plain, viewer, words

    return (
        PUZ,
        FACTS,
        plain.NESW,
        plain.NESW_BARE,
        plain.UDLR,
        plain.FOURSQUARES,
        plain.WITH_COLOURS,
        plain.NUMBERED,
        halves.HALVES,
        words.TETRAVEX,
        other_solvers.HEULE,
        other_solvers.DRESDEN,
        plain.PTILE,
        other_solvers.JULIA,
        other_solvers.PYCSP3,
        viewer.ETERNITY2DEV,
        boarddoc.BOARDDOC,
        binary.BINARY,
        viewer.BUCAS,
        viewer.ETERNITY2DEV_URL,
        words.WORDS,
    )


@cache
def boards() -> tuple[BoardFormat, ...]:
    """All formats of solutions, edgeasp's own first."""
    from edgeasp.formats import boarddoc, grid, other_solvers, viewer

    return (
        SOL,
        other_solvers.OWEN,
        other_solvers.ET2,
        other_solvers.HINTS,
        boarddoc.BOARDDOC_BOARD,
        viewer.BUCAS_BOARD,
        viewer.ETERNITY2DEV_BOARD,
        grid.GRID,
        grid.PLACED,
    )


def puzzle_format(name: str) -> PuzzleFormat:
    """The format of puzzles that has the name; FormatError if none has."""
    return _named("puzzles", name, puzzles())


def board_format(name: str) -> BoardFormat:
    """The format of solutions that has the name; FormatError if none has."""
    return _named("solutions", name, boards())


_Format = TypeVar("_Format", PuzzleFormat, BoardFormat)


def _named(content: str, name: str, formats: Sequence[_Format]) -> _Format:
    for form in formats:
        if form.name == name:
            return form
    known = ", ".join(form.name for form in formats)
    raise FormatError(f"expected a format of {content} ({known}), found {name!r}")
