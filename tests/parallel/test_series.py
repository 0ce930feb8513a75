"""Series of selected puzzles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from edgeasp.generate import Recipe, generate, resolve_preset
from edgeasp.parallel import series as module
from edgeasp.parallel.processes import ATTEMPTS
from edgeasp.parallel.series import PuzzleSelection, Series, belongs_to_series, first_recipe, next_recipe
from edgeasp.puzzle.checker import check
from edgeasp.search.cubes import DIFFICULTIES, Difficulty, Effort, rate_puzzle
from edgeasp.system.errors import SolverError
from tests.support.executing import Dying

# ---- series ----

EASY, MEDIUM, HARD = DIFFICULTIES
FIVE = resolve_preset(None, (5, 5))


def free(size: int, count: int, difficulty: Difficulty | None) -> Series:
    return Series(resolve_preset(None, (size, size)), count, difficulty, any_inner=True, any_border=True)


def test_a_process_that_dies_does_not_change_what_is_selected(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = [rated.recipe for rated in PuzzleSelection(free(3, 3, None), 1).run()]
    monkeypatch.setattr(module, "PoolExecutor", lambda jobs, _: Dying(ATTEMPTS - 1, "recipe", jobs))
    assert [rated.recipe for rated in PuzzleSelection(free(3, 3, None), 2).run()] == alone
    monkeypatch.setattr(module, "PoolExecutor", lambda jobs, _: Dying(ATTEMPTS, "recipe", jobs))
    with pytest.raises(SolverError, match="a puzzle could not be rated: its process was ended by SIGKILL"):
        list(PuzzleSelection(free(3, 3, None), 2).run())


@pytest.mark.long
@pytest.mark.usefixtures("in_this_process")
def test_puzzles_have_one_solution_and_belong_to_the_class() -> None:
    series = replace(free(5, 3, EASY), recipe=replace(FIVE, seed=7))
    selection = PuzzleSelection(series, 1)
    found = list(selection.run())
    assert (len(found), selection.given, selection.given_up) == (3, 3, "")
    assert sorted({each.recipe.seed for each in found}) == [each.recipe.seed for each in found]
    assert found[0].recipe.seed >= 7
    for each in found:
        assert each.planted == generate(each.recipe)
        assert each.planted.solution is not None
        assert check(each.planted.puzzle, each.planted.solution).solved
        assert each.effort == rate_puzzle(each.planted.puzzle)
        assert belongs_to_series(series, each.effort)


@pytest.mark.usefixtures("in_this_process")
def test_the_first_puzzles_of_a_longer_series_with_more_processes_are_the_same() -> None:
    few, more = (
        [each.recipe for each in PuzzleSelection(free(4, count, None), jobs).run()] for count, jobs in ((2, 1), (4, 2))
    )
    assert more[:2] == few


@pytest.mark.usefixtures("in_this_process")
def test_a_selection_in_vain_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GIVE_UP", 8)
    selection = PuzzleSelection(free(3, 2, HARD), 1)
    assert list(selection.run()) == []
    assert selection.tried == 8
    assert selection.given_up.startswith("found no hard puzzle with one solution among the last 8 candidates of 3 x 3")
    assert "were easier" in selection.given_up


def test_what_a_caller_raises_ends_the_selection() -> None:
    def stop(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(PuzzleSelection(free(6, 1, HARD), 1).run(stop))


FITTING, SEVERAL, OPEN = Effort(True, (500, 500, 500)), Effort(False, (9,)), Effort(None, (1001,))
EASIER, HARDER = Effort(True, (30,)), Effort(True, (500, 1500))


@pytest.mark.parametrize(
    ("judged", "inner"),
    [
        ([FITTING, HARDER, HARDER], 15),
        ([FITTING, HARDER, HARDER, HARDER], 16),
        ([FITTING, EASIER, EASIER, EASIER], 14),
        ([HARDER, EASIER], 15),
        ([SEVERAL, OPEN, EASIER], 16),
        ([EASIER] * 4, 14),
    ],
)
def test_the_colours_follow_the_effort(judged: list[Effort], inner: int) -> None:
    series = free(7, 1, MEDIUM)
    recipe = first_recipe(series)
    assert (recipe.inner, recipe.border) == (15, 4)
    assert next_recipe(series, recipe, judged).inner == inner
    assert next_recipe(replace(series, any_inner=False), recipe, judged) == recipe


def test_larger_steps_where_none_fits() -> None:
    series = free(16, 1, HARD)
    recipe = first_recipe(series)
    assert recipe.inner == 40
    following = next_recipe(series, recipe, [EASIER] * 4)
    assert (following.inner, following.border) == (36, 7)


def test_colours_stay_where_others_are_impossible() -> None:
    series = replace(free(4, 1, MEDIUM), recipe=Recipe(4, 4, 1, 2))
    assert next_recipe(series, series.recipe, [EASIER] * 4) == series.recipe
    distinct = Recipe(12, 12, 5, 4, distinct=True)
    assert next_recipe(replace(series, recipe=distinct, any_border=False), distinct, [EASIER] * 4) == distinct


@pytest.mark.long
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_other_searches_find_the_same_class(difficulty: Difficulty) -> None:
    for each in PuzzleSelection(free(6, 2, difficulty), 1).run():
        again = rate_puzzle(each.planted.puzzle, searches=(6, 7, 8))
        assert again.unique
        assert difficulty.least <= again.median <= difficulty.most


@pytest.mark.long
def test_a_hundred_medium_puzzles_stay_medium() -> None:
    found = list(PuzzleSelection(free(6, 100, MEDIUM), 2).run())
    assert len({each.planted.puzzle for each in found}) == 100
    for each in found:
        again = rate_puzzle(each.planted.puzzle, searches=(6, 7, 8))
        assert again.unique
        assert MEDIUM.least <= again.median <= MEDIUM.most
