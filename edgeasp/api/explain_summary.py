"""An explanation in lines for a person, as remarks on squares, and as the JSON record of `edgeasp explain`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from edgeasp.api.solve_record import VersionsRecord, filled
from edgeasp.encoding.facts import clue_atom
from edgeasp.formats.document import Document
from edgeasp.puzzle.clues import GivenClue
from edgeasp.puzzle.counting import likely_slips
from edgeasp.puzzle.model import Puzzle, Square
from edgeasp.search.explain import summary as conditions_in_words
from edgeasp.search.explain import ConditionInPlace, Explainer, Explanation, broken, dead_ends
from edgeasp.system.lines import number_of

if TYPE_CHECKING:
    from edgeasp.draw.view import Remark

_SHOWN = 12
"""Conditions that are listed for a person; all of them are in the JSON."""


@dataclass(frozen=True, slots=True)
class ClueRecord:
    """A clue."""

    tile: Annotated[int, "The tile, from 0."]
    col: Annotated[int, "Its column, from 0."]
    row: Annotated[int, "Its row, from 0."]
    rot: Annotated[int, "Anticlockwise quarter turns."]
    source: Annotated[str, "The name of its file."]
    line: Annotated[int | None, "Its line, from 1; null where it is not known."]


@dataclass(frozen=True, slots=True)
class ConditionRecord:
    """A condition in its place."""

    condition: Annotated[Literal["adjoining", "sign"], "Its name, as the checker has it."]
    col: Annotated[int, "The column of the square, from 0; for `adjoining` of the upper or left one of two."]
    row: Annotated[int, "Its row, from 0."]
    side: Annotated[Literal["right", "bottom"] | None, "The side on which it meets the other square; null for `sign`."]


@dataclass(frozen=True, slots=True)
class SlipRecord:
    """A likely slip of typing."""

    tiles: Annotated[tuple[int, ...], "The tiles that it concerns, from 0."]
    lines: Annotated[tuple[int, ...] | None, "Their lines, from 1; null where they are not known."]
    text: Annotated[str, "The slip in words."]


@dataclass(frozen=True, slots=True)
class ExplainRecord:
    """The output of `edgeasp explain --format json`: why a puzzle has no solution."""

    schema: Annotated[Literal["edgeasp.explain"], "The name of this schema."]
    schema_version: Annotated[Literal[1], "Grows when a field changes its meaning or goes."]
    source: Annotated[str, "The name of the puzzle's file."]
    solvable: Annotated[bool | None, "Whether there is a solution that keeps all clues; null if that is not known."]
    reasons: Annotated[tuple[str, ...], "Contradictions that counting finds; then nothing was searched."]
    clues: Annotated[int, "The number of clues."]
    clashes: Annotated[
        tuple[tuple[ClueRecord, ...], ...],
        "Minimal sets of clues that cannot stand together: without any one of them there is a solution.",
    ]
    all_clashes: Annotated[bool, "Whether they are proved to be all such sets."]
    mus: Annotated[
        tuple[tuple[str, ...], ...],
        "The clashes as sets of atoms of the facts, clue(X,Y,T,R): minimal unsatisfiable subsets (MUS).",
    ]
    mcs: Annotated[
        tuple[str, ...] | None,
        "As few clues as possible to lift so that the others stand, as atoms: a smallest minimal correction set (MCS), "
        "which --most asks for; null if it is not known.",
    ]
    narrowed: Annotated[
        tuple[ClueRecord, ...] | None,
        "Clues that cannot stand together either, when the search ended before that set was minimal; null if none.",
    ]
    kept: Annotated[
        tuple[ClueRecord, ...] | None, "The largest set of clues that is known to stand; null if none is known."
    ]
    most: Annotated[int, "How many clues can stand together, at most, as far as is known."]
    without_clues: Annotated[bool, "Whether it is proved that there is no solution without the clues either."]
    conditions: Annotated[
        tuple[ConditionRecord, ...], "Conditions that cannot hold together; empty unless `without_clues`."
    ]
    conditions_minimal: Annotated[bool, "Whether without any one of them the others can hold."]
    slips: Annotated[tuple[SlipRecord, ...], "Likely slips of typing, as counting shows; empty unless `without_clues`."]
    answered: Annotated[bool, "Whether everything is known that was asked for."]
    stopped: Annotated[str | None, "The limit that was reached, in words; null if none was."]
    conflicts: Annotated[int, "Conflicts of all searches."]
    seconds: Annotated[float, "Wall time from the start of the command."]
    versions: Annotated[VersionsRecord, "Versions."]


def record(explainer: Explainer, explanation: Explanation, document: Document, source: str) -> ExplainRecord:
    """The explanation as plain values."""
    return filled(
        ExplainRecord,
        explanation,
        source=source,
        clues=len(explainer.clues),
        clashes=tuple(map(_clue_records, explanation.clashes)),
        mus=tuple(_atoms(explainer.puzzle, clash) for clash in explanation.clashes),
        mcs=_correction(explainer, explanation),
        narrowed=None if explanation.narrowed is None else _clue_records(explanation.narrowed),
        kept=None if explanation.kept is None else _clue_records(explanation.kept),
        conditions=tuple(map(_condition_record, explanation.conditions)),
        slips=_slip_records(document) if explanation.without_clues else (),
    )


def _slip_records(document: Document) -> tuple[SlipRecord, ...]:
    return tuple(
        SlipRecord(slip.tiles, tuple(document.lines[tile] for tile in slip.tiles) if document.lines else None, text)
        for slip, text in zip(likely_slips(document.puzzle), slip_lines(document), strict=True)
    )


def _clue_records(clues: Sequence[GivenClue]) -> tuple[ClueRecord, ...]:
    return tuple(
        ClueRecord(at.tile, at.square.col, at.square.row, at.rot, clue.source, clue.line)
        for clue in clues
        for at in [clue.placement]
    )


def _atoms(puzzle: Puzzle, clues: Sequence[GivenClue]) -> tuple[str, ...]:
    """Clues as atoms of the facts."""
    return tuple(str(clue_atom(puzzle, clue.placement)) for clue in clues)


def _correction(explainer: Explainer, explanation: Explanation) -> tuple[str, ...] | None:
    """The fewest clues to lift, as atoms; None if a set is not known, or not proved to be a smallest one."""
    if explanation.kept is None or len(explanation.kept) < explanation.most:
        return None
    kept = set(explanation.kept)
    return _atoms(explainer.puzzle, [clue for clue in explainer.clues if clue not in kept])


def _condition_record(condition: ConditionInPlace) -> ConditionRecord:
    side: Literal["right", "bottom"] | None = None
    if condition.side is not None:
        side = "right" if condition.square.neighbour(condition.side).col > condition.square.col else "bottom"
    name: Literal["adjoining", "sign"] = "sign" if side is None else "adjoining"
    return ConditionRecord(name, condition.square.col, condition.square.row, side)


def lines(
    explainer: Explainer, explanation: Explanation, slips: Sequence[str] = (), *, most: bool, interrupted: bool
) -> list[str]:
    """The explanation for a person, with likely slips of typing if the puzzle itself has no solution."""
    text: list[str] = []
    number = len(explainer.clues)
    stopped = "interrupted" if interrupted else f"stopped by the {explanation.stopped}" if explanation.stopped else None
    if explanation.reasons:
        text += ["no solution, as counting shows:", *(f"  {reason}" for reason in explanation.reasons)]
    elif explanation.solvable:
        text.append(f"there is a solution{' that keeps all clues' if number else ''}: nothing clashes")
    elif explanation.solvable is None:
        text.append("not known: neither a solution nor a contradiction was found")
    for clash in explanation.clashes:
        text += clash_lines(explainer.puzzle, clash, number)
    if explanation.clashes and explanation.all_clashes:
        text.append(f"{number_of(len(explanation.clashes), 'minimal set')} of clashing clues, and no others")
    if explanation.narrowed is not None:
        text += narrowed_lines(explainer.puzzle, explanation.narrowed, number)
    if most and explanation.clashes and explanation.kept is not None:
        text += _kept_lines(explainer, explanation, number)
    if explanation.without_clues and not explanation.reasons:
        text += _condition_lines(explainer, explanation, number)
    if explanation.without_clues and not explainer.own:
        text += slips
    if stopped:
        text.append(f"{stopped}: {explainer.doing}; {explanation.conflicts:,} conflicts in {explanation.seconds:.1f} s")
    return text


def clash_lines(puzzle: Puzzle, clash: Sequence[GivenClue], number: int) -> list[str]:
    """A minimal set of clues that cannot stand together."""
    head = f"{len(clash)} of {number_of(number, 'clue')}"
    if len(clash) == 1:
        text = [f"{head} is kept by no solution:"]
    else:
        text = [f"{head} clash; without any one of them there is a solution:"]
    text += [f"  {clue_text(puzzle, clue)}" for clue in clash]
    return text + _why(puzzle, clash)


def clue_text(puzzle: Puzzle, clue: GivenClue) -> str:
    """A clue with its file and its line."""
    at, names = clue.placement, puzzle.names
    return f"{clue.place}: tile {names.number(at.tile)} on {names.place(at.square)}, {names.turn(at.rot)}"


def dead_end_text(puzzle: Puzzle, square: tuple[int, int], around: str) -> str:
    """A square on which nothing fits."""
    beside = f", with {around}" if around else ""
    return f"no tile fits on {puzzle.names.place(Square(*square))}{beside}"


def remarks(explainer: Explainer, explanation: Explanation) -> list[Remark]:
    """The remarks on squares."""
    from edgeasp.draw.view import Remark

    remarks = []
    for index, clash in enumerate([*explanation.clashes, *([explanation.narrowed] if explanation.narrowed else [])], 1):
        name = f"clash {index}" if len(explanation.clashes) > 1 else "clash"
        remarks += [
            Remark(clue.placement.square, f"{name}: {clue_text(explainer.puzzle, clue)}", wrong=True) for clue in clash
        ]
    for condition in explanation.conditions:
        remarks += [Remark(square, f"cannot hold with the others: {condition.text}") for square in condition.squares]
    return remarks


def narrowed_lines(puzzle: Puzzle, narrowed: Sequence[GivenClue], number: int) -> list[str]:
    """Clues that cannot stand together, while fewer of them may not either."""
    head = f"{len(narrowed)} of {number_of(number, 'clue')} clash, and perhaps fewer: that was not decided"
    return [f"{head}:", *(f"  {clue_text(puzzle, clue)}" for clue in narrowed), *_why(puzzle, narrowed)]


def _why(puzzle: Puzzle, clash: Sequence[GivenClue]) -> list[str]:
    """A reason that is seen without a search: a condition that is broken, or a square on which nothing fits."""
    beside = "beside " + ("it" if len(clash) == 1 else "them")
    ends = (f"{beside}, {dead_end_text(puzzle, *dead_end)}" for dead_end in dead_ends(puzzle, clash))
    return [*broken(puzzle, clash), *ends][:1]


def _kept_lines(explainer: Explainer, explanation: Explanation, number: int) -> list[str]:
    assert explanation.kept is not None
    more = "no more" if len(explanation.kept) == explanation.most else f"perhaps up to {explanation.most}"
    left_out = [clue for clue in explainer.clues if clue not in explanation.kept]
    return [
        f"{len(explanation.kept)} of {number_of(number, 'clue')} can stand together, {more}, without:",
        *(f"  {clue_text(explainer.puzzle, clue)}" for clue in left_out),
    ]


def _condition_lines(explainer: Explainer, explanation: Explanation, number: int) -> list[str]:
    head = "no solution, with or without the clues" if number else "no solution: the search is complete"
    if explainer.own:
        return [head, f"perhaps there is one without {explainer.own.added_names}"]
    if len(explanation.conditions) == explainer.conditions and not explanation.conditions_minimal:
        return [head, "which conditions clash is not known: that was not narrowed down"]
    text = [head, f"{conditions_in_words(explainer.puzzle, explanation.conditions)}:"]
    text += [f"  {condition.text}" for condition in explanation.conditions[:_SHOWN]]
    if len(explanation.conditions) > _SHOWN:
        text.append(f"  and {len(explanation.conditions) - _SHOWN} more")
    proved = "without any one of these the others can hold" if explanation.conditions_minimal else "not proved minimal"
    text.append(f"{number_of(len(explanation.conditions), 'place')}; {proved}")
    return text


def slip_lines(document: Document) -> list[str]:
    """Likely slips in a puzzle without a solution that was typed, a line each; none if none is seen."""
    return [
        f"perhaps {slip.text(map(document.tile_name, slip.tiles), document.puzzle.names.colour)}"
        for slip in likely_slips(document.puzzle)
    ]
