"""A search that a limit or an interrupt may end: run to its end, and the exit status that follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import typer

from edgeasp.cli import console, exit_status, signals
from edgeasp.cli.app import leave
from edgeasp.cli.progress import Progress


def run(search: Callable[[], object], progress: Progress) -> KeyboardInterrupt | None:
    """Search; the interrupt, if there was one."""
    signals.defer()
    try:
        search()
    except KeyboardInterrupt as caught:
        return caught
    finally:
        progress.clear()
    return signals.pending()


def end(interrupt: KeyboardInterrupt | None, *, answered: bool, stopped: bool) -> NoReturn:
    """End the command after an interrupt, with an answer or without one, at a limit or not."""
    console.flush()
    if interrupt is not None:
        leave(signals.status_of(interrupt))
    status = exit_status.ANSWERED if answered else exit_status.UNANSWERED
    if stopped:
        leave(status)  # clingo may still be grounding
    raise typer.Exit(status)
