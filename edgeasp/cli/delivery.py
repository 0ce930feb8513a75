"""Where the result of a command goes, in which form, and what it may not replace."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from edgeasp.cli import console
from edgeasp.formats import files
from edgeasp.system import writing
from edgeasp.system.errors import OptionError
from edgeasp.system.writing import Content, require_ending, require_ending_of


def form_of_file(output: str, form: str | None, endings: Mapping[str, str], expected: str = "") -> str:
    """The form of what goes to a file: as given, or by the ending of its name.

    Args:
        output: the name of the file.
        form: the form as given; None if not.
        endings: the forms by the endings that stand for them; a name with another ending stands for none.
        expected: the endings in words; all of them if empty.

    Raises:
        OptionError: the name stands for another form, or for none and there is none given.
    """
    named = endings.get(Path(output).suffix.lower())
    if named is None and form is not None:
        require_ending_of(output, f"the format {form}", ())
    if form is not None and named not in (form, None):
        raise OptionError(f"{files.shown_name(output)}: a file of that name is no {form}")
    found = form or named
    if found is None:
        expected = expected or ", ".join(endings)
        raise OptionError(f"{files.shown_name(output)}: expected a name that ends in {expected}, or a --format")
    return found


def require_no_board(form: str | None) -> None:
    """Make sure that a board for a terminal is not sent to a file by -o."""
    if form == "board":
        raise OptionError("--format board is for a terminal: leave out -o, or send it to a file with >")


def require_no_terminal(form: str | None) -> None:
    """Make sure that a PNG or a PDF does not go to a terminal."""
    if form in ("png", "pdf") and console.is_terminal():
        raise OptionError(f"a terminal cannot show a {form.upper()}: write it to a file with -o FILE.{form}")


def json_text(record: Any) -> str:
    """A record as JSON."""
    return json.dumps(asdict(record), indent=1) + "\n"


def require_writable(output: str | None, content: Content | None, inputs: Iterable[str | None] = ()) -> None:
    """Make sure, before any work, that the result can be written, replaces no input, and has a name for its content.

    Args:
        output: the file; None, or `-`, for standard output.
        content: what it will hold; None where `form_of_file` has judged the name.
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


def require_plottable(picture: Path | None, inputs: Iterable[str | None] = ()) -> None:
    """Make sure, before any work, that a plot can be drawn to this file, if one is wanted."""
    if picture is None:
        return
    from edgeasp.draw import plotting

    plotting.require()
    if picture.suffix.lower() not in (".svg", ".png"):
        raise OptionError(f"{picture}: expected a name that ends in .svg or .png")
    require_writable(str(picture), Content.PICTURE, inputs)
