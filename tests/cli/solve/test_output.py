"""Where solutions go and in which form; what a person is told."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from edgeasp.cli import commands, console, solve
from edgeasp.encoding import facts
from edgeasp.encoding.facts import read_output as read_answers
from edgeasp.formats import files, plain
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from tests.cli.solve.asking import ALIKE, FRAME, MILLIONS, as_solution, lay, record, refused, stream, whole
from tests.support.lanes import represented
from tests.support.running import PATIENT, at_terminal, read_all, run, running, script, start
from tests.support.waiting import PATIENCE, await_that


def test_a_file() -> None:
    result = run("solve", "puzzle.puz", "-o", "new.sol")
    assert (result.status, result.stdout) == (commands.ANSWERED, "")
    assert whole(FRAME, files.read_solution("new.sol", FRAME))
    assert Path("new.sol").read_text(encoding="utf-8") == run("solve", "puzzle.puz").stdout


@pytest.mark.parametrize(("name", "begins"), [("x.svg", b"<svg "), ("x.PNG", b"\x89PNG"), ("x.pdf", b"%PDF")])
def test_a_picture_is_drawn_and_keeps_the_board(name: str, begins: bytes) -> None:
    done = run("solve", "puzzle.puz", "-o", name)
    assert (done.status, done.stdout) == (commands.ANSWERED, "")
    assert Path(name).read_bytes().startswith(begins)
    assert whole(FRAME, files.read_solution(name, FRAME))
    assert run("best", "puzzle.puz", "-o", name, "--rounds", "0").status == commands.ANSWERED
    assert "found one for " in refused(run("solve", "puzzle.puz", "-o", name, "--format", "sol"))
    assert run("show", "puzzle.puz", name, "-o", f"y{Path(name).suffix}").status == 0
    assert Path(f"y{Path(name).suffix}").read_bytes()[:4] == begins[:4]


def test_several_boards_go_to_pages_and_to_no_picture(folder: Path) -> None:
    assert run("solve", "puzzle.puz", "-n", "all", "-o", "all.pdf").status == commands.ANSWERED
    assert Path("all.pdf").read_bytes().count(b"/Type /Page\n") >= 1
    assert "a .svg shows one board" in refused(run("solve", "puzzle.puz", "-n", "2", "-o", "x.svg"))
    assert "write no solutions" in refused(run("solve", "puzzle.puz", "--count", "-o", "x.svg"))
    assert run("solve", "unsolvable.puz", "-o", "none.svg").status == commands.ANSWERED
    assert not {"x.svg", "none.svg"} & {path.name for path in folder.iterdir()}


def test_the_name_of_a_file_tells_the_form() -> None:
    assert run("solve", "puzzle.puz", "-o", "x.json").status == commands.ANSWERED
    assert json.loads(Path("x.json").read_text(encoding="utf-8"))["schema"] == "edgeasp.solve"
    for name in ("x.html", "x.HTM"):
        assert run("solve", "puzzle.puz", "-o", name).status == commands.ANSWERED
        assert Path(name).read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("name", ["made", "made/", "there", "there/"])
def test_a_folder_of_several(name: str, folder: Path) -> None:
    (folder / "there").mkdir()
    result = run("solve", "puzzle.puz", "-n", "5", "-o", name)
    assert (result.status, result.stdout) == (commands.ANSWERED, "")
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


@pytest.mark.parametrize(("name", "reason"), [("taken", "file exists"), ("no/where", "no such file or directory")])
def test_a_folder_that_cannot_be_made(name: str, reason: str) -> None:
    lay("taken", "mine\n")
    assert refused(run("solve", "puzzle.puz", "-n", "0", "-o", name)) == f"{name}: expected a folder: {reason}"


def test_files_appear_while_the_search_goes_on(folder: Path) -> None:
    with running("solve", *MILLIONS, "-n", "0", "-o", "found") as process:
        try:
            await_that((folder / "found" / "sol_3.sol").exists)
            assert process.poll() is None
            assert whole(ALIKE, *(files.read_solution(f"found/sol_{number}.sol", ALIKE) for number in (1, 2, 3)))
        finally:
            process.kill()


@represented("form", ["sol", "atoms", "board"])
def test_a_stream_arrives_while_the_search_goes_on(form: str) -> None:
    with running("solve", *MILLIONS, "-n", "0", "--format", form, bufsize=0) as process:
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


@pytest.mark.parametrize("form", ["sol", "atoms", "board"])
def test_each_solution_is_handed_on_at_once(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not wait in a buffer while the next one is looked for."""
    task = make_task(FRAME)
    made: dict[str, solve.NullSink] = {
        "sol": solve.SolStream(several=True),
        "atoms": solve.AtomStream(),
        "board": solve.BoardStream(task, several=True),
    }
    pipe = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(pipe), encoding="utf-8"))
    sizes = [0]
    for number, solved in enumerate(Session(task).solve(3), start=1):
        made[form].add(solved, number)
        sizes.append(len(pipe.getvalue()))
    assert sizes[0] < sizes[1] < sizes[2] < sizes[3]
    assert pipe.getvalue().endswith(b"\n")


