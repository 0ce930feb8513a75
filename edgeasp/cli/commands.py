"""The command line: all commands, each loaded when it is called; help; errors as messages and exit statuses."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from copy import copy
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, NoReturn, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from edgeasp._version import __version__
from edgeasp.cli import completion, console, signals
from edgeasp.system.errors import (
    AnswerError,
    CheckError,
    EdgeaspError,
    OptionError,
    RefutedError,
    SolverError,
    installer,
    os_reason,
)
from edgeasp.system.limits import LimitReached, in_seconds
from edgeasp.system.lines import quoted

# ---- values of options as people write them ----

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""A command line that makes no sense; typer has the class, but no name for it in all its versions."""

TIME = "TIME"
"""The metavar of a time."""

_ALL = "|all"
"""The end of the metavar of a number for which `all` stands for 0."""


def read_as_written(param: Any) -> None:
    """Let an option take what people write, and say in their words what it expects, if its value is a number.

    A wrong value from a variable of the environment is named with this.
    """
    if getattr(param, "envvar", None):
        param.get_error_hint = lambda ctx: f"'{where(param, ctx)}'"
    if not param.type.name.startswith(("int", "float", "boolean")):
        return
    kind: Any = copy(param.type)
    usual, metavar = kind.convert, param.metavar or ""

    def convert(value: Any, param: Any, ctx: Any) -> Any:
        text = value.strip() if isinstance(value, str) else value
        try:
            if metavar == TIME and isinstance(text, str):
                text = in_seconds(text)
            if metavar.endswith(_ALL) and text == "all":
                return 0
            return usual(text, param, ctx)
        except (UsageError, OptionError):
            shown = f"'{value}'" if isinstance(value, str) else value
            kind.fail(f"expected {_expected(kind, metavar)}, found {shown}", param, ctx)

    kind.convert = convert
    # Help says in its words what is out of range, if that is not obvious.
    kind._describe_range = lambda: ""
    param.type = kind


def where(param: Any, ctx: Any) -> str:
    """The name for a message on a wrong value: the option, or the variable that it came from."""
    source = ctx.get_parameter_source(param.name)
    return str(param.envvar if source is not None and source.name == "ENVIRONMENT" else param.opts[-1])


def _expected(kind: Any, metavar: str) -> str:
    """The range of a number, in words."""
    if metavar == TIME:
        return "a time such as 90, 90s, 30m, 8h or 2d"
    if kind.name == "boolean":
        return "1 or 0"
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    words = "a whole number" if kind.name.startswith("int") else "a number"
    if least is not None and most is not None:
        words += f" from {least:,} to {most:,}"
    elif least is not None:
        words += f" of {least:,} or more"
    elif most is not None:
        words += f" of {most:,} or less"
    return f"{words}, or all" if metavar.endswith(_ALL) else words


# ---- the one table of exit statuses ----

ANSWERED = 0
UNANSWERED = 1
USAGE = 2
FAULT = 70
INTERRUPTED = 130
BROKEN_PIPE = 141
TERMINATED = 143

