"""Facts of a puzzle or a region, and their reader."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import clingo
import pytest
from clingo import ast
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from edgeasp.encoding import facts
from edgeasp.encoding.facts import Atom, colour_name, colour_number, colour_numbers, from_atoms, parse_facts
from edgeasp.encoding.render import Region, domain_facts
from edgeasp.puzzle.candidates import Candidate, Candidates
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sides, Sign, Solution, Square, Tile, turned
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import InputError
from tests.support import boards
from tests.support.strategies import LARGEST, planted, with_placements

# ---- facts of a puzzle ----

GOLDEN = """\
tile(1). tile(2). tile(3). tile(4).
colour(red). colour(green). colour(blue). colour(black).
row(1). row(2). col(1). col(2).
rotation(0). rotation(90). rotation(180). rotation(270).
side(top). side(right). side(bottom). side(left).
tileSide(1,top,red).   tileSide(1,right,green). tileSide(1,bottom,black). tileSide(1,left,black).
tileSide(2,top,blue).  tileSide(2,right,red).   tileSide(2,bottom,black). tileSide(2,left,black).
tileSide(3,top,green). tileSide(3,right,red).   tileSide(3,bottom,black). tileSide(3,left,black).
tileSide(4,top,red).   tileSide(4,right,blue).  tileSide(4,bottom,black). tileSide(4,left,black).
"""
GOLDEN_SIDES = [(1, 2, 4, 4), (3, 1, 4, 4), (2, 1, 4, 4), (1, 3, 4, 4)]
CLASS = {"tile/1", "colour/1", "row/1", "col/1", "rotation/1", "side/1", "tileSide/3"}


def read(text: str, frame: str | None = None) -> tuple[Puzzle, Solution]:
    return facts.read(text, "x.lp", frame)


def predicates(text: str) -> set[str]:
    return {f"{atom.name}/{len(atom.arguments)}" for atom, _ in parse_facts(text, "x.lp")}


def sides_of(puzzle: Puzzle) -> list[Sides]:
    return [tile.sides for tile in puzzle.tiles]


@given(with_placements())
def test_puzzle_and_clues_round_trip(case: tuple[Puzzle, Solution]) -> None:
    puzzle, clues = case
    text = facts.write(puzzle, clues)
    back, back_clues = read(text)
    assert back == puzzle
    assert back_clues == Solution(tuple(puzzle.canonical(clue) for clue in clues))
    assert facts.write(back, back_clues) == text


@given(with_placements(), st.randoms(use_true_random=False))
def test_facts_may_come_in_any_order(case: tuple[Puzzle, Solution], rng: random.Random) -> None:
    puzzle, clues = case
    statements = re.findall(r"\w+\([^)]*\)\.", re.sub("%.*", "", facts.write(puzzle, clues)))
    rng.shuffle(statements)
    back, back_clues = read("\n".join(statements))
    assert back == puzzle
    assert set(back_clues) == {puzzle.canonical(clue) for clue in clues}


@given(with_placements())
def test_class_only_leaves_nothing_but_the_class(case: tuple[Puzzle, Solution]) -> None:
    puzzle, clues = case
    bare = facts.write(puzzle, clues, class_only=True)
    assert predicates(bare) == CLASS
    assert facts.write(puzzle, clues).startswith(bare)


def test_what_is_written() -> None:
    tiles = (Tile((0, 1, 17, 0), Sign.PLUS), Tile((1, 2, 1, 2)), Tile((1, 2, 1, 2), Sign.MINUS), Tile((3, 3, 3, 3)))
    clues = Solution((Placement(0, Square(1, 0), 3), Placement(1, Square(0, 1), 3)))
    text = facts.write(Puzzle(2, 2, tiles), clues)
    assert [line for line in text.splitlines() if line and not line.startswith("%")] == [
        "col(1). col(2).",
        "row(1). row(2).",
        "rotation(0). rotation(90). rotation(180). rotation(270).",
        "side(top). side(right). side(bottom). side(left).",
        "colour(red). colour(green). colour(blue). colour(colour17). colour(black).",
        "tile(1). tileSide(1,top,black). tileSide(1,right,red). tileSide(1,bottom,colour17). tileSide(1,left,black).",
        "tile(2). tileSide(2,top,red). tileSide(2,right,green). tileSide(2,bottom,red). tileSide(2,left,green).",
        "tile(3). tileSide(3,top,red). tileSide(3,right,green). tileSide(3,bottom,red). tileSide(3,left,green).",
        "tile(4). tileSide(4,top,blue). tileSide(4,right,blue). tileSide(4,bottom,blue). tileSide(4,left,blue).",
        "frame(black).",
        "tileSign(1,plus).",
        "tileSign(3,minus).",
        # Three anticlockwise quarter turns are 90 degrees; of rotations that show the same the smallest `rot` stands.
        "clue(2,1,1,90).",
        "clue(1,2,2,270).",
    ]


def test_golden_example_is_unframed_and_numbered_by_first_appearance() -> None:
    puzzle, clues = read(GOLDEN)
    assert (puzzle.cols, puzzle.rows, puzzle.framed, puzzle.signed) == (2, 2, False, False)
    assert sides_of(puzzle) == GOLDEN_SIDES
    assert clues == Solution()


def test_golden_example_with_its_frame_named() -> None:
    puzzle, _ = read(GOLDEN, frame="black")
    assert puzzle.framed
    assert sides_of(puzzle) == [(n, e, 0, 0) for n, e, _, _ in GOLDEN_SIDES]
    assert read(GOLDEN + "frame(black).\n")[0] == puzzle
    assert read(GOLDEN + "frame(black).\n", frame="black")[0] == puzzle


def test_golden_answer_has_black_all_around() -> None:
    puzzle, _ = read(GOLDEN, frame="black")
    answer = """
        chosenTile(1,1,1). chosenTile(1,2,3). chosenTile(2,1,2). chosenTile(2,2,4).
        chosenRotation(1,1,90). chosenRotation(1,2,0). chosenRotation(2,1,180). chosenRotation(2,2,270).
    """
    solution = from_atoms([atom for atom, _ in parse_facts(answer, "answer")], puzzle)
    assert check(puzzle, solution).solved


def test_foreign_names_are_numbered_by_first_appearance() -> None:
    foreign = GOLDEN.replace("colour(red). colour(green). colour(blue).", "colour(rot). colour(blue). colour(green).")
    puzzle, _ = read(foreign.replace(",red)", ",rot)"))
    assert sides_of(puzzle) == [(1, 3, 4, 4), (2, 1, 4, 4), (3, 1, 4, 4), (1, 2, 4, 4)]


def test_a_foreign_frame_may_have_any_name() -> None:
    puzzle, _ = read(GOLDEN, frame="red")
    assert sides_of(puzzle) == [(0, 1, 3, 3), (2, 0, 3, 3), (1, 0, 3, 3), (0, 2, 3, 3)]


def test_black_is_special_only_where_it_is_the_frame() -> None:
    text = GOLDEN.replace("colour(black).", "").replace("colour(red).", "colour(black). colour(red).")
    assert sides_of(read(text)[0])[0] == (2, 3, 1, 1)


WORDS = {"red": "1", "green": "2", "blue": "3", "black": "0"}
IN_NUMBERS = re.sub(r"\b(red|green|blue|black)\b", lambda word: WORDS[word[1]], GOLDEN)


def test_colours_may_be_numbers() -> None:
    puzzle, _ = read(IN_NUMBERS + "frame(0). partner(1,2).")
    assert sides_of(puzzle) == [(n, e, 0, 0) for n, e, _, _ in GOLDEN_SIDES]
    assert puzzle.partners == ((1, 2),)
    assert puzzle.names.colours == ("0", "1", "2", "3")
    assert read(IN_NUMBERS, frame="0")[0].framed
    unframed, _ = read(IN_NUMBERS)
    assert (sides_of(unframed), unframed.names.colour(4)) == (GOLDEN_SIDES, "0"), "0 is a colour like black"
    pooled = "colour(0..3).\n" + re.sub(r"colour\(.\)\.", "", IN_NUMBERS) + "frame(0)."
    assert sides_of(read(pooled)[0]) == sides_of(puzzle)


def test_numbers_beside_words_are_names_like_others() -> None:
    mixed = GOLDEN.replace("(green)", "(1)").replace(",green)", ",1)")
    assert sides_of(read(mixed)[0]) == GOLDEN_SIDES
    puzzle, _ = read(IN_NUMBERS.replace("(3)", "(70)").replace(",3)", ",70)").replace("tile(70)", "tile(3)"))
    assert puzzle.names.colours[1:] == ("1", "2", "70", "0")


def test_constants_have_values_and_show_says_nothing() -> None:
    text = re.sub(r"(row|col)\(\d\)\.", "", GOLDEN)
    sized = f"#show.\n#show tileSide/3. row(1..n).\n{text}col(1..n).\n#const n=2. #const n = 2."
    assert read(sized) == read(GOLDEN)


def test_intervals_pools_and_comments() -> None:
    text = """
        % col(17).
        %* row(17).
           row(18). *%
        tile(1..4). col(1..2). row(1;2).
        colour(red;green;blue;black). rotation(0;90;180;270). side(top;right;bottom;left).
        tileSide(1..4,(bottom;left),black).
        tileSide((1;4),top,red). tileSide(2,top,blue). tileSide(3,top,green).
        tileSide(1,right,green). tileSide((2;3),right,red). tileSide(4,right,blue).
    """
    assert read(text) == read(GOLDEN)
    assert read(text.replace("\n", "\r\n")) == read(GOLDEN)


def test_repeated_facts_are_one() -> None:
    assert read(GOLDEN + GOLDEN + "clue(1,1,1,90). clue(1,1,1,90).") == (
        read(GOLDEN)[0],
        Solution((Placement(0, Square(0, 0), 3),)),
    )


def test_signs_and_clues_are_read() -> None:
    puzzle, clues = read(GOLDEN + "tileSign(2,minus). tileSign(4,plus). clue(2,1,3,90). clue(1,2,1,0).")
    assert [tile.sign for tile in puzzle.tiles] == [None, Sign.MINUS, None, Sign.PLUS]
    assert clues == Solution((Placement(2, Square(1, 0), 3), Placement(0, Square(0, 1), 0)))


NOT_A_FACT = "expected a fact, found"
ARGUMENTS = "expected a fact with constants, numbers of at most 9 digits, intervals and pools as arguments, found"
NOT_OF_THE_CLASS = (
    "expected a fact of the class 'Edge Matching' or frame/1, partner/2, tileSign/2, clue/4, spare/1, open/1, "
    "hole/2, wraps/1, rim/2, only/2, found"
)


@pytest.mark.parametrize(
    ("added", "words"),
    [
        ("tile(X) :- col(X).", NOT_A_FACT),
        (":- tile(1).", NOT_A_FACT),
        ("{ tile(5) }.", NOT_A_FACT),
        ("tile(5) ; tile(6).", NOT_A_FACT),
        ("not tile(5).", NOT_A_FACT),
        ("1 = 1.", NOT_A_FACT),
        ("#const n = 4*4.", NOT_A_FACT),
        ("#const n = 4. #const n = 5.", "expected one value for the constant n, 4, found 5"),
        ("#show tile(X) : tile(X).", NOT_A_FACT),
        ("#minimize { 1 : tile(1) }.", NOT_A_FACT),
        ("#external tile(5).", NOT_A_FACT),
        ("#program step.", NOT_A_FACT),
        ("#script (python) print() #end.", NOT_A_FACT),
        ("tileEdge(1,top,red).", "expected tileSide(NUMBER,SIDE,COLOUR), found tileEdge(1,top,red)"),
        ("color(red).", "expected colour(COLOUR), found color(red)"),
        ("chosenTile(1,1,1).", f"{NOT_OF_THE_CLASS} chosenTile(1,1,1)"),
        ("tile.", "expected tile(NUMBER), found tile"),
        ("tile(1,2).", "expected tile(NUMBER), found tile(1,2)"),
        ("tile(one).", "expected tile(NUMBER), found tile(one)"),
        ('colour("red").', ARGUMENTS),
        ("colour(dark(red)).", ARGUMENTS),
        ("tileSide(1,top).", "expected tileSide(NUMBER,SIDE,COLOUR), found tileSide(1,top)"),
        ("colour(C).", ARGUMENTS),
        ("colour((red,blue)).", ARGUMENTS),
        ("tile(1+4).", ARGUMENTS),
        ("tile(5)", "expected a fact that ends with '.', found 'tile(5)"),
        ("tile(5.", NOT_A_FACT),
        ("2 2", "expected a fact that ends with '.', found '2 2"),
        ("rotation(45).", "expected one of 0, 90, 180, 270"),
        ("side(north).", "expected one of top, right, bottom, left, found side(north)"),
        ("tileSide(1,up,red).", "expected one of top, right, bottom, left, found tileSide(1,up,red)"),
        ("tileSide(1,top,blue).", "expected one colour for the top of tile 1, found tileSide(1,top,blue)"),
        ("tileSide(5,top,blue).", "expected tileSide of a tile from 1 to 4, found 5"),
        ("tileSign(5,plus).", "expected tileSign of a tile from 1 to 4, found 5"),
        ("tileSign(1,positive).", "expected one of plus, minus, found tileSign(1,positive)"),
        ("tileSign(1,plus). tileSign(1,minus).", "expected one sign for tile 1, found tileSign(1,minus)"),
        ("tileSign(1,(plus;minus)).", "expected one sign for tile 1, found tileSign(1,"),
        ("tile(0).", "expected tile(1) to tile(5), found tile(0)"),
        ("tile(6).", "expected tile(1) to tile(5), found tile(6)"),
        ("col(-1).", "expected col(1) to col(3), found col(-1)"),
        ("row(4).", "expected row(1) to row(3), found row(4)"),
        ("frame(pink).", "expected a fact colour(pink) for the frame"),
        ("frame(black). frame(red).", "expected one frame colour, found several"),
        ("clue(1,1,1,45).", "expected one of 0, 90, 180, 270, found clue(1,1,1,45)"),
        ("clue(3,1,1,0).", "expected a clue on the board, found column 3, row 1"),
        ("clue(1,0,1,0).", "expected a clue on the board, found column 1, row 0"),
        ("clue(1,1,5,0).", "expected clue of a tile from 1 to 4, found 5"),
        ("clue(1,1,1,0). clue(2,1,1,0).", "expected one clue for tile 1, found a second"),
        ("clue(1,1,1,0). clue(1,1,2,0).", "expected one clue for column 1, row 1, found a second"),
    ],
)
def test_anything_else_is_reported_with_its_line(added: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(f"{GOLDEN}% one more line\n{added}\n")
    message = str(caught.value)
    assert re.match(r"x\.lp:1[12]: ", message), message
    assert words in message
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize("added", ["-tile(1).", "tile(1/0).", "tile(1..n).", "tile(@f(1)).", '#include "more.lp".'])
def test_nothing_is_skipped_in_silence(added: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("more.lp").write_text("tile(1).\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"^x\.lp:10: expected a fact"):
        read(f"{GOLDEN}{added}\n")


@pytest.mark.parametrize(
    ("gone", "line", "words"),
    [
        (r"tile\(3\)\.", 1, "expected tile(1) to tile(3), found tile(4)"),
        (r"tile\(4\)\.", None, "expected 4 tiles for 2 x 2, found 3"),
        (r"tile\(.\)\.", None, "expected facts tile(1), tile(2), ..., found none"),
        (r"row\(.\)\.", None, "expected facts row(1), row(2), ..., found none"),
        (r"col\(2\)\.", None, "expected at least 2 columns and 2 rows, found 1 x 2"),
        (r"rotation\(180\)\.", None, "expected the fact rotation(180), found none"),
        (r"side\(top\)\.", None, "expected the fact side(top), found none"),
        (r"tileSide\(2,left,black\)\.", 1, "expected a fact tileSide(2,left,...), found none"),
        (r"colour\(blue\)\.", 7, "expected a fact colour(blue), found none"),
        (r"(?s).*", None, "expected facts col(1), col(2), ..., found none"),
    ],
)
def test_what_is_missing_is_reported(gone: str, line: int | None, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(re.sub(gone, "", GOLDEN))
    assert str(caught.value) == ("x.lp: " if line is None else f"x.lp:{line}: ") + words


def test_the_line_of_a_syntax_error_is_named() -> None:
    with pytest.raises(InputError, match=r"^x\.lp:3: expected a fact, found 'row\(2\)\)\.'$"):
        read(GOLDEN.replace("row(2).", "row(2))."))


def test_the_frame_that_the_user_names_must_agree_with_the_facts() -> None:
    with pytest.raises(InputError, match=r"^x\.lp:10: expected frame\(red\), found frame\(black\)$"):
        read(GOLDEN + "frame(black).", frame="red")
    with pytest.raises(InputError, match=r"^x\.lp: expected a fact colour\(pink\) for the frame$"):
        read(GOLDEN, frame="pink")


def test_sides_are_named_clockwise_from_the_top() -> None:
    assert [facts.SIDES[side] for side in Side] == ["top", "right", "bottom", "left"]


def test_the_first_colours_have_the_names_of_the_class() -> None:
    assert [colour_name(number) for number in range(4)] == ["black", "red", "green", "blue"]
    assert colour_name(55) == "colour55"


def test_the_colour_table_is_bijective() -> None:
    names = [colour_name(number) for number in range(1500)]
    assert [colour_number(name) for name in names] == list(range(1500))
    assert all(re.fullmatch("[a-z][a-z0-9]*", name) for name in names)


@given(st.integers(0, LARGEST))
def test_the_colour_table_is_bijective_everywhere(number: int) -> None:
    assert colour_number(colour_name(number)) == number


@pytest.mark.parametrize("name", ["colour0", "colour1", "colour16", "colour017", "colour", "colour17x", "violet", ""])
def test_other_names_are_not_in_the_table(name: str) -> None:
    assert colour_number(name) is None


@given(st.lists(st.integers(1, 40), unique=True, min_size=1), st.randoms(use_true_random=False))
def test_names_of_the_table_keep_their_numbers_in_any_order(numbers: list[int], rng: random.Random) -> None:
    names = [colour_name(number) for number in numbers] + ["black"]
    rng.shuffle(names)
    assert colour_numbers(names, "black") == {name: colour_number(name) for name in names}


# ---- reader ----

BLANKS = ("", "", "", " ", "\n", "\t", "\r\n", "%* a *%", "% b\n", "%* c %* d\n *% *% ", "%* % *%\n*%", "%**%")

blanks = st.sampled_from(BLANKS)
numbers = st.integers(-3, 12).map(str)
constants = st.sampled_from(["red", "top", "a", "_b", "c'", "colour17", "note"])


@st.composite
def joined(draw: st.DrawFn, *parts: str | st.SearchStrategy[str]) -> str:
    """The parts with blanks and comments between them."""
    return "".join(draw(blanks) + (part if isinstance(part, str) else draw(part)) for part in parts)


def separated(parts: st.SearchStrategy[str], separator: str, most: int) -> st.SearchStrategy[str]:
    return st.lists(parts, min_size=1, max_size=most).map(separator.join)


items = st.one_of(joined(numbers), joined(constants), joined(numbers, "..", numbers))
pools = joined("(", separated(items, ";", 3), ")")
arguments = separated(separated(st.one_of(items, pools), ",", 3), ";", 2)
texts_of_facts = st.one_of(joined(constants, "."), joined(constants, "(", arguments, ")", "."))


def parsed(text: str) -> list[tuple[Atom, int]]:
    return list(parse_facts(text, "x.lp"))


def refused(text: str) -> str:
    """The message for a text that holds something else, without the name of the file."""
    with pytest.raises(InputError) as caught:
        parsed(text)
    message = str(caught.value)
    assert message.isascii()
    assert message.isprintable()
    assert len(message) < 300
    return message.removeprefix("x.lp:")


def agrees_with_clingo(text: str) -> bool:
    """Whether clingo reads the same atoms, and facts on the same lines."""
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, message: messages.append(message))
    control.add("base", [], text)
    control.ground([("base", [])])
    lines: list[int] = []
    ast.parse_string(
        text, lambda each: lines.append(each.location.begin.line) if each.ast_type == ast.ASTType.Rule else None
    )
    found = parsed(text)
    assert not messages
    assert {str(atom) for atom, _ in found} == {str(each.symbol) for each in control.symbolic_atoms}
    return {line for _, line in found} <= set(lines)


@given(st.lists(texts_of_facts, max_size=6).map("".join), blanks)
def test_facts_are_read_as_clingo_reads_them(text: str, end: str) -> None:
    assert agrees_with_clingo(text + end)


@settings(max_examples=5 * settings().max_examples)
@given(st.lists(texts_of_facts, min_size=1, max_size=3).map("".join), st.data())
def test_what_is_accepted_clingo_accepts(text: str, data: st.DataObject) -> None:
    """So no damaged text is taken for facts that clingo would not find in it."""
    at = data.draw(st.integers(0, len(text)))
    junk = data.draw(st.text("%*().,;:-+0129 aXn_'\"\\#@|&\n\t\v", max_size=3))
    text = text[:at] + junk + text[at + data.draw(st.integers(0, 3)) :]
    try:
        found = parsed(text)
    except InputError:
        return
    assume(len(found) < 10_000)
    assert agrees_with_clingo(text)


@given(st.text())
def test_any_text_is_read_or_refused_in_one_printable_line(text: str) -> None:
    with suppress(InputError):
        parsed(text)
        return
    refused(text)


def test_each_fact_has_its_line() -> None:
    text = "a. % one\n%* two\nthree *% b(1).\n\nc(1..2,\n(x;y)). d.\n"
    assert [(str(atom), line) for atom, line in parsed(text)] == [
        *[("a", 1), ("b(1)", 3), ("c(1,x)", 5), ("c(1,y)", 5), ("c(2,x)", 5), ("c(2,y)", 5), ("d", 6)]
    ]  # fmt: skip


def test_a_pool_of_arguments_and_an_empty_interval() -> None:
    assert [str(atom) for atom, _ in parsed("clue(1,1;2,-3). tile(2..1). row(2..2).")] == [
        *["clue(1,1)", "clue(2,-3)", "row(2)"]
    ]  # fmt: skip


def test_constants_are_read_as_clingo_reads_them() -> None:
    assert agrees_with_clingo(
        "#show p/2. p(n,a). p(1..n,(n;m)).\n#const n = 3. n(-1..n). #show.\n#const k=-2. p(k..n,k)."
    )


EXPECTED_ARGUMENTS = (
    "1: expected a fact with constants, numbers of at most 9 digits, intervals and pools as arguments, found "
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour(gr\N{LATIN SMALL LETTER U WITH DIAERESIS}n).", EXPECTED_ARGUMENTS + r"'colour(gr\xfcn).'"),
        ("\N{LATIN SMALL LETTER E WITH ACUTE}t\xe9\n", r"1: expected a fact that ends with '.', found '\xe9t\xe9'"),
        ('tile("\x1b]0;pwn\x07\x1b[2J").', EXPECTED_ARGUMENTS + r"""'tile("\x1b]0;pwn\x07\x1b[2J").'"""),
        ("\x1b[2J.", r"1: expected a fact, found '\x1b[2J.'"),
        ("tile\N{NO-BREAK SPACE}(1).", r"1: expected a fact, found 'tile\xa0(1).'"),
        ("tile(\N{ARABIC-INDIC DIGIT TWO}).", EXPECTED_ARGUMENTS + r"'tile(\u0662).'"),
        ('%**% #include "more.lp".', """1: expected a fact, found '#include "more.lp".'"""),
        ('tile("%"). #include "more.lp".', "1: expected a fact that ends with '.', found 'tile(\"'"),
        ("a.\n\n  b", "3: expected a fact that ends with '.', found 'b'"),
        ("a. %* b\n%* *% c.", "1: expected '*%' at the end of the comment, found none"),
        ("col(1..3000*3000).", EXPECTED_ARGUMENTS + "'col(1..3000*3000).'"),
        ("tile(f(1..9999,1..9999,1..9999)).", EXPECTED_ARGUMENTS + "'tile(f(1..9999,1..9999,1..9999)).'"),
        ("tile((1..9999)*(1..99999)).", EXPECTED_ARGUMENTS + "'tile((1..9999)*(1..99999)).'"),
        ("tile(1234567890).", EXPECTED_ARGUMENTS + "'tile(1234567890).'"),
        ("tile(1+1). tile(2).", EXPECTED_ARGUMENTS + "'tile(1+1).'"),
        ("tile(not).", EXPECTED_ARGUMENTS + "'tile(not).'"),
    ],
)
def test_anything_else_is_refused(text: str, message: str) -> None:
    assert refused(text).startswith(message)


def test_comments_may_hold_anything() -> None:
    assert parsed('% gr\xfcn "\n%* \x1b[2J #include "x". *% a. % \N{SNOWMAN}')[0][0] == Atom("a")


@pytest.mark.parametrize(
    "part",
    [
        *["f(", "(", "-", "1+", "1 ", "1;", "1,", "(1;", "..", "1..", "tile(5. ", "tile(1) ", "%* ", "%*% ", "*%", "'"],
        *["a", " ", "\n", ". ", '"', "tile(1..2) "],
    ],
)
def test_long_repetitions(part: str) -> None:
    """Where clingo's parser crashes, or a pattern would try again and again."""
    for text in (part * 30_000, "tile(" + part * 30_000, "tile(" + part * 30_000 + "1)."):
        with suppress(InputError):
            parsed(text)


