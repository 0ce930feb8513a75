"""`edgeasp certify` and `edgeasp verify`, as users call them."""

from __future__ import annotations

import builtins
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import edgeasp
from edgeasp.cli import commands, console
from edgeasp.formats import plain
from edgeasp.lab.certificate import command, make
from edgeasp.lab.certificate.make import ProofOptions, Prover
from edgeasp.lab.certificate.views import Conditions
from edgeasp.puzzle.checker import check
from edgeasp.search.session import Session
from edgeasp.search.task import Found, make_task
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped
from tests.lab.support import checkers
from tests.support import boards
from tests.support.running import PATIENT, Run, run, running
from tests.support.waiting import PATIENCE, await_that
from tests.tools.schemas import FOLDER

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


def test_a_claim_and_its_check() -> None:
    done = certified()
    claim = "The puzzle of 3 x 3 tiles in puzzle.puz has exactly 16 boards, those in boards.\n"
    assert done.stdout == claim
    assert "certified; " in done.stderr
    assert done.stderr.endswith("to check it: edgeasp verify proved\n")
    files = {"puzzle.puz", "boards", "formula.cnf", "proof.lrat", "proof.drat", "README.md", "claim.json"}
    assert {path.name for path in Path("proved").iterdir()} == files
    for options in ([], ["--puzzle", "x.puz"]):
        checked = run("verify", "proved", *options)
        assert (checked.status, checked.stderr) == (0, "")
        assert checked.stdout.endswith(f"verified: {claim}")
        assert [line.split()[0] for line in checked.stdout.splitlines() if line[0] != " "] == [
            *("puzzle", "boards", "formula", "proof", "files", "verified:")
        ]
    assert run("verify", "proved", "-q").stdout == f"verified: {claim}"
    assert max(map(len, run("verify", "proved").stdout.splitlines())) < 100


def test_clues_and_symmetry() -> None:
    done = certified("--clue", "corner.clue")
    assert "exactly 4 boards that keep the clue in clues.sol" in done.stdout
    assert done.stdout.endswith("and so 16 boards without the clue.\n")
    assert run("verify", "proved", "--puzzle", "x.puz", "--clue", "corner.clue").stdout.endswith(done.stdout)
    Path("other.clue").write_text("2 0 0 1\n", encoding="utf-8")
    said = run("verify", "proved", "--puzzle", "x.puz", "--clue", "other.clue")
    assert (said.status, said.stdout.splitlines()[-1]) == (
        1,
        "refused: proved/clues.sol: expected exactly the given clues (1), found others (1)",
    )
    shutil.rmtree("proved")
    done = certified("--up-to-rotation", "--compress")
    assert done.stdout.endswith("up to rotation of the whole board, those in boards, and so 16 boards in all.\n")
    assert Path("proved/formula.cnf.gz").exists()
    assert run("verify", "proved").stdout.endswith(f"verified: {done.stdout}")


