"""Programs of the encodings, for a complete board or part of it.

The files in `asp/` are ASP with Jinja2 line statements after `%:`, which clingo reads as comments. These statements
only wrap groups of rules in filters, which keep, drop or relax the rules, or turn them into checks of an answer.
Features of a puzzle come from facts, never from a template variable. `_program_files` selects the files of a program.

If no filter would change a rule, Jinja2 is not imported, because the import takes a fifth of the time in which `solve`
solves a small puzzle.

The HTML page for playing embeds the rules as plain text. The page adds the facts of the puzzle, the tiles on the board
as `clue/4` or `laid/4`, and the query. So no template engine is needed, and no rule is written twice.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property
from itertools import count, product
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from edgeasp.encoding.facts import Atom
from edgeasp.puzzle import features
from edgeasp.puzzle.model import Puzzle, Side, Square, degrees
from edgeasp.system.errors import EncodingError
from edgeasp.system.limits import FOREVER, Deadline

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context

    from edgeasp.puzzle.candidates import Candidate


# ---- the components of encodings ----

Formulation = Literal["halves", "heule"]
Heuristic = Literal["none", "outward"]


# Named tuples, since defining a frozen dataclass takes half a millisecond at each start.
class Component(NamedTuple):
    """Part of an encoding that a user can select.

    Attributes:
        name: name on the command line, and of its file.
        meaning: what it does, for help and error messages.
        needs: the variants that it depends on: `framed`, `signed`.
        default: whether it is selected by default. A redundant constraint is selected only in the variant `redundant`.
        counts: whether it counts all tiles and sides, so that it cannot be used with spare tiles.
    """

    name: str
    meaning: str
    needs: frozenset[str] = frozenset()
    default: bool = False
    counts: bool = False


VARIANTS = (
    Component("decision", "the class as published: adjacent sides have the same colour; no frame, no signs"),
    Component("framed", "the boundary condition; tiles are placed only where their frame sides fit"),
    Component("signed", "the sign condition; signs may be given for all tiles, for some or for none"),
    Component("redundant", "implied constraints, each with a name of its own"),
)

FORMULATIONS = (
    Component("halves", "placements with rotation; one colour atom per half-diamond", default=True),
    Component("heule", "placements without rotation; colours on diamonds (Heule 2008)"),
)

REDUNDANT = (
    Component("forbidden-colours", "a tile excludes all other colours from the diamonds around it"),
    Component("colour-supply", "each colour has one diamond for each pair of its sides", default=True, counts=True),
    Component(
        "sign-colours",
        "half of the sides of a colour are on plus tiles",
        frozenset({"framed", "signed"}),
        default=True,
        counts=True,
    ),
    Component(
        "sign-kinds",
        "the numbers of plus tiles among corners, sides and centre follow from the squares",
        frozenset({"framed", "signed"}),
        default=True,
        counts=True,
    ),
    Component(
        "seam-balance",
        "the colours between ring and interior are the colours of the ring's inward sides",
        frozenset({"framed"}),
        default=True,
        counts=True,
    ),
    Component(
        "ring-balance",
        "in the ring, each colour is on as many clockwise as counter-clockwise sides",
        frozenset({"framed"}),
        default=True,
        counts=True,
    ),
)

SYMMETRY = (
    Component("tile-rotations", "keep one of the rotations in which a tile shows the same sides", default=True),
    Component("identical-tiles", "place identical tiles in the order of their numbers", default=True),
    Component("board-rotations", "keep one of the solutions that are rotations of each other"),
    Component(
        "polarity",
        "keep one of the two checkerboards of signs, if a rotation of the board swaps them",
        frozenset({"signed"}),
    ),
)

HEURISTICS = (
    Component("none", "the default heuristic of the solver"),
    Component("outward", "decide diamonds first, starting at the clues or at a corner", default=True),
)


class EncodingSpec(NamedTuple):
    """Components of an encoding, listed in the order of their tables.

    `EncodingRequest.resolve` selects the components. The rules derive everything else from the facts of a puzzle.

    Attributes:
        framed: whether the boundary condition applies, with the frame colour.
        signed: whether the sign condition applies.
        redundant: names from `REDUNDANT`.
        formulation: how the rules state matching, from `FORMULATIONS`.
        symmetry: names from `SYMMETRY`.
        heuristic: the decision heuristic, from `HEURISTICS`.
        rim: whether the boundary condition applies without a frame.
        backs: whether tiles may be flipped, or placed in some rotations only.
        beyond: whether colours may match several colours, or the board may have holes.
    """

    framed: bool = False
    signed: bool = False
    redundant: tuple[str, ...] = ()
    formulation: Formulation = "halves"
    symmetry: tuple[str, ...] = ("tile-rotations", "identical-tiles")
    heuristic: Heuristic = "outward"
    rim: bool = False
    backs: bool = True
    beyond: bool = True

    @property
    def bounded(self) -> bool:
        """Whether the boundary restricts colours."""
        return self.framed or self.rim

    @property
    def name(self) -> str:
        """Variants joined by `+`, as on the command line."""
        base = "framed" if self.framed else "decision"
        return "+".join([base, *(["signed"] if self.signed else []), *(["redundant"] if self.redundant else [])])

    def description(self) -> str:
        """List all components on one line."""
        parts = [self.name, f"formulation {self.formulation}"]
        if self.redundant:
            parts.append(f"redundant {','.join(self.redundant)}")
        parts.append(f"symmetry {','.join(self.symmetry) or 'none'}")
        parts.append(f"heuristic {self.heuristic}")
        return "; ".join(parts)


def split_names(text: str) -> tuple[str, ...]:
    """Split names at commas. `none` means an empty tuple."""
    return () if text == "none" else tuple(name.strip() for name in text.split(","))


@dataclass(frozen=True, slots=True)
class EncodingRequest:
    """Components that a user selects, before the puzzle is known.

    >>> request = edgeasp.EncodingRequest("decision", heuristic="none")
    >>> next(edgeasp.solve(edgeasp.load("instances/golden.lp"), encoding=request))
    Solution(4 placements)

    Attributes:
        variants: names from `VARIANTS`, joined by `+`. None for the variants that the puzzle needs.
        redundant: names from `REDUNDANT`, or `all`, as a tuple or joined by `,`. None for the defaults if `redundant`
            is among the variants, and otherwise for no redundant constraints.
        formulation: name from `FORMULATIONS`.
        symmetry: names from `SYMMETRY`, as a tuple or joined by `,`. `none` for no names, None for the defaults.
        heuristic: name from `HEURISTICS`.
    """

    variants: str | None = None
    redundant: tuple[str, ...] | None = None
    formulation: str = "halves"
    symmetry: tuple[str, ...] | None = None
    heuristic: str = "outward"

    def __post_init__(self) -> None:
        for name in ("redundant", "symmetry"):
            if isinstance(text := getattr(self, name), str):
                object.__setattr__(self, name, split_names(text))

    def fitting(self, puzzle: Puzzle) -> EncodingSpec:
        """Select the encoding for a puzzle.

        Raises:
            EncodingError: the components cannot be combined (see `resolve`), the puzzle has an unsupported feature, or
                a symmetry rotates the board although tiles may not be rotated.
        """
        features.require_support("encoding", puzzle)
        # These symmetries drop a board for its rotation, which is not a board if the puzzle may not be rotated.
        for name in () if puzzle.turns_freely else self.symmetry or ():
            if name in ("board-rotations", "polarity"):
                needed = "a rectangle, with the frame on all sides" if puzzle.turning else "tiles that may be turned"
                needed = needed if puzzle.regular else "tiles that may be turned in all ways, and not over"
                raise EncodingError(f"symmetry {name!r} needs {needed}: it uses rotations of the board")
        whole = puzzle.grid.whole and puzzle.paired and not (puzzle.rim or puzzle.flipping)
        encoding = self.resolve(framed=puzzle.framed, signed=puzzle.signed, whole=whole and puzzle.complete)
        # An encoding without the frame also ignores all other boundary colours.
        rim = any(colours for _, colours in puzzle.rim) and not puzzle.framed
        return encoding._replace(rim=rim, backs=not puzzle.regular, beyond=puzzle.several or bool(puzzle.holes))

    def resolve(self, *, framed: bool, signed: bool, whole: bool = True) -> EncodingSpec:
        """Select the components for all puzzles with given features.

        Args:
            framed: whether the puzzle has a frame.
            signed: whether the puzzle has signs.
            whole: whether components that count all tiles and sides can be used.

        Raises:
            EncodingError: a name is unknown, or components exclude each other.
        """
        if not isinstance(self.variants, str | None):
            raise EncodingError(f"expected names joined by '+', such as 'framed+signed', found {self.variants!r}")
        variants = [] if self.variants is None else self.variants.split("+")
        _require_known("encoding", variants, VARIANTS)
        if {"decision", "framed"} <= set(variants):
            raise EncodingError("'decision' and 'framed' exclude each other: the class as published has no frame")
        if "framed" in variants and not framed:
            reason = "none of its sides has the colour of the frame, which is 0 if none is named"
            raise EncodingError(f"'framed' needs a puzzle with a frame: {reason}")
        # Unless a variant names conditions, the conditions follow from the puzzle.
        named = {"decision", "framed", "signed"} & set(variants)
        with_frame = framed and "decision" not in variants
        with_signs = "signed" in variants or (signed and not named)
        features = {*(["framed"] if with_frame else []), *(["signed"] if with_signs else [])}
        redundant = _select_redundant(self.redundant, "redundant" in variants, features, whole=whole)
        usual = tuple(component.name for component in SYMMETRY if component.default)
        symmetry = _order_names("symmetry", usual if self.symmetry is None else self.symmetry, SYMMETRY, features)
        [formulation] = _order_names("formulation", [self.formulation], FORMULATIONS, features)
        [heuristic] = _order_names("heuristic", [self.heuristic], HEURISTICS, features)
        if formulation == "heule" and "tile-rotations" not in symmetry:
            raise EncodingError(
                "formulation heule needs symmetry 'tile-rotations': it derives rotations from the colours around a tile"
            )
        if {"board-rotations", "polarity"} <= set(symmetry):
            raise EncodingError(
                "symmetry 'board-rotations' and 'polarity' exclude each other: both use rotations of the board"
            )
        return EncodingSpec(with_frame, with_signs, redundant, formulation, symmetry, heuristic)  # type: ignore[arg-type]


def _select_redundant(
    names: tuple[str, ...] | None, variant: bool, features: set[str], *, whole: bool = True
) -> tuple[str, ...]:
    """Select redundant constraints by name, or the defaults."""
    if names is None and not variant:
        return ()
    if names is None or list(names) == ["all"]:
        fitting = [component for component in REDUNDANT if whole or not component.counts]
        applicable = [component for component in fitting if component.needs <= features]
        return tuple(component.name for component in applicable if component.default or names is not None)
    for component in REDUNDANT:
        if component.name in names and component.counts and not whole:
            here = "for a rectangle without spare or two-sided tiles, where each colour matches one colour"
            raise EncodingError(f"redundant '{component.name}' is {here}: {component.meaning}")
    return _order_names("redundant", names, REDUNDANT, features)


def _order_names(kind: str, names: Iterable[str], table: tuple[Component, ...], features: set[str]) -> tuple[str, ...]:
    """Order names as in the table, and check their needs.

    Args:
        kind: what the names are called in messages, such as `symmetry`.
        names: the selected names.
        table: the components that exist.
        features: `framed` and `signed`, or only the variants that the encoding includes.

    Raises:
        EncodingError: a name is unknown, or a component needs a variant that is not included.
    """
    names = list(names)
    _require_known(kind, names, table)
    for component in table:
        missing = sorted(component.needs - features)
        if component.name in names and missing:
            raise EncodingError(
                f"{kind} '{component.name}' needs the encoding {'+'.join(missing)}: {component.meaning}"
            )
    return tuple(component.name for component in table if component.name in names)


def _require_known(kind: str, names: Iterable[str], table: tuple[Component, ...]) -> None:
    known = [component.name for component in table]
    for name in names:
        if name not in known:
            raise EncodingError(f"expected {kind} {', '.join(known[:-1])} or {known[-1]}, found {name!r}")


# ---- rules as ASP text, rendered from the templates in `asp/` ----


class Program(NamedTuple):
    """Text of an encoding, and its hash."""

    text: str

    @property
    def hash(self) -> str:
        """First 12 hexadecimal digits of the text's SHA-256."""
        from hashlib import sha256  # it loads OpenSSL

        return sha256(self.text.encode()).hexdigest()[:12]


