"""Systems of a benchmark, also those of a user."""

from __future__ import annotations

import os
import pickle
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.formats.files import convert_board
from edgeasp.formats.recognition import board_format
from edgeasp.generate import Recipe, generate
from edgeasp.lab.bench import benchmark, instances, systems, table
from edgeasp.lab.bench.benchmark import AnswerComparison
from edgeasp.lab.bench.best_runs import BestRun, BestSystem
from edgeasp.lab.bench.instances import BenchInstance
from edgeasp.lab.bench.peers import CpSatRun
from edgeasp.lab.bench.systems import CommandSolver, Edgeasp, RunLimits, UserProgram, parse_system, read_boards
from edgeasp.lab.bench.table import RunRow
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.solvers import interface
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Statistics, Status
from edgeasp.system.errors import (
    CheckError,
    EncodingError,
    FormatError,
    InputError,
    OptionError,
    OutputError,
    ProgramError,
    SolverError,
)
from tests.encoding.test_render import FOREIGN
from tests.lab.bench.test_runs import measure
from tests.support import boards
from tests.support.boards import FOURSQUARES, FRAME_3X3, solved
from tests.support.counting import COMPILER
from tests.support.running import run, running
from tests.support.solving import as_solution
from tests.support.waiting import LIMITS, PATIENCE, await_that, gone

# ---- names ----


def test_what_a_name_asks_for() -> None:
    system = parse_system(
        "edgeasp:encoding=framed+redundant,redundant=forbidden-colours+colour-supply,symmetry=none,threads=2"
    )
    assert isinstance(system, Edgeasp)
    assert system.request.redundant == ("forbidden-colours", "colour-supply")
    assert system.request.symmetry == ()
    assert system.threads == 2
    assert system.options(5) == ClaspOptions(5, 2)
    plain = parse_system("edgeasp")
    assert isinstance(plain, Edgeasp)
    assert plain.options(1) == ClaspOptions()


def test_identity_changes_with_what_is_run_and_with_nothing_else() -> None:
    plain = parse_system("edgeasp").fingerprint(FRAME_3X3, 1)
    assert plain == parse_system("edgeasp:threads=2").fingerprint(FRAME_3X3, 7)
    assert plain.encoding_hash != parse_system("edgeasp").fingerprint(FOURSQUARES, 1).encoding_hash
    assert plain.encoding_hash != parse_system("edgeasp:heuristic=none").fingerprint(FRAME_3X3, 1).encoding_hash
    assert plain.encoding_hash != parse_system("edgeasp:narrow=no").fingerprint(FRAME_3X3, 1).encoding_hash
    assert plain.options != parse_system("edgeasp:config=crafty").fingerprint(FRAME_3X3, 1).options
    assert "seed" not in plain.options
    assert "clingo" in plain.versions
    peer = parse_system("cadical195:heule-all").fingerprint(FRAME_3X3, 1)
    assert peer.encoding == "heule-all"
    assert peer.encoding_hash != parse_system("cp-sat").fingerprint(FRAME_3X3, 1).encoding_hash


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("edgeasp:clasp=--restarts=never", "the system edgeasp:clasp=--restarts=never: clingo does not accept"),
        ("nosuch:heule-all", "the system nosuch:heule-all: expected a solver that PySAT knows"),
    ],
)
def test_what_does_not_run_is_found_before(text: str, complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        systems.require_systems([parse_system("edgeasp"), parse_system(text)])


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interface, "find_spec", lambda name: None)
    with pytest.raises(OptionError, match=r"the system cp-sat: ortools is not installed: pip install 'ortools>=9.10'"):
        systems.require_systems([parse_system("cp-sat")])


def test_every_form_that_is_described_can_be_parsed(tmp_path: Path) -> None:
    (tmp_path / "mine.lp").touch()
    for kind in systems.SOLVERS:
        for form, meaning in kind.describe():
            text = form.replace("SOLVER", "cadical195").replace("OPTION=VALUE,...", "threads=2")
            text = text.replace("FILE", str(tmp_path / "mine.lp")).replace("WORDS", "./solver {puz}")
            assert isinstance(parse_system(text), kind)
            assert meaning


