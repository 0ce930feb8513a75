"""A plugin of pytest that records which tests reach a change, and runs tests with one change after another.

It is copied into the sandbox, whose root is the current directory. `MUTANT_RECORD` names a file for the record; or
`MUTANT_ORDERS` names a file of orders, and `MUTANT_FATES` is the number of an open pipe for the fate of each mutant.

To import the tests takes far longer than to run those that reach a change. Hence the tests are collected once. A child
is forked for each mutant, in which the code of the functions of one module is replaced. The module is changed on disk,
too, for processes that tests start. Where a change takes effect when the module is imported, pytest starts anew.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import mmap
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

TEMPORARY = Path("tmp").absolute()
"""Folder in the sandbox for all that tests write, empty for each mutant."""

PATIENCE = 10
"""Seconds that a test may take, plus as many times what it took without a mutant."""

MEMORY = 4 << 30
"""Bytes that a process may hold."""

_PROGRESS = "MUTANT_PROGRESS"
_CHILD_OF_US = 36  # PR_SET_CHILD_SUBREAPER: orphans become our children, which we can end


class Recorder:
    """Record the flags that each test sets."""

    def __init__(self) -> None:
        self.flags: mmap.mmap = importlib.import_module("mutant_flags").FLAGS
        self.at_import: set[int] = set()
        self.tests: dict[str, tuple[float, list[int]]] = {}

    def taken(self) -> set[int]:
        """Return the flags that are set, and clear them."""
        found = {number for number, flag in enumerate(self.flags[:]) if flag}
        self.flags[:] = bytes(len(self.flags))
        return found

    def pytest_collection_finish(self) -> None:
        self.at_import = self.taken()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        self.taken()
        failed, start = item.session.testsfailed, time.monotonic()
        yield
        if item.session.testsfailed == failed:
            self.tests[item.nodeid] = time.monotonic() - start, sorted(self.taken())

    def pytest_sessionfinish(self) -> None:
        record = {"at_import": sorted(self.at_import), "tests": self.tests}
        Path(os.environ["MUTANT_RECORD"]).write_text(json.dumps(record), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    if "MUTANT_RECORD" in os.environ:
        config.pluginmanager.register(Recorder())


def pytest_runtest_logstart(nodeid: str) -> None:
    if progress := os.environ.get(_PROGRESS):
        os.write(int(progress), f"{nodeid}\n".encode())


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a mutant, where pytest starts anew; some may not exist with the mutant."""
    if path := os.environ.get("MUTANT_TESTS"):
        order = json.loads(Path(path).read_text(encoding="utf-8"))
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order.index(item.nodeid))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Fork for each order; return None in the child, in which pytest goes on to run the tests that remain."""
    if "MUTANT_ORDERS" not in os.environ or _PROGRESS in os.environ:
        return None
    ctypes.CDLL(None).prctl(_CHILD_OF_US, 1, 0, 0, 0)
    gc.unfreeze()
    functions = defaultdict[str, list[FunctionType]](list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            functions[each.__code__.co_filename].append(each)
    gc.freeze()
    items = {item.nodeid: item for item in session.items}
    for order in json.loads(Path(os.environ["MUTANT_ORDERS"]).read_text(encoding="utf-8")):
        path = Path(order["path"]).absolute()
        before, stamp = path.read_text(encoding="utf-8"), path.stat().st_mtime
        path.write_text(order["source"], encoding="utf-8")
        os.utime(path, (stamp + order["number"] + 1,) * 2)  # else Python may take what it compiled before
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            os.environ |= {
                _PROGRESS: str(writer),
                "PYTEST_DEBUG_TEMPROOT": str(TEMPORARY),
                "TMPDIR": str(TEMPORARY),
            }
            tempfile.tempdir = None
            os.setsid()
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            if order["at_import"] or not _replaced(functions[str(path)], compile(order["source"], path, "exec")):
                os.set_inheritable(writer, True)
                names = TEMPORARY / "tests"
                names.write_text(json.dumps(list(order["tests"])), encoding="utf-8")
                os.environ["MUTANT_TESTS"] = str(names)
                files = {name.partition("::")[0] for name in order["tests"]}
                options = [each for each in sys.orig_argv if each not in session.config.args]
                os.execv(sys.executable, [*options, "-x", *files])
            session.items = [items[name] for name in order["tests"] if name in items]
            session.config.option.maxfail = 1
            return None
        os.close(writer)
        fate, test = _watch(child, reader, order["tests"])
        os.close(reader)
        path.write_text(before, encoding="utf-8")
        os.utime(path, (stamp, stamp))
        shutil.rmtree(TEMPORARY, ignore_errors=True)
        TEMPORARY.mkdir(exist_ok=True)
        os.write(int(os.environ["MUTANT_FATES"]), f"{json.dumps([order['number'], fate, test])}\n".encode())
    return True


def _replaced(functions: list[FunctionType], code: CodeType) -> bool:
    """Give functions their new code, and return whether that is possible."""
    new = {(each.co_qualname, each.co_firstlineno): each for each in _nested(code)}
    try:
        for function in functions:
            function.__code__ = new[function.__code__.co_qualname, function.__code__.co_firstlineno]
    except (KeyError, ValueError):  # a lambda or a variable of an outer function is gone
        return False
    return True


def _nested(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _nested(each)


def _watch(child: int, reader: int, tests: dict[str, float]) -> tuple[str, str]:
    """Wait until a child ends or hangs, end all processes it started, and return the fate and the last test."""
    test, patience, fate = "", 60.0 + PATIENCE, ""
    handle = os.pidfd_open(child)
    while not fate:
        ready = select.select([reader, handle], [], [], patience)[0]
        if reader in ready and (names := os.read(reader, 1 << 16).decode().split("\n")[:-1]):
            test = names[-1]
            patience = PATIENCE * (1 + tests.get(test, 1))
        elif ready:
            ended = os.waitid(os.P_PID, child, os.WEXITED)
            # 5: there is no test.
            fate = "killed" if ended is None or ended.si_status not in (0, 5) else "survived"
        else:
            fate = "timeout"
    os.close(handle)
    ours = Path(f"/proc/self/task/{os.getpid()}/children")
    while numbers := ours.read_text(encoding="utf-8").split():
        for number in map(int, numbers):
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
    return fate, "" if fate == "survived" else test
