"""Certificates that were changed by somebody who knows the formats: all checkers agree, and accept nothing false."""

from __future__ import annotations

import gzip
import json
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from edgeasp.formats import plain
from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate.check.verification import Verified, verify
from edgeasp.lab.certificate.claim import anchored
from edgeasp.lab.certificate.make import conforming
from edgeasp.lab.certificate.views import Conditions, looks_of
from edgeasp.puzzle.model import Solution, Square
from edgeasp.system.errors import InputError
from tests.lab.support import checkers
from tests.lab.support.certificates import boards_of, certified, divided, sign
from tests.support import boards, brute
from tests.support.solving import as_clues
from tests.tools.schemas import FOLDER

_KEPT = tempfile.TemporaryDirectory()
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
        symmetry = anchored(puzzle, Solution())
    anchor = None if symmetry is None else (symmetry.tile, symmetry.rotations)
    conditions = Conditions(puzzle, as_clues(clues, puzzle), anchor)
    kept = boards_of(puzzle, clues)
    if anchor is not None:
        kept = conforming(conditions, [("brute force", board) for board in kept])
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
    paths = [path for name in TEXTS if (path := names.existing(folder, name))] + names.boards(folder)
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
    paths = [path for name in TEXTS if (path := names.existing(folder, name))] + names.boards(folder)
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
        shutil.copy(path, folder / names.BOARDS / f"sol_{len(names.boards(folder)) + 1}.sol")
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
    if (cubes := names.cubes(folder)) and rng.random() < 0.5:
        where = rng.choice(cubes)
    said = [rng.choice([_text, _text, _text, _json, _names])(where, rng) for _ in range(rng.choice([1, 1, 2, 3]))]
    for each in (where, folder):
        if rng.random() < 0.9:
            try:
                sign(each)
            except (ValueError, OSError, TypeError, AttributeError):
                said.append("without sums")
    return ", ".join(said)


def verdict(folder: Path) -> Verified | None:
    """None if the certificate is refused, which is the only other outcome."""
    try:
        return verify(str(folder))
    except InputError:
        return None


SCHEMA = Draft202012Validator(json.loads((FOLDER / "claim.schema.json").read_text(encoding="utf-8")))


def require_true(folder: Path, found: Verified) -> None:
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
    looks = {looks_of(puzzle, board) for board in boards_of(puzzle, kept)}
    own = {looks_of(puzzle, board) for board in found.boards}
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