def test_a_solver_survives_the_way_to_another_process() -> None:
    for text in ("edgeasp:threads=2,clasp=--restarts=no", "cadical195:direct", "cp-sat", "row-scan"):
        assert pickle.loads(pickle.dumps(parse_system(text))) == parse_system(text)


@pytest.mark.skipif(not COMPILER, reason="there is no C compiler")
def test_edgeasp_is_solve_as_it_is_by_default() -> None:
    """It scans where that is expected to be faster, and finds what clingo alone finds."""
    puzzle = generate(Recipe(5, 5, 4, 3, seed=1)).puzzle
    found = {}
    for label in ("edgeasp", "edgeasp:no-scan"):
        search = parse_system(label).run(puzzle, Solution(), every=True, seed=1)
        found[label] = ({tuple(board) for board in search}, search.statistics.conflicts is None)
    assert found["edgeasp"] == (found["edgeasp:no-scan"][0], True)
    assert not found["edgeasp:no-scan"][1]
    hashes = {parse_system(label).fingerprint(puzzle, 1).encoding_hash for label in found}
    assert len(hashes) == 2


# ---- systems of a user ----

IN_FRAME = FOREIGN + "".join(
    f":- frame(C), seen({place}, D), D != C{where}.\n"
    for place, where in (
        ("1,_,left", ""),
        ("_,1,top", ""),
        ("X,_,right", ", not col(X+1)"),
        ("_,Y,bottom", ", not row(Y+1)"),
    )
)
BOARDS = [as_solution(FRAME_3X3, each) for each in solved(FRAME_3X3)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("mine.lp").write_text(IN_FRAME, encoding="utf-8")
    Path("class.lp").write_text(FOREIGN, encoding="utf-8")
    Path("frame.puz").write_text(plain.write_puz(FRAME_3X3), encoding="utf-8")
    Path("all.sol").write_text("".join(f"c solution\n{plain.write_sol(each)}" for each in BOARDS), encoding="utf-8")
    Path("one.sol").write_text(plain.write_sol(BOARDS[0]), encoding="utf-8")
    return tmp_path


@pytest.fixture
def instance() -> BenchInstance:
    return instances.load_instances("frame.puz")[0]


def shell(line: str) -> str:
    """A system that runs a line of shell; `$1` is the puzzle."""
    return f"command=sh -c '{line}' sh {{puz}} {{clue}}"


def outcome(line: str, *, every: bool = True, seconds: float | None = None) -> tuple[list[Solution], Status, bool]:
    run = systems.parse_system(shell(line)).run(FRAME_3X3, Solution(), every=every, seed=1, seconds=seconds)
    found = list(run)
    return found, run.status, run.exhausted


# ---- names of programs ----


@pytest.mark.usefixtures("folder")
def test_programs_and_commands_are_named_in_a_list() -> None:
    found = systems.parse_systems(
        ["edgeasp:encoding=framed,threads=2,program=mine.lp,command=./a {puz},x, y", "row-scan"]
    )
    labels = ["edgeasp:encoding=framed,threads=2", "program=mine.lp", "command=./a {puz},x, y", "row-scan"]
    assert [each.label for each in found] == labels
    assert isinstance(found[1], UserProgram)
    assert isinstance(found[2], CommandSolver)
    assert found[2].words == ("./a", "{puz},x,", "y")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("program=no.lp", InputError, "no.lp: cannot be read"),
        ("command=", OptionError, "expected a command that gets the puzzle"),
        ("command=./solver", OptionError, "expected a command that gets the puzzle"),
        ("command=./solver {puz} {x}", OptionError, "found {x}"),
        ("command=./solver '{puz}", OptionError, "no closing quotation"),
    ],
)
def test_a_system_that_is_none_is_refused(text: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error) as caught:
        systems.parse_systems([text])
    assert reason in str(caught.value)


@pytest.mark.usefixtures("folder")
def test_what_cannot_run_is_refused_before_anything_is_measured() -> None:
    Path("bad.lp").write_text("a.\nb :- (.\n", encoding="utf-8")
    for text, reason in (
        ("command=./nothing {puz}", "found none named './nothing'"),
        ("command=sh {puz}", r"add \{clue\} or \{lp\}, or take --tasks first"),
        ("program=bad.lp", "bad.lp:2: syntax error"),
    ):
        with pytest.raises((OptionError, InputError), match=reason):
            systems.require_systems(systems.parse_systems([text]), every=not text.startswith("command=./"))
    systems.require_systems(systems.parse_systems(["command=sh {puz}"]))


