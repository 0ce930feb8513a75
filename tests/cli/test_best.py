"""`edgeasp best`: what it writes and where, what it says, and what is left of it where it is ended."""

from __future__ import annotations

import random
import re
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import edgeasp
from edgeasp.api import best_board
from edgeasp.cli import clock, commands, console
from edgeasp.cli.best import BestOutput
from edgeasp.formats import files, known, plain
from edgeasp.parallel.best import BestJob, BestResult, BestSearch
from edgeasp.parallel.processes import Call
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.summary import Windows
from edgeasp.search.best import settings
from edgeasp.search.best.rounds import ImprovedBoard, Round, RoundKind, round_events
from edgeasp.search.task import make_task
from tests.support import boards
from tests.support.best import kept_by, random_puzzle
from tests.support.executing import InThisProcess, carry_out_here
from tests.support.fork_server import SCRIPT
from tests.support.running import INSTANCES, PATIENT, Run, run, running
from tests.support.terminal import SIZE, watched
from tests.support.waiting import PATIENCE, await_that, status_of

SMALL = random_puzzle(1, 4, 4, 4)
"""It has no solution, and a best board that is soon proved."""

LARGE = boards.hard()
"""Nothing is proved about it while a test waits."""

MEDIUM = random_puzzle(1, 6, 7, 5)
"""Better boards come soon, but none is proved best."""

SOLVABLE, SOLVABLE_BOARD = boards.cut_up(4, 4, 6)

TOO_FEW_ZEROS = "2 2\n0 0 1 1\n0 0 1 1\n0 0 1 1\n0 1 1 1\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with puzzles; rounds take a moment, and no process of their own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    # One command in this process is no other one's --quiet.
    monkeypatch.setattr(console, "_quiet", False)
    carry_out_here(monkeypatch)
    monkeypatch.setattr(settings, "QUICK", 1)
    monkeypatch.setattr(settings, "NARROW", 2)
    monkeypatch.setattr(settings, "WINDOWS", 3)
    monkeypatch.setattr(settings, "PROVABLE", 36)
    monkeypatch.setattr(settings, "SOLVE_CONFLICTS", 100)
    for name, puzzle in {
        "small.puz": SMALL,
        "medium.puz": MEDIUM,
        "large.puz": LARGE,
        "solvable.puz": SOLVABLE,
    }.items():
        Path(name).write_text(plain.write_puz(puzzle), encoding="utf-8")
    Path("few-zeros.puz").write_text(TOO_FEW_ZEROS, encoding="utf-8")
    yield tmp_path
    assert [path.name for path in tmp_path.rglob("*") if "part" in path.name] == []


def board_in(text: str, puzzle: Puzzle) -> Solution:
    """A board that keeps all but the diamonds."""
    board = plain.read_sol(text, puzzle, "board")
    assert kept_by(make_task(puzzle), board) == []
    return board


def said_score(result: Run) -> tuple[int, int]:
    """The score that a note names."""
    match = re.search(r"(\d+) of (\d+) edges", result.stderr)
    assert match, result
    return int(match[1]), int(match[2])


# ---- what is written ----


