"""The programs in C under the sanitizers of the compiler, in their tests and on random puzzles: `make sanitize`.

Each is built twice, once to find wrong reads, writes, leaks and undefined behaviour, once to find races of threads.
What it finds on a random puzzle is compared with brute force, or with the same search in Python.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from edgeasp.lab.certificate.check.proof import HintChecker
from edgeasp.lab.certificate.views import board_appearance
from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.model import Placement, Puzzle, Solution
from edgeasp.search.best.beam import Beam, BeamSearch, CompiledBeamSearch
from edgeasp.search.best.filling import Filler
from edgeasp.search.best.layout import FREE, BoardLayout
from edgeasp.search.best.rounds import build_first_board
from edgeasp.solvers.backtrack import BacktrackRun, ScanInput
from edgeasp.solvers.frontier import FrontierCount
from edgeasp.system.limits import FOREVER
from tests.lab.certificate.test_refuter import integers, proof, searched
from tests.lab.support.certificates import boards_of
from tests.search.best.test_beam import same
from tests.support import boards, brute
from tests.support.boards import peculiar
from tests.support.counting import pictures, some_clues
from tests.support.raw_scan import check_lanes, for_the_plain_loop, run
from tests.support.solving import as_clues

ROOT = Path(__file__).parents[3]
SANITIZERS = {"address,undefined": ("libasan.so", "libubsan.so"), "thread": ("libtsan.so",)}
"""The kinds of sanitizers, each with the libraries that have to be there before Python is."""

TESTS = {
    "scan": "tests/solvers/test_backtrack.py",
    "frontier": "tests/solvers/test_frontier.py",
    "refuter": "tests/lab/certificate/test_refuter.py",
    "beam": "tests/search/best/test_beam.py",
    "filling": "tests/search/best/test_filling.py",
}
LIMITED = "tests/lab/certificate/test_refuter.py::test_without_memory_it_says_so"
"""A test that limits the addresses of a process, of which sanitizers take terabytes."""

MOST_BOARDS = 2_000
"""Puzzles with more boards take too long to compare."""

MOST_TILES = 100_000
"""The same of tiles that a search places."""


def puzzles(rng: random.Random, program: str) -> Iterator[Puzzle]:
    """Small puzzles of all kinds: framed or not, partners, surplus frame sides, upright tiles, many colours."""
    while True:
        seed, kind, framed = rng.randrange(10**9), rng.randrange(5), rng.random() < 0.5
        cols, rows = rng.choice([(2, 2), (3, 2), (2, 4), (3, 3), *[(5, 2), (4, 3), (4, 4)] * framed])
        if kind == 0:
            puzzle = peculiar(seed, signed=False)
        else:
            # Few colours on a small board only: there may be thousands of boards.
            least = 4 if cols * rows > 6 else 1
            colours = rng.choice([least, least + 1, 9, 60 if program == "refuter" else 400])
            puzzle = boards.planted(seed, cols, rows, colours, framed=framed, surplus=kind == 1 and cols * rows < 9)
        if kind == 2:
            puzzle = boards.spoilt(seed, puzzle)
        yield puzzle


def scan(rng: random.Random) -> Iterator[None]:
    """Row scans: all boards in any order, by threads, with clues; a few of them; tries; each against brute force."""
    for puzzle in puzzles(rng, "scan"):
        if len(brute.solve(puzzle).pictures) > MOST_BOARDS:
            continue
        squares = list(puzzle.grid.squares)
        for clues in ({}, rng.choice(some_clues(str(rng.random()), puzzle))):
            expected = brute.solve(puzzle, clues=clues).pictures
            laid = as_clues(clues, puzzle)
            search = BacktrackRun(puzzle, laid, every=True, seed=rng.randrange(3))
            search.order = rng.sample(squares, len(squares))
            search.threads = rng.randint(1, 3)
            search.split = rng.randint(1, len(squares) - 1) if search.threads > 1 else 0
            assert pictures(search) == expected, (puzzle, clues)
            yield
            few = BacktrackRun(puzzle, laid, every=True)
            few.threads, few.split = search.threads, search.split
            batches = [*islice(few.batches(2, len), 2)]
            assert all(not isinstance(batch, int) and 1 <= batch[1] <= 2 for batch in batches)
            assert bool(batches) == bool(expected), (puzzle, clues)
            yield
            tries = BacktrackRun(puzzle, laid)
            tries.first_try, tries.threads = rng.choice([1, 7, 1_000]), search.threads
            assert bool(next(iter(tries), None)) == bool(expected), (puzzle, clues)
            yield


def frontier(rng: random.Random) -> Iterator[None]:
    """Counts over a frontier in some orders, with clues, each against brute force; and such as lack memory."""
    for puzzle in puzzles(rng, "frontier"):
        if len(brute.solve(puzzle).pictures) > MOST_BOARDS:
            continue
        squares = list(puzzle.grid.squares)
        orders = [squares, squares[::-1], sorted(squares, key=lambda square: (square.col, square.row))]
        if len(squares) < 8:  # a larger board with many colours has millions of states in an order without rows
            orders.append(rng.sample(squares, len(squares)))
        for clues in ({}, rng.choice(some_clues(str(rng.random()), puzzle))):
            search = FrontierCount(puzzle, as_clues(clues, puzzle), rng.choice(orders))
            expected = len(brute.solve(puzzle, clues=clues).pictures)
            for room in (1 << 28, rng.randrange(1 << 14)) if search.fits else ():
                assert search.run(room) in {expected, None if room < 1 << 28 else expected}, (puzzle, clues)
                yield


def lanes(rng: random.Random) -> Iterator[None]:
    """Compiled searches by lanes against the plain loop: tiles and boards, in any order of squares, with clues."""
    for puzzle in puzzles(rng, "scan"):
        at, squares = Candidates(puzzle).at, list(puzzle.grid.squares)
        tried = [(square, rng.choice(at[square])) for square in rng.sample(squares, rng.randint(0, 2)) if at[square]]
        clues = {each.tile: Placement(each.tile, square, each.rot) for square, each in tried}
        if rng.random() < 0.5:
            rng.shuffle(squares)
        board = ScanInput(puzzle, at, Solution(tuple(clues.values())), squares, rng.randrange(3))
        numbers = board.as_numbers()
        if run(for_the_plain_loop(numbers), counts=True).tiles < MOST_TILES:
            check_lanes(rng, numbers)
            yield


def refuter(rng: random.Random) -> Iterator[None]:
    """Searches that prove: the boards against brute force, the lemmas by the checker of certificates."""
    for puzzle in puzzles(rng, "refuter"):
        if len(puzzle.colours) > 60 or len(brute.solve(puzzle).pictures) > MOST_BOARDS // 10:
            continue
        expected = {board_appearance(puzzle, board) for board in boards_of(puzzle)}
        with searched(puzzle, rng.choice([None, 1, 5])) as (search, found):
            looks = [board_appearance(puzzle, board) for board in found]
            assert len(looks) == len(set(looks)), puzzle
            assert set(looks) == expected, puzzle
            search.trim_proof()
            checker = HintChecker()
            for clause in integers(search.formula_text()):
                checker.add_clause(clause)
            for literals, hints in proof(search):
                checker.check_lemma(literals, hints)
            assert checker.refuted, puzzle
            assert b"".join(search.drat_text())
        yield


def beam(rng: random.Random) -> Iterator[None]:
    """Searches for best boards: each beam against the one that arrays make, entry by entry."""
    for puzzle in puzzles(rng, "beam"):
        tiles, number = range(len(puzzle.tiles)), rng.randint(0, 2)
        laid = zip(rng.sample(tiles, number), rng.sample(list(puzzle.grid.squares), number), strict=True)
        clues = [Placement(tile, square, rng.choice(puzzle.rotations(tile))) for tile, square in laid]
        layout = BoardLayout(puzzle, Solution(tuple(clues)), puzzle.framed)
        seed, width, most = rng.randrange(10**6), rng.choice([1, 5, 60]), rng.randint(0, 4)
        scans = [kind(layout, np.random.default_rng(seed), FOREVER) for kind in (BeamSearch, CompiledBeamSearch)]
        for way in scans:
            way._chunk = 1 << 16 if seed % 2 else 9
        both: list[Beam | None] = [way.start(layout.to_board(layout.clues)) for way in scans]
        free = [square for square in range(len(layout.squares)) if square not in layout.pinned]
        for square in rng.sample(free, len(free)):
            both = [way.extend(last, square, width, most) for way, last in zip(scans, both, strict=True) if last]
            assert same(*both), puzzle
            if None in both:
                break
        yield


def filling(rng: random.Random) -> Iterator[None]:
    """Squares of a board filled with few mismatches, or the proof that this cannot be, against clasp."""
    for puzzle in puzzles(rng, "filling"):
        layout = BoardLayout(puzzle, Solution(), puzzle.framed)
        board = build_first_board(layout, Solution(), np.random.default_rng(rng.randrange(10**6)), FOREVER)
        if board is None:
            continue
        squares, most = rng.sample(range(len(board)), rng.randint(1, min(len(board), 9))), rng.randint(0, 4)
        board[squares] = FREE
        ways = Filler(layout), Filler(layout)
        ways[1]._library = None
        found, expected = (way.fill(board, squares, most, 10**9) for way in ways)
        assert (found.board is None, found.exhausted) == (expected.board is None, expected.exhausted), puzzle
        yield


FUZZ: dict[str, Callable[[random.Random], Iterator[None]]] = {
    "scan": scan,
    "frontier": frontier,
    "lanes": lanes,
    "refuter": refuter,
    "beam": beam,
    "filling": filling,
}


def fuzz(program: str, seconds: float, seed: int) -> int:
    """Search random puzzles for some seconds of this process; the number of searches."""
    ends = time.process_time() + seconds
    searches = 0
    for _ in FUZZ[program](random.Random(seed)):
        searches += 1
        if time.process_time() > ends:
            break
    return searches


def runtime(library: str, compiler: list[str]) -> Path | None:
    """The library of a sanitizer that belongs to a compiler, if it is there."""
    try:
        done = subprocess.run([*compiler, f"-print-file-name={library}"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    path = Path(done.stdout.strip())
    return path if path.is_absolute() and path.exists() else None


def prepared(kind: str, folder: Path) -> dict[str, str] | None:
    """Copy the checkout and compile it with a sanitizer; return the environment for it, None without its libraries."""
    compiler = shlex.split(os.environ.get("CC") or "cc")
    libraries = [runtime(library, compiler) for library in SANITIZERS[kind]]
    if None in libraries:
        return None
    wrapper = folder / "cc"
    flags = [f"-fsanitize={kind}", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer", "-g", "-O1"]
    # Not for a shell: some end at once where the library for threads is there before.
    wrapper.write_text(
        f"#!{sys.executable} -S\nimport os, sys\nos.environ.pop('LD_PRELOAD', None)\n"
        f"os.execvp({compiler[0]!r}, [*{compiler!r}, *sys.argv[1:], *{flags!r}])\n"
    )
    wrapper.chmod(0o755)
    ignored = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "node_modules", "*.so")
    shutil.copytree(ROOT, folder / "checkout", ignore=ignored)
    script = folder / "checkout" / "tests" / "tools" / "compile_c.py"
    subprocess.run([sys.executable, script], env=os.environ | {"CC": str(wrapper)}, check=True)
    options = f"exitcode=99:log_path={folder / 'report'}:halt_on_error=1"
    suppressed = folder / "suppressed"
    # Python itself is not built for it, so how it hands over its lock is not seen.
    suppressed.write_text("race:libpython\nrace:/python3\nmutex:libpython\nmutex:/python3\n")
    return {
        **os.environ,
        "PYTHONPATH": str(folder / "checkout"),
        "LD_PRELOAD": " ".join(map(str, libraries)),
        # What Python itself does not free is no leak of ours, see `reports`.
        "ASAN_OPTIONS": f"{options}:detect_leaks=1:malloc_context_size=4",
        "LSAN_OPTIONS": "exitcode=0",
        "UBSAN_OPTIONS": f"{options}:print_stacktrace=1",
        "TSAN_OPTIONS": f"{options}:suppressions={suppressed}:report_signal_unsafe=0",
        "EDGEASP_TEST_FRESH": "1",
    }


def reports(folder: Path) -> list[str]:
    """The reports of sanitizers, and of leaks those in which a program of ours takes memory."""
    whole = [path.read_text(errors="replace") for path in sorted(folder.glob("report.*"))]
    pieces = [piece for text in whole for piece in re.split(r"\n(?=(?:Direct|Indirect) leak of)", text)]
    ours = re.compile(r"/(?:scan|frontier|refuter|beam|filling)\.c(?:-[0-9a-f]+\.so|:)")
    return [
        piece
        for piece in pieces
        if ("ERROR: " in piece and "LeakSanitizer" not in piece.split("\n\n")[0])
        or "WARNING: ThreadSanitizer" in piece
        or "runtime error" in piece
        or ("leak of" in piece.split("\n")[0] and ours.search(piece))
    ]


def sanitized(kind: str, seconds: float, seed: int, *, tests: bool = True) -> list[str] | None:
    """Run tests and fuzz under a kind of sanitizers: the failures; None if it cannot be had."""
    failures = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        variables = prepared(kind, folder)
        if variables is None:
            return None
        for program in FUZZ:
            numbers = ["--seconds", str(seconds), "--seed", str(seed)]
            commands = [["tests.lab.tools.sanitize", "--in-process", program, *numbers]]
            if tests and program in TESTS:
                options = ["-x", "-p", "no:cacheprovider", "--timeout", "0", f"--deselect={LIMITED}"]
                commands.insert(0, ["pytest", *options, TESTS[program]])
            for command in commands:
                say(f"{kind}: {command[0]} for {program}")
                words = [sys.executable, "-m", *command]
                done = subprocess.run(words, cwd=folder / "checkout", env=variables, check=False)
                if done.returncode:
                    failures.append(f"{kind}: {program} ended with {done.returncode}")
                failures += reports(folder)
                for report in folder.glob("report.*"):
                    report.unlink()
    return failures


def say(text: str) -> None:
    """Write a line, before what other processes write."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Run all of it; 1 if anything is found, 2 if a sanitizer cannot be had."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=60, help="of processor time on random puzzles, for each program and sanitizer"
    )
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--in-process", choices=[*FUZZ], help="search here, as the others do in turn")
    parser.add_argument("--only", choices=[*SANITIZERS], help="one kind of sanitizers")
    arguments = parser.parse_args()
    if arguments.in_process:
        say(f"{arguments.in_process}: {fuzz(arguments.in_process, arguments.seconds, arguments.seed)} searches")
        return 0
    say(f"seed {arguments.seed}")
    for kind in [arguments.only] if arguments.only else SANITIZERS:
        failures = sanitized(kind, arguments.seconds, arguments.seed)
        if failures is None:
            say(f"expected a compiler with {' and '.join(SANITIZERS[kind])}, as gcc has them")
            return 2
        if failures:
            say("\n".join(failures))
            return 1
    say("no reports")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
