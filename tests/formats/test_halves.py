"""Heads and tails, and tiles that may not be turned, as people write them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from edgeasp.formats import people
from edgeasp.formats.document import Document
from edgeasp.formats.files import convert
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.support.peculiar import peculiar

SIDES = [(1, 4, 5, 2), (3, 3, 6, 2), (1, 5, 4, 6), (2, 6, 1, 4)]
PUZZLE = Puzzle(2, 2, tuple(map(Tile, SIDES)), ((1, 2), (3, 4), (5, 6)))

WRITTEN = {
    "suffixes": "1A 2a 3A 1a\n2A 2A 3a 1a\n1A 3A 2a 3a\n1a 3a 1A 2a\n",
    "other letters": "1H 2T 3H 1T\n2H 2H 3T 1T\n1H 3H 2T 3T\n1T 3T 1H 2T\n",
    "plus and minus": "2 2\n+1 -2 +3 -1\n+2 +2 -3 -1\n+1 +3 -2 -3\n-1 -3 +1 -2\n",
    "minus": "2\n1 -2 3 -1\n2 2 -3 -1\n1 3 -2 -3\n-1 -3 1 -2\n",
    "letters": "a B c A\nb b C A\na c B C\nA C a B\n",
    "words": "aBcA\nbbCA\nacBC\nACaB\n",
    "CSV": "north,east,south,west\n1A,2a,3A,1a\n2A,2A,3a,1a\n1A,3A,2a,3a\n1a,3a,1A,2a\n",
    "CSV, quoted": '1,-2,3,-1\n2,2,-3,-1\n1,3,-2,-3\n"-1",\'-3,1,-2\n',
    "another order": "top;bottom;left;right\n1A;3A;1a;2a\n2A;3a;1a;2A\n1A;2a;3a;3A\n1a;1A;2a;3a\n",
    "comments": "# cards\nc the cards\n1A 2a 3A 1a\n2A 2A 3a 1a\n1A 3A 2a 3a\n1a 3a 1A 2a\n",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_each_notation_is_read(text: str) -> None:
    found = recognise(text, Origin("cards.txt", ".txt"))
    assert (found.format.name, found.document.puzzle) == ("halves", PUZZLE)
    assert "motif 1 has the colours 1" in found.document.notes[0]


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


@pytest.mark.parametrize("before", ["card,top,right,bottom,left\n", "top,right,bottom,left,card\n"])
def test_numbers_under_names_of_sides_are_in_that_order(before: str) -> None:
    first = before.startswith("card")
    lines = [f"{n},{line}" if first else f"{line},{n}" for n, line in enumerate(["0,1,2,0", "0,0,3,1"] * 2)]
    found = recognise(before + "\n".join(lines), Origin("x.csv", ".csv"))
    assert [tile.sides for tile in found.document.puzzle.tiles] == [(0, 1, 2, 0), (0, 0, 3, 1)] * 2
    with pytest.raises(FormatError, match="a line of it names the sides: leave out --sides"):
        recognise(before + "\n".join(lines), Origin("x.csv", ".csv", sides="nswe"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "top,right,bottom,left\n1A,2a,1a,2A\n1A,2a,1a\n",
            "x:3: expected 4 cells, as in the line that names the sides, ",
        ),
        ("card,top,right,bottom,left\n1,1A,2a,1a\n", "x:2: expected 5 cells, as in the line that names the sides, "),
        ("1A\n2a\n", "x:1: expected a puzzle, found '1A', which no format has: a tile a line, such as"),
        (NINE.replace("\n", " "), "x:1: expected a puzzle, found '3A 1A 4A 1A 3a 3a 2a ...', which no format has"),
    ],
)
def test_cards_that_are_laid_out_otherwise_are_told_how(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        recognise(text, Origin("x", ""))


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


@pytest.mark.parametrize(
    "names", ["red blue green pink", "dark-red dark-blue light-red dark-green", "ash peach cat rot"]
)
def test_colours_that_happen_to_end_alike_stay_colours(names: str) -> None:
    one, two, three, four = names.split()
    text = (
        f"{one} {two} {three} {four}\n{two} {two} {three} {one}\n{four} {three} {one} {two}\n{one} {one} {four} {two}\n"
    )
    assert recognise(text, Origin("x", "")).format.name == "words"


def by_capitals(capital: Callable[[str], str]) -> str:
    """Nine cards whose heads differ from their tails by capitals alone."""
    named = [[(NAMES[half[0]], half[1] == "A") for half in card.split()] for card in CARDS.split("|")]
    return "".join(" ".join(capital(name) if head else name for name, head in card) + "\n" for card in named)


@pytest.mark.parametrize("before", ["", "top,right,bottom,left\n", "3\n", "3 3\n", "# cards\n"])
def test_capitals_alone_tell_heads_from_tails(before: str) -> None:
    found = recognise(before + by_capitals(str.upper), Origin("cards.txt", ".txt"))
    assert (found.format.name, key(found.document.puzzle)) == ("halves", key(people.read_halves(NINE, "x").puzzle))
    assert found.document.notes == ("BIKE is a head and meets bike, its tail, and so on",)


@pytest.mark.parametrize(
    "text",
    [
        by_capitals(str.capitalize),
        by_capitals(str.upper).replace("cat", "CAT"),
        "CAT CAT CAT CAT\nDOG DOG DOG DOG\nDOG DOG DOG DOG\nCAT CAT cat dog\n",
    ],
    ids=["first letters", "a motif without tails", "more heads than have room outside"],
)
def test_capitals_that_may_mean_nothing_are_asked_about(text: str) -> None:
    with pytest.raises(FormatError, match="--from halves or --from words"):
        recognise(text, Origin("x", ""))
    assert not recognise(text, Origin("x", "", format="words")).document.puzzle.partners
    assert recognise(text, Origin("x", "", format="halves")).document.puzzle.partners


@pytest.mark.parametrize(
    "text",
    [
        "Red blue red green\nBlue blue green red\nGreen red blue blue\nRed red green blue\n",
        "RED blue red green\nblue blue green red\ngreen red blue blue\nred red green blue\n",
        "Red blue red green\nblue Blue green red\ngreen red blue blue\nred red green blue\n",
    ],
    ids=["lines begin with capitals", "one word in capitals", "some capitals"],
)
def test_careless_capitals_stay_colours(text: str) -> None:
    found = recognise(text, Origin("x", ""))
    assert found.format.name == "words"
    assert found.document.puzzle == recognise(text.lower(), Origin("x", "")).document.puzzle


def test_a_slip_in_a_name_is_found_on_its_line() -> None:
    text = typed(*TYPED["words"]).replace("cat-head", "cat-haed", 1)
    with pytest.raises(
        InputError, match=r"^x:3: expected a half of a motif, such as bike-head or bike-tail, found 'cat-h"
    ):
        recognise(text, Origin("x", ""))


def test_a_symmetric_motif_and_the_frame_among_names() -> None:
    text = "0 star Bh 0\n0 0 Bt star\nBh Bt 0 0\nBh 0 0 Bt\n"
    puzzle = recognise(text, Origin("x", "", format="halves")).document.puzzle
    assert puzzle.framed
    assert puzzle.partner(puzzle.tiles[0].sides[1]) == puzzle.tiles[0].sides[1]
    assert [puzzle.names.colour(colour) for colour in puzzle.tiles[1].sides] == ["0", "0", "Bt", "star"]


def test_a_text_that_no_reader_knows_is_not_taken_for_facts() -> None:
    for text in ("root:x:0:0:root\n", "hello\n", "tile one two\n"):
        with pytest.raises(InputError, match=r"^x:1: expected a puzzle, found .*, which no format has"):
            recognise(text, Origin("x", ""))
    with pytest.raises(InputError, match="expected a fact, found 'tile"):
        recognise("tile(1..4)\n", Origin("x", ""))


def test_a_line_of_the_motif_c_is_no_comment() -> None:
    text = "c C a A\nA a c C\nc a C A\nC c A a\n"
    assert recognise(text, Origin("x", "")).document.puzzle.tiles[0] == Tile((5, 6, 1, 2))


def test_symmetric_motifs_and_the_frame() -> None:
    puzzle = recognise("2 2\n0 1A 2 0\n0 0 2 1a\n2 1A 0 0\n2 0 0 1a\n", Origin("x", "")).document.puzzle
    assert (puzzle.tiles[0].sides, puzzle.partners, puzzle.framed) == ((0, 1, 3, 0), ((1, 2),), True)


@pytest.mark.parametrize("text", ["1A 2a 1a 3\n" * 4, "+1 -2 -1 +2\n" * 4, "1 -2 -1 2\n" * 4, "aBAb\n" * 4])
def test_answers_name_halves_as_they_were_typed(text: str) -> None:
    puzzle = people.read_halves(text, "x").puzzle
    listed = re.findall(r"[+-]?\d+[Aa]?|[A-Za-z]", text)[:4]
    assert [puzzle.names.colour(colour) for colour in puzzle.tiles[0].sides] == listed
    assert {puzzle.names.colour(colour) for pair in puzzle.partners for colour in pair} >= set(listed) - {"3"}
    assert "" not in [puzzle.names.colours[colour] for pair in puzzle.partners for colour in pair]


def test_half_a_motif_that_nothing_meets_is_pointed_out() -> None:
    cards = "1A 2a 1a 2A\n1A 2a 1a 2A\n1A 2a 3a 2A\n1A 2a 1a 2A\n"
    [_, note] = people.read_halves(cards, "x").notes
    assert note == "line 3: only here is a side 3a, and nowhere its other half: a slip?"
    assert len(people.read_halves(cards.replace("3a", "1a"), "x").notes) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1A 2a 3A 1a\n2A 2A 3a 1a\n1A 3A +2 3a\n1a 3a 1A 2a\n", "x:3: expected halves of motifs in one notation"),
        ("1A 2a 3A 1B\n2A 2A 3a 1a\n1A 3A 2a 3a\n1a 3a 1A 2a\n", "x:1: expected halves of motifs in one notation"),
        ("1A 2a 3A 1a\n2A 2A 3a 1a\n1A 3A 2 3a\n1a 3a 1A 2a\n", "x:3: expected motif 2 always in halves or never"),
        ("1A 2a 3A 1a\n2A 2A 3a\n1A 3A 2a 3a\n1a 3a 1A 2a\n", "x:2: expected a tile"),
        ("1A 2a 3A 1a\n2A 2A 3a 1?\n1A 3A 2a 3a\n1a 3a 1A 2a\n", "x:2: expected a half of a motif, such as 1A"),
        ("1A 2a 3A 0a\n2A 2A 3a 1a\n1A 3A 2a 3a\n1a 3a 1A 2a\n", "x:1: expected a half of a motif"),
        ("1A 2a 3A 1a\n2A 2A 3a 1a\n1A 3A 2a 3a\n", "expected four tiles or more, a line each, found 3"),
        ("3 3\n1A 2a 3A 1a\n", "x:2: expected 9 tiles for 3 x 3, found 1"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        recognise(text, Origin("x", ""))
    assert words in str(caught.value)


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


@pytest.mark.parametrize("text", ["\n".join(TETRAVEX), "\n".join(" ".join(TETRAVEX).split()), " \n".join(TETRAVEX)])
def test_tetravex(text: str) -> None:
    found = recognise(text, Origin("x.txt", ".txt"))
    puzzle = found.document.puzzle
    assert (found.format.name, puzzle.cols, puzzle.rows, puzzle.turning, puzzle.framed) == (
        "tetravex",
        3,
        3,
        False,
        False,
    )
    assert puzzle.tiles[0].sides == (1, 10, 2, 3)
    assert people.write_tetravex(found.document) == "\n".join(TETRAVEX) + "\n"


@pytest.mark.parametrize("between", [",", "-", " / ", ";", "|"])
def test_tetravex_with_separators_is_read_where_it_is_called_so(between: str) -> None:
    text = "\n".join(between.join(word) for line in TETRAVEX for word in line.split())
    found = recognise(text, Origin("x.csv", ".csv", format="tetravex"))
    assert people.write_tetravex(found.document) == "\n".join(TETRAVEX) + "\n"
    said_otherwise = (
        recognise(text, Origin("x.csv", ".csv", sides="nesw", unframed=True, upright=True))
        if between in ",;"
        else found
    )
    assert said_otherwise.document.puzzle == found.document.puzzle


def test_a_single_row_is_no_board() -> None:
    with pytest.raises(InputError, match=r"^x:1: expected at least 2 columns and 2 rows, found 1 row$"):
        recognise("1023 4051\n", Origin("x", ".txt"))


def test_four_words_of_four_digits_may_be_numbers() -> None:
    with pytest.raises(FormatError, match="different puzzles"):
        recognise("1234 2345 3456 4567\n" * 4, Origin("x", ""))


def test_puzzles_whose_tiles_may_be_turned_are_refused() -> None:
    with pytest.raises(FormatError, match="may be turned"):
        convert(Document(Puzzle(2, 2, tuple(map(Tile, SIDES)))), people.TETRAVEX)
    with pytest.raises(FormatError, match="heads and tails"):
        convert(Document(Puzzle(2, 2, tuple(map(Tile, SIDES)))), people.HALVES)
