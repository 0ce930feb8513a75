"""What standard output can show."""

from __future__ import annotations

import os


def coloured() -> bool:
    """Whether standard output shows enough colours to tell sides apart by them: 256 at least, and NO_COLOR not set."""
    from rich.console import Console

    return not os.environ.get("NO_COLOR") and Console().color_system in ("256", "truecolor")
