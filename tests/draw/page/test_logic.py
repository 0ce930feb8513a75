"""The modules of the page without a browser: tests in `unit`, which node runs on cases with the answers of Python."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import edgeasp
from edgeasp.draw.page.html import embedded_scan, page_script
from edgeasp.encoding import facts
from edgeasp.encoding.facts import answer_atoms
from edgeasp.formats import plain, viewer
from edgeasp.formats.known import eternity2
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.candidates import FittingPlacements
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from tests.draw.page.cases import (
    beyond,
    careful_boards,
    code,
    codes,
    random_boards,
    record,
    small,
    solution_of,
    square,
    unusual,
    with_spare_tiles,
)
from tests.support import boards

UNIT = Path(__file__).parent / "unit"
NODE = shutil.which("node")
OLDEST = (20, 19)
"""The first version that takes a module for one without being told."""


def version() -> tuple[int, ...]:
    """The version of node; empty if there is none."""
    done = NODE and subprocess.run([NODE, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(map(int, re.findall(r"\d+", done or "")))


@cache
def puzzles() -> dict[str, Puzzle]:
    """Puzzles of all kinds: a third of the small ones, as the others are like these."""
    some = [*list(small().items())[::3], *list(unusual().items())[:4], *list(with_spare_tiles().items())[:3]]
    return dict(some) | beyond()


def large() -> dict[str, Puzzle]:
    return {"12x9": boards.planted(1, 12, 9, 40, framed=True), "Eternity II": eternity2().puzzle}


def board_cases() -> dict[str, Any]:
    entries: list[dict[str, Any]] = [
        {
            "name": name,
            "record": record(puzzle),
            "text": facts.write_facts(puzzle),
            "checked": [*checked(puzzle)] if name in puzzles() else [],
            "fitted": [*fitted(puzzle)] if name in puzzles() else [],
        }
        for name, puzzle in (puzzles() | large()).items()
    ]
    assert sum(len(case["report"][0]) for entry in entries for case in entry["checked"]) > 40
    return {"puzzles": entries}


def checked(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Boards and the report of each, where one tile is a clue."""
    clue = Placement(1, square(puzzle, 0), puzzle.allowed(1)[-1])
    for laid in (*random_boards(puzzle, 1, 3), *careful_boards(puzzle, 1, 3)):
        report = check(puzzle, solution_of(puzzle, laid), Solution((clue,)))
        violations = [[each.condition.value, each.text] for each in report.violations]
        summary = [violations, len(report.missing), report.matched, report.solved]
        yield {"laid": laid, "clues": [[0, code(puzzle, clue)]], "report": summary}


