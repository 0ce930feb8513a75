"""The search that is its own proof: it finds what brute force finds, and each of its lemmas follows."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from edgeasp.formats import plain
from edgeasp.lab.certificate import make, refuter
from edgeasp.lab.certificate.check.proof import HintChecker, ProofError
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.make import ProofOptions
from edgeasp.lab.certificate.refuter import Refuter
from edgeasp.lab.certificate.views import Conditions, board_appearance
from edgeasp.lab.cnf.cnf import Formula
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square, Tile
from edgeasp.system import libraries
from edgeasp.system.limits import Deadline, Limit, LimitReached, Stopped
from edgeasp.system.processes import SystemWarning
from tests.lab.support import checkers
from tests.lab.support.certificates import boards_of
from tests.support import boards

compiled = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
PLANTED = boards.planted(5, 4, 4, 4, framed=True)


def search_of(puzzle: Puzzle, order: Sequence[Square] | None = None) -> Refuter:
    """A search that has not begun."""
    formula = Formula(puzzle, Solution(), "direct")
    fitting = make.fitting_candidates(Conditions(puzzle), formula)
    return Refuter(formula.variables, fitting, puzzle.identical_tiles(), order or puzzle.grid.squares)


@contextmanager
def searched(
    puzzle: Puzzle, pause: int | None = None, order: Sequence[Square] | None = None
) -> Iterator[tuple[Refuter, list[Solution]]]:
    """A search that has found all boards, with pauses after so many lemmas."""
    search = search_of(puzzle, order)
    try:
        found: list[Solution] = []
        done = False
        while not done:
            done = search.run(pause)
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
    for line in b"".join(search.lrat_text()).decode("ascii").splitlines():
        number, *words = line.split()
        if words[0] != "d":
            end = words.index("0")
            assert number.isdigit()
            assert words[-1] == "0"
            yield list(map(int, words[:end])), list(map(int, words[end + 1 : -1]))


@pytest.mark.sample(24)
@compiled
@pytest.mark.parametrize("name", [name for name, puzzle in boards.various().items() if not puzzle.signed])
@pytest.mark.parametrize("pause", [None, 1])
def test_each_board_once_and_every_lemma_follows(name: str, pause: int | None) -> None:
    puzzle = boards.various()[name]
    with searched(puzzle, pause) as (search, found):
        looks = [board_appearance(puzzle, board) for board in found]
        assert len(looks) == len(set(looks))
        assert set(looks) == {board_appearance(puzzle, board) for board in boards_of(puzzle)}
        search.trim_proof()
        checker = HintChecker()
        for clause in integers(search.formula_text()):
            checker.add_clause(clause)
        for literals, hints in proof(search):
            checker.check_lemma(literals, hints)
        assert checker.refuted
        assert checker.lemmas == search.lemmas


def superfluous(clauses: Sequence[Sequence[int]], lemmas: Sequence[tuple[list[int], list[int]]]) -> list[int]:
    """The numbers of lemmas with a hint that leaves no literal that is new, or that stands behind the conflict."""
    known, numbers = [frozenset[int](), *map(frozenset, clauses)], []
    for literals, hints in lemmas:
        false, left = set(literals), [known[hint] for hint in hints]
        for place, clause in enumerate(left, start=1):
            fresh = clause - false
            if len(fresh) != (place < len(left)) or any(-literal in false for literal in fresh):
                numbers.append(len(known))
                break
            false |= {-literal for literal in fresh}
        known.append(frozenset(literals))
    return numbers


TWELVE = """\
4 3
6 1 2 1
4 5 1 2
1 8 2 9
5 4 5 4
1 6 1 3
5 2 2 1
4 9 2 2
5 1 3 8
6 3 8 8
2 1 9 4
3 3 4 4
3 8 5 2
"""
"""In this order of its squares, some steps are reasons of two others, of which one closes the conflict early."""

ORDER = [(0, 0), (0, 1), (3, 2), (2, 1), (1, 1), (2, 2), (0, 2), (1, 2), (3, 0), (3, 1), (2, 0), (1, 0)]


@pytest.mark.sample(4)
@compiled
@pytest.mark.parametrize("number", range(8))
def test_every_hint_serves_in_any_order_of_squares(number: int) -> None:
    """A hint behind the conflict was refused by the checker; one that is satisfied is warned of by lrat-check."""
    puzzle = plain.read_puz(TWELVE, "test") if number == 0 else boards.planted(number, 4, 3, 9)
    order = [Square(*at) for at in ORDER]
    if number:
        Random(number).shuffle(order)
    with searched(puzzle, order=order) as (search, _):
        search.trim_proof()
        clauses, lemmas = integers(search.formula_text()), list(proof(search))
    assert superfluous(clauses, lemmas) == []
    checker = HintChecker()
    for clause in clauses:
        checker.add_clause(clause)
    for literals, hints in lemmas:
        checker.check_lemma(literals, hints)
    assert checker.refuted


@pytest.mark.long
@compiled
def test_a_fact_that_a_neighbour_forbids_is_not_placed() -> None:
    """Or a lemma of which not all is true is a conflict; after 48,977 lemmas, memory was read behind its end."""
    puzzle = boards.planted(5, 4, 3, 5)
    order = [Square(*at) for at in ORDER]
    Random(5).shuffle(order)
    with closing(search_of(puzzle, order)) as search:
        while search.lemmas < 50_000:
            assert not search.run()


@compiled
def test_the_empty_clause_is_the_end() -> None:
    """Also where it follows from units that were learnt below a decision: each decision added it once more."""
    tiles = [(4, 4, 3, 1), (2, 2, 2, 1), (4, 2, 4, 4), (1, 2, 1, 2)]
    puzzle = Puzzle(2, 2, tuple(map(Tile, tiles)), turning=False)
    formula = Formula(puzzle, Solution(), "direct")
    fitting = make.fitting_candidates(Conditions(puzzle, colours=((Square(0, 1), Side.EAST, 1),)), formula)
    with closing(
        Refuter(formula.variables, fitting, [], [Square(*at) for at in [(1, 0), (0, 1), (1, 1), (0, 0)]])
    ) as search:
        while not search.run():
            pass
        search.trim_proof()
        assert [literals for literals, _ in proof(search)].index([]) == search.lemmas - 1


@compiled
def test_moments_of_any_length_give_one_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = []
    for seconds in (0.03, 0.0):
        monkeypatch.setattr(refuter, "_SECONDS", seconds)
        with searched(PLANTED) as (search, found):
            search.trim_proof()
            texts.append(
                (found, *(b"".join(each) for each in (search.formula_text(), search.lrat_text(), search.drat_text())))
            )
    assert texts[0] == texts[1]


@pytest.mark.long
@compiled
def test_a_call_lasts_a_moment_on_a_large_board() -> None:
    """It does not wait for thousands of lemmas, which take a second here."""
    with closing(search_of(boards.planted(1, 16, 16, 17, framed=True))) as search:
        for _ in range(3):
            before = search.lemmas
            assert not search.run()
            assert search.lemmas - before < 1000


SHORT_OF_MEMORY = """\
import resource
from pathlib import Path
from tests.lab.certificate.test_refuter import *

