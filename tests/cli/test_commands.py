"""All commands: their help, examples, schemas and variables, and outputs that cannot be written."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from clingo import Control

from edgeasp.cli import commands
from edgeasp.cli.commands import ENVIRONMENT
from edgeasp.encoding import facts
from edgeasp.formats import plain, viewer
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Solution
from tests.support import laboratory
from tests.support.boards import cut_up
from tests.support.fork_server import SCRIPT
from tests.support.lanes import represented
from tests.support.running import COMMANDS, INSTANCES, Run, run, start, text_of
from tests.support.waiting import PATIENCE
from tests.tools.schemas import RECORDS

PUZ = "3 3\n0 0 1 1\n0 0 1 2\n0 0 2 1\n0 0 2 2\n0 1 3 2\n0 1 4 1\n0 2 3 1\n0 2 4 2\n3 3 4 4\n"
SOL = "0 0 2 2\n1 2 0 0\n2 2 2 3\n3 0 0 1\n4 1 2 2\n5 2 1 3\n6 0 1 1\n7 1 0 0\n8 1 1 2\n"
PUZZLE = plain.read_puz(PUZ, "puzzle.puz")
CLUE = "3 0 0 1\n"
SIGNS = "0 +\n1 +\n2 +\n3 +\n8 +\n4 -\n5 -\n6 -\n7 -\n"
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


def arguments_of(command: str) -> list[str]:
    return {"check": ["puzzle.puz", "x.sol"], "show": ["puzzle.puz", "x.sol"]}.get(command, ["puzzle.puz"])


LARGER = generate(Recipe(4, 4, 3, 2))
"""A board with room for the windows of an example."""

LINK = viewer.write_board_link(LARGER.solution or Solution(), LARGER.puzzle)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a puzzle and what belongs to it, to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name, text in {
        "puzzle.puz": PUZ,
        "facts.lp": facts.write_facts(PUZZLE),
        "x.sol": SOL,
        "puzzle.sol": SOL,
        "corner.clue": CLUE,
        "hints.sol": "8 1 1 2\n",
        "partial.sol": SOL[:16],
        "x.signs": SIGNS,
        "pieces.txt": UDLR,
        "puzzle.json": JSON,
        "x.et2": ET2,
        "board.url": LINK,
        "links.tsv": f"larger\t{LINK}",
    }.items():
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_exit_statuses_of_signals_are_those_of_a_shell() -> None:
    listed = (commands.INTERRUPTED, commands.BROKEN_PIPE, commands.TERMINATED)
    assert listed == (128 + signal.SIGINT, 128 + signal.SIGPIPE, 128 + signal.SIGTERM)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_help_that_fits_into_80_columns(name: str, option: str) -> None:
    result = run(*name.split(), option)
    assert (result.status, result.stderr) == (0, "")
    assert result.stdout.startswith(f"Usage: edgeasp {name} ")
    assert max(map(len, result.stdout.splitlines())) <= 80
    lines = examples(result.stdout)
    assert lines
    assert all("edgeasp " in line for line in lines)
    assert any(f"edgeasp {name} " in line + " " for line in lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_what_is_of_daily_use_and_help_all_everything(name: str) -> None:
    brief, whole = (run(*name.split(), option).stdout for option in ("--help", "--help-all"))
    assert len(brief.splitlines()) <= 40
    options = [
        param.opts[0] for param in COMMANDS[name].params if param.param_type_name == "option" and not param.hidden
    ]
    listed = [option for option in options if re.search(rf"^  {option}\b", whole, re.MULTILINE)]
    assert listed == options
    daily = [option for option in options if re.search(rf"^  {option}\b", brief, re.MULTILINE)]
    assert {"-q", "--help-all"} <= set(daily) <= set(options)
    assert set(examples(brief)) <= set(examples(whole))


def test_help_of_edgeasp_begins_with_a_first_step_and_fits_on_a_screen() -> None:
    lines = run("--help").stdout.splitlines()
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 80
    assert lines.index("  place tiles by hand  edgeasp play e2") < 10


def test_the_options_on_how_a_puzzle_is_read_have_a_page() -> None:
    said = run("help", "reading").stdout
    assert max(map(len, said.splitlines())) <= 80
    listed = re.findall(r"^  (--[a-z]+)", said, re.MULTILINE)
    known = [
        "--clue",
        "--signs",
        "--frame",
        "--from",
        "--sides",
        "--size",
        "--unframed",
        "--upright",
        "--block",
        "--at",
        "--mask",
        "--wrap",
        "--rim",
        "--partners",
    ]
    assert listed == known
    assert "edgeasp help reading" in " ".join(run("--help").stdout.split())
    for line in examples(said):
        command, options = shlex.split(line)[1], {word for word in shlex.split(line) if re.match("-.", word)}
        assert options <= {option for param in COMMANDS[command].params for option in param.opts}


def examples(text: str) -> list[str]:
    """The lines of the examples in the help of a command."""
    block = text.partition("Examples:\n")[2].partition("\n\n")[0]
    return [line.strip() for line in block.splitlines()]


EXAMPLES = [(name, line) for name, command in COMMANDS.items() for line in examples(command.epilog)]


def test_examples_use_options_that_exist() -> None:
    for name, example in EXAMPLES:
        [own] = [part for part in example.split("|") if f"{part} ".startswith(f"edgeasp {name} ")] or [""]
        known = {option for param in COMMANDS[name].params for option in param.opts}
        used = {word for word in shlex.split(own) if re.match("-.", word)}
        assert used <= known, example


@cache
def mentioned() -> dict[str, str]:
    """Files that the examples speak of, besides those of the folder."""
    atoms = run("solve", "puzzle.puz", "--format", "atoms").stdout
    # A program that `edgeasp grade` takes for right, and that keeps clues.
    mine = (INSTANCES.parent / "docs" / "lesson" / "5-one-colour.lp").read_text(encoding="utf-8")
    mine += "#defined clue/4.\n:- clue(X,Y,T,R), not place(T,R,X,Y).\n"
    return {
        "best.sol": SOL,
        "cluster.toml": 'jobs = 2\ncores = 8\nmemory = "16GB"\nwalltime = "12:00:00"\n',
        "puzzle.cnf": run("cnf", "puzzle.puz").stdout,
        "your-encoding.lp": run("encode", "--encoding", "decision").stdout,
        "program.lp": run("encode", "puzzle.puz").stdout,
        "mine.lp": mine,
        "yours.lp": mine,
        "rules.lp": "% Tile 1 lies in the first row.\n:- { chosenTile(X,1,1) : col(X) } = 0.\n",
        "answer.txt": f"Answer: 1\n{atoms}SATISFIABLE\n",
        "answers.json": json.dumps(
            {"Call": [{"Witnesses": [{"Value": atoms.split()}]}], "Result": "SATISFIABLE"},
        ),
    }


@cache
def campaign() -> dict[str, bytes]:
    """The files of a campaign that is complete."""
    assert run("campaign", "new", "puzzle.puz", "-o", "once").status == 0
    assert run("campaign", "run", "once", "--jobs", "1").status == 0
    return {path.name: path.read_bytes() for path in Path("once").iterdir()}


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
    # A plot takes longer than what it shows; tests of their own have both forms.
    if laboratory.HERE:
        monkeypatch.setattr("edgeasp.lab.plots.FORMATS", ("svg",))
    for name, text in mentioned().items():
        Path(name).write_text(text, encoding="utf-8")


def in_pieces(line: str) -> Run:
    """What a shell does with a line, but with our commands in this process."""
    done = Run(0, "", "")
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
                done = Run(0 if ended.returncode in (10, 20, 30) else ended.returncode, ended.stdout, ended.stderr)
            assert (done.status, "rror" in done.stderr) == (0, False), (part, done)
            given = done.stdout
        if target:
            Path(target).write_text(done.stdout, encoding="utf-8")
    return done


PASTED = ["edgeasp facts puzzle.puz | clingo - program.lp | edgeasp decode puzzle.puz -"]
"""Examples that a shell gets to see in each run of the tests; `make test-all` hands it all of them."""

LASTING = [
    "edgeasp generate --size 6 --difficulty medium -n 5 -o book/ --sheets book.pdf",
    "edgeasp generate --book '4 easy, 4 hard' --size 5-7 -o book/ --title Winter",
    "edgeasp grade mine.lp --encoding decision",
]
"""Examples that take seconds; `make test-all` tries them."""


@pytest.mark.sample(20)
@pytest.mark.usefixtures("programs", "in_this_process")
@pytest.mark.parametrize("how", ["in pieces", pytest.param("in a shell", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "example",
    [
        pytest.param(each, marks=[pytest.mark.long] * (each in LASTING))
        for each in dict.fromkeys(example for _, example in EXAMPLES)
    ],
)
def test_examples_work(example: str, how: str) -> None:
    if "jq" in example and shutil.which("jq") is None:
        pytest.skip("there is no jq here")
    if "--scheduler" in example:
        pytest.skip("there is no cluster here")
    if example.startswith("edgeasp verify"):
        assert run("certify", "puzzle.puz", "--clue", "corner.clue", "-o", "certificate").status == 0
    if "--solution " in example:
        assert run("solve", "puzzle.puz", "-n", "0", "-o", "solutions/").status == 0
    if "suite" in example and "generate" not in example:
        assert run("suite", "generate", "boards", "--sizes", "4", "--boards", "1").status == 0
    if "edgeasp campaign" in example and " new " not in example and "--dry-run" not in example:
        for name, data in campaign().items():
            Path("campaign").mkdir(exist_ok=True)
            Path("campaign", name).write_bytes(data)
    said = in_pieces(example).stdout if how == "in pieces" else pasted(example)
    if re.search(r"\| cl(ingo|asp)", example) and "decode" not in example:
        assert "\nSATISFIABLE\n" in said


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("example", PASTED)
def test_examples_work_as_pasted(example: str) -> None:
    assert example in [line for _, line in EXAMPLES]
    assert check(PUZZLE, plain.read_sol(pasted(example), PUZZLE, "stdout")).solved


def pasted(line: str) -> str:
    """What a shell prints."""
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert (done.returncode, "rror" in done.stderr) == (0, False), done
    return done.stdout


def test_an_output_that_cannot_be_written_is_found_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: object, **__: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr("edgeasp.solvers.clingo.ground_program.GroundProgram", search)
    with pytest.raises(AssertionError, match="searched"):
        run("solve", "puzzle.puz")
    assert run("solve", "puzzle.puz", "-o", "none/x.sol").status == commands.USAGE


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


def test_a_reader_that_stops_early_is_no_error() -> None:
    puzzle, _ = cut_up(40, 40, 60)
    Path("big.puz").write_text(plain.write_puz(puzzle), encoding="utf-8")
    with start("facts", "big.puz") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"% An edge-matching puzzle of 40 x 40 squares")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == commands.BROKEN_PIPE


@pytest.mark.parametrize("options", [["--unframed"], ["--upright"], ["--wrap", "columns"], ["--block", "2x2"]])
def test_facts_and_encoding_of_one_puzzle_take_the_same_options(options: list[str]) -> None:
    """Together they have the boards of `solve`."""
    program = run("facts", "puzzle.puz", *options).stdout + run("encode", "puzzle.puz", *options).stdout
    control = Control(["0", "--project=show"], logger=lambda *_: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        number = sum(1 for _ in handle)
    counted = json.loads(run("solve", "puzzle.puz", *options, "--count", "--format", "json").stdout)
    assert counted["counts"]["boards"] == number


def test_the_list_is_that_of_the_options() -> None:
    """A variable stands for the option of its name, in every command that has both."""
    stands = {}
    for command in COMMANDS.values():
        for param in command.params:
            if param.envvar:
                stands[param.envvar] = f"--{param.envvar.removeprefix('EDGEASP_').lower().replace('_', '-')}"
                assert stands[param.envvar] in param.opts
    assert stands == {name: text.split(",")[0] for name, text in ENVIRONMENT if name.startswith("EDGEASP_")}
    said = run("help", "environment").stdout
    assert all(f"  {name} " in said for name, _ in ENVIRONMENT)
    assert all(f"\n  {status:>3}  " in said for status, _ in commands.TABLE)


WITHOUT = {
    *((command, name) for command in ("bench", "grade") for name in ("--time-limit", "--memory-limit")),
    *(("suite solve", name) for name in ("--time-limit", "--memory-limit", "--conflict-limit")),
    ("generate", "--conflict-limit"),
}
"""Options that no variable stands for: limits on a run of a table, on a board of many, and on a proof."""


def test_no_command_overlooks_a_variable() -> None:
    names = {text.split(",")[0] for name, text in ENVIRONMENT if name.startswith("EDGEASP_")}
    bare = {
        (command, option)
        for command, each in COMMANDS.items()
        for param in each.params
        for option in param.opts
        if option in names and not param.envvar
    }
    assert bare == {(command, option) for command, option in WITHOUT if laboratory.known([command])}


def test_every_command_that_prints_json_has_a_schema() -> None:
    with_json = {
        name.replace(" ", "-")
        for name, command in COMMANDS.items()
        for param in command.params
        if "json" in (getattr(param.type, "choices", None) or ())
    }
    assert {"solve", "info", "formats"} <= with_json
    assert not laboratory.HERE or {"suite-solve", "campaign-check"} <= with_json
    assert with_json <= set(RECORDS)


@pytest.mark.parametrize("words", ["c edgeasp tiles 0 only 1", "c edgeasp no turning"])
def test_a_tile_that_is_turned_as_it_may_not_be_is_reported_drawn_and_compared(words: str, tmp_path: Path) -> None:
    puzzle, right, wrong = tmp_path / "p.puz", tmp_path / "right.sol", tmp_path / "wrong.sol"
    puzzle.write_text(f"{words}\n2 2\n1 2 1 2\n1 2 1 2\n1 2 1 2\n1 2 1 2\n", encoding="utf-8")
    lines = ["0 0 0 1\n", "1 1 0 0\n", "2 0 1 0\n", "3 1 1 0\n"]
    right.write_text("".join(lines), encoding="utf-8")
    wrong.write_text("".join(["0 0 0 2\n", *lines[1:]]), encoding="utf-8")
    found = run("check", puzzle, wrong)
    assert found.status == commands.UNANSWERED
    assert "tile 0 at column 0, row 0, rotation 2 is out of range" in found.stdout
    assert "error" not in found.stderr
    assert "what next" not in found.stderr
    assert run("show", puzzle, wrong).status == commands.ANSWERED
    assert "A1: tile 0" in run("diff", puzzle, right, wrong).stdout
    refused = run("hint", puzzle, wrong)
    assert refused.status == commands.USAGE
    assert "tile 0 at column 0, row 0, rotation 2 is out of range" in refused.stderr


def test_no_command_leaves_a_file_in_the_folders_of_its_user(tmp_path: Path) -> None:
    """Neither programs nor libraries are cached: nothing is below HOME, and nothing in the folder it runs in."""
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    places = ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA", "USERPROFILE")
    environment = os.environ | dict.fromkeys(places, str(home))
    puzzle = str(INSTANCES / "planted-4x4.puz")
    for words in (
        ("solve", puzzle, "--no-scan"),
        ("solve", puzzle, "--count"),
        ("best", puzzle, "--rounds", "1"),
        ("info", puzzle),
        ("ground", puzzle),
        ("explain", puzzle),
        ("generate", "--size", "5", "--unique"),
    ):
        command = [sys.executable, "-m", "edgeasp", *words]
        subprocess.run(command, env=environment, cwd=here, check=True, capture_output=True)
    assert [*home.rglob("*"), *here.rglob("*")] == []
