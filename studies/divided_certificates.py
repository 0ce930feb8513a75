"""Certificates of campaigns, compared with undivided certificates of the same boards.

    python -m studies.divided_certificates 7-9-3-1 8-14-3-1 --cubes 40
    python -m studies.divided_certificates --report

A board is named by size, inner and border colours and seed, in the order of `edgeasp generate`, and certified up to
rotation of the board. All work is done in one process, and times are processor seconds. `--report` prints the rows as a
table.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from edgeasp.encoding.render import EncodingRequest
from edgeasp.generate import Recipe, generate
from edgeasp.lab.campaign import ledger
from edgeasp.lab.campaign.certification import CampaignCertification, read_finished_campaign
from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.claim import find_anchor
from edgeasp.lab.certificate.make import ProofOptions
from edgeasp.lab.certificate.views import Conditions
from edgeasp.parallel.split import SplitPlan
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import Deadline, LimitReached, Limits
from studies.best_boards import model, say
from tests.lab.campaign.campaigns import carried_on
from tests.support.executing import InThisProcess

UNDIVIDED = ("find", "certify", "verify", "conflicts", "mb")
DIVIDED = ("cubes", "search", "all certify", "all verify", "all conflicts", "all mb", "cover", "longest")
COLUMNS = ("board", "boards", *UNDIVIDED, *DIVIDED, "machine")
FILE = "instances/results/certificates/divided.csv"


def main() -> None:
    """Measure, or report the kept rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", help="names")
    parser.add_argument("--cubes", type=int, default=40, help="cubes that are made before the first is searched")
    parser.add_argument("--time-limit", type=float, default=300, help="seconds of wall time to certify undivided")
    parser.add_argument("-o", "--output", default=FILE, help="the file of rows")
    parser.add_argument("--report", action="store_true", help="print the table only")
    asked = parser.parse_args()
    path = Path(asked.output)
    rows: list[dict[str, Any]] = list(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else []
    for name in [] if asked.report else asked.boards:
        size, inner, border, seed = map(int, name.split("-"))
        puzzle = generate(Recipe(size, size, inner, border, seed=seed)).puzzle
        row = {"board": name, **undivided(puzzle, asked.time_limit), **divided(puzzle, asked.cubes), "machine": model()}
        rows.append(row)
        write(path, rows)
        say(" ".join(f"{column} {row.get(column, '')}" for column in COLUMNS[:-1]))
    if asked.report:
        say(table(rows))


def spent(work: Callable[[], object]) -> float:
    """Run work, and return its processor seconds."""
    begin = time.process_time()
    work()
    return round(time.process_time() - begin, 2)


def undivided(puzzle: Puzzle, seconds: float) -> dict[str, Any]:
    """Measure an undivided certificate.

    If the limit is reached, the row only has the time to find the boards.
    """
    symmetry = find_anchor(puzzle, Solution())
    assert symmetry is not None
    conditions = Conditions(puzzle, anchor=(symmetry.tile, symmetry.rotations))
    found: list[tuple[str, Solution]] = []
    session = Session(make_task(puzzle, up_to_rotation=True))
    row: dict[str, Any] = {"find": spent(lambda: found.extend(("clingo", each.solution) for each in session.solve(0)))}
    with tempfile.TemporaryDirectory() as folder:
        made: list[make.CertificateResult] = []
        options = ProofOptions(Deadline(Limits(seconds)))

        def certify() -> None:
            make.prepare_folder(folder)
            made.append(make.write_certificate(conditions, make.normalise_boards(conditions, found), folder, options))

        try:
            row["certify"] = spent(certify)
        except LimitReached:
            return row
        row |= {
            "verify": spent(lambda: verify(folder)),
            "conflicts": made[0].statistics.conflicts,
            "mb": size_of(folder),
        }
    return row


def divided(puzzle: Puzzle, cubes: int) -> dict[str, Any]:
    """Measure the certificate of a campaign."""
    with tempfile.TemporaryDirectory() as place:
        plan = SplitPlan(cubes, 50_000)
        task = make_task(puzzle, Solution(), up_to_rotation=True)
        stated = ledger.new_campaign(f"{place}/campaign", task, EncodingRequest(), ClaspOptions(), plan)
        row: dict[str, Any] = {"search": spent(lambda: carried_on(stated))}
        campaign = read_finished_campaign(stated, Deadline())
        folder = f"{place}/proved"
        executor = Timed()
        going: list[CampaignCertification] = []

        def certify() -> None:
            with make.open_folder(folder, campaign.digest):
                going.append(CampaignCertification(campaign, folder, Limits(), 1, executor))
                going[0].run(ProofOptions(Deadline()))

        row["all certify"] = spent(certify)
        row["all verify"] = spent(lambda: verify(folder))
        row["cover"] = round(row["all certify"] - sum(executor.seconds), 2)
        return row | {
            "boards": sum(len(each.boards) for each in campaign.cubes),
            "cubes": len(campaign.cubes),
            "longest": round(max(executor.seconds), 2),
            "all conflicts": going[0].conflicts,
            "all mb": size_of(folder),
        }


class Timed(InThisProcess):
    """Executor that records the processor seconds of each call."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def run(self, *arguments: Any, **options: Any) -> Any:
        """Execute calls."""
        for ended in super().run(*arguments, **options):
            self.seconds.append(ended.cpu)
            yield ended


def size_of(folder: str) -> float:
    """Return the size of formulas and hinted proofs in MB."""
    kept = [path for name in (names.FORMULA, names.HINTED) for path in Path(folder).rglob(name)]
    return round(sum(path.stat().st_size for path in kept) / 10**6, 2)


def table(rows: list[dict[str, Any]]) -> str:
    """Format the rows in Markdown."""
    shown = [column for column in COLUMNS if column != "machine"]
    lines = [shown, ["---", *["--:"] * (len(shown) - 1)], *([str(row[each]) for each in shown] for row in rows)]
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
