"""Measures the page of `edgeasp play` in Chromium: `python -m tests.tools.page_speed`, in a minute on an idle machine.

Where a slow phone is meant, the processor is slowed four times, as the tools for developers do it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import edgeasp
from edgeasp.draw.page.html import TableEntry, table_page
from edgeasp.puzzle.model import Puzzle, Solution
from tests.support.browser import BROWSER, QUIET

ROOT = Path(__file__).parents[2]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PAINTED = """new MutationObserver((_, observer) => {
  if (!document.getElementById("board")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""
"""Notes when the frame that has the board is over."""


def load(name: str) -> Puzzle:
    return edgeasp.load(ROOT / "instances" / f"{name}.puz").puzzle


def half(puzzle: Puzzle) -> Solution:
    """A solution, as far as its upper half."""
    solution = next(edgeasp.solve(puzzle))
    return Solution(tuple(each for each in solution if each.square.row < puzzle.rows // 2))


class Measured:
    """Pages in a browser, one after the other."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self.browser, self.folder = browser, folder

    def open(self, entry: TableEntry, *, slowed: int = 1, script: str = "") -> Any:
        path = self.folder / f"{entry.name}.html"
        path.write_text(table_page([entry]), encoding="utf-8")
        context = self.browser.new_context(**PHONE)
        context.add_init_script(script)
        tab = context.new_page()
        self.session = context.new_cdp_session(tab)
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        tab.goto(path.as_uri())
        tab.wait_for_selector("#board")
        return tab

    def paint(self, entry: TableEntry) -> float:
        """Seconds until the board is painted, from when the page was asked for, slowed four times."""
        tab = self.open(entry, slowed=4, script=PAINTED)
        tab.wait_for_function("window.painted")
        seconds = float(tab.evaluate("window.painted")) / 1000
        tab.context.close()
        return seconds

    def help(self, entry: TableEntry, question: str) -> float:
        """Seconds until the first answer, from the press of a button; the engine has not been used before."""
        tab = self.open(entry)
        tab.wait_for_function("document.readyState === 'complete'")
        took = tab.evaluate(
            """(id) => new Promise((resolve) => {
              const began = performance.now();
              new MutationObserver(() => {
                if (document.querySelector("#answer p")) resolve(performance.now() - began);
              }).observe(document.getElementById("answer"), { childList: true });
              document.getElementById(id).click();
            })""",
            question,
        )
        words = tab.inner_text("#answer").splitlines()[0]
        tab.context.close()
        if "Not known" in words:
            raise SystemExit(f"{entry.name}: {words}")
        return float(took) / 1000

    def taps(self, entry: TableEntry) -> float:
        """Milliseconds from a tap that lays a tile to the frame that shows it, slowed four times; the median."""
        tab = self.open(entry, slowed=4)
        took = []
        for number in range(12):
            tab.tap(f'#tray [data-tile="{number}"]')
            tab.evaluate(
                """() => { window.tapped = new Promise((resolve) => {
                  addEventListener("pointerup", (event) => requestAnimationFrame(() => setTimeout(() =>
                    resolve(performance.now() - event.timeStamp))), { once: true });
                }); }"""
            )
            tab.tap(f'#board [data-index="{17 + number}"]')
            took.append(float(tab.evaluate("window.tapped")))
        tab.context.close()
        return statistics.median(took)

    def frames(self, entry: TableEntry) -> float:
        """The 95th percentile of the time of a frame while a tile is dragged, slowed four times, in milliseconds."""
        tab = self.open(entry, slowed=4)
        box = tab.locator('#tray [data-tile="3"]').bounding_box()
        x, y = box["x"] + 20, box["y"] + 20
        tab.evaluate(
            """() => { window.times = []; let last = performance.now();
              const next = (now) => { times.push(now - last); last = now; requestAnimationFrame(next); };
              requestAnimationFrame(next); }"""
        )
        self.touch("touchStart", x, y)
        for step in range(1, 60):
            self.touch("touchMove", x + 4 * step, y - 6 * step)
        self.touch("touchEnd")
        times = sorted(tab.evaluate("window.times"))
        tab.context.close()
        return float(times[int(0.95 * len(times))])

    def touch(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def main() -> None:
    from playwright.sync_api import sync_playwright

    six, ten, large = load("planted-6x6"), load("planted-10x10"), load("planted-16x16")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=QUIET)
        measured = Measured(browser, Path(folder))
        rows = [
            ("page with engine, 16 x 16", f"{len(table_page([TableEntry('x', large)]).encode()) / 1e6:.2f} MB"),
            ("the same without engine", f"{len(table_page([TableEntry('x', large)], with_engine=False)) / 1e3:.0f} kB"),
            ("first paint, 16 x 16, slowed four times", f"{measured.paint(TableEntry('large', large)):.2f} s"),
            ("solved from nothing, 10 x 10", f"{measured.help(TableEntry('empty', ten), 'finish'):.2f} s"),
            ("first help, 6 x 6", f"{measured.help(TableEntry('six', six), 'works'):.2f} s"),
            ("hint, 10 x 10 half laid", f"{measured.help(TableEntry('ten', ten, board=half(ten)), 'nextask'):.2f} s"),
            (
                "hint, 16 x 16 with 55 colours, half laid",
                f"{measured.help(TableEntry('half', large, board=half(large)), 'nextask'):.2f} s",
            ),
            ("does it still work, 16 x 16, empty", f"{measured.help(TableEntry('empty', large), 'works'):.2f} s"),
            ("tap to drawn, 16 x 16, slowed four times", f"{measured.taps(TableEntry('taps', large)):.0f} ms"),
            ("95 % of frames while dragging, the same", f"{measured.frames(TableEntry('frames', large)):.0f} ms"),
        ]
        browser.close()
    sys.stdout.write("".join(f"{name:<45} {value}\n" for name, value in rows))


if __name__ == "__main__":
    main()
