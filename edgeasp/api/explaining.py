"""Explanations, hints and board differences, as text and as marks on squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Unpack

from edgeasp.api import with_defaults
from edgeasp.api.instance import (
    Board,
    Instance,
    Placements,
    Rules,
    as_instance,
    as_solution,
    clue_sources,
    draw_gallery,
    read_user_rules,
)
from edgeasp.api.solving import Costs, Progress, require_range, start_clock
from edgeasp.puzzle import features
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.clues import ClueFile, GivenClue, distinct_clues, merge_clues
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Sides, Sign, Solution, Square, named_as_in_facts
from edgeasp.puzzle.symmetry import likely_motions, moved_solution
from edgeasp.search.explain import (
    Explainer,
    Explanation,
    dead_end_text,
    describe_typos,
    describe_violations,
    fills_rectangle,
    list_dead_ends,
    summarise_conditions,
)
from edgeasp.search.hints import Hint, Hinter, HintRule, HintStep, SquareConsequences
from edgeasp.system.errors import OptionError, type_name
from edgeasp.system.limits import MOST_SOLUTIONS, Deadline, Limit, Limits
from edgeasp.system.lines import plural, with_noun

if TYPE_CHECKING:
    from edgeasp.draw.view import Remark


# ---- explanations as text, and as remarks on squares ----

# Conditions listed in a text. JSON has all.
_SHOWN = 12


def _explanation_lines(explainer: Explainer, explanation: Explanation, *, most: bool) -> list[str]:
    text: list[str] = []
    number = len(explainer.clues)
    if explanation.reasons:
        text += ["no solution, proved by counting:", *(f"  {reason}" for reason in explanation.reasons)]
    elif explanation.solvable:
        text.append(f"there is a solution{' that keeps all clues' if number else ''}: there is nothing to explain")
    elif explanation.solvable is None:
        text.append("not known: neither a solution nor a contradiction was found")
    for clash in explanation.clashes:
        text += _conflict_lines(explainer.puzzle, clash, number)
    if explanation.clashes and explanation.all_clashes:
        text.append(f"{with_noun(len(explanation.clashes), 'minimal set')} of conflicting clues, and no others")
    if explanation.narrowed is not None:
        text += _unproved_core_lines(explainer.puzzle, explanation.narrowed, number)
    if most and explanation.clashes and explanation.kept is not None:
        text += _kept_clue_lines(explainer, explanation, number)
    if explanation.without_clues and not explanation.reasons:
        text += _conflicting_condition_lines(explainer, explanation, number)
    if not explainer.own:
        text += [slip.text for slip in explanation.slips]
    return text + _stopped_lines(explanation, explainer.current_step)


def _stopped_lines(answer: Explanation | Hint, doing: str) -> list[str]:
    if answer.stopped is None:
        return []
    stopped = "interrupted" if answer.stopped.kind is Limit.CALLER else f"stopped by the {answer.stopped}"
    return [f"{stopped}: {doing}; {answer.conflicts:,} conflicts in {answer.seconds:.1f} s"]


def _conflict_lines(puzzle: Puzzle, clash: Sequence[GivenClue], number: int) -> list[str]:
    """Describe a minimal unsatisfiable set of clues."""
    head = f"{len(clash)} of {with_noun(number, 'clue')}"
    if len(clash) == 1:
        text = [f"{head} is in no solution:"]
    else:
        text = [f"{head} conflict; without any one of them there is a solution:"]
    text += [f"  {_clue_text(puzzle, clue)}" for clue in clash]
    return text + _core_reason(puzzle, clash)


def _clue_text(puzzle: Puzzle, clue: GivenClue) -> str:
    at, names = clue.placement, puzzle.names
    return f"{clue.place}: tile {names.number(at.tile)} on {names.place(at.square)}, {names.turn(at.rot)}"


def _explanation_remarks(explainer: Explainer, explanation: Explanation) -> list[Remark]:
    from edgeasp.draw.view import Remark

    remarks = []
    for index, clash in enumerate([*explanation.clashes, *([explanation.narrowed] if explanation.narrowed else [])], 1):
        name = f"clash {index}" if len(explanation.clashes) > 1 else "clash"
        remarks += [
            Remark(clue.placement.square, f"{name}: {_clue_text(explainer.puzzle, clue)}", wrong=True) for clue in clash
        ]
    for condition in explanation.conditions:
        text = f"contradicts the others: {condition.text}"
        remarks += [Remark(square, text, repeats=at > 0) for at, square in enumerate(condition.squares)]
    return remarks


def _unproved_core_lines(puzzle: Puzzle, narrowed: Sequence[GivenClue], number: int) -> list[str]:
    """Describe a core of clues that is not proved minimal."""
    head = f"{len(narrowed)} of {with_noun(number, 'clue')} conflict, perhaps fewer (not decided)"
    return [f"{head}:", *(f"  {_clue_text(puzzle, clue)}" for clue in narrowed), *_core_reason(puzzle, narrowed)]


def _core_reason(puzzle: Puzzle, clash: Sequence[GivenClue]) -> list[str]:
    # A broken condition or a square without candidates explains a core without a search.
    beside = "next to " + ("it" if len(clash) == 1 else "them")
    ends = (f"{beside}, {dead_end_text(puzzle, *dead_end)}" for dead_end in list_dead_ends(puzzle, clash))
    return [*describe_violations(puzzle, clash), *ends][:1]


def _kept_clue_lines(explainer: Explainer, explanation: Explanation, number: int) -> list[str]:
    assert explanation.kept is not None
    more = "no more" if len(explanation.kept) == explanation.most else f"perhaps up to {explanation.most}"
    left_out = [clue for clue in explainer.clues if clue not in explanation.kept]
    return [
        f"{len(explanation.kept)} of {with_noun(number, 'clue')} can be kept, {more}, without:",
        *(f"  {_clue_text(explainer.puzzle, clue)}" for clue in left_out),
    ]


def _conflicting_condition_lines(explainer: Explainer, explanation: Explanation, number: int) -> list[str]:
    head = "no solution, with or without the clues" if number else "no solution: the search is complete"
    if explainer.own:
        return [head, f"perhaps there is one without {explainer.own.added_names}"]
    if len(explanation.conditions) == explainer.condition_count and not explanation.conditions_minimal:
        return [head, "it is not known which conditions conflict"]
    clash = summarise_conditions(explainer.puzzle, explanation.conditions)
    if not explanation.conditions:
        return [head, clash]
    number_of_places = with_noun(len(explanation.conditions), "place")
    if fills_rectangle(explainer.puzzle, explanation.conditions):
        text, number_of_places = [head, clash], f"{len(explanation.conditions)} edges, all between these squares"
    else:
        text = [head, f"{clash}:"]
        text += [f"  {condition.text}" for condition in explanation.conditions[:_SHOWN]]
        if len(explanation.conditions) > _SHOWN:
            text.append(f"  and {len(explanation.conditions) - _SHOWN} more")
    proved = (
        "without any one of these, the others can be satisfied"
        if explanation.conditions_minimal
        else "not proved minimal"
    )
    text.append(f"{number_of_places}; {proved}")
    return text


# ---- hints as text, and as remarks on squares ----

WHERE, WHY, WHICH = 1, 2, 3
"""Levels of a hint: it reveals the square, also the reason, also the tile."""

# Maximum number of tiles named in a line. The rest is counted.
_SHOWN_TILES = 12


def _hint_lines(hinter: Hinter, hint: Hint, level: int) -> list[str]:
    puzzle = hinter.puzzle
    text: list[str] = []
    if hint.reasons:
        text += ["the puzzle has no solution, proved by counting:", *(f"  {reason}" for reason in hint.reasons)]
    elif hint.completable:
        text.append("this board is a solution" if hint.step is None else "this board can be completed")
    elif hint.completable is False:
        text += _stuck_lines(hinter, hint)
    else:
        text.append("not known: the board was neither completed nor proved to be stuck")
    if hint.step is not None and not hint.reasons:
        text += _step_lines(puzzle, hint.step, level)
    if hint.squares:
        text += ["tiles on each empty square, in the solutions that keep the board:"]
        text += [f"  {_square_text(puzzle, square)}" for square in hint.squares]
    return text + _stopped_lines(hint, hinter.current_step)


def _stuck_lines(hinter: Hinter, hint: Hint) -> list[str]:
    puzzle = hinter.puzzle
    if hint.hopeless:
        return ["this board cannot be completed, nor can an empty board: see edgeasp explain"]
    text = ["this board cannot be completed" + (": it breaks conditions" if hint.violations else "")]
    text += hint.stuck[:1]
    if hint.lifted is not None:
        number = len(hint.lifted)
        least = "fewer do not help" if hint.fewest_lifted else f"perhaps {hint.fewest} are enough"
        text.append(f"to complete it, remove {number} of its tiles ({least}):")
        names = puzzle.names
        text += [f"  tile {names.number(lifted.tile)} on {names.place(lifted.square)}" for lifted in hint.lifted]
    elif hint.fewest > 1:
        text.append(f"at least {hint.fewest} of its tiles have to be removed")
    return text


def _step_lines(puzzle: Puzzle, step: HintStep, level: int) -> list[str]:
    where = puzzle.names.place(step.square)
    if level == WHERE:
        return [f"next: {where}"]
    if step.forced:
        text = [f"next: {where}: {_forced_reason_text(step)}"]
    else:
        tiles = f"{len(step.tiles)} {plural(len(step.tiles), 'tile')} fit there"
        fewest = "; no other square has fewer" if step.compared else ""
        text = [f"next: {where}: {tiles}{_neighbours_text(step)}{fewest}"]
    if level >= WHICH:
        text.append(f"  {_tiles_text(puzzle, step.placements)}")
    return text


def _forced_reason_text(step: HintStep) -> str:
    """Explain why a square is forced, without naming the tile."""
    number, beside = len(step.fitting), _neighbours_text(step)
    match step.rule:
        case HintRule.ONE_FITS:
            return f"one of the remaining tiles fits{beside}"
        case HintRule.ONE_SQUARE:
            return "one of the remaining tiles fits on no other square"
        case HintRule.OTHERS_FAIL:
            return f"of {number} tiles that fit{beside}, all but one lead to a board that cannot be completed"
        case HintRule.FEWEST:
            return f"{number} tiles fit{beside}"


def _neighbours_text(step: HintStep) -> str:
    return f", with {step.around}" if step.around else ""


def _tiles_text(puzzle: Puzzle, placements: Sequence[Placement]) -> str:
    # e.g. `tile 3 turned left; tile 5 upright or upside down`
    names, turns = puzzle.names, dict[int, list[int]]()
    for placement in placements:
        turns.setdefault(placement.tile, []).append(placement.rot)
    parts = [f"tile {names.number(tile)} {' or '.join(map(names.turn, rots))}" for tile, rots in turns.items()]
    return "; ".join(parts[:_SHOWN_TILES]) + (
        f"; and {len(parts) - _SHOWN_TILES} more tiles" if len(parts) > _SHOWN_TILES else ""
    )


def _square_text(puzzle: Puzzle, known: SquareConsequences) -> str:
    where = puzzle.names.place(known.square)
    if known.certain:
        return f"{where}: always {_tiles_text(puzzle, known.possible)}"
    looks = {(puzzle.sides(placement), puzzle.tiles[placement.tile].sign) for placement in known.possible}
    if len(looks) == 1 and not known.open:
        return f"{where}: always the same, one of {_tiles_text(puzzle, known.possible)}"
    parts = [_tiles_text(puzzle, known.possible)] if known.possible else []
    if known.open:
        parts.append(f"not known: {_tiles_text(puzzle, known.open)}")
    return f"{where}: {'; '.join(parts)}"


def _hint_remarks(puzzle: Puzzle, hint: Hint, level: int) -> list[Remark]:
    from edgeasp.draw.view import Remark

    remarks = [
        Remark(placement.square, f"remove tile {puzzle.names.number(placement.tile)}", wrong=True)
        for placement in hint.lifted or ()
    ]
    remarks += [Remark(square, text, wrong=True) for square, text in zip(hint.dead_ends, hint.stuck, strict=True)]
    if hint.step is not None:
        remarks.append(
            Remark(hint.step.square, "; ".join(line.strip() for line in _step_lines(puzzle, hint.step, level)))
        )
    for known in hint.squares:
        tiles = {placement.tile for placement in (*known.possible, *known.open)}
        label = f"{len(tiles)}{'?' if known.open else ''}"
        if known.certain:
            label = f"{puzzle.names.number(known.possible[0].tile)}!"
        remarks.append(Remark(known.square, _square_text(puzzle, known), label=label))
    return remarks


# ---- explanations of why a puzzle has no solution, and hints for a partial board ----


@dataclass(frozen=True, repr=False)
class Explained:
    r"""Known reasons why a puzzle has no solution.

    A notebook shows them, and the conflicting clues.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> clues = edgeasp.parse_solution("8 1 1 2\n3 0 0 1\n0 2 2 3\n", puzzle)
    >>> explained = edgeasp.explain(puzzle, clues)
    >>> explained.lines[0]
    '2 of 3 clues conflict; without any one of them there is a solution:'
    >>> [clue.placement.tile for clue in explained.found.clashes[0]]
    [3, 0]

    Attributes:
        board: clues on the board, with the conflicting ones marked.
        found: explanation as values.
        lines: explanation as text.
    """

    SCHEMA: ClassVar = ("edgeasp.explain", 1)
    JSON: ClassVar = ("*found",)

    board: Board
    found: Explanation
    lines: tuple[str, ...]

    def __str__(self) -> str:
        """Return the text, with one line per statement."""
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        """Show the first line of the text."""
        return f"Explained({self.lines[0] if self.lines else ''})"

    def _repr_html_(self) -> str:
        return draw_gallery(self.lines, [self.board] if self.board.solution or self.board.remarks else [])


@with_defaults
def explain(
    puzzle: Puzzle | Instance,
    clues: Placements = Solution(),
    *,
    number: int = 1,
    most: bool = False,
    add: Rules | Iterable[Rules] = (),
    **costs: Unpack[Costs],
) -> Explained:
    """Explain why a puzzle has no solution.

    Counting arguments are tried first. Then the search looks for conflicting clues, and then for conditions that
    conflict on some squares. At a limit, the answer is the smallest core found so far.

    >>> print(edgeasp.explain(edgeasp.load("instances/planted-4x4.puz")))
    there is a solution: there is nothing to explain

    Args:
        puzzle: puzzle, or instance whose clues are included.
        clues: clues, which may contradict each other.
        number: number of minimal sets of clues to find, 0 for all.
        most: also find a largest set of clues that have a solution together.
        add: further rules, as a text, a file, or several. They may use `chosenTile/3` and `chosenRotation/3`. With
            further rules, the text numbers tiles, columns and rows from 1, like facts.
        limits: limits of the search. Default: none.
        time_limit: seconds, or a text such as `8h`. Short for `limits=Limits(seconds=...)`.
        on_tick: function called with a `Progress` about twenty times a second. The search stops if it returns False or
            raises an exception.

    Raises:
        EncodingError: the added rules minimise a cost, or use the rotation of a tile that shows the
            same sides in several rotations.
        InputError: the tile, the square or the rotation of a clue does not exist.
    """
    instance = as_instance(puzzle, clues)
    rules = read_user_rules(add, None)
    tiles = named_as_in_facts(instance.puzzle) if rules else instance.puzzle
    require_range("number of sets", number, 0, MOST_SOLUTIONS)
    clues_given = distinct_clues(tiles, clue_sources(puzzle, clues))
    clock = start_clock(costs)
    lines = instance.lines
    explainer = Explainer(tiles, clues_given, deadline=clock, conflicts=clock.limits.conflicts, own=rules, lines=lines)
    clock.progress_at = lambda seconds: Progress(
        explainer.current_step, seconds, conflicts=explainer.conflicts, share=explainer.share_done
    )
    explainer.run(number, most=most)
    explanation = explainer.explanation()
    kept = Solution(tuple(clue.placement for clue in explainer.clues))
    board = Board(tiles, kept, kept, tuple(_explanation_remarks(explainer, explanation)))
    return Explained(board, explanation, tuple(_explanation_lines(explainer, explanation, most=most)))


# Limits of the search for conflicting clues, after `solve` has proved that there is no solution.
_WHY_SECONDS = 3.0
_WHY_CONFLICTS = 5_000


def no_solution_notes(instance: Instance, words: str, deadline: Deadline) -> list[str]:
    """List reasons why no solution exists, and suggest `edgeasp explain`.

    Args:
        instance: puzzle with its clues.
        words: puzzle and options of the suggested command.
        deadline: deadline of the command.
    """
    puzzle, clues, lines = instance.puzzle, distinct_clues(instance.puzzle, instance.sources), list[str]()
    pointer = f"to learn more: edgeasp explain {words}"
    if clues:
        seconds = deadline.seconds_left()
        limits = Limits(_WHY_SECONDS if seconds is None else max(0.0, min(_WHY_SECONDS, seconds)))
        explainer = Explainer(puzzle, clues, deadline=Deadline(limits, deadline.check), conflicts=_WHY_CONFLICTS)
        explainer.run(conditions=False)
        explanation = explainer.explanation()
        for clash in explanation.clashes:
            lines += _conflict_lines(puzzle, clash, len(clues))
        if explanation.narrowed is not None:
            lines += _unproved_core_lines(puzzle, explanation.narrowed, len(clues))
        if explanation.without_clues:
            lines.append("there is no solution without the clues either")
    # There are too few zeros for a frame, so they may be a colour like any other.
    if 0 < puzzle.zeros < puzzle.grid.outside:
        colour = puzzle.names.colour(FRAME)
        lines.append(
            f"if {colour} is an ordinary colour: edgeasp solve {words} --unframed; add --upright if tiles may not be "
            "rotated, as in TetraVex"
        )
    notes: list[str] = []
    for line in [*lines, *(slip.text for slip in describe_typos(puzzle, instance.lines)), pointer]:
        if line.startswith(" "):
            notes[-1] += f"\n{line}"
        else:
            notes.append(line)
    return notes


@dataclass(frozen=True, repr=False)
class Hinted:
    """Hint for a partial board: whether it can be completed, and how.

    A notebook shows the text, and the marked board.

    >>> puzzle = edgeasp.load("instances/planted-4x4.puz")
    >>> part = [placement for placement in next(edgeasp.solve(puzzle)) if placement.square.row < 3]
    >>> hinted = edgeasp.hint(puzzle, part, level=1)
    >>> hinted.lines[0]
    'this board can be completed'
    >>> hinted.found.step.square.row
    3

    Attributes:
        board: board with marks.
        found: hint as values, which include the tiles at every level.
        lines: hint as text, no more than the level reveals.
        mended: board without the tiles to remove, None if no completable board is known.
        level: what is revealed: 1 the square, 2 also the reason, 3 also the tile.
    """

    SCHEMA: ClassVar = ("edgeasp.hint", 1)
    JSON: ClassVar = ("level", "*found")

    board: Board
    found: Hint
    lines: tuple[str, ...]
    mended: Solution | None
    level: int = WHY

    @property
    def untold(self) -> tuple[str, ...]:
        """Names of the hint's parts that the level does not reveal."""
        return ("rule", "tiles", "placements")[self.level - 1 if self.level < WHICH else WHICH :]

    def __str__(self) -> str:
        """Return the text, with one line per statement."""
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        """Show the first line of the text."""
        return f"Hinted({self.lines[0] if self.lines else ''})"

    def _repr_html_(self) -> str:
        return draw_gallery(self.lines, [self.board])


