"""Arguments of calls, help, progress and JSON of values."""

from __future__ import annotations

import inspect
import io
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

import edgeasp
from edgeasp.api.plain import convert_to_json, json_document
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.model import Side
from tests.support import boards
from tests.support.boards import FRAME_3X3

# ---- arguments ----

FRAME = boards.FRAME_3X3


def test_squares_of_a_solution_may_be_tuples() -> None:
    right = next(edgeasp.solve(FRAME))
    loose = edgeasp.Solution(tuple(replace(each, square=tuple(each.square)) for each in right))  # type: ignore[arg-type]
    assert edgeasp.count(FRAME, clues=loose) == 1
    assert edgeasp.Instance(FRAME).board(loose).solution == right


def test_numbers_of_numpy_are_those_of_python() -> None:
    np = pytest.importorskip("numpy")
    size, few = np.int64(4), np.int32(3)
    assert edgeasp.generate_puzzle(size, colours=few) == edgeasp.generate_puzzle(4, colours=3)
    assert edgeasp.generate_puzzle((size, few)).size == (4, 3)
    limits = edgeasp.Limits(np.float32(5), np.uint8(7))
    assert json.loads(json.dumps([limits.seconds, limits.conflicts])) == [5, 7]
    assert edgeasp.count(FRAME, number=few, jobs=np.int8(1), time_limit=np.float16(60)) == 3
    assert edgeasp.Instance(FRAME).board(next(edgeasp.solve(FRAME, seed=few)))[np.int64(1), np.int64(0)]
    with pytest.raises(edgeasp.OptionError, match="expected a whole number of colours, found 3"):
        edgeasp.generate_puzzle(4, colours=np.float32(3.5))


def test_a_book_whose_words_are_no_texts_writes_nothing(tmp_path: Path) -> None:
    book = edgeasp.generate_book("1 easy", "4")
    for words in ({"text": [1]}, {"title": 3}):
        with pytest.raises(edgeasp.OptionError, match="expected a title, and a list of up to"):
            book.save(tmp_path / "book", **words)
    assert not list(tmp_path.glob("**/*.puz"))
    with pytest.raises(edgeasp.OptionError, match="expected a number of seconds as time_limit"):
        edgeasp.count(FRAME, time_limit=10**400)
    with pytest.raises(edgeasp.OptionError, match="expected holes on squares"):
        edgeasp.generate_puzzle(4, holes=[(1.0, 1.0)])  # type: ignore[list-item]


@pytest.mark.parametrize("name", [name for name in edgeasp.__all__ if name[0].islower() and name != "play"])
def test_every_argument_of_a_call_has_a_name_a_type_and_words(name: str) -> None:
    """Also of those that calls share: whoever asks for help sees them, one by one."""
    call = getattr(edgeasp, name)
    if not callable(call):
        return
    signature = inspect.signature(call)
    words = inspect.getdoc(call) or ""
    for other in (edgeasp.solve, edgeasp.generate_puzzle):
        words += f"\n{inspect.getdoc(other)}" * (f"`{other.__name__}`" in words)
    for parameter in signature.parameters.values():
        assert parameter.kind is not parameter.VAR_KEYWORD, f"{name}: **{parameter.name}"
        assert parameter.annotation is not parameter.empty
        if "Args:" in words:
            assert f"    {parameter.name}: " in words or f"`{parameter.name}`" in words, f"{name}: {parameter.name}"


def test_calls_that_search_share_their_arguments() -> None:
    solve = inspect.signature(edgeasp.solve).parameters
    assert solve == inspect.signature(edgeasp.solve_all).parameters
    counted = inspect.signature(edgeasp.count).parameters
    assert solve.keys() - counted.keys() == {"seed"}
    unique = inspect.signature(edgeasp.is_unique).parameters
    assert counted.keys() - unique.keys() == {"number", "relaxed", "up_to_rotation"}
    assert str(counted["time_limit"]) == "time_limit: float | str | None = None"
    assert str(inspect.signature(edgeasp.generate_puzzle).parameters["distinct"]) == "distinct: bool = Ellipsis"
    assert str(inspect.signature(edgeasp.count)).splitlines()[:4] == [
        "(",
        "    puzzle: Puzzle | Instance,",
        "    clues: Placements = Solution(0 placements),",
        "    *,",
    ]


# ---- what calls do ----

CHECKOUT = Path(__file__).parents[2]
MANY = boards.planted(1, 4, 4, 3)
UNCHECKED = """
{ chosenTile(X,Y,T) : tile(T) } = 1 :- col(X), row(Y).
chosenRotation(X,Y,0) :- col(X), row(Y).
"""
"""A program that lays any tile anywhere."""


