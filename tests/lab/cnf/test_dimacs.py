"""Formulas, and what SAT solvers print.

`python -m tests.lab.cnf.test_dimacs` writes anew what is read from the texts in dimacs.txt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pysat.formula import CNF  # type: ignore[import-untyped]

from edgeasp.formats import plain
from edgeasp.lab.cnf import dimacs
from edgeasp.lab.cnf.cnf import ENCODINGS, Formula
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import EncodingError, InputError
from tests.formats.test_malformed import REPEATED, within_a_second
from tests.support import boards, brute, strategies
from tests.support.answers import answered, require_same, unescaped
from tests.support.general import KINDS, general
from tests.support.lanes import represented
from tests.support.solving import as_clues

# ---- formulas ----

NAMES = ["golden", "framed 3x4", "framed 2x3 signed", "surplus 3x3", "unframed 3x2 partly signed", "symmetric centre"]
NAMES += KINDS


def named(name: str) -> Puzzle:
    return general(name, [name]) if name in KINDS else boards.various()[name]


def written(formula: Formula) -> str:
    return "".join(dimacs.write(formula))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", NAMES)
def test_a_solver_reads_what_the_formula_says(name: str, encoding: str) -> None:
    formula = Formula(named(name), encoding=encoding)
    text = written(formula)
    read = CNF(from_string=text)
    assert [tuple(clause) for clause in read.clauses] == list(formula.clauses())
    [(variables, clauses)] = re.findall(r"^p cnf (\d+) (\d+)$", text, re.MULTILINE)
    assert (int(variables), int(clauses)) == (formula.variables.count, len(read.clauses))
    assert max(abs(literal) for clause in read.clauses for literal in clause) == read.nv == int(variables)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_longer_than_a_batch(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    formula = Formula(boards.FRAME_3X3, encoding=encoding)
    whole = written(formula)
    monkeypatch.setattr(dimacs, "BATCH", 7)
    assert written(formula) == whole


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", NAMES)
def test_the_comments_give_each_variable_its_meaning(name: str, encoding: str) -> None:
    """Each once, by the legend in the file itself; and so that they can be read back."""
    puzzle = named(name)
    formula = Formula(puzzle, encoding=encoding)
    text = written(formula)
    meant: Counter[int] = Counter()
    for line in re.findall(r"^c map (.*)$", text, re.MULTILINE):
        kind, *words = line.split()
        before = {"puzzle": None, "tile": 1, "colour": 2, "turned": 2, "plus": 0}[kind]
        if before is not None:
            assert f"c   {kind} " in text
            first, members = int(words[before]), words[before + 1 :]
            meant.update(range(first, first + max(1, len(members))))
    assert meant == Counter(range(1, formula.variables.count + 1))
    head = dimacs.read(text, "x.cnf")
    assert head == dimacs.Header(dimacs.digest(puzzle), formula.meaning, formula.variables.count)


def test_turned_variables_mean_what_the_comments_say() -> None:
    """Those of `direct`, which decoding does not need."""
    puzzle = boards.various()["surplus 3x3"]
    formula = Formula(puzzle, encoding="direct")
    variables, runs = formula.variables, 0
    for tile, rot, first, squares in re.findall(
        r"^c map turned (\d+) (\d) (\d+) (.*)$", written(formula), re.MULTILINE
    ):
        for number, place in enumerate(squares.split(), start=int(first)):
            col, row = map(int, place.split(","))
            assert variables.placement[row * puzzle.cols + col][int(tile), int(rot)] == number
            runs += 1
    assert runs


def test_clues_do_not_change_the_numbers() -> None:
    puzzle = boards.FRAME_3X3
    clues = as_clues({(1, 1): (8, 0)}, puzzle)
    for encoding in ENCODINGS:
        free, bound = Formula(puzzle, encoding=encoding), Formula(puzzle, clues, encoding)
        assert free.variables == bound.variables
        assert set(free.clauses()) < set(bound.clauses())


def test_the_first_line_says_what_it_is() -> None:
    clue = as_clues({(1, 1): (8, 0)}, boards.FRAME_3X3)
    lines = [written(Formula(boards.FRAME_3X3, clues, "direct")).splitlines()[0] for clues in (Solution(), clue)]
    assert lines == [
        "c An edge-matching puzzle of 3 x 3 tiles as CNF: direct",
        "c An edge-matching puzzle of 3 x 3 tiles as CNF: direct, 1 clue",
    ]


def test_a_formula_that_lists_fewer_clues_than_it_has_is_refused() -> None:
    """Its answer "unsatisfiable" would be taken for that of the puzzle."""
    text = written(Formula(boards.FRAME_3X3, as_clues({(1, 1): (8, 0)}, boards.FRAME_3X3)))
    assert len(dimacs.read(text, "x.cnf").clues) == 1
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("c clue ")]
    with pytest.raises(InputError, match=r"^x\.cnf:\d+: expected 1 line 'c clue' before this one, found 0: write the"):
        dimacs.read("".join(lines), "x.cnf")


def test_digests_distinguish_puzzles() -> None:
    various = boards.various().values()
    assert len({dimacs.digest(puzzle) for puzzle in various}) == len({plain.write_puz(puzzle) for puzzle in various})


def test_a_puzzle_that_nothing_fits_has_a_formula_nevertheless() -> None:
    """Without candidates there are empty clauses, which DIMACS can write, and perhaps no variables."""
    puzzle = plain.read_puz("2 2\n0 1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1\n", "none.puz")
    assert not brute.solve(puzzle).pictures
    for encoding in ENCODINGS:
        text = written(Formula(puzzle, encoding=encoding))
        assert "\n0\n" in text
        assert dimacs.read(text, "x.cnf").variables == Formula(puzzle, encoding=encoding).variables.count


@given(strategies.puzzles(strategies.few_colours), st.sampled_from(list(ENCODINGS)))
def test_any_formula_is_read_back(puzzle: Puzzle, encoding: str) -> None:
    formula = Formula(puzzle, encoding=encoding)
    head = "".join(text for _, text in zip(range(2), dimacs.write(formula), strict=False))
    assert dimacs.read(head, "x.cnf") == dimacs.Header(dimacs.digest(puzzle), formula.meaning, formula.variables.count)


def test_an_encoding_that_does_not_exist() -> None:
    with pytest.raises(EncodingError, match=r"expected a CNF encoding .*heule-all, direct.*, found 'heule'"):
        Formula(boards.GOLDEN, encoding="heule")


def test_no_comment_is_longer_than_other_programs_accept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many squares, each line has some; together they say the same."""
    assert dimacs._MOST_SQUARES * len("99,99 ") < 1000
    monkeypatch.setattr(dimacs, "_MOST_SQUARES", 2)
    for name in ("unframed 3x2", "framed 3x4"):
        formula = Formula(boards.various()[name], encoding="direct")
        text = written(formula)
        assert all(len(line.split()) <= 7 for line in text.splitlines() if line.startswith("c map tile"))
        assert dimacs.read(text, "x.cnf").meaning == formula.meaning


