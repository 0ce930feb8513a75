"""edgeasp suite: status, start and passes."""

from __future__ import annotations

import csv
import hashlib
import json
import shutil
from math import log10
from pathlib import Path
from statistics import median

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from PIL import Image, ImageColor

from edgeasp._version import __version__
from edgeasp.cli import commands
from edgeasp.lab.plots import COLOURS
from edgeasp.lab.suite import passes
from edgeasp.lab.suite.command import PassForecast
from edgeasp.lab.suite.passes import TABLE, BoardJob, BoardOutcome, BoardState, ExpectedWork, read_passes, seconds_spent
from edgeasp.system.errors import OutputError
from edgeasp.system.limits import Limits
from tests.lab.suite.having import bare, generated, known, laid, snapshot
from tests.support import boards
from tests.support.running import run
from tests.test_architecture import LARGE, imported_by_command
from tests.tools.schemas import FOLDER

# ---- status ----

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
    for row, cell in zip(table, cells.values(), strict=True):
        numbers = [len(known(board)) for board in cell]
        assert row["boards"] == len(cell) == 2
        assert (row["done"], row["open"], row["bad"]) == (1, 1, 0)
        assert row["solutions"] == sum(numbers)
        assert (row["least"], row["median"], row["most"]) == (min(numbers), median(numbers), max(numbers))
    assert len({row["most"] for row in table}) > 2


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


# ---- start ----


@pytest.mark.long
def test_the_table_and_the_schedule_need_no_solver(tmp_path: Path) -> None:
    """Each board is solved in a process of its own; the one that starts them stays small."""
    generated(tmp_path / "suite", [(2, 2)], boards=1)
    assert not imported_by_command(["suite", "status", "suite"], tmp_path) & LARGE
    assert not imported_by_command(["info", "suite/2/0/board_1/puzzle.puz"], tmp_path) & LARGE
    assert not imported_by_command(["suite", "solve", "suite", "--jobs", "1"], tmp_path) & LARGE


# ---- passes ----


def test_passes_add_up_and_a_row_that_was_cut_off_does_not_count(tmp_path: Path) -> None:
    root = generated(tmp_path / "suite", [(3, 3)], boards=2, colours=[2])
    first, second = passes.find_boards(root)
    assert read_passes(root) == []
    for board, state, seconds in ((first, "open", 2.5), (second, "done", 0.25), (first, "done", 1.0)):
        why = "time limit\nof 2 s" if state == "open" else ""
        outcome = BoardOutcome(BoardState(state), why, 1, 2, seconds, 7, "scan", 99, 0.5, "abc")
        passes.append_row(BoardJob(board, Limits(seconds=2, conflicts=9), expected=ExpectedWork(1.5, -0.25)), outcome)
    with (root / TABLE).open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["why"] for row in rows] == ["time limit of 2 s", "", ""]
    assert {(row["time_limit"], row["conflict_limit"], row["memory_limit"]) for row in rows} == {("2", "9", "")}
    told = ("boards", "engine", "tiles", "log10_tiles", "log10_boards", "processor", "digest", "version")
    wanted = ("2", "scan", "99", "1.5000", "-0.2500", "0.500", "abc", __version__)
    assert [tuple(row[name] for name in told) for row in rows] == [wanted] * 3
    with (root / TABLE).open("a", encoding="utf-8") as stream:
        stream.write("2026-01-01T00:00:00+00:00,3/2/board_1,done,4")
    assert read_passes(root) == rows
    assert seconds_spent(rows) == {first.place.name: 3.5, second.place.name: 0.25}
    passes.append_row(BoardJob(second), BoardOutcome(BoardState.DONE, seconds=1.0))
    assert len(read_passes(root)) == len((root / TABLE).read_text(encoding="utf-8").splitlines()) - 1 == 4
    assert seconds_spent(read_passes(root)) == {first.place.name: 3.5, second.place.name: 1.25}


