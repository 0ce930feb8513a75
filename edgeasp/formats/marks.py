"""Comments of a .puz that state features, e.g. `c edgeasp partners 1-2`.

A program that ignores the comments reads a different puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import count
from typing import Any, NamedTuple

from edgeasp.puzzle.model import (
    DIFFERENT,
    MOST_PAIRS,
    MOST_THAT_DIFFER,
    RIM_PARTS,
    WRAPPING,
    Matching,
    Partners,
    Puzzle,
    Square,
    Tile,
    pairs_of_different_colours,
)
from edgeasp.system.errors import InputError, OptionError
from edgeasp.system.lines import HIGHEST, Size, parse_natural, parse_numbers, quoted

_TAG = "c edgeasp"


@dataclass
class FeatureComments:
    """Features stated in the comments of a text.

    Attributes:
        source: name of the text, for messages.
        fields: arguments for `Puzzle`, keyed by name.
        spare: number of spare tiles.
        partners: pairs of matching colours, as typed.
        only: allowed orientations, keyed by the index of the tile.
        outline: rows of the drawn board, keyed by line number.
        first: line of the first comment on each subject.
    """

    source: str
    fields: dict[str, Any] = field(default_factory=dict)
    spare: int = 0
    partners: list[str] = field(default_factory=list)
    only: dict[int, tuple[int, ...]] = field(default_factory=dict)
    outline: dict[int, str] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)

    def require_once(self, what: str, line: int) -> None:
        """Raise InputError if a subject has an earlier comment.

        Args:
            what: the subject, e.g. `the number of spare tiles`.
            line: line of the comment.
        """
        before = self.first.setdefault(what, line)
        if before != line:
            raise InputError(self.source, line, f"expected {what} once, found it again (first on line {before})")

    def read_holes(self, cols: int, rows: int) -> frozenset[Square]:
        """Return the holes of the drawn board.

        Raises:
            InputError: the drawing has another size.
        """
        size, holes = read_mask("\n".join(self.outline.values()), self.source, [*self.outline])
        if size != (cols, rows):
            words = f"expected an outline of {cols} x {rows}, found {size[0]} x {size[1]}"
            raise InputError(self.source, min(self.outline), words)
        return holes

    def build_puzzle(self, cols: int, rows: int, tiles: tuple[Tile, ...], holes: frozenset[Square]) -> Puzzle:
        """Build a puzzle from its tiles and the stated features.

        Raises:
            InputError: a comment contradicts the tiles.
            ValueError: the features exclude each other, see `Puzzle`.
        """
        if self.partners:
            self.fields["partners"] = read_partners(self.partners, self.source, self.first[_PARTNERS], tiles)
        puzzle = Puzzle(cols, rows, tiles, holes=holes, **self.fields)
        for tile, rots in self.only.items():
            line, number = self.first[_ORIENTATIONS.format(tile)], len(tiles)
            if tile >= number:
                raise InputError(self.source, line, f"expected tiles from 0 to {number - 1}, found tile {tile}")
            if not {*rots} <= {*puzzle.orientations}:
                among, words = (", ".join(map(str, numbers)) for numbers in (puzzle.orientations, rots))
                raise InputError(self.source, line, f"expected orientations among {among}, found {words}")
        if not self.only:
            return puzzle
        return replace(
            puzzle, tiles=tuple(replace(tile, only=self.only.get(index)) for index, tile in enumerate(tiles))
        )


class CommentType(NamedTuple):
    """Type of comment that states a feature.

    Attributes:
        name: words after `c edgeasp` that identify the type.
        read: function that stores the words after `name`, given their line number.
        write: function that maps a puzzle to the comments it needs, each as the words after `name`.
    """

    name: str
    read: Callable[[FeatureComments, Sequence[str], int], None]
    write: Callable[[Puzzle], Iterable[Iterable[object]]]


_PARTNERS = "partners"
_ORIENTATIONS = "the orientations of tile {}"


def _read_pairs(comments: FeatureComments, rest: Sequence[str], line: int) -> None:
    if not rest:
        raise InputError(comments.source, line, f"{_PAIRS}, found none")
    comments.partners += rest
    comments.first.setdefault(_PARTNERS, line)


def _write_pairs(puzzle: Puzzle) -> Iterator[Iterable[str]]:
    if puzzle.matching is Matching.DIFFERENT:
        yield [DIFFERENT]
    elif puzzle.partners:
        yield [f"{one}-{other}" for one, other in puzzle.partners]


def _flag_reader(field: str, value: bool) -> Callable[[FeatureComments, Sequence[str], int], None]:
    return lambda comments, rest, line: comments.fields.update({field: value})


def _read_orientations(comments: FeatureComments, rest: Sequence[str], line: int) -> None:
    try:
        tiles, rots = (rest[0], rest[2]) if len(rest) == 3 and rest[1] == "only" else ("", "")
        allowed = tuple(sorted(parse_numbers(rots, "orientations", 0, 7)))
        named = parse_numbers(tiles, "tiles", 0, HIGHEST)
    except OptionError:
        expected = "expected tiles and orientations, as in 3,5-9 only 0,2"
        raise InputError(comments.source, line, f"{expected}; found {quoted(' '.join(rest))}") from None
    for tile in named:
        comments.require_once(_ORIENTATIONS.format(tile), line)
    comments.only |= dict.fromkeys(named, allowed)


def _write_orientations(puzzle: Puzzle) -> Iterator[Iterable[str]]:
    by_rots: dict[tuple[int, ...], list[int]] = {}
    for index in puzzle.restricted:
        by_rots.setdefault(puzzle.allowed(index), []).append(index)
    for rots, among in by_rots.items():
        yield ",".join(map(str, among)), "only", ",".join(map(str, rots))


def _read_spare(comments: FeatureComments, rest: Sequence[str], line: int) -> None:
    comments.require_once("the number of spare tiles", line)
    comments.spare = parse_natural(" ".join(rest), comments.source, line, "a number of spare tiles")


def _read_open(comments: FeatureComments, rest: Sequence[str], line: int) -> None:
    if not rest or not set(rest) <= set(RIM_PARTS):
        expected = f"expected sides of the board ({', '.join(RIM_PARTS)}) that are open"
        raise InputError(comments.source, line, f"{expected}, found {quoted(' '.join(rest))}")
    _add_rim(comments, dict.fromkeys(rest, ()), line)


def _read_rim(comments: FeatureComments, rest: Sequence[str], line: int) -> None:
    _add_rim(comments, read_rim(rest, comments.source, line), line)


def _add_rim(comments: FeatureComments, rim: dict[str, tuple[int, ...]], line: int) -> None:
    for part in rim:
        comments.require_once(f"the rim of part {part}", line)
    comments.fields["rim"] = (*comments.fields.get("rim", ()), *rim.items())


def _read_outline(comments: FeatureComments, rest: Sequence[str], line: int) -> None:
    comments.outline[line] = " ".join(rest)


def _read_wraps(comments: FeatureComments, rest: Sequence[str], line: int) -> None:
    comments.fields["wraps"] = comments.fields.get("wraps", frozenset()).union(read_wraps(rest, comments.source, line))


COMMENT_TYPES = (
    CommentType(_PARTNERS, _read_pairs, _write_pairs),
    CommentType("no turning", _flag_reader("turning", False), lambda puzzle: [()] * (not puzzle.turning)),
    CommentType("turning over", _flag_reader("flipping", True), lambda puzzle: [()] * puzzle.flipping),
    CommentType("tiles", _read_orientations, _write_orientations),
    CommentType("spare", _read_spare, lambda puzzle: [[puzzle.spare]] * (puzzle.spare > 0)),
    CommentType("open", _read_open, lambda puzzle: filter(None, [[part for part, some in puzzle.rim if not some]])),
    CommentType("rim", _read_rim, lambda puzzle: ((part, *some) for part, some in puzzle.rim if some)),
    CommentType("outline", _read_outline, lambda puzzle: ([row] for row in puzzle.grid.outline if puzzle.grid.holes)),
    CommentType("wraps", _read_wraps, lambda puzzle: filter(None, [sorted(puzzle.wraps)])),
)
"""Types of comments, in the order in which files list them."""

# Similarity from which a mistyped comment is corrected: `wrap` means `wraps`, but `title` does not mean `tiles`.
_ALIKE = 0.82


def read_comments(text: str, source: str) -> FeatureComments:
    """Read the comments of a text that state features.

    Raises:
        InputError: a comment of edgeasp is unknown or invalid.
    """
    comments = FeatureComments(source)
    for line, content in enumerate(text.split("\n"), start=1):
        if "edgeasp" not in content.lower() or not _is_edgeasp_comment(words := content.split()):
            continue
        for mark in COMMENT_TYPES:
            size = len(mark.name.split()) + 2
            # A type named by several words has no arguments.
            if " ".join(words[:size]) == f"{_TAG} {mark.name}" and (size == 3 or len(words) == size):
                mark.read(comments, words[size:], line)
                break
        else:
            like = _suggest_comment(words[2:])
            expected = (
                quoted(like) if like else f"one of {', '.join(quoted(f'{_TAG} {mark.name}') for mark in COMMENT_TYPES)}"
            )
            raise InputError(source, line, f"expected {expected}, found {quoted(' '.join(words[1:]))}")
    return comments


def write_comments(puzzle: Puzzle) -> list[str]:
    """Format the comments that state a puzzle's features."""
    return [" ".join(map(str, (_TAG, mark.name, *words))) for mark in COMMENT_TYPES for words in mark.write(puzzle)]


