"""The table in a real browser, in journeys: by mouse, fingers and keys, what is kept, and what is shared."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import edgeasp
from edgeasp.draw.page.html import TableEntry, table_page
from edgeasp.draw.palette import OwnLook, looks_of, rgb
from edgeasp.formats import plain, viewer
from edgeasp.puzzle.model import Puzzle, Solution, Square
from tests.draw.page.cases import codes, solution_of
from tests.draw.page.tables import (
    AXE,
    BY_TILE,
    CARDS,
    DIFFERENT,
    DIGITS,
    FRAME,
    PHONE,
    RING,
    SIX,
    TWO_SIDED,
    Table,
    ask,
    begin_again,
    expect_accessible,
    follow_link,
    laid,
    lay,
    paste,
    said,
    saved,
    sides_of,
    square,
    without_engine,
)
from tests.support import boards
from tests.support.browser import Shown, expect, needs_browser
from tests.support.reading import page_content

pytestmark = needs_browser

VISIBLE = '#tray [role="option"]:not([hidden])'
AT = "document.activeElement.id || document.activeElement.className || document.activeElement.tagName"


def label(shown: Shown, index: int) -> str:
    return str(shown.tab.get_attribute(square(index), "aria-label"))


def centre(shown: Shown, selector: str) -> tuple[float, float]:
    box = shown.tab.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def solve_by_hand(shown: Shown, puzzle: Puzzle) -> None:
    for at in next(iter(edgeasp.solve(puzzle))):
        lay(shown, at.tile, at.square.row * puzzle.cols + at.square.col)


def test_axe_is_there() -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed, so pages are NOT examined: npm ci --prefix tests/tools/page")


def test_by_mouse(table: Table) -> None:
    shown = table(FRAME)
    lay(shown, 3, 0)
    assert laid(shown)[0] == "tile 3"
    # The frame lies outside: the tile was turned so that it does.
    assert label(shown, 0).endswith("top 0, right 2, bottom 2, left 0")
    shown.click(square(0))
    assert label(shown, 0).endswith("top 0, right 0, bottom 2, left 2")
    shown.tab.keyboard.press("Shift+R")
    lay(shown, 4, 1)
    assert "of 2 sides match" in said(shown)
    shown.drag(square(1), square(8))
    assert (laid(shown)[1], laid(shown)[8]) == ("empty", "tile 4")
    shown.drag(square(8), square(0))
    assert (laid(shown)[0], laid(shown)[8]) == ("tile 4", "tile 3")
    shown.click("#lock")
    shown.drag(square(0), square(4))
    assert (laid(shown)[0], shown.count(".lock")) == ("tile 4", 1)
    shown.drag(square(8), "#number")
    assert (laid(shown)[8], shown.text("#score")) == ("empty", "1 of 9")
    expect_accessible(shown)
    shown.click("#tab-more")
    shown.click("#clear")
    assert laid(shown).count("empty") == 8
    shown.click("#tab-tiles")
    shown.click(square(0))
    assert shown.tab.locator("#lift").is_disabled()
    shown.click("#lock")
    shown.click("#lift")
    assert laid(shown) == ["empty"] * 9

    # A side that is pointed at shows the tiles that match it.
    lay(shown, 8, 4)
    colours = [*map(int, sides_of(shown, square(4)))]
    side = next(side for side, colour in enumerate(colours) if colour)
    shown.tab.locator(f"{square(4)} .side").nth(side).hover()
    colour = colours[side]
    mates = {tile for tile, each in enumerate(FRAME.tiles) if colour in each.sides and tile != 8}
    lit = shown.tab.locator("#tray .mate:not([hidden])").evaluate_all(
        "(all) => all.map((each) => Number(each.dataset.tile))"
    )
    assert {*lit} == mates
    shown.tab.mouse.move(1, 1)
    assert shown.count("#tray .mate") == 0
    shown.click("#undo")

    # The wheel turns the marked tile; many small steps of a touchpad are one turn.
    begin_again(shown)
    lay(shown, 8, 4)
    before = label(shown, 4)
    shown.cell(1, 1).hover()
    shown.tab.mouse.wheel(0, 100)
    expect(shown.cell(1, 1)).not_to_have_attribute("aria-label", before)
    steps = """() => {
        const box = document.querySelector('#board [data-index="4"]').getBoundingClientRect();
        const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
        const stage = document.querySelector("#stage");
        for (let number = 9; number; number -= 1) {
          stage.dispatchEvent(new WheelEvent("wheel", { deltaY: 3, cancelable: true, ...at }));
        }
    }"""
    begin_again(shown)
    lay(shown, 8, 4)
    before = label(shown, 4)
    shown.tab.evaluate(steps)
    assert label(shown, 4) == before
    shown.tab.evaluate(steps)
    expect(shown.cell(1, 1)).not_to_have_attribute("aria-label", before)

    # Escape lets go of what is dragged.
    begin_again(shown)
    shown.tab.mouse.move(*centre(shown, '#tray [data-tile="3"]'))
    shown.tab.mouse.down()
    shown.tab.mouse.move(*centre(shown, square(4)), steps=4)
    expect(shown.tab.locator("#ghost")).to_be_visible()
    shown.tab.keyboard.press("Escape")
    expect(shown.tab.locator("#ghost")).to_be_hidden()
    shown.tab.mouse.up()
    assert laid(shown) == ["empty"] * 9

    # A tile in hand that redo has laid is no longer in hand.
    lay(shown, 3, 0)
    shown.tab.keyboard.press("u")
    shown.click('#tray [data-tile="3"]')
    shown.tab.keyboard.press("y")
    shown.click(square(4))
    assert (laid(shown)[0], laid(shown)[4]) == ("tile 3", "empty")

    # Every step is undone and done again.
    begin_again(shown)
    for tile in range(9):
        lay(shown, tile, tile)
    full = laid(shown)
    assert shown.tab.locator("#redo").is_disabled()
    for left in range(8, -1, -1):
        shown.tab.keyboard.press("Control+z")
        assert shown.text("#score") == f"{left} of 9"
    assert shown.tab.locator("#undo").is_disabled()
    for _ in range(9):
        shown.tab.keyboard.press("Control+Shift+z")
    assert laid(shown) == full
    # The board alone is printed.
    shown.tab.evaluate("document.getElementById('won').hidden = document.getElementById('notice').hidden = false")
    shown.tab.emulate_media(media="print")
    try:
        for part in ("#won", "#notice", "#tools", "#tray"):
            expect(shown.tab.locator(part)).to_be_hidden()
        expect(shown.tab.locator("#board")).to_be_visible()
    finally:
        shown.tab.emulate_media(media="screen")


def test_the_tray_and_the_settings(table: Table) -> None:
    shown = table(FRAME)
    shown.tab.select_option("#kind", "corner")
    assert shown.count(VISIBLE) == 4
    shown.tab.select_option("#kind", "all")
    shown.click("#colours summary")
    shown.click('#colours [data-colour="3"]')
    assert shown.count(VISIBLE) == sum(3 in tile.sides for tile in FRAME.tiles)
    shown.click('#colours [data-colour="3"]')
    shown.tab.select_option("#order", "rarity")
    first = int(shown.tab.locator(VISIBLE).first.get_attribute("data-tile"))
    counts = [sum(each.sides.count(colour) for each in FRAME.tiles) for colour in range(5)]
    assert min(counts[colour] for colour in FRAME.tiles[first].sides if colour) == min(counts[1:])
    shown.click("#fits")
    assert "Mark an empty square" in shown.text("#none")
    shown.click(square(4))
    assert shown.count(VISIBLE) == 4  # the tile of the centre, in all its rotations
    shown.tab.locator(VISIBLE).nth(2).click()
    shown.click(square(4))
    assert laid(shown)[4] == "tile 8"
    shown.click("#fits")
    assert shown.count(VISIBLE) == 8
    # The previous tile that fits is the last one at first.
    shown.click(square(0))
    shown.tab.keyboard.press("p")
    assert re.search(r"(\d+) of \1 that fit", said(shown))

    # Marks and settings come on wish and stay.
    begin_again(shown)
    lay(shown, 3, 0)
    shown.click(square(0))
    assert shown.count(".clash") == 0
    shown.click("#tab-more")
    shown.tab.check("#mismatches")
    assert shown.count(".clash") > 0
    shown.tab.check("#timer")
    assert shown.tab.locator("#clock").is_visible()
    shown.tab.check('[name="sides"][value="numbers"]')
    shown.click("#theme")
    theme = "document.documentElement.dataset.theme"
    chosen = shown.tab.evaluate(theme)
    expect_accessible(shown, "aside")
    shown.reload()
    assert shown.count('#board [data-index="0"] text') == 4
    assert shown.count(".clash") > 0
    assert shown.tab.evaluate(theme) == chosen in ("light", "dark")

    # Bookmarks keep a board.
    shown.click("#tab-tiles")
    shown.click("#bookmark")
    lay(shown, 1, 2)
    shown.click("#tab-more")
    shown.tab.click("#bookmarks button >> nth=0")
    assert laid(shown).count("empty") == 8
    shown.tab.keyboard.press("u")
    assert laid(shown).count("empty") == 7

    # All tools are below the board, however wide it is.
    inside = "(button) => { const [box, bar] = [button, button.parentElement].map((e) => e.getBoundingClientRect()); "
    fits = "return box.left >= bar.left && box.right <= bar.right; }"
    for width in (861, 880, 1280):
        shown.tab.set_viewport_size({"width": width, "height": 700})
        expect(shown.tab.locator("#tools")).to_be_visible()
        assert shown.tab.evaluate(f"[...document.querySelectorAll('#tools button')].every({inside}{fits})")
    # So are the filters above the tray, on small phones and with large letters.
    shown.click("#tab-tiles")
    for width, height in ((320, 640), (390, 844), (640, 450)):
        shown.tab.set_viewport_size({"width": width, "height": height})
        parts = "[...document.querySelectorAll('#filters > *')]"
        assert shown.tab.evaluate(f"{parts}.length === 4 && {parts}.every({inside}{fits})")
    shown.tab.set_viewport_size({"width": 1280, "height": 900})

    # A page has the palette of the gift.
    begin_again(shown)
    own = {1: OwnLook("#c01030", "heart"), 2: OwnLook("#00ff00", letters="<&Q")}
    outline = shown.tab.get_attribute('#tray .motif[data-colour="1"]', "d")
    shown = table(table_page([TableEntry("gift", FRAME)], with_engine=False, palette=own))
    assert shown.tab.locator("#tray text").all_text_contents() == ["<&Q"] * sum(t.sides.count(2) for t in FRAME.tiles)
    assert shown.count('#tray .side[data-colour="1"][fill="#c01030"]') == sum(t.sides.count(1) for t in FRAME.tiles)
    assert shown.tab.get_attribute('#tray .motif[data-colour="1"]', "d") != outline


class Fingers:
    """Fingers on the glass, as the browser gets them."""

    def __init__(self, shown: Shown) -> None:
        self.session = shown.tab.context.new_cdp_session(shown.tab)

    def __call__(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Lift a tile, and hold it."""
        self("touchStart", start)
        self("touchMove", (start[0], start[1] - 40))
        self("touchMove", end)