TABLE = (
    (ANSWERED, "the question was answered: a solution, a count, or a proof that there is none"),
    (
        UNANSWERED,
        "it was not, within the limits; check, certify, decode, grade and verify: something is wrong; "
        "diff: the boards differ; bench: a run failed",
    ),
    (USAGE, "bad input or usage: nothing was written (of that board, in a suite or series)"),
    (FAULT, "a fault in edgeasp or clingo, for example an answer that the checker rejects"),
    (INTERRUPTED, "interrupted (Ctrl-C)"),
    (BROKEN_PIPE, "the reader of standard output has closed the pipe, as head does"),
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

_WHOLE = 1000
"""As many columns as no first sentence takes."""


_Function = TypeVar("_Function", bound=Callable[..., None])

_Formatter: Any = typer.Context.formatter_class


class HelpText(_Formatter):  # type: ignore[misc]
    """Help that is broken between words only, so not at the hyphens of names."""

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        super().write_text(_joined(text))

    def write_dl(self, rows: Sequence[tuple[str, str]], *options: Any, **more: Any) -> None:
        """Write a list of names, each with its text."""
        super().write_dl([(name, _joined(text)) for name, text in rows], *options, **more)

    def getvalue(self) -> str:
        """The whole text."""
        return str(super().getvalue()).replace(_HYPHEN, "-")


_HYPHEN = "\N{NON-BREAKING HYPHEN}"


def _joined(text: str) -> str:
    return text.replace("-", _HYPHEN)


class Verbatim:
    """Help that is broken at words, and ends with examples, which are not reflowed."""

    epilog: str | None

    def get_help(self, ctx: Any) -> str:
        """The whole help."""
        command: Any = self
        formatter = HelpText(width=ctx.terminal_width, max_width=ctx.max_content_width)
        command.format_help(ctx, formatter)
        return formatter.getvalue().rstrip("\n")

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the text after a blank line; an example that is too wide goes on in the next line."""
        if self.epilog:
            lines = (_continued(line, formatter.width) for line in self.epilog.strip("\n").split("\n"))
            formatter.write("\n" + "\n".join(lines) + "\n")


_LAST = ("Encoding", "Search", "Limits", "Picture", "Sheets", "Output", "Puzzle", "Options")
"""The headings that stand last in a help, in this order: few need to say how a puzzle is read."""

_EVERYWHERE = ("--quiet", "--help", "--help-all")

_ONCE = ("--signs", "--program", "--start", "--cnf", "--seeds", "--mask", "--wrap", "--partners")
"""Options of which a second one looks as if it came to the first, as with `--clue` and `--add`."""

_FIRST = ("-o", "--format")
"""Options that stand first below their heading."""


def _heading(param: Any) -> str:
    fallback = "Arguments" if param.param_type_name == "argument" else "Options"
    return getattr(param, "rich_help_panel", None) or fallback


def _place(param: Any) -> tuple[int, int]:
    """The place of a parameter in help: arguments, what a command is about, and then what is alike in all."""
    heading = _heading(param)
    last = _LAST.index(heading) + 2 if heading in _LAST else heading != "Arguments"
    return last, _FIRST.index(param.opts[0]) if param.opts[0] in _FIRST else len(_FIRST)


_READING = ("--signs", "--frame", "--unframed", "--upright", "--from", "--sides", "--size")
"""Options that say how a puzzle is read: few puzzles need them, and `edgeasp help reading` has them on one page."""

_FEW = 4
"""Of more examples, the help of a command with many options shows the first."""


_ENVVAR = re.compile(r"  \[env var: \w+\]")
"""Variables stand in the help of all options, and in that of edgeasp."""


_ALL_OPTIONS = "Show all options."
_ALL_AND_READING = f"{_ALL_OPTIONS} How puzzles are read: edgeasp help reading."


def _says_how_to_read(param: Any) -> bool:
    return _heading(param) == "Puzzle" and param.opts[0] in _READING


class Command(Verbatim, TyperCommand):
    """A command that is quiet if asked to, and reads values as people write them.

    Its help has the options of daily use: those that `examples` names, or all that do not say how a puzzle is read.
    With `--help-all` it has everything, in groups.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        """Take the options of the command, `--quiet`, and `--help-all` if there is more than the help of daily use."""
        super().__init__(*args, **settings)
        for param in self.params:
            read_as_written(param)
        self._daily: tuple[str, ...] = getattr(self.callback, "daily", ())
        self._whole = not any(map(self._is_rare, self.params))
        if not self._whole:
            self.params.append(
                TyperOption(
                    param_decls=["--help-all"],
                    is_flag=True,
                    expose_value=False,
                    is_eager=True,
                    callback=self._help_all,
                    help=_ALL_AND_READING if any(map(_says_how_to_read, self.params)) else _ALL_OPTIONS,
                )
            )
        self.params.append(
            TyperOption(
                param_decls=["-q", "--quiet"],
                is_flag=True,
                expose_value=False,
                is_eager=True,
                callback=lambda context, param, quiet: console.set_quiet(quiet),
                envvar="EDGEASP_QUIET",
                help="Print results and errors only.",
            )
        )
        read_as_written(self.params[-1])
        self.params.sort(key=_place)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; of options that name one file or list, the first would be dropped without a word."""
        for option in _ONCE:
            number = sum(word == option or word.startswith(f"{option}=") for word in args)
            if number > 1:
                raise UsageError(f"{option} is given {number} times: expected it once", ctx)
        return list(super().parse_args(ctx, args))

    def _is_rare(self, param: Any) -> bool:
        """Whether the help of daily use leaves it out."""
        if param.param_type_name == "argument":
            return False
        if self._daily:
            return not {*self._daily, *_EVERYWHERE} & {*param.opts, *param.secondary_opts}
        return _says_how_to_read(param)

    def _help_all(self, context: Any, param: Any, wanted: bool) -> None:
        if wanted:
            self._whole = True
            text = self.get_help(context)
            self._whole = False
            console.line(text)
            raise typer.Exit

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what the command does; in the help of daily use, its first two paragraphs."""
        whole = self.help
        if not self._whole and self._daily and whole:
            self.help = "\n\n".join(whole.split("\n\n")[:2])
        super().format_help_text(ctx, formatter)
        self.help = whole

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write examples, a few of many in the help of daily use."""
        whole = self.epilog
        if not self._whole and self._daily and whole:
            self.epilog = "\n".join(whole.split("\n\n")[0].split("\n")[: _FEW + 1])
        super().format_epilog(ctx, formatter)
        self.epilog = whole

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The arguments as manuals have them: those that may be left out in brackets."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write arguments and options, each group under its own heading; those of daily use under one."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and (self._whole or not self._is_rare(param)):
                heading = _heading(param) if self._whole or param.param_type_name == "argument" else "Options"
                name, words = record
                groups.setdefault(heading, []).append((name, words if self._whole else _ENVVAR.sub("", words)))
        for heading, records in groups.items():
            with formatter.section(heading):
                formatter.write_dl(records)


def _continued(line: str, width: int) -> str:
    """A line of a shell, divided at words so that it fits."""
    if len(line) <= width:
        return line
    parts = textwrap.wrap(line, width - 2, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False)
    return " \\\n".join(parts)


class Subgroup(Verbatim, TyperGroup):
    """A group of commands, listed with all that their first sentences say."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands, each with the whole first sentence of its help."""
        commands: list[tuple[str, Any]] = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(_WHOLE)) for name, command in commands])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the arguments begin with; if there is none, name those that are like it."""
        names = self.list_commands(ctx)
        if args[0] not in names:
            like = get_close_matches(args[0].lower(), names)
            hint = f" Did you mean {' or '.join(like)}?" if like else ""
            ctx.fail(f"There is no command {quoted(args[0])}.{hint}")
        return super().resolve_command(ctx, args)


class Group(Subgroup):
    """The group of all commands, which handles everything that they raise."""

    words: Sequence[str] = ()
    """The words typed after `edgeasp`."""

    def make_context(self, info_name: Any, args: list[str], *others: Any, **options: Any) -> Any:
        """Read the arguments of the group; `--help` prints here."""
        self.words = tuple(args)
        return _guarded(partial(super().make_context, info_name, args, *others, **options), self.words)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run a command."""
        return _guarded(partial(super().invoke, ctx), self.words)


