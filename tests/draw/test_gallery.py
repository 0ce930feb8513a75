"""`edgeasp show` of several puzzles: a file each in a folder, or all of them on one page."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from edgeasp.cli import commands, console
from edgeasp.draw.page.html import Exhibit, gallery
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.formats import plain
from tests.draw.pictured import BOARDS, SIZES, svg, svg_of_tiles
from tests.draw.test_svg import numbers_of, sides_on
from tests.support.running import run


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
    assert "24 of 24 diamonds match: solved" in page
    defined = re.findall(r'<g id="(colour-\d+)">', page)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r'href="#(colour-\d+)"', page)) == set(defined)


def test_a_gallery_needs_nothing_else_and_runs_nothing() -> None:
    page = gallery([Exhibit("<b>&", SIZES[4].puzzle, SIZES[4].solution)], '"><script>')
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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("book", "book: cannot be read: is a directory"),
        (
            "book/p2.puz book/p10.puz",
            "several puzzles go to a folder, such as -o pictures/, or to a page, such as -o x.html",
        ),
        ("book -o x.svg", "several puzzles go to a folder, such as -o pictures/, or to a page, such as -o x.html"),
        ("book -o x.html --ascii", "--ascii is for text; a page has switches"),
        ("book nothing.sol -o x.html", "nothing.sol: expected the solution of a puzzle of the same name"),
        ("book/p2.puz -o nowhere/x/", "nowhere/x/: expected a folder: no such file or directory"),
    ],
)
def test_refused(arguments: str, message: str) -> None:
    result = run("show", *arguments.split())
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert result.stderr.splitlines()[0] == f"edgeasp: error: {message}"
    assert {path.name for path in Path().iterdir()} == {"book"}
