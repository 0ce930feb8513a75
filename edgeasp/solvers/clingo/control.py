"""Calls of clingo: grounding, waiting, models, and messages.

Symbols of models and counters of clasp are read through private access to clingo if its release allows that. The
variable `EDGEASP_PUBLIC_CLINGO` disables private access.

Messages name a file and a line, but clingo knows no file for text that it receives as a string. User rules are
therefore passed behind enough empty lines to make every line number unique.
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
from edgeasp.encoding.own_rules import PROPAGATORS, RulesFile, UserRules
from edgeasp.solvers.interface import ProblemSize, Statistics
from edgeasp.system import processes
from edgeasp.system.errors import EdgeaspError, InputError, OptionError, SolverError
from edgeasp.system.limits import FOREVER, Deadline

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
"""Length of a program that may take five seconds to ground, e.g. for an 18 x 18 board."""

# Seconds at exit for a stopped grounding to reach its next rule.
_LAST_WAIT = 1.0

Value = TypeVar("Value")


def clingo_version() -> str:
    """Return the version of clingo."""
    import clingo

    return clingo.__version__


def ground(
    arguments: Iterable[str],
    text: str,
    *,
    prepare: Callable[[clingo.Control], None] = lambda _: None,
    deadline: Deadline = FOREVER,
    own: UserRules = UserRules(),
    note: Callable[[str], object] = lambda _: None,
    most: int | None = None,
) -> clingo.Control:
    """Ground a program in a new control.

    A large program is grounded under an observer, so that a limit can stop the grounding at the next ground rule.
    Grounding takes 1.5 times as long under the observer, since clingo reports each rule. If the deadline ends the
    process anyway, there is no observer: the grounding continues in its thread after the deadline, and the interpreter
    waits for it at exit.

    Args:
        arguments: options of clingo.
        text: the program.
        prepare: called with the control before grounding.
        deadline: checked about every `POLL` seconds.
        own: user rules, added after the text.
        note: called with each message of clingo about the user rules that is not an error.
        most: largest number of ground rules. None for any number.

    Raises:
        TooManyRules: there are more ground rules than `most`.
        InputError: clingo does not accept the user rules.
        OptionError: clingo does not accept an option.
        SolverError: clingo does not accept the text.
    """
    import clingo

    messages = ClingoMessages(text, own)
    try:
        control = clingo.Control(list(arguments), logger=messages.add)
    except RuntimeError as error:
        raise OptionError(f"clingo does not accept its options: {messages.first_message(error)}") from None

    def read_and_ground() -> RuntimeError | None:
        try:
            control.add("base", [], text)
            for rules in messages.padded_user_texts():
                control.add("base", [], rules)
            control.ground([("base", [])])
        except RuntimeError as error:
            return error
        except _BrakeError:
            pass
        return None

    limited = bool(own) or len(text) > LARGE_TEXT or most is not None
    brake = _GroundingBrake(most) if limited and (most is not None or not deadline.ends_process) else None
    if brake:
        control.register_observer(cast("Observer", brake))
    prepare(control)
    # Without a brake, a limit can only prevent the grounding from starting.
    deadline.check()
    try:
        refused = call_in_thread(
            read_and_ground, deadline, daemon=brake is not None and processes.can_skip_destructors()
        )
    except BaseException:
        if brake:
            brake.pulled = True
            # At exit its result is not needed: it may run until the process ends.
            atexit.unregister(_await_groundings)
            atexit.register(_await_groundings)
        raise
    if brake and brake.is_exceeded:
        raise TooManyRules
    if refused is not None:
        raise messages.build_error(refused) from None
    messages.collect_notes()
    for message in messages.notes:
        note(message)
    return control


class _GroundingBrake:
    """Observer that stops grounding by an exception.

    clingo has no other way to stop a grounding. Observing takes about two microseconds per rule.
    """

    def __init__(self, most: int | None = None) -> None:
        self.pulled = False
        self._left = float("inf") if most is None else most

    @property
    def is_exceeded(self) -> bool:
        """Whether there were more rules than allowed."""
        return self._left < 0

    def rule(self, _choice: bool, _head: Sequence[int], _body: Sequence[int]) -> None:
        """Count a rule, called by clingo."""
        self._left -= 1
        if self.pulled or self.is_exceeded:
            raise _BrakeError


class TooManyRules(Exception):  # noqa: N818  # it ends a grounding, but nothing is wrong
    """A ground program has too many rules."""


class _BrakeError(Exception):
    """Grounding was stopped. Its result is not needed."""


def call_in_thread(
    call: Callable[[], Value],
    deadline: Deadline,
    discard: Callable[[Value], object] = lambda _: None,
    *,
    daemon: bool = False,
) -> Value:
    """Call a function in another thread and await its result.

    The calling thread wakes up regularly, so that it notices signals and the deadline during a long call of C code.

    Args:
        call: the function.
        deadline: checked about every `POLL` seconds.
        discard: called with the result of the function, as soon as there is one, if the deadline ended the wait.
        daemon: whether the interpreter may exit without waiting for the thread.
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
            # Release the call before the caller continues: it may hold a control that has to be freed.
            results.append(calls.pop()())
        except BaseException as error:
            errors.append(error)
        finally:
            running.release()
        if unwanted:
            discard_once()

    def discard_once() -> None:
        # Both threads may get here, but only one finds the result.
        with suppress(IndexError):
            discard(results.pop())

    # Not a daemon by default: a daemon inside clingo crashes the process when the interpreter shuts down.
    thread = threading.Thread(target=run, name=_DAEMON if daemon else None, daemon=daemon)
    try:
        thread.start()
        ended = False
        while not ended:
            # Not `thread.join`: before Python 3.13, an interrupted join keeps the interpreter from waiting at exit.
            ended = running.acquire(timeout=POLL)
            deadline.check()
        if errors:
            raise errors.pop()
        return results.pop()
    except BaseException:
        unwanted = True
        discard_once()
        raise


