"""The commands check and info: verdicts, and what counting finds."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import typer

from edgeasp.api.info_record import record
from edgeasp.cli import commands, console, delivery, shared_options
from edgeasp.cli.commands import examples
from edgeasp.cli.shared_options import output_option
from edgeasp.formats import files, known
from edgeasp.puzzle.card import Card, ColourCounts, Summary, entries, make_card, summarise
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.estimate import calibration, power, scientific
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import Puzzle, place_name, side_order
from edgeasp.search.task import make_task
from edgeasp.system.lines import number_of, plural


@examples(
    "edgeasp check puzzle.puz x.sol",
    "edgeasp solve puzzle.puz | edgeasp check puzzle.puz -",
    "edgeasp check puzzle.puz x.sol --clue corner.clue --rules",
    "edgeasp check puzzle.puz x.sol best.sol",
    "edgeasp check board.url --format json",
)
@shared_options.with_groups
def check(
    puzzle: shared_options.PuzzleFile,
    solutions: list[str] = typer.Argument(
        None,
        metavar="SOLUTION...",
        help="A .sol, complete or partial, or any other board; - for standard input; or several, or folders of .sol. "
        "Not needed if PUZZLE is a board.",
    ),
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions(),
    rules: bool = output_option(False, "--rules", help="Also list the named rules of the encoding that are violated."),
    form: shared_options.Form = "text",
) -> None:
    """Check a solution of a puzzle, list violated conditions, and print the score.

    A diamond is where two neighbouring squares meet; the score is the number of diamonds whose two sides have the same
    colour. A link or another board alone is
    checked as well, and gets a card: which puzzle it is, its tiles, mismatches, frame and official clues. Squares are
    named as on the board of Eternity II, rows A, B, ... and columns from 1. The exit status is 0 if all are solutions
    and 1 for anything else. The checker shares no code with the encodings and uses no solver. Of several boards each
    gets a line, or as JSON an object in a line.
    """
    boards = [path for argument in solutions or () for path in files.solution_files(argument)]
    files.require_one_stdin(options.inputs(puzzle, *boards))
    recognised = options.document(puzzle, partial=not boards)
    if rules:
        recognised = recognised.in_facts()
    task = make_task(recognised.document.puzzle, options.sources(puzzle, recognised))
    board = task.puzzle
    if not boards and not recognised.format.is_board:
        name = files.shown_name(puzzle)
        raise typer.BadParameter(f"expected one, since {name} is no board", param_hint="SOLUTION")
    published, solved = known.published(board), True
    several: list[str | None] = [*boards] or [None]
    for solution in several:
        placements = options.board(solution, board, repeats=True) if solution else recognised.document.placements
        card = make_card(board, placements, task.clues, published)
        names = None
        if rules:
            from edgeasp.search.grading import violated_rules

            names = violated_rules(task, placements)
        if form == "json":
            source = files.shown_name(puzzle), files.shown_name(solution) if solution else None
            record = _record(card, source, names)
            console.out(delivery.object_text(record, alone=len(boards) < 2))
        elif solution and len(boards) > 1:
            console.line(f"{files.shown_name(solution)}: {_line(card, names)}")
        else:
            console.lines(_text(card, names, console.width(), with_card=not solution or card.official))
        solved = solved and card.report.solved
    if not solved:
        if len(boards) == 1 and form != "json":
            console.flush()
            console.note(f"what next: {_next(card, puzzle, boards[0], options)}")
        raise typer.Exit(commands.UNANSWERED)


def _next(card: Card, puzzle: str, board: str, options: shared_options.PuzzleOptions) -> str:
    """The command for a board that is no solution: to improve it where only diamonds are wrong, else to complete it."""
    placements = shared_options.argument(board, "BOARD")
    conditions = {violation.condition for violation in card.report.violations}
    if card.placed == len(card.puzzle.tiles) and conditions == {Condition.ADJOINING}:
        return f"edgeasp best {options.words(puzzle, '--start', placements)} -o better.sol"
    return f"edgeasp hint {options.words(puzzle, placements)}"


_WIDEST = 100
"""The widest text of both commands, however wide the terminal is."""


@dataclass(frozen=True, slots=True)
class CheckViolation:
    """A violated condition; `adjoining` names the upper or left square of two."""

    condition: Annotated[str, "The condition: range, tile, square, adjoining, boundary, sign or clue."]
    col: Annotated[int, "Column from 0."]
    row: Annotated[int, "Row from 0."]
    place: Annotated[str, "The square with the row as a letter and the column from 1, such as I8."]
    name: Annotated[str, "The name of the rule, counted from 1 as in facts."]
    text: Annotated[str, "The violation in words, counted from 0 as in a .sol."]


@dataclass(frozen=True, slots=True)
class CheckMismatch:
    """A diamond whose two sides differ."""

    col: Annotated[int, "Column from 0 of the upper or left square."]
    row: Annotated[int, "Row from 0 of that square."]
    place: Annotated[str, "That square with the row as a letter and the column from 1, such as I8."]
    side: Annotated[str, "The side of that square: east or south."]
    zone: Annotated[str, "Where the diamond lies: ring (along the frame), rim (between ring and inside) or inside."]


@dataclass(frozen=True, slots=True)
class CheckRepeated:
    """A tile that lies on several squares."""

    tile: Annotated[int, "The tile from 0, in the order of the puzzle's file."]
    piece: Annotated[int | None, "Its published number; null if it has none."]
    places: Annotated[tuple[str, ...], "The squares, such as I8."]


@dataclass(frozen=True, slots=True)
class CheckClue:
    """An official clue of a known puzzle."""

    col: Annotated[int, "Column from 0."]
    row: Annotated[int, "Row from 0."]
    place: Annotated[str, "The square with the row as a letter and the column from 1, such as I8."]
    tile: Annotated[int, "The tile from 0, in the order of the puzzle's file."]
    piece: Annotated[int, "Its published number."]
    kept: Annotated[bool, "Whether that tile lies there, turned as it should be."]
    held: Annotated[int | None, "The tile from 0 that lies there; null if the square is empty."]


@dataclass(frozen=True, slots=True)
class CheckRecord:
    """The object that `edgeasp check --format json` prints."""

    schema: Annotated[str, "The name of this schema."]
    schema_version: Annotated[int, "Grows when a field changes its meaning or is removed."]
    puzzle: Annotated[str, "The file that the puzzle was read from, as the user named it."]
    board: Annotated[str | None, "The file that the board was read from; null if it is that of the puzzle."]
    known_as: Annotated[str | None, "What the puzzle is called, under whatever names; null if it is not known."]
    differences: Annotated[
        tuple[str, ...] | None, "How the file differs from the published tiles, in words; null if these are not known."
    ]
    identity: Annotated[str | None, "A key that the same puzzles share, under whatever names; null if not found."]
    cols: Annotated[int, "Columns of the board."]
    rows: Annotated[int, "Rows of the board."]
    solved: Annotated[bool, "Whether the board is a solution that keeps all clues given."]
    tiles: Annotated[int, "Number of tiles of the puzzle."]
    placed: Annotated[int, "Number of squares that hold a tile."]
    repeated: Annotated[tuple[CheckRepeated, ...], "Tiles that lie on several squares."]
    score: Annotated[int, "Inner diamonds whose two sides have the same colour."]
    diamonds: Annotated[int, "All inner diamonds."]
    frame_met: Annotated[int, "Of the score, diamonds where two sides of the frame colour meet inside."]
    mismatches: Annotated[tuple[CheckMismatch, ...], "Inner diamonds whose two sides differ."]
    ring_matched: Annotated[int, "Diamonds along the frame whose two sides have the same colour."]
    ring_diamonds: Annotated[int, "All diamonds along the frame."]
    frame_whole: Annotated[
        bool | None, "Whether all squares along the frame hold tiles with the frame outside; null without a frame."
    ]
    official_clues: Annotated[tuple[CheckClue, ...] | None, "The official clues; null if the puzzle has none."]
    official_clues_if_turned: Annotated[
        tuple[int, int] | None,
        "By how many quarters the board has to be turned clockwise to keep more official clues, and how many it then "
        "keeps; null if no turn keeps more.",
    ]
    violations: Annotated[tuple[CheckViolation, ...], "All violated conditions."]
    rules: Annotated[tuple[str, ...] | None, "Violated rules of the encoding; null if not asked for."]


def _text(card: Card, rules: Sequence[str] | None, width: int, *, with_card: bool) -> str:
    """The verdict, the violated conditions and the score, and perhaps the rest of the card."""
    report = card.report
    lines = [_verdict(card)]
    lines += [f"  {violation.condition.value}: {violation.text}" for violation in report.violations]
    lines.append(f"score: {report.matched} of {report.diamonds} diamonds")
    if with_card:
        lines += _card_lines(card, min(width, _WIDEST))
    if rules is not None:
        lines.append(f"rules: {', '.join(rules) or 'none is broken'}")
    return "\n".join(lines) + "\n"


def _line(card: Card, rules: Sequence[str] | None) -> str:
    """The verdict, the score and perhaps the rules in one line."""
    report = card.report
    broken = "" if rules is None else f"; rules: {', '.join(rules) or 'none is broken'}"
    return f"{_verdict(card)}, {report.matched} of {report.diamonds} diamonds{broken}"


def _record(card: Card, source: tuple[str, str | None], rules: Sequence[str] | None) -> CheckRecord:
    """The verdict as plain values; the source is the name of the puzzle and of the board."""
    puzzle, report, known = card.puzzle, card.report, card.published
    identity = identify(puzzle)
    numbers = known.numbers if known else None
    broken = any(violation.condition.value == "boundary" for violation in report.violations)
    return CheckRecord(
        schema="edgeasp.check",
        schema_version=1,
        puzzle=source[0],
        board=source[1],
        known_as=known.title if known else None,
        differences=known.differences if known else None,
        identity=identity.key if identity else None,
        cols=puzzle.cols,
        rows=puzzle.rows,
        solved=report.solved,
        tiles=len(puzzle.tiles),
        placed=card.placed,
        repeated=tuple(
            CheckRepeated(tile, numbers[tile] if numbers else None, tuple(map(place_name, on)))
            for tile, on in card.repeated
        ),
        score=report.matched,
        diamonds=report.diamonds,
        frame_met=card.frame_met,
        mismatches=tuple(
            CheckMismatch(
                *mismatch.square, place_name(mismatch.square), mismatch.side.name.lower(), mismatch.zone.name.lower()
            )
            for mismatch in card.mismatches
        ),
        ring_matched=card.ring[0],
        ring_diamonds=card.ring[1],
        frame_whole=(card.border[0] == card.border[1] and not broken) if puzzle.framed else None,
        official_clues=tuple(_clues(card)) if card.clues else None,
        official_clues_if_turned=card.turn,
        violations=tuple(
            CheckViolation(
                violation.condition.value,
                *violation.square,
                place_name(violation.square),
                violation.name,
                violation.text,
            )
            for violation in report.violations
        ),
        rules=None if rules is None else tuple(rules),
    )


def _clues(card: Card) -> Iterator[CheckClue]:
    for clue in card.clues:
        square, tile = clue.clue.square, clue.clue.tile
        piece = card.published.numbers[tile] if card.published and card.published.numbers else tile + 1
        yield CheckClue(*square, place_name(square), tile, piece, clue.kept, clue.held.tile if clue.held else None)


def _card_lines(card: Card, width: int) -> Iterator[str]:
    for name, words in entries(card):
        if name != "score":
            # A place stays together with what is said of it.
            joined = re.sub(r"\b([A-Z]+[0-9]+) ", "\\1\N{NO-BREAK SPACE}", f"{name}: {words}")
            wrapped = textwrap.wrap(
                joined, max(width, 40), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
            )
            yield from (line.replace("\N{NO-BREAK SPACE}", " ") for line in wrapped)


def _verdict(card: Card) -> str:
    report = card.report
    if report.solved:
        return "solved"
    broken = len(report.violations)
    state = f"{broken} {plural(broken, 'condition')} broken" if broken else "nothing broken"
    placed = f"{card.placed} of {len(card.puzzle.tiles)} tiles placed"
    return f"not solved: {placed}, {state}" if report.missing else f"not solved: {state}"


# ---- `edgeasp info` ----

_INDENT = 20
_SHOWN = 12
"""The number of tiles, or of groups of tiles, that a line names; it counts the rest."""


_MISMATCHES = (0, 2, 4, 6, 10, 14, 20)
"""Those with which boards are counted in the text."""


@examples(
    "edgeasp info puzzle.puz",
    "edgeasp info puzzle.puz --clue corner.clue",
    "edgeasp info puzzle.puz facts.lp",
    "edgeasp info puzzle.puz --format json | jq .expected_solutions",
)
@shared_options.with_groups
def info(
    puzzles: Annotated[
        list[str],
        typer.Argument(
            metavar="PUZZLE...", help="The puzzle: a .puz, or a file in any other format, a link, e2, or -; or several."
        ),
    ],
    options: shared_options.PuzzleOptions,
    form: shared_options.Form = "text",
    output: shared_options.OutputFile = None,
) -> None:
    """Describe a puzzle, without a search.

    The summary includes reasons, found by counting, why there is no solution, the expected number of solutions by
    Brendan Owen's finite-supply model of framed puzzles without signs, and that of boards by the diamonds that match.
    No solution is no error. Of several puzzles, as JSON, each is an object in a line.
    """
    delivery.require_writable(output, delivery.content_of(form), options.inputs(*puzzles))
    files.require_one_stdin(options.inputs(*puzzles))
    texts = []
    for puzzle in puzzles:
        task = options.task(puzzle)
        summary, name = summarise(task.puzzle, task.clues), files.shown_name(puzzle)
        if form == "json":
            texts.append(delivery.object_text(record(summary, name), alone=len(puzzles) == 1))
        else:
            text = describe(summary, min(console.width(), _WIDEST))
            texts.append(text if len(puzzles) == 1 else f"{name}: {text}")
    delivery.deliver(("\n" if form == "text" else "").join(texts), output)


def describe(summary: Summary, width: int) -> str:
    """The summary as text, at most so many columns wide."""
    puzzle = summary.puzzle
    title = f"{puzzle.cols} x {puzzle.rows}, {'framed' if puzzle.framed else 'unframed'}, {len(puzzle.tiles)} tiles"
    if not puzzle.turning:
        title += ", no tile may be turned"
    title += f", {summary.clues} {plural(summary.clues, 'clue')}" if summary.clues else ""
    lines = [title]
    for name, text in _entries(summary):
        lines += textwrap.wrap(
            text,
            max(width, 40),
            initial_indent=f"{name:<{_INDENT}}",
            subsequent_indent=" " * _INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines) + "\n"


def _entries(summary: Summary) -> Iterator[tuple[str, str]]:
    name = known.published(summary.puzzle)
    if name is not None:
        differs = name.differences or (() if name.differences is None else ("tiles as published",))
        yield "known as", ", ".join([name.title, *differs])
    if summary.tiles:
        yield "zeros", _zeros(summary)
        kinds = [(name, has, summary.squares[name]) for name, has in summary.tiles.items()]
        needs = {name: f" (for {squares} squares)" for name, has, squares in kinds if has != squares}
        yield "tiles", ", ".join(f"{has} {name}{needs.get(name, '')}" for name, has, _ in kinds)
    if summary.unplaceable:
        yield "cannot be placed", _unplaceable(summary)
    yield from _colours(summary)
    yield "identical tiles", _grouped(summary) or "none"
    yield "symmetric tiles", _symmetric(summary) or "none"
    if summary.puzzle.signed:
        bare = len(summary.puzzle.tiles) - summary.plus - summary.minus
        yield "signs", f"{summary.plus} +, {summary.minus} -, {bare} without"
    figure = calibration(summary.puzzle)
    if figure is not None:
        size = f"4*{summary.puzzle.cols}*{summary.puzzle.rows}/{len(summary.colours)}^2"
        yield "calibration", f"{size} = {float(figure):.3g} (without a frame, hardest near 2)"
    for reason in summary.contradictions:
        yield "no solution", reason
    if not summary.contradictions:
        yield "expected solutions", _expected(summary)
    if summary.boards:
        yield "boards by score", _boards(summary)
    if summary.nodes:
        yield (
            "nodes of a search",
            ", ".join(
                f"{power(node.log10)} {node.order} (most at {node.peak} {plural(node.peak, 'tile')})"
                for node in summary.nodes
            ),
        )


def _boards(summary: Summary) -> str:
    """The expected number of boards for some scores; those between go evenly."""
    most = summary.puzzle.grid.diamonds
    shown = [mismatches for mismatches in _MISMATCHES if mismatches < len(summary.boards) and mismatches <= most]
    return ", ".join(f"{most - mismatches}: {scientific(summary.boards[mismatches], 2)}" for mismatches in shown)


def _zeros(summary: Summary) -> str:
    zeros, outside = summary.puzzle.zeros, summary.puzzle.grid.outside
    if zeros == outside:
        return f"{zeros} sides, as many as lie outside"
    text = f"{zeros} sides, but {outside} lie outside"
    surplus = zeros - outside
    return f"{text}: {surplus} meet each other inside" if surplus > 0 else text


def _unplaceable(summary: Summary) -> str:
    text = f"{_listed(summary.puzzle, summary.unplaceable)}: 0 on opposite or on more than two sides"
    if not summary.side_order:
        return text
    order = ", ".join(side.name.lower() for side in side_order(summary.side_order))
    return f"{text}; if the file lists sides as {order}, all tiles fit"


def _colours(summary: Summary) -> Iterator[tuple[str, str]]:
    if summary.ring is None or summary.inner is None:
        yield "colours", _sides(summary.puzzle, summary.colours)
    else:
        yield "colours in the ring", _sides(summary.puzzle, summary.ring)
        yield "colours inside", _sides(summary.puzzle, summary.inner)
        if summary.shared:
            yield "in ring and inside", _named(summary.puzzle, summary.shared)
    if summary.puzzle.partners:
        number = Counter(dict(summary.colours))
        name = summary.puzzle.names.colour
        pairs = (
            f"{name(one)}-{name(other)} on {number[one]} and {number[other]} sides"
            for one, other in summary.puzzle.partners
        )
        yield "partners", "; ".join(pairs)
    elif summary.odd:
        yield "odd colours", _sides(summary.puzzle, summary.odd)


def _sides(puzzle: Puzzle, counts: ColourCounts) -> str:
    """The number of colours and of the sides of each; colours with equally many sides together."""
    by_number: dict[int, list[int]] = {}
    for colour, number in counts:
        by_number.setdefault(number, []).append(colour)
    parts = [f"{_named(puzzle, by)} on {number_of(number, 'side')}" for number, by in sorted(by_number.items())]
    return f"{len(counts)}: {'; '.join(reversed(parts))}" if counts else "none"


def _named(puzzle: Puzzle, numbers: Sequence[int]) -> str:
    """Colours by their names, or else by their ascending numbers, three or more in a row as a range."""
    if puzzle.names.colours:
        return ", ".join(map(puzzle.names.colour, numbers))
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _symmetric(summary: Summary) -> str:
    turns = ((summary.half_turn, "half"), (summary.quarter_turn, "quarter"))
    return "; ".join(f"{_listed(summary.puzzle, tiles)} after a {turn} turn" for tiles, turn in turns if tiles)


def _listed(puzzle: Puzzle, tiles: Sequence[int]) -> str:
    more = f" and {len(tiles) - _SHOWN} more" if len(tiles) > _SHOWN else ""
    return f"{plural(len(tiles), 'tile')} {', '.join(str(puzzle.names.number(tile)) for tile in tiles[:_SHOWN])}{more}"


def _grouped(summary: Summary) -> str:
    groups = summary.identical_tiles
    more = f"; and {len(groups) - _SHOWN} more groups" if len(groups) > _SHOWN else ""
    return "; ".join(_same(summary.puzzle, group) for group in groups[:_SHOWN]) + more


def _same(puzzle: Puzzle, group: Sequence[int]) -> str:
    more = [f"and {len(group) - _SHOWN} more"] if len(group) > _SHOWN else []
    return " = ".join([*(str(puzzle.names.number(tile)) for tile in group[:_SHOWN]), *more])


def _expected(summary: Summary) -> str:
    solutions = summary.expected.solutions
    if solutions is None:
        return f"unknown: {summary.expected.reason}"
    short = not solutions or Fraction(1, 1000) <= solutions < 10**5
    number = f"{float(solutions):.5g}" if short else scientific(solutions)
    turns = f"all {summary.turns} turns of the board counted" if summary.turns > 1 else ""
    parts = ["that keep the clues" if summary.clues else turns]
    if summary.identical_tiles:
        parts.append("identical tiles counted apart")
    if _symmetric(summary) and summary.puzzle.turning:
        parts.append("rotations of symmetric tiles counted apart")
    least, most = sorted((summary.puzzle.cols, summary.puzzle.rows))
    if least == 3 and most >= _LONG:
        parts.append("the mean of sets that differ a hundredfold, as they do on three rows")
    words = ", ".join(filter(None, parts))
    return f"{number} ({words})" if words else number


_LONG = 6
"""Squares along a board of three rows from which on most sets have a tenth of the expected solutions, or ten times."""
