"""What bad input and impossible outputs get from each command."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from edgeasp.cli import commands
from tests.cli.commands.material import (
    FORM,
    PUZ,
    READS_CLUE,
    READS_PUZZLE,
    READS_SIGNS,
    READS_SOL,
    SOL,
    WRITES,
    arguments_of,
    lay,
    refused,
    run,
)
from tests.support.lanes import represented
from tests.support.running import script, start, text_of
from tests.support.waiting import PATIENCE

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
    "short.puz": (PUZ.replace("0 1 3 2", "0 1 3"), "short.puz:6: expected a tile '<top> <right> <bottom> <left>"),
    "long.puz": (PUZ.replace("0 1 3 2", "0 1 3 2 + 1"), "long.puz:6: expected a tile '<top> <right> <bottom> <left>"),
    "sign.puz": (PUZ.replace("0 1 3 2", "0 1 3 2 x"), "sign.puz:6: expected a sign (+ or -), found 'x'"),
    "syntax.lp": ("tile(1).\ntile(.\n", "syntax.lp:2: expected a fact, found 'tile(.'"),
    "rule.lp": ("tile(1).\ncol(X) :- tile(X).\n", "rule.lp:2: expected a fact, found 'col(X) :- tile(X).'"),
    "foreign.lp": ("tile(1).\ntileEdge(1,top,red).\n", "foreign.lp:2: expected tileSide(NUMBER,SIDE,COLOUR), found"),
    "notfacts.lp": (PUZ, "notfacts.lp:1: expected a fact that ends with '.', found '3 3'"),
    "accents.lp": ("% gr\xfcn\ncolour(gr\xfcn).\n", "accents.lp:2: expected a fact with constants, numbers of at most"),
    "accents.txt": ("\xe9t\xe9\n", r"accents.txt:1: expected a puzzle, found '\xe9t\xe9', which no format has"),
    "empty.lp": ("", "empty.lp: expected facts col(1), col(2), ..., found none"),
}  # fmt: skip

BAD_SOLS: dict[str, tuple[str | bytes | None, str]] = {
    "missing.sol": (None, "missing.sol: cannot be read: no such file or directory"),
    "latin.sol": (b"0 0 2 2\nc \xe9\n", "latin.sol:2: expected text in UTF-8"),
    "tile.sol": ("0 0 0 0\n0 1 0 0\n", "tile.sol:2: expected each tile once, found tile 0 again (first on line 1)"),
    "square.sol": (
        "0 0 0 0\n1 0 0 0\n",
        "square.sol:2: expected each square once, found square A1 again",
    ),
    "range.sol": ("9 0 0 0\n", "range.sol:1: expected a tile from 0 to 8 on a 3 x 3 board, found 9"),
    "column.sol": ("0 3 0 0\n", "column.sol:1: expected a column from 0 to 2 on a 3 x 3 board, found 3"),
    "rot.sol": ("c\n0 0 0 4\n", "rot.sol:2: expected a rotation from 0 to 3, found 4"),
    "fields.sol": ("0 0 0\n", "fields.sol:1: expected '<tile> <col> <row> <rot>', found 3 fields"),
}

BAD_CLUES: dict[str, tuple[str | bytes | None, str]] = BAD_SOLS | {
    "other.clue": ("c for another puzzle\n3 0 0 2\n", "other.clue:2: expected a clue for this puzzle, but A1 has"),
    "pair.clue": ("3 0 0 1\n5 1 0 0\n", "pair.clue:2: expected a clue for this puzzle, but A1 has 2"),
    "twice.clue": ("3 2 2 3\n", "twice.clue:1: expected clues that agree, found tile 3 on C3 turned right"),
}  # fmt: skip

BAD_SIGNS: dict[str, tuple[str | bytes | None, str]] = {
    "missing.signs": (None, "missing.signs: cannot be read: no such file or directory"),
    "latin.signs": (b"\xff", "latin.signs:1: expected text in UTF-8"),
    "sign.signs": ("0 x\n", "sign.signs:1: expected a sign (+ or -), found 'x'"),
    "range.signs": ("9 +\n", "range.signs:1: expected a tile from 0 to 8, found 9"),
    "twice.signs": ("1 +\n1 +\n", "twice.signs:2: expected each tile once, found tile 1 again"),
    "fields.signs": ("+\n", "fields.signs:1: expected '<tile> <+|->', found 1 field"),
}


def untouched(command: str) -> list[str]:
    """Options that ask a command, if it can, to write over a file."""
    if command not in WRITES:
        return []
    Path("old.out").write_text("old", encoding="utf-8")
    return ["-o", "old.out", *FORM.get(command, [])]


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
    assert message.splitlines()[0] == "sub.puz: cannot be read: is a directory"


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


UNWRITABLE = {
    "none/x": "no such file or directory\nthe folder none is not there: mkdir -p none",
    ".": "is a directory",
    "puzzle.puz/x": "not a directory",
}


@pytest.mark.parametrize(
    ("command", "place"),
    [(command, place) for command, place in product(WRITES, UNWRITABLE) if (command, place) != ("solve", ".")],
)
def test_an_output_that_cannot_be_written(command: str, place: str, folder: Path) -> None:
    """But solutions may go to a folder."""
    before = sorted(folder.rglob("*"))
    said = refused(run(command, "puzzle.puz", "-o", place, *FORM.get(command, [])))
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
        "best puzzle.puz --format sol",
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

    monkeypatch.setattr("edgeasp.solvers.clingo.ground_program.GroundProgram", search)
    assert isinstance(run("solve", "puzzle.puz").exception, AssertionError)
    assert refused(run("solve", "puzzle.puz", "-o", "none/x.sol")).startswith("none/x.sol: cannot be written")


@represented("command", ["solve", "facts", "show", "check"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_standard_output_that_is_full(command: str) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        process = start(command, *arguments_of(command), stdout=full)
    with process:
        said = text_of(process.communicate(timeout=PATIENCE)[1])
    assert said.splitlines()[-1] == "edgeasp: error: standard output: cannot be written: no space left on device"
    assert "Traceback" not in said
    assert process.returncode == commands.USAGE


def test_bad_input_as_users_meet_it() -> None:
    Path("few.puz").write_text("2 2\n1 1 1 1\n", encoding="utf-8")
    done = script("solve", "few.puz", "-o", "x.sol")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == "edgeasp: error: few.puz:2: expected 4 tiles for 2 x 2, found 1\n"
    assert Path("x.sol").read_text(encoding="utf-8") == SOL


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["solve", "puzzle.puz", "--encoding", "best"],
            "expected encoding decision, framed, signed, partners or redundant",
        ),
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
    assert result.exit_code == commands.USAGE
    assert result.stdout == ""
    first, second = result.stderr.splitlines()
    assert first.startswith("edgeasp: error: ")
    assert "edgeasp" in second or second.startswith("did you mean")
