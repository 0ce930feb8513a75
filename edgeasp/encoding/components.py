"""Which rules make an encoding: the variants, the formulations, the named ideas, and which of them go together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from edgeasp.puzzle.errors import EncodingError

Formulation = Literal["halves", "heule"]
Heuristic = Literal["none", "outward", "rows", "ring"]


@dataclass(frozen=True, slots=True)
class Component:
    """A named part of an encoding that can be switched on and off.

    Attributes:
        name: what users call it; also the name of its file.
        meaning: one line.
        needs: what the encoding must have for the idea to make sense: `framed`, `signed`.
        default: whether it is on without being asked for (a redundant one, within the variant `redundant`).
    """

    name: str
    meaning: str
    needs: frozenset[str] = frozenset()
    default: bool = False


VARIANTS = (
    Component("decision", "the class as published: neighbouring sides agree; it knows no frame and no signs"),
    Component("framed", "the boundary condition; a tile is placed only where its sides of the frame colour fit"),
    Component("signed", "the sign condition; signs may be given for all tiles, for some or for none"),
    Component("redundant", "implied constraints, each a named idea"),
)

FORMULATIONS = (
    Component("halves", "placements with rotation; each half of a diamond has a colour of its own", default=True),
    Component("heule", "placements without rotation; colours on diamonds (Heule 2008)"),
)

REDUNDANT = (
    Component("one-place", "every tile lies on one square and every square holds one tile, as cardinalities"),
    Component("forbidden-colours", "a tile excludes the colours it lacks from the diamonds around it"),
    Component("colour-supply", "there are as many diamonds of a colour as there are pairs of its sides", default=True),
    Component(
        "sign-colours", "half of the sides of a colour lie on plus tiles", frozenset({"framed", "signed"}), default=True
    ),
    Component(
        "sign-kinds",
        "among corner, side and centre tiles as many bear a plus as squares do",
        frozenset({"framed", "signed"}),
        default=True,
    ),
    Component(
        "seam-balance",
        "the colours between ring and interior are those the ring turns inwards",
        frozenset({"framed"}),
        default=True,
    ),
    Component(
        "ring-balance",
        "in the ring a colour runs clockwise as often as counter-clockwise",
        frozenset({"framed"}),
        default=True,
    ),
)

SYMMETRY = (
    Component("tile-rotations", "of rotations in which a tile looks the same, one counts", default=True),
    Component("identical-tiles", "identical tiles lie in the order of their numbers", default=True),
    Component("board-rotations", "of the solutions that turning the board makes from one another, one counts"),
    Component(
        "polarity",
        "of the two checkerboards of signs, one counts, where a turn of the board swaps them",
        frozenset({"signed"}),
    ),
)

HEURISTICS = (
    Component("none", "the solver decides alone"),
    Component("outward", "colours outward from the clues, or from a corner", default=True),
    Component("rows", "placements row by row"),
    Component("ring", "placements in the ring first"),
)


@dataclass(frozen=True, slots=True)
class EncodingSpec:
    """A choice of rules, ready to be rendered; `resolve` makes one that fits a puzzle.

    Attributes:
        framed: the boundary condition applies; otherwise the base is `decision`.
        signed: the sign condition applies.
        redundant: names from `REDUNDANT`, in that order.
        formulation: how matching is expressed.
        symmetry: names from `SYMMETRY`, in that order.
        heuristic: search guidance.
    """

    framed: bool = False
    signed: bool = False
    redundant: tuple[str, ...] = ()
    formulation: Formulation = "halves"
    symmetry: tuple[str, ...] = ("tile-rotations", "identical-tiles")
    heuristic: Heuristic = "outward"

    @property
    def base(self) -> str:
        """`framed` or `decision`."""
        return "framed" if self.framed else "decision"

    @property
    def name(self) -> str:
        """The variants that make the encoding, joined by `+`, as a user may write it."""
        parts = [self.base, *["signed"] * self.signed, *["redundant"] * bool(self.redundant)]
        return "+".join(parts)

    def description(self) -> str:
        """Everything that distinguishes the encoding from others, on one line."""
        parts = [self.name, f"formulation {self.formulation}"]
        if self.redundant:
            parts.append(f"redundant {','.join(self.redundant)}")
        parts.append(f"symmetry {','.join(self.symmetry) or 'none'}")
        parts.append(f"heuristic {self.heuristic}")
        return "; ".join(parts)


@dataclass(frozen=True, slots=True)
class EncodingRequest:
    """What a user asks of an encoding, before the puzzle is known.

    Attributes:
        variants: names from `VARIANTS`, joined by `+`; None to follow the puzzle.
        redundant: names from `REDUNDANT`, or `all`; None for the default ones if `redundant` is among the variants.
        formulation: a name from `FORMULATIONS`.
        symmetry: names from `SYMMETRY`; None for the default ones.
        heuristic: a name from `HEURISTICS`.
    """

    variants: str | None = None
    redundant: tuple[str, ...] | None = None
    formulation: str = "halves"
    symmetry: tuple[str, ...] | None = None
    heuristic: str = "outward"

    def resolve(self, *, framed: bool, signed: bool) -> EncodingSpec:
        """The encoding for a puzzle that has a frame or not, and that carries signs or not.

        Raises:
            EncodingError: a name is unknown, or the parts do not go together.
        """
        variants = _variants(self.variants)
        on_frame, on_signs = _bases(variants, framed=framed, signed=signed)
        features = {*["framed"] * on_frame, *["signed"] * on_signs}
        redundant = _redundant(self.redundant, "redundant" in variants, features)
        names = [idea.name for idea in SYMMETRY if idea.default] if self.symmetry is None else self.symmetry
        symmetry = _ordered("symmetry", names, SYMMETRY, features)
        [formulation] = _ordered("formulation", [self.formulation], FORMULATIONS, features)
        [heuristic] = _ordered("heuristic", [self.heuristic], HEURISTICS, features)
        if formulation == "heule" and "tile-rotations" not in symmetry:
            raise EncodingError(
                "formulation heule needs symmetry 'tile-rotations': a rotation follows from the colours it shows"
            )
        if {"board-rotations", "polarity"} <= set(symmetry):
            raise EncodingError(
                "symmetry 'board-rotations' and 'polarity' exclude each other: both use the turns of the board"
            )
        return EncodingSpec(on_frame, on_signs, redundant, formulation, symmetry, heuristic)  # type: ignore[arg-type]


def _variants(text: str | None) -> list[str]:
    names = text.split("+") if text else []
    _known("encoding", names, VARIANTS)
    if {"decision", "framed"} <= set(names):
        raise EncodingError("'decision' and 'framed' exclude each other: the class as published knows no frame")
    return names


def _bases(variants: list[str], *, framed: bool, signed: bool) -> tuple[bool, bool]:
    """Whether the boundary condition and the sign condition apply: as asked for, or else as fits the puzzle."""
    if "framed" in variants and not framed:
        raise EncodingError("'framed' needs a puzzle with a frame: none of its sides has the colour 0")
    on_frame = framed and "decision" not in variants
    named = {"decision", "framed", "signed"} & set(variants)
    return on_frame, "signed" in variants or (signed and not named)


def _redundant(asked: tuple[str, ...] | None, variant: bool, features: set[str]) -> tuple[str, ...]:
    """The redundant ideas: those named, or `all` that apply, or the default ones that apply."""
    if asked is None or list(asked) == ["all"]:
        chosen = [idea for idea in REDUNDANT if idea.needs <= features and (idea.default or asked is not None)]
        return tuple(idea.name for idea in chosen) if variant or asked is not None else ()
    return _ordered("redundant", asked, REDUNDANT, features)


def _ordered(kind: str, names: Iterable[str], ideas: tuple[Component, ...], features: set[str]) -> tuple[str, ...]:
    """The names in the order of the table, after a look at what each needs."""
    names = list(names)
    _known(kind, names, ideas)
    for idea in ideas:
        missing = sorted(idea.needs - features)
        if idea.name in names and missing:
            raise EncodingError(f"{kind} '{idea.name}' needs the encoding {'+'.join(missing)}: {idea.meaning}")
    return tuple(idea.name for idea in ideas if idea.name in names)


def _known(kind: str, names: Iterable[str], ideas: tuple[Component, ...]) -> None:
    known = [idea.name for idea in ideas]
    for name in names:
        if name not in known:
            raise EncodingError(f"expected {kind} {', '.join(known[:-1])} or {known[-1]}, found {name!r}")
