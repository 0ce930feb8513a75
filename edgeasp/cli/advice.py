"""Advice on a line that makes no sense: the right line, from the words and from what files are."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

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
    "--rounds": ("--iterations", "--steps"),
    "--start": ("--from-board", "--resume", "--continue"),
    "--colours": ("--colors", "--colour", "--color"),
    "--border-colours": ("--border-colors",),
    "--size": ("--dimensions", "--board-size", "--width-height"),
    "--seed": ("--random-seed",),
    "--format": ("--form", "--as", "--output-format"),
    "--goal": ("--target", "--until", "--score", "--reach"),
    "--unframed": ("--no-frame", "--frameless", "--no-border"),
    "--upright": ("--no-rotation", "--no-rotations", "--no-turning", "--no-turns", "--fixed"),
    "--systems": ("--solver", "--solvers", "--system"),
    "--paper": ("--paper-size", "--page-size"),
}
"""Names of options in other programs."""

_AS_FORMAT = ("json", "csv", "html", "list")
_AS_ENDING = ("svg", "png", "pdf")
"""Forms that are asked for by an option of their name."""

_PAPERS = ("a4", "a3", "letter")
_AS_ARGUMENT = ("--puzzle", "--input", "--in", "-i", "--instance")
"""Options of other programs for what is an argument here."""

COMMANDS_ELSEWHERE = {
    **dict.fromkeys(("compare", "cmp", "changes"), "diff"),
    **dict.fromkeys(("score", "judge", "validate", "test", "card"), "check"),
    **dict.fromkeys(("draw", "view", "display", "render", "picture"), "show"),
    **dict.fromkeys(("print", "cut"), "sheets"),
    **dict.fromkeys(("optimise", "optimize", "improve"), "best"),
    **dict.fromkeys(("new", "make", "create"), "generate"),
    **dict.fromkeys(("export", "import", "translate"), "convert"),
    **dict.fromkeys(("stats", "describe", "analyse", "analyze"), "info"),
    "count": "solve PUZZLE --count",
    "unique": "solve PUZZLE --unique",
    "why": "explain",
    "run": "campaign run",
    "version": "--version",
}
"""Commands by names that people guess."""

_CAMPAIGN_ELSEWHERE = {
    **dict.fromkeys(("resume", "continue", "start", "restart"), "edgeasp campaign run {} goes on where it was"),
    **dict.fromkeys(("stop", "pause", "kill"), "Ctrl-C stops it, and edgeasp campaign run {} goes on"),
    **dict.fromkeys(("create", "init"), "edgeasp campaign new PUZZLE -o {}"),
}

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
    own = _own(line)
    old = RENAMED.get(line.command, {})
    if name in old:
        return f"{name} is now {old[name]}"
    for known, others in SYNONYMS.items():
        if known in own and name in others:
            return f"did you mean {known}{' all' if name == '--all' else ''}?"
    form = name.removeprefix("--")
    if form.lower() in _PAPERS and "--paper" in own:
        return f"did you mean --paper {form.lower()}?"
    if name in _AS_ARGUMENT and line.command and line.files:
        options = [option for option in line.options if option != name]
        return f"did you mean {shlex.join(['edgeasp', *line.command.split(), *line.files, *options])}?"
    if form in _AS_FORMAT and "--format" in own:
        return f"did you mean --format {form}?"
    if form in _AS_ENDING and "--output" in own:
        return f"did you mean -o {Path(line.files[0]).stem if line.files else 'FILE'}.{form}?"
    if not line.command and name in ("-v", "-version", "--ver"):
        return "did you mean -V?"
    elsewhere = [words for words, row in completion.read().items() if name in _names_of(row) and words != line.command]
    if line.command and 0 < len(elsewhere) <= _FEW:
        return f"it is an option of edgeasp {' and edgeasp '.join(elsewhere)}"
    for like in get_close_matches(name, [*own, *old], 1, 0.75):
        return f"did you mean {old.get(like, like)}?"
    return f"what it takes: edgeasp help {line.command}" if line.command else None


def _own(line: TypedLine) -> set[str]:
    """The options of the command of a line."""
    params = completion.read()[line.command]["params"] if line.command else []
    return {name for param in params for name in (*param.get("names", ()), *([param["off"]] if "off" in param else []))}


_FEW = 2


def _names_of(row: dict[str, Any]) -> list[str]:
    return [name for param in row["params"] for name in param.get("names", ())]


def _other_command(line: TypedLine, message: str) -> str | None:
    """A command by another name."""
    match = re.match(r"There is no command '([^']*)'", message)
    if match is None:
        return None
    word = match[1].lower()
    if line.command == "campaign":
        folder = shlex.quote(line.files[1]) if len(line.files) > 1 else "campaign"
        return _CAMPAIGN_ELSEWHERE[word].format(folder) if word in _CAMPAIGN_ELSEWHERE else None
    if line.command:
        return None
    if word in completion.read():
        return f"did you mean {word}?"
    if _is_puzzle(match[1]) or _is_board(match[1]):
        file = shlex.quote(match[1])
        board = f"edgeasp check PUZZLE {file} or edgeasp show PUZZLE {file}"
        return f"did you mean {board if _is_board(word) else f'edgeasp solve {file} or edgeasp show {file}'}?"
    if word in _CAMPAIGN_ELSEWHERE:
        return f"of a campaign: {_CAMPAIGN_ELSEWHERE[word].format('campaign')}; best -o FILE goes on from its board"
    if word == "cite":
        return "docs/citing.md says how; edgeasp --version prints the version"
    if word not in COMMANDS_ELSEWHERE:
        return None
    meant = COMMANDS_ELSEWHERE[word]
    if "PUZZLE" in meant or not meant.isalpha():
        puzzle = next((file for file in line.files[1:] if _is_puzzle(file)), "PUZZLE")
        return f"did you mean edgeasp {meant.replace('PUZZLE', shlex.quote(puzzle))}?"
    return f"did you mean {shlex.join(['edgeasp', meant, *line.files[1:]])}?"


def _no_file(line: TypedLine, message: str) -> str | None:
    """A file that is not there: one of nearly that name."""
    match = re.match(r"(.*): cannot be read: no such file or directory", message)
    words = [word for word in (*line.files, *line.options) if match and word == match[1]]
    if not words:
        return None
    path = Path(words[0])
    if re.fullmatch(r"e[0-9]", words[0], re.IGNORECASE):
        return "did you mean e2, for Eternity II?"
    if line.files[:1] in (("e2",), ("E2",)) and re.fullmatch(r"4[0-9]{2}", words[0]):
        return "the best known boards are linked in docs/eternity-ii.md; e2:centre and others are known by name"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    # What follows a puzzle is a board of it, or another puzzle by its name.
    others = words[0] in line.files[1:] and path.suffix not in _PUZZLES
    endings = (*(() if others else _PUZZLES), *_BOARDS, ".txt", ".csv")
    listed = [file for file in sorted(path.parent.iterdir()) if str(file) not in line.files]
    there = {file.name: file for file in listed if file.suffix in endings}
    bare = path.name.rstrip(",;")
    same = [name for name in there if name.lower() == bare.lower() or Path(name).stem == Path(bare).stem]
    for like in (sorted(same, key=lambda name: name.endswith(_BOARDS)) or get_close_matches(bare, there, 1, 0.8))[:1]:
        files = [str(there[like]) if word == words[0] else word for word in line.files]
        return f"did you mean {line.again(*files)}?" if words[0] in line.files else f"did you mean {there[like]}?"
    return None


def _no_folder(line: TypedLine, message: str) -> str | None:
    """A file to write in a folder that is not there."""
    match = re.match(r"(.*): cannot be written: no such file or directory", message)
    folder = Path(match[1]).parent if match else Path()
    return None if folder.is_dir() else f"the folder {folder} is not there: mkdir -p {shlex.quote(str(folder))}"


def _closest(line: TypedLine, message: str) -> str | None:
    """A value that is nearly one of those that were expected."""
    match = re.fullmatch(r"(?:.*: )?expected (?P<known>.+?),? found '(?P<found>[\w.-]+)'", message) or re.fullmatch(
        r"Invalid value for .*: '(?P<found>[\w-]+)' is not one of (?P<known>.+)", message
    )
    if match is None or "such as" in message or "did you mean" in message:
        return None
    if line.command == "convert" and match["found"].lower() in _BY_ENDING:
        return f"did you mean --to {_BY_ENDING[match['found'].lower()]}?"
    if match["found"].endswith(".lp") and match["known"].startswith("encoding"):
        return f"did you mean --program {match['found']}?"
    # Words in brackets are the values themselves; those before them say what they are of.
    listed = re.search(r"\((.+)\)", match["known"])
    known = [word for word in re.findall(r"[\w-]+", listed[1] if listed else match["known"]) if len(word) > 2]
    word = match["found"]
    like = [word.lower()] if word.lower() in known else get_close_matches(word.lower(), known, 1, 0.7)
    return f"did you mean {like[0]}?" if like and like[0] != word else None


_BY_ENDING = {
    "lp": "facts",
    "asp": "facts",
    "csv": "halves, words or binary; csv is of boards",
    "txt": "nesw",
    "link": "bucas",
    "url": "bucas",
    "json": "pycsp3, eternity2dev or boarddoc",
}
"""Formats of a puzzle by what people call them."""


def _too_many(line: TypedLine, message: str) -> str | None:
    """Arguments beyond the last: a unit of time, a file to write, or puzzles that are solved one by one."""
    if "unexpected extra" not in message or len(line.files) < 2:
        return None
    first, *more = line.files
    options = list(line.options)
    if "--time-limit" in options[:-1] and len(more) == 1 and re.match(r"(s|m|h|d)", more[0].lower()):
        at = options.index("--time-limit") + 1
        options[at] += more[0][0].lower()
        return f"did you mean {shlex.join(['edgeasp', *line.command.split(), first, *options])}?"
    if len(more) == 1 and "--program" in _own(line) and _is_program(more[0]):
        return f"did you mean {line.again(first, more=['--program', more[0]])}?"
    if all(map(_is_puzzle, line.files)):
        if _is_puzzle(first) and line.command in _WITH_OUTPUT and len(more) == 1 and not os.path.exists(more[0]):
            return f"did you mean {line.again(first, more=['-o', more[0]])}?"
        one = shlex.join(["edgeasp", *line.command.split(), "X", *options])
        return f"one at a time: for x in {shlex.join(line.files)}; do {one.replace(' X', ' $x')}; done"
    if len(more) == 1 and _is_board(first) and _is_puzzle(more[0]) and line.command in _KEEPS:
        return f"the other way round? {line.again(more[0], more=[_KEEPS[line.command], first])}"
    if len(more) == 1 and line.command in _WITH_OUTPUT and Path(more[0]).suffix and not os.path.exists(more[0]):
        return f"did you mean {line.again(first, more=['-o', more[0]])}?"
    return None


_PICTURES = (".png", ".jpg", ".jpeg", ".pdf")
_WITH_OUTPUT = ("solve", "best", "convert", "facts", "cnf", "info", "encode", "ground", "generate")


def _drawn(line: TypedLine, message: str) -> str | None:
    """A picture where a format is expected, or the other way round."""
    if line.command == "convert" and re.search(r"no format ends in '\.(svg|png|pdf|html)'", message) and line.files:
        options = [*line.options]
        at = options.index("--puzzle") if "--puzzle" in options else len(options)
        puzzle = options[at + 1 : at + 2]
        return f"to draw it: {line.again(*puzzle, *line.files, command='show', more=options[:at] + options[at + 2 :])}"
    if "expected text in UTF-8" in message and any(file.lower().endswith(_PICTURES) for file in line.files):
        if not line.files[0].lower().endswith(_PICTURES):
            return "a picture of a board is read where `solve` or `best` has drawn it with -o: else give its .sol"
        return "a picture is no puzzle: type its tiles, a line each"
    if line.command == "verify" and len(line.files) == 2 and _is_puzzle(line.files[0]) and _is_board(line.files[1]):
        return f"to judge a board: {line.again(*line.files, command='check')}"
    return None


def _as_table(line: TypedLine, message: str) -> str | None:
    """A board as CSV, which is a format of boards."""
    if line.command not in ("show", "solve", "best") or not line.files:
        return None
    if not re.match("Invalid value for '--format': 'csv'", message) and not re.match(r".*\.csv: expected a", message):
        return None
    board = next((file for file in line.files if _is_board(file)), "BOARD.sol")
    return f"a board as a table: {shlex.join(['edgeasp', 'convert', board, '--puzzle', line.files[0]])} --to csv"


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


def _boards_alone(line: TypedLine, message: str) -> str | None:
    """Two boards where their puzzle comes first."""
    if line.command == "diff" and _wants_puzzle(message) and all(map(_is_board, line.files)):
        return f"of which puzzle? {line.again('PUZZLE', *line.files)}"
    return None


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
    if message.startswith("Missing argument 'ANSWERS'") and line.files and _is_board(line.files[0]):
        return f"it is a board already: {line.again('PUZZLE', line.files[0], command='check')}"
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
    if "cannot be read: is a directory" not in message or not line.files or not os.path.isdir(line.files[0]):
        return None
    inside = sorted(Path(line.files[0]).glob("*.puz"))
    there = f"a puzzle in there: {line.again(str(inside[0]), *line.files[1:])}" if inside else None
    return there or "there is no .puz in it: edgeasp generate --size 6 -o puzzle.puz makes one"


def _address(line: TypedLine, message: str) -> str | None:
    """An address of a file, which is not fetched, or a link without its board."""
    for file in line.files:
        if "board_edges" in file or not (address := _ADDRESS.match(file)):
            continue
        path, fragment = address.groups("")
        if "=" in fragment:
            return "this link has no board: put the whole link in quotes, or a shell cuts it off at the first &"
        name = path.rstrip("/").rpartition("/")[2] or "puzzle.puz"
        name = f"./{name}" if name.startswith("-") else name
        files = [name if other == file else other for other in line.files]
        return f"nothing is fetched from the net: download it first, then {line.again(*files)}"
    return None


_ADDRESS = re.compile(r"(?:https?|ftp)://[^/?#]*([^?#]*)(?:\?[^#]*)?(?:#(.*))?", re.IGNORECASE | re.DOTALL)
"""An address, its path and its fragment."""


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
    *(_swapped, _board_alone, _boards_alone, _board_decoded, _board_beside, _board_missing),
    *(_other_command, _group, _size, _output, _folder, _address, _format),
    *(_no_file, _no_folder, _too_many, _drawn, _as_table, _closest),
)


def _wants_puzzle(message: str) -> bool:
    return any(words in message for words in ("found a solution by its name", "several puzzles go"))


def _is_board(name: str) -> bool:
    return Path(name).suffix.lower() in _BOARDS


def _is_puzzle(name: str) -> bool:
    return Path(name).suffix.lower() in _PUZZLES or name.lower() == "e2"


def _is_program(name: str) -> bool:
    """Whether a file holds rules, and not facts alone."""
    try:
        return name.endswith((".lp", ".asp")) and ":-" in Path(name).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
