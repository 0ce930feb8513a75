"""`edgeasp check` of a link alone, names of known puzzles, and `--size`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from edgeasp.cli import commands
from edgeasp.formats import known, plain, viewer
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Solution
from tests.cli.commands.material import PUZ, PUZZLE, SOL, refused, run
from tests.formats.test_laying import E2, any_board, copy_of_e2
from tests.support.reading import page_content
from tests.tools.schemas import FOLDER

BOARD = any_board(21)
LINK = viewer.write_board(BOARD, E2.puzzle).strip()
SCORE = check(E2.puzzle, BOARD).matched
SCHEMA = json.loads((FOLDER / "check.schema.json").read_text(encoding="utf-8"))


def record(*arguments: str) -> dict[str, object]:
    result = run("check", *arguments, "--format", "json")
    assert result.exit_code in (commands.ANSWERED, commands.UNANSWERED)
    values: dict[str, object] = json.loads(result.stdout)
    Draft202012Validator(SCHEMA).validate(values)
    return values


@pytest.mark.sample(4)
@pytest.mark.parametrize("how", ["argument", "file", "stream", "mail", "boarddoc"])
def test_a_link_alone_is_enough(how: str) -> None:
    Path("mail.txt").write_text(f"Dear all,\n{LINK}\nbest\n", encoding="utf-8")
    Path("board.url").write_text(LINK, encoding="utf-8")
    Path("board.json").write_text(viewer.write_boarddoc(BOARD, E2.puzzle), encoding="utf-8")
    name = {"argument": LINK, "file": "board.url", "stream": "-", "mail": "mail.txt", "boarddoc": "board.json"}[how]
    result = run("check", name, given=LINK if how == "stream" else None)
    assert result.exit_code == commands.UNANSWERED
    lines = result.stdout.splitlines()
    assert f"score: {SCORE} of 480 diamonds" in lines
    assert "puzzle: Eternity II, tiles as published" in lines
    assert "tiles: 256 of 256, each once" in lines
    assert any(line.startswith("official clues: ") for line in lines)
    assert "its tiles are those of Eternity II, numbered as published" in result.stderr


@pytest.mark.long
def test_a_copy_says_how_it_differs() -> None:
    Path("copy.puz").write_text(plain.write_puz(copy_of_e2(2)), encoding="utf-8")
    result = run("check", "copy.puz", LINK)
    assert f"score: {SCORE} of 480 diamonds" in result.stdout.splitlines()
    words = " ".join(result.stdout.split())
    assert "puzzle: Eternity II, colours renamed, tiles in another order, tiles turned tiles: 256 of 256" in words
    assert "under other names (colours renamed, tiles in another order, tiles turned): translated" in result.stderr
    assert "known as            Eternity II, colours renamed, tiles in another order," in run("info", "copy.puz").stdout


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["e2", "copy.puz"])
def test_the_official_clues_are_all_kept(name: str) -> None:
    Path("copy.puz").write_text(plain.write_puz(copy_of_e2(2)), encoding="utf-8")
    result = run("check", name, "e2:official")
    assert "official clues: 5 of 5 kept: I8 (139), C3 (208), C14 (255), N3 (181), N14 (249)" in result.stdout
    values = record(name, "e2:official")
    assert (values["placed"], values["known_as"]) == (5, "Eternity II")
    assert json.loads(run("info", name, "--clue", "e2:official", "--format", "json").stdout)["clues"] == 5


def test_the_json() -> None:
    values = record(LINK)
    assert (values["score"], values["diamonds"], values["placed"], values["solved"]) == (SCORE, 480, 256, False)
    assert (values["board"], values["differences"], values["rules"]) == (None, [], None)
    assert len(values["mismatches"]) == 480 - SCORE  # type: ignore[arg-type]
    ordinary = record("puzzle.puz", "x.sol", "--rules")
    assert (ordinary["solved"], ordinary["known_as"], ordinary["official_clues"], ordinary["rules"]) == (
        True, "instances/frame-3x3.puz", None, []
    )  # fmt: skip
    assert (ordinary["puzzle"], ordinary["board"], ordinary["frame_whole"]) == ("puzzle.puz", "x.sol", True)


def test_a_tile_that_lies_twice_is_named() -> None:
    first, second, *rest = BOARD.placements
    twice = Solution((first, Placement(first.tile, second.square, 0), *rest))
    text = viewer.write_board(twice, E2.puzzle).strip()
    values = record(text)
    [again] = values["repeated"]  # type: ignore[misc]
    assert again["piece"] == first.tile + 1  # type: ignore[has-type]
    assert "255 of 256 on 256 squares" in run("check", text).stdout
    assert refused(run("solve", "e2", "--clue", text)).startswith("the address: expected tiles of the puzzle")
    result = run("convert", text, "--to", "sol")
    assert (result.exit_code, result.stdout) == (commands.USAGE, "")
    assert result.stderr.endswith(f"error: tile {first.tile + 1} lies on several squares: edgeasp check lists them\n")


def test_a_board_of_a_puzzle_that_is_known_by_name_only() -> None:
    link = viewer.write_board(plain.read_sol(SOL, PUZZLE, "x"), PUZZLE).strip()
    result = run("check", link)
    assert (result.exit_code, result.stdout.splitlines()) == (
        commands.ANSWERED,
        [
            "solved",
            "score: 12 of 12 diamonds",
            "puzzle: instances/frame-3x3.puz",
            "tiles: 9 of 9, each once",
            "mismatches: none",
            "frame: whole; 8 of 8 diamonds along it match",
        ],
    )


def test_a_part_of_a_board_whose_tiles_are_not_known_is_shown_and_checked_only() -> None:
    link = viewer.write_board(plain.read_sol(SOL, PUZZLE, "x"), PUZZLE).strip().replace("&board_pieces=", "&x=")
    part = link.partition("&x=")[0][:-8]
    shown = run("show", part)
    assert shown.exit_code == 0
    assert shown.stdout.count("·") == 2
    assert "tiles: 7 of 9, each once" in run("check", part).stdout
    assert "the last 2 squares are missing" in shown.stderr
    for command in ("solve", "info", "facts"):
        assert "expected a tile on every square, found 2 empty" in refused(run(command, part))


def test_a_puzzle_alone_is_no_board() -> None:
    result = run("check", "puzzle.puz")
    assert (result.exit_code, result.stdout) == (commands.USAGE, "")
    assert "SOLUTION" in result.stderr


def test_clues_of_a_puzzle_file_are_carried_over() -> None:
    result = run("solve", "puzzle.puz", "--clue", "puzzle.json", "-o", "new.sol")
    assert result.exit_code == 0
    assert "3 0 0 1" in Path("new.sol").read_text(encoding="utf-8").splitlines()
    other = PUZ.replace("3 3 4 4", "3 4 3 4")
    Path("other.puz").write_text(other, encoding="utf-8")
    message = refused(run("solve", "other.puz", "--clue", "puzzle.json"))
    assert message == "puzzle.json: expected a board of the puzzle, found one of another (instances/frame-3x3.puz)"


def test_hints_of_a_link_are_its_clues() -> None:
    link = viewer.write_board(plain.read_sol(SOL, PUZZLE, "x"), PUZZLE).strip() + "&hints=4.2-0.3"
    assert json.loads(run("info", link, "--format", "json").stdout)["clues"] == 2
    result = run("info", "puzzle.puz", "--clue", link, "--format", "json")
    assert json.loads(result.stdout)["clues"] == 2
    assert "its 2 hints are the clues" in result.stderr


def test_a_link_is_where_a_search_starts() -> None:
    link = viewer.write_board(plain.read_sol(SOL, PUZZLE, "x"), PUZZLE).strip()
    result = run("best", "puzzle.puz", "--start", link, "-o", "best.sol")
    assert result.exit_code == 0
    assert "12 of 12 diamonds" in result.stderr


@pytest.mark.parametrize("size", ["3x3", "3 3", "3,3", "3", " 3 X 3 "])
def test_the_size_of_a_puzzle_that_does_not_say_it(size: str) -> None:
    Path("pieces.txt").write_text(PUZ.partition("\n")[2], encoding="utf-8")
    assert run("facts", "pieces.txt", "--size", size).stdout == run("facts", "puzzle.puz").stdout
    Path("bare.puz").write_text(PUZ.partition("\n")[2], encoding="utf-8")
    assert run("facts", "bare.puz", "--size", size).stdout == run("facts", "puzzle.puz").stdout


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("1x9", "expected --size as columns and rows from 2, such as 12x6, found '1x9'"),
        ("9", "pieces.txt:9: expected 81 tiles for 9 x 9, found 9"),
        ("large", "expected --size as columns and rows from 2, such as 12x6, found 'large'"),
        ("2x4", "pieces.txt:9: expected 8 tiles for 2 x 4, found 9"),
    ],
)
def test_sizes_that_do_not_fit(size: str, message: str) -> None:
    Path("pieces.txt").write_text(PUZ.partition("\n")[2], encoding="utf-8")
    assert refused(run("info", "pieces.txt", "--from", "nesw", "--size", size)) == message


def test_a_board_of_another_puzzle_is_shown_with_a_note() -> None:
    Path("copy.puz").write_text(plain.write_puz(E2.puzzle), encoding="utf-8")
    Path("other.sol").write_text(plain.write_sol(any_board(3)), encoding="utf-8")
    assert (
        "other.sol: hardly anything matches: perhaps it is a board of another puzzle"
        in run("show", "copy.puz", "other.sol").stderr
    )
    assert run("show", "puzzle.puz", "x.sol").stderr == ""


def test_below_a_board_of_a_known_puzzle_stands_its_card_in_short() -> None:
    result = run("show", "e2:official")
    last = result.stdout.splitlines()[-1]
    assert last == "Eternity II: 0 of 480 diamonds match, 5 of 256 tiles, 5 of 5 official clues"


def test_coordinates_and_numbers_as_published() -> None:
    Path("copy.puz").write_text(plain.write_puz(copy_of_e2(4)), encoding="utf-8")
    for name in ("e2", "copy.puz"):
        assert run("show", name, "e2:centre", "--coordinates", "--tiles", "-o", "x.svg").exit_code == 0
        text = Path("x.svg").read_text(encoding="utf-8")
        labels = [part.partition("<")[0] for part in text.split(">") if part.partition("<")[0].strip()]
        assert "139" in labels
        assert {*"ABCDEFGHIJKLMNOP"} <= {*labels}
        assert {"1", "16"} <= {*labels}
        assert "0" not in labels


def test_official_clues_that_a_board_keeps_are_marked() -> None:
    text = viewer.write_board(E2.clues["official"], E2.puzzle)
    Path("clues.url").write_text(text, encoding="utf-8")
    assert run("show", "clues.url", "-o", "x.svg").exit_code == 0
    assert Path("x.svg").read_text(encoding="utf-8").count(", a clue<") == 5
    moved = Solution((replace(E2.clues["official"].placements[0], rot=1), *E2.clues["official"].placements[1:]))
    Path("clues.url").write_text(viewer.write_board(moved, E2.puzzle), encoding="utf-8")
    assert run("show", "clues.url", "-o", "x.svg").exit_code == 0
    assert Path("x.svg").read_text(encoding="utf-8").count(", a clue<") == 4


def test_the_page_has_the_card() -> None:
    assert run("show", LINK, "-o", "x.html").exit_code == 0
    page = Path("x.html").read_text(encoding="utf-8")
    data = page + page_content(page)
    assert '["puzzle","Eternity II, tiles as published"]' in data
    assert '["official clues","' in data
    assert '"numbers":[1,2,3,' in data
    assert "<title>Eternity II</title>" in data
    assert known.eternity2().title in data
