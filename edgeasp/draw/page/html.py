"""HTML pages: boards, galleries, and an interactive board with clingo.

The content security policy of a page allows one classic script and no other file. So all JavaScript modules are joined
into one script. They share one scope, in the order of their imports, without the words `import` and `export`. Therefore
a module must import names under their own names, and export only declarations. A classic script runs as soon as the
browser has read it. clingo, about a megabyte, comes after it, so the board is drawn before clingo has loaded.

clingo for browsers is in `clingo/`, written by `make engine`. Browsers do not let a page opened from a file start a
worker, unless the page contains the worker's source. So clingo's module is turned into a classic script and put before
`modules/worker.js`, which runs it. The script and the binary are embedded as base64 of gzip.

The compiled search, the `scan.c` of the Python package, is in `scan/`: a few kilobytes of WebAssembly, written by `make
web-scan`. `modules/scan.js` prepares its boards.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from base64 import b64encode, b85encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from edgeasp.draw.palette import MOTIFS, SHAPES, Look, OwnPalette, half_figure, ink_on, looks_of, motif_of, motif_paint
from edgeasp.draw.view import BoardView, DrawStyle, Remark, board_view
from edgeasp.encoding.render import page_programs
from edgeasp.formats import known, plain, viewer
from edgeasp.puzzle import features
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Matching, Names, Placement, Puzzle, PuzzleFeature, Solution, Square
from edgeasp.puzzle.summary import summarize, summary_lines
from edgeasp.system.errors import OptionError

# ---- the scripts of a page ----

MODULES = Path(__file__).parent / "modules"

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const |let |class |function |async )", re.MULTILINE)


@cache
def page_script(*entries: str, without: tuple[str, ...] = ()) -> str:
    """Join JavaScript modules and their imports into one script.

    Args:
        entries: file names of the modules to run, in order.
        without: file names of imported modules to leave out, because nothing calls them.

    Raises:
        ValueError: an import or export is not a plain list of names.
    """
    joined: dict[str, str] = {}

    def add_module(name: str) -> None:
        """Add a module after its imports, once."""
        if name not in joined and name not in without:
            joined[name] = ""  # so that modules may import each other
            text = (MODULES / name).read_text(encoding="utf-8")
            for match in _IMPORT.finditer(text):
                add_module(match[1])
            del joined[name]
            joined[name] = _strip_module_syntax(name, text)

    for entry in entries:
        add_module(entry)
    return '(() => {\n"use strict";\n' + "".join(joined.values()) + "})();\n"


def _strip_module_syntax(name: str, text: str) -> str:
    text = _EXPORT.sub("", _IMPORT.sub("", text))
    if match := re.search(r"^(import|export)\b.*|</script", text, re.MULTILINE | re.IGNORECASE):
        raise ValueError(f"{name}: expected imports and exports of names, found {match[0]!r}")
    return text


# Comments on separate lines, and indentation. No string of a module contains a line break, so both can be removed.
_NEEDLESS = re.compile(r"^\s*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n|^ +", re.MULTILINE | re.DOTALL)

FOLDER = Path(__file__).parent / "clingo"
SCAN_FOLDER = Path(__file__).parent / "scan"
SCAN_WASM, SCAN_NOTE = "scan.wasm.gz", "scan.json"
CLINGO_JS, CLINGO_WASM, NOTE = "clingo.js.gz", "clingo.wasm.gz", "engine.json"

_OWN_ADDRESS, _ADDRESSES = "import.meta.url", 3
_EXPORTED = "export default Module;"


@dataclass(frozen=True, slots=True)
class WebClingo:
    """clingo for a page, compressed with gzip and encoded in base64.

    Attributes:
        script: classic script of the worker.
        binary: WebAssembly.
    """

    script: str
    binary: str


@cache
def embedded_clingo() -> WebClingo:
    """Return clingo for a page.

    The result is cached, so pages contain equal bytes.
    """
    clingo = gzip.decompress((FOLDER / CLINGO_JS).read_bytes()).decode("utf-8")
    script = classic_script(clingo) + "\n" + (MODULES / "worker.js").read_text(encoding="utf-8")
    return WebClingo(gzip_base64(script), b64encode((FOLDER / CLINGO_WASM).read_bytes()).decode())


@cache
def embedded_scan() -> str:
    """Return the compiled search as base64 of gzip."""
    return b64encode((SCAN_FOLDER / SCAN_WASM).read_bytes()).decode()


def classic_script(module: str) -> str:
    """Convert clingo's JavaScript module to a classic script.

    The script defines the global `Module`.

    Raises:
        ValueError: the text does not have the structure of clingo-wasm 0.6.0.
    """
    if module.count(_OWN_ADDRESS) != _ADDRESSES or module.count(_EXPORTED) != 1:
        raise ValueError(f"expected {_ADDRESSES} times {_OWN_ADDRESS} and once '{_EXPORTED}' in clingo.js")
    return module.replace(_OWN_ADDRESS, '"file:///clingo.js"').replace(_EXPORTED, "")


def gzip_base64(text: str) -> str:
    """Compress a text with gzip and encode it in base64.

    Equal texts yield equal results.
    """
    # A time in the header would make pages of the same puzzle differ.
    return b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


BASE_85 = (digits + ascii_uppercase + ascii_lowercase + "!#$%&()*+-;<=>?@^_`{|}~").encode()
"""Characters that `base64.b85encode` uses."""
OWN_BASE_85 = bytes(range(ord("("), ord("(") + 85)).replace(b"<", b"}")
"""Characters that pages use, without `<` and `&`, which HTML would have to escape."""


def gzip_base85(text: str) -> str:
    """Compress text to base 85 of gzip.

    `modules/boot.js` unpacks it. It is a sixteenth shorter than base64.
    """
    return b85encode(gzip.compress(text.encode(), 9, mtime=0)).translate(bytes.maketrans(BASE_85, OWN_BASE_85)).decode()


# ---- boards as self-contained HTML pages ----

_FOLDER = Path(__file__).parent

MOST_PAINTS = 64
"""Colours with paints on a page that can import other puzzles."""


class BoardPage:
    """HTML page of boards, which are checked as they are added."""

    def __init__(self, puzzle: Puzzle, clues: Solution, title: str, palette: OwnPalette | None = None) -> None:
        self._puzzle, self._clues, self._title, self._palette = puzzle, clues, title, palette or {}
        self._boards: list[str] = []
        self._plain = plain.write_puz(puzzle)

    def add(self, name: str, solution: Solution, remarks: Sequence[Remark] = ()) -> None:
        """Add a board with its name, and perhaps remarks."""
        if not self._boards:
            self._plain = plain.write_sol(solution)
        self._boards.append(json_text(_board_data(self._puzzle, name, solution, self._clues, remarks)))

    def text(self, notes: Iterable[str] = ()) -> str:
        """Return the HTML of the page.

        A page without boards shows the clues, or else the tiles.

        Args:
            notes: notes to show above the boards.
        """
        if self._clues.placements and not self._boards:
            self.add("clues", self._clues)
        program, style = page_script("show.js"), stylesheet("page.css")
        facts = json_text(_page_data(self._puzzle, self._clues, self._palette)).removesuffix("}")
        content = render_template(
            "show.html.jinja",
            title=self._title,
            subtitle=subtitle(self._puzzle),
            notes=list(notes),
            data=facts + ',"boards":[\n' + ",\n".join(self._boards) + "]}",
        )
        return render_template(
            "page.html.jinja",
            title=self._title,
            policy=content_policy(style, f"script-src {policy_hash(program)}"),
            style=style,
            content=content,
            script=program,
            plain=self._plain,
            before={},
            after={},
        )


def render_template(template: str, **values: Any) -> str:
    """Render a template of this folder.

    Values are escaped for HTML unless the template says otherwise.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(_FOLDER)
    # With StrictUndefined, a misspelt name in a template is an error.
    environment = Environment(loader=loader, undefined=StrictUndefined, autoescape=True, keep_trailing_newline=True)
    return environment.get_template(template).render(**values)


