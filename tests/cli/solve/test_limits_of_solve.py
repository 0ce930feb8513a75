"""Limits: what strikes is told, what was found is kept, and nothing becomes unsatisfiable."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.formats import files, plain
from tests.cli.solve.asking import ALIKE, MANY, MILLIONS, as_solution, lay, record, refused, stream, whole
from tests.support import boards
from tests.support.lanes import represented
from tests.support.reading import read_puzzle
from tests.support.running import INSTANCES, Run, run, running, script
from tests.support.waiting import PATIENCE

LIMITS = {
    "time": (["--time-limit", "0.3"], "time limit of 0.3 s"),
    "conflicts": (["--conflict-limit", "20"], "conflict limit of 20"),
    "memory": (["--memory-limit", "1M"], "memory limit of 1 MB"),
}


IN_PROCESSOR_TIME = [
    sys.executable,
    "-c",
    "import sys, time, types; from edgeasp.__main__ import main; from edgeasp.system import limits; "
    "limits.time = types.SimpleNamespace(monotonic=time.process_time); sys.argv[0] = 'edgeasp'; main()",
]
"""The command with a clock that stands still while the process waits."""


@represented("name", ["conflicts", "time", "memory"])
def test_a_limit_leaves_the_question_open(name: str) -> None:
    options, words = LIMITS[name]
    said = record(script("solve", "hard.puz", *options, "--format", "json"))
    assert (said["status"], said["exhausted"], said["answered"], said["stopped"]) == ("UNKNOWN", False, False, words)
    assert said["solutions"] == []
    assert said["counts"]["boards"] == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--memory-limit", "9" * 400], "--memory-limit: expected an amount of memory"),
    ],
)
@pytest.mark.parametrize("what", [[], ["--count"]])
def test_a_limit_out_of_range(options: list[str], words: str, what: list[str]) -> None:
    assert refused(run("solve", "puzzle.puz", *what, "-n", "0", *options)).startswith(words)


@represented("name", ["memory", "time", "conflicts"])
def test_a_limit_is_announced(name: str) -> None:
    options, words = LIMITS[name]
    result = script("solve", "hard.puz", *options)
    assert (result.status, result.stdout) == (commands.UNANSWERED, f"c UNKNOWN\nc stopped by the {words}\n")
    assert result.stderr.startswith(f"edgeasp: stopped by the {words}: no solution so far; ")
    assert len(result.stderr.splitlines()) == 1


def test_a_limit_and_no_file(folder: Path) -> None:
    lay("x.sol", "c old\n")
    result = script("solve", "hard.puz", "--conflict-limit", "20", "-o", "x.sol")
    assert result.status == commands.UNANSWERED
    assert Path("x.sol").read_text(encoding="utf-8") == "c old\n"
    assert "part" not in " ".join(path.name for path in folder.iterdir())


def test_a_conflict_limit_keeps_what_was_found() -> None:
    said = record(script("solve", "many.puz", "-n", "0", "--conflict-limit", "30", "--format", "json"))
    assert (said["status"], said["exhausted"], said["answered"]) == ("SATISFIABLE", False, False)
    assert said["stopped"] == "conflict limit of 30"
    assert len(said["solutions"]) == said["counts"]["boards"] > 0
    result = script("solve", "many.puz", "-n", "0", "--conflict-limit", "30")
    assert result.status == commands.UNANSWERED
    text, _, end = result.stdout.rpartition("c stopped by the ")
    assert end == "conflict limit of 30\n"
    found = stream(text, MANY)
    assert whole(MANY, *found)
    assert found == [as_solution(each) for each in said["solutions"]]
    counted_so_far = script("solve", "many.puz", "--count", "--conflict-limit", "30")
    assert counted_so_far.stdout.startswith(f"at least {len(found)} boards, ")
    assert counted_so_far.status == commands.UNANSWERED


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


def test_a_time_limit_counts_from_the_start() -> None:
    """Reading is part of it: the watch begins before the puzzle is there."""
    said = record(script("solve", "hard.puz", "--time-limit", "0", "--format", "json"))
    assert said["stopped"] == "time limit of 0 s"
    assert said["ground"] is None


def test_a_limit_that_does_not_strike_is_not_told() -> None:
    arguments = ["solve", "puzzle.puz", "-n", "0", "--time-limit", "600", "--conflict-limit", "100000"]
    result = run(*arguments, "--memory-limit", "64G", "--format", "json")
    said = record(result)
    assert (said["stopped"], said["exhausted"]) == (None, True)
    assert said["limits"] == {"seconds": 600, "conflicts": 100_000, "memory": 64 * 10**9}
    assert "stopped" not in result.stderr


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
