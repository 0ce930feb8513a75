"""Certificates that were changed, by chance or on purpose."""

from __future__ import annotations

import gzip
import json
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from edgeasp.formats import plain
from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate.check.verification import VerifiedCertificate, verify
from edgeasp.lab.certificate.claim import find_anchor
from edgeasp.lab.certificate.make import normalise_boards
from edgeasp.lab.certificate.views import Conditions, board_appearance
from edgeasp.puzzle.model import Solution, Square
from edgeasp.system.errors import InputError
from tests.lab.support import checkers
from tests.lab.support.certificates import boards_of, certified, change, divided, sign
from tests.support import boards, brute
from tests.support.solving import as_clues
from tests.tools.schemas import FOLDER

# ---- changed lines ----

PUZZLE = boards.various()["framed 3x3 partly signed"]
CLUES = as_clues({(0, 0): (0, 0)}, boards.GOLDEN)
_KEPT = tempfile.TemporaryDirectory()


@cache
def original() -> Path:
    """A certificate of a few boards, made once."""
    folder = Path(_KEPT.name) / "original"
    assert certified(folder, Conditions(PUZZLE), boards_of(PUZZLE))
    return folder


@contextmanager
def copied() -> Iterator[Path]:
    """A copy to change."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "copy"
        shutil.copytree(original(), folder)
        yield folder


def lines(name: str) -> list[str]:
    return (original() / name).read_text(encoding="utf-8").splitlines()


def lemmas(name: str) -> list[int]:
    """The indices of lines with a lemma that has literals."""
    place = 1 if name.endswith("lrat") else 0
    return [index for index, line in enumerate(lines(name)) if line.split()[place] not in ("d", "0")]


def clauses() -> list[int]:
    """The indices of lines with a clause."""
    return [index for index, line in enumerate(lines("formula.cnf")) if line[0] not in "cp"]


def edited(name: str, edit: Callable[[list[str]], object]) -> str:
    """The verdict on a certificate in which the lines of a file were edited, and the sums set right.

    A proof is edited in the form with hints; the other form follows.
    """
    with copied() as folder:

        def edit_text(text: str) -> str:
            changed = text.splitlines()
            edit(changed)
            return "".join(f"{line}\n" for line in changed)

        change(folder, name, edit_text)
        if name == "proof.lrat":
            change(folder, "proof.drat", lambda _: without_hints((folder / name).read_text(encoding="utf-8")))
        try:
            return verify(str(folder)).claim
        except InputError as error:
            return str(error).replace(f"{folder}/", "")


def without_hints(text: str) -> str:
    """A proof in the format LRAT in the format DRAT."""
    live: dict[str, str] = {}
    lines = []
    for number, *words in map(str.split, text.splitlines()):
        if words[0] == "d":
            lines += [f"d {live[each]}" for each in words[1:-1] if " " in live.get(each, "").removesuffix(" 0")]
        else:
            live[number] = " ".join(words[: words.index("0") + 1])
            lines.append(live[number])
    return "".join(f"{line}\n" for line in lines)


def test_the_two_forms_of_the_proof_are_the_same() -> None:
    texts = [(original() / name).read_text(encoding="utf-8") for name in ("proof.lrat", "proof.drat")]
    assert without_hints(texts[0]) == texts[1]


def claim() -> str:
    text: str = json.loads((original() / "claim.json").read_text(encoding="utf-8"))["claim"]
    return text


def line_of(said: str, name: str) -> int:
    """The line that a refusal names in a file."""
    assert said.startswith(f"{name}:"), said
    return int(said.split(":")[1])


def test_the_original_is_right_and_has_a_bit_of_everything() -> None:
    assert "exactly" in claim()
    assert len(boards_of(PUZZLE)) > 1
    assert len(lemmas("proof.lrat")) > 20
    assert verify(str(original())).claim == claim()
    assert checkers.refusing(original()) == []


@given(st.data())
def test_a_lemma_that_is_gone_is_missed(data: st.DataObject) -> None:
    index = data.draw(st.sampled_from(lemmas("proof.lrat")))
    said = edited("proof.lrat", lambda text: text.pop(index))
    assert line_of(said, "proof.lrat") > index


@given(st.data())
def test_a_flipped_literal_in_the_proof_is_refused_or_does_not_matter(data: st.DataObject) -> None:
    """Where the lemma still follows, and suffices, the proof is another one, and right."""
    index = data.draw(st.sampled_from(lemmas("proof.lrat")))

    def flip(text: list[str]) -> None:
        words = text[index].split()
        words[1] = str(-int(words[1]))
        text[index] = " ".join(words)

    said = edited("proof.lrat", flip)
    assert said == claim() or line_of(said, "proof.lrat") > index


@given(st.data())
def test_a_proof_without_hints_that_is_another_one_is_refused(data: st.DataObject) -> None:
    """Even where it is right as well."""
    index = data.draw(st.sampled_from(lemmas("proof.drat")))
    gone = data.draw(st.booleans())
    said = edited("proof.drat", lambda text: text.pop(index) if gone else text.insert(index, text[index]))
    # A repeated lemma is noticed where the next line should be.
    assert index < line_of(said, "proof.drat") <= index + 2


def test_most_flipped_literals_are_refused_in_their_line() -> None:
    refused = 0
    for index in lemmas("proof.lrat")[:15]:

        def flip(text: list[str], index: int = index) -> None:
            number, first, *rest = text[index].split()
            text[index] = " ".join([number, str(-int(first)), *rest])

        said = edited("proof.lrat", flip)
        refused += said.startswith(f"proof.lrat:{index + 1}: expected a lemma that follows")
    assert refused > 10


@given(st.data())
def test_a_clause_that_is_too_strong_is_refused_although_the_proof_is_right(data: st.DataObject) -> None:
    """Without one of its literals; the line is named unless the rest of the clause follows as well."""
    index = data.draw(st.sampled_from([each for each in clauses() if len(lines("formula.cnf")[each].split()) > 2]))
    gone = data.draw(st.integers(0, len(lines("formula.cnf")[index].split()) - 2))

    def weaken(text: list[str]) -> None:
        words = text[index].split()
        del words[gone]
        text[index] = " ".join(words)

    said = edited("formula.cnf", weaken)
    assert said == claim() or line_of(said, "formula.cnf") == index + 1
    if "exclude" in said:
        assert "expected a clause that" in said


@given(st.data())
def test_a_clause_with_a_flipped_literal_is_refused_or_follows(data: st.DataObject) -> None:
    index = data.draw(st.sampled_from(clauses()))

    def flip(text: list[str]) -> None:
        first, *rest = text[index].split()
        text[index] = " ".join([str(-int(first)), *rest])

    said = edited("formula.cnf", flip)
    name = said.split(":", maxsplit=1)[0]
    assert name == "proof.lrat" or said == claim() or line_of(said, "formula.cnf") == index + 1


@given(st.data())
def test_a_clause_that_is_gone_is_missed(data: st.DataObject) -> None:
    """First by the number of clauses; where that is set right, by the proof, if it needs the clause."""
    index = data.draw(st.sampled_from(clauses()))
    said = edited("formula.cnf", lambda text: text.pop(index))
    assert "found the end of the file after" in said
    assert line_of(said, "formula.cnf") == len(lines("formula.cnf")) - 1


def test_a_clause_that_is_added_has_to_follow() -> None:
    def add(text: list[str]) -> None:
        head = next(index for index, line in enumerate(text) if line.startswith("p"))
        words = text[head].split()
        text[head] = f"p cnf {words[2]} {int(words[3]) + 1}"
        text.append(f"{several.split()[4]} 0")

    several = next(line for line in lines("formula.cnf") if line.startswith("c map tile") and len(line.split()) > 6)
    assert line_of(edited("formula.cnf", add), "formula.cnf") == len(lines("formula.cnf")) + 1


def test_a_meaning_that_is_changed_is_refused() -> None:
    """Two tiles change places in the comments."""

    def swap(text: list[str]) -> None:
        first, second = [index for index, line in enumerate(text) if line.startswith("c map tile")][:2]
        one, other = text[first].split(), text[second].split()
        one[3], other[3] = other[3], one[3]
        text[first], text[second] = " ".join(one), " ".join(other)

    assert edited("formula.cnf", swap).startswith("formula.cnf:")


def test_a_board_that_is_gone() -> None:
    with copied() as folder:
        number = len(boards_of(PUZZLE))
        (folder / "boards" / "sol_1.sol").unlink()
        with pytest.raises(InputError, match=f"sol_{number}.sol: expected sol_1.sol to sol_{number - 1}.sol alone"):
            verify(str(folder))
        (folder / "boards" / f"sol_{number}.sol").rename(folder / "boards" / "sol_1.sol")
        sign(folder)
        with pytest.raises(InputError, match=r"claim.json: expected claim .* found"):
            verify(str(folder))
        restate(folder, len(boards_of(PUZZLE)) - 1)
        with pytest.raises(InputError, match=r"formula.cnf:\d+: expected a clause that excludes one of the boards"):
            verify(str(folder))


def test_a_board_that_is_added() -> None:
    """It has to be a solution, and another one than all others; then no clause excludes it."""
    with copied() as folder:
        last = folder / "boards" / f"sol_{len(boards_of(PUZZLE)) + 1}.sol"
        shutil.copy(folder / "boards" / "sol_1.sol", last)
        restate(folder, len(boards_of(PUZZLE)) + 1)
        with pytest.raises(InputError, match=f"{last.name}: expected another board than sol_1.sol"):
            verify(str(folder))


def test_a_board_that_is_changed() -> None:
    with copied() as folder:
        path = folder / "boards" / "sol_2.sol"
        board = plain.read_sol(path.read_text(encoding="utf-8"), PUZZLE, "sol_2.sol")
        first, second, *rest = board.placements
        path.write_text(plain.write_sol(Solution((first, *rest))), encoding="utf-8")
        with pytest.raises(InputError, match=r"sol_2.sol: expected a solution, but 1 squares hold no tile"):
            verify(str(folder))
        text = plain.write_sol(Solution((first, *rest))) + f"{second.tile} {second.square.col} x {second.rot}\n"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=r"sol_2.sol:9: "):
            verify(str(folder))


def restate(folder: Path, number: int) -> None:
    """Let the claim be of another number of boards."""
    from edgeasp.lab.certificate.claim import claim_sentence

    path = folder / "claim.json"
    stated = json.loads(path.read_text(encoding="utf-8"))
    stated |= {"boards": number, "boards_in_all": number, "claim": claim_sentence(Conditions(PUZZLE), number)}
    stated["assignments"] = stated["assignments"] * number // len(boards_of(PUZZLE))
    path.write_text(json.dumps(stated), encoding="utf-8")
    sign(folder)


def test_another_puzzle() -> None:
    """The boards are none of its; without boards, the formula does not fit."""
    with copied() as folder:
        other = boards.various()["framed 3x3"]
        change(folder, "puzzle.puz", lambda _: plain.write_puz(other))
        with pytest.raises(InputError, match=r"sol_1.sol: expected a solution, but"):
            verify(str(folder))
        for path in (folder / "boards").iterdir():
            path.unlink()
        restate(folder, 0)
        with pytest.raises(InputError, match=r"formula.cnf:\d+: expected"):
            verify(str(folder))


def test_a_clue_that_is_put_in_or_taken_away(tmp_path: Path) -> None:
    with copied() as folder:
        (folder / "clues.sol").write_text("0 1 1 0\n", encoding="utf-8")
        with pytest.raises(InputError, match=r"clues.sol: expected no clues, as claim.json says, found some"):
            verify(str(folder))
        claim = folder / "claim.json"
        claim.write_text(claim.read_text(encoding="utf-8").replace('"clues": 0', '"clues": 1'), encoding="utf-8")
        with pytest.raises(InputError, match=r"sol_1.sol: expected a solution, but .* clue"):
            verify(str(folder))
    board = boards_of(boards.GOLDEN, {(0, 0): (0, 0)})
    assert certified(tmp_path, Conditions(boards.GOLDEN, CLUES), board)
    assert verify(str(tmp_path), puzzle=boards.GOLDEN, clues=CLUES)
    with pytest.raises(InputError, match=r"clues.sol: expected no clues, as none are given, found others .1."):
        verify(str(tmp_path), puzzle=boards.GOLDEN)
    (tmp_path / "clues.sol").unlink()
    with pytest.raises(InputError, match=r"clues.sol: cannot be read: no such file"):
        verify(str(tmp_path))


def test_the_puzzle_of_the_user_is_compared(tmp_path: Path) -> None:
    assert verify(str(original()), puzzle=PUZZLE).parts[0].checker == "both compared with yours"
    assert verify(str(original())).parts[0].checker == "not compared with yours: name it by --puzzle"
    with pytest.raises(InputError, match=r"puzzle.puz: expected the given puzzle"):
        verify(str(original()), puzzle=boards.GOLDEN)
    with pytest.raises(InputError, match=r"clues.sol: expected exactly the given clues .1., found none"):
        verify(str(original()), puzzle=PUZZLE, clues=as_clues({(1, 1): (8, 0)}, PUZZLE))


@pytest.mark.parametrize("name", ["README.md", "boards/sol_1.sol", "formula.cnf", "puzzle.puz"])
def test_a_file_that_is_not_the_one_of_the_claim(name: str) -> None:
    """Even if it says the same: a comment is another file, where there may be one at all."""
    comment = {"formula.cnf": "c\n", "README.md": "\n"}
    with copied() as folder:
        path = folder / name
        path.write_text(comment.get(name, "c\n") + path.read_text(encoding="utf-8"), encoding="utf-8")
        expected = "the file that claim.json names" if name in comment else "the file as edgeasp writes it"
        with pytest.raises(InputError, match=f"{path.name}.*: expected {expected}"):
            verify(str(folder))


@pytest.mark.parametrize(
    ("field", "value"),
    [("boards", 1), ("claim", "There is nothing."), ("cols", 4), ("assignments", 7), ("counted", "")],
)
def test_a_claim_that_says_something_else(field: str, value: object) -> None:
    with copied() as folder:
        path = folder / "claim.json"
        stated = json.loads(path.read_text(encoding="utf-8")) | {field: value}
        path.write_text(json.dumps(stated), encoding="utf-8")
        with pytest.raises(InputError, match=f"claim.json: expected {field} "):
            verify(str(folder))


@pytest.mark.parametrize(
    "symmetry",
    [
        {"kind": "anchor", "tile": 0, "rotations": [0, 1]},
        {"kind": "anchor", "tile": 99, "rotations": [0]},
        {"kind": "anchor", "tile": -1, "rotations": [0]},
        {"kind": "anchor"},
        {"kind": "clue", "tile": 0, "rotations": [], "factor": 4, "reason": "So it is."},
        "none",
    ],
)
def test_a_symmetry_that_the_puzzle_does_not_have(symmetry: object) -> None:
    with copied() as folder:
        path = folder / "claim.json"
        stated = json.loads(path.read_text(encoding="utf-8")) | {"symmetry": symmetry}
        path.write_text(json.dumps(stated), encoding="utf-8")
        with pytest.raises(InputError, match=r"claim.json: expected"):
            verify(str(folder))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "edgeasp.claim", "schema_version": 2}', "\x00"])
def test_a_claim_that_is_none(text: str) -> None:
    with copied() as folder:
        (folder / "claim.json").write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=r"claim\.json"):
            verify(str(folder))


def test_a_file_that_is_missing_or_cut_off() -> None:
    for name in ("formula.cnf", "proof.lrat", "puzzle.puz"):
        with copied() as folder:
            (folder / name).unlink()
            with pytest.raises(InputError, match=f"{name}: cannot be read"):
                verify(str(folder))
    last = len(lines("proof.lrat"))
    assert edited("proof.lrat", lambda text: text.pop()) == (
        f"proof.lrat:{last}: expected a proof that ends with the empty clause, found the end of the file"
    )
    last = len(lines("proof.drat"))
    assert edited("proof.drat", lambda text: text.pop()) == (
        f"proof.drat:{last}: expected the lemma or deletion that proof.lrat has there, found the end of the file"
    )


# ---- changed with knowledge of the formats ----

CERTIFICATES = 30
TEXTS = (names.PUZZLE, names.CLUES, names.FORMULA, names.HINTED, names.PLAIN, names.WORDS, names.CLAIM)


@cache
def right(number: int) -> Path:
    """A right certificate: some with a clue, some up to rotation, some compressed, the last one divided."""
    folder = Path(_KEPT.name) / str(number)
    various = list(boards.various().values())
    puzzle = various[number * 7 % len(various)]
    if number == CERTIFICATES - 1:
        puzzle = boards.FRAME_3X3
        corners = {board.by_square()[Square(0, 0)] for board in boards_of(puzzle)}
        cubes = [Conditions(puzzle, placements=(corner,)) for corner in sorted(corners, key=lambda each: each.tile)]
        assert divided(folder, Conditions(puzzle), cubes)
        return folder
    clues: brute.Clues = {}
    symmetry = None
    if number % 3 == 0 and (known := boards_of(puzzle)):
        clue = known[0].placements[0]
        clues = {(clue.square.col, clue.square.row): (clue.tile, clue.rot)}
    elif number % 4 == 0:
        symmetry = find_anchor(puzzle, Solution())
    anchor = None if symmetry is None else (symmetry.tile, symmetry.rotations)
    conditions = Conditions(puzzle, as_clues(clues, puzzle), anchor)
    kept = boards_of(puzzle, clues)
    if anchor is not None:
        kept = normalise_boards(conditions, [("brute force", board) for board in kept])
    assert certified(folder, conditions, kept, compress=number % 5 == 0)
    return folder


def _line(text: str, rng: random.Random, edit: Callable[[str], str]) -> str:
    """The text with one of its lines edited; heads and comments are as likely as all other lines together."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return edit("")
    heads = [index for index, line in enumerate(lines) if line[:1] in "cp"]
    index = rng.choice(heads) if heads and rng.random() < 0.5 else rng.randrange(len(lines))
    lines[index] = edit(lines[index])
    return "".join(lines)


