"""A ground program that several threads search together, each in a copy of its own, cube by cube.

Where the order of decisions is fixed, clasp's own threads repeat each other's work; and where they split a search, they
may give an answer twice. Separate controls that search cubes do neither.

On two cores, without a scan, processes that divide the search instead took 0.9 of the time on an 8 x 8 board with 11
colours, and 1.2 to 1.4 on a 10 x 10 board with 18; they cannot help while a region is narrowed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from queue import Empty, Full, Queue, SimpleQueue
from threading import Event, Thread
from typing import TypeVar

from edgeasp.encoding.facts import Assumptions, Atom
from edgeasp.solvers.clingo.control import POLL, Answer
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status

Value = TypeVar("Value")

_Search = Callable[[GroundProgram, Assumptions], Generator[Value, None, None]]
"""The search of a cube in a thread."""


class _OverError(Exception):
    """The search is over: a cube was given up, here or in another thread, or no more is wanted."""


class SharedProgram:
    """A ground program, in a copy for each thread that its options ask for.

    Attributes:
        status: whether there is an answer, by the last search.
        exhausted: whether the last search proved that there are no further answers.
    """

    def __init__(
        self,
        text: str,
        cubes: Sequence[Assumptions],
        options: ClaspOptions,
        check: Callable[[], None] = lambda: None,
        *,
        stoppable: bool = False,
    ) -> None:
        """Ground a program: all copies at the same time, each in a thread of its own.

        Two copies take as long as one, on two cores. To ground once and load the result as aspif takes half as long
        again, and loses the names of the atoms that are not shown.

        Args:
            text: the program with its facts.
            cubes: one or more; every answer fulfils one of them, and only one. The hardest come first, so that no
                thread waits long for the last.
            options: of clasp.
            check: called some twenty times a second while clingo is busy; an exception it raises ends the wait.
            stoppable: whether it ends the grounding as well, see `control.ground`.
        """
        self.status = Status.UNKNOWN
        self.exhausted = False
        self._cubes, self._check = cubes, check
        self._over = Event()
        self._threads: list[Thread] = []
        alone = replace(options, threads=1)
        self._copies = self._ground(
            lambda: GroundProgram(text, alone, self._tick, stoppable=stoppable), min(options.threads, len(cubes))
        )

    def _ground(self, make: Callable[[], GroundProgram], number: int) -> list[GroundProgram]:
        """So many programs, made at the same time; the first error ends the others."""
        copies: list[GroundProgram] = []
        errors: list[BaseException] = []

        def work() -> None:
            try:
                copies.append(make())
            except BaseException as error:
                errors.append(error)
                self._over.set()

        self._threads = [Thread(target=work, daemon=True) for _ in range(number)]
        try:
            for thread in self._threads:
                thread.start()
            while alive := [thread for thread in self._threads if thread.is_alive()]:
                alive[0].join(POLL)
                self._check()
        finally:
            self._over.set()
            self._join()
        if errors:
            raise errors[0]
        return copies

    def _join(self) -> None:
        """Wait for the threads, which end soon after the search is over."""
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    @property
    def statistics(self) -> Statistics:
        """Of all searches of all threads."""
        return sum((program.statistics for program in self._copies), Statistics(0, 0, 0))

    @property
    def size(self) -> ProblemSize | None:
        """The size of a copy; None before a search has ended."""
        return next((program.size for program in self._copies if program.size), None)

    @property
    def pace(self) -> float | None:
        """Conflicts per second of all threads in what they searched last; None before there was something."""
        paces = [program.pace for program in self._copies if program.pace is not None]
        return sum(paces) if paces else None

    def read(self, answer: Answer) -> list[Atom]:
        """The shown atoms of an answer."""
        return self._copies[0].read(answer)

    def atom(self, number: int) -> Atom:
        """The atom that has a number in an answer."""
        return self._copies[0].atom(number)

    def batches(
        self, limit: int = 1, conflicts: int | None = None, *, ahead: bool = True
    ) -> Generator[list[Answer], None, None]:
        """Search, and give the answers, many at a time and in any order; closing the iterator stops the search.

        As `GroundProgram.batches`; but each thread may spend all conflicts that are left when it takes a cube.
        """
        self.status, self.exhausted = Status.UNKNOWN, False
        left = self._left(conflicts)

        def search(program: GroundProgram, cube: Assumptions) -> Generator[list[Answer], None, None]:
            yield from program.batches(limit, left(), cube, ahead=ahead)
            if not program.exhausted:
                raise _OverError

        answers = 0
        with closing(self._results(search)) as results, suppress(_OverError):
            for batch in results:
                self.status = Status.SATISFIABLE
                # Each thread may have found as many as are wanted.
                wanted = batch[: limit - answers] if limit else batch
                answers += len(wanted)
                yield wanted
                if answers == limit > 0:
                    return
            self.exhausted = True
            if not answers:
                self.status = Status.UNSATISFIABLE

    def possible(self, most: int, conflicts: int | None = None) -> list[Atom] | None:
        """The shown atoms that occur in some answer (brave consequences); None if they are not known.

        As `GroundProgram.possible`; but the search is given up after `most` answers in a cube.
        """
        self.status, self.exhausted = Status.UNKNOWN, False
        left = self._left(conflicts)

        def search(program: GroundProgram, cube: Assumptions) -> Generator[list[Atom], None, None]:
            atoms = program.possible(most, left(), cube)
            if atoms is None:
                raise _OverError
            if program.status is Status.SATISFIABLE:
                yield atoms

        try:
            values = list(self._results(search))
        except _OverError:
            return None
        self.exhausted = True
        self.status = Status.SATISFIABLE if values else Status.UNSATISFIABLE
        return sorted({atom for atoms in values for atom in atoms}, key=str)

    def _left(self, conflicts: int | None) -> Callable[[], int | None]:
        """The rest of a number of conflicts, from now on, whenever it is asked for."""
        before = self.statistics

        def left() -> int | None:
            return None if conflicts is None else max(0, conflicts - ((self.statistics - before).conflicts or 0))

        return left

    def _results(self, search: _Search[Value]) -> Generator[Value, None, None]:
        """The results of a search of all cubes, in any order.

        Raises:
            _OverError: a cube was given up.
        """
        cubes: SimpleQueue[Assumptions] = SimpleQueue()
        for cube in self._cubes:
            cubes.put(cube)
        # An empty list says that a thread has come to its end.
        results: Queue[list[Value]] = Queue(len(self._copies))
        errors: list[BaseException] = []
        self._over.clear()

        def work(program: GroundProgram) -> None:
            try:
                with suppress(Empty):
                    while True:
                        with closing(search(program, cubes.get_nowait())) as values:
                            for value in values:
                                self._hand_over([value], results)
                self._hand_over([], results)
            except BaseException as error:
                errors.append(error)

        # Daemons: at exit the interpreter waits for others before it closes the generator, which ends them.
        self._threads = [Thread(target=work, args=[program], daemon=True) for program in self._copies]
        try:
            for thread in self._threads:
                thread.start()
            running = len(self._threads)
            while running:
                # Asked before the queue: what comes until the end is in there by then.
                alive = any(thread.is_alive() for thread in self._threads)
                try:
                    values = results.get(timeout=POLL if alive else 0)
                except Empty:
                    if not alive:
                        break
                else:
                    yield from values
                    running -= not values
                if errors:
                    self._over.set()
                self._check()
        finally:
            self._over.set()
            self._join()
        # The first one has ended the other threads.
        if errors:
            raise errors[0]

    def _hand_over(self, values: list[Value], results: Queue[list[Value]]) -> None:
        while True:
            try:
                results.put(values, timeout=POLL)
                return
            except Full:
                self._tick()

    def _tick(self) -> None:
        """The check of the copies, each in its thread: whether all is over."""
        if self._over.is_set():
            raise _OverError
