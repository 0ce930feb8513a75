"""Command `grade`."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from edgeasp.api.plain import json_document
from edgeasp.cli import commands, console, delivery, shared_options, signals
from edgeasp.cli.commands import end_search, examples, exit_at_once, run_search
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.shared_options import OutputFile, TableFormat, output_option, puzzle_option
from edgeasp.formats import files
from edgeasp.system import writing
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import format_csv_row, with_noun
from edgeasp.system.writing import Content

if TYPE_CHECKING:
    from edgeasp.lab.teach.exam import Exam, Grade
    from edgeasp.lab.teach.grading import ExamResult


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeOptions:
    """Options of `grade`: programs, puzzles and output."""

    programs: list[str] = typer.Argument(
        ...,
        metavar="PROGRAM...",
        help="Programs that read the facts and answer with the atoms of the class, or - for standard input.",
    )
    instances: list[str] | None = puzzle_option(
        "--instances PATH",
        "Use this puzzle, or this folder of .puz and .lp files, instead of the packaged puzzles. May be repeated.",
    )
    encoding: Literal["framed", "decision"] = puzzle_option(
        "--encoding", "The conditions to check: framed, or decision for programs that do not support frames.", "framed"
    )
    time_limit: Annotated[float, shared_options.time_limit_option("Abandon a puzzle")] = 10
    memory_limit: Annotated[str, shared_options.memory_limit_option("Abandon a puzzle that uses more memory")] = "2G"
    form: TableFormat = output_option("--format", "Print text, JSON or CSV.", "text")
    page: str | None = output_option("--page FILE", "Draw the first wrong boards to FILE (HTML).")
    output: OutputFile = None


@examples(
    "edgeasp grade mine.lp",
    "edgeasp grade mine.lp --instances puzzle.puz --page wrong.html",
    "edgeasp grade mine.lp --encoding decision",
    "edgeasp grade mine.lp yours.lp --format csv -o grades.csv",
)
def grade(wanted: GradeOptions) -> None:
    """Grade programs on small puzzles with known boards.

    For each puzzle, grade reports whether the program is right, has too many or too few boards, repeats an answer, or
    is too slow. It also describes each error, with its line. Every answer is checked. The signs of tiles are checked if
    the program reads tileSign/2. Exits 0 if all programs are right, and 1 otherwise.
    """
    inputs = [*wanted.programs, *(wanted.instances or [])]
    delivery.require_writable(wanted.output, delivery.content_type(wanted.form), inputs)
    delivery.require_writable(wanted.page, Content.PAGE, inputs)
    files.require_one_stdin(inputs)
    for path in wanted.programs:
        if sys.stdin is None if path == files.STDIN else not Path(path).exists():
            files.read_rules(path)  # says so, before there are grades to lose
    if puzzles := [path for path in wanted.programs if Path(path).suffix == ".puz"]:
        name = files.printable_name(puzzles[0])
        raise OptionError(f"{name}: is a puzzle, no program\nto grade on it: edgeasp grade mine.lp --instances {name}")
    if wanted.form == "text" and wanted.output:
        raise OptionError("-o takes the grades as a table or as JSON: give --format csv or json")

    from edgeasp.lab.teach.exam import COLUMNS, Exam, Grades, exam_limits

    limits = exam_limits(wanted.time_limit, wanted.memory_limit)
    line = ProgressLine()
    tick = signals.raise_pending
    exam = Exam(wanted.instances or (), framed=wanted.encoding == "framed", limits=limits, on_tick=tick)
    grades: list[Grade] = []

    def grade_programs() -> None:
        for path in wanted.programs:
            grades.append(_grade_program(exam, path, line))
            line.clear()
            if wanted.form == "text":
                _print_grade(grades[-1], alone=len(wanted.programs) == 1)

    interrupt = run_search(grade_programs, line.clear)
    match wanted.form:
        case _ if not grades:
            pass
        case "json":
            delivery.deliver(delivery.json_text(json_document(Grades(tuple(grades)))), wanted.output)
        case "csv":
            rows = [COLUMNS, *(grade.row() for grade in grades)]
            delivery.deliver("".join(map(format_csv_row, rows)), wanted.output)
        case _ if len(grades) > 1:
            right = sum(grade.verdict == "right" for grade in grades)
            console.print_line(f"{right} of {len(grades)} programs are right")
    if wanted.page is not None and grades:
        _draw_wrong_boards(grades, wanted.page)
    if interrupt is not None:
        console.note(f"interrupted: {len(grades)} of {with_noun(len(wanted.programs), 'program')} graded")
        end_search(interrupt, answered=False, stopped=True)
    console.flush()
    status = commands.ANSWERED if all(grade.verdict == "right" for grade in grades) else commands.UNANSWERED
    if any(outcome.stopped for grade in grades for outcome in grade.outcomes):
        exit_at_once(status)  # clingo may still be grounding
    raise typer.Exit(status)


def _grade_program(exam: Exam, path: str, line: ProgressLine) -> Grade:
    from edgeasp.lab.teach.exam import Grade

    for done, item in enumerate(exam.grade(path), 1):
        if isinstance(item, Grade):
            return item
        if line.due:
            line.show(f"{files.printable_name(path)}: {done} puzzles")
    raise AssertionError("the last of what comes is the grade")


_HEADS = ("puzzle", "boards", "found", "verdict", "rules", "edgeasp", "seconds")


def _print_grade(grade: Grade, *, alone: bool) -> None:
    for note in grade.notes:
        console.note(note)
    if grade.refused:
        console.print_line(f"{grade.program}: refused")
        console.print_line(grade.refused)
        return
    console.print_line(f"{grade.program}: {grade.verdict}, {grade.right} of {len(grade.outcomes)} puzzles right")
    if alone:
        rows = [_HEADS, *(tuple(map(str, _outcome_row(outcome))) for outcome in grade.outcomes)]
        for line in console.align_columns(rows, left=(0, 3)):
            console.print_line(f"  {line}")
    for outcome in grade.outcomes:
        question, unasked = outcome.question, f"{outcome.unasked:,} boards"
        if not outcome.faults and (outcome.unasked or not question.complete):
            unasked += "" if question.complete else f", and those after the first {len(question.boards):,},"
            console.note(f"{grade.program}: right so far: {unasked} of {question.name} were not asked for")
    for remark in grade.remarks:
        if str(remark) not in grade.notes:
            console.print_line(str(remark))
    if alone:
        _print_wrong_answer(grade)


def _outcome_row(outcome: ExamResult) -> tuple[object, ...]:
    faults = ", ".join(fault.value for fault in outcome.faults) or "right"
    rules = "" if outcome.rules is None else f"{outcome.rules:,}"
    own = f"{outcome.question.rules:,}"
    boards = f"{len(outcome.question.boards)}{'' if outcome.question.complete else '+'}"
    return outcome.question.name, boards, outcome.found, faults, rules, own, f"{outcome.seconds:.2f}"


def _print_wrong_answer(grade: Grade) -> None:
    outcome = next((outcome for outcome in grade.outcomes if outcome.wrong), None)
    if outcome is None or outcome.wrong is None:
        return
    console.print_line(f"a wrong answer for {outcome.question.name}: {outcome.wrong.text}")
    if (board := grade.wrong_board) is not None:
        delivery.print_board(board)


def _draw_wrong_boards(grades: list[Grade], page: str) -> None:
    from edgeasp.draw.page.html import GalleryEntry, gallery_page

    exhibits = [
        GalleryEntry(f"{grade.program}, {outcome.question.name}", outcome.question.puzzle, outcome.wrong.board)
        for grade in grades
        for outcome in grade.outcomes
        if outcome.wrong and outcome.wrong.board
    ]
    writing.write_text(page, gallery_page(exhibits, "Wrong boards"))
    console.note(f"{len(exhibits)} wrong boards: {page}")