@pytest.mark.usefixtures("folder")
def test_a_puzzle_that_bench_does_not_know_is_named() -> None:
    Path("all").mkdir()
    for name, puzzle in (("usual", FRAME_3X3), ("over", replace(FRAME_3X3, flipping=True))):
        Path(f"all/{name}.puz").write_text(plain.write_puz(puzzle), encoding="utf-8")
    with pytest.raises(EncodingError, match=r"^all/over\.puz: bench does not support puzzles with two-sided tiles"):
        instances.load_instances("all")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("unusual", [{"partners": ((1, 2),)}, {"turning": False}])
def test_a_program_that_may_skip_comments_gets_no_puzzle_in_which_they_count(unusual: dict[str, Any]) -> None:
    puzzle = replace(FRAME_3X3, **unusual)
    with pytest.raises(EncodingError, match=r"write \{puz_with_comments\} if sh supports it, or \{lp\}"):
        systems.parse_system("command=sh x {puz}").fingerprint(puzzle, 1)
    Path("mine.puz").write_text(plain.write_puz(puzzle), encoding="utf-8")
    system = BestSystem.parse(["command=sh -c true {puz}"])[0]
    [mine] = instances.load_without_extra_clues("mine.puz")
    with pytest.raises(EncodingError, match="a comment of the"):
        BestRun(mine, system, 1, 1)
    for place in ("puz_with_comments", "lp"):
        Path("copy.sh").write_text("cp $1 given\n", encoding="utf-8")
        run = systems.parse_system(f"command=sh copy.sh {{{place}}}")
        assert run.fingerprint(puzzle, 1)
        with pytest.raises(ProgramError):
            list(run.run(puzzle, Solution(), every=False, seed=1))  # it prints no board
        text = Path("given").read_text(encoding="utf-8")
        assert text == (plain.write_puz(puzzle) if place.startswith("puz") else facts.write_facts(puzzle))


@pytest.mark.usefixtures("folder")
def test_a_change_of_the_program_is_another_system(instance: BenchInstance) -> None:
    Path("solver.sh").write_text("true\n", encoding="utf-8")
    names = ["program=mine.lp", "command=sh solver.sh {puz}"]
    before = [systems.parse_system(name).fingerprint(instance.puzzle, 1) for name in names]
    for path in ("mine.lp", "solver.sh"):
        Path(path).write_text(Path(path).read_text(encoding="utf-8") + "% \n", encoding="utf-8")
    after = [systems.parse_system(name).fingerprint(instance.puzzle, 1) for name in names]
    assert all(one.encoding_hash != two.encoding_hash for one, two in zip(before, after, strict=True))
    assert before[0].encoding == "program mine.lp"


# ---- what a program prints ----


@pytest.mark.usefixtures("folder")
def test_boards_are_read_in_all_forms() -> None:
    atoms = "Answer: 1\n" + " ".join(
        f"chosenTile({p.square.col + 1},{p.square.row + 1},{p.tile + 1}) "
        f"chosenRotation({p.square.col + 1},{p.square.row + 1},{90 * ((4 - p.rot) % 4)})"
        for p in BOARDS[0]
    )
    for text in (plain.write_sol(BOARDS[0]), f"c solution 1\n{plain.write_sol(BOARDS[0])}", atoms):
        [board] = read_boards(text, FRAME_3X3, "it")
        assert sorted(board, key=lambda each: each.tile) == sorted(BOARDS[0], key=lambda each: each.tile)
    assert len(read_boards(Path("all.sol").read_text(encoding="utf-8"), FRAME_3X3, "it")) == len(BOARDS)
    for text in ("c UNSATISFIABLE\n", "s UNSATISFIABLE\n", "UNSATISFIABLE\n"):
        assert read_boards(text, FRAME_3X3, "it") == []
    for text in ("", "\n", "hello\n", "chosenTile(1,1,1)", "0 0 0 0\n0 0 0 0\n"):
        with pytest.raises(ProgramError, match=r"^it printed "):
            read_boards(text, FRAME_3X3, "it")
    undivided = "\n".join(plain.write_sol(board) for board in BOARDS[:2])
    with pytest.raises(ProgramError, match="of several boards each begins with a line 'c solution'"):
        read_boards(undivided, FRAME_3X3, "it")


