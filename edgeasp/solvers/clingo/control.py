"""Making a clingo control, waiting for clingo, and the values that come out of it."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from edgeasp.encoding.atoms import Argument, Atom
from edgeasp.encoding.own_rules import OwnRules
from edgeasp.puzzle.errors import OptionError
from edgeasp.solvers.clingo.messages import Messages

if TYPE_CHECKING:
    import clingo

POLL = 0.05
"""Seconds between two checks for interrupts and limits."""

Value = TypeVar("Value")


def version() -> str:
    """The version of clingo."""
    import clingo

    return clingo.__version__


def ground(
    arguments: Iterable[str],
    text: str,
    *,
    prepare: Callable[[clingo.Control], None] = lambda _: None,
    check: Callable[[], None] = lambda: None,
    own: OwnRules = OwnRules(),
    note: Callable[[str], object] = lambda _: None,
) -> clingo.Control:
    """A control that has grounded a program.

    Grounding cannot be stopped: it goes on in its thread, and the interpreter waits for it at exit.

    Args:
        arguments: options of clingo.
        text: the program.
        prepare: called with the control before.
        check: called about every `POLL` seconds; an exception it raises ends the wait.
        own: rules of a user, which follow the text.
        note: called with what clingo says about these rules, if it is no error.

    Raises:
        InputError: the rules of the user are at fault.
        OptionError: clingo does not accept an option.
        SolverError: the text is at fault.
    """
    import clingo

    messages = Messages(text, own)
    try:
        control = clingo.Control(list(arguments), logger=messages.add)
    except RuntimeError as error:
        raise OptionError(f"clingo does not accept its options: {messages.first(error)}") from None

    def read_and_ground() -> None:
        control.add("base", [], text)
        for rules in messages.own_texts():
            control.add("base", [], rules)
        control.ground([("base", [])])

    # What cannot be stopped is not begun beyond a limit.
    check()
    try:
        prepare(control)
        in_thread(read_and_ground, check)
    except RuntimeError as error:
        raise messages.error(error) from None
    messages.settle()
    for each in messages.notes:
        note(each)
    return control


def in_thread(
    call: Callable[[], Value], check: Callable[[], None], discard: Callable[[Value], object] = lambda _: None
) -> Value:
    """The result of a call that runs in another thread, so that interrupts and limits reach this one meanwhile.

    `check` is called about every `POLL` seconds; an exception it raises ends the wait. Then `discard` takes the result
    of the call, whether it is there already or still to come.
    """
    from concurrent.futures import Future

    future: Future[Value] = Future()
    calls = [call]
    del call
    running = threading.Lock()
    running.acquire()

    def run() -> None:
        try:
            # The call is let go of with its end, before the caller goes on: it may hold a control that is to be freed.
            future.set_result(calls.pop()())
        except BaseException as error:
            future.set_exception(error)
        finally:
            running.release()

    # Not a daemon: one that is inside clingo when the interpreter is torn down crashes the process.
    thread = threading.Thread(target=run, daemon=False)
    try:
        thread.start()
        ended = False
        while not ended:
            # Not `thread.join`: before Python 3.13, one that is interrupted keeps the interpreter from waiting at exit.
            ended = running.acquire(timeout=POLL)
            check()
        return future.result()
    except BaseException:
        future.add_done_callback(lambda done: done.exception() or discard(done.result()))
        raise


def atom(symbol: clingo.Symbol) -> Atom:
    """A ground atom as a plain value; of other terms, which `#show` can show as well, the text is the name."""
    from clingo import SymbolType

    if symbol.type != SymbolType.Function or not symbol.name:
        return Atom(str(symbol), ())
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