def _guarded(run: Callable[[], Any], words: Sequence[str]) -> Any:
    """Run a function; turn what it raises into a message and an exit status.

    A signal raises an exception only inside, since typer gives every interrupt the status of Ctrl-C.
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
        except UsageError as error:
            _explain(error, words)
            raise typer.Exit(USAGE) from None
        except FAULTS as fault:
            console.error(str(fault))
            raise typer.Exit(FAULT) from None
        except LimitReached as reached:
            # A search reports its limits. This one came before.
            console.error(f"stopped by the {reached} while reading the input")
            raise typer.Exit(UNANSWERED) from None
        except EdgeaspError as error:
            console.error(_advised(str(error), words))
            wrong = isinstance(error, RefutedError)
            raise typer.Exit(UNANSWERED if wrong else USAGE) from None
        except BrokenPipeError:
            leave(BROKEN_PIPE)
        except OSError as error:
            # Readers of files raise errors of their own, and so does `system.writing`.
            what = "written" if error.filename == console.STDOUT else "read or written"
            console.error(f"{error.filename or 'a file'}: cannot be {what}: {os_reason(error)}")
            leave(USAGE)
        finally:
            signals.set_raising(before)
    except KeyboardInterrupt as interrupt:
        console.error("interrupted")
        leave(signals.status_of(interrupt))


def _advised(message: str, words: Sequence[str]) -> str:
    """A message, and in a line of its own what was probably meant."""
    from edgeasp.cli.advice import advice

    more = advice(words, message)
    return f"{message}\n{more}" if more else message


def _explain(error: Any, words: Sequence[str]) -> None:
    """Print what is wrong with a call, and what was meant, or how it is called; of a bare group its help."""
    context = error.ctx
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return
    # Advice knows more names of options than typer, which guesses from letters alone.
    unknown = type(error).__name__ == "NoSuchOption"
    message, _, guess = (error.message if unknown else error.format_message()).partition(" Did you mean ")
    lines = _advised(message, words).split("\n")[message.count("\n") + 1 :]
    lines = lines or ([f"did you mean {guess}"] if guess else [])
    if context is not None and not lines:
        usage = " ".join(context.get_usage().split()).removeprefix("Usage: ")
        lines = [f"usage: {usage}" if _WHOLE_CALL.match(message) else f"more: {context.command_path} -h"]
    console.error("\n".join([_reworded(message), *lines]))


_WHOLE_CALL = re.compile(r"Missing |Got unexpected")
"""Messages that only a look at the whole call explains."""

_WORDINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (
        re.compile(r"Invalid value for (?P<where>.+?): (?P<found>'.*') is not one of (?P<known>.+?)\.?"),
        lambda match: f"{_named(match['where'])}: expected {_named(match['known'])}, found {match['found']}",
    ),
    (
        re.compile(r"Invalid value(?: for (?P<where>.+?))?: (?P<what>.+)", re.DOTALL),
        lambda match: f"{_named(match['where'] or 'the value')}: {match['what']}",
    ),
    (re.compile(r"No such option: (?P<name>\S+)"), lambda match: f"there is no option {match['name']}"),
    (
        re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((?P<more>.*)\)", re.DOTALL),
        lambda match: f"expected nothing more, found {match['more']}",
    ),
    (
        re.compile(r"Missing (?:argument|option|parameter) (?P<what>.+?)\.(?P<rest>.*)", re.DOTALL),
        lambda match: f"expected {_named(match['what'])}, found none",
    ),
    (
        re.compile(r"Option (?P<name>.+?) requires an argument\."),
        lambda match: f"{_named(match['name'])}: expected a value, found none",
    ),
)
"""Messages of typer on a call, in the words of all other messages."""


def _named(text: str) -> str:
    """Options, arguments or values without quotation marks."""
    return text.replace("'", "").replace(" / ", ", ")


def _reworded(message: str) -> str:
    for pattern, words in _WORDINGS:
        if match := pattern.fullmatch(message):
            return words(match)
    return (message[:1].lower() + message[1:]).removesuffix(".")


def leave(status: int) -> NoReturn:
    """End at once: clingo may be running in a thread that cannot be stopped, and standard output may be gone."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(status)


