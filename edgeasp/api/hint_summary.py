"""A hint in lines for a person, as remarks on squares, and as the JSON record of `edgeasp hint`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from edgeasp.api.explain_summary import dead_end_text
from edgeasp.api.solve_record import VersionsRecord, filled
from edgeasp.formats.plain import Quadruple, quadruples
from edgeasp.puzzle.model import Placement, Puzzle
from edgeasp.search.explain import Hint, Hinter, HintStep, Rule, SquareConsequences
from edgeasp.system.lines import plural

if TYPE_CHECKING:
    from edgeasp.draw.view import Remark

WHERE, WHY, WHICH = 1, 2, 3
"""The levels of a hint: it gives away the square, the reason as well, the tile as well."""

_SHOWN = 12
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


def record(hint: Hint, source: str, level: int) -> HintRecord:
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


def lines(hinter: Hinter, hint: Hint, level: int, *, interrupted: bool) -> list[str]:
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
    return "; ".join(parts[:_SHOWN]) + (f"; and {len(parts) - _SHOWN} more tiles" if len(parts) > _SHOWN else "")


def _square_text(puzzle: Puzzle, known: SquareConsequences) -> str:
    where = puzzle.names.place(known.square)
    if known.certain is not None:
        return f"{where}: always {_tiles_text(puzzle, known.possible)}"
    parts = [_tiles_text(puzzle, known.possible)] if known.possible else []
    if known.open:
        parts.append(f"not known: {_tiles_text(puzzle, known.open)}")
    return f"{where}: {'; '.join(parts)}"


def remarks(puzzle: Puzzle, hint: Hint, level: int) -> list[Remark]:
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
