"""A program that threads share: the answers of all cubes, nothing lost and nothing twice, and no thread left behind."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.facts import Assumption, Assumptions, Atom
from edgeasp.solvers.clingo import shared_program
from edgeasp.solvers.clingo.control import BATCH
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.clingo.shared_program import SharedProgram
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import OptionError, SolverError
from tests.support.waiting import PATIENCE

FOURS = "1 { at(P,1..4) } 1 :- P = 1..4. #show at/2."
"""256 answers: each of four places has a number of its own from 1 to 4."""

PIGEONS = "{ at(P,1..8) } = 1 :- P = 1..9. :- at(P,H), at(Q,H), P < Q. #show at/2."
"""No answer, which takes long to find out."""


def at(place: int, number: int) -> Atom:
    return Atom("at", (place, number))


def cubes(places: int, numbers: int = 4) -> list[Assumptions]:
    """A cube for each choice of the numbers of the first places."""
    chosen = product(range(1, numbers + 1), repeat=places)
    return [tuple(Assumption(at(place, number)) for place, number in enumerate(each, 1)) for each in chosen]


def numbers(program: SharedProgram | GroundProgram, answers: Sequence[bytes]) -> list[tuple[int, ...]]:
    read = [sorted((int(place), int(number)) for _, (place, number) in program.read(each)) for each in answers]
    return [tuple(number for _, number in each) for each in read]


def all_of(program: SharedProgram, limit: int = 0, conflicts: int | None = None) -> list[tuple[int, ...]]:
    return [each for batch in program.batches(limit, conflicts) for each in numbers(program, batch)]


constraints = st.lists(st.builds("at({},{})".format, st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=3).map(
    lambda atoms: f":- {', '.join(atoms)}."
)
programs = st.lists(constraints, max_size=8).map(lambda rules: "\n".join([FOURS, *rules]))


@given(programs, st.integers(0, 2), st.integers(1, 3))
def test_every_answer_is_given_once(text: str, places: int, threads: int) -> None:
    shared = SharedProgram(text, cubes(places), ClaspOptions(threads=threads))
    plain = GroundProgram(text)
    expected = [each for batch in plain.batches(0) for each in numbers(plain, batch)]
    # A second search of the same program finds the same.
    for _ in range(2):
        assert Counter(all_of(shared)) == Counter(expected)
        assert (shared.exhausted, shared.status) == (True, plain.status)


@given(programs, st.integers(0, 2), st.integers(1, 3))
def test_what_is_possible_in_any_cube_is_possible(text: str, places: int, threads: int) -> None:
    shared = SharedProgram(text, cubes(places), ClaspOptions(threads=threads))
    plain = GroundProgram(text)
    assert sorted(shared.possible(1_000) or [], key=str) == sorted(plain.possible(1_000) or [], key=str)
    assert (shared.exhausted, shared.status) == (True, plain.status)


@pytest.mark.parametrize("limit", [1, 2, 63, 64, 65, 255])
def test_no_more_answers_than_are_wanted(limit: int) -> None:
    program = SharedProgram(FOURS, cubes(1), ClaspOptions(threads=2))
    found = all_of(program, limit)
    assert len(set(found)) == len(found) == limit
    assert (program.exhausted, program.status) == (False, Status.SATISFIABLE)


def test_many_answers_of_one_cube() -> None:
    """More than a batch: the search waits until it has been read."""
    program = SharedProgram("{ at(1..12,1) }. #show at/2.", [(), (Assumption(at(13, 1)),)], ClaspOptions(threads=2))
    assert sum(map(len, program.batches(0))) == 2**12 > 4 * BATCH


def test_conflicts_are_limited_and_counted() -> None:
    program = SharedProgram(PIGEONS, cubes(1, 8), ClaspOptions(threads=2))
    for _ in range(2):
        before = program.statistics.conflicts or 0
        assert all_of(program, conflicts=200) == []
        assert (program.exhausted, program.status) == (False, Status.UNKNOWN)
        spent = (program.statistics.conflicts or 0) - before
        assert spent >= 200
        assert program.possible(10, conflicts=100) is None
        assert (program.exhausted, program.status) == (False, Status.UNKNOWN)
    assert all_of(program, conflicts=0) == []
    assert not program.exhausted


def test_what_is_possible_is_given_up_where_a_cube_has_many_answers() -> None:
    program = SharedProgram(FOURS, cubes(1), ClaspOptions(threads=2))
    assert program.possible(1) is None
    assert not program.exhausted


def test_without_an_answer_a_program_is_unsatisfiable() -> None:
    program = SharedProgram(f"{FOURS} :- at(1,X), X > 0.", cubes(1), ClaspOptions(threads=2))
    assert all_of(program) == []
    assert (program.exhausted, program.status) == (True, Status.UNSATISFIABLE)
    assert program.size is not None


def test_copies_are_ground_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each waits until the others have begun."""
    barrier = threading.Barrier(3)

    class Waiting(GroundProgram):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            barrier.wait(PATIENCE)
            super().__init__(*arguments, **options)

    monkeypatch.setattr(shared_program, "GroundProgram", Waiting)
    program = SharedProgram(FOURS, cubes(1), ClaspOptions(threads=3))
    assert len(all_of(program)) == 256


