"""What the options `--plot` have in common."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from edgeasp.cli.delivery import require_writable
from edgeasp.draw import plotting
from edgeasp.formats.endings import Content
from edgeasp.puzzle.errors import OptionError


def require_plottable(picture: Path | None, inputs: Iterable[str | None] = ()) -> None:
    """Make sure, before any work, that a plot can be drawn to this file, if one is wanted."""
    if picture is None:
        return
    plotting.require()
    if picture.suffix.lower() not in (".svg", ".png"):
        raise OptionError(f"{picture}: expected a name that ends in .svg or .png")
    require_writable(str(picture), Content.PICTURE, inputs)
