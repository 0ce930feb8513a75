"""An encoding as ASP text, rendered from the templates in `asp/`; independent of the puzzle.

Templates are ASP with Jinja2 line statements behind `%:`, so that each parses as ASP before it is rendered. A filter
block names a rule that can be dropped, or be checked against an answer.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from edgeasp.encoding.components import EncodingSpec

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True, slots=True)
class Program:
    """The text of an encoding, and its hash."""

    text: str

    @property
    def hash(self) -> str:
        """The first 12 hexadecimal digits of the text's SHA-256."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]


def folder() -> Path:
    """The folder of the templates: inside an installed package, or beside the package in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "asp"
    return inside if inside.is_dir() else package.parent / "asp"


def render(encoding: EncodingSpec, drop: Collection[str] = (), *, placements: bool = False) -> Program:
    """The program of an encoding.

    Args:
        encoding: the choice of rules.
        drop: names of rules to leave out (`adjoining`, `diamond`, ...), to study the others.
        placements: show `place/4`, if the formulation has it, in place of the answer atoms of the class; that grounds
            faster, and `answers.expand_placements` converts an answer.
    """
    return _program(encoding, frozenset(drop), placements)


@cache
def _program(encoding: EncodingSpec, drop: frozenset[str], placements: bool) -> Program:
    """The program without some of its rules, cached for its text and its hash."""

    def keep(rule: str, name: str, where: str = "") -> str:
        return "" if name.partition("(")[0] in drop else rule

    return _render(encoding, named=keep, implied=keep, placements=placements)


def render_violations(encoding: EncodingSpec) -> Program:
    """The program that checks an answer, given as `chosenTile/3` and `chosenRotation/3` facts.

    Every rule that states a condition on solutions derives `violated(name(...))` where the answer violates it.
    Rules that only help the search or break symmetries are left out.
    """
    plain = EncodingSpec(
        encoding.framed, encoding.signed, redundant=("one-place",), symmetry=("tile-rotations",), heuristic="none"
    )
    return _render(plain, named=_violation, implied=lambda rule, name: "", checks=True)


_Filter = Callable[..., str]


def _render(
    encoding: EncodingSpec, *, named: _Filter, implied: _Filter, checks: bool = False, placements: bool = False
) -> Program:
    environment = _environment()
    environment.filters.update(named=named, implied=implied)
    body = environment.get_template("program.lp").render(
        named=checks,
        placements=placements,
        base=encoding.base,
        signed=encoding.signed,
        redundant=encoding.redundant,
        formulation=encoding.formulation,
        symmetry=encoding.symmetry,
        heuristic=encoding.heuristic,
    )
    head = "% Edge matching, an encoding by edgeasp.\n% " + encoding.description() + "\n"
    return Program(head + re.sub(r"\n*(?=% ---- )", "\n\n", body).removeprefix("\n"))


def _violation(rule: str, name: str, where: str = "") -> str:
    """The constraints of a block with `violated(name)` as their head."""
    body = re.sub(r"^:-", f"violated({name}) :-", rule, flags=re.MULTILINE)
    return re.sub(r"\.\s*$", f", {where}.\n", body) if where else body


def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(folder()),
        undefined=StrictUndefined,
        line_statement_prefix="%:",
        # The default delimiters occur in ASP.
        block_start_string="<?",
        block_end_string="?>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        keep_trailing_newline=True,
        autoescape=False,
    )
