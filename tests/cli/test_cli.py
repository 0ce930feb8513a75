"""The commands: what they print and where, which status they end with, and what bad input gets."""

from __future__ import annotations

import errno
import json
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from edgeasp import __version__
from edgeasp.cli import exit_status
from edgeasp.cli.commands import app
from edgeasp.encoding import facts
from edgeasp.formats import files, puz, sol
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Solution, Square
from tests.support.boards import cut_up
from tests.support.running import COMMANDS

SCRIPT = str(Path(sys.executable).with_name("edgeasp"))

PUZ = "3 3\n0 0 1 1\n0 0 1 2\n0 0 2 1\n0 0 2 2\n0 1 3 2\n0 1 4 1\n0 2 3 1\n0 2 4 2\n3 3 4 4\n"
SOL = "0 0 2 2\n1 2 0 0\n2 2 2 3\n3 0 0 1\n4 1 2 2\n5 2 1 3\n6 0 1 1\n7 1 0 0\n8 1 1 2\n"
PUZZLE = puz.read(PUZ, "puzzle.puz")
CLUE = "3 0 0 1\n"
SIGNS = "0 +\n1 +\n2 +\n3 +\n8 +\n4 -\n5 -\n6 -\n7 -\n"
# Counting finds nothing, but the corners with a 1 cannot be joined to those with a 2.
UNSOLVABLE = "2 2\n0 0 1 1\n0 0 1 1\n0 0 2 2\n0 0 2 2\n"
# The same puzzle and its solution as others write them; here the tiles lie so that their zeros give the order away.
UDLR = "\n".join(["3 3", *("{1} {3} {0} {2}".format(*line.split()) for line in PUZ.splitlines()[1:])]) + "\n"
JSON = json.dumps(
    {
        "name": "x",
        "width": 3,
        "height": 3,
        "numColors": 4,
        "pieces": [list(map(int, line.split())) for line in PUZ.splitlines()[1:]],
        "hints": [{"pos": 0, "piece": 3, "rot": 3}],
    }
)
ET2 = "4/3 8/0 2/0\n7/3 9/2 5/1\n3/2 6/1 1/2\n"
TOO_FEW_ZEROS = "2 2\n0 0 1 1\n0 0 1 1\n0 0 1 1\n0 1 1 1\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a puzzle and what belongs to it, to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name, text in {
        "puzzle.puz": PUZ,
        "facts.lp": facts.write(PUZZLE),
        "x.sol": SOL,
        "puzzle.sol": SOL,
        "corner.clue": CLUE,
        "hints.sol": "8 1 1 2\n",
        "partial.sol": SOL[:16],
        "x.signs": SIGNS,
        "pieces.txt": UDLR,
        "puzzle.json": JSON,
        "x.et2": ET2,
    }.items():
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


@dataclass(frozen=True)
class Run:
    """What came of a command."""

    exit_code: int
    stdout: str
    stderr: str
    exception: BaseException | None


def run(*arguments: str, given: str | bytes | None = None) -> Run:
    """Run a command in this process."""
    result = CliRunner().invoke(app, list(arguments), input=given)
    return Run(result.exit_code, result.stdout, result.stderr, result.exception)


