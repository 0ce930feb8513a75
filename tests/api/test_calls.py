"""Wrong calls, first guesses, and JSON of values."""

from __future__ import annotations

import inspect
import io
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest

import edgeasp
from edgeasp.api.plain import json_document, plain
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.model import Side
from tests.support import boards, laboratory
from tests.support.boards import FRAME_3X3

# ---- wrong calls ----

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


# ---- first guesses ----

CHECKOUT = Path(__file__).parents[2]
MANY = boards.planted(1, 4, 4, 3)
UNCHECKED = """
{ chosenTile(X,Y,T) : tile(T) } = 1 :- col(X), row(Y).
chosenRotation(X,Y,0) :- col(X), row(Y).
"""
"""A program that lays any tile anywhere."""
CENTRE = ":- not chosenTile(2,2,9)."

WORKS = {
    "check(puzzle, board)": "Report(solved",
    "check(puzzle, list(board))": "Report(solved",
    "hint(puzzle, part)": "Hinted(this board can be completed",
    "best(puzzle, start=board)": "12 of 12",
    "best(puzzle, time_limit=60, goal=10)": "BestBoard(1",
    "next(solve(puzzle, part))": "Solution(9 placements)",
    "next(solve(puzzle, clues=list(part)))": "Solution(9 placements)",
    "len(list(solve(puzzle, number=3)))": "3",
    "solve_all(puzzle, number=3)": "Outcome(3 solutions",
    "len(solve_all(puzzle, part)), [*solve_all(puzzle, part)] == solve_all(puzzle, part).solutions": "(1, False)",
    "count(puzzle, add=RULE)": "16",
    "count(puzzle, part, add=[RULE, 'rules.lp'], number=1, time_limit=60)": "1",
    "count(puzzle, add='rules.lp')": "16",
    "count(puzzle, add=Path('rules.lp'))": "16",
    "next(solve(puzzle, program=make_task(puzzle).rules().text))": "Solution(9 placements)",
    "solve_all(puzzle, number=2, program=UNCHECKED, relaxed=True).boards[0].solved": "False",
    "next(Session(make_task(puzzle)).solve(number=2)).solution": "Solution(9 placements)",
    "is_unique(puzzle, add=RULE, time_limit='10m')": "False",
    "explain(puzzle, part, number=0, time_limit=60)": "nothing clashes",
    "explain(puzzle, part, add='rules.lp')": "nothing clashes",
    "explain(puzzle, part, add=':- chosenTile(1,1,T), T != 9.')": "clue",
    "explain(puzzle, add=':- tile(1).')": "Explained(no solution: the search is complete)",
    "hint(puzzle, part, add=RULE)": "Hinted(this board can be completed",
    "hint(puzzle, part, add=':- not chosenTile(1,1,2).').mended": "Solution(",
    "info(puzzle, part).clues": "3",
    "EncodingRequest(symmetry='none').symmetry, EncodingRequest(redundant='all').redundant": "((), ('all',))",
    "make_task(puzzle, encoding=EncodingRequest(redundant='all')).encoding.name": "framed+redundant",
    "grade(':- tile(1).', ['frame.puz'])": "Grade(program: wrong, 0 of 1 puzzle)",
    "diff(puzzle.board(board), puzzle.board(board))": "Changes(the boards show the same)",
    "Signs(puzzle, part, time_limit=60)": "Signs(2 assignments)",
    "certify(puzzle, 'proved', solutions=solve_all(puzzle).boards, time_limit=60)": "16 boards",
    "len(puzzle.tiles), puzzle.cols, puzzle.rows": "(9, 3, 3)",
    "len(board.tiles), board.cols, board.rows": "(9, 3, 3)",
    "Board(puzzle, board), Board(puzzle, list(board))": "(Board(3 x 3, 12 of 12",
    "Instance(puzzle.puzzle, board)": "9 clues",
    "puzzle.board(board)": "Board(3 x 3, 12 of 12",
    "generate_puzzle('6x4'), generate_puzzle((6, 4)), generate_puzzle(6, 4)": "(Generated(6 x 4",
    "load('frame.txt', size='3x3')": "Instance(3 x 3",
    "make_task(puzzle, part, 'framed', add=RULE).name": "framed with add",
    "next(Session(make_task(puzzle)).solve()).solution": "Solution(9 placements)",
    "count(puzzle, limits=Limits('1m', memory='20G'))": "16",
    "Limits('1h30m'), Limits(seconds='90')": "(Limits(seconds=5400.0",
    "Limits(memory='2G')": "memory=2000000000",
    "generate_book('2 easy', 4)": "Book(2 easy)",
    "generate_book({'easy': 1}, sizes=['4x3'])[0]": "Generated(4 x 3",
    "generate_book('1 easy', '4').save('winter', title='Winter')": "winter",
    "play([puzzle, board], engine=False)": "Table(2 puzzles",
    "next(solve(puzzle, on_tick=print))": "Solution(9 placements)",
}
"""What works, and a part of what comes."""

