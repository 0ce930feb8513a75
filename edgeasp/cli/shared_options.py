"""Shared options, and groups of options as parameters of commands."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from edgeasp.cli import clock, console
from edgeasp.cli.commands import parameter_name
from edgeasp.cli.options import group_without, list_components, make_completer, option_factory, puzzle_formats
from edgeasp.encoding.own_rules import RulesFile, UserRules
from edgeasp.encoding.render import (
    FORMULATIONS,
    HEURISTICS,
    REDUNDANT,
    SYMMETRY,
    VARIANTS,
    Component,
    EncodingRequest,
)
from edgeasp.formats import files
from edgeasp.formats.document import Document
from edgeasp.formats.files import read_rules
from edgeasp.formats.recognition import Origin
from edgeasp.puzzle.clues import ClueFile, merge_clues
from edgeasp.puzzle.model import Puzzle, Solution, named_as_in_facts
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.options import CONFIGURATIONS, MOST_SEED
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import MOST_CONFLICTS, MOST_JOBS, Limits, parse_bytes
from edgeasp.system.lines import read_size

if TYPE_CHECKING:
    from edgeasp.api.instance import Instance
    from edgeasp.parallel.processes import Executor


puzzle_option, question_option, encoding_option = map(option_factory, ("Puzzle", "Question", "Encoding"))
search_option, limit_option, output_option = map(option_factory, ("Search", "Limits", "Output"))
picture_option, matrix_option, boards_option = map(option_factory, ("Picture", "Matrix", "Boards"))


def _count_processes(jobs: int | None) -> int | None:
    # `all` arrives as 0.
    if jobs != 0:
        return jobs
    from edgeasp.system.processes import available_cores

    return len(available_cores())


def _join_names(ideas: tuple[Component, ...]) -> str:
    return ", ".join(idea.name for idea in ideas)


WRAP = "--wrap AXES", "The board wraps around: columns (a cylinder), rows, or columns,rows."
PARTNERS = (
    "--partners PAIRS",
    'Pairs of colours that match each other (1-2,3-4), or "different": any two different colours match.',
)
RIM = (
    "--rim PART=COLOURS",
    "Colours allowed along the top, right, bottom, left or a hole, e.g. top=1,2 or hole=any.",
)
SEED = "--seed N", "Seed of the random number generator."
"""Options that commands put below different headings."""

PuzzleFile = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="A puzzle file in any format, a link, e2 (Eternity II), or - for standard input.",
    ),
]
EncodingName = Annotated[
    str | None,
    encoding_option(
        "--encoding NAMES",
        "The rules: decision, framed, signed, redundant, or several joined by '+'. Default: chosen by the puzzle.",
        autocompletion=make_completer(list_components(*VARIANTS), "+"),
    ),
]


def time_limit_option(what: str, variable: str | None = None) -> Any:
    """Define an option for a time limit.

    `what` begins the help of the option, and `variable` is its environment variable.
    """
    meaning = f"{what} after this time, e.g. 90 (seconds), 30m, 8h or 2d."
    return limit_option("--time-limit TIME", meaning, min=0, envvar=variable)


def conflict_limit_option(what: str, variable: str | None = None) -> Any:
    """Define an option for a limit on conflicts, like `time_limit_option`."""
    meaning = f"{what} after N conflicts (reproducible on every machine)."
    return limit_option("--conflict-limit N", meaning, min=1, max=MOST_CONFLICTS, envvar=variable)


def memory_limit_option(what: str, variable: str | None = None) -> Any:
    """Define an option for a limit on memory, like `time_limit_option`."""
    return limit_option("--memory-limit SIZE", f"{what}, e.g. 500M or 2G.", envvar=variable, callback=_require_unit)


# A number with fewer digits is unlikely to mean bytes.
_DIGITS = 4

# A plain number from here on more likely means megabytes than gigabytes.
_LARGE = 100


def _require_unit(context: typer.Context, param: typer.CallbackParam, memory: str | None) -> str | None:
    text = (memory or "").strip()
    try:
        if text.isdecimal() and len(text) < _DIGITS:
            meant = f": did you mean {text}{'G' if int(text) < _LARGE else 'M'}?" if int(text) else ""
            raise OptionError(f"expected an amount of memory such as 500M or 2G, found {memory!r}{meant}")
        if memory is not None:
            parse_bytes(memory)
    except OptionError as error:
        raise OptionError(f"{parameter_name(param, context)}: {error}") from None
    return memory


OutputFile = Annotated[str | None, output_option("-o --output FILE", "Write to FILE (never a partial file).")]
TimeLimit = Annotated[float | None, time_limit_option("Stop", "EDGEASP_TIME_LIMIT")]
MemoryLimit = Annotated[str | None, memory_limit_option("Stop when this much memory is in use", "EDGEASP_MEMORY_LIMIT")]


ReportFormat = Literal["text", "json"]
"""Output formats of a report."""


TableFormat = Literal["text", "json", "csv"]
"""Output formats of a report that is also a table."""


Jobs = Annotated[
    int | None,
    search_option(
        "--jobs N|all",
        "Use N cores, or all of them. Default: 1.",
        min=1,
        max=MOST_JOBS,
        envvar="EDGEASP_JOBS",
        callback=_count_processes,
    ),
]
Seed = Annotated[int, search_option(*SEED, min=0, max=MOST_SEED)]

Configuration = Annotated[
    str,
    search_option(
        "--config NAME",
        f"clasp's configuration: {', '.join(CONFIGURATIONS)}.",
        autocompletion=make_completer(lambda: [(name, "") for name in CONFIGURATIONS]),
    ),
]

Count = Annotated[bool, question_option("--count", "Count all solutions without writing them.")]
UpToRotation = Annotated[bool, question_option("--up-to-rotation", "Treat rotated boards as one solution.")]

Form = Annotated[ReportFormat, output_option("--format", "Print text or JSON.")]


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """Options that choose a puzzle and say how to read it."""

    clue: list[str] | None = puzzle_option(
        "--clue FILE", "Keep the placements in FILE (.clue, .sol, a link, ..., or e2:official). May be repeated."
    )
    signs: str | None = puzzle_option("--signs FILE", "Read the signs of the tiles from FILE (.signs).")
    frame: str | None = puzzle_option("--frame COLOUR", "The frame colour, if the facts do not name it.")
    source_format: str | None = puzzle_option(
        "--from FORMAT",
        "The format of the puzzle, if it is not recognised (edgeasp formats lists them).",
        autocompletion=make_completer(puzzle_formats),
    )
    sides: str | None = puzzle_option(
        "--sides ORDER",
        "For plain text: the order of the sides of a tile, e.g. trbl (top, right, bottom, left) or nswe.",
    )
    size: str | None = puzzle_option(
        "--size COLSxROWS", "For a puzzle without a size: its columns and rows, e.g. 12x6."
    )
    unframed: bool = puzzle_option("--unframed", "No frame: treat its colour, e.g. 0, as an ordinary colour.", False)
    upright: bool = puzzle_option("--upright", "Tiles may not be rotated, as in TetraVex.", False)
    block: str | None = puzzle_option(
        "--block COLSxROWS", "Fill only a block of the board, e.g. 3x3, with any of the tiles."
    )
    at: str | None = puzzle_option("--at SQUARE", "The upper left square of the block, e.g. C5. Default: A1.")
    mask: str | None = puzzle_option(
        "--mask MASK",
        "Use a board of another shape: # is a square, . a hole, / ends a row (or a file with such a drawing).",
    )
    wrap: str | None = puzzle_option(*WRAP)
    rim: list[str] | None = puzzle_option(*RIM)
    partners: str | None = puzzle_option(*PARTNERS)

    def input_files(self, *others: str | None) -> list[str | None]:
        """List `others` and the files that these options name."""
        return [*others, self.signs, self.mask, *(self.clue or [])]

    def command_words(self, puzzle: str, *others: str) -> str:
        """Format the puzzle and these options for a command line."""
        options: list[str] = []
        for field in fields(self):
            # `from` is a keyword of Python, so the field has another name.
            option, value = f"--{field.name}".replace("source_format", "from"), getattr(self, field.name)
            values = value if isinstance(value, list) else [value] if isinstance(value, str) else []
            options += [option] if value is True else [f"{option} {quote_argument(item, 'FILE')}" for item in values]
        return " ".join([quote_argument(puzzle, "PUZZLE"), *others, *options])

    @clock.enforce_limits()
    def read_document(self, puzzle: str, *, partial: bool = False, ignores_board: bool = False) -> Document:
        """Read a puzzle file, without clues from other files.

        A note reports the format unless it is obvious.

        Args:
            puzzle: the file.
            partial: whether to accept a board with empty squares, although the tiles for them are unknown.
            ignores_board: whether the command ignores a board in the file. A note then says so.
        """
        origin = Origin(
            frame=self.frame,
            format=self.source_format,
            sides=self.sides,
            size=None if self.size is None else read_size(self.size, "--size as columns and rows"),
            partial=partial,
            unframed=self.unframed,
            upright=self.upright,
        )
        document = files.read(puzzle, origin, self.signs)
        notes = list(document.notes)
        if document.format and not (document.obvious or document.explained):
            notes.insert(0, f"read as {document.format.name}: {document.format.summary}")
        if ignores_board and document.is_board:
            notes.append("its board is ignored (edgeasp convert makes a .sol of it)")
        if notes:
            _print_notes(puzzle, notes)
        changes = {"block": self.block, "at": self.at, "partners": self.partners, "mask": self.mask, "wrap": self.wrap}
        if all(change is None for change in changes.values()) and not self.rim:
            return document
        from edgeasp.formats.edits import apply_edits

        return apply_edits(document, clued=bool(self.clue), rim=self.rim or (), **changes)

    @clock.enforce_limits()
    def make_task(
        self,
        puzzle: str,
        request: EncodingRequest = EncodingRequest(),
        *,
        up_to_rotation: bool = False,
        own: UserRules = UserRules(),
    ) -> Task:
        """Make the task that the files and options describe.

        Raises:
            EncodingError: the encoding does not fit the puzzle.
            FormatError: a file can be read in several ways.
            InputError: a file is invalid, or the clues contradict the puzzle or each other.
        """
        from edgeasp.api.instance import make_task_with_rules

        files.require_one_stdin(self.input_files(puzzle))
        return make_task_with_rules(self.read_instance(puzzle), (), request, own, up_to_rotation=up_to_rotation)

    def read_instance(self, puzzle: str) -> Instance:
        """Read a puzzle with its clues, without checking the clues."""
        return self.add_clues(puzzle, self.read_document(puzzle, ignores_board=True))

    def add_clues(self, puzzle: str, document: Document) -> Instance:
        """Add the clues of other files to a puzzle."""
        from edgeasp.api.instance import Instance

        sources = [ClueFile(files.printable_name(puzzle), document.clues)]
        for path in self.clue or []:
            with clock.enforce_limits():
                sources.append(files.read_clues(path, document.puzzle))
            _print_notes(path, sources[-1].notes)
        clues = Solution(tuple(placement for source in sources for placement in source.clues))
        return Instance(document.puzzle, clues, sources[0].name, sources=tuple(sources), lines=document.lines)

    def read_boards(
        self, puzzle: str, boards: Iterable[str], *, partial: bool = False, repeats: bool = False
    ) -> tuple[Instance, list[Solution]]:
        """Read a puzzle, its clues and its boards.

        Args:
            puzzle: file of the puzzle.
            boards: files of the boards, empty to read the board in the file of the puzzle.
            partial: whether to accept a puzzle that lacks the tiles for empty squares.
            repeats: whether to accept boards that repeat tiles.
        """
        document = self.read_document(puzzle, partial=partial)
        instance = self.add_clues(puzzle, document)
        solutions = [self.read_board(path, document.puzzle, repeats=repeats) for path in boards]
        if not solutions and document.is_board:
            solutions = [document.placements]
        return replace(instance, clues=merge_clues(instance.puzzle, instance.sources)), solutions

    @clock.enforce_limits()
    def read_board(
        self, path: str, puzzle: Puzzle, *, form: str | None = None, repeats: bool = False, name: str | None = None
    ) -> Solution:
        """Read the placements in a file, and print its notes."""
        laid = files.read_board(path, puzzle, form, repeats=repeats, name=name)
        _print_notes(name or path, laid.notes)
        return laid.placements


def with_fact_names(document: Document) -> Document:
    """Name tiles, squares and rotations as in facts."""
    return replace(document, puzzle=named_as_in_facts(document.puzzle))


@dataclass(frozen=True, slots=True)
class EncodingOptions:
    """Options that choose an encoding."""

    encoding: EncodingName = None
    formulation: str = encoding_option(
        "--formulation NAME",
        f"How the rules state matching: {_join_names(FORMULATIONS)}.",
        "halves",
        autocompletion=make_completer(list_components(*FORMULATIONS)),
    )
    redundant: str | None = encoding_option(
        "--redundant NAMES",
        f"Redundant rules to add, joined by ',', or 'all': {_join_names(REDUNDANT)}.",
        autocompletion=make_completer(list_components(*REDUNDANT, more=[("all", "all of them")]), ","),
    )
    symmetry: str | None = encoding_option(
        "--symmetry NAMES",
        f"Symmetries to break, joined by ',', or 'none': {_join_names(SYMMETRY)}. With --up-to-rotation, always the "
        "first two. Default: the first two.",
        autocompletion=make_completer(list_components(*SYMMETRY, more=[("none", "none of them")]), ","),
    )
    heuristic: str = encoding_option(
        "--heuristic NAME",
        f"Decision heuristic: {_join_names(HEURISTICS)}.",
        "outward",
        autocompletion=make_completer(list_components(*HEURISTICS)),
    )

    def make_request(self) -> EncodingRequest:
        """Return the encoding that these options choose."""
        # The request splits texts itself.
        lists: tuple[Any, Any] = self.redundant, self.symmetry
        return EncodingRequest(self.encoding, lists[0], self.formulation, lists[1], self.heuristic)


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """Options that limit time, conflicts and memory."""

    time_limit: TimeLimit = None
    conflict_limit: int | None = conflict_limit_option("Stop", "EDGEASP_CONFLICT_LIMIT")
    memory_limit: MemoryLimit = None

    def limits(self) -> Limits:
        """Return the limits, or raise OptionError."""
        return Limits(self.time_limit, self.conflict_limit, self.memory_limit)


def limits_without_conflicts() -> Any:
    """Define the limit options, without the conflict limit."""
    return group_without(LimitOptions(), "conflict_limit")


def quote_argument(path: str, otherwise: str) -> str:
    """Quote a path for use on a command line.

    Returns `otherwise` for standard input, a link, or a path with unprintable characters.
    """
    # A name with a hyphen would be read as an option.
    here = "./" if path.startswith("-") else ""
    return shlex.quote(here + path) if files.printable_name(path) == path else otherwise


def _print_notes(path: str, notes: Iterable[str]) -> None:
    for note in notes:
        console.note(f"{files.printable_name(path)}: {note}")


CampaignFolder = Annotated[str, typer.Argument(metavar="DIR", help="The folder of the campaign.")]


@dataclass(frozen=True, slots=True)
class UserRulesOptions:
    """Rules added to the encoding, or a program that replaces it."""

    add: list[str] | None = encoding_option(
        "--add FILE",
        "Add the rules in FILE to the encoding. They may use chosenTile/3 and chosenRotation/3. May be repeated.",
    )
    program: str | None = encoding_option(
        "--program FILE", "Use the program in FILE, which reads the facts, instead of edgeasp's rules."
    )

    def input_files(self) -> list[str | None]:
        """List the files that these options name."""
        return [self.program, *(self.add or [])]

    @clock.enforce_limits()
    def read_user_rules(self, encoding: EncodingOptions, *, relaxed: bool = False) -> UserRules:
        """Read the rules in the files that these options name.

        Raises:
            InputError: a file cannot be read.
            OptionError: another option cannot be combined with user rules.
        """
        usual = EncodingOptions()
        if relaxed and self.program is None:
            raise OptionError(
                "--relaxed is for --program: edgeasp's encodings only produce boards that keep all conditions"
            )
        if self.program is not None:
            for name, chosen in (
                ("--formulation", encoding.formulation != usual.formulation),
                ("--redundant", encoding.redundant is not None),
                ("--symmetry", encoding.symmetry is not None),
                ("--heuristic", encoding.heuristic != usual.heuristic),
            ):
                if chosen:
                    raise OptionError(f"{name} chooses among edgeasp's encodings: leave it out with --program")
        elif self.add and encoding.symmetry not in (None, "none"):
            raise OptionError(
                "--symmetry: an added rule may distinguish boards that a symmetry treats as equal: leave it out "
                "with --add"
            )
        elif self.add and encoding.formulation != usual.formulation:
            raise OptionError("--add needs the formulation 'halves': leave out --formulation")
        added: list[RulesFile] = []
        for path in self.add or []:
            added += read_rules(path)
        return UserRules(read_rules(self.program) if self.program is not None else (), tuple(added), relaxed)


# ---- options on a cluster whose workers search, and the executor that they name ----


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """Options that choose a cluster."""

    scheduler: str | None = search_option(
        "--scheduler ADDRESS", "Use the Dask cluster at ADDRESS, e.g. tls://host:8786 or tcp://host:8786."
    )

    def require_no_jobs(self, jobs: int | None) -> None:
        """Raise OptionError if both a cluster and processes are requested."""
        if self.scheduler is not None and jobs is not None:
            raise OptionError("--jobs (or EDGEASP_JOBS) cannot be combined with --scheduler: use one of them")

    def connect_executor(self, jobs: int | None) -> tuple[Executor | None, int]:
        """Connect to the cluster, and return executor and worker count.

        Without a cluster, returns None and `jobs`, the number of processes of this machine (default: 1).
        """
        if self.scheduler is None:
            return None, jobs or 1
        from edgeasp.api.solving import connect_cluster

        return connect_cluster(self.scheduler, console.note)
