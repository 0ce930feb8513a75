"""What all commands share: how help is laid out, and the one place that maps errors to messages and statuses."""

from __future__ import annotations

import contextlib
import os
import sys
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
    """The group of all commands; nothing a command raises gets past it."""

    def format_epilog(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write the table of exit statuses."""
        write_verbatim(self.epilog, formatter)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run a command; turn what it raises into a message and an exit status."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except FAULTS as fault:
            console.error(str(fault))
            raise typer.Exit(exit_status.FAULT) from None
        except EdgeaspError as error:
            console.error(str(error))
            raise typer.Exit(exit_status.USAGE) from None
        except KeyboardInterrupt as interrupt:
            console.error("interrupted")
            leave(signals.status_of(interrupt))
        except BrokenPipeError:
            leave(exit_status.BROKEN_PIPE)
        except OSError as error:
            # All other files are read and written by `edgeasp.formats.files`, which raises errors of its own.
            console.error(f"standard output: cannot be written: {os_reason(error)}")
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