def test_an_older_table_is_read_and_carried_on(tmp_path: Path) -> None:
    root = generated(tmp_path / "suite", [(3, 3)], boards=1, colours=[2])
    [board] = passes.find_boards(root)
    columns = "date,board,state,seconds,conflicts,new,known,time_limit,conflict_limit,memory_limit,solution_limit,why\n"
    old = columns + "2026-01-01T00:00:00+00:00,3/2/board_1,open,4.5,1,0,1,4.5,,,,time limit of 4.5 s\n"
    (root / TABLE).write_text(old, encoding="utf-8")
    passes.append_row(BoardJob(board), BoardOutcome(BoardState.DONE, seconds=1.0))
    assert (root / TABLE).read_text(encoding="utf-8").startswith(old)
    assert seconds_spent(read_passes(root)) == {"3/2/board_1": 5.5}


def test_a_table_that_is_none_and_one_that_cannot_be_written(tmp_path: Path) -> None:
    root = generated(tmp_path / "suite", [(3, 3)], boards=1, colours=[2])
    begin = ",".join(passes.COLUMNS) + "\n"
    row = "2026-01-01T00:00:00+00:00,3/2/board_1,done"
    good = f"{row},1,scan,9,1.5,0.5,1.0,1.0{',' * 9}"
    wrong = [
        (1, "a,b\n"),
        (2, "date,board\n2026-01-01,3/2/board_1\n"),
        (2, f"{begin}{row}\n"),
        (3, f"{begin}{good}\n{row},x{',' * 15}\n"),
        *(
            (2, f"{begin}{good.replace(*change)}\n")
            for change in (
                (",done,", ",gone,"),
                (",0.5,1.0,1.0,", ",0.5,1.0,,"),
                (",1.0,1.0,", ",1.0,nan,"),
                (",1.5,0.5,", ",1.5,,"),
                (",done,1,", ",done,-1,"),
            )
        ),
    ]
    for number, text in wrong:
        (root / TABLE).write_text(text, encoding="utf-8")
        result = run("suite", "solve", root)
        assert result.status == commands.USAGE
        assert f"passes.csv:{number}: expected a row of passes over the suite" in result.stderr
    (root / TABLE).write_text(f"{begin}{good}\n", encoding="utf-8")
    assert len(read_passes(root)) == 1
    (root / TABLE).unlink()
    assert read_passes(root) == []
    (root / TABLE).mkdir()
    with pytest.raises(OutputError, match=r"passes.csv: cannot be written: is a directory"):
        passes.append_row(BoardJob(passes.find_boards(root)[0]), BoardOutcome(BoardState.DONE))


@pytest.mark.usefixtures("in_this_process")
def test_boards_come_in_the_order_of_expected_work_and_hard_ones_are_left_out(tmp_path: Path) -> None:
    """The smaller board has the fewest colours, and is the harder one."""
    root = generated(tmp_path / "suite", [(4, 4)], boards=1, colours=[2])
    generated(root, [(5, 5)], boards=1, colours=[9])
    result = run("suite", "solve", root, "--tile-limit", "1000")
    assert result.status == commands.UNANSWERED
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["5/9/board_1"]
    assert "1 of 2 boards done, 1 open, 1 of them left out; " in result.stderr
    tiles = {row["board"]: float(row["log10_tiles"]) for row in read_passes(root)}
    assert tiles["5/9/board_1"] < 3 < tiles["4/2/board_1"]
    (root / "5/9/board_1/done").unlink()
    (root / TABLE).unlink()
    whole = run("suite", "solve", root)
    assert [line.split()[0] for line in whole.stdout.splitlines()] == ["5/9/board_1", "4/2/board_1"]
    states = [(row["board"], row["state"]) for row in read_passes(root)]
    assert states == [
        *(("4/2/board_1", "expected"), ("5/9/board_1", "expected")),
        *(("5/9/board_1", "done"), ("4/2/board_1", "done")),
    ]


@pytest.mark.usefixtures("in_this_process")
def test_a_board_that_a_scan_takes_less_time_for_is_scanned(tmp_path: Path) -> None:
    root = generated(tmp_path / "suite", [(6, 6)], boards=1, colours=[6])
    assert run("suite", "solve", root).status == commands.ANSWERED
    [_, row] = read_passes(root)
    assert row["engine"] == "scan"
    # The expectation is that of a random set of tiles.
    assert abs(log10(int(row["tiles"])) - float(row["log10_tiles"])) < 1


