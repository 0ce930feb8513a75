"""Boards of viewers: links of the community's pages, and BoardDoc.

A link has `board_w` and `board_h`, or `puzzle_size`. `board_edges` follows, row by row, each square clockwise from the
top, with colours as letters: `a` for 0 to `z` for 25. Optional parameters:

- `board_pieces`: number of the piece on each square, from 1. 000 is an empty square, whose letters are `aaaa`.
- `hints`: `<square>.<clockwise quarter turns>` for each square with a clue, joined by `-`. Squares are numbered row by
    row from 0.
- `motifs_order`: which motif of Eternity II each letter means.

The parameters of e2.bucas.name follow a `#`, the parameters of eternity2.dev a `?`. A link may be anywhere in a text,
be folded as in mails, or be cut off. The letters alone are accepted as well.

The JSON of eternity2.dev is `{"name", "width", "height", "numColors", "pieces": [[up, right, down, left], ...],
"hints": [{"pos", "piece", "rot"}, ...]}`. Squares are counted row by row, pieces as listed, rotations are clockwise
quarter turns, and all count from 0. Other JSON of this kind may have a single `size` for a square board, or `cols`,
`rows`, `tiles`, and the rotated tiles on the board in `placed`: `{"row", "col", "tile": [up, right, down, left]}`.

BoardDoc is `{"name", "size", "score", "breaks", "board": [4 * piece + clockwise turns, ...], "board_hash",
"board_edges", "board_pieces", "url"}`. Pieces count from 0, squares row by row, -1 is an empty square. A BoardDoc has
no list of pieces: the letters of `board_edges` show them, as in a link. The hash is 64-bit FNV-1a over three bytes per
square: the number of the piece, low byte first, and its turns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import isqrt
from urllib.parse import unquote

from edgeasp.formats import document, known
from edgeasp.formats.document import (
    DEFAULT,
    ORDERS,
    BoardBuilder,
    BoardPicture,
    Document,
    Feature,
    PuzzleFormat,
    frame_note,
    piece_list,
    reverse_turns,
)
from edgeasp.formats.resolve import note_nearly_known, recognise_picture
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sides, Solution, Square, Tile, as_sides, rotate_sides
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import HIGHEST, Size, parse_natural, quoted

# ---- links ----

HOSTS = {"bucas": "e2.bucas.name", "dev": "eternity2.dev"}
"""Websites with viewers, keyed by the names used in this module."""
EMPTY: Sides = (0, 0, 0, 0)
"""Sides of an empty square."""

# Most squares of a board whose letters may be cut off. If more squares lack letters, the size is assumed to be a
# mistake.
_LARGEST = 64 * 64
_KEY = "board_edges="
_TOKEN = re.compile(r"""[^\s"'<>()\[\]{}|`\\]+""")
# Sign of a link whose letters may be on the following lines.
_BEGIN = re.compile(r"://|#|\?|&|board_w=|puzzle")
_CONTINUATION = re.compile(r"[\w=&%+.-]+", re.ASCII)
_BARE = re.compile(r"[a-z]+", re.ASCII)
# Letters of the smallest board.
_FEWEST = 16
# Most lines that a folded link takes before its letters, and most lines in all.
_HEAD, _LINES = 8, 500
# Four equal characters other than letters: an empty square.
_NO_TILE = re.compile(r"([^a-z])\1{3}", re.ASCII)
_HINT = re.compile(r"([0-9]+)(?:\.([0-9]+))?", re.ASCII)


class OtherSiteError(InputError):
    """Error for a link to the wrong website."""


def is_link(text: str) -> bool:
    """Whether a text has a link, or the letters of a board.

    JSON that contains a link does not count.
    """
    if _find_links(text):
        return '"board_edges"' not in text and '"pieces"' not in text
    return _letters_without_link(text) is not None


