"""Help at the table in a real browser: hints, what to lift, what clashes, and what was asked, as text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import edgeasp
from edgeasp.draw.page.html import TableEntry, table_page
from edgeasp.encoding import facts, render
from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from tests.draw.page.cases import hard
from tests.draw.page.tables import (
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
    expect_accessible,
    laid,
    lay,
    square,
)
from tests.support import boards
from tests.support.browser import expect, needs_browser

pytestmark = needs_browser


def stuck_board() -> tuple[Puzzle, Solution, Solution]:
    """A puzzle, a board of it that fits together and cannot be completed, and that board before its last step."""
    puzzle = edgeasp.load("instances/planted-4x4.puz").puzzle
    right = next(edgeasp.solve(puzzle))
    for part in range(3, 12):
        before = Solution(tuple(sorted(right, key=lambda each: each.square[::-1])[:part]))
        for tile in range(16):
            if tile in {each.tile for each in before}:
                continue
            for rot in range(4):
                last = Placement(tile, Square(part % 4, part // 4), rot)
                board = Solution((*before, last))
                if not check(puzzle, board).violations and not edgeasp.hint(puzzle, board).found.completable:
                    return puzzle, before, board
    raise AssertionError("every board can be completed")


def test_every_question_is_answered_and_what_was_asked_is_what_edgeasp_prints(table: Table) -> None:
    puzzle, before, board = stuck_board()
    shown = table(table_page([TableEntry("stuck", puzzle, board=before)]))
    last = board.placements[-1]
    lay(shown, last.tile, last.square.row * 4 + last.square.col)
    if laid(shown)[last.square.row * 4 + last.square.col] != f"tile {last.tile}":
        pytest.fail("the tile was not laid")
    finish = shown.tab.locator("#finish")
    expect(finish).to_be_enabled()
    assert ask(shown, "works") == "This board cannot be completed."
    # There is nothing to finish until the board changes.
    expect(finish).to_be_disabled()
    shown.click("#askedopen")
    program = shown.text("#program")
    assert facts.write_facts(puzzle) in program
    assert render.render(EncodingRequest().resolve(framed=True, signed=False)).text.strip() in program
    assert shown.text("#command") == "clingo board.lp 1 --heuristic=Domain"
    expect_accessible(shown, "#asked")
    shown.tab.keyboard.press("Escape")
    assert "conflict" in ask(shown, "why") or "alone" in shown.text("#answer")
    assert shown.count(".wrongs .wrong") >= 1
    assert ask(shown, "mend").startswith("Remove 1 tile, and it can be completed; fewer are not enough.")
    assert ask(shown, "back") == "The last board that can be completed was 1 step ago."
    shown.tab.click("#answer >> text=Go back to it")
    expect(finish).to_be_enabled()
    assert ask(shown, "works") == "Yes: this board can be completed."
    assert ask(shown, "count").endswith("this board.")
    shown.click(square(15))
    assert ask(shown, "here").startswith("On D4, in ")
    assert ask(shown, "every").startswith("Each empty square shows")
    assert shown.count("#board .label") == 16 - len(before)
    expect_accessible(shown)
    assert ask(shown, "finish").startswith("Finished and checked.")
    assert shown.text("#verdict").endswith("solved")
    shown.tab.keyboard.press("u")
    assert laid(shown).count("empty") == 16 - len(before)


def test_a_light_says_whether_the_board_can_be_completed_and_a_question_goes_first(table: Table) -> None:
    puzzle, before, board = stuck_board()
    shown = table(table_page([TableEntry("stuck", puzzle, board=before)]))
    light = shown.tab.locator("#light")
    expect(light).to_have_text("")  # unasked, nothing is said
    shown.click("#tab-more")
    shown.click("#showLight")
    expect(light).to_have_text("can be completed")
    shown.click("#tab-tiles")
    last = board.placements[-1]
    lay(shown, last.tile, last.square.row * 4 + last.square.col)
    expect(light).to_have_text("cannot be completed")
    expect_accessible(shown, "#bar")
    # While it is found out, a question is answered, and then the light.
    shown.click("#undo")
    assert ask(shown, "works") == "Yes: this board can be completed."
    expect(light).to_have_text("can be completed")
    shown.click("#tab-more")
    shown.click("#showLight")
    expect(light).to_have_text("")
    shown.click("#redo")
    assert ask(shown, "works") == "This board cannot be completed."
    expect(light).to_have_text("")


def test_a_hint_names_its_square_on_the_board(table: Table) -> None:
    shown = table(FRAME, **PHONE)
    answer = ask(shown, "nextask")
    assert [f"Next: {name}." for name in shown.tab.locator("#board .names text").all_text_contents()] == [answer]


def test_a_hint_shows_the_tiles_that_it_counts(table: Table) -> None:
    """Also twins, and more than a few."""
    shown = table(table_page([TableEntry("it", edgeasp.generate_puzzle(4, colours=4, framed=False, seed=2).puzzle)]))
    ask(shown, "nextask")
    shown.tab.click("#answer >> text=Which tile?")
    answer = shown.tab.locator("#answer")
    expect(answer).to_contain_text("16 tiles can go there")
    expect(answer.locator(".row svg")).to_have_count(16)


LEFT = "[...document.querySelectorAll('#tray [role=option]:not([hidden])')].map((tile) => tile.dataset.tile)"


def test_nine_of_twelve_cards(table: Table) -> None:
    """Three tiles of another set lie beside the board; no tile is missed because it fits on one square alone."""
    others = tuple(Tile((31, 31, 31, number)) for number in (32, 33, 34))
    cards = replace(CARDS, tiles=(*CARDS.tiles, *others))
    shown = table(table_page([TableEntry("twelve", cards)]))
    assert shown.text("#number") == "12 tiles left"
    assert ask(shown, "works") == "Yes: this board can be completed."
    number = edgeasp.count(CARDS)
    assert number == edgeasp.count(cards)
    assert ask(shown, "count") == f"{number} solutions contain this board."
    assert ask(shown, "nextask").startswith("Next: ")
    assert ask(shown, "finish").startswith("Finished and checked.")
    assert shown.text("#verdict").endswith("solved")
    shown.click("#tab-tiles")
    assert shown.text("#number") == "3 tiles left"
    assert sorted(shown.tab.evaluate(LEFT)) == ["10", "11", "9"]


def test_a_step_that_is_seen_claims_no_more_than_is_seen(table: Table) -> None:
    """Of B1 three tiles, of A2 six, of which five are copies: it is the next by what differs."""
    text = "2 2\nc edgeasp spare 6\n9 7 8 9\n" + 5 * "7 1 1 1\n" + "7 2 2 2\n8 1 2 3\n8 2 2 1\n8 3 3 3\n"
    puzzle = edgeasp.parse(text, format="puz").puzzle
    board = plain.read_sol("0 0 0 0\n", puzzle, "x")
    shown = table(table_page([TableEntry("x", puzzle, board=board)], with_engine=False))
    assert ask(shown, "nextask") == "Next: A2."
    shown.tab.click("#answer >> text=Why there?")
    expect(shown.tab.locator("#answer")).to_contain_text("6 tiles can go there, with 7 on its left.")


TWO_WAYS = edgeasp.parse(
    "3 3\n3 2 2 2\n3 3 3 1\n1 3 1 2\n2 2 3 1\n2 1 2 1\n3 3 3 3\n3 3 3 1\n1 3 3 1\n3 1 3 3\n"
).puzzle
NEARLY = plain.read_sol("2 0 0 2\n4 0 1 3\n3 1 1 1\n6 0 2 3\n7 1 2 3\n1 2 2 0\n", TWO_WAYS, "board")


def test_a_hint_lays_a_tile_as_a_solution_has_it(table: Table) -> None:
    """Tile 0 alone fits on A2, in two rotations; the one that can be completed is named and laid."""
    shown = table(table_page([TableEntry("two ways", TWO_WAYS, board=NEARLY)]))
    assert ask(shown, "nextask") == "Next: A2."
    shown.tab.click("#answer >> text=Which tile?")
    assert shown.tab.locator("#answer .said").all_text_contents() == [" tile 0"]
    shown.tab.click("#answer >> text=Place it")
    expect(shown.tab.locator("#score")).to_have_text("7 of 9")
    assert ask(shown, "works") == "Yes: this board can be completed."
    shown.tab.keyboard.press("u")
    shown.click(square(1))
    ask(shown, "here")
    assert shown.tab.locator("#answer .said").all_text_contents() == [" tile 0 turned right", " tile 0 upright"]
    assert ask(shown, "every").startswith("Each empty square shows")
    assert shown.tab.locator(f"{square(1)} .label").text_content() == "0!"
    assert shown.tab.get_attribute(square(1), "aria-label") == "A2: empty, tile 0 in every solution"


@pytest.mark.long
def test_a_person_solves_by_hints_alone_undoes_everything_and_comes_back(table: Table) -> None:
    shown = table(table_page([TableEntry("six", SIX)]))
    for number in range(36):
        assert ask(shown, "nextask").startswith("Next: ")
        shown.tab.click("#answer >> text=Which tile?")
        shown.tab.locator("#answer button", has_text="Place").click()
        expect(shown.tab.locator("#score")).to_have_text(f"{number + 1} of 36")
    expect(shown.tab.locator("#verdict")).to_contain_text("solved")
    shown.click("#wonclose")
    for _ in range(36):
        shown.click("#undo")
    assert laid(shown) == ["empty"] * 36
    shown.tab.goto("about:blank")
    shown.tab.go_back()
    shown.tab.wait_for_selector("#board")
    assert laid(shown) == ["empty"] * 36
    for _ in range(36):
        shown.click("#redo")
    expect(shown.tab.locator("#verdict")).to_contain_text("solved")


def test_identical_tiles_that_can_lie_on_every_square_are_named_together(table: Table) -> None:
    puzzle = plain.read_puz("2 2\n0 1 1 0\n0 1 1 0\n0 1 1 0\n0 1 1 0\n", "alike.puz")
    shown = table(table_page([TableEntry("alike", puzzle)]))
    lay(shown, 0, 0)
    ask(shown, "every")
    assert shown.tab.get_attribute(square(3), "aria-label") == "B2: empty, tile 1 or 2 or 3 in every solution"
    assert shown.tab.text_content(f"{square(3)} .label") == "1/2…!"


def test_what_can_lie_on_small_squares_is_shown_on_them(table: Table) -> None:
    right = next(edgeasp.solve(SIX))
    page = table_page([TableEntry("six", SIX, board=Solution(right.placements[:30]))])
    shown = table(page, **{**PHONE, "size": (640, 320)})
    assert ask(shown, "every").startswith("Each empty square shows")
    assert shown.tab.locator("#board.small .label >> visible=true").count() == 6


def test_clues_that_clash_are_named_and_nothing_is_to_be_unlocked(table: Table) -> None:
    clues = plain.read_sol("8 1 1 2\n3 0 0 1\n0 2 2 3\n", FRAME, "clues")
    shown = table(table_page([TableEntry("clash", FRAME, clues)]))
    assert ask(shown, "why") == "These 2 clues conflict (remove any one of them, and the others can stay): A1; C3."
    assert shown.count(".wrongs .wrong") == 2


def test_why_not_is_answered_where_the_puzzle_is_hard_and_stays_when_the_search_for_fewer_is_stopped(
    table: Table,
) -> None:
    puzzle, solution = hard()
    right = [placement for placement in solution if (placement.square.row + 3 * placement.square.col) % 10]
    one, other = (index for index, each in enumerate(right) if each.square in (Square(3, 4), Square(9, 10)))
    wrong = [replace(right[at], tile=right[of].tile, rot=right[of].rot) for at, of in ((one, other), (other, one))]
    board = [each for each in right if each.square not in (Square(3, 4), Square(9, 10))]
    shown = table(table_page([TableEntry("hard", puzzle, board=Solution((*board, *wrong)))]))
    assert ask(shown, "mend", patient=False) == "Remove 2 tiles, and it can be completed; fewer are not enough."
    shown.click("#why")
    expect(shown.tab.locator("#answer p").first).to_have_text(
        re.compile("conflict: .* It is not known whether a smaller set does")
    )
    named = shown.text("#answer").partition("\n")[0]
    shown.click("#stop")
    expect(shown.tab.locator("#busy")).to_be_hidden()
    assert shown.text("#answer").partition("\n")[0] == named
    squares = named.partition(": ")[2].partition(".")[0].split("; ")
    assert shown.count(".wrongs .wrong") == len(squares)
    assert {"E4", "K10"} & {*squares}
    shown.tab.click("#answer >> text=Remove them")
    expect(shown.tab.locator("#answer p")).to_have_count(0)
    assert ask(shown, "mend", patient=False) != named


@pytest.mark.long
def test_the_last_board_that_may_work_is_named_where_the_time_is_over(table: Table) -> None:
    puzzle, _ = hard()
    corner = next(tile for tile, sides in enumerate(puzzle.tiles) if [*sides.sides].count(0) == 2)
    shown = table(table_page([TableEntry("hard", puzzle)]))
    lay(shown, corner, 100)
    shown.click("#tab-helping")
    shown.tab.select_option("#limit", "10")
    known = "The board 1 step ago is the last that might be completed: this is not known within 10 seconds."
    assert ask(shown, "back", patient=False) == known
    shown.tab.click("#answer >> text=Go back to it")
    assert laid(shown) == ["empty"] * 256


@pytest.mark.long
def test_what_is_seen_is_said_where_the_time_is_over(table: Table) -> None:
    puzzle, _ = hard()
    shown = table(table_page([TableEntry("hard", puzzle)]))
    shown.click("#tab-helping")
    shown.tab.select_option("#limit", "10")
    assert ask(shown, "nextask", patient=False) == "Next: A1."
    assert "It is not known whether this board can be completed" in shown.text("#answer")
    shown.tab.click("#answer >> text=Which tile?")
    assert shown.count("#answer .said") == 4
    assert "Place" not in shown.text("#answer")
    shown.click(square(0))
    # Two corners are identical.
    known = "On A1 3 tiles fit next to its neighbours, and it is not known within 10 seconds whether they lead to a "
    known += "solution."
    assert ask(shown, "here", patient=False) == known
    assert shown.count("#answer .said") == 4


def test_what_was_asked_is_copied_out_of_its_dialog_and_what_was_not_is_said(table: Table) -> None:
    shown = table(table_page([TableEntry("small", FRAME)]))
    ask(shown, "works")
    shown.click("#askedopen")
    # As on a page without https.
    shown.tab.evaluate(
        """() => {
          navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
          document.addEventListener("copy", () => { globalThis.copied = String(document.activeElement.value); });
        }"""
    )
    shown.click("#copyprogram")
    expect(shown.tab.locator("#copyprogram")).to_have_text("Copied")
    assert shown.tab.evaluate("globalThis.copied") == shown.tab.locator("#program").text_content()
    shown.tab.evaluate("() => { document.execCommand = () => false; }")
    shown.click("#copyprogram")
    expect(shown.tab.locator("#copyprogram")).to_have_text("Not copied")


def test_a_question_is_stopped_at_once_and_the_page_goes_on(table: Table) -> None:
    hard = boards.planted(1, 10, 10, 6, framed=True)
    shown = table(table_page([TableEntry("hard", hard)]))
    shown.click("#tab-helping")
    shown.click("#finish")
    expect(shown.tab.locator("#busy")).to_be_visible()
    shown.click("#tab-tiles")
    lay(shown, 0, 11)
    assert laid(shown)[11] == "tile 0"
    shown.click("#tab-helping")
    expect(shown.tab.locator("#answer")).to_contain_text("Stopped: the board has changed.")
    shown.click("#finish")
    shown.click("#stop")
    expect(shown.tab.locator("#answer")).to_contain_text("Stopped.")


def test_another_puzzle_at_the_first_question_gets_its_own_answers(table: Table) -> None:
    """The engine and the rules are there only after a moment, in which the puzzle may have changed."""
    other = edgeasp.generate_puzzle(3, 3, colours=3, seed=7).puzzle
    shown = table(table_page([TableEntry("first", FRAME), TableEntry("second", other)]))
    shown.tab.evaluate(
        """() => {
          document.getElementById("works").click();
          document.getElementById("several").click();
          document.querySelectorAll("#list button")[1].click();
        }"""
    )
    expect(shown.tab.locator("#title")).to_have_text("second")
    expect(shown.tab.locator("#busy")).to_be_hidden()
    assert shown.text("#answer") == ""
    assert ask(shown, "count").startswith(f"{edgeasp.count(other)} solutions")
    assert ask(shown, "finish").startswith("Finished and checked.")
    assert "solved" in shown.text("#verdict")


@pytest.mark.parametrize("deed", ["document.getElementById('stop').click()", "document.getElementById('undo').click()"])
def test_a_stop_in_the_first_moment_of_the_first_question_counts(table: Table, deed: str) -> None:
    shown = table(table_page([TableEntry("six", SIX)]))
    lay(shown, 0, 14)
    shown.tab.evaluate(f"() => {{ document.getElementById('finish').click(); {deed}; }}")
    shown.click("#tab-helping")
    expect(shown.tab.locator("#answer")).to_contain_text("Stopped")
    assert laid(shown).count("empty") in (35, 36)
    assert "board can" in ask(shown, "works")


def test_without_the_engine_the_page_says_what_is_missing(table: Table) -> None:
    shown = table(FRAME)
    shown.click("#tab-helping")
    assert shown.tab.locator("#works").is_disabled()
    assert "no solver" in shown.text("#noengine")
    assert ask(shown, "nextask").startswith("Next: ")


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(CARDS, id="cards"),
        pytest.param(RING, id="ring"),
        pytest.param(DIGITS, id="digits", marks=pytest.mark.long),
        pytest.param(TWO_SIDED, id="two-sided"),
        pytest.param(DIFFERENT, id="different", marks=pytest.mark.long),
    ],
)
def test_help_knows_unusual_puzzles(table: Table, puzzle: Puzzle) -> None:
    shown = table(table_page([TableEntry("unusual", puzzle)]))
    assert ask(shown, "works") == "Yes: this board can be completed."
    shown.click("#askedopen")
    program = shown.text("#program")
    # The rules name all predicates, so only facts tell.
    facts = {line.strip() for line in program.replace(". ", ".\n").splitlines() if ":-" not in line}
    assert (any(re.match(r"partner\([a-z0-9]", fact) for fact in facts), "rotation(90)." in facts) == (
        bool(puzzle.partners),
        puzzle.turning,
    )
    shown.tab.keyboard.press("Escape")
    shown.click("#finish")
    expect(shown.tab.locator("#answer p").first).to_have_text("Finished and checked. Undo reverts it in one step.")
    assert shown.text("#verdict").endswith("solved")
