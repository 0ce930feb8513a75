"""The lesson: every step and every answer runs in plain clingo and in edgeasp, and they find the same boards."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import clingo
import pytest
from clingo import Number, String, Symbol

from edgeasp.encoding import facts
from edgeasp.encoding.own_rules import UserRules
from edgeasp.formats.files import read, read_rules
from edgeasp.puzzle.symmetry import board_digest
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.ground_program import GroundProgram
from studies import lesson
from tests.support import boards, brute, laboratory
from tests.support.running import INSTANCES, run
from tests.support.solving import as_solution
from tests.support.waiting import PATIENCE

EXERCISES = lesson.FOLDER / "exercises"
PAGE = (lesson.FOLDER / "README.md").read_text(encoding="utf-8")


def plain(step: Path, text: str, tmp_path: Path, *options: str) -> str:
    """What a stand-alone clingo prints."""
    (tmp_path / "facts.lp").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "clingo", str(tmp_path / "facts.lp"), str(step), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE).stdout


@pytest.mark.sample(2)
@pytest.mark.parametrize("step", lesson.STEPS, ids=lambda step: step.stem)
def test_every_step_has_the_same_boards_in_plain_clingo_and_in_edgeasp(step: Path, tmp_path: Path) -> None:
    puzzle = boards.FRAME_3X3
    printed = plain(step, facts.write_facts(puzzle), tmp_path, "0")
    decoded = run("decode", INSTANCES / "frame-3x3.puz", "-", given=printed)
    assert decoded.status == 0
    ours = run("solve", INSTANCES / "frame-3x3.puz", "--program", step, "-n", 0)
    assert _sorted(decoded.stdout) == _sorted(ours.stdout)
    assert len(_sorted(ours.stdout)) == 16


def _sorted(text: str) -> list[str]:
    return sorted(part for part in re.split(r"c solution \d+\n", text) if part)


def slow(name: str) -> bool:
    """Whether the first step takes its time."""
    return len(boards.various()[name].tiles) > 4 or "surplus" in name or "alike" in name


SMALL = [name for name, puzzle in boards.various().items() if len(puzzle.tiles) <= 6 and not puzzle.signed]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", [pytest.param(each, marks=[pytest.mark.long] * slow(each)) for each in SMALL])
def test_every_step_has_the_boards_of_brute_force(name: str) -> None:
    puzzle = boards.various()[name]
    wanted = {board_digest(puzzle, as_solution(puzzle, each)) for each in brute.solve(puzzle).assignments}
    for step in lesson.STEPS:
        session = Session(make_task(puzzle, own=UserRules(read_rules(str(step)))))
        assert {board_digest(puzzle, each.solution) for each in session.solve(0)} == wanted, step


def test_identical_tiles_are_laid_once() -> None:
    [program] = read_rules(str(EXERCISES / "identical.lp"))
    puzzles = [boards.various()[name] for name in SMALL]
    turned = [each for each in puzzles if any(tile.period < 4 for tile in each.tiles)]
    alike = [each for each in puzzles if each.identical_tiles() and each not in turned]
    assert turned
    assert alike
    for puzzle in [*turned[:3], *alike[:3]]:
        program_ = GroundProgram(facts.write_facts(puzzle) + program.text)
        assert len(list(program_.answers(0))) == len(brute.solve(puzzle).pictures)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("solve instances/frame-3x3.puz --add exercises/opposite.lp --count", "8 boards"),
        ("solve instances/frame-3x3.puz --add exercises/one-rotation.lp --count", "4 boards"),
        ("solve instances/distinct-5x5.puz --add exercises/one-rotation.lp --count", "3 boards"),
        ("solve instances/frame-3x3.puz --add exercises/upright.lp --count", "of least cost -"),
    ],
)
def test_the_answers_are_those_of_the_page(options: str, said: str) -> None:
    words = [word.replace("instances", str(INSTANCES)).replace("exercises", str(EXERCISES)) for word in options.split()]
    assert said in run(*words).stdout


@pytest.mark.long
@laboratory.needed
def test_a_task_lacks_the_rule_that_its_answer_has(tmp_path: Path) -> None:
    answer = lesson.FOLDER / "2-colours-between.lp"
    tasks = sorted((lesson.FOLDER / "tasks").glob("*.lp"))
    assert len(tasks) >= 4
    wanted = rules(answer)
    for task in tasks:
        assert f"](tasks/{task.name})" in PAGE
        assert task.read_text(encoding="utf-8").count("YOUR RULE: ") == 1
        assert rules(task) < wanted, task
        assert len(wanted - rules(task)) == 1
    # Two boards of four squares, one of them with a frame, take a tenth of the time of all instances.
    framed = tmp_path / "framed.puz"
    framed.write_text("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n", encoding="utf-8")
    small = ("--instances", INSTANCES / "golden.puz", "--instances", framed)
    graded = run("grade", answer, *tasks, *small)
    verdicts = dict(re.findall(r"^(\S+\.lp): (right|wrong), ", graded.stdout, re.MULTILINE))
    assert verdicts == {str(answer): "right"} | dict.fromkeys(map(str, tasks), "wrong")


def rules(program: Path) -> set[str]:
    """The lines of a program that are no comments."""
    return {line for line in program.read_text(encoding="utf-8").splitlines() if line and not line.startswith("%")}


@pytest.mark.long
def test_the_best_board_of_the_exercise_is_that_of_edgeasp() -> None:
    result = run("solve", INSTANCES / "random-4x4.puz", "--program", EXERCISES / "mismatches.lp", "--relaxed")
    assert "1 board of least cost 2" in result.stderr
    assert "22 of 24 edges" in result.stderr


@pytest.mark.long
def test_the_table_and_the_plot_are_those_of_the_numbers(tmp_path: Path) -> None:
    rows = lesson.read()
    assert lesson.text_of(rows) == (lesson.FOLDER / "lesson.csv").read_text(encoding="utf-8")
    assert lesson.with_table(PAGE, rows) == PAGE
    assert {row.step for row in rows} == {step.stem for step in lesson.STEPS} | {lesson.OWN}
    assert {row.board for row in rows} == set(lesson.BOARDS)
    assert all(row.status in ("solved", "timeout", "memory") for row in rows)
    pytest.importorskip("matplotlib")
    lesson.draw(rows, tmp_path / "lesson.svg")
    drawn = (tmp_path / "lesson.svg").read_text(encoding="utf-8")
    kept = (lesson.FOLDER / "lesson.svg").read_text(encoding="utf-8")
    # Another version of matplotlib draws other lines, but writes the same words.
    assert re.findall(r">([^<>\n]+)</text>", drawn) == re.findall(r">([^<>\n]+)</text>", kept)


def test_solved_runs_of_a_board_have_found_the_same_number() -> None:
    rows = lesson.read()
    for board in lesson.BOARDS:
        assert len({row.boards for row in rows if row.board == board and row.status == "solved"}) == 1


def test_the_steps_grow_and_shrink_as_the_page_says() -> None:
    rules = {row.step[:1]: row.rules for row in lesson.read() if row.board == "distinct-5x5"}
    assert (rules["1"] or 0) > 25 * (rules["2"] or 0)
    assert (rules["3"] or 0) > 3 * (rules["4"] or 0)


# ---- pictures ----


class Clingraph:
    """The functions of clingraph that the file calls."""

    def pos(self, x: Symbol, y: Symbol) -> Symbol:
        return String(f"{x},{y}!")

    def concat(self, *parts: Symbol) -> Symbol:
        return String("".join(str(part).strip('"') for part in parts))


def facts_of(view: str, given: str, context: object = None) -> list[Symbol]:
    control = clingo.Control(logger=lambda _, message: pytest.fail(message))
    control.add("base", [], given + (lesson.FOLDER / "views" / view).read_text(encoding="utf-8"))
    control.ground([("base", [])], context=context)
    assert all(atom.is_fact for atom in control.symbolic_atoms)
    return [atom.symbol for atom in control.symbolic_atoms]


def test_clingraph_gets_a_node_for_every_square() -> None:
    given = "chosenTile(1,1,3). chosenRotation(1,1,90). chosenTile(2,1,4). chosenRotation(2,1,0)."
    found = list(map(str, facts_of("clingraph.lp", given, Clingraph())))
    assert sorted(each for each in found if each.startswith("node")) == ["node((1,1))", "node((2,1))"]
    assert 'attr(node,(1,1),pos,"1,-1!")' in found
    assert 'attr(node,(1,1),label,"3 / 90")' in found


def test_clinguin_gets_a_menu_for_every_square() -> None:
    given = "_any(chosenTile(1,1,(3;4))). _all(chosenTile(2,1,5)). _any(chosenTile(2,1,5))."
    found = facts_of("clinguin.lp", given)
    elements = {str(each.arguments[0]) for each in found if each.name == "elem"}
    assert elements == {
        *("window", "again", "square(1,1)", "square(2,1)"),
        *("tile(1,1,3)", "tile(1,1,4)", "tile(2,1,5)"),
    }
    assert {str(each.arguments[0]) for each in found if each.name in ("attr", "when")} <= elements
    # Whatever lies in an element is one itself.
    assert {str(each.arguments[2]) for each in found if each.name == "elem"} <= elements | {"root"}
    [selected] = [each.arguments for each in found if each.name == "attr" and str(each.arguments[1]) == "selected"]
    assert (str(selected[0]), selected[2]) == ("square(2,1)", Number(5))
    clicks = {str(each) for each in found if each.name == "when"}
    assert "when(tile(1,1,3),click,call,add_assumption(chosenTile(1,1,3),true))" in clicks


def test_every_file_that_the_page_names_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(lesson.ROOT)
    for name in set(re.findall(r"docs/lesson/[\w/.-]+\.lp|instances/[\w-]+\.puz", PAGE)):
        assert read(name) if name.endswith(".puz") else read_rules(name)


def test_the_commands_of_the_page_print_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(lesson.ROOT)
    commands = re.findall(r"^\$ edgeasp ([^|>\n]+)\n((?:(?!\$|```).*\n)*)", PAGE, re.MULTILINE)
    assert len(commands) == 2
    for command, shown in commands:
        result = run(*command.split())
        assert (result.status, shown in result.stdout) == (0, True), command
