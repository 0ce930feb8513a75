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
from edgeasp.encoding.facts import read_clingo_output
from edgeasp.formats import plain
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.task import make_task
from edgeasp.system.errors import InputError
from tests.encoding.test_render import FOREIGN
from tests.support import boards, brute
from tests.support.running import run
from tests.support.solving import as_assignment, as_atoms
from tests.support.waiting import PATIENCE

FRAME = boards.FRAME_3X3


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
    return facts.write_facts(puzzle) + render.render(make_task(puzzle).encoding).text


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
    lay("answers.txt", clingo(facts.write_facts(boards.GOLDEN, class_only=True) + FOREIGN, "0", *form))
    result = run("decode", "golden.puz", "answers.txt")
    found = {as_assignment(boards.GOLDEN, each) for each in solutions(result.stdout, boards.GOLDEN)}
    assert found == brute.solve(boards.GOLDEN).assignments


def test_an_encoding_that_knows_less_than_the_puzzle() -> None:
    """What it gives is wrong for the puzzle, and right for what `--encoding decision` asks for."""
    found = brute.solve(FRAME, framed=False)
    assert len(found.pictures) > len(brute.solve(FRAME).pictures)
    lay("answers.txt", clingo(facts.write_facts(FRAME) + FOREIGN + ":- chosenTile(1,1,9).:- not chosenTile(3,3,9)."))
    result = run("decode", "puzzle.puz", "answers.txt")
    if "UNSATISFIABLE" in Path("answers.txt").read_text(encoding="utf-8"):
        pytest.fail("the board has to have an answer with the centre tile in a corner")
    assert (result.status, result.stdout) == (commands.UNANSWERED, "")
    assert result.stderr.startswith("edgeasp: answer 1 is not a solution: boundary: ")
    relaxed = run("decode", "puzzle.puz", "answers.txt", "--encoding", "decision")
    assert relaxed.status == commands.ANSWERED
    assert len(solutions(relaxed.stdout, FRAME)) == 1


# ---- wrong answers ----


@pytest.fixture
def golden() -> None:
    lay("puzzle.puz", plain.write_puz(boards.GOLDEN))


# ---- what is no output of clingo ----


@pytest.mark.parametrize("form", [[], ["--outf=2"]], ids=["text", "json"])
def test_an_output_that_was_cut_off(form: list[str]) -> None:
    """Wherever it was cut: all its solutions are right, or it is refused."""
    printed = clingo(ours(FRAME), "3", *form)
    whole = [each.atoms for each in read_clingo_output(printed, "printed")]
    assert len(whole) == 3
    refusals = 0
    for end in range(0, len(printed), 7):
        try:
            read = read_clingo_output(printed[:end], "cut")
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
        found = read_clingo_output(text, "any.txt")
    except InputError:
        return
    for each in found:
        assert {atom.name for atom in each.atoms} <= {"chosenTile", "chosenRotation"}
        assert each.line is None or 1 <= each.line <= text.count("\n") + 2


@pytest.mark.parametrize("name", ["golden", "framed 2x3", "all alike"])
def test_what_is_written_is_read_again(name: str) -> None:
    puzzle = boards.various()[name]
    for assignment in sorted(brute.solve(puzzle).assignments)[:10]:
        [read] = read_clingo_output("\n".join(f"{atom}." for atom in sorted(as_atoms(puzzle, assignment))), "facts")
        assert as_assignment(puzzle, facts.solution_from_atoms(read.atoms, puzzle)) == assignment
