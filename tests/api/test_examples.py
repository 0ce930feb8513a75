"""Examples of public names, and notebooks."""

from __future__ import annotations

import doctest
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

import edgeasp
from tests.support import laboratory
from tests.tools.notebooks import NOTEBOOKS, executed, pictures, read, shown

# ---- examples ----

CHECKOUT = Path(__file__).parents[2]


def examples_of(name: str) -> doctest.DocTest:
    """The examples in the docstring of a public name."""
    shown = inspect.getdoc(getattr(edgeasp, name)) or ""
    return doctest.DocTestParser().get_doctest(shown, {"edgeasp": edgeasp}, name, None, None)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that holds what the examples read, and that takes what they write."""
    (tmp_path / "instances").symlink_to(CHECKOUT / "instances")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("checkout", "in_this_process")
@pytest.mark.parametrize("name", edgeasp.__all__)
def test_the_example_of_a_public_name_runs(name: str) -> None:
    found = examples_of(name)
    assert found.examples, f"expected an example in the docstring of edgeasp.{name}"
    report: list[str] = []
    doctest.DocTestRunner().run(found, out=report.append)
    assert not report, "".join(report)


@pytest.mark.usefixtures("checkout")
def test_the_example_of_the_package_runs() -> None:
    result = doctest.testmod(edgeasp)
    assert (result.failed, result.attempted) == (0, 5)


@pytest.mark.usefixtures("checkout")
@pytest.mark.parametrize(
    "module",
    ["parallel.processes", "search.cubes", "search.strategy", "search.filtering", "solvers.clingo.ground_program"],
)
def test_the_examples_of_what_a_newcomer_has_to_understand_run(module: str) -> None:
    result = doctest.testmod(import_module(f"edgeasp.{module}"), extraglobs={"edgeasp": edgeasp})
    assert (result.failed, result.attempted > 0) == (0, True)


def test_names_do_not_hide_rooms() -> None:
    """A name that is also that of a folder would be replaced by the folder once something in it is imported."""
    folders = {path.name for path in Path(edgeasp.__file__).parent.iterdir() if path.is_dir()}
    assert not folders & set(edgeasp.__all__)


PAGE = (CHECKOUT / "docs" / "python.md").read_text(encoding="utf-8")


@laboratory.needed
def test_the_page_names_every_public_name_and_no_other() -> None:
    tables = re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    named = [*re.findall(r"`(\w+)`", " ".join(tables)), "make_task", "Session", "Job", "EncodingRequest"]
    assert sorted([*named, "EdgeaspError"]) == edgeasp.__all__


@pytest.mark.usefixtures("checkout")
def test_the_session_on_the_page_is_true() -> None:
    [block] = re.findall(r"^```pycon\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    session = doctest.DocTestParser().get_doctest(block, {}, "python.md", None, 0)
    assert doctest.DocTestRunner().run(session) == (0, 5)


# ---- notebooks ----

PICTURES = {"tour": 10, "lesson": 5}
"""How many each holds at least."""

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@pytest.mark.long
@each_notebook
def test_a_notebook_runs_and_shows_what_it_holds(path: Path) -> None:
    stored, fresh = read(path), executed(path)
    assert shown(fresh) == shown(stored), "run the notebooks anew: make generated"
    assert pictures(fresh) == pictures(stored) >= PICTURES[path.stem]


@each_notebook
def test_a_notebook_is_stored_as_it_ran(path: Path) -> None:
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert path.stat().st_size < 1_000_000
    assert str(Path.home()) not in path.read_text(encoding="utf-8")
