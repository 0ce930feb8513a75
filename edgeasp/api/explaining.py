"""Explanations of puzzles without a solution, and hints: in lines, as remarks on squares, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, Unpack

from edgeasp.api.instance import (
    Board,
    Instance,
    Placements,
    Rules,
    as_instance,
    as_solution,
    draw_gallery,
    own_rules,
    sources_of,
)
from edgeasp.api.solve_record import VersionsRecord, filled
from edgeasp.api.solving import Costs, Progress, clock_of, require
from edgeasp.encoding.facts import clue_atom
from edgeasp.formats.document import Document
from edgeasp.formats.plain import Quadruple, quadruples
from edgeasp.puzzle.clues import GivenClue, Source, combine, given
from edgeasp.puzzle.counting import likely_slips
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, as_facts
from edgeasp.search.explain import (
    ConditionInPlace,
    Explainer,
    Explanation,
    Hint,
    Hinter,
    HintStep,
    Rule,
    SquareConsequences,
    broken,
    dead_ends,
)
from edgeasp.search.explain import summary as conditions_in_words
from edgeasp.system.errors import guided
from edgeasp.system.limits import MOST_SOLUTIONS
from edgeasp.system.lines import number_of, plural

if TYPE_CHECKING:
    from edgeasp.draw.view import Remark


# ---- an explanation in lines for a person, as remarks on squares, and as the JSON record of `edgeasp explain` ----

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


def explain_record(explainer: Explainer, explanation: Explanation, document: Document, source: str) -> ExplainRecord:
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


def explain_lines(
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


def explain_remarks(explainer: Explainer, explanation: Explanation) -> list[Remark]:
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


# ---- a hint in lines for a person, as remarks on squares, and as the JSON record of `edgeasp hint` ----

WHERE, WHY, WHICH = 1, 2, 3
"""The levels of a hint: it gives away the square, the reason as well, the tile as well."""

_SHOWN_TILES = 12
"""Tiles that a line names; it counts the rest."""


@dataclass(frozen=True, slots=True)
class StepRecord:
    """The square to go on with."""

    col: Annotated[int, "Its column, from 0."]
    row: Annotated[int, "Its row, from 0."]
    rule: Annotated[
        Literal["one tile fits", "a tile fits nowhere else", "all other tiles lead nowhere", "fewest tiles"] | None,
        "Why it is this one; null at level 1.",
    ]
    tiles: Annotated[tuple[int, ...] | None, "The tiles that may lie there, as far as is known; null below level 3."]
    placements: Annotated[
        tuple[Quadruple, ...] | None, "The same with rotations: tile, column, row, rotation; null below level 3."
    ]


@dataclass(frozen=True, slots=True)
class SquareRecord:
    """The placements on an empty square in the solutions that keep the board."""

    col: Annotated[int, "Its column, from 0."]
    row: Annotated[int, "Its row, from 0."]
    possible: Annotated[tuple[Quadruple, ...], "Placements that occur there in some solution."]
    open: Annotated[tuple[Quadruple, ...], "Placements of which that is not known."]
    certain: Annotated[bool, "Whether the one possible placement occurs there in every solution."]


@dataclass(frozen=True, slots=True)
class HintRecord:
    """The output of `edgeasp hint --format json`: whether a board can be completed, and what next."""

    schema: Annotated[Literal["edgeasp.hint"], "The name of this schema."]
    schema_version: Annotated[Literal[1], "Grows when a field changes its meaning or goes."]
    source: Annotated[str, "The name of the puzzle's file."]
    level: Annotated[Literal[1, 2, 3], "How much is given away: the square, the reason as well, the tile as well."]
    completable: Annotated[bool | None, "Whether some solution has the board; null if that is not known."]
    reasons: Annotated[tuple[str, ...], "Contradictions that counting finds in the puzzle; nothing was searched then."]
    violations: Annotated[tuple[str, ...], "Conditions that the board violates as it is."]
    dead_ends: Annotated[tuple[tuple[int, int], ...], "Empty squares on which no tile fits: column and row."]
    lifted: Annotated[
        tuple[Quadruple, ...] | None,
        "Tiles to lift so that the board can be completed: tile, column, row, rotation; null if none are known.",
    ]
    fewest: Annotated[int, "How many have to be lifted at least, as far as is known."]
    hopeless: Annotated[bool, "Whether it is proved that not even the empty board can be completed."]
    step: Annotated[StepRecord | None, "The square to go on with; null if there is none."]
    squares: Annotated[tuple[SquareRecord, ...], "What lies on each empty square; empty unless asked for (`--all`)."]
    answered: Annotated[bool, "Whether everything is known that was asked for."]
    stopped: Annotated[str | None, "The limit that was reached, in words; null if none was."]
    conflicts: Annotated[int, "Conflicts of all searches."]
    seconds: Annotated[float, "Wall time from the start of the command."]
    versions: Annotated[VersionsRecord, "Versions."]


def hint_record(hint: Hint, source: str, level: int) -> HintRecord:
    """The hint as plain values."""
    return filled(
        HintRecord,
        hint,
        source=source,
        level=level,
        violations=tuple(violation.text for violation in hint.violations),
        dead_ends=tuple((square.col, square.row) for square, _ in hint.dead_ends),
        lifted=None if hint.lifted is None else quadruples(hint.lifted),
        step=None if hint.step is None else _step_record(hint.step, level),
        squares=tuple(map(_square_record, hint.squares)),
    )


def _step_record(step: HintStep, level: int) -> StepRecord:
    return StepRecord(
        step.square.col,
        step.square.row,
        step.rule.value if level >= WHY else None,
        step.tiles if level >= WHICH else None,
        quadruples(step.placements) if level >= WHICH else None,
    )


def _square_record(known: SquareConsequences) -> SquareRecord:
    square = known.square
    return SquareRecord(
        square.col, square.row, quadruples(known.possible), quadruples(known.open), known.certain is not None
    )


def hint_lines(hinter: Hinter, hint: Hint, level: int, *, interrupted: bool) -> list[str]:
    """The hint for a person."""
    puzzle = hinter.puzzle
    text: list[str] = []
    if hint.reasons:
        text += ["the puzzle has no solution, as counting shows:", *(f"  {reason}" for reason in hint.reasons)]
    elif hint.completable:
        text.append("this board is a solution" if hint.step is None else "this board can be completed")
    elif hint.completable is False:
        text += _stuck_lines(hinter, hint)
    else:
        text.append("not known: the board was neither completed nor proved to be stuck")
    if hint.step is not None and not hint.reasons:
        text += _step_lines(puzzle, hint.step, level)
    if hint.squares:
        text += ["what lies on each empty square in the solutions that keep the board:"]
        text += [f"  {_square_text(puzzle, square)}" for square in hint.squares]
    if interrupted or hint.stopped:
        stopped = "interrupted" if interrupted else f"stopped by the {hint.stopped}"
        text.append(f"{stopped}: {hinter.doing}; {hint.conflicts:,} conflicts in {hint.seconds:.1f} s")
    return text


def _stuck_lines(hinter: Hinter, hint: Hint) -> list[str]:
    puzzle = hinter.puzzle
    if hint.hopeless:
        return ["this board cannot be completed, nor can the empty one: see edgeasp explain"]
    text = ["this board cannot be completed" + (": it breaks conditions" if hint.violations else "")]
    text += [f"{dead_end_text(puzzle, *dead_end)}" for dead_end in hint.dead_ends[:1]]
    if hint.lifted is not None:
        number = len(hint.lifted)
        least = "fewer do not help" if hint.fewest_lifted else f"perhaps {hint.fewest} are enough"
        text.append(f"take away {number} of its tiles, and it can; {least}:")
        names = puzzle.names
        text += [f"  tile {names.number(lifted.tile)} on {names.place(lifted.square)}" for lifted in hint.lifted]
    elif hint.fewest > 1:
        text.append(f"at least {hint.fewest} of its tiles have to be lifted")
    return text


def _step_lines(puzzle: Puzzle, step: HintStep, level: int) -> list[str]:
    where = puzzle.names.place(step.square)
    if level == WHERE:
        return [f"next: {where}"]
    if step.forced:
        text = [f"next: {where}: {reason_text(step)}"]
    else:
        tiles = f"{len(step.tiles)} {plural(len(step.tiles), 'tile')} may lie there"
        text = [f"next: {where}: {tiles}{_beside(step)}; on no other square fewer"]
    if level >= WHICH:
        text.append(f"  {_tiles_text(puzzle, step.placements)}")
    return text


def reason_text(step: HintStep) -> str:
    """The reason why a square is forced, in one sentence that does not name the tile."""
    number = len(step.fitting)
    match step.rule:
        case Rule.ONE_FITS:
            return f"of the tiles that are left one fits{_beside(step)}"
        case Rule.ONE_SQUARE:
            return "one of the tiles that are left fits on no other square"
        case Rule.OTHERS_FAIL:
            return f"of {number} tiles that fit{_beside(step)}, all but one lead to a board that cannot be completed"
        case Rule.FEWEST:
            return f"{number} tiles fit{_beside(step)}"


def _beside(step: HintStep) -> str:
    return f", with {step.around}" if step.around else ""


def _tiles_text(puzzle: Puzzle, placements: Sequence[Placement]) -> str:
    """Tiles with their rotations: `tile 3 turned left; tile 5 upright or upside down`."""
    names, turns = puzzle.names, dict[int, list[int]]()
    for placement in placements:
        turns.setdefault(placement.tile, []).append(placement.rot)
    parts = [f"tile {names.number(tile)} {' or '.join(map(names.turn, rots))}" for tile, rots in turns.items()]
    return "; ".join(parts[:_SHOWN_TILES]) + (
        f"; and {len(parts) - _SHOWN_TILES} more tiles" if len(parts) > _SHOWN_TILES else ""
    )


def _square_text(puzzle: Puzzle, known: SquareConsequences) -> str:
    where = puzzle.names.place(known.square)
    if known.certain is not None:
        return f"{where}: always {_tiles_text(puzzle, known.possible)}"
    parts = [_tiles_text(puzzle, known.possible)] if known.possible else []
    if known.open:
        parts.append(f"not known: {_tiles_text(puzzle, known.open)}")
    return f"{where}: {'; '.join(parts)}"


def hint_remarks(puzzle: Puzzle, hint: Hint, level: int) -> list[Remark]:
    """The remarks on squares."""
    from edgeasp.draw.view import Remark

    remarks = [
        Remark(placement.square, f"lift tile {puzzle.names.number(placement.tile)}", wrong=True)
        for placement in hint.lifted or ()
    ]
    remarks += [Remark(square, dead_end_text(puzzle, square, around), wrong=True) for square, around in hint.dead_ends]
    if hint.step is not None:
        remarks.append(
            Remark(hint.step.square, "; ".join(line.strip() for line in _step_lines(puzzle, hint.step, level)))
        )
    for known in hint.squares:
        tiles = {placement.tile for placement in (*known.possible, *known.open)}
        sure = known.certain
        label = f"{puzzle.names.number(sure.tile)}!" if sure else f"{len(tiles)}{'?' if known.open else ''}"
        remarks.append(Remark(known.square, _square_text(puzzle, known), label=label))
    return remarks


# ---- explanations of why a puzzle has no solution, and hints for a partial board ----


@dataclass(frozen=True, repr=False)
class Explained:
    r"""The reasons why a puzzle has no solution, as far as known. A notebook shows the words, and clues that clash.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> clues = edgeasp.parse_solution("8 1 1 2\n3 0 0 1\n0 2 2 3\n", puzzle)
    >>> explained = edgeasp.explain(puzzle, clues)
    >>> explained.lines[0]
    '2 of 3 clues clash; without any one of them there is a solution:'
    >>> [clue.placement.tile for clue in explained.found.clashes[0]]
    [3, 0]

    Attributes:
        board: the clues on the board, with those marked that clash.
        found: the explanation as values.
        lines: the same in words.
    """

    board: Board
    found: Explanation
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return f"Explained({self.lines[0] if self.lines else ''})"

    def _repr_html_(self) -> str:
        return draw_gallery(self.lines, [self.board] if self.board.solution or self.board.remarks else [])


@guided
def explain(
    puzzle: Puzzle | Instance,
    clues: Placements = Solution(),
    *,
    number: int = 1,
    most: bool = False,
    add: Rules | Iterable[Rules] = (),
    **costs: Unpack[Costs],
) -> Explained:
    """Say why a puzzle has no solution: by counting, by clues that clash, or by conditions in places.

    A limit that is reached is no error: what was narrowed down so far is an answer.

    >>> print(edgeasp.explain(edgeasp.load("instances/planted-4x4.puz")))
    there is a solution: nothing clashes

    Args:
        puzzle: the puzzle; of an instance, its clues count as well.
        clues: clues, which may contradict one another.
        number: how many minimal sets of clues to find; 0 for all.
        most: find as many clues as possible that can stay as well.
        add: rules that a solution has to keep as well, a text or a file, or several, which may use `chosenTile/3` and
            `chosenRotation/3`; words then speak in the terms of the facts.
        limits: what the search may cost.
        time_limit: seconds, or a text such as `8h`; short for `limits=Limits(seconds=...)`.
        on_tick: called with a `Progress` some twenty times a second; an exception that it raises ends the search.

    Raises:
        EncodingError: the rules that are added ask for the least cost, or speak of rotations where a tile shows the
            same sides in several.
        InputError: the tile, the square or the rotation of a clue does not exist.
    """
    instance = as_instance(puzzle, clues)
    rules = own_rules(add, None)
    tiles = as_facts(instance.puzzle) if rules else instance.puzzle
    require("number of sets", number, 0, MOST_SOLUTIONS)
    clues_given = given(tiles, sources_of(puzzle, clues))
    clock = clock_of(costs)
    explainer = Explainer(tiles, clues_given, deadline=clock, conflicts=clock.limits.conflicts, own=rules)
    clock.look = lambda seconds: Progress(
        explainer.doing, seconds, conflicts=explainer.conflicts, share=explainer.share
    )
    explainer.run(number, most=most)
    return explained(explainer, Document(tiles), most=most)


def explained(explainer: Explainer, document: Document, *, most: bool, interrupted: bool = False) -> Explained:
    """The explanation so far of why the puzzle of a document has no solution."""
    explanation = explainer.explanation()
    lines = explain_lines(explainer, explanation, slip_lines(document), most=most, interrupted=interrupted)
    clues = Solution(tuple(clue.placement for clue in explainer.clues))
    remarks = tuple(explain_remarks(explainer, explanation))
    return Explained(Board(explainer.puzzle, clues, clues, remarks), explanation, tuple(lines))


@dataclass(frozen=True, repr=False)
class Hinted:
    """A hint for a partial board. A notebook shows the words, and the board with marks.

    >>> puzzle = edgeasp.load("instances/planted-4x4.puz")
    >>> part = [each for each in next(edgeasp.solve(puzzle)) if each.square.row < 3]
    >>> hinted = edgeasp.hint(puzzle, part, level=1)
    >>> hinted.lines[0]
    'this board can be completed'
    >>> hinted.found.step.square.row
    3

    Attributes:
        board: the board with marks.
        found: the hint as values; whatever the level, it holds the tiles as well.
        lines: the same in words, no more than the level gives away.
        mended: the board without the tiles to lift; None if no board is known that can be completed.
    """

    board: Board
    found: Hint
    lines: tuple[str, ...]
    mended: Solution | None

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return f"Hinted({self.lines[0] if self.lines else ''})"

    def _repr_html_(self) -> str:
        return draw_gallery(self.lines, [self.board])


@guided
def hint(
    puzzle: Puzzle | Instance,
    board: Placements,
    *,
    level: int = WHY,
    everything: bool = False,
    add: Rules | Iterable[Rules] = (),
    **costs: Unpack[Costs],
) -> Hinted:
    r"""Say whether a partial board can be completed, what to lift if not, and which square to go on with.

    A limit that is reached is no error: what is known by then is an answer.

    >>> puzzle = edgeasp.load("instances/planted-4x4.puz")
    >>> wrong = edgeasp.parse_solution("0 1 2 1\n13 0 3 0\n", puzzle)
    >>> edgeasp.hint(puzzle, wrong).mended
    Solution(1 placement)

    Args:
        puzzle: the puzzle; of an instance, its clues stay on the board.
        board: the placements so far, or a board; all of them may be lifted.
        level: how much the words give away: 1 the square, 2 the reason as well, 3 the tile as well.
        everything: find what lies on each empty square in some solution, or in all, as well.
        add: rules that a solution has to keep as well, a text or a file, or several, which may use `chosenTile/3` and
            `chosenRotation/3`; words then speak in the terms of the facts.
        limits: what the search may cost.
        time_limit: seconds, or a text such as `8h`; short for `limits=Limits(seconds=...)`.
        on_tick: called with a `Progress` some twenty times a second; an exception that it raises ends the search.

    Raises:
        EncodingError: the rules that are added ask for the least cost, or speak of rotations where a tile shows the
            same sides in several.
        InputError: the clues contradict the puzzle or one another, or a placement of the board does not exist.
        OptionError: there is no such level.
    """
    instance = as_instance(puzzle)
    rules = own_rules(add, None)
    tiles = as_facts(instance.puzzle) if rules else instance.puzzle
    require("level", level, WHERE, WHICH)
    clues = combine(tiles, sources_of(instance, Solution()))
    lying = as_solution(board, "a board")
    given(tiles, [Source("the board", lying)])
    clock = clock_of(costs)
    hinter = Hinter(tiles, lying, clues, deadline=clock, conflicts=clock.limits.conflicts, own=rules)
    clock.look = lambda seconds: Progress(hinter.doing, seconds, conflicts=hinter.conflicts, share=hinter.share)
    hinter.run(everything=everything)
    return hinted(hinter, clues, level)


def hinted(hinter: Hinter, clues: Solution, level: int, *, interrupted: bool = False) -> Hinted:
    """The hint so far for a board with these clues."""
    hint = hinter.hint()
    remarks = tuple(hint_remarks(hinter.puzzle, hint, level))
    board = Board(hinter.puzzle, Solution((*clues, *hinter.board)), clues, remarks)
    lifted = () if hint.completable else hint.lifted
    lines = hint_lines(hinter, hint, level, interrupted=interrupted)
    return Hinted(board, hint, tuple(lines), None if lifted is None else hinter.mended(lifted))
