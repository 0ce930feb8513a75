"""A puzzle with the clues of its file, a board of it, its pictures; read from files and texts, and written to them."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from edgeasp.encoding import facts as class_facts
from edgeasp.encoding.own_rules import OwnRules, RulesFile
from edgeasp.encoding.render import EncodingRequest, render
from edgeasp.formats import files, recognition
from edgeasp.formats.document import BoardFormat, Document
from edgeasp.formats.files import read_rules, rules_in
from edgeasp.formats.recognition import Origin, recognise, recognise_board
from edgeasp.puzzle import checker
from edgeasp.puzzle.checker import EVERY, Condition, Report
from edgeasp.puzzle.clues import Source, combine
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile, square_named
from edgeasp.search import task as tasks
from edgeasp.search.task import Task
from edgeasp.system import writing
from edgeasp.system.errors import FormatError, InputError, OptionError, kind_of
from edgeasp.system.limits import Limits, in_seconds
from edgeasp.system.lines import is_whole, number_of, plural, read_size

if TYPE_CHECKING:
    from edgeasp.draw.palette import OwnPalette
    from edgeasp.draw.shapes import Picture
    from edgeasp.draw.view import DrawStyle, Remark

Placements: TypeAlias = "Solution | Board | Collection[Placement]"
"""Wherever placements go: a solution, a board, or the placements one by one."""


class _WithPuzzle:
    """Questions to a puzzle, answered by values that have one."""

    puzzle: Puzzle

    @property
    def _shown(self) -> Board | None:
        raise NotImplementedError

    def text(self, width: int = 80) -> str:
        """The board, the clues on it, or else the tiles, with numbers as colours, at most so many columns wide."""
        from edgeasp.draw import terminal

        if (board := self._shown) is None:
            return terminal.tiles(self.puzzle, width).plain
        return terminal.board(self.puzzle, board.solution, width, clues=board.clues, remarks=board.remarks).plain

    def svg(self, style: DrawStyle | None = None) -> str:
        """A picture of the board, of the clues on it, or else of the tiles, as SVG."""
        from edgeasp.draw import shapes

        picture, style = _picture(self.puzzle, self._shown, style)
        return shapes.write_svg(picture, style.size)

    def png(self, style: DrawStyle | None = None) -> bytes:
        """The same as PNG; OptionError without Pillow, which the extra `png` installs."""
        from edgeasp.draw import shapes

        picture, style = _picture(self.puzzle, self._shown, style)
        return shapes.write_png(picture, style.size)

    def _repr_svg_(self) -> str:
        return self.svg(notebook_style(self.puzzle.cols))

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self.puzzle.cols

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.puzzle.rows

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles, as the puzzle numbers them."""
        return self.puzzle.tiles

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of columns and rows."""
        return self.puzzle.cols, self.puzzle.rows

    @property
    def colours(self) -> list[int]:
        """The colours, without that of the frame."""
        return self.puzzle.colours


PUZZLE_IN_JSON = (
    "puzzle",
    "The puzzle.",
    (
        ("source", "The name of its file.", "instance.source"),
        "cols=instance.cols",
        "rows=instance.rows",
        "framed=instance.puzzle.framed",
        "signed=instance.puzzle.signed",
        ("clues", "The number of clues.", "job.task.clues.__len__"),
    ),
)
"""The puzzle of an answer that has an instance and a job, see `api.plain.Entry`."""


@dataclass(frozen=True)
class Instance(_WithPuzzle):
    """A puzzle and its clues, as a file has them; often there are none.

    A notebook shows the tiles, or, where there are clues, the board with these.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> puzzle
    Instance(3 x 3, framed, 9 tiles, 0 clues)
    >>> puzzle.svg().startswith("<svg")
    True
    >>> print(puzzle.text(width=50))
      0       1       2       3       4       5
      0       0       0       0       0       0
    1   0   2   0   1   0   2   0   2   1   1   1
      1       1       2       2       3       4
    <BLANKLINE>
      6       7       8
      0       0       3
    1   2   2   2   4   3
      3       4       4

    Attributes:
        puzzle: the puzzle.
        clues: the placements that solutions keep.
        source: the name of the file; empty if it was not read from one.
        notes: what its reader decided or translated, a clause each.
        sources: the files of the clues, with their lines, for messages; may be empty.
        lines: the line of each tile in its file; empty where that is not known.
    """

    puzzle: Puzzle
    clues: Solution = Solution()
    source: str = field(default="", compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    sources: tuple[Source, ...] = field(default=(), compare=False)
    lines: tuple[int, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.puzzle, Puzzle):
            raise TypeError(f"expected a Puzzle, found {kind_of(self.puzzle)}: edgeasp.load reads an Instance")
        object.__setattr__(self, "clues", as_solution(self.clues, "clues"))

    def board(self, solution: Placements) -> Board:
        """The board that a solution, complete or partial, makes."""
        return Board(self.puzzle, as_solution(solution, "a solution"), self.clues)

    def html(self, title: str = "") -> str:
        """A page of its own, which needs no network, as `edgeasp show -o x.html` writes it."""
        return draw_html(self.puzzle, self.clues, [], title or self.source)

    @property
    def _shown(self) -> Board | None:
        return self.board(self.clues) if self.clues else None

    def __repr__(self) -> str:
        inside = repr(self.puzzle).removeprefix("Puzzle(").removesuffix(")")
        return f"{type(self).__name__}({inside}, {len(self.clues)} {plural(len(self.clues), 'clue')})"


@dataclass(frozen=True)
class Board(_WithPuzzle):
    """Placements on the squares of a puzzle, to be drawn, judged and saved.

    A notebook shows it with its mismatches. `print` shows it as text.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> board = puzzle.board(next(edgeasp.solve(puzzle)))
    >>> board
    Board(3 x 3, 12 of 12 diamonds match: solved)
    >>> board.score, board.solved
    (12, True)
    >>> board.svg(edgeasp.DrawStyle(size=40, tiles=True)).count("<use")  # the coloured sides
    36

    Attributes:
        puzzle: the puzzle.
        solution: the placements, all of them or some.
        clues: those that have to be kept; their squares are marked.
        remarks: what an explanation or a hint says of squares.

    Raises:
        InputError: there is no such tile, square or orientation in the puzzle.
    """

    puzzle: Puzzle
    solution: Solution
    clues: Solution = Solution()
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "puzzle", as_instance(self.puzzle).puzzle)
        object.__setattr__(self, "solution", as_solution(self.solution, "a solution"))
        object.__setattr__(self, "clues", as_solution(self.clues, "clues"))
        for name, placements in (("the board", self.solution), ("the clues", self.clues)):
            for placement in placements:
                # A tile that is turned as it may not be can be shown, and is wrong.
                if not self.puzzle.has_placement(placement, anyhow=True):
                    report = checker.check(self.puzzle, Solution((placement,)), conditions=())
                    raise InputError(name, None, report.violations[0].text)

    @cached_property
    def report(self) -> Report:
        """The report of the checker."""
        return checker.check(self.puzzle, self.solution, self.clues)

    @property
    def score(self) -> int:
        """The number of diamonds that match."""
        return self.report.matched

    @property
    def solved(self) -> bool:
        """Whether every square holds a tile and no condition is violated."""
        return self.report.solved

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The placements, in their order."""
        return tuple(self.solution)

    @property
    def mismatches(self) -> int:
        """The number of diamonds that do not match: not all sides are of one colour, or a square is empty."""
        return self.report.diamonds - self.report.matched

    @property
    def meant(self) -> str:
        """The convention by which a wrong board would be right, in words; empty if there is none.

        A board of which most is right is as it was meant.
        """
        from edgeasp.search.interpretations import other_reading

        return other_reading(self.puzzle, self.solution, self.report, self.clues)

    def __getitem__(self, place: tuple[int, int] | str) -> Placement | None:
        """The placement on a square, by its column and row from 0, or its name; None if it is empty.

        Raises:
            IndexError: the board has no such square.
        """
        square = square_named(place) if isinstance(place, str) else None
        if isinstance(place, tuple) and len(place) == 2:
            square = Square(*place)
        if square is None or square not in self.puzzle.grid:
            last = f"board[{self.puzzle.cols - 1}, {self.puzzle.rows - 1}]"
            message = f"expected a column and a row up to {last}, or a name such as board['A1'], found {place!r}"
            raise IndexError(message)
        return self.solution.by_square().get(square)

    def html(self, title: str = "") -> str:
        """A page of its own, which needs no network, as `edgeasp show -o x.html` writes it."""
        return draw_html(self.puzzle, self.clues, [("board", self)], title)

    @property
    def _shown(self) -> Board:
        return self

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.solution)

    def __len__(self) -> int:
        return len(self.solution)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Board({self.puzzle.cols} x {self.puzzle.rows}, {board_summary(self)})"


