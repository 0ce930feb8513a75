"""Solving with import edgeasp: results, threads and coroutines."""

from __future__ import annotations

import asyncio
import gc
import importlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import clingo
import pytest

import edgeasp
from edgeasp.encoding import facts
from edgeasp.formats import plain
from tests.support import boards, brute
from tests.support.counting import COMPILER
from tests.support.running import INSTANCES, run
from tests.support.solving import as_assignment
from tests.support.waiting import PATIENCE, await_that

# ---- solving ----

CHECKOUT = Path(__file__).parents[2]
FRAME = boards.FRAME_3X3
MANY = boards.planted(1, 3, 3, 3)


def python(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new process, where the checkout is."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT, check=False, timeout=PATIENCE)


# ---- what it is ----


@pytest.mark.long
def test_types_pass_mypy_strict(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from pathlib import Path\n"
        "import edgeasp\n"
        "puzzle: edgeasp.Instance = edgeasp.load(Path('x.puz'), signs='x.signs')\n"
        "clues: edgeasp.Solution = edgeasp.load_solution('x.clue', puzzle)\n"
        "limits = edgeasp.Limits(seconds=1.5, conflicts=10, memory=10**9)\n"
        "for solution in edgeasp.solve(puzzle, clues, encoding='framed', up_to_rotation=True, limits=limits, seed=2):\n"
        "    report: edgeasp.Report = edgeasp.check(puzzle.puzzle, solution, puzzle.clues)\n"
        "    solved: bool = report.solved\n"
        "    names: list[str] = [violation.name for violation in report.violations]\n"
        "    tiles: list[int] = [placement.tile for placement in solution]\n"
        "edgeasp.solve(puzzle).close()\n",
        encoding="utf-8",
    )
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import edgeasp\nnumber: int = edgeasp.load('x.puz')\nedgeasp.solve(3)\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "--no-error-summary"]
    done = subprocess.run(
        [*command, program.name, wrong.name], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert [line.partition(" error: ")[0] for line in done.stdout.splitlines()] == ["wrong.py:2:", "wrong.py:3:"]


# ---- reading ----


def test_load(tmp_path: Path) -> None:
    (tmp_path / "x.puz").write_text(plain.write_puz(FRAME), encoding="utf-8")
    (tmp_path / "x.lp").write_text(facts.write_facts(FRAME), encoding="utf-8")
    (tmp_path / "x.signs").write_text("0 +\n4 -\n", encoding="utf-8")
    assert edgeasp.load(tmp_path / "x.puz") == edgeasp.load(str(tmp_path / "x.puz")) == edgeasp.Instance(FRAME)
    assert edgeasp.load(tmp_path / "x.lp") == edgeasp.Instance(FRAME)
    signed = edgeasp.load(tmp_path / "x.puz", signs=tmp_path / "x.signs")
    assert [tile.sign for tile in signed.puzzle.tiles[:5]] == [edgeasp.Sign.PLUS, None, None, None, edgeasp.Sign.MINUS]


def test_load_solution(tmp_path: Path) -> None:
    solution = next(edgeasp.solve(FRAME))
    (tmp_path / "x.sol").write_text(plain.write_sol(solution), encoding="utf-8")
    (tmp_path / "x.clue").write_text("c one\n3 0 0 1\n", encoding="utf-8")
    assert edgeasp.load_solution(tmp_path / "x.sol", FRAME) == solution
    assert len(edgeasp.load_solution(str(tmp_path / "x.clue"), FRAME)) == 1


def test_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bad.puz").write_text("2 2\n1 1 1\n", encoding="utf-8")
    (tmp_path / "bad.sol").write_text("9 0 0 0\n", encoding="utf-8")
    with pytest.raises(edgeasp.InputError, match=r"none\.puz: cannot be read: no such file"):
        edgeasp.load(tmp_path / "none.puz")
    with pytest.raises(edgeasp.InputError, match=r"bad\.puz:2: ") as caught:
        edgeasp.load(tmp_path / "bad.puz")
    assert caught.value.line == 2
    with pytest.raises(edgeasp.EdgeaspError, match=r"bad\.sol:1: expected a tile from 0 to 8"):
        edgeasp.load_solution(tmp_path / "bad.sol", FRAME)


# ---- solving ----


@pytest.mark.parametrize("name", ["golden", "framed 2x3 signed", "surplus 2x3", "framed 2x2 spoilt", "all alike"])
def test_solve_gives_every_board_once(name: str) -> None:
    puzzle = boards.various()[name]
    found = [as_assignment(puzzle, solution) for solution in edgeasp.solve(puzzle)]
    pictures = {tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in each) for each in found}
    assert pictures == brute.solve(puzzle).pictures
    assert len(found) == len(pictures)


