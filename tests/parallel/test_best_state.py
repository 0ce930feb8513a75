"""The search for the best board as stories: rounds report and end in any order, and the best board stays."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from edgeasp.parallel.best import BeginRound, BestEvent, BestJob, BestOrder, BestState, Heard, RoundEnded, Show, Started
from edgeasp.parallel.split import ATTEMPTS, Halted, Room, Stop
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Sign, Solution, Tile
from edgeasp.search.best import settings
from edgeasp.search.best.rounds import Improved, Proved, Round, RoundKind
from edgeasp.search.estimates import log_tiles_of_solve
from edgeasp.search.task import make_task
from edgeasp.system.errors import CheckError, SolverError
from edgeasp.system.limits import Limit, Limits, Stopped
from tests.support import boards
from tests.support.best import shuffled

PUZZLE, SOLUTION = boards.cut_up(6, 6, 5)
TASK = make_task(PUZZLE)
MOST = PUZZLE.grid.diamonds


def score(board: Solution) -> int:
    return check(PUZZLE, board).matched


BOARDS = sorted((shuffled(TASK, SOLUTION, seed, 4 + seed) for seed in range(8)), key=score)
"""Complete boards without a frame that breaks, the worst first."""


def test_these_boards_are_no_solutions() -> None:
    assert score(BOARDS[0]) < score(BOARDS[-2]) < MOST > score(BOARDS[-1])


class Story:
    """A search that takes events, checked after each; a second passes between two."""

    def __init__(self, job: BestJob) -> None:
        self.state = BestState(job)
        self.seconds = 0.0

    def tell(self, *events: BestEvent) -> list[BestOrder]:
        orders: list[BestOrder] = []
        for event in events:
            self.seconds += 1
            for order in self.state.handle(event, self.seconds):
                orders.append(order)
                if isinstance(order, Show):
                    assert (self.state.board, self.state.report) == (order.board, order.report)
            self.state.validate()
        return orders

    def begin(self) -> Round:
        [order] = self.tell(Room())
        assert isinstance(order, BeginRound)
        return order.round_


def shown(orders: list[BestOrder]) -> list[Solution]:
    return [order.board for order in orders if isinstance(order, Show)]


def test_better_boards_are_shown_and_others_are_not() -> None:
    story = Story(BestJob(TASK))
    first = story.begin()
    assert (first.number, first.kind) == (0, RoundKind.FILL)
    low, high = BOARDS[0], BOARDS[-1]
    assert score(low) < score(high)
    orders = story.tell(Heard(first, Improved(low)), Heard(first, Improved(high)), Heard(first, Improved(low)))
    assert shown(orders) == [low, high]
    assert [(each.round, each.score) for each in story.state.trajectory] == [(0, score(low)), (0, score(high))]
    story.tell(RoundEnded(first, 2.0, 1.0))
    assert story.state.records[0].score == score(high)
    assert story.state.pace == 2.0 / (settings.QUICK + settings.OVERHEAD)
    assert story.begin().number == 1


def test_a_board_that_matches_everywhere_ends_the_search() -> None:
    story = Story(BestJob(TASK))
    first = story.begin()
    assert story.tell(Heard(first, Improved(SOLUTION)))[1:] == [Stop()]
    assert (story.state.proved, story.state.answered, story.state.stopped) == (True, True, None)
    assert story.tell(Room(), RoundEnded(first)) == []


def test_a_goal_or_a_proof_ends_the_search() -> None:
    board = BOARDS[-1]
    story = Story(BestJob(TASK, goal=score(board)))
    assert story.tell(Heard(story.begin(), Improved(board)))[1:] == [Stop()]
    assert (story.state.proved, story.state.answered) == (False, True)
    story = Story(BestJob(TASK))
    round_ = story.begin()
    assert story.tell(Heard(round_, Improved(board)), Heard(round_, Proved(MOST - score(board) - 1)))[1:] == []
    assert story.tell(Heard(round_, Proved(MOST - score(board)))) == [Stop()]
    assert (story.state.proved, story.state.answered) == (True, True)


def test_a_proof_goes_on_where_the_one_before_it_was_cut_short() -> None:
    """With a number of rounds it begins anew, as what others have proved by then depends on the machine."""
    for rounds, least in ((None, 2), (9, 0)):
        story = Story(BestJob(TASK, rounds=rounds))
        first, proof = story.begin(), story.begin()
        assert (proof.kind, proof.least) == (RoundKind.PROVE, 0)
        story.tell(RoundEnded(first), Heard(proof, Proved(2)), RoundEnded(proof))
        story.begin()
        again = story.begin()
        assert (again.kind, again.least, again.conflicts > proof.conflicts) == (RoundKind.PROVE, least, True)


def test_a_start_that_is_complete_is_the_first_board() -> None:
    story = Story(BestJob(TASK, BOARDS[0]))
    assert shown(story.tell(Started())) == [BOARDS[0]]
    assert story.state.trajectory[0].round is None
    assert (story.begin().number, story.state.over) == (1, False)


def test_of_equally_good_boards_that_of_the_earliest_round_is_kept() -> None:
    several = [shuffled(TASK, SOLUTION, seed) for seed in range(40)]
    one, other = next(pair for pair in combinations(several, 2) if score(pair[0]) == score(pair[1]))
    story = Story(BestJob(TASK))
    first, second = story.begin(), story.begin()
    assert shown(story.tell(Heard(second, Improved(one)), Heard(second, Improved(other)))) == [one]
    assert shown(story.tell(Heard(first, Improved(other)), Heard(second, Improved(one)))) == [other]
    assert len(story.state.trajectory) == 1


def test_a_number_of_rounds_is_a_limit() -> None:
    story = Story(BestJob(TASK, rounds=1))
    rounds = [story.begin(), story.begin()]
    assert story.tell(Room()) == []
    story.tell(RoundEnded(rounds[1]))
    assert (story.tell(Room()), story.state.over, story.state.records) == ([], False, [])
    story.tell(RoundEnded(rounds[0]), Room())
    assert (story.state.over, str(story.state.stopped)) == (True, "limit of 1 round")
    assert [each.number for each in story.state.records] == [0, 1]


def test_boards_that_wait_for_an_earlier_round_are_taken_before_a_limit_ends_the_search() -> None:
    story = Story(BestJob(TASK, rounds=3))
    _, second, third = story.begin(), story.begin(), story.begin()
    assert story.tell(Heard(third, Improved(BOARDS[-1])), Heard(second, Improved(BOARDS[0]))) == []
    assert shown(story.tell(Halted(Stopped(Limit.TIME, 5.0)))) == [BOARDS[0], BOARDS[-1]]
    assert str(story.state.stopped) == "time limit of 5 s"


def test_a_solution_is_searched_for_where_such_a_search_is_expected_to_end() -> None:
    """How many tiles fit decides, not the size of the board; where there are signs, nothing is expected."""

    def searched_for(puzzle: Puzzle) -> bool:
        state = BestState(BestJob(make_task(puzzle), limits=Limits(seconds=60)))
        return any(state.next_round(number, 1.0).kind is RoundKind.SOLVE for number in range(1, 9))

    many, few = boards.cut_up(12, 12, 24)[0], boards.cut_up(10, 10, 8)[0]
    assert (searched_for(many), searched_for(few)) == (True, False)
    for size, puzzle in ((10, few), (11, boards.cut_up(11, 11, 8)[0])):
        signs = [(Sign.PLUS, Sign.MINUS)[number % 2] for number in range(size * size)]
        signed = Puzzle(
            size, size, tuple(Tile(tile.sides, sign) for tile, sign in zip(puzzle.tiles, signs, strict=True))
        )
        assert log_tiles_of_solve(make_task(signed)) is None
        assert searched_for(signed) == (size * size <= settings.SOLVABLE)


def test_rounds_that_fail() -> None:
    def end(**how: str) -> tuple[list[BestOrder], BestState]:
        story = Story(BestJob(TASK, limits=Limits(memory=10**6)))
        return story.tell(RoundEnded(story.begin(), **how)), story.state  # type: ignore[arg-type]

    orders, state = end(failure="it was killed", killed="memory")
    assert (orders, state.over, str(state.stopped)) == ([Stop()], True, "memory limit of 1 MB")
    orders, state = end(failure="it took too long", killed="timeout")
    assert (orders, state.over) == ([], False)
    [stop], state = end(failure="it broke")
    assert isinstance(stop, Stop)
    assert isinstance(stop.error, SolverError)
    assert state.over


def test_a_round_whose_process_has_died_begins_again() -> None:
    """It is the same round, and ends nothing unless it dies again and again."""
    story = Story(BestJob(TASK, rounds=1))
    round_ = story.begin()
    low, high = BOARDS[0], BOARDS[-1]
    story.tell(Heard(round_, Improved(low)))
    for _ in range(ATTEMPTS - 1):
        assert story.tell(RoundEnded(round_, failure="it was killed", died=True)) == []
        assert story.begin() == round_
    assert shown(story.tell(Heard(round_, Improved(low)), Heard(round_, Improved(high)), RoundEnded(round_))) == [high]
    assert [record.number for record in story.state.records] == [0]
    last = story.begin()
    for _ in range(ATTEMPTS - 1):
        story.tell(RoundEnded(last, failure="it was killed", died=True), Room())
    [stop] = story.tell(RoundEnded(last, failure="it was killed", died=True))
    assert isinstance(stop, Stop)
    assert str(stop.error) == "a round of the search failed: it was killed"
    assert story.state.board == high


def test_what_is_no_board_is_a_fault() -> None:
    story = Story(BestJob(TASK))
    [stop] = story.tell(Heard(story.begin(), Improved(Solution(SOLUTION.placements[1:]))))
    assert isinstance(stop, Stop)
    assert isinstance(stop.error, CheckError)
    assert story.state.board is None


Reports = list[list[int]]
"""The boards that each round reports, by their numbers."""


def finished(reports: Reports, jobs: int, chance: random.Random, goal: int) -> BestState:
    """A search with a number of rounds, of which so many are under way at a time, and report in any order."""
    story = Story(BestJob(TASK, rounds=len(reports) - 1, goal=goal, jobs=jobs))
    left = {number: list(numbers) for number, numbers in enumerate(reports)}
    under_way: list[Round] = []
    while not story.state.over:
        orders = story.tell(Room()) if len(under_way) < jobs else []
        under_way += [order.round_ for order in orders if isinstance(order, BeginRound)]
        if not under_way:
            continue
        round_ = chance.choice(under_way)
        if left[round_.number]:
            story.tell(Heard(round_, Improved(BOARDS[left[round_.number].pop(0)])))
        else:
            under_way.remove(round_)
            story.tell(RoundEnded(round_))
    return story.state


@given(
    st.lists(st.lists(st.integers(0, len(BOARDS) - 1), max_size=4), min_size=1, max_size=6),
    st.integers(2, 4),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_a_number_of_rounds_gives_the_same_board_in_whatever_order_they_report(
    reports: Reports, jobs: int, chance: random.Random, has_goal: bool
) -> None:
    goal = score(BOARDS[-2]) if has_goal else MOST
    one, several = finished(reports, 1, chance, goal), finished(reports, jobs, chance, goal)
    assert one.board == several.board
    trajectories = [[replace(each, seconds=0.0) for each in state.trajectory] for state in (one, several)]
    assert trajectories[0] == trajectories[1]
    assert one.stopped == several.stopped
