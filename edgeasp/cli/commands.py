"""Command table, lazy loading, help, and errors as exit statuses."""

from __future__ import annotations

import contextlib
import inspect
import os
import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise, takewhile
from typing import Annotated, Any, NoReturn, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from edgeasp._version import __version__
from edgeasp.cli import console, signals, suggestions
from edgeasp.system.errors import (
    AnswerError,
    CheckError,
    EdgeaspError,
    OptionError,
    RefutedError,
    SolverError,
    os_reason,
)
from edgeasp.system.limits import LimitReached
from edgeasp.system.lines import quoted


def parameter_name(param: Any, ctx: Any) -> str:
    """Name the option or environment variable with a wrong value."""
    source = ctx.get_parameter_source(param.name)
    if source is not None and source.name == "ENVIRONMENT":
        return str(param.envvar)
    return ", ".join(param.opts) if param.param_type_name == "option" else str(param.human_readable_name)


# ---- the one table of exit statuses ----

ANSWERED = 0
UNANSWERED = 1
USAGE = 2
FAULT = 70
INTERRUPTED = 130
BROKEN_PIPE = 141
TERMINATED = 143

TABLE = (
    (ANSWERED, "the question was answered: a solution, a count, or a proof that there is no solution"),
    (
        UNANSWERED,
        "not answered within the limits (best: no board, or the goal was missed); "
        "check, certify, decode, grade and verify: something is wrong; "
        "diff: the boards differ; bench: a run failed",
    ),
    (USAGE, "bad input or usage: nothing was written (in a suite or series: nothing of that board)"),
    (FAULT, "a fault in edgeasp or clingo, for example an answer that the checker rejects"),
    (INTERRUPTED, "interrupted (Ctrl-C)"),
    (BROKEN_PIPE, "the reader of standard output closed the pipe, e.g. head"),
    (TERMINATED, "terminated (SIGTERM)"),
)

SOLVER_UNKNOWN = 0
SOLVER_INTERRUPTED = 1
SOLVER_SATISFIABLE = 10
SOLVER_UNSATISFIABLE = 20
SOLVER_EXHAUSTED = 30
"""The statuses of clasp, for `--solver-exit-codes`: 30 is satisfiable, and all answers were found."""


# ---- for all commands ----

FAULTS = (AnswerError, CheckError, SolverError)
"""Errors that no input should cause."""

# More columns than any first sentence needs, so that none is cut.
_WHOLE = 1000


_Function = TypeVar("_Function", bound=Callable[..., None])

_Formatter: Any = typer.Context.formatter_class


class HelpText(_Formatter):  # type: ignore[misc]
    """Help text that never breaks a line at a hyphen."""

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        super().write_text(_keep_hyphenated(text))

    def write_dl(self, rows: Sequence[tuple[str, str]], *options: Any, **more: Any) -> None:
        """Write a list of names, each with its text."""
        super().write_dl([(name, _keep_hyphenated(text)) for name, text in rows], *options, **more)

    def getvalue(self) -> str:
        """Return the text with ordinary hyphens."""
        return str(super().getvalue()).replace(_HYPHEN, "-")


_HYPHEN = "\N{NON-BREAKING HYPHEN}"


def _keep_hyphenated(text: str) -> str:
    return text.replace("-", _HYPHEN)