def atom_of(symbol: clingo.Symbol) -> Atom:
    """Convert a ground atom to a plain value.

    `#show` can also produce terms that are not atoms. Such a term becomes the name of an atom without arguments.
    """
    from clingo import SymbolType

    if symbol.type != SymbolType.Function or not symbol.name:
        return Atom(str(symbol), ())
    name = symbol.name if symbol.positive else f"-{symbol.name}"
    return Atom(name, tuple(argument_of(term) for term in symbol.arguments))


def argument_of(symbol: clingo.Symbol) -> Argument:
    """Convert an argument of an atom to a plain value."""
    from clingo import SymbolType

    if symbol.type == SymbolType.Number:
        return symbol.number
    if symbol.type == SymbolType.Function and not symbol.arguments and symbol.positive and symbol.name:
        return symbol.name
    return f"({symbol})"


_DAEMON = "edgeasp-grounding"


def _await_groundings() -> None:
    """Wait briefly at exit for groundings that are stopping.

    If a grounding is still running afterwards, the process ends without clingo's destructors, which would crash.
    """
    left = [thread for thread in threading.enumerate() if thread.name == _DAEMON]
    deadline = time.monotonic() + _LAST_WAIT
    for thread in left:
        thread.join(max(0.0, deadline - time.monotonic()))
    if any(thread.is_alive() for thread in left):
        processes.skip_destructors()


# ---- the models of a running search, many at a time, and the assignment that it tries ----

Answer = bytes
"""Shown symbols of a model, as 8-byte numbers in native order."""


def symbol_reader() -> private.ShownSymbols | public.ShownSymbols:
    """Create a reader for the models of one search."""
    return _access_module().ShownSymbols()  # type: ignore[no-any-return]


def symbol_numbers(answer: Answer) -> list[int]:
    """Return the symbol numbers of an answer."""
    return memoryview(answer).cast("Q").tolist()


def symbol_of(number: int) -> Symbol:
    """Return the symbol with a number."""
    return _access_module().symbol_of(number)  # type: ignore[no-any-return]


def search_counters(control: Control) -> tuple[Statistics, ProblemSize]:
    """Return counters of the last search, and the program's size.

    Raises:
        RuntimeError: clasp was interrupted during preprocessing and has no statistics.
    """
    numbers: private.SearchStatistics | public.SearchStatistics = _access_module().SearchStatistics(control)
    effort = (numbers.read_counter("solving", "solvers", name) for name in ("conflicts", "choices", "restarts"))
    constraints = ("constraints", "constraints_binary", "constraints_ternary")
    size = ProblemSize(
        variables=numbers.read_counter("problem", "generator", "vars"),
        constraints=sum(numbers.read_counter("problem", "generator", name) for name in constraints),
        rules=numbers.read_counter("problem", "lp", "rules"),
        atoms=numbers.read_counter("problem", "lp", "atoms"),
        tight=numbers.read_counter("problem", "lp", "sccs") == 0,
    )
    return Statistics(*effort), size


@cache
def _access_module() -> ModuleType:
    """Choose the module that accesses clingo: private or public."""
    from edgeasp.solvers.clingo import private, public

    return public if os.environ.get("EDGEASP_PUBLIC_CLINGO") or not private.is_available() else private


