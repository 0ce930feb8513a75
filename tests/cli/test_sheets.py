"""`edgeasp sheets` and `generate --sheets`: files, folders, refused options."""

from __future__ import annotations

import re
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from edgeasp.cli import commands, console
from edgeasp.formats import plain
from tests.draw.pictured import SIZES
from tests.support.running import INSTANCES, run


@pytest.fixture(autouse=True)
def _in_a_folder_with_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "_quiet", False)
    Path("book").mkdir()
    for name in ("p2", "p10"):
        Path(f"book/{name}.puz").write_text(plain.write_puz(SIZES[4].puzzle), encoding="utf-8")
    Path("book/p10.sol").write_text(plain.write_sol(SIZES[4].solution), encoding="utf-8")


def pages(name: str) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in PdfReader(BytesIO(Path(name).read_bytes())).pages]


def refused(*arguments: str) -> str:
    before = set(Path().rglob("*"))
    result = run("sheets", *arguments)
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert set(Path().rglob("*")) == before
    return result.stderr.removeprefix("edgeasp: error: ").rstrip("\n")


def test_a_folder_becomes_one_pdf_with_solutions_at_the_end() -> None:
    result = run("sheets", "book", "-o", "x.pdf")
    assert (result.status, result.stdout) == (commands.ANSWERED, "")
    assert result.stderr == "edgeasp: 5 pages: 4 of tiles and their backs, 1 of solutions\n"
    found = pages("x.pdf")
    assert [text.split(":")[0] for text in (found[0], found[2])] == ["p2", "p10"]
    assert found[4].startswith("Solutions\np10\n")


@pytest.mark.long
def test_files_with_the_same_name_belong_together() -> None:
    run("sheets", "book/p2.puz", "book/p10.puz", "book/p10.sol", "-o", "x.pdf", "--backs", "none")
    assert [text.split(":")[0] for text in pages("x.pdf")[:2]] == ["p2", "p10"]
    assert pages("x.pdf")[2].startswith("Solutions\np10\n")
    run("sheets", "book", "-o", "x.pdf", "--no-solved", "--quiet")
    assert len(pages("x.pdf")) == 4


def test_a_folder_of_svg_files() -> None:
    run("sheets", "book/p10.puz", "book/p10.sol", "-o", "svg/")
    assert {path.name for path in Path("svg").iterdir()} == {"p10-1.svg", "p10-1-back.svg", "solutions-1.svg"}
    assert '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm"' in Path("svg/p10-1.svg").read_text()


def test_one_page_as_svg_on_other_paper() -> None:
    options = ["--backs", "none", "--paper", "letter", "--width", "20", "-o", "x.svg"]
    assert run("sheets", "book/p2.puz", *options).stderr == "edgeasp: 1 page: 1 of tiles\n"
    assert 'width="215.9mm" height="279.4mm" viewBox="0 0 1079.5 1397"' in Path("x.svg").read_text()


def test_clues_come_before_solutions_and_never_on_the_same_paper() -> None:
    Path("x.clue").write_text(
        "".join(plain.write_sol(SIZES[4].solution).splitlines(keepends=True)[:1]), encoding="utf-8"
    )
    run("sheets", "book/p10.puz", "book/p10.sol", "--clue", "x.clue", "-o", "x.pdf")
    texts = pages("x.pdf")
    assert [text.split("\n")[0].split(":")[0] for text in texts[:1] + texts[2:]] == ["p10", "Clues", "", "Solutions"]


@pytest.mark.long
def test_generate_writes_sheets_as_well() -> None:
    options = ["--size", "4", "-n", "2", "-o", "new/", "--save-solution", "new/", "--sheets", "new.pdf"]
    options += ["--paper", "letter"]
    result = run("generate", *options)
    assert result.stderr.endswith("edgeasp: new.pdf: 5 pages: 4 of tiles and their backs, 1 of solutions\n")
    assert pages("new.pdf")[4].startswith("Solutions\npuzzle_1\n")
    assert PdfReader("new.pdf").pages[0].mediabox.width == pytest.approx(612)
    run("sheets", "new", "-o", "again.pdf", "--paper", "letter")
    assert pages("again.pdf") == pages("new.pdf")
    assert run("generate", "--size", "3", "--random", "--sheets", "one/", "--seed", "4").stdout.startswith("c edgeasp")
    assert {path.name for path in Path("one").iterdir()} == {"puzzle_4-1.svg", "puzzle_4-1-back.svg"}


