"""`edgeasp check`."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from edgeasp.cli import console, delivery, exit_status, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option
from edgeasp.formats import files, laying
from edgeasp.puzzle.card import Card, entries, make_card
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import place_name
from edgeasp.search.grading import violated_rules
from edgeasp.search.task import make_task
from edgeasp.system.lines import plural


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
    published, solved = laying.published(board), True
    several: list[str | None] = [*boards] or [None]
    for solution in several:
        placements = options.board(solution, board, repeats=True) if solution else recognised.document.placements
        card = make_card(board, placements, task.clues, published)
        names = violated_rules(task, placements) if rules else None
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
        raise typer.Exit(exit_status.UNANSWERED)


def _next(card: Card, puzzle: str, board: str, options: shared_options.PuzzleOptions) -> str:
    """The command for a board that is no solution: to improve it where only diamonds are wrong, else to complete it."""
    placements = shared_options.argument(board, "BOARD")
    conditions = {violation.condition for violation in card.report.violations}
    if card.placed == len(card.puzzle.tiles) and conditions == {Condition.ADJOINING}:
        return f"edgeasp best {options.words(puzzle, '--start', placements)} -o better.sol"
    return f"edgeasp hint {options.words(puzzle, placements)}"


_WIDEST = 100


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