BATCH = 256
"""Models per batch. Waking the other thread for each model takes longer than finding the next one."""


class ModelStream(Generic[Value]):
    """Models of a search, read in order and in batches.

    clasp passes each model to a callback in a thread of its own. When a batch is full, this thread waits until the
    batch is processed, so that it does not compete with the reader for the interpreter. A partial batch is passed on
    after `POLL` seconds. Since an interrupt can occur between any two instructions, the two threads share only a queue,
    flags, and two locks, by which each thread wakes the other.

    Attributes:
        begun: whether clasp has finished preprocessing. Before that, the statistics must not be read.
        result: result of the search, None before its end.
        core: assumed literals that are jointly unsatisfiable. Empty if the search found no core.
    """

    def __init__(self, make: Callable[[Model], Value], deadline: Deadline, batch: int = BATCH) -> None:
        """Prepare a stream.

        Args:
            make: converts a model while it is valid.
            deadline: checked about every `POLL` seconds and after each batch.
            batch: models per batch. With 1, the search does not run ahead of its reader.
        """
        self.begun = False
        self.result: SolveResult | None = None
        self.core: Sequence[int] = ()
        self._make, self._deadline, self._most = make, deadline, batch
        self._queue: deque[Value] = deque()
        self._taken = 0
        self._due, self._go = threading.Lock(), threading.Lock()
        self._due.acquire()
        self._go.acquire()
        self._paused = self._finished = self._stopped = False

    def run(self, control: Control, assumptions: Sequence[int]) -> Generator[list[Value], None, None]:
        """Search and yield batches of converted models.

        Closing the iterator ends the search.
        """
        solve: Any = partial(
            control.solve, list(assumptions), on_model=self._on_model, on_finish=self._on_finish, async_=True
        )

        def discard(handle: SolveHandle) -> None:
            self._stop()
            with handle:
                handle.cancel()

        # clasp preprocesses the program before the call returns, which may take seconds.
        with call_in_thread(solve, self._deadline, discard) as handle:
            self.begun = True
            try:
                finished = False
                while not finished:
                    self._due.acquire(timeout=POLL)
                    # Read this flag before the queue: at the end, the queue is then complete.
                    finished = self._finished or handle.wait(0)
                    while self._queue:
                        yield [self._queue.popleft() for _ in range(min(self._most, len(self._queue)))]
                    self._deadline.check()
                    if self._paused:
                        self._paused = False
                        self._go.release()
                self.result = handle.get()
                self.core = handle.core() if self.result.unsatisfiable else ()
            finally:
                self._stop()

    def _on_model(self, model: Model) -> bool:
        """Store a converted model, called by clasp.

        Returns:
            Whether to continue the search.
        """
        self._queue.append(self._make(model))
        self._taken += 1
        if self._taken % self._most == 0 and not self._stopped:
            self._paused = True
            self._wake(self._due)
            self._go.acquire()
        return not self._stopped

    def _on_finish(self, _: SolveResult) -> None:
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
    """Propagator that records which atoms of a predicate are true.

    The propagator adds no clauses, so it does not change the search, except that it becomes about a tenth slower. With
    several threads, only the first thread is observed.

    Attributes:
        max_true: largest number of atoms true at once.
    """

    def __init__(self, name: str, arity: int) -> None:
        self.max_true = 0
        self._signature = (name, arity)
        self._symbols: dict[int, list[Symbol]] = {}
        self._true: set[int] = set()

    def true_atoms(self) -> list[Atom]:
        """List the atoms that are true now, in any order."""
        return [atom_of(symbol) for literal in tuple(self._true) for symbol in self._symbols.get(literal, ())]

    def init(self, init: PropagateInit) -> None:
        """Watch the atoms of the predicate.

        clingo calls this before each search.
        """
        from clingo import PropagatorCheckMode

        init.check_mode = PropagatorCheckMode.Off
        symbols: dict[int, list[Symbol]] = {}
        for symbolic in init.symbolic_atoms.by_signature(*self._signature):
            symbols.setdefault(init.solver_literal(symbolic.literal), []).append(symbolic.symbol)
        for literal in symbols:
            init.add_watch(literal)
        self._symbols, self._true = symbols, {literal for literal in symbols if init.assignment.is_true(literal)}

    def propagate(self, control: PropagateControl, changes: Sequence[int]) -> None:
        """Record atoms that became true.

        clingo calls this during the search.
        """
        if control.thread_id == 0:
            self._true.update(changes)
            self.max_true = max(self.max_true, len(self._true))

    def undo(self, thread_id: int, _: Assignment, changes: Sequence[int]) -> None:
        """Record atoms that are no longer true.

        clingo calls this when it backtracks.
        """
        if thread_id == 0:
            self._true.difference_update(changes)


