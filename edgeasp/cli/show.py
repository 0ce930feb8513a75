"""Commands `show`, `play` and `sheets`, which draw and print boards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import typer

from edgeasp.api.instance import Board, Instance, draw_html
from edgeasp.cli import console, delivery, shared_options, signals
from edgeasp.cli.commands import examples
from edgeasp.cli.options import option_factory
from edgeasp.cli.shared_options import output_option, picture_option
from edgeasp.draw import shapes
from edgeasp.draw.language import LANGUAGES, read_language
from edgeasp.draw.palette import OwnPalette, read_palette
from edgeasp.draw.shapes import PAPERS
from edgeasp.draw.sheets import (
    MOST_LINES,
    Backs,
    Flip,
    PhotoOn,
    PrintedPuzzle,
    SheetOptions,
    SheetStyle,
    arrange_pages,
    read_photograph,
)
from edgeasp.draw.view import DrawStyle
from edgeasp.formats import files, known
from edgeasp.puzzle import features
from edgeasp.puzzle.model import Matching, Puzzle, Solution
from edgeasp.puzzle.summary import seems_foreign, summarize, summary_headline
from edgeasp.system import lines, writing
from edgeasp.system.errors import InputError, OptionError, OutputError
from edgeasp.system.lines import with_noun
from edgeasp.system.writing import Content, make_folder

if TYPE_CHECKING:
    from edgeasp.draw.page.html import TableEntry


# ---- what colours look like, and `edgeasp show` ----

OwnColours = Annotated[
    str | None,
    picture_option(
        "--palette FILE", "How colours look: a file of lines like '1 = heart, #c33' or '2 = A', or 'letters'."
    ),
]


def read_palette_of(path: str | None, puzzles: Sequence[Puzzle]) -> OwnPalette | None:
    """Read the requested palette file for puzzles."""
    if path is None:
        return None
    colours = max((max(tile.sides) for puzzle in puzzles for tile in puzzle.tiles), default=0)
    pairs = (puzzle.partners for puzzle in puzzles if puzzle.matching is Matching.PARTNERS)
    # The same name may be another colour in another puzzle.
    names = {puzzle.names.colours for puzzle in puzzles}
    return read_palette(path, colours, next(pairs, ()), names.pop() if len(names) == 1 else ())


ShowFormat = Literal["text", "list", "svg", "png", "pdf", "html"]
"""Output formats of `show`."""


EVERYWHERE = ("text", *delivery.DRAWN_FORMS)


@dataclass(frozen=True, slots=True)
class ShownBoards:
    """Named boards to show, or a puzzle's tiles.

    Attributes:
        puzzle: puzzle of all boards.
        boards: boards with their names, empty to show the tiles.
        clues: clues to mark.
        title: name of the puzzle.
    """

    puzzle: Puzzle
    boards: tuple[tuple[str, Board], ...]
    clues: Solution
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowOptions:
    """Options of `edgeasp show`."""

    solution: list[str] | None = typer.Argument(
        None,
        metavar="SOLUTION",
        help="A solution, complete or partial, or - for standard input. HTML takes several, or folders of .sol files.",
    )
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions()
    numbers: bool | None = picture_option(
        "--numbers/--no-numbers", "Show colours as numbers. Default: in text if they fit, not in pictures."
    )
    tiles: bool = picture_option(
        "--tiles", "Show the number of each tile (for a known puzzle, the published number).", False
    )
    turns: bool = picture_option("--turns", "Mark the side of each tile that is its top in the file.", False)
    coordinates: bool = picture_option("--coordinates", "Label rows A, B, ... and columns 1, 2, ...", False)
    mismatches: bool | None = picture_option(
        "--mismatches/--no-mismatches", "Mark sides that do not match, and other violations. Default: on."
    )
    ascii_only: bool = picture_option("--ascii", "Use only ASCII characters in text.", False)
    pixels: int | None = picture_option(
        "--pixels N", "Width of a square in SVG and PNG, in pixels. Default: 80.", min=4
    )
    caption: str = picture_option(
        "--caption TEXT", "A line below the board in SVG, PNG and PDF. {score}, {name} and {date} are replaced.", ""
    )
    palette: OwnColours = None
    gallery: bool = picture_option("--gallery", "Show all boards side by side in HTML, as for several puzzles.", False)
    output: str | None = output_option(
        "-o --output FILE|DIR",
        "Write to FILE (never a partial file), or each of several puzzles to its own file in DIR/.",
    )
    form: ShowFormat | None = output_option(
        "--format",
        "Output format; list has one line per square, for screen readers. Default: from "
        "FILE's extension (.txt, .svg, .png, .pdf, .html).",
    )

    @property
    def style_switches(self) -> dict[str, Any]:
        """Fields of `DrawStyle` that apply to every output format."""
        mismatches = self.mismatches is not False
        return {"turns": self.turns, "coordinates": self.coordinates, "tiles": self.tiles, "mismatches": mismatches}

    def write(self, content: ShownBoards, form: ShowFormat, output: str | None) -> None:
        """Draw a puzzle to a file or standard output."""
        if form == "text":
            _write_text(content, output, {**self.style_switches, "numbers": self.numbers, "ascii": self.ascii_only})
        elif form == "list":
            _write_list(content, output)
        elif form == "html":
            own = read_palette_of(self.palette, [content.puzzle])
            page = draw_html(content.puzzle, content.clues, content.boards, content.title, palette=own)
            delivery.deliver(page, output)
        else:
            if self.caption and not content.boards:
                raise OptionError("--caption needs a board, and there are only tiles")
            captions = [self._caption_text(content, name, board) for name, board in content.boards]
            own = read_palette_of(self.palette, [content.puzzle])
            more = {"numbers": bool(self.numbers), "size": self.pixels or 80, "palette": own}
            _write_picture(content, captions, form, output, self.style_switches | more)

    def _caption_text(self, content: ShownBoards, name: str, board: Board) -> str:
        if not self.caption:
            return ""
        values = {
            "score": f"{board.score} of {board.report.diamonds}",
            "name": name if name not in ("board", "clues", "-") else content.title,
            "date": date.today().isoformat(),
        }
        # Not str.format: other braces in a caption stay as they are.
        caption = re.sub(r"\{(score|name|date)\}", lambda place: values[place[1]], self.caption)
        # It is one line, of what can be drawn.
        return lines.make_printable(" ".join(caption.split()))


def _read_shown_boards(puzzle: str, solutions: list[str], options: shared_options.PuzzleOptions) -> ShownBoards:
    """Read the boards that the arguments name.

    If they name none, reads the board in the puzzle's file, or the clues.
    """
    paths = [path for argument in solutions for path in files.solution_files(argument)]
    instance, placed = options.read_boards(puzzle, paths, partial=not solutions, repeats=True)
    board, kept, name = instance.puzzle, instance.clues, files.printable_name(puzzle)
    boards = list(zip([Path(files.printable_name(path)).stem for path in paths] or ["board"], placed, strict=False))
    for path, solution in zip(paths, placed, strict=False):
        if seems_foreign(board, solution):
            console.note(f"{files.printable_name(path)}: few edges match: is it a board of another puzzle?")
    if not boards and (options.clue or puzzle.startswith(tuple(f"{name}:" for name in known.NAMED))):
        boards = [("clues", kept)]
    if not kept.placements:
        kept = known.official_clues_on(board, [placed for _, placed in boards])
    title = None if puzzle in (name, files.STDIN) else known.title_of(board)
    shown = tuple((name, Board(board, placed, kept)) for name, placed in boards)
    return ShownBoards(board, shown, kept, title or Path(name).name)


def _write_text(content: ShownBoards, output: str | None, switches: dict[str, Any]) -> None:
    from edgeasp.draw import terminal

    switches["ascii"] = switches["ascii"] or (output is None and console.lacks_box_drawing())
    style = DrawStyle(colour=output is None and console.supports_colour(), **switches)
    width = console.width()
    if content.boards:
        above = ""
        board = content.boards[0][1].solution
        text = terminal.draw_board(content.puzzle, board, width, style, content.clues)
        summary = summarize(content.puzzle, board, content.clues, known.published_details(content.puzzle))
        below = summary_headline(summary) if summary.has_details or (output is None and console.is_terminal()) else ""
    else:
        from edgeasp.api.info import tiles_line

        above, below = tiles_line(content.puzzle) + "\n\n", ""
        text = terminal.draw_tiles(content.puzzle, width, style)
    if output is not None:
        writing.write_text(output, f"{above}{text.plain}\n" + (f"{below}\n" if below else ""))
    else:
        console.write(above)
        console.print_picture(text)
        console.write(below and f"{below}\n")


def _write_list(content: ShownBoards, output: str | None) -> None:
    from edgeasp.draw.terminal import list_squares, list_tiles
    from edgeasp.draw.view import board_view

    if content.boards:
        text = list_squares(board_view(content.puzzle, content.boards[0][1].solution, content.clues))
    else:
        text = list_tiles(content.puzzle)
    delivery.deliver(text, output)


def _write_picture(
    content: ShownBoards, captions: Sequence[str], form: ShowFormat, output: str | None, switches: dict[str, Any]
) -> None:
    styles = [DrawStyle(**switches, caption=caption) for caption in captions or [""]]
    shown = content.boards[0][1] if content.boards else Instance(content.puzzle)
    if form == "png":
        from edgeasp.draw.shapes import missing_from_font

        looks = switches["palette"].values() if switches["palette"] else ()
        delivery.note_missing(
            missing_from_font([*captions, *(look.letters for look in looks)]), "a picture as .svg shows"
        )
    if form != "pdf":
        delivery.deliver(shown.svg(styles[0]) if form == "svg" else shown.png(styles[0]), output)
    elif not content.boards:
        raise OptionError("show prints boards to a PDF: for tiles see edgeasp sheets")
    else:
        delivery.deliver(delivery.draw_board_pages(content.boards, content.title, styles), output)


@examples(
    "edgeasp show puzzle.puz",
    "edgeasp show puzzle.puz puzzle.sol",
    "edgeasp show puzzle.puz puzzle.sol -o board.svg --coordinates",
    "edgeasp solve puzzle.puz | edgeasp show puzzle.puz -",
    "edgeasp show puzzle.puz puzzle.sol -o gallery.html --gallery",
    "edgeasp show puzzle.puz puzzle.sol -o pictures/ --format png",
    "edgeasp show e2:official -o clues.svg --coordinates --tiles",
    daily="--numbers --tiles --coordinates --clue -o --format",
)
def show(puzzle: shared_options.PuzzleFile, wanted: ShowOptions) -> None:
    """Show the tiles of a puzzle, or a board.

    Every side shows its colour: as text on a terminal, or with -o as a picture or a page. Mismatched sides, empty
    squares and clues are marked. Without a solution, clues are shown as a board.

    Several .puz files, or a folder of them, are drawn one by one to a folder, or together as a gallery. Each puzzle is
    drawn with the solutions of the same name, e.g. x.puz with x.sol.
    """
    output = None if wanted.output == files.STDIN else wanted.output
    named = [puzzle, *(wanted.solution or [])]
    # A folder takes several puzzles, and perhaps only one.
    folder = output is not None and (output.endswith("/") or Path(output).is_dir())
    # Without an output, what is wrong is said of the folder itself.
    many = folder or wanted.gallery or (files.are_puzzles(named) and (output is not None or not Path(puzzle).is_dir()))
    chosen = (wanted.form or "svg") if folder else _choose_format(output, wanted.form)
    together = many and not folder and chosen == "html"
    for name, value, fitting in (
        ("--numbers", wanted.numbers is not None, EVERYWHERE),
        ("--tiles", wanted.tiles, EVERYWHERE),
        ("--turns", wanted.turns, EVERYWHERE),
        ("--coordinates", wanted.coordinates, EVERYWHERE),
        ("--mismatches", wanted.mismatches is not None, EVERYWHERE),
        ("--ascii", wanted.ascii_only, ("text",)),
        ("--pixels", wanted.pixels is not None, ("svg", "png")),
        ("--caption", bool(wanted.caption), delivery.DRAWN_FORMS),
        ("--palette", wanted.palette is not None, (*delivery.DRAWN_FORMS, "html")),
    ):
        if value and chosen not in fitting and not (together and name not in ("--ascii", "--caption")):
            where = ", ".join(fitting)
            raise OptionError(f"{name} is for {where}" + ("; a page has switches" if chosen == "html" else ""))
    inputs = wanted.options.input_files(*named)
    files.require_one_stdin(inputs)
    if many:
        if not folder:
            delivery.require_writable(output, None, inputs)
        if folder and not wanted.gallery:
            _draw_each(named, wanted, chosen, str(output))
        elif together:
            _draw_gallery(named, wanted, output)
        else:
            raise OptionError("several puzzles go to a folder, such as -o pictures/, or to a page, such as -o x.html")
        return
    delivery.require_writable(output, None, inputs)
    content = _read_shown_boards(puzzle, wanted.solution or [], wanted.options)
    if len(content.boards) > 1 and chosen not in ("html", "pdf"):
        raise OptionError(f"several solutions go to a page (-o FILE.html) or to a PDF, not as {chosen}")
    wanted.write(content, chosen, output)


def _choose_format(output: str | None, form: ShowFormat | None) -> ShowFormat:
    if form == "list" and output is not None and writing.format_of_extension(output) == "text":
        return form
    endings = ".svg, .png, .pdf, .html or .txt"
    return delivery.choose_format(get_args(ShowFormat), form, output, "text", endings)


def _draw_each(arguments: Sequence[str], wanted: ShowOptions, form: ShowFormat, folder: str) -> None:
    make_folder(folder)
    ending = "txt" if form in ("text", "list") else form
    number = 0
    for entry in _puzzles_with_solutions(arguments):
        content = _read_shown_boards(entry.path, list(entry.solutions), wanted.options)
        for suffix, part in _split_boards(content, form):
            path = str(Path(folder) / f"{entry.name}{suffix}.{ending}")
            delivery.require_writable(path, None, [*arguments, *entry.solutions])
            wanted.write(part, form, path)
            number += 1
    console.note(f"{files.printable_name(folder)}: {with_noun(number, 'file')}")


def _draw_gallery(arguments: Sequence[str], wanted: ShowOptions, output: str | None) -> None:
    from edgeasp.draw.page.html import GalleryEntry, gallery_page

    exhibits = []
    for entry in _puzzles_with_solutions(arguments):
        content = _read_shown_boards(entry.path, list(entry.solutions), wanted.options)
        own = read_palette_of(wanted.palette, [content.puzzle])
        style = DrawStyle(**wanted.style_switches, numbers=bool(wanted.numbers), palette=own)
        if not content.boards:
            exhibits.append(GalleryEntry(entry.name, content.puzzle, style=style))
        for name, board in content.boards:
            shown = entry.name if len(content.boards) == 1 else f"{entry.name}: {name}"
            exhibits.append(GalleryEntry(shown, content.puzzle, board.solution, content.clues, style))
    title = with_noun(len(exhibits), "edge-matching puzzle")
    delivery.deliver(gallery_page(exhibits, title), output)


def _puzzles_with_solutions(arguments: Sequence[str]) -> list[files.PuzzleFiles]:
    """Collect the puzzles with their solutions.

    If only the first argument is a puzzle, all other files are its solutions.
    """
    if files.are_puzzles(arguments):
        return files.collect_puzzles(arguments)
    first, *solutions = arguments
    return [replace(files.collect_puzzles([first])[0], solutions=tuple(solutions))]


def _split_boards(content: ShownBoards, form: ShowFormat) -> list[tuple[str, ShownBoards]]:
    # A page holds all boards, a picture one.
    if len(content.boards) < 2 or form == "html":
        return [("", content)]
    return [(f"-{number}", replace(content, boards=(board,))) for number, board in enumerate(content.boards, 1)]


# ---- `edgeasp play` ----


@examples(
    "edgeasp play puzzle.puz",
    "edgeasp play puzzle.puz partial.sol -o table.html --no-open",
    "edgeasp play e2 --clue e2:official",
    "edgeasp generate --size 4 -n 3 -o book/ && edgeasp play book/",
    "edgeasp play puzzle.puz --no-engine -o small.html",
)
def play(
    puzzle: list[str] = typer.Argument(
        ...,
        metavar="PUZZLE...",
        help="A puzzle, optionally followed by a board to continue, or several .puz files, or a folder of them.",
    ),
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions(),
    title: str = output_option("--title TEXT", "The heading above the list of puzzles.", ""),
    palette: OwnColours = None,
    no_engine: bool = output_option("--no-engine", "Leave out the solver (1.3 MB): the page then has no hints.", False),
    no_open: bool = output_option("--no-open", "Write the page but do not open it.", False),
    output: str | None = output_option("-o --output FILE", "Write the page to FILE. Default: NAME-table.html."),
) -> None:
    """Make a page to play puzzles by hand with hints.

    The page is a single file. It needs no server and no network, and keeps your placements in the browser. Clues cannot
    be moved. Several puzzles share one page, easy puzzles first. Solutions next to the puzzle files are not included.
    """
    from edgeasp.api.table import open_in_browser, sort_by_difficulty
    from edgeasp.draw.page.html import is_page, table_page

    inputs = options.input_files(*puzzle)
    files.require_one_stdin(inputs)
    first, *others = puzzle
    several = files.are_puzzles(puzzle)
    if several:
        items = files.collect_puzzles(puzzle)
        others = [path for path in puzzle if path.lower().endswith(".sol")]
        if others and len(items) > 1:
            raise OptionError(f"{files.printable_name(others[0])}: expected no board with several puzzles")
        if others:
            first, several = items[0].path, False
    if len(others) > 1:
        raise OptionError(f"expected a puzzle and a board of it, or several .puz, found {len(puzzle)} files")
    if several:
        entries = sort_by_difficulty([_read_entry(item.path, None, options) for item in items], signals.raise_pending)
    else:
        entries = [_read_entry(first, others[0] if others else None, options)]
    name = Path(first).name if several else Path(files.printable_name(first)).stem
    kept = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name).strip("-.")[:60]
    path = f"{kept or 'edgeasp'}-table.html" if output is None else output
    delivery.require_writable(path, Content.PAGE, inputs)
    if output is None and Path(path).is_file() and not is_page(Path(path)):
        raise OutputError(f"{path}: exists and is not a page of edgeasp: choose another name with -o FILE")
    own = read_palette_of(palette, [entry.puzzle for entry in entries])
    page = table_page(entries, with_engine=not no_engine, title=title, palette=own)
    delivery.deliver(page, path)
    if path == files.STDIN:
        return
    opened = not no_open and open_in_browser(Path(path))
    how = "opened in the browser" if opened else "open it in a browser"
    size = len(page.encode())
    shown_size = f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
    console.note(f"{files.printable_name(path)}: {shown_size}; {how}")


def _read_entry(path: str, board: str | None, options: shared_options.PuzzleOptions) -> TableEntry:
    from edgeasp.draw.page.html import TableEntry

    instance, boards = options.read_boards(path, () if board is None else (board,))
    puzzle, clues = instance.puzzle, instance.clues
    laid = boards[0] if boards else Solution()
    shown = files.printable_name(path)
    copy = known.known_copy(puzzle)
    stem = Path(shown).stem
    name = copy.known.title if copy else f"No. {int(stem)}" if stem.isdecimal() else stem
    entry = TableEntry(name, puzzle, clues, laid, files.read_difficulty(path, puzzle, clues)[0])
    if reason := entry.unplayable:
        raise InputError(files.printable_name(board or path), None, reason)
    return entry


# ---- `edgeasp sheets`, and outputs of sheets of tiles and pages of boards, which `generate` has as well ----

sheet_option = option_factory("Sheets")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOptions:
    """Options of printed sheets, shared with `generate`."""

    paper: Literal["a4", "letter"] = sheet_option("--paper", "Paper size.", "a4")
    title: str = sheet_option("--title TEXT", "The heading above each puzzle.", "")
    text: list[str] | None = sheet_option(
        "--text LINE", "Text under the title, up to three times ('' for none). Default: how to play."
    )
    language: str = sheet_option(
        "--language CODE|FILE",
        f"The language of all other text: {', '.join(LANGUAGES)}, or a file of translations (see the guide).",
        "en",
    )
    from_one: bool = sheet_option("--from-one", "Number tiles from 1 (files number them from 0).", False)
    palette: OwnColours = None

    def sheet_options(self) -> SheetOptions:
        """Make the options of the sheets, or raise OptionError."""
        language, text = read_language(self.language), None
        if self.text is not None:
            text = tuple(line.strip() for part in self.text for line in part.splitlines() if line.strip())
            if len(text) > MOST_LINES:
                raise OptionError(f"--text: expected up to {MOST_LINES} lines, found {len(text)}")
        return SheetOptions(self.title, text, language=language)

    def style_page(self, page: PrintedPuzzle) -> PrintedPuzzle:
        """Apply the palette and the tile numbering to a page."""
        puzzle = page.puzzle
        own = read_palette_of(self.palette, [puzzle])
        if self.from_one and not (puzzle.names.numbers or puzzle.names.as_facts):
            puzzle = replace(puzzle, names=replace(puzzle.names, numbers=tuple(range(1, len(puzzle.tiles) + 1))))
        return replace(page, puzzle=puzzle, draw=replace(page.draw, palette=own))


@dataclass(frozen=True, slots=True)
class SheetOutput:
    """Destination of sheets: PDF, SVG, or folder of SVG files.

    Attributes:
        path: file or folder to write.
        form: `pdf` or `svg`, None for a folder of SVG files.
    """

    path: str
    form: str | None

    @classmethod
    def choose(cls, path: str, inputs: Sequence[str | None] = ()) -> SheetOutput:
        """Choose the destination, or raise an error before any work."""
        if path.endswith("/") or Path(path).is_dir():
            make_folder(path)
            return cls(path, None)
        form = writing.format_of_extension(path)
        if form not in ("pdf", "svg"):
            raise OptionError(
                f"{files.printable_name(path)}: expected a name that ends in .pdf or .svg, or a folder such as sheets/"
            )
        if form == "pdf":
            shapes.require_reportlab()
        delivery.require_writable(path, None, inputs)
        return cls(path, form)

    def write(
        self, printed: Sequence[PrintedPuzzle], style: SheetStyle, sheet_options: SheetOptions = SheetOptions()
    ) -> str:
        """Write the pages of all puzzles.

        Returns:
            A one-line summary.
        """
        if self.form == "svg" and sheet_options.tray is None:
            sheet_options = replace(sheet_options, tray=False)
        with signals.DrawingGuard():
            stacked = arrange_pages(printed, style, sheet_options)
        pages = stacked.pages
        if self.form is None:
            named = [(f"{prefix}{page.name}.svg", page) for prefix, page in pages if page.name]
            if len({name for name, _ in named}) < len(named):
                raise OutputError(f"{self.path}: expected puzzles with other names: two pages would have the same name")
            for name, page in named:
                writing.write_text(str(Path(self.path) / name), shapes.write_page_svg(page))
        elif self.form == "pdf":
            printed_pages = [page for _, page in pages]
            with signals.DrawingGuard():
                drawn = shapes.write_pdf(printed_pages, sheet_options.title or Path(self.path).stem)
            writing.write_bytes(self.path, drawn)
            delivery.note_missing(shapes.unprintable_characters(printed_pages), "a folder of .svg files shows")
        elif len(pages) == 1:
            writing.write_text(self.path, shapes.write_page_svg(pages[0][1]))
        else:
            name = files.printable_name(self.path)
            raise OptionError(f"{name}: expected a folder such as sheets/, or a .pdf, for {len(pages)} pages")
        for note in stacked.notes:
            console.note(note)
        return stacked.summary


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsOptions:
    """Options of `edgeasp sheets`."""

    tile: float = sheet_option("--width MM", "Width of a tile, in millimetres.", 30.0, min=5, max=250)
    backs: Backs = sheet_option(
        "--backs",
        "Print tile numbers on the other side of the paper (duplex), next to the tiles for "
        "folding (fold), or not at all.",
        "duplex",
    )
    flip: Flip = sheet_option("--flip", "The edge on which your printer flips the paper, for duplex.", "long")
    solutions: bool = sheet_option("--solved/--no-solved", "Add pages with the solved boards at the end.", True)
    numbers: bool = sheet_option("--numbers", "Show colours as numbers instead of motifs.", False)
    tiles: bool = sheet_option("--tiles", "Also show the number of each tile on its front.", False)
    look: PrintOptions = PrintOptions()
    contents: bool = sheet_option(
        "--contents", "List the puzzles on the first page, after a cover if there is a --title.", False
    )
    tray: bool | None = sheet_option(
        "--tray/--no-tray", "Also print a board to place the tiles on. Default: only if the rules need one."
    )
    picture: str | None = sheet_option(
        "--picture FILE", "A photo, printed across the backs: solving the puzzle reveals it."
    )
    picture_on: PhotoOn = sheet_option("--picture-on", "Print the photo on the backs, or on the tray.", "backs")
    output: Annotated[
        str,
        output_option(
            "-o --output FILE|DIR",
            "A .pdf with all pages, a .svg for a single page, or a folder/ for one .svg per page.",
        ),
    ]


@examples(
    "edgeasp sheets puzzle.puz -o puzzle.pdf",
    "edgeasp sheets puzzle.puz puzzle.sol -o puzzle.pdf --paper letter --width 25",
    "edgeasp sheets puzzle.puz -o sheets/ --backs fold",
    "edgeasp sheets e2 -o eternity.pdf",
    "edgeasp sheets puzzle.puz puzzle.sol -o gift.pdf --title 'For Anna and Ben'",
    "edgeasp sheets puzzle.puz -o x.pdf --tray --text 'Ask for help at table 3.'",
    daily="--width --backs --no-solved --numbers --paper --title --palette --picture -o",
)
def sheets(
    puzzle: Annotated[
        list[str],
        typer.Argument(
            metavar="PUZZLE...",
            help="Puzzles, and solutions of the same name (x.puz and x.sol), or folders of both.",
        ),
    ],
    options: shared_options.PuzzleOptions,
    wanted: SheetsOptions,
) -> None:
    """Print tiles to scale on sheets to cut out.

    Tile numbers are printed on the backs, and solutions on separate pages. Print at 100 %: the ruler below the tiles
    shows whether the scale is right. Tiles are side by side, in the order of the file, with marks for straight cuts. In
    duplex printing, each number is printed behind its tile. --flip names the edge your printer flips on. With --clue,
    another page shows the clues.
    """
    named = files.collect_puzzles(puzzle)
    if wanted.picture is None and wanted.picture_on == "tray":
        raise OptionError("--picture-on needs --picture, the photo to print")
    if wanted.picture is not None and wanted.picture_on == "backs" and wanted.backs == "none":
        raise OptionError("--picture needs backs, or --picture-on tray: leave out --backs none")
    sheet_options = replace(
        wanted.look.sheet_options(),
        tray=True if wanted.picture_on == "tray" else wanted.tray,
        photo_on=wanted.picture_on,
        solved=wanted.solutions,
        contents=wanted.contents,
    )
    target = SheetOutput.choose(wanted.output, options.input_files(*puzzle))
    files.require_one_stdin(options.input_files(*puzzle))
    printed = []
    for entry in named:
        instance, boards = options.read_boards(entry.path, entry.solutions)
        board, clues = instance.puzzle, instance.clues
        draw = DrawStyle(numbers=wanted.numbers, tiles=wanted.tiles)
        photo = b"" if wanted.picture is None else read_photograph(wanted.picture, board.cols, board.rows)
        level, unique = files.read_difficulty(entry.path, board, clues)
        page = PrintedPuzzle(entry.name, board, tuple(boards), clues, draw, level, unique, photo)
        printed.append(wanted.look.style_page(page))
        if photo and wanted.picture_on == "backs":
            features.require_support("photograph", board, source=entry.name, advice="add --picture-on tray")
        if photo and wanted.picture_on == "backs" and not printed[-1].complete_board:
            raise OptionError(f"{entry.name}: its solution is missing, which the photo needs: edgeasp solve finds one")
    style = SheetStyle(PAPERS[wanted.look.paper], wanted.tile, wanted.backs, wanted.flip)
    console.note(target.write(printed, style, sheet_options))
