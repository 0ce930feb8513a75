"""A running search: its models, many at a time, and the assignment that it tries.

What models show and what clasp counts are numbers, read by what is private in clingo, or without it. The variable
`EDGEASP_PUBLIC_CLINGO` hides what is private; where a release of clingo lacks it, it is not used either.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from edgeasp.encoding.facts import Atom
from edgeasp.solvers.clingo.control import POLL, atom, in_thread
from edgeasp.solvers.interface import ProblemSize, Statistics

if TYPE_CHECKING:
    from clingo import Assignment, Control, Model, PropagateControl, PropagateInit, SolveHandle, SolveResult, Symbol

    from edgeasp.solvers.clingo import private, public


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


Value = TypeVar("Value")

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
