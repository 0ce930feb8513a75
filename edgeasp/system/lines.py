"""Text files: lines, fields, numbers, lists such as `5-9,12`, and CSV.

A spreadsheet evaluates a CSV cell that begins like a formula. `format_csv_row` therefore puts an apostrophe in front of
it, and `parse_csv_rows` removes the apostrophe. Characters that cannot be printed are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeGuard

from edgeasp.system.errors import InputError, OptionError

DIGITS = 9
"""Most digits of a number in a file. A longer one is a sign of a damaged file."""
HIGHEST = 10**DIGITS - 1

_NATURAL = re.compile(r"[0-9]+", re.ASCII)
_SEPARATOR = re.compile(r"\s*[,;]\s*|\s+")


def with_noun(number: int, one: str, several: str = "") -> str:
    """Format a number with its noun: `1 board`, `2,000 boards`.

    Args:
        number: the number.
        one: singular of the noun.
        several: plural of the noun. Default: the singular with an s.
    """
    return f"{number:,} {plural(number, one, several)}"


def plural(number: int, one: str, several: str = "") -> str:
    """Return the singular for 1, else the plural."""
    return one if number == 1 else several or one + "s"


class Record(NamedTuple):
    """Fields of a line of text. Its methods raise InputError.

    Attributes:
        source: name of the file, for messages.
        line: line number, from 1.
        words: the fields.
    """

    source: str
    line: int
    words: list[str]

    def error(self, message: str) -> InputError:
        """Create an error that names this line."""
        return InputError(self.source, self.line, message)

    def require(self, count: int, what: str) -> None:
        """Require a number of fields, or raise InputError.

        Args:
            count: required number of fields.
            what: description of the line, for the message.
        """
        if len(self.words) != count:
            raise self.error(f"expected {what}, found {with_noun(len(self.words), 'field')}")

    def number(self, index: int, what: str, low: int = 0, high: int = HIGHEST, board: str = "") -> int:
        """Parse a field as a natural number, like `parse_natural`."""
        return parse_natural(self.words[index], self.source, self.line, what, low, high, board)


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is an int, and not True or False."""
    return isinstance(value, int) and not isinstance(value, bool)


# Compression programs, keyed by the first bytes of their files.
_PACKED = {
    b"\x1f\x8b": "gzip",
    b"BZh91AY": "bzip2",
    b"\xfd7zXZ": "xz",
    b"PK\x03\x04": "zip",
    b"\x28\xb5\x2f\xfd": "zstd",
}


def decode_text(data: bytes, source: str) -> str:
    """Decode the bytes of a text file.

    The text is UTF-8, or UTF-16 with a byte-order mark.

    Raises:
        InputError: the bytes are not such text, or contain a null byte.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        # Notepad and Excel on Windows write UTF-16.
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise InputError(source, None, "expected text in UTF-8 or UTF-16, found bytes that are neither") from None
    if packed := next((name for begin, name in _PACKED.items() if data.startswith(begin)), None):
        raise InputError(source, None, f"expected text in UTF-8, found what {packed} has compressed: unpack it first")
    if data.startswith((b"\x89PNG", b"%PDF", b"\xff\xd8\xff")):
        message = "expected text, found a picture: only pictures by solve or best contain a board"
        raise InputError(source, None, f"{message}; of a puzzle, type the tiles")
    if b"\0" in data:
        # clingo would read the byte as the end of the text.
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise InputError(source, line, "expected text in UTF-8, found a null byte")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(source, line, "expected text in UTF-8, found bytes that are not") from None


def split_fields(text: str, source: str) -> Iterator[Record]:
    """Yield the fields of lines, without blank lines and comments.

    A comment begins with `c`.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if words and not words[0].startswith("c"):
            yield Record(source, number, words)


def records(text: str, source: str, what: str = "") -> list[Record]:
    """Split a text into the fields of its lines.

    Blank lines and comments are skipped. For formats of other programs, more is allowed than in `split_fields`: `#` and
    `%` also begin a comment, and commas and semicolons may separate fields and end a line.

    Args:
        text: the text.
        source: its name in errors.
        what: description of the content. If it is empty, a text without content is accepted.

    Raises:
        InputError: there is no content, although `what` describes it.
    """
    kept = []
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.strip()
        if content and content[0] not in "c#%":
            # A pattern with \s* would take quadratic time.
            content = content[:-1].rstrip() if content[-1] in ",;" else content
            kept.append(Record(source, number, _SEPARATOR.split(content)))
    if what and not kept:
        raise InputError(source, None, f"expected {what}, found none")
    return kept


