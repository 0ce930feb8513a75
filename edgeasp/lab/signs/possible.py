"""Counts and samples of sign assignments that satisfy necessary conditions.

If the squares of a solution are coloured like a checkerboard, each tile is on a plus or a minus square. The two sides
of a diamond have opposite signs, so half of the inner sides of a colour are on plus tiles (the condition `colours`). In
each border class (corner, side or centre), there are as many plus tiles as plus squares (`kinds`). These are the
redundant constraints `sign-colours` and `sign-kinds` of the encoding. Each condition becomes equations on the signs:
the weights of the plus tiles sum to a target. In an equation for a colour, the weight of a tile is its number of sides
of this colour. In an equation for a border class, the tiles of the class have weight 1.

Counting is a meet-in-the-middle search. The border tiles form the *ring*. Some equations concern the ring alone
(colours between border tiles, corners, sides). The sign assignments of one half of the ring are joined with assignments
of the other half so that these equations hold. The *contribution* of a ring assignment is what it adds to the sums of
the other equations. Only the contribution matters for the inner tiles, and there are few distinct ones. The inner tiles
are split into two groups, each with a table of its subset sums. For each contribution and each sum in the first table,
the remainder is looked up in the second.

The sums of all equations are packed into a single integer, a *key*. The *rank* of an assignment is its number, from 0,
among the assignments with the same sums.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate
from math import gcd, prod
from operator import mul
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from edgeasp.generate.recipes import Rng
from edgeasp.puzzle import features
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Sign, Solution
from edgeasp.search.task import Task
from edgeasp.system.errors import CheckError, LimitError, OptionError
from edgeasp.system.limits import FOREVER, Deadline

Assignment = tuple[Sign, ...]
"""The sign of each tile, from tile 0."""


class SignCondition(Enum):
    """Condition on the signs of all tiles, named in `--conditions`."""

    COLOURS = "colours"
    KINDS = "kinds"


@dataclass(frozen=True, slots=True)
class SignSystem:
    """System of equations on the signs of free tiles.

    An equation requires that the weights of all plus tiles sum to its target.

    Attributes:
        known: sign of each tile that is already known, None for a free tile.
        free: free tiles, border tiles first.
        ring: number of border tiles among the free tiles.
        weights: weight of each free tile in each equation.
        targets: target of each equation.
    """

    known: tuple[Sign | None, ...]
    free: tuple[int, ...]
    ring: int
    weights: tuple[tuple[int, ...], ...]
    targets: tuple[int, ...]


def applicable_conditions(puzzle: Puzzle) -> frozenset[SignCondition]:
    """Return the conditions that every solution of a puzzle satisfies.

    Without a frame, the condition `colours` does not hold, because boundary sides belong to no diamond.
    """
    return frozenset(SignCondition) if puzzle.framed else frozenset({SignCondition.KINDS})


def find_conditions(names: Iterable[str], expected: str) -> frozenset[SignCondition]:
    """Look up conditions by name.

    Args:
        names: names of conditions.
        expected: text for the error message after "expected", with `{}` for the known names.

    Raises:
        OptionError: a name is not a condition.
    """
    known = {condition.value: condition for condition in SignCondition}
    chosen = list(names)
    for name in chosen:
        if name not in known:
            raise OptionError(f"expected {expected.format(', '.join(known))}, found {name!r}")
    return frozenset(known[name] for name in chosen)


def sort_conditions(conditions: Collection[SignCondition]) -> tuple[SignCondition, ...]:
    """Sort conditions in the order of `SignCondition`."""
    return tuple(condition for condition in SignCondition if condition in conditions)


def sign_systems(
    puzzle: Puzzle, clues: Solution = Solution(), conditions: Collection[SignCondition] | None = None
) -> list[SignSystem]:
    """Build the equations for each of the two checkerboards.

    A checkerboard says whether the top left square is plus or minus. Signs that tiles carry are kept, and a tile with a
    clue has the sign of its square. No assignment solves two systems. The list has a single system if both
    checkerboards lead to the same equations, and is empty if both contradict the known signs.

    Args:
        puzzle: puzzle to solve.
        clues: placements to keep.
        conditions: conditions to require, None for all `applicable_conditions`.

    Raises:
        OptionError: a condition does not hold for this puzzle.
    """
    features.require_support("signs", puzzle)
    chosen = applicable_conditions(puzzle) if conditions is None else frozenset(conditions)
    if chosen - applicable_conditions(puzzle):
        raise OptionError(
            "the condition 'colours' needs a frame: without one, sides outside belong to no diamond, "
            "and any number of them may be on plus tiles"
        )
    systems = (_build_sign_system(puzzle, clues, chosen, plus_on_even=plus) for plus in (True, False))
    return list(dict.fromkeys(system for system in systems if system is not None))


def fix_one_sign(puzzle: Puzzle, clues: Solution = Solution()) -> Puzzle:
    """Fix the sign of one tile if none is given.

    Flipping all signs of a possible assignment gives another possible assignment. Fixing a sign keeps only one
    assignment of such a pair. The fixed tile is the tile of the first clue, or tile 0 if there are no clues.
    """
    if puzzle.signed:
        return puzzle
    tile = clues.placements[0].tile if len(clues) else 0
    return with_signs(puzzle, [Sign.PLUS if index == tile else None for index in range(len(puzzle.tiles))])


def with_signs(puzzle: Puzzle, signs: Sequence[Sign | None]) -> Puzzle:
    """Replace the signs of all tiles."""
    tiles = (replace(tile, sign=sign) for tile, sign in zip(puzzle.tiles, signs, strict=True))
    return replace(puzzle, tiles=tuple(tiles))


def describe_violations(
    puzzle: Puzzle, clues: Solution, signs: Assignment, conditions: Collection[SignCondition]
) -> list[str]:
    """Describe the conditions that an assignment breaks.

    Signs are compared with both checkerboards. The shorter list is returned. Sides and tiles are counted one by one, so
    that the check is independent of the equations.
    """
    return min((_violations_on_checkerboard(puzzle, clues, signs, conditions, plus) for plus in (True, False)), key=len)


def _build_sign_system(
    puzzle: Puzzle, clues: Solution, conditions: Collection[SignCondition], *, plus_on_even: bool
) -> SignSystem | None:
    known = [tile.sign for tile in puzzle.tiles]
    for clue in clues:
        sign = _square_sign(clue, plus_on_even)
        if known[clue.tile] not in (None, sign):
            return None
        known[clue.tile] = sign
    rows: list[tuple[list[int], int]] = []
    if SignCondition.COLOURS in conditions:
        for colour in puzzle.colours:
            partner = puzzle.partner(colour)
            own, other = ([tile.sides.count(one) for tile in puzzle.tiles] for one in (colour, partner))
            # A diamond has a colour and its partner on opposite signs, so one equation serves both.
            if colour > partner or not any(own + other):
                continue
            sides = own if colour == partner else [sum(pair) for pair in zip(own, other, strict=True)]
            if sum(sides) % 2 or (colour != partner and sum(own) != sum(other)):
                return None
            rows.append((sides, sum(sides) // 2))
    if SignCondition.KINDS in conditions:
        kinds = _border_classes(puzzle)
        for kind, target in sorted(_count_plus_squares(puzzle, plus_on_even).items()):
            rows.append(([int(kind_of_tile == kind) for kind_of_tile in kinds], target))
    free = [index for index, sign in enumerate(known) if sign is None]
    free.sort(key=lambda index: FRAME not in puzzle.tiles[index].sides)
    kept: list[tuple[list[int], int]] = []
    for sides, total in rows:
        target = total - sum(weight for weight, sign in zip(sides, known, strict=True) if sign is Sign.PLUS)
        weights = [sides[index] for index in free]
        # The known signs alone break the equation.
        if not 0 <= target <= sum(weights):
            return None
        if any(weights):
            kept.append((weights, target))
    return SignSystem(
        known=tuple(known),
        free=tuple(free),
        ring=sum(FRAME in puzzle.tiles[index].sides for index in free),
        weights=tuple(tuple(weights[place] for weights, _ in kept) for place in range(len(free))),
        targets=tuple(target for _, target in kept),
    )


def _square_sign(placement: Placement, plus_on_even: bool) -> Sign:
    return Sign.PLUS if placement.square.even == plus_on_even else Sign.MINUS


def _border_classes(puzzle: Puzzle) -> list[int]:
    # The border class of a tile is its number of frame sides, if these determine on which squares it can be.
    return [tile.sides.count(FRAME) if puzzle.exact else 0 for tile in puzzle.tiles]


def _count_plus_squares(puzzle: Puzzle, plus_on_even: bool) -> Counter[int]:
    numbers = Counter(dict.fromkeys(_border_classes(puzzle), 0))
    for square in puzzle.grid.squares:
        numbers[len(puzzle.grid.outer_sides(square)) if puzzle.exact else 0] += square.even == plus_on_even
    return numbers


def _violations_on_checkerboard(
    puzzle: Puzzle, clues: Solution, signs: Assignment, conditions: Collection[SignCondition], plus_on_even: bool
) -> list[str]:
    broken = [
        f"tile {puzzle.names.number(index)} carries {tile.sign.value}"
        for index, tile in enumerate(puzzle.tiles)
        if tile.sign not in (None, signs[index])
    ]
    broken += [
        f"tile {puzzle.names.number(clue.tile)} is on a {_square_sign(clue, plus_on_even).value} square"
        for clue in clues
        if signs[clue.tile] is not _square_sign(clue, plus_on_even)
    ]
    if SignCondition.COLOURS in conditions:
        balance: Counter[int] = Counter()
        for tile, sign in zip(puzzle.tiles, signs, strict=True):
            for colour in tile.sides:
                balance[min(colour, puzzle.partner(colour))] += 1 if sign is Sign.PLUS else -1
        del balance[FRAME]
        unequal = ((puzzle.names.colour(colour), abs(more)) for colour, more in balance.items() if more)
        broken += [f"colour {colour} has an excess of {more}" for colour, more in unequal]
    if SignCondition.KINDS in conditions:
        has = Counter(kind for kind, sign in zip(_border_classes(puzzle), signs, strict=True) if sign is Sign.PLUS)
        wants = _count_plus_squares(puzzle, plus_on_even)
        broken += [
            f"{has[kind]} plus tiles with {kind} sides outside, for {wants[kind]} squares"
            for kind in wants
            if has[kind] != wants[kind]
        ]
    return broken


Keys = NDArray[np.int64]
Numbers = NDArray[Any]
"""Array of counts or ranks: int64 if they fit, else Python integers."""

LARGEST_FAMILY = 62
"""Largest number of weights whose subsets an int64 can number."""


class SubsetSums:
    """Table of the distinct subset sums of some weights.

    Attributes:
        sums: sums in ascending order.
        counts: number of subsets with each sum.
    """

    def __init__(self, dtype: Any) -> None:
        """Start without weights: the only subset is empty."""
        self.sums: Keys = np.zeros(1, np.int64)
        self.counts: Numbers = np.ones(1, dtype)
        self._layers: list[tuple[int, Keys, Numbers]] = []

    def __len__(self) -> int:
        return len(self.sums)

    def add_weight(self, weight: int) -> None:
        """Add a weight, which doubles the number of subsets."""
        # `subsets_by_rank` walks back through the earlier tables.
        self._layers.append((weight, self.sums, self.counts))
        both = np.concatenate((self.sums, self.sums + weight))
        # A stable sort merges the two ascending halves.
        order = np.argsort(both, kind="stable")
        self.sums, starts = distinct_values(both[order])
        self.counts = np.add.reduceat(np.concatenate((self.counts, self.counts))[order], starts)

    def subsets_by_rank(self, sums: Keys, ranks: Numbers) -> NDArray[np.bool_]:
        """Reconstruct subsets from their sums and ranks.

        Subsets with the same sum are ranked from 0.

        Returns:
            one row per subset. It has a mark per weight, in the order in which the weights were added.
        """
        sums, ranks = sums.copy(), ranks.copy()
        marks = np.zeros((len(sums), len(self._layers)), np.bool_)
        # Subsets without the last weight have the lower ranks, so the rank says whether the weight is in the subset.
        for place in range(len(self._layers) - 1, -1, -1):
            weight, before, counts = self._layers[place]
            at = np.minimum(np.searchsorted(before, sums), len(before) - 1)
            without = np.where(before[at] == sums, counts[at], 0)
            taken = np.asarray(ranks >= without, np.bool_)
            marks[:, place] = taken
            ranks = np.where(taken, ranks - without, ranks)
            sums = np.where(taken, sums - weight, sums)
        return marks


def compute_subset_sums(weights: Sequence[int], dtype: Any, deadline: Deadline = FOREVER) -> SubsetSums:
    """Compute the subset sums of weights."""
    result = SubsetSums(dtype)
    for weight in weights:
        deadline.check()
        result.add_weight(weight)
    return result


def distinct_values(ascending: Keys) -> tuple[Keys, NDArray[np.intp]]:
    """Return a sorted array's distinct values, with first positions."""
    starts = np.flatnonzero(
        np.concatenate((np.ones(min(len(ascending), 1), np.bool_), ascending[1:] != ascending[:-1]))
    )
    return ascending[starts], starts