def test_by_fingers_on_phones(table: Table) -> None:
    shown = table(SIX, **{**PHONE, "size": (320, 568)})
    touch = Fingers(shown)
    assert shown.tab.evaluate("document.documentElement.scrollWidth") == 320
    shown.tab.evaluate(
        "for (const id of ['stage', 'tray']) "
        "document.getElementById(id).addEventListener('mousedown', () => console.error('a mouse'))"
    )
    shown.tap('#tray [data-tile="3"]')
    shown.tap(square(0))
    assert laid(shown)[0] == "tile 3"
    small = shown.tab.evaluate(
        """[...document.querySelectorAll("button, select, summary, [role=option]")].filter((each) => each.offsetParent)
          .map((each) => [each.id || each.textContent, each.getBoundingClientRect()])
          .filter(([, box]) => Math.min(box.width, box.height) < 43.9).map(([name]) => name)"""
    )
    assert small == []
    shown.tap("#tab-helping")
    for name in ("nextask", "here"):
        shown.tap(f"#{name}")
        expect(shown.tab.locator("#answer p").first).to_be_in_viewport(ratio=1)

    # The tray stays below the colours.
    shown.tab.set_viewport_size({"width": 360, "height": 640})
    begin_again(shown)
    shown.tap("#colours summary")
    shown.tap('#colours [data-colour="3"]')
    with_it = next(number for number, tile in enumerate(SIX.tiles) if 3 in tile.sides)
    shown.tap(f'#tray [data-tile="{with_it}"]')
    shown.tap(square(7))
    assert laid(shown)[7] == f"tile {with_it}"
    shown.tap("#colours summary")
    assert shown.tab.locator("#kind").is_visible()

    # A notice leaves the board as large as it was, and goes.
    begin_again(shown)
    width = shown.tab.locator("#board").bounding_box()["width"]
    shown.tap("#tab-more")
    shown.tap("#copylink")
    expect(shown.tab.locator("#noticed")).to_contain_text("This page is a file")
    assert shown.tab.locator("#board").bounding_box()["width"] == width
    shown.tap("#noticeclose")
    assert not shown.tab.locator("#notice").is_visible()
    shown.tap("#copylink")
    expect(shown.tab.locator("#notice")).to_be_visible()
    shown.tap("#tab-tiles")
    shown.tap('#tray [data-tile="3"]')
    shown.tap(square(20))
    assert not shown.tab.locator("#notice").is_visible()

    # A dragged tile hangs above the finger and is laid where it hangs; on the first row, where the finger is.
    shown.tab.set_viewport_size({"width": 390, "height": 844})
    begin_again(shown)
    x, y = centre(shown, square(14))
    touch.drag(centre(shown, '#tray [data-tile="3"]'), (x, y + 64))
    expect(shown.tab.locator("#ghost")).to_be_visible()
    assert laid(shown)[14] == "empty"
    touch("touchEnd")
    expect(shown.cell(2, 2, 6)).to_have_attribute("aria-label", re.compile("tile 3,"))
    touch.drag(centre(shown, '#tray [data-tile="4"]'), centre(shown, square(2)))
    touch("touchEnd")
    expect(shown.cell(2, 0, 6)).to_have_attribute("aria-label", re.compile("tile 4,"))
    # A tile that is held is locked.
    before = label(shown, 14)
    touch("touchStart", centre(shown, square(14)))
    expect(shown.tab.locator(".lock")).to_have_count(1)
    touch("touchEnd")
    assert label(shown, 14) == f"{before}, locked"
    expect_accessible(shown)
    # Two fingers lay nothing, but enlarge.
    before_all = laid(shown)
    shown.tap('#tray [data-tile="5"]')
    one, other = centre(shown, square(15)), centre(shown, square(21))
    apart = (one[0] - 60, one[1] - 60), (other[0] + 60, other[1] + 60)
    width = shown.tab.locator("#board").bounding_box()["width"]
    touch("touchStart", one)
    touch("touchStart", one, other)
    touch("touchMove", *apart)
    touch("touchEnd", apart[1])
    touch("touchEnd")
    assert laid(shown) == before_all
    assert shown.tab.locator("#board").bounding_box()["width"] > 1.5 * width
    # A screen reader clicks without a pointer.
    begin_again(shown)
    for selector in ('#tray [data-tile="3"]', square(4)):
        shown.tab.evaluate(
            "(selector) => document.querySelector(selector).dispatchEvent(new MouseEvent('click', { bubbles: true }))",
            selector,
        )
    assert laid(shown)[4] == "tile 3"

    # On a large board a loupe shows the target.
    shown = table(boards.planted(1, 16, 16, 30, framed=True), **PHONE)
    touch = Fingers(shown)
    x, y = centre(shown, square(100))
    touch.drag(centre(shown, '#tray [data-tile="3"]'), (x, y + 64))
    expect(shown.tab.locator("#loupe")).to_be_visible()
    box = shown.tab.locator("#loupe").bounding_box()
    assert box["y"] + box["height"] <= y + 20 or box["y"] > y + 64
    touch("touchEnd")
    expect(shown.cell(4, 6, 16)).to_have_attribute("aria-label", re.compile("tile 3,"))
    expect(shown.tab.locator("#loupe")).to_be_hidden()


