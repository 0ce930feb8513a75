"""The tiers: valid lists with reproducible instances."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.formats import plain, programs
from edgeasp.formats.document import Document
from edgeasp.lab.bench import benchmark, instances, systems
from edgeasp.lab.bench.instances import corner_clue, read_instance
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Solution, Square
from edgeasp.system import limits
from edgeasp.system.errors import InputError
from tests.support.boards import FOURSQUARES, FRAME_3X3
from tests.support.running import INSTANCES

HEAD = "cols,rows,inner,border,seed,half\n"


def test_the_tiers_are_those_that_are_documented() -> None:
    assert instances.tier_names() == ["cliff", "frontier", "large", "quick", "unframed"]
    assert instances.tier_folder() == INSTANCES / "tiers"


@pytest.mark.parametrize("name", instances.tier_names())
def test_a_tier_makes_sense(name: str) -> None:
    tier = instances.load_tier(name)
    assert tier.name == name
    names = [listed.name for listed in tier.listed]
    assert len(set(names)) == len(names)
    # One recipe with one seed is in one half, and the halves are the same but for the seeds.
    by_half = {half: [each.recipe for each in tier.listed if each.half == half] for half in instances.HALVES}
    boards = [[(each.cols, each.rows, each.inner, each.border) for each in recipes] for recipes in by_half.values()]
    assert sorted(boards[0]) == sorted(boards[1]) != []
    assert not {each.seed for each in by_half["development"]} & {each.seed for each in by_half["validation"]}
    assert tier.defaults["about"]
    assert systems.parse_systems([tier.defaults["systems"]])[0].label == "edgeasp"
    assert systems.parse_tasks([tier.defaults["tasks"]])
    assert len(systems.parse_seeds(tier.defaults["seeds-first"])) >= 5
    assert systems.parse_seeds(tier.defaults["seeds"])
    assert float(tier.defaults["time-limit"]) > 0
    assert limits.parse_bytes(tier.defaults["memory-limit"]) >= 10**9
    assert all((each.recipe.border == 0) == (name == "unframed") for each in tier.listed)


def test_the_halves_of_the_frontier_span_all_sizes() -> None:
    listed = instances.load_tier("frontier").listed
    for half in instances.HALVES:
        assert {each.recipe.cols for each in listed if each.half == half} == set(range(6, 17))


@pytest.mark.parametrize("name", instances.tier_names())
def test_instances_of_a_tier_have_the_solution_that_was_planted(name: str, tmp_path: Path) -> None:
    listed = instances.load_tier(name).listed[:2]
    for instance, each in zip(instances.generate_instances(listed, tmp_path), listed, strict=True):
        puzzle, clues = read_instance(str(instance.path), str(instance.clue))
        assert (puzzle, clues) == (instance.puzzle, instance.clues)
        assert len(clues) == 5 if name == "cliff" else [clue.square for clue in clues] == [Square(0, 0)]
        assert check(puzzle, clues).violations == ()
        assert instance.planted
        assert instance.half == each.half
        inner = each.recipe.inner
        assert inner * 0.7 <= instance.colour_counts[1] <= inner


def test_instances_are_the_same_everywhere(tmp_path: Path) -> None:
    made = instances.generate_instances(instances.load_tier("quick").listed, tmp_path)
    [known] = [each for each in made if each.name == "7x7-c10-f3-s1"]
    assert known.hash == "34336d8a99e3"
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    known.path.write_text("spoilt", encoding="utf-8")
    assert instances.generate_instances(instances.load_tier("quick").listed, tmp_path) == made
    assert {path for path in tmp_path.iterdir() if path.stat().st_mtime_ns != before[path]} == {known.path}
    assert plain.read_puz(known.path.read_text(encoding="utf-8"), "x") == known.puzzle


def test_a_list_of_the_user(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(
        f"# a remark\n# time-limit: 5\n# colour: red\n\n{HEAD}4, 5, 3, 2, 1, validation\n3,3,4,0,2,\n", encoding="utf-8"
    )
    tier = instances.load_tier(str(path))
    assert tier.name == "mine"
    assert tier.defaults == instances.DEFAULTS | {"time-limit": "5"}
    assert [(each.name, each.half) for each in tier.listed] == [("4x5-c3-f2-s1", "validation"), ("3x3-c4-s2", "")]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (programs.write_binary(Document(FRAME_3X3)), False),
        (f"# about: mine\n\n{HEAD}4,4,3,2,1,\n", True),
        ("4,4,3,2,1,validation\n", True),
        ("", True),
    ],
)
def test_a_csv_is_a_list_or_a_puzzle_by_its_content(tmp_path: Path, content: str, expected: bool) -> None:
    path = tmp_path / "x.csv"
    path.write_text(content, encoding="utf-8")
    assert instances.is_tier_or_list(str(path)) is expected


def test_a_puzzle_in_a_csv_can_be_measured(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(programs.write_binary(Document(FRAME_3X3)), encoding="utf-8")
    spec = benchmark.BenchmarkSpec((str(path),), systems=("edgeasp",))
    runs = benchmark.list_runs(spec, benchmark.BenchmarkFolder.from_option(str(tmp_path / "runs.csv")))
    assert [run.instance.puzzle for run in runs if run.every] == [FRAME_3X3]


def test_the_clue_lies_beside_the_puzzle_or_is_derived(tmp_path: Path) -> None:
    path = tmp_path / "x.puz"
    path.write_text(plain.write_puz(FRAME_3X3), encoding="utf-8")
    [derived] = instances.load_instances(str(path))
    assert derived.clue is None
    assert derived.clues == corner_clue(FRAME_3X3) == Solution((Placement(0, Square(0, 0), 1),))
    (tmp_path / "x.clue").write_text("3 0 0 1\n", encoding="utf-8")
    [given] = instances.load_instances(str(tmp_path))
    assert given.clues == Solution((Placement(3, Square(0, 0), 1),))
    assert given.hash != derived.hash


def test_no_clue_is_derived_where_it_would_exclude_solutions() -> None:
    rectangle = instances.load_instances(str(INSTANCES / "planted-6x4-signed.puz"))[0]
    assert (rectangle.clues, corner_clue(FOURSQUARES)) == (Solution(), Solution())


def test_folders_and_files_without_puzzles(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a folder with puzzles"):
        instances.load_instances(str(tmp_path))
    with pytest.raises(InputError, match="cannot be read"):
        instances.load_instances(str(tmp_path / "x.puz"))


@pytest.mark.parametrize(("text", "seeds"), [("1", [1]), ("1-3", [1, 2, 3]), ("5, 1-2,2", [5, 1, 2])])
def test_seeds(text: str, seeds: list[int]) -> None:
    assert systems.parse_seeds(text) == seeds
