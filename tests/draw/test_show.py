"""`edgeasp show`: its options, at a terminal, in a pipe and in files."""

from __future__ import annotations

import re
import subprocess
import sys
from io import BytesIO
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from pypdf import PdfReader

from edgeasp.cli import commands
from edgeasp.draw import terminal
from edgeasp.draw.board import board_picture, tiles_picture
from edgeasp.draw.shapes import write_svg
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.formats import known, plain, viewer
from edgeasp.puzzle.model import Placement, Side, Solution, place_name
from tests.draw.pictured import BOARDS, SIZES, Board, page, png, svg
from tests.formats.test_resolve import E2, any_board
from tests.support.boards import cut_up
from tests.support.fork_server import SCRIPT
from tests.support.forking import surroundings
from tests.support.lanes import thinned
from tests.support.reading import page_content
from tests.support.running import Run, at_terminal, run

TRUE = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
FEWER = {"TERM": "xterm-256color", "COLORTERM": ""}
SIXTEEN = {"TERM": "xterm", "COLORTERM": ""}
NONE = {**TRUE, "NO_COLOR": "1"}
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
BOARD = BOARDS["4x4 spoilt"]
VIEW = board_view(BOARD.puzzle, BOARD.solution)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with boards of three sizes, and an invalid one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for size, each in SIZES.items():
        Path(f"{size}.puz").write_text(plain.write_puz(each.puzzle), encoding="utf-8")
        Path(f"{size}.sol").write_text(plain.write_sol(each.solution), encoding="utf-8")
    Path("bad.sol").write_text(plain.write_sol(BOARD.solution), encoding="utf-8")
    Path("x.clue").write_text(plain.write_sol(BOARD.clues), encoding="utf-8")
    return tmp_path


def refused(result: Run) -> str:
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert 1 <= len(result.stderr.splitlines()) <= 2
    return result.stderr.removeprefix("edgeasp: error: ").strip()


def below(board: Board) -> str:
    """The line below a board that is solved."""
    return f"{board.puzzle.grid.diamonds} of {board.puzzle.grid.diamonds} edges match"


# ---- at a terminal ----


@thinned("size, columns", list(product(SIZES, ("80", "200"))), every=5)
def test_in_colour(size: int, columns: str) -> None:
    status, output = at_terminal("show", f"{size}.puz", f"{size}.sol", COLUMNS=columns, **TRUE)
    assert status == 0
    style = DrawStyle(colour=True)
    text = terminal.draw_board(SIZES[size].puzzle, SIZES[size].solution, int(columns), style).plain
    assert ESCAPE.sub("", output) == f"{text}\n{below(SIZES[size])}\n"
    assert "\x1b[" in output
    assert "48;2;" in output


@thinned("size, columns", list(product(SIZES, ("80", "200"))), every=5)
def test_no_colour_means_no_escape_sequences(size: int, columns: str) -> None:
    status, output = at_terminal("show", f"{size}.puz", f"{size}.sol", "--no-numbers", COLUMNS=columns, **NONE)
    assert status == 0
    text = terminal.draw_board(SIZES[size].puzzle, SIZES[size].solution, int(columns)).plain
    assert output == f"{text}\n{below(SIZES[size])}\n"
    assert "\x1b" not in output
    assert max(map(len, output.splitlines())) <= int(columns)


def test_256_colours_are_painted_and_16_are_not() -> None:
    _, output = at_terminal("show", "16.puz", "16.sol", COLUMNS="80", **FEWER)
    assert "48;5;" in output
    assert "48;2;" not in output
    assert "▝" in output
    _, output = at_terminal("show", "16.puz", "16.sol", COLUMNS="80", **SIXTEEN)
    assert "▝" not in output
    text = terminal.draw_board(SIZES[16].puzzle, SIZES[16].solution, 80).plain
    assert ESCAPE.sub("", output) == f"{text}\n{below(SIZES[16])}\n"


def test_options_reach_the_terminal() -> None:
    _, output = at_terminal(
        "show", "4.puz", "bad.sol", "--ascii", "--tiles", "--turns", "--coordinates", COLUMNS="80", **TRUE
    )
    style = DrawStyle(colour=True, ascii=True, tiles=True, turns=True, coordinates=True)
    text = terminal.draw_board(BOARD.puzzle, BOARD.solution, 80, style).plain
    assert ESCAPE.sub("", output) == f"{text}\n8 of 24 edges match, 12 of 16 tiles\n"
    assert output.isascii()