def test_solve_up_to_turns() -> None:
    assert len(list(edgeasp.solve(FRAME, up_to_rotation=True))) == 4


def test_solve_keeps_clues() -> None:
    clues = edgeasp.Solution((edgeasp.Placement(3, edgeasp.Square(0, 0), 1),))
    found = list(edgeasp.solve(FRAME, clues))
    assert len(found) == len(brute.solve(FRAME, clues={(0, 0): (3, 1)}).pictures)
    assert all(edgeasp.check(FRAME, solution, clues).solved for solution in found)


def test_solve_a_relaxation() -> None:
    relaxed = next(edgeasp.solve(boards.various()["framed 3x3 spoilt"], encoding="decision"))
    report = edgeasp.check(boards.various()["framed 3x3 spoilt"], relaxed)
    assert report.matched == report.diamonds
    assert not report.solved


def test_check_names_what_is_broken() -> None:
    solution = next(edgeasp.solve(FRAME))
    broken = edgeasp.Solution(tuple(edgeasp.Placement(p.tile, p.square, (p.rot + 1) % 4) for p in solution))
    assert edgeasp.check(FRAME, solution).solved
    assert not edgeasp.check(FRAME, broken).solved
    every = edgeasp.check(FRAME, broken).violations
    assert len(every) > 4
    for named in {each.condition for each in every}:
        only = tuple(each for each in every if each.condition is named)
        assert edgeasp.check(FRAME, broken, conditions=[named]).violations == only
        assert edgeasp.check(FRAME, broken, conditions=named.value).violations == only


def test_the_same_seed_gives_the_same_solutions_in_the_same_order() -> None:
    def first(seed: int) -> list[edgeasp.Solution]:
        found = edgeasp.solve(MANY, seed=seed)
        return [next(found) for _ in range(10)]

    assert first(1) == first(1)
    assert any(first(1) != first(seed) for seed in (2, 3, 4))


# ---- what can go wrong ----


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (edgeasp.Limits(seconds=0), "stopped by the time limit of 0 s"),
        (edgeasp.Limits(conflicts=20), "stopped by the conflict limit of 20"),
        (edgeasp.Limits(memory=1000), "stopped by the memory limit of 0.001 MB"),
    ],
)
def test_a_limit_is_an_error_after_what_was_found(limits: edgeasp.Limits, words: str) -> None:
    found = []
    with pytest.raises(edgeasp.LimitError, match=f"^{words}$"):  # noqa: PT012  # what comes before counts, too
        for solution in edgeasp.solve(MANY, limits=limits):
            found.append(solution)
    assert all(edgeasp.check(MANY, solution).solved for solution in found)
    assert (len(found) > 0) == (limits.conflicts is not None)


@pytest.mark.long
def test_a_time_limit_strikes_within_a_search() -> None:
    with pytest.raises(edgeasp.LimitError, match="time limit of 1 s"):
        list(edgeasp.solve(boards.hard(), limits=edgeasp.Limits(seconds=1)))


def test_no_limit_error_where_there_are_no_more() -> None:
    assert len(list(edgeasp.solve(FRAME, limits=edgeasp.Limits(600, 100_000, 64 * 10**9)))) == 16


