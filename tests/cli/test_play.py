"""`edgeasp play`: what goes on the page, where it is written, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import edgeasp
from edgeasp.api.table import open_in_browser
from edgeasp.cli import commands, console
from edgeasp.formats import plain, viewer
from tests.support import boards
from tests.support.reading import page_data
from tests.support.running import INSTANCES, run

FRAME = boards.FRAME_3X3
SOLVED = next(edgeasp.solve(FRAME))


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "_quiet", False)
    Path("frame.puz").write_text(plain.write_puz(FRAME), encoding="utf-8")
    Path("part.sol").write_text("".join(plain.write_sol(SOLVED).splitlines(keepends=True)[:4]), encoding="utf-8")


def puzzles(path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page_data(path)["puzzles"]
    return found


def laid(puzzle: dict[str, Any]) -> int:
    return sum(code >= 0 for code in puzzle["laid"])


def refused(*arguments: str) -> str:
    before = set(Path().rglob("*"))
    result = run("play", *arguments)
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert set(Path().rglob("*")) == before
    return result.stderr.removeprefix("edgeasp: error: ").rstrip("\n")


def test_a_board_to_go_on_from_and_clues() -> None:
    run("play", "frame.puz", "part.sol", "--no-engine", "-o", "x.html")
    [found] = puzzles("x.html")
    assert (laid(found), found["given"]) == (4, [])
    run("play", "frame.puz", "--clue", "part.sol", "--no-engine", "-o", "x.html", "-q")
    [found] = puzzles("x.html")
    assert (laid(found), len(found["given"])) == (4, 4)


def test_a_link_lies_on_the_table() -> None:
    link = viewer.write_board_link(SOLVED, FRAME).strip()
    run("play", link, "--no-engine", "-o", "x.html")
    [found] = puzzles("x.html")
    assert laid(found) == 9


def test_a_known_puzzle_has_its_title_and_its_clues() -> None:
    run("play", "e2", "--clue", "e2:official", "--no-engine", "-o", "x.html")
    [found] = puzzles("x.html")
    assert (found["name"], laid(found), len(found["given"])) == ("Eternity II", 5, 5)


def test_a_folder_is_one_page_without_solutions_and_easy_puzzles_come_first() -> None:
    Path("book").mkdir()
    for name in ("planted-5x5", "planted-4x4", "frame-3x3"):
        Path(f"book/{name}.puz").write_bytes((INSTANCES / f"{name}.puz").read_bytes())
    Path("book/frame-3x3.sol").write_text(plain.write_sol(SOLVED), encoding="utf-8")
    run("play", "book", "--no-engine", "--no-open")
    assert [(each["name"], laid(each)) for each in puzzles("book-table.html")] == [
        ("frame-3x3", 0),
        ("planted-4x4", 0),
        ("planted-5x5", 0),
    ]


def test_in_a_book_easy_puzzles_come_before_small_ones() -> None:
    """As the files say, in the words of `generate`."""
    Path("book").mkdir()
    for name, level in (("planted-5x5", "easy"), ("planted-4x4", "easy"), ("frame-3x3", "medium")):
        text = (INSTANCES / f"{name}.puz").read_text(encoding="utf-8")
        Path(f"book/{name}.puz").write_text(f"c one solution; {level}: 7 conflicts\n{text}", encoding="utf-8")
    run("play", "book", "--no-engine", "--no-open")
    assert [(each["level"], each["cols"]) for each in puzzles("book-table.html")] == [
        ("easy", 4),
        ("easy", 5),
        ("medium", 3),
    ]


def test_without_a_desktop_no_browser_is_opened() -> None:
    assert not open_in_browser(Path("frame.puz"))


def test_from_python() -> None:
    table = edgeasp.play(edgeasp.load("frame.puz"), puzzle := FRAME, engine=False, names=["a", "b"])
    assert (table.puzzles, table.engine) == (2, False)
    assert table.save("x.html") == Path("x.html")
    assert [each["name"] for each in puzzles("x.html")] == ["a", "b"]
    with pytest.raises(edgeasp.OptionError, match="expected a name for each of 1 puzzles, found 2"):
        edgeasp.play(puzzle, names=["a", "b"])
    with pytest.raises(edgeasp.OptionError, match="expected a puzzle"):
        edgeasp.play()
    twice = edgeasp.Solution((SOLVED.placements[0], edgeasp.Placement(SOLVED.placements[1].tile, *_elsewhere())))
    with pytest.raises(edgeasp.InputError, match="holds 2 tiles"):
        edgeasp.play(edgeasp.load("frame.puz").board(twice))


def _elsewhere() -> tuple[edgeasp.Square, int]:
    return SOLVED.placements[0].square, 0


def test_a_board_before_its_puzzle_is_laid_as_well() -> None:
    run("play", "part.sol", "frame.puz", "--no-engine", "-o", "x.html")
    [found] = puzzles("x.html")
    assert (found["name"], laid(found)) == ("frame", 4)