def _number(text: str, rng: random.Random) -> str:
    """A number of the text in another form, or another number."""
    places = list(re.finditer(r"-?[0-9]+", text))
    if not places:
        return text
    place = rng.choice(places[-40:] if rng.random() < 0.5 else places)
    digits = place[0]
    ways = [
        *(f"0{digits}", f"+{digits}", f"{digits}_0", f"{digits}.0", f"-{digits}", f"{digits}e0", f"0x{digits}"),
        *(digits.translate({48 + each: 0x660 + each for each in range(10)}), digits * 400, "", "-0", "0", "08", "1"),
        *(str(int(digits) + 1), str(int(digits) - 1), f" {digits} ", f"{digits} {digits}"),
    ]
    return text[: place.start()] + rng.choice(ways) + text[place.end() :]


def _space(text: str, rng: random.Random) -> str:
    blank = rng.choice([" ", "\t", "\r", "\n", "\x0b", "\x0c", "\x1c", "\x85", "\xa0", "\0", "\ufeff", "  ", "\r\n"])
    if rng.random() < 0.3:
        return text.replace("\n", "\r\n") if rng.random() < 0.5 else text.rstrip("\n")
    place = rng.choice([0, len(text), *(each.start() for each in re.finditer(r"\s", text))][-400:])
    return text[:place] + blank + text[place + rng.randrange(2) :]


