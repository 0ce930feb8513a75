"""Puzzles with clues, and boards: reading, writing and drawing."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypedDict, Unpack

from edgeasp.api import Advising, with_defaults
from edgeasp.api.plain import part_entries
from edgeasp.encoding import facts as class_facts
from edgeasp.encoding.own_rules import RulesFile, UserRules
from edgeasp.encoding.render import EncodingRequest, render
from edgeasp.formats import files, recognition
from edgeasp.formats.document import BoardFormat, Document
from edgeasp.formats.files import read_rules, rules_in
from edgeasp.formats.recognition import Origin, recognise, recognise_board
from edgeasp.puzzle import checker, symmetry
from edgeasp.puzzle.checker import EVERY, Condition, Report
from edgeasp.puzzle.clues import ClueFile, merge_clues
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile, square_named
from edgeasp.search import task as tasks
from edgeasp.search.task import Task
from edgeasp.system import writing
from edgeasp.system.errors import FormatError, InputError, OptionError, type_name
from edgeasp.system.limits import Limits, parse_seconds
from edgeasp.system.lines import is_whole, plural, read_size, with_noun

if TYPE_CHECKING:
    from edgeasp.draw.palette import OwnPalette
    from edgeasp.draw.shapes import Picture
    from edgeasp.draw.view import DrawStyle, Remark

Placements: TypeAlias = "Solution | Board | Collection[Placement]"
"""Accepted forms of placements: a solution, a board, or a collection of placements."""


class _WithPuzzle(Advising):
    """Base of `Instance` and `Board`: size, features and pictures."""

    puzzle: Puzzle

    @property
    def _board_to_draw(self) -> Board | None:
        raise NotImplementedError

    def text(self, width: int = 80) -> str:
        """Draw the board, the clues or the tiles as text."""
        from edgeasp.draw import terminal

        if (board := self._board_to_draw) is None:
            return terminal.draw_tiles(self.puzzle, width).plain
        return terminal.draw_board(self.puzzle, board.solution, width, clues=board.clues, remarks=board.remarks).plain

    def svg(self, style: DrawStyle | None = None) -> str:
        """Draw the board, the clues or the tiles as SVG."""
        from edgeasp.draw import shapes

        picture, style = _draw_picture(self.puzzle, self._board_to_draw, style)
        return shapes.write_svg(picture, style.size)

    def png(self, style: DrawStyle | None = None) -> bytes:
        """Draw the board, the clues or the tiles as PNG.

        Raises OptionError if Pillow is not installed. The extra `png` installs it.
        """
        from edgeasp.draw import shapes

        picture, style = _draw_picture(self.puzzle, self._board_to_draw, style)
        return shapes.write_png(picture, style.size)

    def _repr_svg_(self) -> str:
        return self.svg(_notebook_style(self.puzzle.cols))

    @property
    def cols(self) -> int:
        """Number of columns."""
        return self.puzzle.cols

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.puzzle.rows

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Tiles of the puzzle, by index."""
        return self.puzzle.tiles

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.puzzle.cols, self.puzzle.rows

    @property
    def colours(self) -> list[int]:
        """Colours without the frame colour."""
        return self.puzzle.colours

    @property
    def framed(self) -> bool:
        """Whether the puzzle has a frame."""
        return self.puzzle.framed

    @property
    def signed(self) -> bool:
        """Whether some tile has a sign."""
        return self.puzzle.signed


PUZZLE_IN_JSON = (
    "puzzle",
    "The puzzle.",
    (
        ("source", "The name of its file.", "instance.source"),
        *part_entries("instance", "cols", "rows"),
        *part_entries("instance.puzzle", "framed", "signed"),
        ("clues", "The number of clues.", "job.task.clues.__len__"),
    ),
)
"""The puzzle of an answer that has an instance and a job, see `api.plain.Entry`."""