def test_by_keys(table: Table) -> None:
    shown = table(FRAME)
    press = shown.tab.keyboard.press
    press("t")
    press("ArrowRight")
    press("Enter")
    assert shown.tab.evaluate("document.activeElement.dataset.index") == "0"
    press("ArrowRight")
    press("Enter")
    assert laid(shown)[1] == "tile 1"
    assert "match" in said(shown)
    before = label(shown, 1)
    press("r")
    assert label(shown, 1) != before
    press("Shift+R")
    assert label(shown, 1) == before
    press("l")
    press("Delete")
    assert laid(shown)[1] == "tile 1"
    press("l")
    press("Delete")
    assert laid(shown)[1] == "empty"
    press("End")
    press("n")
    assert "of" in said(shown)
    press("Enter")
    assert laid(shown)[2].startswith("tile ")
    press("u")
    assert laid(shown)[2] == "empty"
    press("?")
    expect_accessible(shown, "#help")
    press("Escape")

    # The keyboard stays where it was; where a button goes, or is disabled, the next one has it.
    begin_again(shown)
    shown.tab.focus("#order")
    for order in ("rarity", "colours"):
        press("ArrowDown")
        assert shown.tab.evaluate("[document.activeElement.id, document.activeElement.value]") == ["order", order]
    lay(shown, 3, 0)
    shown.tab.focus("#undo")
    press("Enter")
    assert shown.tab.evaluate(AT) == "redo"
    press("Enter")
    assert shown.tab.evaluate(AT) == "undo"
    shown.click("#tab-more")
    shown.click("#bookmark")
    shown.tab.focus("#bookmarks .quiet")
    press("Enter")
    assert shown.tab.evaluate(AT) == "bookmark"
    shown.click(square(0))
    press("l")
    for key in ("Delete", "r"):
        shown.tab.evaluate("document.getElementById('status').textContent = ''")
        shown.tab.focus(square(0))
        press(key)
        assert said(shown) == "there is a locked tile"

    # Keys go around holes, and begin on the first square that is one.
    shown = table(RING)
    assert (shown.text("#score"), shown.count("#board .cell"), shown.count(square(4))) == ("0 of 8", 8, 0)
    # The colours outside: of three sides two each, and of four sides around the hole one each.
    assert shown.count("#board .outside") == 3 * 2 + 4
    shown.click(square(3))
    visited = []
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown", "Home"):
        press(key)
        visited.append(shown.tab.evaluate("document.activeElement.dataset.index"))
    assert (visited[0], visited[3:]) == ("5", ["7", "6"])
    shown = table(edgeasp.generate_puzzle(3, holes=[(0, 0), (1, 0)], seed=1).puzzle)
    assert shown.tab.get_attribute(square(2), "tabindex") == "0"
    press("g")
    assert shown.tab.evaluate("document.activeElement.dataset.index") == "2"
    press("n")
    press("Enter")
    assert shown.text("#score") == "1 of 7"


