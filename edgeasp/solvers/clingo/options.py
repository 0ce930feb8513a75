"""How clasp searches, as the options that it knows."""

from __future__ import annotations

from dataclasses import dataclass

from edgeasp.puzzle.errors import OptionError

CONFIGURATIONS = ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many")

TAKEN = {
    "--solve-limit": "conflicts have a limit of their own",
    "--models": "the number of solutions is asked for in another way",
    "-n": "the number of solutions is asked for in another way",
    "--enum-mode": "each answer has to be a solution",
    "--single-shot": "a search may come in slices",
}
"""Options of clasp that nobody can set, and why."""

GUIDED_OF_MANY = 14
"""How many of the configurations in `many` can follow `#heuristic` statements; the next one does not learn."""

_AUTO = ("--configuration=frumpy", "--restarts=D,50,0.7", "--sign-def=pos")


@dataclass(frozen=True, slots=True)
class Options:
    """How clasp searches.

    Attributes:
        seed: of clasp's random numbers; with one thread it determines the search.
        threads: how many search side by side.
        configuration: one of clasp's, or `auto`: what was fastest on edge-matching puzzles.
        guided: whether `#heuristic` statements of the program are followed.
        extra: more options, as clasp's command line has them; they overrule nothing above.
    """

    seed: int = 1
    threads: int = 1
    configuration: str = "auto"
    guided: bool = False
    extra: tuple[str, ...] = ()

    def arguments(self) -> list[str]:
        """The command line that clasp would get.

        Raises:
            OptionError: one of the further options is not free, or clasp cannot guide that many threads.
        """
        for option in self.extra:
            name = option.partition("=")[0]
            if name in TAKEN:
                raise OptionError(f"clasp's {name} cannot be set: {TAKEN[name]}")
        if self.guided and self.configuration == "many" and self.threads > GUIDED_OF_MANY:
            raise OptionError(
                f"configuration 'many' heeds search guidance with up to {GUIDED_OF_MANY} threads; "
                "with more, ask for heuristic 'none'"
            )
        own = list(_AUTO) if self.configuration == "auto" else [f"--configuration={self.configuration}"]
        if self.guided or self.configuration == "auto":
            # Scores decay slowly in our own configuration; clasp's have a rate of their own.
            decay = ",98" if self.configuration == "auto" else ""
            own.append(f"--heuristic={'Domain' if self.guided else 'Vsids'}{decay}")
        if self.threads > 1:
            own.append(f"--parallel-mode={self.threads}")
        # clasp takes an option once: what the user says stands in place of what would be said here.
        said = {option.partition("=")[0] for option in self.extra}
        own = [option for option in own if option.partition("=")[0] not in said]
        return [*own, f"--seed={self.seed}", *self.extra]