def as_solution(placements: Placements, what: str, puzzle: Puzzle | Instance | None = None) -> Solution:
    """Placements as a solution; `what` they are for stands in the error.

    Raises:
        OptionError: they are a board of another puzzle.
        TypeError: they are none.
    """
    if isinstance(placements, Solution) and all(isinstance(placement.square, Square) for placement in placements):
        return placements
    if isinstance(placements, Board):
        other, puzzle = placements.puzzle, puzzle.puzzle if isinstance(puzzle, Instance) else puzzle
        if puzzle is not None and [tile.sides for tile in other.tiles] != [tile.sides for tile in puzzle.tiles]:
            raise OptionError(
                f"expected a board of this puzzle as {what}, found one of another, {other.cols} x {other.rows}"
            )
        return placements.solution
    if isinstance(placements, Collection | Solution) and not isinstance(placements, str):
        listed = tuple(placements)
        if all(isinstance(placement, Placement) for placement in listed):
            for placement in listed:
                if not all(is_whole(number) for number in (placement.tile, *placement.square, placement.rot)):
                    raise TypeError(f"expected whole numbers in {what}, found {placement}")
            return Solution(tuple(replace(placement, square=Square(*placement.square)) for placement in listed))
    if isinstance(placements, str | PathLike):
        hint = f": edgeasp.load_solution({str(placements)!r}, puzzle) reads one"
    else:
        advice = ": each is an edgeasp.Placement(tile, square, rot)" if isinstance(placements, Collection) else ""
        hint = _INSTEAD.get(type(placements).__name__, advice)
    raise TypeError(f"expected a Solution, a Board or placements as {what}, found {kind_of(placements)}{hint}")


