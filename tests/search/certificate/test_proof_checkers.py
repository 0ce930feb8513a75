"""The checkers of proofs: with hints, by unit propagation, and programs of others."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.errors import InputError, OptionError
from edgeasp.search.certificate.external import PROGRAMS
from edgeasp.search.certificate.hint_check import HintChecker, ProofError
from edgeasp.search.certificate.plain_check import PlainChecker
from edgeasp.search.certificate.verification import verify
from edgeasp.search.certificate.views import Conditions
from edgeasp.solvers.sat.propagation import PropagationSolver
from tests.support import boards
from tests.support.certificates import boards_of, certified

SQUARE = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
"""No model: two variables of which every combination is excluded."""


def hinted(clauses: Sequence[tuple[int, ...]], *lines: str) -> HintChecker:
    checker = HintChecker()
    for clause in clauses:
        checker.add(clause)
    checker.check(lines)
    return checker


def plain(clauses: Sequence[tuple[int, ...]], *lines: str) -> PlainChecker:
    checker = PlainChecker()
    for clause in clauses:
        checker.add(clause)
    checker.check(lines)
    return checker


def test_a_proof_is_right() -> None:
    assert hinted(SQUARE, "5 1 0 1 2 0", "5 d 1 2 0", "6 0 5 3 4 0", "what follows is not read").lemmas == 2
    assert plain(SQUARE, "1 0", "d 1 0", "0").lemmas == 2


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        (["5 1 0 1 0"], 1, "expected a lemma that follows from its hints, found: 1"),
        (["5 1 0 1 2 0"], 2, "found the end of the file"),
        (["5 1 0 1 9 0"], 1, "expected the number of a clause as a hint, found 9"),
        (["5 1 0 -1 2 0"], 1, "expected the number of a clause as a hint, found -1"),
        (["5 1 0 1 2 0", "5 2 0 1 3 0"], 2, "expected the number of a new lemma, found 5"),
        (["5 d 9 0"], 1, "expected clauses to delete, found 9"),
        (["5 d 1 0", "6 1 0 1 2 0"], 2, "found 1, which is none"),
        (["5 1 0 1 2"], 1, "expected numbers that end with 0"),
        (["5 1 0"], 1, "expected a lemma: a number, literals, 0, hints, 0"),
        (["5 x 0 1 0"], 1, "expected numbers that end with 0"),
        ([""], 1, "expected numbers that end with 0"),
        (["5 0 1 0"], 1, "found: the empty clause"),
    ],
)
def test_a_wrong_line_of_a_proof_with_hints(lines: list[str], line: int, message: str) -> None:
    with pytest.raises(ProofError) as caught:
        hinted(SQUARE, *lines)
    assert (caught.value.line, message in caught.value.message) == (line, True), caught.value


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        (["3 0"], 1, "expected a lemma that follows by unit propagation"),
        (["1 0"], 2, "found the end of the file"),
        (["d 3 0"], 1, "expected a lemma to delete"),
        (["1"], 1, "expected a lemma: literals, then 0"),
        (["1 0 2 0"], 1, "expected a lemma: literals, then 0"),
        (["x 0"], 1, "expected a lemma: literals, then 0"),
        ([""], 1, "expected a lemma: literals, then 0"),
    ],
)
def test_a_wrong_line_of_a_proof_without(lines: list[str], line: int, message: str) -> None:
    with pytest.raises(ProofError) as caught:
        plain(SQUARE, *lines)
    assert (caught.value.line, message in caught.value.message) == (line, True), caught.value


LITERALS = st.integers(1, 4).flatmap(lambda each: st.sampled_from([each, -each]))
CLAUSES = st.lists(st.lists(LITERALS, min_size=1, max_size=6).map(tuple), min_size=1, max_size=12)


def implied(clauses: Sequence[Sequence[int]], lemma: Sequence[int]) -> bool:
    """Whether every model of the clauses is one of the lemma, by brute force."""
    models = (
        {number if value else -number for number, value in enumerate(values, start=1)}
        for values in product([False, True], repeat=4)
    )
    return all(
        any(each in model for each in lemma)
        for model in models
        if all(any(each in model for each in clause) for clause in clauses)
    )


@given(CLAUSES, st.lists(LITERALS, max_size=4), st.lists(st.integers(1, 12), max_size=12))
def test_a_lemma_that_a_checker_accepts_is_implied(
    clauses: list[tuple[int, ...]], lemma: list[int], hints: list[int]
) -> None:
    text = " ".join(map(str, [*lemma, 0]))
    named = " ".join(str(each) for each in hints if each <= len(clauses))
    for check in (
        lambda: hinted(clauses, f"{len(clauses) + 1} {text} {named} 0"),
        lambda: plain(clauses, text),
    ):
        try:
            check()
        except ProofError as error:
            if error.line == 1:
                continue
        assert implied(clauses, lemma)


def test_a_solver_that_starts_anew_keeps_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    from edgeasp.solvers.sat import propagation

    monkeypatch.setattr(propagation, "_MOST_DELETED", 0)
    solver = PropagationSolver()
    for clause in [(1, 2, 3), (1, 2, -3), (-2, 4), (-2, -4)]:
        solver.add(clause)
    assert not solver.follows([4])
    assert all(solver.follows(lemma) for lemma in ([1, 2], [-2], [1]))
    for lemma in ([2, 1], [-2]):
        assert solver.delete(lemma)
    assert not solver.delete([-2])
    # The unit clauses are true for good; nothing else follows.
    assert solver.follows([1, 3])
    assert not solver.follows([3])
    solver.close()


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    folder = tmp_path / "proved"
    assert certified(folder, Conditions(boards.FRAME_3X3), boards_of(boards.FRAME_3X3), compress=True)
    return folder


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_on_the_path_has_the_last_word(
    name: str, certificate: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A program that only looks whether it gets the two files, unpacked."""
    script, proof = tmp_path / name, PROGRAMS[name][0]
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    script.write_text("#!/bin/sh\necho no\n", encoding="utf-8")
    script.chmod(0o755)
    with pytest.raises(InputError, match=f"{proof}: expected a right proof; {name} says: no"):
        verify(str(certificate), checker=name)
    script.write_text(
        f'#!/bin/sh\ngrep -q "^p cnf" "$1" && [ "$(basename "$2")" = {proof} ] && tail -n 1 "$2" | grep -q 0 && '
        "echo s VERIFIED UNSAT\n",
        encoding="utf-8",
    )
    assert verify(str(certificate), checker=name).parts[-2].checker.endswith(f"the program {name}")


@pytest.mark.skipif(shutil.which("drat-trim") is not None, reason="drat-trim is here")
def test_a_program_that_is_not_there(certificate: Path) -> None:
    with pytest.raises(OptionError, match="there is no program drat-trim on the path"):
        verify(str(certificate), checker="drat-trim")


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("board", list(boards.various()))
def test_other_programs_agree(name: str, board: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"there is no {name} here")
    puzzle = boards.various()[board]
    claim = certified(tmp_path, Conditions(puzzle), boards_of(puzzle))
    assert claim is not None
    assert verify(str(tmp_path), checker=name).claim == claim.claim
