"""The modules of the page that need no engine, in a browser, against what Python says of the same boards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.draw.page.html import script
from edgeasp.encoding import facts
from edgeasp.encoding.facts import to_atoms
from edgeasp.formats import plain, viewer
from edgeasp.formats.known import eternity2
from edgeasp.puzzle.candidates import Fitting
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Placement, Puzzle, Square, Tile
from tests.draw.page.cases import (
    beyond,
    careful_boards,
    code,
    codes,
    random_boards,
    record,
    small,
    solution_of,
    square,
    unusual,
    with_spare_tiles,
)
from tests.draw.page.harness import with_modules
from tests.support import boards
from tests.support.browser import Open, Shown, needs_browser

pytestmark = needs_browser

NAMES = (
    *("Puzzle", "check", "Fitting", "Game", "readPuz", "writePuz", "readSol", "writeSol", "readBoard", "facts"),
    *("encode", "decode", "keyOf", "writeLink", "TextError", "oneOfEach"),
)
PAGE = with_modules("game.js", "link.js", "checker.js", "fitting.js", names=NAMES)
SMALL = dict([*list(small().items())[::3], *list(unusual().items())[:4], *list(with_spare_tiles().items())[:3]])
SMALL |= beyond()
"""A third of them, of all kinds; the others are like these."""


@pytest.fixture
def page(show: Open) -> Shown:
    return show(PAGE, await_="body")


def ask(page: Shown, function: str, value: Any) -> Any:
    """What a function says of a value, with all names of the modules at hand."""
    return page.tab.evaluate(
        f"(value) => {{ const {{ {', '.join(NAMES)} }} = edgeasp; return ({function})(value); }}", value
    )


def test_the_checker_says_what_that_of_python_says(page: Shown) -> None:
    number = 0
    for name, puzzle in SMALL.items():
        cases = [*random_boards(puzzle, 1, 3), *careful_boards(puzzle, 1, 3)]
        clues = {0: code(puzzle, Placement(1, square(puzzle, 0), puzzle.allowed(1)[-1]))}
        reports = ask(
            page,
            """({ puzzle, cases, clues }) => cases.map((laid) => {
              const report = check(new Puzzle(puzzle), laid, new Map(clues));
              const violations = report.violations.map((each) => [each.condition, each.text]);
              return [violations, report.missing, report.matched, report.solved];
            })""",
            {"puzzle": record(puzzle), "cases": cases, "clues": list(clues.items())},
        )
        for laid, found in zip(cases, reports, strict=True):
            clue = solution_of(puzzle, [clues.get(index, -1) for index in range(len(laid))])
            report = check(puzzle, solution_of(puzzle, laid), clue)
            expected = [[each.condition.value, each.text] for each in report.violations]
            assert found == [expected, len(report.missing), report.matched, report.solved], (name, laid)
            number += len(expected)
    assert number > 40


def test_a_tile_that_is_turned_and_may_not_be_is_reported(page: Shown) -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4, turning=False)
    function = """({ puzzle, laid }) => {
      const { solved, violations } = check(new Puzzle(puzzle), laid);
      return [solved, ...violations.map((each) => each.text)];
    }"""
    for laid, expected in (
        ([0, 4, 8, 12], [True]),
        ([0, 5, 8, 12], [False, "A2 holds a tile that is turned left, and may not be"]),
    ):
        assert ask(page, function, {"puzzle": record(puzzle), "laid": laid}) == expected


def test_a_tile_on_two_squares_is_reported(page: Shown) -> None:
    puzzle = boards.FRAME_3X3
    texts = ask(page, "({ puzzle, laid }) => check(new Puzzle(puzzle), laid).violations.map((each) => each.text)",
                {"puzzle": record(puzzle), "laid": [12, 12, *[-1] * 7]})  # fmt: skip
    assert texts[0] == "tile 3 lies on 2 squares"


def test_what_fits_is_what_fits_in_python(page: Shown) -> None:
    for name, puzzle in SMALL.items():
        cases = [*careful_boards(puzzle, 2, 4)]
        answers = ask(
            page,
            """({ puzzle, cases }) => cases.map((laid) => {
              const fitting = new Fitting(new Puzzle(puzzle), laid);
              const of = (index) => [index, fitting.on(index), fitting.tilesOn(index), fitting.around(index)];
              return [fitting.empty.map(of), fitting.deadEnds, [...fitting.onlySquares]];
            })""",
            {"puzzle": record(puzzle), "cases": cases},
        )
        for laid, (squares, dead_ends, only) in zip(cases, answers, strict=True):
            fitting = Fitting(puzzle, solution_of(puzzle, laid))
            expected = [
                [at, [code(puzzle, each) for each in fits], [*fitting.tiles_on(here)], fitting.around(here)]
                for at, here in ((at, square(puzzle, at)) for at, lying in enumerate(laid) if lying == -1)
                for fits in [fitting.on_squares[here]]
            ]
            assert squares == expected, (name, laid)
            assert [square(puzzle, index) for index in dead_ends] == [*fitting.dead_ends]
            assert {tile: square(puzzle, index) for tile, index in only} == dict(fitting.only_squares)


def test_facts_are_those_that_edgeasp_prints(page: Shown) -> None:
    for puzzle in (*SMALL.values(), boards.planted(1, 12, 9, 40, framed=True), eternity2().puzzle):
        assert ask(page, "(puzzle) => facts(new Puzzle(puzzle))", record(puzzle)) == facts.write(puzzle)


def test_puzzles_and_boards_as_texts_are_those_of_python(page: Shown) -> None:
    for puzzle in SMALL.values():
        assert ask(page, "(text) => writePuz(readPuz(text))", f"c x\n{plain.write_puz(puzzle)}") == plain.write_puz(
            puzzle
        )
        for laid in random_boards(puzzle, 3, 1):
            text = plain.write_sol(solution_of(puzzle, laid))
            value = {"puzzle": record(puzzle), "text": text, "laid": laid}
            if text:
                assert ask(page, "({ puzzle, text }) => readSol(text, new Puzzle(puzzle))", value) == laid
            written = ask(page, "({ puzzle, laid }) => writeSol(new Puzzle(puzzle), laid)", value)
            assert sorted(written.splitlines()) == sorted(text.splitlines())


def test_a_link_of_a_viewer_is_read_and_written_as_in_python(page: Shown) -> None:
    for puzzle in (boards.FRAME_3X3, boards.planted(1, 6, 5, 20, framed=True), eternity2().puzzle):
        [laid] = random_boards(puzzle, 4, 1)
        board = solution_of(puzzle, laid)
        value = {"puzzle": record(puzzle), "laid": laid, "start": viewer.SITES["bucas"]}
        link = ask(page, "({ puzzle, laid, start }) => writeLink(new Puzzle(puzzle), laid, start)", value)
        assert link == viewer.write_board(board, puzzle).strip()
        back = ask(page, "({ puzzle, link }) => readBoard(link, new Puzzle(puzzle))", {**value, "link": link})
        assert [puzzle.sides(each) for each in solution_of(puzzle, back)] == [puzzle.sides(each) for each in board]


def test_a_link_with_a_tile_on_a_hole_is_refused(page: Shown) -> None:
    puzzle = replace(boards.FRAME_3X3, holes=frozenset({Square(1, 1)}))
    link = "https://e2.bucas.name/#puzzle=x&board_w=3&board_h=3&board_edges=" + "aaaa" * 4 + "bbbb" + "aaaa" * 4
    function = """({ puzzle, link }) => {
      try { return readBoard(link, new Puzzle(puzzle)); } catch (error) { return error.message; }
    }"""
    value = {"puzzle": record(puzzle), "link": link}
    assert ask(page, function, value).startswith("the link has a tile on B2, which is no square of the board")


def test_texts_are_read_as_in_python_however_they_are_written(page: Shown) -> None:
    tiles = "1 2 3 4\n" * 9
    for text in (
        f"3 3\nc edgeasp rim top 01 2\n{tiles}",
        f"3 3\nc edgeasp partners 01-2 1-3\n{tiles}",
        f"3 3\nc edgeasp partners 1-1000\n{tiles}",
        f"3 3\nc edgeasp open top top\n0{tiles[1:]}",
        f"3 3\nc edgeasp outline ###/#.#/###\n{tiles[8:]}",
        f"3 3\nc edgeasp wraps rows columns rows\n{tiles}",
        f"3 3\nc edgeasp turning over\nc edgeasp tiles 3,5-6 only 4,0\n{tiles}c edgeasp tiles 0,0 only 7-7\n",
        f"3 3\nc edgeasp no turning\nc edgeasp turning over\nc edgeasp tiles 1 only 4\n{tiles}",
        f"3 3\nc edgeasp tiles 000000-0000001 only 00\n{tiles}",
    ):
        assert ask(page, "(text) => writePuz(readPuz(text))", text) == plain.write_puz(plain.read_puz(text, "it.puz"))


def test_an_answer_of_clingo_is_read(page: Shown) -> None:
    function = """({ puzzle, text }) => {
      try { return readBoard(text, new Puzzle(puzzle)); } catch (error) {
        if (error instanceof TextError) return error.message;
        throw error;
      }
    }"""
    puzzle = boards.FRAME_3X3
    for laid in random_boards(puzzle, 6, 4):
        text = "Answer: 1\n" + " ".join(map(str, to_atoms(solution_of(puzzle, laid))))
        found = ask(page, function, {"puzzle": record(puzzle), "text": text})
        assert found == laid if max(laid) >= 0 else "expected" in found
    for text, words in {
        "chosenTile(1,1,1) chosenTile(2,1,1)": "tile 1 is chosen twice",
        "chosenTile(1,1,1) chosenTile(1,1,2)": "square 1,1 is chosen twice",
        "chosenTile(4,1,1)": "a square and a tile of this puzzle, found “chosenTile(4,1,1)”",
        "chosenTile(1,1,1) chosenRotation(1,1,45)": "found “chosenRotation(1,1,45)”",
    }.items():
        assert words in ask(page, function, {"puzzle": record(puzzle), "text": text})


NONSENSE = [
    *("", " ", "\0", "x", "1", "1 2", "2 2", "2 2\n1 1 1 1", "0 0", "1 1\n1 1 1 1", "99999 99999", "2 2 2", "-1 -1"),
    *(
        "2 2\n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3",
        "2 2\n" + "1 2 3 x\n" * 4,
        "2 2\n" + "1 2 3 4 *\n" * 4,
        "2 2\nc edgeasp partners\n" + "1 2 3 4\n" * 4,
        "2 2\nc edgeasp partners 1-2 alike\n" + "1 2 3 4\n" * 4,
        "2 2\nc edgeasp partners 0-1\n" + "1 2 3 4\n" * 4,
        "2 2\n" + "1 2 3 4\n" * 4 + "c edgeasp partners one-two\n",
        *(
            f"2 2\nc edgeasp {comment}\n" + "1 2 3 4\n" * 4
            for comment in (
                "rim top",
                "rim top 0",
                "rim top 1234567890",
                "rim middle 2",
                "rim top 1\nc edgeasp rim top 2",
                "rim top 1\nc edgeasp open top",
                "wraps",
                "wraps diagonals",
                "open",
                "open middle",
                "outline ##",
                "outline ##\nc edgeasp outline #x",
                "outline ..\nc edgeasp outline ..",
                "outline ##\nc edgeasp outline #.",
                "turning",
                "tiles",
                "tiles 0 only",
                "tiles 4 only 0",
                "tiles 0 only 4",
                "tiles 0 only x",
                "tiles 1-0 only 2",
                "tiles 0 only 0\nc edgeasp tiles 0-1 only 2",
                "spare 1",
                "turned over",
            )
        ),
        "2 2\nc Edgeasp partners 1-2\n" + "1 2 3 4\n" * 4,
        "2 2\nc edgeasp, wraps columns\n" + "1 2 3 4\n" * 4,
        "2 2\nc edgeasp-wraps columns\n" + "1 2 3 4\n" * 4,
        "1e1 1e1",
        "NaN",
    ),
    *(
        "0 0 0",
        "0 0 0 0 0",
        "0 0 0 9",
        "9 0 0 0",
        "0 9 9 0",
        "0 0 0 0\n0 1 0 0",
        "0 0 0 0\n1 0 0 0",
        "½ ½",
        "²",
        "\uff11 \uff11",
    ),
    *(
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "javascript:alert(1)",
        "{}",
        "[]",
        "null",
        '{"laid":[]}',
    ),
    *(
        "board_edges=",
        "board_edges=aaaa",
        "board_edges=" + "z" * 36,
        "board_edges=" + "a" * 35,
        "board_w=9&board_h=1&board_edges=" + "a" * 36,
        "board_h=9&board_edges=" + "a" * 36,
        "puzzle_size=6&board_edges=" + "a" * 36,
        "https://e2.bucas.name/#",
    ),
    *(
        "a" * 100_000,
        "2 2\n" * 1000,
        "\n" * 10_000,
        "\ufeff",
        "\ud800",
        "💥" * 99,
        "c",
        "c\nc\n",
        "tile(1).",
        "\t\t",
        "\r\n",
    ),
]


def test_nonsense_is_refused_with_a_line_of_words(page: Shown) -> None:
    answers = ask(
        page,
        """({ puzzle, texts }) => texts.map((text) => {
          const tried = (read) => {
            try { read(text); return "read"; } catch (error) {
              return error instanceof TextError ? error.message : `fault: ${error}`;
            }
          };
          return [tried((each) => readBoard(each, new Puzzle(puzzle))), tried(readPuz)];
        })""",
        {"puzzle": record(boards.FRAME_3X3), "texts": NONSENSE},
    )
    for text, (board, puzzle) in zip(NONSENSE, answers, strict=True):
        assert "expected" in puzzle, (text[:50], puzzle)
        assert board != "read", text[:50]
        assert not board.startswith("fault"), (text[:50], board)
        assert len(board) < 200


def test_tiles_left_over_are_said_once(page: Shown) -> None:
    text = "2 2\nc edgeasp spare 1\nc edgeasp spare 1\n" + "1 1 1 1\n" * 5
    function = "(text) => { try { readPuz(text); return ''; } catch (error) { return error.message; } }"
    assert ask(page, function, text) == "expected the number of tiles left over once, found it again"
    assert ask(page, function, text.replace("c edgeasp spare 1\n", "", 1)) == ""


def test_comments_that_are_known_or_are_of_others_are_no_fault(page: Shown) -> None:
    comments = "c edgeasp generate --size 2 --colours 4", "c edgeasp no turning ", "c edgeasp partners 1-2", "c by hand"
    text = "\n".join(["2 2", *comments]) + "\n" + "1 2 3 4\n" * 4
    assert ask(page, "(text) => readPuz(text).partners", text) == [[1, 2]]
    assert plain.read_puz(text, "it.puz").partners == ((1, 2),)


def test_a_puzzle_with_its_board_travels_in_a_fragment(page: Shown) -> None:
    function = """({ puzzle, laid, clues, whole }) => {
      const own = new Puzzle(puzzle);
      const fragment = encode(own, laid, new Map(clues), whole);
      const back = decode(fragment, whole ? [] : [own]);
      return [fragment, writePuz(back.puzzle), back.laid, [...back.clues], whole ? null : decode(fragment, [])];
    }"""
    for puzzle in (*SMALL.values(), boards.planted(1, 10, 10, 26, framed=True), eternity2().puzzle):
        for laid in random_boards(puzzle, 5, 2):
            clues = [[index, code] for index, code in enumerate(laid) if code >= 0][:3]
            for whole in (True, False):
                value = {"puzzle": record(puzzle), "laid": laid, "clues": clues, "whole": whole}
                _, text, back, kept, unknown = ask(page, function, value)
                assert (text, back, kept, unknown) == (plain.write_puz(puzzle), laid, clues, None)
    full = [4 * tile + tile % 4 for tile in range(100)]
    large = boards.planted(1, 10, 10, 26, framed=True)
    assert len(ask(page, function, {"puzzle": record(large), "laid": full, "clues": [], "whole": True})[0]) < 600
    full = [4 * tile + tile % 4 for tile in range(256)]
    value = {"puzzle": record(eternity2().puzzle), "laid": full, "clues": [], "whole": False}
    assert len(ask(page, function, value)[0]) < 500


def test_a_fragment_that_is_none_opens_nothing(page: Shown) -> None:
    texts = [*NONSENSE, *("A" * length for length in range(40)), "_" * 60, "-" * 20_000, "EQAA", "AAEC", "zzzz" * 30]
    value = {"puzzle": record(boards.FRAME_3X3), "texts": texts}
    found = ask(
        page,
        "({ puzzle, texts }) => texts.map((each) => decode(each, [new Puzzle(puzzle)])?.laid.length ?? null)",
        value,
    )
    assert all(each is None or each >= 4 for each in found)
    assert found.count(None) > 0.8 * len(found)


def test_undo_and_redo_lead_through_every_board_there_was(page: Shown) -> None:
    function = """({ puzzle, moves }) => {
      const game = new Game(new Puzzle(puzzle), new Map([[0, 12]]));
      const seen = [JSON.stringify(game.cells)];
      for (const [kind, one, other] of moves) {
        const before = game.at;
        if (kind === 0) game.lay(one, other);
        if (kind === 1) game.lift(one);
        if (kind === 2) game.turn(one, other % 4);
        if (kind === 3) game.toggleLock(one);
        if (kind === 4) game.clear();
        if (kind === 5) { game.undo(); }
        if (!game.holds(game.cells)) return "a tile on two squares";
      }
      const loaded = Game.load(game.puzzle, game.given, JSON.parse(JSON.stringify(game.save())));
      if (!loaded || JSON.stringify(loaded.save()) !== JSON.stringify(game.save())) return "not loaded as saved";
      if (JSON.stringify(loaded.cells) !== JSON.stringify(game.cells)) return "other cells";
      const past = game.past();
      if (JSON.stringify(past[past.length - 1]) !== JSON.stringify(game.laid)) return "another past";
      const steps = game.at;
      while (game.undo()) if (JSON.stringify(game.laid) !== JSON.stringify(past[game.at])) return `undo ${game.at}`;
      if (JSON.stringify(game.cells) !== seen[0]) return "another beginning";
      for (let step = 0; step < steps; step += 1) game.redo();
      return JSON.stringify(game.cells) === JSON.stringify(loaded.cells) ? "" : "another end";
    }"""
    moves = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 8), st.integers(0, 35)), max_size=40)

    @given(moves)
    def hold(moves: list[tuple[int, int, int]]) -> None:
        assert ask(page, function, {"puzzle": record(boards.FRAME_3X3), "moves": moves}) == ""

    hold()


def test_what_was_saved_by_another_is_no_game(page: Shown) -> None:
    saved: list[Any] = [None, 1, "x", [], {}, {"cells": []}, {"cells": [0] * 9, "steps": [], "at": 0, "bookmarks": []},
             {"cells": [-1] * 9, "steps": [{"kind": "lay", "changes": [[0, 5, 6]]}], "at": 1, "bookmarks": []},
             {"cells": [-1] * 9, "steps": [{"kind": "lay", "changes": [[0, -1, 999]]}], "at": 1, "bookmarks": []},
             {"cells": [-1] * 9, "steps": [], "at": 7, "bookmarks": []}]  # fmt: skip
    function = "({ puzzle, saved }) => saved.map((each) => Game.load(new Puzzle(puzzle), new Map(), each) === null)"
    assert all(ask(page, function, {"puzzle": record(boards.FRAME_3X3), "saved": saved}))


def test_conditions_have_the_names_of_the_checker() -> None:
    text = script("checker.js")
    assert {each.value for each in Condition if f'"{each.value}"' in text} == {
        each.value for each in Condition if each is not Condition.SQUARE
    }


def test_codes_and_solutions_are_the_same() -> None:
    puzzle: Puzzle = boards.FRAME_3X3
    for laid in random_boards(puzzle, 9, 5):
        assert codes(puzzle, solution_of(puzzle, laid)) == laid


def test_a_game_is_loaded_as_it_was_kept_also_with_turns_before_and_after_an_undo(page: Shown) -> None:
    kept, steps = ask(
        page,
        """(puzzle) => {
          const game = new Game(new Puzzle(puzzle));
          game.lay(4, 4 * 4);
          game.turn(4);
          game.lay(0, 0);
          game.undo();
          game.turn(4);
          const back = Game.load(game.puzzle, game.given, JSON.parse(JSON.stringify(game.save())));
          return [back !== null && back.laid.join() === game.laid.join(), back?.steps.length];
        }""",
        record(boards.FRAME_3X3),
    )
    assert (kept, steps) == (True, 3)


def test_a_link_lays_the_tile_that_it_names_and_leaves_twins_to_the_clues(page: Shown) -> None:
    puzzle = plain.read_puz("2 2\n1 1 2 2\n1 1 2 2\n3 1 2 4\n4 2 1 3\n", "twins")
    boards_ = ask(
        page,
        """({ puzzle, laid }) => {
          const here = new Puzzle(puzzle);
          const link = writeLink(here, laid, "https://e2.bucas.name/#");
          const clues = new Map([[0, 4]]);
          return [[link, clues], [link.replace(/&board_pieces=.*/, ""), clues], [link, new Map()]]
            .map(([text, given]) => readBoard(text, here, given));
        }""",
        {"puzzle": record(puzzle), "laid": [4, 0, 8, 12]},
    )
    assert boards_ == [[4, 0, 8, 12]] * 3