ANSWERED = {
    "check(board)": "expected check(puzzle, solution)",
    "check(puzzle, board, conditions=['adjoining', 'rotation'])": "adjoining, boundary, sign, clue, found 'rotation'",
    "check(puzzle, board, conditions='rotation')": "found 'rotation'",
    "check(puzzle, [(3, 0, 0, 1)])": "each is an edgeasp.Placement(tile, square, rot)",
    "hint(puzzle, solution=part)": "write board=...",
    "generate_puzzle(4, unframed=True)": "write framed=False",
    "best(puzzle, rules=RULE)": "and hint take rules as add",
    "generate_book('1 easy', easy=1)": "has no argument 'easy': it has classes",
    "play(puzzle, unframed=True)": "has no argument 'unframed': it has names, engine",
    "load('3 3\\n0 0 1 1\\n')": "found a text of 2 lines: edgeasp.parse reads a puzzle from one",
    "solve(board)": "write board.puzzle, and clues=board to keep what lies",
    "solve('x.puz')": "edgeasp.load('x.puz') reads one",
    "solve(puzzle, 'x.clue')": "edgeasp.load_solution('x.clue', puzzle) reads one",
    "solve(puzzle, solve(puzzle))": "next(...) gives a solution",
    "solve(puzzle, solve_all(puzzle))": "its .boards are some",
    "solve(puzzle, None)": "expected a Solution, a Board or placements as clues, found None",
    "solve(puzzle, 3)": "placements as clues, found int",
    "solve(puzzle, board, 3)": "expected solve(puzzle, clues, number=...)",
    "solve()": "expected solve(puzzle)",
    "solve(puzzle, limit=3)": "write number=...",
    "solve(puzzle, n=3)": "write number=...",
    "hint(board)": "expected hint(puzzle, board)",
    "board[0][0]": "a name such as board['A1'], found 0",
    "board['D1']": "expected a column and a row up to board[2, 2], or a name such as board['A1'], found 'D1'",
    "solve(puzzle, max_solutions=3)": "write number=...",
    "solve(puzzle, timeout=60)": "write time_limit=...",
    "solve(puzzle, time_limit='long')": "expected a time such as 90, 90s, 30m, 8h or 2d, found 'long'",
    "solve(puzzle, time_limit=3, limits=Limits(seconds=3))": "give one of them",
    "solve(puzzle, limits=60)": "expected edgeasp.Limits(seconds=...) as limits, or time_limit=...",
    "solve(puzzle, memory_limit=10**9)": "write limits=edgeasp.Limits(memory=...)",
    "solve(puzzle, up_to_symmetry=True)": "write up_to_rotation=...",
    "solve(puzzle, symmetry=True)": "write up_to_rotation=...",
    "solve(puzzle, threads=2)": "write jobs=...",
    "solve(puzzle, colour=2)": "it has puzzle, clues, number, encoding",
    "solve(puzzle, encoding='frmed')": "framed, signed, partners or redundant, found 'frmed'",
    "solve(puzzle, encoding=3)": "expected a name such as 'framed', or an EncodingRequest",
    "solve(puzzle, on_tick=lambda: None)": "on_tick is called with an edgeasp.Progress: write lambda now",
    "count(puzzle, add='other.lp')": "other.lp: cannot be read: no such file",
    "count(puzzle, add=':- a')": "add:1: syntax error",
    "count(puzzle, add=3)": "expected rules as a text or the path of a file as add, found int",
    "count(puzzle, number='5')": "expected a number of solutions from 0",
    "count(puzzle, number=True)": "expected a number of solutions from 0 to",
    "count(puzzle, number=1.5)": "expected a number of solutions from 0 to",
    "solve(puzzle, seed=True)": "expected a seed from 0 to",
    "count(puzzle, seed=2)": "the answer is the same for every seed",
    "count(puzzle, program='a.', jobs=2)": "can be split if these are added",
    "count(puzzle, relaxed=True)": "relaxed is for program=...",
    "board.svg('big')": "expected an edgeasp.DrawStyle(size=...), found str",
    "DrawStyle(size='80')": "expected a number of pixels as the size of a square, found '80'",
    "Session(make_task(puzzle)).solve('3')": "expected a number of solutions from 0",
    "Session(make_task(puzzle)).count(1.5)": "expected a number of solutions from 0",
    "Session(make_task(puzzle)).count(-1)": "expected a number of solutions from 0",
    "Job(make_task(puzzle), -1)": "expected a number of solutions from 0",
    "Session(make_task(puzzle)).solve(assumptions=[Atom('place', (4, 270, 1, 1))])": "expected an assumption, as",
    "Session(make_task(puzzle)).solve(assumptions=['place(4,270,1,1)'])": "found str",
    "Session(make_task(puzzle)).solve(assumptions=Assumption(Atom('a')))": "a list of assumptions, found Assumption",
    "make_task(puzzle, encoding=EncodingRequest(symmetry='some'))": "expected symmetry tile-rotations",
    "generate_puzzle(4, holes='B2')": "expected holes on squares of 4 x 4, such as (1, 1), and not on all",
    "grade('a.', [puzzle])": "expected files of puzzles, or folders of them, found Instance",
    "Solution((1, 2))": "expected a tuple of Placement as a solution, not (1, 2)",
    "count(SPARE, encoding=EncodingRequest(symmetry='none'))": "answers; how many boards they are does not follow",
    "best(puzzle, add=RULE)": "it has code of its own, which knows no rules; solve, solve_all, count",
    "best(puzzle, program=UNCHECKED)": "it asks edgeasp's own rules; solve, solve_all, count",
    "explain(puzzle, part, program=UNCHECKED)": "it asks edgeasp's own rules; solve, solve_all, count",
    "hint(puzzle, part, add='#minimize { 1,X : chosenTile(X,1,1) }.')": "leave out the rules that ask for the least",
    "explain(puzzle, part, add=3)": "expected rules as a text or the path of a file as add, found int",
    "best(puzzle, rounds=-1)": "expected a number of rounds from 0 to 999,999,999, found -1",
    "best(puzzle, rounds=1.5)": "expected a number of rounds from 0 to 999,999,999, found 1.5",
    "best(puzzle, goal=1.5)": "expected a goal from 0 to 12 diamonds, found 1.5",
    "best(puzzle, number=3)": "solve, solve_all, count and explain take it",
    "best(puzzle, start='x.sol')": "edgeasp.load_solution('x.sol', puzzle) reads one",
    "best(puzzle, target=10)": "write goal=...",
    "Limits(time=60)": "write seconds=...",
    "Limits('long')": "expected a time such as 90, 90s, 30m, 8h or 2d, found 'long'",
    "Limits(memory='much')": "expected an amount of memory such as 500M or 2G, found 'much'",
    "Limits(conflicts=1.5)": "expected a number of conflicts as a limit, found 1.5",
    "Limits(conflicts='60')": "expected a number of conflicts as a limit, found '60'",
    "generate_book()": "expected generate_book(classes",
    "generate_book('4')": "expected so many of each class, as in '4 easy, 4 hard', found '4'",
    "generate_book(4)": "expected so many of each class, as in '4 easy, 4 hard', found 4",
    "generate_book({'esy': 4})": "expected so many of each class, as in '4 easy, 4 hard', found {'esy': 4}",
    "generate_book('1 easy', 'big')": "expected sizes from 2, such as 5-7 or 5,6x4,7, found 'big'",
    "generate_book('1 easy', size=5)": "write sizes=...",
    "generate_book('1 easy', 4).save('x', paper='a3')": "expected paper a4 or letter, found 'a3'",
    "generate_book('1 easy', 4).save('x', text='Play!')": "expected a list of up to 3 lines as text, found 'Play!'",
    "EncodingRequest(encoding='framed')": "write variants=...",
    "EncodingRequest(['framed']).resolve(framed=True, signed=False)": "such as 'framed+signed'",
    "generate_puzzle()": "expected a size, such as 10 or 10x8",
    "generate_puzzle('6by4')": "expected columns and rows from 2, such as 12x6",
    "generate_puzzle(6, border=3)": "write border_colours=...",
    "generate_puzzle(6, colors=3)": "write colours=...",
    "generate_puzzle(6, colours=1.5)": "expected a whole number of colours, found 1.5",
    "generate_puzzle(6, colours='3')": "expected a whole number of colours, found '3'",
    "generate_puzzle(6, mask='###/#.#/###')": "write holes=...",
    "generate_puzzle(6, wrap='columns')": "write wraps=...",
    "generate_puzzle(4, holes=[(9, 9)])": "expected holes on squares of 4 x 4, such as (1, 1), and not on all",
    "generate_puzzle(4, wraps=['diagonal'])": "expected wraps among ('columns', 'rows'), found ['diagonal']",
    "generate_puzzle(6, seed='1')": "expected a seed from 0",
    "generate_puzzle(6, clues='two')": "expected clues none, corner, centre, five or a number",
    "load('nope')": "nope: cannot be read: no such file",
    "load(puzzle)": "expected the name of a file, found Instance",
    "load_solution('x.sol')": "expected load_solution(path, puzzle)",
    "parse(3)": "expected a text, found int",
    "save('x.svg', board)": "found str",
    "save(board.solution, 'x.sol')": "write puzzle.board(solution)",
    "save(best(puzzle, rounds=1), 'x.svg')": "its .board is one",
    "save(board, 'x.xyz')": "no format ends in '.xyz'",
    "convert(board)": "expected convert(what, format)",
    "board.svg(size=40)": "write style=edgeasp.DrawStyle(size=...)",
    "DrawStyle(width=40)": "write size=...",
    "Instance(puzzle)": "expected a Puzzle, found Instance",
    "Session(puzzle)": "expected a Task, as edgeasp.make_task(puzzle) gives",
    "Solution(list(board))": "expected a tuple of Placement",
    "Tile([1, 2, 3, 4])": "expected a tuple of four colours",
    "play(puzzle, name='x')": "write names=...",
    "verify(puzzle)": "expected the name of a file, found Instance",
    "read_runs(3)": "expected the name of a file, found int",
    "load('frame.puz', clues=None)": "as clues, found None",
    "check(puzzle, [], conditions=None)": "as conditions, found None",
    "play(puzzle, names=True)": "expected Sequence[str] as names, found bool",
    "generate_puzzle(4, difficulty=[])": "expected str | None as difficulty, found list",
    "load('frame.puz', sides=5)": "expected str | None as sides, found int",
    "puzzle.text('x')": "expected int as width, found str",
    "best(puzzle, on_better=lambda: 0)": "on_better is called with an edgeasp.Board: write lambda now",
    "best(puzzle, on_better=5, time_limit=0)": "on_better is called with an edgeasp.Board: write lambda now",
    "generate_puzzle(4, on_tick='x')": "on_tick is called with an edgeasp.Progress: write lambda now",
    "generate_puzzle(4, jobs=0)": "expected a number of processes from 1 to",
    "play(puzzle, engine=False).save('frame.puz')": "frame.puz: expected the name of a file for a page",
    "play(puzzle, engine=False).save('a\\nb.html')": "expected the name of a file, found a text of 2 lines",
    "Limits(10**400)": "expected a time limit of 0 seconds or more, and finite",
}
"""What does not, and what the message says."""