class SumIndex:
    """Index for looking up many sums at once.

    A bitmap filters out most sums that do not exist, before the binary search.
    """

    def __init__(self, sums: Keys) -> None:
        """Index sums in ascending order."""
        self._sums = sums
        # At least 16 positions per sum, so at most one missing sum in 16 passes the filter. 2**26 positions are 64 MB.
        bits = min(26, len(sums).bit_length() + 4)
        self._shift = np.uint64(64 - bits)
        self._bitmap = np.zeros(1 << bits, np.bool_)
        self._bitmap[self._bitmap_positions(sums)] = True

    def find(self, wanted: Keys) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Find which of the given sums the index contains.

        Returns:
            positions in `wanted` of the sums found, and the positions of the same sums in the index.
        """
        maybe = np.flatnonzero(self._bitmap[self._bitmap_positions(wanted)])
        at = np.minimum(np.searchsorted(self._sums, wanted[maybe]), len(self._sums) - 1)
        equal = self._sums[at] == wanted[maybe]
        return maybe[equal], at[equal]

    def _bitmap_positions(self, sums: Keys) -> NDArray[np.intp]:
        # Multiplicative hashing, by the golden ratio (Knuth, volume 3, 6.4).
        product = sums.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        return (product >> self._shift).astype(np.intp)


# Largest number of sums in the lookup table, which then takes some hundred megabytes.
_TABLE = 1 << 21

# Largest number of pairs of assignments of the two halves of the ring.
_PAIRS = 1 << 24

# Largest number of sums of the tiles that are neither in the ring nor in the lookup table.
_REST = 1 << 22

# Largest number of lookups, which take some minutes.
_QUESTIONS = 1 << 33

# Number of lookups at a time, which bounds the memory of an array operation.
_BLOCK = 1 << 19

# Largest number of bits of a key, so that a sum of two fits an int64.
_LARGEST_KEY = 62


class SystemSolutions:
    """Set of the sign assignments that solve a system of equations.

    Attributes:
        system: equations to solve.
        count: number of assignments.
    """

    def __init__(self, system: SignSystem, deadline: Deadline = FOREVER) -> None:
        """Count the assignments.

        Args:
            system: equations to solve.
            deadline: checked several times a second.

        Raises:
            LimitError: the tables of subset sums would be too large.
        """
        self.system = system
        self._deadline = deadline
        # Python's integers are exact for larger counts, but slow.
        dtype = np.int64 if len(system.free) <= LARGEST_FAMILY else object
        self._ring = _BorderAssignments(system, dtype, deadline)
        code, rows, targets = self._ring.inside
        self._target = code.encode(targets)
        inside = [code.encode(row) for row in rows]
        self._table = SubsetSums(dtype)
        # Each sum of the rest is looked up in the table, so the table takes as many tiles as memory allows.
        while len(self._table) * 2 <= _TABLE and inside:
            self._table.add_weight(inside.pop())
        self._rest = SubsetSums(dtype)
        for key in inside:
            deadline.check()
            self._rest.add_weight(key)
            # Checked after each tile, since the next one may double the table.
            if len(self._rest) > _REST or len(self._rest) * len(self._ring.contributions) > _QUESTIONS:
                raise _too_large_error()
        self._inside = len(inside)
        self._index = SumIndex(self._table.sums)
        self._numbers = self._count_inner_assignments()
        self._ends = list(
            accumulate(
                self._ring.count_with(contribution) * int(number) for contribution, number in enumerate(self._numbers)
            )
        )
        self.count = self._ends[-1] if self._ends else 0

    def assignments_by_rank(self, ranks: Sequence[int]) -> NDArray[np.bool_]:
        """Construct the assignments with the given ranks.

        Args:
            ranks: numbers from 0 to `count` - 1.

        Returns:
            one row per rank, with a mark per tile, true for plus.
        """
        free = np.zeros((len(ranks), len(self.system.free)), np.bool_)
        dtype = self._table.counts.dtype
        ring_ranks, rest_ranks, table_ranks = (np.zeros(len(ranks), dtype) for _ in range(3))
        contributions, rest_at, table_at = (np.zeros(len(ranks), np.intp) for _ in range(3))
        by_contribution: dict[int, list[int]] = {}
        for place, rank in enumerate(ranks):
            contribution = bisect_right(self._ends, rank)
            contributions[place] = contribution
            by_contribution.setdefault(contribution, []).append(place)
        # Sums are matched once per contribution, for all ranks with it.
        for contribution, places in by_contribution.items():
            self._deadline.check()
            _, rest, table = self._match_sums(contribution, contribution + 1)
            ends = np.cumsum(self._rest.counts[rest] * self._table.counts[table])
            begin, number = self._ends[contribution - 1] if contribution else 0, int(self._numbers[contribution])
            split = [divmod(ranks[place] - begin, number) for place in places]
            ring_ranks[places] = [ring for ring, _ in split]
            inner = np.array([inner for _, inner in split], dtype)
            match = np.searchsorted(ends, inner, side="right")
            inner = inner - (ends[match] - self._rest.counts[rest[match]] * self._table.counts[table[match]])
            rest_at[places], table_at[places] = rest[match], table[match]
            ways = self._table.counts[table[match]]
            rest_ranks[places], table_ranks[places] = inner // ways, inner % ways
        ring, outside = self._ring.tiles, self._ring.tiles + self._inside
        free[:, :ring] = self._ring.subsets_by_rank(contributions, ring_ranks)
        free[:, ring:outside] = self._rest.subsets_by_rank(self._rest.sums[rest_at], rest_ranks)
        # The table was filled with the last tile first.
        free[:, outside:] = self._table.subsets_by_rank(self._table.sums[table_at], table_ranks)[:, ::-1]
        return complete_with_known_signs(self.system, free)

    def _count_inner_assignments(self) -> Numbers:
        # Entry i is the number of assignments of the inner tiles that complete ring contribution i.
        contributions = len(self._ring.contributions)
        numbers = np.zeros(contributions, self._table.counts.dtype)
        step = max(1, _BLOCK // len(self._rest))
        for start in range(0, contributions, step):
            self._deadline.check()
            contribution, rest, table = self._match_sums(start, min(start + step, contributions))
            np.add.at(numbers, contribution, self._rest.counts[rest] * self._table.counts[table])
        return numbers

    def _match_sums(self, start: int, stop: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        # Finds each triple of a ring contribution, a sum of the rest and a sum of the table that adds up to the target.
        contributions: Keys = self._target - self._ring.contributions[start:stop]
        parts = []
        for begin in range(0, len(self._rest), _BLOCK):
            rest = self._rest.sums[begin : begin + _BLOCK]
            pairs, table = self._index.find(np.subtract.outer(contributions, rest).ravel())
            contribution, at = np.divmod(pairs, len(rest))
            parts.append((contribution + start, at + begin, table))
        contribution, at, table = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
        return contribution, at, table


def complete_with_known_signs(system: SignSystem, free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Extend rows of marks from free tiles to all tiles."""
    known = np.array([sign is Sign.PLUS for sign in system.known], np.bool_)
    marks = np.tile(known, (len(free), 1))
    marks[:, list(system.free)] = free
    return marks


