"""`--watch`: the search can be seen at a terminal, which is left clean; it changes nothing, and is not there if off."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import clingo
import pytest

from edgeasp.cli import commands
from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Solution
from edgeasp.search.solve import MonitoredSession, Session
from edgeasp.search.task import Task, make_task
from edgeasp.solvers.clingo import ground_program
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import Deadline
from tests.cli.asking import FRAME, HARD, MANY, lay
from tests.support.lanes import represented
from tests.support.running import run
from tests.support.terminal import watched


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name, puzzle in {"puzzle": FRAME, "many": MANY, "hard": HARD}.items():
        lay(f"{name}.puz", plain.write_puz(puzzle))


def both(task: Task, limit: int, conflicts: int | None) -> list[tuple[Session, list[Solution]]]:
    """The same search without and with monitoring."""
    sessions: list[Session] = [kind(task, ClaspOptions(seed=7)) for kind in (Session, MonitoredSession)]
    return [(session, [found.solution for found in session.solve(limit, conflicts=conflicts)]) for session in sessions]


# ---- watching changes nothing ----


@pytest.mark.parametrize("formulation", ["halves", "heule"])
def test_every_solution_in_the_same_order_at_the_same_cost(formulation: str) -> None:
    [(plain, found), (monitored, also)] = both(
        make_task(FRAME, request=EncodingRequest(formulation=formulation)), 0, None
    )
    assert len(found) == 16
    assert also == found
    assert monitored.statistics == plain.statistics
    assert isinstance(monitored, MonitoredSession)
    assert monitored.last == found[-1]


@pytest.fixture
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search for one solution is in its second slice after two hundred conflicts, in the third soon after."""
    monkeypatch.setattr(ground_program, "_FIRST_SLICE", 200)


@pytest.mark.long
@pytest.mark.usefixtures("short_slices")
def test_a_search_in_slices_takes_the_same_path() -> None:
    [(plain, _), (monitored, _)] = both(make_task(HARD), 1, 800)
    assert plain.statistics is not None
    assert (plain.statistics.conflicts or 0) >= 800
    assert monitored.statistics == plain.statistics


def test_if_off_nothing_is_hooked_into_clingo(monkeypatch: pytest.MonkeyPatch) -> None:
    hooked: list[object] = []
    register = clingo.Control.register_propagator

    def hook(control: clingo.Control, propagator: clingo.Propagator) -> None:
        hooked.append(propagator)
        register(control, propagator)

    monkeypatch.setattr(clingo.Control, "register_propagator", hook)
    assert run("solve", "puzzle.puz").status == commands.ANSWERED
    assert hooked == []
    assert len(list(MonitoredSession(make_task(FRAME)).solve())) == 1
    assert len(hooked) == 1


def test_if_off_nothing_of_it_is_imported() -> None:
    code = (
        "import sys; from edgeasp.cli.commands import app\n"
        "try: app(['solve', 'puzzle.puz', '-o', 'x.sol'])\n"
        "except SystemExit: pass\n"
        "large = 'rich.live', 'edgeasp.cli.live_view', 'edgeasp.draw.terminal'\n"
        "print(*[name for name in large if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
    assert Path("x.sol").exists()


# ---- what is seen ----


@pytest.mark.long
@pytest.mark.usefixtures("short_slices")
@represented("threads", [1, 2])
def test_a_candidate_fits_as_far_as_it_goes(threads: int) -> None:
    seen: list[Solution] = []
    deadline = Deadline(on_tick=lambda: seen.append(session.candidate()))
    session = MonitoredSession(make_task(HARD), ClaspOptions(threads=threads), deadline)
    boards: list[Solution] = []
    # How often a search is seen depends on the machine, that each search is seen does not.
    for _ in range(20):
        list(session.solve(conflicts=1_500))
        boards = [candidate for candidate in seen if candidate.placements]
        if len({candidate.placements for candidate in boards}) > 1:
            break
    assert len({candidate.placements for candidate in boards}) > 1
    assert max(map(len, boards)) <= session.most_placed <= len(HARD.tiles)
    for candidate in boards:
        assert check(HARD, candidate).violations == ()
    assert session.statistics is not None
    assert session.statistics.conflicts


def test_clues_are_part_of_a_candidate() -> None:
    [solution] = [found.solution for found in Session(make_task(FRAME)).solve()]
    clues = Solution(solution.placements[:3])
    session = MonitoredSession(make_task(FRAME, clues))
    for _ in session.solve(0):
        assert set(map(FRAME.canonical, clues)) <= set(map(FRAME.canonical, session.candidate()))


def test_the_terminal_shows_the_search_and_is_left_clean() -> None:
    seen = watched("solve", "hard.puz", "--watch", "--conflict-limit", "6000", "--format", "sol")
    assert seen.status == commands.UNANSWERED
    assert re.search(r"solve \d+:\d\d, 0 found", seen.stream)
    assert re.search(r"trying \d+ of 100 tiles, \d+ at most so far", seen.stream)
    assert "\x1b[38;5;" in seen.stream  # the board is in colour
    assert seen.left[:2] == ["c UNKNOWN", "c stopped by the conflict limit of 6,000"]
    assert seen.left[2].startswith("edgeasp: stopped by the conflict limit of 6,000: no solution so far; ")
    assert seen.left[3].startswith("  ")  # the line is broken at a word
    assert len(seen.left) == 4
    assert seen.stream.rfind("\x1b[?25h") > seen.stream.rfind("\x1b[?25l") >= 0


@represented("number, status", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_leaves_the_terminal_clean(number: int, status: int) -> None:
    seen = watched("solve", "hard.puz", "--watch", "--format", "sol", until=" conflicts a second", number=number)
    assert seen.status == status
    assert re.search(r"[\d,]+ conflicts, \d+ restarts at clasp's last report, [\d,]+ conflicts a second", seen.stream)
    assert [seen.left[0], len(seen.left)] == ["c UNKNOWN", 2]
    assert seen.left[1].startswith("edgeasp: interrupted: no solution so far; ")
    assert seen.stream.rfind("\x1b[?25h") > seen.stream.rfind("\x1b[?25l") >= 0


def test_solutions_stand_as_without_watching() -> None:
    arguments = ["solve", "many.puz", "--no-scan", "-n", "300", "--format", "sol"]
    seen = watched(*arguments, "--watch")
    plain = run(*arguments).stdout.splitlines()
    assert seen.left[:-1] == plain


@pytest.mark.long
def test_without_colour() -> None:
    seen = watched("solve", "hard.puz", "--watch", until="trying ", number=signal.SIGINT, NO_COLOR="1")
    assert "trying " in seen.stream
    assert not re.search(r"\x1b\[[0-9;]*[34]8;", seen.stream)


# ---- where it cannot be ----


def test_a_terminal_that_can_do_nothing_gets_the_note_too() -> None:
    seen = watched("solve", "puzzle.puz", "--watch", TERM="dumb")
    assert seen.stream.startswith("edgeasp: --watch needs a terminal that can move its cursor: set TERM")
    assert "\x1b[?25l" not in seen.stream