class VerbatimHelp:
    """Help that is wrapped at words and ends with verbatim examples."""

    epilog: str | None

    def get_help(self, ctx: Any) -> str:
        """Return the complete help."""
        command: Any = self
        formatter = HelpText(width=ctx.terminal_width, max_width=ctx.max_content_width)
        command.format_help(ctx, formatter)
        return formatter.getvalue().rstrip("\n")

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the epilog, breaking long examples at a backslash."""
        if self.epilog:
            lines = (_break_long_line(line, formatter.width) for line in self.epilog.strip("\n").split("\n"))
            formatter.write("\n" + "\n".join(lines) + "\n")


# Headings at the end of a help, in this order. Few users need the options for reading a puzzle.
_LAST = ("Encoding", "Search", "Limits", "Picture", "Sheets", "Output", "Puzzle", "Options")

# Headings whose options the short help leaves out, unless `examples` names them.
_RARE = ("Puzzle", "Encoding")

_EVERYWHERE = ("--help", "--help-all")

# Options that take effect once, although a second one would look like an addition (as with `--clue`).
_ONCE = ("--signs", "--program", "--start", "--cnf", "--seeds", "--mask", "--wrap", "--partners")

# Options listed first below their heading.
_FIRST = ("-o", "--format")

# Maximum number of examples in the short help.
_FEW = 4

# Maximum length of a second paragraph in the short help, in characters.
_SHORT = 320


def _heading_of(param: Any) -> str:
    fallback = "Arguments" if param.param_type_name == "argument" else "Options"
    return getattr(param, "rich_help_panel", None) or fallback


def _sort_key(param: Any) -> tuple[int, int]:
    heading = _heading_of(param)
    last = _LAST.index(heading) + 2 if heading in _LAST else heading != "Arguments"
    return last, _FIRST.index(param.opts[0]) if param.opts[0] in _FIRST else len(_FIRST)


def _make_flag(*names: str, act: Callable[[Any, bool], None], **settings: Any) -> TyperOption:
    return TyperOption(
        param_decls=[*names],
        is_flag=True,
        expose_value=False,
        # click runs eager options before it complains of missing arguments.
        is_eager=True,
        callback=lambda context, param, value: act(context, value),
        **settings,
    )


class Command(VerbatimHelp, TyperCommand):
    """Command with short and complete help, `--quiet` and `--verbose`.

    The short help lists only the options of daily use, which the decorator `examples` may name. By default, it leaves
    out the options below the headings in `_RARE`.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        """Add the options that every command has."""
        super().__init__(*args, **settings)
        taken = {name for param in self.params for name in param.opts}
        self.params += [
            _make_flag("--help-all", act=self._print_full_help, help="Show all options."),
            _make_flag(
                "-q",
                "--quiet",
                act=lambda _, quiet: console.set_quiet(quiet),
                envvar="EDGEASP_QUIET",
                show_envvar=False,
                help="Print results and errors only.",
            ),
        ]
        if "--verbose" not in taken:
            self.params.append(_make_flag("-v", "--verbose", act=lambda *_: None, hidden=True))
        self.params.sort(key=_sort_key)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments, and refuse extra ones and repeated options."""
        # click silently keeps only the last of repeated options.
        for option in _ONCE:
            number = sum(word == option or word.startswith(f"{option}=") for word in args)
            if number > 1:
                raise CommandLineError(f"{option} is given {number} times: expected it once", ctx)
        words, rest = [*args], super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:
            suggestion = suggestions.suggest_for_arguments(_command_words(ctx), words, ctx.args, _option_names(self))
            raise CommandLineError(f"unexpected argument {quoted(' '.join(ctx.args))}", ctx, suggestion)
        return list(rest)

    def _is_daily(self, param: Any) -> bool:
        daily = getattr(self.callback, "daily", ())
        if param.param_type_name == "argument":
            return True
        names = {*param.opts, *param.secondary_opts}
        return bool(names & {*daily, *_EVERYWHERE, "--quiet"}) if daily else _heading_of(param) not in _RARE

    def _print_full_help(self, context: Any, wanted: bool) -> None:
        if wanted:
            formatter = HelpText(width=context.terminal_width, max_width=context.max_content_width)
            self.format_usage(context, formatter)
            super().format_help_text(context, formatter)
            groups: dict[str, list[Any]] = {}
            for param in self.get_params(context):
                groups.setdefault(_heading_of(param), []).append(param)
            for heading, params in groups.items():
                _write_options(context, formatter, heading, params)
            super().format_epilog(context, formatter)
            console.print_line(formatter.getvalue().rstrip("\n"))
            raise typer.Exit

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write the first paragraph, and a short second paragraph."""
        first, *others = (" ".join(text.split()) for text in inspect.cleandoc(self.help or "").split("\n\n"))
        with formatter.indentation():
            for text in (first, *(other for other in others[:1] if len(other) <= _SHORT)):
                formatter.write_paragraph()
                formatter.write_text(text)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write only the first few examples of the command."""
        lines = (self.epilog or "").split("Examples:\n")[-1].split("\n\n")[0].split("\n")[:_FEW]
        formatter.write("\nExamples:\n" + "".join(f"{_break_long_line(line, formatter.width)}\n" for line in lines))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the arguments, written as in manual pages."""
        # click puts required arguments in braces.
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write the arguments, and the options of daily use."""
        daily = [param for param in self.get_params(ctx) if self._is_daily(param)]
        for heading, kind in (("Arguments", "argument"), ("Options", "option")):
            params = [param for param in daily if param.param_type_name == kind]
            _write_options(ctx, formatter, heading, params, variables=False)


def _write_options(context: Any, formatter: Any, heading: str, params: list[Any], *, variables: bool = True) -> None:
    records = []
    for param in params:
        # Variables are listed in the complete help and on a page of their own.
        variable = f"  [env var: {param.envvar}]" if variables and param.envvar else ""
        if record := param.get_help_record(context):
            records.append((record[0], record[1] + variable))
    if records:
        with formatter.section(heading):
            formatter.write_dl(records)


def _command_words(context: Any) -> str:
    return str(context.command_path.partition(" ")[2])


def _option_names(command: Any) -> list[str]:
    return [name for param in command.params if not param.hidden for name in (*param.opts, *param.secondary_opts)]


class CommandLineError(EdgeaspError):
    """Invalid command line.

    Args:
        message: what is wrong.
        context: click context of the command, None if it is not known.
        suggestion: what to write instead.
    """

    def __init__(self, message: str, context: Any = None, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.context, self.suggestion = context, suggestion


def _break_long_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    parts = textwrap.wrap(line, width - 2, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False)
    return " \\\n".join(parts)


class Subgroup(VerbatimHelp, TyperGroup):
    """Group of commands, listed with their complete first sentences."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands with the first sentence of their help."""
        commands: list[tuple[str, Any]] = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(_WHOLE)) for name, command in commands])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments, or print help if none."""
        if not args and not ctx.resilient_parsing:
            console.print_error_lines(self.get_help(ctx))
            raise typer.Exit(USAGE)
        # The help of a group is complete.
        return list(super().parse_args(ctx, ["--help", *args[1:]] if args[:1] == ["--help-all"] else args))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the arguments begin with."""
        name, *rest = args
        command = self.get_command(ctx, name)
        if command is None:
            known = self.list_commands(ctx)
            typed = [word for word in rest if word != "--help"]
            suggestion = suggestions.suggest_command(_command_words(ctx), name, known, typed)
            raise CommandLineError(f"there is no command {quoted(name)}", ctx, suggestion)
        return name, command, rest