@with_defaults
def hint(
    puzzle: Puzzle | Instance,
    board: Placements,
    *,
    level: int = WHY,
    everything: bool = False,
    add: Rules | Iterable[Rules] = (),
    **costs: Unpack[Costs],
) -> Hinted:
    r"""Check whether a partial board can be completed, and how.

    If the board can be completed, the hint is a square to fill next. Otherwise, it is a smallest set of tiles to
    remove. At a limit, the answer is partial.

    >>> puzzle = edgeasp.load("instances/planted-4x4.puz")
    >>> wrong = edgeasp.parse_solution("0 1 2 1\n13 0 3 0\n", puzzle)
    >>> edgeasp.hint(puzzle, wrong).mended
    Solution(1 placement)

    Args:
        puzzle: puzzle, or instance whose clues stay on the board.
        board: board or placements so far, each of which may be removed.
        level: what the text reveals: 1 the square, 2 also the reason, 3 also the tile.
        everything: also find, for each empty square, the tiles that some or all solutions place there.
        add: further rules, as a text, a file, or several. They may use `chosenTile/3` and `chosenRotation/3`. With
            further rules, the text numbers tiles, columns and rows from 1, like facts.
        limits: limits of the search. Default: none.
        time_limit: seconds, or a text such as `8h`. Short for `limits=Limits(seconds=...)`.
        on_tick: function called with a `Progress` about twenty times a second. The search stops if it returns False or
            raises an exception.

    Raises:
        EncodingError: the added rules minimise a cost, or use the rotation of a tile that shows the same sides in
            several rotations.
        InputError: the clues contradict the puzzle or each other, or a placement of the board does not exist.
        OptionError: the level is out of range, or the board belongs to another puzzle.
    """
    instance = as_instance(puzzle)
    rules = read_user_rules(add, None)
    tiles = named_as_in_facts(instance.puzzle) if rules else instance.puzzle
    require_range("level", level, WHERE, WHICH)
    clues = merge_clues(tiles, clue_sources(puzzle, Solution()))
    lying = as_solution(board, "a board", puzzle)
    # Raises an error if a placement does not exist.
    distinct_clues(tiles, [ClueFile("the board", lying)])
    clock = start_clock(costs)
    hinter = Hinter(tiles, lying, clues, deadline=clock, conflicts=clock.limits.conflicts, own=rules)
    clock.progress_at = lambda seconds: Progress(
        hinter.current_step, seconds, conflicts=hinter.conflicts, share=hinter.share_done
    )
    hinter.run(everything=everything)
    answer = hinter.hint()
    marked = Board(tiles, Solution((*clues, *hinter.board)), clues, tuple(_hint_remarks(tiles, answer, level)))
    lifted = () if answer.completable else answer.lifted
    mended = None if lifted is None else hinter.board_without(lifted)
    return Hinted(marked, answer, tuple(_hint_lines(hinter, answer, level)), mended, level)