def here(guesses: Iterable[str]) -> list[str]:
    """Those that do not name what the laboratory has, if it is not here."""
    of_laboratory = ("Signs(", "certify(", "verify(", "read_runs(")
    return [guess for guess in guesses if laboratory.HERE or not guess.startswith(of_laboratory)]


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a guess may name, in a folder with the files that it names."""
    monkeypatch.chdir(tmp_path)
    Path("rules.lp").write_text(CENTRE + "\n", encoding="utf-8")
    puzzle = edgeasp.Instance(boards.FRAME_3X3)
    Path("frame.puz").write_text(edgeasp.convert(puzzle, "puz"), encoding="utf-8")
    Path("frame.txt").write_text(edgeasp.convert(puzzle, "nesw-bare"), encoding="utf-8")
    board = puzzle.board(next(edgeasp.solve(puzzle)))
    part = puzzle.board(board.solution.placements[:3])
    public = {name: getattr(edgeasp, name) for name in edgeasp.__all__}
    return {
        **public,
        "puzzle": puzzle,
        "board": board,
        "part": part,
        "RULE": CENTRE,
        "UNCHECKED": UNCHECKED,
        "SPARE": edgeasp.parse("2 3\nc edgeasp spare 1\n" + "2 3 3 1\n" * 2 + "2 3 2 3\n" * 5).puzzle,
        "Path": Path,
    }


@pytest.mark.sample(4)
@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("guess", here(WORKS))
def test_a_guess_works(guess: str, names: dict[str, Any]) -> None:
    assert WORKS[guess] in repr(eval(guess, names))  # the guesses above


@pytest.mark.sample(4)
@pytest.mark.parametrize("guess", here(ANSWERED))
def test_a_guess_is_answered_in_one_line(guess: str, names: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError, IndexError, edgeasp.EdgeaspError)) as caught:
        list(eval(f"[{guess}]", names))  # the guesses above
    assert ANSWERED[guess] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_there_are_sixty_guesses() -> None:
    assert len(WORKS) + len(ANSWERED) >= 60


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


MODULE = {
    "load": "works",
    "solve": "works",
    "solve_all": "works",
    "count": "works",
    "unique": "works",
    "is_unique": "works",
    "check": "works",
    "best": "works",
    "hint": "works",
    "explain": "works",
    "generate": "works",
    "generate_puzzle": "works",
    "facts": "works",
    "grade": "works",
    "link": "works",
    "diff": "works",
    "compare": "works",
    "info": "works",
    "save": "works",
    "read": "works",
    "convert": "works",
    "play": "works",
    "load_puzzle": "works",
    "to_facts": "works",
    "expected_solutions": "edgeasp.info(puzzle)",
    "enumerate": "edgeasp.solve(puzzle)",
    "solutions": "edgeasp.solve_all(puzzle)",
    "score": "board.score",
    "show": "board.svg() is a picture",
    "plot": "edgeasp.save(board, 'board.png') writes one",
    "encode": "edgeasp.make_task(puzzle).rules().text",
    "version": "edgeasp.__version__",
    "e2": "edgeasp.load('e2')",
    "bench": "it is a command of the shell",
}
OWN = {
    "puzzle.size": "works",
    "puzzle.cols": "works",
    "puzzle.tiles": "works",
    "puzzle.clues": "works",
    "puzzle.colours": "works",
    "puzzle.puzzle.size": "write .cols and .rows",
    "puzzle.width": "write .cols",
    "puzzle.colors": "write .colours",
    "puzzle.solve": "write edgeasp.solve(puzzle)",
    "puzzle.unique": "write edgeasp.is_unique(puzzle)",
    "puzzle.framed": "write .puzzle.framed",
    "puzzle.puzzle.width": "write .cols",
    "puzzle.puzzle.solve": "write edgeasp.solve(puzzle)",
    "puzzle.tiles[0].sides": "works",
    "puzzle.tiles[0].top": "write .sides[edgeasp.Side.NORTH]",
    "edgeasp.Puzzle.load": "write edgeasp.load(path)",
    "edgeasp.Instance.load": "write edgeasp.load(path)",
    "edgeasp.Tile.top": "write .sides[edgeasp.Side.NORTH]",
    "board[0, 0]": "works",
    "board['A1']": "works",
    "board.tile_at": "write board[col, row]",
    "board.valid": "write .solved",
    "puzzle.valid": "write puzzle.board(solution).solved",
    "puzzle.errors": "write puzzle.board(solution).mismatches",
    "board.errors": "write .mismatches",
    "board.show": "write .svg(), or edgeasp.save(what, path)",
    "board.score": "works",
    "board.solved": "works",
    "board.mismatches": "works",
    "board.placements": "works",
    "board.size": "works",
    "board.link": "write edgeasp.link(board)",
    "board.is_solved": "write .solved",
}
"""The first guesses of people at names of the package and of its values, and how they are answered."""


def test_there_are_forty_six_first_guesses_and_most_work() -> None:
    answers = [*MODULE.values(), *OWN.values()]
    assert len(answers) >= 46
    assert answers.count("works") >= 34


@pytest.mark.parametrize("guess", [*(f"edgeasp.{name}" for name in MODULE), *OWN])
def test_a_first_guess_works_or_is_answered_by_the_name_that_is_meant(guess: str, names: dict[str, Any]) -> None:
    answer = OWN.get(guess) or MODULE[guess.removeprefix("edgeasp.")]
    if answer == "works":
        assert eval(guess, names | {"edgeasp": edgeasp}) is not None  # the guesses above
        return
    with pytest.raises(AttributeError, match="has no attribute") as caught:
        eval(guess, names | {"edgeasp": edgeasp})
    assert answer in str(caught.value)
    meant = re.findall(r"edgeasp\.(\w+)", str(caught.value))
    assert all(hasattr(edgeasp, one) for one in meant)
    assert "MEANT" not in dir(names["board"])


def test_a_guessed_function_does_what_is_meant(names: dict[str, Any], tmp_path: Path) -> None:
    puzzle, board = names["puzzle"], names["board"]
    assert edgeasp.generate(3, seed=2).puzzle == edgeasp.generate_puzzle(3, seed=2).puzzle
    assert edgeasp.unique(puzzle) is edgeasp.is_unique(puzzle) is False
    assert edgeasp.load_board(edgeasp.link(board)).solved
    Path("facts.lp").write_text(edgeasp.facts(puzzle), encoding="utf-8")
    assert edgeasp.load("facts.lp").size == puzzle.size == (3, 3)
    Path("mine.lp").write_text(UNCHECKED, encoding="utf-8")
    edgeasp.save(puzzle, "p.puz")
    graded = edgeasp.grade("mine.lp", ["p.puz"])
    assert (graded.verdict, graded.right) == ("wrong", 0)
    assert graded.texts


@pytest.mark.parametrize("name", ["nonsense", "_private"])
def test_what_nobody_means_gets_no_advice(name: str, names: dict[str, Any]) -> None:
    for owner in (edgeasp, names["puzzle"], names["puzzle"].puzzle, names["board"]):
        with pytest.raises(AttributeError, match=rf"has no attribute '{name}'$"):
            getattr(owner, name)


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
    assert plain(Named(LAID, Condition.SIGN)) == named
    assert plain([Side.EAST, None, 1.5, "x"]) == ["right", None, 1.5, "x"]
    assert plain(edgeasp.Stopped(edgeasp.Limit.CONFLICTS, 5000)) == "conflict limit of 5,000"


def test_a_document_names_its_schema_its_file_and_versions() -> None:
    document = json_document(edgeasp.hint(FRAME_3X3, [LAID]), source="x.puz")
    assert list(document)[:4] == ["schema", "schema_version", "source", "level"]
    assert (document["schema"], document["source"]) == ("edgeasp.hint", "x.puz")
    assert set(document["versions"]) == {"edgeasp", "clingo", "python"}
