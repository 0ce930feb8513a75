"""Names with markup in them: a page has the elements and attributes that it has with other names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from edgeasp.draw.page.html import Exhibit, Page, TableEntry, gallery, table_page
from edgeasp.draw.palette import OwnLook
from edgeasp.draw.view import Remark
from edgeasp.puzzle.model import Names, Placement, Puzzle, Solution, Square
from tests.draw.page.tables import CARDS, square
from tests.support.browser import FORGET, Open, Shown, needs_browser

pytestmark = needs_browser

HOSTILE = """x"onmouseover=alert(1) '><h1>Signed-out</h1><button>OK</script><!--&lt;b>"""
BOARD = Solution((Placement(0, Square(0, 0), 0),))
PLAIN = HOSTILE.translate(str.maketrans("<>&\"'", "()+||"))
SKELETON = """() => [...document.querySelectorAll("*")].map(
  (element) => [element.tagName, ...element.getAttributeNames()].join(" "))"""


def puzzle(name: str) -> Puzzle:
    """Cards whose colours all have a name."""
    return replace(CARDS, names=Names(colours=(name,) * (CARDS.side_colours[-1] + 1)))


def show_page(name: str) -> str:
    page = Page(puzzle(name), BOARD, name, {1: OwnLook("#cc3333", letters=name)})
    page.add(name, BOARD, [Remark(Square(1, 1), name, label=name)])
    return page.text([name])


def one_table(name: str) -> str:
    entries = [TableEntry(name, puzzle(name), board=BOARD, level=name), TableEntry(name, CARDS)]
    return table_page(entries, with_engine=False, title=name)


def look(shown: Shown) -> None:
    """Point at a square, and look at the tiles by their names."""
    shown.cell(0, 0).hover()
    shown.tab.locator("#centre input[value=tile]").check()


def play(shown: Shown) -> None:
    """Lay and turn a tile, and ask for the tiles that fit."""
    shown.click("#tray [data-tile='1']")
    shown.click(square(4))
    shown.tab.keyboard.press("R")
    shown.click("#fits")
    shown.click("#several")


PAGES: dict[str, tuple[Callable[[str], str], str, Callable[[Shown], None]]] = {
    "board": (show_page, "#board", look),
    "table": (one_table, "#tray [role=option]", play),
    "gallery": (lambda name: gallery([Exhibit(name, puzzle(name), BOARD)], name), "article", lambda shown: None),
}


@pytest.mark.parametrize("kind", PAGES)
def test_names_make_no_elements_and_no_attributes(show: Open, kind: str) -> None:
    page, await_, use = PAGES[kind]
    skeletons = []
    for name in (HOSTILE, PLAIN):
        shown = show(page(name), await_=await_)
        use(shown)
        skeletons.append(shown.tab.evaluate(SKELETON))
        assert name in shown.text("body")
        shown.tab.evaluate(FORGET)  # the next page would go on from this board
    assert skeletons[0] == skeletons[1]


def test_a_name_is_spoken_as_it_is(show: Open) -> None:
    for page, await_, cell in (
        (show_page, "#board", ".cell"),
        (one_table, "#tray [role=option]", "#tray [role=option]"),
    ):
        shown = show(page(HOSTILE), await_=await_)
        assert f"top {HOSTILE}, right {HOSTILE}, " in shown.tab.locator(cell).first.get_attribute("aria-label")
