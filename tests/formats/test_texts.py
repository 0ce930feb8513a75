"""The texts in tests/formats/texts, and everything that is read from each.

Unindented lines are prose. Indented by two blanks are a reader (`$ `), the text it reads (`> `), where `\\` at the end
leaves out the end of the line, and what comes of it. `python -m tests.formats.test_texts` writes it anew.

`read FORMAT` and `lay FORMAT` are the readers of puzzles and boards in one format. `recognise NAME` and
`recognise-board NAME` find the format, `detect NAME` scores all that it may be, and `link` reads a picture of a board.
Boards are of the puzzle drawn by hand. `signs` and `solver-output` read what their names say.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from edgeasp.formats import plain, recognition, viewer
from edgeasp.formats.document import Document
from edgeasp.formats.recognition import Origin, recognise, recognise_board
from edgeasp.formats.resolve import resolve_board
from edgeasp.system.errors import FormatError, InputError
from tests.formats.examples import BOARDS, PUZZLE, PUZZLES
from tests.support.answers import answered, described, lies, placements, require_same, unescaped

SIGNED = plain.read_puz("3 2\n1 2 3 4 +\n0 0 1 1\n5 6 7 8 -\n" + "1 2 1 2\n" * 3, "x")

TEXTS = sorted((Path(__file__).parent / "texts").glob("*.txt"))


def rerun(text: str) -> str:
    """Return the texts with what is read from them now."""
    return answered(text, lambda command, lines: _outcome(command.split(), unescaped(lines)))


def _outcome(command: list[str], text: str) -> list[str]:
    """Lines that say what is read, or why nothing is."""
    try:
        return list(_read(*command, text=text))
    except (FormatError, InputError) as error:
        return _message(error)


def _message(error: FormatError | InputError) -> list[str]:
    message = str(error)
    assert message.replace("\n", "").isprintable()
    assert "expected " in message or isinstance(error, FormatError)
    assert not isinstance(error, InputError) or error.line is None or f":{error.line}: " in message
    return [f"! {line}" for line in message.splitlines()]


def _read(reader: str, *words: str, text: str) -> Iterator[str]:
    options: dict[str, Any] = dict(word.split("=") for word in words if "=" in word)
    if "size" in options:
        options["size"] = tuple(map(int, options["size"].split("x")))
    [name] = [word for word in words if "=" not in word] or ["x"]
    origin = Origin(name, Path(name).suffix, stream=name == "-", **options)
    match reader:
        case "read":
            form = recognition.puzzle_format(name)
            document = form.read(text, "x")
            yield from _document(document)
            yield from [] if form.write(document) != text else ["written as it was read"]
        case "lay":
            board = recognition.board_format(name)
            solution = resolve_board(board.read(text, PUZZLE, "x"), PUZZLE, "x").placements
            yield from lies(solution, PUZZLE)
            yield from [] if board.write(solution, PUZZLE) != text else ["written as it was read"]
        case "recognise":
            found = recognise(text, origin)
            yield f"{found.format_name}{', obviously' * found.obvious}"
            yield from _document(found)
            yield from [f"clues {placements(found.clues)}"] * bool(found.clues)
        case "detect":
            yield (
                ", ".join(f"{form.name} {score}" for form, score in recognition.score_formats(text, origin))
                or "no puzzle"
            )
        case "recognise-board":
            lying = recognise_board(text, PUZZLE, origin)
            yield lying.format_name
            yield from lies(lying.placements, PUZZLE)
            yield from (f"note: {note}" for note in lying.notes)
        case "signs":
            signed = plain.read_signs(text, SIGNED, "x")
            yield " ".join(each.sign.value if each.sign else "." for each in signed.tiles)
        case "solver-output":
            yield str(recognition.is_sat_output(text))
        case _:
            picture = viewer.parse_link(text, "x", **options)
            squares = ("-" if sides is None else " ".join(map(str, sides)) for sides in picture.squares)
            yield from ["not taken for a link by itself"] * (not viewer.is_link(text))
            yield f"{picture.cols} x {picture.rows}, order {picture.order}: {', '.join(squares)}"
            yield from [f"pieces {picture.pieces}, pinned {picture.pinned}"] * bool(picture.pieces or picture.pinned)
            yield from (f"note: {note}" for note in picture.notes)


def _document(document: Document) -> Iterator[str]:
    yield from described(document.puzzle, document.placements)
    yield from [f"{document.unknown} unknown"] * bool(document.unknown)
    yield from (f"note: {note}" for note in document.notes)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_everything_is_read_that_is_written(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    require_same(written, rerun(written))


def test_every_format_has_a_malformed_text() -> None:
    text = next(path for path in TEXTS if path.stem == "malformed").read_text(encoding="utf-8")
    readers = [f"  $ read {form.name}\n" for form in PUZZLES] + [f"  $ lay {form.name}\n" for form in BOARDS]
    assert [reader for reader in readers if reader not in text] == ["  $ lay e2dev-url\n"]


if __name__ == "__main__":
    for each in TEXTS:
        each.write_text(rerun(each.read_text(encoding="utf-8")), encoding="utf-8")
