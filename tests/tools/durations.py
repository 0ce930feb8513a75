"""The tests that take longest: `python -m tests.tools.durations` measures all short ones and writes tests/slow.txt.

    python -m tests.tools.durations           # ten minutes of one core
    python -m tests.tools.durations run.log   # from the output of pytest with --durations=0 --durations-min=0.01

`make test` leaves out the functions in that file, one in five, which take three quarters of the time; `make test-slow`
runs them. Run this when `make test` takes more than two minutes.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

TESTS = Path(__file__).parents[1]
SLOW = TESTS / "slow.txt"

BUDGET = 100
"""Seconds of an idle core that the others may take, beside what comes before and what is too quick to be measured."""

MEASURE = ["-m", "not long", "-n", "1", "--durations=0", "--durations-min=0.01"]

_LINE = re.compile(r"^\s*([0-9.]+)s (?:call|setup|teardown)\s+(tests/test_transcripts\.py\S+|[^\s\[]+)", re.MULTILINE)
"""A function; a transcript counts by itself."""


def slowest(output: str, budget: float) -> list[str]:
    """The functions that have to go so that the others, from the quickest on, stay within a number of seconds."""
    took = defaultdict[str, float](float)
    for seconds, function in _LINE.findall(output):
        took[function] += float(seconds)
    slow, together = list[str](), 0.0
    for function, seconds in sorted(took.items(), key=lambda item: (item[1], item[0])):
        together += seconds
        if together > budget:
            slow.append(function)
    return sorted(slow)


def write(functions: Iterable[str]) -> None:
    """Write the file."""
    SLOW.write_text("".join(f"{function}\n" for function in functions), encoding="utf-8")


def main() -> None:
    """Measure, or read what was measured, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", nargs="?", help="what pytest has printed; all short tests are run if not given")
    parser.add_argument(
        "--seconds", type=float, default=BUDGET, help="that the others may take; %(default)s if not given"
    )
    asked = parser.parse_args()
    if asked.output is None:
        command = [sys.executable, "-m", "pytest", *MEASURE]
        output = subprocess.run(command, cwd=TESTS.parent, check=True, capture_output=True, text=True).stdout
    else:
        output = Path(asked.output).read_text(encoding="utf-8")
    slow = slowest(output, asked.seconds)
    write(slow)
    print(f"{SLOW}: {len(slow)} functions")  # noqa: T201


if __name__ == "__main__":
    main()
