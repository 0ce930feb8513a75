"""Puzzles and boards to texts and files, in any format, and as pictures and pages."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from edgeasp.api.arguments import as_name
from edgeasp.api.instance import Board, Instance, as_instance
from edgeasp.formats import conversion, registry
from edgeasp.formats.document import BoardFormat, Document
from edgeasp.puzzle.model import Puzzle
from edgeasp.system import writing
from edgeasp.system.errors import FormatError
from edgeasp.system.guessing import guided


@guided
def save(
    what: Puzzle | Instance | Board,
    path: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002  # the usual name
) -> tuple[Path, ...]:
    """Write a puzzle or a board to a file, whole or not at all; the files that were written.

    The ending of the name decides what is written: a picture (`.svg`, `.png`), a page (`.html`), or one of the formats
    of `edgeasp.list_formats`. Clues that the format cannot hold go into a `.clue` beside it.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> board = puzzle.board(next(edgeasp.solve(puzzle)))
    >>> [str(path) for path in edgeasp.save(board, "board.svg")]
    ['board.svg']
    >>> written = edgeasp.save(board, "board.sol")
    >>> edgeasp.load_solution("board.sol", puzzle) == board.solution
    True

    Args:
        what: a puzzle, perhaps with clues, or a board.
        path: the file.
        format: the name of the format, where the ending does not decide: of puzzles, or for a board of solutions.

    Raises:
        FormatError: there is no such format, or it cannot hold what is to be written.
        OptionError: a PNG is wanted, and Pillow is not installed.
        OutputError: the file cannot be written.
    """
    what, name = _shown(what), as_name(path)
    form = writing.form_of_ending(name) if format is None else None
    if form == "png":
        writing.write_bytes(name, what.png())
    elif form in ("svg", "html"):
        writing.write_text(name, what.svg() if form == "svg" else what.html())
    else:
        chosen = conversion.choose_format(format, name, solution=isinstance(what, Board))
        document = _document(what)
        if not isinstance(chosen, BoardFormat):
            beside = conversion.save(conversion.convert(document, chosen), document, name)
            return (Path(name), Path(beside)) if beside else (Path(name),)
        writing.write_text(name, _board_text(what, chosen))
    return (Path(name),)


@guided
def convert(what: Puzzle | Instance | Board, format: str) -> str:  # noqa: A002  # the usual name
    """The text of a puzzle, or of a board, in the format of that name.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> edgeasp.convert(puzzle, "nesw-bare").splitlines()[0]
    '0 0 1 1'
    >>> board = puzzle.board(next(edgeasp.solve(puzzle)))
    >>> len(edgeasp.convert(board, "sol").splitlines())
    9

    Raises:
        FormatError: there is no such format, or it cannot hold what is to be written, such as clues.
    """
    what = _shown(what)
    chosen = conversion.choose_format(format, None, solution=isinstance(what, Board))
    if isinstance(chosen, BoardFormat):
        return _board_text(what, chosen)
    converted = conversion.convert(_document(what), chosen)
    if converted.sidecar:
        raise FormatError(
            f"the format {chosen.name} cannot hold placements, and there are {len(converted.sidecar)}: "
            "edgeasp.save writes them to a file beside it"
        )
    return converted.text


@guided
def list_formats() -> list[dict[str, str]]:
    """The formats that can be read and written, a record each: name, of what, endings of files, title.

    >>> edgeasp.list_formats()[0]
    {'name': 'puz', 'holds': 'puzzle', 'endings': '.puz', 'title': "size, sides N E S W, perhaps a sign; edgeasp's own"}
    """
    return [
        {"name": form.name, "holds": holds, "endings": " ".join(form.suffixes), "title": form.title}
        for holds, formats in (("puzzle", registry.puzzles()), ("solution", registry.boards()))
        for form in formats
    ]


def _shown(what: Puzzle | Instance | Board) -> Instance | Board:
    return what if isinstance(what, Board) else as_instance(what)


def _document(what: Instance | Board) -> Document:
    if isinstance(what, Board):
        return Document(what.puzzle, what.solution, hints=what.clues)
    return Document(what.puzzle, what.clues)


def _board_text(what: Instance | Board, chosen: BoardFormat) -> str:
    placements = what.solution if isinstance(what, Board) else what.clues
    if not placements:
        raise FormatError(f"the format {chosen.name} is for boards, and there are no placements")
    return conversion.convert_board(placements, what.puzzle, chosen)
