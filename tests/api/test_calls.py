"""What is wrong with the arguments of a call is said at the call."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import edgeasp
from tests.support import boards, laboratory

FRAME = boards.FRAME_3X3
FAR = edgeasp.Solution((edgeasp.Placement(99, edgeasp.Square(0, 0), 0),))
CLASHING = edgeasp.Solution(
    (edgeasp.Placement(3, edgeasp.Square(0, 0), 1), edgeasp.Placement(3, edgeasp.Square(2, 0), 0))
)


def check(puzzle: Any, clues: Any = edgeasp.Solution()) -> edgeasp.Report:
    return edgeasp.check(puzzle, edgeasp.Solution(), clues)


CALLS: dict[str, Callable[..., object]] = {
    "solve": edgeasp.solve,
    "solve_all": edgeasp.solve_all,
    "count": edgeasp.count,
    "is_unique": edgeasp.is_unique,
    "best": edgeasp.best,
    "explain": edgeasp.explain,
    "info": edgeasp.info,
    **({"Signs": edgeasp.Signs} if laboratory.HERE else {}),
}
"""The calls that take a puzzle and clues."""

SIGNS: list[Any] = []
if laboratory.HERE:
    SIGNS += [(edgeasp.Signs, {"conditions": ["colors"]}, "expected conditions colours, kinds, found 'colors'")]


@pytest.mark.parametrize("name", [*CALLS, "check"])
def test_what_is_no_puzzle_is_refused(name: str) -> None:
    call = {**CALLS, "check": check}[name]
    with pytest.raises(TypeError, match=r"expected a Puzzle or an Instance, found str: edgeasp\.load"):
        call("x.puz")
    with pytest.raises(TypeError, match=r"expected a Solution, a Board or placements as clues, found list: each is an"):
        call(FRAME, [(3, 0, 0, 1)])


@pytest.mark.parametrize("name", CALLS)
def test_clues_that_do_not_exist_are_refused(name: str) -> None:
    with pytest.raises(edgeasp.InputError, match=r"tile 99 at column 0, row 0, rotation 0 is out of range"):
        CALLS[name](FRAME, FAR)


@pytest.mark.parametrize("name", [name for name in CALLS if name != "explain"])
def test_clues_that_contradict_one_another_are_refused_unless_they_are_to_be_explained(name: str) -> None:
    with pytest.raises(edgeasp.InputError, match="expected clues that agree, found tile 3"):
        CALLS[name](FRAME, CLASHING)
    assert len(edgeasp.explain(FRAME, CLASHING).found.clashes) == 1


@pytest.mark.parametrize(
    ("call", "options", "words"),
    [
        (edgeasp.solve, {"jobs": 0}, "expected a number of processes from 1 to 1,024, found 0"),
        (edgeasp.solve, {"seed": -1}, "expected a seed from 0 to 4,294,967,295, found -1"),
        (edgeasp.solve, {"seed": 1.5}, "found 1.5"),
        (edgeasp.solve_all, {"number": -1}, "expected a number of solutions from 0"),
        (edgeasp.best, {"goal": 13}, "expected a goal from 0 to 12 diamonds, found 13"),
        (edgeasp.best, {"limits": edgeasp.Limits(conflicts=5)}, "know no conflict limit"),
        (edgeasp.best, {"encoding": "framed+redundant"}, "need no implied constraints"),
        (edgeasp.best, {"jobs": 10**6}, "expected a number of processes"),
        (edgeasp.explain, {"number": -1}, "expected a number of sets"),
        *SIGNS,
    ],
)
def test_numbers_and_names_out_of_range(call: Callable[..., object], options: dict[str, Any], words: str) -> None:
    with pytest.raises(edgeasp.OptionError, match=words):
        call(FRAME, **options)


def test_other_wrong_arguments() -> None:
    with pytest.raises(TypeError, match=r"expected edgeasp\.Limits\(seconds=\.\.\.\) as limits, .*found int"):
        edgeasp.solve(FRAME, limits=5)  # type: ignore[arg-type]
    board = edgeasp.Instance(FRAME).board(edgeasp.Solution())
    with pytest.raises(TypeError, match=r"expected an edgeasp\.Board as after, .*found Solution"):
        edgeasp.diff(board, edgeasp.Solution())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"expected the name of a format as .*, found int"):
        edgeasp.convert(FRAME, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected windows such as 4x4 or rows, as text, found int"):
        edgeasp.best(FRAME, prove=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a share from 0 to 1, found str"):
        edgeasp.generate_puzzle(3, fixed="a")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"expected whole numbers in .*, found Placement\(tile='0'"):
        edgeasp.check(FRAME, [edgeasp.Placement("0", edgeasp.Square(0, 0), 0)])  # type: ignore[arg-type]
    with pytest.raises(edgeasp.OptionError, match="expected a level from 1 to 3, found 4"):
        edgeasp.hint(FRAME, edgeasp.Solution(), level=4)
    with pytest.raises(edgeasp.InputError, match="the board: expected a clue for this puzzle, but"):
        edgeasp.hint(FRAME, FAR)
    with pytest.raises(TypeError, match=r"generate_puzzle\(\) has no argument 'colour': write colours="):
        edgeasp.generate_puzzle(5, colour=3)  # type: ignore[call-arg]
    for options in (
        {"preset": "harder"},
        {"difficulty": "harder"},
        {"unique": True, "planted": False},
        {"seed": -1},
        {"colours": 0},
        {"border_colours": 3, "framed": False},
        {"colours": -1},
    ):
        with pytest.raises(edgeasp.OptionError):
            edgeasp.generate_puzzle(5, **options)


@pytest.mark.parametrize(
    "placement",
    [
        edgeasp.Placement(*each)
        for each in ((99, edgeasp.Square(0, 0), 0), (0, edgeasp.Square(3, 0), 0), (0, edgeasp.Square(0, 0), 9))
    ],
)
def test_a_board_of_what_does_not_exist_is_refused_when_it_is_made(placement: edgeasp.Placement) -> None:
    assert edgeasp.check(FRAME, [placement]).violations[0].condition.value == "range"
    with pytest.raises(edgeasp.InputError, match="the board: "):
        edgeasp.Instance(FRAME).board([placement])


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


def test_files_to_grade_on_come_from_any_iterable_or_alone() -> None:
    name = "instances/frame-3x3.puz"
    for puzzles in (name, Path(name), iter([name]), [Path(name)]):
        assert [each.question.name for each in edgeasp.grade(":- tile(1).", puzzles).outcomes] == ["frame-3x3"]


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


@pytest.mark.parametrize(
    "call",
    [
        edgeasp.check,
        edgeasp.solve,
        edgeasp.hint,
        edgeasp.explain,
        lambda puzzle, board: edgeasp.best(puzzle, start=board, rounds=0),
    ],
)
def test_a_board_of_another_puzzle_is_refused(call: Callable[[Any, Any], object]) -> None:
    """Its tiles have numbers of this one as well; a board of the same tiles is one of this puzzle."""
    other = edgeasp.load("instances/planted-4x4.puz")
    board = other.board(edgeasp.parse_solution("0 0 0 0\n", other))
    with pytest.raises(
        edgeasp.OptionError, match=r"expected a board of this puzzle as .*, found one of another, 4 x 4"
    ):
        call(FRAME, board)
    again = edgeasp.load("instances/frame-3x3.puz")
    edgeasp.check(FRAME, again.board(edgeasp.Solution()))


@pytest.mark.parametrize("call", [edgeasp.load, partial(edgeasp.load_board, puzzle=FRAME)])
def test_a_name_that_is_too_long_is_an_error_of_edgeasp(call: Callable[[str], object]) -> None:
    with pytest.raises(edgeasp.InputError, match="cannot be read: file name too long"):
        call("x" * 300)


@pytest.mark.parametrize("memory", [float("nan"), float("inf"), 1.5])
def test_memory_is_limited_by_a_whole_number(memory: Any) -> None:
    with pytest.raises(edgeasp.OptionError, match="expected a number of bytes as a limit, found"):
        edgeasp.Limits(memory=memory)


def test_a_session_refuses_numbers_out_of_range_at_the_call() -> None:
    session = edgeasp.Session(edgeasp.make_task(FRAME))
    with pytest.raises(edgeasp.OptionError, match="expected a number of solutions from 0 to"):
        session.solve(-1)
    with pytest.raises(edgeasp.OptionError, match="expected a conflict limit from 0 to"):
        session.solve(conflicts=-4)


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
    assert str(counted["time_limit"]) == "time_limit: 'float | str | None' = None"
    assert str(inspect.signature(edgeasp.generate_puzzle).parameters["distinct"]) == "distinct: 'bool' = ..."