def templates_folder() -> Path:
    """Find the templates, inside the package or next to it."""
    package = Path(__file__).parents[1]
    inside = package / "asp"
    return inside if inside.is_dir() else package.parent / "asp"


_INCLUDES = re.compile(r"\n% For clingo alone: .*\n(?:#include .*\n)+")


@cache
def read_rules(name: str) -> str:
    """Return the rules of a file, such as `narrow/region.lp`, unrendered.

    Lines that include other files are removed, since only a stand-alone clingo needs them.
    """
    return _INCLUDES.sub("", (templates_folder() / name).read_text(encoding="utf-8"))


def render(
    encoding: EncodingSpec,
    drop: Collection[str] = (),
    *,
    placements: bool = False,
    added: bool = False,
    narrowed: bool = False,
) -> Program:
    """Render the program of an encoding.

    Args:
        encoding: the choice of rules.
        drop: names of rules to leave out (`adjoining`, `diamond`, ...), for experiments.
        placements: show `place/4`, if the formulation has it, instead of `chosenTile/3` and `chosenRotation/3`. This
            grounds faster, and `facts.expand_placements` converts an answer.
        added: derive `chosenTile/3` and `chosenRotation/3`, so that added rules can use them. The formulation has to be
            `halves`.
        narrowed: restrict candidates to the facts of `domain_facts`.
    """
    return _render_once(encoding, frozenset(drop), placements, added, narrowed)


