"""The models of a search that runs in a thread of clingo, handed over many at a time."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from edgeasp.solvers.clingo.control import POLL, in_thread

if TYPE_CHECKING:
    from clingo import Control, Model, SolveHandle, SolveResult

Value = TypeVar("Value")

BATCH = 256
"""Models to hand over together: to wake the other thread for each takes longer than to find the next one."""


class ModelStream(Generic[Value]):
    """What is made of each model of a search, in order, many models at a time.

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

        def solve() -> SolveHandle:
            return control.solve(list(assumptions), on_model=self._take, on_finish=self._finish, async_=True)

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
                    while batch := self._next_batch():
                        yield batch
                    self._check()
                    if self._paused:
                        self._paused = False
                        self._go.release()
                self.result = handle.get()
                self.core = handle.core() if self.result.unsatisfiable else ()
            finally:
                self._stop()

    def _next_batch(self) -> list[Value]:
        return [self._queue.popleft() for _ in range(min(self._most, len(self._queue)))]

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