FEW_ATOMS = 10_000
"""The bound of the two tests that reach it: a million atoms take half a second."""


@pytest.fixture
def few_atoms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgeasp.encoding.facts.MOST_ATOMS", FEW_ATOMS)


@pytest.mark.usefixtures("few_atoms")
def test_intervals_and_pools_of_a_file_are_bounded() -> None:
    line = f"tile(1..{FEW_ATOMS // 2}).\n"
    texts_of_facts = parse_facts(line * 3, "x.lp")
    assert sum(1 for _ in zip(range(FEW_ATOMS), texts_of_facts, strict=False)) == FEW_ATOMS
    with pytest.raises(InputError, match=r"^x\.lp:3: expected intervals and pools for at most 10,000 atoms"):
        next(texts_of_facts)


@pytest.mark.parametrize("text", ["tile(1..999999999).", "p(1..9999,1..9999,1..9999).", "p((1..999999999;1),0..1)."])
def test_a_fact_beyond_the_bound_is_refused_before_it_is_expanded(text: str) -> None:
    assert refused(text).startswith("1: expected intervals and pools for at most 1,000,000 atoms in the file, found ")


def test_an_empty_interval_beside_a_long_one_stands_for_nothing() -> None:
    assert parsed("p(1..999999999,1..0).") == []


