"""`edgeasp decode`: what a stand-alone clingo printed, with our encodings and with others, as checked solutions."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from edgeasp.cli import commands
from edgeasp.encoding import facts, render
from edgeasp.encoding.facts import read_output
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.task import make_task
from edgeasp.system.errors import InputError
from tests.encoding.test_render import FOREIGN
from tests.support import boards, brute
from tests.support.running import INSTANCES, run
from tests.support.solving import as_assignment, as_atoms
from tests.support.waiting import PATIENCE

FRAME = boards.FRAME_3X3
PUBLISHED = """chosenTile(1,1,1). chosenTile(1,2,3). chosenTile(2,1,2). chosenTile(2,2,4).
chosenRotation(1,1,90). chosenRotation(1,2,0). chosenRotation(2,1,180). chosenRotation(2,2,270).
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    lay("puzzle.puz", plain.write_puz(FRAME))
    return tmp_path


def lay(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def clingo(text: str, *options: str) -> str:
    """What the stand-alone program prints."""
    command = [sys.executable, "-m", "clingo", *options, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=PATIENCE).stdout


def ours(puzzle: Puzzle) -> str:
    return facts.write(puzzle) + render.render(make_task(puzzle).encoding).text


def solutions(text: str, puzzle: Puzzle) -> list[Solution]:
    """The solutions that `decode` printed, which are numbered if there are several."""
    parts = re.split(r"^c solution \d+\n", text, flags=re.MULTILINE)
    return [plain.read_sol(part, puzzle, "stdout") for part in parts if part]


def refused(text: str, *options: str) -> str:
    lay("bad.txt", text)
    result = run("decode", "puzzle.puz", "bad.txt", *options)
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert re.fullmatch(r"edgeasp: error: bad\.txt:[^\n]*\n", result.stderr), result.stderr
    return result.stderr.removeprefix("edgeasp: error: ").strip()


FORMS = {"text": [], "json": ["--outf=2"], "competition": ["--outf=1"], "bare": ["--verbose=0"]}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_one_answer(form: list[str]) -> None:
    lay("answer.txt", clingo(ours(FRAME), *form))
    result = run("decode", "puzzle.puz", "answer.txt")
    assert (result.status, result.stderr) == (commands.ANSWERED, "")
    assert "c " not in result.stdout
    [solution] = solutions(result.stdout, FRAME)
    assert check(FRAME, solution).solved


@pytest.mark.sample(4)
@pytest.mark.parametrize("form", [[], ["--outf=2"]], ids=["text", "json"])
@pytest.mark.parametrize("name", ["golden", "framed 2x3 signed", "unframed 3x2 partly signed", "surplus 2x3"])
def test_all_answers(name: str, form: list[str]) -> None:
    puzzle = boards.various()[name]
    lay("board.puz", plain.write_puz(puzzle))
    lay("answers.txt", clingo(ours(puzzle), "0", *form))
    result = run("decode", "board.puz", "answers.txt")
    found = solutions(result.stdout, puzzle)
    assert re.findall(r"^c solution (\d+)$", result.stdout, re.MULTILINE) == [str(k + 1) for k in range(len(found))]
    pictures = {
        tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in as_assignment(puzzle, each)) for each in found
    }
    assert pictures == brute.solve(puzzle).pictures
    assert len(found) == len(pictures)


@pytest.mark.parametrize("form", [[], ["--outf=2"]], ids=["text", "json"])
def test_a_foreign_encoding(form: list[str]) -> None:
    """It gives all rotations with the same sides; a `.sol` has the least."""
    lay("golden.puz", plain.write_puz(boards.GOLDEN))
    lay("answers.txt", clingo(facts.write(boards.GOLDEN, class_only=True) + FOREIGN, "0", *form))
    result = run("decode", "golden.puz", "answers.txt")
    found = {as_assignment(boards.GOLDEN, each) for each in solutions(result.stdout, boards.GOLDEN)}
    assert found == brute.solve(boards.GOLDEN).assignments


def test_answers_a_line_each_as_clingo_prints_them_without_all_else() -> None:
    lay("lines.txt", text := clingo(ours(FRAME), "0", "--verbose=0"))
    assert len(solutions(run("decode", "puzzle.puz", "lines.txt").stdout, FRAME)) == 16
    # One answer may have a line for each atom as well.
    lay("one.txt", "".join(f"{atom}.\n" for atom in text.split("\n")[0].split()))
    assert len(solutions(run("decode", "puzzle.puz", "one.txt").stdout, FRAME)) == 1


