"""What holds for every test: settings of hypothesis, signals and processes.

A property is tried with 5 examples, or with as many as the variable EDGEASP_TEST_EXAMPLES says; `make test-all` sets
100. Where a change is judged (the variable CI is set), the examples are the same every time; elsewhere they are new
ones. They have no deadline, because a busy machine is no failure. Commands in processes of their own are forked
(`tests/support/forking.py`), unless the variable EDGEASP_TEST_FRESH is set, as it is by `make test-all`.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from typing import Any, NoReturn
from zlib import crc32

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

from edgeasp.system.processes import available_cores
from tests.tools import compile_c

TESTS = Path(__file__).parent

EXAMPLES = int(os.environ.get("EDGEASP_TEST_EXAMPLES") or 5)
settings.register_profile("edgeasp", deadline=None, max_examples=EXAMPLES, derandomize=bool(os.environ.get("CI")))
settings.load_profile("edgeasp")

SLOW = frozenset((TESTS / "slow.txt").read_text(encoding="utf-8").split())
"""The functions and transcripts that `make test` leaves to `make test-slow`: `tests/tools/durations.py` finds them."""

MEMORY = Path("/dev/shm")
"""A folder of Linux whose files lie in memory."""

ROOM = 2 * 10**9
"""Bytes that have to be free there; the tests need a tenth."""

LONG = 3600
"""Seconds for a test marked `long`; for others pyproject.toml sets the bound."""


def pytest_configure(config: pytest.Config) -> None:
    """Prepare what the commands under test inherit from this process."""
    # A shell may start us with SIGINT ignored (`make test &`); commands would then ignore it, too.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_IGN:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Half of a collection, and of the start of a command, is compiling. `make clean` removes what is kept.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # What is collected lives as long as the run: to look for circles in it takes a sixth of the time.
    gc.disable()
    # No test opens a browser on a desktop.
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        os.environ.pop(name, None)
    # numpy starts a thread for each core, which wait with busy loops; the arrays here are of whole numbers.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Tens of thousands of small files are made and removed, for which a disk lets the tests wait.
    if can_hold_files(MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    # The library of a changed source has another name, so that no test runs against a stale one.
    stale = not hasattr(config, "workerinput") and compile_c.missing(compile_c.ROOT)
    if stale and (reason := compile_c.compile_in_place(compile_c.ROOT)):
        sys.stderr.write(f"{reason}\n")
    if address := getattr(config, "workerinput", {}).get("fork_server"):
        from tests.support import forking

        forking.SHARED.append(bytes.fromhex(address))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Let workers share one process that forks itself for commands: to import what they need takes seconds."""
    if is_whole(node.config) and sys.platform == "linux" and not os.environ.get("EDGEASP_TEST_FRESH"):
        from tests.support import forking

        node.workerinput["fork_server"] = forking.server().hex()


def is_whole(config: pytest.Config) -> bool:
    """Whether all tests are to run."""
    return [Path(each).absolute() for each in config.args] == [TESTS]


def can_hold_files(folder: Path) -> bool:
    """Whether a folder takes all files of the tests, of which some are programs."""
    return (
        os.access(folder, os.W_OK | os.X_OK)
        and shutil.disk_usage(folder).free > ROOM
        and not os.statvfs(folder).f_flag & os.ST_NOEXEC
    )


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import all modules of tests, if all are to run, in a different order in each worker.

    pytest rewrites the assertions of what is imported and keeps that in a file. In a new checkout several workers would
    otherwise rewrite the same modules at the same time.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None or not is_whole(session.config):
        return
    modules = sorted(TESTS.rglob("test_*.py"))
    first = len(modules) * int(worker.removeprefix("gw")) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for path in modules[first:] + modules[:first]:
        with suppress(Exception, pytest.skip.Exception):  # the collection will report it
            import_module(".".join(path.relative_to(TESTS.parent).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Make no items of a long test where they would be left out again: they are a third of all."""
    marks = getattr(obj, "pytestmark", [])
    if "not long" in collector.config.option.markexpr and isfunction(obj) and any(m.name == "long" for m in marks):
        return []
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Let a worker report what came of a test, but neither its start nor that all was well around it.

    Each report is packed, sent and read, which takes longer than most tests.
    """
    if not hasattr(item.config, "workerinput") or item.config.option.verbose > 0 or item.config.option.durations:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One more worker than there are cores for `-n auto`: many tests wait for a process or for time to pass."""
    if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS"):
        return None  # pytest-xdist reads it
    return len(available_cores()) + 1


def pytest_collection_finish() -> None:
    """Spare the garbage collector what lives as long as the run: modules, cases and their parameters."""
    gc.freeze()
    gc.enable()
    # What tests make is small; to look for circles after each 700 objects takes a tenth of the time of a run.
    gc.set_threshold(50_000, 20, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--share 3/60`: every sixtieth long test by a digest of its name, of those with the rest 3."""
    parser.addoption("--share", metavar="K/N", help="of long tests run share K, from 0, of N shares, by their names")


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is long
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose samples of tests with many cases; give long tests more time; keep the share that is asked for."""
    for item in beyond_samples(items):
        item.add_marker(pytest.mark.long)
    for item in items:
        if not SLOW.isdisjoint((item.nodeid, item.nodeid.partition("[")[0])):
            item.add_marker(pytest.mark.slow)
    if share := config.getoption("--share"):
        which, number = map(int, share.split("/"))
        due = [
            item
            for item in items
            if not item.get_closest_marker("long") or crc32(item.nodeid.encode()) % number == which
        ]
        config.hook.pytest_deselected(items=[*set(items) - set(due)])
        items[:] = due
    for item in items:
        if item.get_closest_marker("long") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(LONG))


def beyond_samples(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """The short cases of tests marked `sample(number)` but for so many of each, spread evenly."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sample") and not item.get_closest_marker("long"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for short in cases.values():
        [number] = short[0].get_closest_marker("sample").args  # type: ignore[union-attr]
        kept = {position * len(short) // number for position in range(number)}
        yield from (item for position, item in enumerate(short) if position not in kept)


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """What commands hand to other processes is carried out in this one."""
    from tests.support.executing import carry_out_here

    carry_out_here(monkeypatch)


@pytest.fixture
def small_searches_are_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search by several processes is split at once, though one of them could end it as quickly."""
    from edgeasp.parallel import split

    monkeypatch.setattr(split, "TRIAL", 0)


@pytest.fixture(autouse=True)
def _environment_as_before() -> Iterator[None]:
    """A variable that a test leaves behind changes what commands do in the tests after it: `EDGEASP_JOBS` did."""
    before = _own_variables()
    yield
    assert _own_variables() == before, "the test has left variables of edgeasp behind"


def _own_variables() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith("EDGEASP_")}


@pytest.fixture(autouse=True)
def _no_silent_end(_environment_as_before: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that ends its process at once must not take the test run with it, least of all with status 0."""

    def end(status: int) -> NoReturn:
        raise AssertionError(f"os._exit({status}) was called inside the test run")

    monkeypatch.setattr(os, "_exit", end)


@pytest.fixture(autouse=True)
def _notes_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that calls a command with --quiet in this process leaves none of it to the next."""
    console = sys.modules.get("edgeasp.cli.console")
    if console is not None:
        monkeypatch.setattr(console, "_quiet", False)
