"""Files, links and names as input, and conversion between formats."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from edgeasp.encoding.own_rules import PROPAGATORS, RulesFile, blank_comments
from edgeasp.formats import known, plain, recognition
from edgeasp.formats.document import ANY_TILES, BoardFormat, Document, Feature, PuzzleFormat, find_misfit, tile_features
from edgeasp.formats.recognition import MARKED, PUZ, SOL, Origin, recognise, recognise_board
from edgeasp.puzzle.clues import ClueFile
from edgeasp.puzzle.model import Puzzle, PuzzleFeature, Solution
from edgeasp.system import lines, writing
from edgeasp.system.errors import FormatError, InputError, OptionError, OutputError, os_reason, type_name
from edgeasp.system.lines import make_printable, plural, quoted
from edgeasp.system.writing import DRAWINGS, format_of_extension, require_extension_among

STDIN = "-"
_STDIN_NAME = "standard input"
_ADDRESS = re.compile(r"https?://")


def read_text(path: str) -> str:
    """Read a text file, or standard input for `-`."""
    return lines.decode_text(_read_bytes(path), printable_name(path))


def _read_bytes(path: str) -> bytes:
    name = printable_name(path)
    if not path:
        raise InputError(name, None, "expected the name of a file, found an empty one")
    if path == STDIN and sys.stdin is None:
        raise InputError(name, None, "cannot be read: it is closed")
    try:
        return sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except OSError as error:
        raise InputError(name, None, f"cannot be read: {os_reason(error)}") from None
    except ValueError:
        raise InputError(name, None, "cannot be read: not a file name") from None


def read(path: str, origin: Origin = Origin(), signs_path: str | None = None) -> Document:
    """Read a puzzle in any format.

    Args:
        path: file, `-` for standard input, name of a known puzzle, or link to a viewer.
        origin: the user's options for reading the text.
        signs_path: `.signs` file with signs to add, None for no file.

    Raises:
        InputError: the file cannot be read, or is not a puzzle.
        FormatError: the text fits several formats with different meanings, or contradicts the options.
    """
    origin = _origin_of(path, origin)
    document = _known_document(path) if path.partition(":")[0].lower() in known.NAMED else None
    if document is None and origin.suffix in SOL.suffixes and origin.format is None:
        document = _read_marked_board(path, origin)
    if document is None:
        text = path if _is_link(path) else lines.decode_text(_read_bytes(path), origin.name)
        document = recognise(text, origin)
    else:
        origin.require_size(document.puzzle)
        document = origin.apply_options(document)
    puzzle = document.puzzle
    if signs_path is not None:
        puzzle = plain.read_signs(read_text(signs_path), puzzle, printable_name(signs_path))
    if known.known_copy(puzzle) is not None:
        puzzle = replace(puzzle, names=replace(puzzle.names, numbers=known.published_numbers(puzzle)))
    return document if puzzle is document.puzzle else replace(document, puzzle=puzzle)


def _read_marked_board(path: str, origin: Origin) -> Document | None:
    # A `.sol` may name its puzzle by a hash: of a known puzzle, or of a `.puz` in the same folder.
    if not os.path.isfile(path):
        return None
    data = _read_bytes(path)
    mark = plain.find_fingerprint(data)
    if mark is None:
        return None
    candidates = [(name, known.NAMED[name]().puzzle) for name in known.NAMED]
    named = next((candidate for candidate in candidates if plain.tiles_fingerprint(candidate[1]) == mark), None)
    # The .puz with the same name as the board is tried first.
    for neighbour in sorted(Path(path).parent.glob("*.puz"), key=lambda file: file.stem != Path(path).stem):
        if named is None:
            with suppress(InputError):
                puzzle = plain.read_puz(read_text(str(neighbour)), printable_name(str(neighbour)))
                named = (printable_name(str(neighbour)), puzzle) if plain.tiles_fingerprint(puzzle) == mark else None
    if named is None:
        return None
    board = plain.read_sol(lines.decode_text(data, origin.name), named[1], origin.name)
    return Document(named[1], board, notes=(f"a board of {named[0]}",), format=MARKED)


def read_solution(path: str, puzzle: Puzzle) -> Solution:
    """Read a complete or partial board of a puzzle."""
    return read_board(path, puzzle).placements


def read_board(
    path: str, puzzle: Puzzle, form: str | None = None, *, repeats: bool = False, name: str | None = None
) -> Document:
    """Read a board, with its clues and notes.

    Args:
        path: file, `-`, link, or name of published clues.
        puzzle: the puzzle.
        form: name of the format, None to recognise it.
        repeats: whether to accept a board that repeats tiles.
        name: name of the text in messages. Default: the path.
    """
    by_name = _known_document(path)
    if by_name is not None:
        if not by_name.placements:
            raise InputError(path, None, f"expected clues, such as {path}:official, found the name of a puzzle")
        from edgeasp.formats.resolve import resolve_board

        return resolve_board(by_name, puzzle, path)
    text, origin = _read_board_text(path)
    return recognise_board(text, puzzle, origin._replace(format=form, name=name or origin.name), repeats=repeats)


def solution_files(path: str) -> list[str]:
    """List the board files in an argument.

    For a folder, these are its .sol files, `sol_2` before `sol_10`.

    Raises:
        InputError: the folder has no .sol file.
    """
    if path == STDIN or not os.path.isdir(path):  # False also for a link that is too long for a file name
        return [path]
    paths = lines.sort_by_number(Path(path).glob("*.sol"))
    if not paths:
        raise InputError(path, None, "expected a folder with .sol files")
    return list(map(str, paths))


def boards_in(path: str) -> list[tuple[str, str]]:
    """List name and path of each board in an argument.

    The argument is a folder, a file with links, or a board.
    """
    linked = links_in(path)
    return linked if len(linked) > 1 else [(printable_name(file), file) for file in solution_files(path)]


def links_in(path: str) -> list[tuple[str, str]]:
    """List title and address of each link in a file.

    The argument can also be a link itself.
    """
    from edgeasp.formats import viewer

    if _is_link(path):
        text = path
    elif os.path.isfile(path):
        text = _read_bytes(path).decode(errors="replace")
    else:
        return []
    return [(lines.make_printable(title), link) for title, link in viewer.titled_links(text)]


def read_clues(path: str, puzzle: Puzzle) -> ClueFile:
    """Read the clues in a file, with their line numbers.

    If the file holds a board with clues, only the clues are read.
    """
    if _known_document(path) is not None:
        board = read_board(path, puzzle)
        return ClueFile(path, board.placements, notes=board.notes)
    text, origin = _read_board_text(path)
    board = recognise_board(text, puzzle, origin)
    if board.hints:
        note = f"its {len(board.hints)} hints are the clues"
        return ClueFile(origin.name, board.hints, notes=(*board.notes, note))
    numbers = tuple(record.line for record in lines.split_fields(text, origin.name)) if board.format is SOL else ()
    return ClueFile(origin.name, board.placements, numbers, board.notes)


def _known_document(path: str) -> Document | None:
    name, colon, which = path.partition(":")
    if name.lower() in known.NAMED and not os.path.exists(path):
        # People write E2 as well.
        name = name.lower()
    if name not in known.NAMED:
        return None
    kept = known.NAMED[name]()
    clues = kept.clues | ({} if colon else {"": Solution()})
    if which not in clues:
        names = ", ".join(f"{name}:{clue}" for clue in kept.clues)
        raise InputError(lines.make_printable(name + colon + which), None, f"expected {name} or its clues ({names})")
    return Document(kept.puzzle, clues[which], format=PUZ)


def printable_name(path: str) -> str:
    """Return a file's name for messages."""
    if _is_link(path):
        return "the address"
    return _STDIN_NAME if path == STDIN else lines.make_printable(path) or "''"


