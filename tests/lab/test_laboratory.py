"""Python names of the laboratory, and the sanitizer tool."""

from __future__ import annotations

from pathlib import Path

import pytest

import edgeasp
from tests.api.test_solving import FRAME, RANDOM
from tests.lab.tools import sanitize
from tests.support import boards
from tests.support.running import INSTANCES

# ---- names ----


def test_a_certificate_is_made_and_checked(tmp_path: Path) -> None:
    made = edgeasp.certify(FRAME, tmp_path / "proved", up_to_rotation=True)
    assert len(made.boards) == 4
    assert edgeasp.verify(tmp_path / "proved", FRAME).claim == made.claim
    with pytest.raises(edgeasp.InputError, match="expected the given puzzle, found another one"):
        edgeasp.verify(tmp_path / "proved", RANDOM)
    with pytest.raises(edgeasp.OutputError, match="expected a new or an empty folder"):
        edgeasp.certify(FRAME, tmp_path / "proved")
    some = edgeasp.solve_all(FRAME, number=5).solutions
    with pytest.raises(edgeasp.InputError, match="expected all of them, but there is another one"):
        edgeasp.certify(FRAME, tmp_path / "some", solutions=some)
    with pytest.raises(edgeasp.InputError, match="solution 2: expected a solution of the puzzle"):
        edgeasp.certify(FRAME, tmp_path / "some", solutions=[some[0], edgeasp.Solution()])
    with pytest.raises(edgeasp.LimitError, match="stopped by the time limit of 0 s: there is no certificate"):
        edgeasp.certify(FRAME, tmp_path / "late", limits=edgeasp.Limits(seconds=0))
    with pytest.raises(edgeasp.OptionError, match=r"^up_to_rotation needs a rectangle"):
        edgeasp.certify(boards.various()["all alike"], tmp_path / "alike", up_to_rotation=True)


def test_signs() -> None:
    instance = edgeasp.load(INSTANCES / "planted-4x4.puz")
    signs = edgeasp.Signs(instance)
    assert signs.conditions == ("colours", "kinds")
    assert len({tuple(each) for each in signs.sample(200, seed=2)}) <= signs.count == 136
    with pytest.raises(edgeasp.LimitError, match="time limit of 0 s"):
        edgeasp.Signs(instance, limits=edgeasp.Limits(seconds=0))


# ---- sanitizers ----

LEAKS = "==1==ERROR: LeakSanitizer: detected memory leaks\n\n"


@pytest.mark.long
@pytest.mark.parametrize("kind", sanitize.SANITIZERS)
def test_random_puzzles_under_sanitizers(kind: str) -> None:
    failures = sanitize.sanitized(kind, 3, seed=1, tests=False)
    if failures is None:
        pytest.skip(f"there is no compiler with the sanitizer {kind}")
    assert failures == []


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("==1==ERROR: AddressSanitizer: heap-buffer-overflow on address\n    #0 0x7 in scan_next /e/scan.c:1", True),
        ("==================\nWARNING: ThreadSanitizer: data race (pid=1)\n", True),
        ("/e/beam.c:1:2: runtime error: signed integer overflow", True),
        (f"{LEAKS}Direct leak of 8 byte(s)\n    #1 0x7 (/c/scan.c-0123abcd.so+1)", True),
        (f"{LEAKS}Direct leak of 8 byte(s)\n    #1 0x7 in f /e/refuter.c:3", True),
        (f"{LEAKS}Indirect leak of 8 byte(s)\n    #1 0x7 in PyMem Objects/x.c:3", False),
    ],
)
def test_reports(tmp_path: Path, text: str, counts: bool) -> None:
    """A leak counts only where a program of ours takes the memory: Python does not free all of its own."""
    (tmp_path / "report.1").write_text(text)
    assert bool(sanitize.reports(tmp_path)) == counts
