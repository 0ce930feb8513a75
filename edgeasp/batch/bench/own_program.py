"""An encoding of a user as a solver that is measured: `program=mine.lp`, as `edgeasp solve --program` runs it."""

from __future__ import annotations

from dataclasses import dataclass

from edgeasp.batch.bench.edgeasp_solver import Edgeasp, EdgeaspRun
from edgeasp.encoding.own_rules import OwnRules
from edgeasp.formats.rules_file import read_rules
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.task import Task, make_task
from edgeasp.solvers.interface import Fingerprint, Solver, SolverRun

NAME = "program"


@dataclass(frozen=True)
class OwnProgram(Edgeasp):
    """A program that reads the facts of the class; its boards are checked like those of any other solver."""

    rules: OwnRules = OwnRules()

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """The solver named `program=FILE`; an `InputError` if the file cannot be read."""
        name, equals, path = text.partition("=")
        if name != NAME or not equals:
            return None
        # Boards that break conditions come out as well: they are for the checker to find.
        return cls(text, rules=OwnRules(read_rules(path), relaxed=True))

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """The one form there is."""
        return [(f"{NAME}=FILE", "an encoding of your own, by clingo with edgeasp's options")]

    def require(self) -> None:
        """Check that clingo is installed, and that the files are programs."""
        super().require()
        from edgeasp.solvers.clingo import syntax

        syntax.read(self.rules.files)

    def task(self, puzzle: Puzzle, clues: Solution) -> Task:
        """The task with the program in place of the encoding."""
        return make_task(puzzle, clues, own=self.rules)

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """The text of the program and clasp's options."""
        task = self.task(puzzle, Solution())
        return Fingerprint(task.name, task.rules().hash, self.words(), self.versions())

    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> SolverRun:
        """A search by the program."""
        return OwnProgramRun(self, puzzle, clues, every=every, seed=seed, seconds=seconds)


class OwnProgramRun(EdgeaspRun):
    """A session as a run, whose boards are still to be checked."""

    checked = False