def note_lost_features(puzzle: Puzzle) -> tuple[str, ...]:
    """Return notes on features that other programs ignore."""
    upright = not puzzle.turning
    lost = ["which colours match"] * bool(puzzle.partners) + ["that tiles may not be rotated"] * upright
    usual = f"other programs will not see {' and '.join(lost)}, which a .puz states in comments"
    beyond = f"other programs will not see {', '.join(puzzle.beyond)}, which a .puz states in comments"
    return (*((usual,) if puzzle.partners or upright else ()), *((beyond,) if puzzle.beyond else ()))


def _is_edgeasp_comment(words: Sequence[str]) -> bool:
    # The comment with the command that generated the puzzle begins in the same way.
    named = len(words) > 2 and words[0] == "c" and re.match("edgeasp(?:[-,.:;]|$)", words[1].lower())
    return bool(named) and words[2] != "generate"


def require_no_comment(text: str, source: str) -> None:
    """Refuse comments of edgeasp in a text.

    Only a `.puz` has such comments. In another format they would be ignored, so the text would mean a different puzzle.

    Raises:
        InputError: there is such a comment.
    """
    for line, content in enumerate(text.split("\n"), start=1):
        if "edgeasp" in content.lower() and _is_edgeasp_comment(words := content.split()):
            expected = "expected a line of columns and rows, as a .puz with such a comment has"
            raise InputError(source, line, f"{expected}, found {quoted(' '.join(words))}")


