"""Certificates that are divided into cubes: right ones, and what is refused when something in them was changed."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import plain
from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check import verification
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.claim import build_claim, find_anchor, is_in_cube, readme_text
from edgeasp.lab.certificate.make import ProofOptions
from edgeasp.lab.certificate.views import Conditions
from edgeasp.parallel import processes
from edgeasp.puzzle.model import Placement, Side, Solution, Square
from edgeasp.system.errors import InputError, SolverError
from edgeasp.system.limits import Deadline
from tests.lab.support import checkers
from tests.lab.support.certificates import boards_of, certified, divided, sign
from tests.support import boards
from tests.support.executing import Dying
from tests.support.solving import as_clues

PUZZLE = boards.FRAME_3X3
WHOLE = Conditions(PUZZLE)
CORNER, BESIDE = Square(0, 0), (Square(1, 0), Side.EAST)
_KEPT = tempfile.TemporaryDirectory()


def placed(tile: int, colour: int | None = None) -> Conditions:
    """The cube with a tile on the first corner, and perhaps a colour beyond its neighbour."""
    [rot] = {each.rot for board in boards_of(PUZZLE) for each in board if (each.tile, each.square) == (tile, CORNER)}
    colours = () if colour is None else ((*BESIDE, colour),)
    return replace(WHOLE, colours=colours, placements=(Placement(tile, CORNER, rot),))


@cache
def cubes() -> list[Conditions]:
    """Every corner tile on the first corner; the first of them by a colour as well."""
    tiles = sorted({board.by_square()[CORNER].tile for board in boards_of(PUZZLE)})
    square, side = BESIDE
    on = [board.by_square() for board in boards_of(PUZZLE)]
    colours = sorted({PUZZLE.sides(each[square])[side] for each in on if each[CORNER].tile == tiles[0]})
    return [*(placed(tiles[0], colour) for colour in colours), *map(placed, tiles[1:])]


@cache
def original() -> Path:
    folder = Path(_KEPT.name) / "original"
    assert divided(folder, WHOLE, cubes())
    return folder


@contextmanager
def copied() -> Iterator[Path]:
    """A copy to change."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "copy"
        shutil.copytree(original(), folder)
        yield folder


def refusal(folder: Path) -> str:
    """Why a certificate is refused, with the names of files as they are in its folder."""
    with pytest.raises(InputError) as caught:
        verify(str(folder))
    return str(caught.value).replace(f"{folder}/", "")


def restate(folder: Path) -> None:
    """Let the claim say what the files do, so that nothing but a proof or a clause can be wrong."""
    claim = verification.read_claim(folder)
    conditions = verification.read_conditions(folder, claim)
    inside = names.cube_folders(folder)
    number = sum(len(names.board_files(each)) for each in inside) or len(names.board_files(folder))
    sizes = {"variables": claim.variables, "clauses": claim.clauses, "lemmas": claim.lemmas}
    new = build_claim(conditions, number, len(inside), **sizes, written_by=claim.written_by, files={})
    (folder / names.WORDS).write_text(readme_text(new, ""), encoding="utf-8")
    (folder / names.CLAIM).write_text(json.dumps(new, default=vars_of), encoding="utf-8")
    sign(folder)


def vars_of(value: object) -> object:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}  # type: ignore[attr-defined]


def edited(path: Path, edit: Callable[[list[str]], object]) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    edit(lines)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def excluding(folder: Path, cube: int) -> int:
    """The line of the clause that excludes a cube."""
    return len((folder / names.FORMULA).read_text(encoding="utf-8").splitlines()) - len(cubes()) + cube


number = st.integers(1, 5)


