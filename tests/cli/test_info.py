"""`edgeasp info`: what it says, as text and as JSON, held against brute force and plain counting."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from edgeasp.api.info import info, info_text
from edgeasp.api.instance import Instance
from edgeasp.api.plain import json_document
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Sign, Solution
from tests.support import boards, brute
from tests.support.strategies import planted, puzzles
from tests.tools.schemas import FOLDER

SCHEMA = json.loads((FOLDER / "info.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def record(puzzle: Puzzle, clues: Solution = Solution()) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(json.dumps(json_document(info(Instance(puzzle, clues, "puzzle.puz")))))
    VALIDATOR.validate(values)
    return values


def described(puzzle: Puzzle, width: int = 80) -> str:
    return info_text(puzzle, info(puzzle), width)


@given(puzzles())
def test_any_puzzle(puzzle: Puzzle) -> None:
    values = record(puzzle)
    sides = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    assert values["zeros"] == sides.pop(0, 0)
    assert dict(values["colour_sides"]) == sides
    assert values["corner_squares"] + values["side_squares"] + values["centre_squares"] == len(puzzle.tiles)
    assert values["plus_tiles"] == sum(tile.sign is Sign.PLUS for tile in puzzle.tiles)
    if values["ring_sides"] is not None:
        assert Counter(dict(values["ring_sides"])) + Counter(dict(values["inner_sides"])) == sides
        assert set(values["shared_colours"]) == set(dict(values["ring_sides"])) & set(dict(values["inner_sides"]))
    for width in (40, 80):
        text = described(puzzle, width)
        assert all(len(line) <= width or len(line.split()) < 4 for line in text.splitlines())


@given(puzzles())
def test_symmetric_tiles(puzzle: Puzzle) -> None:
    values = record(puzzle)

    def appearances(index: int) -> set[tuple[tuple[int, ...], str]]:
        return {brute.seen(puzzle, (index, turns), True) for turns in range(4)}

    for index in range(len(puzzle.tiles)):
        number = {2: "half_turn_tiles", 1: "quarter_turn_tiles"}.get(len(appearances(index)))
        assert [name for name in ("half_turn_tiles", "quarter_turn_tiles") if index in values[name]] == (
            [number] if number else []
        )
        same = [other for other in range(len(puzzle.tiles)) if appearances(other) == appearances(index)]
        assert (same in values["identical_tiles"]) == (len(same) > 1)


@given(planted())
def test_what_has_a_solution_is_not_called_impossible(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    assert check(puzzle, solution).solved
    values = record(puzzle)
    assert values["impossible"] == []
    assert values["unplaceable_tiles"] == []


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", boards.various())
def test_what_is_called_impossible_has_no_solution(name: str) -> None:
    puzzle = boards.various()[name]
    if record(puzzle)["impossible"]:
        assert not boards.solved(puzzle)