def test_the_present_has_a_title_a_palette_and_a_photograph() -> None:
    """Two pages of tiles and backs, a board, an empty page, the solution; the photograph is in the file once."""
    run("solve", "book/p2.puz", "-o", "p2.sol")
    Path("own.txt").write_text("1 = heart, #c33\n2 = A\n\n3 = , #00ff00\n", encoding="utf-8")
    Image.new("RGB", (300, 200), "#123456").save("us.jpg")
    options = ["--title", "Anna and Ben", "--palette", "own.txt", "--picture", "us.jpg", "--tray", "-o", "gift.pdf"]
    said = run("sheets", "book/p2.puz", "p2.sol", *options).stderr
    assert said == "edgeasp: 5 pages: 2 of tiles and their backs, 1 of boards to lay them on, 1 of solutions, 1 empty\n"
    first, back, tray, _, last = pages("gift.pdf")
    assert first.startswith("A\nA\n")  # letters on the tiles
    assert "\nAnna and Ben: 4 x 4 squares, 16 tiles\nCut out the tiles" in first
    assert back.strip() == ""
    assert tray.startswith("A1\nA2\n")
    assert "Board of 4 x 4 squares: lay the tiles here" in tray
    assert last.startswith("Solutions")
    assert Path("gift.pdf").read_bytes().count(b"/Subtype /Image") == 1
    text = (run("sheets", "book/p2.puz", "p2.sol", *options[:-1], "svg/"), Path("svg/p2-1.svg").read_text())[1]
    assert 'id="colour-cc3333-heart"' in text
    assert 'fill="#00ff00"' in text
    assert Path("svg/p2-1-back.svg").read_text().count("data:image/jpeg") == 1


def test_lines_below_the_title_are_those_that_are_given() -> None:
    run("sheets", "book/p2.puz", "-o", "x.pdf", "--text", "One.", "--text", "Two.")
    assert [line.strip() for line in pages("x.pdf")[0].split("\n")[:3]] == [
        "p2: 4 x 4 squares, 16 tiles",
        "One.",
        "Two.",
    ]
    run("sheets", "book/p2.puz", "-o", "x.pdf", "--text", "")
    assert pages("x.pdf")[0].split("\n")[1].startswith("50 mm")


def test_pieces_of_eternity_ii_have_their_numbers() -> None:
    run("sheets", "e2", "-o", "x/", "--width", "15")
    texts = [path.read_text(encoding="utf-8") for path in Path("x").glob("*-back.svg")]
    assert {word for text in texts for word in re.findall(r">(\d+)</text>", text)} == set(map(str, range(1, 257)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("book -o x.pdf --text a --text b --text c --text d", "--text: expected up to 3 lines, found 4"),
        ("book -o x.pdf --picture-on tray", "--picture-on says where a photograph is: name it by --picture"),
        (
            "book/p2.puz -o x.pdf --picture us.jpg",
            "p2: expected its solution, by which the photograph is divided: edgeasp solve makes one",
        ),
        ("book -o x.pdf --picture no.jpg --picture-on tray", "no.jpg: cannot be read: no such file or directory"),
        (
            "book -o x.pdf --picture book/p2.puz --picture-on tray",
            "book/p2.puz: expected a photograph, such as a .jpg or a .png",
        ),
        ("book -o x.pdf --palette none.txt", "none.txt: cannot be read: no such file or directory"),
        ("book -o x.txt", "x.txt: expected a name that ends in .pdf or .svg, or a folder such as sheets/"),
        ("book/p2.puz -o x.svg", "x.svg: expected a folder such as sheets/, or a .pdf, for 2 pages"),
        ("book/p10.sol -o x.pdf", "expected a puzzle, found solutions only"),
        ("book/p2.puz book/p2.puz -o x.pdf", "book/p2.puz: expected puzzles with different names"),
        ("missing.puz -o x.pdf", "missing.puz: cannot be read: no such file or directory"),
        (
            "book -o missing/x.pdf",
            "missing/x.pdf: cannot be written: no such file or directory\n"
            "the folder missing is not there: mkdir -p missing",
        ),
        ("book -o x.pdf --width 200", "expected tiles of at most 182 mm on a4 paper, not 200 mm"),
        ("book ../nowhere.sol -o x.pdf", "../nowhere.sol: expected the solution of a puzzle of the same name"),
        ("empty -o x.pdf", "empty: expected a folder with .puz files"),
    ],
)
def test_refused(arguments: str, message: str) -> None:
    Image.new("RGB", (30, 20)).save("us.jpg")
    Path("empty").mkdir()
    assert refused(*arguments.split()) == message


