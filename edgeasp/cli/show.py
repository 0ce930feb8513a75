"""`edgeasp show`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from edgeasp.cli import console, delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.puzzle_sets import PuzzleFiles, are_puzzles, collect
from edgeasp.cli.shared_options import output_option, picture_option
from edgeasp.cli.show_drawing import ENDINGS, EVERYWHERE, Content, Drawing, ShowFormat, read_content
from edgeasp.formats import endings, files
from edgeasp.system.errors import OptionError

EPILOG = examples(
    "edgeasp show puzzle.puz",
    "edgeasp show puzzle.puz puzzle.sol",
    "edgeasp show puzzle.puz puzzle.sol -o board.svg --coordinates",
    "edgeasp solve puzzle.puz | edgeasp show puzzle.puz -",
    "edgeasp show puzzle.puz puzzle.sol -o gallery.html --gallery",
    "edgeasp show puzzle.puz puzzle.sol -o pictures/ --format png",
    "edgeasp show e2:official -o clues.svg --coordinates --tiles",
)


@shared_options.with_groups
def show(
    puzzle: shared_options.PuzzleFile,
    solution: list[str] | None = typer.Argument(
        None,
        metavar="SOLUTION",
        help="A solution, complete or partial; - for standard input. For HTML, several, or folders of .sol.",
    ),
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions(),
    numbers: bool | None = picture_option(
        None,
        "--numbers/--no-numbers",
        help="Show colours as numbers. If not given: in text where there is room, in pictures not.",
    ),
    tiles: bool = picture_option(
        False, "--tiles", help="Show the number of each tile; of a known puzzle, the published one."
    ),
    turns: bool = picture_option(False, "--turns", help="Mark the side that is the top of each tile in its file."),
    coordinates: bool = picture_option(False, "--coordinates", help="Name rows A, B, ... and columns 1, 2, ..."),
    mismatches: bool | None = picture_option(
        None,
        "--mismatches/--no-mismatches",
        help="Mark sides that do not match, and whatever else is wrong. On if not given.",
    ),
    ascii_only: bool = picture_option(False, "--ascii", help="As text, use no character beyond ASCII."),
    pixels: int | None = picture_option(
        None,
        "--pixels",
        metavar="N",
        min=4,
        help="For SVG and PNG: the width of a square; 80 if not given.",
    ),
    caption: str = picture_option(
        "",
        "--caption",
        metavar="TEXT",
        help="For SVG, PNG and PDF: a line below the board; {score}, {name} and {date} stand for those of the board.",
    ),
    gallery: bool = picture_option(
        False, "--gallery", help="As HTML, all boards side by side; so are several puzzles without it."
    ),
    output: str | None = output_option(
        None,
        "-o",
        "--output",
        metavar="FILE|DIR",
        help="Write to FILE, whole or not at all; or each of several puzzles to a file of its name in DIR/.",
    ),
    form: ShowFormat | None = output_option(
        None,
        "--format",
        help="The form of the output; by the ending of FILE if not given: .txt, .svg, .png, .pdf or .html. A list has "
        "a line a square, for screen readers.",
    ),
) -> None:
    """Show the tiles of a puzzle, or the board of a solution, with the colour of every side.

    At a terminal as text, and with -o as a picture or a page. Sides that meet and differ are marked, as are empty
    squares and squares with a clue, of Eternity II also with an official one. Without a solution, clues are shown as
    a board.

    Several .puz files, or a folder of them, are drawn one by one to a folder, or together as a gallery, each with its
    solutions: those of the same name, as in x.puz and x.sol.
    """
    output = None if output == files.STDIN else output
    named = [puzzle, *(solution or [])]
    # A folder takes several puzzles, and perhaps only one.
    folder = output is not None and (output.endswith("/") or Path(output).is_dir())
    # Without an output, what is wrong is said of the folder itself.
    many = folder or gallery or (are_puzzles(named) and (output is not None or not Path(puzzle).is_dir()))
    chosen = (form or ShowFormat.SVG) if folder else _format(output, form)
    together = many and not folder and chosen is ShowFormat.HTML
    if options.size is not None and options.size.isdecimal():
        if pixels is not None or int(options.size) < 4:
            raise OptionError(f"expected --pixels from 4, once, or --size as in 12x6, found --size {options.size}")
        console.note(
            f"--size {options.size} is now --pixels {options.size}: the old name will be gone in the next version"
        )
        pixels, options = int(options.size), replace(options, size=None)
    for name, given, fitting in (
        ("--numbers", numbers is not None, EVERYWHERE),
        ("--tiles", tiles, EVERYWHERE),
        ("--turns", turns, EVERYWHERE),
        ("--coordinates", coordinates, EVERYWHERE),
        ("--mismatches", mismatches is not None, EVERYWHERE),
        ("--ascii", ascii_only, (ShowFormat.TEXT,)),
        ("--pixels", pixels is not None, (ShowFormat.SVG, ShowFormat.PNG)),
        ("--caption", bool(caption), (ShowFormat.SVG, ShowFormat.PNG, ShowFormat.PDF)),
    ):
        if given and chosen not in fitting and not (together and name not in ("--ascii", "--caption")):
            where = ", ".join(each.value for each in fitting)
            raise OptionError(f"{name} is for {where}" + "; a page has switches" * (chosen is ShowFormat.HTML))
    switches: dict[str, Any] = {"turns": turns, "coordinates": coordinates}
    switches |= {"tiles": tiles, "mismatches": mismatches is not False}
    drawing = Drawing(switches, numbers, ascii_only, pixels or 80, caption)
    inputs = options.inputs(*named)
    files.require_one_stdin(inputs)
    if many:
        if not folder:
            delivery.require_writable(output, None, inputs)
        if folder and not gallery:
            _draw_each(named, options, drawing, chosen, str(output))
        elif together:
            _draw_gallery(named, options, drawing, output)
        else:
            raise OptionError("several puzzles go to a folder, such as -o pictures/, or to a page, such as -o x.html")
        return
    delivery.require_writable(output, None, inputs)
    content = read_content(puzzle, solution or [], options)
    if len(content.boards) > 1 and chosen not in (ShowFormat.HTML, ShowFormat.PDF):
        raise OptionError(f"several solutions go to a page (-o FILE.html) or to a PDF, not as {chosen.value}")
    drawing.write(content, chosen, output)


def _format(output: str | None, form: ShowFormat | None) -> ShowFormat:
    """The form of the output: as given, or by the name of the file, or text."""
    if output is None:
        return form or ShowFormat.TEXT
    if form is ShowFormat.LIST and ENDINGS.get(Path(output).suffix.lower()) == "text":
        return form
    asked = None if form is None else form.value
    return ShowFormat(delivery.form_of_file(output, asked, ENDINGS, ".svg, .png, .pdf, .html or .txt"))


def _draw_each(
    arguments: Sequence[str],
    options: shared_options.PuzzleOptions,
    drawing: Drawing,
    form: ShowFormat,
    folder: str,
) -> None:
    """Draw each puzzle, and each of its solutions if there are several, to a file of its name in a folder."""
    endings.make_folder(folder)
    ending = "txt" if form in (ShowFormat.TEXT, ShowFormat.LIST) else form.value
    number = 0
    for each in _named(arguments):
        content = read_content(each.path, list(each.solutions), options)
        for suffix, part in _parts(content, form):
            path = str(Path(folder) / f"{each.name}{suffix}.{ending}")
            delivery.require_writable(path, None, [*arguments, *each.solutions])
            drawing.write(part, form, path)
            number += 1
    console.note(f"{files.shown_name(folder)}: {number:,} file{'s' * (number != 1)}")


def _draw_gallery(
    arguments: Sequence[str], options: shared_options.PuzzleOptions, drawing: Drawing, output: str | None
) -> None:
    """Draw all boards on a page, and the tiles of puzzles without one."""
    from edgeasp.draw.page.gallery import Exhibit, gallery
    from edgeasp.draw.view import DrawStyle

    exhibits = []
    for each in _named(arguments):
        content = read_content(each.path, list(each.solutions), options)
        style = DrawStyle(**drawing.switches, numbers=bool(drawing.numbers))
        if not content.boards:
            exhibits.append(Exhibit(each.name, content.puzzle, style=style))
        for name, board in content.boards:
            shown = each.name if len(content.boards) == 1 else f"{each.name}: {name}"
            exhibits.append(Exhibit(shown, content.puzzle, board, content.clues, style))
    title = f"{len(exhibits):,} edge-matching puzzle{'s' * (len(exhibits) != 1)}"
    delivery.deliver(gallery(exhibits, title), output)


def _named(arguments: Sequence[str]) -> list[PuzzleFiles]:
    """The puzzles with their solutions; a single puzzle comes first, and what follows are its solutions."""
    if are_puzzles(arguments):
        return collect(arguments)
    first, *solutions = arguments
    return [replace(collect([first])[0], solutions=tuple(solutions))]


def _parts(content: Content, form: ShowFormat) -> list[tuple[str, Content]]:
    """What goes to a file each, with the suffix of its name: a page holds all boards, a picture one."""
    if len(content.boards) < 2 or form is ShowFormat.HTML:
        return [("", content)]
    return [(f"-{number}", replace(content, boards=(board,))) for number, board in enumerate(content.boards, 1)]
