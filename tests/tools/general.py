"""Compare all ways to find boards with brute force, on small puzzles with what goes beyond the usual ones.

`python -m tests.tools.general --comparisons 10000` names the puzzles on which one of them differs; `--seed` has others.
`--symmetries 5000` compares what counts up to rotation, on so many puzzles.
"""

from __future__ import annotations

import argparse
import sys
from itertools import count

from tests.support.general import WAYS, compare, compare_symmetries, general, pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--comparisons", type=int, default=10_000, help="ways times puzzles")
    parser.add_argument("--symmetries", type=int, help="puzzles of which boards are counted up to rotation, instead")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first puzzles")
    options = parser.parse_args()
    check, each = (compare_symmetries, 1) if options.symmetries else (compare, len(WAYS) + 3)
    wanted = options.symmetries or options.comparisons
    compared, wrong = 0, 0
    for number in count(options.seed):
        for kinds in pairs():
            puzzle = general(f"{number} {'+'.join(kinds)}", kinds)
            compared += each
            for text in check(puzzle):
                wrong += 1
                sys.stdout.write(f"{number} {'+'.join(kinds)}: {puzzle}: {text}\n")
                sys.stdout.flush()
            if compared >= wanted:
                sys.stdout.write(f"{compared:,} comparisons, {wrong} differ\n")
                raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
