"""Formats and solvers that other packages offer as entry points."""

from __future__ import annotations

from functools import cache
from typing import Any

from edgeasp.system.errors import OptionError


@cache
def load_plugins(group: str) -> tuple[Any, ...]:
    """Load all entry points of a group.

    Args:
        group: `edgeasp.formats` or `edgeasp.solvers`.

    Raises:
        OptionError: an entry point cannot be loaded. The message names its package.
    """
    # Imported late: most commands need no plug-in, and the import takes long.
    from importlib.metadata import entry_points

    loaded = []
    for entry in entry_points(group=group):
        try:
            loaded.append(entry.load())
        except Exception as error:
            package = entry.dist.name if entry.dist else entry.value
            raise OptionError(
                f"the plug-in {entry.name} of the package {package} cannot be loaded ({error}): "
                f"repair it, or pip uninstall {package}"
            ) from error
    return tuple(loaded)