def run_search(search: Callable[[], object], clear: Callable[[], object]) -> KeyboardInterrupt | None:
    """Search to the end, which an interrupt or a limit may bring, and clear the progress; the interrupt, if any."""
    signals.defer()
    try:
        search()
    except KeyboardInterrupt as caught:
        return caught
    finally:
        clear()
    return signals.pending()


def end_search(interrupt: KeyboardInterrupt | None, *, answered: bool, stopped: bool) -> NoReturn:
    """End the command after an interrupt, with an answer or without one, at a limit or not."""
    console.flush()
    if interrupt is not None:
        leave(signals.status_of(interrupt))
    status = ANSWERED if answered else UNANSWERED
    if stopped:
        leave(status)  # clingo may still be grounding
    raise typer.Exit(status)


def examples(*lines: str, before: str = "", after: str = "", daily: str = "") -> Callable[[_Function], _Function]:
    """Put a block of examples at the end of a command's help, perhaps between other texts.

    Of a command with many options, `daily` names those of daily use, which its help shows with the first examples.
    """
    epilog = "Examples:\n" + "\n".join(f"  {line}" for line in lines)

    def with_examples(command: _Function) -> _Function:
        command.epilog = f"{before}{epilog}{after}"  # type: ignore[attr-defined]
        command.daily = tuple(daily.split())  # type: ignore[attr-defined]
        return command

    return with_examples


# ---- the command line ----

_GROUPS = (
    ("Solve", ("solve", "best", "hint", "explain")),
    ("Look and print", ("check", "diff", "info", "show", "play", "sheets")),
    ("Make and convert", ("generate", "convert", "formats")),
    ("Prove", ("certify", "verify")),
    ("Many and long", ("suite", "campaign", "bench", "signs")),
    ("Programs and solvers", ("grade", "facts", "encode", "ground", "cnf", "decode")),
)

_ELSEWHERE = {
    "bench": "lab.bench.command",
    "campaign": "lab.campaign.command",
    "certify": "lab.certificate.command",
    "cnf": "cli.convert",
    "decode": "cli.convert",
    "diff": "cli.explain",
    "facts": "cli.encode",
    "formats": "cli.convert",
    "ground": "cli.convert",
    "hint": "cli.explain",
    "info": "cli.check",
    "play": "cli.show",
    "sheets": "cli.show",
    "signs": "lab.signs.command",
    "suite": "lab.suite.command",
    "verify": "lab.certificate.command",
}
"""The modules of commands that have none of their name here."""