def test_a_foreign_encoding_that_shows_everything() -> None:
    lay("golden.puz", plain.write_puz(boards.GOLDEN))
    everything = FOREIGN.replace("#show chosenTile/3.\n", "").replace("#show chosenRotation/3.\n", "")
    everything += "-chosenTile(X,Y,T) :- tile(T), col(X), row(Y), not chosenTile(X,Y,T). kept(chosenTile(2,2,2))."
    lay("answer.txt", clingo(facts.write(boards.GOLDEN) + everything))
    result = run("decode", "golden.puz", "answer.txt")
    assert result.status == commands.ANSWERED, result.stderr
    assert check(boards.GOLDEN, solutions(result.stdout, boards.GOLDEN)[0]).solved


def test_an_encoding_that_knows_less_than_the_puzzle() -> None:
    """What it gives is wrong for the puzzle, and right for what `--encoding decision` asks for."""
    found = brute.solve(FRAME, framed=False)
    assert len(found.pictures) > len(brute.solve(FRAME).pictures)
    lay("answers.txt", clingo(facts.write(FRAME) + FOREIGN + ":- chosenTile(1,1,9).:- not chosenTile(3,3,9)."))
    result = run("decode", "puzzle.puz", "answers.txt")
    if "UNSATISFIABLE" in Path("answers.txt").read_text(encoding="utf-8"):
        pytest.fail("the board has to have an answer with the centre tile in a corner")
    assert (result.status, result.stdout) == (commands.UNANSWERED, "")
    assert result.stderr.startswith("edgeasp: answer 1 is no solution: boundary: ")
    relaxed = run("decode", "puzzle.puz", "answers.txt", "--encoding", "decision")
    assert relaxed.status == commands.ANSWERED
    assert len(solutions(relaxed.stdout, FRAME)) == 1


@pytest.mark.parametrize("form", [[], ["--outf=2"]], ids=["text", "json"])
def test_no_answer(form: list[str]) -> None:
    # The corners with a 1 cannot be joined to those with a 2.
    puzzle = plain.read_puz("2 2\n0 0 1 1\n0 0 1 1\n0 0 2 2\n0 0 2 2\n", "unsolvable.puz")
    lay("unsolvable.puz", plain.write_puz(puzzle))
    lay("answer.txt", clingo(ours(puzzle), *form))
    result = run("decode", "unsolvable.puz", "answer.txt")
    assert (result.status, result.stdout, result.stderr) == (commands.ANSWERED, "c UNSATISFIABLE\n", "")


@pytest.mark.parametrize(
    "text", [PUBLISHED, PUBLISHED.replace(". ", ".\n"), PUBLISHED.replace(".", ""), f"% clasp says\n{PUBLISHED}"]
)
def test_the_published_answer_of_the_golden_example(text: str) -> None:
    lay("answer.lp", text)
    for puzzle in (INSTANCES / "golden.lp", INSTANCES / "golden.puz"):
        result = run("decode", puzzle, "answer.lp")
        assert result.status == commands.ANSWERED, result.stderr
        assert sorted(result.stdout.splitlines()) == ["0 0 0 3", "1 1 0 2", "2 0 1 0", "3 1 1 1"]


def test_what_is_commented_out_does_not_count() -> None:
    lay("answer.lp", PUBLISHED + "% chosenTile(1,1,2).\n")
    assert run("decode", INSTANCES / "golden.puz", "answer.lp").status == commands.ANSWERED


def test_from_standard_input_into_a_file() -> None:
    result = run("decode", "puzzle.puz", "-", "-o", "x.sol", given=clingo(ours(FRAME)))
    assert (result.status, result.stdout) == (commands.ANSWERED, "")
    assert check(FRAME, plain.read_sol(Path("x.sol").read_text(encoding="utf-8"), FRAME, "x.sol")).solved


def test_standard_input_is_one() -> None:
    result = run("decode", "-", "-", given="")
    assert (result.status, result.stderr) == (
        commands.USAGE,
        "edgeasp: error: standard input: expected one file at most to be '-'\n",
    )


# ---- wrong answers ----


def golden_text(*texts: str) -> str:
    """Answers as clingo prints them."""
    return "Solving...\n" + "".join(f"Answer: {k}\n{text}\n" for k, text in enumerate(texts, 1)) + "SATISFIABLE\n"


RIGHT = " ".join(PUBLISHED.replace(".", "").split())
WRONG = RIGHT.replace("chosenRotation(1,1,90)", "chosenRotation(1,1,0)")
TWICE = RIGHT.replace("chosenTile(1,2,3)", "chosenTile(1,2,1)")


