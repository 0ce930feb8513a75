"""Suggestions after an invalid command line."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path

from edgeasp.system.writing import DRAWINGS, format_of_extension

# Options of edgeasp, each with its names in other programs and older versions.
_OPTIONS = {
    "--time-limit": "-t --timeout --time --limit --seconds",
    "--jobs": "-j -p --threads --cores --workers --processes --parallel --parallel-mode --cpus",
    "--number all": "--all --all-solutions -a",
    "--number": "--models --solutions --num-models",
    "--output": "--out --file --save --write",
    "--clue": "--clues --hint --hints --complete --keep",
    "--memory-limit": "--memory --ram -m",
    "--config": "--configuration",
    "--format json": "--json --outf",
    "--format": "--output-format --form",
    "--to": "-t --into",
    "--format csv": "--csv",
    "--stats": "--statistics",
    "--watch": "--live --progress",
    "--quiet": "--silent -s",
    "--rounds": "--iterations --steps",
    "--start": "--from-board --resume --continue",
    "--colours": "--colors --colour --color",
    "--border-colours": "--border-colors",
    "--size": "--width --height --cols --columns --rows --dimensions --board-size",
    "--width": "--tile-size --tile",
    "--seed": "--random-seed --rand-seed",
    "--goal": "--target --until --score --reach",
    "--unframed": "--no-frame --frameless --no-border",
    "--upright": "--no-rotation --no-rotations --no-turning --fixed",
    "--wrap columns,rows": "--torus",
    "--wrap columns": "--cylinder",
    "--paper a4": "--a4",
    "--paper letter": "--letter",
    "--paper": "--paper-size --page-size",
    "--coordinates": "--letters",
    "-V": "-v -version --ver",
    "--unique": "--unique-solution --one-solution",
    "--difficulty easy": "--easy",
    "--difficulty medium": "--medium",
    "--difficulty hard": "--hard",
    "--up-to-rotation": "--up-to-symmetry",
    "--solution": "--solutions",
    "--formula": "--encoding",
    "-o FILE.svg": "--svg",
    "-o FILE.png": "--png",
    "-o FILE.pdf": "--pdf",
}

# Options of other programs without a counterpart here, each with what to write instead.
_NO_OPTION = {
    "-c --const": "constants belong in your program: #const n=4.",
    "--opt-mode --opt-strategy": "solve finds boards of least cost if the rules of --program or --add minimise",
    "--solver --backend": "solve calls clingo; edgeasp bench PUZZLE --systems compares solvers",
    "--puzzle --input --in -i --instance": "the puzzle is an argument: edgeasp {command} PUZZLE",
    "--restarts --heuristic-file --sat-prepro": "options of clasp: edgeasp solve PUZZLE --clasp '--restarts=...'",
    "--text --mode": "edgeasp ground prints the ground program",
    "--board --solution --sol": "{beside}",
    "--color --colour --no-color": "colours are for terminals: NO_COLOR=1 turns them off",
    "--port --host --server": "the page is one file, which needs no server",
    "--mus --core --unsat-core": "edgeasp explain PUZZLE names a minimal set (MUS); -n all finds all of them",
    "--to": "edgeasp convert PUZZLE --to FORMAT writes other formats",
    "-n --number": "edgeasp {command} prints one answer: leave it out",
    "--tray": "edgeasp sheets PUZZLE --tray -o FILE.pdf prints a board to place the tiles on",
}

# Commands of edgeasp, each with names that users guess.
_COMMANDS = {
    "diff": "compare cmp changes",
    "check": "score judge validate test card",
    "show": "draw view display render picture",
    "sheets": "print cut pdf",
    "best": "optimise optimize improve",
    "generate": "new make create random",
    "convert": "export import translate",
    "info": "stats describe analyse analyze",
    "solve PUZZLE --count": "count",
    "solve PUZZLE --unique": "unique",
    "explain": "why",
    "campaign run DIR": "run resume continue start restart",
    "run DIR": "resume continue restart",
    "new PUZZLE -o DIR": "create init start",
    "formats": "list ls",
    "--version": "version",
}

_NO_COMMAND = {
    "cite citation": "docs/citing.md explains how to cite edgeasp",
    "docs doc tutorial manual man guide": "guides are in docs/; edgeasp help COMMAND has examples",
    "update upgrade install": "pip install --upgrade updates what pip installed",
    "stop pause kill": "Ctrl-C stops a search; campaign run and best -o continue from there",
}

# Formats that `convert` does not write, each with what to type instead.
_TARGETS = {
    "cnf dimacs sat": "did you mean edgeasp cnf {puzzle}?",
    "minizinc mzn dzn": "MiniZinc reads JSON as data: --to pycsp3 writes n, m and pieces",
    "xlsx xls ods excel": "spreadsheets import --to words -o FILE.csv, with blanks between columns",
    " ".join(DRAWINGS): "did you mean edgeasp show {puzzle} -o FILE.{format}?",
}

# The option by which a command takes a board.
_BESIDE = {"solve": "--clue", "explain": "--clue", "best": "--start", "certify": "--solution"}

_MAKES_ONE = "there is no .puz in it: edgeasp generate --size 6 -o puzzle.puz makes one"

_BOARDS, _PUZZLES = (".sol", ".clue"), (".puz", ".lp")


_COLUMNS = re.compile(r"(?:--width|--cols|--columns|-w)[ =]?(\d+)")
_ROWS = re.compile(r"(?:--height|--rows|-h)[ =]?(\d+)")


def suggest_option(name: str, command: str, known: Sequence[str], words: Sequence[str] = ()) -> str | None:
    """Suggest a replacement for an unknown option.

    Args:
        name: the unknown option.
        command: name of the command.
        known: options of the command.
        words: all words after `edgeasp`. If they set columns and rows by unknown options, such as `--width 5
            --height 6`, the suggestion is `--size 5x6`.
    """
    if "--size" in known and "--width" not in known:
        size = [match[1] for part in (_COLUMNS, _ROWS) if (match := part.search(" ".join(words)))]
        if size and (_COLUMNS.match(f"{name} 1") or _ROWS.match(f"{name} 1")):
            return f"did you mean --size {'x'.join(size)}?"
    for meant, names in _OPTIONS.items():
        if name in names.split() and meant.split()[0].replace("FILE", "") in known:
            return f"did you mean {meant}?"
    beside = f"the puzzle comes before the board: edgeasp {command} PUZZLE {_BESIDE.get(command, '')} BOARD"
    for names, answer in _NO_OPTION.items():
        if name in names.split():
            return answer.format(command=command, beside=" ".join(beside.split()))
    known = [option for option in known if option.startswith("-")]
    aliases = {
        alias: option for option, names in _OPTIONS.items() if option.split()[0] in known for alias in names.split()
    }
    # Above difflib's 0.6: a wrong guess misleads more than none.
    close = get_close_matches(name, [*known, *aliases], 1, 0.75)
    return f"did you mean {aliases.get(close[0], close[0])}?" if close else None


def suggest_command(group: str, name: str, known: Sequence[str], rest: Sequence[str]) -> str | None:
    """Suggest a command for an unknown word, or None."""
    word, begin = name.lower(), f"edgeasp {group}".rstrip()
    if not group and word not in known and (_is_puzzle(name) or _is_board(name) or os.path.exists(name)):
        file = shlex.quote(name)
        words = ("check PUZZLE {}", "show PUZZLE {}") if _is_board(name) else ("solve {}", "show {}")
        return f"did you mean {' or '.join(f'edgeasp {form.format(file)}' for form in words)}?"
    if group == "campaign" and _is_puzzle(name):
        return f"did you mean {begin} new {shlex.quote(name)} -o DIR?"
    for meant, names in _COMMANDS.items():
        if word in names.split() and (meant.split()[0] in known or meant.startswith("--")):
            typed = shlex.join(rest)
            place = next((word for word in ("PUZZLE", "DIR") if word in meant), None)
            full = meant.replace(place, typed or place) if place else f"{meant} {typed}".strip()
            return f"did you mean {begin} {full}?"
    for names, answer in _NO_COMMAND.items():
        if word in names.split():
            return answer
    return _suggest_closest(word, known)


def suggest_for_arguments(command: str, words: Sequence[str], more: Sequence[str], known: Sequence[str]) -> str | None:
    """Suggest where extra arguments belong.

    Args:
        command: name of the command.
        words: all words after the command.
        more: the extra arguments.
        known: options of the command.
    """
    begin = f"edgeasp {command}"
    first = next((word for word in words if not word.startswith("-") and word not in more), "PUZZLE")
    [extra] = more if len(more) == 1 else [""]
    if command == "formats":
        return "edgeasp formats lists all of them, docs/formats.md describes each"
    size = re.fullmatch(r"(?:--size )?(\d+)(?: ?(?:x|by|,|\*)? ?(\d+))?", " ".join(words))
    if command == "generate" and size:
        return f"did you mean {begin} --size {'x'.join(filter(None, size.groups()))}?"
    if "--size" in words and re.fullmatch(r"(x|by|\*)( \d+)?", " ".join(more)):
        return "write columns and rows in one word, such as --size 6x6"
    if extra.isdecimal() and "--number" in known:
        return f"did you mean -n {extra if int(extra) else 'all'}?"
    if "--time-limit" in words and re.match(r"[smhd]", extra):
        return f"write a time in one word, such as --time-limit 10{extra[0]}"
    for rules, puzzle in ((extra, first), (first, extra)):
        if "--program" in known and _is_program(rules) and not _is_program(puzzle):
            return f"did you mean {begin} {shlex.quote(puzzle)} --program {shlex.quote(rules)}?"
    if command == "convert" and _is_board(extra):
        others = [word for word in words if word not in (first, extra)]
        return f"did you mean {shlex.join(['edgeasp', command, extra, '--puzzle', first, *others])}?"
    if command == "convert" and extra.isalpha():
        return f"did you mean {begin} {shlex.quote(first)} --to {extra}?"
    if _is_board(first) and _is_puzzle(extra) and command in _BESIDE:
        return f"the other way round? {shlex.join(['edgeasp', command, extra, _BESIDE[command], first])}"
    if extra and _is_board(extra) and command in _BESIDE:
        kept = shlex.join(["edgeasp", command, first, _BESIDE[command], extra])
        return f"did you mean {kept}, or {shlex.join(['edgeasp', 'check', first, extra])}?"
    if extra and Path(extra).suffix and not os.path.exists(extra) and "--output" in known:
        return f"did you mean {begin} {shlex.quote(first)} -o {shlex.quote(extra)}?"
    if more and all(map(_is_puzzle, more)):
        return f"one at a time: for x in {shlex.join([first, *more])}; do {begin} $x; done"
    return None


def suggest_file(path: str, message: str, command: str, words: Sequence[str]) -> str | None:
    """Suggest how to correct a file argument after an error.

    Args:
        path: the file.
        message: the error.
        command: name of the command.
        words: all words after the command.
    """
    if path not in words:
        return _suggest_line(path, command, words)
    place, quoted = Path(path), shlex.quote(path)
    if "looks like a solution by its name" in message:
        puzzles, boards = ([word for word in words if test(word)] for test in (_is_puzzle, _is_board))
        if command == "convert":
            return f"of which puzzle? edgeasp convert {quoted} --puzzle PUZZLE"
        if command not in ("check", "hint", "show", "play", "diff", *_BESIDE):
            return "it is a board: also name its puzzle"
        beside = [_BESIDE[command]] if command in _BESIDE else []
        line = shlex.join(["edgeasp", command, *(puzzles[:1] or ["PUZZLE"]), *beside, *boards])
        return f"{'the other way round' if puzzles else 'of which puzzle'}? {line}"
    if "expected a fact" in message and _is_program(path):
        return f"did you mean edgeasp {command} PUZZLE --program {quoted}?"
    if "holds no placements to write" in message:
        return f"name a board: edgeasp convert BOARD --puzzle {quoted} --to {message.rpartition(' ')[2]}"
    if "expected placements, found a puzzle" in message:
        return "name a board of the puzzle, such as FILE.sol or FILE.clue"
    if re.search(r"expected (\d{2,}) x \1 as --size", message) and command == "show":
        return f"did you mean --pixels, the width of a square? edgeasp show {quoted} --pixels 40 -o FILE.svg"
    if message.startswith("expected ") and " as --size, " in message and "--block" not in message:
        return "--size is for files without a size: leave it out"
    if "cannot be read: is a directory" in message and place.is_dir():
        inside = sorted(place.glob("*.puz"))
        return f"did you mean {inside[0]}?" if inside else _MAKES_ONE
    if "no such file" not in message:
        return None
    if not place.parent.is_dir():
        # An empty new folder does not help a reader.
        make = "" if "cannot be read" in message else f": mkdir -p {shlex.quote(str(place.parent))}"
        return f"there is no folder {place.parent}{make}"
    if command in ("check", "show", "diff", "hint") and path.isdecimal():
        return "a score determines no board: name a file or a link"
    if path == "help":
        return f"did you mean edgeasp help {command}?"
    if path.startswith("www."):
        return "edgeasp downloads nothing: open the page, and copy the address of a board, with https://"
    if re.fullmatch(r"e[0-9]", path, re.IGNORECASE):
        return "did you mean e2, for Eternity II?"
    if place.suffix == ".py" and "--program" in words:
        return "a program is a text in ASP, such as mine.lp: docs/propagators.md has Python that uses edgeasp"
    if command in ("show", "check", "sheets") and format_of_extension(path) in DRAWINGS:
        return f"did you mean -o {quoted}?"
    there = [entry.name for entry in place.parent.iterdir() if entry.is_file() and str(entry) not in words]
    # Behind a puzzle comes a board.
    if place.suffix not in _PUZZLES and any(map(_is_puzzle, words[: words.index(path)])):
        there = [entry for entry in there if not _is_puzzle(entry)]
    name = place.name.rstrip(",; ")
    same = [entry for entry in there if entry.lower() == name.lower() or Path(entry).stem == Path(name).stem]
    close = same or get_close_matches(name, there, 3, 0.8)
    best = min(close, key=lambda entry: _difference_key(entry, name), default=None)
    if best:
        return f"did you mean {place.with_name(best)}?"
    kind = _is_puzzle if place.suffix in _PUZZLES else _is_board
    neighbours = sorted(entry for entry in there if kind(entry) and not _is_program(str(place.with_name(entry))))
    return f"found there: {', '.join(neighbours[:_MOST_NAMED])}" if neighbours else None


def _suggest_line(message: str, command: str, words: Sequence[str]) -> str | None:
    """Suggest a command line if an error names no file."""
    puzzle = next((shlex.quote(word) for word in words if _is_puzzle(word)), "PUZZLE")
    value = message.rpartition("found ")[2].split(":")[0].strip("'")
    if command == "convert" and message.startswith("expected --to "):
        for names, answer in _TARGETS.items():
            if value.lower() in names.split():
                return answer.format(puzzle=puzzle, format=value.lower())
    if message.startswith("expected encoding ") and _is_program(value):
        return f"did you mean --program {shlex.quote(value)}?"
    boards = [shlex.quote(word) for word in words if _is_board(word)]
    if message.startswith("several puzzles ") and len(boards) == 1 and len(words) == 3:
        return f"the other way round? edgeasp {command} {puzzle} {boards[0]}"
    return None


# Maximum number of files to name if none resembles a missing one.
_MOST_NAMED = 3


def _difference_key(entry: str, name: str) -> tuple[bool, float, bool, str]:
    # A drawing is an output, so it is seldom the input that was meant.
    likeness = SequenceMatcher(None, name.lower(), entry.lower()).ratio()
    return format_of_extension(entry) in DRAWINGS, -likeness, not entry.endswith(_PUZZLES), entry


def suggest_value(text: str, choices: Iterable[str], option: str = "") -> str | None:
    """Suggest a valid value of an option."""
    if text.startswith("=") and len(option) == 2:
        return f"did you mean {option} {text[1:]}?"
    if text == "csv":
        return "edgeasp convert BOARD --puzzle PUZZLE --to csv writes a board as a table"
    return _suggest_closest(text.lower(), [*choices], 0.7)


def _suggest_closest(name: str, known: Sequence[str], least: float = 0.75) -> str | None:
    close = get_close_matches(name, known, 1, least)
    return f"did you mean {close[0]}?" if close else None


def _is_board(name: str) -> bool:
    return Path(name).suffix.lower() in _BOARDS or name.lower().startswith("e2:")


def _is_puzzle(name: str) -> bool:
    return Path(name).suffix.lower() in _PUZZLES or name.lower() == "e2"


def _is_program(name: str) -> bool:
    try:
        if not name.endswith((".lp", ".asp")):
            return False
        return ":-" in Path(name).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