@pytest.mark.usefixtures("few_atoms")
def test_facts_that_are_written_out_are_not_bounded() -> None:
    texts_of_facts = parse_facts("tile(1).\n" * (2 * FEW_ATOMS) + f"tile(1..{FEW_ATOMS - 1}). tile((1;1;1)).", "x.lp")
    with pytest.raises(InputError, match=r"^x\.lp:20001: .* found more at 'tile\(\(1;1;1\)\)\.'$"):
        sum(1 for _ in texts_of_facts)


# ---- regions ----

Filling = Mapping[Square, Candidate]
GUIDED = ClaspOptions(guided=True, extra=("--contraction=40,decisionSeq",))


def fillings(region: Region, laid: dict[Square, Candidate] | None = None) -> Iterator[Filling]:
    """All ways to fill the squares of a region, by trying all of them."""
    laid = laid or {}
    square = next((each for each in region.candidates if each not in laid), None)
    if square is None:
        yield laid
        return
    for each in region.candidates[square]:
        around = [(side, laid.get(square.neighbour(side))) for side in Side]
        if all(each.tile != other.tile for other in laid.values()) and all(
            other is None or other.sides[side.opposite] == each.sides[side] for side, other in around
        ):
            yield from fillings(region, laid | {square: each})


def union(found: list[Filling]) -> dict[Square, set[Candidate]]:
    on: dict[Square, set[Candidate]] = defaultdict(set)
    for filling in found:
        for square, each in filling.items():
            on[square].add(each)
    return on