class _BorderAssignments:
    """Sign assignments of the ring, grouped by contribution.

    Attributes:
        tiles: number of border tiles, 0 if the ring is not treated separately.
        contributions: keys of the distinct contributions, in the encoding of `inside`.
        inside: equations that also concern inner tiles, as a triple: the encoding of their sums, the weights of each
            inner tile, and the targets.
    """

    def __init__(self, system: SignSystem, dtype: Any, deadline: Deadline) -> None:
        equations = _independent_equations(system)
        border, others = range(system.ring), range(system.ring, len(system.free))
        joined = None
        # Half of the ring can have 2**(ring / 2) sums.
        if equations.own and system.ring // 2 < _PAIRS.bit_length():
            joined = self._join_halves(equations, border, dtype, deadline)
        if joined is None:
            # The ring has no equation of its own, or too few of them to be handled first.
            equations = _EquationGroups([], equations.own + equations.shared)
            border, others = range(0), range(len(system.free))
            joined = self._join_halves(equations, border, dtype, deadline)
        assert joined is not None
        self.tiles = len(border)
        self._halves, code, one, two, sums = joined
        targets = [target for _, target in equations.shared]
        whole = _SumEncoding(tuple(1 + sum(weights) for weights, _ in equations.shared))
        self.inside = whole, [[weights[tile] for weights, _ in equations.shared] for tile in others], targets
        order = np.argsort(sums, kind="stable")
        self._one, self._two, sums = one[order], two[order], sums[order]
        counts = self._halves[0].counts[self._one] * self._halves[1].counts[self._two]
        self._ends = np.cumsum(counts)
        different, starts = distinct_values(sums)
        self.contributions = code.convert_keys(different, whole)
        self._begins = self._ends[starts] - counts[starts]
        self._numbers = np.add.reduceat(counts, starts) if len(starts) else counts

    def _join_halves(
        self, equations: _EquationGroups, border: range, dtype: Any, deadline: Deadline
    ) -> _JoinedHalves | None:
        # Solves the ring's own equations. Returns None if there are too many solutions.
        shared, own = (
            [[weights[tile] for tile in border] for weights, _ in part] for part in (equations.shared, equations.own)
        )
        low = _SumEncoding(tuple(1 + sum(weights) for weights in shared))
        # The ring's own equations are the high digits: a division by `size` leaves them, and the remainder is the
        # contribution.
        code = _SumEncoding((*low.radices, *(1 + sum(weights) for weights in own)))
        keys = [code.encode([weights[place] for weights in (*shared, *own)]) for place in range(len(border))]
        wanted = code.encode([0] * len(shared) + [target for _, target in equations.own])
        middle, size = len(keys) // 2, prod(low.radices)
        halves = [compute_subset_sums(part, dtype, deadline) for part in (keys[:middle], keys[middle:])]
        pairs = _pairs_with_sum(halves[0].sums // size, halves[1].sums // size, wanted // size)
        if pairs is None:
            return None
        one, two = pairs
        return halves, low, one, two, (halves[0].sums[one] + halves[1].sums[two]) % size

    def count_with(self, contribution: int) -> int:
        """Count the ring assignments with a contribution.

        `contribution` is its position in `contributions`.
        """
        return int(self._numbers[contribution])

    def subsets_by_rank(self, contributions: NDArray[np.intp], ranks: Numbers) -> NDArray[np.bool_]:
        """Construct the ring assignments with the given contributions and ranks."""
        if not self.tiles:
            return np.zeros((len(contributions), 0), np.bool_)
        number = self._begins[contributions] + ranks
        pair = np.searchsorted(self._ends, number, side="right")
        first, second = self._one[pair], self._two[pair]
        ways = self._halves[1].counts[second]
        left = number - (self._ends[pair] - self._halves[0].counts[first] * ways)
        return np.concatenate(
            (
                self._halves[0].subsets_by_rank(self._halves[0].sums[first], left // ways),
                self._halves[1].subsets_by_rank(self._halves[1].sums[second], left % ways),
            ),
            axis=1,
        )


# Assignments of the two halves of the ring that satisfy its own equations together.
#
# The tuple has the tables of both halves, the encoding of contributions, and for each matching pair of sums its
# positions in the first and in the second table and its contribution.
_JoinedHalves = tuple[list[SubsetSums], "_SumEncoding", NDArray[np.intp], NDArray[np.intp], Keys]


def _pairs_with_sum(left: Keys, right: Keys, wanted: int) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
    # Returns the positions of all pairs of a left and a right key with the sum `wanted`, or None for too many.
    order = np.argsort(right, kind="stable")
    ascending = right[order]
    begins = np.searchsorted(ascending, wanted - left, side="left")
    ends = np.searchsorted(ascending, wanted - left, side="right")
    numbers = ends - begins
    if numbers.sum() > _PAIRS:
        return None
    first = np.repeat(np.arange(len(left)), numbers)
    # Enumerates all positions from `begins` to `ends` without a loop in Python.
    offsets = np.arange(len(first)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    return first, order[np.repeat(begins, numbers) + offsets]


@dataclass(frozen=True, slots=True)
class _SumEncoding:
    """Encoding of one sum per equation as an integer key.

    The sums are its digits, lowest first. The radix of a digit exceeds the largest sum of its equation, so digits never
    carry and keys can be added.
    """

    radices: tuple[int, ...]

    def __post_init__(self) -> None:
        if prod(self.radices).bit_length() > _LARGEST_KEY:
            raise _too_large_error()

    @property
    def place_values(self) -> list[int]:
        """Place value of each digit."""
        return list(accumulate(self.radices, mul, initial=1))[:-1]

    def encode(self, sums: Sequence[int]) -> int:
        """Encode one sum per equation as a key."""
        return sum(number * scale for number, scale in zip(sums, self.place_values, strict=True))

    def convert_keys(self, numbers: Keys, other: _SumEncoding) -> Keys:
        """Convert keys to another encoding of the same sums."""
        result = np.zeros_like(numbers)
        for radix, scale, there in zip(self.radices, self.place_values, other.place_values, strict=True):
            result += numbers // scale % radix * there
        return result


@dataclass(frozen=True, slots=True)
class _EquationGroups:
    """Linearly independent equations, as pairs of weights and target.

    Attributes:
        own: equations that concern only border tiles.
        shared: equations that also concern inner tiles.
    """

    own: list[tuple[tuple[int, ...], int]]
    shared: list[tuple[tuple[int, ...], int]]


def _independent_equations(system: SignSystem) -> _EquationGroups:
    rows = list(zip(zip(*system.weights, strict=True), system.targets, strict=True))
    # A dependent equation is dropped if it comes later. Equations of the ring come first, as they help most.
    rows.sort(key=lambda row: any(row[0][system.ring :]))
    kept: list[tuple[tuple[int, ...], int]] = []
    echelon: list[tuple[int, list[int]]] = []
    for weights, target in rows:
        left = _reduce_row([*weights, target], echelon)
        if any(left):
            kept.append((weights, target))
            echelon.append((next(place for place, value in enumerate(left) if value), left))
    own = [not any(weights[system.ring :]) for weights, _ in kept]
    return _EquationGroups(
        [row for row, alone in zip(kept, own, strict=True) if alone],
        [row for row, alone in zip(kept, own, strict=True) if not alone],
    )


def _reduce_row(row: list[int], echelon: Sequence[tuple[int, list[int]]]) -> list[int]:
    # Gaussian elimination. A dependent row becomes zero, which rounding could hide: so in integers.
    for pivot, other in echelon:
        if row[pivot]:
            row = [here * other[pivot] - row[pivot] * there for here, there in zip(row, other, strict=True)]
            divisor = gcd(*row) or 1
            row = [number // divisor for number in row]
    return row


def _too_large_error() -> LimitError:
    return LimitError(
        "too many tiles for an exact count, which holds up to 8 x 8 squares; "
        "known signs, clues or fewer conditions make it smaller; annealing needs none (--estimate, --sampler annealing)"
    )


Marks = NDArray[np.bool_]
"""Sign assignments, one per row, with a mark per tile: true for plus."""


class PossibleSigns:
    """Set of the sign assignments that the conditions allow.

    Attributes:
        puzzle: puzzle to solve. Signs that its tiles carry are kept.
        count: number of assignments, for both checkerboards together.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        clues: Solution = Solution(),
        conditions: Collection[SignCondition] | None = None,
        deadline: Deadline = FOREVER,
    ) -> None:
        """Count the assignments.

        Args:
            puzzle: puzzle to solve. Signs that its tiles carry are kept.
            clues: placements to keep.
            conditions: conditions to require, None for all `applicable_conditions`.
            deadline: checked several times a second.

        Raises:
            LimitError: the puzzle is too large for an exact count.
            OptionError: a condition does not hold for this puzzle.
        """
        self.puzzle = puzzle
        self._clues = clues
        self._conditions = applicable_conditions(puzzle) if conditions is None else frozenset(conditions)
        self._spaces = [SystemSolutions(system, deadline) for system in sign_systems(puzzle, clues, conditions)]
        self.count = sum(space.count for space in self._spaces)

    def assignments_by_rank(self, ranks: Sequence[int]) -> Marks:
        """Construct assignments by rank, from 0 to `count` - 1."""
        marks = np.zeros((len(ranks), len(self.puzzle.tiles)), np.bool_)
        begin = 0
        for space in self._spaces:
            places = [place for place, rank in enumerate(ranks) if begin <= rank < begin + space.count]
            marks[places] = space.assignments_by_rank([ranks[place] - begin for place in places])
            begin += space.count
        return marks

    def sample(self, number: int, seed: int) -> Marks:
        """Sample assignments uniformly, with replacement."""
        rng = Rng(seed)
        return self.assignments_by_rank([rng.below(self.count) for _ in range(number)] if self.count else [])

    def check_row(self, row: Marks) -> Assignment:
        """Convert a row of marks to signs and check them.

        Raises:
            CheckError: the signs break a condition.
        """
        return check_assignment(self.puzzle, self._clues, marks_to_signs(row), self._conditions)


def check_assignment(
    puzzle: Puzzle, clues: Solution, signs: Assignment, conditions: Collection[SignCondition]
) -> Assignment:
    """Check an assignment independently of the equations, and return it.

    Raises:
        CheckError: the assignment breaks a condition.
    """
    broken = describe_violations(puzzle, clues, signs, conditions)
    if broken:
        raise CheckError(f"an assignment of signs breaks a condition; this is a fault in edgeasp: {broken[0]}")
    return signs


def marks_to_signs(row: Sequence[bool] | Marks) -> Assignment:
    """Convert a row of marks to signs of the tiles."""
    return tuple(Sign.PLUS if mark else Sign.MINUS for mark in row)


@dataclass(frozen=True, slots=True)
class AssignmentCount:
    """Number of sign assignments, exact or estimated.

    Attributes:
        count: number of sign assignments that satisfy the conditions.
        error: relative standard error, estimated from the differences between chains. May be 0 by chance.
        exact: whether `count` is exact. An estimate is exact if no system has equations to satisfy.
    """

    count: int
    error: float = 0.0
    exact: bool = False

    @property
    def standard_error(self) -> float | None:
        """Relative standard error of an estimate, None for exact counts."""
        return None if self.exact else self.error


@dataclass(frozen=True, slots=True)
class SignCount:
    """Result of `signs count`. Tiles are numbered from 0.

    Attributes:
        task: Puzzle and clues.
        conditions: Required conditions.
        number: Number of assignments.
        chains: Number of chains of an estimate, None for an exact count.
        seed: Seed of an estimate, None for an exact count.
        seconds: Wall time in seconds, including the time to read the puzzle.
    """

    SCHEMA: ClassVar = ("edgeasp.signs-count", 2)
    JSON: ClassVar = (
        ("cols", "Columns of the board.", "task.puzzle.cols"),
        ("rows", "Rows of the board.", "task.puzzle.rows"),
        "conditions",
        "known_signs",
        ("clues", "Number of clues.", "task.clues.__len__"),
        "assignments=number.count",
        "exact=number.exact",
        "standard_error=number.standard_error",
        *("chains", "seed", "seconds"),
    )

    task: Task
    conditions: tuple[SignCondition, ...]
    number: AssignmentCount
    chains: int | None
    seed: int | None
    seconds: float

    @property
    def known_signs(self) -> int:
        """Number of tiles whose sign is given, including the sign of --fix-sign."""
        return sum(tile.sign is not None for tile in self.task.puzzle.tiles)


@dataclass(frozen=True, slots=True)
class SignSample:
    """Result of `signs sample`. Tiles are numbered from 0.

    Attributes:
        conditions: Required conditions.
        seed: Seed of the random numbers.
        sampler: Method that drew the samples.
        assignments: Number of possible assignments, or None if annealing found some without counting them.
        drawn: Samples, which may repeat.
    """

    SCHEMA: ClassVar = ("edgeasp.signs-sample", 1)
    JSON: ClassVar = ("conditions", "seed", "sampler", "assignments", "samples")

    conditions: tuple[SignCondition, ...]
    seed: int
    sampler: Literal["exact", "annealing"]
    assignments: int | None
    drawn: tuple[Assignment, ...]

    @property
    def samples(self) -> tuple[str, ...]:
        """Samples as text of + and -, tile 0 first."""
        return tuple("".join(sign.value for sign in signs) for signs in self.drawn)