def test_an_error_from_inside_is_not_taken_for_a_wrong_guess() -> None:
    def wrong(_: edgeasp.Progress) -> None:
        raise TypeError("mine")

    with pytest.raises(TypeError, match=r"^mine$"):
        edgeasp.count(boards.FRAME_3X3, on_tick=wrong)


def test_dir_shows_what_is_promised() -> None:
    assert [name for name in dir(edgeasp) if not name.startswith("_")] == edgeasp.__all__


def test_rules_of_a_text_say_what_a_filter_says() -> None:
    lying = [solution.by_square()[edgeasp.Square(0, 0)].tile for solution in edgeasp.solve(boards.GOLDEN)]
    for tile in range(4):
        assert edgeasp.count(boards.GOLDEN, add=f":- not chosenTile(1,1,{tile + 1}).") == lying.count(tile)


def test_progress_tells_how_far_a_search_is_and_a_bar_of_tqdm_is_one_line() -> None:
    tqdm = pytest.importorskip("tqdm")
    tqdm.tqdm.monitor_interval = 0  # no thread that outlives the bar
    seen: Any = []
    with tqdm.tqdm(file=io.StringIO()) as bar:
        edgeasp.count(MANY, number=5_000, on_tick=lambda now: seen.append(now) or bar.update(now.boards - bar.n))
    assert bar.n == seen[-1].boards <= 5_000
    assert [each.seconds for each in seen] == sorted(each.seconds for each in seen)
    assert [each.boards for each in seen] == sorted(each.boards for each in seen)
    assert {"ground", "solve"} <= {each.phase for each in seen}


@pytest.mark.long
def test_progress_of_the_best_board_has_score_and_bound() -> None:
    seen: list[edgeasp.Progress] = []
    best = edgeasp.best(edgeasp.load(CHECKOUT / "instances" / "random-4x4.puz"), on_tick=seen.append)
    assert (best.score, seen[0].bound) == (22, 24)
    scores = [each.score for each in seen if each.score is not None]
    assert scores == sorted(scores)


def test_a_board_is_read_by_square() -> None:
    puzzle = edgeasp.load(CHECKOUT / "instances" / "frame-3x3.puz")
    board = puzzle.board(next(iter(edgeasp.solve(puzzle))))
    for placement in board.placements:
        assert board[placement.square] is placement
    partial = puzzle.board(board.placements[1:])
    empty = board.placements[0].square
    assert (board.mismatches, partial[empty.col, empty.row]) == (0, None)
    assert partial.mismatches == 12 - partial.score > 0
    assert board["C1"] is board[0, 2]
    with pytest.raises(IndexError, match="expected a column and a row up to"):
        board[3, 0]


def test_a_guessed_function_does_what_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle = edgeasp.Instance(FRAME)
    board = puzzle.board(next(edgeasp.solve(puzzle)))
    assert edgeasp.check(board) == edgeasp.check(puzzle, board) == board.report
    assert len(board) == 9
    assert edgeasp.unique(puzzle) is edgeasp.is_unique(puzzle) is False
    assert edgeasp.load_board(edgeasp.link(board)).solved
    Path("facts.lp").write_text(edgeasp.facts(puzzle), encoding="utf-8")
    assert edgeasp.load("facts.lp").size == puzzle.size == (3, 3)


# ---- JSON ----

LAID = edgeasp.Placement(3, edgeasp.Square(1, 2), 0)


@dataclass(frozen=True, slots=True)
class Named:
    JSON: ClassVar = ("*laid", "kind", "twice")

    laid: edgeasp.Placement
    kind: Condition
    secret: int = 7

    @property
    def twice(self) -> tuple[edgeasp.Placement, edgeasp.Square]:
        return self.laid, self.laid.square


def test_a_value_is_made_of_its_names() -> None:
    named = {"tile": 3, "col": 1, "row": 2, "rot": 0, "kind": "sign", "twice": [[3, 1, 2, 0], [1, 2]]}
    assert convert_to_json(Named(LAID, Condition.SIGN)) == named
    assert convert_to_json([Side.EAST, None, 1.5, "x"]) == ["right", None, 1.5, "x"]
    assert convert_to_json(edgeasp.Stopped(edgeasp.Limit.CONFLICTS, 5000)) == "conflict limit of 5,000"


def test_a_document_names_its_schema_its_file_and_versions() -> None:
    document = json_document(edgeasp.hint(FRAME_3X3, [LAID]), source="x.puz")
    assert list(document)[:4] == ["schema", "schema_version", "source", "level"]
    assert (document["schema"], document["source"]) == ("edgeasp.hint", "x.puz")
    assert set(document["versions"]) == {"edgeasp", "clingo", "python"}