def stylesheet(*names: str) -> str:
    """Join style sheets without comments and blanks."""
    text = "".join((_FOLDER / name).read_text(encoding="utf-8") for name in names)
    return re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))


def content_policy(style: str, scripts: str) -> str:
    """Return the content security policy of a page.

    Args:
        style: text of the page's style sheet.
        scripts: directives for its scripts.
    """
    return f"default-src 'none'; style-src {policy_hash(style)}; {scripts}; base-uri 'none'; form-action 'none'"


def _page_data(puzzle: Puzzle, clues: Solution, palette: OwnPalette) -> dict[str, Any]:
    """Return data of a puzzle for `modules/show.js`.

    Squares are numbered row by row from 0.
    """
    return {
        "diamonds": puzzle.grid.diamonds,
        **palette_record(set(puzzle.side_colours), looks_of(puzzle), own=palette),
        "clues": sorted({_square_index(puzzle, clue.square) for clue in clues}),
        **shown_puzzle_record(puzzle),
    }


def shown_puzzle_record(puzzle: Puzzle) -> dict[str, Any]:
    """Return the data of a puzzle for `modules/puzzle.js`.

    Unusual features are included only if the puzzle has them.
    """
    features.require_support("play", puzzle)
    numbers = [puzzle.names.number(tile) for tile in range(len(puzzle.tiles))]
    more: dict[str, Any] = {
        "numbers": numbers if numbers != [*range(len(numbers))] else None,
        "asFacts": puzzle.names.as_facts,
        "colourNames": puzzle.names.colours,
        "flipping": puzzle.flipping,
        "only": [(tile, puzzle.allowed(tile)) for tile in puzzle.restricted],
        "holes": sorted(_square_index(puzzle, square) for square in puzzle.holes),
        "wraps": sorted(puzzle.wraps),
        "rim": puzzle.rim,
    }
    return {
        "cols": puzzle.cols,
        "rows": puzzle.rows,
        "tiles": [tile.sides for tile in puzzle.tiles],
        "signs": [tile.sign.value if tile.sign else "" for tile in puzzle.tiles] if puzzle.signed else None,
        **({"partners": puzzle.partners} if puzzle.matching in (Matching.SAME, Matching.PARTNERS) else {}),
        **({} if puzzle.turning else {"turning": False}),
        **{name: value for name, value in more.items() if value},
    }


