"""Reasons why a puzzle has no solution, against brute force."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, combinations, islice, permutations, product

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgeasp
from edgeasp.encoding.facts import place_atom
from edgeasp.generate import Recipe, generate, resolve_preset
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.clues import GivenClue
from edgeasp.puzzle.model import Placement, Puzzle, Side, Solution, Square, Tile
from edgeasp.search.explain import (
    ConditionInPlace,
    Explainer,
    Explanation,
    PlacementTest,
    list_dead_ends,
    make_assumption_task,
    summarise_conditions,
    visible_cores,
)
from edgeasp.search.mus import Constraints, Core, MusEnumerator, Outcome, Sat
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.system.errors import InputError
from edgeasp.system.limits import Deadline, LimitReached, Limits
from tests.search.explain.judging import minimal_clashes, scattered, solutions, stands
from tests.support.boards import FRAME_3X3, hard, planted, various
from tests.support.lanes import represented

# ---- explanations ----

BOARDS = ["golden", "frame 3x3", "framed 3x3", "framed 2x3 signed", "surplus 2x3", "symmetric centre", "unframed 2x3"]


def clues_of(placements: Solution) -> list[GivenClue]:
    return [GivenClue(each, "x.clue", line) for line, each in enumerate(placements, 1)]


def explained(puzzle: Puzzle, placements: Solution = Solution(), number: int = 1, most: bool = False) -> Explanation:
    canonical = Solution(tuple(dict.fromkeys(map(puzzle.canonical, placements))))
    explainer = Explainer(puzzle, clues_of(canonical))
    explainer.run(number, most=most)
    return explainer.explanation()


TORUS = generate(Recipe(4, 3, 3, seed=2, wraps=frozenset({"columns", "rows"}))).puzzle


@represented("seed", range(6))
@pytest.mark.parametrize("puzzle", [various()["framed 3x3"], TORUS], ids=["framed", "torus"])
def test_clues_that_are_seen_to_clash_are_all_that_do_alone_or_two_together(puzzle: Puzzle, seed: int) -> None:
    rng = random.Random(seed)
    clues = clues_of(
        Solution(
            tuple(
                Placement(rng.randrange(len(puzzle.tiles)), Square(rng.randrange(puzzle.cols), rng.randrange(3)), rot)
                for rot in (0, 1, 2, 3, 0)
            )
        )
    )
    seen = list(visible_cores(puzzle, [clue.placement for clue in clues]))
    every = [frozenset(parts) for number in (1, 2) for parts in combinations(range(5), number)]
    boards = [Solution(tuple(clues[part].placement for part in parts)) for parts in every]
    clash = [parts for parts, board in zip(every, boards, strict=True) if check(puzzle, board).violations]
    least = [parts for parts in clash if not any(fewer < parts for fewer in clash)]
    assert set(least) <= set(seen) <= set(clash)
    assert seen == [parts for parts in clash if parts in seen]
    assert least


def named(found: Explanation) -> list[frozenset[Placement]]:
    return [frozenset(clue.placement for clue in clash) for clash in found.clashes]


@represented("seed", range(3))
@pytest.mark.parametrize("name", BOARDS)
def test_all_minimal_sets_of_clues_are_those_of_brute_force(name: str, seed: int) -> None:
    puzzle = various()[name]
    placements = scattered(seed, puzzle, number=4, right=seed)
    found = explained(puzzle, placements, number=0, most=True)
    clues = [puzzle.canonical(each) for each in placements]
    every = minimal_clashes(solutions(puzzle), clues)
    if every == {frozenset()}:
        assert found.without_clues
        assert not found.solvable
        return
    assert set(named(found)) == every
    assert len(named(found)) == len(every)
    assert found.solvable is (not every)
    assert found.all_clashes is bool(every)
    if every:
        largest = max(
            size
            for size in range(len(clues) + 1)
            for chosen in combinations(clues, size)
            if stands(solutions(puzzle), chosen)
        )
        assert found.kept is not None
        assert len(found.kept) == found.most == largest
        assert stands(solutions(puzzle), [clue.placement for clue in found.kept])


@represented("seed", range(3))
@pytest.mark.parametrize("name", ["frame 3x3", "framed 3x3", "unframed 2x3"])
def test_minimal_sets_of_clues_are_those_of_clingexplaid(name: str, seed: int) -> None:
    unsat = pytest.importorskip("clingexplaid.unsat", reason="clingexplaid is not here: nothing is compared with it")
    puzzle = various()[name]
    clues = list(dict.fromkeys(map(puzzle.canonical, scattered(seed, puzzle, number=4, right=2))))
    task = make_assumption_task(puzzle)
    control = clingo.Control(["0"])
    control.add("base", [], "".join(task.search_program()))
    control.ground([("base", [])])
    symbols = {each: clingo.parse_term(str(place_atom(puzzle, each))) for each in clues}
    if any(control.symbolic_atoms[symbol] is None for symbol in symbols.values()):
        clues = [each for each in clues if control.symbolic_atoms[symbols[each]] is not None]
    computer = unsat.SubsetComputer(control, [(symbols[each], True) for each in clues])
    theirs = {frozenset(str(symbol) for symbol, _ in found.iter_symbols()) for found in computer.multiple()}
    ours = named(explained(puzzle, Solution(tuple(clues)), number=0))
    assert {frozenset(str(symbols[each]) for each in clash) for clash in ours} == theirs


def test_mus_and_mcs_are_sets_of_atoms() -> None:
    clues = Solution((Placement(8, Square(1, 1), 2), Placement(3, Square(0, 0), 1), Placement(0, Square(2, 2), 3)))
    explainer = Explainer(FRAME_3X3, clues_of(clues))
    explainer.run(0, most=True)
    found = explainer.explanation()
    assert [set(each) for each in found.mus] == [{"clue(1,1,4,270)", "clue(3,3,1,90)"}]
    assert found.mcs is not None
    assert len(found.mcs) == 1
    assert set(found.mcs) < set(found.mus[0])


def test_clues_that_contradict_one_another_are_a_clash_of_two() -> None:
    right = sorted(solutions(FRAME_3X3)[0], key=lambda each: each.tile)[0]
    twice = Solution((right, *(each for each in sorted(solutions(FRAME_3X3)[5], key=lambda p: p.tile)[:1])))
    assert twice.placements[0].tile == twice.placements[1].tile
    assert twice.placements[0].square != twice.placements[1].square
    [clash] = named(explained(FRAME_3X3, twice))
    assert clash == frozenset(twice)


def test_a_puzzle_with_a_solution_needs_no_explanation() -> None:
    found = explained(FRAME_3X3)
    assert found.solvable
    assert found.answered
    assert (found.clashes, found.conditions) == ((), ())


def matched(puzzle: Puzzle, board: Solution) -> frozenset[tuple[Square, str]]:
    """The diamonds of a board whose sides match, as the checker sees it."""
    broken = {each.name for each in check(puzzle, board).violations if each.condition is Condition.ADJOINING}
    names = {
        (square, side.name): f"adjoining({square.col + 1},{square.row + 1},{'right' if side == 1 else 'bottom'})"
        for square, side, _ in puzzle.grid.pairs
    }
    return frozenset(place for place, name in names.items() if name not in broken)


def boards(puzzle: Puzzle) -> set[frozenset[tuple[Square, str]]]:
    """What matches on each way to lay the tiles with the frame colour outside."""
    found = set()
    squares = list(puzzle.grid.squares)
    for tiles in permutations(range(len(squares))):
        for rots in product(range(4), repeat=len(squares)):
            board = Solution(tuple(map(Placement, tiles, squares, rots)))
            if not any(each.condition is Condition.BOUNDARY for each in check(puzzle, board).violations):
                found.add(matched(puzzle, board))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_the_conditions_that_clash_are_a_minimal_set(seed: int) -> None:
    one, other = planted(seed, 2, 2, 3, framed=True), planted(seed + 50, 2, 2, 3, framed=True)
    puzzle = Puzzle(2, 2, (*one.tiles[:2], *other.tiles[2:]))
    found = explained(puzzle)
    if found.solvable or found.reasons:
        assert bool(found.solvable) == bool(solutions(puzzle))
        return
    assert found.without_clues
    assert found.conditions_minimal
    places = {(each.square, each.side.name) for each in found.conditions if each.side is not None}
    every = boards(puzzle)
    assert not any(places <= each for each in every)
    assert all(any(places - {place} <= each for each in every) for place in places)


def test_a_ring_that_cannot_be_closed_is_named() -> None:
    puzzle = Puzzle(2, 2, tuple(map(Tile, [(0, 0, 1, 1)] * 2 + [(0, 0, 2, 2)] * 2)))
    found = explained(puzzle)
    assert found.conditions
    assert found.conditions_minimal
    assert summarise_conditions(puzzle, found.conditions) == "the ring cannot be closed"


def test_a_clue_beside_which_nothing_fits_shows_a_dead_end() -> None:
    # The centre tile of this board has 3 and 4 in pairs of neighbours: no border tile fits a 1 or 2 inside.
    clue = Placement(8, Square(1, 1), 0)
    ends = [list_dead_ends(FRAME_3X3, clues_of(Solution((replace(clue, rot=rot),)))) for rot in range(4)]
    assert any(not each for each in ends)
    corner = Solution((Placement(0, Square(0, 0), 3), Placement(3, Square(2, 0), 0)))
    for square, around in list_dead_ends(FRAME_3X3, clues_of(corner)):
        assert square not in {each.square for each in corner}
        assert around


def test_a_limit_never_becomes_a_verdict() -> None:
    puzzle = hard()
    explainer = Explainer(puzzle, conflicts=50)
    explainer.run()
    found = explainer.explanation()
    assert found.solvable is None
    assert str(found.stopped) == "conflict limit of 50"
    assert not found.answered
    late = Explainer(puzzle, deadline=Deadline(Limits(seconds=0)))
    late.run()
    assert late.explanation().solvable is None
    assert str(late.explanation().stopped) == "time limit of 0 s"


def test_what_was_narrowed_down_when_a_limit_is_reached_clashes() -> None:
    puzzle = various()["framed 4x3"]
    placements = scattered(3, puzzle, number=8, right=2)
    for conflicts in range(1, 40, 6):
        explainer = Explainer(puzzle, clues_of(Solution(tuple(map(puzzle.canonical, placements)))), conflicts=conflicts)
        explainer.run()
        found = explainer.explanation()
        for clash in (*found.clashes, *([found.narrowed] if found.narrowed is not None else [])):
            assert not stands(solutions(puzzle), [clue.placement for clue in clash])


def test_two_clues_that_are_seen_to_clash_are_named_where_the_puzzle_is_too_hard_to_blame_one_alone() -> None:
    puzzle = hard()
    inner = [tile for tile, each in enumerate(puzzle.tiles) if 0 not in each.sides][:2]
    board = Solution(tuple(Placement(tile, Square(col, 3), 0) for tile, col in zip(inner, (3, 4), strict=True)))
    assert check(puzzle, board).violations
    explainer = Explainer(puzzle, clues_of(board))
    explainer.run()
    found = explainer.explanation()
    assert found.narrowed is not None
    assert {clue.placement for clue in found.narrowed} == set(board)
    assert (found.solvable, found.clashes, found.stopped) == (False, (), None)
    assert not found.answered


@pytest.mark.parametrize("name", BOARDS)
def test_clues_that_fit_are_kept_and_not_assumed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To assume them, all placements would have to be ground."""
    puzzle = various()[name]
    boards = [Solution(tuple(laid)) for laid in islice(solutions(puzzle), 2)]
    for board in [Solution(), *boards]:
        with monkeypatch.context() as patched:
            patched.setattr(PlacementTest, "__call__", None)
            found = explained(puzzle, board)
        assert found.solvable is bool(boards)
        if not boards:
            continue
        assert found.kept is not None
        assert [clue.placement for clue in found.kept] == list(dict.fromkeys(map(puzzle.canonical, board)))


