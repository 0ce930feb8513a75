"""Making a clingo control, waiting for clingo, and the values that come out of it."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import WeakSet

from edgeasp.encoding.atoms import Argument, Atom
from edgeasp.puzzle.errors import OptionError, SolverError

if TYPE_CHECKING:
    import clingo

POLL = 0.05
"""Seconds between two checks for interrupts and limits."""

Value = TypeVar("Value")


def ground(
    arguments: Iterable[str],
    text: str,
    *,
    prepare: Callable[[clingo.Control], None] = lambda _: None,
    check: Callable[[], None] = lambda: None,
    messages: list[str] | None = None,
) -> clingo.Control:
    """A control that has grounded a program.

    Args:
        arguments: options of clingo.
        text: the program.
        prepare: called with the control before it grounds.
        check: called about every `POLL` seconds; an exception it raises ends the wait. Grounding cannot be stopped:
            it goes on in its thread, and the interpreter waits for it at exit.
        messages: collects clingo's messages.

    Raises:
        OptionError: clingo does not accept an option.
        SolverError: the text is not a program.
    """
    import clingo

    messages = [] if messages is None else messages
    try:
        control = clingo.Control(list(arguments), logger=lambda _, message: messages.append(message.strip()))
    except RuntimeError as error:
        raise OptionError(f"clingo does not accept its options: {_first(messages, error)}") from None
    try:
        prepare(control)
        control.add("base", [], text)
        in_thread(lambda: control.ground([("base", [])]), check)
    except RuntimeError as error:
        raise SolverError(f"clingo does not accept the program: {_first(messages, error)}") from None
    return control


def _first(messages: list[str], error: RuntimeError) -> str:
    return " ".join((messages[0] if messages else str(error)).split())


class _Work(Generic[Value]):
    """A call in a thread of its own."""

    def __init__(self, call: Callable[[], Value], discard: Callable[[Value], object]) -> None:
        self._call, self._discard = call, discard
        self._lock = threading.Lock()
        self._abandoned = False
        self._value: list[Value] = []
        self._error: BaseException | None = None
        # Not a daemon: one that is inside clingo when the interpreter is torn down crashes the process.
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            value = self._call()
        except BaseException as error:
            self._error = error
            return
        with self._lock:
            if not self._abandoned:
                self._value.append(value)
                return
        self._discard(value)

    def abandon(self) -> None:
        """Discard the result, whether it is there already or still to come."""
        with self._lock:
            self._abandoned = True
        for value in self._value:
            self._discard(value)

    def result(self) -> Value:
        if self._error is not None:
            raise self._error
        return self._value[0]


def in_thread(
    call: Callable[[], Value], check: Callable[[], None], discard: Callable[[Value], object] = lambda _: None
) -> Value:
    """The result of a call that runs in another thread, so that interrupts and limits reach this one meanwhile.

    Args:
        call: blocks, and cannot be stopped.
        check: called about every `POLL` seconds; an exception it raises ends the wait.
        discard: takes the result of a call that nobody waits for any more.
    """
    work = _Work(call, discard)
    try:
        work.thread.start()
        while work.thread.is_alive():
            work.thread.join(POLL)
            check()
        return work.result()
    except BaseException:
        work.abandon()
        raise


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


_open: WeakSet[Generator[Any, None, None]] = WeakSet()


def close_at_exit(generator: Generator[Value, None, None]) -> Generator[Value, None, None]:
    """The same generator, which is closed at exit if it is still open: clingo must not search during the teardown."""
    _open.add(generator)
    return generator


@atexit.register
def _close() -> None:
    for generator in tuple(_open):
        # One that is running, in another thread, cannot be closed.
        with suppress(ValueError):
            generator.close()
