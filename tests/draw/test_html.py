"""The HTML page: its data, markup and policy; `page/test_page.py` tests its behaviour."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import signal
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from edgeasp.cli import commands, console
from edgeasp.draw.page.html import GalleryEntry, gallery_page, subtitle
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.formats import plain
from edgeasp.formats.plain import read_puz
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import DIFFERENT, Placement, Puzzle, Solution, Square, rotate_sides
from tests.cli.asking import ALIKE, FRAME, MANY, MILLIONS, UNSOLVABLE, refused
from tests.draw.pictured import BOARDS, SIZES, page, svg, svg_of_tiles
from tests.draw.test_svg import numbers_of, sides_on
from tests.support import boards
from tests.support.general import general
from tests.support.running import INSTANCES, run, running, script
from tests.support.waiting import await_that, await_work, needs_proc, status_of

VARIOUS = boards.various()


def data_of(text: str) -> dict[str, Any]:
    """The data of the page for its script."""
    [content] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, flags=re.DOTALL)
    data: dict[str, Any] = json.loads(content)
    return data


def laid_out(puzzle: Puzzle) -> Solution:
    """Every tile on the board, in the order of the file, and rarely right."""
    return Solution(tuple(Placement(tile, square, tile % 4) for tile, square in enumerate(puzzle.grid.squares)))


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", VARIOUS)
def test_the_data_agrees_with_the_checker(name: str) -> None:
    puzzle = VARIOUS[name]
    whole = laid_out(puzzle)
    part = Solution(whole.placements[1:])
    clues = Solution((Placement(1, Square(0, 0), 0),))
    data = data_of(page(puzzle, [("whole", whole), ("part", part)], clues))
    assert [tuple(sides) for sides in data["tiles"]] == [tile.sides for tile in puzzle.tiles]
    for board, solution in zip(data["boards"], (whole, part), strict=True):
        report = check(puzzle, solution, clues)
        assert (board["matched"], data["diamonds"]) == (report.matched, report.diamonds)
        assert board["solved"] == report.solved
        assert board["broken"] == [[each.square.col, each.square.row, each.text] for each in report.violations]
        adjoining = [each for each in report.violations if each.condition is Condition.ADJOINING]
        assert board["mismatches"] == len(adjoining)
        assert sum(clash == "adjoining" for *_, clash in board["marks"]) == len(adjoining)
        laid = {square: code for square, code in zip(puzzle.grid.squares, board["laid"], strict=True) if code >= 0}
        assert laid == {each.square: 4 * each.tile + each.rot for each in solution}


@pytest.mark.parametrize("kinds", ["subset", "outline", "wraps", "flips", "only", "relation+rim", "flips+outline"])
def test_the_data_has_what_goes_beyond_other_puzzles(kinds: str) -> None:
    """The same squares and tiles as the model has; the back of a tile has a number behind all fronts."""
    puzzle = general(f"page {kinds}", kinds.split("+"))
    ways = [puzzle.allowed(tile) for tile in range(len(puzzle.tiles))]
    laid = [Placement(tile, square, ways[tile][-1]) for tile, square in enumerate(puzzle.grid.squares)]
    data = data_of(page(puzzle, [("x", Solution(tuple(laid[1:])))]))
    [board] = data["boards"]
    squares = [Square(col, row) for row in range(puzzle.rows) for col in range(puzzle.cols)]
    shown = dict(zip(squares, board["laid"], strict=True))
    assert {square for square, code in shown.items() if code == -2} == puzzle.grid.holes
    assert [square for square, code in shown.items() if code == -1] == [laid[0].square]
    for placement in laid[1:]:
        face, rot = divmod(shown[placement.square], 4)
        over, tile = divmod(face, len(puzzle.tiles))
        assert (tile, 4 * over + rot) == (placement.tile, placement.rot)
        assert data["tiles"][tile] == [*puzzle.tiles[tile].sides]
    assert data.get("flipping", False) == puzzle.flipping
    assert {tile: tuple(ways) for tile, ways in data.get("only", ())} == {
        tile: puzzle.allowed(tile) for tile in puzzle.restricted
    }
    assert set(data.get("wraps", ())) == puzzle.wraps
    assert str(board["card"]).count("left over") == 0
    report = check(puzzle, Solution(tuple(laid[1:])))
    assert (board["matched"], data["diamonds"]) == (report.matched, report.diamonds)


def test_it_needs_nothing_else() -> None:
    text = page(FRAME, [("x", laid_out(FRAME))])
    markup = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert not re.search(r"\b(src|href|action|srcset|poster)=", markup)
    assert not re.search(r"@import|url\(", text)
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|\bimport\b|sendBeacon", code)


def test_the_policy_allows_this_script_and_this_style_and_nothing_else() -> None:
    text = page(FRAME, [])
    [style] = re.findall(r"<style>(.*?)</style>", text, flags=re.DOTALL)
    [script] = re.findall(r"<script>(.*?)</script>", text, flags=re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in (style, script)]
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy.replace("&#39;", "'") == (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )


def test_names_cannot_break_out() -> None:
    name = '</script><script>alert(1)</script>"&<!--'
    text = page(FRAME, [(name, laid_out(FRAME))], title=name, notes=[name])
    assert data_of(text)["boards"][0]["name"] == name
    assert text.count("<script") == text.count("</script>") == 2
    assert "alert(1)</script>" not in text
    assert "<title>&lt;/script&gt;" in text


def test_the_same_bytes_again() -> None:
    boards_ = [("x", laid_out(FRAME))]
    assert page(FRAME, boards_) == page(FRAME, boards_)


def test_without_a_board_the_clues_are_one() -> None:
    clues = Solution((Placement(1, Square(0, 0), 0),))
    assert data_of(page(FRAME, []))["boards"] == []
    [board] = data_of(page(FRAME, [], clues))["boards"]
    assert (board["name"], board["laid"][0], board["laid"][1:]) == ("clues", 4, [-1] * 8)


def test_without_javascript_there_is_the_board_as_text() -> None:
    whole = laid_out(FRAME)
    for solutions, text in (([("x", whole)], plain.write_sol(whole)), ([], plain.write_puz(FRAME))):
        [shown] = re.findall(r"<noscript>.*?<pre>(.*?)</pre>", page(FRAME, solutions), flags=re.DOTALL)
        assert shown == text


def test_paints_of_the_colours_that_are_there() -> None:
    puzzle = VARIOUS["half-turn symmetric twins"]
    data = data_of(page(puzzle, []))
    assert list(data["paints"]) == ["1", "2"]
    assert all(re.fullmatch(r"#[0-9a-f]{6}", paint["rgb"]) for paint in data["paints"].values())
    assert all(data["motifs"][paint["motif"]].startswith("M") for paint in data["paints"].values())


def test_links_only_where_a_viewer_can_show_it() -> None:
    hosts = [host for host, _ in data_of(page(FRAME, [("x", laid_out(FRAME))]))["boards"][0]["links"]]
    assert hosts == ["e2.bucas.name", "eternity2.dev"]
    wide = VARIOUS["framed 4x3"]
    assert [host for host, _ in data_of(page(wide, [("x", laid_out(wide))]))["boards"][0]["links"]] == hosts[:1]
    paired = replace(FRAME, partners=((1, 2),))
    assert data_of(page(paired, [("x", laid_out(FRAME))]))["boards"][0]["links"] == []


def test_the_line_below_the_title_names_what_is_peculiar() -> None:
    differing = read_puz(f"2 2\nc edgeasp partners {DIFFERENT}\n1 2 3 1\n2 1 3 3\n3 2 1 1\n1 1 2 3\n", "text")
    assert subtitle(replace(FRAME, partners=((1, 2),))) == "3 x 3, framed, heads and tails, 9 tiles, 4 colours"
    assert subtitle(differing) == "2 x 2, unframed, 4 tiles, 3 colours, colours that match several others"
    torus = replace(VARIOUS["unframed 3x2"], wraps=frozenset({"columns"}))
    assert subtitle(torus).endswith(", a wrap-around board")


# ---- what solve writes ----


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("puzzle.puz").write_text(plain.write_puz(FRAME), encoding="utf-8")
    Path("many.puz").write_text(plain.write_puz(MANY), encoding="utf-8")
    Path("unsolvable.puz").write_text(UNSOLVABLE, encoding="utf-8")
    return tmp_path


def solved(board: dict[str, Any], puzzle: Puzzle) -> bool:
    """Whether a board, as the page has it, joins; worked out here from the tiles alone."""
    at = [rotate_sides(puzzle.tiles[code >> 2].sides, code & 3) for code in board["laid"]]
    across = all(at[i][1] == at[i + 1][3] for i in range(len(at)) if (i + 1) % puzzle.cols)
    down = all(at[i][2] == at[i + puzzle.cols][0] for i in range(len(at) - puzzle.cols))
    return across and down and len({code >> 2 for code in board["laid"]}) == len(at)


def test_all_solutions_on_a_page(folder: Path) -> None:
    result = run("solve", "puzzle.puz", "-n", "0", "-o", "all.html")
    assert (result.status, result.stdout) == (commands.ANSWERED, "")
    text = (folder / "all.html").read_text(encoding="utf-8")
    data = data_of(text)["boards"]
    assert [board["name"] for board in data] == [f"solution {number}" for number in range(1, 17)]
    assert all(board["solved"] and solved(board, FRAME) for board in data)
    assert len({tuple(board["laid"]) for board in data}) == 16
    assert "16 solutions, and no others; " in text
    assert [path.name for path in folder.iterdir() if "part" in path.name] == []


def test_a_page_on_standard_output() -> None:
    text = run("solve", INSTANCES / "foursquares.puz", "--format", "html").stdout
    assert text.startswith("<!doctype html>")
    assert [board["solved"] for board in data_of(text)["boards"]] == [True]


@pytest.mark.usefixtures("folder")
def test_a_page_without_a_solution_has_a_note() -> None:
    text = run("solve", "unsolvable.puz", "--format", "html").stdout
    assert data_of(text)["boards"] == []
    assert "No solution: the search is complete; " in text


@pytest.mark.usefixtures("folder")
def test_a_page_on_a_relaxation_has_a_note() -> None:
    text = run("solve", "puzzle.puz", "--format", "html", "--encoding", "decision").stdout
    assert "the encoding decision does not support frames: it solves a relaxation of the puzzle" in text


@pytest.mark.long
@pytest.mark.usefixtures("folder")
def test_after_a_limit_the_page_holds_what_was_found() -> None:
    done = script("solve", "many.puz", "-n", "0", "--format", "html", "-o", "x.html", "--conflict-limit", "2000")
    assert done.status == commands.UNANSWERED
    text = Path("x.html").read_text(encoding="utf-8")
    found = data_of(text)["boards"]
    assert len(found) > 10
    assert f"Stopped by the conflict limit of 2,000: {len(found):,} solutions; " in text


@needs_proc
def test_after_an_interrupt_the_page_holds_what_was_found(folder: Path) -> None:
    (folder / "alike.puz").write_text(plain.write_puz(ALIKE), encoding="utf-8")
    with running("solve", *MILLIONS, "-n", "0", "-o", "x.html") as process:
        await_that(lambda: any(folder.glob(".x.html.*")))
        await_work(process, 0.2)  # by then it has found some, and there are millions
        process.send_signal(signal.SIGINT)
        assert status_of(process) == 130
    text = (folder / "x.html").read_text(encoding="utf-8")
    found = data_of(text)["boards"]
    assert all(board["solved"] and solved(board, ALIKE) for board in found)
    assert re.search(rf'<p class="note">Interrupted: ({len(found):,}|no) solutions?', text)
    assert [path.name for path in folder.iterdir() if "part" in path.name] == []


@pytest.mark.usefixtures("folder")
def test_invalid_options() -> None:
    assert "they support only --format json" in refused(run("solve", "puzzle.puz", "--count", "--format", "html"))
    assert "leave out -o" in refused(run("solve", "puzzle.puz", "--unique", "-o", "x.html"))
    assert not Path("x.html").exists()


@pytest.mark.usefixtures("folder")
def test_a_folder_may_be_called_html(folder: Path) -> None:
    (folder / "all.html").mkdir()
    run("solve", "puzzle.puz", "-n", "2", "-o", "all.html")
    assert sorted(path.name for path in (folder / "all.html").iterdir()) == ["sol_1.sol", "sol_2.sol"]


# ---- galleries ----


@pytest.fixture(autouse=True)
def _in_a_folder_with_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "_quiet", False)
    Path("book").mkdir()
    for name, board in {"p2": SIZES[4], "p10": BOARDS["5x3 unframed"]}.items():
        Path(f"book/{name}.puz").write_text(plain.write_puz(board.puzzle), encoding="utf-8")
    Path("book/p2.sol").write_text(plain.write_sol(SIZES[4].solution), encoding="utf-8")


def pictures(page: str) -> list[ElementTree.Element]:
    """The pictures on a page, in their order."""
    found = [text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ') for text in SVGS.findall(page)]
    return [ElementTree.fromstring(text) for text in found]


SVGS = re.compile(r'<svg viewBox="[^"]*" role="img".*?</svg>', re.DOTALL)


def test_a_gallery_has_each_board_and_all_tiles() -> None:
    assert run("show", "book", "-o", "x.html").status == commands.ANSWERED
    page = Path("x.html").read_text(encoding="utf-8")
    assert re.findall(r'<h2><a href="#card-\d">(.*?)</a>', page) == ["p2", "p10"]
    board, tiles, others = map(numbers_of, pictures(page))
    on = SIZES[4].solution.by_square()
    puzzle = SIZES[4].puzzle
    assert board == [colour for square in puzzle.grid.squares for colour in sides_on(puzzle, on[square])]
    assert tiles == [colour for tile in puzzle.tiles for colour in tile.sides]
    assert others == [colour for tile in BOARDS["5x3 unframed"].puzzle.tiles for colour in tile.sides]
    assert "24 of 24 edges match: solved" in page
    defined = re.findall(r'<g id="(colour-\d+)">', page)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r'href="#(colour-\d+)"', page)) == set(defined)


def test_a_gallery_needs_nothing_else_and_runs_nothing() -> None:
    page = gallery_page([GalleryEntry("<b>&", SIZES[4].puzzle, SIZES[4].solution)], '"><script>')
    assert "<b>&" not in page.replace("<b>&amp;", "")
    assert "<script" not in page
    assert not re.search(r"https?://", page)
    assert "default-src 'none'" in unescape(page)


def test_a_gallery_takes_what_a_picture_takes() -> None:
    run("show", "book/p2.puz", "book/p2.sol", "--gallery", "--numbers", "-o", "x.html")
    page = Path("x.html").read_text(encoding="utf-8")
    board = svg(board_view(SIZES[4].puzzle, SIZES[4].solution), DrawStyle(numbers=True))
    assert SVGS.findall(page)[0].count("<text") == board.count("<text") == 64


def test_each_puzzle_becomes_a_file_in_a_folder() -> None:
    result = run("show", "book", "-o", "drawn/")
    assert (result.status, result.stderr) == (commands.ANSWERED, "edgeasp: drawn/: 2 files\n")
    assert {path.name for path in Path("drawn").iterdir()} == {"p2.svg", "p10.svg"}
    board = board_view(SIZES[4].puzzle, SIZES[4].solution)
    assert Path("drawn/p2.svg").read_text(encoding="utf-8") == svg(board)
    assert Path("drawn/p10.svg").read_text(encoding="utf-8") == svg_of_tiles(BOARDS["5x3 unframed"].puzzle)


def test_other_forms_and_files_by_their_names() -> None:
    run("show", "book/p2.puz", "book/p10.puz", "-o", "drawn/", "--format", "png", "--pixels", "20")
    assert {path.name for path in Path("drawn").iterdir()} == {"p2.png", "p10.png"}
    assert Image.open("drawn/p2.png").width < 200
    run("show", "book", "-o", "texts/", "--format", "text", "--ascii")
    assert Path("texts/p2.txt").read_text(encoding="utf-8").isascii()
    run("show", "book", "-o", "pages/", "--format", "html")
    assert "<title>p2.puz</title>" in Path("pages/p2.html").read_text(encoding="utf-8")


def test_each_of_several_solutions_becomes_a_picture() -> None:
    Path("other.sol").write_text(plain.write_sol(BOARDS["4x4 spoilt"].solution), encoding="utf-8")
    run("show", "book/p2.puz", "book/p2.sol", "other.sol", "-o", "drawn/")
    assert {path.name for path in Path("drawn").iterdir()} == {"p2-1.svg", "p2-2.svg"}
    spoilt = BOARDS["4x4 spoilt"]
    assert Path("drawn/p2-2.svg").read_text("utf-8") == svg(board_view(spoilt.puzzle, spoilt.solution))