def test_the_original_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(cubes()) == 5
    for jobs in (1, 2):
        found = verify(str(original()), jobs=jobs)
        assert set(found.boards) == set(boards_of(PUZZLE))
        assert f"exactly {len(boards_of(PUZZLE))} boards, those in the 5 cubes" in found.claim
        assert [part.name for part in found.parts] == ["puzzle", "formula", "proof", "cubes", "files"]
    assert checkers.refusing(original()) == []
    monkeypatch.setattr(processes, "PoolExecutor", lambda *_: Dying(processes.ATTEMPTS - 1, "__class__"))
    assert set(verify(str(original()), jobs=2).boards) == set(found.boards)
    monkeypatch.setattr(processes, "PoolExecutor", lambda *_: Dying(processes.ATTEMPTS, "__class__"))
    with pytest.raises(SolverError, match="a process that checks a cube failed: its process was ended by SIGKILL"):
        verify(str(original()), jobs=2)
    alone = verify(str(names.cube_folder(original(), 1)), puzzle=PUZZLE)
    assert "in the cube of 1 colour of a side and 1 placement" in alone.claim


def test_a_board_that_lies_in_no_cube(tmp_path: Path) -> None:
    assert divided(tmp_path, WHOLE, cubes()[1:]) is None
    assert not (tmp_path / names.CLAIM).exists()


def test_cubes_that_share_a_board(tmp_path: Path) -> None:
    """They cover all boards, but their sum is too large."""
    shared = replace(WHOLE, colours=cubes()[0].colours)
    assert divided(tmp_path, WHOLE, [*cubes(), shared]) is not None
    assert refusal(tmp_path) == "cubes/6/boards: expected other boards than those in cubes/1, found one"


@given(number)
def test_a_cube_that_is_gone(gone: int) -> None:
    with copied() as folder:
        shutil.rmtree(names.cube_folder(folder, gone))
        assert refusal(folder) == "cubes: expected 5 cubes, as claim.json says, found 4"
        restate(folder)
        said = f"cubes/5: expected 1 to 4 alone, found another name and no {gone}"
        assert gone == 5 or refusal(folder) == said
        if gone < 5:
            names.cube_folder(folder, 5).rename(names.cube_folder(folder, gone))
        restate(folder)
        assert refusal(folder).startswith(f"formula.cnf:{excluding(folder, gone)}: expected a clause that")


@pytest.mark.long
@given(st.data())
def test_a_cube_is_excluded_that_is_none(data: st.DataObject) -> None:
    """As if a part of the search were refuted without a proof: the clause is named."""
    with copied() as folder:
        literals = [
            line.split()[:-1] for line in (folder / names.FORMULA).read_text(encoding="utf-8").splitlines()[-5:]
        ]
        several = [each for each in literals if len(each) > 1]
        chosen = data.draw(st.sampled_from(several))
        added = [data.draw(st.sampled_from(chosen))] if data.draw(st.booleans()) else []

        def add(lines: list[str]) -> None:
            head = next(index for index, line in enumerate(lines) if line.startswith("p"))
            *start, clauses = lines[head].split()
            lines[head] = " ".join([*start, str(int(clauses) + 1)])
            lines.append(" ".join([*added, "0"]))

        edited(folder / "formula.cnf", add)
        restate(folder)
        line = len((folder / names.FORMULA).read_text(encoding="utf-8").splitlines())
        assert refusal(folder).startswith(f"formula.cnf:{line}: expected a clause that")


@given(number)
def test_a_proof_of_another_cube(other: int) -> None:
    """With or without its formula."""
    one = other % 5 + 1
    with copied() as folder:
        there, here = names.cube_folder(folder, one), names.cube_folder(folder, other)
        for name in ("proof.lrat", "proof.drat"):
            shutil.copy(there / name, here / name)
        restate(here)
        restate(folder)
        assert refusal(folder).startswith(f"cubes/{other}/proof.lrat:")
        shutil.copy(there / "formula.cnf", here / "formula.cnf")
        restate(here)
        restate(folder)
        assert refusal(folder).startswith(f"cubes/{other}/formula.cnf:")


@given(number)
def test_a_cube_in_place_of_another(other: int) -> None:
    """The clause that excludes the other one stands for nothing."""
    with copied() as folder:
        shutil.rmtree(names.cube_folder(folder, other))
        shutil.copytree(names.cube_folder(folder, other % 5 + 1), names.cube_folder(folder, other))
        restate(folder)
        assert refusal(folder).startswith(f"formula.cnf:{excluding(folder, other)}: expected a clause that")