def test_the_check_as_json() -> None:
    def said(*options: str) -> dict[str, Any]:
        done = run("verify", "proved", "--format", "json", *options)
        found: dict[str, Any] = json.loads(done.stdout)
        Draft202012Validator(json.loads((FOLDER / "verify.schema.json").read_text(encoding="utf-8"))).validate(found)
        assert done.status == (0 if found["verified"] else commands.UNANSWERED)
        return found

    certified("--up-to-rotation")
    right = said("-q")
    assert (right["boards"], right["boards_in_all"], right["refusal"]) == (4, 16, None)
    assert [part["name"] for part in right["parts"]] == ["puzzle", "boards", "formula", "proof", "files"]
    path = Path("proved/proof.lrat")
    path.write_text("256 1 0 1 0\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    wrong = said()
    assert (wrong["refusal"]["file"], wrong["refusal"]["line"]) == ("proved/proof.lrat", 1)
    assert (wrong["claim"], wrong["boards"], len(wrong["parts"])) == (None, None, 3)


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


def test_puzzle_and_clues_are_those_of_the_user_or_not_compared() -> None:
    """A puzzle without --clue is a puzzle without clues."""
    certified("--clue", "corner.clue")
    done = run("verify", "proved", "--puzzle", "x.puz")
    assert (done.status, done.stdout) == (
        1,
        "refused: proved/clues.sol: expected no clues, as none are given, found others (1)\n",
    )
    right = run("verify", "proved", "--puzzle", "x.puz", "--clue", "corner.clue").stdout
    assert right.startswith("puzzle   3 x 3, framed, 1 clue (both compared with yours)\n")
    assert "1 clue (not compared with yours: name it by --puzzle)" in run("verify", "proved").stdout


def test_a_wrong_claim_is_refused_with_status_1_and_no_claim_is_bad_usage() -> None:
    certified()
    Path("proved/claim.json").write_text("[" * 100_000, encoding="utf-8")
    done = run("verify", "proved")
    assert (done.status, done.stderr) == (1, "")
    assert done.stdout == "refused: proved/claim.json: expected JSON, found deeply nested lists\n"
    said = json.loads(run("verify", "proved", "--format", "json").stdout)
    assert (said["verified"], said["refusal"]["file"]) == (False, "proved/claim.json")
    for jobs in ("1", "2"):
        assert run("verify", "proved", "--jobs", jobs).status == 1
    Path("proved/claim.json").unlink()
    assert refused(run("verify", "proved")) == (
        "edgeasp: error: proved: expected the folder of a certificate, found no claim.json in it\n"
    )


def test_a_limit_leaves_a_certificate_unjudged() -> None:
    certified()
    for limit in (["--time-limit", "0"], ["--memory-limit", "1M"]):
        done = run("verify", "proved", "-q", *limit)
        assert done.status == commands.UNANSWERED
        assert done.stdout.startswith("stopped by the ")
        assert done.stdout.endswith(": neither verified nor refused\n")
    said = json.loads(run("verify", "proved", "--format", "json", "--time-limit", "0").stdout)
    assert (said["verified"], said["refusal"], said["stopped"]) == (False, None, "time limit of 0 s")
    with pytest.raises(edgeasp.LimitError, match="neither verified nor refused"):
        edgeasp.verify("proved", limits=edgeasp.Limits(seconds=0))


def test_signs_count() -> None:
    Path("x.signs").write_text("".join(f"{tile} {'+' if tile in (0, 1, 2, 3, 8) else '-'}\n" for tile in range(9)))
    assert "exactly 16 boards" in certified("--signs", "x.signs").stdout
    checked = run("verify", "proved", "--puzzle", "x.puz")
    assert checked.stdout == "refused: proved/puzzle.puz: expected the given puzzle, found another one\n"
    assert run("verify", "proved", "--puzzle", "x.puz", "--signs", "x.signs").status == 0


def test_no_board() -> None:
    Path("x.puz").write_text("2 2\n0 0 1 1\n0 0 1 1\n0 0 2 2\n0 0 2 2\n", encoding="utf-8")
    assert certified().stdout == "The puzzle of 2 x 2 tiles in puzzle.puz has no board.\n"
    assert run("verify", "proved").status == 0


def test_given_solutions() -> None:
    """From a folder, also in other rotations of the board; one that is missing is found."""
    run("solve", "x.puz", "-n", "0", "-o", "all/")
    done = certified("--solution", "all", "--up-to-rotation")
    assert "exactly 4 boards up to rotation" in done.stdout
    Path("all/sol_7.sol").unlink()
    missing = run("certify", "x.puz", "-o", "less", "--solution", "all")
    assert missing.status == commands.UNANSWERED
    assert "there is a board that was not given" in missing.stderr
    other = plain.read_sol(missing.stdout, boards.FRAME_3X3, "stdout")
    assert check(boards.FRAME_3X3, other).solved
    assert not Path("less/claim.json").exists()
    assert "found one that is not finished" in refused(run("verify", "less"))
    # The folder can be used again.
    Path("x.sol").write_text(missing.stdout, encoding="utf-8")
    assert run("certify", "x.puz", "-o", "less", "--solution", "all", "--solution", "x.sol").status == 0
    assert run("verify", "less").status == 0


def test_a_given_solution_that_is_none() -> None:
    Path("x.sol").write_text("0 0 0 2\n", encoding="utf-8")
    said = refused(run("certify", "x.puz", "-o", "proved", "--solution", "x.sol"))
    assert "x.sol: expected a solution of the puzzle, but A1 has 1 on its top, outside is 0" in said
    assert not Path("proved").exists()
    Path("empty").mkdir()
    assert "expected a folder with .sol files" in refused(
        run("certify", "x.puz", "-o", "proved", "--solution", "empty")
    )


def test_bad_usage() -> None:
    Path("full").mkdir()
    Path("full/thesis.tex").write_text("", encoding="utf-8")
    assert "full: expected a new or an empty folder, found other files" in refused(
        run("certify", "x.puz", "-o", "full")
    )
    assert Path("full/thesis.tex").exists()
    # Not even what looks like a certificate is replaced, unless certify has left it.
    Path("mine/boards").mkdir(parents=True)
    Path("mine/boards/sol_1.sol").write_text("", encoding="utf-8")
    assert "found other files in it" in refused(run("certify", "x.puz", "-o", "mine"))
    assert Path("mine/boards/sol_1.sol").exists()
    certified()
    assert "found claim.json in it" in refused(run("certify", "x.puz", "-o", "proved"))
    assert "add it" in refused(run("verify", "proved", "--clue", "corner.clue"))
    assert "there is none of that name" in refused(run("verify", "nothing"))
    assert "expected the folder of a certificate, found no claim.json in it" in refused(run("verify", "full"))
    Path("alike.puz").write_text(plain.write_puz(boards.various()["all alike"]), encoding="utf-8")
    assert "--up-to-rotation needs a tile" in refused(run("certify", "alike.puz", "-o", "a", "--up-to-rotation"))


def test_what_is_wrong_is_said_by_line() -> None:
    certified()
    path = Path("proved/proof.lrat")
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([f"{lines[0].split()[0]} 1 0 1 0", *lines]) + "\n", encoding="utf-8")
    done = run("verify", "proved")
    assert done.status == commands.UNANSWERED
    assert done.stdout.splitlines()[-1].startswith("refused: proved/proof.lrat:1: expected a lemma that follows")