def as_instance(puzzle: Puzzle | Instance, clues: Placements = Solution()) -> Instance:
    """The puzzle with its own clues and those that are given as well, which are not judged.

    Raises:
        TypeError: it is neither a puzzle nor an instance, or the clues are no placements.
    """
    if not isinstance(puzzle, Puzzle | Instance):
        reads = f": edgeasp.load({str(puzzle)!r}) reads one" if isinstance(puzzle, str | PathLike) else ""
        hint = reads or _INSTEAD.get(type(puzzle).__name__, "")
        raise TypeError(f"expected a Puzzle or an Instance, found {kind_of(puzzle)}{hint}")
    more = as_solution(clues, "clues", puzzle)
    if isinstance(puzzle, Puzzle):
        return Instance(puzzle, more)
    merged = tuple(dict.fromkeys((*more, *puzzle.clues)))
    return Instance(puzzle.puzzle, Solution(merged), puzzle.source, lines=puzzle.lines)


_INSTEAD = {
    "Board": ": write board.puzzle, and clues=board to keep what lies",
    "Solution": ": write puzzle.board(solution)",
    "Solutions": ": next(...) gives a solution",
    "Outcome": ": its .boards are some",
    "BestBoard": ": its .board is one",
    "Hinted": ": its .board is one",
    "Explained": ": its .board is one",
    "Instance": ": write puzzle.clues",
    "Generated": ": write puzzle.clues, or puzzle.planted",
}


def sources_of(puzzle: Puzzle | Instance, clues: Placements) -> list[Source]:
    """The clues of a call and those of the instance, by the names that messages have for them."""
    own: Sequence[Source] = ()
    if isinstance(puzzle, Instance):
        own = puzzle.sources or [Source(puzzle.source or "clues of the instance", puzzle.clues)]
    return [Source("clues", as_solution(clues, "clues", puzzle)), *own]