@pytest.mark.long
@given(number)
def test_a_board_that_is_gone(changed: int) -> None:
    with copied() as folder:
        cube = names.cube_folder(folder, changed)
        names.board_files(cube)[-1].unlink()
        sign(cube)
        sign(folder)
        assert refusal(folder).startswith(f"cubes/{cube.name}/claim.json: expected claim ")
        restate(cube)
        restate(folder)
        assert refusal(folder).startswith(f"cubes/{cube.name}/formula.cnf:")


@given(number)
def test_another_puzzle_or_clue_or_cube(changed: int) -> None:
    with copied() as folder:
        cube = names.cube_folder(folder, changed)
        (cube / "clues.sol").write_text("8 1 1 0\n", encoding="utf-8")
        assert f"cubes/{changed}/clues.sol: expected no clues, as claim.json says, found some" in refusal(folder)
        claim = (cube / names.CLAIM).read_text(encoding="utf-8")
        (cube / names.CLAIM).write_text(claim.replace('"clues": 0', '"clues": 1'), encoding="utf-8")
        assert f"cubes/{changed}/clues.sol: expected the clues of the whole" in refusal(folder)
        (cube / names.CLAIM).write_text(claim, encoding="utf-8")
        (cube / "clues.sol").unlink()
        (cube / "puzzle.puz").write_text(plain.write_puz(boards.various()["framed 3x3"]), encoding="utf-8")
        assert f"cubes/{changed}/puzzle.puz: expected the puzzle of the whole" in refusal(folder)
        assert verify(str(original()), puzzle=PUZZLE, clues=Solution())
        with pytest.raises(InputError, match=r"puzzle.puz: expected the given puzzle"):
            verify(str(original()), puzzle=boards.GOLDEN)


@given(number)
def test_a_claim_about_more_than_the_cube(changed: int) -> None:
    """Then neither the formula of the whole nor that of the cube fits."""
    with copied() as folder:
        path = names.cube_folder(folder, changed) / names.CLAIM
        stated = json.loads(path.read_text(encoding="utf-8")) | {"colours": [], "placements": []}
        path.write_text(json.dumps(stated), encoding="utf-8")
        restate(path.parent)
        restate(folder)
        assert refusal(folder).startswith(("formula.cnf:", f"cubes/{changed}/"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("colours", [[9, 0, "east", 1]]),
        ("colours", [[0, 0, "up", 1]]),
        ("placements", [[-1, 0, 0, 0]]),
        ("placements", [[0, 0, 0, 4]]),
        ("placements", [[0, 0]]),
        ("cubes", "many"),
        ("cubes", 1),
    ],
)
def test_a_cube_that_is_none(field: str, value: object) -> None:
    with copied() as folder:
        path = names.cube_folder(folder, 1) / names.CLAIM
        path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {field: value}), encoding="utf-8")
        assert refusal(folder).startswith("cubes/1/claim.json: expected ")


def test_a_file_that_was_altered_in_a_cube() -> None:
    with copied() as folder, (names.cube_folder(folder, 2) / "README.md").open("a", encoding="utf-8") as stream:
        stream.write("\n")
        stream.flush()
        assert (
            refusal(folder) == "cubes/2/README.md: expected the file that claim.json names, found another one, or none"
        )
        sign(names.cube_folder(folder, 2))
        assert (
            refusal(folder) == "cubes/2/README.md: expected the page that follows from claim.json, found another text"
        )
        shutil.copy(names.cube_folder(original(), 2) / "README.md", names.cube_folder(folder, 2))
        claim = names.cube_folder(folder, 2) / names.CLAIM
        sign(names.cube_folder(folder, 2))
        claim.write_text(claim.read_text(encoding="utf-8") + " ", encoding="utf-8")
        assert refusal(folder).startswith("cubes/2/claim.json: expected the file that claim.json names")