# ---- what changed between two boards ----


@dataclass(frozen=True, slots=True)
class Change:
    """Square with a changed tile.

    Attributes:
        square: changed square.
        before: placement on the first board, None if the square was empty.
        after: placement on the second board, None if the square is empty.
        origin: square from which the tile of `after` moved, None if the tile stayed, or was not on the first board.
    """

    JSON: ClassVar = ("*square", "place=square.place", "before", "after", "origin=origin.place")

    square: Square
    before: Placement | None
    after: Placement | None
    origin: Square | None = None


@dataclass(frozen=True, repr=False)
class Changes:
    """Difference between two boards of a puzzle.

    Rotations and shifts of the board, and swaps of identical tiles, do not count.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> board = puzzle.board(next(edgeasp.solve(puzzle)))
    >>> edgeasp.diff(board, puzzle.board(board.placements[1:])).same
    8

    Attributes:
        before: first board, rotated and shifted to match the second on as many squares as possible.
        after: second board.
        turned: clockwise quarter turns that were applied to the first board.
        shifted: columns and rows by which the first board was then shifted, both 0 unless the board wraps around.
        squares: changed squares, row by row.
        same: number of squares with the same tile.
    """

    SCHEMA: ClassVar = ("edgeasp.diff", 1)
    JSON: ClassVar = (
        "turned",
        "shifted",
        "same",
        ("score_before", "Matching edges before.", "before.score"),
        ("score_after", "Matching edges now.", "after.score"),
        ("edges", "All edges between squares.", "after.report.edges"),
        ("diamonds", "The same number, for one more version.", "after.report.diamonds"),
        "squares",
    )

    before: Board
    after: Board
    turned: int
    shifted: tuple[int, int]
    squares: tuple[Change, ...]
    same: int

    def __str__(self) -> str:
        """Return the text, with one line per statement."""
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        """Show the first line of the text."""
        return f"Changes({self.lines[0]})"

    @property
    def lines(self) -> tuple[str, ...]:
        """Difference as text."""
        shifts = [with_noun(by, what) for by, what in zip(self.shifted, ("column", "row"), strict=True) if by]
        moved = [_TURNED[self.turned]] if self.turned else []
        moved += [f"shifted by {' and '.join(shifts)}"] if shifts else []
        lines = [f"the first board is {' and '.join(moved)} to match the second"] if moved else []
        if not self.squares:
            return (*lines, "the boards are the same")
        score = f"{self.before.score} of {self.after.report.diamonds} edges before, {self.after.score} now"
        if self.apart:
            lines.append(f"the boards have {with_noun(self.same, 'square')} in common; {score}")
        else:
            many = with_noun(len(self.squares), "square")
            show = plural(len(self.squares), "shows", "show")
            lines.append(f"{many} {show} another tile, {self.same} the same; {score}")
        lines += [f"  {remark.square.place}: {remark.text}" for remark in self.board.remarks]
        for what, places in zip(("gone", "new"), self._changed_mismatches, strict=True):
            more = ", ..." if len(places) > _LISTED else ""
            lines += [f"  mismatches {what}: {len(places)}: {', '.join(places[:_LISTED])}{more}"] if places else []
        return tuple(lines)

    @property
    def apart(self) -> bool:
        """Whether most squares differ, so that the common squares are listed instead."""
        return len(self.squares) > max(_FEW, self.same)

    @property
    def _changed_mismatches(self) -> tuple[list[str], list[str]]:
        """Mismatches of the first board only, and of the second board only."""
        then, now = (
            {
                (at.square, at.side)
                for at in board.report.violations
                if at.condition is Condition.ADJOINING and at.side is not None
            }
            for board in (self.before, self.after)
        )
        place = self.after.puzzle.names.place
        gone, new = ([f"{place(at)} {side.word}" for at, side in sorted(sides)] for sides in (then - now, now - then))
        return gone, new

    @cached_property
    def board(self) -> Board:
        """Second board, with remarks on changed or common squares."""
        from edgeasp.draw.view import Remark

        remarks = [Remark(change.square, _change_text(self.after.puzzle, change)) for change in self.squares]
        if self.apart:
            changed = {change.square for change in self.squares}
            placed = self.after.solution.by_square()
            common = (square for square in self.after.puzzle.grid.squares if square in placed and square not in changed)
            remarks = [Remark(square, "the same") for square in common]
        return replace(self.after, remarks=tuple(remarks))