def titled_links(text: str) -> list[tuple[str, str]]:
    """List title and address of each link in a text.

    The text must be a list with one link per line. The title is the first field of a line with tabs, the name in the
    link, or e.g. `link 3` for the third. The first line may be a heading, and comments begin with `#`.

    Returns:
        The links, none if the text is not such a list.
    """
    lines = [line for line in text.splitlines() if line.strip() and (_KEY in line or not line.startswith("#"))]
    lines = lines if lines and _KEY in lines[0] else lines[1:]
    if not all(_KEY in line and '"board_edges"' not in line for line in lines):
        return []
    links = []
    for number, line in enumerate(lines, start=1):
        *_, link = _find_links(line)
        field, tab, _ = line.partition("\t")
        named = dict(part.partition("=")[::2] for part in re.split(r"[&#?]", link)).get("puzzle", "")
        title = field.strip() if tab and _KEY not in field else unquote(named)
        links.append((title or f"link {number}", link))
    return links


def parse_link(text: str, source: str, site: str | None = None, size: tuple[int, int] | None = None) -> BoardPicture:
    """Read the board of a link.

    Args:
        text: text with a link. If there are several, the last one is read.
        source: name of the text, for messages.
        site: required website, None for any.
        size: columns and rows, if the link lacks them.

    Raises:
        InputError: there is no link to this website, or a parameter is invalid.
    """
    line, link, notes = _find_link(text, source)
    values = _parse_parameters(link, source, line, site)
    cols, rows = _board_size(values, source, size)
    letters = values["board_edges"]
    wanted = cols * rows
    # A link that was cut off lacks its end. But if letters and digits agree, the size is wrong instead.
    agree = 3 * len(letters) == 4 * len(values.get("board_pieces", ""))
    if len(letters) > 4 * wanted or (len(letters) < 4 * wanted and (wanted > _LARGEST or agree)):
        expected = f"{4 * wanted} letters in board_edges for {cols} x {rows}"
        raise InputError(source, None, f"expected {expected}, found {len(letters)}")
    if len(letters) < 4 * wanted:
        missing = wanted - len(letters) // 4
        words = f"the last {missing} squares are" if missing > 1 else "the last square is"
        notes.append(f"board_edges ends after {len(letters)} of {4 * wanted} letters: {words} missing")
    pieces = _parse_pieces(values.get("board_pieces"), wanted, source, notes)
    order = values.get("motifs_order", "").lower() or DEFAULT
    if order not in ORDERS:
        known = ", ".join(ORDERS)
        notes.append(f"motifs_order {quoted(order)} is not known ({known} are): read as {DEFAULT}")
        order = DEFAULT
    squares = tuple(_parse_sides(letters[4 * index : 4 * index + 4], source) for index in range(wanted))
    # Only a number distinguishes a tile with four zeros from an empty square.
    shown = tuple(
        None if sides == EMPTY and not (pieces and pieces[index]) else sides for index, sides in enumerate(squares)
    )
    pinned = _parse_pinned(values.get("hints", ""), shown, source, notes)
    return BoardPicture(cols, rows, shown, pieces, order, pinned, tuple(notes))


def _find_link(text: str, source: str) -> tuple[int | None, str, list[str]]:
    if not text.strip():
        raise InputError(source, None, "expected a link to a viewer, found nothing")
    links = _find_links(text)
    if links:
        link, number = list(links.items())[-1]
        notes = [f"holds {len(links)} different links: the last is read"] if len(links) > 1 else []
        return number, link, notes
    letters = _letters_without_link(text)
    if letters is not None:
        return None, _KEY + letters, []
    lines = enumerate(text.split("\n"), start=1)
    number, line = next((number, line) for number, line in lines if line.strip())
    raise InputError(
        source, number, f"expected a link with board_edges, found {quoted(line.strip())}{_advice_on_link(line)}"
    )


_ADDRESS = re.compile(r"\s*(?:https?|ftp)://[^#]*(#.*=)?", re.IGNORECASE)


def _advice_on_link(text: str) -> str:
    # A shell cuts a link at the first & unless it is in quotes.
    if (match := _ADDRESS.match(text)) is None:
        return ""
    if match[1]:
        return ": the link has no board in it: copy the whole address, and put it in quotes"
    return ": open it, wait for the board, and copy the address again"