def named_looks(puzzle: Puzzle) -> dict[int, dict[str, Any]]:
    """Return the looks that colours get from their names."""
    usual = looks_of(replace(puzzle, names=Names()))
    return {colour: _paint_record(look) for colour, look in looks_of(puzzle).items() if look != usual.get(colour)}


def puzzle_record(puzzle: Puzzle) -> dict[str, Any]:
    """Return the data of a puzzle for an interactive board.

    It is like `shown_puzzle_record`, with all pairs of matching colours.
    """
    named = {"drawn": own} if (own := named_looks(puzzle)) else {}
    return shown_puzzle_record(puzzle) | {"partners": puzzle.partners, **named}


def palette_record(
    colours: Iterable[int],
    look: Mapping[int, Look] | None = None,
    *,
    motifs: Iterable[str] = (),
    own: OwnPalette | None = None,
) -> dict[str, Any]:
    """Return the paints of colours and the outlines of motifs.

    Outlines run from a side inwards.

    Args:
        colours: colours that need paints.
        look: look of each colour, None for the defaults.
        motifs: further motifs to include, for a page that can show other puzzles.
        own: looks chosen by the user.
    """
    paints: dict[int, dict[str, Any]] = {}
    own = own or {}
    for colour in sorted({*colours, *own}):
        usual = (look or {}).get(colour, Look(colour, motif_of(colour)))
        wanted = own.get(colour)
        chosen = Look(colour, wanted.motif, wanted.letters, wanted.paint) if wanted else usual
        paints[colour] = _paint_record(chosen) | ({"own": True} if wanted else {})
    others = [paint["motif"] for paint in paints.values() if paint["motif"] not in MOTIFS]
    names = dict.fromkeys([*MOTIFS, *motifs, *(name for name in others if half_figure(name))])
    return {"paints": paints, "motifs": {name: _motif_path(name) for name in names}}


def _paint_record(look: Look) -> dict[str, Any]:
    paint, letters = look.ground, look.letters
    record = {"rgb": paint, "ink": ink_on(paint), "accent": motif_paint(paint), "motif": "" if letters else look.motif}
    return record | ({"letters": letters} if letters else {})


def _motif_path(motif: str) -> str:
    return "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in outline) + "z" for outline in half_figure(motif))


def _board_data(
    puzzle: Puzzle, name: str, solution: Solution, clues: Solution, remarks: Sequence[Remark]
) -> dict[str, Any]:
    """Return the data of a board with the checker's report.

    Each square has a number in `laid`: `_placement_code` of its tile, -1 if it is empty, -2 for a hole.
    """
    view = board_view(puzzle, solution, clues, remarks)
    card = summarize(puzzle, solution, clues, known.published_details(puzzle))
    links = ((host, viewer.board_link(puzzle, solution, site)) for site, host in viewer.HOSTS.items())
    return {
        "name": name,
        "laid": [_square_code(view, Square(col, row)) for row in range(puzzle.rows) for col in range(puzzle.cols)],
        "solved": view.report.solved,
        "matched": view.report.matched,
        "mismatches": sum(mismatch.condition is Condition.ADJOINING for mismatch in view.mismatches),
        "broken": [[*violation.square, violation.text] for violation in view.report.violations],
        "marks": [[*mismatch.square, mismatch.side, mismatch.condition.value] for mismatch in view.mismatches],
        "wrong": [_square_index(puzzle, at.square) for at in view.fields.values() if at.wrong],
        "pointedOut": [_square_index(puzzle, at.square) for at in view.fields.values() if at.highlighted],
        "labels": {_square_index(puzzle, at.square): at.label for at in view.fields.values() if at.label},
        "remarks": [[*remark.square, remark.text, *[True] * remark.repeats] for remark in view.remarks],
        "links": [[host, address] for host, address in links if address],
        # The page has the score and the mismatches elsewhere.
        "card": [list(entry) for entry in summary_lines(card) if entry[0] not in ("score", "mismatches")],
    }


