"""The tool that runs the programs in C under sanitizers: a short form of it, and which reports count."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.tools import sanitize

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
        ("/e/crowd.c:1:2: runtime error: signed integer overflow", True),
        (f"{LEAKS}Direct leak of 8 byte(s)\n    #1 0x7 (/c/scan-0123456789ab-cd.so+1)", True),
        (f"{LEAKS}Direct leak of 8 byte(s)\n    #1 0x7 in f /e/refuter.c:3", True),
        (f"{LEAKS}Indirect leak of 8 byte(s)\n    #1 0x7 in PyMem Objects/x.c:3", False),
    ],
)
def test_reports(tmp_path: Path, text: str, counts: bool) -> None:
    """A leak counts only where a program of ours takes the memory: Python does not free all of its own."""
    (tmp_path / "report.1").write_text(text)
    assert bool(sanitize.reports(tmp_path)) == counts