# ---- what clingo says about a program ----

_PLACE = re.compile(r"<(?:block|string)>:(\d+):(\d+)(?:-[\d:]+)?: (?:(?:error|info|note): )?")

# Advice after messages of clingo, by a part of the message.
_ADVICE = {
    "unsafe variables": "each variable needs a positive literal in the body, and these have none",
    "support not available": PROPAGATORS,
    "no definition found for theory atom": PROPAGATORS,
}


class ClingoMessages:
    """Messages of clingo while it reads and grounds a program.

    Attributes:
        notes: messages about user rules that are not errors.
    """

    def __init__(self, text: str, own: UserRules) -> None:
        self.notes: list[str] = []
        self._texts: list[tuple[MessageCode, str]] = []
        self._own = own
        self._begins: list[tuple[int, RulesFile]] = []
        begin = text.count("\n") + 1
        for file in own.files:
            self._begins.append((begin, file))
            begin += file.text.count("\n") + 1

    def add(self, code: MessageCode, text: str) -> None:
        """Store a message, called by clingo."""
        self._texts.append((code, text.strip()))

    def padded_user_texts(self) -> Iterator[str]:
        """Yield the text of each user file behind empty lines.

        With the empty lines, no two lines of user files have the same number.
        """
        for begin, file in self._begins:
            yield "\n" * begin + file.text

    def build_error(self, error: RuntimeError) -> EdgeaspError:
        """Build the error for a program that clingo rejects.

        It is an InputError with file and line if clingo's message is about user rules, otherwise a SolverError.
        """
        from clingo import MessageCode

        # Missing support for a script is reported by the exception alone.
        texts = [text for code, text in self._texts if code == MessageCode.RuntimeError] + [str(error)]
        for text in texts:
            if place := self._locate(text):
                words = _message_text(text)
                advice = next((f" ({text})" for start, text in _ADVICE.items() if start in words), "")
                return InputError(place[0].name, place[1], words + advice)
        return SolverError(f"clingo does not accept the program: {self.first_message(error)}")

    def first_message(self, error: RuntimeError) -> str:
        """Return the first message of clingo, on one line."""
        return " ".join((self._texts[0][1] if self._texts else str(error)).split())

    def collect_notes(self) -> None:
        """Collect the messages about user rules in `notes`.

        Raises:
            InputError: an added rule uses an atom that no rule derives.
        """
        from clingo import MessageCode

        for code, text in self._texts:
            place = self._locate(text)
            if place is None:
                continue
            file, line = place
            words = _message_text(text)
            if code == MessageCode.AtomUndefined and file in self._own.added:
                raise InputError(file.name, line, words + self._advice_on_shown_term(words))
            self.notes.append(f"{file.name}:{line}: {words}")

    def _advice_on_shown_term(self, words: str) -> str:
        """Return advice on a shown term that no rule derives.

        `words` is clingo's message about an undefined atom. The advice is empty if no `#show` has a term of its name.
        """
        name = words.rpartition(": ")[2].partition("(")[0]
        for file in self._own.program:
            if name and re.search(rf"#show\s+{re.escape(name)}\s*\(", file.code):
                return f" (a '#show' of {file.name} shows a term, not an atom: write a rule)"
        return ""

    def _locate(self, text: str) -> tuple[RulesFile, int] | None:
        """Find the user file and line that a message concerns."""
        match = _PLACE.match(text)
        if not match:
            return None
        number = int(match[1])
        for begin, file in reversed(self._begins):
            if number > begin:
                return file, _line_within(number - begin, file.text)
        return None


def syntax_error(message: str, name: str, text: str) -> InputError:
    """Build the error for a file that clingo cannot parse.

    Args:
        message: message of clingo.
        name: name of the file.
        text: content of the file.
    """
    match = _PLACE.match(message)
    return InputError(name, _line_within(int(match[1]), text) if match else None, _message_text(message))


def _line_within(number: int, text: str) -> int:
    """Limit a line number to the lines of a text.

    clingo reports an unexpected end of a file one line too late.
    """
    return min(number, text.rstrip().count("\n") + 1)


def _message_text(text: str) -> str:
    """Return a message on one line, without its location."""
    # The text before the first location is empty, and two groups separate messages.
    parts = _PLACE.split(text)[::3][1:] or [text]
    words = "; ".join(" ".join(part.split()) for part in parts)
    # clingo mentions one of its own conditions.
    return re.sub(r"(#void)?:-(\[?#inc_base\]?|0=0);", ":-", words)
