"""The errors: their texts, and that they pass from process to process."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from errno import ENOENT, ENOSPC
from importlib import import_module
from multiprocessing import get_context
from os import strerror
from pathlib import Path
from pkgutil import walk_packages

import pytest

import edgeasp
from edgeasp.system.errors import EdgeaspError, InputError, os_reason


def subclasses(kind: type[EdgeaspError]) -> list[type[EdgeaspError]]:
    return [kind, *(each for child in kind.__subclasses__() for each in subclasses(child))]


def every_error() -> list[type[EdgeaspError]]:
    for module in walk_packages(edgeasp.__path__, "edgeasp."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    return subclasses(EdgeaspError)


def test_every_error_can_be_pickled() -> None:
    kinds = every_error()
    assert len(kinds) >= 10
    for kind in kinds:
        error = kind("x.puz", 3, "expected") if issubclass(kind, InputError) else kind("text")
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is kind
        assert str(copy) == str(error)
        assert vars(copy) == vars(error)


def test_an_error_of_a_worker_process_arrives(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for name in ("none.puz", "neither.puz"):
            path = str(tmp_path / name)
            with pytest.raises(InputError) as caught:
                pool.submit(edgeasp.load, path).result()
            assert str(caught.value) == f"{path}: cannot be read: no such file or directory"
            assert caught.value.source == path


@pytest.mark.parametrize(("line", "text"), [(None, "x.puz: expected"), (7, "x.puz:7: expected")])
def test_an_input_error_names_the_source_and_the_line(line: int | None, text: str) -> None:
    error = InputError("x.puz", line, "expected")
    assert str(error) == text
    assert (error.source, error.line) == ("x.puz", line)


def test_the_reason_of_the_operating_system() -> None:
    assert os_reason(OSError(ENOENT, strerror(ENOENT), "x.puz")) == "no such file or directory"
    assert os_reason(OSError(ENOSPC, "No space left on device")) == "no space left on device"
    assert os_reason(OSError("Odd")) == "odd"
