"""C libraries, compiled from sources in this package.

The build hook compiles them if there is a C compiler. A library's name ends in a checksum of its source, so a library
compiled from an older source is never loaded.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

from edgeasp.system import processes
from edgeasp.system.errors import OptionError

Declare = Callable[[ctypes.CDLL], object]
"""Function that declares argument and result types of a library's functions to ctypes."""

# Maps each source to its loaded library, or to the reason why loading failed.
_outcomes: dict[Path, ctypes.CDLL | str] = {}


def load_library(source: Path, name: str, declare: Declare) -> ctypes.CDLL:
    """Load the library of a C source file.

    Args:
        source: the source file.
        name: name of the feature, for the error message.
        declare: declares the types of the library's functions.

    Raises:
        OptionError: the library is missing, or cannot be loaded.
    """
    outcome = _load_once(source, declare)
    if isinstance(outcome, str):
        raise OptionError(f"{name} is a program in C: {outcome}")
    return outcome


def load_library_or_warn(source: Path, declare: Declare) -> ctypes.CDLL | None:
    """Load the library of a C source file, if possible.

    Otherwise returns None, after a warning that edgeasp is slower.
    """
    outcome = _load_once(source, declare)
    if isinstance(outcome, str):
        processes.warn_unavailable(f"without its programs in C edgeasp is slower: {outcome}")
        return None
    return outcome


def c_sources() -> list[Path]:
    """List the C source files in this package."""
    return sorted(Path(__file__).parents[1].rglob("*.c"))


def library_path(source: Path) -> Path:
    """Return the path of the library compiled from a source."""
    # Python would import NAME.so as a module.
    ending = ".dll" if processes.WINDOWS else ".so"
    return source.with_name(f"{source.name}-{crc32(source.read_bytes()):08x}{ending}")


def library_state(source: Path) -> str:
    """Return "compiled", or why the library does not load."""
    outcome = _load_or_explain(source, lambda _: None)
    return outcome if isinstance(outcome, str) else "compiled"


def _load_once(source: Path, declare: Declare) -> ctypes.CDLL | str:
    if source not in _outcomes:
        _outcomes[source] = _load_or_explain(source, declare)
    return _outcomes[source]


def _load_or_explain(source: Path, declare: Declare) -> ctypes.CDLL | str:
    path = library_path(source)
    if not path.exists():
        return f"{source.name} is not compiled: install edgeasp where there is a C compiler (a checkout: make install)"
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        return " ".join(str(error).split())
    declare(library)
    return library
