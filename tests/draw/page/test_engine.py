"""The engines of a page, clingo in a worker and the compiled search: what is vendored, and what they answer."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import clingo
import pytest

import edgeasp
from edgeasp.draw.page import html as scripts
from edgeasp.draw.page.html import (
    CLINGO_JS,
    CLINGO_WASM,
    FOLDER,
    MODULES,
    NOTE,
    SCAN_FOLDER,
    SCAN_NOTE,
    SCAN_WASM,
    classic_script,
    embedded_clingo,
    embedded_scan,
    page_script,
)
from edgeasp.encoding import facts, render
from edgeasp.encoding.render import EncodingRequest, page_programs
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from tests.draw.page.cases import codes, record, solution_of
from tests.draw.page.tables import with_modules
from tests.support import boards
from tests.support.browser import Open, Shown, needs_browser
from tests.tools import web_scan

ROOT = Path(__file__).parents[3]

# ---- clingo: what is vendored ----


def test_the_files_are_those_of_the_version_whose_hash_is_noted() -> None:
    note = json.loads((FOLDER / NOTE).read_text(encoding="utf-8"))
    for name, packed in (("clingo.js", CLINGO_JS), ("clingo.wasm", CLINGO_WASM)):
        content = gzip.decompress((FOLDER / packed).read_bytes())
        assert hashlib.sha256(content).hexdigest() == note["sha256"][name]
    assert note["integrity"].startswith("sha512-")
    assert "Apache License" in (FOLDER / "LICENSE").read_text(encoding="utf-8")


def test_a_script_that_is_laid_out_otherwise_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 3 times"):
        classic_script("export default Module;")


def test_the_engine_is_small_enough_for_a_page() -> None:
    assert len(embedded_clingo().script) + len(embedded_clingo().binary) < 1_300_000


# ---- clingo in a browser ----


PAGE = with_modules("engine.js", names=("WorkerEngine", "Cancelled"), engine=True)
START = """
    window.ask ??= new edgeasp.WorkerEngine(edgeasp.packed);
    window.solve = async (program, options) => {
      const models = [];
      const answer = await ask.solve(program, options, (model) => models.push(model));
      return { ...answer, models };
    };