def _comment(text: str, rng: random.Random) -> str:
    ours = ["c\n", "c map puzzle 0\n", "c There is no board.\n", "c map plus 1\n"]
    added = rng.choice([*ours, "# no\n", "d\n", "0\n", "\n"])
    lines = text.splitlines(keepends=True)
    lines.insert(rng.randrange(len(lines) + 1), added)
    return "".join(lines)


def _order(text: str, rng: random.Random) -> str:
    if rng.random() < 0.5:
        lines = text.splitlines(keepends=True)
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
        return "".join(lines)

    def shuffled(line: str) -> str:
        words = line.split(" ")
        rng.shuffle(words)
        return " ".join(words)

    return _line(text, rng, shuffled)


def _lines(text: str, rng: random.Random) -> str:
    """A line or a word less, or twice."""
    if rng.random() < 0.5:
        return _line(text, rng, lambda line: rng.choice(["", line * 2]))

    def word(line: str) -> str:
        words = line.split(" ")
        index = rng.randrange(len(words))
        words[index : index + 1] = rng.choice([[], [words[index]] * 2, [f"-{words[index]}"]])
        return " ".join(words)

    return _line(text, rng, word)


def _text(folder: Path, rng: random.Random) -> str:
    """Edit one of the texts, also where it is compressed; both proofs alike in some cases."""
    paths = [path for name in TEXTS if (path := names.find_file(folder, name))] + names.board_files(folder)
    path = rng.choice(paths)
    edit = rng.choice([_number, _number, _space, _comment, _order, _lines])
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    if not text:
        return "an empty file"
    changed = edit(text, rng).encode()
    path.write_bytes(gzip.compress(changed, mtime=0) if path.suffix == ".gz" else changed)
    return f"{edit.__name__} in {path.name}"