def test_a_divided_certificate_lists_no_boards_itself() -> None:
    with copied() as folder:
        (folder / "boards").mkdir()
        shutil.copy(names.board_files(names.cube_folder(folder, 1))[0], folder / "boards" / "sol_1.sol")
        sign(folder)
        assert refusal(folder) == "boards/sol_1.sol: expected cubes alone, found something else"


def test_a_board_of_another_cube() -> None:
    """A right solution, which the formula of the cube says nothing of."""
    with copied() as folder:
        one, other = names.cube_folder(folder, 1), names.cube_folder(folder, 2)
        count = len(names.board_files(one))
        shutil.copy(names.board_files(other)[0], one / "boards" / f"sol_{count + 1}.sol")
        restate(one)
        restate(folder)
        assert refusal(folder) == (
            f"cubes/1/boards/sol_{count + 1}.sol: expected a board in the cube of the claim, found another one"
        )


def test_cubes_that_are_not_all_up_to_rotation(tmp_path: Path) -> None:
    """A cube that lists all rotations says nothing of a whole that counts one of them."""
    found = find_anchor(PUZZLE, Solution())
    assert found is not None
    whole = replace(WHOLE, anchor=(found.tile, found.rotations))
    parts = [replace(cube, anchor=whole.anchor) for cube in cubes()]
    boards = [board for board in boards_of(PUZZLE) if lies_in_anchor(board, found.tile, found.rotations)]

    def certify_cubes(_: object) -> None:
        for number, part in enumerate([cubes()[0], *parts[1:]], start=1):
            kept = boards_of(PUZZLE) if part.anchor is None else boards
            inside = [board for board in kept if is_in_cube(part, board.by_square())]
            assert certified(names.cube_folder(tmp_path, number), part, inside)

    make.prepare_folder(str(tmp_path), "0123456789abcdef")
    made = make.write_divided_certificate(
        whole, parts, len(boards), str(tmp_path), ProofOptions(Deadline()), certify_cubes
    )
    assert made.claim is not None
    assert refusal(tmp_path) == "cubes/1/claim.json: expected the symmetry of the whole, found another one"


def lies_in_anchor(board: Solution, tile: int, rotations: tuple[int, ...]) -> bool:
    return any(placement.tile == tile and placement.rot in rotations for placement in board)


def test_a_hidden_cube_is_none() -> None:
    with copied() as folder:
        names.cube_folder(folder, 3).rename(folder / "cubes" / ".3")
        assert refusal(folder) == "cubes: expected 5 cubes, as claim.json says, found 4"
        shutil.copytree(folder / "cubes" / ".3", names.cube_folder(folder, 3))
        assert refusal(folder).startswith("cubes/")


def test_a_certificate_is_there_only_as_it_was_written() -> None:
    with copied() as folder:
        cube, own = names.cube_folder(folder, 1), cubes()[0]
        found = verification.read_boards(cube, own)
        assert verification.has_certificate(cube, own, found)
        assert not verification.has_certificate(cube, cubes()[1], found)
        assert not verification.has_certificate(cube, own, boards_of(PUZZLE)[-1:])
        assert not verification.has_certificate(folder / "nowhere", own, found)
        assert not verification.has_certificate(folder, WHOLE, boards_of(PUZZLE))
        with (cube / "proof.lrat").open("a", encoding="utf-8") as stream:
            stream.write("1 d 1 0\n")
        assert not verification.has_certificate(cube, own, found)


def test_clues_and_cubes() -> None:
    """A placement of a cube is no clue: the claim keeps them apart."""
    clues = as_clues({(0, 0): (3, 1)}, PUZZLE)
    cube = Conditions(PUZZLE, clues, placements=(Placement(8, Square(1, 1), 0),))
    said = build_claim(cube, 1, variables=1, clauses=1, lemmas=1, written_by="", files={})
    assert said.symmetry is None
    assert said.claim.endswith("that keeps the clue in clues.sol in the cube of 1 placement, the one in boards.")