def _find_links(text: str) -> dict[str, int]:
    links: dict[str, int] = {}
    if "=" not in text:
        return links
    if "=3D" in text:
        # Quoted-printable, as in mails.
        text = re.sub(r"=\r?\n", "", text).replace("=3D", "=")
    # HTML and JSON escape the & between parameters.
    lines = text.replace("&amp;", "&").replace("\\u0026", "&").split("\n")
    folded = 0
    for index, line in enumerate(lines):
        if index < folded:
            continue
        tokens = [match[0] for match in _TOKEN.finditer(line)]
        for token in tokens:
            last = token is tokens[-1]
            if _KEY in token or (last and _BEGIN.search(token)):
                link, further = _unfold(token, lines[index + 1 : index + 1 + _LINES] if last else [])
                if _KEY in link:
                    links[link] = index + 1
                    folded = index + 1 + further
    return links


def _letters_without_link(text: str) -> str | None:
    lines = [stripped for line in text.split("\n") if (stripped := line.strip())]
    whole = "".join(lines)
    # Four letters a line are tiles, with colours as letters.
    tiles = len(lines) > 1 and all(len(line) == 4 for line in lines)
    if len(whole) >= _FEWEST and not tiles and _BARE.fullmatch(whole):
        return whole
    long = [line for line in lines if len(line) >= 4 * _FEWEST and not len(line) % 4 and _BARE.fullmatch(line)]
    return long[-1] if long else None


def _unfold(link: str, following: list[str]) -> tuple[str, int]:
    # The sentence around the link may continue with punctuation or markup.
    unfolded = link = link.rstrip(".,;:!?*~")
    number = 0
    for line in following:
        # Mails quote lines with >.
        part = line.strip().lstrip("> ")
        inside_a_name = part.startswith("&") or "=" not in unfolded.rpartition("&")[2]
        wanting = (
            number < _HEAD if _KEY not in unfolded else inside_a_name or min(_excess_lengths(unfolded), default=0) < 0
        )
        wanting = wanting and not (_KEY in unfolded and _KEY in part)
        if not wanting or not _CONTINUATION.fullmatch(part):
            break
        unfolded += part
        number += 1
    return (link, 0) if number and max(_excess_lengths(unfolded), default=0) > 0 else (unfolded, number)


def _excess_lengths(link: str) -> Iterator[int]:
    values = dict(part.partition("=")[::2] for part in re.split(r"[&#]|^[^&=#]*\?", link))
    sizes = [values.get(key) or values.get("puzzle_size", "") for key in ("board_w", "board_h")]
    if all(re.fullmatch("[0-9]{1,3}", size, re.ASCII) for size in sizes):
        squares = int(sizes[0]) * int(sizes[1])
        yield len(values.get("board_edges", "")) - 4 * squares
        if "board_pieces" in values:
            yield len(values["board_pieces"]) - 3 * squares


def _parse_parameters(link: str, source: str, line: int | None, site: str | None) -> dict[str, str]:
    match = re.match(r"([^?#&=]*)[?#]", link)
    address, parameters = (match[1], link[match.end() :]) if match else ("", link)
    host = address.lower().rpartition("//")[2].partition("/")[0].removeprefix("www.")
    # Parameters without an address are read like a link to e2.bucas.name.
    host = host if "." in host else HOSTS["bucas"]
    if site is not None and host != HOSTS[site]:
        raise OtherSiteError(source, line, f"expected a link to {HOSTS[site]}, found one to {quoted(host)}")
    values: dict[str, str] = {}
    for part in re.split(r"[&#]", parameters):
        key, _, value = part.partition("=")
        if key and key in values:
            raise InputError(source, line, f"expected each parameter once, found {quoted(key)} again")
        values[key] = unquote(value)
    if "board_edges" not in values:
        raise InputError(source, line, f"expected a link with board_edges, found {quoted(link)}{_advice_on_link(link)}")
    return values