@cache
def _render_once(
    encoding: EncodingSpec, drop: frozenset[str], placements: bool, added: bool, narrowed: bool
) -> Program:
    modes = dict.fromkeys(drop, RuleMode.DROPPED)
    return _render_files(encoding, modes, placements=placements, added=added, narrowed=narrowed)


def render_violations(encoding: EncodingSpec) -> Program:
    """Render the program that checks an answer.

    The answer is added as facts `chosenTile/3` and `chosenRotation/3`. Every rule that states a condition on solutions
    derives `violated(name(...))` for each violation by the answer.
    """
    return _render_files(_conditions_only(encoding), dict.fromkeys(CONDITIONS, RuleMode.VIOLATED), examines=True)


def render_relaxed(encoding: EncodingSpec, *, soft: Collection[str] = (), guarded: Collection[str] = ()) -> Program:
    """Render the program with some conditions relaxed.

    The program shows `place/4`. A soft condition may be violated: each violation derives `mismatch(name(...))`, and the
    program minimises their number. A guarded condition holds if the atom `active(name(...))` is true. That atom is a
    free choice, so that an assumption can switch the condition on. Rules that follow from the conditions, and rules
    that break symmetries, are left out. The decision heuristic of the encoding stays.

    Args:
        encoding: the choice of rules, with the formulation `halves`.
        soft: names from `RELAXABLE`.
        guarded: names from `RELAXABLE`.
    """
    modes = dict.fromkeys(soft, RuleMode.SOFT) | dict.fromkeys(guarded, RuleMode.GUARDED)
    if not set(modes) <= set(RELAXABLE):
        raise ValueError(f"expected conditions among {', '.join(RELAXABLE)}, found {', '.join(modes)}")
    return _render_files(_conditions_only(encoding)._replace(heuristic=encoding.heuristic), modes, placements=True)


