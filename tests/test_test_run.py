"""The test run itself: it does not depend on what it inherits from a shell, and a test that hangs ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import conftest
from tests.support.fork_server import SCRIPT
from tests.support.forking import Forked, can_fork, surroundings
from tests.support.lanes import thinned
from tests.support.waiting import PATIENCE
from tests.test_transcripts import FOLDER
from tests.tools import durations

CHECKOUT = Path(__file__).parents[1]
PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]


@pytest.mark.long
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
        [*PYTEST, "-p", "pytest_timeout", *configuration, "test_hanging.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert "1 failed, 1 passed" in done.stdout
    assert "Timeout" in done.stdout


ASKED = """
import gc, json, os, signal, sys
print(json.dumps([
    sys.argv, sys.path, __name__, os.getcwd(), dict(os.environ), gc.isenabled(), sorted(os.listdir("/proc/self/fd")),
    [[each.encoding, each.errors, each.line_buffering] for each in (sys.stdin, sys.stdout, sys.stderr)],
    [str(signal.getsignal(each)) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGCHLD)],
    sys.stdin.read(), os.getsid(0) == os.getpid(),
]))
sys.stderr.write("said")
"""

ENDED = {
    "sys.exit(3)": 3,
    "sys.exit('no')": 1,
    "raise ValueError": 1,
    "os.kill(os.getpid(), 15)": -15,
    "import atexit; atexit.register(lambda: os._exit(4))": 4,
}


@pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux alone")
@pytest.mark.parametrize("apart", [False, True])
def test_a_process_that_is_forked_is_like_a_new_one(
    apart: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = []
    for make in (Forked, subprocess.Popen):
        process: Any = make(
            [sys.executable, "-c", ASKED, "one", "two"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=surroundings() | {"NAME": "caf\u00e9 \udce9"},
            start_new_session=apart,
        )
        with process:
            out, err = process.communicate(b"given\r\n", timeout=PATIENCE)
        assert (process.returncode, err) == (0, b"said")
        said.append(json.loads(out))
    forked, new = said
    assert forked == new


@pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux alone")
def test_processes_end_as_they_want_and_when_they_are_told_to() -> None:
    def forked(code: str) -> Forked:
        return Forked([sys.executable, "-c", f"import os, sys; {code}"], env=surroundings(), stderr=subprocess.DEVNULL)

    together = [(forked(code), status) for code, status in ENDED.items()]
    assert [each.wait(PATIENCE) for each, _ in together] == [status for _, status in together]
    with forked("import time; time.sleep(600)") as waiting:
        assert waiting.poll() is None
        waiting.kill()
        assert (waiting.wait(PATIENCE), waiting.poll()) == (-9, -9)
        waiting.terminate()  # which is too late, and does nothing


def test_with_other_settings_of_python_a_process_is_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EDGEASP_TEST_FRESH", raising=False)
    assert can_fork([SCRIPT], surroundings() | {"COLUMNS": "60"}) == (sys.platform == "linux")
    assert not can_fork([SCRIPT], surroundings() | {"LC_ALL": "C.ISO-8859-1"})
    assert not can_fork(["sh", "-c", SCRIPT], surroundings())
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    assert not can_fork([SCRIPT], surroundings())


def test_of_each_kind_of_case_the_first_is_in_every_run() -> None:
    cases = ["a1", "a2", "b1", "a3", "b2", "c1"]
    for every, kept in ((None, ["a1", "b1", "c1"]), (2, ["a1", "b1", "a3", "c1"])):
        marked = thinned("name", cases, lambda name: name[0], every=every).args[1]
        assert [each.values for each in marked] == [(name,) for name in cases]
        assert [each.values[0] for each in marked if not each.marks] == kept
        assert {mark.name for each in marked for mark in each.marks} == {"long"}


def test_every_slow_test_is_one() -> None:
    modules = {path: (CHECKOUT / path).read_text(encoding="utf-8") for path, _ in slow_tests()}
    for path, name in slow_tests():
        function, _, transcript = name.rstrip("]").partition("[")
        assert f"def {function}(" in modules[path], name
        assert (FOLDER / f"{transcript}.txt").is_file() or not transcript, name


def slow_tests() -> list[tuple[str, str]]:
    """The file and the name of each test that `make test` leaves out."""
    return [(path, name) for path, _, name in (line.rpartition("::") for line in conftest.SLOW)]


def test_the_quickest_functions_stay_within_the_budget() -> None:
    output = """
    1.20s call     tests/test_one.py::test_slow[a]
    1.10s setup    tests/test_one.py::test_slow[b]
    2.00s call     tests/test_one.py::test_next
    0.50s call     tests/test_two.py::test_quick[some words]
    0.25s teardown tests/test_two.py::test_quick[some words]
    0.30s call     tests/test_two.py::test_quickest
    """
    assert durations.slowest(output, 3.1) == ["tests/test_one.py::test_slow"]
    assert durations.slowest(output, 3.0) == ["tests/test_one.py::test_next", "tests/test_one.py::test_slow"]
    assert durations.slowest(output, 9.0) == []


def test_a_slow_test_runs_where_its_file_is_named_and_not_with_the_quick_ones() -> None:
    path, name = min(slow_tests())
    counts = []
    for expression in ([], ["-m", "not long and not slow"], ["-m", "slow and not long"]):
        command = [*PYTEST, "--collect-only", "-q", *expression, f"{path}::{name}"]
        done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=PATIENCE)
        counts.append(sum(line.startswith(path) for line in done.stdout.splitlines()))
    assert counts[0] == counts[2] > 0
    assert counts[1] == 0
