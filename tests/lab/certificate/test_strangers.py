"""Certificates of strangers: each ends with a verdict, without a traceback, and neither memory nor time run away."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate.check import verification
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.claim import anchored, page
from edgeasp.lab.certificate.views import Conditions
from edgeasp.puzzle.model import Placement, Solution
from edgeasp.system.errors import InputError
from tests.lab.support.certificates import boards_of, certified, change, sign
from tests.support import boards


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("strangers") / "proved"
    assert certified(folder, Conditions(boards.FRAME_3X3), boards_of(boards.FRAME_3X3))
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    shutil.copytree(original, tmp_path / "copy")
    return tmp_path / "copy"


def refusal(folder: Path) -> str:
    """Why a certificate is refused, with the names of files as they are in its folder."""
    with pytest.raises(InputError) as caught:
        verify(str(folder))
    return str(caught.value).replace(f"{folder}/", "")


def edit_claim(folder: Path, **fields: object) -> None:
    path = folder / names.CLAIM
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | fields), encoding="utf-8")


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["formula.cnf", "proof.lrat", "proof.drat"])
def test_a_line_without_end_is_not_read_to_its_end(name: str, folder: Path) -> None:
    """Some kilobytes that unpack to a line of 100 MB: a tenth of it is never in memory."""
    (folder / name).unlink()
    with gzip.open(folder / f"{name}.gz", "wb") as stream:
        for _ in range(100):
            stream.write(b" " * 10**6)
    tracemalloc.start()
    try:
        assert refusal(folder).startswith(f"{name}.gz:1: expected ")
        assert tracemalloc.get_traced_memory()[1] < 10 * 10**6
    finally:
        tracemalloc.stop()


@pytest.mark.long
def test_a_file_that_unpacks_without_end_is_given_up(folder: Path) -> None:
    """Each line is right, but there are a hundred times as many as the size of the file allows for."""
    (folder / "formula.cnf").unlink()
    with gzip.open(folder / "formula.cnf.gz", "wb") as stream:
        for _ in range(30):
            stream.write(b"c comment\n" * 10**5)
    assert refusal(folder) == "formula.cnf.gz: expected a file that unpacks to at most 100 times its size, found more"


@pytest.mark.parametrize(
    "name", [names.PUZZLE, names.FORMULA, names.HINTED, names.PLAIN, names.CLAIM, "boards/sol_1.sol"]
)
def test_a_pipe_is_not_waited_for(name: str, folder: Path) -> None:
    path = folder / name
    path.unlink()
    os.mkfifo(path)
    assert refusal(folder) == f"{name}: expected a plain file, found something else"


def test_a_device_is_not_read(folder: Path) -> None:
    (folder / "proof.lrat").unlink()
    (folder / "proof.lrat").symlink_to("/dev/zero")
    assert refusal(folder) == "proof.lrat: expected a plain file, found something else"


@pytest.mark.parametrize("text", ["[" * 100_000, '{"claim": ' * 100_000, '{"x": ' + "[" * 100_000])
def test_a_claim_that_is_nested_deeply(text: str, folder: Path) -> None:
    (folder / "claim.json").write_text(text, encoding="utf-8")
    assert "expected JSON, found deeply nested lists" in refusal(folder)


def test_a_claim_of_numbers_without_end(folder: Path) -> None:
    path = folder / names.CLAIM
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"cols": 3', f'"cols": {"9" * 100_000}'), encoding="utf-8")
    assert "expected numbers of at most 4000 digits" in refusal(folder)
    edit_claim_text(path, text, '"cols": 3', '"cols": NaN')
    assert refusal(folder) == "claim.json: expected JSON, found NaN"


def edit_claim_text(path: Path, text: str, old: str, new: str) -> None:
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cubes": "0"}, "expected 'cubes' to be a number"),
        ({"cubes": 0.9}, "expected 'cubes' to be a number"),
        ({"cubes": False}, "expected 'cubes' to be a number"),
        ({"boards": 16.0}, "expected 'boards' to be a number"),
        ({"boards": -1}, "expected 'boards' to be a number"),
        ({"schema_version": True}, "expected 'schema_version' to be 1"),
        ({"schema_version": 1.0}, "expected 'schema_version' to be 1"),
        ({"claim": None}, "expected 'claim' to be a string"),
        ({"colours": {}}, "expected 'colours' to be a list"),
        ({"colours": [[0, 0, "NORTH", 1]]}, "to be north, east, south or west"),
        ({"placements": [[0, 0, 0]]}, "to be a list of four"),
        ({"symmetry": []}, "to be an object"),
        ({"files": {"puzzle.puz": "0"}}, "to be a SHA-256"),
        ({"note": "There is no board."}, "expected no key 'note'"),
        ({"written_by": "a person who says that there is no board"}, "to be programs with their versions"),
        ({"written_by": ""}, "to be programs with their versions"),
        ({"variables": 10**9}, "expected as many variables as a formula of the puzzle can have"),
    ],
)
def test_a_claim_is_what_its_schema_wants(fields: dict[str, object], message: str, folder: Path) -> None:
    edit_claim(folder, **fields)
    assert refusal(folder).startswith("claim.json: ")
    assert message in refusal(folder)


def test_a_key_that_is_there_twice(folder: Path) -> None:
    """Another reader, or a person, sees the first."""
    path = folder / names.CLAIM
    text = path.read_text(encoding="utf-8")
    path.write_text(f'{{"boards": 99, {text.strip()[1:]}', encoding="utf-8")
    assert refusal(folder) == "claim.json: expected each key once, found 'boards' again"


def test_a_page_that_says_the_opposite(folder: Path) -> None:
    change(folder, "README.md", lambda _: "This puzzle has NO solution at all.\n")
    assert refusal(folder) == "README.md: expected the page that follows from claim.json, found another text"
    # Of another version the words are not known; then it is said that they were not compared.
    written = json.loads((folder / names.CLAIM).read_text(encoding="utf-8"))["written_by"]
    edit_claim(folder, written_by="edgeasp 0.0.1," + written.partition(",")[2])
    [said] = [part.found for part in verify(str(folder)).parts if part.name == "files"]
    assert said.endswith("; README.md, of another version of edgeasp, says more, which was not compared")


def test_hidden_and_other_boards_are_no_boards(folder: Path) -> None:
    shutil.copy(folder / "boards" / "sol_4.sol", folder / "boards" / ".sol_4.sol")
    sign(folder)
    assert (
        refusal(folder)
        == "boards/.sol_4.sol: expected sol_1.sol to sol_17.sol alone, found another name and no sol_17.sol"
    )


def test_a_formula_that_is_there_twice(folder: Path) -> None:
    """Whoever unpacks it reads the other one."""
    (folder / "formula.cnf.gz").write_bytes(gzip.compress(b"p cnf 0 0\n"))
    sign(folder)
    assert refusal(folder) == "formula.cnf.gz: expected formula.cnf once, found it compressed and as it is"


def test_numbers_have_one_form_everywhere(folder: Path) -> None:
    change(folder, "puzzle.puz", lambda text: text.replace("0 0 1 1", "0 0 01 1"))
    assert refusal(folder) == "puzzle.puz:2: expected the file as edgeasp writes it, found another form"
    change(folder, "puzzle.puz", lambda text: text.replace("0 0 01 1", "0 0 1 1"))
    change(folder, "boards/sol_2.sol", lambda text: text.replace(" ", "  ", 1))
    assert refusal(folder) == "boards/sol_2.sol:1: expected the file as edgeasp writes it, found another form"


def test_other_files_are_counted(folder: Path) -> None:
    (folder / "notes.txt").write_text("mine\n", encoding="utf-8")
    [said] = [part.found for part in verify(str(folder)).parts if part.name == "files"]
    assert said == "21 that claim.json names; 1 other file in the folder, not read"


def test_a_file_that_is_cut_off_or_followed_by_something(folder: Path) -> None:
    text = (folder / "proof.lrat").read_bytes()
    (folder / "proof.lrat").unlink()
    packed = folder / "proof.lrat.gz"
    packed.write_bytes(gzip.compress(text)[:-9])
    assert refusal(folder).startswith("proof.lrat.gz: cannot be read: ")
    packed.write_bytes(gzip.compress(text)[:30] + b"\xff" * 30)
    assert refusal(folder).startswith("proof.lrat.gz")


def test_no_certificate_is_told_from_a_wrong_one(tmp_path: Path) -> None:
    def said() -> str:
        with pytest.raises(InputError) as caught:
            verification.require_certificate(tmp_path / "x")
        return caught.value.message

    assert "there is none of that name" in said()
    (tmp_path / "x").mkdir()
    assert said() == "expected the folder of a certificate, found no claim.json in it"
    (tmp_path / "x" / names.UNFINISHED).write_text("", encoding="utf-8")
    assert said() == "expected a certificate, found one that is not finished: it has no claim.json yet"
    (tmp_path / "x" / names.CLAIM).write_text("", encoding="utf-8")
    assert verification.require_certificate(tmp_path / "x") == tmp_path / "x"


@pytest.mark.parametrize("name", ["variables", "clauses", "lemmas"])
def test_a_claim_of_another_size(name: str, folder: Path) -> None:
    """Also if the page of words says the same."""
    stated = verification.read_claim(folder)
    wrong = replace(stated, **{name: getattr(stated, name) + 1})
    (folder / names.WORDS).write_text(page(wrong, ""), encoding="utf-8")
    edit_claim(folder, **{name: getattr(wrong, name)})
    sign(folder)
    assert refusal(folder) == (
        f"claim.json: expected {name} {getattr(stated, name)}, as the files have it, found {getattr(wrong, name)}"
    )


def test_a_board_that_no_clause_excludes(folder: Path) -> None:
    """Its clause is gone, and the sizes are right; the proof could not refute the rest."""

    def without_one(text: str) -> str:
        lines = text.splitlines(keepends=True)
        excluding = [line for line in lines if re.fullmatch("(-[0-9]+ ){9}0\n", line)]
        assert len(excluding) == 16
        lines.remove(excluding[-1])
        head = next(index for index, line in enumerate(lines) if line.startswith("p cnf"))
        _, _, variables, clauses = lines[head].split()
        lines[head] = f"p cnf {variables} {int(clauses) - 1}\n"
        return "".join(lines)

    change(folder, "formula.cnf", without_one)
    edit_claim(folder, clauses=verification.read_claim(folder).clauses - 1)
    sign(folder)
    refused = r"formula\.cnf: expected a clause that excludes the board of sol_[0-9]+\.sol, found none"
    assert re.fullmatch(refused, refusal(folder))


def test_an_anchor_beside_a_clue_leaves_no_rotation_of_each_board(tmp_path: Path) -> None:
    """So a claim up to rotation would be about too few boards."""
    puzzle = boards.FRAME_3X3
    symmetry = anchored(puzzle, Solution())
    assert symmetry is not None
    known = next(board for board in boards_of(puzzle) if on_tile(board, symmetry.tile).rot in symmetry.rotations)
    clue = next(placement for placement in known if placement.tile != symmetry.tile)
    clues = Solution((clue,))
    kept = [
        board
        for board in boards_of(puzzle, {(clue.square.col, clue.square.row): (clue.tile, clue.rot)})
        if on_tile(board, symmetry.tile).rot in symmetry.rotations
    ]
    assert certified(tmp_path / "x", Conditions(puzzle, clues, (symmetry.tile, symmetry.rotations)), kept)
    assert refusal(tmp_path / "x") == "claim.json: expected a symmetry that the puzzle has, found another one"


def on_tile(board: Solution, tile: int) -> Placement:
    return next(placement for placement in board if placement.tile == tile)