def render_block(encoding: EncodingSpec) -> str:
    """Render the program that fills a block of squares.

    Facts `asked/2` name the squares to fill, and facts `laid/4` the placed tiles. All other squares stay empty.
    """
    names = (*_board_files(encoding), "symmetry/tile-rotations", "table/free", "narrow/region")
    return "\n\n".join(read_rules(f"{name}.lp").strip("\n") for name in names) + "\n"


def _board_files(encoding: EncodingSpec, *, anywhere: bool = False) -> Iterator[str]:
    """Yield the files that define squares and candidates.

    With `anywhere`, the boundary condition does not restrict candidates.
    """
    yield from ("input", "rotation", *(["backs"] if encoding.backs else []), "board", "matching")
    if encoding.bounded:
        yield "boundary"
    yield "base/framed" if encoding.bounded and not anywhere else "base/decision"


def _conditions_only(encoding: EncodingSpec) -> EncodingSpec:
    """Drop the components that only help the search."""
    return encoding._replace(redundant=(), formulation="halves", symmetry=("tile-rotations",), heuristic="none")


class RuleMode(Enum):
    """Mode in which a named block of rules is rendered (see asp/README.md)."""

    STATED = "as they stand"
    DROPPED = "left out"
    VIOLATED = "with the head violated(name)"
    SOFT = "with the head mismatch(name), as few as possible"
    GUARDED = "under the condition active(name), which may be assumed"


