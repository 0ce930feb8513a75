"""Canonical forms and translations of isomorphic puzzles.

Two puzzles are isomorphic if a renaming of colours, which keeps 0 and partners, maps the tiles of one puzzle to the
tiles of the other, up to allowed rotations. Isomorphic puzzles have equal canonical forms: there, the numbers of the
colours depend only on the structure of the tiles, not on names or order.

Colours are distinguished by their surroundings on tiles, repeatedly until nothing changes (colour refinement, as for
graphs: McKay and Piperno 2014). If several colours remain indistinguishable, each of them is individualised in turn: it
is put into a class of its own. The least of the resulting forms is canonical. Parts of the puzzle that share no such
colour are numbered independently, and a colour is skipped if a symmetry maps a tried colour to it. A round of
refinement visits each tile once, and most puzzles take a few rounds: a second for a hundred thousand tiles. If the
tiles have too many symmetries to try, the search for a canonical form is abandoned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from edgeasp.puzzle.features import supports
from edgeasp.puzzle.model import (
    FRAME,
    OF_BOARD,
    Placement,
    Puzzle,
    Side,
    Sides,
    Sign,
    Solution,
    Square,
    as_sides,
    canonical_sides,
    place_name,
    rotate_sides,
)
from edgeasp.puzzle.symmetry import Motion, moved_puzzle
from edgeasp.system.errors import EncodingError

# ---- blocks as puzzles ----


def cut_block(puzzle: Puzzle, cols: int, rows: int, at: Square = Square(0, 0)) -> Puzzle:
    """Return the puzzle of a rectangular block of the board.

    All tiles of the original puzzle are available. `at` is the upper left square of the block.

    >>> from edgeasp.puzzle.identity import cut_block
    >>> cut_block(edgeasp.load("instances/frame-3x3.puz").puzzle, 2, 2)
    Puzzle(2 x 2, framed, 5 spare, open sides or boundary colours, 9 tiles)

    Raises:
        EncodingError: the block is not within the board, or sides of the frame colour may be inside.
    """
    if not supports("block", puzzle):
        raise EncodingError("a block is one of a rectangle, without holes")
    last = Square(at.col + cols - 1, at.row + rows - 1)
    if not (cols > 1 and rows > 1 and at in puzzle.grid and last in puzzle.grid):
        board = f"a board of {puzzle.cols} x {puzzle.rows}"
        raise EncodingError(f"expected a block of at least 2 x 2 on {board}, found {cols} x {rows} at {place_name(at)}")
    if puzzle.framed and not puzzle.exact:
        raise EncodingError(
            "a block keeps the border classes of tiles, and here sides of the frame colour may be inside"
        )
    ends = {Side.NORTH: at.row, Side.WEST: at.col}
    ends |= {Side.EAST: puzzle.cols - 1 - last.col, Side.SOUTH: puzzle.rows - 1 - last.row}
    rim = dict(puzzle.rim) | {side.word: () for side, distance in ends.items() if distance}
    return replace(puzzle, cols=cols, rows=rows, rim=tuple(rim.items()))


# ---- a puzzle renumbered, in place of the seed of solvers that have none ----


class Relabelling:
    """Puzzle and clues whose tiles and colours are renumbered at random.

    A solver that has no seed searches in another order after renumbering. Seed 0 changes nothing.
    """

    def __init__(self, puzzle: Puzzle, clues: Solution, seed: int) -> None:
        self.puzzle, self.clues = puzzle, clues
        self._order = list(range(len(puzzle.tiles)))
        if not seed:
            return
        self._order = _shuffle(self._order, seed)
        names = dict(zip(puzzle.colours, _shuffle(puzzle.colours, seed), strict=True)) | {FRAME: FRAME}
        ordered = (puzzle.tiles[index] for index in self._order)
        tiles = [replace(tile, sides=as_sides(names[colour] for colour in tile.sides)) for tile in ordered]
        partners = tuple((names[one], names[other]) for one, other in puzzle.partners)
        rim = tuple((part, tuple(names.get(colour, colour) for colour in some)) for part, some in puzzle.rim)
        self.puzzle = replace(puzzle, tiles=tuple(tiles), partners=partners, rim=rim)
        place = {tile: index for index, tile in enumerate(self._order)}
        self.clues = Solution(tuple(replace(clue, tile=place[clue.tile]) for clue in clues))

    def invert(self, solution: Solution) -> Solution:
        """Translate a solution of the renumbered puzzle back."""
        placements = (replace(placement, tile=self._order[placement.tile]) for placement in solution)
        return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))


def _shuffle(items: list[int], seed: int) -> list[int]:
    from random import Random  # few ask for it

    # Python guarantees that `random` draws the same numbers in later versions.
    draw = Random(seed).random
    return sorted(items, key=lambda _: draw())


# ---- the identity of a puzzle ----

WORK = 100
"""Work limit of refinement: visits per side, plus as many for a thousand sides more. Beyond it, tiles count as too
symmetric, and the search for a canonical form is abandoned."""

# Labels of the four sides of a tile, in the rotation with the least labels, and its sign.
_Label = tuple[int, int, int, int, int]
# Tiles whose colours are all distinguished, and the forms of the parts with indistinguishable colours.
_Form = tuple[tuple[_Label, ...], tuple["_Form", ...]]


@dataclass(frozen=True)
class Identity:
    """Canonical form of a puzzle.

    Attributes:
        key: 16 hexadecimal digits, equal for isomorphic puzzles, and in practice different for all other puzzles.
        tiles: the tiles of the canonical form, equal for isomorphic puzzles.
        colours: map from each colour to its number in the canonical form.
        flipped: whether the canonical form has the opposite sign on each tile.
    """

    key: str
    tiles: tuple[_Label, ...]
    colours: dict[int, int]
    flipped: bool


class Translation(NamedTuple):
    """Translation of placements between isomorphic puzzles.

    Attributes:
        source: the puzzle of the placements to translate.
        target: the isomorphic puzzle.
        colours: for each colour, its number in the other puzzle.
        tiles: for each tile, the tile of the other puzzle, and the orientation in which it shows the same sides.
        quarters: the clockwise quarter turns of the board, needed if columns and rows are exchanged.
    """

    source: Puzzle
    target: Puzzle
    colours: dict[int, int]
    tiles: tuple[tuple[int, int], ...]
    quarters: int = 0

    def translate(self, solution: Solution) -> Solution:
        """Translate placements to the other puzzle."""
        turn, placed = Motion(self.quarters), []
        for placement in solution:
            tile, further = self.tiles[placement.tile]
            square = turn.move_square(placement.square, self.source.grid, self.target.grid)
            rot = Motion(-turn.move_rot(placement.rot) % 4, placement.rot > 3).move_rot(further)
            placed.append(self.target.canonical(Placement(tile, square, rot)))
        return Solution(tuple(placed))

    @property
    def differences(self) -> tuple[str, ...]:
        """Differences between the two puzzles, as short texts."""
        kinds = {
            "colours renamed": any(old != new for old, new in self.colours.items()),
            "tiles in another order": any(index != tile for index, (tile, _) in enumerate(self.tiles)),
            "tiles turned": any(further for _, further in self.tiles),
            "the board turned by a quarter": bool(self.quarters),
        }
        return tuple(name for name, present in kinds.items() if present)


@lru_cache(16)
def identify(puzzle: Puzzle) -> Identity | None:
    """Return the canonical form of a puzzle, or None.

    The result is None if tiles are too symmetric or have restricted orientations, or if the boundary has colours.
    """
    if not supports("identity", puzzle) or any(colours for _, colours in puzzle.rim):
        return None
    try:
        forms = [_canonical_form(puzzle, flip) for flip in ((False, True) if puzzle.signed else (False,))]
    except (_TooSymmetricError, RecursionError):  # each individualised colour is a level of recursion
        return None
    tiles, colours, flipped = min(forms, key=lambda form: form[0])
    from hashlib import sha256  # it loads OpenSSL, and few ask

    # This text is hashed: changing its words would change the keys that JSON reports.
    content = repr((_board_dimensions(puzzle), puzzle.framed, puzzle.signed, tiles)) + (
        " no turning" if not puzzle.turning else ""
    )
    content += " turned over" if puzzle.flipping else ""
    unusual = sorted(puzzle.holes), sorted(puzzle.wraps), puzzle.rim
    content += repr(unusual) if any(unusual) else ""
    return Identity(sha256(content.encode()).hexdigest()[:16], tiles, colours, flipped)


def find_translation(source: Puzzle, target: Puzzle) -> Translation | None:
    """Return a translation between two puzzles, or None.

    Colours keep their numbers if possible. Otherwise any of the possible translations is returned, found by comparing
    canonical forms. The result is None if the puzzles are not isomorphic, or if a canonical form is needed but unknown.
    """
    # Cheap, and enough to tell most puzzles from each other.
    if isomorphism_invariants(source) != isomorphism_invariants(target):
        return None
    quarters = int(source.cols != target.cols)
    laid = moved_puzzle(source, Motion(quarters))
    names = {colour: colour for tile in source.tiles for colour in tile.sides}
    direct = _match_tiles(laid, target, names, flip=False)
    if direct is not None and all(_keeps_partners(names, source, target)):
        return Translation(source, target, names, direct, quarters)
    one, other = identify(source), identify(target)
    if one is None or other is None or one.tiles != other.tiles:
        return None
    back = {number: colour for colour, number in other.colours.items()}
    names = {colour: back[one.colours[colour]] for colour in names}
    tiles = _match_tiles(laid, target, names, flip=one.flipped != other.flipped)
    assert tiles is not None, "equal forms have equal tiles"
    return Translation(source, target, names, tiles, quarters)


def isomorphism_invariants(puzzle: Puzzle) -> tuple[object, ...]:
    """Return cheap invariants, equal for isomorphic puzzles."""
    sides = Counter(colour for tile in range(len(puzzle.tiles)) for face in puzzle.faces(tile) for colour in face)
    paired = sorted(sorted((sides[one], sides[other])) for one, other in puzzle.partners)
    paired = [pair for pair in paired if pair != [0, 0]]
    board = _board_dimensions(puzzle), puzzle.holes, puzzle.wraps, puzzle.rim
    kinds = puzzle.orientations, bool(puzzle.restricted)
    return *board, puzzle.zeros, puzzle.signed, sorted(sides.values()), paired, kinds


def _board_dimensions(puzzle: Puzzle) -> list[int]:
    free = puzzle.turning and not {*puzzle.beyond} & OF_BOARD
    return sorted((puzzle.cols, puzzle.rows)) if free else [puzzle.cols, puzzle.rows]


def _keeps_partners(names: dict[int, int], source: Puzzle, target: Puzzle) -> Iterator[bool]:
    shown = set(names.values())
    for colour, name in names.items():
        yield {names[other] for other in source.meeting(colour) if other in names} == shown & {*target.meeting(name)}


def _match_tiles(
    source: Puzzle, target: Puzzle, names: dict[int, int], *, flip: bool
) -> tuple[tuple[int, int], ...] | None:
    """Match source tiles to target tiles, after renaming colours.

    Returns:
        For each tile of the source a tile of the target and its rotation, or None if the tiles do not match.
    """
    signs = {None: None, Sign.PLUS: Sign.MINUS, Sign.MINUS: Sign.PLUS} if flip else {sign: sign for sign in _SIGNS}
    renamed = [
        replace(tile, sides=as_sides(names[colour] for colour in tile.sides), sign=signs[tile.sign])
        for tile in source.tiles
    ]
    left: dict[object, list[int]] = {}
    # In descending order, so that `pop` takes the first tile.
    for index in reversed(range(len(target.tiles))):
        left.setdefault(target.appearance(index), []).append(index)
    chosen: dict[int, int] = {}
    looks = list(map(replace(source, tiles=tuple(renamed)).appearance, range(len(renamed))))
    for index, look in enumerate(looks):
        # Identical tiles keep their numbers if they can, so that the translation changes as little as possible.
        if look == target.appearance(index):
            chosen[index] = index
            left[look].remove(index)
    for index, look in enumerate(looks):
        if index not in chosen:
            alike = left.get(look)
            if not alike:
                return None
            chosen[index] = alike.pop()
    pairs = [(chosen[index], tile.sides) for index, tile in enumerate(renamed)]
    return tuple((tile, next(rot for rot in range(8) if target.shown(tile, rot) == sides)) for tile, sides in pairs)


_SIGNS = (None, Sign.PLUS, Sign.MINUS)


class _TooSymmetricError(Exception):
    """Error for a puzzle with too many symmetries to try."""


def _canonical_form(puzzle: Puzzle, flip: bool) -> tuple[tuple[_Label, ...], dict[int, int], bool]:
    # A tile with two sides is represented by two tiles, each the back of the other.
    tiles = [
        (face, _sign_number(tile.sign, flip, puzzle.turning))
        for index, tile in enumerate(puzzle.tiles)
        for face in puzzle.faces(index)
    ]
    # A pair of partners is represented by an extra tile with a special sign, so that every renaming keeps the pair.
    shown = {colour for sides, _ in tiles for colour in sides}
    tiles += [((one, other, one, other), _PARTNERS) for one, other in puzzle.partners if shown & {one, other}]
    order = _Numbering(tiles).colours_in_order()
    # The frame keeps its number.
    numbers = {colour: number for number, colour in enumerate(order, start=0 if FRAME in order else 1)}
    labels = sorted(_tile_label(sides, sign, numbers) for sides, sign in tiles)
    return tuple(labels), numbers, flip


# Sign of partners, and the offset added to the signs of tiles that may not be rotated.
_PARTNERS, _FIXED = 3, 4


def _sign_number(sign: Sign | None, flip: bool, turning: bool) -> int:
    return (0 if sign is None else 1 if (sign is Sign.PLUS) != flip else 2) + (0 if turning else _FIXED)


def _tile_label(sides: Sides, sign: int, numbers: dict[int, int]) -> _Label:
    named = as_sides(numbers[colour] for colour in sides)
    return (*(named if sign >= _FIXED else canonical_sides(named)), sign)


class _Numbering:
    """Canonical numbering of colours by partition refinement."""

    def __init__(self, tiles: list[tuple[Sides, int]]) -> None:
        self._tiles = tiles
        self._on: dict[int, list[tuple[int, int]]] = {}
        """Tiles and sides that have each colour."""
        for index, (sides, _) in enumerate(tiles):
            for side, colour in enumerate(sides):
                self._on.setdefault(colour, []).append((index, side))
        self._work = WORK * (4 * len(tiles) + 1000)

    def colours_in_order(self) -> list[int]:
        """Return the colours in canonical order, the frame first."""
        classes: dict[int, int] = {}
        begin = sorted((colour != FRAME, len(on), colour) for colour, on in self._on.items())
        for _, alike in groupby(begin, key=lambda entry: entry[:2]):
            start = len(classes)
            classes |= {colour: start for _, _, colour in alike}
        colours = set(self._on)
        self._refine(colours, classes, colours)
        return self._part_form(colours, classes)[1]

    def _refine(self, colours: set[int], classes: dict[int, int], changed: Iterable[int]) -> None:
        """Split colour classes until all members have equal surroundings.

        Args:
            colours: the colours whose classes may be split.
            classes: the class of each colour, updated in place.
            changed: the colours whose classes have changed, so that their neighbours are examined.
        """
        members: dict[int, list[int]] = {}
        for colour in colours:
            members.setdefault(classes[colour], []).append(colour)
        while changed:
            near = {index for colour in changed for index, _ in self._on[colour]}
            touched = {classes[colour] for index in near for colour in self._tiles[index][0] if colour in colours}
            splits = []
            for kind in sorted(touched):
                if len(members[kind]) == 1:
                    continue
                groups: dict[tuple[_Label, ...], list[int]] = {}
                self._work -= sum(len(self._on[colour]) for colour in members[kind])
                if self._work < 0:
                    raise _TooSymmetricError
                for colour in members[kind]:
                    groups.setdefault(self._surroundings(colour, classes), []).append(colour)
                if len(groups) > 1:
                    splits.append((kind, [groups[key] for key in sorted(groups)]))
            changed = []
            for start, parts in splits:
                number = start
                for part in parts:
                    members[number] = part
                    if number != start:
                        classes |= dict.fromkeys(part, number)
                        changed += part
                    number += len(part)

    def _surroundings(self, colour: int, classes: dict[int, int]) -> tuple[_Label, ...]:
        """Return the surroundings of all sides of a colour, sorted.

        The surroundings of a side are the classes of the tile's other sides, clockwise from it.
        """
        around = []
        for index, side in self._on[colour]:
            sides, sign = self._tiles[index]
            here, right, across, left = rotate_sides(sides, side)
            # A tile may show this colour on several sides, which the class alone would not distinguish.
            own = (right == here) + 2 * (across == here) + 4 * (left == here)
            if sign >= _FIXED:
                own += 8 * side
            around.append((classes[right], classes[across], classes[left], own, sign))
        return tuple(sorted(around))

    def _part_form(self, colours: set[int], classes: dict[int, int]) -> tuple[_Form, list[int]]:
        """Return a part's canonical form, and its colours in order.

        Colours that are alone in their class are ordered by class. All other colours are individualised, part by part.
        """
        sizes = Counter(classes[colour] for colour in colours)
        alike = {colour for colour in colours if sizes[classes[colour]] > 1}
        known = sorted(colours - alike, key=classes.__getitem__)
        parts = sorted(
            (self._individualised_form(part, classes) for part in self._independent_parts(alike)),
            key=lambda part: part[0],
        )
        labels = sorted(
            _tile_label(*self._tiles[index], classes)
            for index in {index for colour in known for index, _ in self._on[colour]}
            if alike.isdisjoint(self._tiles[index][0])
        )
        order = known + [colour for _, part in parts for colour in part]
        return (tuple(labels), tuple(form for form, _ in parts)), order

    def _independent_parts(self, alike: set[int]) -> Iterator[set[int]]:
        """Partition indistinguishable colours into parts that share no tile."""
        left = set(alike)
        while left:
            part, new = set(), [left.pop()]
            while new:
                colour = new.pop()
                part.add(colour)
                for index, _ in self._on[colour]:
                    for other in self._tiles[index][0]:
                        if other in left:
                            left.discard(other)
                            new.append(other)
            yield part

    def _individualised_form(self, part: set[int], classes: dict[int, int]) -> tuple[_Form, list[int]]:
        """Return the least form after individualising one colour.

        All colours of a smallest class are tried. A colour is skipped if a symmetry maps it to a tried colour.
        """
        members: dict[int, list[int]] = {}
        for colour in part:
            members.setdefault(classes[colour], []).append(colour)
        start, candidates = min(members.items(), key=lambda entry: (len(entry[1]) == 1, len(entry[1]), entry[0]))
        orbits = _Orbits()
        tried: list[tuple[_Form, list[int], int]] = []
        for colour in sorted(candidates):
            if any(orbits.are_joined(colour, other) for _, _, other in tried):
                continue
            if any(self._exchangeable(colour, other) for _, _, other in tried):
                continue
            others = [other for other in candidates if other != colour]
            singled = {
                neighbour: classes[neighbour] for index in self._tiles_with(part) for neighbour in self._tiles[index][0]
            }
            singled |= dict.fromkeys(others, start + 1)
            self._refine(part, singled, others)
            form, order = self._part_form(part, singled)
            for other_form, other_order, _ in tried:
                if form == other_form:
                    # Equal forms prove a symmetry, which maps one order to the other.
                    for one, other in zip(order, other_order, strict=True):
                        orbits.join(one, other)
                    break
            tried.append((form, order, colour))
        form, order, _ = min(tried, key=lambda entry: entry[0])
        return form, order

    def _tiles_with(self, part: set[int]) -> set[int]:
        return {index for colour in part for index, _ in self._on[colour]}

    def _exchangeable(self, one: int, other: int) -> bool:
        """Whether swapping two colours leaves the set of tiles unchanged."""
        swap = {one: other, other: one}
        before = [self._tiles[index] for index in self._tiles_with({one, other})]
        names = {colour: colour for sides, _ in before for colour in sides}
        return sorted(_tile_label(*tile, names) for tile in before) == sorted(
            _tile_label(*tile, names | swap) for tile in before
        )


class _Orbits:
    """Orbits of colours under symmetries, as a union-find structure."""

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def join(self, one: int, other: int) -> None:
        """Merge the orbits of two colours."""
        self._parent[self._root(one)] = self._root(other)

    def are_joined(self, one: int, other: int) -> bool:
        """Whether two colours are in one orbit."""
        return self._root(one) == self._root(other)

    def _root(self, colour: int) -> int:
        while (parent := self._parent.get(colour, colour)) != colour:
            colour = parent
        return colour