def parse_natural(
    word: str, source: str, line: int | None, what: str, low: int = 0, high: int = HIGHEST, board: str = ""
) -> int:
    """Parse a natural number in a range.

    Args:
        word: the field.
        source: name of the file.
        line: line number, None if unknown.
        what: name of the field, for errors.
        low: smallest value.
        high: largest value.
        board: text after the range in errors, e.g. ` on a 4 x 4 board`.

    Raises:
        InputError: the field is not such a number.
    """
    if not _NATURAL.fullmatch(word):
        raise InputError(source, line, f"expected {what} (a natural number), found {quoted(word)}")
    if len(word) > DIGITS:
        raise InputError(source, line, f"expected {what} of at most {DIGITS} digits, found {quoted(word)}")
    if not low <= int(word) <= high:
        raise InputError(source, line, f"expected {what} from {low} to {high}{board}, found {int(word)}")
    return int(word)


def sort_by_number(paths: Iterable[Path]) -> list[Path]:
    """Sort files by name, `sol_2` before `sol_10`."""
    # Padded with zeros, numbers sort like text.
    return sorted(paths, key=lambda path: [part.zfill(20) for part in re.split(r"(\d+)", path.name)])


def make_printable(text: str) -> str:
    """Escape control characters, line breaks and undecodable bytes."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def quoted(word: str) -> str:
    """Quote a field for a message, shortened and in ASCII."""
    return ascii(word if len(word) <= 24 else word[:21] + "...")


_RANGE = re.compile(r"([0-9]{1,10})(?:-([0-9]{1,10}))?", re.ASCII)
# Most numbers in a range, which is expanded in memory.
_LONGEST = 10_000


def parse_numbers(text: str, expected: str, least: int, most: int) -> list[int]:
    """Parse a list of numbers and ranges, dropping duplicates.

    Args:
        text: the list, e.g. `1-5,8`.
        expected: description with an example for errors, e.g. `seeds such as 1-5`.
        least: smallest number.
        most: largest number.

    Raises:
        OptionError: the text is not such a list.
    """
    # A dict keeps the order in which the numbers were typed.
    numbers: dict[int, None] = {}
    for word in text.split(","):
        match = _RANGE.fullmatch(word.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if not (match and least <= first <= last <= most and last - first < _LONGEST):
            raise OptionError(f"expected {expected}, found {word.strip()!r}")
        numbers |= dict.fromkeys(range(first, last + 1))
    return list(numbers)


Size = tuple[int, int]
"""Columns and rows."""

_SIZE = re.compile(r"\s*([0-9]{1,4})(?:\s*[xX, ]\s*([0-9]{1,4}))?\s*", re.ASCII)
_MOST_SIDE = 9_999


def read_size(text: str, what: str = "columns and rows") -> Size:
    """Parse columns and rows such as `12x6`.

    A single number counts for both.

    Raises:
        OptionError: the text is not a size.
    """
    match = _SIZE.fullmatch(text)
    size = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if min(size) < 2:
        raise OptionError(f"expected {what} from 2, such as 12x6, found {quoted(text)}")
    return size


def read_sizes(text: str) -> list[Size]:
    """Parse a list of sizes such as `4-8,10x6`, dropping duplicates.

    Raises:
        OptionError: the text is not such a list.
    """
    sizes: dict[Size, None] = {}
    for word in map(str.strip, text.split(",")):
        if "x" in word.lower():
            sizes[read_size(word, "sizes")] = None
        else:
            sides = parse_numbers(word, "sizes from 2, such as 5-7 or 5,6x4,7", 2, _MOST_SIDE)
            sizes |= {(side, side): None for side in sides}
    return list(sizes)


# Beginning of a cell that a spreadsheet evaluates, perhaps after apostrophes.
_FORMULA = re.compile(r"'*[=+\-@]")
# Number with a sign, which is safe.
_CALCULATED = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", re.ASCII)


def format_csv_row(values: Iterable[object]) -> str:
    """Format a row of a CSV. None becomes empty."""
    import csv
    from io import StringIO

    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(
        "" if value is None else _format_csv_cell(str(value)) for value in values
    )
    return text.getvalue()


def parse_csv_rows(text: str, source: str) -> list[list[str]]:
    """Parse the rows of a CSV written by `format_csv_row`.

    Raises:
        InputError: a line is not a row of a CSV.
    """
    import csv
    from io import StringIO

    reader = csv.reader(StringIO(text))
    try:
        return [
            [cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell for cell in record]
            for record in reader
        ]
    except csv.Error as error:
        raise InputError(source, reader.line_num, f"expected a row of a CSV: {error}") from None


def _format_csv_cell(text: str) -> str:
    text = make_printable(text)
    return f"'{text}" if _FORMULA.match(text) and not _CALCULATED.fullmatch(text) else text
