"""The page of record boards and its table; the boards themselves where they are beside the checkout."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from edgeasp.formats import files, known
from edgeasp.puzzle.model import Placement, Solution
from edgeasp.puzzle.summary import summarize
from edgeasp.puzzle.symmetry import board_rotations, moved_solution
from studies.record_boards import COLUMNS, HEAD, checked, complete, regime, variants
from tests.formats.test_resolve import BOARDS, E2, any_board
from tests.support.running import run
from tests.tools import records

ROWS = {row["board"]: row for row in records.rows()}
PAGE = records.PAGE.read_text(encoding="utf-8")
BEST = "FiveClue_466_2c037e70f7e9"


def test_the_page_has_the_tables_of_the_results() -> None:
    assert records.written(PAGE) == PAGE, "write them anew: make generated"
    assert all(f"[{name}](" in PAGE for name in ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_row_agrees_with_itself(name: str) -> None:
    row = ROWS[name]
    assert tuple(row) == HEAD
    assert int(row["score"]) + int(row["mismatches"]) == E2.puzzle.grid.diamonds
    assert (row["regime"], row["clues"]) in (("five clues", "5 of 5"), ("starter piece", "1 of 5"))
    assert all(complete(row[kind]) for kind in ("3x3", "4x4", "around"))
    assert row["around"] == f"{row['mismatches']} of {row['mismatches']}"
    assert row["where"].startswith("https://")
    # A place to look for a board, not the board.
    assert len(row["where"]) < 100
    assert "board_edges" not in row["where"]


def test_what_the_page_says_of_the_five_clue_record_is_proved() -> None:
    row = ROWS[BEST]
    assert (row["score"], row["who"]) == ("466", "Jef")
    assert [row[kind] for kind in ("3x3", "4x4", "5x5")] == ["196 of 196", "169 of 169", "144 of 144"]
    assert row["score"] == max(other["score"] for other in ROWS.values() if other["regime"] == "five clues")


def test_no_board_is_listed_twice_however_rotated() -> None:
    board, other = any_board(1), any_board(2)
    turned = [moved_solution(E2.puzzle, board, motion) for motion in board_rotations(E2.puzzle)]
    for again in turned:
        with pytest.raises(SystemExit, match="again: the same board as first, perhaps rotated"):
            list(variants(E2.puzzle, {"first": board, "again": again}))
    one, two, *rest = turned[1].placements
    swapped = Solution((Placement(one.tile, two.square, two.rot), Placement(two.tile, one.square, one.rot), *rest))
    found = dict(variants(E2.puzzle, {"first": board, "other": other, "swapped": swapped}))
    assert found == {"first": "", "other": "", "swapped": "2 from first"}


@pytest.mark.parametrize(
    ("kept", "turned", "expected"),
    [
        ((), False, "no clue"),
        ((0,), False, "starter piece"),
        ((0,), True, "no clue"),
        ((1, 2, 3, 4), False, "no clue"),
        ((0, 3), False, "starter piece"),
        ((0, 1, 2, 3, 4), False, "five clues"),
        ((0, 1, 2, 3, 4), True, "no clue"),
    ],
)
def test_a_regime_needs_tile_square_and_rotation(kept: tuple[int, ...], turned: bool, expected: str) -> None:
    clues = [clue for index, clue in enumerate(E2.clues["official"]) if index in kept]
    board = Solution(tuple(replace(clue, rot=(clue.rot + turned) % 4) for clue in clues))
    assert regime(summarize(E2.puzzle, board, published=known.published_details(E2.puzzle))) == expected


# ---- boards that people have published ----

LINKS = files.links_in(str(BOARDS)) if BOARDS.exists() else []
published = pytest.mark.skipif(not LINKS, reason="no published boards here; EDGEASP_COMMUNITY names a folder")
FULL = [(name, link) for name, link in LINKS if name in ROWS]


@published
def test_the_checker_gives_the_scores_and_regimes_of_the_table() -> None:
    puzzle = known.eternity2().puzzle
    assert {name for name, _ in LINKS} - set(ROWS) == {"Clues"}
    for name, link in FULL:
        summary = summarize(puzzle, files.read_solution(link, puzzle), published=known.published_details(puzzle))
        assert {column: ROWS[name][column] for column in COLUMNS[:5]} == checked(name, summary)


@published
def test_a_table_of_record_boards(tmp_path: Path) -> None:
    path = tmp_path / "links.tsv"
    path.write_text("".join(f"{name}\t{link}\n" for name, link in FULL if name in (BEST, "Louis_Verhaard_467")))
    result = run("check", str(path), "--prove", "3x3,around")
    assert result.stdout.splitlines() == [
        "board                           score  mismatches   clues      3x3  around",
        "Louis_Verhaard_467         467 of 480          13  1 of 5  all 196  all 13",
        "FiveClue_466_2c037e70f7e9  466 of 480          14  5 of 5  all 196  all 14",
    ]
    lines = run("check", str(path), "--prove", "3x3", "--format", "json").stdout.splitlines()
    assert [(each["board"], each["windows"]) for each in map(json.loads, lines)] == [
        ("Louis_Verhaard_467", [{"kind": "3x3", "number": 196, "proved": 196}]),
        (BEST, [{"kind": "3x3", "number": 196, "proved": 196}]),
    ]
