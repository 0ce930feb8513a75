"""Puzzles and boards as people write them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from edgeasp.formats import files, grids, known, people, plain
from edgeasp.formats.document import Document
from edgeasp.formats.files import convert
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import Names, Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.support.boards import cut_up, peculiar
from tests.support.running import INSTANCES, run
from tests.support.strategies import partial_solutions, puzzles

# ---- boards ----


@given(st.data())
def test_a_grid_and_tiles_as_they_lie_are_read_again(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    board = data.draw(partial_solutions(puzzle))
    again = grids.read_grid(grids.write_grid(board, puzzle), puzzle, "x")
    assert again.by_square() == board.by_square()
    if not puzzle.names.as_facts:
        assert grids.read_table(grids.write_table(board, puzzle), puzzle, "x").by_square() == board.by_square()


TABLE = "square,tile,turns,top,right,bottom,left\nA1,9,3,0,2,2,0\n"


@pytest.mark.parametrize("text", [TABLE, TABLE.replace(",", ";"), "Turns\tSquare\tTile\tby\n3\ta1\t9\tAnna\n"])
def test_a_table_is_read_by_the_names_of_its_columns(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(text, encoding="utf-8")
    sol = run("convert", tmp_path / "x.csv", "--puzzle", INSTANCES / "planted-4x4.puz", "--to", "sol")
    assert sol.stdout == "9 0 0 3\n"
    back = run("convert", "-", "--puzzle", INSTANCES / "planted-4x4.puz", "--to", "csv", given=sol.stdout)
    assert back.stdout == TABLE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x:1: expected a column 'square' in a first line such as square,tile,turns,top"),
        ("square,tile\nA1,9\n", "x:1: expected a column 'turns'"),
        ("square,tile,turns\nA1,9\n", "x:2: expected 3 fields, as in the first line"),
        ("square,tile,turns\nE1,9,3\n", "x:2: expected a square from A1 to D4, found 'E1'"),
        ("square,tile,turns\nA1,17,3\n", "x:2: expected a tile from 0 to 15, found 17"),
        ("square,tile,turns\nA1,9,4\n", "x:2: expected anticlockwise quarter turns from 0 to 3, found 4"),
        ("square,tile,turns\nA1,9,0\nA2,9,0\n", "x:3: expected each tile once, found tile 9 again (first on line 2)"),
    ],
)
def test_what_is_no_table_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        grids.read_table(text, files.read_document(str(INSTANCES / "planted-4x4.puz")).document.puzzle, "x")
    assert message in str(raised.value)


def letterless(text: str) -> str:
    return "".join(each for each in text if each not in "rlun")


@pytest.mark.sample(1)
@pytest.mark.parametrize(("cols", "rows"), [(4, 4), (6, 5), (9, 9)])
def test_turns_follow_from_the_neighbours(cols: int, rows: int) -> None:
    puzzle, board = cut_up(cols, rows, 5)
    found = grids.read_grid(letterless(grids.write_grid(board, puzzle)), puzzle, "x")
    assert check(puzzle, found).solved
    assert {each.square: each.tile for each in found} == {each.square: each.tile for each in board}


def test_turns_of_a_board_with_mismatches_and_holes_match_as_much_as_the_board() -> None:
    puzzle, board = cut_up(6, 6, 5)
    placed = list(board)
    placed[8], placed[9] = replace(placed[8], square=placed[9].square), replace(placed[9], square=placed[8].square)
    wrong = Solution(tuple(placed[:20] + placed[22:]))
    found = grids.read_grid(letterless(grids.write_grid(wrong, puzzle)), puzzle, "x")
    assert check(puzzle, found).matched >= check(puzzle, wrong).matched


def test_the_clues_of_eternity_ii_by_their_published_numbers() -> None:
    e2 = known.eternity2()
    official = e2.clues["official"]
    puzzle = files.read_document("e2").document.puzzle
    text = grids.write_grid(official, puzzle)
    assert "139" in text
    assert grids.read_grid(text, puzzle, "x").by_square() == official.by_square()


def test_numbers_from_one_are_read_where_the_last_one_occurs() -> None:
    puzzle, board = cut_up(4, 4, 5)
    from_one = "\n".join(
        " ".join(f"{board.by_square()[square].tile + 1}" for square in puzzle.grid.squares if square.row == row)
        for row in range(4)
    )
    found = grids.read_grid(from_one, puzzle, "x")
    assert {each.square: each.tile for each in found} == {each.square: each.tile for each in board}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2\n3 4\n", "expected 4 rows of 4 tile numbers, found 2"),
        ("0 1 2 3\n4 5 6\n7 8 9 10\n11 12 13 14\n", "x:2: expected 4 tile numbers in a row"),
        ("0 1 2 3\n4 5 6 q\n7 8 9 10\n11 12 13 14\n", "x:2: expected a tile such as 7, 7r, 7l or 7u"),
        ("0r 1 2 3\n4 5 6 99\n7 8 9 10\n11 12 13 14\n", "x:2: expected a tile from 0 to 15, found 99"),
        ("0r 1 2 3\n4 5 6 3\n7 8 9 10\n11 12 13 14\n", "x:2: expected each tile once, found tile 3 again"),
    ],
)
def test_what_is_no_grid_is_named_with_its_line(text: str, message: str) -> None:
    puzzle = files.read_document(str(INSTANCES / "planted-4x4.puz")).document.puzzle
    with pytest.raises(InputError, match=message):
        grids.read_grid(text, puzzle, "x")


@pytest.mark.parametrize("form", ["grid", "placed"])
def test_commands_read_and_write_what_lies_on_a_table(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.puz").write_bytes((INSTANCES / "planted-4x4.puz").read_bytes())
    assert run("solve", "p.puz", "-o", "x.sol").status == 0
    assert run("convert", "x.sol", "--puzzle", "p.puz", "--to", form, "-o", "x.txt").status == 0
    assert run("check", "p.puz", "x.txt").stdout.startswith("solved")
    Path("bare.txt").write_text(letterless(Path("x.txt").read_text(encoding="utf-8")), encoding="utf-8")
    assert run("check", "p.puz", "bare.txt").stdout.startswith("solved")


def test_a_tile_of_four_zeros_is_no_empty_square() -> None:
    """As in MacMahon's squares with one colour by the number 0: a line of four zeros is an empty square."""
    tiles = tuple(Tile(sides) for sides in ((0, 0, 0, 0), (1, 0, 1, 0), (1, 1, 1, 1), (0, 1, 0, 1)))
    board = Solution(tuple(Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)))
    with pytest.raises(FormatError, match="placed cannot hold tile 0, as four zeros are an empty square: choose sol"):
        grids.PLACED.write(board, Puzzle(2, 2, tiles))
    assert grids.PLACED.write(Solution(board.placements[1:]), Puzzle(2, 2, tiles)).startswith("0 0 0 0\n1 0 1 0\n")


