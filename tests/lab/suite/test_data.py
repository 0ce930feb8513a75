"""Published boards with known solutions, if they lie beside the checkout or in the folder EDGEASP_SUITE."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.lab.suite import passes
from tests.encoding.test_variants import SUITE
from tests.lab.suite.having import bare, known
from tests.support.running import run

pytestmark = pytest.mark.skipif(
    not list(SUITE.glob("*/*/board_*")), reason="no suite of boards; EDGEASP_SUITE names its folder"
)


@pytest.mark.long
@pytest.mark.parametrize("every", [False, True])
def test_sizes_4_to_6_are_solved_anew(every: bool, tmp_path: Path) -> None:
    """After their removal, exactly the known solutions are found again.

    Of all boards, or of those with several solutions and one more of each size and number of colours.
    """
    for board in SUITE.glob("[456]/*/board_*"):
        if every or board.name == "board_10" or any(board.glob("sol_*.sol")):
            shutil.copytree(board, tmp_path / "known" / board.relative_to(SUITE))
    root = bare(tmp_path / "known", tmp_path / "suite")
    removed = sum(1 for _ in (tmp_path / "known").rglob("sol_*.sol"))
    assert removed > 3
    result = run("suite", "solve", root, "--jobs", 2)
    assert (result.status, result.stdout.count(" done; ")) == (
        commands.ANSWERED,
        len(passes.find_boards(root)),
    )
    assert sum(1 for _ in root.rglob("sol_*.sol")) == removed
    for before, after in zip(passes.find_boards(tmp_path / "known"), passes.find_boards(root), strict=True):
        assert after.done
        assert known(after) == known(before), after.place.name


def test_the_whole_suite_is_valid() -> None:
    result = run("suite", "status", SUITE)
    assert (result.status, result.stderr) == (commands.ANSWERED, "")
    boards = len(list(SUITE.glob("*/*/board_*")))
    found = sum(1 for _ in SUITE.rglob("*.sol"))
    assert result.stdout.splitlines()[-1].split()[:-2] == ["all", str(boards), str(boards), "0", "0", str(found)]