class GuardedGroup(Subgroup):
    """Group that turns exceptions of commands into messages and exit statuses."""

    words: Sequence[str] = ()
    """The words typed after `edgeasp`."""

    def make_context(self, info_name: Any, args: list[str], *others: Any, **options: Any) -> Any:
        """Read the arguments of the group.

        `--help` prints its text here, so errors are handled as in `invoke`.
        """
        self.words = tuple(args)
        return _run_guarded(partial(super().make_context, info_name, args, *others, **options), self.words)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run a command."""
        return _run_guarded(partial(super().invoke, ctx), self.words)


def _run_guarded(run: Callable[[], Any], words: Sequence[str]) -> Any:
    """Run a function and map errors to messages and statuses.

    Signals raise an exception only inside this function: outside it, typer would exit with the status of Ctrl-C for any
    signal.
    """
    try:
        before = signals.set_raising(True)
        try:
            try:
                result = run()
            except typer.Exit:
                sys.stdout.flush()
                raise
            sys.stdout.flush()
            return result
        except typer.TyperException as error:
            _print_usage_error(*_usage_error_texts(error, words))
            raise typer.Exit(USAGE) from None
        except CommandLineError as problem:
            _print_usage_error(str(problem), problem.context, problem.suggestion)
            raise typer.Exit(USAGE) from None
        except FAULTS as fault:
            console.error(str(fault))
            raise typer.Exit(FAULT) from None
        except LimitReached as reached:
            # A search reports its limits. This one came before.
            console.error(f"stopped by the {reached} while reading the input")
            raise typer.Exit(UNANSWERED) from None
        except EdgeaspError as error:
            path, _, message = str(error).partition(": ")
            path = getattr(error, "source", path)
            name = " ".join(words[:2]) if " ".join(words[:1]) in ("suite", "campaign", "signs") else words[0]
            suggestion = suggestions.suggest_file(path, message, name, words)
            console.error(f"{error}\n{suggestion}" if suggestion else str(error))
            wrong = isinstance(error, RefutedError)
            raise typer.Exit(UNANSWERED if wrong else USAGE) from None
        except BrokenPipeError:
            exit_at_once(BROKEN_PIPE)
        except OSError as error:
            # Readers of files raise errors of their own, and so does `system.writing`.
            what = "written" if error.filename == console.STDOUT else "read or written"
            console.error(f"{error.filename or 'a file'}: cannot be {what}: {os_reason(error)}")
            exit_at_once(USAGE)
        finally:
            signals.set_raising(before)
    except KeyboardInterrupt as interrupt:
        console.error("interrupted")
        exit_at_once(signals.exit_status(interrupt))


def _usage_error_texts(error: Any, words: Sequence[str]) -> tuple[str, Any, str | None]:
    context: Any = getattr(error, "ctx", None)
    param, option = (getattr(error, name, None) for name in ("param", "option_name"))
    if option is not None:
        if hasattr(error, "possibilities"):  # typer has no public name for an unknown option
            known = [*_option_names(context.command), *_EVERYWHERE]
            suggestion = suggestions.suggest_option(option, _command_words(context), known, words)
            return f"there is no option {option}", context, suggestion
        return f"{option}: expected a value, found none", context, None
    if param is None:
        hint = getattr(error, "param_hint", None)
        return f"{hint}: {error.message}" if hint else error.message, context, None
    if not error.message:
        if param.param_type_name == "option":
            names, example = ", ".join(param.opts), f"such as {param.opts[0]} {param.metavar}"
            return f"expected {names}, found none", context, example
        return f"expected {param.metavar}, found none", context, None
    place, choices = parameter_name(param, context), getattr(param.type, "choices", ())
    if place == param.envvar and param.is_flag:
        return f"{place}: expected 1 or 0, found {quoted(os.environ[place])}", context, None
    pairs = [*pairwise(words), *((word[:2], word[2:]) for word in words)]
    option, value = next((pair for pair in pairs if pair[0] in param.opts), ("", ""))
    return f"{place}: {error.message.rstrip('.')}", context, suggestions.suggest_value(value, choices, option)


def _print_usage_error(message: str, context: Any, suggestion: str | None) -> None:
    usage = " ".join(context.get_usage().split()).removeprefix("Usage: ") if context else ""
    if suggestion is None and context is not None:
        asks = message.startswith(("expected ", "unexpected "))
        suggestion = f"usage: {usage}" if asks else f"see: {context.command_path} -h"
    console.error("\n".join(filter(None, (message, suggestion))))


def exit_at_once(status: int) -> NoReturn:
    """End the process at once.

    clingo may be running in a thread that cannot be stopped, and standard output may be closed.
    """
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(status)


def run_search(search: Callable[[], object], clear: Callable[[], object]) -> KeyboardInterrupt | None:
    """Run a search and return the pending interrupt, if any.

    Args:
        search: function that runs the search.
        clear: function that restores the terminal afterwards.
    """
    signals.defer()
    try:
        search()
    except KeyboardInterrupt as caught:
        return caught
    finally:
        clear()
    return signals.pending()


def end_search(interrupt: KeyboardInterrupt | None, *, answered: bool, stopped: bool) -> NoReturn:
    """End the command with the status of the search.

    Args:
        interrupt: interrupt that ended the search, None without one.
        answered: whether the question was answered.
        stopped: whether a limit ended the search, so that clingo may still be grounding.
    """
    console.flush()
    if interrupt is not None:
        exit_at_once(signals.exit_status(interrupt))
    status = ANSWERED if answered else UNANSWERED
    if stopped:
        exit_at_once(status)  # clingo may still be grounding
    raise typer.Exit(status)


def examples(*lines: str, before: str = "", after: str = "", daily: str = "") -> Callable[[_Function], _Function]:
    """Add examples to the end of a command's help.

    Args:
        lines: the examples.
        before: text before the examples.
        after: text after the examples.
        daily: options that the short help lists, separated by blanks. Empty for the default of `Command`.
    """
    epilog = "Examples:\n" + "\n".join(f"  {line}" for line in lines)

    def attach_examples(command: _Function) -> _Function:
        """Attach the texts to a command."""
        command.epilog = f"{before}{epilog}{after}"  # type: ignore[attr-defined]
        command.daily = tuple(daily.split())  # type: ignore[attr-defined]
        return command

    return attach_examples


# ---- the command line ----

# All commands, each in a few words.
_GROUPS: tuple[tuple[str, dict[str, str]], ...] = (
    (
        "Puzzles and boards",
        {
            "solve": "find solutions, or count them",
            "best": "find a board with as many matching edges as possible",
            "check": "check a board and print its score and errors",
            "hint": "suggest the next tile of a partial board, or tiles to remove",
            "explain": "explain why a puzzle has no solution",
            "diff": "compare two boards of a puzzle",
            "info": "describe a puzzle without searching",
            "show": "draw a puzzle or a board",
            "play": "make a page to place tiles by hand",
            "sheets": "print tiles to cut out",
            "generate": "generate puzzles",
            "convert": "convert a puzzle or a board to another format",
            "formats": "list the formats",
        },
    ),
    (
        "Answer set programming and solvers",
        {
            "facts": "print a puzzle as facts",
            "encode": "print the program that solves these facts",
            "ground": "print the ground program, or its size",
            "decode": "turn answers of clingo or a SAT solver into boards",
            "grade": "grade programs on small puzzles",
            "cnf": "print a puzzle as a formula for SAT solvers",
        },
    ),
    (
        "Proofs and experiments",
        {
            "certify": "prove that a list of solutions is complete",
            "verify": "check a certificate",
            "bench": "measure edgeasp and other solvers",
            "suite": "solve many generated puzzles",
            "campaign": "run a search of hours or weeks",
            "signs": "study the signs of tiles",
        },
    ),
)

# Modules of commands that are not named after them in `cli`.
_ELSEWHERE = {
    "bench": "lab.bench.command",
    "campaign": "lab.campaign.command",
    "certify": "lab.certificate.command",
    "cnf": "lab.cnf.command",
    "decode": "cli.convert",
    "diff": "cli.explain",
    "facts": "cli.encode",
    "formats": "cli.convert",
    "grade": "lab.teach.command",
    "ground": "cli.convert",
    "hint": "cli.explain",
    "info": "cli.check",
    "play": "cli.show",
    "sheets": "cli.show",
    "signs": "lab.signs.command",
    "suite": "lab.suite.command",
    "verify": "lab.certificate.command",
}

_LINK = re.compile(r"https?://|#?board_w=|#?puzzle=")

_LABORATORY = find_spec("edgeasp.lab") is not None


GROUPS = tuple(
    (heading, {name: text for name, text in names.items() if _LABORATORY or "lab." not in _ELSEWHERE.get(name, "")})
    for heading, names in _GROUPS
)
"""Installed commands by group. The laboratory may be left out."""

NAMES = tuple(name for _, names in GROUPS for name in names)

ENVIRONMENT = (
    ("EDGEASP_TIME_LIMIT", "--time-limit"),
    ("EDGEASP_CONFLICT_LIMIT", "--conflict-limit"),
    ("EDGEASP_MEMORY_LIMIT", "--memory-limit"),
    ("EDGEASP_JOBS", "--jobs"),
    ("EDGEASP_QUIET", "--quiet, if set to 1"),
    ("NO_COLOR", "no colours, if not empty"),
    ("COLUMNS", "width of the terminal, if it differs from the window"),
)
"""Environment variables and what they set. Benchmarks and passes over suites have limits of their own."""


@cache
def load_command(name: str) -> Any:
    """Import the module of a command and return the command.

    Other modules are not imported, so commands start fast.
    """
    from edgeasp.cli.options import with_groups

    module = import_module(f"edgeasp.{_ELSEWHERE.get(name, f'cli.{name}')}")
    functions = getattr(module, "COMMANDS", [getattr(module, name)])
    group: dict[str, Any] = {"cls": Subgroup} if hasattr(module, "COMMANDS") else {}
    commands = typer.Typer(**group, add_completion=False, rich_markup_mode=None)
    for function in functions:
        # Extra arguments are refused by `Command`, with a suggestion.
        settings = {"allow_extra_args": True}
        commands.command(cls=Command, epilog=function.epilog, context_settings=settings)(with_groups(function))
    if group:
        commands.callback()(getattr(module, name))
    command = typer.main.get_command(commands)
    command.name = name
    return command


class LazyGroup(GuardedGroup):
    """The group of all commands, each loaded when needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Name all commands."""
        return list(NAMES)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the arguments begin with.

        A link to a board, or its fragment alone, means `check`.
        """
        return super().resolve_command(ctx, ["check", *args] if _LINK.match(args[0]) else args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load a command, or return None for an unknown name."""
        return load_command(cmd_name) if cmd_name in NAMES else None

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Complete the name of a command, without loading any."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        texts = {name: text for _, names in GROUPS for name, text in names.items()}
        outline = TyperGroup(name="edgeasp", commands=[TyperCommand(name, help=texts[name]) for name in texts])
        return outline.shell_complete(typer.Context(outline), incomplete)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments of the group.

        `help solve` means `solve --help`, and `help reading` prints the page `reading` of `_PAGES`.
        """
        if len(args) > 1 and args[0] in _COMPLETION:
            _print_completion(ctx, *args)
        if args[:1] == ["help"] and args[1:2] and args[1] in _PAGES:
            console.print_lines(
                _PAGES[args[1]](HelpText(width=ctx.terminal_width, max_width=ctx.max_content_width), ctx)
            )
            raise typer.Exit
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        # The group has no such options, but every command has: they move behind its arguments.
        before = list(takewhile(lambda word: word in ("-q", "--quiet", "-v", "--verbose"), args))
        args = [*args[len(before) :], *before]
        return list(super().parse_args(ctx, args))

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the usage line."""
        formatter.write_usage("edgeasp", "COMMAND [ARGS]...")

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what edgeasp does, and first steps."""
        super().format_help_text(ctx, formatter)
        with formatter.section("First steps"):
            formatter.write_dl(FIRST_STEPS)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """List commands by group, then options, without loading any command."""
        width = max(map(len, NAMES))
        for heading, names in GROUPS:
            if not names:
                continue
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), text) for name, text in names.items()])
        with formatter.section("Options"):
            formatter.write_dl(_OPTIONS)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """List the help pages."""
        with formatter.section("More"):
            formatter.write_dl([(f"edgeasp help {word}", text) for word, text in _MORE])


