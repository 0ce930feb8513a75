"""Explanations of why a puzzle has no solution, and hints for a partial board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Unpack

from edgeasp.api import explain_summary, hint_summary
from edgeasp.api.arguments import Rules, own_rules
from edgeasp.api.explain_summary import slip_lines
from edgeasp.api.instance import Board, Instance, Placements, as_instance, as_solution, draw_gallery, sources_of
from edgeasp.api.running import Costs, Progress, clock_of, require
from edgeasp.formats.document import Document
from edgeasp.puzzle.clues import Source, combine, given
from edgeasp.puzzle.model import Puzzle, Solution, as_facts
from edgeasp.search.explain import Explainer, Explanation, Hint, Hinter
from edgeasp.system.errors import guided
from edgeasp.system.limits import MOST_SOLUTIONS


@dataclass(frozen=True, repr=False)
class Explained:
    r"""The reasons why a puzzle has no solution, as far as known. A notebook shows the words, and clues that clash.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> clues = edgeasp.parse_solution("8 1 1 2\n3 0 0 1\n0 2 2 3\n", puzzle)
    >>> explained = edgeasp.explain(puzzle, clues)
    >>> explained.lines[0]
    '2 of 3 clues clash; without any one of them there is a solution:'
    >>> [clue.placement.tile for clue in explained.found.clashes[0]]
    [3, 0]

    Attributes:
        board: the clues on the board, with those marked that clash.
        found: the explanation as values.
        lines: the same in words.
    """

    board: Board
    found: Explanation
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return f"Explained({self.lines[0] if self.lines else ''})"

    def _repr_html_(self) -> str:
        return draw_gallery(self.lines, [self.board] if self.board.solution or self.board.remarks else [])


@guided
def explain(
    puzzle: Puzzle | Instance,
    clues: Placements = Solution(),
    *,
    number: int = 1,
    most: bool = False,
    add: Rules | Iterable[Rules] = (),
    **costs: Unpack[Costs],
) -> Explained:
    """Say why a puzzle has no solution: by counting, by clues that clash, or by conditions in places.

    A limit that is reached is no error: what was narrowed down so far is an answer.

    >>> print(edgeasp.explain(edgeasp.load("instances/planted-4x4.puz")))
    there is a solution: nothing clashes

    Args:
        puzzle: the puzzle; of an instance, its clues count as well.
        clues: clues, which may contradict one another.
        number: how many minimal sets of clues to find; 0 for all.
        most: find as many clues as possible that can stay as well.
        add: rules that a solution has to keep as well, a text or a file, or several, which may use `chosenTile/3` and
            `chosenRotation/3`; words then speak in the terms of the facts.
        limits: what the search may cost.
        time_limit: seconds, or a text such as `8h`; short for `limits=Limits(seconds=...)`.
        on_tick: called with a `Progress` some twenty times a second; an exception that it raises ends the search.

    Raises:
        EncodingError: the rules that are added ask for the least cost, or speak of rotations where a tile shows the
            same sides in several.
        InputError: the tile, the square or the rotation of a clue does not exist.
    """
    instance = as_instance(puzzle, clues)
    rules = own_rules(add, None)
    tiles = as_facts(instance.puzzle) if rules else instance.puzzle
    require("number of sets", number, 0, MOST_SOLUTIONS)
    clues_given = given(tiles, sources_of(puzzle, clues))
    clock = clock_of(costs)
    explainer = Explainer(tiles, clues_given, deadline=clock, conflicts=clock.limits.conflicts, own=rules)
    clock.look = lambda seconds: Progress(
        explainer.doing, seconds, conflicts=explainer.conflicts, share=explainer.share
    )
    explainer.run(number, most=most)
    return explained(explainer, Document(tiles), most=most)


def explained(explainer: Explainer, document: Document, *, most: bool, interrupted: bool = False) -> Explained:
    """The explanation so far of why the puzzle of a document has no solution."""
    explanation = explainer.explanation()
    lines = explain_summary.lines(explainer, explanation, slip_lines(document), most=most, interrupted=interrupted)
    clues = Solution(tuple(clue.placement for clue in explainer.clues))
    remarks = tuple(explain_summary.remarks(explainer, explanation))
    return Explained(Board(explainer.puzzle, clues, clues, remarks), explanation, tuple(lines))


@dataclass(frozen=True, repr=False)
class Hinted:
    """A hint for a partial board. A notebook shows the words, and the board with marks.

    >>> puzzle = edgeasp.load("instances/planted-4x4.puz")
    >>> part = [each for each in next(edgeasp.solve(puzzle)) if each.square.row < 3]
    >>> hinted = edgeasp.hint(puzzle, part, level=1)
    >>> hinted.lines[0]
    'this board can be completed'
    >>> hinted.found.step.square.row
    3

    Attributes:
        board: the board with marks.
        found: the hint as values; whatever the level, it holds the tiles as well.
        lines: the same in words, no more than the level gives away.
        mended: the board without the tiles to lift; None if no board is known that can be completed.
    """

    board: Board
    found: Hint
    lines: tuple[str, ...]
    mended: Solution | None

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return f"Hinted({self.lines[0] if self.lines else ''})"

    def _repr_html_(self) -> str:
        return draw_gallery(self.lines, [self.board])


@guided
def hint(
    puzzle: Puzzle | Instance,
    board: Placements,
    *,
    level: int = hint_summary.WHY,
    everything: bool = False,
    add: Rules | Iterable[Rules] = (),
    **costs: Unpack[Costs],
) -> Hinted:
    r"""Say whether a partial board can be completed, what to lift if not, and which square to go on with.

    A limit that is reached is no error: what is known by then is an answer.

    >>> puzzle = edgeasp.load("instances/planted-4x4.puz")
    >>> wrong = edgeasp.parse_solution("0 1 2 1\n13 0 3 0\n", puzzle)
    >>> edgeasp.hint(puzzle, wrong).mended
    Solution(1 placement)

    Args:
        puzzle: the puzzle; of an instance, its clues stay on the board.
        board: the placements so far, or a board; all of them may be lifted.
        level: how much the words give away: 1 the square, 2 the reason as well, 3 the tile as well.
        everything: find what lies on each empty square in some solution, or in all, as well.
        add: rules that a solution has to keep as well, a text or a file, or several, which may use `chosenTile/3` and
            `chosenRotation/3`; words then speak in the terms of the facts.
        limits: what the search may cost.
        time_limit: seconds, or a text such as `8h`; short for `limits=Limits(seconds=...)`.
        on_tick: called with a `Progress` some twenty times a second; an exception that it raises ends the search.

    Raises:
        EncodingError: the rules that are added ask for the least cost, or speak of rotations where a tile shows the
            same sides in several.
        InputError: the clues contradict the puzzle or one another, or a placement of the board does not exist.
        OptionError: there is no such level.
    """
    instance = as_instance(puzzle)
    rules = own_rules(add, None)
    tiles = as_facts(instance.puzzle) if rules else instance.puzzle
    require("level", level, hint_summary.WHERE, hint_summary.WHICH)
    clues = combine(tiles, sources_of(instance, Solution()))
    lying = as_solution(board, "a board")
    given(tiles, [Source("the board", lying)])
    clock = clock_of(costs)
    hinter = Hinter(tiles, lying, clues, deadline=clock, conflicts=clock.limits.conflicts, own=rules)
    clock.look = lambda seconds: Progress(hinter.doing, seconds, conflicts=hinter.conflicts, share=hinter.share)
    hinter.run(everything=everything)
    return hinted(hinter, clues, level)


def hinted(hinter: Hinter, clues: Solution, level: int, *, interrupted: bool = False) -> Hinted:
    """The hint so far for a board with these clues."""
    hint = hinter.hint()
    remarks = tuple(hint_summary.remarks(hinter.puzzle, hint, level))
    board = Board(hinter.puzzle, Solution((*clues, *hinter.board)), clues, remarks)
    lifted = () if hint.completable else hint.lifted
    lines = hint_summary.lines(hinter, hint, level, interrupted=interrupted)
    return Hinted(board, hint, tuple(lines), None if lifted is None else hinter.mended(lifted))