def _json(folder: Path, rng: random.Random) -> str:
    """Keys twice, keys too many or too few, other types, other values."""
    path = folder / names.CLAIM
    try:
        claim = json.loads(path.read_text(encoding="utf-8"))
        key = rng.choice(list(claim))
    except (ValueError, OSError, TypeError, IndexError):
        return "claim.json, which is none"
    odd = [None, True, 0, 1, 2, -1, 0.5, 4.0, "0", "", [], {}, [[0, 0, "up", 1]], [[0, 0, 0, 0]], 10**30, claim[key]]
    value = rng.choice(odd)
    way = rng.randrange(4)
    if way == 0:
        claim[key] = value
    elif way == 1:
        del claim[key]
    elif way == 2:
        claim[rng.choice(["boards ", "Boards", "note"])] = value
    path.write_text(json.dumps(claim), encoding="utf-8")
    if way == 3:
        text = path.read_text(encoding="utf-8")
        path.write_text(f'{{"{key}": {json.dumps(value)}, {text[1:]}', encoding="utf-8")
    return f"claim.json, {key}, way {way}"


def _names(folder: Path, rng: random.Random) -> str:
    """Files by other names, twice, compressed, hidden, linked, or gone."""
    paths = [path for name in TEXTS if (path := names.find_file(folder, name))] + names.board_files(folder)
    path = rng.choice(paths)
    way = rng.randrange(9)
    if way == 0:
        path.unlink()
    elif way == 1:
        shutil.copy(path, path.with_name(f".{path.name}"))
    elif way == 2 and path.suffix != ".gz":
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
        if rng.random() < 0.5:
            path.unlink()
    elif way == 3:
        path.rename(path.with_name(rng.choice(["sol_0.sol", "sol_01.sol", "sol_99.sol", "x.sol", "x"])))
    elif way == 4:
        (folder / names.BOARDS).mkdir(exist_ok=True)
        shutil.copy(path, folder / names.BOARDS / f"sol_{len(names.board_files(folder)) + 1}.sol")
    elif way == 5:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    elif way == 6:
        path.write_bytes(path.read_bytes() + rng.choice([b"\0", b"x", gzip.compress(b"0\n"), path.read_bytes()]))
    elif way == 7:
        target = path.with_name("moved")
        path.rename(target)
        path.symlink_to(target)
    else:
        (folder / names.CUBES / "1").mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / names.CLAIM, folder / names.CUBES / "1" / names.CLAIM)
    return f"name of {path.name}, way {way}"