# ---- the task of an instance, and its encoding ----


def make_task(
    puzzle: Puzzle | Instance,
    clues: Placements = Solution(),
    encoding: str | EncodingRequest | None = None,
    *,
    add: Rules | Iterable[Rules] = (),
    program: Rules | None = None,
    relaxed: bool = False,
    up_to_rotation: bool = False,
) -> Task:
    """The task of solving a puzzle, for a `Session`, or for its program as text.

    >>> edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz")).encoding.name
    'framed'

    Args:
        puzzle: the puzzle; of an instance, its clues are kept as well.
        clues: placements to keep.
        encoding: variants joined by `+`, such as `framed+signed`, or a request; as fits the puzzle if None.
        add: rules to add, which may use `chosenTile/3` and `chosenRotation/3`: a text, a file, or several.
        program: a program in place of edgeasp's rules, which reads the facts: a text or a file.
        relaxed: give boards of the program that break conditions, too.
        up_to_rotation: ask for one of the solutions that are rotations of one another, as the symmetry
            `board-rotations` does. Beside clues only rotations that map these to themselves count, as one sees them:
            identical tiles are alike, so the symmetries of tiles are broken, whatever the request says.

    Raises:
        EncodingError: the encoding makes no sense for the puzzle, or beside rules of a user.
        InputError: the clues contradict the puzzle or one another; a file of rules cannot be read.
        TypeError: something is no puzzle, no solution, or no rules.
    """
    own = own_rules(add, program, relaxed=relaxed)
    return task_of(puzzle, clues, encoding, own, up_to_rotation=up_to_rotation)


def task_of(
    puzzle: Puzzle | Instance,
    clues: Placements,
    encoding: str | EncodingRequest | None,
    own: OwnRules,
    *,
    up_to_rotation: bool,
) -> Task:
    """The task of a puzzle with rules of a user that were read; otherwise as `make_task`."""
    if encoding is not None and not isinstance(encoding, str | EncodingRequest):
        raise TypeError(f"expected a name such as 'framed', or an EncodingRequest, found {kind_of(encoding)}")
    request = encoding if isinstance(encoding, EncodingRequest) else EncodingRequest(encoding)
    instance = puzzle if isinstance(puzzle, Instance) else as_instance(puzzle)
    sources = sources_of(instance, clues)
    return tasks.make_task(instance.puzzle, sources, request, up_to_rotation=up_to_rotation, own=own)


def encoding_text(puzzle: Puzzle | None, request: EncodingRequest, own: OwnRules) -> str:
    """The encoding of a puzzle, with rules of a user or in their place, as a program that reads its facts.

    Without a puzzle, that of a framed one without signs.

    Raises:
        EncodingError: the request makes no sense for the puzzle, or beside the rules.
        InputError: the rules are no program.
    """
    if own:
        from edgeasp.solvers.clingo import syntax

        syntax.read(own.files)
    fitting = tasks.encoding_beside(request, own)
    if puzzle is None:
        encoding = fitting.resolve(framed=True, signed=False)._replace(backs=False, beyond=False)
    else:
        encoding = fitting.fitting(puzzle)
    text = render(encoding, added=bool(own)).text
    return ("" if own.program else text) + own.text()


def check(
    puzzle: Puzzle | Instance | Board,
    solution: Placements | None = None,
    clues: Placements = Solution(),
    conditions: Collection[Condition | str] = EVERY,
) -> Report:
    """Check a solution, complete or partial, without a solver.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> edgeasp.check(puzzle, next(edgeasp.solve(puzzle)))
    Report(solved, 12 of 12 diamonds match)
    >>> edgeasp.check(puzzle.board(edgeasp.Solution()))
    Report(9 squares empty, 0 of 12 diamonds match)
    >>> edgeasp.check(puzzle, edgeasp.Solution(), conditions=["adjoining"]).violations
    ()

    Args:
        puzzle: the puzzle, or a board of it alone. The clues of an instance or of a board have to be kept as well.
        solution: the placements, or a board; one out of range is reported, and excluded from all other conditions.
        clues: placements that the solution must contain, up to rotations with the same sides.
        conditions: the conditions to check, by name as in `Violation.condition`, for a relaxation of the puzzle; all of
            them by default, and `range` always.

    Raises:
        OptionError: there is no condition of such a name; or the board is of another puzzle.
    """
    if isinstance(puzzle, Board) and solution is None:
        of, solution = Instance(puzzle.puzzle, puzzle.clues), puzzle.solution
    else:
        of = puzzle  # type: ignore[assignment]  # `as_instance` refuses a board
    instance = as_instance(of, clues)
    named = [conditions] if isinstance(conditions, str) else conditions
    names = [condition.value for condition in Condition]
    if wrong := [name for name in named if not isinstance(name, Condition) and name not in names]:
        raise OptionError(f"expected conditions among {', '.join(names)}, found {wrong[0]!r}")
    board = as_solution(solution, "a solution", instance)  # type: ignore[arg-type]  # which refuses None
    return checker.check(instance.puzzle, board, instance.clues, {*map(Condition, named)})