FIRST_STEPS = (
    ("count small boards", "edgeasp solve e2 --block 2x2 --count"),
    ("check a link", "edgeasp check 'LINK'"),
    ("place tiles by hand", "edgeasp play e2"),
)
"""First commands to try, each with its purpose."""

_OPTIONS = (
    ("-q, --quiet", "Print results and errors only (like -v, also before COMMAND)."),
    ("-v, --verbose", "Print statistics of a search."),
    ("-V, --version", "Print the version (with --all: also what is installed)."),
    ("--install-completion", "Install completion for the current shell."),
    ("--show-completion", "Print the completion script for the current shell."),
    ("-h, --help", "Print this page."),
)

_MORE = (
    ("COMMAND", "common options and examples of a command (COMMAND --help-all: all options)"),
    ("reading", "how puzzles are read"),
    ("environment", "environment variables and exit statuses"),
)

_COMPLETION = {"--install-completion": "install_callback", "--show-completion": "show_callback"}
_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def _print_completion(context: Any, option: str, *shells: str) -> None:
    # typer takes no name of a shell: it completes in the shell that runs the command.
    if len(shells) > 1 or shells[0] not in _SHELLS:
        raise CommandLineError(
            f"{option}: expected {', '.join(_SHELLS)}, or nothing, found {' '.join(shells)}", context
        )
    getattr(import_module("typer.completion"), _COMPLETION[option])(context, None, shells[0])


