"""Calls of clingo, and clasp's options."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import clingo
import pytest
from clingo.backend import Observer

from edgeasp.encoding.own_rules import RulesFile, UserRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo import control
from edgeasp.solvers.clingo.ground_program import ground_to_aspif
from edgeasp.solvers.clingo.options import ALLOWED, RESERVED, ClaspOptions
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import FOREVER, Deadline
from tests.support import boards
from tests.support.lanes import represented
from tests.support.waiting import PATIENCE, await_that

# ---- calls ----


class LateLock:
    """A lock whose holder takes its time after it has released it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.acquire = self._lock.acquire

    def release(self) -> None:
        self._lock.release()
        time.sleep(0.3)


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread ends some time after the call that it was for."""
    monkeypatch.setattr(control, "threading", SimpleNamespace(Lock=LateLock, Thread=threading.Thread))


@pytest.mark.usefixtures("late")
def test_a_call_is_let_go_of_before_its_thread_has_ended() -> None:
    class Held:
        def call(self) -> int:
            return 3

    held = Held()
    seen = weakref.ref(held)
    assert control.call_in_thread(held.call, FOREVER) == 3
    del held
    assert seen() is None


@pytest.mark.usefixtures("late")
def test_a_ground_program_is_written_whole() -> None:
    """The file is complete once the control is freed."""
    text = ground_to_aspif(make_task(boards.planted(1, 4, 4, 4, framed=True)).program())
    assert text.startswith("asp 1 0 0")
    lines = text.splitlines()
    assert lines[-1] == "0"
    assert sum(line.startswith("4 ") for line in lines) > 100  # what is shown, which comes last


class Rules(Observer):
    """Counts the rules that are ground; the first waits until nobody waits for the others."""

    def __init__(self) -> None:
        self.number = 0
        self.abandoned = threading.Event()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.number += 1
        assert self.number > 1 or self.abandoned.wait(PATIENCE)


MANY_RULES = "p(1..100). q(X,Y) :- p(X), p(Y).\n"

PADDING = "% more\n" * (control.LARGE_TEXT // 7 + 1)


class EnoughError(Exception):
    pass


def interrupted(text: str, *, ends_process: bool, own: UserRules = UserRules()) -> int:
    """The number of rules that are ground if the wait is ended early, once no thread is at it any longer."""
    rules = Rules()
    before = set(threading.enumerate())

    def check() -> None:
        if rules.number:
            raise EnoughError

    deadline = Deadline(on_tick=check, ends_process=ends_process)
    with pytest.raises(EnoughError):
        control.ground([], text, prepare=lambda made: made.register_observer(rules), deadline=deadline, own=own)
    rules.abandoned.set()
    await_that(lambda: not set(threading.enumerate()) - before)
    return rules.number


def test_grounding_stops_with_the_wait_for_it() -> None:
    assert interrupted(MANY_RULES + PADDING, ends_process=False) < 10


def test_rules_of_a_user_may_be_few_and_endless() -> None:
    endless = UserRules((RulesFile("s.lp", "p(1). p(X+1) :- p(X).\n"),))
    assert interrupted("a.\n", ends_process=False, own=endless) < 10


def test_it_goes_on_where_the_process_ends_anyway() -> None:
    """And where the program is small: to observe it takes longer than to wait for it."""
    assert interrupted(MANY_RULES + PADDING, ends_process=True) > 100**2
    assert interrupted(MANY_RULES, ends_process=False) > 100**2


def test_an_error_of_the_check_is_not_taken_for_one_of_the_program() -> None:
    def check() -> None:
        raise RuntimeError("of the caller")

    with pytest.raises(RuntimeError, match="of the caller"):
        control.ground([], "a.", deadline=Deadline(on_tick=check))


@pytest.mark.long
@represented(
    "call, side",
    [
        ("solve_all(puzzle, limits=limits)", 60),
        ("solve_all(puzzle, limits=limits)", 20),
        ("solve_all(puzzle, limits=limits, jobs=2)", 60),
        ("solve_all(puzzle, limits=limits, jobs=2)", 20),
    ],
)
def test_a_program_that_has_reached_a_limit_ends_with_its_status(call: str, side: int, tmp_path: Path) -> None:
    """The boards take seconds and hours to ground, and the larger one long from one rule to the next."""
    (tmp_path / "x.puz").write_text(
        plain.write_puz(generate(Recipe(side, side, 18, 6, seed=1)).puzzle), encoding="utf-8"
    )
    lines = [
        "import atexit, edgeasp, sys",
        "puzzle, limits = edgeasp.load('x.puz'), edgeasp.Limits(seconds=1.5)",
        f"print(edgeasp.{call}.result.stopped)",
        "atexit.register(print, 'end')",
        "sys.exit(3)",
    ]
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, check=False, cwd=tmp_path, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, "time limit of 1.5 s\nend\n", "")
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 8


# ---- options ----

VALUES = {
    "--acyc-prop": "0",
    "--block-restarts": "5,2.0,0",
    "--contraction": "5,allUIP",
    "--counter-restarts": "3,10",
    "--del-cfl": "F,1",
    "--del-estimate": "3",
    "--del-glue": "2,1",
    "--del-grow": "1.1,20.0",
    "--del-init": "20.0,1,1",
    "--del-max": "1,1",
    "--del-on-restart": "100",
    "--deletion": "sort,100,lbd",
    "--distribute": "all,global,4",
    "--eq": "-1",
    "--forget-on-step": "lemmas",
    "--global-restarts": "5,L,100",
    "--heuristic": "Berkmin,3",
    "--init-watches": "rnd",
    "--integrate": "all,10,ring",
    "--lookahead": "hybrid,5",
    "--loops": "distinct",
    "--otfs": "2",
    "--partial-check": "50",
    "--rand-freq": "0.5",
    "--rand-prob": "5,10",
    "--reset-restarts": "repeat",
    "--restarts": "x,1,1.5",
    "--reverse-arcs": "3",
    "--sat-prepro": "3,iter=20,occ=25",
    "--save-progress": "0",
    "--score-other": "all",
    "--score-res": "multiset",
    "--share": "all",
    "--shuffle": "1,1",
    "--sign-def": "rnd",
    "--sign-def-disj": "neg",
    "--strengthen": "recursive,binary,no",
    "--trans-ext": "all",
    "--update-lbd": "glucose,3",
    "--update-mode": "conflict",
    "--vsids-progress": "80,2,100",
}
"""A value for each option that takes one, far from the default."""


@cache
def described() -> dict[str, str]:
    """Every long option in clasp's and gringo's help, and its short form or nothing."""
    done = subprocess.run([sys.executable, "-m", "clingo", "--help=3"], capture_output=True, text=True, check=False)
    found = {}
    for no, name, short in re.findall(
        r"^ {2}--(\[no-\])?([a-z-]+)[^\n]*?(?:,(-[a-zA-Z]))?(?: .*)?:", done.stdout, re.M
    ):
        found[f"--{name}"] = short
        found |= {f"--no-{name}": ""} if no else {}
    return found


def accepted(option: str) -> bool:
    try:
        ClaspOptions(extra=(option,)).arguments()
    except OptionError:
        return False
    return True


def unknown_to_clasp(option: str) -> bool:
    """Whether clasp has no option of that name, nor one that begins with it."""
    try:
        clingo.Control([option], logger=lambda *_: None)
    except RuntimeError as error:
        return "unknown option" in str(error)
    return False


def test_the_help_lists_the_options_and_their_short_forms() -> None:
    options = described()
    assert len(options) > 100
    assert {"-e", "-n", "-t", "-c", "-r", "-d"} <= set(options.values())
    assert {*ALLOWED, *RESERVED} <= set(options)
    assert not ALLOWED & set(RESERVED)


def test_only_what_is_allowed_is_accepted_in_whatever_form() -> None:
    """clasp itself accepts every prefix of a name that fits no other, and short forms with their value."""
    for name, short in described().items():
        assert accepted(name) == accepted(f"{name}=1") == (name in ALLOWED), name
        prefixes = {name[:length] for length in range(len("--x"), len(name))} - ALLOWED
        assert not any(accepted(prefix + value) for prefix in prefixes for value in ("", "=1")), name
        if short:
            assert not any(accepted(form) for form in (short, f"{short}1", f"{short}=1"))


@pytest.mark.parametrize(
    "word", ["0", "no", "", "-", "--", "--restarts =no", "--restarts=", "--restarts=\x1b", "--eq=\xb2"]
)
def test_words_that_are_no_options(word: str) -> None:
    with pytest.raises(OptionError) as caught:
        ClaspOptions(extra=("--eq=0", word)).arguments()
    assert str(caught.value).isascii()
    assert str(caught.value).isprintable()


def test_a_name_that_clasp_takes_for_another_is_refused() -> None:
    """The guard has the last word: what it lets through is the name of an option, not a prefix of one."""
    assert not any(map(unknown_to_clasp, ALLOWED))
    for prefix in ("--enum-mod", "--proj", "--mod", "--solve", "--conf"):
        assert not unknown_to_clasp(prefix)
        assert not accepted(prefix)


PUZZLES = {
    "signed": (boards.planted(1, 4, 3, 3, framed=True, signs=0.5), EncodingRequest("framed+signed+redundant")),
    "framed": (boards.planted(3, 3, 3, 3, framed=True), EncodingRequest(symmetry=("tile-rotations",))),
    "unframed": (boards.planted(0, 3, 2, 8), EncodingRequest()),
}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, list[str]]]:
    """The ground programs, which clasp's options do not change, each with its answers."""
    folder = tmp_path_factory.mktemp("programs")
    made = {}
    for name, (puzzle, request) in PUZZLES.items():
        task = make_task(puzzle, request=request)
        file = folder / f"{name}.aspif"
        file.write_text(task.ground_text(aspif=True), encoding="utf-8")
        control = clingo.Control(["0"])
        control.add("base", [], task.program())
        control.ground([("base", [])])
        made[name] = file, answers(control)
    return made


