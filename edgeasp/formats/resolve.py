"""Boards in files, mapped to the tiles of a puzzle.

A file may show tiles in place of their numbers, or belong to a copy of the puzzle with other colours, numbers or
rotations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from edgeasp.formats.document import DEFAULT, ORDERS, BoardPicture, Document
from edgeasp.formats.known import eternity2, known_copy, title_of
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.identity import Translation, find_translation
from edgeasp.puzzle.model import Placement, Puzzle, Sides, Solution, Square, Tile, place_name
from edgeasp.system.errors import InputError

# ---- boards that show tiles instead of naming them ----


@dataclass(frozen=True, slots=True)
class _Interpretation:
    """Possible interpretation of the colours of a picture.

    Attributes:
        order: key of `ORDERS`, which assigns a motif to each letter.
        tiles: puzzle in whose colours the picture is interpreted.
        onward: translation from `tiles` to the requested puzzle, None if they are the same.
        note: note for the user if this interpretation is used.
    """

    order: str
    tiles: Puzzle
    onward: Translation | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class _TileFit:
    """Tiles of a puzzle assigned to the squares of a picture.

    Attributes:
        placed: placements, keyed by number of the square.
        foreign: squares whose colours no remaining tile has, each with these colours.
    """

    placed: dict[int, Placement]
    foreign: tuple[tuple[Square, Sides], ...]


def resolve_board(
    content: Solution | BoardPicture | Document, puzzle: Puzzle, source: str, *, repeats: bool = False
) -> Document:
    """Convert a board file's content to placements of a puzzle.

    Args:
        content: placements, a picture of a board, or another puzzle with a board.
        puzzle: the puzzle.
        source: name of the text, for messages.
        repeats: whether to accept a picture that repeats tiles.

    Raises:
        InputError: the content has another size, or belongs to another puzzle.
    """
    if isinstance(content, Document):
        return translate_document(content, puzzle, source)
    if isinstance(content, Solution):
        return translate_published(content, puzzle) or Document(puzzle, content)
    return _resolve_picture(content, puzzle, source, repeats)


def _resolve_picture(picture: BoardPicture, puzzle: Puzzle, source: str, repeats: bool) -> Document:
    """Find the tiles that a picture shows.

    For Eternity II, letters have the meaning that the website gives them. For any other puzzle, they are the numbers of
    its colours. If tiles do not fit, the picture may still show a complete board of an isomorphic puzzle. A square gets
    the tile with its number if the colours are right, or else the first tile that fits.
    """
    if (picture.cols, picture.rows) != (puzzle.cols, puzzle.rows):
        shown = f"{picture.cols} x {picture.rows}"
        raise InputError(source, None, f"expected a {puzzle.cols} x {puzzle.rows} board, found {shown}")
    fits: list[tuple[_Interpretation, _TileFit]] = []
    for reading in _interpretations(picture, puzzle):
        fit = _fit_tiles(picture, reading.tiles, reading.order, repeats=False)
        if not fit.foreign:
            return _build_document(picture, reading, fit)
        fits.append((reading, fit))
    renamed = _resolve_isomorphic(picture, puzzle)
    if renamed is not None:
        return renamed
    if repeats:
        for reading, _ in fits:
            fit = _fit_tiles(picture, reading.tiles, reading.order, repeats=True)
            if not fit.foreign:
                return _build_document(picture, reading, fit)
    if known_copy(puzzle) is None and recognise_picture(picture) is not None:
        title = eternity2().title
        raise InputError(source, None, f"this board is from {title}: use e2 as PUZZLE")
    reading, best = min(fits, key=lambda item: len(item[1].foreign))
    square, sides = best.foreign[0]
    where = f"on {place_name(square)}"
    shows = " ".join(map(str, sides))
    more = f", nor {len(best.foreign) - 1} others" if len(best.foreign) > 1 else ""
    raise InputError(
        source, None, f"expected tiles of the puzzle, found no remaining tile that shows {shows}, {where}{more}"
    )


def recognise_picture(picture: BoardPicture) -> Document | None:
    """Interpret a picture as a board of a known puzzle.

    Returns:
        The puzzle and the board, None if the tiles are not known. Tiles may be repeated, which the checker reports.
    """
    kept = eternity2()
    if (picture.cols, picture.rows) != (kept.puzzle.cols, kept.puzzle.rows) or not any(picture.squares):
        return None
    for repeats in (False, True):
        for order in picture.orders:
            fit = _fit_tiles(picture, kept.puzzle, order, repeats=repeats)
            if not fit.foreign:
                note = _letter_note(picture, order) or f"its tiles are the tiles of {kept.title}, numbered as published"
                return _build_document(picture, _Interpretation(order, kept.puzzle, note=note), fit)
        if not repeats and (renamed := _resolve_isomorphic(picture, kept.puzzle)) is not None:
            return renamed
    return None


def note_nearly_known(picture: BoardPicture) -> str | None:
    """Note that most tiles belong to a known puzzle.

    The note names the squares of all other tiles. Returns None if there is no such puzzle.
    """
    kept = eternity2()
    if (picture.cols, picture.rows) != (kept.puzzle.cols, kept.puzzle.rows):
        return None
    fits = [_fit_tiles(picture, kept.puzzle, order, repeats=True) for order in ORDERS]
    foreign = min((fit.foreign for fit in fits), key=len)
    shown = sum(sides is not None for sides in picture.squares)
    if 2 * len(foreign) > shown:
        return None
    places = [place_name(square) for square, _ in foreign]
    more = f" and {len(places) - 8} more" if len(places) > 8 else ""
    return f"all but {len(foreign)} of {shown} tiles are tiles of {kept.title}; not {', '.join(places[:8])}{more}"


def translate_document(document: Document, puzzle: Puzzle, source: str) -> Document:
    """Translate the placements of an isomorphic puzzle.

    Raises:
        InputError: the puzzles are not isomorphic.
    """
    onward = find_translation(document.puzzle, puzzle)
    if onward is None:
        here, there = (f" ({name})" if (name := title_of(one)) else "" for one in (puzzle, document.puzzle))
        raise InputError(source, None, f"expected a board of the puzzle{here}, found one of another{there}")
    note = f"its tiles are the tiles of the puzzle under other names ({', '.join(onward.differences)}): translated"
    notes = (*document.notes, *([note] if onward.differences else []))
    placements, hints = onward.translate(document.placements), onward.translate(document.hints)
    return Document(puzzle, placements, notes, hints, format=document.format)


def translate_published(solution: Solution, puzzle: Puzzle) -> Document | None:
    """Translate placements if they use published tile numbers.

    The numbers alone do not show whether they are the puzzle's own or the published ones. They are taken as published
    if the board then breaks fewer conditions, or keeps more official clues.

    Returns:
        The translated board, None if the numbers are the puzzle's own.
    """
    copy = known_copy(puzzle)
    if copy is None or not copy.to_file.differences or not solution:
        return None
    translated = copy.to_file.translate(solution)
    official = copy.to_file.translate(copy.known.clues["official"])

    def fault_rank(board: Solution) -> tuple[int, int]:
        """Rank a board: violations, then lost official clues."""
        return len(check(puzzle, board).violations), -len({*map(puzzle.canonical, board)} & {*official})

    if fault_rank(translated) >= fault_rank(solution):
        return None
    note = f"its numbers and turns are the published ones of {copy.known.title}, and the puzzle has others: translated"
    return Document(puzzle, translated, (note,))


def _interpretations(picture: BoardPicture, puzzle: Puzzle) -> Iterator[_Interpretation]:
    """Yield meanings of a picture's colours, likeliest first."""
    copy = known_copy(puzzle)
    if copy is not None:
        kept = copy.known
        onward = copy.to_file if copy.to_file.differences else None
        for order in picture.orders:
            note = _letter_note(picture, order)
            if onward:
                note += ", and " if note else ""
                note += f"the puzzle is {kept.title} under other names ({copy.difference_text}): translated"
            yield _Interpretation(order, kept.puzzle, onward, note)
    yield _Interpretation(picture.order, puzzle)
    if copy is None and picture.order != DEFAULT:
        yield _Interpretation(DEFAULT, puzzle)


