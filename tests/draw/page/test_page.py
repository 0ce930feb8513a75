"""The page of boards in a real browser, in journeys: looked at by mouse and keys, on phones, and with other boards."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edgeasp.draw.page.html import BoardPage, GalleryEntry, TableEntry, gallery_page, table_page
from edgeasp.draw.palette import OwnLook
from edgeasp.draw.view import Remark
from edgeasp.formats import plain, viewer
from edgeasp.formats.plain import read_puz
from edgeasp.puzzle.checker import Condition, Report, check
from edgeasp.puzzle.model import Names, Placement, Puzzle, Solution, Square, Tile, place_name
from tests.draw.page.tables import CARDS, expect_accessible, square
from tests.draw.pictured import page as write_page
from tests.draw.test_html import laid_out
from tests.support import boards
from tests.support.browser import FORGET, Open, Shown, expect, needs_browser

pytest.importorskip("playwright", reason="Playwright is not installed")
image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")

pytestmark = needs_browser

FRAME = boards.FRAME_3X3
WORDS = ("top", "right", "bottom", "left")
SOLVED = plain.read_sol(
    "0 0 2 2\n1 2 0 0\n2 2 2 3\n3 0 0 1\n4 1 2 2\n5 2 1 3\n6 0 1 1\n7 1 0 0\n8 1 1 2\n", FRAME, "solved"
)


def exchanged(solution: Solution, one: int, other: int) -> Solution:
    """The solution with two tiles in each other's place."""
    placements = list(solution)
    a, b = placements[one], placements[other]
    placements[one], placements[other] = Placement(a.tile, b.square, a.rot), Placement(b.tile, a.square, b.rot)
    return Solution(tuple(placements))


def mismatches(report: Report) -> int:
    return sum(each.condition is Condition.ADJOINING for each in report.violations)


def differing(shown: Shown, puzzle: Puzzle) -> int:
    """The number of drawn diamonds with two colours."""
    sides: list[list[int]] = shown.tab.evaluate(
        "[...document.querySelectorAll('.cell')].map("
        "cell => [...cell.querySelectorAll('.side')].map(side => Number(side.dataset.colour)))"
    )
    cols = puzzle.cols
    across = [(sides[i][1], sides[i + 1][3]) for i in range(len(sides)) if (i + 1) % cols and sides[i] and sides[i + 1]]
    down = [(sides[i][2], sides[i + cols][0]) for i in range(len(sides) - cols) if sides[i] and sides[i + cols]]
    return sum(here != there for here, there in across + down)


def colours_of(picture: bytes) -> list[tuple[int, int, int]]:
    """The colours of a screenshot, the most frequent first."""
    decoded = image.open(io.BytesIO(picture)).convert("RGB")
    return [colour for _, colour in sorted(decoded.getcolors(1 << 24), reverse=True)]


WRONG = exchanged(SOLVED, 4, 8)
LABEL = "document.activeElement.getAttribute('aria-label')"
LIT = "[...document.querySelectorAll('.cell:not(.dim)')].map(cell => Number(cell.dataset.index))"


def places(shown: Shown, *keys: str) -> list[str]:
    """Press keys and name the square that each leads to."""
    found = []
    for key in keys:
        shown.tab.keyboard.press(key)
        found.append(shown.tab.evaluate(LABEL).partition(":")[0])
    return found


