"""Ground programs, also shared by threads or written step by step."""

from __future__ import annotations

import subprocess
import sys
import threading
from itertools import product
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.puzzle.model import Side, Sides
from edgeasp.solvers.clingo.ground_program import GroundProgram, Step, StepEffort, StepFillings, best_filling
from edgeasp.solvers.interface import Status
from edgeasp.system.limits import Deadline
from tests.support.waiting import PATIENCE, Filling, by_clingo

# ---- one program ----

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
    assert [str(atom) for atom in program.possible_atoms("active", 1)] == [
        'active(("text"))',
        "active((adjoining(1,2,right)))",
    ]
    for atom in program.possible_atoms("active", 1):
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
    program = GroundProgram(SUBSETS, deadline=Deadline(on_tick=check))
    with pytest.raises(Stop):
        list(program.answers())
    assert (program.status, program.exhausted, program.size) == (Status.UNKNOWN, False, None)
    released.set()
    assert cancelled.wait(60)


INTERRUPTED = """
import os, signal, threading, time
from edgeasp.solvers.clingo.control import call_in_thread
from edgeasp.system.limits import FOREVER

def call():
    time.sleep(0.2)  # until the caller waits
    os.kill(os.getpid(), signal.SIGINT)
    threading.main_thread().join()
    time.sleep(0.5)  # until an interpreter that does not wait is gone
    print("ended")

signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    call_in_thread(call, FOREVER)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_the_interpreter_waits_at_exit_for_a_call_that_was_interrupted() -> None:
    """Clingo that runs on during the teardown crashes the process."""
    command = [sys.executable, "-c", INTERRUPTED]
    checkout = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, cwd=checkout, check=False, timeout=PATIENCE)
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\nended\n", "", 0)


# ---- steps ----

EVERY = StepEffort(models=0, conflicts=10**6)

# ---- what a step asks, said once more ----


def mismatches(step: Step, filling: Filling) -> int:
    """The number of mismatches of a filling."""
    shown = [step.sides[placement] for placement in filling]
    return sum(shown[one][side] != shown[other][side.opposite] for one, other, side in step.links) + sum(
        shown[square][side] != colour for square, side, colour in step.known
    )


def by_brute_force(step: Step) -> set[Filling]:
    """Every choice of candidates that repeats no tile and keeps the bounds."""
    return {
        filling
        for filling in product(*step.candidates)
        if len({step.tiles[placement] for placement in filling}) == len(filling)
        and mismatches(step, filling) <= step.most
    }


# ---- random steps ----


@st.composite
def steps(draw: st.DrawFn) -> Step:
    """A few squares side by side, below tiles that lie already; few colours, so that much fits."""
    cols, rows = draw(st.sampled_from([(1, 1), (2, 1), (3, 1), (1, 3), (2, 2), (4, 1)]))
    squares = [(x, y) for y in range(rows) for x in range(cols)]
    colour = st.integers(0, 2)
    number = draw(st.integers(len(squares), len(squares) + 3))
    rotations = draw(st.lists(st.integers(1, 2), min_size=number, max_size=number))
    tiles = [tile for tile, times in enumerate(rotations) for _ in range(times)]
    sides: list[Sides] = [draw(st.tuples(colour, colour, colour, colour)) for _ in tiles]
    candidates = [
        sorted(draw(st.sets(st.integers(0, len(tiles) - 1), min_size=min(draw(st.integers(0, 2)), len(tiles)))))
        for _ in squares
    ]
    links, known = [], []
    for index, (x, y) in enumerate(squares):
        for side, other in ((Side.EAST, (x + 1, y)), (Side.SOUTH, (x, y + 1))):
            if other in squares and draw(st.booleans()):
                link = (index, squares.index(other), side)
                links.append(link if draw(st.booleans()) else (link[1], link[0], side.opposite))
        if draw(st.booleans()):
            # The colour 3 is on no tile.
            known.append((index, Side.NORTH if y == 0 else Side.WEST, draw(st.integers(0, 3))))
    if cols > 1:
        known = [each for each in known if each[1] is Side.NORTH]
    most = draw(st.integers(0, len(links) + len(known) + 1))
    return Step(tiles, sides, candidates, links, known, most)


# Two tiles, each in two rotations, on two squares, of which one meets a tile.
PAIR = Step(
    tiles=[0, 0, 1, 1],
    sides=[(1, 2, 3, 4), (2, 3, 4, 1), (2, 2, 1, 1), (2, 1, 1, 2)],
    candidates=[[0, 1, 2, 3], [0, 1, 2, 3]],
    links=[(0, 1, Side.EAST)],
    known=[(1, Side.EAST, 2)],
)


@given(steps())
def test_the_answers_of_the_program_are_those_of_brute_force(step: Step) -> None:
    assert by_clingo(step) == by_brute_force(step)


@given(steps(), st.integers(1, 9))
def test_the_best_filling_is_that_of_the_program_and_of_brute_force(step: Step, seed: int) -> None:
    wanted = by_brute_force(step)
    least = min((mismatches(step, each) for each in wanted), default=0)
    best = {each for each in wanted if mismatches(step, each) == least}
    assert by_clingo(step, best=True) == best
    answer = best_filling(step, StepEffort(0, 10**6, seed))
    assert answer.exhausted
    assert bool(answer.placements) == bool(best)
    assert set(answer.placements) <= wanted
    assert not best or answer.placements[-1] in best


@given(steps())
def test_a_trimmed_step_has_the_same_answers_and_no_more_candidates(step: Step) -> None:
    trimmed = step.drop_bad_candidates()
    assert by_brute_force(trimmed) == by_brute_force(step)
    assert all(set(few) <= set(all_) for few, all_ in zip(trimmed.candidates, step.candidates, strict=True))


def test_trimming_takes_away_what_does_not_match_what_lies_already() -> None:
    assert [list(each) for each in PAIR.drop_bad_candidates().candidates] == [[0, 1, 2, 3], [0, 2]]
    assert [list(each) for each in PAIR._replace(most=1).drop_bad_candidates().candidates] == [[0, 1, 2, 3]] * 2


def test_a_small_step_by_hand() -> None:
    """In (0, 3) and (3, 1) the two squares match one another, in the others the second one matches what lies there."""
    assert best_filling(PAIR, EVERY) == StepFillings([], exhausted=True)
    one = PAIR._replace(most=1)
    assert by_clingo(one) == {(0, 2), (0, 3), (1, 2), (2, 0), (3, 0), (3, 1)}
    assert set(best_filling(one, EVERY).placements) < by_clingo(one)


@pytest.mark.parametrize("most", [0, 2])
def test_a_square_without_candidates_cannot_be_filled(most: int) -> None:
    step = PAIR._replace(candidates=[[0, 1, 2, 3], []], most=most)
    answer = best_filling(step, EVERY)
    assert (answer.placements, answer.exhausted) == ([], True)


def test_a_limit_on_conflicts_leaves_the_question_open() -> None:
    """Seven squares share six tiles: it takes many conflicts to see that this cannot be."""
    tiles = range(6)
    step = Step(tiles, [(1, 1, 1, 1)] * 6, [list(tiles)] * 7)

    def asked(conflicts: int) -> tuple[list[Filling], bool]:
        answer = best_filling(step, StepEffort(1, conflicts))
        return answer.placements, answer.exhausted

    assert asked(1) == ([], False)
    assert asked(10**6) == ([], True)


def test_a_disk_that_is_full_is_said_and_no_part_of_a_program_is_searched() -> None:
    pytest.importorskip("resource")
    code = """
import resource
from edgeasp.solvers.clingo import ground_program
resource.setrlimit(resource.RLIMIT_FSIZE, (30, 30))
try:
    ground_program._load_aspif("asp 1 0 0\\n" + "1 0 1 1 0 0\\n" * 9 + "0\\n", [])
except ground_program.OutputError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.endswith(".aspif: cannot be written: file too large\n"), done
