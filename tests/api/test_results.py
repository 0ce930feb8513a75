"""The answers of the public functions are those of the commands, and of brute force."""

from __future__ import annotations

import pickle
from pathlib import Path

import clingo
import pytest

import edgeasp
from tests.support import boards, brute
from tests.support.counting import COMPILER
from tests.support.running import INSTANCES, run

FRAME = boards.FRAME_3X3
SMALL = edgeasp.parse("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n").puzzle
RANDOM = edgeasp.load(INSTANCES / "random-4x4.puz")


@pytest.mark.parametrize("name", ["golden", "framed 2x3 signed", "surplus 2x3", "framed 2x2 spoilt", "all alike"])
def test_all_solutions_and_their_number(name: str) -> None:
    puzzle = boards.various()[name]
    number = len(brute.solve(puzzle).pictures)
    outcome = edgeasp.solve_all(puzzle)
    assert len(set(outcome.solutions)) == len(outcome.boards) == number == edgeasp.count(puzzle)
    assert all(board.solved for board in outcome.boards)
    assert outcome.result.exhausted
    assert edgeasp.is_unique(puzzle) == (edgeasp.count(puzzle, up_to_rotation=True) == 1)


def test_a_limit_is_an_error_where_there_is_no_answer_and_a_word_in_a_record() -> None:
    many, limits = boards.planted(1, 3, 3, 3), edgeasp.Limits(conflicts=20)
    with pytest.raises(edgeasp.LimitError, match=r"stopped by the conflict limit of 20: at least \d+ boards"):
        edgeasp.count(many, limits=limits)
    with pytest.raises(edgeasp.LimitError, match="stopped by the time limit of 0 s"):
        edgeasp.is_unique(many, limits=edgeasp.Limits(seconds=0))
    outcome = edgeasp.solve_all(many, limits=limits)
    record = outcome.record()
    assert (record["stopped"], record["exhausted"]) == ("conflict limit of 20", False)
    assert record["counts_boards"] == len(outcome.solutions) > 0


@pytest.mark.usefixtures("in_this_process")
def test_a_search_split_over_processes_has_the_same_solutions() -> None:
    outcome = edgeasp.solve_all(FRAME, jobs=2)
    assert {frozenset(each) for each in outcome.solutions} == {frozenset(each) for each in edgeasp.solve(FRAME)}
    assert (outcome.result.processes, edgeasp.count(FRAME, jobs=2)) == (2, 16)


def test_all_records_have_the_same_fields() -> None:
    known = edgeasp.solve_all(FRAME).record()
    for puzzle, number in ((boards.GOLDEN, 1), (boards.unbalanced(), 0), (boards.various()["framed 3x3 signed"], 5)):
        record = edgeasp.solve_all(puzzle, number=number).record()
        assert list(record) == list(known)
        assert all(value is None or type(value) in (str, int, float, bool) for value in record.values())


def test_values_can_be_pickled_and_have_short_representations() -> None:
    instance = edgeasp.load(INSTANCES / "planted-4x4.puz")
    outcome = edgeasp.solve_all(instance, number=2)
    hinted = edgeasp.hint(instance, edgeasp.Solution(outcome.solutions[0].placements[:12]))
    explained = edgeasp.explain(instance, number=1)
    for value in (instance, instance.puzzle, *outcome.solutions, outcome, outcome.boards[0], hinted, explained):
        assert pickle.loads(pickle.dumps(value)) == value
        assert len(repr(value)) < 120
        assert "\n" not in repr(value)


@pytest.mark.usefixtures("in_this_process")
def test_the_best_board_is_that_of_the_command() -> None:
    better: list[int] = []
    best = edgeasp.best(RANDOM, on_better=lambda board: better.append(board.score))
    assert best.board is not None
    assert best.proved
    assert best.score == best.board.score == max(better) == 22
    assert better == sorted(better)
    assert list(edgeasp.best(RANDOM, goal=0).record()) == list(best.record())


def test_a_generated_puzzle_is_that_of_the_command() -> None:
    made = edgeasp.generate_puzzle(6, 5, seed=3, distinct=True)
    done = run("generate", "--size", "6x5", "--seed", "3", "--distinct")
    assert edgeasp.parse(done.stdout).puzzle == made.puzzle
    assert made.planted is not None
    assert made.planted.solved
    assert edgeasp.generate_puzzle(5, planted=False).planted is None
    assert edgeasp.generate_puzzle(preset="e2-like").puzzle.cols == 16


@pytest.mark.parametrize(
    ("mask", "wrap"), [("####/#.##/####/#.##", ""), ("####/####/####", "columns"), ("#####/#.#.#", "columns,rows")]
)
def test_a_generated_board_with_holes_that_wraps_around_is_that_of_the_command(mask: str, wrap: str) -> None:
    rows = mask.split("/")
    holes = [(col, row) for row, line in enumerate(rows) for col, square in enumerate(line) if square == "."]
    made = edgeasp.generate_puzzle(len(rows[0]), len(rows), seed=3, holes=holes, wraps=wrap.split(",") if wrap else [])
    done = run("generate", "--mask", mask, *(["--wrap", wrap] if wrap else []), "--seed", "3")
    assert edgeasp.parse(done.stdout).puzzle == made.puzzle
    assert made.puzzle.grid.outline == tuple(rows)