CONDITIONS = ("tile", "square", "adjoining", "boundary", "sign", "clue")
"""Names of the conditions of a solution, as in the checker."""

RELAXABLE = ("adjoining", "boundary", "sign", "clue")
"""Conditions that can be soft or guarded. Without the other two, an answer would not be a board."""


def _render_files(
    encoding: EncodingSpec,
    modes: Mapping[str, RuleMode],
    *,
    examines: bool = False,
    placements: bool = False,
    added: bool = False,
    narrowed: bool = False,
) -> Program:
    relaxed = {name for name, mode in modes.items() if mode in (RuleMode.SOFT, RuleMode.GUARDED)}
    files = _program_files(encoding, relaxed, examines=examines, added=added, narrowed=narrowed)
    if modes:
        environment = _template_environment()
        values = {"named": examines, "modes": modes, "relaxed": relaxed}
        rules = [environment.get_template(f"{name}.lp").render(values) for name in files]
    else:
        # Without filters the rules are plain text. Importing Jinja2 and compiling the templates takes 55 ms.
        rules = [re.sub(r"^%:.*\s*\n", "", read_rules(f"{name}.lp"), flags=re.MULTILINE) for name in files]
    # Only `halves` has `place/4`.
    if relaxed or (placements and encoding.formulation == "halves"):
        rules.append(_SHOW_PLACEMENTS)
    elif encoding.formulation == "halves" and not examines:
        rules.append(read_rules("output.lp"))
    head = "% Edge matching, an encoding by edgeasp.\n% " + encoding.description() + "\n"
    return Program(head + re.sub(r"\n*(?=% ---- )", "\n\n", "".join(rules).lstrip("\n")).removeprefix("\n"))


# Measured under "what was tried" in instances/results/README.md.
_SHOW_PLACEMENTS = """\
% A placement is a tile with its rotation; showing it takes a quarter less time to ground.
#show place/4.
"""


def _program_files(
    encoding: EncodingSpec, relaxed: Collection[str], *, examines: bool, added: bool, narrowed: bool
) -> Iterator[str]:
    """Yield the files of a program, in order, without `#show`."""
    yield from _board_files(encoding, anywhere="boundary" in relaxed)
    yield "clues"
    if narrowed:
        yield "narrow/candidates"
    if examines:
        yield "given"
    yield f"formulation/{encoding.formulation}"
    if encoding.beyond and encoding.formulation == "halves":
        yield "formulation/beyond"
    if encoding.signed:
        yield "signs"
    if examines or relaxed:
        yield "conditions"
    yield from (f"redundant/{name}" for name in encoding.redundant)
    yield from (f"symmetry/{name}" for name in encoding.symmetry)
    if encoding.heuristic != "none":
        yield f"heuristic/{encoding.heuristic}"
    if added:
        yield "added"


