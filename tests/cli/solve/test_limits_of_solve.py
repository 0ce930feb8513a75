"""Limits: what strikes is told, what was found is kept, and nothing becomes unsatisfiable."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.formats import files, plain
from tests.cli.solve.asking import ALIKE, MILLIONS, lay, whole
from tests.support import boards
from tests.support.reading import read_puzzle
from tests.support.running import INSTANCES, Run, run, running, script
from tests.support.waiting import PATIENCE

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
