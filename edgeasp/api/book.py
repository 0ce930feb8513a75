"""Books of puzzles: numbered in rising order, with their solutions, and printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Unpack, overload

from edgeasp.api.arguments import as_name, as_size
from edgeasp.api.making import Generated, RecipeArguments, generated, recipe_of, series_of
from edgeasp.api.running import Clock, Progress, require
from edgeasp.formats import plain
from edgeasp.generate import command
from edgeasp.parallel import series as books
from edgeasp.parallel.series import BookEntry, BookPlan, Selecting, Series, Size, remarks
from edgeasp.search.cubes import Difficulty
from edgeasp.system import writing
from edgeasp.system.errors import LimitError, OptionError, OutputError, guided
from edgeasp.system.limits import MOST_JOBS, Limits
from edgeasp.system.writing import make_folder

if TYPE_CHECKING:
    from edgeasp.draw.sheets import Printed


@dataclass(frozen=True, repr=False)
class Book(Sequence[Generated]):
    """Puzzles with one solution each, in rising order; a sequence of `Generated`.

    >>> book = edgeasp.generate_book({"easy": 2}, sizes=[4])
    >>> book.names, book.levels, all(edgeasp.is_unique(puzzle) for puzzle in book)
    (('01', '02'), ('easy', 'easy'), True)

    Attributes:
        puzzles: the puzzles, each with its planted board.
        levels: the class of each: `easy`, `medium` or `hard`.
        comments: what the file of each begins with: the command that makes it, and what it took to solve it.
    """

    puzzles: tuple[Generated, ...]
    levels: tuple[str, ...]
    comments: tuple[tuple[str, ...], ...]

    def __len__(self) -> int:
        return len(self.puzzles)

    @overload
    def __getitem__(self, place: int) -> Generated: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Generated]: ...
    def __getitem__(self, place: int | slice) -> Generated | Sequence[Generated]:
        return self.puzzles[place]

    def __iter__(self) -> Iterator[Generated]:
        return iter(self.puzzles)

    def __repr__(self) -> str:
        counts = ", ".join(f"{self.levels.count(level)} {level}" for level in dict.fromkeys(self.levels))
        return f"Book({counts})"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of their files, in which they are numbered: `01` and so on."""
        width = max(2, len(str(len(self))))
        return tuple(f"{number:0{width}}" for number in range(1, len(self) + 1))

    def save(
        self,
        folder: str | PathLike[str],
        *,
        title: str = "",
        text: Sequence[str] | None = None,
        paper: Literal["a4", "letter"] = "a4",
    ) -> Path:
        """Write `01.puz`, `01.sol` and so on to a folder, and all sheets to `book.pdf` there, as a command does.

        >>> book = edgeasp.generate_book("2 easy", "4")
        >>> sorted(path.name for path in book.save("winter", title="Winter").iterdir())
        ['01.puz', '01.sol', '02.puz', '02.sol', 'book.pdf']

        Args:
            folder: that it makes, or one without puzzles.
            title: what stands above each puzzle, before its number.
            text: up to three lines below that; how to play if None.
            paper: of the pages.

        Raises:
            OptionError: there is no such paper, or ReportLab, of the extra `pdf`, is not installed.
            OutputError: the folder has puzzles already, or cannot be written.
        """
        from edgeasp.draw import shapes
        from edgeasp.draw.shapes import PAPERS
        from edgeasp.draw.sheets import MOST_LINES, SheetStyle, SheetWords, handy, stack

        shapes.require_reportlab()
        if paper not in PAPERS:
            raise OptionError(f"expected paper {' or '.join(PAPERS)}, found {paper!r}")
        if text is not None and (isinstance(text, str) or len(text) > MOST_LINES):
            raise OptionError(f"expected a list of up to {MOST_LINES} lines as text, found {text!r}")
        name = as_name(folder)
        require_empty(name)
        self.write(name)
        words = SheetWords(title, None if text is None else tuple(text), tray=True, contents=True)
        largest = max(self.puzzles, key=lambda puzzle: puzzle.cols * puzzle.rows)
        style = SheetStyle(PAPERS[paper], handy(PAPERS[paper], largest.cols, largest.rows))
        pages = stack(self.printed(), style, words).pages
        writing.write_bytes(
            str(Path(name) / "book.pdf"), shapes.write_pdf([page for _, page in pages], title or "book")
        )
        return Path(name)

    def write(self, folder: str) -> None:
        """Write puzzles, solutions and clues to a folder that is there."""
        for name, puzzle, comments in zip(self.names, self.puzzles, self.comments, strict=True):
            path = Path(folder) / name
            assert puzzle.solution is not None
            writing.write_text(
                f"{path}.puz", "".join(f"c {line}\n" for line in comments) + plain.write_puz(puzzle.puzzle)
            )
            writing.write_text(f"{path}.sol", plain.write_sol(puzzle.solution))
            if puzzle.clues:
                writing.write_text(f"{path}.clue", plain.write_sol(puzzle.clues))

    def printed(self) -> list[Printed]:
        """The puzzles as they are printed."""
        from edgeasp.draw.sheets import Printed

        return [
            Printed(
                name,
                puzzle.puzzle,
                (puzzle.solution,) if puzzle.solution else (),
                puzzle.clues,
                level=level,
                unique=True,
            )
            for name, puzzle, level in zip(self.names, self.puzzles, self.levels, strict=True)
        ]


