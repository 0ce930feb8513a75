"""What a step of the search for best boards asks, by clingo itself from `asp/best/step.lp`."""

from __future__ import annotations

from pathlib import Path

import clingo

from edgeasp.puzzle.model import Side
from edgeasp.solvers.clingo.ground_program import Step

Filling = tuple[int, ...]

STEP, FEWEST = (
    (Path(__file__).parents[2] / "asp" / "best" / name).read_text(encoding="utf-8") for name in ("step.lp", "fewest.lp")
)


def as_facts(step: Step) -> str:
    """The step as facts, as `step.lp` lists them."""
    found = [f"most({step.most})."]
    found += [f"of({placement},{tile})." for placement, tile in enumerate(step.tiles)]
    found += [
        f"side({placement},{side:d},{sides[side]})." for placement, sides in enumerate(step.sides) for side in Side
    ]
    for square, candidates in enumerate(step.candidates):
        found.append(f"free({square}).")
        found += [f"candidate({placement},{square})." for placement in candidates]
    found += [f"link({one},{side:d},{other},{side.opposite:d})." for one, other, side in step.links]
    found += [f"known({square},{side:d},{colour})." for square, side, colour in step.known]
    return "\n".join(found) + "\n"


def by_clingo(step: Step, *, best: bool = False) -> set[Filling]:
    """The answers of `step.lp`; the best ones, with `fewest.lp`."""
    options = ["--models=0", "--warn=none", *["--opt-mode=optN"] * best]
    control = clingo.Control(options)
    control.add("base", [], as_facts(step) + STEP + FEWEST * best)
    control.ground([("base", [])])
    found = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            # Without a link or a known side there is nothing to minimise, and no cost.
            if best and model.cost and not model.optimality_proven:
                continue
            on = {atom.arguments[1].number: atom.arguments[0].number for atom in model.symbols(shown=True)}
            assert sorted(on) == list(range(len(step.candidates)))
            found.add(tuple(on[square] for square in sorted(on)))
    return found
