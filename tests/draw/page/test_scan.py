"""The scan square by square in the page: what is vendored, and what it answers, in node and in a browser."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import edgeasp
from edgeasp.draw.page.html import MODULES, SCAN_FOLDER, SCAN_NOTE, SCAN_WASM, scan
from edgeasp.encoding.render import all_rules
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from tests.draw.page.cases import codes, record, solution_of
from tests.draw.page.harness import with_modules
from tests.support.browser import Open, needs_browser
from tests.tools import web_scan

ROOT = Path(__file__).parents[3]
NODE = shutil.which("node")

# ---- what is vendored ----


def note() -> dict[str, str]:
    found: dict[str, str] = json.loads((SCAN_FOLDER / SCAN_NOTE).read_text(encoding="utf-8"))
    return found


def test_it_is_made_of_the_source_that_python_compiles() -> None:
    """If not, `make web-scan` makes it anew."""
    assert note()["sources"] == web_scan.digest()
    program = gzip.decompress((SCAN_FOLDER / SCAN_WASM).read_bytes())
    assert hashlib.sha256(program).hexdigest() == note()["sha256"]


@pytest.mark.skipif(web_scan.compiler() is None, reason="there is no ziglang")
def test_the_same_compiler_makes_the_same_bytes() -> None:
    if web_scan.compiler() != note()["ziglang"]:
        pytest.skip("the compiler is of another version")
    assert web_scan.compiled() == gzip.decompress((SCAN_FOLDER / SCAN_WASM).read_bytes())


def test_it_is_small() -> None:
    assert len(scan()) + len((MODULES / "scan.js").read_bytes()) < 30_000


# ---- in a browser ----

PAGE = with_modules(
    "helper.js", "scan.js", names=("WorkerEngine", "Helper", "Puzzle", "Scanner", "Cancelled", "TimeUp"), engine=True
)
HELPER = """
  const { WorkerEngine, Helper, Puzzle, Scanner, Cancelled, TimeUp } = edgeasp;
  const engine = new WorkerEngine(edgeasp.packed);
  const helper = new Helper(new Puzzle(puzzle), rules, engine, new Scanner(edgeasp.packed.scan));
"""


def value(puzzle: Puzzle, laid: Solution = Solution()) -> dict[str, Any]:
    return {"puzzle": record(puzzle), "rules": all_rules()["framed"], "laid": codes(puzzle, laid)}


def half(puzzle: Puzzle) -> Solution:
    solution = next(edgeasp.solve(puzzle))
    return Solution(tuple(each for each in solution if each.square.row < puzzle.rows // 2))


@needs_browser
def test_large_boards_are_answered_without_clingo(show: Open) -> None:
    """A hint on a half laid board of 16 x 16, and a board of 10 x 10 from nothing."""
    shown = show(PAGE, await_="body")
    asked = f"""async ({{ puzzle, rules, laid }}) => {{
      {HELPER}
      helper.begin(600);
      const {{ completable, step }} = await helper.next(laid);
      const board = await helper.complete(laid);
      return {{ completable, step, board, calls: helper.calls, scans: helper.scans, began: engine.worker !== null }};
    }}"""
    sixteen, ten = (
        edgeasp.load(ROOT / "instances/planted-16x16.puz"),
        edgeasp.load(ROOT / "instances/planted-10x10.puz"),
    )
    for puzzle, laid in ((sixteen.puzzle, half(sixteen.puzzle)), (ten.puzzle, Solution())):
        found = shown.tab.evaluate(asked, value(puzzle, laid))
        assert (found["completable"], found["calls"], found["began"]) == (True, 0, False)
        assert found["scans"] > 0
        assert found["step"]["codes"]
        assert check(puzzle, solution_of(puzzle, found["board"]), laid).solved


@needs_browser
def test_a_scan_and_clingo_answer_whichever_is_first(show: Open) -> None:
    """Without time of its own, a scan of some million tiles runs beside an engine that never answers, or at once."""
    puzzle = generate(Recipe(8, 8, 12, 4, clues="corner"))
    shown = show(PAGE, await_="body")
    found = shown.tab.evaluate(
        f"""async ({{ puzzle, rules, laid }}) => {{
          {HELPER}
          helper.head = 0;
          let reject = () => {{}};
          const asked = [];
          helper.port = {{
            solve: (program) => {{ asked.push(program); return new Promise((_, no) => {{ reject = no; }}); }},
            cancel: () => reject(new Cancelled("cancelled")),
          }};
          const board = await helper.complete(laid);
          return {{ board, asked: asked.length }};
        }}""",
        value(puzzle.puzzle, puzzle.clues),
    )
    assert check(puzzle.puzzle, solution_of(puzzle.puzzle, found["board"]), puzzle.clues).solved
    assert found["asked"] == 1
    # The engine that says at once that there is none is believed: a scan of many million tiles comes later.
    long = generate(Recipe(10, 10, 17, 5, clues="corner"))
    none = shown.tab.evaluate(
        f"""async ({{ puzzle, rules, laid }}) => {{
          {HELPER}
          helper.head = 0;
          helper.port = {{ solve: async () => ({{ last: null, complete: true }}), cancel: () => {{}} }};
          return await helper.complete(laid);
        }}""",
        value(long.puzzle, long.clues),
    )
    assert none is None


@needs_browser
def test_a_scan_is_ended_by_time_and_by_the_user(show: Open) -> None:
    """Neither leaves a verdict; all boards of this puzzle take three hundred million tiles."""
    puzzle = generate(Recipe(10, 10, 17, 5, clues="corner"))
    shown = show(PAGE, await_="body")
    found = shown.tab.evaluate(
        f"""async ({{ puzzle, rules, laid }}) => {{
          {HELPER}
          helper.head = 60000;
          helper.begin(0.05);
          const late = await helper.count(laid, 1e9).catch((error) => error instanceof TimeUp);
          helper.begin(600);
          setTimeout(() => helper.cancel(), 50);
          const ended = await helper.count(laid, 1e9).catch((error) => error instanceof Cancelled);
          return [late, ended, helper.stuck.length, helper.calls, helper.scans];
        }}""",
        value(puzzle.puzzle, puzzle.clues),
    )
    assert found == [True, True, 0, 0, 0]
