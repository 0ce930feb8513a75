"""`edgeasp encode`."""

from __future__ import annotations

from typing import Annotated

import typer

from edgeasp.cli import shared_options
from edgeasp.cli.app import examples
from edgeasp.encoding import render
from edgeasp.encoding.components import FORMULATIONS, HEURISTICS, REDUNDANT, SYMMETRY, VARIANTS

EPILOG = examples(
    "edgeasp encode --encoding framed > program.lp",
    "edgeasp encode puzzle.puz -o program.lp",
    "edgeasp facts puzzle.puz | clingo - program.lp",
    "edgeasp encode --list",
)


@shared_options.with_groups
def encode(
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="[PUZZLE]",
            help="The puzzle that the encoding is to fit; otherwise one with a frame.",
            show_default=False,
        ),
    ] = None,
    source_format: shared_options.From = None,
    sides: shared_options.Sides = None,
    listing: Annotated[
        bool, typer.Option("--list", help="List variants, formulations and ideas.", rich_help_panel="Output")
    ] = False,
    encoding: shared_options.EncodingOptions = shared_options.EncodingOptions(),
    output: shared_options.OutputFile = None,
) -> None:
    """Print the encoding, rendered: an ASP program that clingo runs on the output of edgeasp facts."""
    shared_options.require_writable(output, [puzzle])
    if listing:
        shared_options.deliver(_listing(), output)
        return
    framed, signed = True, False
    if puzzle is not None:
        board = shared_options.document(puzzle, None, None, source_format, sides).document.puzzle
        framed, signed = board.framed, board.signed
    request = encoding.request()
    shared_options.deliver(render.render(request.resolve(framed=framed, signed=signed)).text, output)


def _listing() -> str:
    blocks = []
    for heading, ideas in (
        ("variants (--encoding, joined by '+')", VARIANTS),
        ("formulations (--formulation)", FORMULATIONS),
        ("redundant constraints (--redundant, joined by ',')", REDUNDANT),
        ("symmetry breaking (--symmetry, joined by ',')", SYMMETRY),
        ("search guidance (--heuristic)", HEURISTICS),
    ):
        width = max(len(idea.name) for idea in ideas)
        lines = [f"  {idea.name:<{width}}  {'*' if idea.default else ' '} {idea.meaning}" for idea in ideas]
        blocks.append("\n".join([heading, *lines]))
    return (
        "\n\n".join(blocks)
        + "\n\n* on unless you say otherwise; a redundant constraint, within the variant redundant\n"
    )
