"""The conditions on signs as a formula: its models, one by one, and approximate counts of them."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from edgeasp.encoding.formula import sign_formula
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.signs.conditions import SignCondition, applicable, sign_systems, with_fixed_sign
from edgeasp.puzzle.signs.possible import PossibleSigns
from edgeasp.solvers.sat.sat_search import approximate_count, require
from edgeasp.system.errors import OptionError
from tests.support import boards, signs

pysat = pytest.importorskip("pysat.solvers")


def models(puzzle: Puzzle, conditions: frozenset[SignCondition]) -> list[tuple[bool, ...]]:
    """The signs in each model of the formulas of a puzzle."""
    found = []
    for system in sign_systems(puzzle, conditions=conditions):
        formula = sign_formula(system)
        every = [*map(list, formula.clauses), *([each, -each] for each in range(1, formula.variables + 1))]
        with pysat.Solver("minisat22", bootstrap_with=every) as solver:
            for model in solver.enum_models():
                plus = {literal for literal in model if literal > 0}
                row = [sign is not None and sign.value == "+" for sign in system.known]
                for variable, tile in enumerate(system.free, 1):
                    row[tile] = variable in plus
                found.append(tuple(row))
    return found


@pytest.mark.parametrize("conditions", [{SignCondition.COLOURS}, {SignCondition.KINDS}, {*SignCondition}], ids=len)
def test_models_and_assignments_are_as_many(conditions: set[SignCondition]) -> None:
    for puzzle in (
        boards.planted(1, 4, 4, 5, framed=True, signs=0.2),
        boards.planted(2, 3, 3, 3, framed=True),
        boards.planted(3, 3, 4, 2, framed=True, signs=0.3),
        boards.planted(4, 3, 3, 2, framed=True, surplus=True),
    ):
        found = models(puzzle, frozenset(conditions))
        assert sorted(found) == sorted(map(tuple, signs.possible(puzzle, Solution(), conditions).tolist()))


def test_approximate_counts_are_within_their_promise() -> None:
    pytest.importorskip("pyapproxmc")
    for seed, (cols, rows) in enumerate([(3, 4), (4, 4)]):
        puzzle = boards.planted(seed, cols, rows, 2, framed=True)
        exact = PossibleSigns(puzzle).count
        about = approximate_count(sign_systems(puzzle), epsilon=0.8, delta=0.1, seed=1)
        assert exact / 1.8 <= about <= exact * 1.8


@pytest.mark.parametrize(("version", "right"), [("4.1.24", True), ("4.2.9", True), ("4.3.0", False), ("4.10.1", False)])
def test_a_version_that_counts_too_few_is_refused(version: str, right: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has installed it: the library of another package may lie over it."""
    monkeypatch.setattr(pytest.importorskip("pyapproxmc"), "__version__", version)
    with nullcontext() if right else pytest.raises(OptionError, match=f"^pyapproxmc {version} counts too few"):
        require()


@pytest.mark.long
@pytest.mark.skipif(not signs.published(), reason="no public boards here; EDGEASP_SIGNS names a folder")
@pytest.mark.parametrize("title", signs.published())
def test_approximate_counts_of_public_boards(title: str) -> None:
    pytest.importorskip("pyapproxmc")
    puzzle = with_fixed_sign(signs.public_board(title))
    about = 2 * approximate_count(sign_systems(puzzle, conditions=applicable(puzzle)), 0.8, 0.01, seed=1)
    assert signs.published()[title] / 1.8 <= about <= signs.published()[title] * 1.8
