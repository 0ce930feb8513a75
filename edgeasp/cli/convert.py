"""Commands `convert`, `formats`, `ground` and `decode`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Annotated, Literal

import typer

from edgeasp.api.plain import json_document
from edgeasp.cli import clock, commands, console, delivery, shared_options
from edgeasp.cli.commands import examples, exit_at_once
from edgeasp.cli.delivery import json_text
from edgeasp.cli.options import all_formats, group_without, make_completer, puzzle_formats
from edgeasp.cli.shared_options import (
    Form,
    PuzzleOptions,
    UserRulesOptions,
    encoding_option,
    output_option,
    puzzle_option,
)
from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import files, plain, recognition
from edgeasp.formats.document import BoardFormat, Document, Feature, PuzzleFormat
from edgeasp.formats.files import Converted, choose_format, convert_board, features_lost, save
from edgeasp.formats.files import convert as convert_puzzle
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import named_as_in_facts
from edgeasp.system.errors import FormatError, InputError, OptionError, import_laboratory
from edgeasp.system.limits import LimitReached
from edgeasp.system.lines import plural
from edgeasp.system.writing import Content

# ---- `edgeasp ground` ----


@examples(
    "edgeasp ground puzzle.puz",
    "edgeasp ground puzzle.puz --format json",
    "edgeasp ground puzzle.puz --format aspif | clasp",
    "edgeasp ground puzzle.puz --program mine.lp",
    "edgeasp ground puzzle.puz --program mine.lp --profile",
    "edgeasp ground puzzle.puz --program mine.lp --profile --format json",
)
def ground(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    encoding: shared_options.EncodingOptions,
    own: UserRulesOptions,
    form: Literal["table", "json", "text", "aspif"] = output_option(
        "--format", "Print the size as a table or JSON, or the program as text or aspif.", "table"
    ),
    by_line: bool = output_option(
        "--profile",
        "For a --program: print the ground instances of each statement on three small "
        "boards, how they grow, and the two variables responsible.",
        False,
    ),
    limits: shared_options.LimitOptions = shared_options.limits_without_conflicts(),
    output: shared_options.OutputFile = None,
) -> None:
    """Ground a puzzle and print the size or the program."""
    inputs = [*options.input_files(puzzle), *own.input_files()]
    content = Content.PROGRAM if form == "text" else delivery.content_type(form)
    delivery.require_writable(output, content, inputs)
    task = options.make_task(puzzle, encoding.make_request(), own=own.read_user_rules(encoding))
    from edgeasp.api.solving import grounding_limits, list_endless_rules, profile_program, profile_text

    # Before grounding, which may take all time and memory.
    for rule in list_endless_rules(task):
        console.note(rule)
    deadline = clock.make_deadline(grounding_limits(limits.limits(), task, profiled=by_line), ends_process=not task.own)
    if by_line:
        if not task.own.program or form not in ("table", "json"):
            raise OptionError("--profile needs a --program, and --format table or json")
        with _exit_at_limit():
            profiled = profile_program(task, deadline)
        if form == "json":
            delivery.deliver(delivery.json_text(json_document(profiled)), output)
        else:
            rows, text = profile_text(task.puzzle, profiled)
            lines = console.align_columns(rows, left=(0, len(rows[0]) - 1))
            delivery.deliver_wrapped_text("\n".join([*lines, text]) + "\n", output)
        return
    if form in ("text", "aspif"):
        with _exit_at_limit():
            text = task.ground_text(console.note, deadline, aspif=form == "aspif")
        delivery.deliver(text, output)
        return
    with _exit_at_limit():
        size = task.ground_size(console.note, deadline)
    if form == "json":
        words = task.name if task.own.program else task.encoding.description()
        delivery.deliver(delivery.json_text(json_document(size, encoding=words)), output)
    else:
        cells = {**{name: f"{value:,}" for name, value in asdict(size).items()}, "tight": "yes" if size.tight else "no"}
        width = max(map(len, cells.values()))
        delivery.deliver("".join(f"{name:<12}{value:>{width}}\n" for name, value in cells.items()), output)


@contextmanager
def _exit_at_limit() -> Iterator[None]:
    try:
        yield
    except LimitReached as reached:
        console.note(f"stopped by the {reached}: grounding is not complete")
        exit_at_once(commands.UNANSWERED)  # clingo may still be grounding


# ---- `edgeasp decode` ----


@examples(
    "edgeasp decode puzzle.puz answer.txt",
    "edgeasp decode puzzle.puz answers.json -o puzzle.sol",
    "edgeasp facts puzzle.puz | clingo - program.lp | edgeasp decode puzzle.puz -",
    "edgeasp decode puzzle.puz answer.txt --relaxed | edgeasp show puzzle.puz -",
    "cadical puzzle.cnf | edgeasp decode puzzle.puz - --cnf puzzle.cnf",
)
def decode(
    puzzle: shared_options.PuzzleFile,
    answers: Annotated[
        str,
        typer.Argument(
            metavar="ANSWERS", help="The output of clingo (text or JSON) or of a SAT solver, or - for standard input."
        ),
    ],
    options: shared_options.PuzzleOptions,
    encoding: shared_options.EncodingName = None,
    cnf: str | None = encoding_option(
        "--cnf FILE", "ANSWERS are models of the formula in FILE, written by edgeasp cnf."
    ),
    relaxed: bool = encoding_option("--relaxed", "Accept boards that break conditions, and list these.", False),
    output: shared_options.OutputFile = None,
) -> None:
    """Turn answers of clingo or SAT solvers into checked solutions.

    Reads answers of clingo to any encoding of the class "Edge Matching", or models that a SAT solver found for the
    output of edgeasp cnf (name that file with --cnf). An answer that is not a solution is reported on standard error,
    and the exit status is 1. If the encoding has no frame and no signs, --encoding decision checks only its conditions.
    With --relaxed, every board is written with its violations and its score, even if squares are empty.
    """
    inputs = options.input_files(puzzle, answers, cnf)
    delivery.require_writable(output, Content.BOARD, inputs)
    task = options.make_task(puzzle, EncodingRequest(encoding, heuristic="none"))
    # Answers of clingo are in the terms of facts; a formula has names of its own.
    board = task.puzzle if cnf else named_as_in_facts(task.puzzle)
    text, source = files.read_text(answers), files.printable_name(answers)
    if cnf is not None:
        models = import_laboratory("edgeasp.lab.cnf.models", "--cnf")
        solutions = models.read_solutions(text, source, task, cnf)
    elif text.startswith("asp 1 "):
        raise InputError(source, None, "expected the output of clingo, found a ground program: leave out --mode=gringo")
    elif recognition.is_sat_output(text):
        raise InputError(
            source, None, "expected the output of clingo, found output of a SAT solver: name the formula with --cnf"
        )
    else:
        from edgeasp.api.instance import decode as decode_output

        solutions = [answer.solution for answer in decode_output(text, board, partial=relaxed, source=source)]
    from edgeasp.api.instance import Board
    from edgeasp.api.solving import violations_text

    texts, wrong = [], 0
    for number, solution in enumerate(solutions, start=1):
        report = check(board, solution, task.clues, task.conditions)
        if relaxed and (note := violations_text(report, number, whole=True)):
            console.note(note)
        if report.solved or relaxed:
            texts.append((f"c solution {number}\n" if len(solutions) > 1 else "") + plain.write_sol(solution))
            continue
        wrong += 1
        first = report.violations[0]
        more = f" and {len(report.violations) - 1} more" if len(report.violations) > 1 else ""
        otherwise = Board(board, solution, task.clues).meant
        otherwise = f"; {otherwise}" if otherwise else ""
        console.note(f"answer {number} is not a solution: {first.condition.value}: {first.text}{more}{otherwise}")
    if texts or not solutions:
        delivery.deliver("".join(texts) or "c UNSATISFIABLE\n", output)
    if wrong:
        raise typer.Exit(commands.UNANSWERED)


# ---- `edgeasp convert` and `edgeasp formats` ----


@examples(
    "edgeasp convert pieces.txt -o new.puz",
    "edgeasp convert pieces.txt --sides nswe --to heule > em.txt",
    "edgeasp convert puzzle.json -o new.puz",
    "edgeasp convert x.sol --puzzle puzzle.puz --to bucas",
    "edgeasp convert x.et2 --puzzle puzzle.puz -o new.sol",
)
def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN", help="A puzzle in any format (with --puzzle: a solution), or - for standard input."
        ),
    ],
    to: str | None = output_option(
        "--to FORMAT",
        "The format to write. Default: from OUT's extension, else puz or sol.",
        autocompletion=make_completer(all_formats),
    ),
    puzzle: str | None = puzzle_option("--puzzle FILE", "The puzzle that IN solves."),
    puzzle_format: str | None = puzzle_option(
        "--puzzle-from FORMAT",
        "The format of that puzzle, if edgeasp does not recognise it.",
        autocompletion=make_completer(puzzle_formats),
    ),
    reading: PuzzleOptions = group_without(PuzzleOptions(), "clue"),
    output: str | None = output_option("-o --output OUT", "Write to OUT (never a partial file)."),
) -> None:
    """Convert a puzzle or a solution to another format.

    `edgeasp formats` lists the formats. Content that the new format cannot represent is refused or reported, never
    dropped silently. If necessary, clues are written to a separate .clue file, and the board that a link shows is
    written to a separate .sol file.
    """
    inputs = [source, puzzle, reading.signs]
    files.require_one_stdin(inputs)
    files.require_other_file(output, inputs)
    named = None if output == files.STDIN else output
    chosen = choose_format(to, named, solution=puzzle is not None, option="--to")
    if puzzle is None:
        document = reading.read_document(source)
    else:
        options = replace(reading, source_format=puzzle_format)
        board = options.read_document(puzzle).puzzle
        document = Document(board, options.read_board(source, board, form=reading.source_format))
    if isinstance(chosen, BoardFormat):
        if not document.placements:
            raise FormatError(f"{files.printable_name(source)}: holds no placements to write as {chosen.name}")
        text = convert_board(document.placements, document.puzzle, chosen)
        if lost := features_lost(document.puzzle, chosen):
            console.note(f"not written, because {chosen.name} cannot show it: {', '.join(lost)}")
        delivery.deliver(text, output)
        return
    if puzzle is not None and Feature.CLUES not in chosen.holds:
        names = ", ".join(form.name for form in recognition.board_formats())
        raise FormatError(f"the format {chosen.name} is for puzzles: a solution goes into {names}")
    _write_converted(convert_puzzle(document, chosen), document, output)


def _write_converted(converted: Converted, document: Document, output: str | None) -> None:
    for note in converted.notes:
        console.note(note)
    number = len(converted.sidecar)
    what = f"{number} {plural(number, 'placement')}"
    if output is None or output == files.STDIN:
        if number:
            console.note(f"{what} left out: with -o FILE they are written to a second file")
        delivery.deliver(converted.text, output)
    elif beside := save(converted, document, output):
        console.note(f"{what} written to {beside}")


@examples("edgeasp formats", "edgeasp convert pieces.txt --from udlr -o new.puz")
def formats(form: Form = "text") -> None:
    """List the formats of puzzles and of solutions."""
    if form == "json":
        console.write(
            json_text(json_document(recognition.Formats(recognition.puzzle_formats(), recognition.board_formats())))
        )
        return
    console.print_line("Puzzles:")
    for puzzle in recognition.puzzle_formats():
        console.print_line(_format_line(puzzle))
    console.print_line("\nSolutions, complete or partial:")
    for board in recognition.board_formats():
        console.print_line(_format_line(board))


def _format_line(form: PuzzleFormat | BoardFormat) -> str:
    begin = f"  {form.name:<13} {' '.join(form.suffixes):<11} "
    return textwrap.fill(form.title, console.width(), initial_indent=begin, subsequent_indent=" " * len(begin))