def require_one_stdin(paths: Iterable[str | None]) -> None:
    """Raise InputError if several files are standard input."""
    # The first reader would leave nothing for the second.
    if sum(path == STDIN for path in paths) > 1:
        raise InputError(_STDIN_NAME, None, "expected one file at most to be '-'")


def require_other_file(output: str | None, inputs: Iterable[str | None]) -> None:
    """Raise OutputError if an output would replace an input."""
    if output is None or not os.path.isfile(output):
        return
    if any(path and os.path.isfile(path) and os.path.samefile(path, output) for path in inputs):
        raise OutputError(f"{printable_name(output)}: is an input, which the output would replace: choose another name")


# Formats by other names that users try.
_USUAL_NAMES = {
    "lp": "facts",
    "asp": "facts",
    "txt": "nesw",
    "link": "bucas",
    "url": "bucas",
    "json": "boarddoc",
    "eternity2.dev": "e2dev-url",
}


def _is_link(path: str) -> bool:
    if _ADDRESS.match(path):
        return True
    # A long name with few distinct letters is a file name, not the letters of a board.
    letters = len(path) >= 64 and len(set(path)) >= 4
    if "=" not in path and not letters:
        return False
    from edgeasp.formats.viewer import is_link

    return is_link(path) and not os.path.exists(path)