def _letter_note(picture: BoardPicture, order: str) -> str:
    return "" if order == picture.order else f"the letters follow motifs_order {order}"


def _resolve_isomorphic(picture: BoardPicture, puzzle: Puzzle) -> Document | None:
    # A symmetry may swap colours. Then several equivalent boards exist, and one is chosen.
    if None in picture.squares:
        return None
    places = list(picture.shown_tiles())
    shown = Puzzle(picture.cols, picture.rows, tuple(Tile(sides) for _, _, sides in places), turning=puzzle.turning)
    unsigned = replace(puzzle, tiles=tuple(replace(tile, sign=None) for tile in puzzle.tiles))
    onward = find_translation(shown, unsigned)
    if onward is None:
        return None
    fit = _TileFit({index: Placement(index, square, 0) for index, square, _ in places}, ())
    note = f"the board shows the tiles of the puzzle under other names ({', '.join(onward.differences)}): translated"
    return _build_document(picture, _Interpretation(picture.order, shown, onward._replace(target=puzzle), note), fit)


def _fit_tiles(picture: BoardPicture, puzzle: Puzzle, order: str, *, repeats: bool) -> _TileFit:
    """Find a tile for each square of a picture.

    Args:
        picture: the picture.
        puzzle: the puzzle.
        order: key in `ORDERS` of the order that assigns a motif to each letter.
        repeats: whether tiles can be used repeatedly.
    """
    numbers = picture.pieces or (0,) * len(picture.squares)
    places = list(picture.shown_tiles(order))
    rot_of = [{shown: rots[0] for shown, rots in looks.items()} for looks in puzzle.looks]
    placed: dict[int, Placement] = {}
    left = dict(enumerate(rot_of))
    for index, square, sides in places:
        number = numbers[index] - 1
        if number in left and sides in left[number]:
            placed[index] = Placement(number, square, left.pop(number)[sides])
    able: dict[Sides, list[int]] = {}
    for tile, rots in (dict(enumerate(rot_of)) if repeats else left).items():
        for sides in rots:
            able.setdefault(sides, []).append(tile)
    others = {index: able.get(sides, []) for index, _, sides in places if index not in placed}
    tile_of = _match_tiles(others, {*left})
    # Tiles with equal sides may differ in sign. Those whose signs alternate are preferred, if as many squares get a
    # tile.
    squares = {index: square for index, square, _ in places}
    for plus_on_even in (True, False) if puzzle.signed else ():
        kept = {
            index: [tile for tile in tiles if _sign_fits(puzzle, tile, squares[index], plus_on_even)]
            for index, tiles in others.items()
        }
        numbered = (_sign_fits(puzzle, laid.tile, laid.square, plus_on_even) for laid in placed.values())
        if all(numbered) and len(signed := _match_tiles(kept, {*left})) == len(tile_of):
            tile_of = signed
            break
    foreign: list[tuple[Square, Sides]] = []
    for index, square, sides in places:
        if index in placed:
            continue
        chosen = tile_of.get(index)
        if chosen is None and repeats and others[index]:
            chosen = others[index][0]
        if chosen is None:
            foreign.append((square, sides))
        else:
            placed[index] = Placement(chosen, square, rot_of[chosen][sides])
    return _TileFit(placed, tuple(foreign))


