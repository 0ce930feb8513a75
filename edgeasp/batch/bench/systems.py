"""What is measured: edgeasp in any configuration, and peers. A text names a system, as a user writes it.

- `edgeasp`: as `edgeasp solve` without options
- `edgeasp:encoding=framed+redundant,threads=2`: with options; lists are joined by `+`
- `edgeasp:config=crafty,clasp=--restarts=no`: `clasp` comes last and takes all that follows
- `cadical195:heule-all`: a SAT solver and an encoding
- `cp-sat`: the constraint solver of OR-tools
- `row-scan`: compiled backtracking, row by row
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from edgeasp.encoding import render
from edgeasp.encoding.components import EncodingRequest, EncodingSpec
from edgeasp.puzzle.errors import EncodingError, OptionError
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.solvers.clingo.options import CONFIGURATIONS, Options
from edgeasp.solvers.sat.formula import ENCODINGS

OURS = "edgeasp"
CP = "cp-sat"
SAT = "sat"
SCAN = "row-scan"

SEARCHES = {
    OURS: "edgeasp.batch.bench.searches:edgeasp",
    CP: "edgeasp.batch.bench.searches:cp",
    SCAN: "edgeasp.batch.bench.searches:scan",
    SAT: "edgeasp.batch.bench.searches:sat",
}
"""Where the function is that a process calls to search, by kind of system: `module:function`."""

NEEDS = {OURS: (("clingo", "clingo"),), CP: (("ortools", "ortools"),), SAT: (("python-sat", "pysat"),)}
"""The packages that a kind of system takes: the name that is installed and the name that is imported."""

_REQUEST = ("encoding", "formulation", "redundant", "symmetry", "heuristic")
_OPTIONS = ("threads", "config", "clasp")
_USUAL = EncodingRequest()


@dataclass(frozen=True, slots=True)
class System:
    """A solver with its encoding and its options.

    Attributes:
        label: the text that names it, in the form in which every system has one name only.
        kind: a key of `SEARCHES`.
        solver: for a SAT solver its name.
        settings: what was asked for, by name; for a SAT solver the `encoding`.
    """

    label: str
    kind: str
    solver: str
    settings: dict[str, str]

    @property
    def threads(self) -> int:
        """How many threads search side by side; each gets a core."""
        return int(self.settings.get("threads", "1"))

    @property
    def request(self) -> EncodingRequest:
        """For edgeasp: what is asked of the encoding."""
        given = self.settings
        return EncodingRequest(
            given.get("encoding"),
            _names(given.get("redundant")),
            given.get("formulation", _USUAL.formulation),
            _names(given.get("symmetry")),
            given.get("heuristic", _USUAL.heuristic),
        )

    def options(self, seed: int) -> Options:
        """For edgeasp: how clasp searches."""
        extra = tuple(shlex.split(self.settings.get("clasp", "")))
        return Options(seed, self.threads, self.settings.get("config", "auto"), extra=extra)


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What a system is on a puzzle, so that results are not mixed up with those of another version of it."""

    encoding: str
    encoding_hash: str
    options: str
    versions: str


def parse_all(texts: Iterable[str]) -> list[System]:
    """The systems that texts name, several in one joined by commas; each once.

    Raises:
        OptionError: a text names none.
    """
    whole = "|".join(re.escape(name) for name in SEARCHES if name != SAT)
    split = re.compile(rf",(?=(?:{whole})(?:[:,]|$)|[a-z0-9-]+:(?:{'|'.join(ENCODINGS)})(?:,|$))")
    parts = [part.strip() for text in texts for part in split.split(re.sub(r"\s*,\s*", ",", text.strip()))]
    return list({system.label: system for system in map(parse, parts)}.values())


def parse(text: str) -> System:
    """The system that a text names.

    Raises:
        OptionError: it names none.
    """
    name, colon, rest = text.partition(":")
    if name == OURS:
        return _ours(rest)
    if rest in ENCODINGS and re.fullmatch("[a-z0-9-]+", name):
        return System(text, SAT, name, {"encoding": rest})
    if name in SEARCHES and name != SAT and not colon:
        return System(name, name, "", {})
    known = [name for name in SEARCHES if name != SAT]
    encodings = f"{', '.join(list(ENCODINGS)[:-1])} or {list(ENCODINGS)[-1]}"
    raise OptionError(
        f"expected a system ({', '.join(known)}, or SOLVER:ENCODING such as cadical195:heule-all, "
        f"with the encoding {encodings}), found {text!r}"
    )


def system_of(settings: dict[str, str]) -> System:
    """The system that edgeasp is with the settings of one that was parsed."""
    return System(OURS, OURS, "", settings)


