"""Measured effect of each idea: the table of asp/README.md.

`make evidence` prints it in twenty minutes. The task is complete enumeration of planted framed boards with one corner
tile fixed, which varies less than the search for a first solution. Each idea runs right after the plain encoding on the
same board, and the two are compared as a pair, several times. The table has the medians over rounds of the geometric
means over boards. A ratio above 1 means that the idea makes it worse.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, replace
from math import exp, log
from statistics import median

from edgeasp.encoding import facts, render
from edgeasp.encoding.render import HEURISTICS, REDUNDANT, EncodingRequest
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, rotate_sides
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.clingo.options import ClaspOptions

RECIPES = [Recipe(size, size, inner, 3, seed) for size, inner in ((6, 7), (7, 10), (8, 15)) for seed in (101, 102, 103)]

PLAIN = EncodingRequest(heuristic="none")
"""Baseline: clasp's default heuristic, so that the effect does not depend on edgeasp's search order."""


@dataclass(frozen=True)
class Cost:
    """Cost of one enumeration."""

    seconds: float
    conflicts: int
    constraints: int
    solutions: int


def measure(puzzle: Puzzle, clue: Solution, request: EncodingRequest, seed: int) -> Cost:
    """Ground and enumerate, in processor time."""
    task = make_task(puzzle, clue, request)
    text = facts.write_facts(task.puzzle, task.clues) + render.render(task.encoding).text
    start = time.process_time()
    grounded = GroundProgram(text, ClaspOptions(seed, guided=task.encoding.heuristic != "none"))
    solutions = sum(1 for _ in grounded.answers(0))
    seconds = time.process_time() - start
    return Cost(seconds, grounded.statistics.conflicts or 0, grounded.measure_size().constraints, solutions)


def corner_clue(puzzle: Puzzle) -> Solution:
    """Place the first corner tile at the top left."""
    index, sides = next((i, tile.sides) for i, tile in enumerate(puzzle.tiles) if tile.sides.count(0) == 2)
    rot = next(rot for rot in range(4) if rotate_sides(sides, rot)[0] == rotate_sides(sides, rot)[3] == 0)
    return Solution((Placement(index, Square(0, 0), rot),))


def ratio(pairs: list[tuple[float, float]]) -> float:
    """Return the geometric mean of ratios.

    A small constant is added to both values, so that runs without conflicts count.
    """
    return exp(sum(log((one + 1e-9) / (other + 1e-9)) for one, other in pairs) / len(pairs))


def compare(name: str, request: EncodingRequest, plain: EncodingRequest, rounds: int) -> str:
    """Measure an idea, and format its row."""
    seconds, conflicts, sizes = [], [], []
    for seed in range(1, rounds + 1):
        pairs = []
        for recipe in RECIPES:
            puzzle = generate(recipe).puzzle
            clue = corner_clue(puzzle)
            base, cost = (measure(puzzle, clue, each, seed) for each in (plain, request))
            if base.solutions != cost.solutions:
                raise SystemExit(f"{name}: {cost.solutions} solutions instead of {base.solutions} on {recipe}")
            pairs.append((cost, base))
        seconds.append(ratio([(one.seconds, other.seconds) for one, other in pairs]))
        conflicts.append(ratio([(one.conflicts + 1, other.conflicts + 1) for one, other in pairs]))
        sizes.append(ratio([(one.constraints, other.constraints) for one, other in pairs]))
    spread = f"{min(seconds):.2f} to {max(seconds):.2f}"
    return f"| {name} | {median(seconds):.2f} ({spread}) | {median(conflicts):.2f} | {median(sizes):.2f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure what each idea does to complete enumeration.")
    parser.add_argument("--rounds", type=int, default=3, help="how often, each time with another seed")
    parser.add_argument("--only", help="measure this idea alone")
    arguments = parser.parse_args()
    rows = {"the plain encoding against itself": PLAIN}
    rows |= {idea.name: replace(PLAIN, variants="signed+redundant", redundant=(idea.name,)) for idea in REDUNDANT}
    rows |= {"all of these": replace(PLAIN, variants="signed+redundant", redundant=("all",))}
    others = [idea.name for idea in HEURISTICS if idea.name != PLAIN.heuristic]
    rows |= {f"heuristic {name}": replace(PLAIN, heuristic=name) for name in others}
    rows |= {"formulation heule": replace(PLAIN, formulation="heule")}
    print("| component | time, as a ratio (least to most) | conflicts | constraints |\n|---|---|---|---|")
    for name, request in rows.items():
        if arguments.only in (None, name):
            print(compare(name, request, PLAIN, arguments.rounds), flush=True)


if __name__ == "__main__":
    main()