# ---- heads and tails, and tiles that may not be turned ----

SIDES = [(1, 4, 5, 2), (3, 3, 6, 2), (1, 5, 4, 6), (2, 6, 1, 4)]


CARDS = "3A 1A 4A 1A|3a 3a 2a 4a|1a 4A 3A 2A|2A 4a 4A 3a|3a 1a 4a 4A|2A 4a 1A 3A|2a 3A 2a 1a|2A 4A 2A 3a|1A 3a 2a 3A"
NAMES = dict(zip("1234", ("turtle", "cat", "bike", "fish"), strict=True))
TYPED: dict[str, tuple[str, str, str]] = {
    "words": ("{}-head", "{}-tail", " "),
    "underscores, semicolons": ("{}_head", "{}_tail", "; "),
    "two words": ("{} head", "{} tail", ", "),
    "two words, blanks": ("{} head", "{} tail", " "),
    "capitals": ("{} Head", "{} TAIL", ","),
    "letters": ("{:.1}h", "{:.1}t", " "),
    "capital letters": ("{:.1}H", "{:.1}T", ";"),
    "signs": ("{:.1}+", "{:.1}-", " "),
    "signs before": ("+{:.1}", "-{:.1}", " "),
    "mark before": ("head-{}", "tail-{}", " "),
    "German": ("{}-Kopf", "{}-Schwanz", " | "),
}