def test_tiles_in_colour() -> None:
    _, output = at_terminal("show", "10.puz", COLUMNS="80", **TRUE)
    assert output.startswith("10 x 10, framed, 100 tiles, 26 colours\n\n")
    tiles = terminal.draw_tiles(SIZES[10].puzzle, 80, DrawStyle(colour=True)).plain
    assert ESCAPE.sub("", output).split("\n", 2)[2] == tiles + "\n"


# ---- in a pipe and in files ----


def test_a_pipe_gets_text() -> None:
    result = run("show", "4.puz", "bad.sol", "--clue", "x.clue", "--ascii")
    assert result.status == 0
    expected = terminal.draw_board(BOARD.puzzle, BOARD.solution, 80, DrawStyle(ascii=True), BOARD.clues)
    assert result.stdout == expected.plain + "\n"
    assert result.stdout.isascii()


def test_the_format_follows_the_name_of_the_file() -> None:
    for name in ("x.svg", "x.PNG", "x.html", "x.txt"):
        assert run("show", "4.puz", "bad.sol", "-o", name) == Run(0, "", "")
    assert Path("x.svg").read_text(encoding="utf-8") == svg(VIEW)
    assert Path("x.PNG").read_bytes() == png(VIEW)
    assert Path("x.html").read_text(encoding="utf-8") == page(BOARD.puzzle, [("bad", BOARD.solution)], title="4.puz")
    assert (
        Path("x.txt").read_text(encoding="utf-8") == terminal.draw_board(BOARD.puzzle, BOARD.solution, 80).plain + "\n"
    )


def test_a_format_makes_any_name_do_and_standard_output_too() -> None:
    assert run("show", "4.puz", "bad.sol", "-o", "picture", "--format", "png").status == 0
    assert Image.open(BytesIO(Path("picture").read_bytes())).format == "PNG"
    assert run("show", "4.puz", "bad.sol", "--format", "svg").stdout == svg(VIEW)
    assert run("show", "4.puz", "bad.sol", "--format", "svg", "-o", "-").stdout == svg(VIEW)
    assert run("show", "4.puz", "bad.sol", "--format", "html").stdout.startswith("<!")


def test_a_png_goes_into_a_pipe_but_not_to_a_terminal() -> None:
    done = subprocess.run(
        [SCRIPT, "show", "4.puz", "bad.sol", "--format", "png"], capture_output=True, env=surroundings(), check=True
    )
    assert done.stdout == png(VIEW, DrawStyle())
    status, found = at_terminal("show", "4.puz", "bad.sol", "--format", "png", **TRUE)
    assert (status, found) == (
        commands.USAGE,
        "edgeasp: error: a terminal cannot show a PNG: write it to a file with -o\n  FILE.png\n",
    )


def test_options_reach_the_picture() -> None:
    options = ["--numbers", "--tiles", "--turns", "--coordinates", "--no-mismatches", "--pixels", "33"]
    assert run("show", "4.puz", "bad.sol", "--clue", "x.clue", "-o", "x.svg", *options).status == 0
    view = board_view(BOARD.puzzle, BOARD.solution, BOARD.clues)
    style = DrawStyle(numbers=True, tiles=True, turns=True, coordinates=True, mismatches=False, size=33)
    expected = svg(view, style)
    assert Path("x.svg").read_text(encoding="utf-8") == expected


def test_a_caption_has_the_score_the_name_and_the_date(folder: Path) -> None:
    run("show", "4.puz", "4.sol", "-o", "plain.svg")
    run("show", "4.puz", "4.sol", "-o", "x.svg", "--caption", "{name}: {score}, {date}; {other} & <b>")
    text = Path("x.svg").read_text(encoding="utf-8")
    assert re.search(r">4: 24 of 24, \d{4}-\d\d-\d\d; \{other\} &amp; &lt;b&gt;</text>", text)
    plain, captioned = (
        float(re.findall(r'viewBox="0 0 [\d.]+ ([\d.]+)"', Path(name).read_text(encoding="utf-8"))[0])
        for name in ("plain.svg", "x.svg")
    )
    assert captioned > plain
    run("show", "4.puz", "4.sol", "4.sol", "-o", "x.pdf", "--caption", "{score} of {name}")
    assert PdfReader("x.pdf").pages[0].extract_text().count("24 of 24 of 4\n") == 2
    assert refused(run("show", "4.puz", "-o", "x.svg", "--caption", "x")).startswith("--caption needs a board")


