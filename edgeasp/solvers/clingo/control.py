"""Making a clingo control, waiting for clingo, the models that come out of it, and what it says about a program.

What models show and what clasp counts are numbers, read by what is private in clingo, or without it. The variable
`EDGEASP_PUBLIC_CLINGO` hides what is private; where a release of clingo lacks it, it is not used either.

A message names the file and the line that it means. clingo names no file for a text that it is handed. So rules of a
user are handed over behind as many empty lines as make the number of every line unique.
"""

from __future__ import annotations

import atexit
import os
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from edgeasp.encoding.facts import Argument, Atom
from edgeasp.encoding.own_rules import OwnRules, RulesFile
from edgeasp.solvers.interface import ProblemSize, Statistics
from edgeasp.system import processes
from edgeasp.system.errors import EdgeaspError, InputError, OptionError, SolverError

if TYPE_CHECKING:
    import clingo
    from clingo import (
        Assignment,
        Control,
        MessageCode,
        Model,
        PropagateControl,
        PropagateInit,
        SolveHandle,
        SolveResult,
        Symbol,
    )
    from clingo.backend import Observer

    from edgeasp.solvers.clingo import private, public


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


# ---- the models of a running search, many at a time, and the assignment that it tries ----

Answer = bytes
"""The shown symbols of a model: a number for each, in eight bytes, native order."""


def shown_symbols() -> private.ShownSymbols | public.ShownSymbols:
    """The reader of the models of one search, one after the other."""
    return _way().ShownSymbols()  # type: ignore[no-any-return]


def numbers_in(answer: Answer) -> list[int]:
    """The numbers of the symbols of an answer."""
    return memoryview(answer).cast("Q").tolist()


def symbol(number: int) -> Symbol:
    """The symbol that has a number."""
    return _way().symbol(number)  # type: ignore[no-any-return]


def counts(control: Control) -> tuple[Statistics, ProblemSize]:
    """The effort of the last search that a control has ended, and the size of its program.

    Raises:
        RuntimeError: clasp has none: it was interrupted while it prepared the program.
    """
    numbers: private.Numbers | public.Numbers = _way().Numbers(control)
    effort = (numbers.number("solving", "solvers", name) for name in ("conflicts", "choices", "restarts"))
    constraints = ("constraints", "constraints_binary", "constraints_ternary")
    size = ProblemSize(
        variables=numbers.number("problem", "generator", "vars"),
        constraints=sum(numbers.number("problem", "generator", name) for name in constraints),
        rules=numbers.number("problem", "lp", "rules"),
        atoms=numbers.number("problem", "lp", "atoms"),
        tight=numbers.number("problem", "lp", "sccs") == 0,
    )
    return Statistics(*effort), size


@cache
def _way() -> ModuleType:
    """The module that reads them."""
    from edgeasp.solvers.clingo import private, public

    return public if os.environ.get("EDGEASP_PUBLIC_CLINGO") or not private.is_there() else private


BATCH = 256
"""Models to hand over together: to wake the other thread for each takes longer than to find the next one."""


