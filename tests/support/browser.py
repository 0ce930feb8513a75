"""A real browser for tests of pages: the Chromium of the system, driven by Playwright."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.waiting import PATIENCE

# The shell without windows starts in a third of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
needs_browser = pytest.mark.skipif(
    BROWSER is None, reason="no browser: neither chromium nor google-chrome is on the path"
)

QUIET = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-default-apps", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"),
    # Fewer processes and threads take a sixth less of a machine that has other tests to run.
    *("--in-process-gpu", "--no-zygote", "--js-flags=--single-threaded"),
]


MIDDLE = """(selector) => {
  const element = document.querySelector(selector);
  if (!element || element.disabled) return null;
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = element.getBoundingClientRect();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  return element.contains(document.elementFromPoint(...at)) ? at : null;
}"""
"""Where to press on an element; null if it is hidden, disabled, or behind another."""

FORGET = "() => { Storage.prototype.setItem = () => {}; localStorage.clear(); sessionStorage.clear(); }"
"""Clears what a page has kept; what it does until it is left is not kept either."""


@dataclass(eq=False)
class Shown:
    """A page in the browser with its errors and requests."""

    tab: Any
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def text(self, selector: str) -> str:
        return str(self.tab.locator(selector).inner_text())

    def cell(self, col: int, row: int, cols: int = 3) -> Any:
        return self.tab.locator(f'#board [data-index="{row * cols + col}"]')

    def count(self, selector: str) -> int:
        return int(self.tab.locator(selector).count())

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of an element, once it can be pressed."""
        x, y = self.await_(MIDDLE, selector)
        return x, y

    def await_(self, script: str, value: Any = None) -> Any:
        """What a script says once that is something; the policy of pages forbids what Playwright has for this."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self.tab.evaluate(script, value)):
            assert time.monotonic() < deadline, f"never, of {value}: {script}"
            self.tab.wait_for_timeout(20)
        return found

    def click(self, selector: str) -> None:
        """Click on an element at once; the `click` of Playwright waits for frames, which takes longer."""
        self.tab.mouse.click(*self.middle(selector))

    def reload(self) -> None:
        """Load the page with a table again, and wait until it is drawn; when a page is left, it keeps its board."""
        self.tab.reload()
        self.tab.wait_for_selector("#tray [role=option]", state="attached")

    def tap(self, selector: str) -> None:
        """Tap on an element with a finger."""
        self.tab.touchscreen.tap(*self.middle(selector))

    def drag(self, selector: str, target: str) -> None:
        """Drag with the mouse from one element to another."""
        self.tab.mouse.move(*self.middle(selector))
        self.tab.mouse.down()
        self.tab.mouse.move(*self.middle(target), steps=2)
        self.tab.mouse.up()


Open = Callable[..., Shown]


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # which takes long, and each worker collects these tests

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=BROWSER, args=QUIET)
        yield started
        started.close()


@pytest.fixture(scope="package")
def tab_with(browser: Any) -> Callable[..., Shown]:
    """Gives a tab of a context with options; to make one takes longer than many tests, so those alike share one."""

    @cache
    def make(**options: Any) -> Shown:
        context = browser.new_context(offline=True, **options)
        context.set_default_timeout(1000 * PATIENCE)
        shown = Shown(context.new_page())
        context.on("request", lambda request: shown.requests.append(request.url))
        shown.tab.on("console", lambda message: shown.errors.append(message.text))
        shown.tab.on("pageerror", lambda error: shown.errors.append(str(error)))
        context.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective))"
        )
        return shown

    return make


@pytest.fixture
def show(tab_with: Callable[..., Shown], tmp_path: Path) -> Iterator[Open]:
    """Opens a page; at the end of the test nothing may have gone wrong with it, nor the network have been asked."""
    opened: list[Shown] = []

    def open_(
        text: str,
        size: tuple[int, int] = (1280, 900),
        await_: str = "#board",
        fragment: str = "",
        scheme: str = "light",
        motion: str = "no-preference",
        **options: Any,
    ) -> Shown:
        path = tmp_path / f"page{len(opened)}.html"
        path.write_text(text, encoding="utf-8")
        shown = tab_with(**options)
        opened.append(shown)
        shown.tab.mouse.move(0, 0)
        if shown.tab.viewport_size != {"width": size[0], "height": size[1]}:
            shown.tab.set_viewport_size({"width": size[0], "height": size[1]})
        shown.tab.emulate_media(color_scheme=scheme, reduced_motion=motion)
        shown.tab.goto(path.as_uri() + fragment)
        shown.tab.wait_for_selector(await_, state="attached")
        return shown

    yield open_
    for shown in dict.fromkeys(opened):
        shown.tab.evaluate(FORGET)
        errors, requests = shown.errors[:], shown.requests[:]
        shown.errors.clear()
        shown.requests.clear()
        assert (errors, [url for url in requests if not url.startswith(("file:", "blob:"))]) == ([], [])


def expect(locator: Any) -> Any:
    """What waits until something holds of a part of the page."""
    from playwright.sync_api import expect

    expect.set_options(timeout=1000 * PATIENCE)
    return expect(locator)
