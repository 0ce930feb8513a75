"""Making a clingo control, and the values that come out of one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from edgeasp.encoding.atoms import Argument, Atom
from edgeasp.puzzle.errors import OptionError, SolverError

if TYPE_CHECKING:
    import clingo

POLL = 0.05
"""Seconds between two looks at whether somebody has interrupted us or a limit has struck."""


def ground(
    arguments: Iterable[str],
    text: str,
    *,
    prepare: Callable[[clingo.Control], None] = lambda _: None,
    look: Callable[[], None] = lambda: None,
    messages: list[str] | None = None,
) -> clingo.Control:
    """A control that has grounded a text.

    Args:
        arguments: options of clingo.
        text: an ASP program.
        prepare: what has to be done to the control before it grounds.
        look: called again and again meanwhile; what it raises ends the wait, though clingo goes on in its
            thread until it is done, for nothing can stop it.
        messages: collects what clingo says.

    Raises:
        OptionError: an option is not one that clingo has here.
        SolverError: the text is not a program.
    """
    import clingo

    said: list[str] = [] if messages is None else messages
    try:
        control = clingo.Control(list(arguments), logger=lambda _, message: said.append(message.strip()))
    except RuntimeError as error:
        raise OptionError(f"clingo does not accept its options: {_first(said, error)}") from None
    try:
        prepare(control)
        control.add("base", [], text)
        _in_thread(lambda: control.ground([("base", [])]), look)
    except RuntimeError as error:
        raise SolverError(f"clingo does not accept the program: {_first(said, error)}") from None
    return control


def _first(said: list[str], error: RuntimeError) -> str:
    return " ".join((said[0] if said else str(error)).split())


def _in_thread(work: Callable[[], None], look: Callable[[], None]) -> None:
    """Do the work in another thread, so that an interrupt or a limit reaches this one while clingo is busy."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(POLL)
        look()
    if failures:
        raise failures[0]


def atom(symbol: clingo.Symbol) -> Atom:
    """A ground atom as a plain value."""
    name = symbol.name if symbol.positive else f"-{symbol.name}"
    return Atom(name, tuple(argument(each) for each in symbol.arguments))


def argument(symbol: clingo.Symbol) -> Argument:
    """An argument as a plain value."""
    from clingo import SymbolType

    if symbol.type == SymbolType.Number:
        return symbol.number
    if symbol.type == SymbolType.Function and not symbol.arguments and symbol.positive and symbol.name:
        return symbol.name
    return f"({symbol})"
