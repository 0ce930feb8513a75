"""`edgeasp solve`: brute force, terminals, readers that stop, processes; what it prints is in transcripts."""

from __future__ import annotations

import io
import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from edgeasp.api.instance import Instance
from edgeasp.cli import commands, solve
from edgeasp.formats import files, plain
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.checker import check
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from tests.cli.asking import (
    ALIKE,
    BOARDS,
    FRAME,
    HARD,
    MANY,
    MILLIONS,
    SMALL,
    TOO_FEW_ZEROS,
    UNSOLVABLE,
    counted,
    lay,
    orbits,
    record,
    stream,
    whole,
)
from tests.support import boards, brute
from tests.support.fork_server import SCRIPT
from tests.support.lanes import represented, thinned
from tests.support.reading import read_puzzle
from tests.support.running import INSTANCES, PATIENT, Run, at_terminal, read_all, run, running, script, start
from tests.support.solving import as_assignment
from tests.support.waiting import PATIENCE, await_that, children, gone, status_of


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with puzzles to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    lay("puzzle.puz", plain.write_puz(FRAME))
    lay("alike.puz", plain.write_puz(ALIKE))
    lay("many.puz", plain.write_puz(MANY))
    lay("hard.puz", plain.write_puz(HARD))
    lay("unsolvable.puz", UNSOLVABLE)
    lay("few-zeros.puz", TOO_FEW_ZEROS)
    return tmp_path