@pytest.mark.long
def test_a_puzzle_is_solved_with_keys_alone(table: Table) -> None:
    shown = table(table_page([TableEntry("keys", FRAME)]), motion="reduce")
    press = shown.tab.keyboard.press
    press("g")
    for _ in range(9):
        press("w")
        expect(shown.tab.locator("#answer p").first).to_have_text("Yes: this board can be completed.")
        shown.tab.locator("#nextask").focus()
        press("Enter")
        shown.tab.get_by_role("button", name="Which tile?").focus()
        press("Enter")
        before = shown.text("#score")
        shown.tab.get_by_role("button", name=re.compile("^Place")).focus()
        press("Enter")
        expect(shown.tab.locator("#score")).not_to_have_text(before)
        press("g")
    expect(shown.tab.locator("#verdict")).to_contain_text("solved")
    assert re.search(r"Solved in \d+:\d\d\. Every tile is in place\.$", said(shown))


def test_a_solved_board_has_its_moment_and_is_announced(table: Table) -> None:
    for motion in ("reduce", "no-preference"):
        shown = table(FRAME, motion=motion)
        begin_again(shown)
        assert not shown.tab.locator("#won").is_visible()
        solve_by_hand(shown, FRAME)
        assert re.fullmatch(
            r"tile \d placed on [A-C]\d: 4 of 4 sides match\. Solved in \d:\d\d\. Every tile is in place\.", said(shown)
        )
        expect(shown.tab.locator("#wonwords")).to_have_text(re.compile(r"Solved in \d:\d\d"))
        assert shown.text("#meanwhile") == ""  # without an engine nothing is compared
        moving = shown.tab.evaluate("getComputedStyle(document.querySelector('#board .cell')).animationName")
        assert (moving == "solved") is (motion == "no-preference")
    expect_accessible(shown)
    shown.click("#wonclose")
    assert shown.tab.locator("#tools").is_visible()
    shown.tab.keyboard.press("u")
    assert not shown.tab.locator("#won").is_visible()
    shown.tab.keyboard.press("y")
    expect(shown.tab.locator("#won")).to_be_visible()


@pytest.mark.long
def test_the_machine_says_how_often_it_had_solved_it_meanwhile(table: Table) -> None:
    shown = table(table_page([TableEntry("small", FRAME)]), motion="reduce")
    solve_by_hand(shown, FRAME)
    expect(shown.tab.locator("#meanwhile")).to_have_text(
        re.compile(r"Your computer (could have solved it [\d,]+ times by now|needs \d+\.\d s)\.")
    )
    shown.tab.keyboard.press("u")
    assert ask(shown, "works") == "Yes: this board can be completed."
    shown.click("#finish")
    expect(shown.tab.locator("#wonwords")).to_have_text("Solved")
    assert shown.text("#meanwhile") == ""


