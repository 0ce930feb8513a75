"""Rules of a user: `solve --add`, `--program` and `--relaxed`, and what other commands do with them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.puzzle.model import Puzzle
from edgeasp.puzzle.symmetry import board_digest
from tests.cli.solve.asking import FRAME, lay, record, refused, stream, whole
from tests.encoding.test_render import FOREIGN
from tests.search.test_own_rules import SOFT
from tests.support import boards
from tests.support.running import Run, run, script
from tests.support.solving import as_solution
from tests.support.waiting import PATIENCE

FIRST = "% Tile 1 lies at the top left.\n:- not chosenTile(1,1,1).\n"
IN_FRAME = FOREIGN + "".join(
    f":- frame(C), seen({place}, D), D != C{where}.\n"
    for place, where in (
        ("1,_,left", ""),
        ("_,1,top", ""),
        ("X,_,right", ", not col(X+1)"),
        ("_,Y,bottom", ", not row(Y+1)"),
    )
)


@pytest.fixture(autouse=True)
def rules() -> None:
    lay("rules.lp", FIRST)
    lay("class.lp", FOREIGN)
    lay("mine.lp", IN_FRAME)
    lay("golden.puz", plain.write_puz(boards.GOLDEN))


def pictures(result: Run, puzzle: Puzzle = FRAME) -> set[bytes]:
    found = stream(result.stdout, puzzle)
    assert whole(puzzle, *found)
    return {board_digest(puzzle, each) for each in found}


WITH_FIRST = {board_digest(FRAME, as_solution(FRAME, each)) for each in boards.solved(FRAME) if each[0][0] == 0}


def test_added_rules_are_kept() -> None:
    result = run("solve", "puzzle.puz", "--add", "rules.lp", "-n", 0)
    assert pictures(result) == WITH_FIRST
    assert f"{len(WITH_FIRST)} solutions, and no others" in result.stderr
    assert "encoding framed with rules.lp" in result.stderr
    none = run("solve", "puzzle.puz", "--add", "rules.lp", "--add", "-", given=":- chosenTile(1,1,1).")
    assert none.status == commands.ANSWERED
    assert "no solution with the added rules: the search is complete" in none.stderr
    assert "explain" not in none.stderr


@pytest.mark.usefixtures("in_this_process", "small_searches_are_split")
def test_a_search_by_added_rules_is_split() -> None:
    assert pictures(run("solve", "puzzle.puz", "--add", "rules.lp", "-n", 0, "--jobs", 2)) == WITH_FIRST


def test_unique_and_count_are_by_the_rules() -> None:
    lay("one.lp", FIRST + ":- not chosenTile(2,1,5).\n:- not chosenTile(1,2,6).\n")
    counted = run("solve", "puzzle.puz", "--add", "rules.lp", "--count")
    assert counted.stdout == f"{len(WITH_FIRST)} boards\n"
    number = sum((each[0][0], each[1][0], each[3][0]) == (0, 4, 5) for each in boards.solved(FRAME))
    said = run("solve", "puzzle.puz", "--add", "one.lp", "--unique").stdout
    assert said == {0: "no solution with the added rules\n", 1: "unique\n"}.get(number, "not unique\n")


def test_a_stand_alone_clingo_finds_the_same_boards_with_what_encode_prints() -> None:
    lay("facts.lp", facts.write(FRAME))
    for options in (["--add", "rules.lp"], ["--program", "mine.lp"]):
        lay("program.lp", run("encode", "puzzle.puz", *options).stdout)
        command = [sys.executable, "-m", "clingo", "facts.lp", "program.lp", "0", "--project"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        theirs = run("decode", "puzzle.puz", "-", given=done.stdout)
        assert pictures(theirs) == pictures(run("solve", "puzzle.puz", *options, "-n", 0))


def test_a_program_takes_the_place_of_the_rules() -> None:
    result = run("solve", "puzzle.puz", "--program", "mine.lp", "--count")
    assert result.stdout == "16 boards\n"
    assert "program mine.lp" in result.stderr
    lay("part.clue", run("solve", "puzzle.puz").stdout.splitlines()[0] + "\n")
    with_clue = run("solve", "puzzle.puz", "--program", "mine.lp", "--clue", "part.clue", "-n", 0)
    assert pictures(with_clue) == pictures(run("solve", "puzzle.puz", "--clue", "part.clue", "-n", 0))


def test_boards_that_break_conditions_are_refused_or_shown_with_their_score() -> None:
    wrong = run("solve", "puzzle.puz", "--program", "class.lp")
    assert "class.lp: an answer is no solution: " in refused(wrong)
    shown = run("solve", "puzzle.puz", "--program", "class.lp", "--relaxed", "-o", "x.sol")
    assert shown.status == commands.ANSWERED
    assert "edgeasp: board 1 is no solution: 12 of 12 diamonds, " in shown.stderr
    assert "  boundary: column 1, row 1 has " in shown.stderr
    assert run("check", "puzzle.puz", "x.sol").status == commands.UNANSWERED
    assert run("solve", "puzzle.puz", "--program", "class.lp", "--encoding", "decision", "-n", 3).status == 0


def test_json_says_what_boards_break_and_cost() -> None:
    lay("soft.lp", SOFT)
    said = record(run("solve", "golden.puz", "--program", "soft.lp", "--relaxed", "--format", "json"))
    assert (said["cost"], said["cost_proved"], said["encoding"]["program"]) == ([0], True, "soft.lp")
    assert said["boards"] == [{"matched": 4, "diamonds": 4, "violations": [], "empty": 0}]
    plain = record(run("solve", "golden.puz", "--add", "rules.lp", "--format", "json"))
    assert (plain["cost"], plain["boards"], plain["encoding"]["added"]) == (None, [], ["rules.lp"])


def test_decode_takes_boards_that_break_conditions_if_asked() -> None:
    given = "Answer: 1\nchosenTile(1,1,1) chosenRotation(1,1,0) chosenTile(2,1,1) chosenRotation(2,1,0)\nSATISFIABLE\n"
    assert run("decode", "golden.puz", "-", given=given).status == commands.USAGE
    taken = run("decode", "golden.puz", "-", "--relaxed", given=given)
    assert taken.status == commands.ANSWERED
    assert taken.stdout == "0 0 0 0\n0 1 0 0\n"
    assert "board 1 is no solution: 0 of 4 diamonds, 2 conditions broken, 2 squares empty" in taken.stderr
    assert "  tile: tile 1 lies on 2 squares\n" in taken.stderr


def test_a_page_shows_a_board_on_which_a_tile_lies_twice() -> None:
    lay("twice.lp", FOREIGN.replace("1 { chosenTile(X,Y,T) : col(X), row(Y) } 1 :- tile(T).", ":- chosenTile(X,Y,4)."))
    result = run("solve", "golden.puz", "--program", "twice.lp", "--relaxed", "-o", "x.html")
    assert result.status == commands.ANSWERED
    assert "tile: tile 3 lies on 4 squares" in result.stderr
    assert "lies on 4 squares" in Path("x.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "objective",
    ["#defined never/1.\n#minimize { X : never(X) }.", ":~ 1 = 0. [1]", "#maximize { 1,T : chosenTile(9,9,T) }."],
)
def test_where_nothing_has_a_cost_all_boards_are_the_best(objective: str) -> None:
    lay("none.lp", objective + "\n")
    every = run("solve", "puzzle.puz", "-n", 0)
    result = run("solve", "puzzle.puz", "--add", "none.lp", "-n", 0)
    assert pictures(result) == pictures(every)
    assert f"{len(pictures(every))} solutions of least cost 0, and no others" in result.stderr
    counted = run("solve", "puzzle.puz", "--add", "none.lp", "--count")
    assert (counted.status, counted.stdout) == (0, f"{len(pictures(every))} boards of least cost 0\n")
    assert run("solve", "puzzle.puz", "--add", "none.lp", "--unique").stdout == "not unique\n"
    assert "solved and checked: a board of least cost 0" in run("solve", "puzzle.puz", "--add", "none.lp").stderr


def test_a_program_is_written_if_it_is_one() -> None:
    lay("bad.lp", ":- chosenTile(1,1,1)\n")
    result = run("encode", "puzzle.puz", "--add", "bad.lp", "-o", "program.lp")
    assert (result.status, result.stderr) == (2, "edgeasp: error: bad.lp:1: syntax error, unexpected EOF\n")
    assert not Path("program.lp").exists()


def test_the_least_cost_is_said() -> None:
    lay("least.lp", "#minimize { T : chosenTile(1,1,T) }.\n")
    result = run("solve", "puzzle.puz", "--add", "least.lp", "-n", 0)
    assert pictures(result) == WITH_FIRST
    assert f"{len(WITH_FIRST)} solutions of least cost 1, and no others" in result.stderr
    assert run("solve", "puzzle.puz", "--add", "least.lp", "--count").stdout == (
        f"{len(WITH_FIRST)} boards of least cost 1\n"
    )


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--relaxed", "--relaxed is for --program"),
        ("--add rules.lp --relaxed", "--relaxed is for --program"),
        ("--add rules.lp --symmetry identical-tiles", "--symmetry: an added rule may tell apart"),
        ("--add rules.lp --formulation heule", "leave out --formulation"),
        ("--add rules.lp --up-to-rotation", "leave it out with --add"),
        ("--program mine.lp --up-to-rotation", "leave it out with --program"),
        ("--program mine.lp --symmetry none", "--symmetry chooses among edgeasp's own rules"),
        ("--program mine.lp --heuristic none", "--heuristic chooses among"),
        ("--program mine.lp --redundant all", "--redundant chooses among"),
        ("--program mine.lp --encoding framed+redundant", "belong to edgeasp's rules"),
        ("--program mine.lp --watch", "--watch follows edgeasp's own rules"),
        ("--add no.lp", "no.lp: cannot be read: no such file"),
        ("--add bad.lp", "bad.lp:2: atom does not occur in any rule head: chosen(1)"),
        ("--add rules.lp -o rules.lp", "is an input, which the output would replace"),
        ("--add - --program -", "expected one file at most to be '-'"),
    ],
)
def test_what_makes_no_sense_is_refused(options: str, reason: str) -> None:
    lay("least.lp", "#minimize { T : chosenTile(1,1,T) }.\n")
    lay("bad.lp", "a.\n:- not a, chosen(1).\n")
    lay("first.clue", "")
    assert reason in refused(run("solve", "puzzle.puz", *options.split()))


def test_ground_measures_a_program() -> None:
    table = run("ground", "puzzle.puz", "--program", "mine.lp").stdout
    assert table.startswith("variables ")
    assert run("ground", "puzzle.puz", "--program", "mine.lp", "--format", "text").stdout.count("chosenTile") > 81
    assert (
        '"encoding": "program mine.lp"'
        in run("ground", "puzzle.puz", "--program", "mine.lp", "--format", "json").stdout
    )
    lay("bad.lp", "a.\na :- b(\n")
    assert run("ground", "puzzle.puz", "--program", "bad.lp", "--format", "text").stderr.startswith(
        "edgeasp: error: bad.lp:2: syntax error"
    )


def test_notes_on_a_program_are_printed() -> None:
    lay("mine.lp", IN_FRAME + ":- optional(1).\n")
    result = run("solve", "puzzle.puz", "--program", "mine.lp")
    assert result.status == commands.ANSWERED
    assert "edgeasp: mine.lp:16: atom does not occur in any rule head: optional(1)\n" in result.stderr


@pytest.mark.parametrize("option", ["--add", "--program"])
@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("#script(python)\nx=1\n#end.\n", 1, "python support not available"),
        ("a.\n\n#script(lua)\nx=1\n#end.\n", 3, "lua support not available"),
        ("#script(python)\nx=1\n", 2, "lexer error, unexpected <EOF>"),
        ("p(1).\n#theory t {}.\n#theory t {}.\n", 3, "redefinition of theory: t; theory first defined here"),
        ("&sum { x } = 1.\n", 1, "no definition found for theory atom: sum/0"),
        ("#const a=b.\n#const b=a.\np(a).\n", 1, "cyclic constant definition: #const a=b.; cycle involves"),
    ],
)
def test_what_clingo_does_not_accept_is_said_with_file_and_line(option: str, text: str, line: int, words: str) -> None:
    lay("s.lp", text)
    for result in (run("solve", "puzzle.puz", option, "s.lp"), run("ground", "puzzle.puz", option, "s.lp")):
        assert refused(result).startswith(f"s.lp:{line}: {words}")


def test_scripts_do_not_run_in_files_that_are_included_either() -> None:
    lay("s.lp", "#script(python)\nx=1\n#end.\n")
    lay("all.lp", '\n#include "s.lp".\n')
    assert refused(run("solve", "puzzle.puz", "--add", "all.lp")) == "s.lp:1: python support not available"


@pytest.mark.parametrize("shown", ["1", '"a"', "(1,2)", "-q", "#inf", "()"])
def test_terms_can_be_shown(shown: str) -> None:
    """Any term, not atoms alone."""
    lay("s.lp", f"p({shown}). #show X : p(X).\n")
    assert whole(FRAME, *stream("c solution 1\n" + run("solve", "puzzle.puz", "--add", "s.lp").stdout, FRAME))


def test_what_clingo_warns_of_is_said_before_an_answer_is_refused() -> None:
    lay("warned.lp", ":- lucky(1).\n" + IN_FRAME.replace("chosenTile(", "laidTile("))
    found = run("solve", "puzzle.puz", "--program", "warned.lp")
    assert found.status == commands.USAGE
    first, *_, last = found.stderr.splitlines()
    assert first == "edgeasp: warned.lp:1: atom does not occur in any rule head: lucky(1)"
    assert "; no rule gives chosenTile/3; the program gives laidTile/3" in last
    assert run("ground", "puzzle.puz", "--program", "warned.lp").stderr.splitlines()[0] == first


def test_another_order_of_arguments_is_suspected() -> None:
    swapped = IN_FRAME.replace("#show chosenTile/3.", "#show.")
    lay("swapped.lp", swapped.replace("chosenTile(", "on(") + "chosenTile(T,X,Y) :- on(X,Y,T).\n")
    found = refused(run("solve", "puzzle.puz", "--program", "swapped.lp"))
    assert "the arguments of chosenTile are tile, column, row; expected column, row, tile" in found


def test_unsafe_variables_are_explained() -> None:
    lay("unsafe.lp", IN_FRAME + "lucky(T,X) :- tile(T).\n")
    found = refused(run("solve", "puzzle.puz", "--program", "unsafe.lp"))
    assert "unsafe variables in: lucky(T,X):-tile(T).; 'X' is unsafe (a variable takes its values from" in found


def test_a_rule_that_counts_on_without_end_is_named() -> None:
    lay("endless.lp", IN_FRAME + "next(1).\nnext(N+1) :- next(N).\n")
    found = script("solve", "puzzle.puz", "--program", "endless.lp", "--time-limit", "1")
    assert found.status == commands.UNANSWERED
    assert "grounding never ends" in found.stderr