"""


def opened(show: Open) -> Shown:
    shown = show(PAGE, await_="body")
    shown.tab.evaluate(START)
    return shown


def solve(shown: Shown, program: str, options: str) -> Any:
    return shown.tab.evaluate("([program, options]) => solve(program, options)", [program, options])


def models_of(program: str, *options: str) -> list[set[str]]:
    control = clingo.Control(list(options))
    control.add("base", [], program)
    control.ground([("base", [])])
    found: list[set[str]] = []
    control.solve(on_model=lambda model: found.append({str(atom) for atom in model.symbols(shown=True)}))
    return found


@needs_browser
def test_models_come_one_by_one_and_are_those_of_clingo(show: Open) -> None:
    shown = opened(show)
    program = '{ a(1..3); b("{"); c("x: {") }. :- a(1), a(2). #show a/1. #show b/1. #show c/1.'
    answer = solve(shown, program, "0")
    assert (answer["found"], answer["complete"], answer["refused"], answer["number"]) == (True, True, False, 24)
    assert {frozenset(each["atoms"]) for each in answer["models"]} == set(map(frozenset, models_of(program, "0")))
    again = solve(shown, program, "2")
    assert (len(again["models"]), again["complete"]) == (2, False)
    none = solve(shown, "a. :- a.", "0")
    assert (none["found"], none["complete"], none["number"], none["last"]) == (False, True, 0, None)
    assert (none["refused"], none["messages"]) == (False, "")
    best = solve(shown, "{ a(1..3) } = 2. #minimize { X : a(X) }.", "0")
    assert (best["last"]["costs"], sorted(best["last"]["atoms"]), best["complete"]) == ([3], ["a(1)", "a(2)"], True)
    brave = solve(shown, "1 { a; b }. c. #show a/0. #show b/0.", "0 --enum-mode=brave")
    assert sorted(brave["last"]["atoms"]) == ["a", "b"]
    assert solve(shown, "{ a(1..12) }.", "100 --quiet=2")["number"] == 100


@needs_browser
def test_errors_come_with_their_lines(show: Open) -> None:
    shown = opened(show)
    answer = solve(shown, "a.\nb :- ,c.\n", "1")
    assert answer["refused"]
    assert "-:2:6" in answer["messages"]
    unsafe = solve(shown, "a(X) :- not b.", "1")
    assert unsafe["refused"]
    assert "unsafe" in unsafe["messages"]


@needs_browser
def test_a_call_can_be_ended_and_another_follows(show: Open) -> None:
    shown = opened(show)
    # More pigeons than holes, which takes ages.
    ages = "{ in(P,H) : H = 1..12 } = 1 :- P = 1..13. :- in(P,H), in(Q,H), P < Q."
    assert shown.tab.evaluate(
        """async (program) => {
          const ended = solve(program, "1").catch((error) => error instanceof edgeasp.Cancelled);
          const busy = await solve("a.", "1").catch((error) => error.message);
          setTimeout(() => ask.cancel(), 300);
          return [await ended, busy, (await solve("a.", "1")).models[0].atoms];
        }""",
        ages,
    ) == [True, "a call at a time", ["a"]]


@needs_browser
def test_it_runs_the_rules_of_edgeasp(show: Open) -> None:
    puzzle = boards.FRAME_3X3
    rules = render.render(EncodingRequest().resolve(framed=True, signed=False)).text
    answer = solve(opened(show), facts.write_facts(puzzle) + rules, "0 --heuristic=Domain")
    assert answer["number"] == 16


# ---- the compiled search: what is vendored ----


def scan_note() -> dict[str, str]:
    found: dict[str, str] = json.loads((SCAN_FOLDER / SCAN_NOTE).read_text(encoding="utf-8"))
    return found


def test_the_scan_is_made_of_the_source_that_python_compiles() -> None:
    """If not, `make web-scan` makes it anew."""
    assert scan_note()["sources"] == web_scan.digest()
    program = gzip.decompress((SCAN_FOLDER / SCAN_WASM).read_bytes())
    assert hashlib.sha256(program).hexdigest() == scan_note()["sha256"]


@pytest.mark.skipif(web_scan.compiler() is None, reason="there is no ziglang")
def test_the_same_compiler_makes_the_same_bytes() -> None:
    if web_scan.compiler() != scan_note()["ziglang"]:
        pytest.skip("the compiler is of another version")
    assert web_scan.compiled() == gzip.decompress((SCAN_FOLDER / SCAN_WASM).read_bytes())


def test_the_scan_is_small() -> None:
    assert len(embedded_scan()) + len((MODULES / "scan.js").read_bytes()) < 30_000


# ---- the compiled search in a browser ----

SCAN_PAGE = with_modules(
    "helper.js", "scan.js", names=("WorkerEngine", "Helper", "Puzzle", "Scanner", "Cancelled", "TimeUp"), engine=True
)
HELPER = """
  const { WorkerEngine, Helper, Puzzle, Scanner, Cancelled, TimeUp } = edgeasp;
  const engine = new WorkerEngine(edgeasp.packed);
  const helper = new Helper(new Puzzle(puzzle), rules, engine, new Scanner(edgeasp.packed.scan));
"""


def value(puzzle: Puzzle, laid: Solution = Solution()) -> dict[str, Any]:
    return {"puzzle": record(puzzle), "rules": page_programs()["framed"], "laid": codes(puzzle, laid)}


def half(puzzle: Puzzle) -> Solution:
    solution = next(edgeasp.solve(puzzle))
    return Solution(tuple(each for each in solution if each.square.row < puzzle.rows // 2))


@needs_browser
def test_large_boards_are_answered_without_clingo(show: Open) -> None:
    """A hint on a half laid board of 16 x 16, and a board of 10 x 10 from nothing."""
    shown = show(SCAN_PAGE, await_="body")
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
    puzzle = generate(Recipe(9, 9, 14, 4, seed=3, clues="corner"))
    shown = show(SCAN_PAGE, await_="body")
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
    shown = show(SCAN_PAGE, await_="body")
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


# ---- modules joined ----


def test_modules_stand_after_what_they_import() -> None:
    text = page_script("checker.js")
    assert text.startswith('(() => {\n"use strict";\n')
    assert text.index("const EMPTY =") < text.index("const check =")
    assert re.search(r"^(import|export)\b", text, re.MULTILINE) is None


def test_a_module_is_there_once() -> None:
    text = page_script("checker.js", "game.js", "checker.js")
    last = (MODULES / "checker.js").read_text(encoding="utf-8").splitlines()[-1]
    assert text.count(f"{last}\n") == 1


@pytest.mark.parametrize("line", ['import game from "./game.js";', "export default 1;", "// </script>"])
def test_a_module_that_cannot_be_joined_is_refused(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.js").write_text(f"{line}\n", encoding="utf-8")
    monkeypatch.setattr(scripts, "MODULES", tmp_path)
    with pytest.raises(ValueError, match=r"^x\.js: expected imports and exports of names, found '"):
        page_script("x.js")
