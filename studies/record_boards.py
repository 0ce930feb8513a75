"""Windows that provably do not improve record boards of Eternity II.

    python -m studies.record_boards links.tsv --prove 3x3,4x4,around -o instances/results/best/records.csv

Each line of `links.tsv` has a name, a tab and the link of a board, as the boards belong to their authors. A row of the
table keeps its hand-written cells (who, when, where) and the windows that are proved already. Windows are proved with
every tile free to move, including clues. This proves more than windows that keep the clues.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

from edgeasp import __version__
from edgeasp.api.best_board import add_proofs
from edgeasp.formats import files, known
from edgeasp.puzzle.model import Placement, Puzzle, Solution
from edgeasp.puzzle.summary import BoardSummary, summarize
from edgeasp.puzzle.symmetry import board_rotations, moved_solution
from edgeasp.system.lines import format_csv_row, parse_csv_rows

COLUMNS = ("board", "regime", "score", "mismatches", "clues", "who", "when", "where", "near")
KINDS = ("3x3", "4x4", "around", "5x5")
LAST = ("seconds", "edgeasp")
HEAD = (*COLUMNS, *KINDS, *LAST)

STARTER = "I8"
"""Square of the one clue that the rules prescribe."""

NEAR = 32
"""Most differing squares of two variants of a board. Independent boards differ on 230 and more."""


def main() -> None:
    """Check the boards, then prove the requested windows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("links", help="file with a name, a tab and a link in each line")
    parser.add_argument("--prove", default="3x3,4x4,around", help=f"kinds of windows, of {', '.join(KINDS)}")
    parser.add_argument("--boards", default="", help="names of the boards to prove, joined by commas; all if empty")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seconds", type=float, help="wall time for the windows of a kind of a board")
    parser.add_argument("-o", "--output", default="instances/results/best/records.csv", help="the table")
    asked = parser.parse_args()
    puzzle = known.eternity2().puzzle
    boards = {name: files.read_solution(link, puzzle) for name, link in files.links_in(asked.links)}
    path, rows = Path(asked.output), dict[str, dict[str, str]]()
    if path.exists():
        head, *before = parse_csv_rows(path.read_text(encoding="utf-8"), str(path))
        rows = {row[0]: dict(zip(head, row, strict=True)) for row in before}
    summaries = {
        name: summarize(puzzle, board, published=known.published_details(puzzle)) for name, board in boards.items()
    }
    for name, near in variants(puzzle, boards):
        rows[name] = {**dict.fromkeys(HEAD, ""), **rows.get(name, {}), **checked(name, summaries[name]), "near": near}
    for kind in asked.prove.split(","):
        for name in asked.boards.split(",") if asked.boards else boards:
            row = rows[name]
            if not complete(row[kind]):
                prove(row, summaries[name], boards[name], kind, asked.jobs, asked.seconds)
            path.write_text(
                "".join(map(format_csv_row, [HEAD, *(row.values() for row in rows.values())])), encoding="utf-8"
            )
            sys.stdout.write(f"{name} {kind} {row[kind]}; {row['seconds']} s\n")
            sys.stdout.flush()


def checked(name: str, summary: BoardSummary) -> dict[str, str]:
    """Return the cells that the checker fills."""
    if summary.report.missing or summary.repeated or not summary.frame_whole:
        raise SystemExit(f"{name}: expected a complete board with its frame")
    return {
        "board": name,
        "regime": regime(summary),
        "score": str(summary.report.matched),
        "mismatches": str(len(summary.mismatches)),
        "clues": f"{sum(clue.kept for clue in summary.clues)} of {len(summary.clues)}",
    }


def regime(summary: BoardSummary) -> str:
    """Name the strictest regime whose clues a board keeps."""
    kept = {clue.clue.square.place for clue in summary.clues if clue.kept}
    return "five clues" if len(kept) == len(summary.clues) else "starter piece" if STARTER in kept else "no clue"


def variants(puzzle: Puzzle, boards: dict[str, Solution]) -> Iterator[tuple[str, str]]:
    """Find variants among the boards.

    Yields:
        The name of each board, and the closest earlier board if at most `NEAR` squares differ, up to rotation.
    """
    seen = dict[str, set[Placement]]()
    for name, board in boards.items():
        turned = [
            set(map(puzzle.canonical, moved_solution(puzzle, board, motion))) for motion in board_rotations(puzzle)
        ]
        number, other = min(
            ((len(placed - mine), other) for mine in turned for other, placed in seen.items()), default=(len(board), "")
        )
        if not number:
            raise SystemExit(f"{name}: the same board as {other}, perhaps rotated")
        seen[name] = turned[0]
        yield name, f"{number} from {other}" if number <= NEAR else ""


def complete(cell: str) -> bool:
    """Whether all windows of a kind are proved."""
    proved, _, number = cell.partition(" of ")
    return bool(cell) and proved == number


def prove(
    row: dict[str, str], summary: BoardSummary, board: Solution, kind: str, jobs: int, seconds: float | None
) -> None:
    """Prove the windows of a size.

    The row gets the proved windows and their cost.
    """
    before = spent()
    [proved] = add_proofs([summary], [board], Solution(), kind, jobs=jobs, time_limit=seconds)
    if proved.improved is not None:
        raise SystemExit(f"{row['board']}: a window of {kind} improves it to {proved.improved}")
    [windows] = proved.windows
    row[kind] = f"{windows.proved} of {windows.number}"
    row["seconds"] = str(round(float(row["seconds"] or 0) + spent() - before, 1))
    row["edgeasp"] = __version__


def spent() -> float:
    """Return the processor seconds of all finished subprocesses."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