def fitted(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Boards and what fits on their empty squares."""
    for laid in careful_boards(puzzle, 2, 4):
        fitting = FittingPlacements(puzzle, solution_of(puzzle, laid))
        squares = [
            [
                at,
                [code(puzzle, each) for each in fitting.placements_by_square[here]],
                [*fitting.tiles_on(here)],
                fitting.requirements_text(here),
            ]
            for at, here in ((at, square(puzzle, at)) for at, lying in enumerate(laid) if lying == -1)
        ]
        only = sorted([tile, index(puzzle, here)] for tile, here in dict(fitting.only_squares).items())
        dead_ends = [index(puzzle, here) for here in fitting.dead_ends]
        yield {"laid": laid, "squares": squares, "deadEnds": dead_ends, "only": only}


def index(puzzle: Puzzle, here: Square) -> int:
    return here.row * puzzle.cols + here.col


def text_cases() -> dict[str, Any]:
    entries = [
        {
            "name": name,
            "record": record(puzzle),
            "puz": plain.write_puz(puzzle),
            "boards": [
                {"laid": laid, "sol": plain.write_sol(solution_of(puzzle, laid))}
                for laid in random_boards(puzzle, 3, 1)
            ],
        }
        for name, puzzle in puzzles().items()
    ]
    answers = [
        {"laid": laid, "atoms": "Answer: 1\n" + " ".join(map(str, answer_atoms(solution_of(boards.FRAME_3X3, laid))))}
        for laid in random_boards(boards.FRAME_3X3, 6, 4)
    ]
    spellings = [[text, plain.write_puz(plain.read_puz(text, "it.puz"))] for text in SPELLINGS]
    return {"puzzles": entries, "answers": answers, "spellings": spellings, "nonsense": NONSENSE}


def link_cases() -> dict[str, Any]:
    ten = boards.planted(1, 10, 10, 26, framed=True)
    sites = []
    linked = {"3x3": boards.FRAME_3X3, "6x5": boards.planted(1, 6, 5, 20, framed=True)}
    for name, puzzle in (linked | {"Eternity II": eternity2().puzzle}).items():
        [laid] = random_boards(puzzle, 4, 1)
        link = viewer.write_board_link(solution_of(puzzle, laid), puzzle).strip()
        sites.append({"name": name, "record": record(puzzle), "laid": laid, "link": link})
    entries = [
        {
            "name": name,
            "record": record(puzzle),
            "puz": plain.write_puz(puzzle),
            "boards": [*random_boards(puzzle, 5, 2)],
        }
        for name, puzzle in (puzzles() | {"10x10": ten, "Eternity II": eternity2().puzzle}).items()
    ]
    full = [
        {"record": record(ten), "whole": True, "most": 600},
        {"record": record(eternity2().puzzle), "whole": False, "most": 500},
    ]
    start = viewer.SITES["bucas"]
    return {"puzzles": entries, "sites": sites, "full": full, "start": start, "nonsense": NONSENSE}


def scan_cases() -> dict[str, Any]:
    some = [boards.planted(seed, 4, 4, 4, framed=True) for seed in range(2)]
    some += [boards.planted(3, 3, 3, 4), boards.planted(5, 2, 2, 1), boards.planted(6, 3, 3, 300, framed=True)]
    some += [boards.planted(1, 3, 2, 3, surplus=True)]
    some += [puzzle for puzzle in (*unusual().values(), *with_spare_tiles().values()) if not puzzle.signed]
    lying = [puzzle for puzzle in beyond().values() if not puzzle.regular]
    some += [puzzle for puzzle in lying if puzzle.paired and not (puzzle.signed or puzzle.wraps)]
    cases = [(puzzle, Solution()) for puzzle in some]
    cases += [(puzzle, Solution(tuple(next(edgeasp.solve(puzzle)))[:2])) for puzzle in some[:3]]
    cases.append((generate(Recipe(12, 12, 24, 8)).puzzle, Solution()))
    searched = [
        {
            "name": f"{number}: {puzzle.cols}x{puzzle.rows}",
            "record": record(puzzle),
            "laid": codes(puzzle, laid),
            "number": edgeasp.count(puzzle, laid),
        }
        for number, (puzzle, laid) in enumerate(cases)
    ]
    return {"searched": searched, "packed": embedded_scan()}


SUBJECTS: dict[str, Callable[[], dict[str, Any]]] = {
    "board": board_cases,
    "game": dict,
    "link": link_cases,
    "puzzle": dict,
    "scan": scan_cases,
    "storage": dict,
    "text": text_cases,
}


@pytest.mark.skipif(version() < OLDEST, reason="no node from 20.19 on: the modules of the page are NOT tested")
@pytest.mark.parametrize("subject", SUBJECTS)
def test_unit(subject: str, tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"small": record(boards.FRAME_3X3), **SUBJECTS[subject]()}), encoding="utf-8")
    done = subprocess.run(
        [str(NODE), "--test", str(UNIT / f"{subject}.test.js")],
        env={**os.environ, "CASES": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^. pass [1-9]", done.stdout, re.MULTILINE), done.stdout


@pytest.mark.skipif(version() < OLDEST, reason="no node from 20.19 on: the modules of the page are NOT tested")
@pytest.mark.parametrize("entry", ["table.js", "show.js", "lesson.js"])
def test_no_name_is_declared_twice_in_the_scope_that_modules_share(entry: str, tmp_path: Path) -> None:
    path = tmp_path / "script.js"
    path.write_text(page_script(entry), encoding="utf-8")
    done = subprocess.run([str(NODE), "--check", str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_file_of_tests_is_run() -> None:
    assert {path.name for path in UNIT.glob("*.test.js")} == {f"{subject}.test.js" for subject in SUBJECTS}


def test_conditions_have_the_names_of_the_checker() -> None:
    text = page_script("checker.js")
    assert {each.value for each in Condition if f'"{each.value}"' in text} == {
        each.value for each in Condition if each is not Condition.SQUARE
    }


def test_codes_and_solutions_are_the_same() -> None:
    for laid in random_boards(boards.FRAME_3X3, 9, 5):
        assert codes(boards.FRAME_3X3, solution_of(boards.FRAME_3X3, laid)) == laid


TILES = "1 2 3 4\n" * 9
SPELLINGS = [
    "2 2\nc edgeasp generate --size 2 --colours 4\nc edgeasp no turning \nc edgeasp partners 1-2\nc by hand\n"
    + TILES[:32],
    f"3 3\nc edgeasp rim top 01 2\n{TILES}",
    f"3 3\nc edgeasp partners 01-2 1-3\n{TILES}",
    f"3 3\nc edgeasp partners 1-1000\n{TILES}",
    f"3 3\nc edgeasp open top top\n0{TILES[1:]}",
    f"3 3\nc edgeasp outline ###/#.#/###\n{TILES[8:]}",
    f"3 3\nc edgeasp wraps rows columns rows\n{TILES}",
    f"3 3\nc edgeasp turning over\nc edgeasp tiles 3,5-6 only 4,0\n{TILES}c edgeasp tiles 0,0 only 7-7\n",
    f"3 3\nc edgeasp no turning\nc edgeasp turning over\nc edgeasp tiles 1 only 4\n{TILES}",
    f"3 3\nc edgeasp tiles 000000-0000001 only 00\n{TILES}",
]

NONSENSE = [
    *("", " ", "\0", "x", "1", "1 2", "2 2", "2 2\n1 1 1 1", "0 0", "1 1\n1 1 1 1", "99999 99999", "2 2 2", "-1 -1"),
    *(
        "2 2\n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3",
        "2 2\n" + "1 2 3 x\n" * 4,
        "2 2\n" + "1 2 3 4 *\n" * 4,
        "2 2\nc edgeasp partners\n" + "1 2 3 4\n" * 4,
        "2 2\nc edgeasp partners 1-2 alike\n" + "1 2 3 4\n" * 4,
        "2 2\nc edgeasp partners 0-1\n" + "1 2 3 4\n" * 4,
        "2 2\n" + "1 2 3 4\n" * 4 + "c edgeasp partners one-two\n",
        *(
            f"2 2\nc edgeasp {comment}\n" + "1 2 3 4\n" * 4
            for comment in (
                "rim top",
                "rim top 0",
                "rim top 1234567890",
                "rim middle 2",
                "rim top 1\nc edgeasp rim top 2",
                "rim top 1\nc edgeasp open top",
                "wraps",
                "wraps diagonals",
                "open",
                "open middle",
                "outline ##",
                "outline ##\nc edgeasp outline #x",
                "outline ..\nc edgeasp outline ..",
                "outline ##\nc edgeasp outline #.",
                "turning",
                "tiles",
                "tiles 0 only",
                "tiles 4 only 0",
                "tiles 0 only 4",
                "tiles 0 only x",
                "tiles 1-0 only 2",
                "tiles 0 only 0\nc edgeasp tiles 0-1 only 2",
                "spare 1",
                "flipped",
            )
        ),
        "2 2\nc Edgeasp partners 1-2\n" + "1 2 3 4\n" * 4,
        "2 2\nc edgeasp, wraps columns\n" + "1 2 3 4\n" * 4,
        "2 2\nc edgeasp-wraps columns\n" + "1 2 3 4\n" * 4,
        "1e1 1e1",
        "NaN",
    ),
    *(
        "0 0 0",
        "0 0 0 0 0",
        "0 0 0 9",
        "9 0 0 0",
        "0 9 9 0",
        "0 0 0 0\n0 1 0 0",
        "0 0 0 0\n1 0 0 0",
        "½ ½",
        "²",
        "\uff11 \uff11",
    ),
    *(
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "javascript:alert(1)",
        "{}",
        "[]",
        "null",
        '{"laid":[]}',
    ),
    *(
        "board_edges=",
        "board_edges=aaaa",
        "board_edges=" + "z" * 36,
        "board_edges=" + "a" * 35,
        "board_w=9&board_h=1&board_edges=" + "a" * 36,
        "board_h=9&board_edges=" + "a" * 36,
        "puzzle_size=6&board_edges=" + "a" * 36,
        "https://e2.bucas.name/#",
    ),
    *(
        "a" * 100_000,
        "2 2\n" * 1000,
        "\n" * 10_000,
        "\ufeff",
        "\ud800",
        "💥" * 99,
        "c",
        "c\nc\n",
        "tile(1).",
        "\t\t",
        "\r\n",
    ),
]
