"""Command `best`, and the output file of the best board.

A worse board never replaces the board in the file, whether an earlier run or another process wrote it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edgeasp._version import __version__
from edgeasp.api import best_board
from edgeasp.api.instance import Board, Instance, make_task_with_rules
from edgeasp.api.plain import json_document
from edgeasp.cli import clock, console, delivery, shared_options, signals
from edgeasp.cli.commands import end_search, examples, run_search
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.search_view import SearchView
from edgeasp.cli.shared_options import (
    ClusterOptions,
    PuzzleOptions,
    encoding_option,
    limit_option,
    output_option,
    question_option,
    search_option,
)
from edgeasp.encoding.own_rules import UserRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import files, plain, recognition
from edgeasp.formats.files import convert_board
from edgeasp.parallel.best import BestJob, BestResult
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system import writing
from edgeasp.system.errors import FormatError, InputError, OptionError, OutputError
from edgeasp.system.lines import plural, with_noun
from edgeasp.system.writing import LockTaken, lock_folder

if TYPE_CHECKING:
    from rich.text import Text

    from edgeasp.cli.live_view import LiveScreen
    from edgeasp.parallel.best import BestSearch


@dataclass(frozen=True, slots=True, kw_only=True)
class BestOptions:
    """Options of `edgeasp best`."""

    start: str | None = question_option(
        "--start BOARD", "Start from BOARD, complete or partial, in any solution format. The result is never worse."
    )
    goal: int | None = question_option("--goal N", "Stop at N matching edges. Default: all.", min=0)
    encoding: str | None = encoding_option(
        "--encoding NAMES", "The conditions to keep: decision, framed or signed. Default: chosen by the puzzle."
    )
    seed: shared_options.Seed = 1
    jobs: shared_options.Jobs = None
    cluster: ClusterOptions = ClusterOptions()
    time_limit: shared_options.TimeLimit = None
    rounds: int | None = limit_option(
        "--rounds N", "Stop after N rounds. The same seed then produces the same board on every machine.", min=0
    )
    replay: str | None = search_option(
        "--replay ROUND", "Run a single round, e.g. 12:64000, as noted in the file of a board."
    )
    memory_limit: str | None = shared_options.memory_limit_option(
        "Bound the beam width (default: half of RAM, at most 8G), and stop when all processes use this much memory",
        "EDGEASP_MEMORY_LIMIT",
    )
    output: str | None = output_option(
        "-o --output FILE",
        "Continue from the board in FILE, and write each better board to it (.sol, .html, .svg, .png, .pdf, .json).",
    )
    fresh: bool = output_option("--fresh", "Start over, and overwrite FILE.", False)
    form: str | None = output_option(
        "--format NAME",
        "board, json, html, svg, png, pdf, or a solution format. Default: from FILE's "
        "extension, else a board on a terminal and sol in a pipe.",
    )
    prove: str | None = question_option(
        "--prove WINDOWS",
        "Afterwards, prove that no window can be improved, or improve the board: 4x4 or "
        "another size, rows, columns, around (each mismatch), joined by commas.",
    )
    watch: bool = output_option("--watch", "Show the search live: the board, its mismatches, the score.", False)


@examples(
    "edgeasp best puzzle.puz",
    "edgeasp best puzzle.puz --time-limit 10m --jobs 2 -o best.sol",
    "edgeasp best puzzle.puz --clue corner.clue -o best.html",
    "edgeasp best puzzle.puz --start x.sol --goal 10 -o best.sol",
    "edgeasp best puzzle.puz --fresh --seed 2 -o best.sol",
    "edgeasp best puzzle.puz --start x.sol --rounds 0 --prove rows,around",
    "edgeasp best puzzle.puz --rounds 3 --seed 7 --format json > run.json",
    daily="--start --goal --clue --jobs --time-limit -o --fresh --watch",
)
def best(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    wanted: BestOptions,
) -> None:
    """Place all tiles with as many matching edges as possible.

    Use it for puzzles without a known solution. An edge is where two adjacent squares touch. It matches if both sides
    have the same colour, so in a solution every edge matches. The frame, the signs and the clues are kept. Each better
    board is written to FILE at once. The search stops when the board is proved best, at the goal, at a limit, or at
    Ctrl-C.

    If FILE already holds a board, the same command continues from it, or from a better board passed by --start or as a
    link. If FILE holds anything else, it is not overwritten. Exits 0 if a board was found and reaches the --goal (if
    one is set).
    """
    wanted.cluster.require_no_jobs(wanted.jobs)
    output = None if wanted.output == files.STDIN else wanted.output
    if wanted.fresh and output is None:
        raise OptionError("--fresh needs -o FILE, which it overwrites")
    limits = shared_options.LimitOptions(wanted.time_limit, memory_limit=wanted.memory_limit).limits()
    chosen = _choose_board_format(wanted.form, output)
    view = SearchView(_show_progress, _live_picture, watch=wanted.watch)
    deadline = clock.make_deadline(limits, view.tick)
    inputs = options.input_files(puzzle, wanted.start)
    files.require_one_stdin(inputs)
    # A board to begin with may be the file to write: it is replaced by nothing worse.
    delivery.require_writable(output, None, options.input_files(puzzle))
    document = options.read_document(puzzle)
    instance = options.add_clues(puzzle, document)
    task = make_task_with_rules(instance, (), EncodingRequest(wanted.encoding), UserRules(), up_to_rotation=False)
    if task.encoding.redundant:
        raise OptionError("--encoding redundant is for edgeasp solve: best boards need no implied constraints")
    rounds = None if wanted.replay else wanted.rounds
    job = BestJob(task, goal=wanted.goal, limits=limits, rounds=rounds, seed=wanted.seed)
    job = best_board.add_parsed_options(job, prove=wanted.prove, replay=wanted.replay)
    begin = document.board
    begin = begin if wanted.start is None else options.read_board(wanted.start, task.puzzle)
    if begin and wanted.start is None:
        console.note(f"{files.printable_name(puzzle)}: starts from its board (--start chooses another)")
    laid, begin = len(begin), _drop_contradictions(job, begin, files.printable_name(wanted.start or puzzle))
    held = None if output is None or wanted.fresh else _read_first_board(output, job, options)
    if wanted.replay is not None and (begin or held or wanted.rounds is not None):
        raise OptionError("--replay runs one round from an empty board: leave out --rounds and --start, or add --fresh")
    if output is not None:
        begin = _choose_start(task.puzzle, begin, held, output)
    encoding = "" if wanted.encoding is None else f" --encoding {wanted.encoding}"
    command = f"edgeasp best {options.command_words(puzzle)}{encoding} --seed {wanted.seed}"
    executor, workers = wanted.cluster.connect_executor(wanted.jobs)
    job = replace(job, start=begin, jobs=workers)
    sink = BestOutput(job, chosen, output, files.printable_name(puzzle), wanted.fresh, command, wanted.prove)
    try:
        search = best_board.make_search(job, deadline, lambda *_: sink.save(search.result()), executor)
    except InputError as error:
        raise InputError(files.printable_name(wanted.start or puzzle), None, error.message) from None
    view.search = search
    if wanted.start is not None and 0 < laid < task.puzzle.grid.size:
        many = with_noun(laid, "tile")
        console.note(
            f"{files.printable_name(wanted.start)}: starts from {many}, which may be moved (--clue keeps them)"
        )
    if search.state.contradictions:
        reason, *others = search.state.contradictions
        more = f" ({len(others)} more: edgeasp info)" if others else ""
        console.note(f"no board matches all edges: {reason}{more}")
    if executor is not None and deadline.seconds_left() == 0.0:
        console.note(f"the cluster was ready after {deadline.seconds():.1f} s: set a longer --time-limit")
    _run_and_report(search, sink, view)


def _drop_contradictions(job: BestJob, begin: Solution, name: str) -> Solution:
    kept = job.without_contradictions(begin)
    if removed := len(begin) - len(kept):
        # Whatever is left on the square of a clue agrees with it.
        clues, on = job.task.clues, kept.by_square()
        agreeing = f"{sum(clue.square in on for clue in clues)} of {with_noun(len(clues), 'clue')}"
        console.note(f"{name}: keeps {agreeing}, so {with_noun(removed, 'tile')} in the way will be replaced")
    return kept


def _choose_start(puzzle: Puzzle, start: Solution, held: Solution | None, output: str) -> Solution:
    if held is None or _rank_board(puzzle, held) <= _rank_board(puzzle, start):
        return start
    matched, complete = _rank_board(puzzle, held)
    what = f"{matched} of {puzzle.grid.diamonds} edges" if complete else f"{len(held)} of {puzzle.grid.size} tiles"
    better = " better" if start else ""
    console.note(f"{files.printable_name(output)}: continues from its{better} board, {what} (--fresh starts over)")
    return held


def _run_and_report(search: BestSearch, sink: BestOutput, view: SearchView) -> None:
    interrupt = run_search(search.run, view.clear)
    result = search.result()
    sink.finish(result)
    interrupt = interrupt or signals.pending()
    text = best_board.summary_text(result, interrupted=interrupt is not None)
    if sink.form != "board" or interrupt:
        console.note(text)
    elif not console.is_quiet():
        console.print_line(text)
    kept = search.job.task.encoding
    if result.board is None and result.proved and (kept.framed or kept.signed):
        without = " and ".join([*(["the frame"] if kept.framed else []), *(["signs"] if kept.signed else [])])
        console.note(f"--encoding decision places the tiles without regard to {without}")
        if search.job.task.clues.placements:
            console.note("edgeasp explain, with the same clues, shows whether one of them is the reason")
    if (where := best_board.mismatch_text(result)) and sink.form != "board":
        console.note(where)
    compared = best_board.yardstick_text(result, search.job.task.puzzle, search.job.task.clues)
    for line in [*sink.origin_texts(result)[1:], *best_board.window_texts(result), *([compared] if compared else [])]:
        console.note(line)
    reached = result.answered or (result.board is not None and search.job.goal is None)
    end_search(interrupt, answered=reached, stopped=False)


# Number of latest improvements that are shown.
_IMPROVEMENTS = 6


def _show_progress(search: BestSearch, line: ProgressLine) -> None:
    matched, diamonds = search.state.score, search.job.task.puzzle.grid.diamonds
    score = "no board yet" if matched is None else f"{matched} of {diamonds}"
    doing = "; ".join(f"round {number}: {progress.text}" for number, progress in sorted(search.running.items()))
    line.show(score, doing, at_most=search.deadline.seconds_left())


def _live_picture(search: BestSearch, screen: LiveScreen) -> Text:
    from edgeasp.cli.live_view import add_board_below

    result = search.result()
    last = ", ".join(f"{step.score} at {step.seconds:.0f} s" for step in result.trajectory[-_IMPROVEMENTS:])
    lines = [_score_line(search, result), *([last] if last else []), *_round_lines(search)]
    return add_board_below(screen, lines, search.job.task.puzzle, result.board or Solution(), mismatches=True)


def _score_line(search: BestSearch, result: BestResult) -> str:
    seconds = int(result.seconds)
    score = "no board yet"
    if result.report is not None:
        score = f"{result.report.matched} of {result.report.diamonds} edges"
    goal = "" if search.job.goal is None else f", goal {search.job.goal}"
    number = len(result.rounds)
    return f"{seconds // 60}:{seconds % 60:02}, {score}{goal}, {number} {plural(number, 'round')} ended"


def _round_lines(search: BestSearch) -> list[str]:
    rounds = []
    for number, progress in sorted(search.running.items()):
        predicted = ""
        if progress.predicted is not None:
            # A board for which many fillings are expected scores below 0 mismatches.
            predicted = f", {search.job.task.puzzle.grid.diamonds - max(progress.predicted, 0):.1f} predicted"
        rounds.append(f"round {number}: {progress.text}{predicted}")
    return rounds


# ---- outputs of the best board ----

# Seconds to wait while another search writes to the same folder.
_PATIENCE = 2.0


def _format_names() -> list[str]:
    return [
        "board",
        "json",
        "html",
        *delivery.DRAWN_FORMS,
        *dict.fromkeys(form.name for form in recognition.board_formats()),
    ]


def _choose_board_format(form: str | None, output: str | None) -> str:
    """Choose the format by option, extension or destination.

    Raises:
        OptionError: the format is unknown, or does not fit the destination.
    """
    if form is not None and form not in _format_names():
        raise OptionError(f"expected --format {', '.join(_format_names())}, found {form!r}")
    default = "board" if console.is_terminal() else "sol"
    return delivery.choose_format(_format_names(), form, output, default, ".sol, .json, .html, .htm, .svg, .png, .pdf")


def _read_first_board(path: str, job: BestJob, options: PuzzleOptions) -> Solution | None:
    try:
        return _read_held_board(path, job, options.read_board)
    except _ForeignContentError as error:
        raise OutputError(f"{error}\nchoose another name, or --fresh to overwrite it") from None


class _ForeignContentError(OutputError):  # only at the start, it is an error
    """Error for a file whose content must not be replaced."""


def _read_held_board(path: str, job: BestJob, read: Callable[[str, Puzzle], Solution]) -> Solution | None:
    """Read the board that the output file holds.

    Returns:
        The board, None if the file is missing or empty.

    Raises:
        _ForeignContentError: the file has other content, such as a board of another puzzle.
    """
    if not os.path.isfile(path) or not os.path.getsize(path):
        return None
    puzzle, name = job.task.puzzle, files.printable_name(path)
    try:
        board = read(path, puzzle)
    except (InputError, FormatError) as error:
        reason = error.message if isinstance(error, InputError) else str(error)
        raise _ForeignContentError(f"{name}: holds no board of this puzzle: {reason}") from None
    if board and plain.is_of_other_tiles(Path(path).read_bytes(), puzzle, _rank_board(puzzle, board)[0]):
        raise _ForeignContentError(f"{name}: holds a board of another puzzle")
    if (contradiction := job.explain_unsuitable(board)) is not None:
        raise _ForeignContentError(f"{name}: holds a board that {contradiction}")
    return board or None


def _rank_board(puzzle: Puzzle, board: Solution) -> tuple[int, bool]:
    # A complete board ranks above a partial one with as many matches.
    return check(puzzle, board).matched, len(board) == puzzle.grid.size


@dataclass
class BestOutput:
    """Writer of the best boards of a job in one format.

    Attributes:
        job: search whose boards are written.
        form: name of the output format, one of `_format_names`.
        path: output file, None for standard output.
        source: name of the puzzle's file.
        fresh: whether to overwrite the file, whatever it contains at the start.
        command: command line that reproduces the search, without the options after `--seed`.
        prove: value of --prove, None without a proof.
    """

    job: BestJob
    form: str
    path: str | None
    source: str
    fresh: bool = False
    command: str = ""
    prove: str | None = None
    _written: bool = field(default=False, init=False)
    _at_first: object = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._at_first = None if self.path is None else _file_stamp(self.path)

    def origin_texts(self, result: BestResult) -> list[str]:
        """Describe how the board was found and can be reproduced."""
        return best_board.origin_texts(result, __version__, self.command, prove=self.prove)

    def save(self, result: BestResult) -> None:
        """Write the board to the file if it is better."""
        if self.path is None or result.board is None or writing.is_special_file(Path(self.path)):
            return  # a pipe takes one board, the last one
        # What is not a board of this search is reported at the end.
        with _lock_folder(self.path), suppress(_ForeignContentError):
            if self._rank_in_file(self.path) < _rank_board(self.job.task.puzzle, result.board):
                self._write_board(self.path, result, result.board)

    def finish(self, result: BestResult) -> None:
        """Write the final result to the file or standard output."""
        if self.path is not None:
            self._finish_file(self.path, result)
        elif self.form == "json":
            console.write(delivery.json_text(self._json_document(result)))
        elif result.board is not None and self.form == "board":
            delivery.print_board(Board(self.job.task.puzzle, result.board, self.job.task.clues))
        elif result.board is not None:
            delivery.deliver(self._format_board(result, result.board), None)

    def _json_document(self, result: BestResult) -> dict[str, Any]:

        instance = Instance(self.job.task.puzzle, self.job.task.clues, self.source)
        return json_document(best_board.BestBoard(instance, self.job, result))

    def _finish_file(self, path: str, result: BestResult) -> None:
        if result.board is None:
            return
        with _lock_folder(path):
            try:
                held, reached = self._rank_in_file(path), _rank_board(self.job.task.puzzle, result.board)
            except _ForeignContentError as other:
                console.note(f"{other}: not changed, and the best board is on standard output")
                console.write(plain.write_sol(result.board))
                return
            if held > reached:
                score = f"{held[0]} of {self.job.task.puzzle.grid.diamonds} edges"
                console.note(f"{files.printable_name(path)}: holds a better board, {score}, and is not changed")
            elif held < reached or self._written or (result.proved and self.origin_texts(result)):
                self._write_board(path, result, result.board)

    def _write_board(self, path: str, result: BestResult, board: Solution) -> None:
        delivery.deliver(self._format_board(result, board), path)
        self._written = True

    def _rank_in_file(self, path: str) -> tuple[int, bool]:
        """Rank the board in the output file, like `_rank_board`.

        A file without a board, or with a board that --fresh replaces, has the lowest rank.

        Raises:
            _ForeignContentError: the file holds something else now, such as a board with other clues.
        """
        replaceable = self.fresh and _file_stamp(path) == self._at_first
        board = None if replaceable else _read_held_board(path, self.job, files.read_solution)
        return (-1, False) if board is None else _rank_board(self.job.task.puzzle, board)

    def _format_board(self, result: BestResult, board: Solution) -> str | bytes:
        if self.form == "json":
            return delivery.json_text(self._json_document(result))
        task, title = self.job.task, Path(self.source).name
        if self.form in ("html", *delivery.DRAWN_FORMS):
            summary = "".join(best_board.score_and_verdict(result))
            notes = [f"{summary[:1].upper()}{summary[1:]}."]
            name = "best board" if self.form == "html" else title
            shown = [(name, Board(task.puzzle, board, task.clues))]
            return delivery.draw_boards(self.form, shown, title, notes, embedded=True)
        text = convert_board(board, task.puzzle, recognition.board_format(self.form))
        if self.form != "sol" or self.path is None:
            return text
        comments = [*self.origin_texts(result), *best_board.window_texts(result)]
        return "".join(f"c {line}\n" for line in comments) + text + f"c {plain.tiles_fingerprint(task.puzzle)}\n"


def _file_stamp(path: str) -> object:
    try:
        status = os.stat(path)
    except OSError:
        return None
    # An atomic write changes the inode, even if the clock of the file system is coarse.
    return status.st_ino, status.st_mtime_ns, status.st_size


@contextmanager
def _lock_folder(path: str) -> Iterator[None]:
    # Two searches may write to one file: compare and replace under a lock, if the folder can be locked.
    with ExitStack() as stack:
        with suppress(LockTaken, OutputError):
            stack.enter_context(lock_folder(Path(os.path.realpath(path)).parent, _PATIENCE))
        yield