def test_a_small_limit_on_conflicts_is_kept_by_the_search_with_all_clues_kept() -> None:
    explainer = Explainer(hard(), conflicts=7)
    explainer.run()
    assert explainer.explanation().solvable is None
    assert str(explainer.explanation().stopped) == "conflict limit of 7"
    assert explainer.conflicts <= 7 + 1


def test_conditions_in_words() -> None:
    across = ConditionInPlace(Condition.ADJOINING, Square(1, 1), Side.EAST)
    assert across.text == "B2 matches B3"
    told = "squares B2 to B3 cannot be filled so that their sides match"
    assert summarise_conditions(various()["framed 4x3"], [across]) == told
    assert ConditionInPlace(Condition.SIGN, Square(0, 2)).text.startswith("C1 holds a sign")


@represented("seed", range(4))
@pytest.mark.parametrize("tile", range(3))
def test_rules_that_are_added_count_as_the_puzzle_does(tile: int, seed: int) -> None:
    """Of all solutions, those that keep the rule decide; so they do for hints."""
    puzzle = FRAME_3X3
    rule = f":- not chosenTile(1,1,{tile + 4})."
    kept = [each for each in solutions(puzzle) if any(at.tile == tile + 3 and at.square == (0, 0) for at in each)]
    clues = list(dict.fromkeys(map(puzzle.canonical, scattered(seed, puzzle, number=4, right=2))))
    found = edgeasp.explain(puzzle, clues, number=0, add=rule).found
    every = minimal_clashes(kept, clues)
    assert set(named(found)) == every - {frozenset()}
    assert found.without_clues == (frozenset() in every)
    board = sorted(solutions(puzzle)[seed], key=lambda each: each.tile)[:4]
    hinted = edgeasp.hint(puzzle, board, add=rule)
    assert hinted.found.completable == stands(kept, board)
    if hinted.mended is not None:
        assert stands(kept, list(hinted.mended))


