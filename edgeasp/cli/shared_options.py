"""Shared options, and groups of options as parameters of commands."""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache, partial, wraps
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import typer

from edgeasp.cli import clock, completion, console
from edgeasp.cli.commands import where
from edgeasp.encoding.own_rules import OwnRules, RulesFile
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
from edgeasp.puzzle.clues import Source
from edgeasp.puzzle.model import ENDS, HOLE, RIM_PARTS, WRAPPING, Puzzle, Solution, Square, as_facts, square_named
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.options import CONFIGURATIONS, MOST_SEED, ClaspOptions
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import MOST_CONFLICTS, MOST_JOBS, Limits, size
from edgeasp.system.lines import quoted, read_size

if TYPE_CHECKING:
    from edgeasp.api.instance import Instance
    from edgeasp.parallel.processes import Executor


def _group(panel: str) -> Callable[..., Any]:
    return partial(typer.Option, rich_help_panel=panel)


puzzle_option, question_option, encoding_option = _group("Puzzle"), _group("Question"), _group("Encoding")
search_option, limit_option, output_option = _group("Search"), _group("Limits"), _group("Output")
picture_option, matrix_option, boards_option = _group("Picture"), _group("Matrix"), _group("Boards")


def _processors(jobs: int | None) -> int | None:
    # `all` arrives as 0.
    if jobs != 0:
        return jobs
    from edgeasp.system.processes import available_cores

    return len(available_cores())


def _names(ideas: tuple[Component, ...]) -> str:
    return ", ".join(idea.name for idea in ideas)


def wrap_of(option: Callable[..., Any]) -> Any:
    """Define the option for axes that wrap around."""
    return option("--wrap", metavar="AXES", help="The board wraps around: columns (a cylinder), rows, or columns,rows.")


def partners_of(option: Callable[..., Any]) -> Any:
    """Define the option for pairs of matching colours."""
    meaning = 'Pairs of colours that match each other (1-2,3-4), or "different": any two different colours match.'
    return option("--partners", metavar="PAIRS", help=meaning)


def rim_of(option: Callable[..., Any]) -> Any:
    """Define the option for boundary colours."""
    meaning = "Colours allowed along the top, right, bottom, left or a hole, e.g. top=1,2 or hole=any."
    return option("--rim", metavar="PART=COLOURS", help=meaning)