def answers(control: clingo.Control) -> list[str]:
    """All answers, sorted."""
    found: list[str] = []
    control.solve(on_model=lambda model: found.append(" ".join(sorted(map(str, model.symbols(shown=True))))))
    return sorted(found)


def answers_with(options: ClaspOptions, program: Path) -> list[str]:
    control = clingo.Control(["0", *options.arguments()], logger=lambda *_: None)
    control.load_aspif([str(program)])
    return answers(control)


@pytest.mark.sample(4)
@pytest.mark.parametrize("option", sorted(ALLOWED))
def test_what_is_allowed_keeps_the_answers(option: str, programs: dict[str, tuple[Path, list[str]]]) -> None:
    extra = (f"{option}={VALUES[option]}" if option in VALUES else option,)
    for program, expected in programs.values():
        assert len(expected) > 1
        assert answers_with(ClaspOptions(guided=True, extra=extra), program) == expected
    program, expected = programs["framed"]
    assert answers_with(ClaspOptions(threads=2, extra=extra), program) == expected


def test_options_of_a_user_take_the_place_of_ours() -> None:
    assert ClaspOptions().arguments() == [
        *["--configuration=frumpy", "--restarts=D,50,0.7", "--sign-def=pos", "--heuristic=Vsids,98", "--seed=1"]
    ]  # fmt: skip
    own = ClaspOptions(seed=3, threads=2, guided=True, extra=("--restarts=no", "--eq=0")).arguments()
    assert own == [
        *["--configuration=frumpy", "--sign-def=pos", "--heuristic=Domain,98", "--parallel-mode=2", "--seed=3"],
        *["--restarts=no", "--eq=0"],
    ]
    assert ClaspOptions(configuration="tweety").arguments() == ["--configuration=tweety", "--seed=1"]
