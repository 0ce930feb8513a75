"""The components of encodings: variants, formulations, redundant constraints, symmetry breaking, search guidance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from edgeasp.puzzle.model import Puzzle
from edgeasp.system.errors import EncodingError, guided_class

Formulation = Literal["halves", "heule"]
Heuristic = Literal["none", "outward"]


@dataclass(frozen=True, slots=True)
class Component:
    """A part of an encoding that a user can select.

    Attributes:
        name: the name on the command line, and of its file.
        needs: the variants that it depends on: `framed`, `signed`.
        default: whether it is on by default (a redundant constraint: within the variant `redundant`).
    """

    name: str
    meaning: str
    needs: frozenset[str] = frozenset()
    default: bool = False


VARIANTS = (
    Component("decision", "the class as published: sides that meet have the same colour; no frame, no signs"),
    Component("framed", "the boundary condition; tiles are placed only where their sides of the frame colour fit"),
    Component("signed", "the sign condition; signs may be given for all tiles, for some or for none"),
    Component("partners", "sides that meet show colours that are partners, such as the head and the tail of a motif"),
    Component("redundant", "implied constraints, each with a name of its own"),
)

FORMULATIONS = (
    Component("halves", "placements with rotation; each half of a diamond has a colour of its own", default=True),
    Component("heule", "placements without rotation; colours on diamonds (Heule 2008)"),
)

REDUNDANT = (
    Component("forbidden-colours", "a tile excludes the colours it lacks from the diamonds around it"),
    Component("colour-supply", "there are as many diamonds of a colour as there are pairs of its sides", default=True),
    Component(
        "sign-colours", "half of the sides of a colour are on plus tiles", frozenset({"framed", "signed"}), default=True
    ),
    Component(
        "sign-kinds",
        "the numbers of plus tiles among corners, sides and centre follow from the squares",
        frozenset({"framed", "signed"}),
        default=True,
    ),
    Component(
        "seam-balance",
        "the colours between ring and interior are those of the inward sides of the ring",
        frozenset({"framed"}),
        default=True,
    ),
    Component(
        "ring-balance",
        "in the ring a colour is as often on a clockwise side as on a counter-clockwise one",
        frozenset({"framed"}),
        default=True,
    ),
)

SYMMETRY = (
    Component("tile-rotations", "of the rotations in which a tile shows the same sides, one is kept", default=True),
    Component("identical-tiles", "identical tiles are placed in the order of their numbers", default=True),
    Component("board-rotations", "of the solutions that are rotations of one another, one is kept"),
    Component(
        "polarity",
        "of the two checkerboards of signs, one is kept, if a rotation of the board swaps them",
        frozenset({"signed"}),
    ),
)

HEURISTICS = (
    Component("none", "the solver decides without guidance"),
    Component("outward", "the colours of diamonds, outward from the clues or from a corner", default=True),
)


@dataclass(frozen=True, slots=True)
class EncodingSpec:
    """The components of one encoding, names in the order of the tables above.

    `framed` and `signed` say whether the boundary condition and the sign condition apply, `partners` whether colours
    meet their partners, `turning` whether tiles may be turned. `EncodingRequest.resolve` selects the components that
    fit a puzzle.
    """

    framed: bool = False
    signed: bool = False
    redundant: tuple[str, ...] = ()
    formulation: Formulation = "halves"
    symmetry: tuple[str, ...] = ("tile-rotations", "identical-tiles")
    heuristic: Heuristic = "outward"
    partners: bool = False
    turning: bool = True

    @property
    def base(self) -> str:
        """`framed` or `decision`."""
        return "framed" if self.framed else "decision"

    @property
    def name(self) -> str:
        """The variants of the encoding, joined by `+`, as on the command line."""
        features = {"signed": self.signed, "partners": self.partners, "redundant": bool(self.redundant)}
        parts = [self.base, *(name for name, present in features.items() if present)]
        return "+".join(parts)

    def description(self) -> str:
        """All components of the encoding, on one line."""
        parts = [self.name, f"formulation {self.formulation}"]
        if self.redundant:
            parts.append(f"redundant {','.join(self.redundant)}")
        parts.append(f"symmetry {','.join(self.symmetry) or 'none'}")
        parts.append(f"heuristic {self.heuristic}")
        return "; ".join(parts)


@guided_class
@dataclass(frozen=True, slots=True)
class EncodingRequest:
    """The components that a user selects, before the puzzle is known.

    >>> request = edgeasp.EncodingRequest("decision", heuristic="none")
    >>> next(edgeasp.solve(edgeasp.load("instances/golden.lp"), encoding=request))
    Solution(4 placements)

    Attributes:
        variants: names from `VARIANTS`, joined by `+`; None to follow the puzzle.
        redundant: names from `REDUNDANT`, or `all`; None for the default ones if `redundant` is among the variants.
        symmetry: names from `SYMMETRY`; None for the default ones.
    """

    variants: str | None = None
    redundant: tuple[str, ...] | None = None
    formulation: str = "halves"
    symmetry: tuple[str, ...] | None = None
    heuristic: str = "outward"

    def fitting(self, puzzle: Puzzle) -> EncodingSpec:
        """The encoding for a puzzle.

        Raises:
            EncodingError: as of `resolve`; or a symmetry turns the board, and no tile may be turned.
        """
        for name in () if puzzle.turning else self.symmetry or ():
            if name in ("board-rotations", "polarity"):
                raise EncodingError(f"symmetry {name!r} needs tiles that may be turned: it uses rotations of the board")
        encoding = self.resolve(framed=puzzle.framed, signed=puzzle.signed, partners=bool(puzzle.partners))
        return replace(encoding, turning=puzzle.turning)

    def resolve(self, *, framed: bool, signed: bool, partners: bool = False) -> EncodingSpec:
        """The encoding for a puzzle with a frame, with signs, with partners.

        Raises:
            EncodingError: a name is unknown, or components exclude each other.
        """
        if not isinstance(self.variants, str | None):
            raise EncodingError(f"expected names joined by '+', such as 'framed+signed', found {self.variants!r}")
        variants = self.variants.split("+") if self.variants else []
        _require_known("encoding", variants, VARIANTS)
        if {"decision", "framed"} <= set(variants):
            raise EncodingError("'decision' and 'framed' exclude each other: the class as published has no frame")
        if "framed" in variants and not framed:
            raise EncodingError("'framed' needs a puzzle with a frame: none of its sides has the colour 0")
        # Without a named condition, the conditions are those of the puzzle.
        named = {"decision", "framed", "signed"} & set(variants)
        with_frame = framed and "decision" not in variants
        with_signs = "signed" in variants or (signed and not named)
        features = {*(["framed"] if with_frame else []), *(["signed"] if with_signs else [])}
        redundant = _redundant(self.redundant, "redundant" in variants, features)
        usual = tuple(component.name for component in SYMMETRY if component.default)
        symmetry = _ordered("symmetry", usual if self.symmetry is None else self.symmetry, SYMMETRY, features)
        [formulation] = _ordered("formulation", [self.formulation], FORMULATIONS, features)
        [heuristic] = _ordered("heuristic", [self.heuristic], HEURISTICS, features)
        if formulation == "heule" and "tile-rotations" not in symmetry:
            raise EncodingError(
                "formulation heule needs symmetry 'tile-rotations': it derives rotations from the colours around a tile"
            )
        if {"board-rotations", "polarity"} <= set(symmetry):
            raise EncodingError(
                "symmetry 'board-rotations' and 'polarity' exclude each other: both use rotations of the board"
            )
        # What may meet is no condition to leave out: with other partners it is another puzzle.
        partners = partners or "partners" in variants
        return EncodingSpec(with_frame, with_signs, redundant, formulation, symmetry, heuristic, partners)  # type: ignore[arg-type]


def _redundant(names: tuple[str, ...] | None, variant: bool, features: set[str]) -> tuple[str, ...]:
    """The redundant constraints: those named, or of those that apply all, or the default ones."""
    if names is None and not variant:
        return ()
    if names is None or list(names) == ["all"]:
        applicable = [component for component in REDUNDANT if component.needs <= features]
        return tuple(component.name for component in applicable if component.default or names is not None)
    return _ordered("redundant", names, REDUNDANT, features)


def _ordered(kind: str, names: Iterable[str], table: tuple[Component, ...], features: set[str]) -> tuple[str, ...]:
    """The names in the order of the table; each must be known, and have what it needs."""
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
