"""Compare all ways to find boards with brute force, on small puzzles with what goes beyond the usual ones.

`python -m tests.tools.general --comparisons 10000` names the puzzles on which one of them differs; `--seed` has others.
"""

from __future__ import annotations

import argparse
import sys
from itertools import count

from tests.support.general import WAYS, compare, general, pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--comparisons", type=int, default=10_000, help="ways times puzzles")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first puzzles")
    options = parser.parse_args()
    compared, wrong = 0, 0
    for number in count(options.seed):
        for kinds in pairs():
            puzzle = general(f"{number} {'+'.join(kinds)}", kinds)
            differing = compare(puzzle)
            compared += len(WAYS) + 3
            for text in differing:
                wrong += 1
                sys.stdout.write(f"{number} {'+'.join(kinds)}: {puzzle}: {text}\n")
                sys.stdout.flush()
            if compared >= options.comparisons:
                sys.stdout.write(f"{compared:,} comparisons, {wrong} differ\n")
                raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