@thinned("name", list(BOARDS), boards.kind)
def test_count_tells_boards_and_assignments(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", plain.write_puz(puzzle))
    found = brute.solve(puzzle)
    result = run("solve", "board.puz", "--count")
    assert counted(result) == (len(found.pictures), len(found.assignments))
    assert ("assignments" in result.stdout) == (len(found.pictures) != len(found.assignments))
    assert result.status == commands.ANSWERED


@pytest.mark.parametrize(
    "symmetry", ["none", "tile-rotations", "identical-tiles", "tile-rotations,identical-tiles,polarity"]
)
@pytest.mark.parametrize("name", [name for name, puzzle in SMALL.items() if puzzle.signed])
def test_count_does_not_depend_on_the_symmetries_that_are_broken(name: str, symmetry: str) -> None:
    puzzle = SMALL[name]
    lay("board.puz", plain.write_puz(puzzle))
    found = brute.solve(puzzle)
    result = run("solve", "board.puz", "--count", "--symmetry", symmetry)
    assert counted(result) == (len(found.pictures), len(found.assignments))


@pytest.mark.parametrize("name", ["all alike", "half-turn symmetric twins", "framed 2x3", "framed corner twins"])
def test_count_with_a_clue(name: str) -> None:
    puzzle = BOARDS[name]
    (tile, rot), *_ = min(brute.solve(puzzle).assignments)
    lay("board.puz", plain.write_puz(puzzle))
    lay("first.clue", f"{tile} 0 0 {rot}\n")
    found = brute.solve(puzzle, clues={(0, 0): (tile, rot)})
    listed = run("solve", "board.puz", "--count", "--clue", "first.clue")
    assert counted(listed) == (len(found.pictures), len(found.assignments))
    assert len(found.pictures) > 0
    # A clue in the corner breaks the symmetry of the board, and nothing else is said then.
    assert run("solve", "board.puz", "--count", "--clue", "first.clue", "--up-to-rotation").stdout == listed.stdout


@thinned("name", list(BOARDS), boards.kind)
def test_up_to_rotation_one_of_each_orbit_is_counted(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", plain.write_puz(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle).pictures)
    result = run("solve", "board.puz", "--count", "--up-to-rotation")
    assert counted(result)[0] == len(expected)
    assert "up to rotation of the board" in result.stdout


@pytest.mark.sample(4)
@thinned(
    "name, symmetry",
    list(
        product(
            SMALL,
            (
                "none",
                "tile-rotations",
                "identical-tiles",
                "tile-rotations,board-rotations",
                "tile-rotations,identical-tiles,board-rotations",
            ),
        )
    ),
    every=4,
)
def test_up_to_rotation_whatever_else_is_broken(name: str, symmetry: str) -> None:
    puzzle = SMALL[name]
    lay("board.puz", plain.write_puz(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle).pictures)
    asked = [] if "board-rotations" in symmetry else ["--up-to-rotation"]
    result = run("solve", "board.puz", "--count", "--symmetry", symmetry, *asked)
    assert counted(result)[0] == len(expected)
    assert "up to rotation of the board" in result.stdout


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", [name for name, puzzle in SMALL.items() if puzzle.framed or puzzle.signed])
def test_up_to_rotation_of_a_relaxation(name: str) -> None:
    puzzle = SMALL[name]
    lay("board.puz", plain.write_puz(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle, framed=False, signed=False).pictures)
    result = run("solve", "board.puz", "--count", "--up-to-rotation", "--encoding", "decision")
    assert counted(result)[0] == len(expected)


@pytest.mark.parametrize("name", ["golden", "all alike", "framed 2x3", "unframed 3x2", "framed 2x2 signed"])
def test_up_to_rotation_one_of_each_orbit_is_given(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", plain.write_puz(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle).pictures)
    found = stream(run("solve", "board.puz", "-n", "0", "--up-to-rotation").stdout, puzzle)
    seen = [
        frozenset({tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in as_assignment(puzzle, each))})
        for each in found
    ]
    assert len(seen) == len(expected)
    assert {orbit for orbit in expected for picture in seen if picture <= orbit} == expected


@pytest.mark.parametrize("name", ["surplus 2x3", "half-turn symmetric twins", "golden"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_up_to_rotation_stops_at_the_number_asked_for(name: str, number: int) -> None:
    """Also where solutions are sifted, for want of a tile whose rotation could be fixed."""
    puzzle = BOARDS[name]
    lay("board.puz", plain.write_puz(puzzle))
    said = record(run("solve", "board.puz", "--up-to-rotation", "-n", number, "--format", "json"))
    assert (len(said["solutions"]), said["answered"], said["exhausted"]) == (number, True, False)


@pytest.mark.parametrize("name", [*SMALL, "all alike", "framed 2x2 spoilt", "framed 3x3 spoilt", "unframed 3x3"])
def test_unique_means_one_orbit(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", plain.write_puz(puzzle))
    number = len(orbits(puzzle, brute.solve(puzzle).pictures))
    result = run("solve", "board.puz", "--unique")
    words = ["no solution", "unique up to rotation of the board", "not unique"][min(number, 2)]
    assert (result.status, result.stdout) == (commands.ANSWERED, f"{words}\n")


@pytest.mark.parametrize("form", [(), ("--format", "json")])
def test_a_count_of_more_digits_than_python_prints_by_itself(
    monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    monkeypatch.setattr(symmetry, "assignments_per_board", lambda *_: 10**5000)
    result = run("solve", "puzzle.puz", "--count", *form)
    assert result.status == commands.ANSWERED
    assert f"16{'0' * 5000}" in result.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_output_that_is_lost_is_an_error() -> None:
    """Also where it stands in a buffer until the end."""
    for arguments in (
        ["puzzle.puz", "--count"],
        ["puzzle.puz", "--format", "json"],
    ):
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = start("solve", *arguments, stdout=full)
            _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == commands.USAGE, arguments
        assert said.decode().splitlines()[-1].startswith("edgeasp: error: standard output: cannot be written")


@represented("form", ["sol", "json", "atoms", "board"])
def test_a_reader_that_stops_early_ends_the_search(form: str) -> None:
    with running("solve", *MILLIONS, "-n", "0", "--format", form) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert status_of(process) == commands.BROKEN_PIPE


def test_a_heuristic_guides_the_search() -> None:
    """The solver takes other choices with it than without."""
    puzzle = INSTANCES / "planted-5x5.puz"
    choices = {
        name: record(run("solve", puzzle, "--heuristic", name, "--format", "json"))["choices"]
        for name in ("none", "outward")
    }
    assert choices["none"] != choices["outward"]


def test_options_for_clasp_have_an_effect() -> None:
    without = record(run("solve", "puzzle.puz", "--clasp", "--eq=0", "--format", "json"))
    plain = record(run("solve", "puzzle.puz", "--format", "json"))
    assert without["ground"]["variables"] > plain["ground"]["variables"]


def lasting(said: dict[str, Any]) -> dict[str, Any]:
    """What does not depend on the day."""
    return {name: value for name, value in said.items() if name not in {"seconds", "peak_memory"}}


@represented("seed", ["1", "2"])
def test_the_same_seed_gives_the_same_bytes(seed: str) -> None:
    one, other = (script("solve", "many.puz", "-n", "20", "--seed", seed, PYTHONHASHSEED=seed) for _ in range(2))
    assert one.stdout == other.stdout
    assert len(stream(one.stdout, MANY)) == 20


@pytest.mark.long
def test_the_same_json_but_for_times() -> None:
    one, other = (
        lasting(record(script("solve", "many.puz", "-n", "20", "--format", "json", PYTHONHASHSEED=seed)))
        for seed in ("1", "2")
    )
    assert one == other


@pytest.mark.long
def test_another_seed_makes_another_search() -> None:
    """With random signs the first solution is another one, too."""
    lay("some.puz", plain.write_puz(boards.planted(1, 3, 3, 5)))
    told = [record(run("solve", "some.puz", "-n", "0", "--seed", seed, "--format", "json")) for seed in range(5)]
    assert len({(each["conflicts"], each["choices"]) for each in told}) > 1
    assert {each["counts"]["boards"] for each in told} == {216}
    found = {run("solve", "many.puz", "--seed", seed, "--clasp", "--sign-def=rnd").stdout for seed in range(5)}
    assert len(found) > 1


def test_a_conflict_limit_is_deterministic() -> None:
    arguments = ["solve", "many.puz", "-n", "0", "--conflict-limit", "35", "--format", "json"]
    # Clasp looks at its limit between two steps, and now and then a step meets several conflicts; not at this one.
    one, other = (lasting(record(script(*arguments))) for _ in range(2))
    assert one == other
    assert one["conflicts"] == 35


def test_files_appear_while_the_search_goes_on(folder: Path) -> None:
    with running("solve", *MILLIONS, "-n", "0", "-o", "found") as process:
        try:
            await_that((folder / "found" / "sol_3.sol").exists)
            assert process.poll() is None
            assert whole(ALIKE, *(files.read_solution(f"found/sol_{number}.sol", ALIKE) for number in (1, 2, 3)))
        finally:
            process.kill()


@represented("form", ["sol", "atoms", "board"])
def test_a_stream_arrives_while_the_search_goes_on(form: str) -> None:
    with running("solve", *MILLIONS, "-n", "0", "--format", form, bufsize=0) as process:
        try:
            assert process.stdout is not None
            got = b""
            while len(got) < 1000:
                data = process.stdout.read(1000)
                assert data, got
                got += data
            assert process.poll() is None
        finally:
            process.kill()


@pytest.mark.parametrize("form", ["sol", "atoms", "board"])
def test_each_solution_is_handed_on_at_once(form: solve.SolveFormat, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not wait in a buffer while the next one is looked for."""
    task = make_task(FRAME)
    sink = solve.choose_sink(solve.SolveOptions(number=0, form=form), Instance(FRAME), task, (), ExitStack())
    pipe = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(pipe), encoding="utf-8"))
    sizes = [0]
    for number, solved in enumerate(Session(task).solve(3), start=1):
        sink.add(solved, number)
        sizes.append(len(pipe.getvalue()))
    assert sizes[0] < sizes[1] < sizes[2] < sizes[3]
    assert pipe.getvalue().endswith(b"\n")


def peak(*arguments: str) -> int:
    """The most memory that a command held, in bytes."""
    process = start(*arguments, "--stats", stdout=subprocess.DEVNULL)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == commands.ANSWERED
    match = re.search(r"^peak_memory +([\d,]+)$", said.decode(), re.MULTILINE)
    assert match
    return int(match[1].replace(",", ""))


@pytest.mark.long
def test_memory_does_not_grow_with_the_number_of_solutions() -> None:
    assert peak("solve", *MILLIONS, "-n", "6000") - peak("solve", *MILLIONS, "-n", "300") < 20 * 10**6


@pytest.mark.long
@pytest.mark.parametrize("form", ["sol", "json", "atoms"])
def test_memory_does_not_grow_with_many_more_solutions(form: str) -> None:
    few, many = (peak("solve", *MILLIONS, "-n", number, "--format", form) for number in ("2000", "40000"))
    assert many - few < 20 * 10**6


def test_the_default_is_a_sol_in_a_pipe_and_a_board_at_a_terminal() -> None:
    assert whole(FRAME, plain.read_sol(script("solve", "puzzle.puz").stdout, FRAME, "pipe"))
    _, seen = at_terminal("solve", "puzzle.puz", "-n", "2", NO_COLOR="1", TERM="xterm")
    assert seen.startswith("solution 1\n┌")
    assert "\nsolution 2\n┌" in seen
    status, asked = at_terminal("solve", "puzzle.puz", "--format", "sol", TERM="xterm")
    assert status == commands.ANSWERED
    assert whole(FRAME, plain.read_sol(asked.partition("edgeasp: ")[0], FRAME, "terminal"))


def test_stats_at_a_terminal_with_a_board() -> None:
    _, seen = at_terminal("solve", "puzzle.puz", "--stats", TERM="xterm")
    assert "edgeasp: statistics\n" in seen
    assert re.search(r"^peak_memory +[\d,]+$", seen, re.MULTILINE)


def test_progress_is_for_a_person_who_waits() -> None:
    shown = re.compile(rb"(ground|solve), [1-9]\d* s")  # not before he has waited for a second
    ours, theirs = pty.openpty()
    with running("solve", "hard.puz", "--format", "sol", stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        seen = b""
        while not shown.search(seen):
            seen += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        seen += read_all(ours)
    os.close(ours)
    # The line is gone before anything else is said.
    assert seen.rpartition(b"\x1b[2K")[2].startswith(b"c UNKNOWN\r\n")


def test_no_progress_in_a_pipe_nor_if_quiet() -> None:
    arguments = ["solve", "hard.puz", "--conflict-limit", "50"]
    with running(*arguments, program=PATIENT) as process:
        out, said = process.communicate(timeout=PATIENCE)
    _, seen = at_terminal(*arguments, "--quiet", program=PATIENT, TERM="xterm")
    assert "\x1b" not in seen
    assert len(said.splitlines()) == 1
    assert b"\r" not in out + said


@pytest.mark.parametrize(("colour", "wanted"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_no_color(colour: dict[str, str], wanted: bool) -> None:
    _, seen = at_terminal("solve", "puzzle.puz", TERM="xterm-256color", **colour)
    assert bool(re.search(r"\x1b\[[0-9;]*[34][0-9]", seen)) == wanted


@pytest.mark.long
def test_json_says_what_narrowing_came_to() -> None:
    assert record(run("solve", "puzzle.puz", "--format", "json"))["narrowed"] is None
    large = generate(Recipe(11, 11, inner=60, border=4, seed=2, clues="corner"))
    Path("large.puz").write_text(plain.write_puz(large.puzzle), encoding="utf-8")
    Path("large.clue").write_text(plain.write_sol(large.clues), encoding="utf-8")
    given = ("solve", "large.puz", "--no-scan", "--clue", "large.clue", "-n", "0")
    said = record(run(*given, "--format", "json"))
    assert said["narrowed"]["before"] > 50 * said["narrowed"]["after"] >= 50 * 121
    assert said["narrowed"]["programs"] > 1
    assert "narrowed           before " in run(*given, "--stats").stderr
    assert said["counts"]["boards"] == 1


@pytest.mark.usefixtures("small_searches_are_split")
def test_all_solutions() -> None:
    result = run("solve", "puzzle.puz", "-n", "0", "--jobs", "2")
    found = stream(result.stdout, FRAME)
    assert len(found) == 16
    assert {as_assignment(FRAME, each) for each in found} == brute.solve(FRAME).assignments
    assert (result.status, result.stderr.partition(";")[0]) == (
        commands.ANSWERED,
        "edgeasp: 16 solutions, and no others",
    )


@pytest.mark.usefixtures("small_searches_are_split")
@represented("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_all_processes(number: signal.Signals) -> None:
    with running("solve", "hard.puz", "--jobs", "2", program=PATIENT) as process:
        await_that(lambda: len(children(process.pid)) == 2)
        workers = children(process.pid)
        process.send_signal(number)
        said, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number
    assert (said, told.partition(b";")[0]) == (b"c UNKNOWN\n", b"edgeasp: interrupted: no solution so far")
    await_that(lambda: all(map(gone, workers)))


@pytest.mark.usefixtures("small_searches_are_split")
def test_where_the_parent_is_killed_its_processes_end() -> None:
    with running("solve", "hard.puz", "--jobs", "2") as process:
        await_that(lambda: len(children(process.pid)) == 2)
        workers = children(process.pid)
        os.kill(process.pid, signal.SIGKILL)
        await_that(lambda: all(map(gone, workers)))


@pytest.mark.usefixtures("small_searches_are_split")
@pytest.mark.long
def test_the_search_can_be_followed() -> None:
    status, shown = at_terminal("solve", "many.puz", "--count", "--jobs", "2", "--watch", COLUMNS="100", LINES="40")
    assert status == commands.ANSWERED
    assert re.search(r"trying \d+ of \d+ tiles, \d+ at most so far", shown)
    assert "% done" in shown


IN_PROCESSOR_TIME = [
    sys.executable,
    "-c",
    "import sys, time, types; from edgeasp import __main__ as command; from edgeasp.system import limits; "
    "limits.time = command.time = types.SimpleNamespace(monotonic=time.process_time); sys.argv[0] = 'edgeasp'; "
    "command.main()",
]
"""The command with a clock that stands still while the process waits."""


def test_a_time_limit_keeps_what_was_found(folder: Path) -> None:
    # In processor time: on a busy machine the process may get little of it before the clock strikes.
    options = ("-n", "0", "--time-limit", "0.4", "-o", "found")
    with running("solve", *MILLIONS, *options, program=IN_PROCESSOR_TIME) as process:
        _, said = process.communicate(timeout=PATIENCE)
    result = Run(process.returncode, "", said.decode())
    assert result.status == commands.UNANSWERED
    names = [path.name for path in (folder / "found").iterdir()]
    assert sorted(names) == sorted(f"sol_{number}.sol" for number in range(1, len(names) + 1))
    assert len(names) > 10
    assert whole(ALIKE, *(files.read_solution(f"found/{name}", ALIKE) for name in names))
    assert re.match(r"edgeasp: stopped by the time limit of 0.4 s: [\d,]+ solutions; ", result.stderr)


@pytest.mark.long
def test_a_limit_says_why_no_scan_was_begun() -> None:
    assert run("generate", "--preset", "hardest", "--size", "9", "--seed", "2", "-o", "large.puz").status == 0
    with running("solve", "large.puz", "--time-limit", "4", program=IN_PROCESSOR_TIME) as process:
        _, said = process.communicate(timeout=PATIENCE)
    expected = r"; square by square some 10\^\d\d tiles are expected \(edgeasp campaign goes on for days\); "
    assert re.search(expected, said.decode())


def test_a_time_limit_ends_the_grounding() -> None:
    """To ground the puzzle takes much longer; the limit ends that, with statistics, in which no size is."""
    lay("large.puz", plain.write_puz(boards.cut_up(30, 30, 30)[0]))
    result = script("solve", "large.puz", "--time-limit", "0.5", "--stats")
    assert (result.status, result.stdout) == (
        commands.UNANSWERED,
        "c UNKNOWN\nc stopped by the time limit of 0.5 s\n",
    )
    assert "edgeasp: statistics\nstatus             UNKNOWN\n" in result.stderr
    assert not re.search(r"^(ground|conflicts) ", result.stderr, re.MULTILINE)
    assert re.search(r"^seconds .* ground [\d.]+, solve [\d.]+, .* total [\d.]+$", result.stderr, re.MULTILINE)
    assert re.search(r"^peak_memory  +[\d,]+$", result.stderr, re.MULTILINE)


def test_the_instances_are_solved() -> None:
    for path in sorted(INSTANCES.glob("planted-[456]x?.puz")):
        puzzle, _ = read_puzzle(str(path))
        assert whole(puzzle, plain.read_sol(run("solve", path).stdout, puzzle, "stdout"))


def test_it_shows_the_board_at_a_terminal() -> None:
    Path("corner.clue").write_text("3 0 0 1\n", encoding="utf-8")
    status, output = at_terminal("solve", "puzzle.puz", "--clue", "corner.clue", NO_COLOR="1", TERM="xterm")
    lines = re.sub(r"\x1b\[[0-9;]*m", "", output).splitlines()
    assert status == 0
    assert not re.search(r"\x1b\[[0-9;]*[34][0-9]", output)
    assert lines[0] == "┌─────┬─────┬─────┐"
    assert lines[2].startswith("│0   2│2")
    assert lines[12] == "└─────┴─────┴─────┘"
    assert lines[13].startswith("solved and checked; ")
    assert len(lines) == 14


def test_it_shows_colours_at_a_terminal() -> None:
    _, output = at_terminal("solve", "puzzle.puz", TERM="xterm-256color", COLORTERM="truecolor")
    assert re.search(r"\x1b\[[0-9;]*48;2;", output)


def test_it_with_an_output_file_shows_no_board_at_a_terminal() -> None:
    status, output = at_terminal("solve", "puzzle.puz", "-o", "new.sol", TERM="xterm")
    assert status == 0
    assert output.startswith("edgeasp: solved and checked; ")
    assert len(output.splitlines()) == 1
    assert check(FRAME, files.read_solution("new.sol", FRAME)).solved


def test_an_unsolvable_puzzle_at_a_terminal() -> None:
    Path("bad.puz").write_text(UNSOLVABLE, encoding="utf-8")
    status, output = at_terminal("solve", "bad.puz", TERM="xterm")
    assert status == 0
    assert output.startswith("no solution: the search is complete; ")
    assert output.splitlines()[2:] == ["edgeasp: to learn more: edgeasp explain bad.puz"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_keeps_no_file_from_being_written(closed: str, folder: Path) -> None:
    command = f"'{SCRIPT}' solve puzzle.puz -o y.sol {closed}"
    assert subprocess.run(["sh", "-c", command], capture_output=True, check=False).returncode == 0
    assert check(FRAME, plain.read_sol((folder / "y.sol").read_text(encoding="utf-8"), FRAME, "y.sol")).solved