def test_a_pipe_gets_one_board() -> None:
    program = [SCRIPT, "best", "solvable.puz", "--format", "sol", "-o", "/dev/stdout", "--rounds", "3", "-q"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    board = plain.read_sol(done.stdout, SOLVABLE, "standard output")
    assert (done.returncode, len(board)) == (0, len(SOLVABLE.tiles))


# ---- what the file holds already ----


def score_in(path: str, puzzle: Puzzle) -> int:
    return check(puzzle, files.read_solution(path, puzzle)).matched


def save_solution(path: str) -> None:
    Path(path).write_text(plain.write_sol(SOLVABLE_BOARD), encoding="utf-8")


def quickly_found(job: BestJob) -> BestResult:
    """A result with a board that is not the best."""
    search = BestSearch(job, executor=InThisProcess())
    round_ = Round(0, RoundKind.FILL, job.task, 1)
    laid = next(each for each in round_events(round_) if isinstance(each, ImprovedBoard))
    search._handle_report(Call("", round_), laid)
    return search.result()


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("written_before", [False, True])
def test_another_process_that_has_found_a_better_board_meanwhile_keeps_it(fresh: bool, written_before: bool) -> None:
    """Two runs with different seeds may write to the same file."""
    Path("best.sol").write_text("", encoding="utf-8")
    output = BestOutput(BestJob(make_task(SOLVABLE), goal=24), "sol", "best.sol", "solvable.puz", fresh)
    result = quickly_found(output.job)
    if written_before:
        output.save(result)
        assert score_in("best.sol", SOLVABLE) < 24
    save_solution("best.sol")
    for write in (output.save, output.finish):
        write(result)
        assert score_in("best.sol", SOLVABLE) == 24


@pytest.mark.parametrize("written_before", [False, True])
def test_what_no_board_of_this_search_may_replace_keeps_the_file(
    written_before: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another run with other clues, whose scores say nothing here, has written to the same file."""
    at, *others = SOLVABLE_BOARD.placements
    clue = next(
        replace(at, tile=other.tile, rot=rot)
        for other in others
        for rot in range(4)
        if not check(SOLVABLE, Solution((replace(at, tile=other.tile, rot=rot),))).violations
    )
    job = BestJob(make_task(SOLVABLE, Solution((clue,))), goal=24)
    output = BestOutput(job, "sol", "best.sol", "solvable.puz")
    result = quickly_found(job)
    if written_before:
        output.save(result)
    save_solution("best.sol")
    before = Path("best.sol").read_bytes()
    output.save(result)
    assert capsys.readouterr() == ("", "")
    output.finish(result)
    printed, noted = capsys.readouterr()
    assert Path("best.sol").read_bytes() == before
    assert result.board is not None
    assert board_in(printed, SOLVABLE) == result.board
    assert re.fullmatch(
        r"edgeasp: best\.sol: holds a board that has .* clue puts .*: not changed, "
        r"and the best board is on standard output\n",
        noted,
    )


# ---- how a board came about ----


def made_again_by(path: str) -> list[str]:
    """The words of the command that a file names."""
    [command] = re.findall(r"^c reproduce with: edgeasp (.*)$", Path(path).read_text(encoding="utf-8"), re.MULTILINE)
    return shlex.split(command)


@pytest.mark.sample(2)
@pytest.mark.parametrize("search", ["medium.puz --rounds 4 --seed 3", "small.puz", "large.puz --rounds 0 --seed 2"])
def test_the_words_of_a_file_make_its_board_again(search: str) -> None:
    first = run("best", *search.split(), "-o", "best.sol")
    words = made_again_by("best.sol")
    assert f"edgeasp: reproduce with: edgeasp {shlex.join(words)}\n" in first.stderr
    assert "--replay" in words
    assert "--rounds" not in words
    run(*words, "-o", "again.sol")
    lines = [Path(name).read_text(encoding="utf-8").splitlines() for name in ("best.sol", "again.sol")]
    placed = [[line for line in written if not line.startswith("c")] for written in lines]
    assert placed[0] == placed[1]
    assert re.fullmatch(r"c \d+ of \d+ edges.*, by edgeasp [\d.]+\S* after [\d.]+ s.*", lines[0][0])
    assert made_again_by("again.sol") == words


def test_windows_are_in_the_words_of_a_board_once_they_are_proved() -> None:
    """What windows have improved up to a limit or an interrupt, no command makes again."""

    def words(changed: BestResult) -> str:
        *_, last = best_board.origin_texts(changed, "1", "edgeasp best small.puz", prove="2x2")
        return last

    result = BestSearch(BestJob(make_task(SMALL)), executor=InThisProcess()).run()
    assert words(result).endswith(f"--replay {result.replay}")
    assert words(replace(result, windows=(Windows("2x2", 9, 9),))).endswith(f"--replay {result.replay} --prove 2x2")
    begun = replace(result, windows=(Windows("2x2", 9, 9), Windows("rows", 4, 3)))
    assert words(begun) == words(result)
    improved = replace(begun, polished=True)
    assert "reproduce with" not in words(improved)
    assert "--prove 2x2" in words(replace(improved, windows=(Windows("2x2", 9, 9),)))


@pytest.mark.long
def test_windows_that_improve_a_board_are_in_its_words() -> None:
    run("best", "medium.puz", "--rounds", "0", "--prove", "3x3", "-o", "best.sol")
    words = made_again_by("best.sol")
    assert words[-2:] == ["--prove", "3x3"]
    run(*words, "-o", "again.sol")
    one, other = (board_in(Path(name).read_text(encoding="utf-8"), MEDIUM) for name in ("best.sol", "again.sol"))
    assert one == other


def test_rounds_that_are_none_are_refused() -> None:
    run("best", "medium.puz", "--rounds", "0", "-o", "best.sol")
    held = board_in(Path("best.sol").read_text(encoding="utf-8"), MEDIUM)
    with pytest.raises(edgeasp.OptionError, match="a round is replayed from an empty board"):
        edgeasp.best(MEDIUM, replay="1", rounds=2)
    with pytest.raises(edgeasp.OptionError, match="a round is replayed from an empty board"):
        edgeasp.best(MEDIUM, replay="1", start=held)
    with pytest.raises(TypeError, match="expected a round to replay, such as '12' or '12:64000', as text, found int"):
        edgeasp.best(MEDIUM, replay=1)  # type: ignore[arg-type]


# ---- windows ----


def test_windows_that_improve_a_board_do() -> None:
    begin = run("best", "medium.puz", "--rounds", "0")
    better = run("best", "medium.puz", "--rounds", "0", "--prove", "3x3")
    assert said_score(better) > said_score(begin)
    assert "no window of 3 x 3 improves it (20 proved)" in better.stderr
    assert check(MEDIUM, board_in(better.stdout, MEDIUM)).matched == said_score(better)[0]


# ---- exit statuses ----


def test_the_time_limit_counts_from_the_start_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Imports take longer than short limits; so there is no time left for a round."""
    monkeypatch.setattr(clock, "_begun", time.monotonic() - 1000)
    result = run("best", "large.puz", "--time-limit", "1000", "-o", "best.sol")
    assert (result.status, result.stderr) == (
        commands.UNANSWERED,
        "edgeasp: no board so far; 0 rounds, time limit of 1000 s\n",
    )


def test_a_start_is_kept_if_nothing_is_better() -> None:
    """And may be the file to write."""
    assert run("best", "medium.puz", "--rounds", "1", "-o", "best.sol").status == commands.ANSWERED
    before = Path("best.sol").read_text(encoding="utf-8")
    assert run("best", "medium.puz", "--rounds", "0", "--start", "best.sol", "-o", "best.sol").status == 0
    assert Path("best.sol").read_text(encoding="utf-8") == before
    assert run("best", "medium.puz", "--rounds", "1", "--start", "best.sol", "-o", "best.sol").status == 0
    after = board_in(Path("best.sol").read_text(encoding="utf-8"), MEDIUM)
    assert check(MEDIUM, after).matched >= check(MEDIUM, board_in(before, MEDIUM)).matched


def test_the_first_board_is_there_before_the_first_long_round() -> None:
    """Ctrl-C in that round leaves it: it matches at most diamonds."""
    with running("best", "large.puz", "-o", "best.sol", program=PATIENT) as process:
        await_that(lambda: process.poll() is not None or Path("best.sol").exists(), "a board")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        assert status_of(process) == commands.INTERRUPTED
    assert score_in("best.sol", LARGE) > 0.6 * LARGE.grid.diamonds


def test_a_proof_of_windows_that_is_interrupted_leaves_the_report() -> None:
    run("best", "large.puz", "--rounds", "0", "-o", "best.sol")
    seen = watched("check", "large.puz", "best.sol", "--prove", "6x6", until="proof of windows", number=signal.SIGINT)
    assert seen.status == commands.INTERRUPTED
    left = "\n".join(seen.left)
    assert re.search(
        r"^windows: (\d+ of 25 windows of 6 x 6 left unproved|improve it to \d+ of 180)", left, re.MULTILINE
    )
    assert re.search(r"^score: +\d+ of 180 edges$", left, re.MULTILINE)
    assert "edgeasp: interrupted: showing the windows proved so far" in left


# ---- wrong arguments ----


# ---- ended from outside ----


def ended_in_mid_run(number: signal.Signals) -> tuple[int, str]:
    """Send a signal once the second board is there; the status, and what is said."""
    with running("best", "medium.puz", "-o", "best.sol", program=PATIENT) as process:
        await_that(lambda: process.poll() is not None or Path("best.sol").exists(), "a board")
        first = Path("best.sol").read_bytes()
        await_that(lambda: process.poll() is not None or Path("best.sol").read_bytes() != first, "a better board")
        process.send_signal(number)
        _, told = process.communicate(timeout=PATIENCE)
        return status_of(process), told.decode()


def test_ctrl_c_leaves_the_best_board() -> None:
    status, told = ended_in_mid_run(signal.SIGINT)
    assert status == commands.INTERRUPTED
    board = board_in(Path("best.sol").read_text(encoding="utf-8"), MEDIUM)
    assert "Traceback" not in told
    assert f"edgeasp: interrupted: {check(MEDIUM, board).matched} of {MEDIUM.grid.diamonds} edges" in told


def test_a_kill_leaves_the_last_board_that_was_better() -> None:
    status, _ = ended_in_mid_run(signal.SIGKILL)
    assert status == -signal.SIGKILL
    assert check(MEDIUM, board_in(Path("best.sol").read_text(encoding="utf-8"), MEDIUM)).matched > 0
    for part in Path().glob(".best.sol*part"):
        # Nothing could take it away.
        part.unlink()


ENDS = (None, None, signal.SIGINT, signal.SIGKILL, signal.SIGTERM)
"""What ends a run: more often a limit than a signal."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("runs", "longest"), [(6, 1.0), pytest.param(100, 20.0, marks=[pytest.mark.long, pytest.mark.timeout(3600)])]
)
def test_the_file_never_gets_worse_however_runs_end(runs: int, longest: float) -> None:
    """Runs in a row with limits, seeds and boards to start from by chance, and two at a time now and then."""
    draw = random.Random(1)
    scores = [0]
    run("best", "large.puz", "--rounds", "0", "-q", "-o", "bad.sol")
    for number in range(runs):
        seconds = min(1.0, longest) + (longest - 1.0) * draw.random() ** 4
        options = ["--seed", str(number), "--time-limit", f"{seconds:.1f}", *draw.choice(([], [], ["--jobs", "2"]))]
        options += draw.choice(([], [], ["--start", "bad.sol"], ["--rounds", "1"]))
        end, after = draw.choice(ENDS), seconds * draw.random()
        with ExitStack() as stack:
            begun = [
                stack.enter_context(running("best", "large.puz", *options, "-o", "best.sol"))
                for _ in range(2 if draw.random() < 0.1 else 1)
            ]
            if end is not None:
                with suppress(subprocess.TimeoutExpired):
                    begun[0].wait(after)
                begun[0].send_signal(end)
            for process in begun:
                _, said = process.communicate(timeout=PATIENCE)
                assert process.returncode in (0, 1, 130, 143, -signal.SIGKILL, -signal.SIGINT, -signal.SIGTERM), said
        if Path("best.sol").exists():
            board = board_in(Path("best.sol").read_text(encoding="utf-8"), LARGE)
            scores.append(check(LARGE, board).matched)
            assert scores[-1] >= scores[-2], (number, scores)
    assert scores[-1] > 0.8 * LARGE.grid.diamonds
    assert len(scores) > 0.8 * runs
    for leftover in Path().glob(".best.sol*part"):
        leftover.unlink()  # of a run that was killed while it wrote


def test_the_terminal_shows_the_best_board_and_is_left_clean() -> None:
    arguments = ("best", "medium.puz", "-o", "best.sol", "--jobs", "1", "--watch")
    seen = watched(*arguments, until=" of 71 edges, ", number=signal.SIGINT)
    assert seen.status == commands.INTERRUPTED
    assert re.search(r"0:\d\d, \d+ of 71 edges, \d+ rounds? ended", seen.stream)
    assert "\x1b[38;5;" in seen.stream  # the board is in colour
    assert all(len(line) < SIZE[1] for line in seen.left)
    board = board_in(Path("best.sol").read_text(encoding="utf-8"), MEDIUM)
    assert seen.left[0].startswith("edgeasp: no board matches all edges: colour ")
    left = next(line for line in seen.left if "interrupted" in line)
    assert left.startswith(f"edgeasp: interrupted: {check(MEDIUM, board).matched} of 71 edges")
    assert seen.stream.rfind("\x1b[?25h") > seen.stream.rfind("\x1b[?25l") >= 0


@pytest.mark.parametrize(
    ("score", "words", "documented"),
    [
        (463, "465 or 466 in five", "| none | 5 minutes | 465 or 466 |"),
        (464, "464 every 31 s", "464 every 31 s"),
        (465, "464 every 31 s", "464 every 31 s"),
        (466, "466 every 3.2 hours", "466 every 3.2 hours"),
    ],
)
def test_a_score_of_eternity_ii_is_compared_with_what_is_documented(score: int, words: str, documented: str) -> None:
    reached: Any = SimpleNamespace(report=SimpleNamespace(matched=score))
    e2 = known.eternity2()
    said = best_board.yardstick_text(reached, e2.puzzle, Solution())
    assert words in said
    page = (INSTANCES.parent / "docs" / "best-boards.md").read_text(encoding="utf-8")
    assert documented in " ".join(page.split())
    assert best_board.yardstick_text(reached, e2.puzzle, e2.clues["official"]) == ""
    assert best_board.yardstick_text(reached, LARGE, Solution()) == ""