def typed(head: str, tail: str, joined: str, before: str = "") -> str:
    """Nine cards with names in place of numbers."""
    lines = [
        [(head if half[1] == "A" else tail).format(NAMES[half[0]]) for half in c.split()] for c in CARDS.split("|")
    ]
    return "".join(f"{before}{joined.join(line)}\n" for line in lines)


@pytest.mark.parametrize("spelling", TYPED.values(), ids=TYPED)
@pytest.mark.parametrize("before", ["", "top,right,bottom,left\n", "3\n", "# cards\n"], ids=["", "sides", "size", "#"])
def test_halves_with_names_are_the_same_cards(spelling: tuple[str, str, str], before: str) -> None:
    found = recognise(before + typed(*spelling), Origin("cards.txt", ".txt"))
    assert (found.format.name, key(found.document.puzzle)) == ("halves", key(people.read_halves(NINE, "x").puzzle))
    head, tail = found.document.notes[0].split(" is a head and meets ")
    assert (head.lower(), tail.split(",")[0].lower()) == tuple(
        "-".join(word.format("bike").split()).lower() for word in spelling[:2]
    )


@pytest.mark.parametrize("before", ["{}. ", "{}) ", "card {}: ", "Tile {}. "])
def test_numbers_of_cards_are_no_sides(before: str) -> None:
    for text in (CARDS.replace("|", "\n"), typed(*TYPED["words"]), "red blue red green\n" * 4):
        numbered = "".join(before.format(n) + line + "\n" for n, line in enumerate(text.splitlines(), 1))
        assert recognise(numbered, Origin("x", "")).document.puzzle == recognise(text, Origin("x", "")).document.puzzle


def key(puzzle: Puzzle) -> str:
    """What is the same for the same puzzle under other names."""
    found = identify(puzzle)
    assert found is not None
    return found.key


def _letter(half: re.Match[str]) -> str:
    letter = NAMES[half[1]][0]
    return letter.upper() if half[2] == "A" else letter


def cards(cells: Callable[[int, list[str]], str], before: str = "") -> str:
    """Nine cards, each as its number and its halves give a line."""
    return before + "".join(cells(number, card.split()) + "\n" for number, card in enumerate(CARDS.split("|"), 1))


def at_a_table(text: str, joined: str = "|", before: str = "") -> str:
    """A text with a half in each cell."""
    return before + "".join(joined.join(line.split()) + "\n" for line in text.splitlines())


