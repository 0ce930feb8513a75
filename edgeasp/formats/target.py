"""The format to write: by its name, by the ending of the file's name, or edgeasp's own."""

from __future__ import annotations

from pathlib import Path

from edgeasp.formats import registry
from edgeasp.formats.document import BoardFormat, PuzzleFormat
from edgeasp.formats.endings import require_ending_of
from edgeasp.formats.lines import printable
from edgeasp.puzzle.errors import FormatError

Target = PuzzleFormat | BoardFormat


def target(name: str | None, path: str | None, *, solution: bool, option: str = "the format") -> Target:
    """The format to write.

    Args:
        name: the name of the format; None to choose it by the file.
        path: the file to write; None if there is none.
        solution: whether a solution is to be written, so that its formats come first.
        option: what names the format, for messages.

    Raises:
        FormatError: there is no such format, or the file's name does not decide.
        OutputError: the file's name is that of something else.
    """
    boards, puzzles = registry.boards(), registry.puzzles()
    everything: list[Target] = [*boards, *puzzles] if solution else [*puzzles, *boards]
    if name is not None:
        for each in everything:
            if each.name == name:
                if path is not None:
                    require_ending_of(path, f"the format {name}", each.suffixes)
                return each
        names = ", ".join(dict.fromkeys(each.name for each in everything))
        raise FormatError(f"expected {option} {names}, found {name!r}")
    if path is None:
        return registry.SOL if solution else registry.PUZ
    suffix = Path(path).suffix.lower()
    fitting = {each.name: each for each in reversed(everything) if suffix in each.suffixes}
    if len(fitting) == 1:
        return next(iter(fitting.values()))
    if fitting:
        names = ", ".join(reversed(fitting))
        raise FormatError(f"{printable(path)}: several formats end in {suffix}: say which with {option} ({names})")
    raise FormatError(f"{printable(path)}: no format ends in {suffix or 'nothing'!r}: say which with {option}")
