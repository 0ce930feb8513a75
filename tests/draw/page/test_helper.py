"""Answers of the page against those of Python: the same verdicts, squares, sets, clashes and counts, on many boards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

import edgeasp
from edgeasp.encoding.render import page_programs
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.clues import ClueFile, distinct_clues
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.explain import Explainer, PlacementTest, make_assumption_task
from edgeasp.search.hints import Hint, Hinter, HintRule
from edgeasp.search.mus import Sat
from edgeasp.search.solve import Session
from tests.draw.page.cases import (
    beyond,
    careful_boards,
    codes,
    hard,
    random_boards,
    record,
    small,
    solution_of,
    square,
    unusual,
    with_spare_tiles,
)
from tests.draw.page.tables import with_modules
from tests.support import boards
from tests.support.browser import Open, Shown, needs_browser

pytestmark = needs_browser

PAGE = with_modules(
    "helper.js",
    "scan.js",
    names=("WorkerEngine", "Helper", "Puzzle", "Scanner", "TimeUp", "blockAround", "check"),
    engine=True,
)
ASK = """async ({ puzzle, rules, past, clues, scans }) => {
  const { WorkerEngine, Helper, Puzzle, Scanner, blockAround } = edgeasp;
  const own = new Puzzle(puzzle);
  window.port ??= new WorkerEngine(edgeasp.packed);
  window.scanner ??= new Scanner(edgeasp.packed.scan);
  scanner.least = 0;
  const all = [];
  const helper = () => {
    const made = new Helper(own, rules, port, scans ? scanner : null);
    all.push(made);
    made.begin(600);
    made.patience = 600;
    return made;
  };
  const laid = past[past.length - 1];
  const locked = new Map(clues);
  const completion = await helper().complete(laid);
  const { step } = await helper().next(laid);
  const empty = laid.flatMap((code, index) => (code === -1 ? [index] : []));
  const each = empty.length && completion ? [...await helper().onEach(laid, empty)] : [];
  const [lifts, clashes] = [[], []];
  const mended = completion ? null : await helper().mend(laid, locked, (known) => lifts.push(known));
  const clash = completion ? null : await helper().clash(laid, locked, (known) => clashes.push(known));
  const last = await helper().lastCompletable(past);
  const count = await helper().count(laid, 1000);
  const block = empty.length ? blockAround(own, laid, empty[0], 4) : [];
  const filled = block.length ? await helper().fill(laid, block) : laid;
  const on = empty.length && completion ? await helper().on(laid, empty[0]) : null;
  const scanned = all.reduce((number, each) => number + each.scans, 0);
  return { completion, step, each, mended, lifts, clash, clashes, last, count, block, filled, on, scanned };
}"""


@dataclass
class Answers:
    """How many answers were compared."""

    number: int = 0
    scanned: int = 0

    def same(self, found: object, expected: object, where: object) -> None:
        assert found == expected, where
        self.number += 1


@cache
def session(puzzle: Puzzle) -> Session:
    return Session(make_assumption_task(puzzle))


def completable(puzzle: Puzzle, laid: list[int]) -> bool:
    from edgeasp.search.explain import ConflictBudget

    board = tuple(solution_of(puzzle, laid))
    return isinstance(PlacementTest(session(puzzle), board, ConflictBudget(None))(frozenset(range(len(board)))), Sat)


def compare(
    shown: Shown, name: str, puzzle: Puzzle, past: list[list[int]], clues: list[int], answers: Answers, *, scans: bool
) -> None:
    """Ask the page about the last of some boards, and Python as well."""
    laid = past[-1]
    kept = [[index, laid[index]] for index in clues]
    value = {
        "puzzle": record(puzzle),
        "rules": page_programs()[encoding(puzzle)],
        "past": past,
        "clues": kept,
        "scans": scans,
    }
    found: dict[str, Any] = shown.tab.evaluate(ASK, value)
    board = solution_of(puzzle, laid)
    where = (name, laid, clues, found)
    answers.scanned += found["scanned"]
    hint = hinted(puzzle, board, everything=True)
    answers.same(found["completion"] is not None, hint.completable, where)
    if found["completion"]:
        assert check(puzzle, solution_of(puzzle, found["completion"]), board).solved, where
        # With everything asked, a hint looks for its step on every square, which `next` of the page does not.
        compare_steps(puzzle, found, hinted(puzzle, board).step, answers, where)
        expected = {each.square: {*each.possible} for each in hint.squares}
        possible = {square(puzzle, at): {*placed(puzzle, at, known["possible"])} for at, known in found["each"]}
        answers.same(possible, expected, where)
        assert all(not known["open"] for _, known in found["each"])
        if found["on"]:
            _, known = found["each"][0]
            answers.same(found["on"], {**known, "completable": True}, where)
    else:
        compare_mending(puzzle, laid, set(clues), found, answers, where)
    answers.same(found["last"], max((i for i, each in enumerate(past) if completable(puzzle, each)), default=-1), where)
    result = number_of_boards(puzzle, board)
    answers.same(found["count"], {"number": min(result, 1000), "complete": result <= 1000}, where)
    if found["filled"] is None:
        answers.same(found["completion"], None, where)
    elif not any(each.sign for each in puzzle.tiles):
        before, after = (check(puzzle, solution_of(puzzle, each)) for each in (laid, found["filled"]))
        answers.same(len(after.missing), len(before.missing) - len(found["block"]), where)
        assert len(after.violations) == len(before.violations), where


def hinted(puzzle: Puzzle, board: Solution, *, everything: bool = False) -> Hint:
    hinter = Hinter(puzzle, board)
    hinter.run(everything=everything)
    return hinter.hint()


def compare_steps(puzzle: Puzzle, found: dict[str, Any], step: Any, answers: Answers, where: object) -> None:
    if step is None:
        answers.same(found["step"], None, where)
        return
    answers.same(square(puzzle, found["step"]["index"]), step.square, where)
    answers.same(found["step"]["rule"], step.rule.value, where)
    answers.same({*placed(puzzle, found["step"]["index"], found["step"]["codes"])}, {*step.placements}, where)
    assert found["step"]["around"] == step.around
    assert found["step"]["fitting"] == [*step.fitting]
    assert step.rule in HintRule


def compare_mending(
    puzzle: Puzzle, laid: list[int], clues: set[int], found: dict[str, Any], answers: Answers, where: object
) -> None:
    fixed = solution_of(puzzle, [code if index in clues else -1 for index, code in enumerate(laid)])
    mended, clash = found["mended"], found["clash"]
    if not completable(puzzle, codes(puzzle, fixed)):
        answers.same((mended, clash), (None, []), where)
        return
    hinter = Hinter(puzzle, solution_of(puzzle, laid), fixed)
    hinter.run()
    lifted = hinter.hint().lifted
    assert lifted is not None
    answers.same(len(mended), len(lifted), where)
    for lifts in (mended, *found["lifts"]):
        assert completable(puzzle, [-1 if index in lifts else code for index, code in enumerate(laid)]), where
    for known in (clash, *found["clashes"]):
        assert not completable(puzzle, [code if at in {*known, *clues} else -1 for at, code in enumerate(laid)]), where
    # Python has all minimal clashes, in which locked tiles count as well; the page a smallest one of the others.
    loose = Solution(tuple(each for each in solution_of(puzzle, laid) if each not in set(fixed)))
    if fixed.placements:
        return
    explainer = Explainer(puzzle, distinct_clues(puzzle, [ClueFile("the board", loose)]))
    explainer.run(0)
    clashes = [{each.placement for each in every} for every in explainer.explanation().clashes]
    least = min(map(len, clashes))
    own = {puzzle.canonical(each) for at in clash for each in placed(puzzle, at, [laid[at]])}
    answers.same(len(own), least, where)
    assert own in [{*map(puzzle.canonical, every)} for every in clashes], where


def placed(puzzle: Puzzle, index: int, laid: list[int]) -> list[Any]:
    return [
        next(iter(solution_of(puzzle, [code if at == index else -1 for at in range(puzzle.cols * puzzle.rows)])))
        for code in laid
    ]


def encoding(puzzle: Puzzle) -> str:
    """Name the rules that the page takes for a puzzle."""
    return ("framed" if puzzle.framed or puzzle.rim else "decision") + ("+signed" if puzzle.signed else "")


def number_of_boards(puzzle: Puzzle, board: Solution) -> int:
    return 0 if check(puzzle, board).violations else edgeasp.count(puzzle, board)


def pasts(puzzle: Puzzle, seed: int, number: int) -> list[list[list[int]]]:
    """Games: boards laid one by one with tiles that fit, and some with tiles anywhere."""
    games = []
    for laid in careful_boards(puzzle, seed, number):
        order = [index for index, code in enumerate(laid) if code >= 0]
        past = [codes(puzzle, Solution())]
        for index in order:
            past.append([*past[-1]])
            past[-1][index] = laid[index]
        games.append(past)
    return [*games, *([laid] for laid in random_boards(puzzle, seed, number // 3))]


def run(show: Open, puzzles: dict[str, Puzzle], number: int, *, scans: bool = False) -> int:
    shown = show(PAGE, await_="body")
    shown.tab.set_default_timeout(0)
    answers = Answers()
    for name, puzzle in puzzles.items():
        for seed, past in enumerate(pasts(puzzle, 7, number)):
            laid = [index for index, code in enumerate(past[-1]) if code >= 0]
            clues = laid[:2] if seed % 3 == 2 else []
            compare(shown, name, puzzle, past, clues, answers, scans=scans)
    assert bool(answers.scanned) == scans
    return answers.number


def test_the_answers_are_those_of_python(show: Open) -> None:
    puzzles = {"framed 4x4": boards.planted(3, 4, 4, 4, framed=True), "signed": small()["framed 4x3 signed"]}
    assert run(show, puzzles, 2) > 20


@pytest.mark.long
def test_the_answers_of_unusual_puzzles_are_those_of_python(show: Open) -> None:
    puzzles = unusual()
    assert run(show, {name: puzzles[name] for name in list(puzzles)[1:12:5]}, 2) > 30


def test_the_answers_where_tiles_are_left_over_are_those_of_python(show: Open) -> None:
    assert run(show, dict(list(with_spare_tiles().items())[:2]), 2) > 20


def test_the_answers_on_other_boards_are_those_of_python(show: Open) -> None:
    puzzles = beyond()
    some = ("relation", "outline+rim", "open+wraps", "flips+only")
    assert run(show, {name: puzzles[name] for name in some}, 2) > 20


@pytest.mark.long
@pytest.mark.parametrize("scans", [False, True])
def test_all_answers_on_other_boards_are_those_of_python(show: Open, scans: bool) -> None:
    puzzles = {name: puzzle for name, puzzle in beyond().items() if not (scans and puzzle.signed)}
    assert run(show, puzzles, 4, scans=scans) > 100


@pytest.mark.long
@pytest.mark.parametrize("scans", [False, True])
def test_all_answers_where_tiles_are_left_over_are_those_of_python(show: Open, scans: bool) -> None:
    puzzles = {name: puzzle for name, puzzle in with_spare_tiles().items() if not (scans and puzzle.signed)}
    assert len(puzzles) > 3
    assert run(show, puzzles, 4, scans=scans) > 100


@pytest.mark.long
def test_the_answers_of_scans_are_those_of_python(show: Open) -> None:
    puzzles = {
        "framed 4x4": boards.planted(3, 4, 4, 4, framed=True),
        "surplus": boards.planted(2, 3, 3, 3, surplus=True),
    }
    puzzles |= {name: puzzle for name, puzzle in unusual().items() if not puzzle.signed}
    assert run(show, puzzles, 2, scans=True) > 60


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_thousand_answers_of_scans_are_those_of_python(show: Open) -> None:
    puzzles = {name: puzzle for name, puzzle in small().items() if not puzzle.signed}
    assert run(show, puzzles, 20, scans=True) > 1000


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_five_thousand_answers_are_those_of_python(show: Open) -> None:
    assert run(show, small(), 45) > 5000


def test_a_late_mistake_is_found_where_the_earlier_boards_are_too_hard(show: Open) -> None:
    puzzle, solution = hard()
    right = codes(puzzle, solution)
    past = [[code if index < number else -1 for index, code in enumerate(right)] for number in range(231)]
    # The upper left corner lies in the middle of a row now, then one more tile.
    past += [[right[0] if index == 230 else code for index, code in enumerate(past[-1])]]
    past += [[right[231] if index == 231 else code for index, code in enumerate(past[-1])]]
    past[-1][0] = past[-2][0] = -1
    shown = show(PAGE, await_="body")
    assert (
        shown.tab.evaluate(
            """async ({ puzzle, rules, past }) => {
          const { WorkerEngine, Helper, Puzzle, Scanner } = edgeasp;
          const [port, scanner] = [new WorkerEngine(edgeasp.packed), new Scanner(edgeasp.packed.scan)];
          const helper = new Helper(new Puzzle(puzzle), rules, port, scanner);
          helper.begin(120);
          return helper.lastCompletable(past);
        }""",
            {"puzzle": record(puzzle), "rules": page_programs()["framed"], "past": past},
        )
        == 230
    )


def test_a_time_that_is_over_is_no_answer(show: Open) -> None:
    puzzle = boards.planted(1, 9, 9, 5, framed=True)
    shown = show(PAGE, await_="body")
    assert shown.tab.evaluate(
        """async ({ puzzle, rules }) => {
          const { WorkerEngine, Helper, Puzzle, TimeUp } = edgeasp;
          const helper = new Helper(new Puzzle(puzzle), rules, new WorkerEngine(edgeasp.packed));
          const empty = Array(81).fill(-1);
          const found = [];
          const asked = [
            () => helper.complete(empty), () => helper.count(empty, 1e9), () => helper.clash(empty, new Map())];
          for (const ask of asked) {
            helper.begin(0.2);
            found.push(await ask().catch((error) => error instanceof TimeUp));
          }
          return [found, helper.stuck.length];
        }""",
        {"puzzle": record(puzzle), "rules": page_programs()["framed"]},
    ) == [[True] * 3, 0]
