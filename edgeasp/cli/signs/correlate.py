"""`edgeasp signs correlate`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from edgeasp.cli import console, delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.delivery import require_plottable
from edgeasp.cli.shared_options import output_option, puzzle_option, question_option, search_option
from edgeasp.cli.signs import signs_options
from edgeasp.cli.signs.signs_options import SamplerName
from edgeasp.formats import files

if TYPE_CHECKING:
    from edgeasp.puzzle.model import Puzzle
    from edgeasp.puzzle.signs.possible import Correlations, Link, Place

EPILOG = examples(
    "edgeasp signs correlate puzzle.puz",
    "edgeasp signs correlate puzzle.puz --solution puzzle.sol --plot signs.svg",
    "edgeasp signs correlate puzzle.puz --samples 1000 --format json",
    "edgeasp signs correlate puzzle.puz --sampler annealing --samples 200",
)

_SAMPLES = 10_000
_FEWER_SAMPLES = 1_000
"""By annealing, which takes longer for each."""


@dataclass(frozen=True, slots=True)
class PairRecord:
    """A pair of tiles."""

    tile: Annotated[int, "The tile with the lower number."]
    other: Annotated[int, "The other tile."]
    same: Annotated[int, "In how many assignments both have the same sign."]
    correlation: Annotated[float, "1 if that is so in all of them, -1 in none, 0 in half."]


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """A link of the chain."""

    tile: Annotated[int, "The tile that the link adds."]
    parent: Annotated[int, "The tile before it in the chain on whose sign it depends most."]
    same: Annotated[int, "In how many assignments both have the same sign."]
    correlation: Annotated[float, "1 if that is so in all of them, -1 in none, 0 in half."]
    alike: Annotated[bool, "Whether the chain expects the same sign."]


@dataclass(frozen=True, slots=True)
class PlaceRecord:
    """The place of the signs of a solution in the order of discrepancies."""

    path: Annotated[str, "For each link of the chain 1 if the solution departs from it, else 0."]
    departures: Annotated[int, "The number of links from which it departs."]
    before: Annotated[int | None, "How many possible assignments come before that of the solution; null for samples."]


@dataclass(frozen=True, slots=True)
class SignCorrelateRecord(signs_options.SignRecord):
    """The object that `edgeasp signs correlate --format json` prints; tiles count from 0."""

    conditions: Annotated[tuple[str, ...], "The conditions that were stated, of colours and kinds."]
    sampler: Annotated[str | None, "What drew the samples: exact or annealing; null if there are none."]
    possible: Annotated[
        int | None, "The number of possible assignments, of opposite ones one counted; null if only exact knows."
    ]
    assignments: Annotated[int, "The number of assignments that were inspected."]
    exact: Annotated[bool, "Whether these are all that are possible; otherwise they are samples."]
    seed: Annotated[int | None, "The seed of the samples; null if there are none."]
    pairs: Annotated[tuple[PairRecord, ...], "All pairs of tiles."]
    chain: Annotated[tuple[LinkRecord, ...], "The chain of strongest correlations."]
    solution: Annotated[PlaceRecord | None, "How far the solution agrees with the chain; null if none is given."]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrelateOptions:
    """Options on the puzzle, and on the tables and plots."""

    solution: str | None = puzzle_option(
        None, "--solution", metavar="FILE", help="Also say how far the signs of this solution agree with the chain."
    )
    question: signs_options.SignOptions = signs_options.SignOptions()
    samples: int | None = question_option(
        None, "--samples", metavar="N", min=1, help="Inspect N samples, not all assignments."
    )
    sampler: SamplerName = search_option(SamplerName.EXACT, "--sampler", help="What draws samples, if any.")
    seed: shared_options.Seed = 1
    limits: shared_options.CostOptions = shared_options.CostOptions()
    form: shared_options.ReportFormat = output_option(
        shared_options.ReportFormat.TEXT, "--format", help="Print text or JSON."
    )
    top: int = output_option(10, "--top", metavar="N", min=0, help="Print the N strongest pairs in the table.")
    picture: Path | None = output_option(
        None, "--plot", metavar="FILE", help="Also draw a heat map and the chain to FILE, an .svg or .png."
    )
    output: shared_options.OutputFile = None


@shared_options.with_groups
def correlate(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    wanted: CorrelateOptions,
) -> None:
    """Show how often two tiles have the same sign, over all possible assignments of signs.

    The chain begins with the strongest pair; each link adds the tile whose sign depends most on a tile before it. Of
    more than four million assignments, ten thousand samples are inspected. Annealing draws a thousand, also from
    larger boards.
    """
    from edgeasp.puzzle.signs import possible as correlation
    from edgeasp.puzzle.signs.possible import as_marks

    inputs = options.inputs(puzzle, wanted.solution)
    files.require_one_stdin(inputs)
    delivery.require_writable(wanted.output, delivery.content_of(wanted.form), inputs)
    require_plottable(wanted.picture, inputs)
    caps = wanted.limits.limits()
    with signs_options.deadline(caps, "correlating") as clock:
        task = options.task(puzzle)
        own = None if wanted.solution is None else signs_options.signs_of_solution(task, wanted.solution)
        task = signs_options.with_one_fixed(task)
        if wanted.sampler is SamplerName.EXACT:
            possible = wanted.question.possible(task, clock)
            count: int | None = possible.count
            samples = wanted.samples or (_SAMPLES if possible.count > correlation.MOST else None)
            correlations = correlation.correlations(possible, samples, wanted.seed, clock.check)
        else:
            drawn = wanted.question.annealed(task, wanted.samples or _FEWER_SAMPLES, wanted.seed, clock)
            count = None if drawn else 0
            correlations = correlation.of_samples(task.puzzle, drawn)
        links = correlation.chain(correlations)
        place = None
        if own is not None:
            marks = signs_options.as_fixed(as_marks(own), task)
            place = correlation.place_in(possible if correlations.exact else None, links, marks, clock.check)
    if count == 0:
        console.note("no assignment of signs meets the conditions")
    if wanted.form is shared_options.ReportFormat.JSON:
        solution_record = None if place is None else PlaceRecord(place.path, place.path.count("1"), place.before)
        record = SignCorrelateRecord(
            schema="edgeasp.signs-correlate",
            schema_version=1,
            source=files.shown_name(puzzle),
            conditions=signs_options.names(wanted.question.chosen(task)),
            sampler=None if correlations.exact else wanted.sampler.value,
            possible=count,
            assignments=correlations.assignments,
            exact=correlations.exact,
            seed=None if correlations.exact else wanted.seed,
            pairs=_pairs(correlations),
            chain=_chain(correlations, links),
            solution=solution_record,
        )
        delivery.deliver(delivery.json_text(record), wanted.output)
    else:
        delivery.deliver_words(_text(task.puzzle, count, correlations, links, place, wanted.top), wanted.output)
    if wanted.picture is not None:
        from edgeasp.draw import plotting

        plotting.write_signs(
            task.puzzle,
            correlations,
            links,
            wanted.picture,
            None if place is None else [mark == "1" for mark in place.path],
        )


def _pairs(correlations: Correlations) -> tuple[PairRecord, ...]:
    tiles, values = range(len(correlations.same)), correlations.values
    return tuple(
        PairRecord(one, other, int(correlations.same[one, other]), round(float(values[one, other]), 6))
        for one in tiles
        for other in tiles[one + 1 :]
    )


def _chain(correlations: Correlations, links: list[Link]) -> tuple[LinkRecord, ...]:
    values = correlations.values
    return tuple(
        LinkRecord(link.tile, link.parent, link.same, round(float(values[link.parent, link.tile]), 6), link.alike)
        for link in links
    )


def _text(
    puzzle: Puzzle, possible: int | None, correlations: Correlations, links: list[Link], place: Place | None, top: int
) -> str:
    what = "all inspected" if correlations.exact else f"{correlations.assignments:,} samples inspected"
    lines = [what]
    if possible is not None:
        lines.insert(0, f"{possible:,} assignments of signs are possible, of opposite ones one counted")
    values, number = correlations.values, puzzle.names.number
    tiles = range(len(correlations.same))
    pairs = sorted(
        ((one, other) for one in tiles for other in tiles[one + 1 :]), key=lambda pair: (-abs(values[pair]), pair)
    )
    if top:
        lines += ["", "strongest pairs", " tile  tile   same  correlation"]
    for pair in pairs[:top]:
        share = correlations.same[pair] / max(correlations.assignments, 1)
        lines.append(f"{number(pair[0]):>5} {number(pair[1]):>5} {share:>6.1%} {values[pair]:>12.3f}")
    lines += ["", "chain", " tile    on  expects   correlation" + "  solution" * (place is not None)]
    for index, link in enumerate(links):
        line = f"{number(link.tile):>5} {number(link.parent):>5}  {'same' if link.alike else 'opposite':<8} "
        line += f"{values[link.parent, link.tile]:>12.3f}"
        if place is not None:
            line += f"  {'departs' if place.path[index] == '1' else 'agrees'}"
        lines.append(line)
    if place is not None:
        departures = place.path.count("1")
        lines += ["", f"the solution departs from {departures} of {len(links)} links"]
        if place.before is not None:
            lines.append(
                f"{place.before:,} of {correlations.assignments:,} assignments come before that of the solution"
            )
    return "\n".join(lines) + "\n"