def test_clues_that_contradict_the_puzzle_or_one_another() -> None:
    one, other = edgeasp.Placement(3, edgeasp.Square(0, 0), 1), edgeasp.Placement(3, edgeasp.Square(2, 0), 0)
    with pytest.raises(edgeasp.InputError, match="clues: expected clues that agree, found tile 3 on A3"):
        next(edgeasp.solve(FRAME, edgeasp.Solution((one, other))))
    turned = edgeasp.Placement(3, edgeasp.Square(0, 0), 2)
    with pytest.raises(edgeasp.InputError, match="clues: expected a clue for this puzzle, but A1"):
        next(edgeasp.solve(FRAME, edgeasp.Solution((turned,))))


def test_an_encoding_that_makes_no_sense() -> None:
    with pytest.raises(edgeasp.EncodingError, match="'framed' needs a puzzle with a frame"):
        next(edgeasp.solve(boards.GOLDEN, encoding="framed"))


# ---- manners ----


def threads() -> set[object]:
    """The threads of this process, those of clingo included where the system tells."""
    tasks = Path("/proc/self/task")
    return {each.name for each in tasks.iterdir()} if tasks.exists() else set(threading.enumerate())


def close(found: object) -> None:
    found.close()  # type: ignore[attr-defined]


@pytest.mark.sample(4)
@pytest.mark.parametrize("leave", [close, lambda _: None], ids=["closed", "let go of"])
@pytest.mark.parametrize("taken", [0, 1, 3])
def test_an_abandoned_search_leaves_no_thread(taken: int, leave: Callable[[object], None]) -> None:
    importlib.import_module("numpy")  # which keeps threads of its own
    list(edgeasp.solve(boards.GOLDEN))
    before, named = threads(), set(threading.enumerate())
    for _ in range(2):
        found = edgeasp.Session(edgeasp.make_task(MANY)).solve(0)
        for _ in range(taken):
            next(found)
        assert threads() - before or not taken or not Path("/proc/self/task").exists()
        leave(found)
        del found
        gc.collect(1)
    # The system takes a thread off its list a moment after it has been joined.
    await_that(lambda: threads() <= before)
    assert set(threading.enumerate()) <= named


def test_several_searches_side_by_side() -> None:
    one, other = edgeasp.solve(FRAME), edgeasp.solve(boards.GOLDEN)
    mixed = [(next(one), next(other)) for _ in range(10)]
    assert [first for first, _ in mixed] == [next(fresh) for fresh in [edgeasp.solve(FRAME)] for _ in range(10)]
    assert all(edgeasp.check(boards.GOLDEN, second).solved for _, second in mixed)
    one.close()
    other.close()


def test_it_works_in_another_thread() -> None:
    found: list[edgeasp.Solution] = []
    worker = threading.Thread(target=lambda: found.extend(edgeasp.solve(FRAME)))
    worker.start()
    worker.join(60)
    assert len(found) == 16


