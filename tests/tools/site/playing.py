"""What runs on the site: each step of the lesson in a text field, exercises that check themselves, a puzzle to play.

All pages share one script and one engine, files of the site. A page that is opened from a file may read scripts from
beside it, and nothing else; so what it needs is in scripts.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, replace
from html import escape
from pathlib import Path
from typing import Any

import clingo

import edgeasp
from edgeasp.draw.page.html import TableEntry, embedded_clingo, page_script, palette_record, table_page
from edgeasp.encoding import facts
from edgeasp.encoding.facts import Atom, solution_from_atoms
from edgeasp.encoding.render import EncodingRequest, render
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution, Tile
from edgeasp.puzzle.symmetry import Motion, moved_solution
from tests.support import boards

ROOT = Path(__file__).parents[3]
LESSON = ROOT / "docs" / "lesson"
ASSETS = "theme"
PUZZLES = ("frame-3x3", "planted-4x4", "planted-5x5", "spoilt-3x3", "identical-4x3")
STEPS = {path.stem: path for path in sorted(LESSON.glob("*.lp"))}

PLAYED = """
<iframe class="edgeasp-play" title="A puzzle of 4 x 4 to play" src="theme/play.html" loading="lazy"></iframe>
"""


def on_page(name: str) -> str:
    """What a page of the site has besides its text; empty for most.

    Args:
        name: the file of which the page is made, relative to the top of the checkout.
    """
    if name == "README.md":
        return f"\n## A puzzle to play\n\n{PLAYED}"
    step = name.removeprefix("docs/lesson/").removesuffix(".lp")
    if name == f"docs/lesson/{step}.lp" and step in STEPS:
        puzzles = "frame-3x3 planted-4x4" + " planted-5x5" * (step > "4")
        place = f'<div class="edgeasp-step" data-step="{step}" data-puzzles="{puzzles}"></div>'
        return (
            f"\n## Run it\n\nChange the rules, choose a puzzle, and look at the answers.\n\n{place}\n{_scripts(name)}"
        )
    if name == "docs/lesson/README.md":
        parts = [
            f'### {number}. {escape(each["title"])}\n\n<div class="edgeasp-exercise" data-exercise="{number}"></div>\n'
            for number, each in _exercises().items()
        ]
        return "\n## Try the exercises here\n\n" + "\n".join(parts) + _scripts(name)
    return ""


def write_assets(folder: Path) -> None:
    """Write the scripts, and the page with a puzzle to play, to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {
        "steps": {name: path.read_text(encoding="utf-8") for name, path in STEPS.items()},
        "puzzles": {name: _example(name) for name in PUZZLES},
        "exercises": _exercises(),
        **palette_record(range(16)),
    }
    (folder / "lesson.js").write_text(page_script("lesson.js"), encoding="utf-8")
    (folder / "lesson-data.js").write_text(f"globalThis.edgeaspLesson = {json.dumps(data)};\n", encoding="utf-8")
    (folder / "engine.js").write_text(
        f"globalThis.edgeaspEngine = {json.dumps(asdict(embedded_clingo()))};\n", encoding="utf-8"
    )
    page = table_page([TableEntry("A puzzle of 4 x 4", _puzzle("planted-4x4"))])
    (folder / "play.html").write_text(page, encoding="utf-8")


def _scripts(name: str) -> str:
    """The scripts of the lesson, for a page of the site."""
    up = Path(os.path.relpath(ASSETS, Path(name).parent)).as_posix()
    return f'\n<script src="{up}/lesson-data.js"></script>\n<script src="{up}/lesson.js"></script>\n'


def _puzzle(name: str) -> Puzzle:
    """An instance; or a smaller puzzle, on which a page soon has all answers."""
    if name == "spoilt-3x3":
        frame = _puzzle("frame-3x3")
        return replace(frame, tiles=(*frame.tiles[:-1], Tile((1, 2, 3, 3))))
    if name == "identical-4x3":
        return boards.planted(8, 4, 3, 3, framed=True)
    return edgeasp.load(ROOT / "instances" / f"{name}.puz").puzzle