def mutate(folder: Path, rng: random.Random) -> str:
    """Change a certificate once to three times, mostly with sums that are right again; the changes in words."""
    where = folder
    if (cubes := names.cube_folders(folder)) and rng.random() < 0.5:
        where = rng.choice(cubes)
    said = [rng.choice([_text, _text, _text, _json, _names])(where, rng) for _ in range(rng.choice([1, 1, 2, 3]))]
    for each in (where, folder):
        if rng.random() < 0.9:
            try:
                sign(each)
            except (ValueError, OSError, TypeError, AttributeError):
                said.append("without sums")
    return ", ".join(said)


def verdict(folder: Path) -> VerifiedCertificate | None:
    """None if the certificate is refused, which is the only other outcome."""
    try:
        return verify(str(folder))
    except InputError:
        return None


SCHEMA = Draft202012Validator(json.loads((FOLDER / "claim.schema.json").read_text(encoding="utf-8")))


def require_true(folder: Path, found: VerifiedCertificate) -> None:
    """Make sure that the claim holds of the puzzle in the folder, by brute force."""
    stated = json.loads((folder / names.CLAIM).read_text(encoding="utf-8"))
    SCHEMA.validate(stated)
    puzzle = plain.read_puz((folder / names.PUZZLE).read_text(encoding="utf-8"), "puzzle.puz")
    clues = Solution()
    if (folder / names.CLUES).exists():
        clues = plain.read_sol((folder / names.CLUES).read_text(encoding="utf-8"), puzzle, "clues.sol")
    kept = {(clue.square.col, clue.square.row): (clue.tile, clue.rot) for clue in clues}
    conditions = found.conditions
    assert (conditions.puzzle, conditions.is_cube) == (puzzle, False)
    looks = {board_appearance(puzzle, board) for board in boards_of(puzzle, kept)}
    own = {board_appearance(puzzle, board) for board in found.boards}
    assert len(own) == len(found.boards) == stated["boards"]
    assert own <= looks
    assert stated["boards_in_all"] == len(boards_of(puzzle, {} if found.conditions.anchor else kept)) or kept
    assert conditions.anchor is not None or own == looks
    assert found.claim == stated["claim"]


def agree(seeds: range) -> Counter[bool]:
    """Judge mutations; how many are accepted, of which all programs find the proof right, and how many refused."""
    for name in checkers.BUILT:
        checkers.require(name)
    accepted = Counter[bool]()
    for seed in seeds:
        rng = random.Random(seed)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "copy"
            shutil.copytree(right(seed % CERTIFICATES), folder)
            said = mutate(folder, rng)
            found = verdict(folder)
            accepted[found is not None] += 1
            if found is not None:
                require_true(folder, found)
                assert checkers.refusing(folder) == [], (seed, said)
    return accepted


@pytest.mark.long
def test_right_certificates_are_accepted_by_all() -> None:
    for name in checkers.BUILT:
        checkers.require(name)
    for number in (0, 15, CERTIFICATES - 1):
        require_true(right(number), verify(str(right(number))))
        assert checkers.refusing(right(number)) == []


@pytest.mark.long
def test_some_mutations_are_judged_alike() -> None:
    accepted = agree(range(0, 133, 7))
    assert accepted[True]
    assert accepted[False] > 10


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_two_thousand_mutations_are_judged_alike() -> None:
    accepted = agree(range(2000))
    assert accepted[True] > 20
