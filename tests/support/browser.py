"""A real browser for tests of pages: the Chromium of the system, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

# The shell without windows starts in a third of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
needs_browser = pytest.mark.skipif(
    BROWSER is None, reason="no browser: neither chromium nor google-chrome is on the path"
)

QUIET = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-default-apps", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"),
]


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


Open = Callable[..., Shown]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # which takes long, and each worker collects these tests

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=BROWSER, args=QUIET)
        yield started
        started.close()


@pytest.fixture(scope="module")
def tab_with(browser: Any) -> Callable[..., Shown]:
    """Gives a tab of a context with options; to make one takes longer than most tests, so those alike share one."""

    @cache
    def make(**options: Any) -> Shown:
        context = browser.new_context(**options)
        shown = Shown(context.new_page())

        def route(request: Any) -> None:
            if request.request.url.startswith("file:"):
                request.continue_()
            else:
                shown.requests.append(request.request.url)
                request.abort()

        context.route("**/*", route)
        shown.tab.on("console", lambda message: shown.errors.append(message.text))
        shown.tab.on("pageerror", lambda error: shown.errors.append(str(error)))
        return shown

    return make


@pytest.fixture
def show(tab_with: Callable[..., Shown], tmp_path: Path) -> Iterator[Open]:
    """Opens a page; at the end of the test nothing may have gone wrong with it, nor the network have been asked."""
    opened: list[Shown] = []

    def open_(text: str, size: tuple[int, int] = (1280, 900), await_: str = "#board", **options: Any) -> Shown:
        path = tmp_path / f"page{len(opened)}.html"
        path.write_text(text, encoding="utf-8")
        shown = tab_with(**options)
        assert shown not in opened
        opened.append(shown)
        shown.tab.goto("about:blank")
        shown.tab.mouse.move(0, 0)
        shown.tab.set_viewport_size({"width": size[0], "height": size[1]})
        shown.tab.goto(path.as_uri())
        shown.tab.wait_for_selector(await_, state="attached")
        return shown

    yield open_
    for shown in opened:
        errors, requests = shown.errors[:], shown.requests[:]
        shown.errors.clear()
        shown.requests.clear()
        assert (errors, requests) == ([], [])


def expect(locator: Any) -> Any:
    """What waits until something holds of a part of the page."""
    from playwright.sync_api import expect

    return expect(locator)
