"""Cost of explanations by size.

`python -m studies.explanations` prints the table of the results: for a hundred boards with one misplaced clue each, and
a hundred partial boards with five wrong tiles.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from edgeasp.generate import generate, resolve_preset
from edgeasp.puzzle.clues import GivenClue
from edgeasp.puzzle.model import Placement, Solution
from edgeasp.search.explain import Explainer
from edgeasp.search.hints import Hinter
from tests.search.explain.test_explainer import misplaced

BOARDS = 100
SIZES = range(4, 11)


def preset(size: int) -> str:
    """Return the preset of a size.

    Smaller boards have the hardest numbers of colours, larger ones have to be searched in seconds.
    """
    return "hardest" if size < 7 else "easy"


def clash(seed: int, size: int) -> tuple[float, int]:
    """Find a minimal set of conflicting clues.

    Returns:
        Processor seconds and conflicts.
    """
    puzzle, placements = misplaced(seed, size, preset(size))
    explainer = Explainer(puzzle, [GivenClue(each, "x", line) for line, each in enumerate(placements)])
    start = time.process_time()
    explainer.run()
    return time.process_time() - start, explainer.explanation().conflicts


def mend(seed: int, size: int) -> tuple[float, int]:
    """Find the fewest tiles to remove, with five wrong ones.

    Returns:
        Processor seconds and conflicts.
    """
    rng = random.Random(f"mend {seed}")
    planted = generate(replace(resolve_preset(preset(size), (size, size)), seed=seed))
    assert planted.solution is not None
    laid = rng.sample(list(planted.solution), 3 * size * size // 5)
    inside = [each for each in laid if not planted.puzzle.grid.outer_sides(each.square)]
    wrong = rng.sample(inside, min(5, len(inside)))
    moved = [
        Placement(each.tile, there.square, rng.randrange(4))
        for each, there in zip(wrong, [*wrong[1:], *wrong[:1]], strict=True)
    ]
    hinter = Hinter(planted.puzzle, Solution((*(each for each in laid if each not in wrong), *moved)))
    start = time.process_time()
    hinter.run()
    return time.process_time() - start, hinter.hint().conflicts


def row(name: str, runs: Sequence[tuple[float, int]]) -> str:
    """Format a row of the table."""
    seconds, conflicts = zip(*runs, strict=True)
    return f"| {name} | {len(runs)} | {median(seconds):.2f} | {max(seconds):.2f} | {median(conflicts):,.0f} |"


def main() -> None:
    """Print both tables."""
    for title, measure in (("one clue misplaced", clash), ("five tiles wrong", mend)):
        sys.stdout.write(
            f"\n| {title} | Boards | Median s | Longest s | Conflicts |\n| --- | --: | --: | --: | --: |\n"
        )
        for size in SIZES:
            seeds = range(100, 100 + BOARDS)
            runs = [measure(seed, size) for seed in seeds if SIZES.start + seed % len(SIZES) == size]
            sys.stdout.write(row(f"{size} x {size}, {preset(size)}", runs) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
