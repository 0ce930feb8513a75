"""Proofs with hints, and their checkers."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check.proof import Deletion, HintChecker, Lemma, ProofError, StepError, steps
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.views import Conditions
from edgeasp.system.errors import SolverError
from tests.lab.support import checkers
from tests.lab.support.certificates import boards_of, certified
from tests.lab.tools.certificates import run
from tests.support import boards

# ---- checkers ----

Clauses = Sequence[tuple[int, ...]]

SQUARE = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
"""No model: two variables of which every combination is excluded."""

HINTED = ("5 1 0 1 2 0", "5 d 1 2 0", "6 0 5 3 4 0")
PLAIN = ("1 0", "0")


def with_ends(lines: Sequence[str]) -> list[str]:
    return [f"{line}\n" for line in lines]


def hinted(clauses: Clauses, *lemmas: tuple[Sequence[int], Sequence[int]]) -> HintChecker:
    """A checker that was given clauses and lemmas with their hints."""
    checker = HintChecker()
    for clause in clauses:
        checker.add(clause)
    for literals, hints in lemmas:
        checker.lemma(literals, hints)
    return checker


def read(lines: Sequence[str], without: Sequence[str], variables: int = 2) -> list[Lemma | Deletion]:
    return list(steps(with_ends(lines), with_ends(without), len(SQUARE), variables))


def test_a_proof_is_right() -> None:
    found = read(HINTED, PLAIN)
    assert found == [
        Lemma(1, "1 0\n", 5, (1,), (1, 2)),
        Deletion(2, "", 5, (1, 2)),
        Lemma(3, "0\n", 6, (), (5, 3, 4)),
    ]
    checker = hinted(SQUARE, ((1,), (1, 2)))
    checker.delete((1, 2))
    assert not checker.refuted
    checker.lemma((), (5, 3, 4))
    assert (checker.lemmas, checker.refuted) == (2, True)


def test_steps_have_both_forms() -> None:
    lines = ["5 1 2 0 1 0", "6 1 0 5 2 0", "6 d 1 5 0", "7 0 6 3 4 0"]
    found = read(lines, ["1 2 0", "1 0", "d 1 2 0", "0"])
    assert "".join(step.drat for step in found) == "1 2 0\n1 0\nd 1 2 0\n0\n"
    assert [step.clauses for step in found if isinstance(step, Deletion)] == [(1, 5)]


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ([], 1, "found the end of the file"),
        (["5 1 0 1 2 0"], 2, "found the end of the file"),
        (["0"], 1, "expected a lemma"),
        (["0_0"], 1, "expected a lemma"),
        (["5 1 0 1 2"], 1, "expected a lemma"),
        (["5 1 0"], 1, "expected a lemma"),
        (["5 x 0 1 0"], 1, "expected a lemma"),
        ([""], 1, "expected a lemma"),
        (["c a comment"], 1, "expected a lemma"),
        (["5 01 0 1 2 0"], 1, "expected a lemma"),
        (["5 +1 0 1 2 0"], 1, "expected a lemma"),
        (["5 1_0 0 1 2 0"], 1, "expected a lemma"),
        (["5 -0 0 1 2 0"], 1, "expected a lemma"),
        (["5  1 0 1 2 0"], 1, "expected a lemma"),
        (["5\t1 0 1 2 0"], 1, "expected a lemma"),
        (["5 1 0 1 2 0 "], 1, "expected a lemma"),
        (["5 1 0 1 2 0\r"], 1, "expected a lemma"),
        (["5 1 0 -1 2 0"], 1, "expected a lemma"),
        (["5 d 0"], 1, "expected a lemma"),
        (["\u0665 1 0 1 2 0"], 1, "expected a lemma"),
        ([f"5 {'1' * 5000} 0 1 0"], 1, "expected a lemma"),
        (["4 1 0 1 2 0"], 1, "expected the number of the next lemma, 5, found 4"),
        (["7 1 0 1 2 0"], 1, "expected the number of the next lemma, 5, found 7"),
        (["5 3 0 1 2 0"], 1, "expected variables of the formula, up to 2, found 3"),
        (["5 1 1 0 1 2 0"], 1, "expected each variable once"),
        (["5 1 -1 0 1 2 0"], 1, "expected each variable once"),
        (["4 d 1 0"], 1, "expected the number of the lemma before it, found 4"),
        (["5 1 0 1 2 0", "6 d 1 0"], 2, "expected the number of the lemma before it, found 6"),
        ([*HINTED, "7 1 0 1 2 0"], 4, "expected the end of the file after the empty clause"),
        ([*HINTED, ""], 4, "expected the end of the file after the empty clause"),
    ],
)
def test_a_line_with_another_form_is_refused(lines: list[str], line: int, message: str) -> None:
    """Whatever another program could read in another way."""
    with pytest.raises(StepError) as caught:
        read(lines, PLAIN)
    assert (caught.value.hinted, caught.value.line, message in caught.value.message) == (True, line, True), caught.value


def test_the_last_line_ends_as_well() -> None:
    with pytest.raises(StepError, match="expected a lemma"):
        list(steps(["5 0 1 2 0"], ["0\n"], len(SQUARE), 2))


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        (["1 0"], 2, "expected the lemma or deletion that proof.lrat has there, found the end of the file"),
        (["2 0", "0"], 1, "found another line"),
        (["01 0", "0"], 1, "found another line"),
        (["1 0", "d 1 2 0", "0"], 2, "found another line"),
        (["1 0", "0", "0"], 3, "expected the end of the file after the empty clause"),
    ],
)
def test_the_proof_without_hints_is_the_same_proof(lines: list[str], line: int, message: str) -> None:
    with pytest.raises(StepError) as caught:
        read(HINTED, lines)
    assert (caught.value.hinted, caught.value.line, message in caught.value.message) == (False, line, True)


@pytest.mark.parametrize(
    ("literals", "hints", "message"),
    [
        ((1,), (1,), "expected a lemma that follows from its hints, found: 1"),
        ((1,), (1, 9), "expected the number of a clause as a hint, found 9"),
        ((), (1,), "found: the empty clause"),
        ((), (), "found: the empty clause"),
        ((1,), (3, 1, 2), "expected a lemma that follows from its hints"),
    ],
)
def test_a_lemma_that_its_hints_do_not_prove(literals: tuple[int, ...], hints: tuple[int, ...], message: str) -> None:
    """Also where the hints that prove it come behind one that does not."""
    with pytest.raises(ProofError, match=message):
        hinted(SQUARE, (literals, hints))


@pytest.mark.parametrize("behind", [3, 9])
def test_a_hint_behind_the_conflict_is_not_looked_at(behind: int) -> None:
    """As lrat-check has it."""
    assert hinted(SQUARE, ((1,), (1, 2, behind)), ((), (5, 3, 4))).refuted
    assert checked_by("lrat-check", SQUARE, [f"5 1 0 1 2 {behind} 0", "6 0 5 3 4 0"], [])


def test_a_hint_that_leaves_two_literals_says_nothing() -> None:
    """Or each of two literals would follow from a clause that holds by the other one."""
    with pytest.raises(ProofError, match="expected a lemma that follows from its hints"):
        hinted([(1, 2), (-1,)], ((), (1, 2)))


def test_clauses_that_are_deleted_are_gone() -> None:
    checker = hinted(SQUARE)
    checker.delete((1,))
    with pytest.raises(ProofError, match="expected the number of a clause as a hint, found 1, which is none"):
        checker.lemma((1,), (1, 2))
    with pytest.raises(ProofError, match="expected clauses to delete, found 1, which is none"):
        checker.delete((1,))


LITERALS = st.integers(1, 4).flatmap(lambda each: st.sampled_from([each, -each]))
CLAUSES = st.lists(st.lists(LITERALS, min_size=1, max_size=6).map(tuple), min_size=1, max_size=12)


def implied(clauses: Clauses, literals: Sequence[int]) -> bool:
    """Whether every model of the clauses is one of the lemma, by brute force."""
    models = (
        {number if value else -number for number, value in enumerate(values, start=1)}
        for values in product([False, True], repeat=4)
    )
    return all(
        any(literal in model for literal in literals)
        for model in models
        if all(any(literal in model for literal in clause) for clause in clauses)
    )


@given(CLAUSES, st.lists(LITERALS, max_size=4), st.lists(st.integers(1, 12), max_size=12))
def test_a_lemma_that_a_checker_accepts_is_implied(
    clauses: list[tuple[int, ...]], literals: list[int], hints: list[int]
) -> None:
    named = [number for number in hints if number <= len(clauses)]
    try:
        hinted(clauses, (literals, named))
    except ProofError:
        return
    assert implied(clauses, literals)


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    folder = tmp_path / "proved"
    assert certified(folder, Conditions(boards.FRAME_3X3), boards_of(boards.FRAME_3X3), compress=True)
    return folder


def test_the_real_programs_agree_on_a_right_certificate(certificate: Path) -> None:
    assert verify(str(certificate)).parts[-2].checker == "edgeasp's own checker of hints"
    for name in checkers.BUILT:
        checkers.require(name)
    assert checkers.refusing(certificate) == []


def checked_by(name: str, clauses: Clauses, hinted: Sequence[str], plain: Sequence[str]) -> bool:
    """Whether a program finds a proof right."""
    variables = max(abs(literal) for clause in clauses for literal in clause)
    lines = [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, (*clause, 0))) for clause in clauses)]
    proof = plain if name == "drat-trim" else hinted
    return checkers.accepts(name, "".join(with_ends(lines)), "".join(with_ends(proof)))


@pytest.mark.parametrize("name", checkers.BUILT)
def test_the_real_program_refuses_a_wrong_proof(name: str) -> None:
    hinted, plain = ("5 1 0 1 2 0", "6 0 5 3 4 0"), ("1 0", "0")
    assert checked_by(name, SQUARE, hinted, plain)
    assert not checked_by(name, [*SQUARE[:2], *SQUARE[:2]], hinted, plain)
    assert not checked_by(name, SQUARE, ["5 0 1 2 0"], ["0"])
    if name != "drat-trim":  # propagation of the unit is enough for it
        assert not checked_by(name, SQUARE, hinted[:1], plain[:1])


def test_lrat_check_takes_an_empty_clause_without_a_conflict() -> None:
    """Even of clauses that have a model: its edition of July 2023 lets the hints of the last lemma end anywhere."""
    clauses = [(1,), (1, 2), (2, 3, 4), (-1, 3, 4), (-2, 3), (4, 3)]
    assert checked_by("lrat-check", clauses, ["7 0 1 0"], ["0"])
    assert not checked_by("drat-trim", clauses, ["7 0 1 0"], ["0"])
    with pytest.raises(ProofError, match="expected a lemma that follows from its hints"):
        hinted(clauses, ((), (1,)))


@pytest.mark.parametrize("name", checkers.BUILT)
def test_the_real_program_takes_an_empty_clause_for_a_proof(name: str) -> None:
    """Where nothing fits on a square; drat-trim says that this is right, and ends with status 1."""
    assert checked_by(name, [*SQUARE[:3], ()], ["5 0 4 0"], ["0"])


@pytest.mark.long
def test_random_certificates() -> None:
    """A sample of what `python -m tests.lab.tools.certificates` compares."""
    assert [words for words in run(0, 20) if words.startswith("WRONG")] == []


@pytest.mark.long
@pytest.mark.parametrize("board", list(boards.various()))
def test_other_programs_agree(board: str, tmp_path: Path) -> None:
    puzzle = boards.various()[board]
    claim = certified(tmp_path, Conditions(puzzle), boards_of(puzzle))
    assert claim is not None
    assert verify(str(tmp_path)).claim == claim.claim
    for name in checkers.BUILT:
        checkers.require(name)
    assert checkers.refusing(tmp_path) == []


# ---- reduced proofs ----

# Four clauses exclude all values of two variables. The solver met a lemma before the fourth clause, and numbered it so.
PROOF = b"""\
4 1 0 1 2 0
6 3 -3 0 1 0
7 -1 0 3 5 0
7 d 3 5 0
8 2 7 0 6 0
9 0 4 7 0
10 9 0 1 0
"""


def reduced(proof: bytes) -> tuple[make.Reduced, str, str]:
    hinted, plain = list[bytes](), list[bytes]()
    sizes = make.reduce(BytesIO(proof), 4, hinted.append, plain.append)
    return sizes, b"".join(hinted).decode(), b"".join(plain).decode()


def test_what_the_empty_clause_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = (
        make.Reduced(6, 3, (1, 2, 3, 4)),
        "5 1 0 1 2 0\n5 d 1 2 0\n6 -1 0 3 4 0\n6 d 3 4 0\n7 0 5 6 0\n",
        "1 0\n-1 0\n0\n",
    )
    assert reduced(PROOF) == expected
    for size in (1, 7, 30):
        monkeypatch.setattr(make, "_BLOCK", size)
        assert reduced(PROOF) == expected


def test_a_long_lemma_is_deleted_after_its_last_use() -> None:
    _, hinted, plain = reduced(b"5 1 2 0 1 0\n6 1 0 5 2 0\n7 0 6 3 4 0\n")
    assert hinted == "5 1 2 0 1 0\n5 d 1 0\n6 1 0 5 2 0\n6 d 2 5 0\n7 0 6 3 4 0\n"
    assert plain == "1 2 0\n1 0\nd 1 2 0\n0\n"


def test_a_proof_for_a_formula_of_the_clauses_that_it_needs() -> None:
    """Without the second of five clauses, the others have other numbers."""
    hinted, plain = list[bytes](), list[bytes]()
    proof = BytesIO(b"6 1 2 0 1 3 0\n7 1 0 6 4 0\n8 0 7 5 3 0\n")
    assert make.reduce(proof, 5, hinted.append, plain.append, alone=True) == make.Reduced(3, 3, (1, 3, 4, 5))
    assert b"".join(hinted) == b"5 1 2 0 1 2 0\n5 d 1 0\n6 1 0 5 3 0\n6 d 3 5 0\n7 0 6 4 2 0\n"
    assert b"".join(plain) == b"1 2 0\n1 0\nd 1 2 0\n0\n"


def test_literals_get_the_names_of_the_formula() -> None:
    names = {b"1": b"7", b"-1": b"-7", b"2": b"3", b"-2": b"-3"}
    hinted, plain = list[bytes](), list[bytes]()
    make.reduce(BytesIO(b"5 1 -2 0 1 0\n6 1 0 5 2 0\n7 0 6 3 4 0\n"), 4, hinted.append, plain.append, names=names)
    assert b"".join(hinted) == b"5 7 -3 0 1 0\n5 d 1 0\n6 7 0 5 2 0\n6 d 2 5 0\n7 0 6 3 4 0\n"
    assert b"".join(plain) == b"7 -3 0\n7 0\nd 7 -3 0\n0\n"


@pytest.mark.parametrize("proof", [b"5 1 0 1 2\n6 0 5", b"5"])
def test_a_proof_that_breaks_off(proof: bytes) -> None:
    with pytest.raises(ValueError, match=r"ends with 0|not enough values"):
        reduced(proof)


@pytest.mark.parametrize("proof", [b"", b"5 1 0 1 2 0\n", b"5 d 1 0\n"])
def test_a_proof_without_an_empty_clause(proof: bytes) -> None:
    with pytest.raises(SolverError, match="the empty clause, found none"):
        reduced(proof)


def test_a_lemma_that_needs_more_than_unit_propagation() -> None:
    with pytest.raises(SolverError, match="a lemma that needs more"):
        reduced(b"5 0 -1 2 0\n")


def test_it_can_be_stopped() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make.reduce(BytesIO(PROOF), 4, lambda _: None, lambda _: None, stop)


def test_an_empty_clause_in_the_formula_is_said_once_more() -> None:
    hinted, plain = list[bytes](), list[bytes]()
    assert make.repeat(3, 4, hinted.append, plain.append) == make.Reduced(1, 1, (3,))
    assert (hinted, plain) == ([b"5 0 3 0\n"], [b"0\n"])
    assert make.repeat(3, 4, hinted.append, plain.append, alone=True) == make.Reduced(1, 1, (3,))
    assert hinted[1:] == [b"2 0 1 0\n"]