_LINK = re.compile(r"https?://|#?board_w=|#?puzzle=")

_LABORATORY = find_spec("edgeasp.lab") is not None


def _here(names: Sequence[str]) -> tuple[str, ...]:
    """Those of these commands that are installed: the laboratory may be left out."""
    return tuple(name for name in names if _LABORATORY or not _ELSEWHERE.get(name, "").startswith("lab."))


GROUPS = tuple((heading, _here(names)) for heading, names in _GROUPS if _here(names))
"""All commands, in the order in which help and documentation list them."""

NAMES = tuple(name for _, names in GROUPS for name in names)

ENVIRONMENT = (
    ("EDGEASP_TIME_LIMIT", "--time-limit, where a command is given none"),
    ("EDGEASP_CONFLICT_LIMIT", "--conflict-limit"),
    ("EDGEASP_MEMORY_LIMIT", "--memory-limit"),
    ("EDGEASP_JOBS", "--jobs"),
    ("EDGEASP_QUIET", "--quiet, if it is 1"),
    ("NO_COLOR", "no colours, if it is not empty"),
    ("COLUMNS", "the width of the terminal, if it is not that of the window"),
)
"""Variables of the environment, each with the option for which it stands. Benchmarks and passes over suites have limits
of their own."""


@cache
def load(name: str) -> Any:
    """The command of that name; its module is imported only then, so that the start is fast."""
    module = import_module(f"edgeasp.{_ELSEWHERE.get(name, f'cli.{name}')}")
    functions = getattr(module, "COMMANDS", [getattr(module, name)])
    group: dict[str, Any] = {"cls": Subgroup, "no_args_is_help": True} if hasattr(module, "COMMANDS") else {}
    commands = typer.Typer(**group, add_completion=False, rich_markup_mode=None)
    for function in functions:
        commands.command(cls=Command, epilog=function.epilog)(function)
    if group:
        commands.callback()(getattr(module, name))
    command = typer.main.get_command(commands)
    command.name = name
    return command


class Commands(Group):
    """The group of all commands, each loaded when needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Name all commands."""
        return list(NAMES)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; a link, or the letters of one, is a board to check."""
        return super().resolve_command(ctx, ["check", *args] if _LINK.match(args[0]) else args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load a command, or only its outline for a shell that completes; None if there is none of that name."""
        if cmd_name not in NAMES:
            return None
        outlined = "_EDGEASP_COMPLETE" in os.environ and cmd_name in completion.read()
        return completion.outline_for_shell(cmd_name) if outlined else load(cmd_name)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments of the group; `help solve` is `solve --help`, and `help reading` a page of its own."""
        if len(args) > 1 and args[0] in _COMPLETION:
            _complete_in(ctx, *args)
        if args == ["help", "reading"]:
            console.lines(_reading_text(ctx))
            raise typer.Exit
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        return list(super().parse_args(ctx, args))

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Say how a command is called."""
        formatter.write_usage("edgeasp", "COMMAND [ARGS]...")

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands in groups; none is loaded for it that has its row in the table."""
        width = max(map(len, NAMES))
        for heading, names in GROUPS:
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), _sentence(name)) for name in names])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Say where more stands, and list the variables of the environment and the exit statuses."""
        formatter.write_paragraph()
        formatter.write_text(
            "edgeasp help COMMAND tells more of a command, with examples; edgeasp help reading, how puzzles are read."
        )
        with formatter.section("Environment"):
            formatter.write_dl(ENVIRONMENT)
        with formatter.section("Exit status"):
            formatter.write_dl([(f"{status:>3}", meaning) for status, meaning in TABLE])


_COMPLETION = {"--install-completion": "install_callback", "--show-completion": "show_callback"}
_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def _complete_in(context: Any, option: str, *shells: str) -> None:
    """Install or show completion for a shell; typer takes no name, and does it for the shell that it runs in."""
    if len(shells) > 1 or shells[0] not in _SHELLS:
        raise UsageError(f"{option}: expected {', '.join(_SHELLS)}, or nothing, found {' '.join(shells)}", context)
    getattr(import_module("typer.completion"), _COMPLETION[option])(context, None, shells[0])


