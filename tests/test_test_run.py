"""The test run itself: it does not depend on what it inherits from a shell, and a test that hangs ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.waiting import PATIENCE

CHECKOUT = Path(__file__).parents[1]
PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]


def test_signals_arrive_although_the_shell_ignores_them() -> None:
    """As a shell without job control has it for what it starts in the background."""
    test = "tests/cli/test_signals.py::test_reading_standard_input"
    done = subprocess.run(
        ["sh", "-c", 'trap "" INT TERM; exec "$@"', "sh", *PYTEST, test],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_test_that_hangs_fails_and_the_next_one_runs(tmp_path: Path) -> None:
    (tmp_path / "test_hanging.py").write_text(
        "import threading\ndef test_hanging(): threading.Event().wait()\ndef test_next(): pass\n",
        encoding="utf-8",
    )
    configuration = ["-c", str(CHECKOUT / "pyproject.toml"), "--rootdir", str(tmp_path), "--timeout", "1"]
    done = subprocess.run(
        [*PYTEST, *configuration, "test_hanging.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert "1 failed, 1 passed" in done.stdout
    assert "Timeout" in done.stdout