PuzzleFile = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="A puzzle file in any format, a link, e2 (Eternity II), or - for standard input.",
    ),
]
From = Annotated[
    str | None,
    puzzle_option(
        "--from",
        metavar="FORMAT",
        help="The format of the puzzle, if it is not recognised (edgeasp formats lists them).",
        autocompletion=completion.one_of(completion.puzzle_formats),
    ),
]
Sides = Annotated[
    str | None,
    puzzle_option(
        "--sides",
        metavar="ORDER",
        help="For plain text: the order of the sides of a tile, e.g. trbl (top, right, bottom, left) or nswe.",
    ),
]
BoardSize = Annotated[
    str | None,
    puzzle_option("--size", metavar="COLSxROWS", help="For a puzzle without a size: its columns and rows, e.g. 12x6."),
]
BlockSize = Annotated[
    str | None,
    puzzle_option(
        "--block", metavar="COLSxROWS", help="Fill only a block of the board, e.g. 3x3, with any of the tiles."
    ),
]
BlockAt = Annotated[
    str | None,
    puzzle_option("--at", metavar="SQUARE", help="The upper left square of the block, e.g. C5. Default: A1."),
]
Mask = Annotated[
    str | None,
    puzzle_option(
        "--mask",
        metavar="MASK",
        help="Use a board of another shape: # is a square, . a hole, / ends a row (or a file with such a drawing).",
    ),
]
Wrap = Annotated[str | None, wrap_of(puzzle_option)]
MeetingColours = Annotated[str | None, partners_of(puzzle_option)]
RimParts = Annotated[list[str] | None, rim_of(puzzle_option)]
ClueFiles = Annotated[
    list[str] | None,
    puzzle_option(
        "--clue",
        metavar="FILE",
        help="Keep the placements in FILE (.clue, .sol, a link, ..., or e2:official). May be repeated.",
    ),
]
SignsFile = Annotated[
    str | None, puzzle_option("--signs", metavar="FILE", help="Read the signs of the tiles from FILE (.signs).")
]
Frame = Annotated[
    str | None,
    puzzle_option("--frame", metavar="COLOUR", help="The frame colour, if the facts do not name it."),
]
Unframed = Annotated[
    bool,
    puzzle_option("--unframed", help="No frame: treat its colour, e.g. 0, as an ordinary colour."),
]
Upright = Annotated[bool, puzzle_option("--upright", help="Tiles may not be rotated, as in TetraVex.")]
EncodingName = Annotated[
    str | None,
    encoding_option(
        "--encoding",
        metavar="NAMES",
        help="The rules: decision, framed, signed, redundant, or several joined by '+'. Default: chosen by the puzzle.",
        autocompletion=completion.some_of(completion.components(*VARIANTS), "+"),
    ),
]
FormulationName = Annotated[
    str,
    encoding_option(
        "--formulation",
        metavar="NAME",
        help=f"How the rules state matching: {_names(FORMULATIONS)}.",
        autocompletion=completion.one_of(completion.components(*FORMULATIONS)),
    ),
]
RedundantNames = Annotated[
    str | None,
    encoding_option(
        "--redundant",
        metavar="NAMES",
        help=f"Redundant rules to add, joined by ',', or 'all': {_names(REDUNDANT)}.",
        autocompletion=completion.some_of(completion.components(*REDUNDANT, more=[("all", "all of them")]), ","),
    ),
]
SymmetryNames = Annotated[
    str | None,
    encoding_option(
        "--symmetry",
        metavar="NAMES",
        help=f"Symmetries to break, joined by ',', or 'none': {_names(SYMMETRY)}. With --up-to-rotation, always the "
        "first two. Default: the first two.",
        autocompletion=completion.some_of(completion.components(*SYMMETRY, more=[("none", "none of them")]), ","),
    ),
]
HeuristicName = Annotated[
    str,
    encoding_option(
        "--heuristic",
        metavar="NAME",
        help=f"Decision heuristic: {_names(HEURISTICS)}.",
        autocompletion=completion.one_of(completion.components(*HEURISTICS)),
    ),
]


def output_to(metavar: str, meaning: str) -> Any:
    """Define the option for the output file or folder."""
    return output_option("-o", "--output", metavar=metavar, help=meaning)


def time_limit(what: str, variable: str | None = None) -> Any:
    """Define an option for a time limit, in any unit."""
    meaning = f"{what} after this time, e.g. 90 (seconds), 30m, 8h or 2d."
    return limit_option("--time-limit", metavar="TIME", min=0, envvar=variable, show_envvar=False, help=meaning)


def conflict_limit(what: str, variable: str | None = None) -> Any:
    """Define an option for a limit on conflicts."""
    meaning = f"{what} after N conflicts (reproducible on every machine)."
    variables = {"envvar": variable, "show_envvar": False}
    return limit_option("--conflict-limit", metavar="N", min=1, max=MOST_CONFLICTS, help=meaning, **variables)


def memory_limit(what: str, variable: str | None = None) -> Any:
    """Define an option for a limit on memory."""
    return limit_option(
        "--memory-limit",
        metavar="SIZE",
        envvar=variable,
        show_envvar=False,
        callback=_in_a_unit,
        help=f"{what}, e.g. 500M or 2G.",
    )


_DIGITS = 4
"""A number with fewer digits is not meant as bytes."""

_LARGE = 100
"""A number of gigabytes above this is hardly meant."""