def _reading_text(context: Any) -> str:
    """The page on reading puzzles, with the options on it of all commands that take one."""
    formatter = HelpText(width=context.terminal_width, max_width=context.max_content_width)
    formatter.write("\n\n".join(textwrap.fill(text, formatter.width) for text in _READING_WORDS) + "\n")
    records = [param.get_help_record(context) for param in load("info").params if _heading(param) == "Puzzle"]
    with formatter.section("Options of all commands that take a puzzle"):
        formatter.write_dl([record for record in records if record])
    formatter.write("\nExamples:\n" + "".join(f"  {line}\n" for line in READING_EXAMPLES))
    return formatter.getvalue()


_READING_WORDS = (
    "A puzzle is a file, a link to a viewer, the letters of one, e2 for Eternity II, or - for standard input. Its "
    "format is found by what stands in it; where several fit that differ, edgeasp asks.",
    "Plain text is a tile a line, its sides clockwise from the top, perhaps behind a line with columns and rows: "
    "0 1 2 0, red blue green grey, 1A 2a 3A 4a, turtle-head turtle-tail. 0 is the frame, and tiles may be turned. "
    "edgeasp formats lists what else is read.",
)

READING_EXAMPLES = (
    "edgeasp info pieces.txt --sides nswe --size 12x6",
    "edgeasp solve tiles.csv --sides trbl --unframed --upright",
    "edgeasp solve cards.txt --from halves",
    "edgeasp check e2 board.sol --clue e2:official",
)
"""Examples of these options."""


def _sentence(name: str) -> str:
    """A command in a sentence, of its docstring where `make generated` has not written its row yet."""
    return completion.sentence(name) if name in completion.read() else str(load(name).get_short_help_str(1000))


app = typer.Typer(
    name="edgeasp",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)


@app.callback(invoke_without_command=True)
def edgeasp(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("-V", "--version", help="Print the version.")] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="With --version: also what is installed, and what can be added.")
    ] = False,
) -> None:
    """Solve edge-matching puzzles (Eternity II and its relatives) with answer set programming."""
    if version:
        console.line(f"edgeasp {__version__}")
        if everything:
            console.lines(versions_text())
        raise typer.Exit
    if everything:
        raise OptionError("--all goes with --version")
    if ctx.invoked_subcommand is None:
        ctx.fail("Missing command.")


EXTRAS = {
    "png": "boards as PNG",
    "pdf": "sheets of tiles, boards and books as PDF",
    "proof": "certificates, which edgeasp certify makes",
    "cluster": "searches on many machines, by Dask and SLURM",
    "bench": "other solvers to measure edgeasp against, and plots",
}
"""The purpose of each extra; the packages stand in the metadata of the installed edgeasp."""

_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:.*\bextra == ['\"](?P<extra>[\w-]+))?")


def versions_text() -> str:
    """Python, the packages and the programs in C that edgeasp uses, and the extras: what each adds, how to add it."""
    import platform
    from importlib.metadata import requires

    from edgeasp.system import libraries

    lines = [f"Python {platform.python_version()} on {platform.platform(terse=True)}"]
    requirements = (requires("edgeasp") or []) if _installed("edgeasp") else []
    needs = [match for requirement in requirements if (match := _REQUIREMENT.match(requirement))]
    always = [match["name"] for match in needs if match["extra"] is None]
    lines += ["with " + ", ".join(f"{name} {release}" for name in always if (release := _installed(name)))]
    lines += ["", "programs in C:"]
    lines += [f"  {source.stem:<8} {libraries.state(source)}" for source in libraries.sources()]
    lines += ["", "extras:"]
    absent = []
    for extra, meaning in EXTRAS.items():
        packages = {match["name"]: _installed(match["name"]) for match in needs if match["extra"] == extra}
        there = bool(packages) and all(packages.values())
        if not there:
            absent.append(extra)
        state = "installed" if there else "not installed"
        shown = ", ".join(f"{name} {release}" if release else name for name, release in packages.items())
        lines.append(f"  {extra:<8} {meaning}: {state} ({shown})")
    if absent:
        # No index has edgeasp, and an extra of it would replace a checkout by a copy.
        wanted = [need.string.partition(";")[0].strip() for need in needs if need["extra"] == absent[0]]
        lines += ["", f"to add {absent[0]}, for example:", f"  {installer()} {' '.join(map(repr, wanted))}"]
    return "\n".join(lines)


def _installed(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None
