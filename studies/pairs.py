"""Processor seconds of the same calls in two checkouts.

`python -m studies.pairs ../before` shows the cost of a change that should cost nothing. The checkouts take turns, and
the table has medians of both, and of the ratios pair by pair. With `--instructions`, valgrind counts instructions once
each, which is more reliable on a machine that others use. Each checkout has a cache of its own, which an unmeasured
call fills first. Otherwise each would evict the rendered rules of the other.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

HERE = Path(__file__).parents[1]
CALLS = {
    "solve, 10 x 10": "solve instances/planted-10x10.puz -o {out}",
    "count, 5 x 3 without a frame": "solve instances/planted-5x3-unframed.puz --count",
    "all, 4 x 4": "solve instances/planted-4x4.puz -n 0 -o {boards}",
    "unique, 5 x 5": "solve instances/planted-5x5.puz --unique",
    "solve, 16 x 16": "solve instances/planted-16x16.puz -o {out}",
    "count, 6 x 6": "solve instances/planted-6x6.puz --count",
    "best, 4 x 4": "best instances/random-4x4.puz -o {out}",
    "ground, 8 x 8": "ground instances/planted-8x8.puz",
}
_COUNT = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the other checkout")
    parser.add_argument("-n", type=int, default=15, help="pairs of each call")
    parser.add_argument("--instructions", action="store_true", help="count instructions, in millions")
    asked = parser.parse_args()
    caches = tempfile.TemporaryDirectory()
    os.environ["XDG_CACHE_HOME"] = caches.name
    print("| call | before | now | ratio |\n| --- | --: | --: | --: |")
    for name, call in CALLS.items():
        for checkout in (asked.before.resolve(), HERE):
            cost(checkout, call, instructions=False)
        pairs = []
        for number in range(1 if asked.instructions else asked.n):
            order = (asked.before.resolve(), HERE)
            spent = {
                each: cost(each, call, instructions=asked.instructions)
                for each in (order if number % 2 else order[::-1])
            }
            pairs.append([spent[each] for each in order])
        before, now = (median(each) for each in zip(*pairs, strict=True))
        ratio = median(now / before for before, now in pairs)
        print(f"| {name} | {before:.2f} | {now:.2f} | {ratio:.3f} |", flush=True)


def cost(checkout: Path, call: str, *, instructions: bool) -> float:
    """Measure a call.

    Returns:
        Its processor seconds, or its instructions in millions.
    """
    with tempfile.TemporaryDirectory() as folder:
        arguments = call.format(out=f"{folder}/out.sol", boards=f"{folder}/boards").split()
        words = [sys.executable, "-m", "edgeasp", *arguments]
        cache = f"{os.environ['XDG_CACHE_HOME']}{checkout}"
        environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0", "XDG_CACHE_HOME": cache}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        prefix = _COUNT if instructions else ()
        done = subprocess.run(
            [*prefix, *words], cwd=checkout, env=environment, capture_output=True, text=True, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if instructions:
        return int(re.findall(r"I\s+refs:\s+([\d,]+)", done.stderr)[0].replace(",", "")) / 1e6
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    main()
