"""`edgeasp solve`: how many, where to, in which form, within which limits, and with which exit status."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import edgeasp
from edgeasp import answer, facts, files
from edgeasp.checker import EVERY, Condition, check
from edgeasp.cli import exits
from edgeasp.formats import puz, sol
from edgeasp.puzzle import Placement, Puzzle, Solution, Square, Tile
from edgeasp.solver.options import CONFIGURATIONS
from edgeasp.transcript import read as read_answers
from instances.plant import Recipe, plant
from tests import boards, brute
from tests.running import E2, INSTANCES, Run, at_terminal, run, script, start
from tests.solving import as_assignment

SCHEMA = json.loads((Path(edgeasp.__file__).parent / "solve.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

FRAME = boards.FRAME_3X3
# Counting finds nothing, but the corners with a 1 cannot be joined to those with a 2.
UNSOLVABLE = "2 2\n0 0 1 1\n0 0 1 1\n0 0 2 2\n0 0 2 2\n"
TOO_FEW_ZEROS = "2 2\n0 0 1 1\n0 0 1 1\n0 0 1 1\n0 1 1 1\n"
# One board; told apart by tiles and rotations, 6! * 4^6 answers, and hardly a conflict between them.
ALIKE = Puzzle(2, 3, (Tile((1, 1, 1, 1)),) * 6)
MILLIONS = ["alike.puz", "--symmetry", "none"]
# Some 22,000 boards.
MANY = boards.planted(1, 3, 3, 3)
# Nobody solves it while a test waits.
HARD = plant(Recipe(12, 12, inner=8, frame=4, seed=1))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with puzzles to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    lay("puzzle.puz", puz.write(FRAME))
    lay("alike.puz", puz.write(ALIKE))
    lay("many.puz", puz.write(MANY))
    lay("hard.puz", puz.write(HARD))
    lay("unsolvable.puz", UNSOLVABLE)
    lay("few-zeros.puz", TOO_FEW_ZEROS)
    return tmp_path


def lay(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def record(result: Run) -> dict[str, Any]:
    """The JSON object that a command printed, after a look at the schema."""
    said: dict[str, Any] = json.loads(result.stdout)
    VALIDATOR.validate(said)
    return said


def stream(text: str, puzzle: Puzzle) -> list[Solution]:
    """The solutions in a stream, numbered without a gap."""
    parts = re.split(r"^c solution (\d+)\n", text, flags=re.MULTILINE)
    assert parts[0] == ""
    assert parts[1::2] == [str(number) for number in range(1, len(parts) // 2 + 1)]
    return [sol.read(part, puzzle, "stream") for part in parts[2::2]]


def whole(puzzle: Puzzle, *solutions: Solution) -> bool:
    return all(check(puzzle, solution).solved for solution in solutions)


def refused(result: Run) -> str:
    """What a command says that refuses to work, on one line and without having written anything."""
    assert (result.status, result.stdout) == (exits.USAGE, ""), result
    assert re.fullmatch(r"edgeasp: error: [^\n]+\n", result.stderr), result.stderr
    return result.stderr.removeprefix("edgeasp: error: ").strip()


def turned_right(picture: brute.Picture, cols: int, rows: int) -> brute.Picture:
    """A board of so many columns and rows after a quarter turn clockwise: what was west is north."""
    at = [
        picture[(rows - 1 - col) * cols + row]  # what comes to (col, row) was at (row, rows - 1 - col)
        for row in range(cols)
        for col in range(rows)
    ]
    return tuple(((west, north, east, south), sign) for (north, east, south, west), sign in at)


def orbits(puzzle: Puzzle, pictures: frozenset[brute.Picture]) -> set[frozenset[brute.Picture]]:
    """The pictures put together that turning the board makes from one another."""
    found = set()
    for picture in pictures:
        turns, cols, rows = [picture], puzzle.cols, puzzle.rows
        for _ in range(3):
            turns.append(turned_right(turns[-1], cols, rows))
            cols, rows = rows, cols
        found.add(frozenset(turns if puzzle.cols == puzzle.rows else turns[::2]))
    return found


BOARDS = boards.various()
SMALL = {
    name: BOARDS[name]
    for name in (
        *("golden", "unframed 2x3", "unframed 3x2 partly signed", "framed 2x3 spoilt", "framed 2x2 signed"),
        *("surplus 2x3", "half-turn symmetric twins", "twins with and without sign", "framed corner twins"),
    )
}


def counted(result: Run) -> tuple[int, int]:
    """Boards and assignments as `--count` tells them."""
    match = re.fullmatch(r"(\d+) boards?[a-z ]*(?:, (\d+) assignments \(some tiles are identical\))?\n", result.stdout)
    assert match, result.stdout
    return int(match[1]), int(match[2] or match[1])


# ---- how many ----


@pytest.mark.parametrize("number", [1, 2, 5, 16, 17])
def test_as_many_as_asked_for_each_another(number: int) -> None:
    result = run("solve", "puzzle.puz", "-n", number)
    text = result.stdout if number > 1 else f"c solution 1\n{result.stdout}"
    found = stream(text, FRAME)
    assert len(found) == len({as_assignment(FRAME, each) for each in found}) == min(number, 16)
    assert whole(FRAME, *found)
    assert result.status == exits.ANSWERED


def test_all() -> None:
    result = run("solve", "puzzle.puz", "-n", "0")
    found = {as_assignment(FRAME, each) for each in stream(result.stdout, FRAME)}
    assert found == brute.solve(FRAME).assignments
    assert result.stderr.startswith("edgeasp: 16 solutions, and no others; ")


@pytest.mark.parametrize("name", BOARDS)
def test_count_tells_boards_and_assignments(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", puz.write(puzzle))
    found = brute.solve(puzzle)
    result = run("solve", "board.puz", "--count")
    assert counted(result) == (len(found.pictures), len(found.assignments))
    assert ("assignments" in result.stdout) == (len(found.pictures) != len(found.assignments))
    assert result.status == exits.ANSWERED


@pytest.mark.parametrize("symmetry", ["none", "rotations", "twins", "rotations,twins,polarity"])
@pytest.mark.parametrize("name", [name for name, puzzle in SMALL.items() if puzzle.signed])
def test_count_does_not_depend_on_the_symmetries_that_are_broken(name: str, symmetry: str) -> None:
    puzzle = SMALL[name]
    lay("board.puz", puz.write(puzzle))
    found = brute.solve(puzzle)
    result = run("solve", "board.puz", "--count", "--symmetry", symmetry)
    assert counted(result) == (len(found.pictures), len(found.assignments))


@pytest.mark.parametrize("name", ["all alike", "half-turn symmetric twins", "framed 2x3", "framed corner twins"])
def test_count_with_a_clue(name: str) -> None:
    puzzle = BOARDS[name]
    (tile, rot), *_ = min(brute.solve(puzzle).assignments)
    lay("board.puz", puz.write(puzzle))
    lay("first.clue", f"{tile} 0 0 {rot}\n")
    found = brute.solve(puzzle, clues={(0, 0): (tile, rot)})
    plain = run("solve", "board.puz", "--count", "--clue", "first.clue")
    assert counted(plain) == (len(found.pictures), len(found.assignments))
    assert len(found.pictures) > 0
    # A clue breaks the symmetry of the board, and nothing else is said then.
    assert run("solve", "board.puz", "--count", "--clue", "first.clue", "--up-to-symmetry").stdout == plain.stdout


def test_count_of_no_more_than() -> None:
    result = run("solve", "puzzle.puz", "--count", "-n", "5")
    assert (result.status, result.stdout) == (exits.ANSWERED, "at least 5 boards\n")


@pytest.mark.parametrize("name", BOARDS)
def test_up_to_symmetry_one_of_each_orbit_is_counted(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", puz.write(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle).pictures)
    result = run("solve", "board.puz", "--count", "--up-to-symmetry")
    assert counted(result)[0] == len(expected)
    assert "up to rotation of the board" in result.stdout


@pytest.mark.parametrize("symmetry", ["none", "rotations", "twins", "rotations,turns", "rotations,twins,turns"])
@pytest.mark.parametrize("name", SMALL)
def test_up_to_symmetry_whatever_else_is_broken(name: str, symmetry: str) -> None:
    puzzle = SMALL[name]
    lay("board.puz", puz.write(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle).pictures)
    asked = [] if "turns" in symmetry else ["--up-to-symmetry"]
    result = run("solve", "board.puz", "--count", "--symmetry", symmetry, *asked)
    assert counted(result)[0] == len(expected)
    assert "up to rotation of the board" in result.stdout


@pytest.mark.parametrize("name", [name for name, puzzle in SMALL.items() if puzzle.framed or puzzle.signed])
def test_up_to_symmetry_of_a_relaxation(name: str) -> None:
    puzzle = SMALL[name]
    lay("board.puz", puz.write(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle, framed=False, signed=False).pictures)
    result = run("solve", "board.puz", "--count", "--up-to-symmetry", "--encoding", "decision")
    assert counted(result)[0] == len(expected)


@pytest.mark.parametrize("name", ["golden", "all alike", "framed 2x3", "unframed 3x2", "framed 2x2 signed"])
def test_up_to_symmetry_one_of_each_orbit_is_given(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", puz.write(puzzle))
    expected = orbits(puzzle, brute.solve(puzzle).pictures)
    found = stream(run("solve", "board.puz", "-n", "0", "--up-to-symmetry").stdout, puzzle)
    seen = [
        frozenset({tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in as_assignment(puzzle, each))})
        for each in found
    ]
    assert len(seen) == len(expected)
    assert {orbit for orbit in expected for picture in seen if picture <= orbit} == expected


@pytest.mark.parametrize("name", ["surplus 2x3", "half-turn symmetric twins", "golden"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_up_to_symmetry_stops_at_the_number_asked_for(name: str, number: int) -> None:
    """Also where solutions are sifted, for want of a tile whose rotation could be fixed."""
    puzzle = BOARDS[name]
    lay("board.puz", puz.write(puzzle))
    said = record(run("solve", "board.puz", "--up-to-symmetry", "-n", number, "--format", "json"))
    assert (len(said["solutions"]), said["answered"], said["exhausted"]) == (number, True, False)


# ---- unique ----


@pytest.mark.parametrize("name", [*SMALL, "all alike", "framed 2x2 spoilt", "framed 3x3 spoilt", "unframed 3x3"])
def test_unique_means_one_orbit(name: str) -> None:
    puzzle = BOARDS[name]
    lay("board.puz", puz.write(puzzle))
    number = len(orbits(puzzle, brute.solve(puzzle).pictures))
    result = run("solve", "board.puz", "--unique")
    words = ["no solution", "unique up to rotation of the board", "not unique"][min(number, 2)]
    assert (result.status, result.stdout) == (exits.ANSWERED, f"{words}\n")


@pytest.mark.parametrize(
    ("clue", "words"),
    [("3 0 0 1\n", "not unique"), ("3 0 0 1\n8 1 1 2\n7 1 0 0\n", "unique"), ("8 1 1 0\n", "not unique")],
)
def test_unique_with_clues_says_nothing_of_rotation(clue: str, words: str) -> None:
    lay("some.clue", clue)
    kept = brute.solve(
        FRAME, clues={(int(c), int(r)): (int(t), int(q)) for t, c, r, q in map(str.split, clue.splitlines())}
    )
    assert (len(kept.pictures) == 1) == (words == "unique")
    assert run("solve", "puzzle.puz", "--unique", "--clue", "some.clue").stdout == f"{words}\n"


def test_unique_not_known_within_the_limits() -> None:
    result = script("solve", "hard.puz", "--unique", "--conflict-limit", "20")
    assert (result.status, result.stdout) == (exits.UNANSWERED, "unknown\n")


# ---- where to ----


def test_a_file() -> None:
    result = run("solve", "puzzle.puz", "-o", "new.sol")
    assert (result.status, result.stdout) == (exits.ANSWERED, "")
    assert whole(FRAME, files.read_solution("new.sol", FRAME))
    assert Path("new.sol").read_text(encoding="utf-8") == run("solve", "puzzle.puz").stdout


@pytest.mark.parametrize("name", ["made", "made/", "there", "there/"])
def test_a_folder_of_several(name: str, folder: Path) -> None:
    (folder / "there").mkdir()
    result = run("solve", "puzzle.puz", "-n", "5", "-o", name)
    assert (result.status, result.stdout) == (exits.ANSWERED, "")
    assert sorted(path.name for path in (folder / name).iterdir()) == [f"sol_{number}.sol" for number in range(1, 6)]
    streamed = stream(run("solve", "puzzle.puz", "-n", "5").stdout, FRAME)
    assert [files.read_solution(f"{name}/sol_{number}.sol", FRAME) for number in range(1, 6)] == streamed


@pytest.mark.parametrize("name", ["made/", "there"])
def test_a_folder_of_one(name: str, folder: Path) -> None:
    (folder / "there").mkdir()
    run("solve", "puzzle.puz", "-o", name)
    assert [path.name for path in (folder / name).iterdir()] == ["sol_1.sol"]


@pytest.mark.parametrize("name", ["sol_1.sol", "sol_007.sol"])
def test_a_folder_that_holds_solutions_is_refused(name: str, folder: Path) -> None:
    (folder / "old").mkdir()
    lay(f"old/{name}", "c old\n")
    said = refused(run("solve", "puzzle.puz", "-n", "0", "-o", "old"))
    assert said == f"old: expected a folder without solutions, found {name}"
    assert [path.name for path in (folder / "old").iterdir()] == [name]


def test_a_folder_may_hold_other_things(folder: Path) -> None:
    (folder / "work").mkdir()
    lay("work/puzzle.sol", "c mine\n")
    run("solve", "puzzle.puz", "-n", "2", "-o", "work")
    assert sorted(path.name for path in (folder / "work").iterdir()) == ["puzzle.sol", "sol_1.sol", "sol_2.sol"]


@pytest.mark.parametrize(("name", "reason"), [("puzzle.puz", "file exists"), ("no/where", "no such file or directory")])
def test_a_folder_that_cannot_be_made(name: str, reason: str) -> None:
    assert refused(run("solve", "puzzle.puz", "-n", "0", "-o", name)) == f"{name}: expected a folder: {reason}"


def test_files_appear_while_the_search_goes_on(folder: Path) -> None:
    with start("solve", *MILLIONS, "-n", "0", "-o", "found") as process:
        try:
            await_that((folder / "found" / "sol_3.sol").exists)
            assert process.poll() is None
            assert whole(ALIKE, *(files.read_solution(f"found/sol_{number}.sol", ALIKE) for number in (1, 2, 3)))
        finally:
            process.kill()


def await_that(condition: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


@pytest.mark.parametrize("form", ["sol", "atoms", "board"])
def test_a_stream_arrives_while_the_search_goes_on(form: str) -> None:
    with start("solve", *MILLIONS, "-n", "0", "--format", form, bufsize=0) as process:
        try:
            assert process.stdout is not None
            got = b""
            while len(got) < 1000:
                data = process.stdout.read(1000)
                assert data, got
                got += data
            assert process.poll() is None
        finally:
            process.kill()


def peak(*arguments: str) -> int:
    """The most memory that a command held, in bytes."""
    process = start(*arguments, "--stats", stdout=subprocess.DEVNULL)
    _, said = process.communicate(timeout=300)
    assert process.returncode == exits.ANSWERED
    match = re.search(r"^peak_memory +([\d,]+)$", said.decode(), re.MULTILINE)
    assert match
    return int(match[1].replace(",", ""))


def test_memory_does_not_grow_with_the_number_of_solutions() -> None:
    assert peak("solve", *MILLIONS, "-n", "6000") - peak("solve", *MILLIONS, "-n", "300") < 20 * 10**6


@pytest.mark.long
@pytest.mark.parametrize("form", ["sol", "json", "atoms"])
def test_memory_does_not_grow_with_many_more_solutions(form: str) -> None:
    few, many = (peak("solve", *MILLIONS, "-n", number, "--format", form) for number in ("2000", "40000"))
    assert many - few < 20 * 10**6


# ---- in which form ----


def test_atoms_are_those_of_the_class() -> None:
    lines = run("solve", "puzzle.puz", "-n", "3", "--format", "atoms").stdout.splitlines()
    found = [answer.decode(each.atoms, FRAME) for line in lines for each in read_answers(line, "stdout")]
    assert len(lines) == 3
    assert found == stream(run("solve", "puzzle.puz", "-n", "3").stdout, FRAME)


def test_a_board_is_that_of_show() -> None:
    lay("first.sol", run("solve", "puzzle.puz").stdout)
    shown = run("solve", "puzzle.puz", "--format", "board").stdout
    board, _, summary = shown.rstrip("\n").rpartition("\n")
    assert board + "\n" == run("show", "puzzle.puz", "first.sol").stdout
    assert summary.startswith("solved and checked; ")


def test_several_boards_have_numbers() -> None:
    shown = run("solve", "puzzle.puz", "-n", "2", "--format", "board").stdout
    assert re.findall(r"^solution \d+$", shown, re.MULTILINE) == ["solution 1", "solution 2"]
    assert shown.splitlines()[-1].startswith("2 solutions; ")


def test_the_default_is_a_sol_in_a_pipe_and_a_board_at_a_terminal() -> None:
    assert whole(FRAME, sol.read(script("solve", "puzzle.puz").stdout, FRAME, "pipe"))
    _, seen = at_terminal("solve", "puzzle.puz", "-n", "2", NO_COLOR="1", TERM="xterm")
    assert seen.startswith("solution 1\n┌")
    assert "\nsolution 2\n┌" in seen
    status, asked = at_terminal("solve", "puzzle.puz", "--format", "sol", TERM="xterm")
    assert status == exits.ANSWERED
    assert whole(FRAME, sol.read(asked.partition("edgeasp: ")[0], FRAME, "terminal"))


def test_the_same_solutions_in_every_form() -> None:
    streamed = stream(run("solve", "puzzle.puz", "-n", "3").stdout, FRAME)
    said = record(run("solve", "puzzle.puz", "-n", "3", "--format", "json"))
    assert [as_solution(each) for each in said["solutions"]] == streamed


def as_solution(placements: list[list[int]]) -> Solution:
    return Solution(tuple(Placement(tile, Square(col, row), rot) for tile, col, row, rot in placements))


# ---- JSON ----


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_field_is_described_and_no_other_is_allowed() -> None:
    def look(node: dict[str, Any], name: str) -> None:
        assert node["description"].endswith("."), name
        if "properties" in node:
            assert node["additionalProperties"] is False, name
            assert node["required"] == list(node["properties"]), name
        for key, field in node.get("properties", {}).items():
            look(field, f"{name}.{key}")

    look(SCHEMA, "solve")


def test_json_of_a_solution() -> None:
    said = record(run("solve", "puzzle.puz", "--format", "json"))
    [solution] = said["solutions"]
    assert whole(FRAME, as_solution(solution))
    assert (said["result"], said["exhausted"], said["answered"], said["stopped"]) == ("SATISFIABLE", False, True, None)
    assert said["counts"] == {"boards": 1, "assignments": 1, "up_to_turns": False}
    assert said["puzzle"] == {
        "source": "puzzle.puz", "cols": 3, "rows": 3, "framed": True, "signed": False, "clues": 0,
    }  # fmt: skip
    assert said["options"] == {"limit": 1, "seed": 1, "threads": 1, "configuration": "auto", "extra": []}
    assert said["limits"] == {"seconds": None, "conflicts": None, "memory": None}
    assert said["versions"]["edgeasp"] == edgeasp.__version__
    assert said["ground"]["rules"] > said["ground"]["variables"] > 0
    assert said["seconds"]["total"] >= sum(said["seconds"][phase] for phase in ("ground", "solve", "render"))
    assert said["peak_memory"] > 10**6


def test_json_of_all_solutions() -> None:
    said = record(run("solve", "puzzle.puz", "-n", "0", "--format", "json"))
    assert (said["result"], said["exhausted"], said["answered"]) == ("SATISFIABLE", True, True)
    assert len(said["solutions"]) == said["counts"]["boards"] == 16


def test_json_of_no_solution_by_search() -> None:
    said = record(run("solve", "unsolvable.puz", "--format", "json"))
    assert (said["result"], said["exhausted"], said["answered"]) == ("UNSATISFIABLE", True, True)
    assert said["solutions"] == said["reasons"] == []
    assert said["conflicts"] is not None


def test_json_of_no_solution_by_counting() -> None:
    said = record(run("solve", "few-zeros.puz", "--format", "json"))
    assert (said["result"], said["exhausted"], said["answered"]) == ("UNSATISFIABLE", True, True)
    assert "only 7 sides have the frame colour 0" in said["reasons"][0]
    assert said["ground"] is said["conflicts"] is None


def test_json_of_a_count() -> None:
    lay("board.puz", puz.write(BOARDS["framed 2x2"]))
    said = record(run("solve", "board.puz", "--count", "--up-to-symmetry", "--format", "json"))
    assert said["solutions"] == []
    assert said["counts"] == {"boards": 1, "assignments": 2, "up_to_turns": True}


@pytest.mark.parametrize(
    ("name", "number", "exhausted"), [("puzzle.puz", 2, False), ("few-zeros.puz", 0, True), ("one.puz", 1, True)]
)
def test_json_of_uniqueness(name: str, number: int, exhausted: bool) -> None:
    lay("one.puz", puz.write(BOARDS["framed 2x2 signed"]))
    said = record(run("solve", name, "--unique", "--format", "json"))
    assert (said["counts"]["boards"], said["exhausted"], said["solutions"]) == (number, exhausted, [])


def test_json_of_a_relaxation() -> None:
    lay("board.puz", puz.write(BOARDS["framed 2x3 signed"]))
    said = record(run("solve", "board.puz", "--encoding", "decision", "--format", "json"))
    assert said["relaxed"] == ["boundary", "sign"]
    assert as_conditions(said["relaxed"]) < EVERY
    solution = as_solution(said["solutions"][0])
    assert check(BOARDS["framed 2x3 signed"], solution, conditions=EVERY - as_conditions(said["relaxed"])).solved


def as_conditions(names: list[str]) -> frozenset[Condition]:
    return frozenset(map(Condition, names))


def test_json_where_the_number_found_does_not_tell() -> None:
    said = record(run("solve", *MILLIONS, "-n", "5", "--format", "json"))
    assert said["counts"] == {"boards": None, "assignments": None, "up_to_turns": False}
    assert len(said["solutions"]) == 5


def test_json_into_a_file(folder: Path) -> None:
    result = run("solve", "puzzle.puz", "-n", "3", "--format", "json", "-o", "run.json")
    assert result.stdout == ""
    assert len(record(Run(0, Path("run.json").read_text(encoding="utf-8"), ""))["solutions"]) == 3
    assert [path.name for path in folder.iterdir() if "part" in path.name] == []


def test_json_is_not_begun_where_clasp_refuses_an_option(folder: Path) -> None:
    refused(run("solve", "puzzle.puz", "--format", "json", "--clasp", "--fast-exit"))
    refused(run("solve", "puzzle.puz", "--format", "json", "--clasp", "--fast-exit", "-o", "run.json"))
    assert not (folder / "run.json").exists()


# ---- what a person is told ----


def test_stats_tell_what_json_does() -> None:
    said = record(run("solve", "puzzle.puz", "--format", "json"))
    told = run("solve", "puzzle.puz", "--stats").stderr
    names = [line.split()[0] for line in told.splitlines()[1:-1]]
    assert told.startswith("edgeasp: statistics\n")
    silent = {"schema", "schema_version", "solutions", *(name for name, value in said.items() if value in (None, []))}
    assert [name for name in said if name not in silent and name != "limits"] == names
    for words in ("seconds      read ", f"clingo {said['versions']['clingo']}", f"hash {said['encoding']['hash']}"):
        assert words in told
    assert re.search(r"^conflicts +\d", told, re.MULTILINE)


def test_stats_at_a_terminal_with_a_board() -> None:
    _, seen = at_terminal("solve", "puzzle.puz", "--stats", TERM="xterm")
    assert "edgeasp: statistics\n" in seen
    assert re.search(r"^peak_memory +[\d,]+$", seen, re.MULTILINE)


def test_quiet_leaves_results_and_errors() -> None:
    result = script("solve", "puzzle.puz", "--quiet", "--stats")
    assert (result.status, result.stderr) == (exits.ANSWERED, "")
    assert result.stdout == run("solve", "puzzle.puz").stdout
    assert refused(script("solve", "none.puz", "-q")) == "none.puz: cannot be read: no such file or directory"
    assert script("solve", "puzzle.puz", "-q", "--count").stdout == "16 boards\n"
    _, seen = at_terminal("solve", "puzzle.puz", "-q", NO_COLOR="1", TERM="xterm")
    assert len(seen.splitlines()) == 13


def test_progress_is_for_a_person_who_waits() -> None:
    arguments = ["solve", "hard.puz", "--time-limit", "2.2", "--format", "sol"]
    _, seen = at_terminal(*arguments, TERM="xterm")
    assert re.search(r"\r\x1b\[K(ground|solve) [12] s", seen)
    # The line is gone before anything else is said.
    assert seen.rpartition("\r\x1b[K")[2].startswith("c UNKNOWN\n")


def test_no_progress_in_a_pipe_nor_if_quiet() -> None:
    arguments = ["solve", "hard.puz", "--time-limit", "1.6"]
    result = script(*arguments)
    assert len(result.stderr.splitlines()) == 1
    assert "\r" not in result.stdout + result.stderr
    _, seen = at_terminal(*arguments, "--quiet", TERM="xterm")
    assert "\x1b" not in seen


@pytest.mark.parametrize(("colour", "wanted"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_no_color(colour: dict[str, str], wanted: bool) -> None:
    _, seen = at_terminal("solve", "puzzle.puz", TERM="xterm-256color", **colour)
    assert bool(re.search(r"\x1b\[[0-9;]*[34][0-9]", seen)) == wanted


# ---- exit statuses ----


@pytest.mark.parametrize(
    ("arguments", "usual", "as_clasp"),
    [
        (["puzzle.puz"], exits.ANSWERED, 10),
        (["puzzle.puz", "-n", "16"], exits.ANSWERED, 10),
        (["puzzle.puz", "-n", "0"], exits.ANSWERED, 30),
        (["puzzle.puz", "-n", "99"], exits.ANSWERED, 30),
        (["puzzle.puz", "--count"], exits.ANSWERED, 30),
        (["puzzle.puz", "--unique"], exits.ANSWERED, 10),
        (["unsolvable.puz"], exits.ANSWERED, 20),
        (["few-zeros.puz"], exits.ANSWERED, 20),
        (["hard.puz", "--conflict-limit", "20"], exits.UNANSWERED, 0),
        (["many.puz", "-n", "0", "--conflict-limit", "20"], exits.UNANSWERED, 10),
        (["none.puz"], exits.USAGE, exits.USAGE),
    ],
    ids=str,
)
def test_exit_statuses(arguments: list[str], usual: int, as_clasp: int) -> None:
    assert script("solve", *arguments).status == usual
    assert script("solve", *arguments, "--solver-exit-codes").status == as_clasp


def test_output_that_is_lost_is_an_error() -> None:
    """Also where it stands in a buffer until the end."""
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    for arguments in (
        ["puzzle.puz"],
        ["puzzle.puz", "--count"],
        ["unsolvable.puz"],
        ["puzzle.puz", "--format", "json"],
    ):
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = start("solve", *arguments, stdout=full)
            _, said = process.communicate(timeout=60)
        assert process.returncode == exits.USAGE, arguments
        assert said.decode().splitlines()[-1].startswith("edgeasp: error: standard output: cannot be written")


@pytest.mark.parametrize("form", ["sol", "json", "atoms", "board"])
def test_a_reader_that_stops_early_ends_the_search(form: str) -> None:
    with start("solve", *MILLIONS, "-n", "0", "--format", form) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == exits.BROKEN_PIPE


# ---- control ----


@pytest.mark.parametrize("options", [["--threads", "2"], ["--threads", "2", "--config", "many", "--heuristic", "ring"]])
def test_threads(options: list[str]) -> None:
    assert run("solve", "puzzle.puz", "--count", *options).stdout == "16 boards\n"
    assert whole(FRAME, sol.read(run("solve", "puzzle.puz", *options).stdout, FRAME, "stdout"))


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_configurations(name: str) -> None:
    said = record(run("solve", "puzzle.puz", "-n", "0", "--config", name, "--format", "json"))
    assert said["counts"]["boards"] == 16
    assert said["options"]["configuration"] == name


@pytest.mark.parametrize("name", ["none", "rows", "ring"])
@pytest.mark.parametrize("formulation", ["halves", "heule"])
def test_heuristics(name: str, formulation: str) -> None:
    options = ["--heuristic", name, "--formulation", formulation]
    assert run("solve", "puzzle.puz", "--count", *options).stdout == "16 boards\n"


def test_a_heuristic_guides_the_search() -> None:
    """Placed row by row, a puzzle of many solutions is solved without a conflict in fewer choices."""
    said = {
        name: record(run("solve", "many.puz", "--heuristic", name, "--format", "json"))["choices"]
        for name in ("none", "rows")
    }
    assert said["none"] != said["rows"]


@pytest.mark.parametrize(
    "words",
    [
        ["--restarts=no"],
        ["--restarts=no --heuristic=Vmtf", "--sat-prepro=2"],
        ["--configuration=tweety"],
        ["--parallel-mode=2"],
        ["--eq=0"],
        ["--sign-def=pos"],
    ],
    ids=" ".join,
)
def test_options_for_clasp_are_passed_on(words: list[str]) -> None:
    options = [part for each in words for part in ("--clasp", each)]
    said = record(run("solve", "puzzle.puz", "-n", "0", "--format", "json", *options))
    assert said["options"]["extra"] == " ".join(words).split()
    assert said["counts"]["boards"] == 16


def test_options_for_clasp_have_an_effect() -> None:
    without = record(run("solve", "puzzle.puz", "--clasp", "--eq=0", "--format", "json"))
    plain = record(run("solve", "puzzle.puz", "--format", "json"))
    assert without["ground"]["variables"] > plain["ground"]["variables"]


@pytest.mark.parametrize(
    "words",
    [
        *["--time-limit=3", "--outf=2", "-q", "--text", "--lemma-out=x", "--fast-exit", "--help", "--nonsense"],
        *["nonsense", "--seed=2", "--restarts=maybe", "'--restarts=no", "--configuration=none"],
    ],
)
def test_options_that_clasp_refuses(words: str) -> None:
    refused(run("solve", "puzzle.puz", "--clasp", words))


@pytest.mark.parametrize(
    "words", ["--solve-limit=20", "--solve-limit 20", "--models=0", "-n 2", "--enum-mode=brave", "--single-shot"]
)
def test_options_of_clasp_that_are_not_free(words: str) -> None:
    said = refused(run("solve", "puzzle.puz", "--clasp", "--restarts=no", "--clasp", words))
    assert said.startswith(f"clasp's {re.split('[ =]', words)[0]} cannot be set: ")


def test_a_configuration_that_does_not_exist() -> None:
    assert refused(run("solve", "puzzle.puz", "--config", "best")).startswith("expected --config auto, frumpy, ")


# ---- determinism ----


def lasting(said: dict[str, Any]) -> dict[str, Any]:
    """What does not depend on the day."""
    return {name: value for name, value in said.items() if name not in {"seconds", "peak_memory"}}


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_same_seed_gives_the_same_bytes(seed: str) -> None:
    one, other = (script("solve", "many.puz", "-n", "20", "--seed", seed, PYTHONHASHSEED=seed) for _ in range(2))
    assert one.stdout == other.stdout
    assert len(stream(one.stdout, MANY)) == 20


def test_the_same_json_but_for_times() -> None:
    one, other = (
        lasting(record(script("solve", "many.puz", "-n", "20", "--format", "json", PYTHONHASHSEED=seed)))
        for seed in ("1", "2")
    )
    assert one == other


def test_another_seed_makes_another_search() -> None:
    assert len({run("solve", "many.puz", "--seed", seed).stdout for seed in range(5)}) > 1


def test_a_conflict_limit_is_deterministic() -> None:
    arguments = ["solve", "many.puz", "-n", "0", "--conflict-limit", "30", "--format", "json"]
    one, other = (lasting(record(script(*arguments))) for _ in range(2))
    assert one == other
    assert one["conflicts"] == 30


# ---- clues ----


def test_several_clue_files() -> None:
    lay("a.clue", "3 0 0 1\n")
    lay("b.sol", "c another\n8 1 1 2\n3 0 0 1\n")
    result = run("solve", "puzzle.puz", "--clue", "a.clue", "--clue", "b.sol")
    assert {"3 0 0 1", "8 1 1 2"} <= set(result.stdout.splitlines())
    assert whole(FRAME, sol.read(result.stdout, FRAME, "stdout"))


LYING = "tile 3 in column 0, row 0 turned 1 in a.clue:1"
CONTRADICTIONS = {
    "tile": ("c\n3 2 0 0\n", f":2: expected clues that agree, found tile 3 in column 2, row 0 turned 0, but {LYING}"),
    "square": ("0 0 0 1\n", f":1: expected clues that agree, found tile 0 in column 0, row 0 turned 1, but {LYING}"),
    "turn": ("3 0 0 2\n", f":1: expected clues that agree, found tile 3 in column 0, row 0 turned 2, but {LYING}"),
    "colour": ("5 1 0 0\n", ":1: expected a clue for this puzzle, but column 0, row 0 has 2 on its right, "),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradictions_are_named_before_the_search(name: str) -> None:
    second, words = CONTRADICTIONS[name]
    lay("a.clue", "3 0 0 1\n")
    lay("b.clue", second)
    assert refused(run("solve", "puzzle.puz", "--clue", "a.clue", "--clue", "b.clue")).startswith(f"b.clue{words}")
    assert refused(run("solve", "puzzle.puz", "--clue", "a.clue", "--complete", "b.clue")).startswith(f"b.clue{words}")


def test_clues_that_contradict_those_of_the_facts() -> None:
    lay("clued.lp", facts.write(FRAME, Solution((Placement(3, Square(0, 0), 1),))))
    lay("b.clue", "3 2 0 0\n")
    assert refused(run("solve", "clued.lp", "--clue", "b.clue")).endswith(
        "but tile 3 in column 0, row 0 turned 1 in clued.lp"
    )


def test_complete() -> None:
    solution = sol.write(boards_first())
    for lines in (0, 1, 5, 8, 9):
        lay("partial.sol", "".join(solution.splitlines(keepends=True)[:lines]))
        result = run("solve", "puzzle.puz", "--complete", "partial.sol")
        assert set(solution.splitlines()[:lines]) <= set(result.stdout.splitlines())
        assert whole(FRAME, sol.read(result.stdout, FRAME, "stdout"))
        assert (
            record(run("solve", "puzzle.puz", "--complete", "partial.sol", "--format", "json"))["puzzle"]["clues"]
            == lines
        )


def boards_first() -> Solution:
    return stream("c solution 1\n" + run("solve", "puzzle.puz").stdout, FRAME)[0]


def test_complete_what_cannot_be_completed() -> None:
    lay("partial.sol", "8 0 0 0\n")
    assert "expected a clue for this puzzle" in refused(run("solve", "puzzle.puz", "--complete", "partial.sol"))
    lay("partial.sol", "8 1 1 0\n4 1 0 1\n")
    assert "expected a clue for this puzzle" in refused(run("solve", "puzzle.puz", "--complete", "partial.sol"))


def test_complete_from_standard_input() -> None:
    assert "3 0 0 1" in run("solve", "puzzle.puz", "--complete", "-", given="3 0 0 1\n").stdout.splitlines()


# ---- what does not go together ----


@pytest.mark.parametrize(
    "options",
    [
        *(["--count", "--unique"], ["--unique", "-n", "2"], ["--unique", "-n", "0"]),
        *(["--count", "--format", form] for form in ("sol", "atoms", "board")),
        *(["--unique", "--format", "sol"], ["--count", "-o", "x.sol"], ["--unique", "-o", "x"]),
        *(["-o", "x.sol", "--format", "atoms"], ["-o", "x.sol", "--format", "board"]),
        *(["--symmetry", "turns,polarity"], ["--unique", "--symmetry", "polarity"], ["--memory-limit", "much"]),
    ],
    ids=" ".join,
)
def test_options_that_conflict(options: list[str], folder: Path) -> None:
    refused(run("solve", "puzzle.puz", *options))
    assert not list(folder.glob("x*"))


@pytest.mark.parametrize(
    "options",
    [
        *(["-n", "-1"], ["-n", "x"], ["--seed", "-1"], ["--seed", str(2**32)], ["--threads", "0"], ["--threads", "65"]),
        *(["--time-limit", "-1"], ["--conflict-limit", "0"], ["--format", "xml"]),
    ],
    ids=" ".join,
)
def test_values_out_of_range(options: list[str]) -> None:
    result = run("solve", "puzzle.puz", *options)
    assert (result.status, result.stdout) == (exits.USAGE, "")
    assert options[0] in result.stderr


# ---- limits ----

LIMITS = {
    "time": (["--time-limit", "0.8"], "time limit of 0.8 s"),
    "conflicts": (["--conflict-limit", "20"], "conflict limit of 20"),
    "memory": (["--memory-limit", "1M"], "memory limit of 1 MB"),
}


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_leaves_the_question_open(name: str) -> None:
    options, words = LIMITS[name]
    said = record(script("solve", "hard.puz", *options, "--format", "json"))
    assert (said["result"], said["exhausted"], said["answered"], said["stopped"]) == ("UNKNOWN", False, False, words)
    assert said["solutions"] == []
    assert said["counts"]["boards"] == 0


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_is_announced(name: str) -> None:
    options, words = LIMITS[name]
    result = script("solve", "hard.puz", *options)
    assert (result.status, result.stdout) == (exits.UNANSWERED, f"c UNKNOWN\nc stopped by the {words}\n")
    assert result.stderr.startswith(f"edgeasp: stopped by the {words}: no solution so far; ")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_and_no_file(name: str, folder: Path) -> None:
    lay("x.sol", "c old\n")
    result = script("solve", "hard.puz", *LIMITS[name][0], "-o", "x.sol")
    assert result.status == exits.UNANSWERED
    assert Path("x.sol").read_text(encoding="utf-8") == "c old\n"
    assert "part" not in " ".join(path.name for path in folder.iterdir())


def test_a_conflict_limit_keeps_what_was_found() -> None:
    said = record(script("solve", "many.puz", "-n", "0", "--conflict-limit", "30", "--format", "json"))
    assert (said["result"], said["exhausted"], said["answered"]) == ("SATISFIABLE", False, False)
    assert said["stopped"] == "conflict limit of 30"
    assert len(said["solutions"]) == said["counts"]["boards"] > 0
    result = script("solve", "many.puz", "-n", "0", "--conflict-limit", "30")
    assert result.status == exits.UNANSWERED
    text, _, end = result.stdout.rpartition("c stopped by the ")
    assert end == "conflict limit of 30\n"
    found = stream(text, MANY)
    assert whole(MANY, *found)
    assert found == [as_solution(each) for each in said["solutions"]]
    counted_so_far = script("solve", "many.puz", "--count", "--conflict-limit", "30")
    assert counted_so_far.stdout.startswith(f"at least {len(found)} boards, ")
    assert counted_so_far.status == exits.UNANSWERED


def test_a_time_limit_keeps_what_was_found(folder: Path) -> None:
    result = script("solve", *MILLIONS, "-n", "0", "--time-limit", "1.5", "-o", "found")
    assert result.status == exits.UNANSWERED
    names = [path.name for path in (folder / "found").iterdir()]
    assert sorted(names) == sorted(f"sol_{number}.sol" for number in range(1, len(names) + 1))
    assert len(names) > 10
    assert whole(ALIKE, *(files.read_solution(f"found/{name}", ALIKE) for name in names))
    assert re.match(r"edgeasp: stopped by the time limit of 1.5 s: [\d,]+ solutions; ", result.stderr)


def test_a_time_limit_counts_from_the_start() -> None:
    """Reading is part of it: the watch begins before the puzzle is there."""
    said = record(script("solve", "hard.puz", "--time-limit", "0", "--format", "json"))
    assert said["stopped"] == "time limit of 0 s"
    assert said["ground"] is None


def test_a_limit_that_does_not_strike_is_not_told() -> None:
    arguments = ["solve", "puzzle.puz", "-n", "0", "--time-limit", "600", "--conflict-limit", "100000"]
    result = run(*arguments, "--memory-limit", "64G", "--format", "json")
    said = record(result)
    assert (said["stopped"], said["exhausted"]) == (None, True)
    assert said["limits"] == {"seconds": 600, "conflicts": 100_000, "memory": 64 * 10**9}
    assert "stopped" not in result.stderr


def test_a_time_limit_on_a_large_puzzle() -> None:
    """Two seconds are hardly enough to ground it; it ends then, with statistics."""
    path = E2
    if not path.exists():
        path = Path("large.puz")
        lay("large.puz", puz.write(plant(Recipe(16, 16, inner=17, frame=5, seed=1))))
    begin = time.monotonic()
    result = script("solve", path, "--time-limit", "2", "--stats")
    assert time.monotonic() - begin < 6
    assert (result.status, result.stdout) == (exits.UNANSWERED, "c UNKNOWN\nc stopped by the time limit of 2 s\n")
    assert "edgeasp: statistics\nresult       UNKNOWN\n" in result.stderr
    assert re.search(r"^seconds .* ground [\d.]+, solve [\d.]+, .* total [\d.]+$", result.stderr, re.MULTILINE)
    assert re.search(r"^peak_memory  +[\d,]+$", result.stderr, re.MULTILINE)


def test_the_instances_are_solved() -> None:
    for path in sorted(INSTANCES.glob("planted-?x?.puz")):
        puzzle, _ = files.read_puzzle(str(path))
        assert whole(puzzle, sol.read(run("solve", path).stdout, puzzle, "stdout"))