@pytest.fixture
def golden() -> None:
    lay("puzzle.puz", plain.write_puz(boards.GOLDEN))


@pytest.mark.usefixtures("golden")
def test_wrong_answers_are_named_and_the_others_given() -> None:
    lay("answers.txt", golden_text(RIGHT, WRONG, TWICE))
    result = run("decode", "puzzle.puz", "answers.txt")
    assert result.status == commands.UNANSWERED
    assert result.stdout.splitlines()[0] == "c solution 1"
    assert len(solutions(result.stdout, boards.GOLDEN)) == 1
    first, second = result.stderr.splitlines()
    assert re.fullmatch(r"edgeasp: answer 2 is no solution: adjoining: column 1, row 1 has .+ and 1 more", first)
    assert second.startswith("edgeasp: answer 3 is no solution: tile: tile 1 lies on 2 squares and ")


@pytest.mark.usefixtures("golden")
def test_nothing_right_leaves_the_file_as_it_was() -> None:
    lay("x.sol", "c old\n")
    lay("answer.txt", golden_text(WRONG))
    assert run("decode", "puzzle.puz", "answer.txt", "-o", "x.sol").status == commands.UNANSWERED
    assert Path("x.sol").read_text(encoding="utf-8") == "c old\n"


@pytest.mark.usefixtures("golden")
def test_an_answer_that_breaks_a_clue() -> None:
    lay("answer.txt", golden_text(RIGHT))
    lay("kept.clue", "0 0 0 3\n")
    lay("broken.clue", "0 1 1 3\n")
    assert run("decode", "puzzle.puz", "answer.txt", "--clue", "kept.clue").status == commands.ANSWERED
    result = run("decode", "puzzle.puz", "answer.txt", "--clue", "broken.clue")
    assert (result.status, result.stdout) == (commands.UNANSWERED, "")
    assert "is no solution: clue: column 2, row 2 does not hold tile 1" in result.stderr


# ---- what is no output of clingo ----


@pytest.mark.usefixtures("golden")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected the output of clingo with chosenTile and chosenRotation, found none"),
        ("clingo version 5.8.3\nReading from stdin\nUNKNOWN\n", "expected the output of clingo"),
        ("clingo version 5.8.3\nSATISFIABLE\n", "expected the output of clingo"),
        ("Answer: 1\n", "answer 1: expected chosenTile(1,1,...), found none"),
        ("Answer: 1", "answer 1: expected chosenTile(1,1,...), found none"),
        (golden_text(RIGHT, RIGHT[:-30]), "answer 2: expected chosenRotation("),
        (golden_text(RIGHT.replace("chosenTile(1,1,1)", "chosenTile(1,1,5)")), "expected a tile or a rotation"),
        (golden_text(RIGHT.replace("chosenTile(1,1,1)", "chosenTile(3,1,1)")), "expected a square on the board"),
        (golden_text(RIGHT.replace("(1,1,90)", "(1,1,45)")), "expected a tile or a rotation on the board"),
        (golden_text(RIGHT + " chosenTile(1,1,2)"), "expected one chosenTile for column 1, row 1, found two"),
        (golden_text(RIGHT.replace("chosenTile(1,1,1)", f"chosenTile(1,1,{'9' * 5000})")), "expected chosenTile(1,1"),
        ("{}", "expected JSON as clingo --outf=2 prints it, found other JSON"),
        ('{"Call": 1}', "found other JSON"),
        ('{"Call": [{"Witnesses": [{"Value": 3}]}], "Result": "SATISFIABLE"}', "found other JSON"),
        ('{"Call": [{"Witnesses": [[]]}]}', "found other JSON"),
        (f'{{"Call": {"[" * 100_000}', "JSON as clingo --outf=2 prints it"),
        (f'{{"Call": {"9" * 5000}}}', "found other JSON"),
        ('{"Call": [{}], "Result": "UNKNOWN"}', "expected answers, or the result UNSATISFIABLE, found 'UNKNOWN'"),
        ('{"Call": [{}], "Result": "SATISFIABLE"}', "expected answers, or the result UNSATISFIABLE, found 'SAT"),
        ("{a}.", "expected JSON as clingo --outf=2 prints it"),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_output_of_clingo(text: str, words: str) -> None:
    assert words in refused(text)


@pytest.mark.usefixtures("golden")
def test_an_error_names_the_line_of_the_answer() -> None:
    assert refused(golden_text(RIGHT, "chosenTile(1,1,1)")).startswith("bad.txt:5: answer 2: expected chosenTile(2,1")


