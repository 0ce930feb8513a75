"""Change edgeasp in small wrong ways, one at a time, and see whether a test fails: `make mutants`.

The tests that reach a change run on a copy of the checkout until one fails, first the quick ones, then the slow ones.
mutmut and cosmic-ray do not fit: both start pytest anew for each mutant or see nothing of the processes that tests
start, neither knows tests of two speeds, and their numbers of mutants change with every edit. Works on Linux.

    python -m tests.tools.mutants --only edgeasp/puzzle --number 100
    python -m tests.tools.mutants --again build/mutants.csv     # the same mutants with the tests of today
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from tests.tools.mutants.changes import Mutant, choose, mutants
from tests.tools.mutants.running import Outcome, attempt

SPEEDS = ("not long and not slow", "slow and not long")

KILLED = ("killed", "timeout")

COLUMNS = (*Mutant._fields, *Outcome._fields)


def read(path: Path) -> dict[Mutant, str]:
    """Read mutants and their fates."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {Mutant(row["path"], row["function"], row["change"], int(row["ordinal"])): row["fate"] for row in rows}


def write(path: Path, outcomes: Mapping[Mutant, Outcome]) -> None:
    """Write mutants and their outcomes."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((*mutant, *outcome) for mutant, outcome in outcomes.items())


def report(outcomes: Mapping[Mutant, Outcome], before: Mapping[Mutant, str]) -> Iterator[str]:
    """Yield survivors by module, then figures."""
    alive = {mutant: outcome for mutant, outcome in outcomes.items() if outcome.fate not in KILLED}
    lost = {mutant for mutant in alive if before.get(mutant) in KILLED}
    in_order = sorted(alive, key=lambda mutant: (mutant.path, alive[mutant].line))
    for path, group in groupby(in_order, key=lambda mutant: mutant.path):
        yield f"{path}:"
        for mutant in group:
            fate = alive[mutant].fate + (", killed before" if mutant in lost else "")
            yield f"  {alive[mutant].line} {mutant.function}: {mutant.change} ({fate})"
    yield f"{len(outcomes)} mutants: {len(outcomes) - len(alive)} killed, {len(alive)} alive"
    if before:
        yield f"{len(lost)} alive were killed before, {len(before) - len(outcomes)} no longer exist"


def main() -> None:
    """Try mutants, write their outcomes as they come, and print a report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", help="files or folders of tests (default: all)")
    parser.add_argument("--only", default="edgeasp", help="beginning of the paths of modules (default: %(default)s)")
    parser.add_argument("--number", type=int, default=600, help="number of mutants (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random choice (default: %(default)s)")
    parser.add_argument("--again", type=Path, help="output of an earlier run, whose mutants to try")
    parser.add_argument(
        "--seconds", type=float, default=60, help="limit for the tests of a mutant (default: %(default)s)"
    )
    parser.add_argument("--quick", action="store_true", help="leave out the slow tests")
    parser.add_argument("--root", type=Path, default=Path(), help="checkout (default: the current folder)")
    parser.add_argument("--output", type=Path, default=Path("build/mutants.csv"), help="(default: %(default)s)")
    asked = parser.parse_args()
    root = asked.root.resolve()
    before = read(asked.again) if asked.again else {}
    changes = mutants(root, asked.only, {mutant.path for mutant in before})
    chosen = list(before) or choose(changes, asked.number, asked.seed)
    outcomes: dict[Mutant, Outcome] = {}
    asked.output.parent.mkdir(parents=True, exist_ok=True)
    for speed in SPEEDS[:1] if asked.quick else SPEEDS:
        alive = (each for each in chosen if each not in outcomes or outcomes[each].fate not in KILLED)
        left = {mutant: changes[mutant] for mutant in alive if mutant in changes}
        for mutant, outcome in attempt(root, left, speed, asked.tests, asked.seconds):
            if outcome.fate != "unreached" or mutant not in outcomes:
                outcomes[mutant] = outcome
            write(asked.output, outcomes)
            print(outcome.fate, f"{mutant.path}:{outcome.line}", mutant.change, file=sys.stderr)  # noqa: T201
    for line in report(outcomes, before):
        print(line)  # noqa: T201


if __name__ == "__main__":
    main()