@st.composite
def regions(draw: st.DrawFn) -> Region:
    """Up to four squares of a puzzle in any order, each with some of its candidates, now and then with none."""
    puzzle, _ = draw(planted(signed=False))
    candidates = Candidates(puzzle)
    chosen = draw(st.lists(st.sampled_from(range(len(candidates.squares))), unique=True, min_size=1, max_size=4))
    few = {
        candidates.squares[index]: tuple(
            draw(st.lists(st.sampled_from(every), unique=True, max_size=12))
            if (every := candidates.by_square[index])
            else ()
        )
        for index in chosen
    }
    return Region(few, draw(st.booleans()))


@given(regions())
def test_what_is_possible_is_what_some_filling_has(region: Region) -> None:
    expected = list(fillings(region))
    program = GroundProgram(region.program(), GUIDED if region.guided else ClaspOptions())
    possible = program.possible(10_000)
    assert program.exhausted
    if not expected:
        assert program.status is Status.UNSATISFIABLE
        return
    assert possible is not None
    assert {square: set(each) for square, each in region.read(possible).items()} == union(expected)


@given(regions())
def test_every_filling_is_an_answer(region: Region) -> None:
    answers = GroundProgram(region.program()).answers(0)
    found = [{square: each for square, [each] in region.read(answer).items()} for answer in answers]
    assert sorted(map(repr, found)) == sorted(repr(dict(each)) for each in fillings(region))


