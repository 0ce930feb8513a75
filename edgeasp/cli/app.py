"""For all commands: the layout of help, and the one place that maps errors to messages and exit statuses."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any, NoReturn, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from edgeasp.cli import console, exit_status, signals
from edgeasp.cli.values import UsageError, read_as_written
from edgeasp.system.errors import AnswerError, CheckError, EdgeaspError, RefutedError, SolverError, os_reason

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


class Command(Verbatim, TyperCommand):
    """A command that is quiet if asked to, reads values as people write them, and has its help in groups."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        """Take the options of the command, and `--quiet`."""
        super().__init__(*args, **settings)
        for param in self.params:
            read_as_written(param)
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
        self.params.sort(key=_place)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The arguments as manuals have them: those that may be left out in brackets."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write arguments and options, each group under its own heading."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                groups.setdefault(_heading(param), []).append(record)
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
            like = get_close_matches(args[0], names)
            hint = f" Did you mean {' or '.join(like)}?" if like else ""
            ctx.fail(f"There is no command {args[0]!r}.{hint}")
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
            raise typer.Exit(exit_status.USAGE) from None
        except FAULTS as fault:
            console.error(str(fault))
            raise typer.Exit(exit_status.FAULT) from None
        except EdgeaspError as error:
            console.error(_advised(str(error), words))
            wrong = isinstance(error, RefutedError)
            raise typer.Exit(exit_status.UNANSWERED if wrong else exit_status.USAGE) from None
        except BrokenPipeError:
            leave(exit_status.BROKEN_PIPE)
        except OSError as error:
            # Readers of files raise errors of their own, and so does `system.writing`.
            what = "written" if error.filename == console.STDOUT else "read or written"
            console.error(f"{error.filename or 'a file'}: cannot be {what}: {os_reason(error)}")
            leave(exit_status.USAGE)
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
    lines = [f"did you mean {guess}"] if guess else _advised(message, words).split("\n")[message.count("\n") + 1 :]
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
    status = exit_status.ANSWERED if answered else exit_status.UNANSWERED
    if stopped:
        leave(status)  # clingo may still be grounding
    raise typer.Exit(status)


def examples(*lines: str, before: str = "", after: str = "") -> Callable[[_Function], _Function]:
    """Put a block of examples at the end of a command's help, perhaps between other texts."""
    epilog = "Examples:\n" + "\n".join(f"  {line}" for line in lines)

    def with_examples(command: _Function) -> _Function:
        command.epilog = f"{before}{epilog}{after}"  # type: ignore[attr-defined]
        return command

    return with_examples