def _example(name: str) -> dict[str, Any]:
    puzzle = _puzzle(name)
    data = {"cols": puzzle.cols, "rows": puzzle.rows, "tiles": [tile.sides for tile in puzzle.tiles], "signs": None}
    return {"name": name, "facts": facts.write_facts(puzzle), "data": data}


def _exercises() -> dict[str, dict[str, Any]]:
    """The exercises by number, each with the answers that are asked for."""
    added = render(EncodingRequest(symmetry=()).resolve(framed=True, signed=False), added=True).text
    frame, spoilt, alike = (_puzzle(name) for name in ("frame-3x3", "spoilt-3x3", "identical-4x3"))
    every = answers(frame, added, "--project=project")
    orbits = {
        frozenset(shown(frame, moved_solution(frame, board, Motion(quarters))) for quarters in range(4))
        for board in every
    }
    step = {number: (LESSON / name).read_text(encoding="utf-8") for number, name in _FILES.items()}
    opposite = [[shown(frame, board)] for board in answers(frame, added + _answer("opposite"), "--project=project")]
    upright = [[shown(frame, board)] for board in answers(frame, added + _answer("upright"), "--opt-mode=optN")]
    best = answers(spoilt, _answer("mismatches"), "--opt-mode=optN")[0]
    least = spoilt.grid.diamonds - check(spoilt, best).matched
    once = {shown(alike, board) for board in edgeasp.solve(alike)}
    return {
        "1": _exercise("Tiles 1 and 2 lie in opposite corners", "frame-3x3", "set", opposite, before=added),
        "2": _exercise(
            "Of four rotations, one", "frame-3x3", "orbits", [sorted(each) for each in orbits], before=added
        ),
        "3": _exercise(
            "As many tiles as possible lie as they are listed",
            *("frame-3x3", "set", upright),
            before=added,
            options="0 --opt-mode=optN",
        ),
        "4": _exercise("The fewest mismatches", "spoilt-3x3", "fewest", [], step[4], least=least, options="0"),
        "5": _exercise("Each board once", "identical-4x3", "once", [[each] for each in sorted(once)], step[5]),
    }


_FILES = {4: "2-colours-between.lp", 5: "5-one-colour.lp"}


def _exercise(
    title: str,
    puzzle: str,
    test: str,
    wanted: list[list[str]],
    start: str = "% Your rules.\n",
    *,
    before: str = "",
    least: int = 0,
    options: str = "2000 --project=auto",
) -> dict[str, Any]:
    return {
        "title": title,
        "start": start,
        "before": before,
        "puzzle": puzzle,
        "test": test,
        "boards": sorted(wanted),
        "least": least,
        "options": options,
    }


def _answer(name: str) -> str:
    return "\n" + (LESSON / "exercises" / f"{name}.lp").read_text(encoding="utf-8")


def answers(puzzle: Puzzle, program: str, *options: str) -> list[Solution]:
    """The answers of a program to a puzzle; the best ones, if it asks for these."""
    control = clingo.Control(["0", *options])
    control.add("base", [], facts.write_facts(puzzle) + program)
    control.ground([("base", [])])
    found: dict[str, Solution] = {}
    with control.solve(yield_=True) as models:
        for model in models:
            if model.cost and not model.optimality_proven:
                continue
            atoms = [Atom(each.name, tuple(at.number for at in each.arguments)) for each in model.symbols(shown=True)]
            board = solution_from_atoms(atoms, puzzle)
            found[shown(puzzle, board)] = board
    return list(found.values())


def shown(puzzle: Puzzle, board: Solution) -> str:
    """What a board shows, square by square, as the script has it."""
    on = board.by_square()
    return " ".join(",".join(map(str, puzzle.sides(on[square]))) for square in puzzle.grid.squares)