def script(*arguments: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as users do."""
    return subprocess.run(
        [SCRIPT, *arguments],
        input=given,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | environment,
        check=False,
    )


def refused(result: Run) -> str:
    """The message of a command with bad input, after checks of its form."""
    assert result.exit_code == exit_status.USAGE, result
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert result.stderr.startswith("edgeasp: error: ")
    assert result.stderr.endswith("\n")
    assert 1 <= len(result.stderr.splitlines()) <= 2
    return result.stderr.removeprefix("edgeasp: error: ").removesuffix("\n")


# ---- what bad input gets ----

READS_PUZZLE = ("solve", "check", "show", "facts", "encode", "ground")
READS_SOL = ("check", "show")
READS_CLUE = ("solve", "check", "facts", "ground")
READS_SIGNS = ("solve", "check", "show", "facts", "ground")
WRITES = ("solve", "facts", "encode", "ground")

BAD_PUZZLES: dict[str, tuple[str | bytes | None, str]] = {
    "missing.puz": (None, "missing.puz: cannot be read: no such file or directory"),
    "latin.puz": (b"c caf\xe9\n", "latin.puz:1: expected text in UTF-8"),
    "empty.puz": ("", "empty.puz: expected a puzzle (a size line"),
    "nosize.puz": (PUZ.partition("\n")[2], "nosize.puz:1: expected a size line '<cols> [rows]', found 4 fields"),
    "small.puz": ("1 4\n" + "1 1 1 1\n" * 4, "small.puz:1: expected at least 2 columns and 2 rows, found 1 x 4"),
    "word.puz": ("three\n", "word.puz:1: expected a number of columns and perhaps of rows"),
    "few.puz": (PUZ.replace("3 3 4 4\n", ""), "few.puz:9: expected 9 tiles for 3 x 3, found 8"),
    "many.puz": (PUZ + "3 3 4 4\n", "many.puz:11: expected 9 tiles for 3 x 3, found 10"),
    "side.puz": (PUZ.replace("0 1 3 2", "0 1 -3 2"), "side.puz:6: expected a colour (a natural number), found '-3'"),
    "short.puz": (PUZ.replace("0 1 3 2", "0 1 3"), "short.puz:6: expected a tile '<north> <east> <south> <west>"),
    "long.puz": (PUZ.replace("0 1 3 2", "0 1 3 2 + 1"), "long.puz:6: expected a tile '<north> <east> <south> <west>"),
    "sign.puz": (PUZ.replace("0 1 3 2", "0 1 3 2 x"), "sign.puz:6: expected a sign (+ or -), found 'x'"),
    "syntax.lp": ("tile(1).\ntile(.\n", "syntax.lp:2: expected a fact, found 'tile(.'"),
    "rule.lp": ("tile(1).\ncol(X) :- tile(X).\n", "rule.lp:2: expected a fact, found 'col(X) :- tile(X).'"),
    "foreign.lp": ("tile(1).\ntileEdge(1,top,red).\n", "foreign.lp:2: expected a fact of the class 'Edge Matching'"),
    "notfacts.lp": (PUZ, "notfacts.lp:1: expected a fact that ends with '.', found '3 3'"),
    "accents.lp": ("% gr\xfcn\ncolour(gr\xfcn).\n", "accents.lp:2: expected a fact with constants, numbers of at most"),
    "accents.txt": ("\xe9t\xe9\n", r"accents.txt:1: expected a fact that ends with '.', found '\xe9t\xe9'"),
    "empty.lp": ("", "empty.lp: expected facts col(1), col(2), ..., found none"),
}  # fmt: skip

BAD_SOLS: dict[str, tuple[str | bytes | None, str]] = {
    "missing.sol": (None, "missing.sol: cannot be read: no such file or directory"),
    "latin.sol": (b"0 0 2 2\nc \xe9\n", "latin.sol:2: expected text in UTF-8"),
    "tile.sol": ("0 0 0 0\n0 1 0 0\n", "tile.sol:2: expected each tile once, found tile 0 again (first on line 1)"),
    "square.sol": (
        "0 0 0 0\n1 0 0 0\n",
        "square.sol:2: expected each square once, found column 0, row 0 (from 0) again",
    ),
    "range.sol": ("9 0 0 0\n", "range.sol:1: expected a tile from 0 to 8 on a 3 x 3 board, found 9"),
    "column.sol": ("0 3 0 0\n", "column.sol:1: expected a column from 0 to 2 on a 3 x 3 board, found 3"),
    "rot.sol": ("c\n0 0 0 4\n", "rot.sol:2: expected a rotation from 0 to 3, found 4"),
    "fields.sol": ("0 0 0\n", "fields.sol:1: expected '<tile> <col> <row> <rot>', found 3 fields"),
}

BAD_CLUES: dict[str, tuple[str | bytes | None, str]] = BAD_SOLS | {
    "other.clue": ("c for another puzzle\n3 0 0 2\n", "other.clue:2: expected a clue for this puzzle, but column 0"),
    "pair.clue": ("3 0 0 1\n5 1 0 0\n", "pair.clue:2: expected a clue for this puzzle, but column 0, row 0 has 2"),
    "twice.clue": ("3 2 2 3\n", "twice.clue:1: expected clues that agree, found tile 3 in column 2, row 2 turned 3"),
}  # fmt: skip

BAD_SIGNS: dict[str, tuple[str | bytes | None, str]] = {
    "missing.signs": (None, "missing.signs: cannot be read: no such file or directory"),
    "latin.signs": (b"\xff", "latin.signs:1: expected text in UTF-8"),
    "sign.signs": ("0 x\n", "sign.signs:1: expected a sign (+ or -), found 'x'"),
    "range.signs": ("9 +\n", "range.signs:1: expected a tile from 0 to 8, found 9"),
    "twice.signs": ("1 +\n1 +\n", "twice.signs:2: expected each tile once, found tile 1 again"),
    "fields.signs": ("+\n", "fields.signs:1: expected '<tile> <+|->', found 1 fields"),
}


def lay(name: str, content: str | bytes | None) -> None:
    if content is not None:
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())


def untouched(command: str) -> list[str]:
    """Options that ask a command, if it can, to write over a file."""
    if command not in WRITES:
        return []
    Path("old.out").write_text("old", encoding="utf-8")
    return ["-o", "old.out"]


def arguments_of(command: str) -> list[str]:
    return {"check": ["puzzle.puz", "x.sol"], "show": ["puzzle.puz", "x.sol"]}.get(command, ["puzzle.puz"])


def each_and_one(commands: Sequence[str], files: Sequence[str], one: str) -> pytest.MarkDecorator:
    """All files for the first command, one for the others: they read them in the same way."""
    first, *others = commands
    return pytest.mark.parametrize(("command", "name"), [*product([first], files), *product(others, [one])])


@each_and_one(READS_PUZZLE, [*BAD_PUZZLES], "few.puz")
def test_a_bad_puzzle(command: str, name: str) -> None:
    content, words = BAD_PUZZLES[name]
    lay(name, content)
    message = refused(run(command, name, *arguments_of(command)[1:], *untouched(command)))
    assert message.startswith(words)
    if command in WRITES:
        assert Path("old.out").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("command", READS_PUZZLE)
def test_a_folder_is_no_puzzle(command: str, folder: Path) -> None:
    (folder / "sub.puz").mkdir()
    message = refused(run(command, "sub.puz", *arguments_of(command)[1:]))
    assert message == "sub.puz: cannot be read: is a directory"


@each_and_one(READS_SOL, [*BAD_SOLS], "square.sol")
def test_a_bad_solution(command: str, name: str) -> None:
    content, words = BAD_SOLS[name]
    lay(name, content)
    assert refused(run(command, "puzzle.puz", name)).startswith(words)


@each_and_one(READS_CLUE, [*BAD_CLUES], "other.clue")
def test_a_bad_clue_file(command: str, name: str) -> None:
    content, words = BAD_CLUES[name]
    lay(name, content)
    good = ["--clue", "corner.clue"] if name == "twice.clue" else []
    message = refused(run(command, *arguments_of(command), *good, "--clue", name, *untouched(command)))
    assert message.startswith(words)
    if command in WRITES:
        assert Path("old.out").read_text(encoding="utf-8") == "old"


@each_and_one(READS_SIGNS, [*BAD_SIGNS], "range.signs")
def test_a_bad_signs_file(command: str, name: str) -> None:
    content, words = BAD_SIGNS[name]
    lay(name, content)
    message = refused(run(command, *arguments_of(command), "--signs", name, *untouched(command)))
    assert message.startswith(words)
    if command in WRITES:
        assert Path("old.out").read_text(encoding="utf-8") == "old"


UNWRITABLE = {"none/x": "no such file or directory", ".": "is a directory", "puzzle.puz/x": "not a directory"}


@pytest.mark.parametrize(
    ("command", "place"),
    [(command, place) for command, place in product(WRITES, UNWRITABLE) if (command, place) != ("solve", ".")],
)
def test_an_output_that_cannot_be_written(command: str, place: str, folder: Path) -> None:
    """But solutions may go to a folder."""
    before = sorted(folder.rglob("*"))
    said = refused(run(command, "puzzle.puz", "-o", place))
    assert said == f"{place}: cannot be written: {UNWRITABLE[place]}"
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    "command",
    [
        "facts x.puz", "facts puzzle.puz --clue x.puz", "facts puzzle.puz --signs x.puz", "encode x.puz", "info x.puz",
        "cnf x.puz", "decode puzzle.puz x.puz", "decode x.puz x.sol", "decode puzzle.puz x.sol --cnf x.puz",
        "show x.puz --format text", "show puzzle.puz x.puz --format text", "convert x.sol --puzzle x.puz",
        "convert puzzle.puz --signs x.puz --to puz",
    ],
)  # fmt: skip
def test_an_output_that_would_replace_an_input(command: str, folder: Path) -> None:
    Path("x.puz").write_text(PUZ, encoding="utf-8")
    output = Path("x.txt" if "show" in command else "x.puz")
    if "show" in command:
        output.hardlink_to("x.puz")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    message = refused(run(*command.split(), "-o", str(output)))
    assert message == f"{output}: is an input, which the output would replace: choose another name"
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    "command",
    [
        "solve puzzle.puz", "solve puzzle.puz -n 2", "solve puzzle.puz --format json", "facts puzzle.puz", "encode",
        "show puzzle.puz --format svg", "info puzzle.puz", "ground puzzle.puz", "cnf puzzle.puz",
        "decode puzzle.puz x.sol", "convert puzzle.puz", "convert puzzle.puz --to puz", "generate --size 3",
    ],
)  # fmt: skip
def test_an_output_without_a_name(command: str, folder: Path) -> None:
    """Such as that of a variable that is not set."""
    before = set(folder.iterdir())
    refused(run(*command.split(), "-o", ""))
    assert set(folder.iterdir()) == before


def test_an_output_that_cannot_be_written_is_found_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: object, **__: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr("edgeasp.solvers.clingo.GroundProgram", search)
    assert isinstance(run("solve", "puzzle.puz").exception, AssertionError)
    assert refused(run("solve", "puzzle.puz", "-o", "none/x.sol")).startswith("none/x.sol: cannot be written")


@pytest.mark.parametrize("command", ["facts", "solve", "show", "check"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_standard_output_that_is_full(command: str) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [SCRIPT, command, *arguments_of(command)], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.stderr.splitlines()[-1] == "edgeasp: error: standard output: cannot be written: no space left on device"
    assert "Traceback" not in done.stderr
    assert done.returncode == exit_status.USAGE


def test_bad_input_as_users_meet_it() -> None:
    Path("few.puz").write_text("2 2\n1 1 1 1\n", encoding="utf-8")
    done = script("solve", "few.puz", "-o", "x.sol")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "edgeasp: error: few.puz:2: expected 4 tiles for 2 x 2, found 1\n"
    assert Path("x.sol").read_text(encoding="utf-8") == SOL


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "puzzle.puz", "--encoding", "best"], "expected encoding decision, framed, signed or redundant"),
        (["solve", "puzzle.puz", "--encoding", "decision+framed"], "'decision' and 'framed' exclude each other"),
        (["facts", "puzzle.puz", "--frame", "red"], "a frame colour can be named for class facts only"),
        (["facts", "facts.lp", "--frame", "red"], "expected frame(red), found frame(black)"),
    ],
)
def test_requests_that_make_no_sense(arguments: list[str], words: str) -> None:
    assert words in refused(run(*arguments))


@pytest.mark.parametrize("arguments", [["solv"], ["solve"], ["solve", "puzzle.puz", "--fast"], ["check", "puzzle.puz"]])
def test_usage(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == exit_status.USAGE
    assert result.stdout == ""
    assert "Usage: " in result.stderr


# ---- standard input ----


@pytest.mark.parametrize("command", READS_PUZZLE)
@pytest.mark.parametrize("text", [PUZ, facts.write(PUZZLE)], ids=["puz", "facts"])
def test_the_puzzle_from_standard_input(command: str, text: str) -> None:
    result = run(command, "-", *arguments_of(command)[1:], given=text)
    assert result.exit_code == exit_status.ANSWERED, result.stderr
    if command != "ground":
        assert result.stdout == run(command, *arguments_of(command)).stdout


@pytest.mark.parametrize("command", READS_SOL)
def test_the_solution_from_standard_input(command: str) -> None:
    result = run(command, "puzzle.puz", "-", given=SOL)
    assert result.exit_code == exit_status.ANSWERED, result.stderr
    assert result.stdout == run(command, "puzzle.puz", "x.sol").stdout


@pytest.mark.parametrize("command", READS_CLUE)
def test_a_clue_from_standard_input(command: str) -> None:
    assert run(command, *arguments_of(command), "--clue", "-", given=CLUE).exit_code == exit_status.ANSWERED
    message = refused(run(command, *arguments_of(command), "--clue", "-", given="3 0 0 2\n"))
    assert message.startswith("standard input:1: expected a clue for this puzzle")


@pytest.mark.parametrize("command", READS_SIGNS)
def test_signs_from_standard_input(command: str) -> None:
    assert run(command, *arguments_of(command), "--signs", "-", given=SIGNS).exit_code == exit_status.ANSWERED
    message = refused(run(command, *arguments_of(command), "--signs", "-", given="0 ?\n"))
    assert message.startswith("standard input:1: expected a sign")


@pytest.mark.parametrize(
    "arguments",
    [
        *(["check", "-", "-"], ["show", "-", "-"]),
        *([command, "-", *arguments_of(command)[1:], "--clue", "-"] for command in READS_CLUE),
        *([command, "-", *arguments_of(command)[1:], "--signs", "-"] for command in READS_SIGNS),
        *(["solve", "puzzle.puz", "--clue", "-", "--clue", "-"], ["check", "puzzle.puz", "-", "--clue", "-"]),
    ],
    ids=" ".join,
)
def test_standard_input_twice(arguments: list[str]) -> None:
    assert refused(run(*arguments, given=PUZ)) == "standard input: expected one file at most to be '-'"


def test_a_byte_order_mark_on_standard_input() -> None:
    assert run("show", "-", given=b"\xef\xbb\xbf" + PUZ.encode()).exit_code == exit_status.ANSWERED


# ---- check ----


def test_check_solved() -> None:
    result = run("check", "puzzle.puz", "x.sol", "--clue", "corner.clue", "--signs", "x.signs")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "solved\nscore: 12 of 12 diamonds\n", "")


def test_check_partial() -> None:
    result = run("check", "puzzle.puz", "-", given="".join(SOL.splitlines(keepends=True)[:7]))
    expected = "not solved: 7 of 9 tiles placed, nothing broken\nscore: 6 of 12 diamonds\n"
    assert (result.exit_code, result.stdout, result.stderr) == (1, expected, "")


def test_check_nothing_placed() -> None:
    result = run("check", "puzzle.puz", "-", given="c UNSATISFIABLE\n")
    expected = "not solved: 0 of 9 tiles placed, nothing broken\nscore: 0 of 12 diamonds\n"
    assert (result.exit_code, result.stdout, result.stderr) == (1, expected, "")


def test_check_lists_violations() -> None:
    Path("x.sol").write_text(SOL.replace("7 1 0 0", "7 1 0 1"), encoding="utf-8")
    Path("centre.clue").write_text("8 1 1 0\n", encoding="utf-8")
    Path("x.signs").write_text("3 +\n8 +\n1 +\n7 +\n", encoding="utf-8")
    result = run("check", "puzzle.puz", "x.sol", "--clue", "centre.clue", "--signs", "x.signs")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "not solved: 6 conditions broken",
        "  adjoining: column 0, row 0 has 2 on its right, column 1, row 0 has 0 on its left",
        "  adjoining: column 1, row 0 has 4 on its right, column 2, row 0 has 2 on its left",
        "  adjoining: column 1, row 0 has 2 on its bottom, column 1, row 1 has 4 on its top",
        "  boundary: column 1, row 0 has 2 on its top, outside is 0",
        "  sign: column 1, row 0 holds a tile with + where the checkerboard of signs has the other",
        "  clue: column 1, row 1 does not hold tile 8 turned 0, as a clue says",
        "score: 9 of 12 diamonds",
    ]


def test_check_partial_and_broken() -> None:
    result = run("check", "puzzle.puz", "-", given="0 0 0 0\n")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "not solved: 1 of 9 tiles placed, 1 condition broken",
        "  boundary: column 0, row 0 has 1 on its left, outside is 0",
        "score: 0 of 12 diamonds",
    ]


def test_check_rules_agree_with_the_checker() -> None:
    assert run("check", "puzzle.puz", "x.sol", "--rules").stdout.splitlines()[-1] == "rules: none is broken"
    broken = SOL.replace("8 1 1 2", "8 1 1 1")
    result = run("check", "puzzle.puz", "-", "--rules", given=broken)
    report = check(PUZZLE, sol.read(broken, PUZZLE, "x.sol"))
    names = sorted(violation.name for violation in report.violations)
    assert result.stdout.splitlines()[-1] == f"rules: {', '.join(names)}"
    assert result.exit_code == 1


def test_check_against_facts_keeps_their_clues() -> None:
    Path("clued.lp").write_text(facts.write(PUZZLE, Solution((Placement(3, Square(2, 0), 0),))), encoding="utf-8")
    result = run("check", "clued.lp", "x.sol")
    assert result.exit_code == 1
    assert "  clue: column 2, row 0 does not hold tile 3 turned 0, as a clue says\n" in result.stdout


# ---- solve ----


def test_solve_prints_a_solution_in_a_pipe() -> None:
    result = run("solve", "puzzle.puz")
    assert result.exit_code == 0
    assert check(PUZZLE, sol.read(result.stdout, PUZZLE, "stdout")).solved
    assert re.fullmatch(
        r"edgeasp: solved and checked; \d+\.\d\d s, encoding framed, "
        r"[\d,]+ rules, [\d,]+ conflicts\n",
        result.stderr,
    )


def test_solve_writes_a_file() -> None:
    result = run("solve", "puzzle.puz", "-o", "new.sol")
    assert (result.exit_code, result.stdout) == (0, "")
    assert check(PUZZLE, files.read_solution("new.sol", PUZZLE)).solved


def test_solve_to_standard_output_by_name() -> None:
    assert run("solve", "puzzle.puz", "-o", "-").stdout == run("solve", "puzzle.puz").stdout
    assert not Path("-").exists()


def test_solve_from_facts() -> None:
    result = run("solve", "facts.lp")
    assert check(PUZZLE, sol.read(result.stdout, PUZZLE, "stdout")).solved


@pytest.mark.parametrize("corner", ["3 0 0 1", "3 2 0 0", "3 2 2 3", "3 0 2 2"])
def test_solve_keeps_clues(corner: str) -> None:
    Path("a.clue").write_text(corner + "\n", encoding="utf-8")
    Path("b.clue").write_text("c nothing else\n", encoding="utf-8")
    result = run("solve", "puzzle.puz", "--clue", "a.clue", "--clue", "b.clue")
    assert corner in result.stdout.splitlines()
    assert check(PUZZLE, sol.read(result.stdout, PUZZLE, "stdout")).solved


def test_solve_says_what_counting_finds() -> None:
    Path("bad.puz").write_text(TOO_FEW_ZEROS, encoding="utf-8")
    result = run("solve", "bad.puz")
    assert (result.exit_code, result.stdout) == (0, "c UNSATISFIABLE\n")
    assert result.stderr.startswith(
        "edgeasp: no solution: the outside has 8 sides, but only 7 sides have the frame colour 0"
    )
    assert len(result.stderr.splitlines()) == 1


def test_solve_says_that_the_search_is_complete() -> None:
    Path("bad.puz").write_text(UNSOLVABLE, encoding="utf-8")
    result = run("solve", "bad.puz")
    assert (result.exit_code, result.stdout) == (0, "c UNSATISFIABLE\n")
    assert result.stderr.startswith("edgeasp: no solution: the search is complete; ")


def test_solve_leaves_the_output_where_there_is_no_solution() -> None:
    Path("bad.puz").write_text(UNSOLVABLE, encoding="utf-8")
    assert run("solve", "bad.puz", "-o", "x.sol").exit_code == 0
    assert Path("x.sol").read_text(encoding="utf-8") == SOL
    assert run("solve", "bad.puz", "-o", "new.sol").exit_code == 0
    assert not Path("new.sol").exists()


def test_solve_says_when_it_solves_a_relaxation() -> None:
    Path("bad.puz").write_text(UNSOLVABLE, encoding="utf-8")
    result = run("solve", "bad.puz", "--encoding", "decision")
    puzzle = puz.read(UNSOLVABLE, "bad.puz")
    report = check(puzzle, sol.read(result.stdout, puzzle, "stdout"))
    assert report.matched == report.diamonds
    assert not report.solved
    assert result.stderr.splitlines()[0] == (
        "edgeasp: the encoding decision knows no frame: it solves a relaxation of the puzzle"
    )


def test_solve_decision_of_an_unframed_puzzle_is_no_relaxation() -> None:
    Path("unframed.puz").write_text("2\n3 1 2 4\n3 4 1 2\n2 1 3 4\n1 4 3 2\n", encoding="utf-8")
    result = run("solve", "unframed.puz", "--encoding", "decision")
    assert result.exit_code == 0
    assert "relaxation" not in result.stderr
    assert "encoding decision" in run("solve", "unframed.puz").stderr


def read_terminal(*arguments: str, **environment: str) -> tuple[int, str]:
    """The status of a command that runs at a terminal, and what the terminal gets to see."""
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            [SCRIPT, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=theirs,
            env={name: value for name, value in os.environ.items() if name != "NO_COLOR"} | environment,
        )
        os.close(theirs)
        output = b""
        while True:
            try:
                data = os.read(ours, 4096)
            except OSError as error:
                # This is how Linux says that the other end is closed.
                assert error.errno == errno.EIO  # noqa: PT017
                break
            if not data:
                break
            output += data
    finally:
        os.close(ours)
    return process.wait(), output.decode().replace("\r\n", "\n")


def test_solve_shows_the_board_at_a_terminal() -> None:
    status, output = read_terminal("solve", "puzzle.puz", "--clue", "corner.clue", NO_COLOR="1", TERM="xterm")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output).splitlines()
    assert status == 0
    assert not re.search(r"\x1b\[[0-9;]*[34][0-9]", output)
    assert plain[0] == "┌─────┬─────┬─────┐"
    assert plain[2].startswith("│0   2│2")
    assert plain[12] == "└─────┴─────┴─────┘"
    assert plain[13].startswith("solved and checked; ")
    assert len(plain) == 14


def test_solve_shows_colours_at_a_terminal() -> None:
    _, output = read_terminal("solve", "puzzle.puz", TERM="xterm-256color", COLORTERM="truecolor")
    assert re.search(r"\x1b\[[0-9;]*48;2;", output)


def test_solve_with_an_output_file_shows_no_board_at_a_terminal() -> None:
    status, output = read_terminal("solve", "puzzle.puz", "-o", "new.sol", TERM="xterm")
    assert status == 0
    assert output.startswith("edgeasp: solved and checked; ")
    assert len(output.splitlines()) == 1
    assert check(PUZZLE, files.read_solution("new.sol", PUZZLE)).solved


def test_an_unsolvable_puzzle_at_a_terminal() -> None:
    Path("bad.puz").write_text(UNSOLVABLE, encoding="utf-8")
    status, output = read_terminal("solve", "bad.puz", TERM="xterm")
    assert status == 0
    assert output.startswith("no solution: the search is complete; ")
    assert len(output.splitlines()) == 1


# ---- facts, encode, show ----


def test_facts_are_those_of_the_library() -> None:
    clues = Solution((Placement(3, Square(0, 0), 1),))
    assert run("facts", "puzzle.puz").stdout == facts.write(PUZZLE)
    assert run("facts", "puzzle.puz", "--clue", "corner.clue").stdout == facts.write(PUZZLE, clues)
    assert run("facts", "puzzle.puz", "--class-only").stdout == facts.write(PUZZLE, class_only=True)
    assert run("facts", "facts.lp").stdout == facts.write(PUZZLE)


def test_facts_into_a_file() -> None:
    result = run("facts", "puzzle.puz", "-o", "new.lp")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert Path("new.lp").read_text(encoding="utf-8") == facts.write(PUZZLE)


def test_facts_with_a_frame_that_is_named() -> None:
    Path("bare.lp").write_text(facts.write(PUZZLE, class_only=True), encoding="utf-8")
    assert "frame(" not in run("facts", "bare.lp").stdout
    assert run("facts", "bare.lp", "--frame", "black").stdout == facts.write(PUZZLE)


def test_a_reader_that_stops_early_is_no_error() -> None:
    puzzle, _ = cut_up(40, 40, 60)
    Path("big.puz").write_text(puz.write(puzzle), encoding="utf-8")
    # Unbuffered, Python passes over the error where a part was written.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        [SCRIPT, "facts", "big.puz"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("% An edge-matching puzzle of 40 x 40 squares")
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == exit_status.BROKEN_PIPE


def test_encode_fits_the_puzzle() -> None:
    Path("unframed.puz").write_text("2\n" + "1 1 1 1\n" * 4, encoding="utf-8")
    assert run("encode", "puzzle.puz").stdout == run("encode").stdout == run("encode", "--encoding", "framed").stdout
    assert run("encode", "unframed.puz").stdout == run("encode", "--encoding", "decision").stdout
    assert run("encode").stdout != run("encode", "--encoding", "decision").stdout


def test_show_a_puzzle() -> None:
    result = run("show", "puzzle.puz", "--signs", "x.signs")
    assert result.exit_code == 0
    assert [line.rstrip() for line in result.stdout.splitlines()] == [
        "3 x 3, framed, 9 tiles, 4 colours, 9 signs",
        "",
        "  0+      1+      2+      3+      4-      5-      6-      7-      8+",
        "  0       0       0       0       0       0       0       0       3",
        "1   0   2   0   1   0   2   0   2   1   1   1   1   2   2   2   4   3",
        "  1       1       2       2       3       4       3       4       4",
    ]


def test_show_a_board() -> None:
    result = run("show", "puzzle.puz", "-", given=SOL.replace("8 1 1 2\n", "").replace("7 1 0 0", "7 1 0 2"))
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "┌─────┬──*──┬─────┐",
        "│  0  │  4  │  0  │",
        "│0   2│2   2│2   0│",
        "│  2  │  0  │  1  │",
        "├─────┼─────┼─────┤",
        "│  2  │     │  1  │",
        "│0   3│  ·  │4   0│",
        "│  1  │     │  1  │",
        "├─────┼─────┼─────┤",
        "│  1  │  3  │  1  │",
        "│0   1│1   2│2   0│",
        "│  0  │  0  │  0  │",
        "└─────┴─────┴─────┘",
    ]


def test_show_marks_sides_that_differ() -> None:
    result = run("show", "puzzle.puz", "-", given=SOL.replace("8 1 1 2", "8 1 1 1"))
    assert result.stdout.splitlines()[4:9] == [
        "├─────┼──*──┼─────┤",
        "│  2  │  3  │  1  │",
        "│0   3│3   4│4   0│",
        "│  1  │  4  │  1  │",
        "├─────┼──*──┼─────┤",
    ]


@pytest.mark.parametrize(("size", "colours"), [(4, 5), (10, 20), (16, 55)])
@pytest.mark.parametrize("state", ["tiles", "solved", "scrambled", "partial"])
def test_show_fits_into_80_columns(size: int, colours: int, state: str) -> None:
    puzzle, solution = cut_up(size, size, colours)
    Path("board.puz").write_text(puz.write(puzzle), encoding="utf-8")
    placements = list(solution)
    if state == "scrambled":
        placements = [Placement(each.tile, each.square, (each.rot + each.tile) % 4) for each in placements]
    if state == "partial":
        placements = placements[::2]
    given = sol.write(Solution(tuple(placements)))
    result = run("show", "board.puz", *([] if state == "tiles" else ["-"]), given=given)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) > 2 * size
    assert ("*" in result.stdout) == (state == "scrambled")


def test_show_where_the_locale_has_no_boxes() -> None:
    done = script("show", "puzzle.puz", "x.sol", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[2] == "?0   2?2   2?2   0?"


# ---- help ----


def test_version() -> None:
    assert run("--version").stdout == f"edgeasp {__version__}\n"


def test_help_lists_the_commands_and_the_exit_statuses() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(re.search(rf"^  {name.split()[0]} +[A-Z]", result.stdout, re.MULTILINE) for name in COMMANDS)
    assert all(f"{status:>3}  {meaning}" in result.stdout for status, meaning in exit_status.TABLE)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_help_that_fits_into_80_columns(name: str, option: str) -> None:
    result = run(*name.split(), option)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"Usage: edgeasp {name} ")
    assert max(map(len, result.stdout.splitlines())) <= 80
    lines = examples(result.stdout)
    assert lines
    assert all("edgeasp " in line for line in lines)
    assert any(f"edgeasp {name} " in line + " " for line in lines)


def examples(text: str) -> list[str]:
    """The lines of the examples in the help of a command."""
    block = text.partition("Examples:\n")[2].partition("\n\n")[0]
    return [line.strip() for line in block.splitlines()]


EXAMPLES = [(name, line) for name, command in COMMANDS.items() for line in examples(command.epilog)]


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_examples_use_options_that_exist(name: str, example: str) -> None:
    [own] = [part for part in example.split("|") if f"{part} ".startswith(f"edgeasp {name} ")] or [""]
    known = {option for param in COMMANDS[name].params for option in param.opts}
    used = {word for word in shlex.split(own) if re.match("-.", word)}
    assert used <= known


@cache
def mentioned() -> dict[str, str]:
    """Files that the examples speak of, besides those of the folder."""
    atoms = run("solve", "puzzle.puz", "--format", "atoms").stdout
    return {
        "puzzle.cnf": run("cnf", "puzzle.puz").stdout,
        "your-encoding.lp": run("encode", "--encoding", "decision").stdout,
        "program.lp": run("encode", "puzzle.puz").stdout,
        "answer.txt": f"Answer: 1\n{atoms}SATISFIABLE\n",
        "answers.json": json.dumps(
            {"Call": [{"Witnesses": [{"Value": atoms.split()}]}], "Result": "SATISFIABLE"},
        ),
    }


@pytest.fixture
def programs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that the examples need: their files, and the programs that they call."""
    bin_ = folder / "programs"
    bin_.mkdir()
    # The installed package brings clingo as a module of Python; a person has the programs.
    for name, mode in (("clingo", ""), ("clasp", "--mode=clasp")):
        shim = bin_ / name
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m clingo {mode} "$@"\n', encoding="utf-8")
        shim.chmod(0o755)
    # clasp solves formulas as well, and prints its answers as SAT solvers do.
    (bin_ / "cadical").symlink_to("clasp")
    (bin_ / "edgeasp").symlink_to(SCRIPT)
    monkeypatch.setenv("PATH", f"{bin_}{os.pathsep}{os.environ['PATH']}")
    for name, text in mentioned().items():
        Path(name).write_text(text, encoding="utf-8")


def in_pieces(line: str) -> Run:
    """What a shell does with a line, but with our commands in this process."""
    done = Run(0, "", "", None)
    for command in line.split(" && "):
        pipeline, _, target = command.partition(" > ")
        given = ""
        for part in pipeline.split(" | "):
            program, *arguments = shlex.split(part)
            if program == "edgeasp":
                done = run(*arguments, given=given)
            else:
                ended = subprocess.run([program, *arguments], input=given, capture_output=True, text=True, check=False)
                # clingo and clasp say with their status what they have found.
                done = Run(
                    0 if ended.returncode in (10, 20, 30) else ended.returncode, ended.stdout, ended.stderr, None
                )
            assert (done.exit_code, "rror" in done.stderr) == (0, False), (part, done)
            given = done.stdout
        if target:
            Path(target).write_text(done.stdout, encoding="utf-8")
    return done


PASTED = ["edgeasp facts puzzle.puz | clingo - program.lp | edgeasp decode puzzle.puz -"]
"""Examples that a shell gets to see in each run of the tests; `make test-all` hands it all of them."""


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("how", ["in pieces", pytest.param("in a shell", marks=pytest.mark.long)])
@pytest.mark.parametrize("example", dict.fromkeys(example for _, example in EXAMPLES))
def test_examples_work(example: str, how: str) -> None:
    if "jq" in example and shutil.which("jq") is None:
        pytest.skip("there is no jq here")
    if "suite" in example and "generate" not in example:
        assert run("suite", "generate", "boards", "--sizes", "4", "--boards", "1").exit_code == 0
    said = in_pieces(example).stdout if how == "in pieces" else pasted(example)
    if re.search(r"\| cl(ingo|asp)", example) and "decode" not in example:
        assert "\nSATISFIABLE\n" in said


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("example", PASTED)
def test_examples_work_as_pasted(example: str) -> None:
    assert example in [line for _, line in EXAMPLES]
    assert check(PUZZLE, sol.read(pasted(example), PUZZLE, "stdout")).solved


def pasted(line: str) -> str:
    """What a shell prints."""
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert (done.returncode, "rror" in done.stderr) == (0, False), done
    return done.stdout


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_keeps_no_file_from_being_written(closed: str, folder: Path) -> None:
    command = f"'{SCRIPT}' solve puzzle.puz -o y.sol {closed}"
    assert subprocess.run(["sh", "-c", command], capture_output=True, check=False).returncode == 0
    assert check(PUZZLE, sol.read((folder / "y.sol").read_text(encoding="utf-8"), PUZZLE, "y.sol")).solved