_WIDEST = 480
"""Pixels that a board has in a notebook, if its squares are not smaller than the next two say."""
_SMALLEST, _LARGEST = 16, 60

SHOWN = 6
"""Boards that a notebook shows of one result; it counts the rest."""


def notebook_style(cols: int) -> DrawStyle:
    """The style of a picture in a notebook."""
    from edgeasp.draw.view import DrawStyle

    return DrawStyle(size=max(_SMALLEST, min(_LARGEST, _WIDEST // cols)))


def draw_html(
    puzzle: Puzzle,
    clues: Solution,
    boards: Iterable[tuple[str, Board]],
    title: str,
    notes: Iterable[str] = (),
    palette: OwnPalette | None = None,
) -> str:
    """A page with boards by their names, or else with the clues or the tiles."""
    from edgeasp.draw.page.html import Page

    page = Page(puzzle, clues, title or f"{puzzle.cols} x {puzzle.rows}", palette)
    for name, board in boards:
        page.add(name, board.solution, board.remarks)
    return page.text(notes)


def board_summary(board: Board) -> str:
    """The score of a board, and what is wrong with it, in one line."""
    from edgeasp.draw.view import board_view

    return board_view(board.puzzle, board.solution, board.clues).summary


def draw_gallery(words: Iterable[str], boards: Iterable[Board]) -> str:
    """A part of a page: lines of words, and boards beside one another."""
    from html import escape

    every = list(boards)
    shown = every[:SHOWN]
    size = {} if len(shown) == 1 else {"style": "height: 160px; margin: 4px"}
    lines = [f'<div style="white-space: pre-wrap">{escape(line)}</div>' for line in words]
    lines += [_image(board, size) for board in shown]
    if len(every) > SHOWN:
        lines.append(f"<div>and {len(every) - SHOWN:,} more</div>")
    return "\n".join(lines)


def _image(board: Board, attributes: dict[str, str]) -> str:
    """A board as an image of its own: two pictures on one page must not share the names inside them."""
    from base64 import b64encode
    from html import escape

    data = b64encode(board.svg(notebook_style(board.puzzle.cols)).encode()).decode()
    more = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f'<img alt="{escape(board_summary(board))}" src="data:image/svg+xml;base64,{data}"{more}>'


def _picture(puzzle: Puzzle, board: Board | None, style: DrawStyle | None) -> tuple[Picture, DrawStyle]:
    from edgeasp.draw.board import board_picture, tiles_picture
    from edgeasp.draw.view import DrawStyle, board_view

    style = style or DrawStyle()
    if not isinstance(style, DrawStyle):
        raise TypeError(f"expected an edgeasp.DrawStyle(size=...), found {kind_of(style)}")
    if board is None:
        return tiles_picture(puzzle, style), style
    return board_picture(board_view(puzzle, board.solution, board.clues, board.remarks), style), style


# ---- arguments of the public calls ----

Rules = str | PathLike[str]
"""Rules as a text, or as a file: a path, or a name that ends in `.lp`."""


def limits_of(limits: Limits, time_limit: float | str | None) -> Limits:
    """The limits of a call, to which the short form of the one on time belongs.

    Raises:
        OptionError: time is limited twice, or by something that is no time.
        TypeError: they are no limits.
    """
    if not isinstance(limits, Limits):
        raise TypeError(f"expected edgeasp.Limits(seconds=...) as limits, or time_limit=..., found {kind_of(limits)}")
    if time_limit is None:
        return limits
    if limits.seconds is not None:
        raise OptionError("time_limit and limits.seconds are one limit: give one of them")
    if isinstance(time_limit, str):
        return replace(limits, seconds=in_seconds(time_limit))
    if isinstance(time_limit, bool) or not isinstance(time_limit, int | float):
        raise OptionError(f"expected a number of seconds, or a time such as '8h', as time_limit, found {time_limit!r}")
    try:
        return replace(limits, seconds=float(time_limit))
    except OverflowError:
        raise OptionError("expected a number of seconds as time_limit, found one that is too large") from None


def own_rules(add: Rules | Iterable[Rules], program: Rules | None, *, relaxed: bool = False) -> OwnRules:
    """The rules of a user, from texts and files.

    Raises:
        InputError: a file cannot be read, or clingo does not read its characters.
        OptionError: wrong boards are wanted, but there is no program that may give any.
        TypeError: something is neither a text nor a path.
    """
    added = list(add) if isinstance(add, Iterable) and not isinstance(add, str) else [add]
    rules = [file for rule in added for file in rules_of(rule, "add")]
    if relaxed and program is None:
        raise OptionError("relaxed is for program=...: edgeasp's own rules give boards that keep all conditions")
    return OwnRules(() if program is None else rules_of(program, "program"), tuple(rules), relaxed)


def rules_of(rules: Rules, what: str) -> tuple[RulesFile, ...]:
    """Rules of a user in a text or in a file; TypeError if they are in none."""
    if isinstance(rules, PathLike):
        return read_rules(fspath(rules))
    if not isinstance(rules, str):
        raise TypeError(f"expected rules as a text or the path of a file as {what}, found {kind_of(rules)}")
    # No rule ends so, and no program but in a comment.
    if rules.endswith(".lp") and "\n" not in rules and "%" not in rules:
        return read_rules(rules)
    return rules_in(rules, what)


def as_size(size: int | str | tuple[int, int], rows: int | None = None) -> tuple[int, int]:
    """Columns and rows from a number, two of them, or a text such as `12x6`; a number alone is that of both.

    Raises:
        OptionError: they are no columns and rows from 2.
    """
    numbers: Sequence[object] = (size, size if rows is None else rows)
    if isinstance(size, str):
        numbers = read_size(size)
    elif isinstance(size, Sequence):
        numbers = size
    match list(numbers):
        case [int(cols), int(high)] if min(cols, high) >= 2 and rows in (None, high):
            return cols, high
    raise OptionError(
        f"expected columns and rows from 2, such as 12x6, found {size if rows is None else (size, rows)!r}"
    )


def as_name(path: str | PathLike[str]) -> str:
    """The name of a file.

    Raises:
        OptionError: it is what stands in one.
        TypeError: it is none.
    """
    if not isinstance(path, str | PathLike):
        raise TypeError(f"expected the name of a file, found {kind_of(path)}")
    name = fspath(path)
    if "\n" in name and not os.path.exists(name):
        lines = number_of(len(name.splitlines()), "line")
        raise OptionError(
            f"expected the name of a file, found a text of {lines}: edgeasp.parse reads a puzzle from one"
        )
    return name


def as_text(text: str) -> str:
    """The same text.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a text, found {kind_of(text)}")
    return text


# ---- puzzles, solutions and boards from files and texts in any format, and to them, also as pictures and pages ----

File = str | PathLike[str]


def load(
    path: File,
    *,
    clues: File | Sequence[File] = (),
    signs: File | None = None,
    format: str | None = None,  # noqa: A002  # the usual name
    sides: str | None = None,
    size: tuple[int, int] | str | None = None,
    frame: str | None = None,
    unframed: bool = False,
    upright: bool = False,
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
        unframed: whether there is no frame, and its colour, such as 0, is one like any other.
        upright: whether no tile may be turned.

    Raises:
        InputError: a file is missing or wrong, or the clues contradict the puzzle or one another.
        FormatError: the file can be read in several ways, or there is no such format or order.
    """
    name = as_name(path)
    origin = Origin(
        format=format,
        sides=sides,
        size=None if size is None else as_size(size),
        frame=frame,
        unframed=unframed,
        upright=upright,
    )
    document = files.read(name, origin, None if signs is None else fspath(signs))
    paths = [clues] if isinstance(clues, str | PathLike) else clues
    return _instance(document, files.shown_name(name), [fspath(path) for path in paths])


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
        return instance.board(files.read_board(name, instance.puzzle, repeats=True).placements)
    document = files.read(name, Origin(partial=True))
    if not document.is_board:
        raise FormatError(f"{files.shown_name(name)}: holds no board: name its puzzle as well")
    return Board(document.puzzle, document.placements, document.clues)


def parse(
    text: str,
    *,
    format: str | None = None,  # noqa: A002  # the usual name
    sides: str | None = None,
    size: tuple[int, int] | str | None = None,
    frame: str | None = None,
    unframed: bool = False,
    upright: bool = False,
) -> Instance:
    r"""Read a puzzle from a text instead of a file; the arguments are those of `load`.

    >>> edgeasp.parse("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n")
    Instance(2 x 2, framed, 4 tiles, 0 clues)

    Raises:
        InputError: the text is wrong.
        FormatError: it can be read in several ways, or there is no such format or order.
    """
    board = None if size is None else as_size(size)
    origin = Origin(
        "the text",
        stream=True,
        format=format,
        sides=sides,
        size=board,
        frame=frame,
        unframed=unframed,
        upright=upright,
    )
    return _instance(recognise(as_text(text), origin), "")


def parse_solution(text: str, puzzle: Puzzle | Instance) -> Solution:
    r"""Read a solution, or a part of one, from a text instead of a file.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> edgeasp.parse_solution("3 0 0 1\n0 2 2 3\n", puzzle)
    Solution(2 placements)

    Raises:
        InputError: the text is wrong, or no board of this puzzle.
    """
    return recognise_board(as_text(text), as_instance(puzzle).puzzle, Origin("the text", stream=True)).placements


def decode(output: str, puzzle: Puzzle | Instance, *, partial: bool = False, source: str = "the output") -> list[Board]:
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

    Args:
        output: what clingo has printed.
        puzzle: the puzzle.
        partial: take answers with empty squares as well.
        source: the name of the output in messages.

    Raises:
        InputError: the text is no such output, or an answer is not a tile and a rotation for each square.
    """
    instance = as_instance(puzzle)
    solutions = class_facts.solutions_of_output(as_text(output), source, instance.puzzle, partial=partial)
    return [instance.board(solution) for solution in solutions]


def _instance(document: Document, name: str, clue_files: Sequence[str] = ()) -> Instance:
    """The puzzle of a file with its clues, and those of others, which must not contradict one another."""
    puzzle, notes = document.puzzle, document.notes
    sources = [Source(name, document.clues), *(files.read_clues(file, puzzle) for file in clue_files)]
    kept = combine(puzzle, sources) if clue_files else document.clues
    return Instance(puzzle, kept, name, (*notes, *(note for source in sources for note in source.notes)))


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


def facts(puzzle: Puzzle | Instance | Board, *, class_only: bool = False) -> str:
    """The facts of a puzzle and its clues, as programs of users read them; what lies on a board is clues.

    >>> edgeasp.facts(edgeasp.load("instances/frame-3x3.puz")).count("tileSide")
    36

    Args:
        puzzle: the puzzle, perhaps with clues, or a board.
        class_only: leave out what the class "Edge Matching" lacks: the frame, signs, clues and all else.
    """
    document = _document(_shown(puzzle))
    return class_facts.write(document.puzzle, document.placements, class_only=class_only)


def link(what: Puzzle | Instance | Board) -> str:
    """A link that shows a board, or the clues of a puzzle, on e2.bucas.name.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> edgeasp.link(puzzle.board(next(edgeasp.solve(puzzle)))).partition("#")[0]
    'https://e2.bucas.name/'

    Raises:
        FormatError: there is no board, or the puzzle has more colours than such a link has letters.
    """
    return convert(what, "bucas").strip()


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
