"""Results of a search as human-readable text."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from edgeasp.puzzle.checker import Report
from edgeasp.puzzle.symmetry import motions_text, moves_beyond_rotation, orbit_size
from edgeasp.search.task import Job, Result
from edgeasp.system.lines import number_of, plural


def broken_text(report: Report, number: int, *, whole: bool) -> str:
    """Describe the conditions that a board breaks.

    In one line, or in several if `whole`. Empty if the board breaks none.
    """
    if report.solved:
        return ""
    broken = len(report.violations)
    parts = [f"{report.matched} of {report.diamonds} edges", f"{broken} {plural(broken, 'condition')} broken"]
    if report.missing:
        parts.append(f"{len(report.missing)} {plural(len(report.missing), 'square')} empty")
    lines = [f"  {violation.condition.value}: {violation.text}" for violation in report.violations] if whole else []
    return "\n".join([f"board {number} is not a solution: {', '.join(parts)}", *lines])


@contextmanager
def all_digits() -> Iterator[None]:
    """Allow whole numbers of any length to be printed.

    With identical tiles, assignments have thousands of digits.
    """
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(usual)


@all_digits()
def count_text(job: Job, result: Result) -> str:
    """Answer `--count` in one line."""
    counts = result.counts
    if counts.boards is None:
        return f"{result.found} answers; how many boards they are does not follow with these symmetries"
    if result.cost is not None and not result.cost_proved:
        return f"unknown: a board of {_cost(result)} is there, but others may cost less"
    least = "" if result.exhausted else "at least "
    differ = counts.assignments not in (counts.boards, None)
    apart = f", {counts.assignments} assignments (some tiles are identical)" if differ else ""
    counted = f"{least}{counts.boards} {plural(counts.boards, 'board')}{_up_to_rotation(job)}{_of_cost(result)}{apart}"
    return counted + (_orbits(job, counts.boards) if result.exhausted else "")


def _orbits(job: Job, boards: int) -> str:
    """Count boards up to motions beyond rotations, if known."""
    task = job.task
    if boards < 2 or task.own or task.up_to_rotation or not moves_beyond_rotation(task.puzzle):
        return ""
    size = orbit_size(task.puzzle, task.clues)
    return f": {boards // size} up to {motions_text(task.puzzle)}" if size > 1 else ""


def uniqueness_text(job: Job, result: Result) -> str:
    """Answer `--unique` in one line."""
    if result.found > 1:
        return "not unique"
    if not result.exhausted:
        return "unknown"
    return f"unique{_up_to_rotation(job)}{_of_cost(result)}" if result.found else f"no solution{_under(job)}"


def summary_text(job: Job, result: Result, *, done: str | None, interrupted: bool) -> str:
    """Summarise a search in one line: answer and effort."""
    if result.reasons:
        return f"no solution: {'; '.join(result.reasons)}"
    text = done if done and result.answered else _found(job, result)
    if result.unchecked:
        text += f", the first {result.found - result.unchecked:,} of {result.found:,} checked each"
    if interrupted:
        text = f"interrupted: {text}"
    elif result.stopped:
        text = f"stopped by the {result.stopped}: {text}"
    if result.engine == "frontier":
        return f"{text}; {result.seconds['total']:.2f} s, over a frontier in C, {result.states:,} states"
    if result.scanned is not None:
        return f"{text}; {result.seconds['total']:.2f} s, compiled search, {result.scanned:,} placements"
    text = f"{text}; {result.seconds['total']:.2f} s, {job.task.name}"
    if result.size and result.statistics:
        conflicts = number_of(result.statistics.conflicts or 0, "conflict")
        text += f", {result.size.rules:,} rules, {conflicts}"
    return text


def _found(job: Job, result: Result) -> str:
    if result.found == 1 == job.limit and not job.task.own.relaxed:
        return "solved and checked" + (f": a board{_of_cost(result)}" if result.cost is not None else "")
    if result.found:
        others = ", and no others" if result.exhausted and job.limit != 1 else ""
        noun = "board" if job.task.own.relaxed else "solution"
        return f"{number_of(result.found, noun)}{_of_cost(result)}{others}"
    return f"no solution{_under(job)}: the search is complete" if result.exhausted else "no solution so far"


def _under(job: Job) -> str:
    own = job.task.own
    if own.program:
        return f" by {own.program_name}{' with the added rules' if own.added else ''}"
    return " with the added rules" if own.added else ""


def _of_cost(result: Result) -> str:
    if result.cost is None:
        return ""
    return f" of least {_cost(result)}" if result.cost_proved else f" of {_cost(result)}, perhaps not the least"


def _cost(result: Result) -> str:
    return f"cost {' '.join(map(str, result.cost or (0,)))}"


def _up_to_rotation(job: Job) -> str:
    return f" up to {motions_text(job.task.puzzle)} of the board" if job.task.up_to_rotation else ""
