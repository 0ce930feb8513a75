"""Solve facts and encoding as text with clingo's own API."""

from __future__ import annotations

from pathlib import Path

import clingo

import edgeasp
from edgeasp.encoding import facts

INSTANCES = Path(__file__).parents[1] / "instances"


def first_answer(program: str) -> list[edgeasp.Atom]:
    """Return the shown atoms of one answer, empty if unsatisfiable."""
    # With this option clasp follows the decision heuristic in the program.
    control = clingo.Control(["--heuristic=Domain"])
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            symbols = model.symbols(shown=True)
            return [edgeasp.Atom(each.name, tuple(term.number for term in each.arguments)) for each in symbols]
    return []


def main() -> None:
    """Solve a puzzle without edgeasp's own search."""
    instance = edgeasp.load(INSTANCES / "planted-6x6.puz")
    task = edgeasp.make_task(instance.puzzle, instance.clues)
    print("encoding:", task.encoding.description())
    atoms = first_answer(task.program())
    print("atoms:", ", ".join(sorted({atom.name for atom in atoms})))
    solution = facts.solution_from_atoms(atoms, instance.puzzle)
    report = edgeasp.check(instance.puzzle, solution, instance.clues)
    print(f"check: {report.matched} of {report.edges} edges match, solved: {report.solved}")


if __name__ == "__main__":
    main()
