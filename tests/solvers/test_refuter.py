"""The search that is its own proof: it finds what brute force finds, and each of its lemmas follows."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from edgeasp.batch.cube_verifier import verify
from edgeasp.certificate.check.hint_check import HintChecker, ProofError
from edgeasp.certificate.make import certifying, proving, refuting
from edgeasp.certificate.make.proving import ProofOptions
from edgeasp.certificate.views import Conditions, looks_of
from edgeasp.encoding.formula import Formula
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.solvers import refuter
from edgeasp.solvers.refuter import Refuter
from edgeasp.system.limits import Deadline, Limit, LimitReached
from tests.support import boards
from tests.support.certificates import boards_of

compiled = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
PLANTED = boards.planted(5, 4, 4, 4, framed=True)


@contextmanager
def searched(puzzle: Puzzle, pause: int | None = None) -> Iterator[tuple[Refuter, list[Solution]]]:
    """A search that has found all boards, with pauses after so many lemmas."""
    formula = Formula(puzzle, Solution(), "direct")
    fitting = refuting.fitting(Conditions(puzzle), formula)
    search = Refuter(formula.variables, fitting, puzzle.identical_tiles(), list(puzzle.grid.squares))
    try:
        found: list[Solution] = []
        done: bool | None = False
        while not done:
            done = search.run(pause)
            assert done is not None
            found += search.boards(len(found))
        yield search, found
    finally:
        search.close()


def integers(pieces: Iterator[bytes]) -> list[list[int]]:
    """The numbers of each line, without the 0 at its end; `d` is dropped."""
    text = b"".join(pieces).decode("ascii")
    return [[int(word) for word in line.split()[:-1]] for line in text.replace(" d", " ").split("\n") if line]


def proof(search: Refuter) -> Iterator[tuple[list[int], list[int]]]:
    """The lemmas with their hints."""
    for line in b"".join(search.hinted()).decode("ascii").splitlines():
        number, *words = line.split()
        if words[0] != "d":
            end = words.index("0")
            assert number.isdigit()
            assert words[-1] == "0"
            yield list(map(int, words[:end])), list(map(int, words[end + 1 : -1]))


@compiled
@pytest.mark.parametrize("name", [name for name, puzzle in boards.various().items() if not puzzle.signed])
@pytest.mark.parametrize("pause", [None, 1])
def test_each_board_once_and_every_lemma_follows(name: str, pause: int | None) -> None:
    puzzle = boards.various()[name]
    with searched(puzzle, pause) as (search, found):
        looks = [looks_of(puzzle, board) for board in found]
        assert len(looks) == len(set(looks))
        assert set(looks) == {looks_of(puzzle, board) for board in boards_of(puzzle)}
        search.finish()
        checker = HintChecker()
        for clause in integers(search.formula()):
            checker.add(clause)
        for literals, hints in proof(search):
            checker.lemma(literals, hints)
        assert checker.refuted
        assert checker.lemmas == search.lemmas


@compiled
def test_no_hint_is_superfluous_at_the_end() -> None:
    """So a proof that lacks one is refused, wherever it is the last of a lemma."""
    with searched(PLANTED) as (search, _):
        search.finish()
        clauses, lemmas = integers(search.formula()), list(proof(search))
    assert len(lemmas) > 10
    for cut in range(0, len(lemmas), 7):
        checker = HintChecker()
        for clause in clauses:
            checker.add(clause)
        for literals, hints in lemmas[:cut]:
            checker.lemma(literals, hints)
        literals, hints = lemmas[cut]
        with pytest.raises(ProofError):
            checker.lemma(literals, hints[:-1])


@compiled
def test_text_comes_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    with searched(PLANTED) as (search, _):
        search.finish()
        whole = [b"".join(each) for each in (search.formula(), search.hinted(), search.plain())]
        monkeypatch.setattr(refuter, "_BLOCK", 1)
        pieces = [list(each) for each in (search.formula(), search.hinted(), search.plain())]
    assert whole == [b"".join(each) for each in pieces]


def certified(folder: Path, *, own_search: bool = True, conflicts: int | None = None) -> str:
    """Certify the planted board by a search, and verify that; the programs that the claim names."""
    certifying.prepare(str(folder))
    options = ProofOptions(Deadline(), conflicts, own_search=own_search)
    from edgeasp.search.task import make_task

    made = certifying.certify(make_task(PLANTED), Conditions(PLANTED), None, str(folder), options)
    assert made.claim is not None
    assert made.claim.boards == len(boards_of(PLANTED))
    assert verify(str(folder), checker="minisat").claim == made.claim.claim
    return made.claim.written_by


@compiled
def test_the_search_makes_the_proof(tmp_path: Path) -> None:
    assert "CaDiCaL" not in certified(tmp_path)


@compiled
@pytest.mark.parametrize(("large", "compress", "packed"), [(1, None, True), (2**30, None, False), (1, False, False)])
def test_large_proofs_are_compressed(
    large: int, compress: bool | None, packed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refuting, "_LARGE", large)
    certifying.prepare(str(tmp_path))
    options = ProofOptions(Deadline(), compress=compress)
    assert certifying.make(Conditions(PLANTED), boards_of(PLANTED), str(tmp_path), options).claim is not None
    for name in ("formula.cnf", "proof.lrat", "proof.drat"):
        assert (tmp_path / f"{name}.gz").exists() == packed
        assert (tmp_path / name).exists() != packed
    assert ("gunzip" in (tmp_path / "README.md").read_text(encoding="utf-8")) == packed
    verify(str(tmp_path))


def test_cadical_makes_it_if_asked(tmp_path: Path) -> None:
    assert "CaDiCaL" in certified(tmp_path, own_search=False)


def test_cadical_makes_it_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("CC", "no-such-compiler")
    assert "CaDiCaL" in certified(tmp_path / "folder")


@compiled
def test_cadical_makes_it_if_there_is_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refuter, "_MOST_BYTES", 64)
    assert "CaDiCaL" in certified(tmp_path)


@compiled
def test_a_limit_on_conflicts(tmp_path: Path) -> None:
    """It is reached exactly, and the boards so far are kept."""
    with pytest.raises(LimitReached) as caught:
        certified(tmp_path, conflicts=3)
    assert caught.value.stopped.kind is Limit.CONFLICTS
    assert (tmp_path / "unfinished.txt").exists()
    assert not (tmp_path / "claim.json").exists()


@compiled
def test_a_board_that_was_not_given(tmp_path: Path) -> None:
    certifying.prepare(str(tmp_path))
    known = boards_of(PLANTED)
    assert known
    made = certifying.make(Conditions(PLANTED), known[1:], str(tmp_path), ProofOptions(Deadline()))
    assert made.claim is None
    assert made.other is not None
    assert looks_of(PLANTED, made.other) == looks_of(PLANTED, known[0])


def test_signs_are_left_to_cadical() -> None:
    signed = boards.planted(1, 3, 3, 3, framed=True, signs=0.5)
    assert not refuting.can_refute(Formula(signed, Solution(), "direct"), proving.ProofOptions(Deadline()))