def test_a_board_is_looked_at(show: Open, tmp_path: Path) -> None:
    assert check(FRAME, SOLVED).solved
    allowed = ("clipboard-read", "clipboard-write")
    part = Solution(SOLVED.placements[:6])
    pages = [("x.sol", SOLVED), ("日本 wrong/one", WRONG), ("part.sol", part)]
    shown = show(write_page(FRAME, pages, Solution((SOLVED.placements[0],))), permissions=allowed)
    expect_accessible(shown)
    # A screenshot shows the colours of the board.
    shades = set(colours_of(shown.tab.locator("#board").screenshot()))
    paints = shown.tab.evaluate(
        "[...new Set([...document.querySelectorAll('.side')].map(s => s.getAttribute('fill')))]"
    )
    assert len(paints) == 5
    assert {(int(p[1:3], 16), int(p[3:5], 16), int(p[5:], 16)) for p in paints} <= shades
    assert shown.text("#verdict") == "12 of 12 edges match · solved"
    assert shown.count(".clash") == shown.count(".changes g") == 0
    links = shown.tab.locator("#links a").all()
    assert [link.get_attribute("href").partition("puzzle=")[0] for link in links] == [*viewer.SITES.values()]
    assert {link.get_attribute("rel") for link in links} == {"noopener noreferrer"}

    # The details of a square.
    shown.cell(0, 2).hover()
    found = shown.text("#detail")
    for words in ("Tile 0\n", "C1, corner", "upside down", "by a clue"):
        assert words in found
    sides = [chip.get_attribute("aria-label") for chip in shown.tab.locator("#detail .chip").all()]
    turned = FRAME.sides(SOLVED.placements[0])
    assert sides == [f"{side}: colour {turned[i]}" for i, side in enumerate(WORDS)]
    shown.tab.mouse.move(1, 1)
    assert shown.text("#detail").startswith("Point at a square")

    # The labels of the tiles.
    assert shown.tab.locator(".cell .motif").count() == 36 - sum(tile.sides.count(0) for tile in FRAME.tiles)
    shown.tab.locator('[name="sides"][value="numbers"]').check()
    assert shown.count(".cell text") == 36
    shown.tab.locator('[name="sides"][value="nothing"]').check()
    assert shown.count(".cell text") == shown.count(".cell .motif") == 0
    shown.tab.locator('[name="centre"][value="tile"]').check()
    by_square = SOLVED.by_square()
    assert shown.tab.locator(".cell text").all_text_contents() == [str(by_square[at].tile) for at in FRAME.grid.squares]
    shown.tab.locator('[name="centre"][value="place"]').check()
    assert shown.tab.locator(".cell text").all_text_contents() == [*map(place_name, FRAME.grid.squares)]
    shown.tab.locator('[name="centre"][value="turn"]').check()
    assert shown.count(".north") == 9

    # Steps through several boards, which are saved and copied.
    shown.click("#next")
    assert f"{mismatches(check(FRAME, WRONG))} clash" in shown.text("#verdict")
    assert shown.count(".changes g") == 2
    with shown.tab.expect_download() as waiting:
        shown.click("#save")
    assert waiting.value.suggested_filename == "日本-wrong-one.sol"
    waiting.value.save_as(tmp_path / "saved.sol")
    saved = (tmp_path / "saved.sol").read_text(encoding="utf-8")
    assert plain.read_sol(saved, FRAME, "saved.sol").by_square() == WRONG.by_square()
    shown.click("#copy")
    expect(shown.tab.locator("#copy")).to_have_text("Copied")
    assert shown.tab.evaluate("navigator.clipboard.readText()") == saved
    shown.tab.keyboard.press("PageDown")
    assert "3 empty squares" in shown.text("#verdict")
    assert shown.text("#tray h2") == "3 tiles not placed"
    assert [each.get_attribute("data-tile") for each in shown.tab.locator("#tray button").all()] == ["6", "7", "8"]
    assert shown.tab.locator("#next").is_disabled()
    shown.tab.locator("#number").fill("1")
    shown.tab.locator("#number").press("Enter")
    assert shown.text("#verdict") == "12 of 12 edges match · solved"
    shown.tab.locator("h1").click()
    shown.tab.keyboard.press("ArrowRight")
    assert shown.tab.locator("#number").input_value() == "2"


@pytest.mark.parametrize(
    "name",
    [
        *("unframed 3x3", "surplus 3x3 signed"),
        *(pytest.param(name, marks=pytest.mark.long) for name in ("framed 3x4", "framed 4x3 signed")),
    ],
)
def test_the_numbers_are_those_of_the_checker(show: Open, name: str) -> None:
    puzzle = boards.various()[name]
    wrong = laid_out(puzzle)
    report = check(puzzle, wrong)
    shown = show(write_page(puzzle, [("wrong.sol", wrong)]))
    assert mismatches(report) > 0
    assert shown.count('.clash[data-clash="adjoining"]') == mismatches(report) == differing(shown, puzzle)
    # A ring leaves both colours to be seen; bars are of signs.
    rings = shown.tab.locator(".clash circle:not(.around)")
    assert rings.count() == 2 * shown.count(".clash")
    assert rings.first.evaluate("(ring) => getComputedStyle(ring).fill") == "none"
    assert shown.count(".clash path") == shown.count('.clash[data-clash="sign"]')
    assert shown.text("#score") == f"{report.matched} of {report.diamonds}"
    assert f", {mismatches(report)} clash" in shown.text("#verdict")
    assert shown.count("#broken li") == len(report.violations)
    expect_accessible(shown)
    shown.tab.locator("#mismatches").uncheck()
    assert shown.count(".clash") == 0