# ---- models ----

TEXTS = Path(__file__).parent / "dimacs.txt"


def rerun(text: str) -> str:
    """Return the texts with what is read from them now."""
    return answered(text, lambda command, lines: read_as(command, unescaped(lines)))


def read_as(reader: str, text: str) -> list[str]:
    try:
        if reader == "cnf":
            return [repr(dimacs.read(text, "x"))]
        models = dimacs.read_models(text, "x")
    except InputError as error:
        return [f"! {error}"]
    return [f"{sorted(model.true)}, largest {model.largest}, line {model.line}" for model in models]


def test_texts() -> None:
    written = TEXTS.read_text(encoding="utf-8")
    require_same(written, rerun(written))


@given(st.lists(st.sets(st.integers(1, 30)), min_size=1, max_size=3), st.integers(1, 7))
def test_whatever_the_lengths_of_the_lines(true: list[set[int]], width: int) -> None:
    text = "s SATISFIABLE\n"
    for each in true:
        literals = [variable if variable in each else -variable for variable in range(1, 31)] + [0]
        text += "".join(
            "v " + " ".join(map(str, literals[start : start + width])) + "\n" for start in range(0, 31, width)
        )
    assert [model.true for model in dimacs.read_models(text, "x")] == [frozenset(each) for each in true]


pieces = st.sampled_from(["v ", "s ", "SAT", "UNSATISFIABLE", "\n", " ", "1", "-2", "0", "-0", "-", "c", "x", "\t"])


@given(st.one_of(st.text(max_size=30), st.lists(pieces, max_size=15).map("".join)))
@example("v -0")
@example("v 1 \x00 0")
def test_any_text_gives_models_or_an_input_error(text: str) -> None:
    with suppress(InputError):
        dimacs.read(text, "x")
    try:
        found = dimacs.read_models(text, "x")
    except InputError:
        return
    assert found or "UNSAT" in text
    for model in found:
        assert all(0 < variable <= model.largest for variable in model.true)


@pytest.mark.sample(4)
@pytest.mark.parametrize("read", [dimacs.read, dimacs.read_models])
@represented("begin, end", [("1", "2 3 4\n"), ("", ""), ("v 1", "x"), ("SAT", "x"), ("3 2\n1", ",")])
def test_long_repetitions(read: Callable[[str, str], object], begin: str, end: str) -> None:
    for part in REPEATED:
        with suppress(InputError), within_a_second():
            read(begin + part * 20_000 + end, "x")


if __name__ == "__main__":
    TEXTS.write_text(rerun(TEXTS.read_text(encoding="utf-8")), encoding="utf-8")