def _in_a_unit(context: typer.Context, param: typer.CallbackParam, memory: str | None) -> str | None:
    text = (memory or "").strip()
    try:
        if text.isdecimal() and len(text) < _DIGITS:
            meant = f": did you mean {text}{'G' if int(text) < _LARGE else 'M'}?" if int(text) else ""
            raise OptionError(f"expected an amount of memory such as 500M or 2G, found {memory!r}{meant}")
        if memory is not None:
            size(memory)
    except OptionError as error:
        raise OptionError(f"{where(param, context)}: {error}") from None
    return memory


def seed_of(option: Callable[..., Any], most: int | None = None) -> Any:
    """Define the option for the seed of random numbers."""
    return option("--seed", metavar="N", min=0, max=most, help="Seed of the random number generator.")


OutputFile = Annotated[str | None, output_to("FILE", "Write to FILE (never a partial file).")]
TimeLimit = Annotated[float | None, time_limit("Stop", "EDGEASP_TIME_LIMIT")]
MemoryLimit = Annotated[str | None, memory_limit("Stop when this much memory is in use", "EDGEASP_MEMORY_LIMIT")]


ReportFormat = Literal["text", "json"]
"""The form in which a command prints what it has found."""


TableFormat = Literal["text", "json", "csv"]
"""The forms of a report that is also a table."""


Jobs = Annotated[
    int | None,
    search_option(
        "--jobs",
        metavar="N|all",
        min=1,
        max=MOST_JOBS,
        envvar="EDGEASP_JOBS",
        show_envvar=False,
        callback=_processors,
        help="Use N cores, or all of them. Default: 1.",
    ),
]
Seed = Annotated[int, seed_of(search_option, MOST_SEED)]

Configuration = Annotated[
    str,
    search_option(
        "--config",
        metavar="NAME",
        help=f"clasp's configuration: {', '.join(CONFIGURATIONS)}.",
        autocompletion=completion.one_of(lambda: [(name, "") for name in CONFIGURATIONS]),
    ),
]

Count = Annotated[bool, question_option("--count", help="Count all solutions without writing them.")]
UpToRotation = Annotated[
    bool,
    question_option("--up-to-rotation", help="Treat rotated boards as one solution."),
]

Form = Annotated[ReportFormat, output_option("--format", help="Print text or JSON.")]


def read_outline(text: str) -> tuple[int, int, frozenset[Square]]:
    """Read columns, rows and holes from a drawing.

    The text is the drawing, or the name of a file that has it.
    """
    from edgeasp.formats.marks import read_mask

    drawn, source = (text, "--mask") if set(text) <= set("#./") else (files.read_text(text), text)
    (cols, rows), holes = read_mask(drawn, source)
    return cols, rows, holes