def _origin_of(path: str, origin: Origin = Origin()) -> Origin:
    name = printable_name(path)
    if _is_link(path):
        return origin._replace(name=name)
    # A FIFO or a process substitution has a name, but its extension says nothing.
    stream = not os.path.isfile(path)
    return origin._replace(name=name, suffix="" if stream else Path(path).suffix.lower(), stream=stream)


def _read_board_text(path: str) -> tuple[str, Origin]:
    # A picture or a page contains the text of a .sol.
    if _is_link(path):
        return path, _origin_of(path)
    data, name = _read_bytes(path), printable_name(path)
    board = plain.find_board_text(data, name)
    origin = _origin_of(path)
    return (board, origin._replace(suffix=SOL.suffixes[0])) if board else (lines.decode_text(data, name), origin)


_INCLUDE = re.compile(r'#include\s*"([^"\n]*)"\s*\.')
_HALF = re.compile("[\ud800-\udfff]")
_THEORY = re.compile(r"#theory\b")
_STRANGE = re.compile(r"[^\t\n\r\x20-\x7e]")


def read_rules(path: str) -> tuple[RulesFile, ...]:
    """Read a file of user rules, and all included files.

    Included files come first, each once. As in clingo, their names are relative to the current folder, or else to the
    including file.

    Raises:
        InputError: a file cannot be read, has characters that clingo does not accept, or declares a theory.
    """
    return tuple(_collect_rules(read_text(path), printable_name(path), None if path == STDIN else Path(path), set()))


def rules_in(text: str, name: str) -> tuple[RulesFile, ...]:
    """Read the user rules in a text.

    Args:
        text: the rules.
        name: name of the text, for messages.
    """
    return tuple(_collect_rules(text, name, None, set()))


def _collect_rules(text: str, shown: str, path: Path | None, seen: set[Path | None]) -> Iterator[RulesFile]:
    text = text.replace("\r\n", "\n")
    seen.add(path and path.resolve())
    # Comments and strings may contain anything, and an #include in them does not count.
    code = blank_comments(text)
    if strange := _STRANGE.search(code):  # outside of ASCII, clingo's lexer does not survive
        line = code.count("\n", 0, strange.start()) + 1
        raise InputError(shown, line, f"expected ASCII but in comments and strings, found {strange[0]!a}")
    if half := _HALF.search(text):
        line = text.count("\n", 0, half.start()) + 1
        raise InputError(shown, line, f"expected characters of UTF-8, found {half[0]!a}")
    if theory := _THEORY.search(code):  # without its propagator, clingo would guess the atoms
        line = code.count("\n", 0, theory.start()) + 1
        raise InputError(shown, line, f"expected rules without a theory, found #theory: {PROPAGATORS}")
    begins = {match.start() for match in re.finditer("#include", code)}
    for match in _INCLUDE.finditer(text):
        if match.start() not in begins:
            continue
        line = text.count("\n", 0, match.start()) + 1
        target = _find_included(match[1], path, shown, line)
        if target.resolve() not in seen:
            yield from _collect_rules(read_text(str(target)), printable_name(str(target)), target, seen)

    def remove_include(match: re.Match[str]) -> str:
        return "" if match.start() in begins else match[0]

    yield RulesFile(shown, _INCLUDE.sub(remove_include, text))