def require(systems: Iterable[System], *, every: bool = False) -> None:
    """Make sure, before hours of measuring, that every system can run here.

    Args:
        systems: those that are to run.
        every: whether they are asked for all solutions, which other systems count, too.

    Raises:
        OptionError: a package is missing, clasp does not have an option, or a system leaves out solutions.
    """
    for system in systems:
        if every and {"board-rotations", "polarity"} & set(_names(system.settings.get("symmetry")) or ()):
            raise OptionError(
                f"the system {system.label}: the symmetries board-rotations and polarity leave out solutions that "
                "other systems count; they are for the task first"
            )
        for package, module in NEEDS.get(system.kind, ()):
            if find_spec(module) is None:
                raise OptionError(f"the system {system.label} needs {package}: pip install 'edgeasp[bench]'")
        try:
            _try_out(system)
        except OptionError as error:
            raise OptionError(f"the system {system.label}: {error}") from None


def _try_out(system: System) -> None:
    """Ask the solver whether it is there and has the options."""
    if system.kind == OURS:
        from edgeasp.solvers.clingo import Grounded

        Grounded("", system.options(1))
    elif system.kind == SAT:
        from edgeasp.solvers.sat.sat_search import search

        puzzle = Puzzle(2, 2, (Tile((0, 0, 1, 1)),) * 4)
        next(iter(search(puzzle, encoding=system.settings["encoding"], solver=system.solver)))
    elif system.kind == SCAN:
        from edgeasp.solvers.row_scan import compiled

        compiled()


def fingerprint(system: System, puzzle: Puzzle, seed: int) -> Fingerprint:
    """What a system is on a puzzle.

    Raises:
        EncodingError: the encoding makes no sense for the puzzle.
    """
    if system.kind == OURS:
        try:
            encoding = system.request.resolve(framed=puzzle.framed, signed=puzzle.signed)
        except EncodingError as error:
            raise EncodingError(f"the system {system.label}: {error}") from None
        if (puzzle.framed and not encoding.framed) or (puzzle.signed and not encoding.signed):
            raise EncodingError(f"the system {system.label} does not solve this puzzle, but a relaxation of it")
        # The seed and the threads have columns of their own.
        words = replace(system.options(seed), threads=1).arguments()
        options = " ".join(word for word in words if not word.startswith("--seed="))
        return Fingerprint(encoding.description(), _hash_of(encoding), options, _versions(OURS))
    if system.kind == SCAN and puzzle.signed:
        raise EncodingError(f"the system {system.label} does not solve this puzzle: it knows no signs")
    encoding_name = system.settings.get("encoding", system.label)
    return Fingerprint(encoding_name, _hash_of_peer(system.kind), system.solver, _versions(system.kind))


def _ours(rest: str) -> System:
    settings: dict[str, str] = {}
    plain, _, words = rest.partition("clasp=") if re.search(r"(^|,)clasp=", rest) else (rest, "", "")
    for part in filter(None, plain.split(",")):
        name, _, value = part.partition("=")
        if not value or name not in (*_REQUEST, *_OPTIONS):
            known = ", ".join(f"{each}=" for each in (*_REQUEST, *_OPTIONS))
            raise OptionError(f"expected an option of edgeasp ({known}), found {part!r}")
        settings[name] = value.strip()
    if words.strip():
        try:
            settings["clasp"] = shlex.join(shlex.split(words))
        except ValueError as error:
            raise OptionError(f"expected options of clasp, found {words!r} ({str(error).lower()})") from None
    if settings.get("config", "auto") not in CONFIGURATIONS:
        raise OptionError(f"expected config={', '.join(CONFIGURATIONS)}, found {settings['config']!r}")
    if not re.fullmatch("[1-9][0-9]?", settings.get("threads", "1")):
        raise OptionError(f"expected threads=1 to 99, found {settings['threads']!r}")
    usual = {"threads": "1", "config": "auto", "formulation": _USUAL.formulation, "heuristic": _USUAL.heuristic}
    settings = {
        name: settings[name] for name in (*_REQUEST, *_OPTIONS) if settings.get(name) not in (None, usual.get(name))
    }
    told = ",".join(f"{name}={value}" for name, value in settings.items())
    system = System(f"{OURS}:{told}" if told else OURS, OURS, "", settings)
    system.options(1).arguments()
    return system


def _names(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    return () if text == "none" else tuple(text.split("+"))


@cache
def _hash_of(encoding: EncodingSpec) -> str:
    return render.render(encoding, placements=True).hash


@cache
def _hash_of_peer(kind: str) -> str:
    """A hash of the modules that make a peer's model, in place of that of a program."""
    package = Path(__file__).parents[2]
    own = {CP: "solvers/cp.py", SAT: "solvers/sat/*.py", SCAN: "solvers/rowscan/*.*"}.get(kind)
    sources = [*sorted(package.glob(own)), package / "puzzle/layout.py", package / "solvers/peer.py"] if own else []
    data = b"".join(path.read_bytes() for path in sources)
    return hashlib.sha256(data).hexdigest()[:12]


@cache
def _versions(kind: str) -> str:
    import platform
    from importlib.metadata import version

    from edgeasp._version import __version__

    packages = [f"{package} {version(package)}" for package, _ in NEEDS.get(kind, ())]
    return ", ".join([f"edgeasp {__version__}", *packages, f"Python {platform.python_version()}"])
