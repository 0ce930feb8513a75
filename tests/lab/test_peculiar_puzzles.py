"""Puzzles with partners, and those whose tiles may not be turned: every way to search has the boards of brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count, product
from math import factorial, prod
from pathlib import Path

import pytest

from edgeasp.encoding.render import FORMULATIONS, HEURISTICS, REDUNDANT, EncodingRequest
from edgeasp.formats import plain
from edgeasp.lab.bench.peers import CpSatRun, SatRun
from edgeasp.lab.campaign.certification import read_finished_campaign
from edgeasp.lab.campaign.ledger import EntryKind, LedgerEntry
from edgeasp.lab.campaign.ledger_audit import audit_ledger
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check.audit import AuditError, FormulaAudit
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.claim import find_anchor
from edgeasp.lab.certificate.make import ProofOptions, build_formula, normalise_boards, open_folder
from edgeasp.lab.certificate.views import Conditions
from edgeasp.lab.cnf import dimacs
from edgeasp.lab.cnf.cnf import ENCODINGS
from edgeasp.parallel.processes import Executor, PoolExecutor
from edgeasp.parallel.split import CUBES_PER_JOB, SHARE, SplitPlan, SplitSearch
from edgeasp.puzzle.model import RIM_PARTS, Puzzle, Solution, Square, Tile
from edgeasp.puzzle.symmetry import count_unseen_rotations
from edgeasp.search.solve import Session
from edgeasp.search.task import Job, make_task
from edgeasp.solvers.backtrack import BacktrackRun
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import SolverRun
from edgeasp.system.errors import EncodingError, InputError
from edgeasp.system.limits import Deadline, Limits
from tests.encoding.test_variants import expected
from tests.lab.campaign.campaigns import audited, carried_on, made
from tests.lab.campaign.test_audit import complete, verified
from tests.lab.support.certificates import boards_of, certified, change
from tests.search.test_narrowing import EVERYWHERE
from tests.search.test_narrowing import searched as narrowed_search
from tests.support import brute
from tests.support.boards import every_small, peculiar
from tests.support.counting import pictures, scannable
from tests.support.executing import InThisProcess
from tests.support.general import Picture, Shown, general, moves, pairs, seen
from tests.support.general import pictures as pictures_of
from tests.support.lanes import thinned
from tests.support.solving import all_answers, as_assignment, as_atoms, as_clues, searched, task_for

SYMMETRIES: tuple[tuple[str, ...] | None, ...] = (
    None,
    ("tile-rotations",),
    ("identical-tiles",),
    ("tile-rotations", "identical-tiles", "board-rotations"),
    ("tile-rotations", "identical-tiles", "polarity"),
)


def requests(seed: object, number: int) -> list[EncodingRequest]:
    rng = random.Random(f"requests {seed}")
    return [
        EncodingRequest(
            rng.choice([None, "partners", "redundant"]),
            rng.choice([None, ("all",), *((each.name,) for each in REDUNDANT)]),
            rng.choice(FORMULATIONS).name,
            rng.choice(SYMMETRIES),
            rng.choice(HEURISTICS).name,
        )
        for _ in range(number)
    ]


def number_of_answers(puzzle: Puzzle, every: brute.Found, symmetry: tuple[str, ...]) -> int:
    """As `asp/symmetry/` says."""
    count = len(every.raw)
    if "tile-rotations" in symmetry:
        count //= count_unseen_rotations(puzzle, Solution())
    if "identical-tiles" in symmetry:
        count //= prod(factorial(len(group)) for group in puzzle.identical_tiles())
    return count


def compare_encodings(puzzle: Puzzle, asked: list[EncodingRequest]) -> int:
    """How many encodings of those asked for were compared."""
    compared = 0
    for request in asked:
        try:
            task = task_for(puzzle, request=request)
        except EncodingError:
            continue
        every = brute.solve(puzzle, framed=task.encoding.framed, signed=task.encoding.signed)
        got = all_answers(task)
        symmetry = task.encoding.symmetry
        turned = {"board-rotations", "polarity"} & set(symmetry)
        should = expected(puzzle, task.encoding) if turned else number_of_answers(puzzle, every, symmetry)
        assert len(got) == len(set(got)) == should, (puzzle, request)
        assert {as_atoms(puzzle, assignment) for assignment in every.raw} >= set(got)
        compared += 1
    return compared


def by_encoding(puzzle: Puzzle, seed: object) -> None:
    """The answers of an encoding that fits the puzzle."""
    while not compare_encodings(puzzle, requests(seed, 1)):
        seed = f"{seed} again"


def by_session(puzzle: Puzzle, seed: object) -> None:
    compare_boards(puzzle, searched(task_for(puzzle)).solutions)


def by_threads(puzzle: Puzzle, seed: object) -> None:
    """Two or three threads of clasp that compete."""
    options = ClaspOptions(threads=random.Random(f"threads {seed}").choice([2, 3]))
    task = task_for(puzzle)
    session = Session(task, options)
    compare_boards(puzzle, [each.solution for each in session.run(Job(task, 0, options))])
    assert session.result().exhausted


def by_jobs(puzzle: Puzzle, seed: object) -> None:
    """Cubes for one to three processes, which take turns in this one."""
    jobs = random.Random(f"jobs {seed}").choice([1, 2, 3])
    compare_boards(puzzle, split(puzzle, InThisProcess(jobs), jobs))


def by_sat(puzzle: Puzzle, seed: object) -> None:
    number = random.Random(f"sat {seed}").randrange(1000)
    compare_peer(puzzle, SatRun(puzzle, encoding=list(ENCODINGS)[number % len(ENCODINGS)], every=True, seed=number))


def by_cp_sat(puzzle: Puzzle, seed: object) -> None:
    compare_peer(puzzle, CpSatRun(puzzle, every=True))


def by_backtracking(puzzle: Puzzle, seed: object) -> None:
    if scannable(puzzle):
        compare_peer(puzzle, BacktrackRun(puzzle, every=True))
    else:
        by_session(puzzle, seed)


WAYS = (
    by_encoding,
    by_sat,
    by_threads,
    by_encoding,
    by_jobs,
    by_backtracking,
    by_encoding,
    by_sat,
    by_session,
    by_cp_sat,
)
"""Of ten searches, so many by each way; each compares the boards that it finds with those of brute force."""


def split(puzzle: Puzzle, executor: Executor, jobs: int) -> list[Solution]:
    """All boards of a search that is split over processes."""
    task = task_for(puzzle)
    plan = SplitPlan(CUBES_PER_JOB * jobs, SHARE)
    search = SplitSearch(task, ClaspOptions(), Deadline(Limits()), jobs, executor=executor, plan=plan)
    found = [each.solution for each in search.run(Job(task, 0, ClaspOptions()))]
    assert search.result().exhausted
    return found


def compare_boards(puzzle: Puzzle, solutions: list[Solution]) -> None:
    shown = [
        tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in as_assignment(puzzle, each)) for each in solutions
    ]
    assert len(shown) == len(set(shown)), puzzle
    assert set(shown) == brute.solve(puzzle).pictures, puzzle


def compare_peer(puzzle: Puzzle, peer: SolverRun) -> None:
    assert pictures(peer) == brute.solve(puzzle).pictures, (peer, puzzle)


def compare_searches(puzzle: Puzzle) -> int:
    """How many searches were compared."""
    for search in (by_session, by_threads, by_jobs):
        search(puzzle, 1)
    runs = [SatRun(puzzle, encoding=name, every=True, seed=seed) for seed, name in enumerate(ENCODINGS)]
    peers = [*runs, CpSatRun(puzzle, every=True), *([BacktrackRun(puzzle, every=True)] if scannable(puzzle) else [])]
    for peer in peers:
        compare_peer(puzzle, peer)
    return 3 + len(peers)


@pytest.mark.parametrize("seed", range(8))
def test_encodings(seed: int) -> None:
    assert sum(compare_encodings(peculiar(f"{seed} {each}", 6), requests(each, 2)) for each in range(3))


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 0])
def test_searches(seed: int) -> None:
    compare_searches(peculiar(seed, 6))


def test_a_partner_that_no_tile_has() -> None:
    tiles = tuple(map(Tile, [(1, 2, 3, 1), (2, 2, 3, 1), (3, 2, 1, 2), (1, 2, 2, 3)]))
    for partners in (((1, 9),), ((1, 9), (2, 3)), ((2, 3), (7, 8))):
        puzzle = Puzzle(2, 2, tiles, partners)
        assert compare_searches(puzzle)
        by_encoding(puzzle, "none")


@cache
def all_small() -> list[Puzzle]:
    """All puzzles of 2 x 2 over two partners, perhaps beside a colour that meets itself, or without turning."""
    return [
        *every_small(2, ((1, 2),), turning=True),
        *every_small(2, ((1, 2),), turning=False),
        *every_small(3, ((1, 2),), turning=True),
        *every_small(2, (), turning=False),
    ]


PARTS = 20
SHORT = 7
"""The part of which ordinary test runs make a twentieth; with the long tests all others are made, and whole."""


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=[pytest.mark.long] * (part != SHORT)) for part in range(PARTS)]
)
def test_all_small_puzzles(part: int) -> None:
    """Each is searched in one way, and its neighbour in the part in another one: more than ten thousand comparisons."""
    compared: Counter[str] = Counter()
    for number, (index, puzzle) in enumerate(list(enumerate(all_small()))[part::PARTS]):
        if part != SHORT or number % 37 == 0:
            way = WAYS[number % len(WAYS)]
            way(puzzle, index)
            compared[way.__name__] += 1
    assert set(compared) == {way.__name__ for way in WAYS}
    assert part == SHORT or compared.total() * (PARTS - 1) > 10_000


@pytest.mark.long
def test_processes() -> None:
    """What processes of this machine get of a puzzle has all that it is."""
    with PoolExecutor(2) as pool:
        for seed in range(2):
            puzzle = peculiar(f"processes {seed}", 6)
            compare_boards(puzzle, split(puzzle, pool, 2))


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_larger_puzzles(part: int) -> None:
    """Of up to 3 x 3, those with few boards in every way."""
    compared = 0
    for number in range(part, 400, 10):
        puzzle = peculiar(f"long {number}")
        if len(brute.solve(puzzle).raw) < 700:
            compared += compare_encodings(puzzle, requests(f"long {number}", 6)) + compare_searches(puzzle)
    assert compared > 300


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(6))
def test_narrowing_loses_no_board(seed: int) -> None:
    puzzle = peculiar(f"narrow {seed}", framed=bool(seed % 2), signed=False)
    for symmetry in (None, (), ("tile-rotations",)):
        task = task_for(puzzle, request=EncodingRequest(symmetry=symmetry))
        narrowed, result = narrowed_search(task, changed=EVERYWHERE)
        assert narrowed == narrowed_search(task, narrow=False)[0]
        assert result.counts.boards == len(brute.solve(puzzle).pictures)


@pytest.mark.sample(1)
@thinned("seed", range(12), every=4)
def test_certificates(seed: int, tmp_path: Path) -> None:
    puzzle = peculiar(f"certificate {seed}", 6)
    claim = certified(tmp_path / "all", Conditions(puzzle), boards_of(puzzle))
    assert claim is not None
    assert claim.boards == len(brute.solve(puzzle).pictures)
    assert verify(str(tmp_path / "all"), puzzle=puzzle).claim == claim.claim
    symmetry = find_anchor(puzzle, as_clues({}, puzzle))
    assert puzzle.turning or symmetry is None
    if symmetry is not None:
        conditions = Conditions(puzzle, anchor=(symmetry.tile, symmetry.rotations))
        found = normalise_boards(conditions, [("brute force", each) for each in boards_of(puzzle)])
        claim = certified(tmp_path / "one", conditions, found)
        assert claim is not None
        assert claim.boards_in_all == len(brute.solve(puzzle).pictures)
        assert verify(str(tmp_path / "one")).claim == claim.claim


@pytest.mark.long
def test_a_certificate_without_its_partners_is_refused(tmp_path: Path) -> None:
    puzzle = next(each for each in map(peculiar, range(99)) if each.partners and brute.solvable(each))
    assert certified(tmp_path, Conditions(puzzle), boards_of(puzzle))
    change(tmp_path, "puzzle.puz", lambda text: "\n".join(each for each in text.split("\n") if "partners" not in each))
    with pytest.raises(InputError):
        verify(str(tmp_path))


# ---- all features ----


MOST_BOARDS = 200


def named(name: str, kinds: tuple[str, ...]) -> Puzzle:
    """Return a random puzzle with these features and few boards."""
    every = (general(f"{name} {number}", kinds) for number in count())
    return next(puzzle for puzzle in every if len(pictures_of(puzzle)) <= MOST_BOARDS)


def least(puzzle: Puzzle, boards: list[Picture]) -> list[Picture]:
    motions = moves(puzzle)
    return [min((motion(board) for motion in motions), key=repr) for board in boards]


def campaign(name: str, kinds: tuple[str, ...], folder: Path) -> None:
    """Run a campaign of one of four sorts, in one of the orders, and compare its boards."""
    puzzle, rng = named(name, kinds), random.Random(name)
    # Identical tiles, and rotations that look the same, may have millions of assignments for one board.
    few = not puzzle.identical_tiles() and all(len(rots) < 3 for looks in puzzle.looks for rots in looks.values())
    sort, order = rng.choice(["all", "count", "up to rotation", "every assignment"]), rng.choice(["outward", "corners"])
    sort = "all" if sort == "every assignment" and not few else sort
    request = EncodingRequest(symmetry=() if sort == "every assignment" else None)
    plan = SplitPlan(6, 5, order)  # type: ignore[arg-type]
    stated = made(
        folder, puzzle, plan, request=request, counts=sort == "count", up_to_rotation=sort == "up to rotation"
    )
    progress, every = carried_on(stated, scan=rng.random() < 0.5), sorted(pictures_of(puzzle))
    assert (len(progress.open), audited(stated).open) == (0, 0)
    found = [seen(puzzle, plain.read_sol(text, puzzle, "it.sol")) for text in progress.boards]
    if sort == "count":
        assert progress.found == len(every)
    elif sort == "up to rotation":
        assert sorted(least(puzzle, found)) == sorted(set(least(puzzle, every)))
    else:
        assert sorted(set(found) if sort == "every assignment" else found) == every


@pytest.mark.sample(6)
@pytest.mark.parametrize("kinds", pairs(), ids="+".join)
def test_a_campaign_finds_the_boards(kinds: tuple[str, ...], tmp_path: Path) -> None:
    campaign(f"campaign {'+'.join(kinds)}", kinds, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(("number", "kinds"), [*product(range(9), pairs())])
def test_campaigns_find_the_boards(number: int, kinds: tuple[str, ...], tmp_path: Path) -> None:
    campaign(f"{number} {'+'.join(kinds)}", kinds, tmp_path)


def test_a_split_on_a_hole_is_refused(tmp_path: Path) -> None:
    """No board has a tile there, so such a split would lose all of them."""
    puzzle = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 3, holes=frozenset({Square(0, 0)}))
    stated = made(tmp_path, puzzle)
    atoms = [f"place({tile + 1},{90 * turn},1,1)" for tile in range(3) for turn in range(4)]
    entry = LedgerEntry(1, EntryKind.SPLIT, "", {"choices": [{"cube": "", "live": [], "refuted": atoms}]})
    with pytest.raises(InputError, match=r"place\(1,0,1,1\) is neither a colour of a diamond nor a tile on a corner"):
        audit_ledger(stated, [entry], "ledger")


def test_a_campaign_that_cannot_be_certified_says_so(tmp_path: Path) -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 2, 1, 3)),) * 4, partners=((1, 2), (1, 3)))
    with pytest.raises(EncodingError, match="a certificate does not support puzzles with colours that match several"):
        read_finished_campaign(made(tmp_path, puzzle), Deadline())


# ---- certificates of unusual features ----

CERTIFIABLE = [kinds for kinds in pairs() if not {"relation", "subset"} & {*kinds}]


def certificate(name: str, kinds: tuple[str, ...], folder: Path) -> None:
    """Certify all boards, by the search that is its own proof or by CaDiCaL, and compare those that are verified."""
    puzzle, rng = named(name, kinds), random.Random(name)
    options = ProofOptions(Deadline(), own_search=rng.random() < 0.6)
    with open_folder(str(folder)):
        assert make.certify(make_task(puzzle), Conditions(puzzle), None, str(folder), options).claim
    verified = verify(str(folder), puzzle=puzzle)
    every = sorted(pictures_of(puzzle))
    assert sorted(seen(puzzle, board) for board in verified.boards) == every
    assert verified.boards_in_all == len(every)


@pytest.mark.sample(6)
@pytest.mark.parametrize("kinds", CERTIFIABLE, ids="+".join)
def test_a_certificate_has_the_boards(kinds: tuple[str, ...], tmp_path: Path) -> None:
    certificate(f"certificate {'+'.join(kinds)}", kinds, tmp_path / "proved")


@pytest.mark.long
@pytest.mark.parametrize(("number", "kinds"), [*product(range(15), CERTIFIABLE)])
def test_certificates_have_the_boards(number: int, kinds: tuple[str, ...], tmp_path: Path) -> None:
    certificate(f"{number} {'+'.join(kinds)}", kinds, tmp_path / "proved")


def shown(puzzle: Puzzle) -> set[tuple[Shown, ...]]:
    """Return the colours of all boards."""
    return {tuple(colours for colours, *_ in board) for board in pictures_of(puzzle)}


def looser(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Return puzzles that have the boards of this one and perhaps more."""
    yield replace(puzzle, tiles=tuple(replace(tile, only=None) for tile in puzzle.tiles))
    yield replace(puzzle, rim=tuple((part, tuple(puzzle.colours)) for part, _ in puzzle.rim))
    yield replace(puzzle, rim=tuple((part, ()) for part in RIM_PARTS))
    yield replace(puzzle, flipping=True)
    if not puzzle.framed:
        yield replace(puzzle, wraps=frozenset())