def _find_included(name: str, path: Path | None, shown: str, line: int) -> Path:
    beside = path.parent if path else Path()
    for target in (Path(name), beside / name):
        if target.is_file():
            return target
    raise InputError(shown, line, f"expected a file to include, found none named {quoted(name)}")


# ---- several puzzles of one call, each with its solutions ----


@dataclass(frozen=True, slots=True)
class PuzzleFiles:
    """Files of a puzzle and its solutions.

    Attributes:
        path: file of the puzzle.
        name: name of the puzzle: the file name without extension.
        solutions: files of its solutions.
    """

    path: str
    name: str
    solutions: tuple[str, ...]


def are_puzzles(arguments: Sequence[str]) -> bool:
    """Whether arguments name several puzzles or a folder."""
    first, *others = arguments
    return _is_folder(first) or any(Path(other).suffix.lower() == ".puz" for other in others)


def collect_puzzles(arguments: Sequence[str]) -> list[PuzzleFiles]:
    """Collect puzzles and their solutions from files and folders.

    A solution belongs to the puzzle with the same file name. If there is only one puzzle, all solutions among the
    arguments belong to it, whatever their names.

    Raises:
        InputError: a folder has no puzzle, or a solution among the arguments belongs to no puzzle.
        OptionError: there is no puzzle, or two puzzles have the same name.
    """
    puzzles, named, beside = list[str](), list[str](), list[str]()
    for argument in arguments:
        if _is_folder(argument):
            paths = [str(path) for path in lines.sort_by_number(Path(argument).iterdir())]
            inside = [path for path in paths if path.endswith(".puz")]
            if not inside:
                raise InputError(argument, None, "expected a folder with .puz files")
            puzzles += inside
            beside += [path for path in paths if path.endswith(".sol")]
        else:
            (named if argument.lower().endswith(".sol") else puzzles).append(argument)
    if not puzzles:
        raise OptionError("expected a puzzle, found solutions only")
    if len(puzzles) == 1:
        return [PuzzleFiles(puzzles[0], _file_stem(puzzles[0]), tuple(named) or _solutions_of(puzzles[0], beside))]
    by_name = {_file_stem(path): path for path in puzzles}
    if len(by_name) < len(puzzles):
        twice = next(path for path in puzzles if by_name[_file_stem(path)] != path or puzzles.count(path) > 1)
        raise OptionError(f"{printable_name(twice)}: expected puzzles with different names")
    for path in named:
        if _file_stem(path) not in by_name:
            raise InputError(printable_name(path), None, "expected the solution of a puzzle of the same name")
    return [PuzzleFiles(path, name, _solutions_of(path, [*named, *beside])) for name, path in by_name.items()]


def _solutions_of(puzzle: str, solutions: Sequence[str]) -> tuple[str, ...]:
    return tuple(path for path in solutions if _file_stem(path) == _file_stem(puzzle))


def _file_stem(path: str) -> str:
    return Path(printable_name(path)).stem


def _is_folder(path: str) -> bool:
    return path != STDIN and os.path.isdir(path)


_FOUND_OUT = re.compile(r"^c one solution\b([^;\n]*)(?:; (\w+): )?", re.MULTILINE)


def read_difficulty(path: str, puzzle: Puzzle, clues: Solution) -> tuple[str, bool]:
    """Read difficulty and uniqueness from a puzzle's first comment.

    `generate` writes the comment. It is ignored if options have changed the puzzle, or if the clues differ from the
    .clue file next to it.

    Args:
        path: file of the puzzle.
        puzzle: the puzzle as it is used.
        clues: the clues as they are used.

    Returns:
        Class of difficulty, empty if unknown, and whether the solution is unique.
    """
    file, beside = Path(path), Path(path).with_suffix(".clue")
    comment = _FOUND_OUT.search(read_text(path)) if file.suffix.lower() == ".puz" and file.is_file() else None
    if comment is None:
        return "", False
    kept = Solution()
    try:
        if read(path, Origin(size=(puzzle.cols, puzzle.rows))).puzzle != puzzle:
            return "", False
        if "that keeps the clues" in comment[1]:
            kept = read_clues(str(beside), puzzle).clues
    except InputError:
        return "", False
    return (comment[2] or "", True) if {*kept} == {*clues} else ("", False)


