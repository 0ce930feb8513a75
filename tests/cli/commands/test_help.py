"""The help of the commands, and the examples in it."""

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

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from tests.cli.commands.material import (
    PUZZLE,
    SOL,
    Run,
    run,
)
from tests.support import laboratory
from tests.support.fork_server import SCRIPT
from tests.support.running import COMMANDS, INSTANCES


def test_the_exit_statuses_of_signals_are_those_of_a_shell() -> None:
    listed = (commands.INTERRUPTED, commands.BROKEN_PIPE, commands.TERMINATED)
    assert listed == (128 + signal.SIGINT, 128 + signal.SIGPIPE, 128 + signal.SIGTERM)


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


SCREEN = 45
"""The lines of a help that fits on a screen."""


@pytest.mark.parametrize("name", laboratory.known(["solve", "generate", "best", "show", "sheets", "bench"]))
def test_help_has_what_is_of_daily_use_and_help_all_everything(name: str) -> None:
    brief, whole = (run(name, option).stdout for option in ("--help", "--help-all"))
    assert len(brief.splitlines()) <= (40 if name in ("solve", "generate", "best") else SCREEN)
    options = [param.opts[0] for param in COMMANDS[name].params if param.param_type_name == "option"]
    listed = [option for option in options if re.search(rf"^  {option}\b", whole, re.MULTILINE)]
    assert listed == options
    daily = [option for option in options if re.search(rf"^  {option}\b", brief, re.MULTILINE)]
    assert {"-o", "-q", "--help-all"} <= set(daily) < set(options)
    assert brief.count("Options:") == 1
    assert set(examples(brief)) < set(examples(whole))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_whose_help_is_whole_has_no_other(name: str) -> None:
    options = {option for param in COMMANDS[name].params for option in param.opts}
    text = run(*name.split(), "--help").stdout
    shown = {option for option in options if re.search(rf"(?<![\w-]){option}\b", text)}
    assert (shown == options) != ("--help-all" in options)


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
    assert "edgeasp help reading" in " ".join(run("info", "--help").stdout.split())
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
    assert run("campaign", "new", "puzzle.puz", "-o", "once").exit_code == 0
    assert run("campaign", "run", "once", "--jobs", "1").exit_code == 0
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
    if "--slurm" in example and "--dry-run" not in example and shutil.which("sbatch") is None:
        pytest.skip("there is no SLURM here")
    if example.startswith("edgeasp verify"):
        assert run("certify", "puzzle.puz", "--clue", "corner.clue", "-o", "certificate").exit_code == 0
    if "--solution " in example:
        assert run("solve", "puzzle.puz", "-n", "0", "-o", "solutions/").exit_code == 0
    if "suite" in example and "generate" not in example:
        assert run("suite", "generate", "boards", "--sizes", "4", "--boards", "1").exit_code == 0
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
