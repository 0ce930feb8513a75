"""`edgeasp info`: what it says, as text and as JSON, held against brute force and plain counting."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from edgeasp.api.info import info
from edgeasp.api.instance import Instance
from edgeasp.api.plain import json_document
from edgeasp.cli import check as info_command
from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Sides, Sign, Solution, Tile
from tests.support import boards, brute
from tests.support.running import INSTANCES, run
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


def asked(*arguments: str | Path) -> dict[str, Any]:
    result = run("info", *arguments, "--format", "json")
    assert (result.status, result.stderr) == (commands.ANSWERED, "")
    values: dict[str, Any] = json.loads(result.stdout)
    VALIDATOR.validate(values)
    return values


def described(puzzle: Puzzle, width: int = 80) -> str:
    return info_command.describe(puzzle, info(puzzle), width)


def lines(puzzle: Puzzle, width: int = 80) -> dict[str, str]:
    """The text below its first line, by its headings."""
    found: dict[str, str] = {}
    name = ""
    for line in described(puzzle, width).splitlines()[1:]:
        name = line[:20].strip() or name
        found[name] = f"{found.get(name, '')} {line[20:]}".strip()
    return found


def test_the_schema_is_one_and_describes_every_field() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["required"] == list(SCHEMA["properties"]) == list(record(boards.GOLDEN))
    assert all(field["description"].endswith(".") for field in SCHEMA["properties"].values())


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


def test_an_unbalanced_ring_is_impossible() -> None:
    [reason] = record(boards.unbalanced())["impossible"]
    assert reason.startswith("in the ring colour 1 lies on 3 sides that face clockwise and on 1")
    assert not boards.solved(boards.unbalanced())
    assert "no solution" in lines(boards.unbalanced())
    assert "expected solutions" not in lines(boards.unbalanced())


def test_a_framed_puzzle() -> None:
    values = record(boards.FRAME_3X3)
    assert (values["cols"], values["rows"], values["framed"], values["signed"]) == (3, 3, True, False)
    assert (values["corner_tiles"], values["side_tiles"], values["centre_tiles"]) == (4, 4, 1)
    # 4! * 4! * 1! * 4 ways to lay the tiles; 8!/(4! 4!) orders in the ring, 8!/(4! 4!) inside, of which 4!/(2! 2!) fit.
    expected = 24 * 24 * 4 * 6 / 70**2
    assert values["expected_solutions"] == "2.8212e+0" == f"{expected:.4e}".replace("+00", "+0")
    assert values["expected_solutions_log10"] == pytest.approx(math.log10(expected))
    assert values["expected_solutions_turns"] == 4
    assert values["expected_solutions_unknown"] is None
    assert values["calibration"] == 2.25
    found = lines(boards.FRAME_3X3)
    assert found["zeros"] == "12 sides, as many as lie outside"
    assert found["tiles"] == "4 corner, 4 side, 1 centre"
    assert found["colours in the ring"] == "2: 1, 2 on 8 sides"
    assert found["colours inside"] == "2: 3, 4 on 4 sides"
    assert found["calibration"] == "4*3*3/4^2 = 2.25 (without a frame, hardest near 2)"
    assert found["expected solutions"] == "2.8212 (all 4 turns of the board counted)"
    assert found["identical tiles"] == found["symmetric tiles"] == "none"
    # All 2304 ways to lay the tiles; mismatches come in pairs, as there are two colours everywhere.
    assert found["boards by score"] == "12: 2.8e+0, 10: 6.8e+1, 8: 4.7e+2, 6: 9.8e+2, 2: 1.4e+2"
    assert values["expected_boards"][:2] == [[12, "2.8212e+0"], [11, "0"]]
    assert sum(float(number) for _, number in values["expected_boards"]) == pytest.approx(2304, rel=1e-3)


@pytest.mark.parametrize(("cols", "rows", "said"), [(8, 3, True), (3, 7, True), (5, 3, False), (8, 4, False)])
def test_long_boards_of_three_rows_differ_from_what_is_expected(cols: int, rows: int, said: bool) -> None:
    """Of twelve random sets of 8 x 3, most have a hundredth of the mean, and one two thirds of it."""
    puzzle = generate(Recipe(cols, rows, 4, 3)).puzzle
    assert ("the mean of sets that differ a hundredfold" in lines(puzzle)["expected solutions"]) == said


def test_turns_of_rectangles_and_with_clues(folder: Path) -> None:
    puzzle = boards.planted(1, 4, 3, 2, framed=True)
    assert record(puzzle)["expected_solutions_turns"] == 2
    (folder / "x.puz").write_text(plain.write_puz(boards.FRAME_3X3), encoding="utf-8")
    corner = boards.solved(boards.FRAME_3X3)[0]
    (folder / "x.clue").write_text(f"{corner[0][0]} 0 0 {corner[0][1]}\n", encoding="utf-8")
    values = asked("x.puz", "--clue", "x.clue")
    assert (values["clues"], values["expected_solutions_turns"]) == (1, 1)
    # Each of four corner tiles lies there as often; the sides of this one make a small difference.
    assert 0.4 < float(values["expected_solutions"]) < 1.2
    assert "that keep the clues" in run("info", "x.puz", "--clue", "x.clue").stdout


def test_a_clue_where_its_tile_cannot_lie(folder: Path) -> None:
    (folder / "x.puz").write_text(plain.write_puz(boards.FRAME_3X3), encoding="utf-8")
    (folder / "x.clue").write_text("0 1 1 0\n", encoding="utf-8")
    values = asked("x.puz", "--clue", "x.clue")
    assert (values["expected_solutions"], values["expected_solutions_log10"]) == ("0", None)


def test_an_unframed_puzzle() -> None:
    values = asked(INSTANCES / "golden.puz")
    assert values["corner_tiles"] is values["ring_sides"] is values["inner_sides"] is None
    assert values["expected_solutions"] == "3.2572e+1"
    assert values["expected_solutions_unknown"] is None
    assert values["odd_colours"] == []
    odd = Puzzle(2, 2, (*boards.GOLDEN.tiles[:3], Tile((1, 1, 4, 4))))
    assert record(odd)["odd_colours"] == [1, 3]
    assert lines(odd)["odd colours"] == "2: 1 on 5 sides; 3 on 1 side"
    assert lines(boards.GOLDEN)["colours"] == "4: 4 on 8 sides; 1 on 4 sides; 2, 3 on 2 sides"


def test_class_facts_and_signs(folder: Path) -> None:
    values = asked(INSTANCES / "golden.lp", "--frame", "black")
    assert values["framed"] is True
    values = asked(INSTANCES / "planted-6x4-signed.puz")
    assert (values["plus_tiles"], values["minus_tiles"]) == (12, 12)
    assert "signs" in values["expected_solutions_unknown"]
    (folder / "x.signs").write_text("0 +\n3 -\n", encoding="utf-8")
    values = asked(INSTANCES / "golden.puz", "--signs", "x.signs")
    assert (values["plus_tiles"], values["minus_tiles"]) == (1, 1)
    assert (
        "signs               1 +, 1 -, 2 without\n"
        in run("info", INSTANCES / "golden.puz", "--signs", "x.signs").stdout
    )


def in_order(puzzle: Puzzle, order: str) -> Puzzle:
    """The puzzle as a reader sees it that takes a file in another order for north, east, south, west."""

    def sides(tile: Tile) -> Sides:
        north, east, south, west = ({"n": 0, "e": 1, "s": 2, "w": 3}[side] for side in order)
        return tile.sides[north], tile.sides[east], tile.sides[south], tile.sides[west]

    return Puzzle(puzzle.cols, puzzle.rows, tuple(Tile(sides(tile)) for tile in puzzle.tiles))


@pytest.mark.parametrize("order", ["nswe", "news"])
def test_another_order_of_sides(order: str) -> None:
    # The corners of a board, zeros together in all four ways.
    turned = boards.planted(3, 3, 3, 3, framed=True)
    values = record(in_order(turned, order))
    assert len(values["unplaceable_tiles"]) > 0
    assert values["side_order"] == order
    assert values["ring_sides"] is None
    hint = lines(in_order(turned, order))["cannot be placed"]
    names = {"n": "north", "e": "east", "s": "south", "w": "west"}
    assert f"lists sides as {', '.join(names[side] for side in order)}, all tiles fit" in hint


def test_tiles_that_fit_in_no_order() -> None:
    values = record(Puzzle(2, 2, (Tile((0, 1, 0, 1)), Tile((0, 0, 0, 1)), Tile((0, 0, 1, 1)), Tile((1, 1, 0, 1)))))
    assert (values["unplaceable_tiles"], values["side_order"]) == ([0, 1], None)
    assert len(values["impossible"]) > 0


def test_zeros_left_over_for_the_inside() -> None:
    puzzle = Puzzle(2, 2, (Tile((0, 0, 0, 0)),) * 4)
    values = record(puzzle)
    assert values["unplaceable_tiles"] == []
    assert values["ring_sides"] is None
    assert values["calibration"] is None
    assert lines(puzzle)["zeros"] == "16 sides, but 8 lie outside: 8 meet each other inside"
    assert "calibration" not in lines(puzzle)


def test_long_lists_are_cut_short() -> None:
    text = described(Puzzle(6, 6, (Tile((1, 2, 1, 2)),) * 18 + (Tile((3, 3, 3, 3)),) * 18))
    words = " ".join(text.split())
    assert "15 = 16 = 17" not in words
    assert "10 = 11 = and 6 more; 18 = 19 = " in words
    assert "10, 11 and 6 more after a half turn; tiles 18, 19" in words
    pairs = tuple(Tile((1, number, 2, 3)) for number in range(4, 22)) * 2
    assert "; and 6 more groups" in " ".join(described(Puzzle(6, 6, pairs)).split())


def test_eternity_ii() -> None:
    values = asked("e2")
    assert (values["known_as"], values["differences"]) == ("Eternity II", [])
    assert "known as            Eternity II, tiles as published" in run("info", "e2").stdout
    assert values["expected_solutions"] == "1.1527e+7"
    assert values["expected_solutions_turns"] == 4
    assert (values["colours"], len(values["ring_sides"]), len(values["inner_sides"])) == (22, 5, 17)
    assert values["identical_tiles"] == values["half_turn_tiles"] == values["quarter_turn_tiles"] == []


def test_output_goes_to_a_file(folder: Path) -> None:
    result = run("info", INSTANCES / "frame-3x3.puz", "-o", "x.txt")
    assert (result.status, result.stdout) == (0, "")
    assert (folder / "x.txt").read_text(encoding="utf-8").startswith("3 x 3, framed, 9 tiles\nknown as    ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.puz"], "missing.puz: cannot be read"),
        ([str(INSTANCES / "frame-3x3.puz"), "--clue", "bad.clue"], "bad.clue:1: expected"),
        ([str(INSTANCES / "frame-3x3.puz"), "-o", "nowhere/x"], "nowhere/x: cannot be written"),
    ],
)
def test_bad_input(arguments: list[str], message: str, folder: Path) -> None:
    (folder / "bad.clue").write_text("99 0 0 0\n", encoding="utf-8")
    result = run("info", *arguments)
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert result.stderr.startswith(f"edgeasp: error: {message}")
    assert result.stderr.count("\n") <= 2