@pytest.mark.usefixtures("folder")
def test_a_program_that_answers() -> None:
    found, status, exhausted = outcome("cat all.sol")
    assert (len(found), status, exhausted) == (16, Status.SATISFIABLE, True)
    assert outcome("cat all.sol; exit 30")[2]
    assert not outcome("cat one.sol; exit 10")[2]
    assert outcome("echo UNSATISFIABLE; exit 20") == ([], Status.UNSATISFIABLE, True)
    assert outcome("cmp $1 frame.puz && cat one.sol", every=False)[1] is Status.SATISFIABLE


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("cat all.sol; echo no more >&2; exit 3", "the program ended with status 3: no more"),
        ("kill -9 $$", "the program was ended by SIGKILL"),
    ],
)
def test_a_program_that_crashes_has_no_boards(line: str, reason: str) -> None:
    with pytest.raises(SolverError, match=f"^{reason}$"):
        outcome(line)


@pytest.mark.usefixtures("folder")
def test_a_program_ends_at_the_limit_and_when_the_search_is_closed() -> None:
    assert outcome("exec sleep 600", seconds=0.1) == ([], Status.UNKNOWN, False)


# ---- who is wrong ----


def row(system: str, solutions: int, like: RunRow, **changes: object) -> RunRow:
    return replace(like, system=system, solutions=solutions, **changes)  # type: ignore[arg-type]


@pytest.mark.usefixtures("folder")
def test_who_finds_less_than_another_is_wrong_whatever_comes_first(instance: BenchInstance, tmp_path: Path) -> None:
    [like] = measure(tmp_path, [instance], "edgeasp")
    names = ["edgeasp", "program=mine.lp"]
    limits = RunLimits(PATIENCE, 10**9)
    runs = systems.plan_runs([instance], systems.parse_systems(names), {"all": [1]}, limits, like.host)
    consistency = AnswerComparison(runs, [])
    assert consistency.add_run(row("program=mine.lp", 3, like)) == []
    good, bad = consistency.add_run(like)
    assert (good, bad.status) == (like, "wrong")
    assert bad.message == "it says 3 solutions, but edgeasp has found 4 solutions"
    assert [each.status for each in consistency.add_run(row("command=x {puz}", 4, like))] == ["solved"]
    # More boards, each of which is checked, prove the others wrong.
    [more] = consistency.add_run(row("command=x {puz}", 5, like))
    with pytest.raises(CheckError, match=r"edgeasp .* says 4 solutions, command=x"):
        consistency.require_agreement(more)
    # It is wrong as well in a table of earlier, in whatever order the rows stand there.
    for known in ([row("program=mine.lp", 3, like), like], [like, row("program=mine.lp", 3, like)]):
        [late] = AnswerComparison([], known).corrected
        assert (late.system, late.status, late.message) == ("program=mine.lp", "wrong", bad.message)
    assert AnswerComparison([], [like, row("program=mine.lp", 4, like)]).corrected == []


# ---- in processes of their own ----


