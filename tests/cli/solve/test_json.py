"""`--format json` and its schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import edgeasp
from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.checker import EVERY, Condition, check
from tests.cli.solve.asking import BOARDS, FRAME, MILLIONS, SCHEMA, as_solution, lay, record, refused, whole
from tests.support.running import Run, run


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_field_is_described_and_no_other_is_allowed() -> None:
    def look(node: dict[str, Any], name: str) -> None:
        assert node["description"].endswith("."), name
        if "properties" in node:
            assert node["additionalProperties"] is False, name
            assert node["required"] == list(node["properties"]), name
        for key, field in node.get("properties", {}).items():
            look(field, f"{name}.{key}")

    look(SCHEMA, "solve")


def test_json_of_a_solution() -> None:
    said = record(run("solve", "puzzle.puz", "--format", "json"))
    [solution] = said["solutions"]
    assert whole(FRAME, as_solution(solution))
    assert (said["status"], said["exhausted"], said["answered"], said["stopped"]) == ("SATISFIABLE", False, True, None)
    assert said["counts"] == {"boards": 1, "assignments": 1, "up_to_rotation": False, "unchecked": 0}
    assert said["puzzle"] == {
        "source": "puzzle.puz", "cols": 3, "rows": 3, "framed": True, "signed": False, "clues": 0,
    }  # fmt: skip
    assert said["options"] == {"limit": 1, "seed": 1, "threads": 1, "jobs": 1, "configuration": "auto", "extra": []}
    assert said["limits"] == {"seconds": None, "conflicts": None, "memory": None}
    assert said["versions"]["edgeasp"] == edgeasp.__version__
    assert said["ground"]["rules"] > said["ground"]["variables"] > 0
    assert said["seconds"]["total"] >= sum(said["seconds"][phase] for phase in ("ground", "solve", "render"))
    assert said["peak_memory"] > 10**6


@pytest.mark.long
def test_json_says_what_narrowing_came_to() -> None:
    assert record(run("solve", "puzzle.puz", "--format", "json"))["narrowed"] is None
    large = generate(Recipe(11, 11, inner=60, border=4, seed=2, clues="corner"))
    Path("large.puz").write_text(plain.write_puz(large.puzzle), encoding="utf-8")
    Path("large.clue").write_text(plain.write_sol(large.clues), encoding="utf-8")
    given = ("solve", "large.puz", "--no-scan", "--clue", "large.clue", "-n", "0")
    said = record(run(*given, "--format", "json"))
    assert said["narrowed"]["before"] > 50 * said["narrowed"]["after"] >= 50 * 121
    assert said["narrowed"]["programs"] > 1
    assert "narrowed           before " in run(*given, "--stats").stderr
    assert said["counts"]["boards"] == 1


def test_json_of_all_solutions() -> None:
    said = record(run("solve", "puzzle.puz", "-n", "0", "--format", "json"))
    assert (said["status"], said["exhausted"], said["answered"]) == ("SATISFIABLE", True, True)
    assert len(said["solutions"]) == said["counts"]["boards"] == 16


def test_json_of_no_solution_by_search() -> None:
    said = record(run("solve", "unsolvable.puz", "--format", "json"))
    assert (said["status"], said["exhausted"], said["answered"]) == ("UNSATISFIABLE", True, True)
    assert said["solutions"] == said["reasons"] == []
    assert said["conflicts"] is not None


def test_json_of_no_solution_by_counting() -> None:
    said = record(run("solve", "few-zeros.puz", "--format", "json"))
    assert (said["status"], said["exhausted"], said["answered"]) == ("UNSATISFIABLE", True, True)
    assert "only 7 sides have the frame colour 0" in said["reasons"][0]
    assert said["ground"] is said["conflicts"] is None


def test_json_of_a_count() -> None:
    lay("board.puz", plain.write_puz(BOARDS["framed 2x2"]))
    said = record(run("solve", "board.puz", "--count", "--up-to-rotation", "--format", "json"))
    assert said["solutions"] == []
    assert said["counts"] == {"boards": 1, "assignments": 2, "up_to_rotation": True, "unchecked": 0}


@pytest.mark.parametrize(
    ("name", "number", "exhausted"), [("puzzle.puz", 2, False), ("few-zeros.puz", 0, True), ("one.puz", 1, True)]
)
def test_json_of_uniqueness(name: str, number: int, exhausted: bool) -> None:
    lay("one.puz", plain.write_puz(BOARDS["framed 2x2 signed"]))
    said = record(run("solve", name, "--unique", "--format", "json"))
    assert (said["counts"]["boards"], said["exhausted"], said["solutions"]) == (number, exhausted, [])


def test_json_of_a_relaxation() -> None:
    lay("board.puz", plain.write_puz(BOARDS["framed 2x3 signed"]))
    said = record(run("solve", "board.puz", "--encoding", "decision", "--format", "json"))
    assert said["omitted_conditions"] == ["boundary", "sign"]
    assert as_conditions(said["omitted_conditions"]) < EVERY
    solution, kept = as_solution(said["solutions"][0]), EVERY - as_conditions(said["omitted_conditions"])
    assert check(BOARDS["framed 2x3 signed"], solution, conditions=kept).solved


def as_conditions(names: list[str]) -> frozenset[Condition]:
    return frozenset(map(Condition, names))


def test_json_where_the_number_found_does_not_tell() -> None:
    said = record(run("solve", *MILLIONS, "-n", "5", "--format", "json"))
    assert said["counts"] == {"boards": None, "assignments": None, "up_to_rotation": False, "unchecked": 0}
    assert len(said["solutions"]) == 5


def test_json_into_a_file(folder: Path) -> None:
    result = run("solve", "puzzle.puz", "-n", "3", "--format", "json", "-o", "run.json")
    assert result.stdout == ""
    assert len(record(Run(0, Path("run.json").read_text(encoding="utf-8"), ""))["solutions"]) == 3
    assert [path.name for path in folder.iterdir() if "part" in path.name] == []


def test_json_is_not_begun_where_clasp_refuses_an_option(folder: Path) -> None:
    refused(run("solve", "puzzle.puz", "--format", "json", "--clasp", "--fast-exit"))
    refused(run("solve", "puzzle.puz", "--format", "json", "--clasp", "--fast-exit", "-o", "run.json"))
    assert not (folder / "run.json").exists()