def _board_size(values: dict[str, str], source: str, size: tuple[int, int] | None) -> tuple[int, int]:
    # eternity2.dev has one number for both, and bare letters have none.
    both = values.get("puzzle_size")
    sizes: dict[str, int] = {}
    for key in ("board_w", "board_h"):
        word = values.get(key, both)
        if word is None:
            continue
        sizes[key] = parse_natural(word, source, None, key if key in values else "puzzle_size")
        if sizes[key] < 2:
            raise InputError(source, None, f"expected at least 2 for {key}, found {sizes[key]}")
        if both not in (None, word):
            raise InputError(source, None, f"expected {key} and puzzle_size to agree, found {quoted(word)}")
    if len(sizes) == 2:
        return sizes["board_w"], sizes["board_h"]
    if size is not None:
        return size
    squares = len(values["board_edges"]) // 4
    if sizes:
        [known] = sizes.values()
        other = squares // known if not squares % known and squares >= 2 * known else known
        return (known, other) if "board_w" in sizes else (other, known)
    root = isqrt(squares)
    if root < 2 or root * root != squares:
        instead = f"found neither, and letters for {squares} squares"
        raise InputError(source, None, f"expected board_w and board_h, {instead}: say --size COLSxROWS")
    return root, root


def _parse_sides(letters: str, source: str) -> Sides:
    # Missing letters mean an empty square.
    if len(letters) < 4 or _NO_TILE.fullmatch(letters):
        return EMPTY
    if strange := re.search(r"[^a-z]", letters):
        raise InputError(source, None, f"expected the letters a to z in board_edges, found {quoted(strange[0])}")
    return as_sides(ord(letter) - ord("a") for letter in letters)