# ---- minimal and largest subsets ----

families = st.lists(st.frozensets(st.integers(0, 5), min_size=1), max_size=6)


def subsets(number: int) -> list[Constraints]:
    every = range(number)
    return [frozenset(each) for each in chain.from_iterable(combinations(every, size) for size in range(number + 1))]


class Family:
    """Parts of which some sets clash; a test that is given few conflicts may end undecided."""

    def __init__(self, clashes: list[Constraints], patience: int = 0) -> None:
        self.clashes = clashes
        self.patience = patience

    def stands(self, parts: Constraints) -> bool:
        return not any(clash <= parts for clash in self.clashes)

    def __call__(self, parts: Constraints, conflicts: int | None = None) -> Outcome:
        if conflicts is not None and conflicts < self.patience * len(parts):
            return None
        return Sat(parts) if self.stands(parts) else Core(parts)

    def minimal(self, number: int) -> set[Constraints]:
        clashing = [each for each in subsets(number) if not self.stands(each)]
        return {each for each in clashing if not any(other < each for other in clashing)}


@given(families, st.sampled_from([0, 20, 1000]))
def test_all_minimal_clashes_are_found_each_once(clashes: list[Constraints], patience: int) -> None:
    family = Family(clashes, patience)
    found = MusEnumerator(6, family)
    every = list(found.enumerate_all())
    assert len(every) == len(set(every))
    assert set(every) == set(found.muses) == family.minimal(6)
    assert found.complete
    assert found.core is None


