"""Search options of clasp, as on its command line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from edgeasp.system.errors import OptionError

MOST_SEED = 2**32 - 1
"""Largest seed of clasp."""

MOST_THREADS = 64
"""Largest number of threads of clasp."""

CONFIGURATIONS = ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many")

_SWITCHES = "backprop berk-huang init-moms local-restarts nant restart-on-model sign-fix vsids-acids"
_OTHERS = (
    # Preprocessing.
    "eq eq-dfs learn-explicit sat-prepro trans-ext",
    # Decisions.
    "acyc-prop heuristic init-watches lookahead partial-check rand-freq rand-prob save-progress score-other score-res",
    "sign-def sign-def-disj update-mode vsids-progress",
    # Restarts.
    "block-restarts counter-restarts reset-restarts restarts shuffle",
    # Learning and forgetting.
    "contraction del-cfl del-estimate del-glue del-grow del-init del-max del-on-restart deletion forget-on-step loops",
    "otfs reverse-arcs strengthen update-act update-lbd",
    # Threads.
    "distribute global-restarts integrate share",
)
ALLOWED = frozenset(
    [f"--{no}{name}" for name in _SWITCHES.split() for no in ("", "no-")]
    + [f"--{name}" for names in _OTHERS for name in names.split()]
)
"""Full names of clasp options that do not change the set of answers."""

RESERVED = {
    "--configuration": "the configuration is an option of its own",
    "--parallel-mode": "the number of threads is an option of its own",
    "--seed": "the seed is an option of its own",
    "--solve-limit": "the conflict limit is an option of its own",
    "--models": "the number of solutions is an option of its own",
    "--enum-mode": "each answer has to be a solution",
    "--project": "each answer has to be a solution",
    "--stats": "edgeasp solve --stats --format json prints clasp's statistics",
    "--single-shot": "a search may run in slices",
}
"""Options of clasp that edgeasp sets itself, with reasons."""

GUIDED_OF_MANY = 14
"""Configurations in `many` that follow `#heuristic` statements. The next one does not learn."""

# Complete searches take 0.87 of the time of random signs, Vsids and geometric restarts: see "What was tried" in
# instances/results/README.md.
_AUTO = ("--configuration=frumpy", "--restarts=D,50,0.7", "--sign-def=pos")
# Without restarts, five boards of 8 x 8 to 10 x 10 take 0.8 of the time.
_OF_FIXED_ORDER = {"contraction": "40,decisionSeq", "restarts": "no"}
_OPTION = re.compile(r"(--[a-z-]+)(=[\w.,+=-]+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ClaspOptions:
    """Search options of clasp.

    Attributes:
        seed: seed of clasp's random numbers. With one thread, it determines the search.
        threads: number of parallel search threads.
        configuration: a configuration of clasp, or `auto` for the fastest on edge-matching puzzles.
        guided: whether clasp follows the `#heuristic` statements of the program.
        extra: further options from `ALLOWED`, written `--name=value`. They override options that `configuration` and
            `guided` imply.
    """

    seed: int = 1
    threads: int = 1
    configuration: str = "auto"
    guided: bool = False
    extra: tuple[str, ...] = ()

    @property
    def fixed_order_options(self) -> dict[str, str]:
        """Options that help only if the decision order is fixed.

        With a fixed order, a clause of hundreds of literals hardly ever prunes again, since the decisions that led to
        it already exclude the same assignments, and a restart only repeats these decisions.
        """
        if not self.guided or self.configuration != "auto":
            return {}
        chosen = {_option_name(option) for option in self.extra}
        return {name: value for name, value in _OF_FIXED_ORDER.items() if f"--{name}" not in chosen}

    def arguments(self) -> list[str]:
        """Return the command line for clasp.

        Raises:
            OptionError: an option of `extra` is not allowed, or clasp cannot guide that many threads.
        """
        names = {_option_name(option) for option in self.extra}
        if self.guided and self.configuration == "many" and self.threads > GUIDED_OF_MANY:
            raise OptionError(
                f"configuration 'many' follows the decision heuristic with up to {GUIDED_OF_MANY} threads: "
                "use fewer threads, or heuristic 'none'"
            )
        own = list(_AUTO) if self.configuration == "auto" else [f"--configuration={self.configuration}"]
        if self.guided or self.configuration == "auto":
            # Scores decay slowly in edgeasp's configuration. clasp's configurations have their own rates.
            decay = ",98" if self.configuration == "auto" else ""
            own.append(f"--heuristic={'Domain' if self.guided else 'Vsids'}{decay}")
        if self.threads > 1:
            own.append(f"--parallel-mode={self.threads}")
        # clasp accepts an option once.
        own = [option for option in own if option.partition("=")[0] not in names]
        return [*own, f"--seed={self.seed}", *self.extra]


def _option_name(option: str) -> str:
    """Return the name of an option in `extra`.

    Unlike clasp, this function accepts neither abbreviations nor values as separate words.

    Raises:
        OptionError: the option is not allowed, or not written in full.
    """
    match = _OPTION.fullmatch(option)
    name = match[1] if match else option.partition("=")[0]
    if match and name in ALLOWED:
        return name
    if name in RESERVED:
        raise OptionError(f"clasp's {name} cannot be set: {RESERVED[name]}")
    raise OptionError(
        "expected options of clasp on preprocessing, decisions, restarts and learning, written out as in "
        f"--restarts=no, found {option!a}: others may change the answers or the output"
    )