def test_an_error_of_a_copy_is_that_of_the_program() -> None:
    with pytest.raises(SolverError, match="syntax error"):
        SharedProgram("a b.", cubes(1), ClaspOptions(threads=2))


def test_a_check_that_raises_ends_the_grounding() -> None:
    before = set(threading.enumerate())
    calls = []

    def check() -> None:
        calls.append(threading.current_thread())
        if len(calls) == 2:
            raise Stop

    with pytest.raises(Stop):
        SharedProgram("p(1..1000). q(X,Y) :- p(X), p(Y).", cubes(1), ClaspOptions(threads=2), check)
    assert set(calls) == {threading.current_thread()}
    # What grounds cannot be stopped, and the interpreter waits for it.
    left = set(threading.enumerate()) - before
    assert left
    assert not any(each.daemon for each in left)


class Stop(Exception):  # noqa: N818
    pass


def searching(program: SharedProgram) -> int:
    """The number of threads that search."""
    return sum(each.is_alive() for each in program._threads)


def test_the_caller_ends_a_search() -> None:
    ticks = []

    def check() -> None:
        ticks.append(threading.current_thread())
        if len(ticks) > start + 3:
            raise Stop

    start = 10**9
    program = SharedProgram(PIGEONS.replace("8", "11").replace("9", "12"), cubes(1, 11), ClaspOptions(threads=2), check)
    start = len(ticks)
    with pytest.raises(Stop):
        all_of(program)
    assert (program.exhausted, program.status) == (False, Status.UNKNOWN)
    # The threads of the search ask nothing of the caller, and are gone.
    assert set(ticks) == {threading.main_thread()}
    assert searching(program) == 0


def test_closing_the_iterator_ends_the_search() -> None:
    program = SharedProgram("{ at(1..40,1) }. #show at/2.", [(), (Assumption(at(41, 1)),)], ClaspOptions(threads=2))
    batches = program.batches(0)
    assert next(batches)
    assert searching(program)
    batches.close()
    assert searching(program) == 0
    # The program can be searched again.
    assert sum(map(len, program.batches(5))) == 5


def test_an_error_in_a_thread_comes_to_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not that the other threads have been ended."""
    program = SharedProgram(PIGEONS.replace("8", "11").replace("9", "12"), cubes(1, 11), ClaspOptions(threads=3))
    possible = GroundProgram.possible

    def fails_in_the_last(self: GroundProgram, *arguments: object) -> list[Atom] | None:
        if self is program._copies[2]:
            raise MemoryError
        return possible(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(GroundProgram, "possible", fails_in_the_last)
    with pytest.raises(MemoryError):
        program.possible(10)
    assert searching(program) == 0


def test_there_are_no_more_copies_than_cubes() -> None:
    assert len(SharedProgram(FOURS, cubes(1), ClaspOptions(threads=16))._copies) == 4


def test_options_are_those_of_one_thread() -> None:
    """clasp can guide fourteen threads in this configuration; here each control has one."""
    options = ClaspOptions(threads=16, configuration="many", guided=True)
    with pytest.raises(OptionError):
        options.arguments()
    assert len(all_of(SharedProgram(FOURS, cubes(2), options))) == 256


OPEN = """
from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.clingo.shared_program import SharedProgram
from edgeasp.system.processes import close_at_exit
cubes = [(), (Assumption(Atom("at", (41,))),)]
program = SharedProgram("{ at(1..40) }.", cubes, ClaspOptions(threads=2))
batches = close_at_exit(program.batches(0))
print(len(next(batches)) > 0)
"""


def test_a_search_that_is_open_at_exit_does_not_keep_the_interpreter() -> None:
    command = [sys.executable, "-c", OPEN]
    checkout = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, cwd=checkout, check=False, timeout=PATIENCE)
    assert (done.stdout, done.stderr, done.returncode) == ("True\n", "", 0)