def _render_condition(
    context: Context, rules: str, name: str, over: str = "", where: str = "", *, stated: bool = True
) -> str:
    """Render a block that states a condition.

    Args:
        context: the variables of the template.
        rules: the block: comments and constraints.
        name: the name of the condition with its place, such as `adjoining(X,Y,S)`.
        over: the body that binds the variables of `name`, needed only if the condition can be guarded.
        where: additional literals of the body if the condition is checked against an answer.
        stated: whether a search needs the constraints.
    """
    match context["modes"].get(name.partition("(")[0], RuleMode.STATED):
        case RuleMode.STATED:
            return rules if stated else ""
        case RuleMode.VIOLATED:
            return _add_head(rules, f"violated({name})", body_suffix=f"; {where}" if where else "")
        case RuleMode.SOFT:
            return _add_head(rules, f"mismatch({name})") + f":~ mismatch({name}). [1,{name}]\n"
        case RuleMode.GUARDED:
            return f"{{ active({name}) : {over} }}.\n" + _add_head(rules, "", f" active({name}),")
        case _:
            return ""


def _add_head(rules: str, head: str, body_prefix: str = "", body_suffix: str = "") -> str:
    """Add a head and conditions to each constraint."""
    with_head = f"{head} :-{body_prefix}".lstrip() + r"\1" + f"{body_suffix}."
    return re.sub(r"^:-(.*)\.$", with_head, rules, flags=re.MULTILINE)


def _render_implied(context: Context, rules: str, name: str) -> str:
    """Render a block of redundant rules.

    The block is dropped if conditions are relaxed, since its rules may then no longer be implied. It is also dropped if
    an answer is checked, since only conditions can be violated.
    """
    dropped = context["named"] or (context["relaxed"] and name != "diamond")
    return "" if dropped or context["modes"].get(name) is RuleMode.DROPPED else rules


def _render_choice(context: Context, rules: str) -> str:
    """Render a choice block, unless an answer is checked."""
    return "" if context["named"] else rules


def _render_hard(context: Context, rules: str, name: str) -> str:
    """Render a restriction of candidates, unless its condition is relaxed."""
    return "" if name in context["relaxed"] else rules