def test_without_reportlab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab", None)
    assert refused("book", "-o", "x.pdf") == "PDF needs ReportLab: pip install 'reportlab>=4.2'"
    assert run("sheets", "book", "-o", "x/").status == commands.ANSWERED


def test_a_page_for_each_kind_of_puzzle() -> None:
    for name in ("golden.lp", "planted-6x4-signed.puz", "planted-16x16.puz"):
        assert run("sheets", INSTANCES / name, "-o", "x.pdf").status == commands.ANSWERED


def test_letters_that_pdf_files_cannot_show_are_named() -> None:
    text = run("generate", "--size", "3", "-q").stdout
    Path("x.puz").write_text(text, encoding="utf-8")
    done = run("sheets", "x.puz", "--title", "é 日本", "-o", "x.pdf")
    assert done.status == commands.ANSWERED
    assert "the font of PNG and PDF files has no 日本: a folder of .svg files shows them\n" in done.stderr
    assert "has no" not in run("sheets", "x.puz", "--title", "é", "-o", "y.pdf").stderr
    assert "has no" not in run("sheets", "x.puz", "--title", "日本", "-o", "folder/").stderr


def test_backs_of_tiles_that_may_be_turned_over_are_numbered_and_no_photograph() -> None:
    """By the numbers the solution says which side is up."""
    run("generate", "--size", "3", "--two-sided", "-o", "two.puz", "--save-solution", "two.sol")
    run("sheets", "two.puz", "two.sol", "-o", "two.pdf")
    assert set(pages("two.pdf")[1].split()) == {f"{tile}'" for tile in range(9)}
    Image.new("RGB", (300, 300), "#123456").save("us.jpg")
    words = refused("two.puz", "two.sol", "--picture", "us.jpg", "-o", "x.pdf")
    assert words == (
        "two: a photograph on backs does not know puzzles with tiles that may be turned over: add --picture-on tray"
    )
    arguments = ["two.puz", "two.sol", "--picture", "us.jpg", "--picture-on", "tray", "-o", "x.pdf"]
    assert run("sheets", *arguments).status == commands.ANSWERED


ONE = "There is one solution"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("", ONE + ", but for turns of the whole board; this puzzle is easy."),
        ("--wrap columns --unframed", ""),
        ("--unframed", ""),
        ("--partners different --unframed", ""),
    ],
)
def test_what_was_found_out_is_said_of_the_puzzle_in_the_file_alone(options: str, words: str) -> None:
    puzzle = plain.write_puz(SIZES[4].puzzle)
    Path("x.puz").write_text(f"c one solution up to rotation of the board; easy: 7 conflicts\n{puzzle}")
    assert run("sheets", "x.puz", *options.split(), "-o", "x.pdf").status == commands.ANSWERED
    text = " ".join(pages("x.pdf")[0].split())
    assert (words or ONE) in text if words else ONE not in text and "easy" not in text


def test_one_solution_that_keeps_the_clues_is_one_with_these() -> None:
    run("generate", "--size", "3", "--unframed", "--colours", "4", "--clues", "corner", "--unique", "-o", "x.puz")
    run("solve", "x.puz", "--clue", "x.clue", "-o", "x.sol")
    Path("other.clue").write_text(Path("x.sol").read_text().splitlines()[-1])
    Path("both.clue").write_text(Path("x.clue").read_text() + Path("other.clue").read_text())
    for clues, words in {
        "": None,
        "both.clue": None,
        "x.clue": "With the clues there is one solution.",
        "other.clue": None,
    }.items():
        run("sheets", "x.puz", *(["--clue", clues] if clues else []), "-o", "x.pdf")
        text = " ".join(pages("x.pdf")[0].split())
        assert words in text if words else "one solution" not in text


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--size 3 --two-sided", ONE + ", but for motions of the whole board; the"),
        ("--size 4 --unframed --colours 12 --wrap columns,rows", ONE + ", but for motions of the whole board; the"),
        ("--preset tetravex", ONE + "; the"),
        ("--size 3 --unframed --colours 4 --clues corner", "With the clues there is one solution; the"),
    ],
)
def test_one_solution_is_one_up_to_what_may_be_done_with_the_board(options: str, words: str) -> None:
    made = run("generate", *options.split(), "--unique", "-o", "y.puz", "--sheets", "y.pdf")
    assert made.status == commands.ANSWERED, made.stderr
    assert words in " ".join(pages("y.pdf")[0].split())