# Changed squares that are always listed.
_FEW = 16

# Most mismatches that are listed.
_LISTED = 8


_TURNED = ("", "rotated right by 90 degrees", "rotated by 180 degrees", "rotated left by 90 degrees")


def _change_text(puzzle: Puzzle, change: Change) -> str:
    names, before, after = puzzle.names, change.before, change.after
    if after is None:
        assert before is not None
        return f"empty now, tile {names.number(before.tile)} before"
    tile = f"tile {names.number(after.tile)} {names.turn(after.rot)}"
    if before is None:
        what = "on an empty square"
    elif before.tile == after.tile:
        what = f"{names.turn(before.rot)} before"
    else:
        what = f"in place of tile {names.number(before.tile)}"
    came = "" if change.origin is None else f", from {names.place(change.origin)}"
    return f"{tile}{came}, {what}"


def diff(before: Board, after: Board) -> Changes:
    """Compare two boards of a puzzle, complete or partial.

    Swaps of identical tiles are ignored. The first board is rotated, and shifted if it wraps around, to match the
    second as well as possible.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> one, other = (puzzle.board(solution) for solution in edgeasp.solve(puzzle, number=2))
    >>> edgeasp.diff(one, one).lines
    ('the boards are the same',)
    >>> edgeasp.diff(one, other).same + len(edgeasp.diff(one, other).squares)
    9

    Raises:
        OptionError: the boards belong to different puzzles.
    """
    for board, what in ((before, "before"), (after, "after")):
        if not isinstance(board, Board):
            raise TypeError(
                f"expected an edgeasp.Board as {what}, as instance.board(solution) is, found {type_name(board)}"
            )
    if before.puzzle != after.puzzle:
        raise OptionError("expected two boards of one puzzle, found boards of two")
    puzzle = after.puzzle
    features.require_support("diff", puzzle)
    motions = likely_motions(puzzle, before.solution, after.solution)
    laid = {motion: moved_solution(puzzle, before.solution, motion) for motion in motions}
    now = _visible_sides(puzzle, after.solution)
    alike = {motion: _visible_sides(puzzle, board).items() & now.items() for motion, board in laid.items()}
    # Among equally good motions, the smallest.
    best = min(laid, key=lambda motion: (-len(alike[motion]), motion.down, motion.right, motion.quarters))
    then = laid[best]
    changes = tuple(_list_changes(puzzle, then, after.solution, {square for square, _ in alike[best]}))
    moved = replace(before, solution=then, remarks=())
    return Changes(moved, after, best.quarters, (best.right, best.down), changes, len(alike[best]))


_Shown = tuple[Sides, Sign | None]


def _visible_sides(puzzle: Puzzle, board: Solution) -> dict[Square, _Shown]:
    return {
        square: (puzzle.sides(placement), puzzle.tiles[placement.tile].sign)
        for square, placement in board.by_square().items()
    }


def _list_changes(puzzle: Puzzle, then: Solution, now: Solution, alike: set[Square]) -> Iterator[Change]:
    # A tile comes from its own square, or from the square of an identical tile.
    before, after = then.by_square(), now.by_square()
    left: dict[object, list[Square]] = {}
    for square in puzzle.grid.squares:
        if square in before and square not in alike:
            left.setdefault(puzzle.appearance(before[square].tile), []).append(square)
    for square in puzzle.grid.squares:
        one, other = before.get(square), after.get(square)
        if square in alike or (one is None and other is None):
            continue
        origin = None
        if other is not None:
            lay = left.get(puzzle.appearance(other.tile), [])
            origin = next((place for place in lay if place == square), lay[0] if lay else None)
            if origin is not None:
                lay.remove(origin)
            if origin == square and one is not None:
                # The tile counts as rotated: identical tiles cannot be distinguished.
                one, origin = replace(one, tile=other.tile), None
        yield Change(square, one, other, origin)