def peak(*arguments: str) -> int:
    """The most memory that a command held, in bytes."""
    process = start(*arguments, "--stats", stdout=subprocess.DEVNULL)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == commands.ANSWERED
    match = re.search(r"^peak_memory +([\d,]+)$", said.decode(), re.MULTILINE)
    assert match
    return int(match[1].replace(",", ""))


@pytest.mark.long
def test_memory_does_not_grow_with_the_number_of_solutions() -> None:
    assert peak("solve", *MILLIONS, "-n", "6000") - peak("solve", *MILLIONS, "-n", "300") < 20 * 10**6


@pytest.mark.long
@pytest.mark.parametrize("form", ["sol", "json", "atoms"])
def test_memory_does_not_grow_with_many_more_solutions(form: str) -> None:
    few, many = (peak("solve", *MILLIONS, "-n", number, "--format", form) for number in ("2000", "40000"))
    assert many - few < 20 * 10**6


def test_atoms_are_those_of_the_class() -> None:
    lines = run("solve", "puzzle.puz", "-n", "3", "--format", "atoms").stdout.splitlines()
    found = [facts.from_atoms(each.atoms, FRAME) for line in lines for each in read_answers(line, "stdout")]
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
    assert whole(FRAME, plain.read_sol(script("solve", "puzzle.puz").stdout, FRAME, "pipe"))
    _, seen = at_terminal("solve", "puzzle.puz", "-n", "2", NO_COLOR="1", TERM="xterm")
    assert seen.startswith("solution 1\n┌")
    assert "\nsolution 2\n┌" in seen
    status, asked = at_terminal("solve", "puzzle.puz", "--format", "sol", TERM="xterm")
    assert status == commands.ANSWERED
    assert whole(FRAME, plain.read_sol(asked.partition("edgeasp: ")[0], FRAME, "terminal"))


def test_the_same_solutions_in_every_form() -> None:
    streamed = stream(run("solve", "puzzle.puz", "-n", "3").stdout, FRAME)
    said = record(run("solve", "puzzle.puz", "-n", "3", "--format", "json"))
    assert [as_solution(each) for each in said["solutions"]] == streamed


def test_stats_tell_what_json_does() -> None:
    said = record(run("solve", "puzzle.puz", "--format", "json"))
    told = run("solve", "puzzle.puz", "--stats").stderr
    names = [line.split()[0] for line in told.splitlines()[1:-1]]
    assert told.startswith("edgeasp: statistics\n")
    silent = {"schema", "schema_version", "solutions", *(name for name, value in said.items() if value in (None, []))}
    assert [name for name in said if name not in silent and name != "limits"] == names
    clingo, encoding = said["versions"]["clingo"], said["encoding"]["hash"]
    for words in ("seconds            read ", f"clingo {clingo}", f"hash {encoding}"):
        assert words in told
    assert re.search(r"^conflicts +\d", told, re.MULTILINE)


def test_stats_at_a_terminal_with_a_board() -> None:
    _, seen = at_terminal("solve", "puzzle.puz", "--stats", TERM="xterm")
    assert "edgeasp: statistics\n" in seen
    assert re.search(r"^peak_memory +[\d,]+$", seen, re.MULTILINE)


def test_quiet_leaves_results_and_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("solve", "puzzle.puz").stdout
    monkeypatch.setattr(console, "_quiet", False)  # is set from now on
    result = run("solve", "puzzle.puz", "--quiet", "--stats")
    assert (result.status, result.stderr) == (commands.ANSWERED, "")
    assert result.stdout == plain
    assert refused(run("solve", "none.puz", "-q")) == "none.puz: cannot be read: no such file or directory"
    assert run("solve", "puzzle.puz", "-q", "--count").stdout == "16 boards\n"
    _, seen = at_terminal("solve", "puzzle.puz", "-q", NO_COLOR="1", TERM="xterm")
    assert len(seen.splitlines()) == 13


def test_progress_is_for_a_person_who_waits() -> None:
    shown = re.compile(rb"(ground|solve), [1-9]\d* s")  # not before he has waited for a second
    ours, theirs = pty.openpty()
    with running("solve", "hard.puz", "--format", "sol", stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        seen = b""
        while not shown.search(seen):
            seen += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        seen += read_all(ours)
    os.close(ours)
    # The line is gone before anything else is said.
    assert seen.rpartition(b"\x1b[2K")[2].startswith(b"c UNKNOWN\r\n")


def test_no_progress_in_a_pipe_nor_if_quiet() -> None:
    arguments = ["solve", "hard.puz", "--conflict-limit", "50"]
    with running(*arguments, program=PATIENT) as process:
        out, said = process.communicate(timeout=PATIENCE)
    _, seen = at_terminal(*arguments, "--quiet", program=PATIENT, TERM="xterm")
    assert "\x1b" not in seen
    assert len(said.splitlines()) == 1
    assert b"\r" not in out + said


@pytest.mark.parametrize(("colour", "wanted"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_no_color(colour: dict[str, str], wanted: bool) -> None:
    _, seen = at_terminal("solve", "puzzle.puz", TERM="xterm-256color", **colour)
    assert bool(re.search(r"\x1b\[[0-9;]*[34][0-9]", seen)) == wanted