def test_clues_of_files_are_merged_and_judged_when_they_are_read(tmp_path: Path) -> None:
    solution = next(edgeasp.solve(FRAME))
    for index in range(2):
        part = FRAME, edgeasp.Solution(solution.placements[index : index + 2])
        edgeasp.save(edgeasp.Board(*part), tmp_path / f"{index}.sol")
    edgeasp.save(FRAME, tmp_path / "x.puz")
    both = edgeasp.load(tmp_path / "x.puz", clues=[tmp_path / "0.sol", tmp_path / "1.sol"])
    assert both.clues == edgeasp.Solution(solution.placements[:3])
    assert edgeasp.load(tmp_path / "x.puz", clues=tmp_path / "0.sol").clues == edgeasp.Solution(solution.placements[:2])
    (tmp_path / "one.sol").write_text("3 0 0 1\n", encoding="utf-8")
    (tmp_path / "other.sol").write_text("c one\n3 2 0 0\n", encoding="utf-8")
    with pytest.raises(edgeasp.InputError, match=r"other\.sol:2: expected clues that agree, .* in .*one\.sol:1"):
        edgeasp.load(tmp_path / "x.puz", clues=[tmp_path / "one.sol", tmp_path / "other.sol"])


def test_what_is_read_comes_with_its_notes(tmp_path: Path) -> None:
    link = edgeasp.convert(edgeasp.Board(FRAME, next(edgeasp.solve(FRAME))), "bucas")
    board = edgeasp.load_board(link.strip())
    assert board.solved
    pieces = edgeasp.parse(edgeasp.convert(FRAME, "udlr"), format="udlr")
    assert pieces.puzzle == FRAME
    # The same tiles, all of them turned: the board is carried over, with a note.
    turned = edgeasp.Puzzle(2, 2, tuple(edgeasp.Tile(tile.sides[2:] + tile.sides[:2]) for tile in SMALL.tiles))
    edgeasp.save(edgeasp.Instance(SMALL, next(edgeasp.solve(SMALL))), tmp_path / "x.lp")
    edgeasp.save(turned, tmp_path / "x.puz")
    instance = edgeasp.load(tmp_path / "x.puz", clues=tmp_path / "x.lp")
    assert (len(instance.clues), len(instance.notes)) == (4, 1)
    with pytest.raises(edgeasp.FormatError, match="holds no board: name its puzzle as well"):
        edgeasp.load_board(INSTANCES / "frame-3x3.puz")


def test_clingo_searches_where_no_scan_is_wanted() -> None:
    puzzle = edgeasp.load("instances/planted-8x8.puz")
    records = [edgeasp.solve_all(puzzle, number=1, scan=scan).record() for scan in (True, False)]
    assert [record["conflicts"] is None for record in records] == [COMPILER, False]
    assert [record["scanned"] is None for record in records] == [not COMPILER, True]


def test_facts_of_the_class_leave_out_the_rest() -> None:
    clued = edgeasp.Instance(FRAME, edgeasp.Solution((edgeasp.Placement(0, edgeasp.Square(0, 0), 0),)))
    whole, only = edgeasp.facts(clued), edgeasp.facts(clued, class_only=True)
    assert whole.startswith(only.rstrip("\n"))
    assert [word in whole for word in ("clue", "frame(")] == [True, True]
    assert [word in only for word in ("clue", "frame(")] == [False, False]
    board = edgeasp.Board(FRAME, next(edgeasp.solve(FRAME)))
    assert edgeasp.facts(board).count("clue(") == 9


def test_answers_with_empty_squares_are_boards_where_these_are_wanted() -> None:
    output = "clingo version 5.8.0\nAnswer: 1\nchosenTile(1,1,1) chosenRotation(1,1,0)\nSATISFIABLE\n"
    with pytest.raises(edgeasp.InputError, match=r"^mine:3: "):
        edgeasp.decode(output, FRAME, source="mine")
    [board] = edgeasp.decode(output, FRAME, partial=True)
    assert len(board.solution) == 1


def test_a_wrong_board_says_by_which_convention_it_would_be_right() -> None:
    right = next(edgeasp.solve(FRAME))
    clockwise = [edgeasp.Placement(each.tile, each.square, -each.rot % 4) for each in right]
    wrong = edgeasp.Board(FRAME, edgeasp.Solution(tuple(clockwise)))
    assert "turns are clockwise" in wrong.meant
    assert edgeasp.Board(FRAME, right).meant == ""


def test_the_ground_program_of_a_task_has_its_boards(tmp_path: Path) -> None:
    task = edgeasp.make_task(FRAME)
    assert task.ground_size().tight
    (tmp_path / "frame.aspif").write_text(task.ground_text(aspif=True), encoding="utf-8")
    control = clingo.Control(["0"])
    control.load_aspif([str(tmp_path / "frame.aspif")])
    boards_found: list[str] = []
    control.solve(on_model=lambda model: boards_found.append(str(model)))
    assert len(boards_found) == 16
    assert edgeasp.decode(boards_found[0], FRAME)[0].solved