def test_marks_and_highlights(show: Open) -> None:
    # A click on a mark opens both squares.
    shown = show(write_page(FRAME, [("x", WRONG)]))
    violations = check(FRAME, WRONG).violations
    marks = shown.count(".clash")
    assert marks == sum(each.condition in (Condition.ADJOINING, Condition.BOUNDARY) for each in violations)
    for number in range(marks):
        mark = f".clashes .clash:nth-child({number + 1})"
        shown.click(mark)
        at, side = (int(shown.tab.get_attribute(mark, f"data-{name}")) for name in ("square", "side"))
        squares = [square for square in (at, at + (0, 1, 3, 0)[side]) if square < 9]
        names = [place_name(Square(square % 3, square // 3)) for square in dict.fromkeys(squares)]
        assert [each for each in names if f"{each}, " not in shown.text("#detail")] == []
        assert shown.count("#detail h2") == len(names)
    # Lines between squares take no clicks either.
    box = shown.cell(0, 0).bounding_box()
    x, y = box["x"] + box["width"], box["y"] + 4
    assert shown.tab.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.cell') !== null", [x, y])

    puzzle = boards.various()["half-turn symmetric twins"]
    shown = show(write_page(puzzle, [("x", laid_out(puzzle))]))
    shown.tab.locator('#legend [data-colour="2"]').click()
    dimmed = shown.tab.evaluate("[...document.querySelectorAll('.side.dim')].map(side => side.dataset.colour)")
    assert dimmed == ["1"] * 8
    shown.tab.locator('#legend [data-colour="2"]').click()
    assert shown.count(".dim") == 0
    shown.cell(0, 0, 2).click()
    shown.click(".siblings")
    assert shown.tab.evaluate(LIT) == puzzle.identical_tiles()[0] == [0, 1]

    # Tiles that may not lie alike are not identical.
    text = "2 2\nc edgeasp tiles 1 only 0\n1 2 1 3\n1 2 1 3\n1 2 1 3\n2 2 2 2\n"
    puzzle = read_puz(text, "x")
    shown = show(write_page(puzzle, [("x", plain.read_sol("0 0 0 0\n1 1 0 0\n2 0 1 0\n3 1 1 0\n", puzzle, "x"))]))
    for col, lit in ((0, [0, 2]), (1, [1])):
        shown.cell(col, 0).click()
        shown.tab.keyboard.press("Enter")
        assert shown.tab.evaluate(LIT) == lit
        shown.tab.keyboard.press("Escape")

    # A torus has marks at its edges.
    torus = Puzzle(2, 2, tuple(Tile((n, n, n, n)) for n in range(1, 5)), wraps=frozenset({"columns", "rows"}))
    shown = show(write_page(torus, [("x", laid_out(torus))]))
    assert (shown.text("#score"), shown.count(".clash")) == ("0 of 8", 8)
    shown.click('.clash[data-square="1"][data-side="1"]')
    assert [each in shown.text("#detail") for each in ("A2, centre", "A1, centre")] == [True, True]

    # Remarks: those of two squares are listed once.
    board = boards.planted(1, 3, 3, 3, framed=True)
    page = BoardPage(board, Solution(), "twice")
    text = "contradicts the others: A1 matches A2"
    page.add("it", Solution(), [Remark(Square(0, 0), text), Remark(Square(1, 0), text, repeats=True)])
    shown = show(page.text())
    assert shown.text("#remarks").splitlines()[1:] == [text]
    shown.cell(1, 0).hover()
    assert text in shown.text("#detail")

    # Many colours are folded.
    puzzle = boards.planted(1, 12, 12, 60, framed=True)
    shown = show(write_page(puzzle, [("x", laid_out(puzzle))]))
    assert not shown.tab.locator("#legend").is_visible()
    assert shown.tab.locator('[name="sides"][value="patterns"]').is_checked()
    shown.click("#colours summary")
    assert shown.tab.locator("#legend").is_visible()
    assert "share one" in shown.text("#alike")


def test_by_keys_and_wheel(show: Open) -> None:
    shown = show(write_page(FRAME, [("x", SOLVED)]))
    keyboard = shown.tab.keyboard
    assert shown.count('.cell[tabindex="0"]') == 1
    shown.cell(0, 0).focus()
    assert places(shown, "ArrowRight", "ArrowDown", "End", "ArrowRight") == ["A2", "B2", "B3", "B3"]
    assert shown.count('.cell[tabindex="0"]') == 1
    assert not shown.tab.locator(".ring").evaluate("ring => ring.hasAttribute('hidden')")
    keyboard.press("Enter")
    assert shown.count(".cell.dim") == 8
    keyboard.press("Escape")
    assert shown.count(".cell.dim") == 0
    keyboard.press("?")
    assert shown.tab.locator("#help").is_visible()
    expect_accessible(shown, "#help")
    keyboard.press("Escape")
    assert not shown.tab.locator("#help").is_visible()
    width = shown.tab.locator("#board").bounding_box()["width"]
    keyboard.press("+")
    assert shown.tab.locator("#board").bounding_box()["width"] > 1.3 * width
    keyboard.press("0")
    assert shown.tab.locator("#board").bounding_box()["width"] == width
    # The wheel enlarges where it points.
    box = shown.cell(2, 2).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    shown.tab.mouse.move(x, y)
    keyboard.down("Control")
    shown.tab.mouse.wheel(0, -300)
    keyboard.up("Control")
    expect(shown.tab.locator("#out")).to_be_enabled()
    after = shown.cell(2, 2).bounding_box()
    assert after["width"] > 2 * box["width"]
    assert after["x"] < x < after["x"] + after["width"]
    assert after["y"] < y < after["y"] + after["height"]
    # Every square of an outline is reached.
    text = "3 3\nc edgeasp outline .#.\nc edgeasp outline ..#\nc edgeasp outline #.#\n" + 4 * "1 1 1 1\n"
    shown = show(write_page(read_puz(text, "x"), [("empty", Solution())]))
    shown.cell(1, 0).focus()
    keys = ("ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp")
    assert places(shown, *keys) == ["B3", "C3", "C1", "A2", "A2"]


OVER = read_puz(
    "3 2\nc edgeasp outline ###\nc edgeasp outline #.#\nc edgeasp spare 1\nc edgeasp turning over\n"
    "1 2 1 3\n4 1 1 2\n1 3 4 1\n4 5 1 1\n1 1 4 5\n6 7 6 7\n",
    "over.puz",
)
TURNED_OVER = "0 1 0 4\n1 2 0 5\n2 0 0 6\n3 2 1 0\n4 0 1 3\n"


def test_a_board_with_a_hole_and_tiles_turned_over(show: Open, tmp_path: Path) -> None:
    board = plain.read_sol(TURNED_OVER, OVER, "over.sol")
    shown = show(write_page(OVER, [("over", board)]))
    assert shown.count(".cell") == 5
    assert shown.count("#tray button") == 1
    for placement in board:
        (col, row), label = placement.square, "cell => cell.getAttribute('aria-label')"
        sides = [f"{word} {colour}" for word, colour in zip(WORDS, OVER.sides(placement), strict=True)]
        prime = "'" if placement.rot > 3 else ""
        said = f"{place_name(placement.square)}: tile {placement.tile}{prime}, rotation {placement.rot % 4}, "
        assert shown.cell(col, row).evaluate(label) == said + ", ".join(sides)
    report = check(OVER, board)
    assert shown.text("#score") == f"{report.matched} of {report.diamonds}"
    shown.cell(0, 1).focus()
    shown.tab.keyboard.press("ArrowRight")
    assert "B3" in shown.tab.evaluate("document.activeElement.getAttribute('aria-label')")
    shown.tab.keyboard.press("Home")
    shown.tab.keyboard.press("ArrowUp")
    shown.tab.keyboard.press("ArrowRight")
    shown.tab.keyboard.press("ArrowDown")
    assert "B1" in shown.tab.evaluate("document.activeElement.getAttribute('aria-label')")
    shown.tab.keyboard.press("Enter")
    assert shown.count(".cell.dim") == 3  # two tiles are identical
    with shown.tab.expect_download() as waiting:
        shown.click("#save")
    waiting.value.save_as(tmp_path / "saved.sol")
    saved = plain.read_sol((tmp_path / "saved.sol").read_text(encoding="utf-8"), OVER, "saved.sol")
    assert saved.by_square() == board.by_square()
    shown.tab.keyboard.press("v")
    assert shown.text("#verdict") == "6 tiles"
    assert shown.tab.locator("text.name").all_text_contents() == [str(tile) for tile in range(6)]
    shown.cell(0, 1).focus()
    shown.tab.keyboard.press("ArrowRight")
    assert "tile 4, " in shown.tab.evaluate("document.activeElement.getAttribute('aria-label')")


def test_a_selection_is_forgotten_with_the_view(show: Open) -> None:
    """Board and tiles differ in number: a square of one is none of the other."""
    shown = show(write_page(OVER, [("over", plain.read_sol(TURNED_OVER, OVER, "over.sol")), ("empty", Solution())]))
    shown.cell(2, 1).click()
    shown.tab.mouse.move(1, 1)
    shown.tab.keyboard.press("v")
    assert shown.text("#verdict") == "6 tiles"
    # Who is on the board by keyboard stays there, on the first one.
    assert "Tile 0" in shown.text("#detail")
    shown.cell(1, 1).click()
    assert "Tile 4" in shown.text("#detail")
    shown.tab.mouse.move(1, 1)
    shown.tab.keyboard.press("v")
    assert "A1" in shown.text("#detail")
    assert shown.count('.cell[tabindex="0"]') == 1
    shown.tab.keyboard.press("PageDown")
    assert shown.tab.locator("#number").input_value() == "2"
    assert shown.count("#links a") == 0


def test_a_puzzle_without_a_board_is_a_sheet_of_tiles(show: Open) -> None:
    shown = show(write_page(FRAME, []))
    assert shown.text("#verdict") == "9 tiles"
    assert shown.tab.locator("text.name").all_text_contents() == [str(tile) for tile in range(9)]
    for part in ("#stepper", "#share", "#views"):
        assert not shown.tab.locator(part).is_visible()
    shown.tab.keyboard.press("v")
    expect_accessible(shown)


@pytest.mark.parametrize("size", [pytest.param((390, 844), marks=pytest.mark.long), (320, 568)])
def test_on_a_phone_nothing_sticks_out(show: Open, size: tuple[int, int]) -> None:
    puzzle = boards.planted(1, 12, 9, 20, framed=True)
    wrong = Solution(laid_out(puzzle).placements[:60])
    shown = show(write_page(puzzle, [("a", wrong), ("b", wrong)], title="a-long-name" * 6), size=size)
    assert shown.tab.evaluate("document.documentElement.scrollWidth") == size[0]
    box = shown.tab.locator("#board").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["width"] > 0.85 * size[0]


@pytest.mark.long
def test_touch(show: Open) -> None:
    shown = show(write_page(FRAME, [("x", SOLVED)]), size=(390, 844), has_touch=True)
    shown.cell(1, 1).tap()
    assert "Tile 8" in shown.text("#detail")


def test_light_and_dark(show: Open) -> None:
    text = write_page(FRAME, [("x", SOLVED)])
    ground = "getComputedStyle(document.body).backgroundColor"
    shades = []
    for scheme in ("light", "dark"):
        shown = show(text, scheme=scheme)
        shades.append([shown.tab.evaluate(ground)])
        if scheme == "light":
            shown.click("#theme")
        else:
            shown.tab.keyboard.press("t")
        shades[-1].append(shown.tab.evaluate(ground))
    light, dark = shades
    assert light == dark[::-1]
    luminance = [sum(map(int, re.findall(r"\d+", shade))) for shade in light]
    assert luminance[0] > 600
    assert luminance[1] < 150


@pytest.mark.long
def test_a_large_board_is_drawn_whole(show: Open) -> None:
    puzzle = Puzzle(16, 16, (Tile((1, 2, 1, 2)), *[Tile((1, 2, 3, 4))] * 255))
    shown = show(write_page(puzzle, [("x", laid_out(puzzle))]))
    assert shown.count(".cell") == 256
    assert shown.count('.clash[data-clash="adjoining"]') == mismatches(check(puzzle, laid_out(puzzle)))
    shown.tab.locator('[name="sides"][value="numbers"]').check()
    # Too small to read, so there are no labels; enlarged there are.
    shown.tab.set_viewport_size({"width": 640, "height": 400})
    expect(shown.tab.locator(".cell text").first).to_be_hidden()
    for _ in range(3):
        shown.click("#in")
    assert shown.tab.locator(".cell text").first.is_visible()


@pytest.mark.long
def test_without_javascript_there_is_the_board_as_text(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(write_page(FRAME, [("x", SOLVED)]), encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(path.as_uri())
    assert tab.locator("noscript pre").inner_text().strip() == plain.write_sol(SOLVED).strip()
    context.close()


# ---- names with markup in them ----


HOSTILE = """x"onmouseover=alert(1) '><h1>Signed-out</h1><button>OK</script><!--&lt;b>"""
BOARD = Solution((Placement(0, Square(0, 0), 0),))
PLAIN = HOSTILE.translate(str.maketrans("<>&\"'", "()+||"))
SKELETON = """() => [...document.querySelectorAll("*")].map(
  (element) => [element.tagName, ...element.getAttributeNames()].join(" "))"""


def puzzle(name: str) -> Puzzle:
    """Cards whose colours all have a name."""
    return replace(CARDS, names=Names(colours=(name,) * (CARDS.side_colours[-1] + 1)))


def show_page(name: str) -> str:
    page = BoardPage(puzzle(name), BOARD, name, {1: OwnLook("#cc3333", letters=name)})
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
    "gallery": (
        lambda name: gallery_page([GalleryEntry(name, puzzle(name), BOARD)], name),
        "article",
        lambda shown: None,
    ),
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