class ModelStream(Generic[Value]):
    """The models of a search, read in order, many at a time.

    clasp calls back with each model in a thread of its own. When a batch is full, that thread waits until the batch has
    been dealt with, so that the two do not contend for the interpreter; a batch that is not full is handed over after
    `POLL` seconds. An interrupt may come between any two instructions, so the threads share nothing but a queue, flags
    and two locks that each only wakes the other with.

    Attributes:
        begun: whether the search has begun: before, clasp prepares the program, and must not be asked for anything.
        result: of the search; None before its end.
        core: the assumed literals that cannot hold together, if the search ended as unsatisfiable.
    """

    def __init__(self, make: Callable[[Model], Value], check: Callable[[], None], batch: int = BATCH) -> None:
        """Get ready.

        Args:
            make: what to make of a model, while it lasts.
            check: called about every `POLL` seconds, and after each batch; an exception it raises ends the search.
            batch: the number of models to hand over together; with 1, the search does not go ahead of its reader.
        """
        self.begun = False
        self.result: SolveResult | None = None
        self.core: Sequence[int] = ()
        self._make, self._check, self._most = make, check, batch
        self._queue: deque[Value] = deque()
        self._taken = 0
        self._due, self._go = threading.Lock(), threading.Lock()
        self._due.acquire()
        self._go.acquire()
        self._paused = self._finished = self._stopped = False

    def run(self, control: Control, assumptions: Sequence[int]) -> Generator[list[Value], None, None]:
        """Search, and give what is made of the models, in lists; closing the iterator ends the search."""
        solve: Any = partial(control.solve, list(assumptions), on_model=self._take, on_finish=self._finish, async_=True)

        def discard(handle: SolveHandle) -> None:
            self._stop()
            with handle:
                handle.cancel()

        # clasp prepares the program before the call returns, which may take seconds.
        with in_thread(solve, self._check, discard) as handle:
            self.begun = True
            try:
                finished = False
                while not finished:
                    self._due.acquire(timeout=POLL)
                    # Asked before the queue is emptied: what comes until the end is in there by then.
                    finished = self._finished or handle.wait(0)
                    while self._queue:
                        yield [self._queue.popleft() for _ in range(min(self._most, len(self._queue)))]
                    self._check()
                    if self._paused:
                        self._paused = False
                        self._go.release()
                self.result = handle.get()
                self.core = handle.core() if self.result.unsatisfiable else ()
            finally:
                self._stop()

    def _take(self, model: Model) -> bool:
        """Called with each model, in the thread of clasp; the answer is whether to go on."""
        self._queue.append(self._make(model))
        self._taken += 1
        if self._taken % self._most == 0 and not self._stopped:
            self._paused = True
            self._wake(self._due)
            self._go.acquire()
        return not self._stopped

    def _finish(self, _: SolveResult) -> None:
        self._finished = True
        self._wake(self._due)

    def _stop(self) -> None:
        self._stopped = True
        self._wake(self._go)

    @staticmethod
    def _wake(lock: threading.Lock) -> None:
        with suppress(RuntimeError):  # it is open already
            lock.release()


class AssignmentObserver:
    """The true atoms of one predicate at any moment of a search; `max_true` is their largest number at once.

    It is a propagator that adds nothing, so the search takes the same path as without; it takes about a tenth
    longer. Of several threads the first is observed.
    """

    def __init__(self, name: str, arity: int) -> None:
        """Choose the predicate."""
        self.max_true = 0
        self._signature = (name, arity)
        self._symbols: dict[int, list[Symbol]] = {}
        self._true: set[int] = set()

    def true_atoms(self) -> list[Atom]:
        """The atoms that are true now, in no particular order."""
        return [atom(symbol) for literal in tuple(self._true) for symbol in self._symbols.get(literal, ())]

    def init(self, init: PropagateInit) -> None:
        """Called by clingo before each slice of the search."""
        from clingo import PropagatorCheckMode

        init.check_mode = PropagatorCheckMode.Off
        symbols: dict[int, list[Symbol]] = {}
        for symbolic in init.symbolic_atoms.by_signature(*self._signature):
            symbols.setdefault(init.solver_literal(symbolic.literal), []).append(symbolic.symbol)
        for literal in symbols:
            init.add_watch(literal)
        self._symbols, self._true = symbols, {literal for literal in symbols if init.assignment.is_true(literal)}

    def propagate(self, control: PropagateControl, changes: Sequence[int]) -> None:
        """Called by clingo when atoms have become true."""
        if control.thread_id == 0:
            self._true.update(changes)
            self.max_true = max(self.max_true, len(self._true))

    def undo(self, thread_id: int, _: Assignment, changes: Sequence[int]) -> None:
        """Called by clingo when they are no longer."""
        if thread_id == 0:
            self._true.difference_update(changes)


# ---- what clingo says about a program ----

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
                raise InputError(file.name, line, words + self._shown_alone(words))
            self.notes.append(f"{file.name}:{line}: {words}")

    def _shown_alone(self, words: str) -> str:
        """Advice where the atom that no rule gives is a term that the program of the user shows."""
        name = words.rpartition(": ")[2].partition("(")[0]
        for file in self._own.program:
            if name and re.search(rf"#show\s+{re.escape(name)}\s*\(", file.code):
                return f" (a '#show' of {file.name} shows that as a term, and makes no atom of it: write a rule)"
        return ""

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
