"""A table in a real browser: opened, asked for help, and read; and puzzles to lay on it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import edgeasp
from edgeasp.draw.page.html import TableEntry, embedded_scan, page_script, policy_hash, table_page
from edgeasp.draw.page.html import embedded_clingo as load_engine
from edgeasp.puzzle.model import Puzzle
from tests.support import boards
from tests.support.browser import FORGET, Shown, expect

FRAME = boards.FRAME_3X3
SIX = edgeasp.load("instances/planted-6x6.puz").puzzle
CARDS = edgeasp.parse(
    "3A 1A 4A 1A\n3a 3a 2a 4a\n1a 4A 3A 2A\n2A 4a 4A 3a\n3a 1a 4a 4A\n"
    "2A 4a 1A 3A\n2a 3A 2a 1a\n2A 4A 2A 3a\n1A 3a 2a 3A\n"
).puzzle
RING = edgeasp.generate_puzzle(3, holes=[(1, 1)], rim={"top": [1, 2], "hole": [7]}, seed=2).puzzle
DIFFERENT = edgeasp.generate_puzzle(3, partners="different", framed=False, colours=3, wraps=["rows"], seed=1).puzzle
TWO_SIDED = edgeasp.generate_puzzle(3, colours=3, border_colours=2, flipping=True, seed=3).puzzle
BY_TILE = replace(
    FRAME, tiles=tuple(replace(tile, only={3: (0, 2), 4: (1,)}.get(number)) for number, tile in enumerate(FRAME.tiles))
)
DIGITS = edgeasp.parse("9835 9894 3479\n1502 0236 3992\n3242 3092 4632\n").puzzle
PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}

AXE = Path(__file__).parents[2] / "tools" / "page" / "node_modules" / "axe-core" / "axe.min.js"

Table = Callable[..., Shown]


@cache
def without_engine(puzzle: Puzzle) -> str:
    return table_page([TableEntry("small", puzzle)], with_engine=False)


def laid(shown: Shown) -> list[str]:
    """What lies on the board, as the labels say: `tile 3` or `empty`, row by row."""
    labels = shown.tab.evaluate(
        "[...document.querySelectorAll('#board .cell')].map((cell) => cell.getAttribute('aria-label'))"
    )
    return [re.sub(r"^[A-Z]+\d+: |, .*", "", label) for label in labels]


def said(shown: Shown) -> str:
    """What the last deed was, as a screen reader says it."""
    return shown.text("#status").strip()


def sides_of(shown: Shown, place: str) -> list[str]:
    """The colours in a label, from the top clockwise."""
    return re.findall(r"(?:top|right|bottom|left) (\w+)", shown.tab.get_attribute(place, "aria-label"))


def begin_again(shown: Shown) -> None:
    """Load the page as one that has kept nothing."""
    shown.tab.evaluate(FORGET)
    shown.reload()


def saved(shown: Shown, button: str) -> Path:
    """Press a button that saves a file."""
    with shown.tab.expect_download() as waiting:
        shown.click(button)
    return Path(waiting.value.path())


def paste(shown: Shown, text: str) -> None:
    shown.click("#tab-more")
    shown.click("#openpaste")
    shown.tab.fill("#pasted", text)
    shown.click("#dopaste")


def follow_link(shown: Shown) -> None:
    """Copy the link, leave the page and come back by it."""
    shown.click("#tab-more")
    shown.click("#copylink")
    address = shown.tab.evaluate("location.href")
    shown.tab.goto("about:blank")
    shown.tab.goto(address)
    shown.tab.wait_for_selector('#tray [data-tile="1"]', state="attached")


SETTLED = """() => document.getAnimations().every((each) =>
  each.playState === "finished" || each.effect.getComputedTiming().endTime === Infinity)"""
"""Whether nothing on the page moves or fades that will come to rest."""


def expect_accessible(shown: Shown, part: str = "body") -> None:
    """Let axe-core look for faults; without it the page is not examined.

    Words that fade in lack contrast until they are there.
    """
    if AXE.exists():
        shown.await_(SETTLED)
        shown.tab.evaluate(AXE.read_text(encoding="utf-8"))
        found = shown.tab.evaluate("(part) => axe.run(part).then((result) => result.violations)", part)
        faults = [f"{each['id']}: {node['html']}\n{node['failureSummary']}" for each in found for node in each["nodes"]]
        assert not faults, "\n".join(faults)


def square(index: int) -> str:
    return f'#board [data-index="{index}"]'


def lay(shown: Shown, tile: int, index: int) -> None:
    shown.click(f'#tray [data-tile="{tile}"]')
    shown.click(square(index))


PATIENT = """() => {
  if (globalThis.patient) return;
  globalThis.patient = true;
  const [now, later] = [performance.now.bind(performance), setTimeout];
  performance.now = () => now() / 20;
  globalThis.setTimeout = (act, wait, ...given) => later(act, wait > 600 ? 20 * wait : wait, ...given);
}"""
"""Gives questions more time: on a busy machine an answer may else be what is known so far."""


def ask(shown: Shown, name: str, *, patient: bool = True) -> str:
    if patient:
        shown.tab.evaluate(PATIENT)
    shown.click("#tab-helping")
    shown.click(f"#{name}")
    expect(shown.tab.locator("#answer p").first).to_be_visible()
    # An answer may become a better one.
    expect(shown.tab.locator("#busy")).to_be_hidden()
    return shown.text("#answer").partition("\n")[0]


def with_modules(*modules: str, names: Sequence[str], engine: bool = False) -> str:
    """A page with modules, under the policy that pages have, and perhaps with the engine as `edgeasp.packed`."""
    packed = "null"
    if engine:
        packed = json.dumps({"script": load_engine().script, "binary": load_engine().binary, "scan": embedded_scan()})
    text = page_script(*modules)
    assert text.endswith("})();\n")
    text = text.removesuffix("})();\n") + f"globalThis.edgeasp = {{ {', '.join(names)}, packed: {packed} }};\n}})();\n"
    policy = f"default-src 'none'; script-src {policy_hash(text)} 'wasm-unsafe-eval'; worker-src blob:"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"></head><body>'
        f"<p>modules</p><script>{text}</script></body></html>"
    )