puzzle = boards.planted(1, 9, 9, 5)
formula = Formula(puzzle, Solution(), "direct")
fitting = make.fitting_candidates(Conditions(puzzle), formula)
Refuter(formula.variables, fitting, [], puzzle.grid.squares).close()
for room in (0, 1, 2, 3, 4, 16):
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (room << 20), -1))
    search = None
    try:
        search = Refuter(formula.variables, fitting, [], puzzle.grid.squares)
        while not search.run():
            pass
    except (refuter.MemoryFullError, MemoryError) as error:
        print(type(error).__name__, search is not None)
    if search is not None:
        search.close()
    resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
"""


@pytest.mark.long
@compiled
@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of the process")
def test_without_memory_it_says_so() -> None:
    """Wherever the memory ends: as the search is prepared, and as it goes on."""
    done = subprocess.run([sys.executable, "-c", SHORT_OF_MEMORY], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {"MemoryFullError True", "MemoryFullError False"} <= set(done.stdout.splitlines())


@compiled
def test_no_hint_is_superfluous_at_the_end() -> None:
    """So a proof that lacks one is refused, wherever it is the last of a lemma."""
    with searched(PLANTED) as (search, _):
        search.trim_proof()
        clauses, lemmas = integers(search.formula_text()), list(proof(search))
    assert len(lemmas) > 10
    for cut in range(0, len(lemmas), 7):
        checker = HintChecker()
        for clause in clauses:
            checker.add_clause(clause)
        for literals, hints in lemmas[:cut]:
            checker.check_lemma(literals, hints)
        literals, hints = lemmas[cut]
        with pytest.raises(ProofError):
            checker.check_lemma(literals, hints[:-1])


@compiled
def test_text_comes_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    with searched(PLANTED) as (search, _):
        search.trim_proof()
        whole = [b"".join(each) for each in (search.formula_text(), search.lrat_text(), search.drat_text())]
        monkeypatch.setattr(refuter, "_BLOCK", 1)
        pieces = [list(each) for each in (search.formula_text(), search.lrat_text(), search.drat_text())]
    assert whole == [b"".join(each) for each in pieces]


def certified(
    folder: Path,
    *,
    own_search: bool = True,
    conflicts: int | None = None,
    on_note: Callable[[str], object] = lambda words: None,
) -> str:
    """Certify the planted board by a search, and verify that; the programs that the claim names."""
    make.prepare_folder(str(folder))
    options = ProofOptions(Deadline(), conflicts, own_search=own_search, on_note=on_note)
    from edgeasp.search.task import make_task

    made = make.certify(make_task(PLANTED), Conditions(PLANTED), None, str(folder), options)
    assert made.claim is not None
    assert made.claim.boards == len(boards_of(PLANTED))
    assert verify(str(folder)).claim == made.claim.claim
    assert checkers.refusing(folder) == []
    return made.claim.written_by


@compiled
def test_the_search_makes_the_proof(tmp_path: Path) -> None:
    assert "CaDiCaL" not in certified(tmp_path)


@compiled
@pytest.mark.parametrize(("large", "compress", "packed"), [(1, None, True), (2**30, None, False), (1, False, False)])
def test_large_proofs_are_compressed(
    large: int, compress: bool | None, packed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make, "_LARGE", large)
    make.prepare_folder(str(tmp_path))
    options = ProofOptions(Deadline(), compress=compress)
    assert make.write_certificate(Conditions(PLANTED), boards_of(PLANTED), str(tmp_path), options).claim is not None
    for name in ("formula.cnf", "proof.lrat", "proof.drat"):
        assert (tmp_path / f"{name}.gz").exists() == packed
        assert (tmp_path / name).exists() != packed
    assert ("gunzip" in (tmp_path / "README.md").read_text(encoding="utf-8")) == packed
    verify(str(tmp_path))


def test_cadical_makes_it_if_asked(tmp_path: Path) -> None:
    assert "CaDiCaL" in certified(tmp_path, own_search=False)


def test_cadical_makes_it_without_a_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "_outcomes", {refuter.SOURCE: "refuter.c is not compiled"})
    with pytest.warns(SystemWarning, match="refuter.c is not compiled"):
        assert "CaDiCaL" in certified(tmp_path / "folder")


@compiled
def test_cadical_makes_it_if_there_is_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refuter, "_MOST_BYTES", 64)
    notes = list[str]()
    assert "CaDiCaL" in certified(tmp_path, on_note=notes.append)
    assert notes == ["the search that is its own proof has no memory left: CaDiCaL makes the proof"]


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
    make.prepare_folder(str(tmp_path))
    known = boards_of(PLANTED)
    assert known
    made = make.write_certificate(Conditions(PLANTED), known[1:], str(tmp_path), ProofOptions(Deadline()))
    assert made.claim is None
    assert made.other is not None
    assert board_appearance(PLANTED, made.other) == board_appearance(PLANTED, known[0])


def test_a_limit_ends_the_numbering_of_variables(tmp_path: Path) -> None:
    """A large puzzle has millions of them, before there is a search that looks at the clock."""
    asked, tiles = 0, len(PLANTED.tiles)

    def reached() -> None:
        nonlocal asked
        asked += 1
        if asked > tiles // 2:
            raise LimitReached(Stopped(Limit.TIME, 2))

    deadline = Deadline(on_tick=reached)
    with pytest.raises(LimitReached):
        make.write_certificate(Conditions(PLANTED), [], str(tmp_path), ProofOptions(deadline))
    assert asked == tiles // 2 + 1


def test_signs_are_left_to_cadical() -> None:
    signed = boards.planted(1, 3, 3, 3, framed=True, signs=0.5)
    assert not make.can_search_with_proof(Formula(signed, Solution(), "direct"), make.ProofOptions(Deadline()))


@compiled
def test_letters_without_a_sign_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On some machines `char` holds no number below zero."""
    texts = []
    for sign in ("signed", "unsigned"):
        library = tmp_path / f"{sign}.so"
        flags = ["-O0", "-shared", "-fPIC", f"-f{sign}-char"]
        subprocess.run(["cc", *flags, "-o", library, refuter.SOURCE], check=True)
        monkeypatch.setattr(libraries, "_outcomes", {})
        monkeypatch.setattr(libraries, "library_path", lambda _, library=library: library)
        with searched(PLANTED) as (search, _):
            search.trim_proof()
            texts.append([b"".join(search.formula_text()), b"".join(search.lrat_text())])
    assert texts[0] == texts[1]
