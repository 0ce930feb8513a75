"""Checks of the counts of `suite solve`, by independent means.

    python -m studies.counted second boards -o instances/results/enumeration/second.csv
    python -m studies.counted certificates boards -o instances/results/enumeration/certificates.csv
    python -m studies.counted sets puzzles -o instances/results/enumeration/owen.csv
    python -m studies.counted frontier instances/results/enumeration -o instances/results/enumeration/frontier.svg

The folder contains a suite whose boards are counted. The checks are:

- `second` runs `second_counter.c` on a random tenth of the boards, for at most a minute each, and without a limit on
  each board with more than one solution.
- `certificates` certifies random boards from all sizes in turn. `verify` and drat-trim check each certificate, and
  drat-trim has to be on the path.
- `sets` counts the puzzles in the files of a folder, in the order of expected work. The second counter has a minute
  for each.
- `frontier` draws the classes whose boards are all counted, and prints tables, from the output of `suite results` and
  `suite status`.

The first three continue where they were stopped. Times are processor seconds.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from typing import Any

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.lab import plots
from edgeasp.lab.certificate.claim import FORMULA, PLAIN
from edgeasp.lab.suite import passes
from edgeasp.lab.suite.passes import completed_rows, estimate_work, read_passes
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Solution, Square
from studies.best_boards import say

SOURCE = Path(__file__).with_name("second_counter.c")
LIMIT = 60
"""Processor seconds that the second counter has for a board with one solution, and for a set."""

UNLIMITED = resource.RLIM_INFINITY

Row = Mapping[str, object]


def main() -> None:
    """Check what is not in the table yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("check", choices=("second", "certificates", "sets", "frontier"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True, help="the table")
    parser.add_argument("--number", type=int, default=50, help="of certificates")
    parser.add_argument("--time-limit", type=int, default=180, help="seconds to find and to prove, for a certificate")
    parser.add_argument("--tile-limit", type=float, default=2e9, help="expected placements for a set")
    asked = parser.parse_args()
    if asked.check == "frontier":
        boards, classes = (read(asked.folder / name) for name in ("boards.csv", "classes.csv"))
        plots.draw_plot(lambda: picture(boards, classes), asked.output)
        say(tables(boards, classes))
        return
    with tempfile.TemporaryDirectory() as kept:
        if asked.check == "sets":
            program = compiled(Path(kept))
            chosen = by_work(asked.folder, asked.tile_limit)
            check: Callable[[str], Row | None] = partial(all_boards, program, asked.folder)
        elif asked.check == "second":
            program = compiled(Path(kept))
            chosen = [row["board"] for row in tenth(counted(asked.folder))]
            check = partial(beside, program, asked.folder)
        else:
            chosen = spread(counted(asked.folder), asked.number, done_in(asked.output))
            check = partial(certified, asked.folder, Path(kept), asked.time_limit)
        carry_on(asked.output, chosen, check)


def counted(folder: Path) -> list[Mapping[str, str]]:
    """Return the rows of the counted boards."""
    return completed_rows(passes.find_boards(folder), read_passes(folder))


def tenth(rows: Sequence[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """Select rows with several boards, and a tenth of others.

    The choice is random, and does not depend on the number of rows.
    """
    several = [row for row in rows if row["boards"] != "1"]
    return several + [row for row in rows if row["boards"] == "1" and random.Random(row["board"]).random() < 0.1]


def spread(rows: Sequence[Mapping[str, str]], number: int, done: Collection[str] = ()) -> list[str]:
    """Select boards at random from all sizes in turn.

    Only the easier half of each size is eligible. Boards in `done` count towards the number.

    Returns:
        The names of the other boards, in the order of expected work.
    """
    by_size: dict[str, list[Mapping[str, str]]] = {}
    for row in rows:
        by_size.setdefault(row["board"].partition("/")[0], []).append(row)
    cheap = [sorted(own, key=lambda row: float(row["log10_tiles"]))[: -(-len(own) // 2)] for own in by_size.values()]
    left = [row["board"] for own in cheap for row in own if row["board"] not in done]
    random.Random(1).shuffle(left)
    chosen: list[str] = []
    number -= len(done)
    while len(chosen) < number and left:
        one_of_each = {name.partition("/")[0]: name for name in left}.values()
        chosen += sorted(one_of_each)
        left = [name for name in left if name not in one_of_each]
    work = {row["board"]: float(row["log10_tiles"]) for row in rows}
    return sorted(chosen[: max(0, number)], key=work.__getitem__)


def done_in(path: Path) -> set[str]:
    """Read the names in a table, if it exists."""
    return {row["board"] for row in read(path)} if path.exists() else set()


def carry_on(path: Path, chosen: list[str], check: Callable[[str], Row | None]) -> None:
    """Add a row for each name that the table lacks."""
    done = done_in(path)
    for name in chosen:
        if name in done or (row := check(name)) is None:
            continue
        with path.open("a", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, row, lineterminator="\n")
            if stream.tell() == 0:
                writer.writeheader()
            writer.writerow(row)
        say(" ".join(map(str, row.values())))


def compiled(folder: Path, source: Path = SOURCE) -> Path:
    """Compile a C program, by default the second counter."""
    program = folder / source.stem
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-o", program, source], check=True)
    return program


def lines_of(program: Path, *arguments: str | Path, limit: int = UNLIMITED) -> tuple[list[str], int] | None:
    """Run the second counter.

    Returns:
        The distinct boards, sorted, and the number of placed tiles. None at the limit.
    """

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    ran = subprocess.run([program, *arguments], capture_output=True, text=True, check=False, preexec_fn=limited)
    if ran.returncode < 0:
        return None
    assert ran.returncode == 0, ran.stderr
    return sorted(set(ran.stdout.splitlines(keepends=True))), int(ran.stderr)


def digest_of(lines: list[str]) -> str:
    """Compute the digest of sorted boards."""
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:32]


def beside(program: Path, folder: Path, name: str) -> Row | None:
    """Count a board by the second counter, and compare.

    Returns:
        The row, None if the counter reaches its limit.
    """
    [row] = [row for row in counted(folder) if row["board"] == name]
    before = os.times().children_user
    files = (folder / name / file for file in (passes.PUZZLE, passes.CLUE))
    again = lines_of(program, *files, limit=LIMIT if row["boards"] == "1" else UNLIMITED)
    if again is None:
        say(f"{name}: no end in {LIMIT} s")
        return None
    lines, laid = again
    seconds = round(os.times().children_user - before, 2)
    same = (len(lines), digest_of(lines)) == (int(row["boards"]), row["digest"])
    assert same, f"{name}: {len(lines)} boards for {row['boards']}"
    record = {"board": name, "boards": len(lines), "tiles": laid, "processor": seconds, "digest": row["digest"]}
    return record | {"others": " ".join(sorted(other(lines[0], line) for line in lines[1:]))}


def other(first: str, second: str) -> str:
    """Describe how a board differs from another one.

    Returns:
        The number of squares that differ, or `turned` if the boards are equal up to rotation.
    """
    boards = [
        [tuple(words[at : at + 4]) for at in range(0, len(words), 4)] for words in (first.split(), second.split())
    ]
    size, turned = round(len(boards[0]) ** 0.5), boards[0]
    for _ in range(3):
        lying = [turned[(size - 1 - at % size) * size + at // size] for at in range(size * size)]
        turned = [(west, north, east, south) for north, east, south, west in lying]
        if turned == boards[1]:
            return "turned"
    return str(sum(one != two for one, two in zip(*boards, strict=True)))


def certified(suite: Path, kept: Path, limit: int, name: str) -> Row | None:
    """Certify a board, and check the certificate with both checkers.

    Returns:
        The row, None if a limit is reached.
    """
    board, row = suite / name, dict[str, object](board=name)
    with tempfile.TemporaryDirectory(dir=kept) as folder:
        made = Path(folder) / "certificate"
        words: list[str | Path] = [*("certify", board / passes.PUZZLE, "--clue", board / passes.CLUE, "-o", made)]
        before = os.times()
        proved = edgeasp(*words, "--no-compress", "--time-limit", str(limit))
        if proved.returncode:
            assert proved.returncode == commands.UNANSWERED, proved.stderr
            say(f"{name}: no proof in {limit} s")
            return None
        after = os.times()
        checked = edgeasp("verify", made, "--puzzle", board / passes.PUZZLE, "--clue", board / passes.CLUE)
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


def by_work(folder: Path, most: float) -> list[str]:
    """List puzzles within an expected number of tiles, easiest first."""
    work = {}
    for path in folder.iterdir():
        puzzle = plain.read_puz(path.read_text(encoding="utf-8"), str(path))
        if len(puzzle.tiles) <= LARGEST and (wanted := estimate_work(puzzle, Solution())):
            work[path.name] = wanted.log_tiles
    return sorted((name for name in work if 10 ** work[name] <= most), key=work.__getitem__)


LARGEST = 100
"""Most squares of a puzzle whose work is estimated."""


def all_boards(program: Path, folder: Path, name: str) -> Row:
    """Count the boards of a puzzle, including rotations.

    edgeasp counts with one corner tile at the top left, and on other rectangles than squares also at the top right. All
    other boards are rotations of these. The second counter has to agree if it ends in time.
    """
    puzzle = plain.read_puz((folder / name).read_text(), name)
    corners = corners_of(puzzle)
    before, records = os.times(), []
    with tempfile.TemporaryDirectory() as held:
        clue = Path(held, "it.clue")
        for kept in [Solution((corner,)) for corner in corners] or [Solution()]:
            clue.write_text(plain.write_sol(kept), encoding="utf-8")
            said = edgeasp("solve", folder / name, "--clue", clue, "--count", "--format", "json").stdout
            records.append(json.loads(said))
    after = os.times()
    boards = sum(record["counts"]["boards"] for record in records) * (4 // len(corners) if corners else 1)
    expectation = estimate_work(puzzle, Solution())
    assert all(record["exhausted"] for record in records)
    assert expectation
    again = lines_of(program, folder / name, limit=LIMIT)
    assert again is None or len(again[0]) == boards, f"{name}: {len(again[0])} boards for {boards}"
    row = {"board": name, "boards": boards, "expected": f"{10**expectation.log_boards:.3g}"}
    tiles = [record["scanned"] for record in records]
    row |= {
        "tiles": sum(tiles) if all(tiles) else "",
        "processor": round(after.children_user - before.children_user, 2),
    }
    return row | {"second_tiles": again[1] if again else "", "digest": digest_of(again[0]) if again else ""}


def corners_of(puzzle: Puzzle) -> list[Placement]:
    """Place one corner tile on corners that no rotation exchanges.

    Returns:
        The placements, empty if each corner tile has an identical one.
    """
    alike = {tile for group in puzzle.identical_tiles() for tile in group}
    tiles = [tile for tile, each in enumerate(puzzle.tiles) if each.sides.count(FRAME) == 2 and tile not in alike]
    corners = [Square(0, 0), Square(puzzle.cols - 1, 0)][: 1 if puzzle.cols == puzzle.rows else 2]
    return [
        Placement(tile, square, rot)
        for tile in tiles[:1]
        for square in corners
        for rot in puzzle.rotations(tile)
        if all(puzzle.shown(tile, rot)[side] == FRAME for side in puzzle.statement.frame_sides(square))
    ]


def edgeasp(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command."""
    return subprocess.run([sys.executable, "-m", "edgeasp", *words], capture_output=True, text=True, check=False)


def read(path: Path) -> list[Mapping[str, str]]:
    """Read the rows of a table."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


LIMITS = {"within a second": 1.0, "within a minute": 60.0, "counted": inf}
"""Limits on the processor seconds of each board of a class."""


def frontier(boards: Sequence[Mapping[str, str]], classes: Sequence[Mapping[str, str]]) -> dict[int, dict[str, int]]:
    """Find the fewest colours that are counted, by size.

    All boards with as many or more colours have to be counted: earlier, and now within each of the `LIMITS`. The
    `classes` are those with open boards earlier. Classes with more colours had none.
    """
    taken: dict[tuple[int, int], list[float]] = {}
    for row in boards:
        cols, number, _ = row["board"].split("/")
        taken.setdefault((int(cols), int(number)), []).append(float(row["processor"]))
    fewest: dict[int, dict[str, int]] = {}
    for row in sorted(classes, key=lambda row: -int(row["colours"])):
        size, colours = int(row["cols"]), int(row["colours"])
        here = fewest.setdefault(size, dict.fromkeys(["before", *LIMITS], colours + 1))
        for name, limit in LIMITS.items():
            whole = sum(seconds <= limit for seconds in taken.get((size, colours), [])) == int(row["boards"])
            if whole and here[name] == colours + 1:
                here[name] = colours
    return dict(sorted(fewest.items()))


def picture(boards: Sequence[Mapping[str, str]], classes: Sequence[Mapping[str, str]]) -> Any:
    """Draw the frontier as lines over the size."""
    drawn, axes = plots.new_figure(6.4, 4.6)
    fewest = frontier(boards, classes)
    for number, name in enumerate(("before", *LIMITS)):
        marker, colour = "so^D"[number], plots.COLOURS[(1, 5, 0, 2)[number]]
        axes.plot([*fewest], [row[name] for row in fewest.values()], marker=marker, color=colour, label=name)
    axes.set(xlabel="squares along a side", ylabel="fewest inner colours, all boards counted")
    axes.legend()
    return drawn


def tables(boards: Sequence[Mapping[str, str]], classes: Sequence[Mapping[str, str]]) -> str:
    """Format the frontier, and measured against expected work, in Markdown."""
    fronts = [["size", "before", *LIMITS, "puzzles counted", "still open", "with more than one board"]]
    works = [["size", "processor seconds", "placements", "for one expected: least", "median", "most"]]
    for size, row in frontier(boards, classes).items():
        own = [board for board in boards if board["board"].startswith(f"{size}/")]
        open_ = sum(int(line["boards"]) for line in classes if int(line["cols"]) == size) - len(own)
        more = sum(int(board["boards"]) > 1 for board in own)
        fronts.append([f"{size} x {size}", *map(str, row.values()), f"{len(own):,}", f"{open_:,}", str(more)])
        scanned = [board for board in own if board["tiles"]]
        if scanned:
            ratios = [int(board["tiles"]) / 10 ** float(board["log10_tiles"]) for board in scanned]
            seconds, tiles = (sum(float(board[name]) for board in scanned) for name in ("processor", "tiles"))
            works.append([f"{size} x {size}", f"{seconds:,.0f}", f"{tiles:.2g}"])
            works[-1] += [f"{of(ratios):.2f}" for of in (min, median, max)]
    return "\n\n".join(map(table, (fronts, works)))


def table(lines: list[list[str]]) -> str:
    """Format lines as a Markdown table with a header."""
    ruled = [lines[0], ["---", *["--:"] * (len(lines[0]) - 1)], *lines[1:]]
    return "\n".join(f"| {' | '.join(line)} |" for line in ruled)


if __name__ == "__main__":
    main()