def test_a_caption_is_one_line_of_what_can_be_drawn(folder: Path) -> None:
    run("show", "4.puz", "4.sol", "-o", "x.svg", "--caption", "two\nlines \x1b[1m")
    text = (folder / "x.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert ">two lines \\x1b[1m</text>" in text


@pytest.mark.parametrize("form", ["png", "pdf"])
def test_letters_that_pictures_cannot_show_are_named(folder: Path, form: str) -> None:
    """Those of most languages of Europe are there."""
    found = run("show", "4.puz", "4.sol", "-o", f"x.{form}", "--caption", "Grüße, Ж")
    assert found.stderr == "edgeasp: the font of PNG and PDF files has no Ж: a picture as .svg shows them\n"
    (folder / "own.txt").write_text("1 = Ж\n", encoding="utf-8")
    found = run("show", "4.puz", "4.sol", "-o", f"x.{form}", "--palette", "own.txt")
    assert "has no Ж" in found.stderr


def test_a_list_has_a_line_for_each_square() -> None:
    lines = run("show", "4.puz", "bad.sol", "--clue", "x.clue", "--format", "list").stdout.splitlines()
    puzzle, on = BOARD.puzzle, BOARD.solution.by_square()
    view = board_view(puzzle, BOARD.solution, BOARD.clues)
    assert lines[0] == f"Board of 4 x 4: {view.summary}"
    squares = [line for line in lines[1:] if line]
    assert len(squares) == 16
    for square, line in zip(puzzle.grid.squares, squares, strict=True):
        assert line.startswith(f"{place_name(square)}: ")
        assert ("empty" in line) == (square not in on)
        assert line.count("no match on its") == sum(view.has_mismatch(square, side) for side in Side)
        assert ("clue" in line) == (square in BOARD.clues.by_square())
        if square in on:
            sides = dict(zip(("top", "right", "bottom", "left"), puzzle.sides(on[square]), strict=True))
            assert ", ".join(f"{word} {colour}" for word, colour in sides.items()) in line
    run("show", "4.puz", "--format", "list", "-o", "x.txt")
    tiles = Path("x.txt").read_text(encoding="utf-8").splitlines()
    assert tiles[0] == "16 tiles for a board of 4 x 4"
    assert len(tiles) == 18


def test_tiles_and_clues_without_a_solution() -> None:
    assert run("show", "4.puz", "-o", "tiles.svg").status == 0
    assert Path("tiles.svg").read_text(encoding="utf-8") == write_svg(tiles_picture(BOARD.puzzle), 80)
    assert run("show", "4.puz", "-o", "tiles.png").status == 0
    assert Image.open("tiles.png").size == (round(0.8 * (18 + 4 * 130)), round(0.8 * (18 + 4 * 160)))
    assert run("show", "4.puz", "--clue", "x.clue", "-o", "clues.svg").status == 0
    assert Path("clues.svg").read_text(encoding="utf-8") == write_svg(
        board_picture(board_view(BOARD.puzzle, BOARD.clues, BOARD.clues)), 80
    )
    assert run("show", "4.puz", "--clue", "x.clue").stdout.count("◆") == 4
    assert run("show", "4.puz", "-o", "tiles.txt").status == 0
    assert Path("tiles.txt").read_text(encoding="utf-8") == run("show", "4.puz").stdout


def test_the_address_of_a_board_is_shown_as_that_board() -> None:
    address = viewer.board_link(SIZES[4].puzzle, SIZES[4].solution, "bucas")
    assert address
    result = run("show", address)
    assert result.stdout == terminal.draw_board(SIZES[4].puzzle, SIZES[4].solution, 80).plain + "\n"


def test_a_page_takes_several_solutions_and_folders_in_the_order_of_their_numbers() -> None:
    Path("all").mkdir()
    names = [f"sol_{number}" for number in range(1, 12)]
    for name in names:
        Path(f"all/{name}.sol").write_text(plain.write_sol(SIZES[4].solution), encoding="utf-8")
    Path("all/notes.txt").write_text("no solution", encoding="utf-8")
    assert run("show", "4.puz", "all", "bad.sol", "-o", "x.html").status == 0
    boards = [(name, SIZES[4].solution) for name in names] + [("bad", BOARD.solution)]
    assert Path("x.html").read_text(encoding="utf-8") == page(BOARD.puzzle, boards, title="4.puz")


def test_a_page_without_a_solution() -> None:
    assert run("show", "4.puz", "-o", "x.html").status == 0
    assert Path("x.html").read_text(encoding="utf-8") == page(BOARD.puzzle, [], title="4.puz")
    assert run("show", "4.puz", "--clue", "x.clue", "-o", "x.html").status == 0
    assert Path("x.html").read_text(encoding="utf-8") == page(
        BOARD.puzzle, [("clues", BOARD.clues)], BOARD.clues, title="4.puz"
    )


def test_nothing_but_the_file_is_left_behind(folder: Path) -> None:
    before = set(folder.iterdir())
    run("show", "4.puz", "4.sol", "-o", "x.png")
    assert set(folder.iterdir()) - before == {folder / "x.png"}


# ---- what makes no sense ----


def test_a_size_is_that_of_the_board() -> None:
    assert run("show", "4.puz", "-o", "x.svg", "--size", "4").status == commands.ANSWERED


def test_without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("x.png").write_bytes(b"as it was")
    monkeypatch.setitem(sys.modules, "PIL", None)
    message = refused(run("show", "4.puz", "4.sol", "-o", "x.png"))
    assert message == "PNG needs Pillow: pip install 'pillow>=10.1'"
    assert Path("x.png").read_bytes() == b"as it was"
    assert run("show", "4.puz", "4.sol", "-o", "x.svg").status == 0


def test_a_svg_needs_neither_rich_nor_pillow() -> None:
    code = (
        "import sys; sys.modules.update(rich=None, PIL=None, clingo=None, jinja2=None)\n"
        "from edgeasp.cli.commands import app; app(['show', '4.puz', '4.sol', '-o', 'x.svg'], prog_name='edgeasp')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert Path("x.svg").read_text(encoding="utf-8") == svg(board_view(SIZES[4].puzzle, SIZES[4].solution))


def test_a_reader_that_stops_early_is_no_error() -> None:
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; '{SCRIPT}' show 16.puz 16.sol --format svg | head -n 1"],
        capture_output=True,
        text=True,
        env=surroundings(),
        check=False,
    )
    assert done.stdout.startswith("<svg ")
    assert done.stderr == ""
    assert done.returncode in (0, commands.BROKEN_PIPE)


def test_an_empty_board() -> None:
    Path("none.sol").write_text("", encoding="utf-8")
    assert run("show", "4.puz", "none.sol").stdout.count("·") == 16
    assert run("show", "4.puz", "none.sol", "-o", "x.svg").status == 0
    assert Path("x.svg").read_text(encoding="utf-8") == svg(board_view(BOARD.puzzle, Solution()))


def test_a_picture_has_the_palette_of_the_gift(folder: Path) -> None:
    (folder / "own.txt").write_text("1 = heart, #c01030\n2 = Q\n", encoding="utf-8")
    assert run("show", "4.puz", "4.sol", "-o", "own.svg", "--palette", "own.txt").status == 0
    drawn = (folder / "own.svg").read_text(encoding="utf-8")
    assert "#c01030" in drawn
    assert ">Q</text>" in drawn
    assert run("show", "4.puz", "4.sol", "-o", "own.html", "--palette", "own.txt").status == 0
    data = (folder / "own.html").read_text(encoding="utf-8")
    assert '"rgb":"#c01030","ink":"#ffffff"' in data
    assert '"letters":"Q"' in data


@pytest.mark.parametrize("caption", ["WALTER HAMMERMANN, MÜNCHEN", "W" * 40, "Ä{score} %&@" * 4])
def test_a_caption_is_whole_whatever_its_letters_are(folder: Path, caption: str) -> None:
    run("show", "4.puz", "4.sol", "-o", "x.png", "--pixels", "40", "--caption", caption)
    with Image.open("x.png") as picture:
        grey = picture.convert("L")
    below = grey.crop((0, grey.height - 30, grey.width, grey.height))
    assert min(below.tobytes()) < 128
    for edge in (0, grey.width - 2):
        assert set(below.crop((edge, 0, edge + 2, 30)).tobytes()) == {255}
    long = " ".join([caption] * 12)
    Path(f"{'x' * 150}.puz").write_bytes(Path("4.puz").read_bytes())
    run("show", f"{'x' * 150}.puz", "4.sol", "4.sol", "-o", "x.pdf", "--caption", long)
    begins: list[float] = []
    PdfReader("x.pdf").pages[0].extract_text(visitor_text=lambda _, __, matrix, ___, ____: begins.append(matrix[4]))
    assert len(begins) >= 5
    assert min(begins) >= 0


def test_the_list_says_which_tiles_are_turned_over() -> None:
    Path("two.puz").write_text("c edgeasp turning over\n2 2\n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n", encoding="utf-8")
    Path("two.sol").write_text("0 0 0 4\n1 1 0 0\n2 0 1 0\n3 1 1 0\n", encoding="utf-8")
    text = run("show", "two.puz", "two.sol", "--format", "list").stdout
    assert "A1: tile 0 flipped, top " in text
    assert "A2: tile 1, top " in text


def test_text_and_list_name_what_is_left_over_once_the_board_is_full() -> None:
    Path("five.puz").write_text("c edgeasp spare 2\n2 2\n" + 6 * "1 1 1 1\n", encoding="utf-8")
    Path("five.sol").write_text("0 0 0 0\n1 1 0 0\n3 0 1 0\n5 1 1 0\n", encoding="utf-8")
    for form in ("text", "list"):
        assert run("show", "five.puz", "five.sol", "--format", form).stdout.endswith("\n\nspare: tile 2, tile 4\n")
    Path("part.sol").write_text("0 0 0 0\n", encoding="utf-8")
    for form in ("text", "list"):
        assert "left over" not in run("show", "five.puz", "part.sol", "--format", form).stdout


def test_the_list_of_tiles_says_which_lie_in_some_ways_only() -> None:
    Path("some.puz").write_text("c edgeasp tiles 1 only 0,2\n2 2\n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n", "utf-8")
    text = run("show", "some.puz", "--format", "list").stdout
    assert "tile 1: top 1, right 2, bottom 3, left 4, only with rotation 0 or 2\n" in text
    assert text.count("only") == 1


# ---- boards of many sizes, and pages ----


@pytest.mark.parametrize(("size", "colours"), [(4, 5), (10, 20), (16, 55)])
@pytest.mark.parametrize("state", ["tiles", "solved", "scrambled", "partial"])
def test_show_fits_into_80_columns(size: int, colours: int, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, solution = cut_up(size, size, colours)
    Path("board.puz").write_text(plain.write_puz(puzzle), encoding="utf-8")
    placements = list(solution)
    if state == "scrambled":
        placements = [Placement(each.tile, each.square, (each.rot + each.tile) % 4) for each in placements]
    if state == "partial":
        placements = placements[::2]
    given = plain.write_sol(Solution(tuple(placements)))
    monkeypatch.setenv("COLUMNS", "80")
    result = run("show", "board.puz", *([] if state == "tiles" else ["-"]), given=given)
    assert result.status == 0
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) > 2 * size
    assert ("*" in result.stdout) == (state == "scrambled")


def test_the_page_has_the_card() -> None:
    link = viewer.write_board_link(any_board(21), E2.puzzle).strip()
    assert run("show", link, "-o", "x.html").status == 0
    page = Path("x.html").read_text(encoding="utf-8")
    data = page + page_content(page)
    assert '["puzzle","Eternity II, tiles as published"]' in data
    assert '["official clues","' in data
    assert '"numbers":[1,2,3,' in data
    assert "<title>Eternity II</title>" in data
    assert known.eternity2().title in data
