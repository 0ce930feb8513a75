"""How many solutions: -n, --count, --up-to-rotation, --unique."""

from __future__ import annotations

from itertools import product

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.puzzle import symmetry
from tests.cli.solve.asking import BOARDS, SMALL, counted, lay, orbits, record, stream
from tests.support import boards, brute
from tests.support.lanes import thinned
from tests.support.running import run
from tests.support.solving import as_assignment


@thinned("name", list(BOARDS), boards.kind)
def test_count_tells_boards_and_assignments(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", plain.write_puz(puzzle))
    found = brute.solve(puzzle)
    result = run("solve", "board.puz", "--count")
    assert counted(result) == (len(found.pictures), len(found.assignments))
    assert ("assignments" in result.stdout) == (len(found.pictures) != len(found.assignments))
    assert result.status == commands.ANSWERED


@pytest.mark.parametrize(
    "symmetry", ["none", "tile-rotations", "identical-tiles", "tile-rotations,identical-tiles,polarity"]
)
@pytest.mark.parametrize("name", [name for name, puzzle in SMALL.items() if puzzle.signed])
def test_count_does_not_depend_on_the_symmetries_that_are_broken(name: str, symmetry: str) -> None:
    puzzle = SMALL[name]
    lay("board.puz", plain.write_puz(puzzle))
    found = brute.solve(puzzle)
    result = run("solve", "board.puz", "--count", "--symmetry", symmetry)
    assert counted(result) == (len(found.pictures), len(found.assignments))


@pytest.mark.parametrize("name", ["all alike", "half-turn symmetric twins", "framed 2x3", "framed corner twins"])
def test_count_with_a_clue(name: str) -> None:
    puzzle = BOARDS[name]
    (tile, rot), *_ = min(brute.solve(puzzle).assignments)
    lay("board.puz", plain.write_puz(puzzle))
    lay("first.clue", f"{tile} 0 0 {rot}\n")
    found = brute.solve(puzzle, clues={(0, 0): (tile, rot)})
    listed = run("solve", "board.puz", "--count", "--clue", "first.clue")
    assert counted(listed) == (len(found.pictures), len(found.assignments))
    assert len(found.pictures) > 0
    # A clue in the corner breaks the symmetry of the board, and nothing else is said then.
    assert run("solve", "board.puz", "--count", "--clue", "first.clue", "--up-to-rotation").stdout == listed.stdout


@thinned("name", list(BOARDS), boards.kind)
def test_up_to_rotation_one_of_each_orbit_is_counted(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", plain.write_puz(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle).pictures)
    result = run("solve", "board.puz", "--count", "--up-to-rotation")
    assert counted(result)[0] == len(expected)
    assert "up to rotation of the board" in result.stdout


@pytest.mark.sample(4)
@thinned(
    "name, symmetry",
    list(
        product(
            SMALL,
            (
                "none",
                "tile-rotations",
                "identical-tiles",
                "tile-rotations,board-rotations",
                "tile-rotations,identical-tiles,board-rotations",
            ),
        )
    ),
    every=4,
)
def test_up_to_rotation_whatever_else_is_broken(name: str, symmetry: str) -> None:
    puzzle = SMALL[name]
    lay("board.puz", plain.write_puz(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle).pictures)
    asked = [] if "board-rotations" in symmetry else ["--up-to-rotation"]
    result = run("solve", "board.puz", "--count", "--symmetry", symmetry, *asked)
    assert counted(result)[0] == len(expected)
    assert "up to rotation of the board" in result.stdout


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", [name for name, puzzle in SMALL.items() if puzzle.framed or puzzle.signed])
def test_up_to_rotation_of_a_relaxation(name: str) -> None:
    puzzle = SMALL[name]
    lay("board.puz", plain.write_puz(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle, framed=False, signed=False).pictures)
    result = run("solve", "board.puz", "--count", "--up-to-rotation", "--encoding", "decision")
    assert counted(result)[0] == len(expected)


@pytest.mark.parametrize("name", ["golden", "all alike", "framed 2x3", "unframed 3x2", "framed 2x2 signed"])
def test_up_to_rotation_one_of_each_orbit_is_given(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", plain.write_puz(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle).pictures)
    found = stream(run("solve", "board.puz", "-n", "0", "--up-to-rotation").stdout, puzzle)
    seen = [
        frozenset({tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in as_assignment(puzzle, each))})
        for each in found
    ]
    assert len(seen) == len(expected)
    assert {orbit for orbit in expected for picture in seen if picture <= orbit} == expected


@pytest.mark.parametrize("name", ["surplus 2x3", "half-turn symmetric twins", "golden"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_up_to_rotation_stops_at_the_number_asked_for(name: str, number: int) -> None:
    """Also where solutions are sifted, for want of a tile whose rotation could be fixed."""
    puzzle = BOARDS[name]
    lay("board.puz", plain.write_puz(puzzle))
    said = record(run("solve", "board.puz", "--up-to-rotation", "-n", number, "--format", "json"))
    assert (len(said["solutions"]), said["answered"], said["exhausted"]) == (number, True, False)


@pytest.mark.parametrize("name", [*SMALL, "all alike", "framed 2x2 spoilt", "framed 3x3 spoilt", "unframed 3x3"])
def test_unique_means_one_orbit(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", plain.write_puz(puzzle))
    number = len(orbits(puzzle, brute.solve(puzzle).pictures))
    result = run("solve", "board.puz", "--unique")
    words = ["no solution", "unique up to rotation of the board", "not unique"][min(number, 2)]
    assert (result.status, result.stdout) == (commands.ANSWERED, f"{words}\n")


@pytest.mark.parametrize("form", [(), ("--format", "json")])
def test_a_count_of_more_digits_than_python_prints_by_itself(
    monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    monkeypatch.setattr(symmetry, "assignments_per_board", lambda *_: 10**5000)
    result = run("solve", "puzzle.puz", "--count", *form)
    assert result.status == commands.ANSWERED
    assert f"16{'0' * 5000}" in result.stdout