def book_of(entries: Sequence[BookEntry]) -> Book:
    """The book with these puzzles, in this order."""
    return Book(
        tuple(generated(entry.rated.recipe, entry.rated.planted) for entry in entries),
        tuple(entry.level.name for entry in entries),
        tuple((command(entry.rated.recipe), *remarks(entry.series, entry.rated)) for entry in entries),
    )


def require_empty(folder: str) -> None:
    """Make a folder, if need be, and refuse one with puzzles or solutions, with an OutputError."""
    make_folder(folder)
    if there := next((path for path in sorted(Path(folder).iterdir()) if path.suffix in (".puz", ".sol")), None):
        raise OutputError(f"{there} already exists: expected a folder without puzzles")


@guided
def generate_book(
    classes: str | Mapping[str, int],
    sizes: str | int | Sequence[int | str | tuple[int, int]] = "5-7",
    **recipe: Unpack[RecipeArguments],
) -> Book:
    """Make a book: so many easy, medium and hard puzzles with one solution each, in rising order.

    Equal arguments give equal puzzles on every machine, and those of `edgeasp generate --book`.

    >>> edgeasp.generate_book("2 easy", "4")
    Book(2 easy)

    Args:
        classes: so many of each class, as in `"4 easy, 4 hard"` or `{"easy": 4, "hard": 4}`.
        sizes: such as `"5-7"` or `[5, "6x4", (7, 7)]`; each class has them from small to large.
        preset: as `generate_puzzle` has it; so are all arguments that are not here.
        colours: the number of inner colours; by the class if None.
        border_colours: the number of colours of the diamonds along the frame.
        framed: whether there is a frame.
        seed: of the random numbers; the first one that is tried.
        jobs: the number of processes that try puzzles.
        on_tick: called with a `Progress` several times a second; an exception that it raises ends the call.

    Raises:
        LimitError: many puzzles in a row did not fit.
        OptionError: there is no such class, size or preset, or no such puzzle.
        TypeError: there is no such switch.
    """
    require("number of processes", recipe["jobs"], 1, MOST_JOBS)
    chosen = books.sizes(sizes) if isinstance(sizes, str) else _sizes(sizes)
    plan = BookPlan(books.classes(classes), chosen)

    def series(size: Size, number: int, difficulty: Difficulty) -> Series:
        return series_of(recipe_of(size, recipe), number, difficulty, recipe)

    selecting, clock = Selecting(plan), Clock(Limits(), recipe["on_tick"])
    clock.look = lambda seconds: Progress(
        f"{selecting.level}, {selecting.tried} tried",
        seconds,
        len(selecting.found),
        share=len(selecting.found) / plan.count,
    )
    for _ in selecting.run(series, recipe["jobs"], lambda _: clock.check()):
        pass
    if selecting.given_up:
        raise LimitError("; ".join(selecting.given_up))
    return book_of(selecting.in_order())


def _sizes(named: int | Sequence[int | str | tuple[int, int]]) -> tuple[Size, ...]:
    sizes = [named] if isinstance(named, int) else list(named)
    if not sizes:
        raise OptionError("expected sizes such as '5-7', or [5, '6x4'], found none")
    return tuple(sorted({as_size(size) for size in sizes}, key=lambda size: (size[0] * size[1], size)))