def _suggest_comment(words: Sequence[str]) -> str | None:
    names = {mark.name: f"{_TAG} {mark.name}" for mark in COMMENT_TYPES}
    for typed in (" ".join(words[:1]).lower(), " ".join(words[:2]).lower()):
        # Letters may be exchanged, as in `warps`.
        exchanged = [name for name in names if sorted(name) == sorted(typed)]
        for name in exchanged + get_close_matches(typed, names, 1, _ALIKE):
            return names[name]
    return None


def read_mask(text: str, source: str, lines: Sequence[int] = ()) -> tuple[Size, frozenset[Square]]:
    """Read size and holes of a drawn board.

    >>> from edgeasp.formats.marks import read_mask
    >>> read_mask("###/#.#/###", "it")
    ((3, 3), frozenset({Square(col=1, row=1)}))

    Args:
        text: the drawing: # for a square, . for a hole. Rows are on separate lines, or separated by /.
        source: name of the text, for messages.
        lines: line number of each row, for messages. Default: from 1.

    Raises:
        InputError: the drawing has other characters, rows of unequal length, fewer than 2 rows or columns, or no
            square.
    """
    rows = [row.strip() for row in text.replace("/", "\n").strip().split("\n")]
    for number, row in zip(lines if len(lines) == len(rows) else count(1), rows, strict=False):
        if not row or set(row) - {"#", "."}:
            expected = "expected # for a square and . for none, a line a row"
            raise InputError(source, number, f"{expected}, found {quoted(row)}")
        if len(row) != len(rows[0]):
            raise InputError(source, number, f"expected {len(rows[0])} squares in each row, found {len(row)}")
    if len(rows) < 2 or len(rows[0]) < 2 or "#" not in text:
        expected = "expected at least 2 columns and 2 rows, and a square, in the outline of a board"
        raise InputError(source, lines[0] if lines else None, expected)
    holes = (Square(col, at) for at, row in enumerate(rows) for col, square in enumerate(row) if square == ".")
    return (len(rows[0]), len(rows)), frozenset(holes)


def read_rim(words: Sequence[str], source: str, line: int | None) -> dict[str, tuple[int, ...]]:
    """Read a part of the boundary and its allowed colours."""
    if len(words) < 2 or words[0] not in RIM_PARTS:
        expected = f"expected a part of the rim ({', '.join(RIM_PARTS)}) and its colours"
        raise InputError(source, line, f"{expected}, found {quoted(' '.join(words))}")
    return {words[0]: tuple(parse_natural(word, source, line, "a colour of the rim", low=1) for word in words[1:])}


def read_wraps(words: Sequence[str], source: str, line: int | None) -> list[str]:
    """Read the axes along which a board wraps around."""
    if not words or not set(words) <= set(WRAPPING):
        expected = f"expected what wraps around ({', '.join(WRAPPING)})"
        raise InputError(source, line, f"{expected}, found {quoted(' '.join(words))}")
    return list(words)


_PAIRS = f"expected pairs such as 1-2 as partners, or {DIFFERENT}"


def read_partners(words: Sequence[str], source: str, line: int | None, tiles: Iterable[Tile]) -> Partners:
    """Read pairs of matching colours such as `1-2`.

    The word `different` means that any two different colours of the tiles match.
    """
    pairs: list[tuple[int, int]] = []
    if len(words) > MOST_PAIRS:
        raise InputError(
            source, line, f"expected at most {MOST_PAIRS:,} pairs of colours as partners, found {len(words):,}"
        )
    for word in words:
        one, dash, other = word.partition("-")
        if word == DIFFERENT:
            colours = {colour for tile in tiles for colour in tile.sides}
            if len(colours) > MOST_THAT_DIFFER:
                expected = f"expected at most {MOST_THAT_DIFFER:,} colours where any two differ"
                raise InputError(source, line, f"{expected}, found {len(colours):,}")
            pairs += pairs_of_different_colours(tiles)
        elif not dash:
            raise InputError(source, line, f"{_PAIRS}, found {quoted(word)}")
        else:
            pair = (
                parse_natural(one, source, line, "a colour", low=1),
                parse_natural(other, source, line, "a colour", low=1),
            )
            pairs.append(pair)
    return tuple(pairs)