@pytest.mark.usefixtures("folder")
@pytest.mark.long
def test_own_systems_are_measured_and_checked(instance: BenchInstance, tmp_path: Path) -> None:
    first, *others = BOARDS[0]
    turned = Solution((replace(first, rot=(first.rot + 1) % 4), *others))
    Path("wrong.sol").write_text(plain.write_sol(turned), encoding="utf-8")
    rows = []
    for names in ("edgeasp,program=mine.lp,program=class.lp", shell("cat one.sol"), shell("cat wrong.sol")):
        rows = measure(tmp_path, [instance], names)
    said = {each.system.partition("cat ")[2] or each.system: each for each in rows}
    assert {name.partition("'")[0]: each.status for name, each in said.items()} == {
        "edgeasp": "solved",
        "program=mine.lp": "solved",
        "program=class.lp": "wrong",
        "one.sol": "wrong",
        "wrong.sol": "wrong",
    }
    assert said["program=mine.lp"].solutions == said["edgeasp"].solutions == 4
    assert (said["program=mine.lp"].rules or 0) > 1000


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("first", ["mine", "edgeasp"])
def test_a_program_that_misses_boards_is_wrong_when_edgeasp_answers_in_another_call(
    instance: BenchInstance, tmp_path: Path, first: str
) -> None:
    Path("one.sol").write_text(plain.write_sol(Solution(tuple(BOARDS[0]))), encoding="utf-8")
    mine = shell("cat one.sol")
    both, reported = [mine, "edgeasp"] if first == "mine" else ["edgeasp", mine], list[RunRow | None]()
    place = benchmark.BenchmarkFolder.from_option(str(tmp_path / "runs.csv"))
    for names in ([both[0]], [both[1]], both):
        limits = RunLimits(PATIENCE, 10**9)
        runs = systems.plan_runs(
            [instance], systems.parse_systems(names), {"all": [1]}, limits, benchmark.describe_machine()
        )
        rows = benchmark.measure_missing(runs, place, 1, lambda _: None, reported.append)
    assert {row.system: row.status for row in rows} == {"edgeasp": "solved", mine: "wrong"}
    assert {row.system: row.status for row in table.parse_rows(place.csv.read_text(encoding="utf-8"), "")} == {
        row.system: row.status for row in rows
    }
    assert [row.status for row in reported if row].count("wrong") == 1


@pytest.mark.usefixtures("folder")
@pytest.mark.long
def test_a_limit_ends_all_that_a_program_has_started(instance: BenchInstance, tmp_path: Path) -> None:
    line = "sleep 600 & echo $! > child; exec sleep 600"
    for seconds in LIMITS:
        [*_, ended] = measure(tmp_path, [instance], shell(line), limits=RunLimits(seconds, 10**9))
        assert ended.status == "timeout"
        if Path("child").exists():
            break
    await_that(lambda: gone(int(Path("child").read_text(encoding="utf-8"))))


@pytest.mark.usefixtures("folder")
@pytest.mark.long
@pytest.mark.skipif(not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="no list of children here")
def test_memory_of_a_program_counts(instance: BenchInstance, tmp_path: Path) -> None:
    eater = "x = []\nwhile True: x.append(bytearray(b'x' * 8_000_000))\n"
    Path("eat.py").write_text(eater, encoding="utf-8")
    limits = RunLimits(PATIENCE, 200_000_000)
    [ended] = measure(tmp_path, [instance], f"command={sys.executable} eat.py {{puz}} {{clue}}", limits=limits)
    assert ended.status == "memory"


@pytest.mark.usefixtures("folder")
@pytest.mark.long
def test_a_program_ends_with_the_benchmark_that_is_killed(tmp_path: Path) -> None:
    line = "echo $$ > child; exec sleep 600"
    with running("bench", "frame.puz", "--systems", shell(line), "--seeds", "1", "-o", "x.csv"):
        await_that(lambda: Path("child").exists() and Path("child").read_text(encoding="utf-8").endswith("\n"))
    await_that(lambda: gone(int(Path("child").read_text(encoding="utf-8"))))


@pytest.mark.usefixtures("folder")
@pytest.mark.long
def test_what_clingo_says_about_a_program_is_printed_once() -> None:
    text = IN_FRAME + "odd(T) :- tile(T), strange(T).\n"
    Path("odd.lp").write_text(text, encoding="utf-8")
    found = run("bench", "frame.puz", "--systems", "program=odd.lp", "--seeds", "1-2", "-o", "odd.csv")
    line = len(text.splitlines())
    assert found.stderr.count(f"odd.lp:{line}: atom does not occur in any rule head: strange(T)") == 1


# ---- unusual puzzles ----

TILES = tuple(map(Tile, [(1, 2, 3, 1), (2, 2, 3, 1), (3, 2, 1, 2), (1, 2, 2, 3)]))
PECULIAR = [
    (Puzzle(2, 2, TILES, ((1, 2),)), r"says which colours match: write \{puz_with_comments\}"),
    (Puzzle(2, 2, TILES, turning=False), r"says that no tile may be rotated: write \{puz_with_comments\}"),
]


