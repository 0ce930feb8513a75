"""Campaigns and certificates of puzzles with unusual features: the boards of brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, product
from pathlib import Path

import pytest

from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import dimacs, plain
from edgeasp.lab.campaign.certification import divide
from edgeasp.lab.campaign.ledger import Entry, EntryKind
from edgeasp.lab.campaign.ledger_audit import audit
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check.audit import Audit, AuditError
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.make import ProofOptions, conforming, formula_of, opened
from edgeasp.lab.certificate.views import Conditions
from edgeasp.parallel.split import SplitPlan
from edgeasp.puzzle.model import RIM_PARTS, Puzzle, Square, Tile
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from edgeasp.system.errors import EncodingError, InputError
from edgeasp.system.limits import Deadline
from tests.lab.campaign.campaigns import audited, carried_on, made
from tests.support.general import Picture, Shown, general, moves, pairs, pictures, seen

MOST_BOARDS = 200


def named(name: str, kinds: tuple[str, ...]) -> Puzzle:
    """Return a random puzzle with these features and few boards."""
    every = (general(f"{name} {number}", kinds) for number in count())
    return next(puzzle for puzzle in every if len(pictures(puzzle)) <= MOST_BOARDS)


def least(puzzle: Puzzle, boards: list[Picture]) -> list[Picture]:
    motions = moves(puzzle)
    return [min((motion(board) for motion in motions), key=repr) for board in boards]


def campaign(name: str, kinds: tuple[str, ...], folder: Path) -> None:
    """Run a campaign of one of four sorts, in one of the orders, and compare its boards."""
    puzzle, rng = named(name, kinds), random.Random(name)
    sort, order = rng.choice(["all", "count", "up to rotation", "every assignment"]), rng.choice(["outward", "corners"])
    request = EncodingRequest(symmetry=() if sort == "every assignment" else None)
    plan = SplitPlan(6, 5, order)  # type: ignore[arg-type]
    stated = made(
        folder, puzzle, plan, request=request, counts=sort == "count", up_to_rotation=sort == "up to rotation"
    )
    progress, every = carried_on(stated, scan=rng.random() < 0.5), sorted(pictures(puzzle))
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
@pytest.mark.parametrize(("number", "kinds"), product(range(9), pairs()))
def test_campaigns_find_the_boards(number: int, kinds: tuple[str, ...], tmp_path: Path) -> None:
    campaign(f"{number} {'+'.join(kinds)}", kinds, tmp_path)


def test_a_split_on_a_hole_is_refused(tmp_path: Path) -> None:
    """No board has a tile there, so such a split would lose all of them."""
    puzzle = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 3, holes=frozenset({Square(0, 0)}))
    stated = made(tmp_path, puzzle)
    atoms = [f"place({tile + 1},{90 * turn},1,1)" for tile in range(3) for turn in range(4)]
    entry = Entry(1, EntryKind.SPLIT, "", {"choices": [{"cube": "", "live": [], "refuted": atoms}]})
    with pytest.raises(InputError, match=r"place\(1,0,1,1\) is no colour of a diamond and no lying on a corner"):
        audit(stated, [entry], "ledger")


def test_a_campaign_that_cannot_be_certified_says_so(tmp_path: Path) -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 2, 1, 3)),) * 4, partners=((1, 2), (1, 3)))
    with pytest.raises(EncodingError, match="a certificate does not know puzzles with colours that meet several"):
        divide(made(tmp_path, puzzle), Deadline())


# ---- certificates ----

CERTIFIABLE = [kinds for kinds in pairs() if not {"relation", "subset"} & {*kinds}]


def certificate(name: str, kinds: tuple[str, ...], folder: Path) -> None:
    """Certify all boards, by the search that is its own proof or by CaDiCaL, and compare those that are verified."""
    puzzle, rng = named(name, kinds), random.Random(name)
    options = ProofOptions(Deadline(), own_search=rng.random() < 0.6)
    with opened(str(folder)):
        assert make.certify(make_task(puzzle), Conditions(puzzle), None, str(folder), options).claim
    verified = verify(str(folder), puzzle=puzzle)
    every = sorted(pictures(puzzle))
    assert sorted(seen(puzzle, board) for board in verified.boards) == every
    assert verified.boards_in_all == len(every)


@pytest.mark.sample(6)
@pytest.mark.parametrize("kinds", CERTIFIABLE, ids="+".join)
def test_a_certificate_has_the_boards(kinds: tuple[str, ...], tmp_path: Path) -> None:
    certificate(f"certificate {'+'.join(kinds)}", kinds, tmp_path / "proved")


@pytest.mark.long
@pytest.mark.parametrize(("number", "kinds"), product(range(15), CERTIFIABLE))
def test_certificates_have_the_boards(number: int, kinds: tuple[str, ...], tmp_path: Path) -> None:
    certificate(f"{number} {'+'.join(kinds)}", kinds, tmp_path / "proved")


def shown(puzzle: Puzzle) -> set[tuple[Shown, ...]]:
    """Return the colours of all boards."""
    return {tuple(colours for colours, *_ in board) for board in pictures(puzzle)}


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
    boards = conforming(Conditions(puzzle), found)
    lines = "".join(dimacs.write(*formula_of(Conditions(puzzle), boards))).splitlines(keepends=True)
    assert list(Audit(Conditions(puzzle), boards).clauses(lines))
    for other in others:
        with pytest.raises(AuditError):
            list(Audit(Conditions(other), boards).clauses(lines))