def _sign_fits(puzzle: Puzzle, tile: int, square: Square, plus_on_even: bool) -> bool:
    sign = puzzle.tiles[tile].sign
    return sign is None or sign.lies_on(square, plus_on_even=plus_on_even)


def _match_tiles(able: dict[int, list[int]], left: set[int]) -> dict[int, int]:
    """Assign different tiles to as many squares as possible.

    The result is a maximum bipartite matching by augmenting paths: a square without a free tile takes a tile from
    another square that can have a different one.

    Args:
        able: tiles that fit each square.
        left: tiles that are not used yet.

    Returns:
        A map from squares to their tiles, without the squares that got no tile.
    """
    tile_of: dict[int, int] = {}
    square_of: dict[int, int] = {}
    for square in able:
        tile, came_from = _find_free_tile(square, able, left, square_of)
        # Augmenting path: each square takes the next tile and passes on its own.
        while tile is not None:
            taker = square_of[tile] = came_from[tile]
            passed_on = tile_of.get(taker)
            tile_of[taker], tile = tile, passed_on
    return tile_of


def _find_free_tile(
    square: int, able: dict[int, list[int]], left: set[int], square_of: dict[int, int]
) -> tuple[int | None, dict[int, int]]:
    """Find an augmenting path to a free tile.

    Breadth-first search, so the path is as short as possible.

    Returns:
        The free tile, None without a path, and the square from which each tile was reached.
    """
    came_from: dict[int, int] = {}
    waiting = [square]
    for current in waiting:
        for tile in able[current]:
            if tile in came_from or tile not in left:
                continue
            came_from[tile] = current
            if tile not in square_of:
                return tile, came_from
            waiting.append(square_of[tile])
    return None, came_from


def _build_document(picture: BoardPicture, reading: _Interpretation, fit: _TileFit) -> Document:
    def placements(indices: Iterator[int]) -> Solution:
        solution = Solution(tuple(fit.placed[index] for index in indices))
        return reading.onward.translate(solution) if reading.onward else solution

    notes = (*picture.notes, *([reading.note] if reading.note else []))
    puzzle = reading.onward.target if reading.onward else reading.tiles
    return Document(puzzle, placements(iter(sorted(fit.placed))), notes, placements(iter(picture.pinned)))
