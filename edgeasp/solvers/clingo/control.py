"""Making a clingo control, waiting for clingo, the values that come out of it, and what it says about a program.

A message names the file and the line that it means. clingo names no file for a text that it is handed. So rules of a
user are handed over behind as many empty lines as make the number of every line unique.
"""

from __future__ import annotations

import atexit
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar, cast

from edgeasp.encoding.facts import Argument, Atom
from edgeasp.encoding.own_rules import OwnRules, RulesFile
from edgeasp.system import processes
from edgeasp.system.errors import EdgeaspError, InputError, OptionError, SolverError

if TYPE_CHECKING:
    import clingo
    from clingo import MessageCode
    from clingo.backend import Observer


POLL = 0.05
"""Seconds between two checks for interrupts and limits."""

LARGE_TEXT = 50_000
"""Characters of a program from which on it may take five seconds to ground: that of a board of 18 x 18 squares."""

_LAST_WAIT = 1.0
"""Seconds at exit in which a grounding that is to stop may reach its next rule."""

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
    stoppable: bool = False,
    most: int | None = None,
) -> clingo.Control:
    """A control that has grounded a program.

    Grounding goes on in its thread if `check` ends the wait, and the interpreter waits for it at exit. If a large
    program is `stoppable`, grounding ends at the next rule, which may take a while, and at exit nothing waits for it.

    Args:
        arguments: options of clingo.
        text: the program.
        prepare: called with the control before.
        check: called about every `POLL` seconds; an exception it raises ends the wait.
        own: rules of a user, which follow the text.
        note: called with what clingo says about these rules, if it is no error.
        stoppable: whether to stop a long grounding as well; it takes half as long again then. A process that ends after
            a limit or an interrupt does without.
        most: the number of ground rules after which a stoppable grounding ends.

    Raises:
        TooManyRules: there are more.
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

    def read_and_ground() -> RuntimeError | None:
        try:
            control.add("base", [], text)
            for rules in messages.own_texts():
                control.add("base", [], rules)
            control.ground([("base", [])])
        except RuntimeError as error:
            return error
        except _BrakeError:
            pass
        return None

    limited = bool(own) or len(text) > LARGE_TEXT or most is not None
    brake = _Brake(most) if stoppable and limited else None
    if brake:
        control.register_observer(cast("Observer", brake))
    prepare(control)
    # Without a brake, what is not begun beyond a limit is all that is stopped.
    check()
    try:
        refused = in_thread(read_and_ground, check, daemon=brake is not None and processes.can_skip_destructors())
    except BaseException:
        if brake:
            brake.pulled = True
            # At exit, its result is not wanted: it may run until the process has gone.
            atexit.unregister(_wait_a_little)
            atexit.register(_wait_a_little)
        raise
    if brake and brake.full:
        raise TooManyRules
    if refused is not None:
        raise messages.error(refused) from None
    messages.settle()
    for message in messages.notes:
        note(message)
    return control


class _Brake:
    """Hears of each ground rule from clingo, and ends the grounding once it is pulled, by an exception.

    clingo has no other way to stop it. To hear takes some two microseconds a rule.
    """

    def __init__(self, most: int | None = None) -> None:
        self.pulled = False
        self._left = float("inf") if most is None else most

    @property
    def full(self) -> bool:
        """Whether there were more rules than there may be."""
        return self._left < 0

    def rule(self, _choice: bool, _head: Sequence[int], _body: Sequence[int]) -> None:
        """Called by clingo."""
        self._left -= 1
        if self.pulled or self.full:
            raise _BrakeError


class TooManyRules(Exception):  # noqa: N818  # it ends a grounding, but nothing is wrong
    """A ground program has more rules than it may have."""


class _BrakeError(Exception):
    """Grounding was stopped: its result is no longer wanted."""


def in_thread(
    call: Callable[[], Value],
    check: Callable[[], None],
    discard: Callable[[Value], object] = lambda _: None,
    *,
    daemon: bool = False,
) -> Value:
    """The result of a call that runs in another thread, so that interrupts and limits reach this one meanwhile.

    `check` is called about every `POLL` seconds; an exception it raises ends the wait. Then `discard` takes the result
    of the call, whether it is there already or still to come. At exit the interpreter waits for the call, unless it is
    a `daemon`.
    """
    results: list[Value] = []
    errors: list[BaseException] = []
    unwanted = False
    calls = [call]
    del call
    running = threading.Lock()
    running.acquire()

    def run() -> None:
        try:
            # The call is let go of with its end, before the caller goes on: it may hold a control that is to be freed.
            results.append(calls.pop()())
        except BaseException as error:
            errors.append(error)
        finally:
            running.release()
        if unwanted:
            discard_once()

    def discard_once() -> None:
        # Both threads may come here; one of them finds the result.
        with suppress(IndexError):
            discard(results.pop())

    # By default no daemon: one that is inside clingo when the interpreter is torn down crashes the process.
    thread = threading.Thread(target=run, name=_DAEMON if daemon else None, daemon=daemon)
    try:
        thread.start()
        ended = False
        while not ended:
            # Not `thread.join`: before Python 3.13, one that is interrupted keeps the interpreter from waiting at exit.
            ended = running.acquire(timeout=POLL)
            check()
        if errors:
            raise errors.pop()
        return results.pop()
    except BaseException:
        unwanted = True
        discard_once()
        raise


def atom(symbol: clingo.Symbol) -> Atom:
    """A ground atom as a plain value; of other terms, which `#show` can show as well, the text is the name."""
    from clingo import SymbolType

    if symbol.type != SymbolType.Function or not symbol.name:
        return Atom(str(symbol), ())
    name = symbol.name if symbol.positive else f"-{symbol.name}"
    return Atom(name, tuple(argument(term) for term in symbol.arguments))


def argument(symbol: clingo.Symbol) -> Argument:
    """An argument as a plain value."""
    from clingo import SymbolType

    if symbol.type == SymbolType.Number:
        return symbol.number
    if symbol.type == SymbolType.Function and not symbol.arguments and symbol.positive and symbol.name:
        return symbol.name
    return f"({symbol})"


_DAEMON = "edgeasp-grounding"


def _wait_a_little() -> None:
    """Give what is to stop a moment to do so; what does not must not meet the destructors of clingo."""
    left = [thread for thread in threading.enumerate() if thread.name == _DAEMON]
    deadline = time.monotonic() + _LAST_WAIT
    for thread in left:
        thread.join(max(0.0, deadline - time.monotonic()))
    if any(thread.is_alive() for thread in left):
        processes.skip_destructors()


_PLACE = re.compile(r"<(?:block|string)>:(\d+):(\d+)(?:-[\d:]+)?: (?:(?:error|info|note): )?")

_SAFE = "a variable takes its values from a literal of the body without 'not', and these are in none"
"""Advice behind a message on unsafe variables."""


class Messages:
    """Takes what clingo says while it reads and grounds a program.

    Attributes:
        notes: on rules of a user, what clingo says that is no error.
    """

    def __init__(self, text: str, own: OwnRules) -> None:
        self.notes: list[str] = []
        self._texts: list[tuple[MessageCode, str]] = []
        self._own = own
        self._begins: list[tuple[int, RulesFile]] = []
        begin = text.count("\n") + 1
        for file in own.files:
            self._begins.append((begin, file))
            begin += file.text.count("\n") + 1

    def add(self, code: MessageCode, text: str) -> None:
        """Take a message."""
        self._texts.append((code, text.strip()))

    def own_texts(self) -> Iterator[str]:
        """The files of the user, behind empty lines."""
        for begin, file in self._begins:
            yield "\n" * begin + file.text

    def error(self, error: RuntimeError) -> EdgeaspError:
        """The error for a program that clingo refuses: about a line of the user, if there is one to blame."""
        from clingo import MessageCode

        # That there is no support for a script, clingo says by the exception alone.
        texts = [text for code, text in self._texts if code == MessageCode.RuntimeError] + [str(error)]
        for text in texts:
            if place := self._place(text):
                words = _words(text)
                advice = f" ({_SAFE})" if words.startswith("unsafe variables") else ""
                return InputError(place[0].name, place[1], words + advice)
        return SolverError(f"clingo does not accept the program: {self.first(error)}")

    def first(self, error: RuntimeError) -> str:
        """The first message, on one line."""
        return " ".join((self._texts[0][1] if self._texts else str(error)).split())

    def settle(self) -> None:
        """Make notes of what was said about the user's program.

        Raises:
            InputError: an added rule asks for an atom that no rule gives.
        """
        from clingo import MessageCode

        for code, text in self._texts:
            place = self._place(text)
            if place is None:
                continue
            file, line = place
            words = _words(text)
            if code == MessageCode.AtomUndefined and file in self._own.added:
                raise InputError(file.name, line, words)
            self.notes.append(f"{file.name}:{line}: {words}")

    def _place(self, text: str) -> tuple[RulesFile, int] | None:
        """The file of the user that a message is about, and the line."""
        match = _PLACE.match(text)
        if not match:
            return None
        number = int(match[1])
        for begin, file in reversed(self._begins):
            if number > begin:
                return file, _line(number - begin, file.text)
        return None


def syntax_error(message: str, name: str, text: str) -> InputError:
    """The error for a text that is no program, from clingo's message; the name is that of its file."""
    match = _PLACE.match(message)
    return InputError(name, _line(int(match[1]), text) if match else None, _words(message))


def _line(number: int, text: str) -> int:
    """A line of the text: what is missing at its end, clingo misses on the line after."""
    return min(number, text.rstrip().count("\n") + 1)


def _words(text: str) -> str:
    """A message on one line, without its place."""
    # The text before the first place is empty; two groups stand between a message and the next.
    parts = _PLACE.split(text)[::3][1:] or [text]
    words = "; ".join(" ".join(part.split()) for part in parts)
    # clingo names a condition of its own.
    return re.sub(r"(#void)?:-(\[?#inc_base\]?|0=0);", ":-", words)