def test_colours_that_meet_several_go_by_number_and_the_rules_list_them() -> None:
    run("generate", "--size", "3", "--unframed", "--colours", "5", "-o", "x.puz")
    run("sheets", "x.puz", "--partners", "1-2,1-3,4-4,4-2", "-o", "x.pdf")
    text = " ".join(pages("x.pdf")[0].split())
    assert "Where two tiles meet, these go together: 1-2, 1-3, 2-4, 4-4, 5-5" in text


def test_other_clues_may_leave_no_solution_so_nothing_is_said_of_one() -> None:
    Path("x.puz").write_text(f"c one solution up to rotation of the board\n{plain.write_puz(SIZES[4].puzzle)}")
    Path("x.clue").write_text(plain.write_sol(SIZES[4].solution).splitlines()[0])
    run("sheets", "x.puz", "--clue", "x.clue", "-o", "x.pdf")
    assert "one solution" not in pages("x.pdf")[0]


def test_motifs_give_way_to_numbers_where_the_rules_need_these_and_what_is_too_much_is_noted() -> None:
    run("generate", "--size", "3", "--unframed", "--colours", "3", "-o", "x.puz")
    Path("own.txt").write_text("1 = heart, #c33\n2 = star, #33c\n3 = disc, #3c3\n")
    run("sheets", "x.puz", "--partners", "1-2,2-3", "--palette", "own.txt", "-o", "x.pdf")
    assert "these go together: 1-2, 2-3" in " ".join(pages("x.pdf")[0].split())
    run("generate", "--size", "5", "--unframed", "--colours", "20", "-o", "y.puz")
    pairs = ",".join(f"{one}-{other}" for one in range(1, 21) for other in range(one + 1, 21) if other != 2)
    done = run("sheets", "y.puz", "--partners", pairs, "-o", "y.pdf")
    assert done.status == commands.ANSWERED
    said = "y: which colours go together has no room on its sheets; the file of the puzzle says it\n"
    assert said in done.stderr
    run("sheets", "x.puz", "--partners", "1-2,2-3", "--palette", "own.txt", "--text", "Have fun", "-o", "x.pdf")
    assert {"1", "2"} & set(pages("x.pdf")[0].split()) == set()


def test_what_was_found_out_is_read_as_the_puzzle_was_and_no_file_beside_it_is_needed() -> None:
    sides = "".join(plain.write_puz(SIZES[4].puzzle).splitlines(keepends=True)[1:])
    Path("x.puz").write_text(f"c one solution\n{sides}")
    cols, rows = SIZES[4].puzzle.cols, SIZES[4].puzzle.rows
    assert run("sheets", "x.puz", "--size", f"{cols}x{rows}", "-o", "x.pdf").status == commands.ANSWERED
    assert ONE in " ".join(pages("x.pdf")[0].split())
    Path("y.puz").write_text(f"c one solution that keeps the clues\n{plain.write_puz(SIZES[4].puzzle)}")
    Path("y.clue").write_text("no clue\n")
    assert run("sheets", "y.puz", "-o", "y.pdf").status == commands.ANSWERED
    assert "one solution" not in pages("y.pdf")[0]


def test_a_board_that_is_drawn_by_itself_leaves_a_single_page_single() -> None:
    run("generate", "--mask", "###/#.#/###", "-o", "x.puz")
    assert run("sheets", "x.puz", "--backs", "none", "-o", "x.svg").status == commands.ANSWERED
    run("sheets", "x.puz", "--backs", "none", "-o", "x.pdf")
    assert len(pages("x.pdf")) == 2
    run("sheets", "x.puz", "--backs", "none", "--no-tray", "-o", "x.pdf")
    assert len(pages("x.pdf")) == 1
