"""A ground program that is searched again and again: assumptions, cores, bounds, and interrupts."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.interface import Status
from tests.support.waiting import PATIENCE

SUBSETS = "{ a(1..4) }. :- a(1), a(2). :- a(3), not a(4). #show a/1."
"""Of the 16 sets of atoms, those without both 1 and 2, and in which 3 comes with 4 only."""

NUMBERS = range(1, 7)


def a(number: int) -> Atom:
    return Atom("a", (number,))


def sets(program: GroundProgram, assumptions: list[Assumption], limit: int = 0) -> set[frozenset[int]]:
    found = [
        frozenset(atom.arguments[0] for atom in atoms) for atoms in program.answers(limit, assumptions=assumptions)
    ]
    assert len(set(found)) == len(found)
    return {frozenset(map(int, each)) for each in found}


def expected(assumptions: list[Assumption]) -> set[frozenset[int]]:
    everything = [frozenset(n for n in range(1, 5) if bits >> n & 1) for bits in range(0, 32, 2)]
    valid = [each for each in everything if not {1, 2} <= each and (3 not in each or 4 in each)]
    return {each for each in valid if all((int(x.atom.arguments[0]) in each) == x.holds for x in assumptions)}


assumption = st.builds(Assumption, st.sampled_from([a(number) for number in NUMBERS]), st.booleans())


@given(st.lists(st.lists(assumption, max_size=5), min_size=1, max_size=4))
def test_every_search_has_the_answers_that_fulfil_its_assumptions(searches: list[list[Assumption]]) -> None:
    """Whatever was assumed before; an atom that is not in the program, 5 or 6, is false."""
    program = GroundProgram(SUBSETS)
    for assumptions in searches:
        found = sets(program, assumptions)
        assert found == expected(assumptions)
        assert program.exhausted
        assert program.status is (Status.SATISFIABLE if found else Status.UNSATISFIABLE)
        assert set(program.core) <= set(assumptions)
        assert bool(program.core) == (not found)
        assert found or not expected(list(program.core))


def test_a_program_without_answers_has_an_empty_core() -> None:
    program = GroundProgram("a(1). :- a(1). #show a/1.")
    assert sets(program, [Assumption(a(1))]) == set()
    assert (program.status, program.core) == (Status.UNSATISFIABLE, ())


def test_terms_in_assumptions() -> None:
    program = GroundProgram('{ active(adjoining(1,2,right)); active("text") }.')
    assert [str(atom) for atom in program.atoms("active", 1)] == ['active(("text"))', "active((adjoining(1,2,right)))"]
    for atom in program.atoms("active", 1):
        assert all(atom in answer for answer in program.answers(0, assumptions=[Assumption(atom)]))
        assert not any(atom in answer for answer in program.answers(0, assumptions=[Assumption(atom, holds=False)]))
    assert str(Assumption(atom, holds=False)) == "not active((adjoining(1,2,right)))"


def test_bounds_in_any_order() -> None:
    """A lower one is lifted again."""
    program = GroundProgram("{ a(1..5) }. :~ a(X). [1,X] #show a/1.")
    for bound, count in ((2, 1 + 5 + 10), (0, 1), (5, 32), (1, 6)):
        assert len(list(program.answers(0, bound=bound))) == count
    assert len(list(program.answers(0))) == 32


def test_statistics_add_up_and_limits_are_per_search() -> None:
    pigeons = "{ in(P,1..7) } = 1 :- P = 1..8. :- in(P,H), in(Q,H), P < Q."
    program = GroundProgram(pigeons)
    assert program.statistics.conflicts == 0
    for _ in range(2):
        before = program.statistics.conflicts or 0
        assert list(program.answers(conflicts=50)) == []
        assert program.status is Status.UNKNOWN
        assert 50 <= (program.statistics.conflicts or 0) - before < 60


class Stop(Exception):  # noqa: N818
    pass


def test_an_interrupt_while_clasp_prepares_the_program_comes_to_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not as an error about statistics that there are none of; the search that then begins is cancelled."""
    begun, released, cancelled = threading.Event(), threading.Event(), threading.Event()
    solve, cancel = clingo.Control.solve, clingo.SolveHandle.cancel

    def slow(control: clingo.Control, *arguments: Any, **options: Any) -> Any:
        begun.set()
        released.wait()
        return solve(control, *arguments, **options)

    def noted(handle: clingo.SolveHandle) -> None:
        cancel(handle)
        cancelled.set()

    def check() -> None:
        if begun.is_set():
            raise Stop

    monkeypatch.setattr(clingo.Control, "solve", slow)
    monkeypatch.setattr(clingo.SolveHandle, "cancel", noted)
    program = GroundProgram(SUBSETS, check=check)
    with pytest.raises(Stop):
        list(program.answers())
    assert (program.status, program.exhausted, program.size) == (Status.UNKNOWN, False, None)
    released.set()
    assert cancelled.wait(60)


INTERRUPTED = """
import os, signal, threading, time
from edgeasp.solvers.clingo.control import in_thread

def call():
    time.sleep(0.2)  # until the caller waits
    os.kill(os.getpid(), signal.SIGINT)
    threading.main_thread().join()
    time.sleep(0.5)  # until an interpreter that does not wait is gone
    print("ended")

signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    in_thread(call, lambda: None)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_the_interpreter_waits_at_exit_for_a_call_that_was_interrupted() -> None:
    """Clingo that runs on during the teardown crashes the process."""
    command = [sys.executable, "-c", INTERRUPTED]
    checkout = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, cwd=checkout, check=False, timeout=PATIENCE)
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\nended\n", "", 0)
