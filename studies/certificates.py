"""Costs of certificates: finding all boards, proving completeness, checking the proof.

    python -m studies.certificates 6-6-3-1 8-12-3-2 -o instances/results/certificates/runs.csv

A board is named by size, inner and border colours and seed, in the order of `edgeasp generate`, and certified up to
rotation of the board. Or it is an instance of `instances/`, such as `planted-6x6`, whose boards are all certified. Each
board is certified twice: by the search that records its own proof, and by clingo and CaDiCaL. Times are processor
seconds. `--report` prints the rows as a table.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
import time
from itertools import product
from pathlib import Path
from typing import Any

from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.claim import FORMULA, HINTED, PLAIN
from edgeasp.lab.certificate.make import ProofOptions
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.system.limits import Deadline, LimitReached, Limits
from edgeasp.system.writing import open_bytes_atomically
from studies.best_boards import model, say

COLUMNS = (
    *("board", "by", "boards", "find", "search", "formula", "proof", "reduce", "ratio", "audit", "hints"),
    *("clauses", "conflicts", "written", "kept", "cnf_mb", "lrat_mb", "drat_mb", "packed_mb", "machine"),
)
WAYS = ("search", "cadical")


def main() -> None:
    """Measure, or report the kept rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", help="names")
    parser.add_argument("--time-limit", type=float, default=300, help="seconds of wall time to find and to prove")
    parser.add_argument("-o", "--output", default="instances/results/certificates/runs.csv", help="the file of rows")
    parser.add_argument("--report", action="store_true", help="print the table only")
    asked = parser.parse_args()
    path = Path(asked.output)
    rows: list[dict[str, Any]] = list(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else []
    for name, way in [] if asked.report else product(asked.boards, WAYS):
        rows.append(measure(name, way, asked.time_limit))
        write(path, rows)
        say(" ".join(f"{column} {rows[-1].get(column, '')}" for column in COLUMNS[:-1]))
    if asked.report:
        say(table(rows))


class Stopwatch:
    """Processor seconds by phase."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._phase, self._since = "", time.process_time()

    def enter(self, phase: str) -> None:
        """Enter a phase, and end the one before."""
        if phase != self._phase:
            now = time.process_time()
            self.seconds[self._phase] = self.seconds.get(self._phase, 0.0) + now - self._since
            self._phase, self._since = phase, now


def measure(name: str, way: str, seconds: float) -> dict[str, Any]:
    """Measure one board.

    The row lacks the phases after a limit.
    """
    rotated = name[0].isdigit()
    if rotated:
        size, inner, border, seed = map(int, name.split("-"))
        puzzle = generate(Recipe(size, size, inner, border, seed=seed)).puzzle
    else:
        puzzle = plain.read_puz(Path(f"instances/{name}.puz").read_text(encoding="utf-8"), name)
    task = make_task(puzzle, up_to_rotation=rotated)
    conditions = make.conditions_to_certify(task, up_to_rotation=rotated, option="")
    watch, deadline = Stopwatch(), Deadline(Limits(seconds))
    row: dict[str, Any] = {"board": name, "by": way, "machine": model()}
    with tempfile.TemporaryDirectory() as folder:
        try:
            watch.enter("find")
            session = Session(task, deadline=deadline)
            found = [each.solution for each in session.solve(0)]
            if session.stopped:
                raise LimitReached(session.stopped)
            boards = make.normalise_boards(conditions, [("clingo", each) for each in found])
            make.prepare_folder(folder)
            phases = {"boards": "search"}
            options = ProofOptions(
                deadline,
                on_progress=lambda making: watch.enter(phases.get(making.phase, making.phase)),
                own_search=way == "search",
            )
            given = None if options.own_search else boards
            made = make.certify(task, conditions, given, folder, options)
            assert made.claim is not None
            assert made.claim.boards == len(boards)
            verify(folder, on_progress=lambda phase, *_: watch.enter("audit" if phase == "formula" else "hints"))
            row |= {"boards": made.claim.boards, "clauses": made.claim.clauses, "kept": made.claim.lemmas}
            row |= {"conflicts": made.statistics.conflicts, "written": made.written}
            for column, file in (("cnf_mb", FORMULA), ("lrat_mb", HINTED), ("drat_mb", PLAIN)):
                row[column] = round((Path(folder) / file).stat().st_size / 10**6, 2)
            watch.enter("")
            row["packed_mb"] = round(packed(Path(folder) / HINTED) / 10**6, 2)
        except LimitReached:
            pass
    watch.enter("")
    spent = {phase: round(watch.seconds[phase], 2) for phase in COLUMNS if phase in watch.seconds}
    if "kept" in row:
        # Certifying with CaDiCaL begins with what clingo finds.
        parts = ("search", "formula", "proof", "reduce", *(["find"] if way == "cadical" else []))
        row["ratio"] = round(sum(watch.seconds.get(part, 0) for part in parts) / watch.seconds["find"], 2)
    return row | spent


def packed(path: Path) -> int:
    """Return the size of a file after compression, in bytes."""
    target = path.with_name("packed.gz")
    with path.open("rb") as stream, open_bytes_atomically(str(target)) as write:
        while block := stream.read(1 << 20):
            write(block)
    return target.stat().st_size


def table(rows: list[dict[str, Any]]) -> str:
    """Format the rows in Markdown."""
    shown = [column for column in COLUMNS if column != "machine"]
    lines = [shown, ["---", *["--:"] * (len(shown) - 1)]]
    lines += [[f"{row[each]:,}" if isinstance(row[each], int) else str(row[each]) for each in shown] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    """Write all rows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