@dataclass(frozen=True)
class Instance(_WithPuzzle):
    """Puzzle with its clues, if it has any.

    A notebook shows the tiles, or the board with the clues.

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
        puzzle: puzzle without clues.
        clues: placements that every solution must contain.
        source: name of the file, or "" if unknown.
        notes: how the file was interpreted, such as a guessed format or renumbered colours.
        sources: files of the clues with their lines, for messages. May be empty.
        lines: line of each tile in its file, empty if unknown.
    """

    puzzle: Puzzle
    clues: Solution = Solution()
    # Instances are equal wherever their puzzle and clues were read.
    source: str = field(default="", compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    sources: tuple[ClueFile, ...] = field(default=(), compare=False)
    lines: tuple[int, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Check the types, and convert the clues."""
        if not isinstance(self.puzzle, Puzzle):
            raise TypeError(f"expected a Puzzle, found {type_name(self.puzzle)}: edgeasp.load reads an Instance")
        object.__setattr__(self, "clues", as_solution(self.clues, "clues"))

    def board(self, solution: Placements) -> Board:
        """Return the board of a complete or partial solution."""
        return Board(self.puzzle, as_solution(solution, "a solution"), self.clues)

    def html(self, title: str = "") -> str:
        """Return an HTML page of the puzzle, usable offline."""
        return draw_html(self.puzzle, self.clues, [], title or self.source)

    @property
    def _board_to_draw(self) -> Board | None:
        return self.board(self.clues) if self.clues else None

    def __repr__(self) -> str:
        """Show size, features and number of clues."""
        inside = repr(self.puzzle).removeprefix("Puzzle(").removesuffix(")")
        return f"{type(self).__name__}({inside}, {len(self.clues)} {plural(len(self.clues), 'clue')})"


@dataclass(frozen=True)
class Board(_WithPuzzle):
    """Placements on a puzzle's board, to draw, check and save.

    A notebook shows it with its mismatches. `print` shows it as text.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> board = puzzle.board(next(edgeasp.solve(puzzle)))
    >>> board
    Board(3 x 3, 12 of 12 edges match: solved)
    >>> board.score, board.solved
    (12, True)
    >>> board.svg(edgeasp.DrawStyle(size=40, tiles=True)).count("<use")  # the coloured sides
    36

    Attributes:
        puzzle: puzzle of the board.
        solution: placements of a complete or partial board.
        clues: placements to keep, whose squares are marked.
        remarks: remarks on squares, made by an explanation or a hint.

    Raises:
        InputError: the puzzle has no such tile, square or orientation.
    """

    puzzle: Puzzle
    solution: Solution
    clues: Solution = Solution()
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        """Convert the arguments, and check the placements."""
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
        """Number of matching edges."""
        return self.report.matched

    @property
    def solved(self) -> bool:
        """Whether every square holds a tile and no condition is violated."""
        return self.report.solved

    @property
    def valid(self) -> bool:
        """Whether no condition is violated, with or without empty squares."""
        return not self.report.violations

    def rotated(self, quarters: int = 1) -> Board:
        """Return the board after clockwise quarter turns.

        Raises:
            OptionError: the rotated board would not fit the puzzle.
        """
        motion = symmetry.Motion(quarters % 4)
        if motion not in symmetry.symmetries(self.puzzle):
            raise OptionError(f"a board of {self.puzzle.cols} x {self.puzzle.rows} has no rotation by {quarters}")
        moved, clues = (symmetry.moved_solution(self.puzzle, part, motion) for part in (self.solution, self.clues))
        return Board(self.puzzle, moved, clues)

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Placements of the solution, in its order."""
        return tuple(self.solution)

    @property
    def mismatches(self) -> int:
        """Number of mismatching edges, including the edges of empty squares."""
        return self.report.diamonds - self.report.matched

    @property
    def meant(self) -> str:
        """Convention under which a wrong board would be right, as text.

        For example, rows that count from the bottom. Empty if there is no such convention, or if most edges match.
        """
        from edgeasp.search.interpretations import describe_convention

        return describe_convention(self.puzzle, self.solution, self.report, self.clues)

    def __getitem__(self, place: tuple[int, int] | str) -> Placement | None:
        """Return the placement on a square, or None.

        The square is a column and row from 0, or a name such as `A1`.

        Raises:
            IndexError: the square is not on the board.
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
        """Return an HTML page of the board, usable offline."""
        return draw_html(self.puzzle, self.clues, [("board", self)], title)

    @property
    def _board_to_draw(self) -> Board:
        return self

    def __iter__(self) -> Iterator[Placement]:
        """Iterate over the placements."""
        return iter(self.solution)

    def __len__(self) -> int:
        """Return the number of placements."""
        return len(self.solution)

    def __str__(self) -> str:
        """Draw the board as text."""
        return self.text()

    def __repr__(self) -> str:
        """Show size and score."""
        return f"Board({self.puzzle.cols} x {self.puzzle.rows}, {_board_summary(self)})"


def as_solution(placements: Placements, what: str, puzzle: Puzzle | Instance | None = None) -> Solution:
    """Convert placements to a solution.

    `what` names the placements in error messages.

    Raises:
        OptionError: the board belongs to another puzzle.
        TypeError: the values are not placements.
    """
    if isinstance(placements, Solution) and all(isinstance(placement.square, Square) for placement in placements):
        return placements
    if isinstance(placements, Board):
        other, puzzle = placements.puzzle, puzzle.puzzle if isinstance(puzzle, Instance) else puzzle
        # The puzzle may come from another file, with other names, if its tiles are equal.
        if puzzle is not None and [tile.sides for tile in other.tiles] != [tile.sides for tile in puzzle.tiles]:
            raise OptionError(
                f"expected a board of this puzzle as {what}, found one of another, {other.cols} x {other.rows}"
            )
        return placements.solution
    # A text is a collection too, of letters.
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
    raise TypeError(f"expected a Solution, a Board or placements as {what}, found {type_name(placements)}{hint}")


def as_instance(puzzle: Puzzle | Instance, clues: Placements = Solution()) -> Instance:
    """Add unchecked clues to a puzzle or an instance.

    Raises:
        TypeError: the value is not a puzzle or instance, or the clues are not placements.
    """
    if not isinstance(puzzle, Puzzle | Instance):
        reads = f": edgeasp.load({str(puzzle)!r}) reads one" if isinstance(puzzle, str | PathLike) else ""
        hint = reads or _INSTEAD.get(type(puzzle).__name__, "")
        raise TypeError(f"expected a Puzzle or an Instance, found {type_name(puzzle)}{hint}")
    more = as_solution(clues, "clues", puzzle)
    if isinstance(puzzle, Puzzle):
        return Instance(puzzle, more)
    merged = tuple(dict.fromkeys((*more, *puzzle.clues)))
    return Instance(puzzle.puzzle, Solution(merged), puzzle.source, lines=puzzle.lines)


_INSTEAD = {
    "Board": ": write board.puzzle, and clues=board to keep its tiles",
    "Solution": ": write puzzle.board(solution)",
    "Solutions": ": next(...) gives a solution",
    "Outcome": ": its .boards are some",
    "BestBoard": ": its .board is one",
    "Hinted": ": its .board is one",
    "Explained": ": its .board is one",
    "Instance": ": write puzzle.clues",
    "Generated": ": write puzzle.clues, or puzzle.planted",
}


def clue_sources(puzzle: Puzzle | Instance, clues: Placements) -> list[ClueFile]:
    """List the clues of a call, including its instance's clues."""
    own: Sequence[ClueFile] = ()
    if isinstance(puzzle, Instance):
        own = puzzle.sources or [ClueFile(puzzle.source or "clues of the instance", puzzle.clues)]
    return [ClueFile("clues", as_solution(clues, "clues", puzzle)), *own]


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
    """Make the task of solving a puzzle.

    A `Session` solves it, and `program()` returns it as ASP.

    >>> edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz")).encoding.name
    'framed'

    Args:
        puzzle: puzzle, or instance whose clues are kept as well.
        clues: placements to keep.
        encoding: variants joined by `+`, such as `framed+signed`, or a request, None to fit the puzzle.
        add: further rules, as a text, a file, or several. They may use `chosenTile/3` and `chosenRotation/3`.
        program: text or file of a program that reads the facts and replaces edgeasp's encodings.
        relaxed: whether to accept boards that break conditions, if a program is passed.
        up_to_rotation: whether one of several solutions that are rotations of each other suffices, as with the symmetry
            `board-rotations`. With clues, only rotations that map the clues to themselves count. Identical tiles are
            then interchangeable, so tile symmetries are broken even if the request does not include them.

    Raises:
        EncodingError: the encoding does not fit the puzzle or the user rules.
        InputError: the clues contradict the puzzle or each other, or a file of rules cannot be read.
        TypeError: an argument is not a puzzle, a solution or rules.
    """
    own = read_user_rules(add, program, relaxed=relaxed)
    return make_task_with_rules(puzzle, clues, encoding, own, up_to_rotation=up_to_rotation)


def make_task_with_rules(
    puzzle: Puzzle | Instance,
    clues: Placements,
    encoding: str | EncodingRequest | None,
    own: UserRules,
    *,
    up_to_rotation: bool,
) -> Task:
    """Make a task with user rules that are already read."""
    if encoding is not None and not isinstance(encoding, str | EncodingRequest):
        raise TypeError(f"expected a name such as 'framed', or an EncodingRequest, found {type_name(encoding)}")
    request = encoding if isinstance(encoding, EncodingRequest) else EncodingRequest(encoding)
    instance = puzzle if isinstance(puzzle, Instance) else as_instance(puzzle)
    sources = clue_sources(instance, clues)
    return tasks.make_task(instance.puzzle, sources, request, up_to_rotation=up_to_rotation, own=own)


def components_text() -> str:
    """List variants, formulations and components with their meanings."""
    from edgeasp.encoding.render import FORMULATIONS, HEURISTICS, REDUNDANT, SYMMETRY, VARIANTS

    blocks = []
    for heading, components in (
        ("variants (--encoding, joined by '+')", VARIANTS),
        ("formulations (--formulation)", FORMULATIONS),
        ("redundant constraints (--redundant, joined by ',')", REDUNDANT),
        ("symmetry breaking (--symmetry, joined by ',')", SYMMETRY),
        ("search guidance (--heuristic)", HEURISTICS),
    ):
        width = max(len(component.name) for component in components)
        lines = [
            f"  {component.name:<{width}}  {'*' if component.default else ' '} {component.meaning}"
            for component in components
        ]
        blocks.append("\n".join([heading, *lines]))
    return "\n\n".join(blocks) + "\n\n* on by default; a redundant constraint, within the variant redundant\n"


def encoding_text(puzzle: Puzzle | None, request: EncodingRequest, own: UserRules) -> str:
    """Return the encoding as a program that reads the facts.

    User rules are added to the encoding or replace it. Without a puzzle, returns the encoding of a framed puzzle
    without signs.

    Raises:
        EncodingError: the request does not fit the puzzle or the rules.
        InputError: the rules are not a program.
    """
    if own:
        from edgeasp.solvers.clingo import syntax

        syntax.parse_files(own.files)
    fitting = tasks.adapt_encoding(request, own)
    if puzzle is None:
        encoding = fitting.resolve(framed=True, signed=False)._replace(backs=False, beyond=False)
    else:
        encoding = fitting.fitting(puzzle)
    text = render(encoding, added=bool(own)).text
    return ("" if own.program else text) + own.joined_text()


def check(
    puzzle: Puzzle | Instance | Board,
    solution: Placements | None = None,
    clues: Placements = Solution(),
    conditions: Collection[Condition | str] = EVERY,
) -> Report:
    """Check a solution, complete or partial, without a solver.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> edgeasp.check(puzzle, next(edgeasp.solve(puzzle)))
    Report(solved, 12 of 12 edges match)
    >>> edgeasp.check(puzzle.board(edgeasp.Solution()))
    Report(9 squares empty, 0 of 12 edges match)
    >>> edgeasp.check(puzzle, edgeasp.Solution(), conditions=["adjoining"]).violations
    ()

    Args:
        puzzle: the puzzle, or a board as the only argument. Clues of an instance or a board must be kept, too.
        solution: the placements, or a board. A placement out of range is reported, and excluded from all other
            conditions.
        clues: placements that the solution must contain. A rotation with the same sides counts as the same placement.
        conditions: the conditions to check, by name as in `Violation.condition`, to relax the puzzle. Default:
            all. `range` is always checked.

    Raises:
        OptionError: a condition is unknown, or the board belongs to another puzzle.
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


# Width of a board in a notebook, in pixels, within the limits for its squares.
_WIDEST = 480

# Limits of the width of a square in a notebook, in pixels.
_SMALLEST, _LARGEST = 16, 60

SHOWN = 6
"""Maximum number of boards that a notebook shows of one result. The rest is counted."""


def _notebook_style(cols: int) -> DrawStyle:
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
    """Draw named boards as an HTML page.

    Without boards, the page shows the clues or the tiles.
    """
    from edgeasp.draw.page.html import BoardPage

    page = BoardPage(puzzle, clues, title or f"{puzzle.cols} x {puzzle.rows}", palette)
    for name, board in boards:
        page.add(name, board.solution, board.remarks)
    return page.text(notes)


def _board_summary(board: Board) -> str:
    from edgeasp.draw.view import board_view

    return board_view(board.puzzle, board.solution, board.clues).summary


def draw_gallery(words: Iterable[str], boards: Iterable[Board]) -> str:
    """Return HTML with lines of text above pictures of boards."""
    from html import escape

    every = list(boards)
    shown = every[:SHOWN]
    size = {} if len(shown) == 1 else {"style": "height: 160px; margin: 4px"}
    lines = [f'<div style="white-space: pre-wrap">{escape(line)}</div>' for line in words]
    lines += [_board_image(board, size) for board in shown]
    if len(every) > SHOWN:
        lines.append(f"<div>and {len(every) - SHOWN:,} more</div>")
    return "\n".join(lines)


def _board_image(board: Board, attributes: dict[str, str]) -> str:
    # An image of its own, because two pictures on one page must not share element ids.
    from base64 import b64encode
    from html import escape

    data = b64encode(board.svg(_notebook_style(board.puzzle.cols)).encode()).decode()
    more = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f'<img alt="{escape(_board_summary(board))}" src="data:image/svg+xml;base64,{data}"{more}>'


def _draw_picture(puzzle: Puzzle, board: Board | None, style: DrawStyle | None) -> tuple[Picture, DrawStyle]:
    from edgeasp.draw.board import board_picture, tiles_picture
    from edgeasp.draw.view import DrawStyle, board_view

    style = style or DrawStyle()
    if not isinstance(style, DrawStyle):
        raise TypeError(f"expected an edgeasp.DrawStyle(size=...), found {type_name(style)}")
    if board is None:
        return tiles_picture(puzzle, style), style
    return board_picture(board_view(puzzle, board.solution, board.clues, board.remarks), style), style


# ---- arguments of the public calls ----

Rules = str | PathLike[str]
"""Rules as a text, or as a file: a path, or a name that ends in `.lp`."""


def combine_limits(limits: Limits, time_limit: float | str | None) -> Limits:
    """Combine the limits of a call with its time limit.

    Raises:
        OptionError: time is limited twice, or by an invalid text.
        TypeError: `limits` is not a `Limits`.
    """
    if not isinstance(limits, Limits):
        raise TypeError(f"expected edgeasp.Limits(seconds=...) as limits, or time_limit=..., found {type_name(limits)}")
    if time_limit is None:
        return limits
    if limits.seconds is not None:
        raise OptionError("time_limit and limits.seconds are the same limit: pass one of them")
    if isinstance(time_limit, str):
        return replace(limits, seconds=parse_seconds(time_limit))
    # In Python, True is an int.
    if isinstance(time_limit, bool) or not isinstance(time_limit, int | float):
        raise OptionError(f"expected a number of seconds, or a time such as '8h', as time_limit, found {time_limit!r}")
    try:
        return replace(limits, seconds=float(time_limit))
    except OverflowError:
        raise OptionError("expected a number of seconds as time_limit, found one that is too large") from None


def read_user_rules(add: Rules | Iterable[Rules], program: Rules | None, *, relaxed: bool = False) -> UserRules:
    """Read user rules from texts and files.

    Raises:
        InputError: a file cannot be read, or has characters that clingo does not accept.
        OptionError: `relaxed` is set without a program.
        TypeError: a value is neither a text nor a path.
    """
    added = list(add) if isinstance(add, Iterable) and not isinstance(add, str) else [add]
    rules = [file for rule in added for file in read_rules_argument(rule, "add")]
    if relaxed and program is None:
        raise OptionError(
            "relaxed is for program=...: edgeasp's encodings only produce boards that keep all conditions"
        )
    return UserRules(() if program is None else read_rules_argument(program, "program"), tuple(rules), relaxed)


def read_rules_argument(rules: Rules, what: str) -> tuple[RulesFile, ...]:
    """Read user rules from a text or a file."""
    if isinstance(rules, PathLike):
        return read_rules(fspath(rules))
    if not isinstance(rules, str):
        raise TypeError(f"expected rules as a text or the path of a file as {what}, found {type_name(rules)}")
    # No rule ends so, and no program but in a comment.
    if rules.endswith(".lp") and "\n" not in rules and "%" not in rules:
        return read_rules(rules)
    return rules_in(rules, what)


def as_size(size: int | str | tuple[int, int], rows: int | None = None) -> tuple[int, int]:
    """Read columns and rows from numbers or a text.

    For example, `12`, `(12, 6)` or `"12x6"`. A single number means a square board.

    Raises:
        OptionError: columns or rows are missing or below 2.
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


def as_file_name(path: str | PathLike[str]) -> str:
    """Return a path as text, or raise an error.

    Raises:
        OptionError: the text is the content of a file instead of its path.
        TypeError: the value is not a path.
    """
    if not isinstance(path, str | PathLike):
        raise TypeError(f"expected the name of a file, found {type_name(path)}")
    name = fspath(path)
    # Line ends are legal in names of files, but more likely a text was passed.
    if "\n" in name and not os.path.exists(name):
        lines = with_noun(len(name.splitlines()), "line")
        raise OptionError(
            f"expected the name of a file, found a text of {lines}: edgeasp.parse reads a puzzle from one"
        )
    return name


def _as_text(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"expected a text, found {type_name(text)}")
    return text


# ---- reading and writing puzzles, solutions and boards ----

File = str | PathLike[str]


class ReadArguments(TypedDict, total=False):
    """Arguments of a call that reads a puzzle, with their defaults."""

    format: Annotated[str | None, None]
    sides: Annotated[str | None, None]
    size: Annotated[tuple[int, int] | str | None, None]
    frame: Annotated[str | None, None]
    unframed: Annotated[bool, False]
    upright: Annotated[bool, False]


@with_defaults
def load(
    path: File, *, clues: File | Sequence[File] = (), signs: File | None = None, **reading: Unpack[ReadArguments]
) -> Instance:
    """Read a puzzle and its clues from a file.

    `edgeasp.list_formats` lists the formats.

    >>> edgeasp.load("instances/frame-3x3.puz")
    Instance(3 x 3, framed, 9 tiles, 0 clues)
    >>> edgeasp.load("e2", clues="e2:official")
    Instance(16 x 16, framed, 256 tiles, 5 clues)

    Args:
        path: file, `e2` for Eternity II, or a link to a viewer.
        clues: one or several files with further clues.
        signs: `.signs` file whose signs are added.
        format: name of the format, if the file could be in several formats.
        sides: order of the sides of a tile in plain text, such as `nswe`.
        size: columns and rows, such as `(12, 6)` or `"12x6"`, if the file lacks them.
        frame: name of the frame colour, for facts of the ASP class "Edge Matching" without a `frame` fact.
        unframed: whether there is no frame, so that 0 is an ordinary colour.
        upright: whether no tile may be rotated.

    Raises:
        InputError: a file is missing or invalid, or the clues contradict the puzzle or each other.
        FormatError: the file is ambiguous, or the format or order is unknown.
    """
    name = as_file_name(path)
    document = files.read(name, _add_arguments(Origin(), reading), None if signs is None else fspath(signs))
    paths = [clues] if isinstance(clues, str | PathLike) else clues
    return _make_instance(document, files.printable_name(name), [fspath(path) for path in paths])


def load_solution(path: File, puzzle: Puzzle | Instance) -> Solution:
    """Read a complete or partial solution from a file.

    Any format with placements is accepted. A board of an isomorphic puzzle is translated.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> written = edgeasp.save(puzzle.board(next(edgeasp.solve(puzzle))), "x.sol")
    >>> edgeasp.load_solution("x.sol", puzzle)
    Solution(9 placements)

    Raises:
        InputError: the file is missing, or belongs to another puzzle.
    """
    return files.read_solution(as_file_name(path), as_instance(puzzle).puzzle)


def load_board(path: File, puzzle: Puzzle | Instance | None = None) -> Board:
    """Read a board from a file or a link.

    Without a puzzle, the file or link has to contain the tiles.

    >>> link = "https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaaadbceaadaae"
    >>> edgeasp.load_board(link)
    Board(2 x 2, 4 of 4 edges match: solved)

    Raises:
        InputError: the file is missing or invalid, or not a board of this puzzle.
        FormatError: the file only has a puzzle, or is ambiguous.
    """
    name = as_file_name(path)
    if puzzle is not None:
        instance = as_instance(puzzle)
        return instance.board(files.read_board(name, instance.puzzle, repeats=True).placements)
    document = files.read(name, Origin(partial=True))
    if not document.is_board:
        raise FormatError(f"{files.printable_name(name)}: holds no board: name its puzzle as well")
    return Board(document.puzzle, document.placements, document.clues)


@with_defaults
def parse(text: str, **reading: Unpack[ReadArguments]) -> Instance:
    r"""Read a puzzle from a text.

    The arguments are as in `load`.

    >>> edgeasp.parse("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n")
    Instance(2 x 2, framed, 4 tiles, 0 clues)

    Raises:
        InputError: the text is invalid.
        FormatError: the text is ambiguous, or the format or order is unknown.
    """
    origin = _add_arguments(Origin("the text", stream=True), reading)
    return _make_instance(recognise(_as_text(text), origin), "")


def _add_arguments(source: Origin, reading: ReadArguments) -> Origin:
    values: dict[str, Any] = {**reading, "size": reading["size"] and as_size(reading["size"])}
    return source._replace(**values)


def parse_solution(text: str, puzzle: Puzzle | Instance) -> Solution:
    r"""Read a complete or partial solution from a text.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> edgeasp.parse_solution("3 0 0 1\n0 2 2 3\n", puzzle)
    Solution(2 placements)

    Raises:
        InputError: the text is invalid, or not a board of this puzzle.
    """
    return recognise_board(_as_text(text), as_instance(puzzle).puzzle, Origin("the text", stream=True)).placements


def decode(output: str, puzzle: Puzzle | Instance, *, partial: bool = False, source: str = "the output") -> list[Board]:
    """Read answers of a stand-alone clingo as boards.

    The answers are text or JSON, from any encoding of the ASP class "Edge Matching": only `chosenTile(X,Y,T)` and
    `chosenRotation(X,Y,R)` are read. The boards may break conditions.

    >>> import clingo
    >>> task = edgeasp.make_task(edgeasp.load("instances/golden.lp").puzzle)
    >>> control = clingo.Control()
    >>> control.add("base", [], task.program())
    >>> control.ground()
    >>> models = []
    >>> result = control.solve(on_model=lambda model: models.append(str(model)))
    >>> edgeasp.decode(models[0], task.puzzle)
    [Board(2 x 2, 4 of 4 edges match: solved)]

    Args:
        output: output of clingo.
        puzzle: puzzle of the answers.
        partial: whether to accept answers with empty squares.
        source: name of the output in messages.

    Raises:
        InputError: the text is not an output of clingo, or an answer lacks a tile or a rotation for a square.
    """
    if isinstance(puzzle, str):
        raise TypeError("expected a puzzle behind the output: write decode(output, puzzle)")
    instance = as_instance(puzzle)
    solutions = class_facts.solutions_of_output(_as_text(output), source, instance.puzzle, partial=partial)
    return [instance.board(solution) for solution in solutions]


def _make_instance(document: Document, name: str, clue_files: Sequence[str] = ()) -> Instance:
    puzzle, notes = document.puzzle, document.notes
    sources = [ClueFile(name, document.clues), *(files.read_clues(file, puzzle) for file in clue_files)]
    kept = merge_clues(puzzle, sources) if clue_files else document.clues
    return Instance(puzzle, kept, name, (*notes, *(note for source in sources for note in source.notes)))


def save(
    what: Puzzle | Instance | Board,
    path: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002  # the usual name
) -> tuple[Path, ...]:
    """Write a puzzle or a board to a file, atomically.

    Returns the files written.

    The extension decides the content: a picture (`.svg`, `.png`), a page (`.html`), or a format of
    `edgeasp.list_formats`. Clues that the format cannot represent go to a second file, `.clue`.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> board = puzzle.board(next(edgeasp.solve(puzzle)))
    >>> [str(path) for path in edgeasp.save(board, "board.svg")]
    ['board.svg']
    >>> written = edgeasp.save(board, "board.sol")
    >>> edgeasp.load_solution("board.sol", puzzle) == board.solution
    True

    Args:
        what: puzzle, instance or board.
        path: file to write.
        format: name of a puzzle or solution format, if the extension does not decide.

    Raises:
        FormatError: the format is unknown, or cannot represent the content.
        OptionError: PNG needs Pillow, which is not installed.
        OutputError: the file cannot be written.
    """
    what, name = _as_instance_or_board(what), as_file_name(path)
    form = writing.format_of_extension(name) if format is None else None
    if form == "png":
        writing.write_bytes(name, what.png())
    elif form in ("svg", "html"):
        writing.write_text(name, what.svg() if form == "svg" else what.html())
    else:
        chosen = files.choose_format(format, name, solution=isinstance(what, Board))
        document = _make_document(what)
        if not isinstance(chosen, BoardFormat):
            beside = files.save(files.convert(document, chosen), document, name)
            return (Path(name), Path(beside)) if beside else (Path(name),)
        writing.write_text(name, _convert_placements(what, chosen))
    return (Path(name),)


def convert(what: Puzzle | Instance | Board, format: str) -> str:  # noqa: A002  # the usual name
    """Return a puzzle or board as text in a format.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> edgeasp.convert(puzzle, "nesw-bare").splitlines()[0]
    '0 0 1 1'
    >>> board = puzzle.board(next(edgeasp.solve(puzzle)))
    >>> len(edgeasp.convert(board, "sol").splitlines())
    9

    Raises:
        FormatError: the format is unknown, or cannot represent the content, such as clues.
    """
    what = _as_instance_or_board(what)
    chosen = files.choose_format(format, None, solution=isinstance(what, Board))
    if isinstance(chosen, BoardFormat):
        return _convert_placements(what, chosen)
    converted = files.convert(_make_document(what), chosen)
    if converted.sidecar:
        raise FormatError(
            f"the format {chosen.name} cannot represent placements, and there are {len(converted.sidecar)}: "
            "edgeasp.save writes them to a second file"
        )
    return converted.text


def facts(puzzle: Puzzle | Instance | Board, *, class_only: bool = False) -> str:
    """Return the facts of a puzzle, for user programs.

    The tiles on a board become clues.

    >>> edgeasp.facts(edgeasp.load("instances/frame-3x3.puz")).count("tileSide")
    36

    Args:
        puzzle: puzzle, instance or board.
        class_only: whether to restrict the facts to the ASP class "Edge Matching" by Martin Brain, which has neither
            frame nor signs nor clues.
    """
    document = _make_document(_as_instance_or_board(puzzle))
    return class_facts.write_facts(document.puzzle, document.placements, class_only=class_only)


def link(what: Puzzle | Instance | Board) -> str:
    """Return a link that shows a board on e2.bucas.name.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> edgeasp.link(puzzle.board(next(edgeasp.solve(puzzle)))).partition("#")[0]
    'https://e2.bucas.name/'

    Raises:
        FormatError: there is no board and no clue, or the puzzle has more colours than the link has letters.
    """
    return convert(what, "bucas").strip()


def list_formats() -> list[dict[str, str]]:
    """List all formats as records.

    Each record has the name, contents, extensions and title of a format.

    >>> edgeasp.list_formats()[0]
    {'name': 'puz', 'holds': 'puzzle', 'endings': '.puz', 'title': "size, sides N E S W, perhaps a sign; edgeasp's own"}
    """
    return [
        {"name": form.name, "holds": holds, "endings": " ".join(form.suffixes), "title": form.title}
        for holds, formats in (("puzzle", recognition.puzzle_formats()), ("solution", recognition.board_formats()))
        for form in formats
    ]


def _as_instance_or_board(what: Puzzle | Instance | Board) -> Instance | Board:
    return what if isinstance(what, Board) else as_instance(what)


def _make_document(what: Instance | Board) -> Document:
    if isinstance(what, Board):
        return Document(what.puzzle, what.solution, hints=what.clues)
    return Document(what.puzzle, what.clues)


def _convert_placements(what: Instance | Board, chosen: BoardFormat) -> str:
    placements = what.solution if isinstance(what, Board) else what.clues
    if not placements:
        raise FormatError(f"the format {chosen.name} is for boards, and there are no placements")
    return files.convert_board(placements, what.puzzle, chosen)
