"""Proofs of a solver, reduced to what they need."""

from __future__ import annotations

from io import BytesIO

import pytest

from edgeasp.lab.certificate import make
from edgeasp.system.errors import SolverError

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
