"""`edgeasp certify` and `edgeasp verify`, as users call them."""

from __future__ import annotations

import builtins
import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import edgeasp
from edgeasp.cli import commands, console
from edgeasp.formats import plain
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.make import ProofOptions, Prover
from edgeasp.lab.certificate.views import Conditions
from edgeasp.search.solve import Session
from edgeasp.search.task import FoundSolution, make_task
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped
from tests.lab.support import checkers
from tests.support import boards
from tests.support.running import PATIENT, Run, run, running
from tests.support.waiting import PATIENCE, await_that

PUZ = plain.write_puz(boards.FRAME_3X3)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(console, "_quiet", False)  # --quiet is for the whole process
    Path("x.puz").write_text(PUZ, encoding="utf-8")
    Path("corner.clue").write_text("3 0 0 1\n", encoding="utf-8")
    return tmp_path


def certified(*options: str) -> Run:
    done = run("certify", "x.puz", "-o", "proved", *options)
    assert done.status == 0, done
    return done


def refused(done: Run) -> str:
    """The message of bad input."""
    assert (done.status, done.stdout) == (commands.USAGE, "")
    assert done.stderr.startswith("edgeasp: error: ")
    assert 1 <= len(done.stderr.splitlines()) <= 2
    return done.stderr


def test_the_page_of_words_names_every_file() -> None:
    certified("--clue", "corner.clue", "--compress")
    page = Path("proved/README.md").read_text(encoding="utf-8")
    for name in set(json.loads(Path("proved/claim.json").read_text(encoding="utf-8"))["files"]) - {"README.md"}:
        assert name.split("/")[0] in page
    assert max(len(line) for line in page.splitlines() if " " in line) < 300


def lines_for_others(page: str) -> list[str]:
    """The lines for a shell with which the page lets other programs check the proof."""
    [block] = [block for block in page.split("```") if "drat-trim" in block and block.startswith("sh\n")]
    return block.splitlines()[1:]


@pytest.mark.parametrize("compress", ["--compress", "--no-compress"])
@pytest.mark.parametrize("name", checkers.VERDICTS)
def test_the_lines_of_the_page_let_others_check_the_proof(name: str, compress: str, tmp_path: Path) -> None:
    """As they stand there, where the program is; what they leave behind is not in the folder."""
    program = checkers.require(name)
    certified(compress)
    before = sorted(Path("proved").rglob("*"))
    lines = lines_for_others(Path("proved/README.md").read_text(encoding="utf-8"))
    [own] = [line for line in lines if line.startswith(name)]
    script = "\n".join([line for line in lines if not line.startswith(tuple(checkers.VERDICTS))] + [own])
    others = {**os.environ, "PATH": f"{Path(program).parent}{os.pathsep}{os.environ['PATH']}", "TMPDIR": str(tmp_path)}
    done = subprocess.run(["sh", "-c", script], cwd="proved", env=others, capture_output=True, text=True, check=False)
    assert checkers.says_verified(name, done.stdout), done
    assert sorted(Path("proved").rglob("*")) == before
    assert run("verify", "proved").status == 0


