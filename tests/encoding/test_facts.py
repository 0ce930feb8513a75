"""Facts of a puzzle or a region, and their reader."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import clingo
import pytest
from clingo import ast
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from edgeasp.encoding import facts
from edgeasp.encoding.facts import (
    Atom,
    assign_colour_numbers,
    colour_name,
    colour_number,
    parse_facts,
    solution_from_atoms,
)
from edgeasp.encoding.render import Region, domain_facts, templates_folder
from edgeasp.puzzle.candidates import Candidate, Candidates
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sign, Solution, Square, Tile, rotate_sides
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import InputError
from tests.support import boards
from tests.support.answers import answered, described, require_same, unescaped
from tests.support.boards import peculiar
from tests.support.general import KINDS, general, pictures, seen
from tests.support.reading import read_puzzle
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
WORDS = {"red": "1", "green": "2", "blue": "3", "black": "0"}
IN_NUMBERS = re.sub(r"\b(red|green|blue|black)\b", lambda word: WORDS[word[1]], GOLDEN)
TABLES = sorted((Path(__file__).parent / "facts").glob("*.txt"))
CLASS = {"tile/1", "colour/1", "row/1", "col/1", "rotation/1", "side/1", "tileSide/3"}


def read(text: str, frame: str | None = None) -> tuple[Puzzle, Solution]:
    return facts.read_facts(text, "x.lp", frame)


def predicates(text: str) -> set[str]:
    return {f"{atom.name}/{len(atom.arguments)}" for atom, _ in parse_facts(text, "x.lp")}


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_everything_is_read_that_is_written(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    require_same(written, answered(written, _outcome))


def _outcome(command: str, lines: tuple[str, ...]) -> list[str]:
    """Everything that is read from the golden example with changes and more lines, from facts alone, or their atoms."""
    text, [name, *words] = unescaped(lines), command.split()
    base = {"golden": GOLDEN, "numbered": IN_NUMBERS}.get(name, "")
    for word in words:
        if word.startswith("s/"):
            _, old, new, _ = word.split("/")
            assert old in base
            base = base.replace(old, new)
    frame = next((word.removeprefix("frame=") for word in words if word.startswith("frame=")), None)
    try:
        if name == "atoms":
            return [f"{line}: {atom}" for atom, line in parsed(text)]
        return list(described(*read(base + text, frame)))
    except InputError as error:
        return [_message(error)]


def _message(error: InputError) -> str:
    assert error.line is None or str(error).startswith(f"x.lp:{error.line}: expected ")
    assert str(error).isascii()
    assert str(error).isprintable()
    assert len(str(error)) < 300
    return f"! {error}"


@given(with_placements())
def test_puzzle_and_clues_round_trip(case: tuple[Puzzle, Solution]) -> None:
    puzzle, clues = case
    text = facts.write_facts(puzzle, clues)
    back, back_clues = read(text)
    assert back == puzzle
    assert back_clues == Solution(tuple(puzzle.canonical(clue) for clue in clues))
    assert facts.write_facts(back, back_clues) == text


@given(with_placements(), st.randoms(use_true_random=False))
def test_facts_may_come_in_any_order(case: tuple[Puzzle, Solution], rng: random.Random) -> None:
    puzzle, clues = case
    statements = re.findall(r"\w+\([^)]*\)\.", re.sub("%.*", "", facts.write_facts(puzzle, clues)))
    rng.shuffle(statements)
    back, back_clues = read("\n".join(statements))
    assert back == puzzle
    assert set(back_clues) == {puzzle.canonical(clue) for clue in clues}


@given(with_placements())
def test_class_only_leaves_nothing_but_the_class(case: tuple[Puzzle, Solution]) -> None:
    puzzle, clues = case
    bare = facts.write_facts(puzzle, clues, class_only=True)
    assert predicates(bare) == CLASS
    assert facts.write_facts(puzzle, clues).startswith(bare)


def test_what_is_written() -> None:
    tiles = (Tile((0, 1, 17, 0), Sign.PLUS), Tile((1, 2, 1, 2)), Tile((1, 2, 1, 2), Sign.MINUS), Tile((3, 3, 3, 3)))
    clues = Solution((Placement(0, Square(1, 0), 3), Placement(1, Square(0, 1), 3)))
    text = facts.write_facts(Puzzle(2, 2, tiles), clues)
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


def test_golden_answer_has_black_all_around() -> None:
    puzzle, _ = read(GOLDEN, frame="black")
    answer = """
        chosenTile(1,1,1). chosenTile(1,2,3). chosenTile(2,1,2). chosenTile(2,2,4).
        chosenRotation(1,1,90). chosenRotation(1,2,0). chosenRotation(2,1,180). chosenRotation(2,2,270).
    """
    solution = solution_from_atoms([atom for atom, _ in parse_facts(answer, "answer")], puzzle)
    assert check(puzzle, solution).solved


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
    assert assign_colour_numbers(names, "black") == {name: colour_number(name) for name in names}


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


def test_constants_are_read_as_clingo_reads_them() -> None:
    assert agrees_with_clingo(
        "#show p/2. p(n,a). p(1..n,(n;m)).\n#const n = 3. n(-1..n). #show.\n#const k=-2. p(k..n,k)."
    )


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
    program = GroundProgram(region.program_text(), GUIDED if region.guided else ClaspOptions())
    possible = program.brave_consequences(10_000)
    assert program.exhausted
    if not expected:
        assert program.status is Status.UNSATISFIABLE
        return
    assert possible is not None
    assert {square: set(each) for square, each in region.candidates_in(possible).items()} == union(expected)


@given(regions())
def test_every_filling_is_an_answer(region: Region) -> None:
    answers = GroundProgram(region.program_text()).answers(0)
    found = [{square: each for square, [each] in region.candidates_in(answer).items()} for answer in answers]
    assert sorted(map(repr, found)) == sorted(repr(dict(each)) for each in fillings(region))


def test_a_region_with_too_many_fillings_is_given_up() -> None:
    candidates = Candidates(boards.GOLDEN)
    region = Region(dict(zip(candidates.squares, candidates.by_square, strict=True)))
    program = GroundProgram(region.program_text())
    assert program.brave_consequences(1) is None
    assert (program.exhausted, program.status) == (False, Status.SATISFIABLE)
    # The program can be searched again, and then as usual.
    assert sum(1 for _ in program.answers(0)) == sum(1 for _ in fillings(region))
    assert program.brave_consequences(10_000)


@pytest.mark.long
@pytest.mark.parametrize("conflicts", [0, 1])
def test_a_region_may_be_stopped_by_conflicts(conflicts: int) -> None:
    candidates = Candidates(boards.hard())
    region = Region(dict(zip(candidates.squares, candidates.by_square, strict=True)))
    program = GroundProgram(region.program_text())
    assert program.brave_consequences(10_000, conflicts) is None
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
    assert said["candidate"] == {
        (each.square.col + 1, each.square.row + 1, each.tile + 1, (4 - rot) % 4 * 90)
        for each in solution.placements[1:]
        for rot in range(4)
        if rotate_sides(puzzle.tiles[each.tile].sides, rot) == puzzle.sides(each)
    }


def candidate(puzzle: Puzzle, placement: Any) -> Candidate:
    canonical = puzzle.canonical(placement)
    return Candidate(canonical.tile, canonical.rot, puzzle.sides(canonical))


def test_a_square_without_candidates_is_narrowed_all_the_same() -> None:
    assert "narrowed(2,1)." in domain_facts(boards.hard(), {Square(1, 0): ()}).splitlines()


def test_one_square_alone_is_a_region() -> None:
    tile = Tile((1, 2, 3, 4))
    region = Region(
        {Square(0, 0): tuple(Candidate(0, rot, rotate_sides(tile.sides, rot)) for rot in range(4))}, guided=True
    )
    possible = GroundProgram(region.program_text(), GUIDED).brave_consequences(10)
    assert possible is not None
    assert region.candidates_in(possible) == region.candidates


# ---- by clingo alone ----


INSTANCES = Path(__file__).parents[2] / "instances"


def boards_of(puzzle: Puzzle, text: str) -> list[Solution]:
    """The boards that the stand-alone solver finds from facts."""
    command = [sys.executable, "-m", "clingo", "-", str(templates_folder() / "edge-matching.lp"), "0"]
    output = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert output.stderr == ""
    return facts.solutions_of_output(output.stdout, "clingo", puzzle)


def assert_all_boards(puzzle: Puzzle, text: str) -> int:
    found = [seen(puzzle, board) for board in boards_of(puzzle, text)]
    assert len(found) == len(set(found))
    assert set(found) == pictures(puzzle)
    return len(found)


@pytest.mark.parametrize(("name", "number"), [("golden.lp", 104), ("foursquares.puz", 72), ("frame-3x3.puz", 16)])
def test_all_boards_of_an_instance(name: str, number: int) -> None:
    puzzle, _ = read_puzzle(str(INSTANCES / name))
    by_hand = name.endswith(".lp")
    text = (INSTANCES / name).read_text(encoding="utf-8") if by_hand else facts.write_facts(puzzle)
    assert assert_all_boards(puzzle, text) == number


def test_all_boards_of_an_instance_with_signs() -> None:
    """Too large for brute force: the checker judges the boards, whose number other encodings agree on."""
    puzzle, _ = read_puzzle(str(INSTANCES / "planted-6x4-signed.puz"))
    boards = boards_of(puzzle, facts.write_facts(puzzle))
    assert len({seen(puzzle, board) for board in boards}) == len(boards) == 4
    assert all(check(puzzle, board).solved for board in boards)


def puzzle_with(feature: str, number: int) -> Puzzle:
    name = f"alone {number}"
    return general(name, [feature]) if feature in KINDS else peculiar(name, 6, signed=feature == "signs")


FEATURES = (*KINDS, "partners", "signs")


@pytest.mark.sample(12)
@pytest.mark.parametrize(("feature", "number"), list(product(FEATURES, range(12))))
def test_all_boards_of_a_puzzle_with_a_feature(feature: str, number: int) -> None:
    puzzle = puzzle_with(feature, number)
    assert_all_boards(puzzle, facts.write_facts(puzzle))


@pytest.mark.long
@pytest.mark.parametrize("feature", FEATURES)
def test_most_of_these_have_boards(feature: str) -> None:
    assert sum(bool(pictures(puzzle_with(feature, number))) for number in range(12)) > 5


if __name__ == "__main__":
    for each in TABLES:
        each.write_text(answered(each.read_text(encoding="utf-8"), _outcome), encoding="utf-8")