def _write_reading_page(formatter: Any, context: Any) -> str:
    formatter.write("\n\n".join(textwrap.fill(text, formatter.width) for text in _READING_WORDS) + "\n")
    params = [param for param in load_command("info").params if _heading_of(param) == "Puzzle"]
    _write_options(context, formatter, "Options of all commands that take a puzzle", params)
    formatter.write("\nExamples:\n" + "".join(f"  {line}\n" for line in READING_EXAMPLES))
    return str(formatter.getvalue())


def _write_environment_page(formatter: Any, context: Any) -> str:
    with formatter.section("Environment variables (options overrule them)"):
        formatter.write_dl(ENVIRONMENT)
    with formatter.section("Exit status"):
        formatter.write_dl([(f"{status:>3}", meaning) for status, meaning in TABLE])
    return str(formatter.getvalue())


# Help pages that belong to no command.
_PAGES = {"reading": _write_reading_page, "environment": _write_environment_page}

_READING_WORDS = (
    "A puzzle is a file, a link to a viewer or its board_edges letters, e2 for Eternity II, or - for standard "
    "input. edgeasp recognises its format by its content, and asks if it can be read in several ways.",
    "Plain text has one tile per line, with its sides clockwise from the top: 0 1 2 0, red blue green grey, 1A 2a "
    "3A 4a, turtle-head turtle-tail. A first line may have the numbers of columns and rows. 0 is the frame, and "
    "tiles may be rotated. edgeasp formats lists the other formats.",
)

READING_EXAMPLES = (
    "edgeasp info pieces.txt --sides nswe --size 12x6",
    "edgeasp solve tiles.csv --sides trbl --unframed --upright",
    "edgeasp solve cards.txt --from halves",
    "edgeasp check e2 board.sol --clue e2:official",
)
"""Examples of these options."""


app = typer.Typer(
    name="edgeasp",
    cls=LazyGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)


@app.callback(invoke_without_command=True)
def edgeasp(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("-V", "--version", help="Print the version.")] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="With --version: also what is installed, and what you can add.")
    ] = False,
) -> None:
    """Solve edge-matching puzzles (Eternity II and others) with ASP."""
    if version:
        console.print_line(f"edgeasp {__version__}")
        if everything:
            from edgeasp.api.plain import versions_text

            console.print_lines(versions_text())
        raise typer.Exit
    if everything:
        raise OptionError("--all goes with --version")
    if ctx.invoked_subcommand is None:
        raise CommandLineError("expected a command, found none", ctx)
