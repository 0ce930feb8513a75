"""`edgeasp campaign certify`, and `edgeasp verify` on what it makes, as users call them."""

from __future__ import annotations

import json
import shutil
import signal
from pathlib import Path

import pytest

from edgeasp.cli import commands, console
from edgeasp.formats import plain
from edgeasp.lab.campaign import command
from tests.lab.campaign import campaigns
from tests.support import boards, brute
from tests.support.executing import carry_out_here
from tests.support.running import PATIENT, run, running
from tests.support.waiting import await_that, status_of

PUZZLE = boards.FRAME_3X3
CLAIM = f"The puzzle of 3 x 3 tiles in puzzle.puz has exactly {len(brute.solve(PUZZLE).pictures)} boards, those in the "


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(console, "_quiet", False)  # --quiet is for the whole process
    Path("x.puz").write_text(plain.write_puz(PUZZLE), encoding="utf-8")
    return tmp_path


def searched(puzzle: str = "x.puz", *options: str) -> None:
    """A campaign that is complete."""
    assert run("campaign", "new", puzzle, "--cubes", "6", "--share", "5", *options, "-o", "c").status == 0
    assert run("campaign", "run", "c", "--jobs", "1").status == 0


@pytest.mark.usefixtures("in_this_process")
def test_from_the_campaign_to_the_check() -> None:
    searched()
    done = run("campaign", "certify", "c", "-o", "proved", "--jobs", "1", "--compress")
    assert done.status == 0, done
    assert done.stdout.startswith(CLAIM)
    assert done.stderr.startswith("edgeasp: certified; ")
    assert done.stderr.endswith("to check it: edgeasp verify proved\n")
    assert {path.name for path in Path("proved").iterdir()} == {
        *("puzzle.puz", "cubes", "formula.cnf.gz", "proof.lrat.gz", "proof.drat.gz", "README.md", "claim.json")
    }
    shutil.rmtree("c")
    several = run("verify", "proved", "--jobs", "2")
    assert (several.status, several.stdout.splitlines()[-1]) == (0, f"verified: {done.stdout.strip()}")
    checked = run("verify", "proved", "--puzzle", "x.puz")
    assert (checked.status, checked.stderr) == (0, "")
    assert checked.stdout.endswith(f"verified: {done.stdout}")
    alone = run("verify", "proved/cubes/1", "--puzzle", "x.puz", "-q")
    assert "in the cube of " in alone.stdout
    Path("proved/cubes/2/proof.lrat.gz").unlink()
    for jobs in ("1", "2"):
        refused = run("verify", "proved", "--jobs", jobs)
        assert refused.status == commands.UNANSWERED
        assert refused.stdout.endswith(
            "refused: proved/cubes/2/proof.lrat: cannot be read: no such file or directory\n"
        )
    again = run("campaign", "certify", "c", "-o", "proved")
    assert "c: expected the folder of a campaign" in again.stderr


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("limit", [["--conflict-limit", "1"], ["--time-limit", "0"], ["--memory-limit", "1M"]])
def test_a_limit_leaves_no_claim(limit: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class EndedError(Exception):
        """The process would have ended."""

    def leave(status: int) -> None:
        raise EndedError(status)

    searched()
    monkeypatch.setattr(command, "exit_at_once", leave)
    with pytest.raises(EndedError, match=str(commands.UNANSWERED)):
        run("campaign", "certify", "c", "-o", "proved", "--jobs", "1", *limit)
    assert not Path("proved/claim.json").exists()


@pytest.mark.usefixtures("in_this_process")
def test_bad_usage() -> None:
    run("campaign", "new", "x.puz", "-o", "c")
    Path("y.puz").write_text(plain.write_puz(campaigns.PUZZLE), encoding="utf-8")
    run("campaign", "new", "y.puz", "-o", "some", "-n", "1", "--cubes", "16")
    run("campaign", "run", "some")
    for arguments, message in (
        (["c", "-o", "p"], "c: expected a complete campaign, found 1 cube open: edgeasp campaign run"),
        (["some", "-o", "p"], "open, as it ends with -n 1: make one without -n"),
        ([".", "-o", "p"], ".: expected the folder of a campaign"),
        (["c"], "expected -o, --output, found none"),
    ):
        done = run("campaign", "certify", *arguments)
        assert done.status == commands.USAGE
        assert message in done.stderr
        assert not Path("p").exists()


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_what_was_cut_short_goes_on(number: signal.Signals) -> None:
    """No claim before the end, and what was made is kept."""
    Path("y.puz").write_text(plain.write_puz(campaigns.PUZZLE), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        carry_out_here(patched)
        searched("y.puz", "--cubes", "16")
    with running("campaign", "certify", "c", "-o", "p", "--jobs", "2", program=PATIENT) as process:
        await_that(lambda: process.poll() is not None or Path("p/cubes/2/claim.json").exists())
        process.send_signal(number)
        status = status_of(process)
    assert status in (128 + signal.SIGINT, -signal.SIGKILL)
    assert not Path("p/claim.json").exists()
    assert "not finished" in run("verify", "p").stderr
    with pytest.MonkeyPatch.context() as patched:
        carry_out_here(patched)
        done = run("campaign", "certify", "c", "-o", "p", "--jobs", "1")
    assert done.status == 0, done
    assert "cubes were certified before" in done.stderr
    claim = json.loads(Path("p/claim.json").read_text(encoding="utf-8"))
    assert claim["cubes"] == len(list(Path("p/cubes").iterdir()))
    assert run("verify", "p", "-q").stdout == f"verified: {claim['claim']}\n"
