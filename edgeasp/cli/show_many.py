"""`edgeasp show` of several puzzles: one by one to a folder, or together on a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from edgeasp.cli import console, delivery, shared_options
from edgeasp.cli.puzzle_sets import PuzzleFiles, are_puzzles, collect
from edgeasp.cli.show_drawing import Content, Drawing, ShowFormat, read_content
from edgeasp.draw.page.gallery import Exhibit, gallery
from edgeasp.draw.view import DrawStyle
from edgeasp.formats import files


def draw_each(
    arguments: Sequence[str],
    options: shared_options.PuzzleOptions,
    drawing: Drawing,
    form: ShowFormat,
    folder: str,
) -> None:
    """Draw each puzzle, and each of its solutions if there are several, to a file of its name in a folder."""
    files.make_folder(folder)
    ending = "txt" if form is ShowFormat.TEXT else form.value
    number = 0
    for each in _named(arguments):
        content = read_content(each.path, list(each.solutions), options)
        for suffix, part in _parts(content, form):
            path = str(Path(folder) / f"{each.name}{suffix}.{ending}")
            delivery.require_writable(path, None, [*arguments, *each.solutions])
            drawing.write(part, form, path)
            number += 1
    console.note(f"{files.shown_name(folder)}: {number:,} file{'s' * (number != 1)}")


def draw_gallery(
    arguments: Sequence[str], options: shared_options.PuzzleOptions, drawing: Drawing, output: str | None
) -> None:
    """Draw all boards on a page, and the tiles of puzzles without one."""
    exhibits = []
    for each in _named(arguments):
        content = read_content(each.path, list(each.solutions), options)
        style = DrawStyle(**drawing.switches_for(content.puzzle), numbers=bool(drawing.numbers))
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
