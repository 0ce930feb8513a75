"""The table in a real browser: mouse, fingers, keys, what is kept, what is shared, and what it never does."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import edgeasp
from edgeasp.draw.page.html import TableEntry, table_page
from edgeasp.draw.palette import OwnLook, looks, rgb
from edgeasp.formats import plain
from edgeasp.puzzle.model import Puzzle, Solution
from tests.draw.page.cases import codes, solution_of
from tests.draw.page.tables import (
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
    laid,
    lay,
    square,
    without_engine,
)
from tests.support import boards
from tests.support.browser import Shown, expect, needs_browser
from tests.support.lanes import represented
from tests.support.reading import page_content

pytestmark = needs_browser

AXE = Path(__file__).parents[2] / "tools" / "page" / "node_modules" / "axe-core" / "axe.min.js"


def said(shown: Shown) -> str:
    return shown.text("#status").strip()


# ---- the mouse ----


def test_a_tile_is_laid_turned_moved_exchanged_locked_and_taken_back(table: Table) -> None:
    shown = table(FRAME)
    lay(shown, 3, 0)
    assert laid(shown)[0] == "tile 3"
    # The frame lies outside: the tile was turned so that it does.
    assert shown.tab.get_attribute(square(0), "aria-label").endswith("top 0, right 2, bottom 2, left 0")
    shown.click(square(0))
    assert shown.tab.get_attribute(square(0), "aria-label").endswith("top 0, right 0, bottom 2, left 2")
    shown.tab.keyboard.press("Shift+R")
    lay(shown, 4, 1)
    assert "2 of 2 sides match" in said(shown) or "1 of 2 sides match" in said(shown)
    shown.drag(square(1), square(8))
    assert (laid(shown)[1], laid(shown)[8]) == ("empty", "tile 4")
    shown.drag(square(8), square(0))
    assert (laid(shown)[0], laid(shown)[8]) == ("tile 4", "tile 3")
    shown.click("#lock")
    shown.drag(square(0), square(4))
    assert laid(shown)[0] == "tile 4"
    assert shown.count(".lock") == 1
    shown.drag(square(8), "#number")
    assert laid(shown)[8] == "empty"
    assert shown.text("#score") == "1 of 9"
    shown.click("#tab-more")
    shown.click("#clear")
    assert laid(shown).count("empty") == 8
    shown.click("#tab-tiles")
    shown.click(square(0))
    assert shown.tab.locator("#lift").is_disabled()
    shown.click("#lock")
    shown.click("#lift")
    assert laid(shown) == ["empty"] * 9


def test_the_wheel_turns_the_marked_tile(table: Table) -> None:
    shown = table(FRAME)
    lay(shown, 8, 4)
    before = shown.tab.get_attribute(square(4), "aria-label")
    shown.cell(1, 1).hover()
    shown.tab.mouse.wheel(0, 100)
    expect(shown.cell(1, 1)).not_to_have_attribute("aria-label", before)


def test_many_small_steps_of_a_touchpad_are_one_turn(table: Table) -> None:
    shown = table(FRAME)
    lay(shown, 8, 4)
    shown.cell(1, 1).hover()
    script = """(number) => {
        const box = document.querySelector('#board [data-index="4"]').getBoundingClientRect();
        const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
        const stage = document.querySelector("#stage");
        for (; number; number -= 1) {
          stage.dispatchEvent(new WheelEvent("wheel", { deltaY: 3, cancelable: true, ...at }));
        }
    }"""
    before = shown.tab.get_attribute(square(4), "aria-label")
    shown.tab.evaluate(script, 9)
    assert shown.tab.get_attribute(square(4), "aria-label") == before
    shown.tab.evaluate(script, 9)
    expect(shown.cell(1, 1)).not_to_have_attribute("aria-label", before)


def test_escape_lets_go_of_what_is_dragged(table: Table) -> None:
    shown = table(FRAME)
    mouse = shown.tab.mouse
    mouse.move(*centre(shown, '#tray [data-tile="3"]'))
    mouse.down()
    mouse.move(*centre(shown, square(4)), steps=4)
    expect(shown.tab.locator("#ghost")).to_be_visible()
    shown.tab.keyboard.press("Escape")
    expect(shown.tab.locator("#ghost")).to_be_hidden()
    mouse.up()
    assert laid(shown) == ["empty"] * 9


def test_the_keyboard_stays_on_what_it_has_changed(table: Table) -> None:
    shown = table(FRAME)
    shown.tab.focus("#order")
    for order in ("rarity", "colours"):
        shown.tab.keyboard.press("ArrowDown")
        assert shown.tab.evaluate("[document.activeElement.id, document.activeElement.value]") == ["order", order]


def test_light_or_dark_is_kept(table: Table) -> None:
    shown = table(FRAME)
    shown.click("#theme")
    chosen = shown.tab.evaluate("document.documentElement.dataset.theme")
    shown.reload()
    assert shown.tab.evaluate("document.documentElement.dataset.theme") == chosen in ("light", "dark")


def test_the_board_alone_is_printed(table: Table) -> None:
    shown = table(FRAME)
    for tile in range(9):
        lay(shown, tile, tile)
    shown.tab.evaluate("document.getElementById('won').hidden = document.getElementById('notice').hidden = false")
    shown.tab.emulate_media(media="print")
    try:
        for part in ("#won", "#notice", "#tools", "#tray"):
            expect(shown.tab.locator(part)).to_be_hidden()
        expect(shown.tab.locator("#board")).to_be_visible()
    finally:
        shown.tab.emulate_media(media="screen")


@pytest.mark.parametrize("width", [861, 880, 1280])
def test_all_tools_are_below_the_board(table: Table, width: int) -> None:
    shown = table(FRAME, size=(width, 700))
    inside = "(button) => { const [box, bar] = [button, button.parentElement].map((e) => e.getBoundingClientRect()); "
    fits = "return box.left >= bar.left && box.right <= bar.right; }"
    expect(shown.tab.locator("#tools")).to_be_visible()
    assert shown.tab.evaluate(f"[...document.querySelectorAll('#tools button')].every({inside}{fits})")


def test_a_browser_that_hides_what_is_drawn_saves_no_stripes(table: Table) -> None:
    shown = table(FRAME)
    shown.tab.evaluate("CanvasRenderingContext2D.prototype.getImageData = () => ({ data: [1, 2, 3] })")
    shown.click("#tab-more")
    shown.click("#savepng")
    expect(shown.tab.locator("#notice")).to_contain_text("take the picture as SVG")


def test_every_step_is_undone_and_done_again(table: Table) -> None:
    shown = table(FRAME)
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


def test_the_tray_shows_kinds_colours_and_what_fits(table: Table) -> None:
    shown = table(FRAME)
    visible = '#tray [role="option"]:not([hidden])'
    shown.tab.select_option("#kind", "corner")
    assert shown.count(visible) == 4
    shown.tab.select_option("#kind", "all")
    shown.click("#colours summary")
    shown.click('#colours [data-colour="3"]')
    assert shown.count(visible) == sum(3 in tile.sides for tile in FRAME.tiles)
    shown.click('#colours [data-colour="3"]')
    shown.tab.select_option("#order", "rarity")
    first = int(shown.tab.locator(visible).first.get_attribute("data-tile"))
    counts = [sum(each.sides.count(colour) for each in FRAME.tiles) for colour in range(5)]
    assert min(counts[colour] for colour in FRAME.tiles[first].sides if colour) == min(counts[1:])
    shown.click("#fits")
    assert "Mark an empty square" in shown.text("#none")
    shown.click(square(4))
    assert shown.count(visible) == 4  # the tile of the centre, in all its rotations
    shown.tab.locator(visible).nth(2).click()
    shown.click(square(4))
    assert laid(shown)[4] == "tile 8"
    shown.click("#fits")
    assert shown.count(visible) == 8


def test_marks_and_settings_come_on_wish_and_stay(table: Table) -> None:
    shown = table(FRAME)
    lay(shown, 3, 0)
    shown.click(square(0))
    assert shown.count(".clash") == 0
    shown.click("#tab-more")
    shown.tab.check("#mismatches")
    assert shown.count(".clash") > 0
    shown.tab.check("#timer")
    assert shown.tab.locator("#clock").is_visible()
    shown.tab.check('[name="sides"][value="numbers"]')
    assert shown.count('#board [data-index="0"] text') == 4
    shown.reload()
    assert shown.count('#board [data-index="0"] text') == 4
    assert shown.count(".clash") > 0


@pytest.mark.long
def test_bookmarks_keep_a_board(table: Table) -> None:
    shown = table(FRAME)
    lay(shown, 0, 0)
    shown.click("#bookmark")
    lay(shown, 1, 2)
    shown.click("#tab-more")
    shown.tab.click("#bookmarks button >> nth=0")
    assert laid(shown).count("empty") == 8
    shown.tab.keyboard.press("u")
    assert laid(shown).count("empty") == 7


def test_a_tile_in_hand_that_redo_has_laid_is_no_longer_in_hand(table: Table) -> None:
    shown = table(FRAME)
    lay(shown, 3, 0)
    shown.tab.keyboard.press("u")
    shown.click('#tray [data-tile="3"]')
    shown.tab.keyboard.press("y")
    shown.click(square(4))
    assert (laid(shown)[0], laid(shown)[4]) == ("tile 3", "empty")


def test_the_previous_tile_that_fits_is_the_last_one_at_first(table: Table) -> None:
    shown = table(FRAME)
    shown.click(square(0))
    shown.tab.keyboard.press("p")
    assert re.search(r"(\d+) of \1 that fit", said(shown))


SIGNED = edgeasp.load("instances/planted-6x4-signed.puz").puzzle


def test_signs_are_seen_and_heard_wherever_a_tile_is(table: Table) -> None:
    shown = table(SIGNED)
    assert "have the same colour, and plus meets minus" in shown.tab.locator("#help").text_content()
    sign = SIGNED.tiles[2].sign
    assert sign
    name = f"tile 2{sign.value}"
    shown.click('#tray [data-tile="2"]')
    shown.tab.keyboard.press("r")
    assert shown.tab.get_attribute('#tray [data-tile="2"]', "aria-label").startswith(f"{name}, ")
    shown.click(square(7))
    assert laid(shown)[7] == name
    shown.click("#tab-more")
    for centre, plate in (("nothing", sign.value), ("tile", f"2{sign.value}"), ("turn", sign.value)):
        shown.tab.check(f'[name="centre"][value="{centre}"]')
        assert shown.tab.locator(f"{square(7)} .plated").all_text_contents() == [plate]
    with shown.tab.expect_download() as waiting:
        shown.click("#savesvg")
    assert f">{sign.value}</text>" in Path(waiting.value.path()).read_text(encoding="utf-8")


# ---- fingers ----


class Fingers:
    """Fingers on the glass, as the browser gets them."""

    def __init__(self, shown: Shown) -> None:
        self.session = shown.tab.context.new_cdp_session(shown.tab)

    def __call__(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def centre(shown: Shown, selector: str) -> tuple[float, float]:
    box = shown.tab.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("width", [pytest.param(390, marks=pytest.mark.long), 320])
def test_on_a_phone_a_tap_takes_a_tile_and_a_tap_lays_it(table: Table, width: int) -> None:
    shown = table(SIX, **{**PHONE, "size": (width, 844 if width == 390 else 568)})
    assert shown.tab.evaluate("document.documentElement.scrollWidth") == width
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


@pytest.mark.parametrize("size", [(360, 640), pytest.param((640, 320), marks=pytest.mark.long)])
def test_on_a_small_phone_the_tray_stays_below_the_colours(table: Table, size: tuple[int, int]) -> None:
    shown = table(SIX, **{**PHONE, "size": size})
    shown.tap("#colours summary")
    shown.tap('#colours [data-colour="3"]')
    with_it = next(number for number, tile in enumerate(SIX.tiles) if 3 in tile.sides)
    shown.tap(f'#tray [data-tile="{with_it}"]')
    shown.tap(square(7))
    assert laid(shown)[7] == f"tile {with_it}"
    shown.tap("#colours summary")
    assert shown.tab.locator("#kind").is_visible()


def test_a_notice_leaves_the_board_as_large_as_it_was_and_goes(table: Table) -> None:
    shown = table(SIX, **{**PHONE, "size": (360, 640)})
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


def test_a_screen_reader_clicks_without_a_pointer(table: Table) -> None:
    shown = table(FRAME)
    for selector in ('#tray [data-tile="3"]', square(4)):
        shown.tab.evaluate(
            "(selector) => document.querySelector(selector).dispatchEvent(new MouseEvent('click', { bubbles: true }))",
            selector,
        )
    assert laid(shown)[4] == "tile 3"


def test_a_dragged_tile_hangs_above_the_finger_and_is_laid_where_it_hangs(table: Table) -> None:
    shown = table(SIX, **PHONE)
    touch = Fingers(shown)
    start = centre(shown, '#tray [data-tile="3"]')
    x, y = centre(shown, square(14))
    touch("touchStart", start)
    touch("touchMove", (start[0], start[1] - 40))
    touch("touchMove", (x, y + 64))
    expect(shown.tab.locator("#ghost")).to_be_visible()
    assert laid(shown)[14] == "empty"
    touch("touchEnd")
    expect(shown.cell(2, 2, 6)).to_have_attribute("aria-label", re.compile("tile 3,"))


def test_a_finger_on_the_first_row_lays_there_though_the_tile_hangs_above(table: Table) -> None:
    shown = table(SIX, **PHONE)
    touch = Fingers(shown)
    start = centre(shown, '#tray [data-tile="3"]')
    touch("touchStart", start)
    touch("touchMove", (start[0], start[1] - 40))
    touch("touchMove", centre(shown, square(2)))
    touch("touchEnd")
    assert laid(shown)[2] == "tile 3"


def test_with_a_second_finger_nothing_is_laid(table: Table) -> None:
    shown = table(SIX, **PHONE)
    touch = Fingers(shown)
    shown.tap('#tray [data-tile="3"]')
    one, other = centre(shown, square(14)), centre(shown, square(21))
    width = shown.tab.locator("#board").bounding_box()["width"]
    touch("touchStart", one)
    touch("touchStart", one, other)
    touch("touchMove", (one[0] - 60, one[1] - 60), (other[0] + 60, other[1] + 60))
    touch("touchEnd", (other[0] + 60, other[1] + 60))
    touch("touchEnd")
    assert laid(shown).count("empty") == 36
    assert shown.tab.locator("#board").bounding_box()["width"] > 1.5 * width


def test_a_held_tile_is_locked(table: Table) -> None:
    shown = table(SIX, **PHONE)
    touch = Fingers(shown)
    shown.tap('#tray [data-tile="3"]')
    shown.tap(square(14))
    before = shown.tab.get_attribute(square(14), "aria-label")
    touch("touchStart", centre(shown, square(14)))
    expect(shown.tab.locator(".lock")).to_have_count(1)
    touch("touchEnd")
    assert shown.tab.get_attribute(square(14), "aria-label") == f"{before}, locked"


def test_on_a_large_board_a_loupe_shows_the_target(table: Table) -> None:
    shown = table(boards.planted(1, 16, 16, 30, framed=True), **PHONE)
    touch = Fingers(shown)
    start, (x, y) = centre(shown, '#tray [data-tile="3"]'), centre(shown, square(100))
    touch("touchStart", start)
    touch("touchMove", (start[0], start[1] - 40))
    touch("touchMove", (x, y + 64))
    expect(shown.tab.locator("#loupe")).to_be_visible()
    box = shown.tab.locator("#loupe").bounding_box()
    assert box["y"] + box["height"] <= y + 20 or box["y"] > y + 64
    touch("touchEnd")
    expect(shown.cell(4, 6, 16)).to_have_attribute("aria-label", re.compile("tile 3,"))
    expect(shown.tab.locator("#loupe")).to_be_hidden()


# ---- a board that is solved, and puzzles that are made ----


def solve_by_hand(shown: Shown, puzzle: Puzzle) -> None:
    for at in next(iter(edgeasp.solve(puzzle))):
        lay(shown, at.tile, at.square.row * puzzle.cols + at.square.col)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_solved_board_has_its_moment_and_is_announced(table: Table, motion: str) -> None:
    shown = table(FRAME, motion=motion)
    assert not shown.tab.locator("#won").is_visible()
    solve_by_hand(shown, FRAME)
    assert re.fullmatch(
        r"tile \d laid on [A-C]\d: 4 of 4 sides match\. Solved in \d:\d\d\. Every tile lies right\.", said(shown)
    )
    expect(shown.tab.locator("#wonwords")).to_have_text(re.compile(r"Solved in \d:\d\d"))
    assert shown.text("#meanwhile") == ""  # without an engine nothing is compared
    moving = shown.tab.evaluate("getComputedStyle(document.querySelector('#board .cell')).animationName")
    assert (moving == "solved") is (motion == "no-preference")
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
        re.compile(r"The machine(: [\d,]+ times meanwhile| takes \d+\.\d s)\."), timeout=30_000
    )
    shown.tab.keyboard.press("u")
    assert ask(shown, "works") == "Yes: this board can be completed."
    shown.click("#finish")
    expect(shown.tab.locator("#wonwords")).to_have_text("Solved")
    assert shown.text("#meanwhile") == ""


@represented("cols, rows, colours, framed", [(4, 3, 5, True), (3, 3, 4, False), (12, 2, 2, True)])
def test_a_puzzle_is_made_on_the_page_and_its_link_carries_it(
    table: Table, cols: int, rows: int, colours: int, framed: bool
) -> None:
    shown = table(FRAME)
    shown.click("#tab-more")
    shown.click("#openmake")
    for name, value in (("cols", cols), ("rows", rows), ("colours", colours)):
        shown.tab.locator(f"#make{name}").fill(str(value))
    shown.tab.locator("#makeframed").set_checked(framed)
    shown.click("#domake")
    assert shown.text("#title") == f"{cols} x {rows}, made here"
    shown.click("#tab-more")
    with shown.tab.expect_download() as download:
        shown.click("#savepuz")
    puzzle = plain.read_puz(Path(download.value.path()).read_text(encoding="utf-8"), "made")
    assert (puzzle.cols, puzzle.rows, puzzle.framed) == (cols, rows, framed)
    assert edgeasp.solve(puzzle, number=1)
    shown.click("#copylink")
    other = table(SIX, fragment=shown.tab.evaluate("location.hash"))
    assert other.text("#subtitle") == shown.text("#subtitle")


def test_a_size_that_is_none_makes_no_puzzle(table: Table) -> None:
    shown = table(FRAME)
    shown.click("#tab-more")
    shown.click("#openmake")
    shown.tab.locator("#makecols").fill("40")
    shown.click("#domake")
    assert shown.tab.locator("#planting").is_visible()
    assert shown.text("#title") == "small"


def test_a_link_that_was_cut_is_called_so(table: Table) -> None:
    shown = table(FRAME)
    shown.click("#tab-more")
    shown.click("#openpaste")
    shown.tab.locator("#pasted").fill("https://example.com/table.html#AbCd")
    shown.click("#dopaste")
    assert shown.text("#pasteerror") == "this link is of a puzzle that this page has not, or it was cut off."


# ---- keys ----


@pytest.mark.long
def test_a_puzzle_is_solved_with_keys_alone(table: Table) -> None:
    shown = table(table_page([TableEntry("keys", FRAME)]), motion="reduce")
    press = shown.tab.keyboard.press
    press("g")
    for _ in range(9):
        press("w")
        expect(shown.tab.locator("#answer p").first).to_have_text("Yes: this board can be completed.", timeout=30_000)
        shown.tab.locator("#nextask").focus()
        press("Enter")
        shown.tab.get_by_role("button", name="Which tile?").focus()
        press("Enter")
        before = shown.text("#score")
        shown.tab.get_by_role("button", name=re.compile("^Lay")).focus()
        press("Enter")
        expect(shown.tab.locator("#score")).not_to_have_text(before)
        press("g")
    expect(shown.tab.locator("#verdict")).to_contain_text("solved")
    assert re.search(r"Solved in \d+:\d\d\. Every tile lies right\.$", said(shown))


def test_tiles_are_laid_turned_and_taken_back_with_keys(table: Table) -> None:
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
    label = shown.tab.get_attribute(square(1), "aria-label")
    press("r")
    assert shown.tab.get_attribute(square(1), "aria-label") != label
    press("Shift+R")
    assert shown.tab.get_attribute(square(1), "aria-label") == label
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
    assert shown.tab.locator("#help").is_visible()


# ---- in and out ----


def test_the_board_goes_out_as_text_and_picture_and_comes_back(table: Table, tmp_path: Path) -> None:
    shown = table(FRAME)
    lay(shown, 3, 0)
    lay(shown, 8, 4)
    shown.click("#tab-more")
    saved = {}
    for name in ("savesol", "savepuz", "savesvg", "savepng"):
        with shown.tab.expect_download() as waiting:
            shown.click(f"#{name}")
        saved[name] = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(saved[name])
    assert {path.name for path in saved.values()} == {"small.sol", "small.puz", "small.svg", "small.png"}
    board = plain.read_sol(saved["savesol"].read_text(encoding="utf-8"), FRAME, "saved")
    assert sorted(each.tile for each in board) == [3, 8]
    assert saved["savepuz"].read_text(encoding="utf-8") == plain.write_puz(FRAME)
    assert saved["savesvg"].read_text(encoding="utf-8").count('class="side"') == 8
    assert saved["savepng"].read_bytes().startswith(b"\x89PNG")
    shown.click("#clear")
    shown.click("#openpaste")
    shown.tab.fill("#pasted", "9 9 9 9")
    shown.click("#dopaste")
    assert shown.text("#pasteerror").startswith("line 1: expected a tile from 0 to 8")
    shown.tab.fill("#pasted", plain.write_sol(board))
    shown.click("#dopaste")
    assert laid(shown).count("empty") == 7


def test_a_link_carries_the_puzzle_and_the_board(table: Table) -> None:
    shown = table(FRAME)
    lay(shown, 3, 0)
    shown.tab.keyboard.press("l")
    lay(shown, 8, 4)
    shown.click("#tab-more")
    shown.click("#copylink")
    fragment = shown.tab.evaluate("location.hash")
    other = table(SIX, fragment=fragment)
    assert other.text("#title") == "3 x 3, from a link"
    assert laid(other) == laid(shown)
    assert other.count(".lock") == 1
    assert other.tab.locator("#several").is_visible()


def test_what_was_laid_after_a_link_stays_when_the_page_is_loaded_again(table: Table) -> None:
    shown = table(FRAME)
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


def test_a_puzzle_with_clues_or_a_board_is_a_game_of_its_own(table: Table) -> None:
    right = next(edgeasp.solve(FRAME))
    shown = table(FRAME)
    lay(shown, 3, 0)
    lay(shown, 8, 4)
    for entry, number in (
        (TableEntry("small", FRAME, board=Solution(right.placements[:4])), 4),
        (TableEntry("small", FRAME, Solution(right.placements[:1])), 1),
        (TableEntry("small", FRAME), 2),
    ):
        other = table(table_page([entry], with_engine=False))
        assert other.text("#score") == f"{number} of 9"


def test_names_and_pasted_texts_stay_texts(table: Table) -> None:
    name = '</script><script>alert(1)</script>"&<!--<img src=x onerror=alert(2)>'
    shown = table(table_page([TableEntry(name, FRAME), TableEntry("b", SIX)], with_engine=False))
    assert shown.text("#title") == name
    shown.click("#several")
    assert shown.text("#list b >> nth=0") == name
    shown.tab.keyboard.press("Escape")
    shown.click("#tab-more")
    shown.click("#openpaste")
    shown.tab.fill("#pasted", name)
    shown.click("#dopaste")
    assert "expected" in shown.text("#pasteerror")
    assert shown.count("img") == 0


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
    expect(shown.tab.locator("#noticed")).to_contain_text("This browser keeps nothing")
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
    assert "3 of 9 laid" in shown.text("#list")
    shown.tab.click("#list button >> nth=0")
    assert laid(shown)[:3] == ["tile 3", "tile 4", "tile 5"]
    shown.reload()  # with a browser that keeps things


def test_the_keyboard_stays_where_it_was(table: Table) -> None:
    """Where a button goes, or is disabled, the next one has it."""
    shown = table(FRAME)
    at = "document.activeElement.id || document.activeElement.className || document.activeElement.tagName"
    lay(shown, 3, 0)
    shown.tab.focus("#undo")
    shown.tab.keyboard.press("Enter")
    assert shown.tab.evaluate(at) == "redo"
    shown.tab.keyboard.press("Enter")
    assert shown.tab.evaluate(at) == "undo"
    shown.click("#tab-more")
    shown.click("#bookmark")
    shown.tab.focus("#bookmarks .quiet")
    shown.tab.keyboard.press("Enter")
    assert shown.tab.evaluate(at) == "bookmark"
    shown.click(square(0))
    shown.tab.keyboard.press("l")
    for key in ("Delete", "r"):
        shown.tab.evaluate("document.getElementById('status').textContent = ''")
        shown.tab.focus(square(0))
        shown.tab.keyboard.press(key)
        assert said(shown) == "a locked tile lies there"


def test_several_puzzles_are_kept_each_by_itself(table: Table) -> None:
    shown = table(table_page([TableEntry("three", FRAME), TableEntry("six", SIX)], with_engine=False))
    lay(shown, 3, 0)
    shown.click("#several")
    shown.tab.click("#list button >> nth=1")
    assert (shown.text("#title"), shown.count("#board .cell")) == ("six", 36)
    shown.click("#several")
    assert "1 of 9 laid" in shown.text("#list")
    shown.tab.keyboard.press("Escape")
    shown.reload()
    assert shown.text("#title") == "six"


def test_the_list_says_the_class_keeps_what_came_later_and_becomes_a_table(table: Table) -> None:
    entries = [TableEntry("No. 1", FRAME, level="easy"), TableEntry("=2+2", SIX, level="hard")]
    shown = table(table_page(entries, with_engine=False, title="Winter"))
    lay(shown, 3, 0)
    shown.click("#tab-more")
    shown.click("#openpaste")
    shown.tab.fill("#pasted", plain.write_puz(boards.FOURSQUARES))
    shown.click("#dopaste")
    shown.reload()
    shown.click("#several")
    assert shown.text("#puzzles h2") == "Winter"
    rows = [text.split("\n")[1] for text in shown.tab.locator("#list li").all_inner_texts()]
    assert rows == ["3 x 3 · easy · 1 of 9 laid", "6 x 6 · hard · not begun", "2 x 2 · not begun"]
    with shown.tab.expect_download() as download:
        shown.click("#savelist")
    assert download.value.suggested_filename == "Winter.csv"
    saved = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert saved[0] == "puzzle,columns,rows,class,laid,squares,solved,seconds"
    assert saved[1].startswith('"No. 1",3,3,easy,1,9,no,')
    assert saved[2].startswith('"\'=2+2",6,6,hard,0,36,no,')
    # It lay there for a moment, on a busy machine for a second.
    assert re.fullmatch(r'"2 x 2, pasted",2,2,,0,4,no,\d+', saved[3])
    shown.tab.click("#list li >> nth=1 >> button")
    shown.click("#several")
    shown.click("#list button[aria-label^=Remove]")
    shown.reload()
    shown.click("#several")
    assert shown.count("#list li") == 2


def test_a_page_has_the_palette_of_the_gift(table: Table) -> None:
    own = {1: OwnLook("#c01030", "heart"), 2: OwnLook("#00ff00", letters="<&Q")}
    shown = table(table_page([TableEntry("gift", FRAME)], with_engine=False, palette=own))
    assert shown.count("#tray text") == sum(tile.sides.count(2) for tile in FRAME.tiles)
    assert set(shown.tab.locator("#tray text").all_text_contents()) == {"<&Q"}
    assert shown.count('#tray .side[data-colour="1"][fill="#c01030"]') == sum(t.sides.count(1) for t in FRAME.tiles)
    outline = shown.tab.get_attribute('#tray .motif[data-colour="1"]', "d")
    other = table(without_engine(FRAME))
    assert other.tab.get_attribute('#tray .motif[data-colour="1"]', "d") != outline
    assert other.count("#tray text") == 0


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


def test_clues_and_a_board_to_go_on_from(table: Table) -> None:
    right = next(edgeasp.solve(FRAME))
    clues, board = Solution(right.placements[:1]), Solution(right.placements[:4])
    shown = table(table_page([TableEntry("clued", FRAME, clues, board)], with_engine=False))
    assert (laid(shown).count("empty"), shown.count(".clue")) == (5, 1)
    at = clues.placements[0].square
    shown.click(square(at.row * 3 + at.col))
    assert shown.tab.locator("#lift").is_disabled()
    assert shown.tab.locator("#lock").is_disabled()
    shown.click("#tab-more")
    shown.click("#clear")
    assert laid(shown).count("empty") == 8


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
    expect(frame.locator("#answer")).to_have_text("Yes: this board can be completed.", timeout=60_000)
    assert frame.locator("#title").inner_text() == "<b>"


# ---- heads and tails, and tiles that may not be turned ----


def downloaded(shown: Shown) -> str:
    """What the page saves as a .puz."""
    with shown.tab.expect_download() as waiting:
        shown.click("#savepuz")
    return Path(waiting.value.path()).read_text(encoding="utf-8")


def test_a_head_meets_a_tail_and_both_are_halves_of_a_motif(table: Table) -> None:
    shown = table(CARDS)
    assert "heads and tails" in shown.text("#subtitle")
    assert "each head meets its tail" in shown.tab.locator("#help").text_content()
    lay(shown, 2, 0)
    lay(shown, 5, 1)
    assert "1 of 1 sides match" in said(shown)
    east, west = (
        shown.tab.get_attribute(square(index), "aria-label").split(", ")[1 + side] for index, side in ((0, 1), (1, 3))
    )
    colours = CARDS.names.colours.index(east.split()[1]), CARDS.names.colours.index(west.split()[1])
    assert CARDS.partner(colours[0]) == colours[1]
    shown.click(square(3))
    shown.click("#tab-helping")
    shown.click("#nextask")
    shown.tab.get_by_role("button", name="Why there?").click()
    assert re.search(r"with \d[aA] on its \w+", shown.text("#answer"))
    # Both halves have one paint, and each an outline of its own, as in the pictures of Python.
    paints = shown.tab.evaluate(
        """(colours) => colours.map((colour) => ["side", "motif"].map((kind) => {
          const path = document.querySelector(`#board .${kind}[data-colour="${colour}"]`);
          return kind === "side" ? path.getAttribute("fill") : path.getAttribute("d").replace(/^[^m]*/, "").length;
        }))""",
        colours,
    )
    assert paints[0][0] == paints[1][0] == rgb(looks(CARDS)[colours[0]][0])
    assert paints[0][1] != paints[1][1]


def test_a_tile_that_may_not_be_turned_is_not_turned(table: Table) -> None:
    shown = table(DIGITS)
    assert "no turning" in shown.text("#subtitle")
    lay(shown, 0, 4)
    label = shown.tab.get_attribute(square(4), "aria-label")
    assert shown.tab.locator("#turn").is_disabled()
    for key in ("r", "R", " "):
        shown.tab.keyboard.press(key)
    shown.cell(1, 1).hover()
    shown.tab.mouse.wheel(0, 100)
    assert shown.tab.get_attribute(square(4), "aria-label") == label
    # A tap takes it up; a tap on it puts it down, one on another square moves it.
    shown.click(square(4))
    assert "in hand" in said(shown)
    shown.tab.keyboard.press("r")
    assert said(shown) == "no tile may be turned"
    shown.click(square(4))
    shown.click(square(5))
    assert laid(shown)[4:6] == ["tile 0", "empty"]
    shown.click(square(4))
    shown.click(square(5))
    assert laid(shown)[4:6] == ["empty", "tile 0"]
    assert shown.tab.get_attribute(square(5), "aria-label").partition(", ")[2] == label.partition(", ")[2]
    shown.click('#tray [data-tile="1"]')
    shown.click('#tray [data-tile="1"]')
    assert shown.tab.locator('#tray [data-tile="1"]').get_attribute("aria-selected") == "false"


def sides_of(shown: Shown, place: str) -> list[str]:
    """The colours that a label says, from the top clockwise."""
    return re.findall(r"(?:top|right|bottom|left) (\w+)", shown.tab.get_attribute(place, "aria-label"))


def test_a_tile_is_turned_over_on_the_board_in_hand_and_in_the_tray(table: Table) -> None:
    shown = table(TWO_SIDED)
    tile = '#tray [data-tile="0"]'
    lay(shown, 0, 4)
    before = sides_of(shown, square(4))
    shown.tab.keyboard.press("o")
    assert sides_of(shown, square(4)) == [before[0], before[3], before[2], before[1]]
    assert laid(shown)[4] == "tile 0 turned over"
    assert said(shown).startswith("turned over")
    shown.tab.keyboard.press("u")
    assert (laid(shown)[4], sides_of(shown, square(4))) == ("tile 0", before)
    shown.click("#over")
    assert laid(shown)[4] == "tile 0 turned over"
    shown.tab.keyboard.press("Delete")
    front = sides_of(shown, tile)
    shown.click(tile)
    shown.tab.keyboard.press("o")
    assert sides_of(shown, tile) == [front[0], front[3], front[2], front[1]]
    assert shown.tab.get_attribute(tile, "title") == "Tile 0'"
    shown.tab.focus(tile)
    shown.tab.keyboard.press("o")
    assert sides_of(shown, tile) == front
    # No tool for it where no tile may be turned over, nor a deed for the key.
    shown = table(FRAME)
    assert not shown.tab.locator("#over").is_visible()
    lay(shown, 0, 4)
    shown.tab.keyboard.press("o")
    assert (laid(shown)[4], said(shown)) == ("tile 0", "no tile may be turned over")


def test_two_sided_tiles_are_laid_as_a_solution_has_them_kept_and_written(table: Table) -> None:
    shown = table(TWO_SIDED)
    solution = next(
        found for found in edgeasp.solve(TWO_SIDED, number=0) if sum(each.rot > 3 for each in found.placements) > 2
    )
    for each in solution.placements:
        lay(shown, each.tile, 3 * each.square.row + each.square.col)
        shown.tab.wait_for_function("!document.querySelector('#notice:not([hidden])')")
    for each in solution.placements:
        place = square(3 * each.square.row + each.square.col)
        for key in "rrrorrr":
            if sides_of(shown, place) != [*map(str, TWO_SIDED.sides(each))]:
                shown.tab.focus(place)
                shown.tab.keyboard.press(key)
    assert shown.text("#verdict").endswith("solved")
    shown.tab.reload()
    shown.tab.wait_for_selector("#board .cell")
    assert shown.text("#verdict").endswith("solved")
    shown.click("#tab-more")
    with shown.tab.expect_download() as waiting:
        shown.click("#savesol")
    written = plain.read_sol(Path(waiting.value.path()).read_text(encoding="utf-8"), TWO_SIDED, "it.sol")
    assert {TWO_SIDED.canonical(each) for each in written} == {TWO_SIDED.canonical(each) for each in solution}
    assert edgeasp.check(TWO_SIDED, written).solved


def test_a_tile_is_turned_only_as_it_may_lie(table: Table) -> None:
    shown = table(BY_TILE)
    shown.click("#tab-more")
    shown.tab.uncheck("#turnToFit")
    shown.click("#tab-tiles")
    # Tile 3 may lie upright and upside down, tile 4 in one way.
    lay(shown, 3, 4)
    upright = sides_of(shown, square(4))
    shown.tab.keyboard.press("r")
    assert sides_of(shown, square(4)) == [*upright[2:], *upright[:2]]
    shown.tab.keyboard.press("R")
    assert sides_of(shown, square(4)) == upright
    lay(shown, 4, 0)
    assert sides_of(shown, square(0)) == [*map(str, (*BY_TILE.tiles[4].sides[1:], BY_TILE.tiles[4].sides[0]))]
    assert shown.tab.locator("#turn").is_disabled()
    shown.tab.keyboard.press("r")
    assert said(shown) == "this tile may not be turned"
    lay(shown, 5, 1)
    assert shown.tab.locator("#turn").is_enabled()


def test_an_unusual_puzzle_is_pasted_saved_and_travels_in_a_link(table: Table) -> None:
    for puzzle in (CARDS, DIGITS, RING, DIFFERENT, TWO_SIDED, BY_TILE):
        shown = table(FRAME)
        shown.click("#tab-more")
        shown.click("#openpaste")
        shown.tab.fill("#pasted", plain.write_puz(puzzle))
        shown.click("#dopaste")
        assert ("heads and tails" in shown.text("#subtitle"), "no turning" in shown.text("#subtitle")) == (
            bool(puzzle.partners) and puzzle.paired,
            not puzzle.turning,
        )
        assert all(kind in shown.text("#subtitle") for kind in puzzle.beyond)
        # The sites show a board whose tiles lie in some ways only, and know nothing else of these puzzles.
        assert (shown.tab.locator("#links a:visible").count() > 0) == (puzzle is BY_TILE)
        assert downloaded(shown) == plain.write_puz(puzzle)
        shown.click("#copylink")
        address = shown.tab.evaluate("location.href")
        shown.tab.goto("about:blank")
        shown.tab.goto(address)
        shown.tab.wait_for_selector("#tray [role=option]")
        shown.click("#tab-more")
        assert downloaded(shown) == plain.write_puz(puzzle)


def test_the_colours_outside_are_in_both_pictures(table: Table) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    shown = table(RING)
    shown.click("#tab-more")
    files = {}
    for name in ("savesvg", "savepng"):
        with shown.tab.expect_download() as waiting:
            shown.click(f"#{name}")
        files[name] = Path(waiting.value.path())
    assert files["savesvg"].read_text(encoding="utf-8").count('class="outside"') == 3 * 2 + 4
    picture = image.open(files["savepng"]).convert("RGB")
    colours = {f"rgb({red},{green},{blue})" for _, (red, green, blue) in picture.getcolors(1 << 20)}
    strips = shown.tab.evaluate(
        "[...document.querySelectorAll('#board .outside')].map((each) => getComputedStyle(each).fill)"
    )
    assert {strip.replace(" ", "") for strip in strips} <= colours


def test_the_keys_begin_on_the_first_square_that_is_one(table: Table) -> None:
    puzzle = edgeasp.generate_puzzle(3, holes=[(0, 0), (1, 0)], seed=1).puzzle
    shown = table(puzzle)
    assert shown.tab.get_attribute(square(2), "tabindex") == "0"
    shown.tab.keyboard.press("g")
    assert shown.tab.evaluate("document.activeElement.dataset.index") == "2"
    shown.tab.keyboard.press("n")
    shown.tab.keyboard.press("Enter")
    assert shown.text("#score") == "1 of 7"


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (DIFFERENT, "sides that meet have different colours. The last row meets the first one."),
        (RING, "sides that meet have the same colour. Outside, the top shows 1 or 2. Outside, a hole shows 7."),
        (TWO_SIDED, "sides that meet have the same colour. Tiles may be turned over, left to right."),
        (replace(CARDS, flipping=True), "Tiles may be turned over, left to right: a head has its tail behind it."),
        (BY_TILE, "sides that meet have the same colour. 2 tiles may lie in some ways only."),
        (
            edgeasp.generate_puzzle(3, framed=False, colours=5, partners=[(1, 2), (1, 3), (4, 4), (4, 5)]).puzzle,
            "colours meet as 1-2, 1-3, 4-4, 4-5, and all others their own.",
        ),
    ],
)
def test_the_rules_of_other_puzzles_are_said(table: Table, puzzle: Puzzle, words: str) -> None:
    text = table(puzzle).tab.locator("#help").text_content()
    assert words in text.partition("Lay a tile on every square so that ")[2]


@pytest.mark.parametrize(
    ("puzzle", "deed"),
    [
        (FRAME, "turn it"),
        (DIGITS, "take it up"),
        (BY_TILE, "turn it, or, where it may not be turned, to take it up"),
    ],
)
def test_what_a_tap_does_is_said(table: Table, puzzle: Puzzle, deed: str) -> None:
    assert f"Tap a tile that lies to {deed}, hold it" in table(puzzle).tab.locator("#help").text_content()


def test_many_colours_of_which_two_meet_others_make_a_page(table: Table) -> None:
    puzzle = edgeasp.generate_puzzle(9, framed=False, colours=110, partners=[(1, 2), (1, 3)], seed=1).puzzle
    shown = table(puzzle)
    assert shown.text("#score") == "0 of 81"


def test_a_puzzle_whose_text_is_long_travels_by_its_name(table: Table) -> None:
    pairs = [(one, other) for one in range(1, 60) for other in range(one, 60)]
    puzzle = edgeasp.generate_puzzle(8, framed=False, colours=60, partners=pairs, seed=1).puzzle
    shown = table(puzzle)
    lay(shown, 0, 0)
    shown.click("#tab-more")
    shown.click("#copylink")
    address = shown.tab.evaluate("location.href")
    assert len(address.partition("#")[2]) < 400
    shown.tab.goto("about:blank")
    shown.tab.goto(address)
    shown.tab.wait_for_selector('#tray [data-tile="1"]')
    assert shown.text("#score") == "1 of 64"


def test_a_board_with_a_hole_is_laid_with_keys_and_mouse_saved_and_shared(table: Table) -> None:
    shown = table(RING)
    assert shown.text("#score") == "0 of 8"
    assert shown.count("#board .cell") == 8
    assert shown.count(square(4)) == 0
    # The colours outside: of three sides two each, and of four sides around the hole one each.
    assert shown.count("#board .outside") == 3 * 2 + 4
    shown.click(square(3))
    press = shown.tab.keyboard.press
    press("ArrowRight")
    assert shown.tab.evaluate("document.activeElement.dataset.index") == "5"
    press("ArrowUp")
    press("ArrowLeft")
    press("ArrowDown")
    assert shown.tab.evaluate("document.activeElement.dataset.index") == "7"
    press("Home")
    assert shown.tab.evaluate("document.activeElement.dataset.index") == "6"
    shown.drag('#tray [data-tile="0"]', square(3))
    before = laid(shown)
    assert before.count("tile 0") == 1
    # A drag to the hole lays nothing.
    shown.drag(square(3), "#board")
    assert laid(shown) == before
    shown.click("#tab-more")
    shown.click("#copylink")
    address = shown.tab.evaluate("location.href")
    shown.tab.goto("about:blank")
    shown.tab.goto(address)
    shown.tab.wait_for_selector('#tray [data-tile="1"]')
    assert laid(shown) == before
    assert shown.text("#score") == "1 of 8"
    shown.click("#tab-more")
    shown.click("#clear")
    assert shown.text("#score") == "0 of 8"
    shown.tab.reload()
    shown.tab.wait_for_selector('#tray [data-tile="1"]')
    assert set(laid(shown)) == {"empty"}


# ---- manners ----


@pytest.mark.parametrize(
    ("scheme", "options", "with_engine"),
    [
        pytest.param("light", {}, True, id="desktop-light", marks=pytest.mark.long),
        pytest.param("dark", {}, True, id="desktop-dark", marks=pytest.mark.long),
        pytest.param("light", PHONE, False, id="phone-light"),
        pytest.param("dark", PHONE, True, id="phone-dark", marks=pytest.mark.long),
    ],
)
def test_axe_finds_no_fault(table: Table, scheme: str, options: dict[str, Any], with_engine: bool) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci --prefix tests/tools/page")
    entries = [TableEntry("a", FRAME), TableEntry("b", SIX)]
    shown = table(table_page(entries, with_engine=with_engine), scheme=scheme, **options)
    lay(shown, 3, 0)
    shown.tab.evaluate(AXE.read_text(encoding="utf-8"))

    def faults(part: str = "body") -> list[Any]:
        found = shown.tab.evaluate("(part) => axe.run(part).then((result) => result.violations)", part)
        return [[each["id"], [node["html"] for node in each["nodes"]][:3]] for each in found]

    assert faults() == []
    for tab in ("more", "helping"):
        shown.click(f"#tab-{tab}")
        assert faults("aside") == [], tab
    ask(shown, "nextask")
    assert faults() == []
    for button, dialog in (("ask", "help"), ("several", "puzzles"), ("openpaste", "paste"), ("askedopen", "asked")):
        if button == "askedopen" and not with_engine:
            continue
        shown.tab.evaluate("(id) => document.getElementById(id).click()", button)
        assert faults(f"#{dialog}") == [], dialog
        shown.tab.keyboard.press("Escape")


def test_the_page_says_what_it_is_where_nothing_is_kept(table: Table) -> None:
    shown = table(FRAME)
    shown.tab.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    lay(shown, 3, 0)
    shown.click("#tab-more")
    expect(shown.tab.locator("#notkept")).to_be_visible()


@pytest.mark.long
def test_what_was_kept_and_is_damaged_is_left_alone(table: Table) -> None:
    shown = table(FRAME)
    lay(shown, 3, 0)
    shown.await_("""Object.values(localStorage).some((each) => each.includes('"at":1'))""")
    shown.tab.evaluate("for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{\"cells\":[1')")
    shown.tab.evaluate("() => { Storage.prototype.setItem = () => {}; }")
    shown.reload()
    assert laid(shown) == ["empty"] * 9


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
