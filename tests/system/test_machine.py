"""What stands in for what a system lacks: each stand-in is tried here, on the system that lacks nothing."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any, NoReturn

import pytest

from edgeasp.system import processes, writing
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Limits
from tests.support.waiting import PATIENCE


@pytest.fixture
def without_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system reports nothing on processes, and `getrusage` is missing."""
    importlib.import_module("psutil")  # which takes it from there on Linux
    monkeypatch.setattr(processes, "_read_proc_status", lambda field, process: None)
    monkeypatch.setitem(sys.modules, "resource", None)


@pytest.mark.usefixtures("without_reports")
def test_psutil_says_what_the_system_does_not_report(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 5 * 10**6 < (processes.memory_in_use() or 0) < 10**10
    assert 5 * 10**6 < (processes.peak_memory() or 0) < 10**10
    code = "print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()  # it is Python by now
        assert 10**6 < (processes.peak_memory_of(process.pid) or 0) < 10**9
        process.kill()
    assert processes.peak_memory_of(process.pid) is None
    Limits(memory=10**9)
    reported = processes.machine_memory()
    monkeypatch.delattr(os, "sysconf")
    assert processes.machine_memory() == reported


@pytest.mark.usefixtures("without_reports")
def test_a_memory_limit_that_cannot_be_kept_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert (processes.memory_in_use(), processes.peak_memory()) == (None, None)
    with pytest.raises(OptionError, match=r"^a memory limit needs psutil on this system: pip install psutil$"):
        Limits(memory=10**9)
    Limits(seconds=1, conflicts=1)
    monkeypatch.delattr(os, "sysconf")
    assert processes.machine_memory() is None


@pytest.mark.parametrize(
    ("groups", "limits", "expected"),
    [
        ("0::/", {"memory.max": "max"}, None),
        ("0::/", {"memory.max": "1000000"}, 10**6),
        ("0::/job/step", {"job/memory.max": "2000000", "job/step/memory.max": "max"}, 2 * 10**6),
        ("0::/outside", {"memory.max": "3000000"}, 3 * 10**6),
        ("5:cpu:/a\n4:memory:/a\n0::/", {"memory/a/memory.limit_in_bytes": "4000000"}, 4 * 10**6),
        ("", {}, None),
    ],
)
def test_of_a_machine_a_container_has_what_its_groups_may_hold(
    groups: str, limits: dict[str, str], expected: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"proc/self/cgroup": groups, **{f"sys/fs/cgroup/{name}": text for name, text in limits.items()}}
    monkeypatch.setattr(processes, "SYSTEM", tmp_path)
    whole = processes.machine_memory()
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    assert processes.machine_memory() == (expected or whole)


def test_getrusage_says_the_peak_where_there_is_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    reported = processes.peak_memory() or 0
    monkeypatch.setattr(processes, "_read_proc_status", lambda field, process: None)
    assert (processes.peak_memory() or 0) > reported / 2
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert processes.memory_in_use() == processes.peak_memory()


class Msvcrt:
    """The locks of Windows, made of those of POSIX."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.places: list[int] = []

    def locking(self, handle: int, mode: int, length: int) -> None:
        import fcntl

        assert (mode, length) == (self.LK_NBLCK, 1)
        self.places.append(os.lseek(handle, 0, os.SEEK_CUR))
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_windows_locks_a_byte_behind_the_end_and_a_file_in_place_of_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks = Msvcrt()
    monkeypatch.setattr(writing, "_try_flock", lambda handle: None)
    monkeypatch.setitem(sys.modules, "msvcrt", locks)
    monkeypatch.delattr(os, "O_DIRECTORY")
    (tmp_path / "other").mkdir()
    first, second = writing.open_folder(tmp_path), writing.open_folder(tmp_path / "other" / "..")
    third = writing.open_folder(tmp_path / "other")
    try:
        assert writing.try_lock(first)
        assert not writing.try_lock(second)
        assert writing.try_lock(third)
    finally:
        for each in (first, second, third):
            os.close(each)
    assert len(set(locks.places)) == 1
    assert locks.places[0] > 10**9
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
    with pytest.raises(FileNotFoundError):
        writing.open_folder(tmp_path / "none")


def test_a_system_without_locks_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_try_flock", lambda handle: None)
    handle = writing.open_folder(tmp_path)
    try:
        with pytest.warns(processes.SystemWarning, match="^this system has no locks: "):
            assert writing.try_lock(handle)
    finally:
        os.close(handle)


def test_a_system_that_binds_no_process_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_setaffinity")
    monkeypatch.delattr(os, "sched_getaffinity")
    assert processes.available_cores() == list(range(os.cpu_count() or 1))
    with (
        pytest.warns(processes.SystemWarning, match="^this system cannot bind processes to cores: "),
        processes.bind_to_cores([0]),
    ):
        pass
    with warnings.catch_warnings(), processes.bind_to_cores([]):
        warnings.simplefilter("error")


def test_windows_replaces_a_file_once_others_have_closed_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "x", tmp_path / "y"
    target.write_text("old", encoding="utf-8")
    whole, refusals = Path.replace, [1, 2, 3]

    def replace(self: Path, other: Path) -> Path:
        if refusals:
            refusals.pop()
            raise PermissionError(13, "Permission denied")
        return whole(self, other)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(writing, "_PAUSE", 0.0)
    source.write_text("new", encoding="utf-8")
    with pytest.raises(PermissionError):
        writing.replace_file(source, target)
    assert (target.read_text(encoding="utf-8"), len(refusals)) == ("old", 2)
    monkeypatch.setattr(processes, "WINDOWS", True)
    writing.replace_file(source, target)
    assert (target.read_text(encoding="utf-8"), source.exists()) == ("new", False)
    refusals.extend(range(100))
    source.touch()
    with pytest.raises(PermissionError):
        writing.replace_file(source, target)


def test_a_process_is_ended_with_those_that_it_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', 'input()']); print(p.pid); p.wait()"
    monkeypatch.delattr(os, "killpg")
    monkeypatch.delattr(os, "wait4")
    process = subprocess.Popen(
        [sys.executable, "-uc", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **processes.new_group_options()
    )
    assert process.stdout is not None
    assert process.stdin is not None
    inner = int(process.stdout.readline())
    processes.kill_process_tree(process)
    assert processes.wait_and_measure(process) == (-signal.SIGKILL, None, None)
    # Its end of the pipe is closed, and not because ours is.
    assert process.stdout.read() == b""
    process.stdout.close()
    process.stdin.close()
    assert inner != process.pid


def test_what_waits_for_a_pipe_ends_also_without_timers() -> None:
    code = (
        "import os, signal\n"
        "from edgeasp.system import processes\n"
        "del signal.setitimer\n"
        "processes.call_later(0.05, lambda: os._exit(7))\n"
        "os.read(0, 1)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as process:
        assert process.wait(PATIENCE) == 7


def test_a_call_that_must_not_see_interrupts_runs_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    assert processes.call_without_interrupts(threading.current_thread) is threading.main_thread()
    monkeypatch.delattr(signal, "pthread_sigmask")
    assert processes.call_without_interrupts(threading.current_thread) is not threading.main_thread()
    with pytest.raises(ZeroDivisionError):
        processes.call_without_interrupts(lambda: 1 // 0)


@pytest.mark.parametrize(
    ("windows", "environment", "drawable"),
    [
        (False, {"TERM": "xterm"}, True),
        (False, {"TERM": "dumb"}, False),
        (False, {}, False),
        (True, {}, True),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_terminals_that_can_be_drawn_on(
    windows: bool, environment: dict[str, str], drawable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "WINDOWS", windows)
    monkeypatch.setattr(os, "environ", environment)
    assert processes.can_move_cursor() is drawable


def test_a_closed_pipe_is_known_by_another_error_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    errors: list[Any] = [BrokenPipeError(), OSError(22, "Invalid argument"), OSError(28, "No space left on device")]
    assert list(map(processes.is_closed_pipe, errors)) == [True, False, False]
    monkeypatch.setattr(processes, "WINDOWS", True)
    assert list(map(processes.is_closed_pipe, errors)) == [True, True, False]


def test_the_machine_has_a_name_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    assert processes.host_name() == os.uname().nodename
    monkeypatch.delattr(os, "uname")
    monkeypatch.setenv("COMPUTERNAME", "PC")
    assert processes.host_name() == "PC"


def test_a_process_that_ends_while_its_children_are_listed_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*_: object) -> NoReturn:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "glob", ended)
    read = (processes.peak_memory_of, processes.tree_memory_of, processes.peak_memory_of)
    before, tree, after = (memory(os.getpid()) or 0 for memory in read)
    assert 0 < before <= tree <= after
