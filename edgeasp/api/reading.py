"""Puzzles, solutions and boards from files and texts in any format, and to them, also as pictures and pages."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath
from pathlib import Path

from edgeasp.api.arguments import as_name, as_size, as_text
from edgeasp.api.instance import Board, Instance, as_instance
from edgeasp.encoding.facts import solutions_of_output
from edgeasp.formats import files, recognition
from edgeasp.formats.document import BoardFormat, Document
from edgeasp.formats.recognition import Origin, Recognised, recognise, recognise_board
from edgeasp.puzzle.clues import Source, combine
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system import writing
from edgeasp.system.errors import FormatError, guided

File = str | PathLike[str]


@guided
def load(
    path: File,
    *,
    clues: File | Sequence[File] = (),
    signs: File | None = None,
    format: str | None = None,  # noqa: A002  # the usual name
    sides: str | None = None,
    size: tuple[int, int] | str | None = None,
    frame: str | None = None,
) -> Instance:
    """Read a puzzle and its clues from a file in any of the formats that `edgeasp.list_formats` lists.

    >>> edgeasp.load("instances/frame-3x3.puz")
    Instance(3 x 3, framed, 9 tiles, 0 clues)
    >>> edgeasp.load("e2", clues="e2:official")
    Instance(16 x 16, framed, 256 tiles, 5 clues)

    Args:
        path: the file, or `e2` for Eternity II, or a link to a viewer.
        clues: a file with clues, or several, besides those in the file of the puzzle.
        signs: a `.signs` file whose signs are added.
        format: the name of the format, where it is not clear.
        sides: for plain text, the order of the sides of a tile, such as `nswe`.
        size: columns and rows, such as `(12, 6)` or `"12x6"`, for a file that does not say them.
        frame: for class facts without a `frame` fact, the name of the colour of the outside.

    Raises:
        InputError: a file is missing or wrong, or the clues contradict the puzzle or one another.
        FormatError: the file can be read in several ways, or there is no such format or order.
    """
    name = as_name(path)
    recognised = files.read_document(
        name,
        signs_path=None if signs is None else fspath(signs),
        form=format,
        sides=sides,
        size=None if size is None else as_size(size),
        frame=frame,
    )
    paths = [clues] if isinstance(clues, str | PathLike) else clues
    return _instance(recognised, files.shown_name(name), [fspath(path) for path in paths])


@guided
def load_solution(path: File, puzzle: Puzzle | Instance) -> Solution:
    """Read a solution, or a part of one, from a file in any format with placements.

    A board of the same puzzle under other names is translated.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> written = edgeasp.save(puzzle.board(next(edgeasp.solve(puzzle))), "x.sol")
    >>> edgeasp.load_solution("x.sol", puzzle)
    Solution(9 placements)

    Raises:
        InputError: the file is missing, or is not one for this puzzle.
    """
    return files.read_solution(as_name(path), as_instance(puzzle).puzzle)


@guided
def load_board(path: File, puzzle: Puzzle | Instance | None = None) -> Board:
    """Read a board: of a puzzle, or without one from a link or a file that shows the tiles as well.

    >>> link = "https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaaadbceaadaae"
    >>> edgeasp.load_board(link)
    Board(2 x 2, 4 of 4 diamonds match: solved)

    Raises:
        InputError: the file is missing or wrong, or is not a board of this puzzle.
        FormatError: the file is one of a puzzle only, or can be read in several ways.
    """
    name = as_name(path)
    if puzzle is not None:
        instance = as_instance(puzzle)
        return instance.board(files.read_board(name, instance.puzzle, repeats=True).solution)
    recognised = files.read_document(name, partial=True)
    if not recognised.format.is_board:
        raise FormatError(f"{files.shown_name(name)}: holds no board: name its puzzle as well")
    return Board(recognised.document.puzzle, recognised.document.placements, recognised.clues)


@guided
def parse(
    text: str,
    *,
    format: str | None = None,  # noqa: A002  # the usual name
    sides: str | None = None,
    size: tuple[int, int] | str | None = None,
    frame: str | None = None,
) -> Instance:
    r"""Read a puzzle from a text instead of a file; the arguments are those of `load`.

    >>> edgeasp.parse("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n")
    Instance(2 x 2, framed, 4 tiles, 0 clues)

    Raises:
        InputError: the text is wrong.
        FormatError: it can be read in several ways, or there is no such format or order.
    """
    board = None if size is None else as_size(size)
    origin = Origin("the text", stream=True, format=format, sides=sides, size=board, frame=frame)
    return _instance(recognise(as_text(text), origin), "")


@guided
def parse_solution(text: str, puzzle: Puzzle | Instance) -> Solution:
    r"""Read a solution, or a part of one, from a text instead of a file.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> edgeasp.parse_solution("3 0 0 1\n0 2 2 3\n", puzzle)
    Solution(2 placements)

    Raises:
        InputError: the text is wrong, or no board of this puzzle.
    """
    return recognise_board(as_text(text), as_instance(puzzle).puzzle, Origin("the text", stream=True)).solution


@guided
def decode(output: str, puzzle: Puzzle | Instance) -> list[Board]:
    """Read the answers of a stand-alone clingo, as text or JSON, as boards; these may break conditions.

    The encoding may be any of the class: what counts are `chosenTile(X,Y,T)` and `chosenRotation(X,Y,R)`.

    >>> import clingo
    >>> task = edgeasp.make_task(edgeasp.load("instances/golden.lp").puzzle)
    >>> control = clingo.Control()
    >>> control.add("base", [], task.program())
    >>> control.ground()
    >>> models = []
    >>> result = control.solve(on_model=lambda model: models.append(str(model)))
    >>> edgeasp.decode(models[0], task.puzzle)
    [Board(2 x 2, 4 of 4 diamonds match: solved)]

    Raises:
        InputError: the text is no such output, or an answer is not a tile and a rotation for each square.
    """
    instance = as_instance(puzzle)
    return [
        instance.board(solution) for solution in solutions_of_output(as_text(output), "the output", instance.puzzle)
    ]


def _instance(recognised: Recognised, name: str, clue_files: Sequence[str] = ()) -> Instance:
    """The puzzle of a file with its clues, and those of others, which must not contradict one another."""
    puzzle, notes = recognised.document.puzzle, recognised.document.notes
    sources = [Source(name, recognised.clues), *(files.read_clues(file, puzzle) for file in clue_files)]
    kept = combine(puzzle, sources) if clue_files else recognised.clues
    return Instance(puzzle, kept, name, (*notes, *(note for source in sources for note in source.notes)))


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
        chosen = files.choose_format(format, name, solution=isinstance(what, Board))
        document = _document(what)
        if not isinstance(chosen, BoardFormat):
            beside = files.save(files.convert(document, chosen), document, name)
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
    chosen = files.choose_format(format, None, solution=isinstance(what, Board))
    if isinstance(chosen, BoardFormat):
        return _board_text(what, chosen)
    converted = files.convert(_document(what), chosen)
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
        for holds, formats in (("puzzle", recognition.puzzles()), ("solution", recognition.boards()))
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
    return files.convert_board(placements, what.puzzle, chosen)