def test_the_guide_has_the_lines_of_the_page() -> None:
    certified("--no-compress")
    guide = (Path(__file__).parents[3] / "docs" / "certificates.md").read_text(encoding="utf-8")
    assert lines_for_others(guide) == lines_for_others(Path("proved/README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("left", [0, 40])
def test_a_proof_that_cannot_be_written_whole(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver does not notice that the disk is full."""
    close = Prover.close

    def cut(self: Prover) -> None:
        close(self)
        [path] = Path("proved").glob(".proof*")
        path.write_bytes(path.read_bytes()[:left])

    monkeypatch.setattr(Prover, "close", cut)
    monkeypatch.setattr(make, "can_search_with_proof", lambda *_: False)
    assert "proved: the proof was not written whole: is the disk full?" in refused(
        run("certify", "x.puz", "-o", "proved")
    )
    assert not Path("proved/claim.json").exists()


def test_without_pysat_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    certified()
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert run("certify", "x.puz", "-o", "again").stderr == (
        "edgeasp: error: python-sat is not installed: pip install 'python-sat>=1.9.dev17'\n"
    )
    assert not Path("again").exists()


def test_the_usual_check_needs_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    certified()
    usual = builtins.__import__

    def without(name: str, *rest: Any, **options: Any) -> Any:
        assert not name.startswith(("pysat", "pysolvers", "clingo")), name
        return usual(name, *rest, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    assert run("verify", "proved").status == 0


@pytest.mark.parametrize("error", [LimitReached(Stopped(Limit.TIME, 1)), KeyboardInterrupt()])
def test_boards_that_were_found_are_kept(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the search is cut short after three of them."""
    conditions = Conditions(boards.FRAME_3X3)
    make.prepare_folder("proved")

    class Stopped(Session):
        def solve(self, *arguments: Any, **options: Any) -> Generator[FoundSolution, None, None]:
            yield from islice(super().solve(*arguments, **options), 3)
            raise error

    monkeypatch.setattr(make, "Session", Stopped)
    options = ProofOptions(Deadline(Limits()), own_search=False)
    with pytest.raises(type(error)):
        make.certify(make_task(boards.FRAME_3X3), conditions, None, "proved", options)
    assert len(list(Path("proved/boards").iterdir())) == 3
    assert Path("proved/puzzle.puz").exists()
    assert run("certify", "x.puz", "-o", "proved").status == 0


def test_ctrl_c_while_it_proves() -> None:
    """No claim, and no half of a proof."""
    Path("hard.puz").write_text(plain.write_puz(boards.hard()), encoding="utf-8")
    Path("s.sol").write_text(planted_solution(), encoding="utf-8")
    with running("certify", "hard.puz", "-o", "proved", "--solution", "s.sol", program=PATIENT) as process:
        await_that(lambda: Path("proved/boards/sol_1.sol").exists())
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == commands.INTERRUPTED
    assert not Path("proved/claim.json").exists()
    assert not [path for path in Path("proved").iterdir() if path.name.startswith((".", "proof"))]


def test_a_folder_in_which_another_process_certifies_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("hard.puz").write_text(plain.write_puz(boards.hard()), encoding="utf-8")
    Path("s.sol").write_text(planted_solution(), encoding="utf-8")
    monkeypatch.setattr(make, "_PATIENCE", 0)
    with running("certify", "hard.puz", "-o", "proved", "--solution", "s.sol", program=PATIENT):
        await_that(lambda: Path("proved/boards/sol_1.sol").exists())
        message = "proved: another process makes a certificate there: wait for it, or choose another folder"
        assert refused(run("certify", "x.puz", "-o", "proved")) == f"edgeasp: error: {message}\n"
        with pytest.raises(edgeasp.OutputError, match=message):
            edgeasp.certify(boards.FRAME_3X3, "proved")
        assert plain.read_puz(Path("proved/puzzle.puz").read_text(encoding="utf-8"), "") == boards.hard()
    assert run("certify", "x.puz", "-o", "proved").status == 0, "what a process that is dead has begun"


def planted_solution() -> str:
    from edgeasp.generate import Recipe, generate

    solution = generate(Recipe(10, 10, 7, 4, seed=1)).solution
    assert solution is not None
    return plain.write_sol(solution)


def test_a_campaign_up_to_rotation_beside_such_a_clue_is_not_certified() -> None:
    Path("c.puz").write_text(plain.write_puz(boards.CENTRE), encoding="utf-8")
    Path("c.clue").write_text(plain.write_sol(boards.CENTRE_CLUE), encoding="utf-8")
    assert run("campaign", "new", "c.puz", "--clue", "c.clue", "--up-to-rotation", "-o", "c").status == 0
    assert "1 solution, and no others" in run("campaign", "run", "c", "--jobs", "1").stderr
    refused = run("campaign", "certify", "c", "-o", "proved")
    assert refused.status == commands.USAGE
    assert "that needs clues that no rotation maps to themselves" in refused.stderr