@pytest.mark.parametrize(("puzzle", "words"), PECULIAR, ids=["partners", "no turning"])
def test_a_program_that_reads_a_puz_is_not_asked(puzzle: Puzzle, words: str) -> None:
    reads_puz, reads_facts = parse_system("command=./solver {puz}"), parse_system("command=./solver {lp}")
    assert isinstance(reads_facts, CommandSolver)
    with pytest.raises(EncodingError, match=words):
        reads_puz.fingerprint(puzzle, 1)
    assert reads_facts.fingerprint(puzzle, 1).encoding_hash


def test_a_site_that_shows_what_matches_gets_no_board_with_partners() -> None:
    with pytest.raises(FormatError, match="it shows what matches"):
        convert_board(Solution(), PECULIAR[0][0], board_format("bucas"))


# ---- CP-SAT ----

BOARD, SOLUTION = boards.cut_up(5, 5, 3)
UNSOLVABLE = Puzzle(2, 2, tuple(map(Tile, [(0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 2, 2), (0, 0, 2, 2)])))


@pytest.mark.long
def test_one_board() -> None:
    one = CpSatRun(BOARD, seed=3)
    [solution] = one
    assert check(BOARD, solution).solved
    assert (one.found, one.status, one.exhausted) == (1, Status.SATISFIABLE, False)


def test_what_it_tells() -> None:
    one = CpSatRun(boards.FRAME_3X3)
    assert (one.status, one.size, one.statistics, one.seconds) == (Status.UNKNOWN, None, Statistics(), {})
    list(one)
    assert one.size is not None
    # A tile on each of 9 squares, a colour on each of 12 diamonds; a table a square, and all tiles differ.
    assert (one.size.variables, one.size.constraints) == (9 + 12, 9 + 1)
    assert None not in (one.statistics.conflicts, one.statistics.choices, one.statistics.restarts)
    assert set(one.seconds) == {"encode", "load", "solve", "decode"}


@pytest.mark.parametrize("every", [False, True])
def test_no_board(every: bool) -> None:
    none = CpSatRun(UNSOLVABLE, every=every)
    assert list(none) == []
    assert (none.status, none.exhausted) == (Status.UNSATISFIABLE, True)


def test_a_clue_that_fits_nowhere() -> None:
    """A tile that the frame keeps away from the square."""
    clue = Solution((Placement(SOLUTION.placements[0].tile, Square(2, 2), 0),))
    assert list(CpSatRun(BOARD, clue)) == []


def test_it_can_be_abandoned() -> None:
    before = threading.active_count()
    some = CpSatRun(boards.cut_up(5, 5, 2)[0], every=True)
    solutions = iter(some)
    assert next(solutions) != next(solutions)
    solutions.close()
    assert threading.active_count() <= before
    assert (some.found, some.status, some.exhausted) == (2, Status.SATISFIABLE, False)


def test_a_search_that_ends_without_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never counts as proof that there is no board."""
    from ortools.sat.python import cp_model

    solve = cp_model.CpSolver.solve

    def give_up(solver: Any, *arguments: Any) -> Any:
        solver.parameters.max_time_in_seconds = 0.0
        return solve(solver, *arguments)

    monkeypatch.setattr(cp_model.CpSolver, "solve", give_up)
    stopped = CpSatRun(BOARD, every=True)
    with pytest.raises(SolverError, match="CP-SAT ended without a result: UNKNOWN"):
        list(stopped)
    assert (stopped.status, stopped.exhausted) == (Status.UNKNOWN, False)


def test_a_fault_in_the_solver_comes_to_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    from ortools.sat.python import cp_model

    def fail(*_: object) -> None:
        raise ValueError("no luck")

    monkeypatch.setattr(cp_model.CpSolver, "solve", fail)
    with pytest.raises(ValueError, match="no luck"):
        list(CpSatRun(BOARD))


def test_without_or_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(OptionError, match=r"ortools is not installed: pip install 'ortools>=9.10'"):
        next(iter(CpSatRun(BOARD)))


def test_a_link_in_a_folder_of_a_benchmark_leads_nothing_out_of_it(tmp_path: Path) -> None:
    folder, outside = tmp_path / "results", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    (folder / "instances").symlink_to(outside)
    benchmark.BenchmarkFolder.from_option(str(folder / "runs.csv")).create()
    with pytest.raises(OutputError, match="results/instances: expected no symbolic link: put there what it points to"):
        benchmark.BenchmarkFolder.from_option(str(folder)).create()