# ---- conversion between formats ----

Target = PuzzleFormat | BoardFormat
"""Format of an output."""


def choose_format(name: str | None, path: str | None, *, solution: bool, option: str = "the format") -> Target:
    """Choose the format of an output file.

    Args:
        name: name of the format, None to choose it by the file's extension.
        path: file to write, None for standard output.
        solution: whether a board is written. If so, formats of boards are preferred, else formats of puzzles.
        option: option that names the format, for messages.

    Raises:
        FormatError: the format is unknown, or the extension does not determine it.
        OutputError: the extension is reserved for other content.
    """
    boards, puzzles = recognition.board_formats(), recognition.puzzle_formats()
    everything: list[Target] = [*boards, *puzzles] if solution else [*puzzles, *boards]
    if name is not None:
        if not isinstance(name, str):
            raise TypeError(f"expected the name of a format as {option}, found {type_name(name)}")
        for form in everything:
            if form.name == name:
                if path is not None:
                    require_extension_among(path, f"the format {name}", form.suffixes)
                return form
        from difflib import get_close_matches

        usual = _USUAL_NAMES.get(name.lower())
        known_names = [] if name.lower() in DRAWINGS else [form.name for form in everything]
        like = [usual] if usual else get_close_matches(name.lower(), known_names, 1)
        meant = f": did you mean {like[0]}?" if like else ""
        some = "sol, grid, bucas" if solution else "puz, facts, bucas"
        raise FormatError(f"expected {option} {some} or another that edgeasp formats lists, found {name!r}{meant}")
    if path is None:
        return recognition.SOL if solution else recognition.PUZ
    if not path:
        raise OutputError("expected the name of a file to write to, found an empty one")
    suffix = Path(path).suffix.lower()
    first: list[Target] = [*boards] if solution else [*puzzles]
    fitting = [form for form in first if suffix in form.suffixes] or [
        form for form in everything if suffix in form.suffixes
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = ", ".join(form.name for form in fitting)
        raise FormatError(
            f"{make_printable(path)}: several formats have the extension {suffix}: choose one with {option} ({names})"
        )
    if format_of_extension(path) in DRAWINGS:
        raise FormatError(f"{make_printable(path)}: no format has the extension {suffix!r}: edgeasp show -o draws it")
    reason = f"no format has the extension {suffix!r}" if suffix else "no extension names the format"
    raise FormatError(f"{make_printable(path)}: {reason}: choose one with {option}")


class Converted(NamedTuple):
    """Puzzle as text in another format.

    Attributes:
        text: the text.
        sidecar: placements that the format cannot represent, to be written to a second file.
        notes: notes for the user on what is lost.
    """

    text: str
    sidecar: Solution
    notes: tuple[str, ...]


def convert(document: Document, target: PuzzleFormat) -> Converted:
    """Convert a puzzle to another format.

    Raises:
        FormatError: the format cannot represent the puzzle.
    """
    _require_distinct_tiles(document.placements, document.puzzle)
    for reason in _refusals(document, target):
        raise FormatError(f"the format {target.name} cannot represent {reason}")
    keeps = target.is_board or Feature.CLUES in target.holds
    sidecar = Solution() if keeps else document.placements
    kept = document if keeps else replace(document, placements=Solution())
    lossy = target.is_board and document.puzzle.signed and Feature.SIGNS not in target.holds
    notes = (f"the signs of the tiles are left out, which {target.name} cannot show",) if lossy else ()
    return Converted(target.write(kept), sidecar, notes + target.remarks(kept))


def convert_board(solution: Solution, puzzle: Puzzle, target: BoardFormat) -> str:
    """Convert a board to another format.

    Raises:
        FormatError: the format cannot represent the board.
    """
    _require_distinct_tiles(solution, puzzle)
    if target.shows_tiles and puzzle.partners:
        raise FormatError(f"the format {target.name} cannot represent {Feature.PARTNERS.value}: it shows what matches")
    for words in target.missing_features(puzzle, flipped=any(placement.rot > 3 for placement in solution)):
        raise FormatError(f"{words}: choose sol")
    if not target.partial and len(solution) < puzzle.grid.size:
        empty = puzzle.grid.size - len(solution)
        raise FormatError(f"the format {target.name} cannot represent {Feature.PARTIAL.value}, and {empty} are empty")
    return target.write(solution, puzzle)


def features_lost(puzzle: Puzzle, target: BoardFormat) -> list[str]:
    """List the puzzle's features that a board format loses."""
    has = tile_features(puzzle) if target.shows_tiles else {}
    return [feature.value for feature in (*_UNSEEN, Feature.FIXED) if has.get(feature)]


def _require_distinct_tiles(solution: Solution, puzzle: Puzzle) -> None:
    for tile, times in Counter(placement.tile for placement in solution).items():
        if times > 1:
            raise FormatError(f"tile {puzzle.names.number(tile)} is on several squares: edgeasp check lists them")


# Features of a puzzle that its board does not show if the format lists only colours.
_UNSEEN = (Feature.SIGNS, PuzzleFeature.SUBSET, PuzzleFeature.WRAPS, PuzzleFeature.RIM, PuzzleFeature.BY_TILE)


def _refusals(document: Document, target: PuzzleFormat) -> Iterator[str]:
    puzzle, placed = document.puzzle, len(document.placements)
    highest = puzzle.side_colours[-1]
    own = tile_features(puzzle) | (dict.fromkeys(_UNSEEN, False) if target.is_board else {})
    has = {
        Feature.SIGNS: own[Feature.SIGNS],
        Feature.RECTANGLES: puzzle.cols != puzzle.rows,
        Feature.UNFRAMED: not puzzle.framed,
        Feature.LOOSE_ZEROS: puzzle.framed and not (puzzle.exact and find_misfit(puzzle) is None),
        Feature.BARE: placed == 0,
        Feature.PARTIAL: target.is_board and 0 < placed < puzzle.grid.size,
        **own,
    }
    hints = {
        Feature.BARE: ": give a board of it, which a command takes with --puzzle",
        Feature.PARTIAL: f": and {puzzle.grid.size - placed} squares are empty",
        **dict.fromkeys(ANY_TILES, ": choose puz or facts"),
    }
    if puzzle.framed and target.frameless:
        yield "puzzles with a frame"
    yield from (f"puzzles without {kind.value}" for kind in sorted(target.needs.difference(puzzle.beyond)))
    for feature, present in has.items():
        if present and feature not in target.holds:
            yield feature.value + hints.get(feature, "")
    if target.colours is not None and highest > target.colours:
        yield (
            f"colours above {target.colours}, and the puzzle goes up to {highest}: "
            "to share it, send the .puz and the .sol, or a picture of the board"
        )


def save(converted: Converted, document: Document, path: str) -> str | None:
    """Write a converted puzzle and its second file, or neither.

    Args:
        converted: the text and the placements for the second file.
        document: the puzzle.
        path: file to write.

    Returns:
        Name of the second file, a `.sol` or `.clue`, or None.

    Raises:
        OutputError: a file cannot be written, or the second one exists with other content.
    """
    number = len(converted.sidecar)
    if not number:
        writing.write_text(path, converted.text)
        return None
    beside = str(Path(path).with_suffix(".sol" if number == document.puzzle.grid.size else ".clue"))
    text = recognition.SOL.write(converted.sidecar, document.puzzle)
    if Path(beside).exists() and read_text(beside) != text:
        what = f"{number} {plural(number, 'placement')}"
        raise OutputError(f"{beside}: already exists, and {path} needs it for {what}")
    # Both files are replaced at the end, so a failed write leaves both unchanged.
    with writing.open_atomically(beside) as write_sidecar, writing.open_atomically(path) as write:
        write_sidecar(text)
        write(converted.text)
    return beside
