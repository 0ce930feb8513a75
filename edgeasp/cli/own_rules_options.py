"""The options for rules of one's own, which several commands share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from edgeasp.cli.shared_options import EncodingOptions, encoding_option
from edgeasp.encoding.own_rules import OwnRules, RulesFile
from edgeasp.formats.rules_file import read_rules
from edgeasp.system.errors import OptionError


@dataclass(frozen=True, slots=True)
class OwnRulesOptions:
    """Rules that are added to the encoding, or a program in its place."""

    add: Annotated[
        list[str] | None,
        encoding_option(
            "--add",
            metavar="FILE",
            help="Add the rules in FILE, which may use chosenTile/3 and chosenRotation/3. May be repeated.",
        ),
    ] = None
    program: Annotated[
        str | None,
        encoding_option(
            "--program",
            metavar="FILE",
            help="Use the program in FILE, which reads the facts, in place of edgeasp's rules.",
        ),
    ] = None

    def inputs(self) -> list[str | None]:
        """The files that these options name."""
        return [self.program, *(self.add or [])]

    def rules(self, encoding: EncodingOptions, *, relaxed: bool = False) -> OwnRules:
        """The rules in these files.

        Raises:
            InputError: a file cannot be read.
            OptionError: another option makes no sense beside them.
        """
        usual = EncodingOptions()
        if relaxed and self.program is None:
            raise OptionError("--relaxed is for --program: edgeasp's own rules give boards that keep all conditions")
        if self.program is not None:
            for name, given in (
                ("--formulation", encoding.formulation != usual.formulation),
                ("--redundant", encoding.redundant is not None),
                ("--symmetry", encoding.symmetry is not None),
                ("--heuristic", encoding.heuristic != usual.heuristic),
            ):
                if given:
                    raise OptionError(f"{name} chooses among edgeasp's own rules: leave it out with --program")
        elif self.add and encoding.symmetry not in (None, "none"):
            raise OptionError(
                "--symmetry: an added rule may tell apart what a symmetry takes for the same: leave it out with --add"
            )
        elif self.add and encoding.formulation != usual.formulation:
            raise OptionError("--add goes with the formulation 'halves': leave out --formulation")
        added: list[RulesFile] = []
        for path in self.add or []:
            added += read_rules(path)
        return OwnRules(read_rules(self.program) if self.program is not None else (), tuple(added), relaxed)
