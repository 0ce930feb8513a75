"""Outputs of sheets of tiles and pages of boards, and the options that two commands have for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from edgeasp.cli import delivery
from edgeasp.draw.picture import pdf, svg
from edgeasp.draw.picture.printing import Printed, SheetWords, stack
from edgeasp.draw.picture.tile_sheets import MOST_LINES, SheetStyle
from edgeasp.formats import files
from edgeasp.system import writing
from edgeasp.system.errors import OptionError, OutputError
from edgeasp.system.writing import make_folder

sheet_option = partial(typer.Option, rich_help_panel="Sheets")

Title = Annotated[str, sheet_option("--title", metavar="TEXT", help="What stands above each puzzle.")]
Text = Annotated[
    list[str] | None,
    sheet_option(
        "--text",
        metavar="LINE",
        help="A line below the title; up to three times. '' for none; how to play, if not given.",
    ),
]


_FOUND_OUT = re.compile(r"^c one solution\b[^;\n]*(?:; (\w+): )?", re.MULTILINE)


def level_of(path: str) -> tuple[str, bool]:
    """The class of a puzzle, and whether it has one solution, as `generate` says it at the beginning of the file."""
    if Path(path).suffix.lower() != ".puz" or not Path(path).is_file():
        return "", False
    comment = _FOUND_OUT.search(files.read_text(path))
    return (comment[1] or "", True) if comment else ("", False)


def text_lines(texts: list[str] | None) -> tuple[str, ...] | None:
    """The lines below the title; None for those that say how to play.

    Raises:
        OptionError: they are more than there is room for.
    """
    if texts is None:
        return None
    words = tuple(line.strip() for text in texts for line in text.splitlines() if line.strip())
    if len(words) > MOST_LINES:
        raise OptionError(f"--text: expected up to {MOST_LINES} lines, found {len(words)}")
    return words


PaperSize = Annotated[Literal["a4", "letter"], sheet_option("--paper", help="The size of the paper.")]


@dataclass(frozen=True, slots=True)
class SheetOutput:
    """A PDF file with all pages, a SVG file with a single one, or a folder with a SVG file for each, of no form."""

    path: str
    form: str | None

    @classmethod
    def choose(cls, path: str, inputs: Iterable[str | None] = ()) -> SheetOutput:
        """The output of a name; refuses, before any work, what cannot be written."""
        if path.endswith("/") or Path(path).is_dir():
            make_folder(path)
            return cls(path, None)
        form = writing.form_of_ending(path)
        if form not in ("pdf", "svg"):
            raise OptionError(
                f"{files.shown_name(path)}: expected a name that ends in .pdf or .svg, or a folder such as sheets/"
            )
        if form == "pdf":
            pdf.require()
        delivery.require_writable(path, None, inputs)
        return cls(path, form)

    def write(self, printed: Sequence[Printed], style: SheetStyle, words: SheetWords = SheetWords()) -> str:
        """Write the pages of all puzzles.

        Returns:
            a summary in one line.
        """
        stacked = stack(printed, style, words)
        pages = stacked.pages
        if self.form is None:
            named = [(f"{prefix}{page.name}.svg", page) for prefix, page in pages if page.name]
            if len({name for name, _ in named}) < len(named):
                raise OutputError(f"{self.path}: expected puzzles with other names: two pages would have the same name")
            for name, page in named:
                writing.write_text(str(Path(self.path) / name), svg.write_page(page))
        elif self.form == "pdf":
            writing.write_bytes(self.path, pdf.write([page for _, page in pages], Path(self.path).stem))
        elif len(pages) == 1:
            writing.write_text(self.path, svg.write_page(pages[0][1]))
        else:
            name = files.shown_name(self.path)
            raise OptionError(f"{name}: expected a folder such as sheets/, or a .pdf, for {len(pages)} pages")
        return stacked.summary
