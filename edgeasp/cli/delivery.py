"""The output of a command: where it goes, in which form, and what it may not replace; boards as pictures and pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

from edgeasp.cli import console
from edgeasp.formats import files, plain
from edgeasp.system import writing
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import printable
from edgeasp.system.writing import FORMS, Content, form_of_ending, require_ending, require_ending_of

if TYPE_CHECKING:
    from edgeasp.api.instance import Board
    from edgeasp.draw.view import DrawStyle


_Form = TypeVar("_Form", bound=str)


def content_of(form: str) -> Content | None:
    """The content of a file in a form; None if the form is for no file."""
    return FORMS[form][0] if form in FORMS else None


def choose(forms: Collection[_Form], form: _Form | None, output: str | None, default: _Form, expected: str) -> _Form:
    """The form of an output: as asked for, or by the ending of the file, or what standard output gets.

    Args:
        forms: all that the command has.
        form: the one that is asked for; None if none is.
        output: the name of the file; None for standard output.
        default: what standard output gets.
        expected: the endings in words.

    Raises:
        OptionError: the form cannot go there, or the name of the file stands for another one, or for none.
    """
    if output is None:
        require_no_terminal(form)
        return form or default
    if form == "board":
        raise OptionError("--format board is for a terminal: leave out -o, or send it to a file with >")
    named = next((known for known in forms if known == form_of_ending(output)), None)
    if named is None and form is not None:
        require_ending_of(output, f"the format {form}", ())
    if form is not None and named not in (form, None):
        raise OptionError(f"{files.shown_name(output)}: a file of that name is no {form}")
    chosen = form or named
    if chosen is None:
        raise OptionError(f"{files.shown_name(output)}: expected a name that ends in {expected}, or a --format")
    return chosen


def require_no_terminal(form: str | None) -> None:
    """Make sure that a PNG or a PDF does not go to a terminal."""
    if form in ("png", "pdf") and console.is_terminal():
        raise OptionError(f"a terminal cannot show a {form.upper()}: write it to a file with -o FILE.{form}")


def json_text(record: Any) -> str:
    """A record, or what `plain` has made of a value, as JSON."""
    import json

    return json.dumps(record if isinstance(record, dict) else asdict(record), indent=1) + "\n"


def object_text(values: dict[str, Any], *, alone: bool) -> str:
    """A JSON object with a field a line if it stands alone, or as one of several, in a line."""
    import json

    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in values.items())
    return f"{{\n{lines}\n}}\n" if alone else json.dumps(values) + "\n"


def require_writable(output: str | None, content: Content | None, inputs: Iterable[str | None] = ()) -> None:
    """Make sure, before any work, that the result can be written, replaces no input, and has a name for its content.

    Args:
        output: the file; None, or `-`, for standard output.
        content: what it will hold; None where `choose` has judged the name.
        inputs: files that are read.
    """
    if output is not None and output != files.STDIN:
        files.require_other_file(output, inputs)
        if content is not None:
            require_ending(output, content)
        writing.require_writable(output)


def deliver_words(text: str, output: str | None) -> None:
    """Write lines for people to read; at a terminal, too long ones are broken at words."""
    if output is None:
        console.lines(text)
    else:
        deliver(text, output)


def deliver(result: str | bytes, output: str | None) -> None:
    """Write the result to a file, or to standard output without one."""
    if output is None or output == files.STDIN:
        if isinstance(result, bytes):
            console.raw(result)
        else:
            console.out(result)
    elif isinstance(result, bytes):
        writing.write_bytes(output, result)
    else:
        writing.write_text(output, result)


def print_board(board: Board, *, coordinates: bool = False) -> None:
    """Print a board on standard output, for people."""
    from edgeasp.draw import terminal
    from edgeasp.draw.view import DrawStyle

    style = DrawStyle(colour=console.supports_colour(), coordinates=coordinates, ascii=console.lacks_lines())
    shown = terminal.board(board.puzzle, board.solution, console.width(), style, board.clues, board.remarks)
    console.picture(shown)


DRAWN_FORMS = ("svg", "png", "pdf")


def require_drawable(form: str) -> None:
    """Make sure, before any work, that a form can be drawn: an `OptionError` says what is missing."""
    if form == "png":
        from edgeasp.draw import shapes

        shapes.require_pillow()
    elif form == "pdf":
        from edgeasp.draw import shapes

        shapes.require_reportlab()


def drawn(
    form: str,
    boards: Sequence[tuple[str, Board]],
    title: str,
    notes: Iterable[str] = (),
    style: DrawStyle | None = None,
    *,
    kept: bool = False,
) -> str | bytes:
    """Boards, each with its name, as a page or as pages to print, or the first of them as a picture.

    Args:
        form: one of `FORMS`, or `html`.
        boards: the boards.
        title: the name of the puzzle.
        notes: lines on a page.
        style: of a picture.
        kept: put the placements of the first board in as well: what a later search goes on from.
    """
    first = boards[0][1]
    if form == "png":
        picture = first.png(style)
        return plain.marked_png(picture, first.solution, first.puzzle) if kept else picture
    if form == "pdf":
        printed = pages(boards, title)
        return plain.marked_pdf(printed, first.solution, first.puzzle) if kept else printed
    from edgeasp.api.instance import draw_html

    text = first.svg(style) if form == "svg" else draw_html(first.puzzle, first.clues, boards, title, notes)
    return plain.marked(text, first.solution, first.puzzle) if kept else text


def pages(boards: Sequence[tuple[str, Board]], title: str, styles: Sequence[DrawStyle] = ()) -> bytes:
    """Boards, each with its name, on pages of A4, and in a style of its own if there are any."""
    from edgeasp.draw import shapes
    from edgeasp.draw.board import NamedBoard, board_pages
    from edgeasp.draw.shapes import PAPERS
    from edgeasp.draw.view import DrawStyle, board_view

    shapes.require_reportlab()
    named = [
        NamedBoard(name, board_view(board.puzzle, board.solution, board.clues), style)
        for (name, board), style in zip(boards, styles or [DrawStyle()] * len(boards), strict=True)
    ]
    printed = board_pages(named, PAPERS["a4"], title)
    note_lacking(shapes.unprintable(printed), "a picture as .svg shows")
    return shapes.write_pdf(printed, title)


def note_lacking(letters: str, instead: str) -> None:
    """Say which letters the font of PNG and PDF files lacks, if any, and what shows them instead."""
    if letters:
        console.note(f"the font of PNG and PDF files has no {printable(letters)}: {instead} them")
