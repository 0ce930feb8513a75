"""Facts of the class: puzzle to facts to puzzle, the golden example, foreign instances, and errors."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding import facts
from edgeasp.encoding.facts import colour_name, colour_number, colour_numbers, from_atoms, parse_facts
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sides, Sign, Solution, Square, Tile
from edgeasp.system.errors import InputError
from tests.support.strategies import LARGEST, with_placements

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