@pytest.mark.parametrize("left", [0, 40])
def test_a_proof_that_cannot_be_written_whole(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver does not notice that the disk is full."""
    close = Prover.close

    def cut(self: Prover) -> None:
        close(self)
        [path] = Path("proved").glob(".proof*")
        path.write_bytes(path.read_bytes()[:left])

    monkeypatch.setattr(Prover, "close", cut)
    monkeypatch.setattr(make, "can_refute", lambda *_: False)
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


class EndedError(Exception):
    """The process would have ended."""


@pytest.mark.parametrize("limit", [["--conflict-limit", "1"], ["--time-limit", "0"], ["--memory-limit", "1M"]])
def test_a_limit_leaves_no_claim(limit: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(status: int) -> None:
        raise EndedError(status)

    monkeypatch.setattr(command, "leave", leave)
    with pytest.raises(EndedError, match=str(commands.UNANSWERED)):
        run("certify", "x.puz", "-o", "proved", *limit)
    assert not Path("proved/claim.json").exists()
    assert not [path for path in Path("proved").iterdir() if path.name.startswith((".", "proof"))]


@pytest.mark.parametrize("error", [LimitReached(Stopped(Limit.TIME, 1)), KeyboardInterrupt()])
def test_boards_that_were_found_are_kept(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the search is cut short after three of them."""
    conditions = Conditions(boards.FRAME_3X3)
    make.prepare("proved")

    class Stopped(Session):
        def solve(self, *arguments: Any, **options: Any) -> Generator[Found, None, None]:
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


def test_up_to_rotation_beside_a_clue_that_all_rotations_keep() -> None:
    Path("c.puz").write_text(plain.write_puz(boards.CENTRE), encoding="utf-8")
    Path("c.clue").write_text(plain.write_sol(boards.CENTRE_CLUE), encoding="utf-8")
    refused = run("certify", "c.puz", "--clue", "c.clue", "--up-to-rotation", "-o", "proved")
    assert (refused.status, Path("proved").exists()) == (commands.USAGE, False)
    assert refused.stderr == (
        "edgeasp: error: --up-to-rotation: a rotation of the board maps these clues to themselves: leave it out\n"
    )
    made = run("certify", "c.puz", "--clue", "c.clue", "-o", "proved")
    assert "has exactly 4 boards" in made.stdout
    assert run("verify", "proved").status == commands.ANSWERED


def test_a_campaign_up_to_rotation_beside_such_a_clue_is_not_certified() -> None:
    Path("c.puz").write_text(plain.write_puz(boards.CENTRE), encoding="utf-8")
    Path("c.clue").write_text(plain.write_sol(boards.CENTRE_CLUE), encoding="utf-8")
    assert run("campaign", "new", "c.puz", "--clue", "c.clue", "--up-to-rotation", "-o", "c").status == 0
    assert "1 solution, and no others" in run("campaign", "run", "c", "--jobs", "1").stderr
    refused = run("campaign", "certify", "c", "-o", "proved")
    assert refused.status == commands.USAGE
    assert "that needs clues that no rotation maps to themselves" in refused.stderr
