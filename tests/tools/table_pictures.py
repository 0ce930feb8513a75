"""Takes the pictures of the table for the guide, in Chromium: `python -m tests.tools.table_pictures`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import edgeasp
from edgeasp.draw.page.html import TableEntry, table_page
from edgeasp.puzzle.model import Solution
from tests.support.browser import BROWSER, QUIET

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
LAID = 14


def desktop(tab: Any) -> None:
    tab.click("#tab-helping")
    tab.click("#nextask")
    tab.click("text=Why there?", timeout=60_000)
    tab.click("text=Which tile?")
    tab.mouse.move(5, 5)


def phone(tab: Any) -> None:
    tab.tap(f'#board [data-index="{LAID}"]')
    tab.tap("#fits")


SHOTS: dict[str, tuple[dict[str, Any], Callable[[Any], None]]] = {
    "table": ({"viewport": {"width": 1280, "height": 820}}, desktop),
    "table-phone": ({"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}, phone),
}


def main() -> None:
    from playwright.sync_api import sync_playwright

    puzzle = edgeasp.load(ROOT / "instances" / "planted-6x6.puz").puzzle
    solution = sorted(next(edgeasp.solve(puzzle)), key=lambda each: each.square[::-1])
    entry = TableEntry("A puzzle of 6 x 6", puzzle, board=Solution(tuple(solution[:LAID])))
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "table.html"
        page.write_text(table_page([entry]), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=BROWSER, args=QUIET)
        for name, (options, act) in SHOTS.items():
            tab = browser.new_context(**options).new_page()
            tab.goto(page.as_uri())
            tab.wait_for_selector("#tray [role=option]:not([hidden])")
            act(tab)
            tab.wait_for_timeout(300)
            tab.screenshot(path=PICTURES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
