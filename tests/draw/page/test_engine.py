"""clingo in a worker of a page: what is vendored, and that a browser runs it, from a file and under the policy."""

from __future__ import annotations

import gzip
import hashlib
import json
from typing import Any

import clingo
import pytest

from edgeasp.draw.page.html import CLINGO_JS, CLINGO_WASM, FOLDER, NOTE, classic_script, engine
from edgeasp.encoding import facts, render
from edgeasp.encoding.render import EncodingRequest
from tests.draw.page.harness import with_modules
from tests.support import boards
from tests.support.browser import Open, Shown, needs_browser

# ---- what is vendored ----


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
    assert len(engine().script) + len(engine().binary) < 1_300_000


# ---- in the browser ----


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
    answer = solve(opened(show), facts.write(puzzle) + rules, "0 --heuristic=Domain")
    assert answer["number"] == 16