def test_a_region_with_too_many_fillings_is_given_up() -> None:
    candidates = Candidates(boards.GOLDEN)
    region = Region(dict(zip(candidates.squares, candidates.by_square, strict=True)))
    program = GroundProgram(region.program())
    assert program.possible(1) is None
    assert (program.exhausted, program.status) == (False, Status.SATISFIABLE)
    # The program can be searched again, and then as usual.
    assert sum(1 for _ in program.answers(0)) == sum(1 for _ in fillings(region))
    assert program.possible(10_000)


@pytest.mark.long
@pytest.mark.parametrize("conflicts", [0, 1])
def test_a_region_may_be_stopped_by_conflicts(conflicts: int) -> None:
    candidates = Candidates(boards.hard())
    region = Region(dict(zip(candidates.squares, candidates.by_square, strict=True)))
    program = GroundProgram(region.program())
    assert program.possible(10_000, conflicts) is None
    assert not program.exhausted
    assert program.status is not Status.UNSATISFIABLE


@given(planted(signed=False))
def test_candidates_are_said_in_every_rotation_that_looks_the_same(pair: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = pair
    domains = {each.square: (candidate(puzzle, each),) for each in solution.placements[1:]}
    said: dict[str, set[tuple[Any, ...]]] = defaultdict(set)
    for atom, _ in parse_facts(domain_facts(puzzle, domains), "candidates"):
        said[atom.name].add(atom.arguments)
    assert said["narrowed"] == {(square.col + 1, square.row + 1) for square in domains}
    assert said["fits"] == {
        (each.square.col + 1, each.square.row + 1, each.tile + 1, (4 - rot) % 4 * 90)
        for each in solution.placements[1:]
        for rot in range(4)
        if turned(puzzle.tiles[each.tile].sides, rot) == puzzle.sides(each)
    }


def candidate(puzzle: Puzzle, placement: Any) -> Candidate:
    canonical = puzzle.canonical(placement)
    return Candidate(canonical.tile, canonical.rot, puzzle.sides(canonical))


def test_a_square_without_candidates_is_narrowed_all_the_same() -> None:
    assert "narrowed(2,1)." in domain_facts(boards.hard(), {Square(1, 0): ()}).splitlines()


def test_one_square_alone_is_a_region() -> None:
    tile = Tile((1, 2, 3, 4))
    region = Region({Square(0, 0): tuple(Candidate(0, rot, turned(tile.sides, rot)) for rot in range(4))}, guided=True)
    possible = GroundProgram(region.program(), GUIDED).possible(10)
    assert possible is not None
    assert region.read(possible) == region.candidates
