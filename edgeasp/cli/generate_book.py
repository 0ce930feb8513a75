"""A book of `edgeasp generate --book`: so many puzzles of each class, in rising order, and a PDF of them all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from edgeasp.cli import console, exit_status, signals
from edgeasp.cli.app import end_search, run_search
from edgeasp.cli.generate_output import command
from edgeasp.cli.generate_selected import remarks
from edgeasp.cli.progress import Progress
from edgeasp.cli.sheet_output import Printed, SheetOutput, SheetWords
from edgeasp.draw.picture.paper import SIDE, Paper
from edgeasp.draw.picture.sheets import WORDY, SheetStyle
from edgeasp.formats import endings, files, puz, sol
from edgeasp.search.difficulty import DIFFICULTIES, Difficulty
from edgeasp.system import lines, writing
from edgeasp.system.errors import OptionError, OutputError

if TYPE_CHECKING:
    from edgeasp.batch.series import Rated, Series
    from edgeasp.batch.work import Running

Size = tuple[int, int]

_CLASS = re.compile(r"([0-9]{1,4})\s*([a-z]+)", re.ASCII)
_SIZES = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3})|-([0-9]{1,3}))?", re.ASCII | re.IGNORECASE)
_USUAL = ((5, 5), (6, 6), (7, 7))
_SMALLEST, _LARGEST = 20, 30
"""Tiles that are handled well, in millimetres."""

_LEAST_TILES = {"medium": 25, "hard": 36}
"""Smaller puzzles are less hard, however their colours are chosen."""


@dataclass(frozen=True, slots=True)
class Book:
    """What a book has: so many puzzles of each class, of these sizes, in a folder."""

    classes: tuple[tuple[Difficulty, int], ...]
    sizes: tuple[Size, ...]
    folder: str

    @property
    def count(self) -> int:
        """The number of puzzles."""
        return sum(number for _, number in self.classes)

    def groups(self) -> list[tuple[Difficulty, Size, int]]:
        """How many puzzles of each class and size, with the sizes spread over each class from small to large."""
        found = []
        for difficulty, number in self.classes:
            least = _LEAST_TILES.get(difficulty.name, 0)
            sizes = [size for size in self.sizes if size[0] * size[1] >= least] or [self.sizes[-1]]
            shares = [0] * len(sizes)
            for place in range(number):
                shares[place * len(sizes) // number] += 1
            found += [(difficulty, size, share) for size, share in zip(sizes, shares, strict=True) if share]
        return found


def plan(text: str, size: str | None, output: str | None, beside: Mapping[str, object]) -> Book:
    """The book that the options ask for; `beside` are other options, none of which makes sense with it.

    Raises:
        OptionError: they ask for none.
        OutputError: the folder has puzzles already.
    """
    for option in (name for name, given in beside.items() if given):
        raise OptionError(f"--book says which puzzles, and where they go: leave out {option}")
    if output is None or output == files.STDIN:
        raise OptionError("--book: expected a folder, such as -o book/")
    known = {each.name: each for each in DIFFICULTIES}
    counts: dict[str, int] = {}
    for part in filter(None, re.split(r"[,+]|\band\b", text)):
        match = _CLASS.fullmatch(part.strip())
        if not match or match[2] not in known or not int(match[1]):
            expected = "expected so many of each class, as in '4 easy, 4 hard'"
            raise OptionError(f"--book: {expected}, found {lines.quoted(text)}")
        counts[match[2]] = counts.get(match[2], 0) + int(match[1])
    sizes = tuple(sorted(set(_sizes(size)), key=lambda each: each[0] * each[1])) if size else _USUAL
    endings.make_folder(output)
    if there := next((path for path in sorted(Path(output).iterdir()) if path.suffix in (".puz", ".sol")), None):
        raise OutputError(f"{there} already exists: expected a folder without puzzles")
    return Book(tuple((each, counts[each.name]) for each in DIFFICULTIES if each.name in counts), sizes, output)


def _sizes(text: str) -> list[Size]:
    found: list[Size] = []
    for part in text.split(","):
        match = _SIZES.fullmatch(part.strip())
        if not match:
            raise OptionError(f"--size: expected sizes such as 5-7, or 5,6x4,7, found {lines.quoted(text)}")
        first, high, last = (None if each is None else int(each) for each in match.groups())
        assert first is not None
        found += [(first, high)] if high else [(each, each) for each in range(first, (last or first) + 1)]
    if not found:
        raise OptionError(f"--size: expected sizes from small to large, such as 5-7, found {lines.quoted(text)}")
    return found


def make(
    book: Book,
    series_of: Callable[[Size, int, Difficulty], Series],
    jobs: int,
    sheets: str | None,
    paper: Paper,
    words: SheetWords,
) -> None:
    """Select the puzzles, write them numbered, in rising order, and print them; the command ends here.

    Args:
        book: what it has.
        series_of: the puzzles of a size, so many of them and of a class.
        jobs: the number of processes.
        sheets: where the pages go; `book.pdf` in the folder if None.
        paper: of the pages.
        words: on them.
    """
    target = SheetOutput.choose(sheets or str(Path(book.folder) / "book.pdf"))
    found: list[tuple[Series, Rated]] = []
    failed: list[str] = []
    interrupt = _select(book, series_of, jobs, found, failed)
    for given_up in failed:
        console.error(given_up)
    if not found:
        if interrupt is not None:
            end_search(interrupt, answered=False, stopped=True)
        raise typer.Exit(exit_status.UNANSWERED)
    ranks = {each.name: rank for rank, each in enumerate(DIFFICULTIES)}
    found.sort(key=lambda each: (ranks[_class(each[0])], each[1].effort.median, len(each[1].planted.puzzle.tiles)))
    printed = _write(book, found)
    said = target.write(printed, SheetStyle(paper, _tile(paper, book.sizes[-1])), words)
    levels = [each.level for each in printed]
    classes = ", ".join(f"{levels.count(name)} {name}" for name in dict.fromkeys(levels))
    console.note(f"{len(printed)} puzzles with one solution each: {classes}; {book.folder}")
    console.note(f"{files.shown_name(target.path)}: {said}")
    if interrupt is not None:
        end_search(interrupt, answered=False, stopped=True)
    raise typer.Exit(exit_status.UNANSWERED if failed else exit_status.ANSWERED)


def _tile(paper: Paper, size: Size) -> float:
    """The width of tiles in millimetres with which the largest puzzle fits on a page, if they are not too small."""
    fitting = min((paper.width - 2 * SIDE) // size[0], (paper.height - 2 * WORDY) // size[1])
    return float(max(_SMALLEST, min(_LARGEST, fitting)))


def _select(
    book: Book,
    series_of: Callable[[Size, int, Difficulty], Series],
    jobs: int,
    found: list[tuple[Series, Rated]],
    failed: list[str],
) -> KeyboardInterrupt | None:
    """Select the puzzles, group by group; those of an interrupted selection are kept."""
    from edgeasp.batch.series import Selection

    progress = Progress(total=book.count)

    def search() -> None:
        for difficulty, size, number in book.groups():
            series = series_of(size, number, difficulty)
            selection = Selection(series, jobs)

            def tick(_: list[Running], selection: Selection = selection, what: str = difficulty.name) -> None:
                signals.raise_pending()
                if progress.due:
                    done = f"{len(found):,} of {book.count:,} puzzles"
                    progress.show(done, f"{what}, {selection.tried:,} candidates", share=len(found) / book.count)

            for rated in selection.run(tick):
                found.append((series, rated))
            if selection.given_up:
                failed.append(selection.given_up)

    return run_search(search, progress)


def _class(series: Series) -> str:
    assert series.difficulty is not None
    return series.difficulty.name


def _write(book: Book, found: Sequence[tuple[Series, Rated]]) -> list[Printed]:
    """Write puzzles and solutions as 01.puz, 01.sol and so on."""
    width = max(2, len(str(len(found))))
    printed = []
    for number, (series, rated) in enumerate(found, 1):
        name, made = f"{number:0{width}}", rated.planted
        assert made.solution is not None
        comments = "".join(f"c {line}\n" for line in (command(rated.recipe), *remarks(series, rated)))
        path = Path(book.folder) / name
        writing.write_text(f"{path}.puz", comments + puz.write(made.puzzle))
        writing.write_text(f"{path}.sol", sol.write(made.solution))
        if made.clues:
            writing.write_text(f"{path}.clue", sol.write(made.clues))
        level = _class(series)
        printed.append(Printed(name, made.puzzle, (made.solution,), made.clues, level=level, unique=True))
    return printed