@given(families, families)
def test_the_first_clash_is_minimal_wherever_it_is_looked_for(
    clashes: list[Constraints], likely: list[Constraints]
) -> None:
    family = Family(clashes)
    first = MusEnumerator(6, family).find_first(likely)
    assert (first is None) == family.stands(frozenset(range(6)))
    assert first is None or first in family.minimal(6)


@given(families, st.sampled_from([0, 20]))
def test_a_largest_set_stands(clashes: list[Constraints], patience: int) -> None:
    family = Family(clashes, patience)
    found = MusEnumerator(6, family)
    largest = found.find_largest_satisfiable()
    assert largest is not None
    assert family.stands(largest)
    assert len(largest) == max(len(each) for each in subsets(6) if family.stands(each))
    assert found.is_maximum


def test_where_not_even_the_empty_set_stands() -> None:
    found = MusEnumerator(3, Family([frozenset()]))
    assert found.find_first() == frozenset()
    assert list(found.enumerate_all()) == [frozenset()]
    assert MusEnumerator(3, Family([frozenset()])).find_largest_satisfiable() is None


def test_what_is_known_when_a_limit_is_reached() -> None:
    family = Family([frozenset({1, 3}), frozenset({2, 3, 4})])
    tests = iter(range(4))

    def limited(parts: Constraints, conflicts: int | None) -> Outcome:
        if next(tests, None) is None:
            raise TimeoutError
        return family(parts, conflicts)

    found = MusEnumerator(6, limited)
    with pytest.raises(TimeoutError):
        found.find_first()
    assert found.muses == []
    assert found.core is not None
    assert not family.stands(found.core)
    assert found.core < found.constraints


