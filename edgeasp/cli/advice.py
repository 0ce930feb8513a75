"""Advice on a line that makes no sense: the right line, from the words and from what files are."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from edgeasp.cli import completion

SYNONYMS = {
    "--time-limit": ("-t", "--timeout", "--time", "--limit", "--seconds"),
    "--jobs": ("-j", "--threads", "--cores", "--workers", "--processes", "--parallel", "--cpus"),
    "--number": ("--all", "--models", "--solutions", "--limit-solutions"),
    "--output": ("--out", "--file", "--save", "--write"),
    "--clue": ("--clues", "--hint", "--hints", "--complete", "--keep", "--board"),
    "--memory-limit": ("--memory", "--ram", "-m"),
    "--stats": ("--statistics", "-v", "--verbose"),
    "--watch": ("--live", "--progress"),
    "--quiet": ("--silent", "-s"),
    "--colours": ("--colors", "--colour", "--color"),
    "--border-colours": ("--border-colors",),
    "--size": ("--dimensions", "--board-size", "--width-height"),
    "--seed": ("--random-seed",),
    "--format": ("--form", "--as", "--output-format"),
}
"""Names of options in other programs."""

RENAMED: dict[str, dict[str, str]] = {
    "solve": {"--threads": "--jobs", "--complete": "--clue", "--up-to-symmetry": "--up-to-rotation"},
    "certify": {"--solutions": "--solution", "--up-to-symmetry": "--up-to-rotation"},
    "campaign new": {"--up-to-symmetry": "--up-to-rotation"},
    "show": {"--letters": "--coordinates", "--pieces": "--tiles"},
    "sheets": {"--solutions": "--solved", "--no-solutions": "--no-solved", "--tile": "--width"},
    "generate": {"--count": "--number", "--clue": "--clues", "--solution": "--save-solution"},
    "cnf": {"--encoding": "--formula"},
    "campaign simulate": {"--start": "--start-up"},
}
"""The options of each command by their names of before."""

_BOARDS = (".sol", ".clue")
_PUZZLES = (".puz", ".lp")


@dataclass(frozen=True)
class TypedLine:
    """A line as it was typed.

    Attributes:
        command: the words that call the command, such as `suite solve`; empty without one.
        files: its arguments, without options.
        options: its options with their values, in their order.
    """

    command: str
    files: tuple[str, ...]
    options: tuple[str, ...]

    def again(self, *files: str, command: str = "", more: Sequence[str] = ()) -> str:
        """The line with other arguments, and perhaps as another command without these options."""
        words = ["edgeasp", *(command or self.command).split(), *files, *more, *(() if command else self.options)]
        return shlex.join(words)


def parsed(words: Sequence[str]) -> TypedLine:
    """The parts of a line; an option that is not known takes no value."""
    words = [word for word in words if word != "help"]
    command = ""
    for length in (1, 2):
        if (name := " ".join(words[:length])) in completion.read():
            command = name
    params = completion.read()[command]["params"] if command else []
    valued = {name for parameter in params if not parameter.get("flag") for name in parameter.get("names", ())}
    files: list[str] = []
    options: list[str] = []
    rest = list(words[len(command.split()) :])
    while rest:
        word = rest.pop(0)
        if word.startswith("-") and word != "-":
            options.append(word)
            if word in valued and rest:
                options.append(rest.pop(0))
        else:
            files.append(word)
    return TypedLine(command, tuple(files), tuple(options))


def advice(words: Sequence[str], message: str) -> str | None:
    """The right line, or a question that leads to it; None if nothing is likely.

    Args:
        words: what was typed after `edgeasp`.
        message: what is wrong with it.
    """
    line = parsed(words)
    option = re.match(r"No such option: (-[-\w]*)", message)
    if option is not None:
        return _option(line, option[1])
    return next((likely for find in _FINDERS if (likely := find(line, message)) is not None), None)


def _option(line: TypedLine, name: str) -> str | None:
    """The option of another name, or one that is nearly written so."""
    own = (
        {
            name
            for param in completion.read()[line.command]["params"]
            for name in (*param.get("names", ()), *([param["off"]] if "off" in param else []))
        }
        if line.command
        else set()
    )
    old = RENAMED.get(line.command, {})
    if name in old:
        return f"{name} is now {old[name]}"
    for known, others in SYNONYMS.items():
        if known in own and name in others:
            return f"did you mean {known}{' all' if name == '--all' else ''}?"
    for like in get_close_matches(name, [*own, *old], 1, 0.75):
        return f"did you mean {old.get(like, like)}?"
    return f"what it takes: edgeasp help {line.command}" if line.command else None


def _swapped(line: TypedLine, message: str) -> str | None:
    if not _wants_puzzle(message):
        return None
    if line.command in _WITH_BOARD and len(line.files) == 2 and _is_board(line.files[0]) and _is_puzzle(line.files[1]):
        return f"the other way round? {line.again(line.files[1], line.files[0])}"
    return None


def _board_alone(line: TypedLine, message: str) -> str | None:
    """A board where a puzzle is expected."""
    if not _wants_puzzle(message) or len(line.files) != 1 or not _is_board(line.files[0]):
        return None
    board = line.files[0]
    if line.command in _WITH_BOARD:
        return f"of which puzzle? {line.again('PUZZLE', board)}"
    if line.command == "convert":
        return f"of which puzzle? {line.again(board, more=['--puzzle', 'PUZZLE'])}"
    if line.command in _KEEPS:
        return f"of which puzzle? {line.again('PUZZLE', more=[_KEEPS[line.command], board])}"
    return "it is a board: name the puzzle of which it is one" if line.command else None


def _board_beside(line: TypedLine, message: str) -> str | None:
    """A board that is one argument too many."""
    if "unexpected extra" not in message or line.command not in _KEEPS:
        return None
    if len(line.files) != 2 or not _is_board(line.files[1]):
        return None
    puzzle, board = line.files
    kept = line.again(puzzle, more=[_KEEPS[line.command], board])
    word = "to go on from it" if line.command == "best" else "to keep its tiles"
    return f"{word}: {kept}; to judge it: {line.again(puzzle, board, command='check')}"


def _board_decoded(line: TypedLine, message: str) -> str | None:
    if "expected the output of clingo" in message and len(line.files) == 2 and _is_board(line.files[1]):
        return f"it is a board already: {line.again(*line.files, command='check')}"
    return None


def _board_missing(line: TypedLine, message: str) -> str | None:
    if not message.startswith(("Missing argument 'BOARD'", "Invalid value for SOLUTION")):
        return None
    if line.command in ("check", "hint") and len(line.files) == 1 and _is_puzzle(line.files[0]):
        what = "check a board of it" if line.command == "check" else "get a hint for a board of it"
        return f"to {what}: {line.again(line.files[0], 'BOARD.sol')}"
    return None


def _group(line: TypedLine, message: str) -> str | None:
    """A puzzle where the command of a group is expected."""
    first = line.files[0] if line.files else ""
    if (
        "There is no command" not in message
        or line.command not in _GROUPS
        or not (_is_puzzle(first) or os.path.exists(first))
    ):
        return None
    return f"did you mean {_GROUPS[line.command].format(shlex.quote(first))}?"


def _size(line: TypedLine, message: str) -> str | None:
    """A size without its option, or written with `by`."""
    if line.command != "generate":
        return None
    options = list(line.options)
    text = " ".join([options.pop(options.index("--size") + 1) if "--size" in options[:-1] else "", *line.files])
    size = re.fullmatch(r"\s*([0-9]+)(?:\s*(?:x|X|by|\*|,)?\s*([0-9]+))?\s*", text)
    if size is None:
        return None
    if "--size" in options:
        options.remove("--size")
    words = ["edgeasp", "generate", "--size", f"{size[1]}x{size[2]}" if size[2] else size[1], *options]
    return f"did you mean {shlex.join(words)}?" if line.files else None


def _output(line: TypedLine, message: str) -> str | None:
    """No name for what is written."""
    if "'-o'" not in message or line.command not in _WRITES or len(line.files) != 1:
        return None
    name = _WRITES[line.command].format(Path(line.files[0]).stem)
    return f"such as {line.again(line.files[0], more=['-o', name])}"


def _folder(line: TypedLine, message: str) -> str | None:
    """A folder where one puzzle is expected."""
    if "is a directory" not in message or not line.files or not os.path.isdir(line.files[0]):
        return None
    inside = sorted(Path(line.files[0]).glob("*.puz"))
    return f"a puzzle in there: {line.again(str(inside[0]), *line.files[1:])}" if inside else None


def _address(line: TypedLine, message: str) -> str | None:
    """An address of a file, which is not fetched."""
    for file in line.files:
        if re.match(r"(?i)(https?|ftp)://", file) and "board_edges" not in file:
            name = file.rstrip("/").rpartition("/")[2] or "puzzle.puz"
            files = [name if other == file else other for other in line.files]
            return f"nothing is fetched from the net: download it first, then {line.again(*files)}"
    return None


def _format(line: TypedLine, message: str) -> str | None:
    """A text that is in no format, and begins like words."""
    if "expected a fact" not in message or not line.files or _is_puzzle(line.files[0]):
        return None
    return "no format of puzzles fits: edgeasp formats lists them"


_WITH_BOARD = ("check", "hint", "show", "play")
"""Commands that take a puzzle and a board of it."""

_KEEPS = {"solve": "--clue", "explain": "--clue", "best": "--start", "certify": "--solution"}
"""The option by which a command takes a board beside the puzzle."""

_GROUPS = {
    "campaign": "edgeasp campaign new {} -o campaign",
    "suite": "edgeasp suite generate boards --sizes 4-6, or for one puzzle edgeasp solve {}",
    "signs": "edgeasp signs count {}",
}

_WRITES = {"sheets": "{}.pdf", "certify": "certificate", "campaign new": "campaign"}

_FINDERS: tuple[Callable[[TypedLine, str], str | None], ...] = (
    *(_swapped, _board_alone, _board_decoded, _board_beside, _board_missing),
    *(_group, _size, _output, _folder, _address, _format),
)


def _wants_puzzle(message: str) -> bool:
    return any(words in message for words in ("found a solution by its name", "several puzzles go"))


def _is_board(name: str) -> bool:
    return Path(name).suffix.lower() in _BOARDS


def _is_puzzle(name: str) -> bool:
    return Path(name).suffix.lower() in _PUZZLES or name.lower() == "e2"