def test_it_prints_nothing_handles_no_signal_and_does_not_exit() -> None:
    done = python(
        "import signal, sys\n"
        "before = [signal.getsignal(number) for number in signal.valid_signals()]\n"
        "streams = sys.stdout, sys.stderr, sys.excepthook\n"
        "import edgeasp\n"
        "puzzle = edgeasp.load('instances/frame-3x3.puz')\n"
        "assert all(edgeasp.check(puzzle.puzzle, each).solved for each in edgeasp.solve(puzzle, up_to_rotation=True))\n"
        "next(edgeasp.solve(puzzle)); edgeasp.solve(puzzle).close()\n"
        "for limits in (edgeasp.Limits(seconds=0), edgeasp.Limits(conflicts=1)):\n"
        "    try: list(edgeasp.solve(edgeasp.load('instances/planted-6x6.puz'), limits=limits))\n"
        "    except edgeasp.LimitError: pass\n"
        "    else: raise AssertionError('no limit')\n"
        "try: edgeasp.load('none.puz')\n"
        "except edgeasp.InputError: pass\n"
        "assert [signal.getsignal(number) for number in signal.valid_signals()] == before\n"
        "assert (sys.stdout, sys.stderr, sys.excepthook) == streams\n"
        "assert not {'typer', 'rich'} & set(sys.modules)\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("call", "seconds"),
    [("ground", 0.05), ("solve", 0.5), pytest.param("solve", 0.02, marks=pytest.mark.long)],
)
def test_an_interrupt_reaches_the_caller(call: str, seconds: float) -> None:
    """While clingo grounds, prepares and searches: a handler gets its exception out, and the program ends well."""
    done = python(
        "import os, signal, threading\n"
        "import clingo, edgeasp\n"
        "from tests.support import boards\n"
        "puzzle = boards.hard()\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"usual = clingo.Control.{call}\n"
        "def interrupted(*arguments, **options):\n"
        f"    threading.Timer({seconds}, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "    return usual(*arguments, **options)\n"
        f"clingo.Control.{call} = interrupted\n"
        "try: list(edgeasp.solve(puzzle))\n"
        "except KeyboardInterrupt: print('interrupted')\n"
    )
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\n", "", 0)