NINE = CARDS.replace("|", "\n") + "\n"
NAMED = typed(*TYPED["words"])
WAYS = {
    "as the guide says": (NINE, "read"),
    "letters": (cards(lambda _, four: " ".join(re.sub(r"(.)(.)", _letter, half) for half in four)), "read"),
    "CSV": (at_a_table(NINE, ","), "read"),
    "words": (NAMED, "read"),
    "Bh Th": (typed(*TYPED["letters"]), "read"),
    "B1 T1": (typed("{:.1}1", "{:.1}2", " "), "asked"),
    "semicolons": (at_a_table(NINE, ";"), "read"),
    "two words": (typed(*TYPED["two words"]), "read"),
    "B+ T+": (typed(*TYPED["signs"]), "read"),
    "a line that names sides": (at_a_table(NINE, ",", "top,right,bottom,left\n"), "read"),
    "numbers of cards": (cards(lambda number, four: f"{number}. {' '.join(four)}"), "read"),
}
"""Eleven ways in which people typed the same nine cards, and whether each is read or asked about."""
LAYOUTS = {
    "joined": "".join(line.replace(" ", "") + "\n" for line in NINE.splitlines()),
    "joined by hyphens": at_a_table(NINE, "-"),
    "signs joined": cards(lambda _, four: "".join(("-+"[half[1] == "A"]) + half[0] for half in four)),
    "Markdown": cards(lambda _, four: f"| {' | '.join(four)} |", "|top|right|bottom|left|\n|---|:-:|---|--:|\n"),
    "Markdown, numbers": cards(
        lambda number, four: f"| {number} | {' | '.join(four)} |",
        "| card | top | right | bottom | left |\n| --- | --- | --- | --- | --- |\n",
    ),
    "Markdown, no first line": cards(lambda _, four: f"|{'|'.join(four)}|"),
    "Markdown, words": cards(
        lambda number, _: f"| {' | '.join(NAMED.splitlines()[number - 1].split())} |",
        "| N | E | S | W |\n|--|--|--|--|\n",
    ),
    "two words under names of sides": "top right bottom left\n" + typed(*TYPED["two words, blanks"]),
    "a column of numbers": cards(lambda number, four: ",".join([str(number), *four])),
    "a column of numbers from 0": cards(lambda number, four: "\t".join([f"{number - 1}", *four])),
    "numbers in brackets": cards(lambda number, four: f"({number}) {' '.join(four)}"),
    "a column of numbers with a name": cards(
        lambda number, four: ";".join([str(number), *four]), "card;oben;rechts;unten;links\n"
    ),
    "a column of names": cards(lambda number, four: ",".join([f"no. {number}", *four]), "name,top,right,bottom,left\n"),
    "a column behind": cards(lambda number, four: ",".join([*four, str(number)]), "up,right,down,left,seen\n"),
    "another order": cards(lambda _, four: ",".join([four[3], four[1], four[0], four[2]]), "W,E,N,S\n"),
    "a list": cards(lambda _, four: f"- {' '.join(four)}"),
    "brackets": cards(lambda _, four: f"[{', '.join(four)}],"),
    "Python": cards(lambda _, four: f"{four!r},", "3\n"),
}
"""Ways to lay out the same nine cards."""


@pytest.mark.parametrize(("text", "answer"), WAYS.values(), ids=WAYS)
def test_eleven_ways_to_type_nine_cards_are_read_or_asked_about(text: str, answer: str) -> None:
    assert len(WAYS) == 11
    if answer == "asked":
        with pytest.raises(FormatError, match="are its words halves of motifs"):
            recognise(text, Origin("cards.txt", ".txt"))
    read = recognise(text, Origin("cards.txt", ".txt", format="halves" if answer == "asked" else None))
    assert key(read.document.puzzle) == key(people.read_halves(NINE, "x").puzzle)


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_cards_in_a_table_or_a_list_are_the_same(text: str) -> None:
    found = recognise(text, Origin("cards.csv", ".csv"))
    assert found.format.name == "halves"
    assert key(found.document.puzzle) == key(people.read_halves(NINE, "x").puzzle)
    assert [text.split("\n")[line - 1] for line in found.document.lines] == text.splitlines()[-9:]


def test_a_line_of_numbers_or_signs_is_not_taken_for_a_layout() -> None:
    for text in (
        "1 2 3 4 5\n2 2 3 4 5\n",
        "2\n0 1 2 0 +\n1 0 1 2 -\n",
        "3/1 2/0 1/0 4/2\n",
        '{"a": [1, 2]}',
        "tile(1).\n",
    ):
        assert people.undressed(text, "x") == (text, False, False)


@pytest.mark.parametrize(("head", "tail"), [("{:.1}1", "{:.1}2"), ("{}-light", "{}-dark"), ("{:.1}a", "{:.1}z")])
def test_other_endings_are_asked_about(head: str, tail: str) -> None:
    text = typed(head, tail, " ")
    with pytest.raises(FormatError, match="--from halves or --from words"):
        recognise(text, Origin("x", ""))
    halves, words = (recognise(text, Origin("x", "", format=name)).document.puzzle for name in ("halves", "words"))
    assert (len(halves.partners), len(words.partners)) == (4, 0)