@pytest.mark.parametrize("wanted", [MusEnumerator.find_largest_satisfiable, lambda found: list(found.enumerate_all())])
def test_the_choice_of_the_next_set_ends_at_a_limit(wanted: Callable[[MusEnumerator], object]) -> None:
    found = MusEnumerator(6, Family([frozenset({1, 3})]), Deadline(Limits(0)))
    with pytest.raises(LimitReached):
        wanted(found)
    assert found.muses == []


# ---- a misplaced clue ----


def misplaced(seed: int, size: int, preset: str) -> tuple[Puzzle, list[Placement]]:
    """A puzzle and clues, a fifth of its squares; the first clue lies on a square of its kind where it does not belong.

    It shows the frame colour outside, and nowhere else.
    """
    rng = random.Random(f"misplaced {seed}")
    planted = generate(replace(resolve_preset(preset, (size, size)), seed=seed))
    puzzle, right = planted.puzzle, planted.solution
    assert right is not None
    clues = rng.sample(list(right), max(3, size * size // 5))
    taken = {each.square for each in clues}
    wrong = [
        placement
        for square in puzzle.grid.squares
        if square not in taken
        for placement in (Placement(clues[0].tile, square, rot) for rot in range(4))
        if all(
            (colour == 0) == (Side(side) in puzzle.grid.outer_sides(square))
            for side, colour in enumerate(puzzle.sides(placement))
        )
    ]
    clues[0] = rng.choice(wrong) if wrong else clues[0]
    return puzzle, [puzzle.canonical(each) for each in clues]


def solvable(puzzle: Puzzle, clues: list[Placement]) -> bool:
    """Whether there is a solution, by the search that `edgeasp solve` makes for these clues."""
    try:
        return bool(list(Session(make_task(puzzle, Solution(tuple(clues)))).solve()))
    except InputError:
        return False  # they contradict one another


def judge(seed: int, size: int, preset: str) -> bool:
    """Check the explanation; False if the misplaced clue allows a solution, or if the core is not proved minimal."""
    puzzle, placements = misplaced(seed, size, preset)
    explainer = Explainer(puzzle, [GivenClue(each, "x", line) for line, each in enumerate(placements)])
    explainer.run()
    found = explainer.explanation()
    if found.solvable:
        return False
    if not found.clashes:
        # Within its budget it did not find out whether a single clue of the core has no solution.
        assert found.narrowed
        core = [clue.placement for clue in found.narrowed]
        assert placements[0] in core
        assert not solvable(puzzle, core)
        return False
    [clash] = found.clashes
    named = [clue.placement for clue in clash]
    assert placements[0] in named
    assert not solvable(puzzle, named)
    for each in named:
        assert solvable(puzzle, [other for other in named if other != each])
    return True


@pytest.mark.long
def test_the_misplaced_clue_is_named() -> None:
    judged = [judge(seed, size, "hardest" if size < 6 else "easy") for seed, size in enumerate((4, 5, 6, 7))]
    assert sum(judged) >= 3


@pytest.mark.long
def test_of_a_hundred_boards_each_misplaced_clue_is_named() -> None:
    judged = [judge(seed, 4 + seed % 7, "hardest" if seed % 7 < 3 else "easy") for seed in range(100, 200)]
    assert sum(judged) >= 90