SOLVES = """
import os, sys
import edgeasp
from edgeasp.system.processes import peak_memory
from tests.support import boards

def now():
    with open('/proc/self/statm') as file:
        return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')

def solve(number):
    puzzle = boards.planted(number % 50, 2, 2, 3)
    found = edgeasp.solve(puzzle, seed=number)
    assert edgeasp.check(puzzle, next(found)).solved

for number in range(50):
    solve(number)
before = now()
for number in range(int(sys.argv[1])):
    solve(number)
print(now() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc here")
@pytest.mark.long
@pytest.mark.parametrize("number", [200, 1000])
def test_many_solves_in_one_process_hardly_grow_it(number: int) -> None:
    command = [sys.executable, "-c", SOLVES, str(number)]
    grown = subprocess.check_output(command, text=True, cwd=CHECKOUT, env=os.environ | {"PYTHONPATH": str(CHECKOUT)})
    assert int(grown) < 50 * 10**6 * number / 1000


# ---- ends of programs ----

ENDINGS = {
    "a time limit during grounding": "try: list(edgeasp.solve(hard, limits=edgeasp.Limits(seconds=0.05)))\n"
    "except edgeasp.LimitError: pass\n",
    "an open search": "search = edgeasp.solve(many); next(search)\n",
    "an open search in a traceback": "search = edgeasp.solve(many); next(search)\n"
    "import sys\n"
    "sys.excepthook = lambda *_: None\n"
    "raise RuntimeError\n",
    "an interrupt during the search": "import _thread, threading\n"
    "threading.Timer(0.5, _thread.interrupt_main).start()\n"
    "try: list(edgeasp.solve(many))\n"
    "except KeyboardInterrupt: pass\n",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_program_ends_in_good_order_whatever_clingo_is_doing(ending: str) -> None:
    done = python(
        "import edgeasp\n"
        "from edgeasp.generate import Recipe, generate\n"
        "hard = generate(Recipe(12, 12, inner=8, border=4, seed=1)).puzzle\n"
        "many = generate(Recipe(6, 6, inner=3, border=3, seed=1)).puzzle\n" + ENDINGS[ending]
    )
    assert (done.returncode, done.stdout, done.stderr) == (int("traceback" in ending), "", "")


# ---- what is wrong is found at the call ----


def test_errors_are_raised_at_the_call_and_not_at_the_first_solution() -> None:
    with pytest.raises(edgeasp.EncodingError):
        edgeasp.solve(FRAME, encoding="no such")
    clue = edgeasp.Solution((edgeasp.Placement(99, edgeasp.Square(0, 0), 0),))
    with pytest.raises(edgeasp.InputError):
        edgeasp.solve(FRAME, clue)


def test_clues_of_a_file_are_kept(tmp_path: Path) -> None:
    """Those of class facts, and together with those of the caller."""
    solution = next(edgeasp.solve(FRAME))
    clues = edgeasp.Solution(solution.placements[:2])
    (tmp_path / "x.lp").write_text(facts.write_facts(FRAME, clues), encoding="utf-8")
    instance = edgeasp.load(tmp_path / "x.lp")
    assert instance == edgeasp.Instance(FRAME, clues)
    kept = list(edgeasp.solve(instance))
    assert 0 < len(kept) < len(list(edgeasp.solve(FRAME)))
    assert all(edgeasp.check(FRAME, each, clues).solved for each in kept)
    more = edgeasp.Solution(solution.placements[2:3])
    assert all(edgeasp.check(FRAME, each, more).solved for each in edgeasp.solve(instance, more))


@pytest.mark.parametrize("symmetry", [(), ("tile-rotations",), ("identical-tiles",)])
@pytest.mark.parametrize(("clued", "flipping"), [(False, False), (True, False), (False, True)])
def test_a_board_counts_once_whatever_symmetries_are_broken(
    symmetry: tuple[str, ...], clued: bool, flipping: bool
) -> None:
    puzzle = edgeasp.generate_puzzle(3, seed=1, flipping=flipping)
    assert puzzle.puzzle.identical_tiles()
    assert puzzle.planted
    clues = [placement] if clued and (placement := puzzle.planted[1, 1]) else []
    request = edgeasp.EncodingRequest(symmetry=symmetry)
    assert edgeasp.is_unique(puzzle.puzzle, clues, encoding=request)
    if not clued:
        whole = edgeasp.solve_all(puzzle.puzzle, encoding=request, up_to_rotation=True)
        assert len(whole.boards) == edgeasp.count(puzzle.puzzle, encoding=request, up_to_rotation=True) == 1


# ---- results ----

SMALL = edgeasp.parse("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n").puzzle
RANDOM = edgeasp.load(INSTANCES / "random-4x4.puz")


@pytest.mark.parametrize("name", ["golden", "framed 2x3 signed", "surplus 2x3", "framed 2x2 spoilt", "all alike"])
def test_all_solutions_and_their_number(name: str) -> None:
    puzzle = boards.various()[name]
    number = len(brute.solve(puzzle).pictures)
    outcome = edgeasp.solve_all(puzzle)
    assert len(set(outcome.solutions)) == len(outcome.boards) == number == edgeasp.count(puzzle)
    assert all(board.solved for board in outcome.boards)
    assert outcome.result.exhausted
    assert edgeasp.is_unique(puzzle) == (edgeasp.count(puzzle, up_to_rotation=True) == 1)


def test_a_limit_is_an_error_where_there_is_no_answer_and_a_word_in_a_record() -> None:
    many, limits = boards.planted(1, 3, 3, 3), edgeasp.Limits(conflicts=20)
    with pytest.raises(edgeasp.LimitError, match=r"stopped by the conflict limit of 20: at least \d+ boards"):
        edgeasp.count(many, limits=limits)
    with pytest.raises(edgeasp.LimitError, match="stopped by the time limit of 0 s"):
        edgeasp.is_unique(many, limits=edgeasp.Limits(seconds=0))
    outcome = edgeasp.solve_all(many, limits=limits)
    record = outcome.record()
    assert (record["stopped"], record["exhausted"]) == ("conflict limit of 20", False)
    assert record["counts_boards"] == len(outcome.solutions) > 0


@pytest.mark.usefixtures("in_this_process")
def test_a_search_split_over_processes_has_the_same_solutions() -> None:
    outcome = edgeasp.solve_all(FRAME, jobs=2)
    assert {frozenset(each) for each in outcome.solutions} == {frozenset(each) for each in edgeasp.solve(FRAME)}
    assert (outcome.result.processes, edgeasp.count(FRAME, jobs=2)) == (2, 16)


def test_all_records_have_the_same_fields() -> None:
    known = edgeasp.solve_all(FRAME).record()
    for puzzle, number in ((boards.GOLDEN, 1), (boards.unbalanced(), 0), (boards.various()["framed 3x3 signed"], 5)):
        record = edgeasp.solve_all(puzzle, number=number).record()
        assert list(record) == list(known)
        assert all(value is None or type(value) in (str, int, float, bool) for value in record.values())


def test_values_can_be_pickled_and_have_short_representations() -> None:
    instance = edgeasp.load(INSTANCES / "planted-4x4.puz")
    outcome = edgeasp.solve_all(instance, number=2)
    hinted = edgeasp.hint(instance, edgeasp.Solution(outcome.solutions[0].placements[:12]))
    explained = edgeasp.explain(instance, number=1)
    for value in (instance, instance.puzzle, *outcome.solutions, outcome, outcome.boards[0], hinted, explained):
        assert pickle.loads(pickle.dumps(value)) == value
        assert len(repr(value)) < 120
        assert "\n" not in repr(value)


@pytest.mark.usefixtures("in_this_process")
def test_the_best_board_is_that_of_the_command() -> None:
    better: list[int] = []
    best = edgeasp.best(RANDOM, on_better=lambda board: better.append(board.score))
    assert best.board is not None
    assert best.proved
    assert best.score == best.board.score == max(better) == 22
    assert better == sorted(better)
    assert list(edgeasp.best(RANDOM, goal=0).record()) == list(best.record())


def test_a_generated_puzzle_is_that_of_the_command() -> None:
    made = edgeasp.generate_puzzle(6, 5, seed=3, distinct=True)
    done = run("generate", "--size", "6x5", "--seed", "3", "--distinct")
    assert edgeasp.parse(done.stdout).puzzle == made.puzzle
    assert made.planted is not None
    assert made.planted.solved
    assert edgeasp.generate_puzzle(5, planted=False).planted is None
    assert edgeasp.generate_puzzle(preset="e2-like").puzzle.cols == 16


@pytest.mark.parametrize(
    ("mask", "wrap"), [("####/#.##/####/#.##", ""), ("####/####/####", "columns"), ("#####/#.#.#", "columns,rows")]
)
def test_a_generated_board_with_holes_that_wraps_around_is_that_of_the_command(mask: str, wrap: str) -> None:
    rows = mask.split("/")
    holes = [(col, row) for row, line in enumerate(rows) for col, square in enumerate(line) if square == "."]
    made = edgeasp.generate_puzzle(len(rows[0]), len(rows), seed=3, holes=holes, wraps=wrap.split(",") if wrap else [])
    done = run("generate", "--mask", mask, *(["--wrap", wrap] if wrap else []), "--seed", "3")
    assert edgeasp.parse(done.stdout).puzzle == made.puzzle
    assert made.puzzle.grid.outline == tuple(rows)


def test_clues_of_files_are_merged_and_judged_when_they_are_read(tmp_path: Path) -> None:
    solution = next(edgeasp.solve(FRAME))
    for index in range(2):
        part = FRAME, edgeasp.Solution(solution.placements[index : index + 2])
        edgeasp.save(edgeasp.Board(*part), tmp_path / f"{index}.sol")
    edgeasp.save(FRAME, tmp_path / "x.puz")
    both = edgeasp.load(tmp_path / "x.puz", clues=[tmp_path / "0.sol", tmp_path / "1.sol"])
    assert both.clues == edgeasp.Solution(solution.placements[:3])
    assert edgeasp.load(tmp_path / "x.puz", clues=tmp_path / "0.sol").clues == edgeasp.Solution(solution.placements[:2])
    (tmp_path / "one.sol").write_text("3 0 0 1\n", encoding="utf-8")
    (tmp_path / "other.sol").write_text("c one\n3 2 0 0\n", encoding="utf-8")
    with pytest.raises(edgeasp.InputError, match=r"other\.sol:2: expected clues that agree, .* in .*one\.sol:1"):
        edgeasp.load(tmp_path / "x.puz", clues=[tmp_path / "one.sol", tmp_path / "other.sol"])


def test_what_is_read_comes_with_its_notes(tmp_path: Path) -> None:
    link = edgeasp.convert(edgeasp.Board(FRAME, next(edgeasp.solve(FRAME))), "bucas")
    board = edgeasp.load_board(link.strip())
    assert board.solved
    pieces = edgeasp.parse(edgeasp.convert(FRAME, "udlr"), format="udlr")
    assert pieces.puzzle == FRAME
    # The same tiles, all of them turned: the board is carried over, with a note.
    turned = edgeasp.Puzzle(2, 2, tuple(edgeasp.Tile(tile.sides[2:] + tile.sides[:2]) for tile in SMALL.tiles))
    edgeasp.save(edgeasp.Instance(SMALL, next(edgeasp.solve(SMALL))), tmp_path / "x.lp")
    edgeasp.save(turned, tmp_path / "x.puz")
    instance = edgeasp.load(tmp_path / "x.puz", clues=tmp_path / "x.lp")
    assert (len(instance.clues), len(instance.notes)) == (4, 1)
    with pytest.raises(edgeasp.FormatError, match="holds no board: name its puzzle as well"):
        edgeasp.load_board(INSTANCES / "frame-3x3.puz")


def test_clingo_searches_where_no_scan_is_wanted() -> None:
    puzzle = edgeasp.load("instances/planted-8x8.puz")
    records = [edgeasp.solve_all(puzzle, number=1, scan=scan).record() for scan in (True, False)]
    assert [record["conflicts"] is None for record in records] == [COMPILER, False]
    assert [record["scanned"] is None for record in records] == [not COMPILER, True]


def test_facts_of_the_class_leave_out_the_rest() -> None:
    clued = edgeasp.Instance(FRAME, edgeasp.Solution((edgeasp.Placement(0, edgeasp.Square(0, 0), 0),)))
    whole, only = edgeasp.facts(clued), edgeasp.facts(clued, class_only=True)
    assert whole.startswith(only.rstrip("\n"))
    assert [word in whole for word in ("clue", "frame(")] == [True, True]
    assert [word in only for word in ("clue", "frame(")] == [False, False]
    board = edgeasp.Board(FRAME, next(edgeasp.solve(FRAME)))
    assert edgeasp.facts(board).count("clue(") == 9


def test_answers_with_empty_squares_are_boards_where_these_are_wanted() -> None:
    output = "clingo version 5.8.0\nAnswer: 1\nchosenTile(1,1,1) chosenRotation(1,1,0)\nSATISFIABLE\n"
    with pytest.raises(edgeasp.InputError, match=r"^mine:3: "):
        edgeasp.decode(output, FRAME, source="mine")
    [board] = edgeasp.decode(output, FRAME, partial=True)
    assert len(board.solution) == 1


def test_a_wrong_board_says_by_which_convention_it_would_be_right() -> None:
    right = next(edgeasp.solve(FRAME))
    clockwise = [edgeasp.Placement(each.tile, each.square, -each.rot % 4) for each in right]
    wrong = edgeasp.Board(FRAME, edgeasp.Solution(tuple(clockwise)))
    assert "turns are clockwise" in wrong.meant
    assert edgeasp.Board(FRAME, right).meant == ""


def test_the_ground_program_of_a_task_has_its_boards(tmp_path: Path) -> None:
    task = edgeasp.make_task(FRAME)
    assert task.ground_size().tight
    (tmp_path / "frame.aspif").write_text(task.ground_text(aspif=True), encoding="utf-8")
    control = clingo.Control(["0"])
    control.load_aspif([str(tmp_path / "frame.aspif")])
    boards_found: list[str] = []
    control.solve(on_model=lambda model: boards_found.append(str(model)))
    assert len(boards_found) == 16
    assert edgeasp.decode(boards_found[0], FRAME)[0].solved


# ---- side by side ----

GOLDEN = boards.GOLDEN
HARD = boards.hard()


def solved(puzzle: edgeasp.Puzzle) -> list[edgeasp.Solution]:
    return list(edgeasp.solve(puzzle))


def test_two_solves_in_two_threads_give_what_they_give_alone() -> None:
    puzzles = [FRAME, GOLDEN] * 4
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(solved, puzzles)) == [solved(FRAME), solved(GOLDEN)] * 4


def test_one_search_is_shared_by_threads() -> None:
    solutions = edgeasp.solve(FRAME)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda _: list(solutions), range(4)))
    assert sorted(map(hash, (each for part in parts for each in part))) == sorted(map(hash, solved(FRAME)))


def test_solves_in_coroutines() -> None:
    async def both() -> list[list[edgeasp.Solution]]:
        return await asyncio.gather(*(asyncio.to_thread(solved, puzzle) for puzzle in (FRAME, GOLDEN)))

    async def one_by_one() -> list[edgeasp.Solution]:
        return [solution async for solution in edgeasp.solve(FRAME)]

    assert asyncio.run(both()) == [solved(FRAME), solved(GOLDEN)]
    assert asyncio.run(one_by_one()) == solved(FRAME)


def test_a_search_is_cancelled_from_another_thread() -> None:
    """As soon as it searches, however long that would take."""
    begun = threading.Event()
    solutions = edgeasp.solve(HARD, on_tick=lambda _: begun.set())

    def cancel() -> None:
        assert begun.wait(PATIENCE)
        solutions.cancel()

    with ThreadPoolExecutor(1) as pool:
        cancelling = pool.submit(cancel)
        with pytest.raises(edgeasp.LimitError, match=r"^stopped by the caller$"):
            next(solutions)
        cancelling.result()
    assert next(solutions, None) is None
    assert repr(solutions) == "Solutions(0 found, ended)"


def test_a_coroutine_that_is_cancelled_stops_its_search() -> None:
    solutions = edgeasp.solve(HARD)

    async def give_up() -> None:
        await asyncio.wait_for(anext(solutions), 0.2)

    # `asyncio.run` ends only when the thread has, in which the search ran.
    with pytest.raises(TimeoutError):
        asyncio.run(give_up())
    assert str(solutions.result().stopped) == "caller"


def test_leaving_a_search_stops_it() -> None:
    with edgeasp.solve(boards.planted(1, 3, 3, 3)) as solutions:
        assert next(solutions)
        assert repr(solutions) == "Solutions(1 found, open)"
    assert list(solutions) == []


def test_an_exception_of_the_caller_ends_any_search() -> None:
    def interrupted(_: edgeasp.Progress) -> None:
        raise KeyboardInterrupt

    for call in (edgeasp.solve_all, edgeasp.count, edgeasp.explain):
        with pytest.raises(KeyboardInterrupt):
            call(HARD, on_tick=interrupted)


def test_a_search_whose_caller_answers_false_gives_what_is_known() -> None:
    stopped = edgeasp.Stopped(edgeasp.Limit.CALLER)
    explained = edgeasp.explain(HARD, on_tick=lambda _: False)
    hinted = edgeasp.hint(HARD, edgeasp.Solution(), on_tick=lambda _: False)
    for answer in (explained, hinted):
        assert (answer.found.stopped, answer.found.answered) == (stopped, False)
        assert answer.lines[-1].startswith("interrupted: ")
    assert edgeasp.solve_all(HARD, on_tick=lambda _: False).result.stopped == stopped
    assert edgeasp.explain(HARD, on_tick=lambda _: None, limits=edgeasp.Limits(conflicts=1)).found.stopped != stopped
