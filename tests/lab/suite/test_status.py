"""`edgeasp suite status`, and the search for the boards of a suite."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from statistics import median

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from PIL import Image, ImageColor

from edgeasp.cli import commands
from edgeasp.lab.plots import COLOURS
from edgeasp.lab.suite import passes
from tests.lab.suite.having import bare, known
from tests.support.running import run
from tests.tools.schemas import FOLDER

SCHEMA = json.loads((FOLDER / "suite-status.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def rows(*arguments: str | Path) -> list[dict[str, object]]:
    result = run("suite", "status", *arguments, "--format", "json")
    assert (result.status, result.stderr) == (commands.ANSWERED, "")
    record = json.loads(result.stdout)
    VALIDATOR.validate(record)
    assert (record["schema"], record["schema_version"], record["bad"]) == ("edgeasp.suite-status", 1, [])
    table: list[dict[str, object]] = record["rows"]
    return table


def test_numbers(solved: Path, tmp_path: Path) -> None:
    root = bare(solved, tmp_path / "suite")
    open_ = {board.place.name for board in passes.find_boards(root)}
    for board in passes.find_boards(solved):
        if board.place.index == 1:
            for path in board.folder.iterdir():
                (root / board.place.name / path.name).write_bytes(path.read_bytes())
            open_.remove(board.place.name)
    table = rows(root)
    cells: dict[tuple[int, int, int], list[passes.SuiteBoard]] = {}
    for board in passes.find_boards(root):
        cells.setdefault((board.place.cols, board.place.rows, board.place.colours), []).append(board)
    assert [(row["cols"], row["rows"], row["colours"]) for row in table] == list(cells)
    for row, boards in zip(table, cells.values(), strict=True):
        numbers = [len(known(board)) for board in boards]
        assert row["boards"] == len(boards) == 2
        assert (row["done"], row["open"], row["bad"]) == (1, 1, 0)
        assert row["solutions"] == sum(numbers)
        assert (row["least"], row["median"], row["most"]) == (min(numbers), median(numbers), max(numbers))
    assert len({row["most"] for row in table}) > 2


def test_text(solved: Path) -> None:
    result = run("suite", "status", solved)
    table = rows(solved)
    lines = result.stdout.splitlines()
    assert len(lines) == len(table) + 2
    assert lines[0].split() == [
        "size",
        "colours",
        "boards",
        "done",
        "open",
        "bad",
        "solutions",
        "least",
        "median",
        "most",
        "time",
    ]
    assert all(len(line) <= 80 for line in lines)
    for line, row in zip(lines[1:-1], table, strict=True):
        size = f"{row['cols']}" if row["cols"] == row["rows"] else f"{row['cols']}x{row['rows']}"
        names = ("colours", "boards", "done", "open", "bad", "solutions", "least", "median", "most")
        assert line.split()[:-2] == [size, *(f"{row[name]:g}" for name in names)]
    boards, solutions = len(passes.find_boards(solved)), sum(int(str(row["solutions"])) for row in table)
    assert lines[-1].split()[:-2] == ["all", str(boards), str(boards), "0", "0", str(solutions)]


def test_csv_into_a_file(solved: Path, tmp_path: Path) -> None:
    result = run("suite", "status", solved, "--format", "csv", "-o", tmp_path / "x.csv")
    assert (result.status, result.stdout) == (commands.ANSWERED, "")
    read = list(csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text(encoding="utf-8"))))
    assert [{name: float(value) for name, value in row.items()} for row in read] == rows(solved)


def test_selected_boards(solved: Path) -> None:
    assert {(row["cols"], row["rows"]) for row in rows(solved, "--sizes", "2-3")} == {(2, 2), (3, 3)}
    colours = {row["colours"] for row in rows(solved)}
    assert {row["colours"] for row in rows(solved, "--colours", "2-9")} == colours - {0, 1} < colours


def test_bad_boards_are_reported(solved: Path, tmp_path: Path) -> None:
    root = bare(solved, tmp_path / "suite")
    bad = root / "3/2/board_1"
    (bad / "sol_1.sol").write_text("0 0 0 0\n", encoding="utf-8")
    message = f"{bad}/sol_1.sol: expected a solution of puzzle.puz, found 1 of 9 tiles"
    result = run("suite", "status", root, "--sizes", "3", "--format", "json")
    assert (result.status, result.stderr) == (commands.USAGE, f"edgeasp: error: {message}\n")
    record = json.loads(result.stdout)
    VALIDATOR.validate(record)
    assert record["bad"] == [{"board": "3/2/board_1", "fault": message}]
    [row] = [row for row in record["rows"] if row["colours"] == 2]
    assert (row["boards"], row["done"], row["open"], row["bad"], row["solutions"]) == (2, 0, 1, 1, 1)
    (root / "3/2/board_2" / passes.PUZZLE).unlink()
    text = run("suite", "status", root, "--sizes", "3", "--colours", "2")
    assert text.status == commands.USAGE
    assert text.stdout.splitlines()[1].split() == ["3", "2", "2", "0", "0", "2", "0", "-", "-", "-", "0", "s"]


def test_a_board_that_lost_a_solution_or_its_clue_is_bad(solved: Path, tmp_path: Path) -> None:
    root = shutil.copytree(solved, tmp_path / "suite")
    board = root / "3/2/board_1"
    (board / "sol_1.sol").unlink()
    result = run("suite", "status", root, "--sizes", "3", "--colours", "2")
    assert result.status == commands.USAGE
    assert f"{board}/done: expected the solutions that passes.csv has counted, found others" in result.stderr
    (board / "done").unlink()
    assert run("suite", "solve", root, "--sizes", "3", "--colours", "2").status == commands.ANSWERED
    rows(root)
    (board / passes.CLUE).write_text("", encoding="utf-8")
    result = run("suite", "status", root, "--sizes", "3", "--colours", "2")
    assert f"{board}/puzzle.clue: expected what solutions have to keep, found an empty file" in result.stderr


def test_other_files_and_folders_are_ignored(solved: Path, tmp_path: Path) -> None:
    root = bare(solved, tmp_path / "suite")
    number = len(passes.find_boards(root))
    for name in ("x/2/board_1", "3/two/board_1", "3/2/board_x", "3/2/board_01", "3/2/.board_7.1.part", "03/2/board_1"):
        (root / name).mkdir(parents=True)
    (root / "3/2/board_9").write_text("", encoding="utf-8")
    (root / "README").write_text("", encoding="utf-8")
    assert len(passes.find_boards(root)) == number


def test_the_order_of_boards(tmp_path: Path) -> None:
    names = ["3/9/board_2", "3/9/board_10", "3/10/board_1", "5x2/1/board_1", "4x3/1/board_1", "4/2/board_1"]
    names += ["10/2/board_1"]
    for name in sorted(names):
        (tmp_path / name).mkdir(parents=True)
    assert [board.place.name for board in passes.find_boards(tmp_path)] == names


@pytest.mark.parametrize("command", ["status", "solve"])
def test_a_folder_without_boards(command: str, tmp_path: Path) -> None:
    result = run("suite", command, tmp_path)
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert "expected a suite" in result.stderr


@pytest.mark.long
def test_the_plot(solved: Path, tmp_path: Path) -> None:
    root = bare(solved, tmp_path / "suite")
    open_, done = tmp_path / "open.svg", tmp_path / "done.PNG"
    assert run("suite", "status", root, "--plot", open_).status == 0
    assert run("suite", "status", solved, "--plot", done).status == 0
    drawn = open_.read_text(encoding="utf-8")
    boards = list(passes.find_boards(root))
    assert f"0 of {len(boards)} boards done" in drawn
    assert all(f"{each.place.cols}x{each.place.rows}, {each.place.colours} colours" in drawn for each in boards)
    colours = {colour for _, colour in Image.open(done).convert("RGB").getcolors(1 << 24) or []}
    assert {ImageColor.getrgb(COLOURS[2]), ImageColor.getrgb(COLOURS[0])} <= colours
    assert ImageColor.getrgb(COLOURS[4]) not in colours


def test_the_plot_of_many_classes_is_by_size_and_colours(
    solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("edgeasp.lab.plots._MOST_BARS", 3)
    root = shutil.copytree(solved, tmp_path / "suite")
    (root / "3/2/board_1/done").unlink()
    assert run("suite", "status", root, "--plot", tmp_path / "plot.svg").status == 0
    drawn = (tmp_path / "plot.svg").read_text(encoding="utf-8")
    boards = passes.find_boards(root)
    assert f"{len(boards) - 1} of {len(boards)} boards done" in drawn
    assert all(f">{each.place.cols}x{each.place.rows}<" in drawn for each in boards)
    classes = len({(each.place.cols, each.place.rows, each.place.colours) for each in boards})
    bars = [drawn.count(f"fill: {COLOURS[number].lower()}") for number in (2, 4)]
    # A square in the legend is one more of each.
    assert bars == [classes + 1, classes + 1]


def test_a_plot_that_cannot_be(solved: Path, tmp_path: Path) -> None:
    for name, message in (("x.pdf", "expected a name that ends in .svg or .png"), ("no/x.svg", "cannot be written")):
        result = run("suite", "status", solved, "--plot", tmp_path / name)
        assert (result.status, result.stdout) == (commands.USAGE, "")
        assert message in result.stderr
