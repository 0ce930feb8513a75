"""Rules of one's own, read from files, with the files that they include."""

from __future__ import annotations

import re
from pathlib import Path

from edgeasp.encoding.own_rules import RulesFile, blanked
from edgeasp.formats import files
from edgeasp.system.errors import InputError
from edgeasp.system.lines import quoted

_INCLUDE = re.compile(r'#include\s*"([^"\n]*)"\s*\.')
_STRANGE = re.compile(r"[^\t\n\r\x20-\x7e]")


def read_rules(path: str) -> tuple[RulesFile, ...]:
    """The rules in a file, or on standard input for `-`: those that it includes come first, each file once.

    An included file is the one of that name, or else the one beside the file that includes it, as for clingo.

    Raises:
        InputError: a file cannot be read, or holds characters that clingo does not read.
    """
    found: dict[Path | None, RulesFile] = {}
    _read(path, None if path == files.STDIN else Path(path), found, set())
    return tuple(found.values())


def rules_in(text: str, name: str) -> tuple[RulesFile, ...]:
    """The rules in a text, which has a name in messages; otherwise as `read_rules`."""
    found: dict[Path | None, RulesFile] = {}
    _take(text, name, None, found, set())
    return tuple(found.values())


def _read(name: str, path: Path | None, found: dict[Path | None, RulesFile], seen: set[Path | None]) -> None:
    _take(files.read_text(name), files.shown_name(name), path, found, seen)


def _take(
    text: str, shown: str, path: Path | None, found: dict[Path | None, RulesFile], seen: set[Path | None]
) -> None:
    text = text.replace("\r\n", "\n")
    seen.add(path and path.resolve())
    _require_readable(text, shown)
    # In comments and strings nothing is included.
    begins = {match.start() for match in re.finditer("#include", blanked(text, strings=True))}
    for match in _INCLUDE.finditer(text):
        if match.start() not in begins:
            continue
        line = text.count("\n", 0, match.start()) + 1
        target = _target(match[1], path, shown, line)
        if target.resolve() not in seen:
            _read(str(target), target, found, seen)

    def blank(match: re.Match[str]) -> str:
        return "" if match.start() in begins else match[0]

    found[path and path.resolve()] = RulesFile(shown, _INCLUDE.sub(blank, text))


def _target(name: str, path: Path | None, shown: str, line: int) -> Path:
    """The file that a statement includes."""
    beside = path.parent if path else Path()
    for target in (Path(name), beside / name):
        if target.is_file():
            return target
    raise InputError(shown, line, f"expected a file to include, found none named {quoted(name)}")


def _require_readable(text: str, shown: str) -> None:
    """Make sure that clingo's lexer survives the text: it does not outside of ASCII."""
    code = blanked(text, strings=True)
    if match := _STRANGE.search(code):
        line = code.count("\n", 0, match.start()) + 1
        raise InputError(shown, line, f"expected ASCII but in comments and strings, found {match[0]!a}")