def read_rim_parts(texts: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Read the boundary colours from the values of --rim.

    An empty tuple means any colour.
    """
    from edgeasp.formats.marks import read_rim

    rim = dict[str, tuple[int, ...]]()
    for text in texts:
        part, _, colours = text.partition("=")
        if part in rim:
            raise OptionError(f"--rim {part} is given twice: expected it once")
        any_colour = part in RIM_PARTS and colours == "any"
        rim |= {part: ()} if any_colour else read_rim([part, *colours.replace(",", " ").split()], "--rim", None)
    return rim


def read_wrapping(text: str) -> frozenset[str]:
    """Read the axes of the option --wrap."""
    names = text.split(",")
    if not set(names) <= set(WRAPPING):
        raise OptionError(f"expected --wrap as {', '.join(WRAPPING)}, or both with a comma, found {quoted(text)}")
    return frozenset(names)


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """The options of the group "Puzzle"."""

    clue: ClueFiles = None
    signs: SignsFile = None
    frame: Frame = None
    source_format: From = None
    sides: Sides = None
    size: BoardSize = None
    unframed: Unframed = False
    upright: Upright = False
    block: BlockSize = None
    at: BlockAt = None
    mask: Mask = None
    wrap: Wrap = None
    rim: RimParts = None
    partners: MeetingColours = None

    def inputs(self, *others: str | None) -> list[str | None]:
        """List the files that these options name, and others."""
        return [*others, self.signs, self.mask, *(self.clue or [])]

    def words(self, puzzle: str, *others: str) -> str:
        """Return these options as text for a suggested command."""
        options: list[str] = []
        for field in fields(self):
            option, value = f"--{field.name}".replace("source_format", "from"), getattr(self, field.name)
            values = value if isinstance(value, list) else [value] if isinstance(value, str) else []
            options += [option] if value is True else [f"{option} {argument(item, 'FILE')}" for item in values]
        return " ".join([argument(puzzle, "PUZZLE"), *others, *options])

    @clock.reading()
    def document(self, puzzle: str, *, partial: bool = False, ignores_board: bool = False) -> Document:
        """Read a puzzle file, without clues from other files.

        The format is reported unless it is obvious. With `partial`, the file may hold a board with empty squares whose
        tiles are unknown. If the file holds a board and the command `ignores_board`, a note reports it.
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
        if document.format and not document.obvious:
            notes.insert(0, f"read as {document.format.name}: {document.format.summary}")
        if ignores_board and document.is_board:
            notes.append("its board is ignored: edgeasp convert makes a .sol of it")
        if notes:
            _report(puzzle, notes)
        if self.block is not None or self.at is not None:
            document = self._block(document)
        if self.partners is not None:
            document = _paired(document, self.partners)
        return document if self.mask is None and self.wrap is None and not self.rim else self._laid_out(document)

    def _laid_out(self, document: Document) -> Document:
        if document.placements:
            raise OptionError("--mask, --wrap and --rim make another board: leave out the clues of this one")
        puzzle = document.puzzle
        cols, rows, holes = puzzle.cols, puzzle.rows, puzzle.holes
        if self.mask is not None:
            cols, rows, holes = read_outline(self.mask)
        wraps = puzzle.wraps if self.wrap is None else read_wrapping(self.wrap)
        named = read_rim_parts(self.rim or [])
        rim = dict(puzzle.rim) | named
        try:
            puzzle = replace(puzzle, cols=cols, rows=rows, holes=holes, wraps=wraps, rim=tuple(rim.items()))
            if HOLE in rim and not holes:
                raise OptionError(f"--rim {HOLE}: the board has no holes")
            for part in sorted(named.keys() & {side.word for name in wraps for side in ENDS[name]}):
                raise OptionError(f"--rim {part}: the board wraps around there")
        except ValueError as error:  # too few tiles, or signs that cannot alternate
            raise OptionError(f"{'--mask' if self.mask else '--wrap'}: {error}") from None
        return Document(puzzle, lines=document.lines, format=document.format)

    def _block(self, document: Document) -> Document:
        if self.block is None:
            raise OptionError("--at names a square of a block: add --block, such as --block 3x3")
        if self.clue or document.clues:
            raise OptionError(
                "--block fills a part of the board with any tiles: leave out clues, which are of the whole"
            )
        from edgeasp.puzzle.identity import block as block_of

        cols, rows = read_size(self.block, "--block as columns and rows")
        at = square_named(self.at or "A1")
        if at is None:
            raise OptionError(f"expected --at as a square, such as A1 or C5, found {quoted(self.at or '')}")
        block = block_of(document.puzzle, cols, rows, at)
        return Document(block, lines=document.lines, format=document.format)

    @clock.reading()
    def task(
        self,
        puzzle: str,
        request: EncodingRequest = EncodingRequest(),
        *,
        up_to_rotation: bool = False,
        own: OwnRules = OwnRules(),
    ) -> Task:
        """Make the task that the files and options describe.

        Raises:
            EncodingError: the request makes no sense for the puzzle.
            FormatError: a file can be read in several ways.
            InputError: a file is invalid, or the clues contradict the puzzle or each other.
        """
        from edgeasp.api.instance import task_of

        files.require_one_stdin(self.inputs(puzzle))
        return task_of(self.instance(puzzle), (), request, own, up_to_rotation=up_to_rotation)

    def instance(self, puzzle: str) -> Instance:
        """Return the puzzle with its clues, unchecked."""
        return self.instance_in(puzzle, self.document(puzzle, ignores_board=True))

    def instance_in(self, puzzle: str, document: Document) -> Instance:
        """Add the clues of other files to a puzzle."""
        from edgeasp.api.instance import Instance

        sources = [Source(files.shown_name(puzzle), document.clues)]
        for path in self.clue or []:
            with clock.reading():
                sources.append(files.read_clues(path, document.puzzle))
            _report(path, sources[-1].notes)
        clues = Solution(tuple(placement for source in sources for placement in source.clues))
        return Instance(document.puzzle, clues, sources[0].name, sources=tuple(sources), lines=document.lines)

    @clock.reading()
    def board(
        self, path: str, puzzle: Puzzle, *, form: str | None = None, repeats: bool = False, name: str | None = None
    ) -> Solution:
        """Read the placements in a file, and report a translation."""
        laid = files.read_board(path, puzzle, form, repeats=repeats, name=name)
        _report(name or path, laid.notes)
        return laid.placements


def _paired(document: Document, words: str) -> Document:
    from edgeasp.formats.marks import read_partners

    puzzle = document.puzzle
    partners = read_partners(words.replace(",", " ").split(), "--partners", None, puzzle.tiles)
    return replace(document, puzzle=replace(puzzle, partners=partners))


def in_facts(document: Document) -> Document:
    """Return the puzzle with the names used in facts."""
    return replace(document, puzzle=as_facts(document.puzzle))


@dataclass(frozen=True, slots=True)
class EncodingOptions:
    """The options of the group "Encoding"."""

    encoding: EncodingName = None
    formulation: FormulationName = "halves"
    redundant: RedundantNames = None
    symmetry: SymmetryNames = None
    heuristic: HeuristicName = "outward"

    def request(self) -> EncodingRequest:
        """Return the encoding that these options choose."""
        # The request splits texts itself.
        lists: tuple[Any, Any] = self.redundant, self.symmetry
        return EncodingRequest(self.encoding, lists[0], self.formulation, lists[1], self.heuristic)


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """The options of the group "Limits"."""

    time_limit: TimeLimit = None
    conflict_limit: Annotated[int | None, conflict_limit("Stop", "EDGEASP_CONFLICT_LIMIT")] = None
    memory_limit: MemoryLimit = None

    def limits(self) -> Limits:
        """Return the limits, or raise OptionError."""
        memory = None if self.memory_limit is None else size(self.memory_limit)
        return Limits(self.time_limit, self.conflict_limit, memory)


@dataclass(frozen=True, slots=True)
class CostOptions:
    """Limits on time and memory, for work without conflicts."""

    time_limit: TimeLimit = None
    memory_limit: MemoryLimit = None

    def limits(self) -> Limits:
        """Return the limits, or raise OptionError."""
        return LimitOptions(self.time_limit, memory_limit=self.memory_limit).limits()


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Let parameters of a command be dataclasses of options.

    On the command line, the fields of a group such as `PuzzleOptions` take its place, in their order. Groups may
    contain groups. A field may have a default of typer, since only the command line makes a value of such a group.
    """
    own = inspect.signature(command, eval_str=True).parameters
    parameters = [
        option
        for parameter in own.values()
        for option in _options(parameter.name, parameter.annotation, parameter.default)
    ]

    @wraps(command)
    def ungrouped(**values: Any) -> None:
        """Call the command with its groups rebuilt."""
        limits = LimitOptions(values.get("time_limit"), memory_limit=values.get("memory_limit")).limits()
        with clock.limited(limits):
            command(
                **{parameter.name: _grouped(parameter.name, parameter.annotation, values) for parameter in own.values()}
            )

    ungrouped.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    ungrouped.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return ungrouped


def _options(name: str, kind: Any, default: Any) -> Iterator[inspect.Parameter]:
    group = _group_types(kind)
    if not group:
        yield inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
    for field in fields(kind) if group else ():
        default_of_field = inspect.Parameter.empty if field.default is MISSING else field.default
        yield from _options(field.name, group[field.name], default_of_field)


def _grouped(name: str, kind: Any, values: Mapping[str, Any]) -> Any:
    group = _group_types(kind)
    return (
        kind(**{field_name: _grouped(field_name, inner, values) for field_name, inner in group.items()})
        if group
        else values[name]
    )


@cache
def _group_types(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True) if is_dataclass(kind) else {}


def clasp_options(seed: int, configuration: str, extra: Iterable[str] = ()) -> ClaspOptions:
    """Read the options of clasp, or raise OptionError."""
    if configuration not in CONFIGURATIONS:
        raise OptionError(f"expected --config {', '.join(CONFIGURATIONS)}, found {configuration!r}")
    words: list[str] = []
    for text in extra:
        try:
            words += shlex.split(text)
        except ValueError as error:
            raise OptionError(f"expected options of clasp, found {text!r} ({str(error).lower()})") from None
    return ClaspOptions(seed, configuration=configuration, extra=tuple(words))


def argument(path: str, otherwise: str) -> str:
    """Quote a file for a command line.

    `otherwise` replaces streams and names that cannot be printed.
    """
    here = "./" if path.startswith("-") else ""
    return shlex.quote(here + path) if files.shown_name(path) == path else otherwise


def _report(path: str, notes: Iterable[str]) -> None:
    for note in notes:
        console.note(f"{files.shown_name(path)}: {note}")


CampaignFolder = Annotated[str, typer.Argument(metavar="DIR", help="The folder of the campaign.")]


@dataclass(frozen=True, slots=True)
class OwnRulesOptions:
    """Rules added to the encoding, or a program that replaces it."""

    add: Annotated[
        list[str] | None,
        encoding_option(
            "--add",
            metavar="FILE",
            help="Add the rules in FILE to the encoding. They may use chosenTile/3 and "
            "chosenRotation/3. May be repeated.",
        ),
    ] = None
    program: Annotated[
        str | None,
        encoding_option(
            "--program",
            metavar="FILE",
            help="Use the program in FILE, which reads the facts, instead of edgeasp's rules.",
        ),
    ] = None

    def inputs(self) -> list[str | None]:
        """List the files that these options name."""
        return [self.program, *(self.add or [])]

    @clock.reading()
    def rules(self, encoding: EncodingOptions, *, relaxed: bool = False) -> OwnRules:
        """Read the rules in these files.

        Raises:
            InputError: a file cannot be read.
            OptionError: another option cannot be combined with them.
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
                "--symmetry: an added rule may tell apart what a symmetry takes for the same: leave it out with --add"
            )
        elif self.add and encoding.formulation != usual.formulation:
            raise OptionError("--add goes with the formulation 'halves': leave out --formulation")
        added: list[RulesFile] = []
        for path in self.add or []:
            added += read_rules(path)
        return OwnRules(read_rules(self.program) if self.program is not None else (), tuple(added), relaxed)


# ---- options on a cluster whose workers search, and the executor that they name ----


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """Options that choose a cluster."""

    scheduler: Annotated[
        str | None,
        search_option(
            "--scheduler",
            metavar="ADDRESS",
            help="Use the Dask cluster at ADDRESS, e.g. tls://host:8786 or tcp://host:8786.",
        ),
    ] = None

    def require_alone(self, jobs: int | None) -> None:
        """Raise OptionError if several places of work are named."""
        if self.scheduler is not None and jobs is not None:
            raise OptionError("--jobs (or EDGEASP_JOBS) cannot be combined with --scheduler: use one of them")

    def executor(self, jobs: int | None) -> tuple[Executor | None, int]:
        """Yield the executor of a cluster and the worker count.

        Without a cluster, yields None and `jobs` processes of this machine (default: 1).
        """
        if self.scheduler is None:
            return None, jobs or 1
        from edgeasp.api.solving import workers_of

        return workers_of(self.scheduler, console.note)
