"""The puzzles in instances/: its README tells the truth about them, and its script makes the planted ones again."""

import re
from pathlib import Path

import pytest

from edgeasp import files
from edgeasp.formats import puz
from edgeasp.pipeline import Search, prepare
from instances.plant import RECIPES, plant

FOLDER = Path(__file__).parent.parent / "instances"
ROW = re.compile(r"\| `(?P<file>[^`]+)` \| (?P<board>[^|]+) \| (?P<origin>[^|]+) \| (?P<solutions>\d+) \|")
ROWS = {row["file"]: row for row in ROW.finditer((FOLDER / "README.md").read_text(encoding="utf-8"))}


def test_the_table_names_every_puzzle_and_no_other() -> None:
    assert set(ROWS) == {file.name for file in FOLDER.iterdir() if file.suffix in (".puz", ".lp")}


@pytest.mark.parametrize("name", ROWS)
def test_the_table_tells_the_board(name: str) -> None:
    puzzle, clues = files.read_puzzle(str(FOLDER / name))
    kinds = ["framed" if puzzle.framed else "unframed", *["signed"] * puzzle.signed]
    assert ROWS[name]["board"] == ", ".join([f"{puzzle.cols} x {puzzle.rows}", *kinds])
    assert not clues.placements


@pytest.mark.parametrize("name", ROWS)
def test_the_table_tells_the_number_of_solutions(name: str) -> None:
    puzzle, _ = files.read_puzzle(str(FOLDER / name))
    search = Search(prepare(puzzle), limit=0)
    found = {solved.solution for solved in search}
    assert search.exhausted
    assert len(found) == int(ROWS[name]["solutions"])


def test_the_table_tells_how_the_planted_ones_were_made() -> None:
    planted = {}
    for recipe in RECIPES:
        frame = f" and {recipe.frame} frame" if recipe.frame else ""
        planted[recipe.name] = f"`plant.py`: {recipe.inner} inner{frame} colours, seed {recipe.seed}"
    assert planted == {name: row["origin"] for name, row in ROWS.items() if name.startswith("planted")}


def test_the_script_makes_the_same_bytes_again() -> None:
    for recipe in RECIPES:
        assert puz.write(plant(recipe)).encode() == (FOLDER / recipe.name).read_bytes()


def test_both_golden_files_hold_the_same_puzzle() -> None:
    facts, _ = files.read_puzzle(str(FOLDER / "golden.lp"))
    lines, _ = files.read_puzzle(str(FOLDER / "golden.puz"))
    assert facts == lines