def test_puzzles_and_boards_go_out_and_come_in(table: Table, tmp_path: Path) -> None:
    shown = table(FRAME)
    lay(shown, 3, 0)
    shown.tab.keyboard.press("l")
    lay(shown, 8, 4)
    shown.click("#tab-more")
    files = {}
    for name in ("savesol", "savepuz", "savesvg", "savepng"):
        with shown.tab.expect_download() as waiting:
            shown.click(f"#{name}")
        files[waiting.value.suggested_filename] = Path(waiting.value.path()).read_bytes()
    assert {*files} == {"small.sol", "small.puz", "small.svg", "small.png"}
    board = plain.read_sol(files["small.sol"].decode(), FRAME, "saved")
    assert sorted(each.tile for each in board) == [3, 8]
    assert files["small.puz"].decode() == plain.write_puz(FRAME)
    assert files["small.svg"].count(b'class="side"') == 8
    assert files["small.png"].startswith(b"\x89PNG")
    shown.tab.evaluate("CanvasRenderingContext2D.prototype.getImageData = () => ({ data: [1, 2, 3] })")
    shown.click("#savepng")
    expect(shown.tab.locator("#notice")).to_contain_text("save the picture as SVG")

    # A link carries the puzzle, the board and what is locked.
    shown.click("#copylink")
    before, fragment = laid(shown), shown.tab.evaluate("location.hash")
    other = table(SIX, fragment=fragment)
    assert (other.text("#title"), laid(other), other.count(".lock")) == ("3 x 3, from a link", before, 1)
    assert other.tab.locator("#several").is_visible()

    # Texts come in, or are refused in words.
    shown = table(FRAME)
    begin_again(shown)
    paste(shown, "9 9 9 9")
    assert shown.text("#pasteerror").startswith("line 1: expected a tile from 0 to 8")
    expect_accessible(shown, "#paste")
    for text, words in (
        (
            "https://example.com/table.html#AbCd",
            "this link is for a puzzle that is not on this page, or it was cut off.",
        ),
        ("</script><img src=x>", "expected"),
    ):
        shown.tab.fill("#pasted", text)
        shown.click("#dopaste")
        assert words in shown.text("#pasteerror")
    shown.tab.fill("#pasted", plain.write_sol(board))
    shown.click("#dopaste")
    assert laid(shown).count("empty") == 7
    assert shown.count("img") == 0
    # Of several links the last one is open, which is said.
    links = [str(viewer.board_link(FRAME, Solution(board.placements[:number]))) for number in (2, 1)]
    paste(shown, "\n".join(links))
    assert laid(shown).count("empty") == 8
    assert shown.text("#noticed") == "The text has 2 links: the last one is shown."

    # A puzzle is made on the page, and its link carries it; a size that is none makes no puzzle.
    shown.click("#tab-more")
    shown.click("#openmake")
    shown.tab.locator("#makecols").fill("40")
    shown.click("#domake")
    assert (shown.tab.locator("#planting").is_visible(), shown.text("#title")) == (True, "small")
    shown.tab.keyboard.press("Escape")
    made = [
        (4, 3, 5, [], []),
        (3, 3, 4, ["top", "right", "bottom", "left"], [1]),
        (4, 3, 5, ["top", "left"], [0, 5]),
        (12, 2, 2, [], []),
    ]
    for cols, rows, colours, open_, holes in made:
        shown.click("#tab-more")
        shown.click("#openmake")
        for name, value in (("cols", cols), ("rows", rows), ("colours", colours)):
            shown.tab.locator(f"#make{name}").fill(str(value))
        shown.tab.keyboard.press("Tab")  # a size counts once it has been typed
        for side in ("top", "right", "bottom", "left"):
            shown.tab.locator(f"#make{side}").set_checked(side not in open_)
        for hole in holes:
            shown.tab.locator("#makeshape input").nth(hole).uncheck()
        expect_accessible(shown, "#planting")
        shown.click("#domake")
        assert shown.text("#title") == f"{cols} x {rows}, made here"
        shown.click("#tab-more")
        puzzle = plain.read_puz(saved(shown, "#savepuz").read_text(encoding="utf-8"), "made")
        assert (puzzle.cols, puzzle.rows, puzzle.framed) == (cols, rows, len(open_) < 4)
        assert puzzle.holes == {Square(hole % cols, hole // cols) for hole in holes}
        assert {part for part, colours in puzzle.rim if not colours} == ({*open_} if puzzle.framed else set())
        assert edgeasp.solve(puzzle, number=1)
    shown.click("#copylink")
    other = table(SIX, fragment=shown.tab.evaluate("location.hash"))
    assert other.text("#subtitle").startswith("12 x 2")

    # A puzzle whose text is long travels by its name.
    pairs = [(one, other) for one in range(1, 60) for other in range(one, 60)]
    shown = table(edgeasp.generate_puzzle(8, framed=False, colours=60, partners=pairs, seed=1).puzzle)
    lay(shown, 0, 0)
    follow_link(shown)
    assert len(shown.tab.evaluate("location.hash")) < 400
    assert shown.text("#score") == "1 of 64"


def test_what_is_kept(table: Table) -> None:
    entries = [TableEntry("No. 1", FRAME, level="easy"), TableEntry("=2+2", SIX, level="hard")]
    shown = table(table_page(entries, with_engine=False, title="Winter"))
    lay(shown, 3, 0)
    shown.click("#several")
    shown.tab.click("#list button >> nth=1")
    assert (shown.text("#title"), shown.count("#board .cell")) == ("=2+2", 36)
    shown.reload()
    assert shown.text("#title") == "=2+2"
    paste(shown, plain.write_puz(boards.FOURSQUARES))
    shown.reload()
    shown.click("#several")
    expect_accessible(shown, "#puzzles")
    assert shown.text("#puzzles h2") == "Winter"
    rows = [text.split("\n")[1] for text in shown.tab.locator("#list li").all_inner_texts()]
    assert rows == ["3 x 3 · easy · 1 of 9 placed", "6 x 6 · hard · not begun", "2 x 2 · not begun"]
    with shown.tab.expect_download() as download:
        shown.click("#savelist")
    assert download.value.suggested_filename == "Winter.csv"
    lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert lines[0] == "puzzle,columns,rows,class,laid,squares,solved,seconds"
    assert lines[1].startswith('"No. 1",3,3,easy,1,9,no,')
    assert lines[2].startswith('"\'=2+2",6,6,hard,0,36,no,')
    # It lay there for a moment, on a busy machine for a second.
    assert re.fullmatch(r'"2 x 2, pasted",2,2,,0,4,no,\d+', lines[3])
    shown.tab.click("#list li >> nth=1 >> button")
    shown.click("#several")
    shown.click("#list button[aria-label^=Remove]")
    shown.reload()
    shown.click("#several")
    assert shown.count("#list li") == 2

    # What was laid after a link stays when the page is loaded again; another tab begins with the link.
    shown = table(FRAME)
    begin_again(shown)
    lay(shown, 3, 0)
    shown.click("#tab-more")
    shown.click("#copylink")
    fragment = shown.tab.evaluate("location.hash")
    shown.click("#tab-tiles")
    lay(shown, 8, 4)
    shown.reload()
    assert laid(shown)[4] == "tile 8"
    shown.tab.evaluate("sessionStorage.clear()")  # as another tab begins
    other = table(SIX, fragment=fragment)
    assert other.text("#score") == "1 of 9"
    lay(other, 8, 4)
    other.reload()
    assert other.text("#score") == "2 of 9"
    other.click("#several")
    other.tab.click("#list button >> nth=0")
    other.reload()
    assert other.text("#title") == "small"

    # A puzzle with clues or a board is a game of its own.
    right = next(edgeasp.solve(FRAME))
    clues, board = Solution(right.placements[:1]), Solution(right.placements[:4])
    for entry, number in (
        (TableEntry("small", FRAME, board=board), 4),
        (TableEntry("small", FRAME, clues), 1),
        (TableEntry("small", FRAME), 2),
    ):
        other = table(table_page([entry], with_engine=False))
        assert other.text("#score") == f"{number} of 9"
    shown = table(table_page([TableEntry("clued", FRAME, clues, board)], with_engine=False))
    assert (laid(shown).count("empty"), shown.count(".clue")) == (5, 1)
    at = clues.placements[0].square
    shown.click(square(at.row * 3 + at.col))
    assert shown.tab.locator("#lift").is_disabled()
    assert shown.tab.locator("#lock").is_disabled()
    shown.click("#tab-more")
    shown.click("#clear")
    assert laid(shown).count("empty") == 8


@pytest.mark.parametrize(
    "refused",
    [
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        "for (const where of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, where, "
        "{ get() { throw new DOMException('no', 'SecurityError'); } })",
    ],
    ids=["full", "forbidden"],
)
def test_what_the_browser_does_not_keep_stays_until_the_page_is_left(table: Table, refused: str) -> None:
    shown = table(table_page([TableEntry("first", FRAME), TableEntry("second", FRAME)], with_engine=False))
    lay(shown, 3, 0)
    shown.await_("""Object.values(localStorage).some((each) => each.includes('"at":1'))""")
    shown.tab.evaluate(f"() => {{ {refused}; }}")
    lay(shown, 4, 1)
    expect(shown.tab.locator("#noticed")).to_contain_text("This browser stores nothing")
    for hidden in ("true", "false"):
        shown.tab.evaluate(
            f"""() => {{
              Object.defineProperty(document, "hidden", {{ value: {hidden}, configurable: true }});
              document.dispatchEvent(new Event("visibilitychange"));
            }}"""
        )
    assert laid(shown)[:2] == ["tile 3", "tile 4"]
    lay(shown, 5, 2)
    shown.click("#several")
    shown.tab.click("#list button >> nth=1")
    shown.click("#several")
    assert "3 of 9 placed" in shown.text("#list")
    shown.tab.click("#list button >> nth=0")
    assert laid(shown)[:3] == ["tile 3", "tile 4", "tile 5"]
    shown.click("#tab-more")
    expect(shown.tab.locator("#notkept")).to_be_visible()
    expect_accessible(shown)
    shown.reload()  # with a browser that keeps things


@pytest.mark.long
def test_what_was_kept_and_is_damaged_is_left_alone(table: Table) -> None:
    shown = table(FRAME)
    lay(shown, 3, 0)
    shown.await_("""Object.values(localStorage).some((each) => each.includes('"at":1'))""")
    shown.tab.evaluate("for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{\"cells\":[1')")
    shown.tab.evaluate("() => { Storage.prototype.setItem = () => {}; }")
    shown.reload()
    assert laid(shown) == ["empty"] * 9


@pytest.mark.long
def test_two_windows_show_one_game(table: Table) -> None:
    shown = table(FRAME)
    other = Shown(shown.tab.context.new_page())
    other.tab.goto(shown.tab.url)
    other.tab.wait_for_selector("#tray [role=option]")
    lay(shown, 3, 0)
    expect(other.cell(0, 0)).to_have_attribute("aria-label", re.compile("tile 3,"))
    lay(other, 4, 1)
    expect(shown.cell(1, 0)).to_have_attribute("aria-label", re.compile("tile 4,"))
    shown.tab.keyboard.press("u")
    expect(other.cell(1, 0)).to_have_attribute("aria-label", re.compile("empty"))
    other.tab.keyboard.press("y")
    expect(shown.cell(1, 0)).to_have_attribute("aria-label", re.compile("tile 4,"))
    # A window that was asleep, and has heard of nothing, takes nothing back when it is left.
    other.tab.add_init_script(
        "for (const name of ['storage', 'visibilitychange']) "
        "addEventListener(name, (event) => event.stopImmediatePropagation(), true)"
    )
    other.reload()
    shown.tab.keyboard.press("u")
    undone = """Object.values(localStorage).some((each) => each.includes('"at":1'))"""
    other.await_(undone)
    assert laid(other)[:2] == ["tile 3", "tile 4"]
    other.tab.goto("about:blank")
    other.tab.close()
    assert shown.tab.evaluate(undone)


@pytest.mark.long
def test_a_move_goes_on_from_one_that_another_window_has_just_made(table: Table) -> None:
    """Before the window hears of it."""
    shown = table(FRAME)
    other = Shown(shown.tab.context.new_page())
    other.tab.add_init_script("addEventListener('storage', (event) => event.stopImmediatePropagation(), true)")
    other.tab.goto(shown.tab.url)
    other.tab.wait_for_selector("#tray [role=option]")
    lay(shown, 3, 0)
    lay(other, 4, 1)
    expect(shown.cell(1, 0)).to_have_attribute("aria-label", re.compile("tile 4,"))
    assert laid(other)[:2] == laid(shown)[:2] == ["tile 3", "tile 4"]


@pytest.mark.long
def test_a_notebook_shows_the_table_in_a_frame(table: Table, tmp_path: Path) -> None:
    notebook = tmp_path / "notebook.html"
    notebook.write_text(
        f"<!doctype html><body>{edgeasp.play(FRAME, names=['<b>'])._repr_html_()}</body>", encoding="utf-8"
    )
    shown = table(FRAME)
    shown.tab.goto(notebook.as_uri())
    frame = shown.tab.frame_locator("iframe")
    frame.locator("#tab-helping").click()
    frame.locator("#works").click()
    expect(frame.locator("#answer")).to_have_text("Yes: this board can be completed.")
    assert frame.locator("#title").inner_text() == "<b>"


SIGNED = edgeasp.load("instances/planted-6x4-signed.puz").puzzle
SEVERAL = edgeasp.generate_puzzle(3, framed=False, colours=5, partners=[(1, 2), (1, 3), (4, 4), (4, 5)]).puzzle
RULES = [
    (DIFFERENT, "sides that meet have different colours. The last row meets the first one."),
    (RING, "sides that meet have the same colour. Outside, the top shows 1 or 2. Outside, a hole shows 7."),
    (TWO_SIDED, "sides that meet have the same colour. Tiles may be flipped, left to right."),
    (replace(CARDS, flipping=True), "Tiles may be flipped, left to right: a head has its tail behind it."),
    (BY_TILE, "sides that meet have the same colour. 2 tiles may lie in some ways only."),
    (SEVERAL, "colours meet as 1-2, 1-3, 4-4, 4-5, and all others their own."),
    (SIGNED, "have the same colour, and plus meets minus"),
    (CARDS, "each head meets its tail"),
    (FRAME, "Tap a placed tile to rotate it, hold it"),
    (DIGITS, "Tap a placed tile to pick it up, hold it"),
    (BY_TILE, "Tap a placed tile to rotate it, or, if it may not be rotated, to pick it up, hold it"),
]


def test_the_rules_of_a_puzzle_are_said(table: Table) -> None:
    for puzzle, words in RULES:
        assert words in table(puzzle).tab.locator("#help").text_content()
    # A page holds many colours of which two meet others.
    puzzle = edgeasp.generate_puzzle(9, framed=False, colours=110, partners=[(1, 2), (1, 3)], seed=1).puzzle
    assert table(puzzle).text("#score") == "0 of 81"


def test_unusual_puzzles_are_pasted_saved_and_travel_in_links(table: Table) -> None:
    for puzzle in (CARDS, DIGITS, RING, DIFFERENT, TWO_SIDED, BY_TILE):
        shown = table(FRAME)
        paste(shown, plain.write_puz(puzzle))
        assert ("heads and tails" in shown.text("#subtitle"), "no rotation" in shown.text("#subtitle")) == (
            bool(puzzle.partners) and puzzle.paired,
            not puzzle.turning,
        )
        assert all(kind in shown.text("#subtitle") for kind in puzzle.beyond)
        # The sites show a board whose tiles lie in some ways only, and know nothing else of these puzzles.
        assert (shown.tab.locator("#links a:visible").count() > 0) == (puzzle is BY_TILE)
        assert saved(shown, "#savepuz").read_text(encoding="utf-8") == plain.write_puz(puzzle)
        follow_link(shown)
        shown.click("#tab-more")
        assert saved(shown, "#savepuz").read_text(encoding="utf-8") == plain.write_puz(puzzle)
    expect_accessible(shown)


def test_unusual_tiles_are_turned_as_they_may_be(table: Table) -> None:
    # Not at all: a tap takes one up; a tap on it puts it down, one on another square moves it.
    shown = table(DIGITS)
    press = shown.tab.keyboard.press
    lay(shown, 0, 4)
    before = label(shown, 4)
    assert shown.tab.locator("#turn").is_disabled()
    for key in ("r", "R", " "):
        press(key)
    shown.cell(1, 1).hover()
    shown.tab.mouse.wheel(0, 100)
    assert label(shown, 4) == before
    shown.click(square(4))
    assert "in hand" in said(shown)
    press("r")
    assert said(shown) == "no tile may be rotated"
    shown.click(square(4))
    shown.click(square(5))
    assert laid(shown)[4:6] == ["tile 1", "empty"]
    shown.click(square(4))
    shown.click(square(5))
    assert laid(shown)[4:6] == ["empty", "tile 1"]
    assert label(shown, 5).partition(", ")[2] == before.partition(", ")[2]
    shown.click('#tray [data-tile="1"]')
    shown.click('#tray [data-tile="1"]')
    assert shown.tab.locator('#tray [data-tile="1"]').get_attribute("aria-selected") == "false"

    # Some tiles: 3 may lie upright and upside down, 4 in one way.
    shown = table(BY_TILE)
    shown.click("#tab-more")
    shown.tab.uncheck("#turnToFit")
    shown.click("#tab-tiles")
    lay(shown, 3, 4)
    upright = sides_of(shown, square(4))
    press("r")
    assert sides_of(shown, square(4)) == [*upright[2:], *upright[:2]]
    press("R")
    assert sides_of(shown, square(4)) == upright
    lay(shown, 4, 0)
    assert sides_of(shown, square(0)) == [*map(str, (*BY_TILE.tiles[4].sides[1:], BY_TILE.tiles[4].sides[0]))]
    assert shown.tab.locator("#turn").is_disabled()
    press("r")
    assert said(shown) == "this tile may not be rotated"
    lay(shown, 5, 1)
    assert shown.tab.locator("#turn").is_enabled()

    # Over, on the board, in hand and in the tray; where no tile may be, there is no tool for it.
    lay(shown, 0, 4)
    press("o")
    assert (laid(shown)[4], said(shown)) == ("tile 0", "no tile may be flipped")
    assert not shown.tab.locator("#over").is_visible()
    shown = table(TWO_SIDED)
    tile = '#tray [data-tile="0"]'
    lay(shown, 0, 4)
    one = sides_of(shown, square(4))
    press("o")
    assert sides_of(shown, square(4)) == [one[0], one[3], one[2], one[1]]
    assert laid(shown)[4] == "tile 0 flipped"
    assert said(shown).startswith("flipped")
    press("u")
    assert (laid(shown)[4], sides_of(shown, square(4))) == ("tile 0", one)
    shown.click("#over")
    assert laid(shown)[4] == "tile 0 flipped"
    press("Delete")
    front = sides_of(shown, tile)
    shown.click(tile)
    press("o")
    assert sides_of(shown, tile) == [front[0], front[3], front[2], front[1]]
    assert shown.tab.get_attribute(tile, "title") == "Tile 0'"
    shown.tab.focus(tile)
    press("o")
    assert sides_of(shown, tile) == front

    # Two-sided tiles are laid as a solution has them, kept and written.
    begin_again(shown)
    solution = next(
        found for found in edgeasp.solve(TWO_SIDED, number=0) if sum(each.rot > 3 for each in found.placements) > 2
    )
    for each in solution.placements:
        lay(shown, each.tile, 3 * each.square.row + each.square.col)
        shown.await_("!document.querySelector('#notice:not([hidden])')")
    for each in solution.placements:
        place = square(3 * each.square.row + each.square.col)
        for key in "rrrorrr":
            if sides_of(shown, place) != [*map(str, TWO_SIDED.sides(each))]:
                shown.tab.focus(place)
                press(key)
    assert shown.text("#verdict").endswith("solved")
    shown.tab.reload()
    shown.tab.wait_for_selector("#board .cell")
    assert shown.text("#verdict").endswith("solved")
    expect_accessible(shown)
    shown.click("#tab-more")
    written = plain.read_sol(saved(shown, "#savesol").read_text(encoding="utf-8"), TWO_SIDED, "it.sol")
    assert {TWO_SIDED.canonical(each) for each in written} == {TWO_SIDED.canonical(each) for each in solution}
    assert edgeasp.check(TWO_SIDED, written).solved


def test_unusual_tiles_and_boards_are_drawn(table: Table) -> None:
    # Signs are seen and heard wherever a tile is.
    shown = table(SIGNED)
    sign = SIGNED.tiles[2].sign
    assert sign
    name = f"tile 2{sign.value}"
    shown.click('#tray [data-tile="2"]')
    shown.tab.keyboard.press("r")
    assert shown.tab.get_attribute('#tray [data-tile="2"]', "aria-label").startswith(f"{name}, ")
    shown.click(square(7))
    assert laid(shown)[7] == name
    shown.click("#tab-more")
    for middle, plate in (("nothing", sign.value), ("tile", f"2{sign.value}"), ("turn", sign.value)):
        shown.tab.check(f'[name="centre"][value="{middle}"]')
        assert shown.tab.locator(f"{square(7)} .plated").all_text_contents() == [plate]
    assert f">{sign.value}</text>" in saved(shown, "#savesvg").read_text(encoding="utf-8")

    # A head meets a tail, and both are halves of a motif.
    shown = table(CARDS)
    lay(shown, 2, 0)
    lay(shown, 5, 1)
    assert "1 of 1 sides match" in said(shown)
    east, west = (label(shown, index).split(", ")[1 + side] for index, side in ((0, 1), (1, 3)))
    colours = CARDS.names.colours.index(east.split()[1]), CARDS.names.colours.index(west.split()[1])
    assert CARDS.partner(colours[0]) == colours[1]
    shown.click(square(3))
    shown.click("#tab-helping")
    shown.click("#nextask")
    shown.tab.get_by_role("button", name="Why there?").click()
    assert re.search(r"with \d[aA] on its \w+", shown.text("#answer"))
    expect_accessible(shown)
    # Both halves have one paint, and each an outline of its own, as in the pictures of Python.
    paints = shown.tab.evaluate(
        """(colours) => colours.map((colour) => ["side", "motif"].map((kind) => {
          const path = document.querySelector(`#board .${kind}[data-colour="${colour}"]`);
          return kind === "side" ? path.getAttribute("fill") : path.getAttribute("d").replace(/^[^m]*/, "").length;
        }))""",
        colours,
    )
    assert paints[0][0] == paints[1][0] == rgb(looks_of(CARDS)[colours[0]][0])
    assert paints[0][1] != paints[1][1]

    # The colours outside are in both pictures.
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    shown = table(RING)
    shown.click("#tab-more")
    assert saved(shown, "#savesvg").read_text(encoding="utf-8").count('class="outside"') == 3 * 2 + 4
    picture = image.open(saved(shown, "#savepng")).convert("RGB")
    drawn = {f"rgb({red},{green},{blue})" for _, (red, green, blue) in picture.getcolors(1 << 20)}
    strips = shown.tab.evaluate(
        "[...document.querySelectorAll('#board .outside')].map((each) => getComputedStyle(each).fill)"
    )
    assert {strip.replace(" ", "") for strip in strips} <= drawn
    # A drag to the hole lays nothing; the board is shared and kept.
    shown.click("#tab-tiles")
    shown.drag('#tray [data-tile="0"]', square(3))
    before = laid(shown)
    assert before.count("tile 0") == 1
    shown.drag(square(3), "#board")
    assert laid(shown) == before
    follow_link(shown)
    assert (laid(shown), shown.text("#score")) == (before, "1 of 8")
    shown.click("#tab-more")
    shown.click("#clear")
    shown.tab.reload()
    shown.tab.wait_for_selector('#tray [data-tile="1"]', state="attached")
    assert {*laid(shown)} == {"empty"}


# ---- the page as text ----


def test_the_policy_allows_this_script_and_this_style_and_the_worker() -> None:
    text = table_page([TableEntry("x", FRAME)])
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+' 'sha256-[^']+' 'wasm-unsafe-eval'; "
        r"worker-src blob:; base-uri 'none'; form-action 'none'",
        policy.replace("&#39;", "'"),
    )
    assert len(text.encode()) < 1_370_000
    assert len(without_engine(edgeasp.load("instances/planted-16x16.puz").puzzle).encode()) < 80_000
    assert table_page([TableEntry("x", FRAME)]) == text


def test_the_data_has_the_board_that_was_given() -> None:
    right = next(edgeasp.solve(FRAME))
    text = table_page([TableEntry("x", FRAME, board=right)], with_engine=False)
    content = page_content(text)
    [data] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', content, flags=re.DOTALL)
    assert json.loads(data)["puzzles"][0]["laid"] == codes(FRAME, right)
    assert solution_of(FRAME, codes(FRAME, right)).by_square() == right.by_square()