@pytest.mark.usefixtures("in_this_process")
def test_killed_between_its_row_and_its_mark_a_board_is_not_counted_again(solved: Path, tmp_path: Path) -> None:
    root = shutil.copytree(solved, tmp_path / "suite")
    done = passes.find_boards(root)
    rows = read_passes(root)
    for board in done:
        (board.folder / passes.DONE).unlink()
    lacking = next(board for board in done if (board.folder / "sol_1.sol").exists())
    (lacking.folder / "sol_1.sol").unlink()
    result = run("suite", "solve", root)
    assert [line.split()[0] for line in result.stdout.splitlines()] == [lacking.place.name]
    assert [row["board"] for row in read_passes(root) if row["state"] == "done"][len(rows) :] == [lacking.place.name]
    assert snapshot(root) == snapshot(solved)


def test_counts_as_a_table_from_which_another_folder_goes_on(solved: Path, tmp_path: Path) -> None:
    told = run("suite", "results", solved)
    assert (told.status, told.stderr) == (commands.ANSWERED, "")
    rows = list(csv.DictReader(told.stdout.splitlines()))
    done = passes.find_boards(solved)
    assert [row["board"] for row in rows] == [board.place.name for board in done]
    for row, board in zip(rows, done, strict=True):
        lines = sorted(" ".join(str(colour) for sides, _ in key for colour in sides) + "\n" for key in known(board))
        assert int(row["boards"]) == len(lines)
        assert row["digest"] == hashlib.sha256("".join(lines).encode()).hexdigest()[:32]
    root = bare(solved, tmp_path / "suite")
    (root / TABLE).write_text(told.stdout, encoding="utf-8")
    for board in done:
        for path in board.folder.glob("sol_*.sol"):
            shutil.copy(path, root / board.place.name)
    assert run("suite", "solve", root).stdout == ""
    assert snapshot(root) == snapshot(solved)


def test_two_passes_that_differ_are_a_fault(fresh: Path) -> None:
    board = passes.find_boards(fresh)[0]
    for number, digest in ((1, "a"), (2, "b")):
        passes.append_row(BoardJob(board), BoardOutcome(BoardState.DONE, known=number, digest=digest))
    result = run("suite", "results", fresh)
    assert result.status == commands.FAULT
    assert f"{board.place.name}: two passes have counted 1 and 2 boards, which differ" in result.stderr


@pytest.mark.long
def test_a_forecast_is_said_before_a_long_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgeasp.cli.console._quiet", False)
    root = laid(tmp_path / "hard", "10/7/board_1", boards.hard()).root
    result = run("suite", "solve", root, "--time-limit", "0.1")
    assert "expected to take" not in result.stderr
    monkeypatch.setattr("edgeasp.lab.suite.command._WORTH_SAYING", 0.05)
    result = run("suite", "solve", root, "--time-limit", "0.1")
    assert "edgeasp: 1 board, expected to take 0 s of one core\n" in result.stderr


def test_the_rest_takes_as_long_as_recent_boards_took_beside_what_was_expected() -> None:
    place = passes.PlaceInSuite(4, 4, 2, 1)
    job = BoardJob(passes.SuiteBoard(place, Path("4/2/board_1")), expected=ExpectedWork(10, 0))
    pace = PassForecast([job] * 4, 2)
    assert pace.seconds_left(0.0) == pytest.approx(2 * job.expected_seconds)
    pace.record(job, BoardOutcome(BoardState.DONE, seconds=3 * job.expected_seconds))
    assert pace.share == 0.25
    assert pace.forecast_text == "expected to take 10 min of one core, about 5 min on 2"
    assert pace.seconds_left(job.expected_seconds) == pytest.approx((3 * 3 - 1) * job.expected_seconds / 2)


def test_a_row_that_the_disk_has_no_place_for_leaves_the_board_open(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    root = generated(tmp_path / "suite", [(3, 3)], boards=1, colours=[2])
    assert run("suite", "status", root).status == commands.ANSWERED
    [board] = passes.find_boards(root)
    passes.append_row(BoardJob(board), BoardOutcome(BoardState.OPEN, seconds=1.0))
    known, before = (root / TABLE).read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(known) + 20, before[1]))
    try:
        with pytest.raises(OutputError, match=r"passes\.csv: cannot be written: "):
            passes.append_row(BoardJob(board), BoardOutcome(BoardState.DONE, seconds=1.0))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (root / TABLE).read_bytes() == known
