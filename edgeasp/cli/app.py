"""What all commands share: how help is laid out, and the one place that maps errors to messages and statuses."""

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
"""Errors that no input should be able to cause."""


class Command(TyperCommand):
    """A command whose help groups its options and prints its examples as they are."""

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

    def format_epilog(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write the examples without filling lines."""
        write_verbatim(self.epilog, formatter)


class Group(TyperGroup):
    """The group of all commands; nothing that reading the arguments or a command raises gets past it."""

    def format_epilog(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write the table of exit statuses."""
        write_verbatim(self.epilog, formatter)

    def make_context(self, *args: Any, **options: Any) -> Any:
        """Read the arguments of the group; `--help` prints here."""
        return _guarded(partial(super().make_context, *args, **options))

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run a command."""
        return _guarded(partial(super().invoke, ctx))


def _guarded(run: Callable[[], Any]) -> Any:
    """Run something; turn what it raises into a message and an exit status.

    Only inside does a signal raise an exception: typer gives every interrupt that it sees the status of Ctrl-C.
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
        # Of the files, formats.files reads and writes most, and raises errors of its own.
        what = "written" if error.filename == console.STDOUT else "read or written"
        console.error(f"{error.filename or 'a file'}: cannot be {what}: {os_reason(error)}")
        leave(exit_status.USAGE)
    return result


def write_verbatim(text: str | None, formatter: Any) -> None:
    """Write a block of help as it stands, after a blank line."""
    if text:
        formatter.write("\n" + text.strip("\n") + "\n")


def leave(status: int) -> NoReturn:
    """End at once: clingo may be busy in a thread that cannot be stopped, and standard output may be gone."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(status)


def examples(*lines: str) -> str:
    """The block of examples at the end of a command's help."""
    return "Examples:\n" + "\n".join(f"  {line}" for line in lines)