def by_capitals(capital: Callable[[str], str]) -> str:
    """Nine cards whose heads differ from their tails by capitals alone."""
    named = [[(NAMES[half[0]], half[1] == "A") for half in card.split()] for card in CARDS.split("|")]
    return "".join(" ".join(capital(name) if head else name for name, head in card) + "\n" for card in named)


@pytest.mark.parametrize("before", ["", "top,right,bottom,left\n", "3\n", "3 3\n", "# cards\n"])
def test_capitals_alone_tell_heads_from_tails(before: str) -> None:
    found = recognise(before + by_capitals(str.upper), Origin("cards.txt", ".txt"))
    assert (found.format.name, key(found.document.puzzle)) == ("halves", key(people.read_halves(NINE, "x").puzzle))
    assert found.document.notes == ("BIKE is a head and meets bike, its tail, and so on",)


@pytest.mark.parametrize("seed", range(30))
def test_what_is_written_is_the_same_puzzle_and_is_read_as_it_is_written(seed: int) -> None:
    puzzle = peculiar(seed, signed=False)
    try:
        text = convert(Document(puzzle), people.HALVES).text
    except FormatError:
        assert not puzzle.turning or not {c for t in puzzle.tiles for c in t.sides} & {
            c for p in puzzle.partners for c in p
        }
        return
    again = recognise(text, Origin("x", "")).document
    assert key(puzzle) == key(again.puzzle)
    assert people.write_halves(again) == text


TETRAVEX = ["1023 4051 7789", "0123 4567 8901", "2345 6789 0123"]


def test_puzzles_whose_tiles_may_be_turned_are_refused() -> None:
    with pytest.raises(FormatError, match="may be turned"):
        convert(Document(Puzzle(2, 2, tuple(map(Tile, SIDES)))), people.TETRAVEX)
    with pytest.raises(FormatError, match="heads and tails"):
        convert(Document(Puzzle(2, 2, tuple(map(Tile, SIDES)))), people.HALVES)


# ---- words for colours ----

FOUR_BY_FOUR = files.read_document(str(INSTANCES / "planted-4x4.puz")).document.puzzle
COLOURS = ("grey", "red", "green", "blue", "yellow", "pink")


def in_words(names: tuple[str, ...] | str, joined: str = " ") -> str:
    return "".join(joined.join(names[colour] for colour in tile.sides) + "\n" for tile in FOUR_BY_FOUR.tiles)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "text",
    [
        in_words(COLOURS),
        in_words(COLOURS).title(),
        in_words(COLOURS, ", "),
        "4 4\n" + in_words(COLOURS),
        "% tiles of a friend\n4\n" + in_words(COLOURS),
        in_words("XRGBYP"),
        in_words("abcdef", ""),
        in_words("ABCDEF", ""),
        in_words(("#", "rot", "grün", "blau", "gelb", "rosa")),
        in_words((".", "cyan", "c", "brown", "dark-green", "i")),
    ],
    ids=["words", "capitals", "commas", "size", "comment", "letters", "jhgk", "JHGK", "umlauts", "odd"],
)
def test_what_people_type_is_the_puzzle(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text, encoding="utf-8")
    found = files.read_document(str(path))
    assert found.format is people.WORDS
    assert found.document.puzzle.framed
    one, other = identify(found.document.puzzle), identify(FOUR_BY_FOUR)
    assert one is not None
    assert other is not None
    assert one.key == other.key
    assert run("solve", path, "--count", "-q").stdout == run("solve", INSTANCES / "planted-4x4.puz", "--count").stdout


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_text_of_windows_is_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "p.puz"
    path.write_text(plain.write_puz(FOUR_BY_FOUR).replace("\n", "\r\n"), encoding=encoding)
    assert files.read_document(str(path)).document.puzzle == FOUR_BY_FOUR
    path.write_bytes(b"\xff\xfe4\x00\n")
    with pytest.raises(InputError, match="expected text in UTF-8 or UTF-16"):
        files.read_document(str(path))


