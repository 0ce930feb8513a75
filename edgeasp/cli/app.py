"""For all commands: the layout of help, and the one place that maps errors to messages and exit statuses."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from edgeasp.cli import console, exit_status, signals
from edgeasp.puzzle.errors import AnswerError, CheckError, EdgeaspError, SolverError, os_reason

FAULTS = (AnswerError, CheckError, SolverError)
"""Errors that no input should cause."""


class Verbatim:
    """Help that ends with examples, or with the table of exit statuses, unchanged."""

    epilog: str | None

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the text after a blank line."""
        if self.epilog:
            formatter.write("\n" + self.epilog.strip("\n") + "\n")


class Command(Verbatim, TyperCommand):
    """A command whose help groups its options and does not reflow its examples."""

    def format_options(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write arguments and options, each group under its own heading."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                fallback = "Arguments" if param.param_type_name == "argument" else "Options"
                groups.setdefault(getattr(param, "rich_help_panel", None) or fallback, []).append(record)
        for heading, records in sorted(
            groups.items(), key=lambda group: (group[0] != "Arguments", group[0] == "Options")
        ):
            with formatter.section(heading):
                formatter.write_dl(records)


class Group(Verbatim, TyperGroup):
    """The group of all commands, which handles everything that they raise."""

    def make_context(self, *args: Any, **options: Any) -> Any:
        """Read the arguments of the group; `--help` prints here."""
        return _guarded(partial(super().make_context, *args, **options))

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run a command."""
        return _guarded(partial(super().invoke, ctx))


def _guarded(run: Callable[[], Any]) -> Any:
    """Run a function; turn what it raises into a message and an exit status.

    A signal raises an exception only inside, since typer gives every interrupt the status of Ctrl-C.
    """
    try:
        before = signals.set_raising(True)
        try:
            return _reported(run)
        finally:
            signals.set_raising(before)
    except KeyboardInterrupt as interrupt:
        console.error("interrupted")
        leave(signals.status_of(interrupt))


def _reported(run: Callable[[], Any]) -> Any:
    try:
        try:
            result = run()
        except typer.Exit:
            sys.stdout.flush()
            raise
        sys.stdout.flush()
    except FAULTS as fault:
        console.error(str(fault))
        raise typer.Exit(exit_status.FAULT) from None
    except EdgeaspError as error:
        console.error(str(error))
        raise typer.Exit(exit_status.USAGE) from None
    except BrokenPipeError:
        leave(exit_status.BROKEN_PIPE)
    except OSError as error:
        # formats.files handles most files, and raises errors of its own.
        what = "written" if error.filename == console.STDOUT else "read or written"
        console.error(f"{error.filename or 'a file'}: cannot be {what}: {os_reason(error)}")
        leave(exit_status.USAGE)
    return result


def leave(status: int) -> NoReturn:
    """End at once: clingo may be running in a thread that cannot be stopped, and standard output may be gone."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(status)


def examples(*lines: str) -> str:
    """The block of examples at the end of a command's help."""
    return "Examples:\n" + "\n".join(f"  {line}" for line in lines)
