"""The lesson in a browser, with the scripts of the site: programs run, errors are marked, exercises are checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import needs_browser
from tests.support.waiting import PATIENCE
from tests.tools.site.playing import LESSON, STEPS, on_page, write_assets

pytestmark = needs_browser

Page = Callable[..., Any]


@pytest.fixture(scope="module")
def assets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write_assets(folder / "theme")
    return folder


@pytest.fixture
def page(browser: Any, assets: Path) -> Any:
    """Opens what a page of the site has besides its text."""
    context = browser.new_context()
    context.set_default_timeout(1000 * PATIENCE)
    tab = context.new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("console", lambda message: errors.append(message.text))

    def open_(name: str) -> Any:
        path = assets / name.replace(".md", ".html").replace(".lp", ".lp.html")
        path.parent.mkdir(parents=True, exist_ok=True)
        # What stands between the blocks is Markdown, which is not what is tested here.
        blocks = re.findall(r"<div.*?</div>|<script.*?</script>", on_page(name))
        path.write_text("<!doctype html><html><body>" + "\n".join(blocks) + "</body></html>", encoding="utf-8")
        tab.goto(path.as_uri())
        return tab

    yield open_
    assert errors == []
    context.close()


def done(place: Any) -> str:
    place.get_by_role("button", name="Stop").wait_for(state="hidden")
    place.get_by_role("status").filter(has_text=re.compile("answer|[Bb]oard|line|Right|No|mismatch")).wait_for()
    return str(place.get_by_role("status").inner_text())


def test_a_step_runs_and_its_boards_are_drawn(page: Page) -> None:
    tab = page("docs/lesson/5-one-colour.lp")
    tab.get_by_role("button", name="Run").click()
    assert done(tab.locator(".edgeasp-step")).startswith("16 answers, ")
    assert tab.locator(".edgeasp-board .side").count() == 36
    assert tab.locator(".edgeasp-board .clash").count() == 0
    first = tab.locator(".edgeasp-board").inner_html()
    tab.get_by_role("button", name="Next answer").click()
    assert tab.locator(".edgeasp-board").inner_html() != first
    assert "2 of 16: a solution" in tab.locator(".edgeasp-result").inner_text()
    tab.locator("textarea").fill(
        STEPS["5-one-colour"].read_text(encoding="utf-8") + ":- chosenTile(1,1,1).\nb :- ,c.\n"
    )
    tab.get_by_role("button", name="Run").click()
    number = STEPS["5-one-colour"].read_text(encoding="utf-8").count("\n") + 2
    assert done(tab.locator(".edgeasp-step")).startswith(f"line {number}, column 6")
    assert tab.evaluate("getSelection().toString()") == "b :- ,c."
    tab.locator("textarea").fill("a.\nb :- a")
    tab.get_by_role("button", name="Run").click()
    words = "after the last line, where a full stop may be missing: error: syntax error"
    assert done(tab.locator(".edgeasp-step")).startswith(words)
    assert tab.evaluate("getSelection().toString()") == "b :- a"


RIGHT = {"1": "opposite", "2": "one-rotation", "3": "upright", "4": "mismatches", "5": "identical"}
WRONG = [
    ("1", "", "This board should not be an answer."),
    ("1", ":- chosenTile(_,_,1).", "No answer at all; this board should be one."),
    ("2", ":- chosenTile(1,1,1).", "Two rotations of this board are answers."),
    (
        "2",
        ":- not chosenTile(1,1,1). :- not chosenTile(2,1,6).",
        "Neither this board nor one of its rotations is an answer.",
    ),
]


def check(tab: Any, number: str, text: str) -> str:
    place = tab.locator(f'[data-exercise="{number}"]')
    place.locator("textarea").fill(text)
    place.get_by_role("button", name="Check").click()
    return done(place)


@pytest.mark.long
def test_an_exercise_shows_a_board_on_which_a_wrong_program_fails(page: Page) -> None:
    tab = page("docs/lesson/README.md")
    for number, text, words in WRONG:
        assert check(tab, number, text) == words
        assert tab.locator(f'[data-exercise="{number}"] .edgeasp-board svg').count() == 1


@pytest.mark.long
def test_every_step_has_sixteen_answers_and_every_answer_is_right(page: Page) -> None:
    for step in STEPS:
        tab = page(f"docs/lesson/{step}.lp")
        tab.get_by_role("button", name="Run").click()
        assert done(tab.locator(".edgeasp-step")).startswith("16 answers, ")
    tab = page("docs/lesson/README.md")
    for number, name in RIGHT.items():
        text = (LESSON / "exercises" / f"{name}.lp").read_text(encoding="utf-8")
        assert check(tab, number, text).startswith("Right: "), name
    for number, start in (("4", "2-colours-between"), ("5", "5-one-colour")):
        assert not check(tab, number, STEPS[start].read_text(encoding="utf-8")).startswith("Right: ")


def test_a_program_runs_on_the_puzzle_that_was_chosen_and_alone(page: Page) -> None:
    """Also where the engine is still to be read when another one is chosen, or the program is to stop."""
    tab = page("docs/lesson/1-guess-and-check.lp")
    tab.evaluate(
        """() => {
          const [start] = [...document.querySelectorAll("button")].filter((each) => each.textContent === "Run");
          start.click();
          document.querySelector("select").selectedIndex = 1;
          const again = new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true });
          document.querySelector("textarea").dispatchEvent(again);
        }"""
    )
    assert done(tab.locator(".edgeasp-step")).startswith("16 answers, ")
    assert "empty" not in tab.locator(".edgeasp-result").inner_text()
    tab.reload()
    tab.evaluate(
        """() => {
          for (const name of ["Run", "Stop"]) {
            [...document.querySelectorAll("button")].find((each) => each.textContent === name).click();
          }
        }"""
    )
    assert done(tab.locator(".edgeasp-step")) == "stopped after 0 answers"