def test_answers_speak_the_words_that_were_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = in_words(COLOURS).splitlines()
    Path("right.txt").write_text("\n".join(lines), encoding="utf-8")
    assert run("solve", "right.txt", "-o", "x.sol").status == 0
    board = Path("x.sol").read_text(encoding="utf-8").splitlines()
    swapped = [line.split() for line in board]
    swapped[0][1:3], swapped[1][1:3] = swapped[1][1:3], swapped[0][1:3]
    Path("wrong.sol").write_text("".join(" ".join(each) + "\n" for each in swapped), encoding="utf-8")
    said = run("check", "right.txt", "wrong.sol").stdout
    assert any(f" has {name} on its " in said for name in COLOURS)
    assert not any(f" has {number} on its " in said for number in range(6))
    first = lines[0].split()
    wrong = next(name for name in COLOURS[1:] if name != first[0])
    Path("slip.txt").write_text("\n".join([" ".join(["violet", *first[1:]]), *lines[1:]]), encoding="utf-8")
    explained = run("explain", "slip.txt").stdout
    assert "not violet" in explained, (explained, wrong)


@given(st.data())
def test_what_is_written_is_read_again(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    try:
        text = people.write_words(Document(puzzle))
    except FormatError:  # by chance a colour lies as a frame does
        reject()
    again = people.read_words(text, "x").puzzle
    assert again.framed == puzzle.framed
    assert (again.cols, again.rows, len(again.tiles)) == (puzzle.cols, puzzle.rows, len(puzzle.tiles))
    assert [len(set(tile.sides)) for tile in again.tiles] == [len(set(tile.sides)) for tile in puzzle.tiles]


def test_facts_speak_of_their_colours() -> None:
    puzzle = files.read_document(str(INSTANCES / "golden.lp")).document.puzzle
    tile = random.Random(1).choice(puzzle.tiles)
    assert all(puzzle.names.colour(colour).isalpha() for colour in tile.sides)
    assert check(puzzle, files.read_document(str(INSTANCES / "golden.lp")).document.placements) is not None


def test_accents_that_are_characters_of_their_own(tmp_path: Path) -> None:
    """As some systems write them."""
    names = ("gris", "café", "été", "bleu", "jaune", "rosé")
    texts = [in_words(names), normalize("NFD", in_words(names)), in_words(names, ", ").replace("é", "e\u0301", 5)]
    documents = []
    for text in texts:
        (tmp_path / "x.txt").write_text(text, encoding="utf-8")
        documents.append(files.read_document(str(tmp_path / "x.txt")).document)
    assert documents[0] == documents[1]
    assert documents[0].puzzle == documents[2].puzzle
    assert documents[0].puzzle.names == documents[2].puzzle.names


def test_words_that_may_be_halves_too_are_refused_with_what_to_say(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("é Ü c D\nü É d C\né ü C D\nÉ Ü c d\n", encoding="utf-8")
    assert "which may be colours, or halves of motifs: say --from words, or" in run("info", tmp_path / "x.txt").stderr
    assert run("info", tmp_path / "x.txt", "--from", "words").status == 0


def test_a_puzzle_that_would_be_read_with_another_frame_is_refused() -> None:
    """Of another colour than the frame's, or with one where there is none."""
    tiles = tuple(map(Tile, [(1, 2, 3, 1), (1, 1, 4, 2), (3, 4, 1, 1), (4, 1, 1, 4)]))
    like = Puzzle(2, 2, tiles)
    black = Puzzle(2, 2, tuple(Tile((1, 2, 1, 3)) for _ in range(4)), names=Names(colours=("", "black", "red", "blue")))
    for puzzle, colour in ((like, "red"), (black, "black")):
        assert not puzzle.framed
        with pytest.raises(FormatError, match=f"colour {colour} would be read as the frame: choose nesw"):
            people.write_words(Document(puzzle))
