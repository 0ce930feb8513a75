"""Proofs with hints, and their checkers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check.proof import HintChecker, Lemma, ProofError, StepError, read_steps
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.views import Conditions
from edgeasp.system.errors import SolverError
from edgeasp.system.limits import Deadline
from tests.lab.support import checkers
from tests.lab.support.certificates import boards_of, certified
from tests.lab.tools.certificates import run
from tests.support import boards
from tests.support.answers import answered, require_same, unescaped

# ---- checkers ----

Clauses = Sequence[tuple[int, ...]]

SQUARE = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
"""No model: two variables of which every combination is excluded."""

TABLE = Path(__file__).parent / "proofs.txt"


def with_ends(lines: Sequence[str]) -> list[str]:
    return [f"{line}\n" for line in lines]


def hinted(clauses: Clauses, *lemmas: tuple[Sequence[int], Sequence[int]]) -> HintChecker:
    """A checker that was given clauses and lemmas with their hints."""
    checker = HintChecker()
    for clause in clauses:
        checker.add_clause(clause)
    for literals, hints in lemmas:
        checker.check_lemma(literals, hints)
    return checker


def checked(command: str, lines: tuple[str, ...]) -> Iterator[str]:
    """Check a proof of proofs.txt, and describe its steps up to the first that is refused."""
    clauses = [tuple(map(int, words.split())) for words in command.split(",")]
    variables = max(abs(literal) for clause in clauses for literal in clause)
    proof, _, plain = unescaped(lines).partition("--\n")
    checker, line = hinted(clauses), 0
    try:
        hints, lemmas = proof.splitlines(keepends=True), plain.splitlines(keepends=True)
        for step in read_steps(hints, lemmas, len(clauses), variables):
            line = step.line
            if isinstance(step, Lemma):
                checker.check_lemma(step.literals, step.hints)
            else:
                checker.delete_clauses(step.clauses)
            yield f"{line}: {step.drat!r}"
    except StepError as error:
        yield f"{'proof.lrat' if error.hinted else 'proof.drat'}:{error.line}: {error.message}"
    except ProofError as error:
        yield f"proof.lrat:{line + (not line)}: {error}"
    yield f"{checker.lemmas} lemmas{', refuted' if checker.refuted else ''}"


def test_proofs_are_accepted_or_refused_by_their_line() -> None:
    written = TABLE.read_text(encoding="utf-8")
    require_same(written, answered(written, checked))


def test_a_number_has_eighteen_digits_at_most() -> None:
    for digits, expected in ((18, "expected variables of the formula"), (19, "expected a lemma"), (5000, "expected a")):
        with pytest.raises(StepError, match=expected):
            list(read_steps([f"5 {'1' * digits} 0 1 0\n"], [], len(SQUARE), 2))


@pytest.mark.parametrize("behind", [3, 9])
def test_a_hint_behind_the_conflict_is_not_looked_at(behind: int) -> None:
    """As lrat-check has it."""
    assert hinted(SQUARE, ((1,), (1, 2, behind)), ((), (5, 3, 4))).refuted
    assert checked_by("lrat-check", SQUARE, [f"5 1 0 1 2 {behind} 0", "6 0 5 3 4 0"], [])


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


def reduced(proof: bytes) -> tuple[make.ReducedProof, str, str]:
    hinted, plain = list[bytes](), list[bytes]()
    sizes = make.reduce_proof(BytesIO(proof), 4, hinted.append, plain.append)
    return sizes, b"".join(hinted).decode(), b"".join(plain).decode()


def test_what_the_empty_clause_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = (
        make.ReducedProof(6, 3, (1, 2, 3, 4)),
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
    assert make.reduce_proof(proof, 5, hinted.append, plain.append, only_needed=True) == make.ReducedProof(
        3, 3, (1, 3, 4, 5)
    )
    assert b"".join(hinted) == b"5 1 2 0 1 2 0\n5 d 1 0\n6 1 0 5 3 0\n6 d 3 5 0\n7 0 6 4 2 0\n"
    assert b"".join(plain) == b"1 2 0\n1 0\nd 1 2 0\n0\n"


def test_literals_get_the_names_of_the_formula() -> None:
    names = {b"1": b"7", b"-1": b"-7", b"2": b"3", b"-2": b"-3"}
    hinted, plain = list[bytes](), list[bytes]()
    make.reduce_proof(BytesIO(b"5 1 -2 0 1 0\n6 1 0 5 2 0\n7 0 6 3 4 0\n"), 4, hinted.append, plain.append, names=names)
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
        make.reduce_proof(BytesIO(PROOF), 4, lambda _: None, lambda _: None, Deadline(on_tick=stop))


def test_an_empty_clause_in_the_formula_is_said_once_more() -> None:
    hinted, plain = list[bytes](), list[bytes]()
    assert make.write_trivial_proof(3, 4, hinted.append, plain.append) == make.ReducedProof(1, 1, (3,))
    assert (hinted, plain) == ([b"5 0 3 0\n"], [b"0\n"])
    assert make.write_trivial_proof(3, 4, hinted.append, plain.append, only_needed=True) == make.ReducedProof(
        1, 1, (3,)
    )
    assert hinted[1:] == [b"2 0 1 0\n"]


if __name__ == "__main__":
    TABLE.write_text(answered(TABLE.read_text(encoding="utf-8"), checked), encoding="utf-8")