@cache
def _template_environment() -> Environment:
    """Create the Jinja2 environment, cached with its compiled templates."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined, pass_context

    environment = Environment(
        loader=FunctionLoader(read_rules),
        undefined=StrictUndefined,
        line_statement_prefix="%:",
        # The default delimiters of Jinja2 occur in ASP.
        block_start_string="<?",
        block_end_string="?>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters.update(named=pass_context(_render_condition), implied=pass_context(_render_implied))
    environment.filters.update(searched=pass_context(_render_choice), hard=pass_context(_render_hard))
    return environment


@cache
def page_programs() -> dict[str, dict[str, str]]:
    """Return the programs that a page embeds, by encoding.

    Boards with boundary colours but no frame use the programs of framed boards. Each encoding has these programs:

    - whole: the output of `edgeasp encode`. Solutions that differ only in identical tiles count as one.
    - open: the output of `edgeasp encode --symmetry tile-rotations --heuristic none`. Any placement can be queried.
    - block: fills some squares, and leaves the rest of the board empty.
    - square: added to `open`, finds the tiles that are possible on squares.
    - mend: added to `open`, finds how many placed tiles can stay.
    - subsets: chooses the set of tiles to query next.
    """
    rules = {}
    plain = EncodingRequest(symmetry=("tile-rotations",), heuristic="none")
    for framed, signed in product((False, True), repeat=2):
        whole, open_ = (request.resolve(framed=framed, signed=signed) for request in (EncodingRequest(), plain))
        rules[whole.name] = {
            "whole": render(whole).text,
            "open": render(open_).text,
            "block": render_block(whole),
            "square": read_rules("table/square.lp"),
            "mend": read_rules("table/mend.lp"),
            "subsets": read_rules("explain/subsets.lp"),
        }
    return rules


# ---- filtering the domains of a region with `asp/narrow/region.lp`, and the filtered domains as facts ----


# A 16 x 16 board has 157,000 placements. Filtering domains before grounding makes 20 x 20 take 3 s instead of 8 s.
@dataclass(frozen=True)
class Region:
    """Squares to fill from their candidates so that sides match.

    Attributes:
        candidates: the candidates of each square. A guided search decides squares in this order.
        guided: whether the search is guided.
        deadline: the time limit, checked between squares.
    """

    candidates: dict[Square, tuple[Candidate, ...]]
    guided: bool = False
    deadline: Deadline = field(default=FOREVER, repr=False)

    @property
    def size(self) -> int:
        """Number of candidates on all squares."""
        return sum(map(len, self.candidates.values()))

    @cached_property
    def _placement_numbers(self) -> dict[Candidate, int]:
        numbers: dict[Candidate, int] = {}
        # Squares with the same boundary sides share a tuple of candidates, which is visited once.
        for candidates in {id(pool): pool for pool in self.candidates.values()}.values():
            self.deadline.check()
            for placement in candidates:
                numbers.setdefault(placement, len(numbers))
        return numbers

    @cached_property
    def _square_numbers(self) -> dict[Square, int]:
        return {square: number for number, square in enumerate(self.candidates)}

    def program_text(self) -> str:
        """Return the region's facts, followed by the rules."""
        return "\n".join([*self._facts(), read_rules("narrow/region.lp")])

    def _facts(self) -> Iterator[str]:
        from edgeasp.puzzle.candidates import diamonds_in_order

        number = self._square_numbers
        pools: dict[int, str] = {}
        for square, index in number.items():
            self.deadline.check()
            yield f"free({index})."
            if candidates := self.candidates[square]:
                if id(candidates) not in pools:
                    pools[id(candidates)] = ";".join(
                        str(self._placement_numbers[placement]) for placement in candidates
                    )
                yield f"candidate(({pools[id(candidates)]}),{index})."
        for level, at in zip(count(2 * len(number), -1), diamonds_in_order(number)):
            index, side = number[at.square], at.side
            yield f"link({index},{side:d},{number[at.square.neighbour(side)]},{side.opposite:d})."
            if self.guided:
                yield f"early({index},{side:d},{level})."
        for candidate, placement in self._placement_numbers.items():
            if placement % 1000 == 0:
                self.deadline.check()
            sides = (f"side({placement},{side:d},{candidate.sides[side]})." for side in Side)
            yield " ".join([f"of({placement},{candidate.tile}).", *sides])
        colours = sorted({colour for placement in self._placement_numbers for colour in placement.sides})
        yield " ".join(f"colour({colour})." for colour in colours)

    def candidates_in(self, atoms: Iterable[Atom]) -> dict[Square, tuple[Candidate, ...]]:
        """Group the candidates of atoms `place(P,Q)` by square."""
        placements, squares = list(self._placement_numbers), list(self.candidates)
        candidates: dict[Square, list[Candidate]] = defaultdict(list)
        for atom in atoms:
            placement, square = map(int, atom.arguments)
            candidates[squares[square]].append(placements[placement])
        return {
            square: tuple(sorted(candidates[square], key=self._placement_numbers.__getitem__)) for square in squares
        }


def domain_facts(puzzle: Puzzle, domains: Mapping[Square, Iterable[Candidate]]) -> str:
    """Write the candidates of squares as facts.

    Each candidate is written once for each rotation that shows the same sides.
    """
    lines = ["", "% Candidates for squares, as far as they are narrowed."]
    for square, candidates in domains.items():
        x, y = square.col + 1, square.row + 1
        fitting = (
            f"candidate({x},{y},{placement.tile + 1},{degrees(rot)})."
            for placement in candidates
            for rot in puzzle.alike(placement.tile, placement.rot)
        )
        lines.append(" ".join([f"narrowed({x},{y}).", *fitting]))
    return "\n".join(lines) + "\n"
