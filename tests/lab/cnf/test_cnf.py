"""Formulas in SAT, what solvers print and find, and the prover.

`python -m tests.lab.cnf.test_cnf` writes anew what is read from the texts in dimacs.txt.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pysat.formula import CNF  # type: ignore[import-untyped]
from pysat.solvers import Solver  # type: ignore[import-untyped]

from edgeasp.formats import plain
from edgeasp.formats.known import eternity2
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.lab.bench.peers import CpSatRun, SatRun
from edgeasp.lab.certificate.make import Prover
from edgeasp.lab.cnf import cnf, dimacs
from edgeasp.lab.cnf.cnf import ENCODINGS, Clause, Formula, require_one_choice, require_sides_in_some_rotation
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sides, Solution, Square, Tile, rotate_sides
from edgeasp.search.task import make_task
from edgeasp.solvers.backtrack import BacktrackRun
from edgeasp.solvers.interface import Statistics, Status
from edgeasp.system.errors import EncodingError, InputError, OptionError, OutputError, SolverError
from edgeasp.system.limits import FOREVER, Deadline, LimitReached
from tests.encoding.test_render import expected
from tests.formats.test_malformed import REPEATED, within_a_second
from tests.support import boards, brute, strategies
from tests.support.answers import answered, require_same, unescaped
from tests.support.counting import pictures, scannable, some_clues
from tests.support.general import KINDS, general
from tests.support.lanes import represented, thinned
from tests.support.solving import as_clues, searched, task_for

# ---- direct encoding ----


def test_the_number_of_variables() -> None:
    """Those of Heule's encodings, and on each centre square one for each different rotation of a centre tile.

    A tile with a single rotation needs none, as do tiles of the ring, which fit in one rotation.
    """
    puzzle = ring_and_inner(7, 3, 6)
    periods = [tile.period for tile in puzzle.tiles if 0 not in tile.sides]
    assert set(periods) == {1, 2, 4}
    expected = 1473 + 25 * sum(period for period in periods if period > 1)
    assert Formula(puzzle, encoding="direct").variables.count == expected


@pytest.mark.parametrize("name", ["framed 3x4", "unframed 3x2", "surplus 3x3", "symmetric centre", "golden"])
def test_a_colour_falls_with_the_last_placement_that_shows_it(name: str) -> None:
    """On whichever side of the diamond, by unit propagation alone."""
    formula = Formula(boards.various()[name], encoding="direct")
    variables, candidates = formula.variables, formula.variables.candidates
    with Solver("minisat22", bootstrap_with=list(formula.clauses())) as solver:
        for square, placements in enumerate(variables.placement):
            for side, diamond in enumerate(candidates.diamonds_around[square]):
                for colour, shown in {} if diamond is None else variables.colour[diamond].items():
                    excluded = [
                        -placements[fit.tile, fit.rot]
                        for fit in candidates.by_square[square]
                        if fit.sides[side] == colour
                    ]
                    possible, implied = solver.propagate(excluded)
                    # `propagate` does not repeat what is false from the start.
                    assert not possible or -shown in implied or not solver.propagate([shown])[0]


@pytest.mark.parametrize("clued", [False, True])
def test_proofs_decide_the_diamonds_in_the_order_of_the_rules(clued: bool) -> None:
    """The order that `asp/heuristic/outward.lp` states; each colour of a diamond once."""
    puzzle = boards.planted(1, 5, 4, 3, framed=True)
    clue = Placement(0, Square(2, 1), 0)
    clues = Solution((clue,) if clued else ())
    variables = Formula(puzzle, clues, "direct").variables
    order = cnf.decision_order(variables, clues)
    of_colour = {each: number for number, colours in enumerate(variables.colour) for each in colours.values()}
    assert sorted(order) == sorted(of_colour)
    levels = expected(puzzle, [(clue.square.col + 1, clue.square.row + 1) if clued else (1, 1)])
    sides, squares = {"bottom": Side.SOUTH, "right": Side.EAST}, variables.candidates.squares
    wanted = []
    for _, (x, y, side) in sorted((-min(level), half) for half, level in levels.items()):
        here = next(number for number, square in enumerate(squares) if square == (x - 1, y - 1))
        wanted.append(variables.candidates.diamonds_around[here][sides[side]])
    assert list(dict.fromkeys(of_colour[each] for each in order)) == wanted


# ---- Heule encoding ----

HEULE = ["heule-cmp", "heule-fbc", "heule-exp", "heule-all"]


def ring_and_inner(side: int, ring: int, inner: int) -> Puzzle:
    """A framed square puzzle of distinct tiles with so many colours in its ring and inside, solvable or not."""
    outer, inside = range(1, ring + 1), range(ring + 1, ring + inner + 1)
    corners = [(0, 0, a, b) for a, b in product(outer, repeat=2)]
    sides = [(0, a, b, c) for a, b, c in product(outer, inside, outer)]
    centre = boards.necklaces(inside)
    tiles = spread(corners, 4) + spread(sides, 4 * (side - 2)) + spread(centre, (side - 2) ** 2)
    return Puzzle(side, side, tuple(map(Tile, tiles)))


def spread(tiles: list[Sides], count: int) -> list[Sides]:
    """So many of the tiles, from all over the list, so that all colours occur."""
    return [tiles[k * (len(tiles) - 1) // (count - 1)] for k in range(count)]


@pytest.mark.parametrize("encoding", HEULE)
def test_the_number_of_variables_in_heules_encoding(encoding: str) -> None:
    """16 for the corners, b^2 + c^2 for b side and c centre tiles, and a variable a diamond and colour."""
    puzzle = ring_and_inner(7, 3, 6)
    assert not puzzle.identical_tiles()
    ring, inner = 4 * 6, 84 - 4 * 6
    assert Formula(puzzle, encoding=encoding).variables.count == 16 + 20**2 + 25**2 + ring * 3 + inner * 6 == 1473


@pytest.mark.parametrize("encoding", HEULE)
def test_the_number_of_variables_of_eternity(encoding: str) -> None:
    puzzle = eternity2().puzzle
    assert Formula(puzzle, encoding=encoding).variables.count == 16 + 56**2 + 196**2 + 60 * 5 + 420 * 17 == 49008


def test_only_numbered_variables_occur() -> None:
    for encoding in HEULE:
        formula = Formula(boards.FRAME_3X3, encoding=encoding)
        named = {abs(literal) for clause in formula.clauses() for literal in clause}
        assert named == set(range(1, formula.variables.count + 1))


def test_what_the_parts_add() -> None:
    """`exp` adds the pairs of squares of a tile, `fbc` each colour a tile lacks, `all` adds both."""
    puzzle = ring_and_inner(5, 2, 4)
    clauses = {name: set(Formula(puzzle, encoding=name).clauses()) for name in HEULE}
    variables = Formula(puzzle).variables
    pairs = {(-a, -b) for on in variables.tile for a, b in combinations(on.values(), 2)}
    assert clauses["heule-exp"] - clauses["heule-cmp"] == pairs
    lacking = clauses["heule-fbc"] - clauses["heule-cmp"]
    assert clauses["heule-all"] == clauses["heule-cmp"] | pairs | lacking
    colour_of = {variable: colour for palette in variables.colour for colour, variable in palette.items()}
    tile_of = {variable: puzzle.tiles[tile] for tile, on in enumerate(variables.tile) for variable in on.values()}
    assert lacking
    for placed, shown in lacking:
        assert colour_of[-shown] not in tile_of[-placed].sides


def holds(clauses: list[Clause], colours: tuple[int, ...]) -> bool:
    """Whether clauses over `shows` are fulfilled if the four diamonds have these colours."""
    true = {shows(side, colour) for side, colour in enumerate(colours)}
    return all(
        any((literal in true) if literal > 0 else (-literal not in true) for literal in clause) for clause in clauses
    )


def shows(side: int, colour: int) -> int:
    return 1 + side % 4 * 10 + colour


@pytest.mark.sample(20)
@pytest.mark.parametrize("sides", boards.necklaces(range(4)), ids=str)
def test_the_colours_around_are_those_of_a_rotation(sides: Sides) -> None:
    """For each pattern of equal colours, and with a colour that the tile lacks."""
    for rot in range(4):
        clauses = list(require_sides_in_some_rotation(rotate_sides(sides, rot), shows))
        allowed = {colours for colours in product(range(5), repeat=4) if holds(clauses, colours)}
        assert allowed == {rotate_sides(sides, each) for each in range(4)}


@given(st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=4), min_size=1, max_size=4))
def test_one_of_several_choices(choices: list[list[int]]) -> None:
    clauses = list(require_one_choice(choices))
    for chosen in product([False, True], repeat=6):
        true = {variable for variable, value in enumerate(chosen, start=1) if value}
        assert all(true & set(clause) for clause in clauses) == any(true.issuperset(choice) for choice in choices)
    assert not any(set(one) < set(other) for one in clauses for other in clauses)


# ---- brute force ----


@pytest.mark.sample(2)
@thinned("name", list(boards.various()), boards.kind)
def test_all_boards(name: str) -> None:
    puzzle = boards.various()[name]
    expected = brute.solve(puzzle).pictures
    for encoding in ENCODINGS:
        assert pictures(SatRun(puzzle, encoding=encoding, solver="glucose42", every=True)) == expected, encoding
    assert pictures(CpSatRun(puzzle, every=True)) == expected
    if scannable(puzzle):
        assert pictures(BacktrackRun(puzzle, every=True)) == expected


@pytest.mark.sample(4)
@thinned("name", list(boards.various()), boards.kind)
def test_all_boards_that_keep_clues(name: str) -> None:
    puzzle = boards.various()[name]
    for number, clues in enumerate(some_clues(name, puzzle)):
        expected, given = brute.solve(puzzle, clues=clues).pictures, as_clues(clues, puzzle)
        for encoding in [*ENCODINGS][number::3]:  # without clues they were all compared
            found = pictures(SatRun(puzzle, given, encoding=encoding, solver="cadical195", every=True))
            assert found == expected, (encoding, clues)
        assert pictures(CpSatRun(puzzle, given, every=True)) == expected, clues
        if scannable(puzzle):
            assert pictures(BacktrackRun(puzzle, given, every=True)) == expected, clues


def test_the_clues_reach_both_outcomes() -> None:
    """What the test before relies on: some of its clues leave a board, some leave none."""
    outcomes = set()
    for name in ("golden", "framed 3x3", "unframed 2x2 partly signed"):
        puzzle = boards.various()[name]
        outcomes |= {bool(brute.solve(puzzle, clues=clues).pictures) for clues in some_clues(name, puzzle)}
    assert outcomes == {True, False}


TILES = st.lists(
    st.builds(Tile, strategies.sides(st.integers(0, 2)), st.one_of(st.none(), strategies.signs)), min_size=4, max_size=4
)


@given(TILES, st.sampled_from(list(ENCODINGS)))
def test_any_tiny_puzzle(tiles: list[Tile], encoding: str) -> None:
    """Often with more zeros than the outside has sides, or fewer, with identical and with symmetric tiles."""
    puzzle = Puzzle(2, 2, tuple(tiles))
    expected = brute.solve(puzzle).pictures
    assert pictures(SatRun(puzzle, encoding=encoding, solver="minisat22", every=True)) == expected
    assert pictures(CpSatRun(puzzle, every=True)) == expected
    if scannable(puzzle):
        assert pictures(BacktrackRun(puzzle, every=True)) == expected


@pytest.mark.sample(2)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_as_many_as_edgeasp_itself_counts(encoding: str) -> None:
    """On a board that is too large for brute force."""
    puzzle, solution = boards.cut_up(5, 5, 4)
    clue = Solution((next(each for each in solution if each.square == puzzle.grid.squares[0]),))
    ours = searched(make_task(puzzle, clue)).result
    found = pictures(SatRun(puzzle, clue, encoding=encoding, solver="glucose42", every=True))
    assert len(found) == ours.counts.boards
    assert len(found) > 1


def test_as_many_as_the_others_count() -> None:
    puzzle, solution = boards.cut_up(5, 5, 4)
    clue = Solution((next(each for each in solution if each.square == puzzle.grid.squares[0]),))
    found = pictures(SatRun(puzzle, clue, every=True))
    assert pictures(CpSatRun(puzzle, clue, every=True)) == found
    if scannable(puzzle):
        assert pictures(BacktrackRun(puzzle, clue, every=True)) == found


# ---- published numbers ----

# The cards and the numbers are those of the tests of a program by Lior Sinai (Scramble puzzle solver in Python, 2020),
# which counts solutions up to rotation of the board, and tells identical cards apart; of the planets he finds none.

MONKEYS = "-2-3+1+4 -4+1+4-2 -1-2+1+3 -4+2+3-1 +3-4-2+4 -1-3+2+4 -3+2+3-1 -2-1+4+3 -4-2+3+4"
BIRDS = "+4+1+3-3 +2+4-3+1 -4+2+1-3 -1+3-4+2 -1-2+4+3 -1+2-3-4 -4+3+2-2 -3-4-1-2 +1+3-4+2"
PLANETS = "+3+4+3-4 +2-2+1+3 +3-4+2+1 +3-4-2+1 -4-1+3-4 -1-3+3+1 +2+1-2-4 +2+4+3+1 -3+2-4+4"
AFRICA = "+1-2-4+3 -1-2+4-3 +1+3-4+2 -2-1-3+4 -4+2-3-1 +4-3-1-2 -4-2+4-1 +4-3+1+3 +2-1+3-2"
PLANTS = "-2-1+4+3 -3-2+4+1 -3-4+1+2 -4-3+1+2 -4-2+1+3 -1-3+4+2 -1-3+4+2 -1-2+1+3 -4-3+4+2"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("cards", "published"),
    [(MONKEYS, 2), (BIRDS, 1), (PLANETS, 0), (AFRICA, 2), (PLANTS, 2)],
    ids=["monkeys", "birds", "planets", "Africa", "plants"],
)
def test_as_many_solutions_as_published(cards: str, published: int) -> None:
    lines = (" ".join(card[at : at + 2] for at in range(0, 8, 2)) for card in cards.split())
    puzzle = recognise("\n".join(lines), Origin("cards", "")).puzzle
    found = searched(task_for(puzzle)).result.counts
    assert found.assignments == 4 * published == len(brute.solve(puzzle).assignments)
    boards = brute.solve(puzzle).pictures
    assert found.boards == len(boards)
    assert pictures(SatRun(puzzle, every=True)) == pictures(CpSatRun(puzzle, every=True)) == boards


# ---- prover ----


def pigeons(holes: int) -> list[tuple[int, ...]]:
    """One more pigeon than there are holes, each in one of its own: without a model, and long to refute."""
    at = {each: number for number, each in enumerate(product(range(holes + 1), range(holes)), start=1)}
    placed = [tuple(at[pigeon, hole] for hole in range(holes)) for pigeon in range(holes + 1)]
    alone = [
        (-at[one, hole], -at[other, hole]) for hole in range(holes) for one, other in combinations(range(holes + 1), 2)
    ]
    return [*placed, *alone]


def test_a_model(tmp_path: Path) -> None:
    prover = Prover([(1, 2), (-1,)], str(tmp_path / "proof"))
    assert not prover.refute(FOREVER)
    assert prover.model == {2}
    assert (prover.clauses, prover.empty) == (2, None)
    prover.close()


def test_a_proof_is_on_disk_as_it_grows(tmp_path: Path) -> None:
    path, sizes = tmp_path / "proof", list[int]()
    prover = Prover(pigeons(7), str(path))
    assert prover.refute(Deadline(on_tick=lambda: sizes.append(path.stat().st_size)))
    prover.close()
    assert (prover.statistics.conflicts or 0) > 1000
    assert sizes == sorted(sizes)
    assert sizes[-1] > 0
    *_, last = path.read_text(encoding="ascii").splitlines()
    assert last.split()[1] == "0"


def test_variables_are_decided_in_order_and_keep_their_names(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    prover = Prover([(1,), (-2, 4), (-4, 2), (-1, 5), (-3, -1), (2, 3), (-6,)], str(path), 6, [3, 5])
    assert not prover.refute(FOREVER)
    assert prover.model == {1, 2, 4, 5}
    assert (prover.literal_names[b"6"], prover.literal_names[b"-5"], prover.literal_names[b"1"]) == (b"3", b"-5", b"1")
    prover.close()
    prover = Prover(pigeons(6), str(path), 42, range(1, 43))
    assert prover.refute(FOREVER)
    prover.close()
    named = {prover.literal_names[each] for each in path.read_bytes().split() if each.startswith(b"-")}
    assert named <= {b"-%d" % variable for variable in range(1, 43)}


def test_an_empty_clause_is_named(tmp_path: Path) -> None:
    prover = Prover([(1,), ()], str(tmp_path / "proof"))
    assert prover.refute(FOREVER)
    assert prover.empty == 2
    prover.close()


def test_limits(tmp_path: Path) -> None:
    prover = Prover(pigeons(9), str(tmp_path / "proof"))
    with pytest.raises(LimitReached, match="conflict limit of 1,500"):
        prover.refute(FOREVER, 1500)
    assert 1500 <= (prover.statistics.conflicts or 0) < 1600

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prover.refute(Deadline(on_tick=stop))
    prover.close()


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot be written"):
        Prover([(1,)], str(tmp_path / "nowhere" / "proof"))


# ---- searches ----

BOARD, _ = boards.cut_up(5, 5, 3)
UNSOLVABLE = Puzzle(2, 2, tuple(map(Tile, [(0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 2, 2), (0, 0, 2, 2)])))


@pytest.mark.parametrize("solver", ["cadical195", "cadical153", "glucose42", "minisat22", "maplechrono"])
def test_one_board(solver: str) -> None:
    one = SatRun(BOARD, solver=solver)
    [solution] = one
    assert check(BOARD, solution).solved
    assert (one.found, one.status, one.exhausted) == (1, Status.SATISFIABLE, False)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_statistics(encoding: str) -> None:
    one = SatRun(BOARD, encoding=encoding, solver="glucose42")
    assert (one.status, one.size, one.statistics, one.seconds) == (Status.UNKNOWN, None, Statistics(), {})
    list(one)
    formula = Formula(BOARD, encoding=encoding)
    assert one.size is not None
    assert one.size.variables == formula.variables.count
    assert one.size.constraints == sum(1 for _ in formula.clauses())
    counts = (one.statistics.conflicts, one.statistics.choices, one.statistics.restarts)
    assert all(number is not None and number > 0 for number in counts)
    assert set(one.seconds) == {"encode", "load", "solve", "decode"}
    assert all(seconds >= 0 for seconds in one.seconds.values())


@pytest.mark.parametrize("every", [False, True])
def test_no_board(every: bool) -> None:
    none = SatRun(UNSOLVABLE, every=every)
    assert list(none) == []
    assert (none.status, none.exhausted) == (Status.UNSATISFIABLE, True)


@pytest.mark.parametrize("solver", ["kissat404", "cadical195"])
@pytest.mark.parametrize("seed", [0, 1])
def test_going_on_or_beginning_anew(solver: str, seed: int) -> None:
    """Kissat can be asked only once."""
    for puzzle in (boards.various()["framed 3x2 signed"], UNSOLVABLE):
        assert pictures(SatRun(puzzle, solver=solver, seed=seed, every=True)) == brute.solve(puzzle).pictures


def test_a_solver_that_gives_up_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "solve", lambda _: None)
    stopped = SatRun(UNSOLVABLE, every=True)
    with pytest.raises(SolverError, match="cadical195 ended without a result"):
        list(stopped)
    assert (stopped.status, stopped.exhausted) == (Status.UNKNOWN, False)


def test_it_can_be_abandoned() -> None:
    puzzle = boards.GOLDEN
    some = SatRun(puzzle, every=True)
    solutions = iter(some)
    assert next(solutions) != next(solutions)
    solutions.close()
    assert (some.found, some.status, some.exhausted) == (2, Status.SATISFIABLE, False)


def test_a_solver_that_counts_nothing_leaves_it_open() -> None:
    """Conflicts that are not known are not zero."""
    one = SatRun(boards.FRAME_3X3, solver="kissat404")
    list(one)
    assert (one.found, one.statistics) == (1, Statistics())


# ---- seeds ----


@pytest.mark.sample(2)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_seed_changes_the_way_and_not_the_boards(encoding: str) -> None:
    puzzle = boards.GOLDEN
    expected = brute.solve(puzzle).pictures
    costs, orders = set(), set()
    for seed in range(4):
        found = SatRun(puzzle, encoding=encoding, seed=seed, every=True, solver="glucose42")
        orders.add(tuple(solution.placements for solution in found))
        costs.add(found.statistics)
        assert pictures(SatRun(puzzle, encoding=encoding, seed=seed, every=True, solver="glucose42")) == expected
    assert len(orders) > 1
    assert len(costs) > 1


def test_the_same_seed_goes_the_same_way() -> None:
    runs = [SatRun(BOARD, seed=7, solver="glucose42") for _ in range(2)]
    assert list(runs[0]) == list(runs[1])
    assert runs[0].statistics == runs[1].statistics


def test_a_seed_leaves_signs_and_identical_tiles_right() -> None:
    for name in ("twins with and without sign", "half-turn symmetric twins", "framed 3x2 partly signed"):
        puzzle = boards.various()[name]
        assert pictures(SatRun(puzzle, seed=3, every=True)) == brute.solve(puzzle).pictures


def test_a_seed_leaves_clues_right() -> None:
    """The numbers of the tiles depend on the seed."""
    puzzle = boards.FRAME_3X3
    clues = {(0, 0): boards.solved(puzzle)[0][0]}
    for seed in range(4):
        search = SatRun(puzzle, as_clues(clues, puzzle), seed=seed, every=True)
        assert pictures(search) == brute.solve(puzzle, clues=clues).pictures


# ---- wrong requests ----


def test_a_solver_that_does_not_exist() -> None:
    with pytest.raises(OptionError, match=r"expected a solver that PySAT knows, .*, found 'cadical1000'"):
        next(iter(SatRun(BOARD, solver="cadical1000")))


def test_an_encoding_that_does_not_exist() -> None:
    with pytest.raises(EncodingError, match="found 'heule'"):
        next(iter(SatRun(BOARD, encoding="heule")))


def test_without_pysat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(OptionError, match=r"python-sat is not installed: pip install 'python-sat>=1.8.dev13'"):
        next(iter(SatRun(BOARD)))


# ---- formulas ----

NAMES = ["golden", "framed 3x4", "framed 2x3 signed", "surplus 3x3", "unframed 3x2 partly signed", "symmetric centre"]
NAMES += KINDS


def named(name: str) -> Puzzle:
    return general(name, [name]) if name in KINDS else boards.various()[name]


def written(formula: Formula) -> str:
    return "".join(dimacs.formula_text(formula))


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
    head = dimacs.read_header(text, "x.cnf")
    assert head == dimacs.DimacsHeader(dimacs.puzzle_digest(puzzle), formula.meaning, formula.variables.count)


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
    assert len(dimacs.read_header(text, "x.cnf").clues) == 1
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("c clue ")]
    with pytest.raises(InputError, match=r"^x\.cnf:\d+: expected 1 line 'c clue' before this one, found 0: write the"):
        dimacs.read_header("".join(lines), "x.cnf")


def test_digests_distinguish_puzzles() -> None:
    various = boards.various().values()
    assert len({dimacs.puzzle_digest(puzzle) for puzzle in various}) == len(
        {plain.write_puz(puzzle) for puzzle in various}
    )


def test_a_puzzle_that_nothing_fits_has_a_formula_nevertheless() -> None:
    """Without candidates there are empty clauses, which DIMACS can write, and perhaps no variables."""
    puzzle = plain.read_puz("2 2\n0 1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1\n", "none.puz")
    assert not brute.solve(puzzle).pictures
    for encoding in ENCODINGS:
        text = written(Formula(puzzle, encoding=encoding))
        assert "\n0\n" in text
        assert dimacs.read_header(text, "x.cnf").variables == Formula(puzzle, encoding=encoding).variables.count


@given(strategies.puzzles(strategies.few_colours), st.sampled_from(list(ENCODINGS)))
def test_any_formula_is_read_back(puzzle: Puzzle, encoding: str) -> None:
    formula = Formula(puzzle, encoding=encoding)
    head = "".join(text for _, text in zip(range(2), dimacs.formula_text(formula), strict=False))
    assert dimacs.read_header(head, "x.cnf") == dimacs.DimacsHeader(
        dimacs.puzzle_digest(puzzle), formula.meaning, formula.variables.count
    )


def test_a_formula_in_an_encoding_that_does_not_exist() -> None:
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
        assert dimacs.read_header(text, "x.cnf").meaning == formula.meaning


# ---- models ----

TEXTS = Path(__file__).parent / "dimacs.txt"


def rerun(text: str) -> str:
    """Return the texts with what is read from them now."""
    return answered(text, lambda command, lines: read_as(command, unescaped(lines)))


def read_as(reader: str, text: str) -> list[str]:
    try:
        if reader == "cnf":
            return [repr(dimacs.read_header(text, "x"))]
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
        dimacs.read_header(text, "x")
    try:
        found = dimacs.read_models(text, "x")
    except InputError:
        return
    assert found or "UNSAT" in text
    for model in found:
        assert all(0 < variable <= model.largest for variable in model.true)


@pytest.mark.sample(4)
@pytest.mark.parametrize("read", [dimacs.read_header, dimacs.read_models])
@represented("begin, end", [("1", "2 3 4\n"), ("", ""), ("v 1", "x"), ("SAT", "x"), ("3 2\n1", ",")])
def test_long_repetitions(read: Callable[[str, str], object], begin: str, end: str) -> None:
    for part in REPEATED:
        with suppress(InputError), within_a_second():
            read(begin + part * 20_000 + end, "x")


if __name__ == "__main__":
    TEXTS.write_text(rerun(TEXTS.read_text(encoding="utf-8")), encoding="utf-8")