def _square_code(view: BoardView, square: Square) -> int:
    field = view.fields.get(square)
    return -2 if field is None else _placement_code(view.puzzle, field.placement) if field.placement else -1


def _placement_code(puzzle: Puzzle, placement: Placement) -> int:
    """Encode a tile's number, face and rotation as an integer.

    The backs of two-sided tiles are numbered after all fronts.
    """
    over, rot = divmod(placement.rot, 4)
    return 4 * (placement.tile + over * len(puzzle.tiles)) + rot


def _square_index(puzzle: Puzzle, square: Square) -> int:
    return square.row * puzzle.cols + square.col


def subtitle(puzzle: Puzzle) -> str:
    """Describe the puzzle's board, features and tiles in one line."""
    colours = {*puzzle.side_colours}
    kind = f"{'signed, ' if puzzle.signed else ''}{'framed' if puzzle.framed else 'unframed'}"
    if puzzle.matching is Matching.PARTNERS:
        kind += ", heads and tails"
    if not puzzle.turning:
        kind += ", no turning"
    known = f"{puzzle.cols} x {puzzle.rows}, {kind}, {len(puzzle.tiles)} tiles, {len(colours - {0})} colours"
    return ", ".join([known, *puzzle.beyond])


def json_text(data: dict[str, Any]) -> str:
    """Format JSON to embed in HTML.

    It cannot close the element that contains it.
    """
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def policy_hash(text: str) -> str:
    """Return a text's hash for a content security policy."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@dataclass(frozen=True, slots=True)
class GalleryEntry:
    """Entry of a gallery.

    Attributes:
        name: its name.
        puzzle: the puzzle.
        board: a board of the puzzle, None to show only its tiles.
        clues: the puzzle's clues.
        style: style of the pictures.
    """

    name: str
    puzzle: Puzzle
    board: Solution | None = None
    clues: Solution = Solution()
    style: DrawStyle = DrawStyle()


def gallery_page(exhibits: Sequence[GalleryEntry], title: str) -> str:
    """Render a gallery that can show boards or tiles."""
    from edgeasp.draw import shapes
    from edgeasp.draw.board import board_picture, tiles_picture

    style = (_FOLDER / "gallery.css").read_text(encoding="utf-8")
    cards, pictures = [], []
    for exhibit in exhibits:
        tiles, board, score = tiles_picture(exhibit.puzzle, exhibit.style), None, ""
        pictures.append(tiles)
        if exhibit.board is not None:
            view = board_view(exhibit.puzzle, exhibit.board, exhibit.clues)
            board, score = board_picture(view, exhibit.style), view.summary
            pictures.append(board)
        cards.append(
            {
                "name": exhibit.name,
                "puzzle": subtitle(exhibit.puzzle),
                "score": score,
                "tiles": shapes.inline_svg(tiles),
                "board": shapes.inline_svg(board) if board else "",
            }
        )
    return render_template(
        "gallery.html.jinja",
        title=title,
        cards=cards,
        definitions=shapes.svg_definitions(pictures),
        style=style,
        policy=f"default-src 'none'; style-src {policy_hash(style)}; base-uri 'none'; form-action 'none'",
        boards=sum(exhibit.board is not None for exhibit in exhibits),
    )


def is_page(path: Path) -> bool:
    """Whether a file begins like a page written by edgeasp."""
    with path.open("rb") as stream:
        # The name of the generator is in the head of the page.
        return _GENERATOR in stream.read(4096)


_GENERATOR = b'<meta name="generator" content="edgeasp">'


@dataclass(frozen=True, slots=True)
class TableEntry:
    """Puzzle on an interactive page.

    Attributes:
        name: its name.
        puzzle: the puzzle.
        clues: placements that the player cannot remove.
        board: further placements at the start.
        level: class of difficulty, empty if unknown.
    """

    name: str
    puzzle: Puzzle
    clues: Solution = Solution()
    board: Solution = Solution()
    level: str = ""

    @property
    def unplayable(self) -> str:
        """Reason why the page cannot show the initial board.

        Reasons are a repeated tile or square, and a number out of range. Mismatches are allowed. The text is empty if
        there is no reason.
        """
        never = {Condition.RANGE, Condition.TILE, Condition.SQUARE}
        together = Solution(tuple(dict.fromkeys(map(self.puzzle.canonical, (*self.clues, *self.board)))))
        return next((violation.text for violation in check(self.puzzle, together, conditions=never).violations), "")


def table_page(
    entries: Sequence[TableEntry], *, with_engine: bool = True, title: str = "", palette: OwnPalette | None = None
) -> str:
    """Render a page with one or more interactive boards.

    Args:
        entries: the puzzles in order.
        with_engine: whether to include clingo. Without it, the page cannot search.
        title: heading above the list of puzzles.
        palette: looks of colours chosen by the user, None for the defaults.

    Raises:
        OptionError: there is no puzzle.
    """
    if not entries:
        raise OptionError("expected a puzzle for the table")
    first = entries[0]
    colours = {colour for entry in entries for colour in entry.puzzle.side_colours}
    records = [_table_record(entry) for entry in entries]
    named = (look["motif"] for record in records for look in record.get("drawn", {}).values())
    data: dict[str, Any] = {
        "puzzles": records,
        # A puzzle that is pasted, or comes by a link, may have other colours.
        **palette_record(colours | set(range(MOST_PAINTS)), motifs=(*SHAPES, *filter(None, named)), own=palette),
        "engine": with_engine,
        "title": title,
        "sites": {viewer.HOSTS[site]: start for site, start in viewer.SITES.items()},
        "features": {kind.name.lower(): kind for kind in PuzzleFeature},
    }
    program = _NEEDLESS.sub("", page_script("table.js", without=() if with_engine else ("scan.js",)))
    style, start = stylesheet("page.css", "table.css"), page_script("boot.js")
    content = render_template(
        "table.html.jinja", title=first.name, subtitle=subtitle(first.puzzle), data=json_text(data)
    )
    # A page opened from a file can start a worker only from a blob.
    scripts = f"script-src {policy_hash(start)} {policy_hash(program)} 'wasm-unsafe-eval'; worker-src blob:"
    after = {}  # browsers read this part after they have drawn the page
    if with_engine:
        clingo = embedded_clingo()
        after = {
            "rules": gzip_base64(json.dumps(rules_record(), separators=(",", ":"))),
            "engine-script": clingo.script,
            "engine-binary": clingo.binary,
            "scan": embedded_scan(),
        }
    return render_template(
        "page.html.jinja",
        title=first.name,
        policy=content_policy(style, scripts),
        # boot.js unpacks style and content from `packed`.
        style="",
        content="",
        script=start,
        plain=plain.write_sol(first.clues) if first.clues else plain.write_puz(first.puzzle),
        # Joined texts take less space than JSON, which escapes them.
        # The separator must not occur in the parts.
        before={"packed": gzip_base85("\0".join((program, content.replace("\0", ""), style)))},
        after=after,
    )


def rules_record() -> dict[str, Any]:
    """Return the logic programs for all types of puzzle.

    Parts that several programs share are stored once.

    Returns:
        `texts`, a list of all parts, and `programs`, which lists the indices of the parts of each program.
    """
    numbers: dict[str, int] = {}
    programs = {
        name: {
            part: [numbers.setdefault(text, len(numbers)) for text in program.split("\n\n")]
            for part, program in rules.items()
        }
        for name, rules in page_programs().items()
    }
    return {"texts": list(numbers), "programs": programs}


def _table_record(entry: TableEntry) -> dict[str, Any]:
    """Return the data of a puzzle on an interactive page.

    Each square has a number in `laid`: `_placement_code` of its tile, or -1 if it is empty.
    """
    puzzle = entry.puzzle
    on = {**entry.board.by_square(), **entry.clues.by_square()}
    clued = {clue.square for clue in entry.clues}
    codes = {_square_index(puzzle, square): _placement_code(puzzle, lying) for square, lying in on.items()}
    return {
        "name": entry.name,
        **({"level": entry.level} if entry.level else {}),
        "given": [[index, codes[index]] for index in sorted(_square_index(puzzle, square) for square in clued)],
        "laid": [codes.get(index, -1) for index in range(puzzle.cols * puzzle.rows)],
        **puzzle_record(puzzle),
    }