@pytest.mark.sample(3)
@pytest.mark.parametrize("kinds", CERTIFIABLE, ids="+".join)
def test_the_audit_refuses_what_a_looser_puzzle_does_not_imply(kinds: tuple[str, ...]) -> None:
    every = (named(f"{number} {'+'.join(kinds)}", kinds) for number in count())
    loose = ((puzzle, [other for other in looser(puzzle) if shown(other) > shown(puzzle)]) for puzzle in every)
    puzzle, others = next((puzzle, others) for puzzle, others in loose if others)
    found = (("clingo", one.solution) for one in Session(make_task(puzzle)).solve(0))
    boards = normalise_boards(Conditions(puzzle), found)
    lines = "".join(dimacs.formula_text(*build_formula(Conditions(puzzle), boards))).splitlines(keepends=True)
    assert list(FormulaAudit(Conditions(puzzle), boards).audit_clauses(lines))
    for other in others:
        with pytest.raises(AuditError):
            list(FormulaAudit(Conditions(other), boards).audit_clauses(lines))


@pytest.mark.sample(2)
@pytest.mark.parametrize("kinds", CERTIFIABLE, ids="+".join)
def test_a_certified_campaign_has_the_boards(kinds: tuple[str, ...], tmp_path: Path) -> None:
    puzzle = named(f"divided {'+'.join(kinds)}", kinds)
    found = verified(complete(tmp_path, puzzle, "corners"), tmp_path / "proved")
    assert sorted(seen(puzzle, board) for board in found) == sorted(pictures_of(puzzle))


def test_a_campaign_up_to_rotation_that_cannot_be_certified_says_so(tmp_path: Path) -> None:
    puzzle = Puzzle(2, 2, tuple(map(Tile, [(1, 2, 3, 4), (4, 3, 2, 1), (1, 1, 2, 2), (3, 4, 3, 4)])), flipping=True)
    stated = made(tmp_path, puzzle, up_to_rotation=True)
    with pytest.raises(EncodingError, match="up to rotation of the board: that needs"):
        read_finished_campaign(stated, Deadline())