def _parse_pieces(digits: str | None, squares: int, source: str, notes: list[str]) -> tuple[int, ...] | None:
    if digits is None:
        return None
    if len(digits) > 3 * squares:
        raise InputError(source, None, f"expected {3 * squares} digits in board_pieces, found {len(digits)}")
    if strange := re.search(r"[^0-9]", digits):
        raise InputError(source, None, f"expected digits in board_pieces, found {quoted(strange[0])}")
    if len(digits) < 3 * squares:
        notes.append(f"board_pieces ends after {len(digits)} of {3 * squares} digits")
        digits = digits[: len(digits) // 3 * 3].ljust(3 * squares, "0")
    return tuple(int(digits[3 * index : 3 * index + 3]) for index in range(squares))


def _parse_pinned(text: str, squares: tuple[Sides | None, ...], source: str, notes: list[str]) -> tuple[int, ...]:
    indices = []
    for entry in text.split("-") if text else ():
        match = _HINT.fullmatch(entry)
        if not match:
            raise InputError(source, None, f"expected hints '<square>.<turns>' joined by '-', found {quoted(entry)}")
        indices.append(parse_natural(match[1], source, None, "the square of a hint", high=len(squares) - 1))
        parse_natural(match[2] or "0", source, None, "the turns of a hint", high=3)
    empty = [str(index) for index in indices if squares[index] is None]
    if empty:
        notes.append(f"hints for empty squares are ignored: {', '.join(empty)}")
    return tuple(dict.fromkeys(index for index in indices if squares[index] is not None))


# ---- puzzles and boards in links ----

COLOURS = 25
MOST_PIECES = 999

SITES = {"bucas": "https://e2.bucas.name/#", "dev": "https://eternity2.dev/viewer?"}
"""Beginning of a link to each website."""


def read_link(text: str, source: str, site: str | None = None, size: Size | None = None) -> Document:
    """Read the board of a link, and its puzzle."""
    return picture_document(parse_link(text, source, site, size))


def picture_document(picture: BoardPicture) -> Document:
    """Convert a picture to a puzzle with a board.

    If the tiles belong to a known puzzle, returns the known puzzle. Otherwise builds a puzzle from the tiles, with
    their numbers and rotations in the picture. If the picture has none, tiles are numbered row by row and not rotated.
    Each empty square adds a placeholder tile.
    """
    if (published := recognise_picture(picture)) is not None:
        return published
    places = list(picture.shown_tiles())
    squares = len(picture.squares)
    pieces = [picture.pieces[index] for index, _, _ in places] if picture.pieces else []
    numbered = len(set(pieces)) == len(places) and all(1 <= number <= squares for number in pieces)
    numbers = pieces if numbered else range(1, len(places) + 1)
    nearly = note_nearly_known(picture)
    notes = picture.notes + ((nearly,) if nearly else ())
    if picture.pieces and not numbered:
        notes += (f"board_pieces does not number the tiles from 1 to {squares}: numbered row by row",)
    # The placeholder for unknown tiles has a colour that no tile has.
    new = max((colour for _, _, sides in places for colour in sides), default=0) + 1
    tiles = [Tile((new, new, new, new))] * squares
    placements = []
    for number, (index, square, sides) in zip(numbers, places, strict=True):
        turns = picture.turns[index] if picture.turns else 0
        tiles[number - 1] = Tile(rotate_sides(sides, turns))
        placements.append(Placement(number - 1, square, reverse_turns(turns)))
    pinned = [picture.square_at(index) for index in picture.pinned]
    hints = Solution(tuple(placement for placement in placements if placement.square in pinned))
    puzzle = Puzzle(picture.cols, picture.rows, tuple(tiles))
    return Document(puzzle, Solution(tuple(placements)), notes, hints, unknown=squares - len(places))


def write_link(document: Document, site: str = "bucas") -> str:
    """Format a link to a board.

    Without a board, the tiles are shown in file order.
    """
    puzzle = document.puzzle
    listed = (Placement(tile, square, 0) for tile, square in enumerate(puzzle.grid.squares))
    board = document.placements if len(document.placements) else Solution(tuple(listed))
    return write_board_link(board, puzzle, site, document.hints)


def write_board_link(solution: Solution, puzzle: Puzzle, site: str = "bucas", hints: Solution = Solution()) -> str:
    """Format a link to a board with its clues.

    A known puzzle is written with its published colours and numbers, which the viewer expects.

    Args:
        solution: placements on the board.
        puzzle: the puzzle.
        site: website of the link.
        hints: clues.

    Raises:
        FormatError: the viewer cannot show the board.
    """
    solution, hints, puzzle = as_published(solution, hints, puzzle)
    reason = _refusal(puzzle, site)
    if reason is not None:
        raise FormatError(reason)
    return _format_url(solution, puzzle, site, hints) + "\n"


def as_published(solution: Solution, hints: Solution, puzzle: Puzzle) -> tuple[Solution, Solution, Puzzle]:
    """Translate board, clues and puzzle to a known puzzle.

    They are returned unchanged if the tiles are not known.
    """
    copy = known.known_copy(puzzle)
    if copy is None:
        return solution, hints, puzzle
    return copy.to_published.translate(solution), copy.to_published.translate(hints), copy.known.puzzle


def board_link(puzzle: Puzzle, solution: Solution, site: str = "bucas") -> str | None:
    """Return a link to a board, or None.

    Links cannot represent every board. Colours are renumbered if necessary.
    """
    if any(placement.rot > 3 for placement in solution):
        return None
    solution, _, puzzle = as_published(solution, Solution(), puzzle)
    # Numbers with gaps may exceed the letters although there are few colours.
    compact = _renumber_colours(puzzle) if _highest(puzzle) > COLOURS else puzzle
    return None if _refusal(compact, site) else _format_url(solution, compact, site)


def _edges_and_pieces(solution: Solution, puzzle: Puzzle) -> tuple[str, str]:
    on = solution.by_square()
    squares = [puzzle.sides(on[square]) if square in on else EMPTY for square in puzzle.grid.squares]
    edges = "".join(chr(ord("a") + colour) for sides in squares for colour in sides)
    return edges, "".join(f"{on[square].tile + 1:03}" if square in on else "000" for square in puzzle.grid.squares)


def _format_url(solution: Solution, puzzle: Puzzle, site: str, hints: Solution = Solution()) -> str:
    edges, pieces = _edges_and_pieces(solution, puzzle)
    url = f"{SITES[site]}puzzle=edgeasp&board_w={puzzle.cols}&board_h={puzzle.rows}&board_edges={edges}"
    url += f"&board_pieces={pieces}" if len(puzzle.tiles) <= MOST_PIECES else ""
    # Sorted by square, so that a board has one link, in whichever order its clues are.
    pinned = sorted((hint.square.row * puzzle.cols + hint.square.col, hint.rot) for hint in hints)
    return url + ("&hints=" if pinned else "") + "-".join(f"{index}.{reverse_turns(rot)}" for index, rot in pinned)


def _refusal(puzzle: Puzzle, site: str) -> str | None:
    if _highest(puzzle) > COLOURS:
        return (
            f"a link holds the frame and colours up to {COLOURS}, and this puzzle has colour {_highest(puzzle)}: "
            "share a .puz and a .sol, or a picture"
        )
    if puzzle.partners:
        return "in a link, each colour matches only itself: share a .puz and a .sol, or a picture"
    for words in BUCAS_BOARD.missing_features(puzzle):
        return f"{words}: share a .puz and a .sol, or a picture"
    if site == "dev" and puzzle.cols != puzzle.rows:
        return f"{HOSTS[site]} shows square boards only: link to {HOSTS['bucas']}"
    return None


def _highest(puzzle: Puzzle) -> int:
    return max(max(tile.sides) for tile in puzzle.tiles)


def _renumber_colours(puzzle: Puzzle) -> Puzzle:
    numbers = {colour: number for number, colour in enumerate(sorted({FRAME, *puzzle.side_colours}))}
    tiles = (replace(tile, sides=as_sides(numbers[colour] for colour in tile.sides)) for tile in puzzle.tiles)
    return replace(puzzle, tiles=tuple(tiles))


def _board_reader(site: str) -> Callable[[str, Puzzle, str], BoardPicture]:
    return lambda text, puzzle, source: parse_link(text, source, site, (puzzle.cols, puzzle.rows))


BUCAS = PuzzleFormat(
    name="bucas",
    title="link to e2.bucas.name; 25 colours at most",
    suffixes=(".url",),
    read=partial(read_link, site="bucas"),
    write=partial(write_link, site="bucas"),
    holds=frozenset({Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.RECTANGLES}),
    colours=COLOURS,
    is_board=True,
    claims=is_link,
    sized=True,
)

ETERNITY2DEV_URL = replace(
    BUCAS,
    name="e2dev-url",
    title="link to eternity2.dev; square, 25 colours at most",
    read=partial(read_link, site="dev"),
    write=partial(write_link, site="dev"),
    holds=BUCAS.holds - {Feature.RECTANGLES},
)

BUCAS_BOARD = BUCAS.as_board_format(_board_reader("bucas"), partial(write_board_link, site="bucas"))
ETERNITY2DEV_BOARD = ETERNITY2DEV_URL.as_board_format(_board_reader("dev"), partial(write_board_link, site="dev"))


def read_json(text: str, source: str) -> Document:
    """Read a puzzle with its hints.

    Unknown members are ignored.
    """
    value = document.parse_json(text, source)
    sides = ("width", "height") if "tiles" not in value.keys else ("cols", "rows")
    if "size" in value.keys and not value.keys & {*sides}:
        sides = ("size", "size")
    cols, rows = (value.member(side).number(2) for side in sides)
    if "numColors" in value.keys:
        value.member("numColors").number()
    puzzle = Puzzle(cols, rows, value.member("tiles" if "tiles" in value.keys else "pieces").tiles(cols, rows))
    if "hints" in value.keys:
        hints = _read_hints(value.member("hints"), puzzle)
    else:
        hints = _read_placed(value.member("placed"), puzzle) if "placed" in value.keys else Solution()
    return Document(puzzle, hints, frame_note(puzzle))


def write_json(document: Document) -> str:
    """Format a puzzle with its clues as hints."""
    puzzle = document.puzzle
    cols, rows = puzzle.cols, puzzle.rows
    hints = [
        f'    {{"pos": {at.square.row * cols + at.square.col}, "piece": {at.tile}, "rot": {reverse_turns(at.rot)}}}'
        for at in document.placements
    ]
    listed = "[\n" + ",\n".join(hints) + "\n  ]" if hints else "[]"
    members = {"name": f'"{cols} x {rows}"', "width": cols, "height": rows, "numColors": _highest(puzzle)}
    return _format_object(members | {"pieces": piece_list(puzzle.tiles), "hints": listed})


def _read_hints(hints: document.JsonValue, puzzle: Puzzle) -> Solution:
    board = BoardBuilder(hints.source)
    last = len(puzzle.tiles) - 1
    for hint in hints.items():
        row, col = divmod(hint.member("pos").number(high=last), puzzle.cols)
        piece, rot = hint.member("piece").number(high=last), hint.member("rot").number(high=3)
        board.place(Placement(piece, Square(col, row), reverse_turns(rot)), None, f"{hint.place}: ")
    return board.solution()


def _read_placed(hints: document.JsonValue, puzzle: Puzzle) -> Solution:
    board = BoardBuilder(hints.source)
    left = dict(enumerate(puzzle.tiles))
    shown: set[tuple[Square, Sides]] = set()
    for hint in hints.items():
        row, col = hint.member("row").number(high=puzzle.rows - 1), hint.member("col").number(high=puzzle.cols - 1)
        square, sides = Square(col, row), hint.member("tile").sides()
        if (square, sides) in shown:  # published files list some tiles twice
            continue
        shown.add((square, sides))
        turns = (Placement(tile, square, rot) for tile in left for rot in range(4))
        lying = next((laid for laid in turns if puzzle.sides(laid) == sides), None)
        if lying is None:
            words = f"a tile of the puzzle, found no remaining tile that shows {' '.join(map(str, sides))}"
            raise InputError(hints.source, None, f"expected {hint.place}.tile to be {words}")
        board.place(lying, None, f"{hint.place}: ")
        del left[lying.tile]
    return board.solution()


ETERNITY2DEV = PuzzleFormat(
    name="eternity2dev",
    title="JSON with pieces and hints; eternity2.dev",
    suffixes=(".json",),
    read=read_json,
    write=write_json,
    holds=frozenset({Feature.RECTANGLES, Feature.LOOSE_ZEROS, Feature.CLUES, Feature.BARE}),
    colours=HIGHEST,
    claims=lambda text: (
        document.has_json_keys(text, "cols", "rows", "tiles")
        or (document.has_json_keys(text, "pieces") and not document.has_json_keys(text, "n", "m"))
    ),
)


# ---- boardDoc, the JSON in which the solvers of eternity2.dev write a board ----

# Number of the piece on an empty square, for the hash.
_NO_PIECE = 0xFFFF


def read_boarddoc(text: str, source: str) -> Document:
    """Read a board and its puzzle.

    Unknown members are ignored.
    """
    return picture_document(boarddoc_picture(text, source))


def boarddoc_picture(text: str, source: str) -> BoardPicture:
    """Read the picture of a board from a BoardDoc.

    The picture has colours if the BoardDoc has `board_edges`. Otherwise it has only the numbers of the pieces.
    """
    value = document.parse_json(text, source)
    side = value.member("size").number(2)
    codes = _read_codes(value.member("board"), side) if "board" in value.keys else None
    if "board_edges" in value.keys:
        parameters = {"puzzle_size": str(side), "board_edges": _require_word(value.member("board_edges"))}
        if "board_pieces" in value.keys:
            parameters["board_pieces"] = _require_word(value.member("board_pieces"))
        shown = parse_link("&".join(f"{key}={word}" for key, word in parameters.items()), source)
        if codes is not None:
            numbers = tuple(code // 4 + 1 for code in codes)
            shown = replace(shown, pieces=shown.pieces or numbers, turns=tuple(code % 4 for code in codes))
    else:
        shown = _picture_of_codes(codes, side, source)
    if "score" in value.keys and (claimed := value.member("score").number()) not in (scores := _boarddoc_scores(shown)):
        note = f"says a score of {claimed}, and the board has {scores[0]}"
        shown = replace(shown, notes=(*shown.notes, note))
    return shown


def write_boarddoc(solution: Solution, puzzle: Puzzle) -> str:
    """Format a complete or partial board as BoardDoc.

    Raises:
        FormatError: the board is not square, or has too many colours or tiles.
    """
    solution, _, puzzle = as_published(solution, Solution(), puzzle)
    if (highest := _highest(puzzle)) > COLOURS:
        raise FormatError(f"boarddoc holds the frame and colours up to {COLOURS}, and this puzzle has colour {highest}")
    if puzzle.cols != puzzle.rows:
        raise FormatError("boarddoc supports only square boards")
    if len(puzzle.tiles) > MOST_PIECES:
        raise FormatError(f"boarddoc numbers pieces up to {MOST_PIECES}, and this puzzle has {len(puzzle.tiles)}")
    on = solution.by_square()
    laid = [puzzle.canonical(on[square]) if square in on else None for square in puzzle.grid.squares]
    edges, pieces = _edges_and_pieces(solution, puzzle)
    score = check(puzzle, solution).matched
    content = {
        "name": "edgeasp",
        "size": puzzle.cols,
        "score": score,
        "breaks": puzzle.grid.diamonds - score,
        "board": [4 * placement.tile + reverse_turns(placement.rot) if placement else -1 for placement in laid],
        "board_hash": _board_hash(laid),
        "board_edges": edges,
        "board_pieces": pieces,
        "url": f"{SITES['dev']}puzzle=edgeasp&puzzle_size={puzzle.cols}&board_edges={edges}&board_pieces={pieces}",
    }
    return _format_object({key: json.dumps(value) for key, value in content.items()})


def _format_object(members: Mapping[str, object]) -> str:
    return "{\n" + ",\n".join(f'  "{key}": {value}' for key, value in members.items()) + "\n}\n"


def _require_word(value: document.JsonValue) -> str:
    if not isinstance(value.content, str) or not re.fullmatch(r"[\w.*?-]*", value.content, re.ASCII):
        raise value.error("letters or digits")
    return value.content


def _read_codes(value: document.JsonValue, side: int) -> list[int]:
    # -4 marks an empty square, so that all values are 4 * piece + turns.
    codes = value.items()
    if len(codes) != side * side:
        raise InputError(value.source, None, f"expected {side * side} numbers in board, found {len(codes)}")
    return [-4 if code.content == -1 else code.number(high=4 * MOST_PIECES - 1) for code in codes]


def _picture_of_codes(codes: list[int] | None, side: int, source: str) -> BoardPicture:
    puzzle = known.eternity2().puzzle
    if codes is None or side != puzzle.cols:
        raise InputError(source, None, "expected 'board_edges' in the object, found none")
    if max(codes) >= 4 * len(puzzle.tiles):
        highest = 4 * len(puzzle.tiles) - 1
        raise InputError(source, None, f"expected 4 * piece + turns up to {highest} in board, found {max(codes)}")
    squares = [rotate_sides(puzzle.tiles[code // 4].sides, -code % 4) if code >= 0 else None for code in codes]
    numbers = tuple(code // 4 + 1 for code in codes)
    return BoardPicture(side, side, tuple(squares), numbers)


def _boarddoc_scores(picture: BoardPicture) -> tuple[int, int]:
    # BoardDoc counts matches with and without the frame colour.
    on = {square: sides for _, square, sides in picture.shown_tiles()}
    met = ((on[square][side], side, square.neighbour(side)) for square in on for side in (Side.EAST, Side.SOUTH))
    matched = [here for here, side, beyond in met if beyond in on and on[beyond][side.opposite] == here]
    return len(matched), len(matched) - matched.count(0)


def _board_hash(laid: list[Placement | None]) -> int:
    # Offset basis and, below, prime of 64-bit FNV-1a.
    value = 0xCBF29CE484222325
    for placement in laid:
        piece, turns = (placement.tile, reverse_turns(placement.rot)) if placement else (_NO_PIECE, 0)
        for byte in (piece & 0xFF, piece >> 8, turns):
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


BOARDDOC = PuzzleFormat(
    name="boarddoc",
    title="JSON with one board; solvers of eternity2.dev",
    suffixes=(".json",),
    read=read_boarddoc,
    write=lambda document: write_boarddoc(document.placements, document.puzzle),
    holds=frozenset({Feature.UNFRAMED, Feature.LOOSE_ZEROS}),
    colours=COLOURS,
    is_board=True,
    claims=lambda text: document.has_json_keys(text, "board") or document.has_json_keys(text, "board_edges"),
)

BOARDDOC_BOARD = BOARDDOC.as_board_format(lambda text, puzzle, source: boarddoc_picture(text, source), write_boarddoc)
