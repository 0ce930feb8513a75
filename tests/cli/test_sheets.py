"""`edgeasp sheets` and `generate --sheets`: files, folders, refused options."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from edgeasp.cli import commands, console
from edgeasp.formats import plain
from tests.draw.pictured import SIZES
from tests.support.running import run


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
    assert (
        said == "edgeasp: 5 pages: 2 of tiles and their backs, 1 of boards to place them on, 1 of solutions, 1 empty\n"
    )
    first, back, tray, _, last = pages("gift.pdf")
    assert first.startswith("A\nA\n")  # letters on the tiles
    assert "\nAnna and Ben: 4 x 4 squares, 16 tiles\nCut out the tiles" in first
    assert back.strip() == ""
    assert tray.startswith("A1\nA2\n")
    assert "Board of 4 x 4 squares: place the tiles here" in tray
    assert last.startswith("Solutions")
    assert Path("gift.pdf").read_bytes().count(b"/Subtype /Image") == 1
    text = (run("sheets", "book/p2.puz", "p2.sol", *options[:-1], "svg/"), Path("svg/p2-1.svg").read_text())[1]
    assert 'id="colour-cc3333-heart"' in text
    assert 'fill="#00ff00"' in text
    assert Path("svg/p2-1-back.svg").read_text().count("data:image/jpeg") == 1


def test_without_reportlab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab", None)
    assert refused("book", "-o", "x.pdf") == "PDF needs ReportLab: pip install 'reportlab>=4.2'"
    assert run("sheets", "book", "-o", "x/").status == commands.ANSWERED


ONE = "There is one solution"


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
        ("--size 3 --two-sided", ONE + ", apart from motions of the whole board; the"),
        ("--size 4 --unframed --colours 12 --wrap columns,rows", ONE + ", apart from motions of the whole board; the"),
        ("--preset tetravex", ONE + "; the"),
        ("--size 3 --unframed --colours 4 --clues corner", "With the clues there is one solution; the"),
    ],
)
def test_one_solution_is_one_up_to_what_may_be_done_with_the_board(options: str, words: str) -> None:
    made = run("generate", *options.split(), "--unique", "-o", "y.puz", "--sheets", "y.pdf")
    assert made.status == commands.ANSWERED, made.stderr
    assert words in " ".join(pages("y.pdf")[0].split())


def test_motifs_give_way_to_numbers_where_the_rules_need_these_and_what_is_too_much_is_noted() -> None:
    run("generate", "--size", "3", "--unframed", "--colours", "3", "-o", "x.puz")
    Path("own.txt").write_text("1 = heart, #c33\n2 = star, #33c\n3 = disc, #3c3\n")
    run("sheets", "x.puz", "--partners", "1-2,2-3", "--palette", "own.txt", "-o", "x.pdf")
    assert "these match: 1-2, 2-3" in " ".join(pages("x.pdf")[0].split())
    run("generate", "--size", "5", "--unframed", "--colours", "20", "-o", "y.puz")
    pairs = ",".join(f"{one}-{other}" for one in range(1, 21) for other in range(one + 1, 21) if other != 2)
    done = run("sheets", "y.puz", "--partners", pairs, "-o", "y.pdf")
    assert done.status == commands.ANSWERED
    said = "y: no space on its sheets for the matching colours: see the file of the puzzle\n"
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