@pytest.mark.parametrize("form", [[], ["--outf=2"]], ids=["text", "json"])
def test_an_output_that_was_cut_off(form: list[str]) -> None:
    """Wherever it was cut: all its solutions are right, or it is refused."""
    printed = clingo(ours(FRAME), "3", *form)
    whole = [each.atoms for each in read_output(printed, "printed")]
    assert len(whole) == 3
    refusals = 0
    for end in range(0, len(printed), 7):
        try:
            read = read_output(printed[:end], "cut")
        except InputError:
            refusals += 1
            continue
        for atoms, each in zip(whole, read, strict=False):
            assert each.atoms == atoms[: len(each.atoms)]
    assert refusals > 0
    # JSON has an end, and before it nothing is accepted.
    assert not form or refusals >= len(printed.rstrip()) // 7


atoms = st.builds(
    "{}({},{},{})".format,
    st.sampled_from(["chosenTile", "chosenRotation", "-chosenTile", "tile"]),
    *[st.sampled_from([0, 1, 2, 3, 90, 10**30])] * 3,
)
pieces = st.one_of(
    st.text(max_size=20),
    atoms,
    st.sampled_from(["Answer: 1", "\n", "UNSATISFIABLE", "SATISFIABLE", "{", "}", '"Call"', ":", "[", "%", " ", "."]),
)
values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), atoms, st.just("UNSATISFIABLE")),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["Call", "Witnesses", "Value", "Result", "x"]), inner, max_size=4),
    ),
    max_leaves=12,
)


@given(st.one_of(st.lists(pieces, max_size=12).map("".join), values.map(lambda value: json.dumps({"Call": value}))))
@example('{"Call": [{"Witnesses": [{"Value": ["a"]}]}], "Result": "SATISFIABLE"}')
@example("{" * 100_000)
@example("Answer: 1\r\nchosenTile(1,1,1)")
def test_any_text_gives_answers_or_an_input_error(text: str) -> None:
    try:
        found = read_output(text, "any.txt")
    except InputError:
        return
    for each in found:
        assert {atom.name for atom in each.atoms} <= {"chosenTile", "chosenRotation"}
        assert each.line is None or 1 <= each.line <= text.count("\n") + 2


@pytest.mark.parametrize("name", ["golden", "framed 2x3", "all alike"])
def test_what_is_written_is_read_again(name: str) -> None:
    puzzle = boards.various()[name]
    for assignment in sorted(brute.solve(puzzle).assignments)[:10]:
        [read] = read_output("\n".join(f"{atom}." for atom in sorted(as_atoms(puzzle, assignment))), "facts")
        assert as_assignment(puzzle, facts.from_atoms(read.atoms, puzzle)) == assignment


def test_partial_boards_a_line_each_stay_apart() -> None:
    program = "{t(1..2)} = 1. chosenTile(X,X,X) :- t(X). chosenRotation(X,X,0) :- t(X)."
    program += "#show chosenTile/3. #show chosenRotation/3."
    for options in (["-V0", "0"], ["-V1", "0"]):
        lay("answers.txt", clingo(program, *options))
        result = run("decode", "puzzle.puz", "answers.txt", "--relaxed", "--quiet")
        assert sorted(len(board) for board in solutions(result.stdout, FRAME)) == [1, 1]


def test_coloured_output_is_read() -> None:
    # The program clingo knows --color=2, the module of Python does not.
    printed = clingo(ours(FRAME), "1")
    lay("answer.txt", re.sub("(Answer: 1|chosenTile)", "\x1b[1m\\1\x1b[0m", printed))
    assert run("decode", "puzzle.puz", "answer.txt").status == commands.ANSWERED


def test_a_ground_program_is_called_so() -> None:
    words = refused("asp 1 0 0 incremental\n1 0 1 1 0 0\n0\n")
    assert words == "bad.txt: expected the output of clingo, found a ground program: leave out --mode=gringo"


@pytest.mark.parametrize(
    ("before", "after"),
    [("c map tile 3 ", "c map tile 99 "), ("c map tile 3 ", "c map tile -3 "), (" 1,1", " 7,1")],
)
def test_a_formula_of_the_puzzle_that_was_changed_is_refused(before: str, after: str) -> None:
    text = run("cnf", "puzzle.puz").stdout
    lay("bad.cnf", text.replace(before, after))
    lay("model.txt", "s SATISFIABLE\nv 1 0\n")
    result = run("decode", "puzzle.puz", "model.txt", "--cnf", "bad.cnf")
    assert result.status == commands.USAGE
    assert re.match(r"edgeasp: error: bad\.cnf:\d+: expected 'c map' as edgeasp cnf writes it", result.stderr)
