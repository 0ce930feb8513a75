"""Output of commands: destination, format, overwriting, pictures and pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

from edgeasp.cli import console
from edgeasp.formats import files, plain
from edgeasp.system import writing
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import make_printable
from edgeasp.system.writing import FORMS, Content, format_of_extension, require_extension, require_extension_among

if TYPE_CHECKING:
    from edgeasp.api.instance import Board
    from edgeasp.draw.view import DrawStyle


_F = TypeVar("_F", bound=str)


def content_type(form: str) -> Content | None:
    """Return the content type of a format, or None."""
    return FORMS[form][0] if form in FORMS else None


def choose_format(forms: Collection[_F], form: _F | None, output: str | None, default: _F, expected: str) -> _F:
    """Choose the output format by option, extension or destination.

    Args:
        forms: formats of the command.
        form: requested format, None to choose one.
        output: name of the file, None for standard output.
        default: format for standard output.
        expected: possible extensions, as text for the error message.

    Raises:
        OptionError: the destination does not suit the format, or the extension belongs to another format.
    """
    if output is None:
        require_no_terminal(form)
        return form or default
    if form == "board":
        raise OptionError("--format board is for a terminal: leave out -o, or send it to a file with >")
    named = next((known for known in forms if known == format_of_extension(output)), None)
    if named is None and form is not None:
        require_extension_among(output, f"the format {form}", ())
    if form is not None and named not in (form, None):
        raise OptionError(f"{files.printable_name(output)}: the extension does not fit {form}")
    chosen = form or named
    if chosen is None:
        raise OptionError(f"{files.printable_name(output)}: expected a name that ends in {expected}, or a --format")
    return chosen


def require_no_terminal(form: str | None) -> None:
    """Raise OptionError if PNG or PDF goes to a terminal."""
    if form in ("png", "pdf") and console.is_terminal():
        raise OptionError(f"a terminal cannot show a {form.upper()}: write it to a file with -o FILE.{form}")


def json_text(record: Any) -> str:
    """Serialise a record as JSON."""
    import json

    return json.dumps(record if isinstance(record, dict) else asdict(record), indent=1) + "\n"


def json_object_text(values: dict[str, Any], *, alone: bool) -> str:
    """Serialise one object, indented if `alone`, else on one line."""
    import json

    # One field per line: json.dumps with an indent would also break up every list.
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in values.items())
    return f"{{\n{lines}\n}}\n" if alone else json.dumps(values) + "\n"


def require_writable(output: str | None, content: Content | None, inputs: Sequence[str | None] = ()) -> None:
    """Raise OutputError if the output cannot be written.

    At most one input may be standard input.

    Args:
        output: file, None or `-` for standard output.
        content: type of the content, None if `choose_format` has already checked the extension.
        inputs: files that are read and must not be replaced.
    """
    files.require_one_stdin(inputs)
    if output is not None and output != files.STDIN:
        files.require_other_file(output, inputs)
        if content is not None:
            require_extension(output, content)
        writing.require_writable(output)


def deliver_wrapped_text(text: str, output: str | None) -> None:
    """Write human-readable lines, wrapped at a terminal."""
    if output is None:
        console.print_lines(text)
    else:
        deliver(text, output)


def deliver(result: str | bytes, output: str | None) -> None:
    """Write the result to a file or to standard output."""
    if output is None or output == files.STDIN:
        if isinstance(result, bytes):
            console.write_bytes(result)
        else:
            console.write(result)
    elif isinstance(result, bytes):
        writing.write_bytes(output, result)
    else:
        writing.write_text(output, result)


def print_board(board: Board, *, coordinates: bool = False) -> None:
    """Print a human-readable board on standard output."""
    from edgeasp.draw import terminal
    from edgeasp.draw.view import DrawStyle

    style = DrawStyle(colour=console.supports_colour(), coordinates=coordinates, ascii=console.lacks_box_drawing())
    shown = terminal.draw_board(board.puzzle, board.solution, console.width(), style, board.clues, board.remarks)
    console.print_picture(shown)


DRAWN_FORMS = ("svg", "png", "pdf")


def require_drawable(form: str) -> None:
    """Raise OptionError if a package for the format is missing."""
    if form == "png":
        from edgeasp.draw import shapes

        shapes.require_pillow()
    elif form == "pdf":
        from edgeasp.draw import shapes

        shapes.require_reportlab()


def draw_boards(
    form: str,
    boards: Sequence[tuple[str, Board]],
    title: str,
    notes: Iterable[str] = (),
    style: DrawStyle | None = None,
    *,
    embedded: bool = False,
) -> str | bytes:
    """Draw boards on pages, or the first as a picture.

    Args:
        form: one of `FORMS`, or `html`.
        boards: boards with their names.
        title: name of the puzzle.
        notes: lines on a page.
        style: style of a picture.
        embedded: whether to embed the placements of the first board, so that a later search can continue from it.
    """
    first = boards[0][1]
    if form == "png":
        picture = first.png(style)
        return plain.embed_in_png(picture, first.solution, first.puzzle) if embedded else picture
    if form == "pdf":
        printed = draw_board_pages(boards, title)
        return plain.embed_in_pdf(printed, first.solution, first.puzzle) if embedded else printed
    from edgeasp.api.instance import draw_html

    text = first.svg(style) if form == "svg" else draw_html(first.puzzle, first.clues, boards, title, notes)
    return plain.embed_in_markup(text, first.solution, first.puzzle) if embedded else text


def draw_board_pages(boards: Sequence[tuple[str, Board]], title: str, styles: Sequence[DrawStyle] = ()) -> bytes:
    """Draw named boards on pages of A4, with optional styles."""
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
    note_missing(shapes.unprintable_characters(printed), "a picture as .svg shows")
    return shapes.write_pdf(printed, title)


def note_missing(letters: str, instead: str) -> None:
    """Print a note if the picture font lacks letters.

    Args:
        letters: missing characters, empty for none.
        instead: what shows these characters, e.g. `a picture as .svg shows`. The note ends in "them".
    """
    if letters:
        console.note(f"the font of PNG and PDF files has no {make_printable(letters)}: {instead} them")
