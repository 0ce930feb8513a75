"""Checks what `suite solve` has counted: by another program, by certificates, and against what was to be expected.

    python -m studies.counted second boards -o instances/results/enumeration/second.csv
    python -m studies.counted certificates boards -o instances/results/enumeration/certificates.csv

The folder is that of a suite whose boards are counted. `second` runs `second_counter.c`, a minute at most, on a tenth
of the boards, chosen by chance, and on each that has more than one solution. `certificates` certifies a number of
boards, chosen by chance from all sizes in turn, and has each certificate checked by `verify` and by drat-trim, which
has to be on the path. Both go on where they were stopped. Times are processor seconds.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from edgeasp.batch import suite_boards
from edgeasp.batch.suite_passes import counts, read_passes
from edgeasp.certificate.folder import FORMULA, PLAIN
from studies.best_boards import say

SOURCE = Path(__file__).with_name("second_counter.c")
LIMIT = 60
"""Seconds of wall time that the second counter has for a board."""

Row = Mapping[str, object]


def main() -> None:
    """Check what is not in the table yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("check", choices=("second", "certificates"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True, help="the table")
    parser.add_argument("--number", type=int, default=50, help="of certificates")
    parser.add_argument("--time-limit", type=int, default=180, help="seconds to find and to prove, for a certificate")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as kept:
        if asked.check == "second":
            program = compiled(Path(kept))
            chosen = [row["board"] for row in tenth(counted(asked.folder))]
            check: Callable[[str], Row | None] = partial(beside, program, asked.folder)
        else:
            chosen = spread(counted(asked.folder), asked.number)
            check = partial(certified, asked.folder, Path(kept), asked.time_limit)
        carry_on(asked.output, chosen, check)


def counted(folder: Path) -> list[Mapping[str, str]]:
    """The rows of the boards that are counted."""
    return counts(suite_boards.find_boards(folder), read_passes(folder))


def tenth(rows: Sequence[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """A tenth of the rows, by chance: the same boards however many are counted; and all with more than one board."""
    return [row for row in rows if int(row["boards"]) != 1 or random.Random(row["board"]).random() < 0.1]


def spread(rows: Sequence[Mapping[str, str]], number: int) -> list[str]:
    """The names of so many boards, chosen by chance, from all sizes in turn."""
    left = [row["board"] for row in rows]
    random.Random(1).shuffle(left)
    chosen: list[str] = []
    while len(chosen) < number and left:
        one_of_each = {name.partition("/")[0]: name for name in left}.values()
        chosen += sorted(one_of_each)
        left = [name for name in left if name not in one_of_each]
    return chosen[:number]


def carry_on(path: Path, chosen: list[str], check: Callable[[str], Row | None]) -> None:
    """Add a row for each name that the table lacks."""
    done = {row["board"] for row in csv.DictReader(path.open(encoding="utf-8"))} if path.exists() else set()
    for name in chosen:
        if name in done or (row := check(name)) is None:
            continue
        with path.open("a", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, row, lineterminator="\n")
            if stream.tell() == 0:
                writer.writeheader()
            writer.writerow(row)
        say(" ".join(map(str, row.values())))


def compiled(folder: Path) -> Path:
    """The second counter."""
    program = folder / "second_counter"
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-o", program, SOURCE], check=True)
    return program


def lines_of(program: Path, *arguments: str | Path, limit: float | None = None) -> tuple[list[str], int]:
    """The different boards that the second counter finds, sorted, and the tiles that it has laid."""
    ran = subprocess.run([program, *arguments], capture_output=True, text=True, check=True, timeout=limit)
    return sorted(set(ran.stdout.splitlines(keepends=True))), int(ran.stderr)


def digest_of(lines: list[str]) -> str:
    """The digest of boards, made anew."""
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:32]


def beside(program: Path, folder: Path, name: str) -> Row | None:
    """A board counted by the second counter, beside what was counted; None if it does not end in time."""
    [row] = [row for row in counted(folder) if row["board"] == name]
    before = os.times().children_user
    try:
        files = (folder / name / file for file in (suite_boards.PUZZLE, suite_boards.CLUE))
        lines, laid = lines_of(program, *files, limit=LIMIT)
    except subprocess.TimeoutExpired:
        say(f"{name}: no end in {LIMIT} s")
        return None
    seconds = round(os.times().children_user - before, 2)
    same = (len(lines), digest_of(lines)) == (int(row["boards"]), row["digest"])
    assert same, f"{name}: {len(lines)} boards for {row['boards']}"
    return {"board": name, "boards": len(lines), "tiles": laid, "processor": seconds, "digest": row["digest"]}


def certified(suite: Path, kept: Path, limit: int, name: str) -> Row | None:
    """A board that is certified, and whether both checkers accept that; None if a limit is reached."""
    board, row = suite / name, dict[str, object](board=name)
    with tempfile.TemporaryDirectory(dir=kept) as folder:
        made = Path(folder) / "certificate"
        words: list[str | Path] = [
            *("certify", board / suite_boards.PUZZLE, "--clue", board / suite_boards.CLUE, "-o", made)
        ]
        before = os.times()
        if edgeasp(*words, "--no-compress", "--time-limit", str(limit)).returncode:
            say(f"{name}: no proof in {limit} s")
            return None
        after = os.times()
        checked = edgeasp("verify", made, "--puzzle", board / suite_boards.PUZZLE, "--clue", board / suite_boards.CLUE)
        assert checked.returncode == 0, checked.stdout
        verified = os.times()
        trimmed = subprocess.run(
            ["drat-trim", made / FORMULA, made / PLAIN, "-t", "20000"], capture_output=True, text=True, check=False
        )
        assert "s VERIFIED" in trimmed.stdout, trimmed.stdout[-400:]
        ended = os.times()
        row["boards"] = len(list((made / "boards").glob("*"))) if (made / "boards").is_dir() else ""
        row["proof_mb"] = round((made / PLAIN).stat().st_size / 10**6, 2)
        times = (before, after, verified, ended)
        for phase, start, end in zip(("certify", "verify", "drat_trim"), times, times[1:], strict=False):
            row[phase] = round(end.children_user - start.children_user, 2)
    return row


def edgeasp(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command."""
    return subprocess.run([sys.executable, "-m", "edgeasp", *words], capture_output=True, text=True, check=False)


if __name__ == "__main__":
    main()
