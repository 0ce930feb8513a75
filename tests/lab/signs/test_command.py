"""`edgeasp signs`: what the commands print, and what they refuse."""

from __future__ import annotations

import json
import re
from math import comb
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.lab.signs.possible import SignCondition
from edgeasp.puzzle.model import Solution
from tests.lab.support import signs
from tests.support import boards
from tests.support.running import INSTANCES, run
from tests.tools.schemas import FOLDER

PUZZLE, SOLUTION = boards.cut_up(4, 4, 3)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("x.puz").write_text(plain.write_puz(PUZZLE), encoding="utf-8")
    Path("x.sol").write_text(plain.write_sol(SOLUTION), encoding="utf-8")
    return tmp_path


def valid(name: str, text: str) -> dict[str, object]:
    values: dict[str, object] = json.loads(text)
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(values)
    return values


def number(*conditions: SignCondition, clues: Solution = Solution()) -> int:
    return len(signs.possible(PUZZLE, clues, conditions))


def test_count() -> None:
    every = number(*SignCondition)
    assert run("signs", "count", "x.puz").stdout == f"{every:,} assignments of signs\n"
    assert run("signs", "count", "x.puz", "--fix-sign").stdout == f"{every // 2:,} assignments of signs\n"
    for condition in SignCondition:
        said = run("signs", "count", "x.puz", "--conditions", condition.value).stdout
        assert said == f"{number(condition):,} assignments of signs\n"
    assert run("signs", "count", "x.puz", "--conditions", "none").stdout == f"{2**16:,} assignments of signs\n"
    all_clues = run("signs", "count", "x.puz", "--clue", "x.sol")
    assert all_clues.stdout == "2 assignments of signs\n"


def test_samples_as_json() -> None:
    values = valid("signs-sample", run("signs", "sample", "x.puz", "-n", "50", "--format", "json").stdout)
    possible = {
        "".join("-+"[mark] for mark in row) for row in signs.possible(PUZZLE, Solution(), [*SignCondition]).tolist()
    }
    samples = values["samples"]
    assert isinstance(samples, list)
    assert len(samples) == 50
    assert set(samples) <= possible
    assert values["assignments"] == len(possible)


@pytest.fixture
def few_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less work for a small board."""
    monkeypatch.setattr("edgeasp.lab.signs.annealing._SIDE_BY_SIDE", 500)
    monkeypatch.setattr("edgeasp.lab.signs.annealing._COOLING", 25)
    monkeypatch.setattr("edgeasp.lab.signs.annealing._RESTING", 10)


@pytest.mark.usefixtures("few_chains")
def test_an_estimate() -> None:
    asked = ("signs", "count", "x.puz", "--estimate", "--chains", "1000")
    values: Any = valid("signs-count", run(*asked, "--format", "json").stdout)
    off = abs(values["assignments"] / number(*SignCondition) - 1)
    assert off < 4 * values["standard_error"] < 0.5
    assert (values["exact"], values["seed"], values["chains"]) == (False, 1, 1000)
    result = run(*asked)
    assert result.stdout == f"about {values['assignments']:,} assignments of signs\n"
    assert re.search(r"a statistical estimate with a standard error of [\d.]+%; it promises nothing", result.stderr)
    assert run(*asked, "--conditions", "none").stdout == f"{2**16:,} assignments of signs\n"
    stopped = run(*asked, "--time-limit", "0")
    assert (stopped.status, stopped.stdout) == (commands.UNANSWERED, "")


@pytest.mark.usefixtures("few_chains")
def test_a_long_estimate_is_rounded() -> None:
    said = run("signs", "count", INSTANCES / "planted-6x6.puz", "--estimate", "--conditions", "kinds").stdout
    [found] = re.findall(r"^about (\d(?:\.\d+)?e\+\d+) assignments of signs\n$", said)
    assert float(found) == pytest.approx(comb(4, 2) * comb(16, 8) ** 2, rel=0.1)


@pytest.mark.usefixtures("few_chains")
@pytest.mark.parametrize(
    "asked", [("count", "--estimate"), ("sample", "--sampler", "annealing")], ids=lambda each: each[0]
)
def test_what_no_chain_meets_is_left_open(asked: tuple[str, ...]) -> None:
    # These signs can be completed in each colour, but not in all at once.
    signs_ = "".join(f"{tile} {'-+'[tile in (0, 3)]}\n" for tile in range(8))
    Path("some.signs").write_text(signs_, encoding="utf-8")
    assert run("signs", "count", "x.puz", "--signs", "some.signs").stdout == "0 assignments of signs\n"
    result = run("signs", asked[0], "x.puz", "--signs", "some.signs", *asked[1:])
    assert (result.status, result.stdout) == (commands.UNANSWERED, "")
    assert "which does not prove that nothing meets them" in result.stderr


@pytest.mark.usefixtures("few_chains")
def test_samples_by_annealing() -> None:
    asked = ("signs", "sample", "x.puz", "-n", "5", "--sampler", "annealing")
    values: Any = valid("signs-sample", run(*asked, "--format", "json").stdout)
    possible = {
        "".join("-+"[mark] for mark in row) for row in signs.possible(PUZZLE, Solution(), [*SignCondition]).tolist()
    }
    assert (len(values["samples"]), values["sampler"], values["assignments"]) == (5, "annealing", None)
    assert set(values["samples"]) <= possible
    Path("all.signs").write_text("".join(f"{tile} +\n" for tile in range(16)), encoding="utf-8")
    nothing = run(*asked, "--signs", "all.signs")
    assert (nothing.status, "no assignment of signs meets the conditions" in nothing.stderr) == (0, True)
