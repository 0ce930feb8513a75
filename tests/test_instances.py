"""The puzzles in instances/: manifest and README tell the truth about them, and commands make them again."""

from __future__ import annotations

import re

import pytest

from tests.support import brute
from tests.support.reading import read_puzzle
from tests.support.running import INSTANCES
from tests.tools import manifest
from tests.tools.manifest import Entry

ROW = re.compile(r"\| `(?P<file>[^`]+)` \| (?P<board>[^|]+) \| (?P<origin>[^|]+) \| (?P<solutions>\d*) ?\|")
ROWS = {row["file"]: row for row in ROW.finditer((INSTANCES / "README.md").read_text(encoding="utf-8"))}
ENTRIES = manifest.read()
ANEW = "make the instances and their tables anew: make generated"

every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=[entry["file"] for entry in ENTRIES])


def test_manifest_and_readme_name_every_puzzle_and_no_other() -> None:
    puzzles = [file.name for file in INSTANCES.iterdir() if file.suffix in (".puz", ".lp")]
    assert sorted(puzzles) == sorted(entry["file"] for entry in ENTRIES)
    assert [entry["file"] for entry in ENTRIES] == list(ROWS)


@every_entry
def test_the_manifest_tells_board_colours_and_checksum(entry: Entry) -> None:
    assert entry == entry | manifest.described(entry), ANEW
    assert ("command" in entry) != ("origin" in entry)


def test_the_package_knows_every_puzzle_by_its_identity() -> None:
    table = manifest.IDENTITIES.read_text(encoding="utf-8")
    assert table == manifest.identities(ENTRIES), ANEW


@every_entry
def test_the_readme_says_the_same(entry: Entry) -> None:
    row = ROWS[entry["file"]]
    kinds = ["framed" if entry["framed"] else "unframed", *["signed"] * entry["signed"]]
    assert row["board"] == ", ".join([f"{entry['cols']} x {entry['rows']}", *kinds])
    assert row["solutions"] == ("" if entry["solutions"] is None else str(entry["solutions"]))
    if "origin" in entry:
        assert row["origin"] == entry["origin"]
    else:
        options = dict(re.findall(r"--(\S+) (\d+)", entry["command"]))
        assert f"seed {options['seed']}" in row["origin"]
        if "preset" not in row["origin"]:
            border = f" inner and {options.get('border-colours')} border" if entry["framed"] else ""
            assert f"{options['colours']}{border} colours" in row["origin"]


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if "command" in entry], ids=lambda entry: entry["file"])
def test_the_command_makes_the_same_bytes_again(entry: Entry) -> None:
    assert manifest.made(entry) == (INSTANCES / entry["file"]).read_bytes(), ANEW


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(entry, marks=[pytest.mark.long] * (entry["cols"] in (6, 8, 16)), id=entry["file"])
        for entry in ENTRIES
        if entry["solutions"] is not None
    ],
)
def test_the_number_of_solutions_is_right(entry: Entry) -> None:
    assert manifest.counted(entry) == entry["solutions"]


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry["cols"] <= 4], ids=lambda entry: entry["file"])
def test_brute_force_counts_as_many(entry: Entry) -> None:
    assert len(brute.solve(manifest.puzzle_of(entry)).pictures) == entry["solutions"]


def test_no_instance_has_clues_of_its_own() -> None:
    for entry in ENTRIES:
        assert not read_puzzle(str(INSTANCES / entry["file"]))[1].placements


def test_both_golden_files_hold_the_same_puzzle() -> None:
    facts, lines = (read_puzzle(str(INSTANCES / name))[0] for name in ("golden.lp", "golden.puz"))
    assert facts == lines
