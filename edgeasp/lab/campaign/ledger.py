"""Folder of a campaign: its task, and the ledger of finished work.

The ledger is a SQLite file with one table, to which one process at a time appends. The entries form a hash chain: the
digest of an entry is the SHA-256 of its content and of the previous digest, starting from the digest of the campaign's
statement. So the check detects an entry that was altered or removed by accident. There is no secret key, so an attacker
can recompute the digests, or remove entries from the end. The check detects an attack only if the user has kept the
head of the chain, which is its last digest, in another place. Any SQLite tool can read the file. The views `searched`,
`splits` and `solutions` are for human readers.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Self, cast, get_args

from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import document, files, plain
from edgeasp.parallel.split import SplitPlan
from edgeasp.puzzle import features
from edgeasp.puzzle.clues import ClueFile
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.cubes import Order, SearchFingerprint, fingerprint, require_splittable
from edgeasp.search.task import Task, make_task
from edgeasp.solvers.clingo.options import MOST_SEED, MOST_THREADS, ClaspOptions
from edgeasp.system import writing
from edgeasp.system.errors import InputError, OptionError, OutputError
from edgeasp.system.limits import MOST_CONFLICTS, MOST_SOLUTIONS
from edgeasp.system.writing import LockTaken, lock_folder, make_folder, require_no_link

LEDGER = "ledger.sqlite"
"""Name of the ledger's file in the folder of a campaign."""

SYNCHRONOUS = "full"
"""SQLite's pragma: each transaction is on the disk before the next step."""

# Seconds that SQLite waits for another process to finish writing.
_PATIENCE = 10.0

_TABLES = """
create table seal (value text not null);
create table entry (
  number integer primary key,
  kind text not null,
  cube text not null,
  body text not null,
  digest text not null
);
create unique index one_verdict on entry (cube) where kind = 'verdict';
create unique index one_split on entry (cube) where kind = 'split';
create view searched as select number, cube, kind as result,
  json_extract(body, '$.solutions') as solutions, json_extract(body, '$.conflicts') as conflicts,
  json_extract(body, '$.cpu') as cpu, json_extract(body, '$.wall') as wall, json_extract(body, '$.time') as time,
  json_extract(body, '$.worker') as worker
  from entry where kind in ('verdict', 'given up');
create view splits as select number, cube, json_extract(body, '$.choices') as choices,
  json_extract(body, '$.conflicts') as conflicts, json_extract(body, '$.cpu') as cpu
  from entry where kind = 'split';
create view solutions as select number, cube, json_extract(body, '$.board') as board from entry where kind = 'solution';
"""

_ATOM = (
    r"(?:half\([1-9]\d{0,3},[1-9]\d{0,3},(?:right|bottom),[a-z]\w{0,15}\)"
    r"|place\([1-9]\d{0,6},(?:0|90|180|270|360|450|540|630),[1-9]\d{0,3},[1-9]\d{0,3}\))"
)
# Text of a cube: the colours of diamonds and the tiles on corners that it fixes.
_CUBE = re.compile(rf"(?:{_ATOM}(?: {_ATOM})*)?", re.ASCII)

# Largest count or seed that is accepted, so that all fit SQLite's 64 bits.
_MOST = 10**18

_OBJECTS = "select type, name, sql from sqlite_master"

_HEAD = re.compile(r"([0-9]{1,12}):([0-9a-f]{32})", re.ASCII)


class EntryKind(Enum):
    """Type of a ledger entry."""

    SPLIT = "split"
    """The cube was split. Its parts are open."""
    WHOLE = "whole"
    """The cube cannot be split: no atom is left to choose."""
    GIVEN_UP = "given up"
    """The cube ran out of its budget of conflicts, and is to be split."""
    VERDICT = "verdict"
    """The cube was searched completely."""
    SOLUTION = "solution"
    """The cube contains a solution."""


_KINDS = [kind.value for kind in EntryKind]


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """Entry of a ledger.

    Attributes:
        number: position in the ledger, from 1.
        kind: what happened to the cube.
        cube: atoms that define the cube, as text. Empty for the whole search.
        body: details, such as conflicts, times and the solution.
    """

    number: int
    kind: EntryKind
    cube: str
    body: dict[str, Any]

    def __str__(self) -> str:
        """Name the entry for messages."""
        return f"entry {self.number} ({self.kind.value} of {self.cube or 'the whole search'})"


@dataclass(frozen=True, slots=True)
class LedgerHead:
    """Head of a ledger's hash chain.

    Attributes:
        number: number of entries.
        digest: first half of the last entry's digest.
    """

    number: int
    digest: str

    @classmethod
    def parse(cls, text: str) -> LedgerHead:
        """Parse a printed head.

        Raises:
            OptionError: the text is not a head.
        """
        match = _HEAD.fullmatch(text.strip())
        if match is None:
            raise OptionError(
                "expected the head of a ledger, such as 57:0123456789abcdef0123456789abcdef, as edgeasp campaign check "
                f"prints it, found {text[:60]!r}"
            )
        return cls(int(match[1]), match[2])

    def __str__(self) -> str:
        """Format the head for `LedgerHead.parse`."""
        return f"{self.number}:{self.digest}"


class Ledger:
    """Open ledger of a campaign.

    Attributes:
        path: path of the file.
    """

    def __init__(self, folder: Path, seal: str) -> None:
        """Open the ledger of a campaign.

        `seal` is the digest of the campaign's statement.

        Raises:
            InputError: the file is missing, or belongs to another campaign.
        """
        self.path = folder / LEDGER
        if not self.path.is_file():
            raise self._error("expected the ledger of a campaign, found none")
        self._seal = seal
        self._last = LedgerHead(0, seal)
        with self._translate_sqlite_errors():
            # `append` begins and commits transactions itself, so the module must not begin any.
            self._connection = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
        try:
            with self._translate_sqlite_errors():
                self._connection.execute(f"pragma synchronous = {SYNCHRONOUS}")
                self._require_tables()
                sealed = self._connection.execute("select value from seal").fetchall()
            if sealed != [(seal,)]:
                files = "campaign.json, puzzle.puz or clues.sol"
                raise self._error(f"it belongs to another campaign, or {files} was altered since")
        except InputError:
            self._connection.close()
            raise
        # An entry that was altered by accident may not be UTF-8, and the error is to name it.
        self._connection.text_factory = lambda data: data.decode(errors="surrogateescape")

    def _require_tables(self) -> None:
        """Raise InputError if the file's tables are not a ledger's."""
        there = {name: (kind, sql) for kind, name, sql in self._connection.execute(_OBJECTS)}
        with closing(sqlite3.connect(":memory:")) as other:
            other.executescript(_TABLES)
            # Views are not compared, as no code reads them.
            wanted = {name: (kind, sql) for kind, name, sql in other.execute(_OBJECTS) if kind == "table"}
        for name, table in wanted.items():
            kind = there.get(name, ("nothing", ""))[0]
            if there.get(name) != table:
                what = "another one" if kind == "table" else f"a {kind} of that name" if name in there else kind
                raise self._error(f"expected the table {name!r} of a ledger, found {what}")
        if triggers := sorted(name for name, (kind, _) in there.items() if kind == "trigger"):
            raise self._error(f"expected no trigger, found {triggers[0]!r}, which may change what is written")

    @staticmethod
    def create(folder: Path, seal: str) -> None:
        """Create an empty ledger.

        `seal` is the digest of the campaign's statement.
        """
        path = folder / LEDGER
        try:
            with closing(sqlite3.connect(path)) as connection:
                connection.executescript(_TABLES)
                connection.execute("insert into seal values (?)", (seal,))
                connection.commit()
        except sqlite3.Error as error:
            raise OutputError(f"{path}: cannot be written: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._connection.close()

    @property
    def head(self) -> LedgerHead:
        """Head of the chain of entries read and appended so far."""
        # Before the first entry, the digest is the seal, which has 64 digits.
        return LedgerHead(self._last.number, self._last.digest[:32])

    def require_head(self, noted: LedgerHead) -> None:
        """Check that the chain contains a head noted earlier.

        Read all of `entries()` first, since this computes the chain.

        Raises:
            InputError: entries were removed from the end, or were altered and got new digests.
        """
        if noted.number > self._last.number:
            there = f"{self._last.number:,} of {noted.number:,} entries that were noted"
            raise self._error(f"{there} are there: the others were taken from the end")
        digest = self._seal[:32]
        if noted.number:
            with self._translate_sqlite_errors():
                row = "select digest from entry where number = ?"
                [(digest,)] = self._connection.execute(row, (noted.number,)).fetchall()
        if digest != noted.digest:
            raise self._error(
                f"entry {noted.number} has another digest than was noted: up to it, entries were altered and the "
                "digests computed anew"
            )

    def entries(self) -> Iterator[LedgerEntry]:
        """Validate the entries, and yield them in order.

        Raises:
            InputError: an entry was altered or removed, or is incomplete. The message names it.
        """
        last = LedgerHead(0, self._seal)
        with self._translate_sqlite_errors():
            rows = self._connection.execute("select number, kind, cube, body, digest from entry order by number")
            for number, *columns in rows:
                if number != last.number + 1:
                    raise self._error(f"entry {last.number + 1} is missing")
                last = LedgerHead(number, self._require_digest(last, columns))
                yield self._parse_entry(number, *columns[:3])
        self._last = last

    def _require_digest(self, last: LedgerHead, columns: list[Any]) -> str:
        number = last.number + 1
        for name, value in zip(("kind", "cube", "body", "digest"), columns, strict=True):
            # A column of SQLite can hold a value of any type.
            if not isinstance(value, str):
                raise self._error(f"entry {number} was altered: expected text as its {name}, found none")
        kind, cube, body, sealed = columns
        digest = _chain_digest(last.digest, kind, cube, body)
        if digest != sealed:
            name = cube or "the whole search"
            raise self._error(f"entry {number} ({kind} of {name}) was altered")
        return digest

    def _parse_entry(self, number: int, kind: str, cube: str, body: str) -> LedgerEntry:
        if kind not in _KINDS:
            expected = ", ".join(_KINDS)
            raise self._error(f"entry {number}: expected one of {expected}, found {kind!r}")
        entry = LedgerEntry(number, EntryKind(kind), cube, {})
        if not _CUBE.fullmatch(cube):
            raise self._error(f"{entry}: expected a cube, by atoms with blanks between them")
        content = document.parse_json(body, f"{self.path}: {entry}")
        _require_valid_body(entry.kind, content)
        entry.body.update(cast("dict[str, Any]", content.content))
        return entry

    def append(self, entries: Iterable[tuple[EntryKind, str, dict[str, Any]]]) -> None:
        """Append entries in one transaction.

        Read all of `entries()` first, since the new digests continue the chain.

        Args:
            entries: type, cube and body of each entry.

        Raises:
            OutputError: the file cannot be written, or another process has written to it since it was read.
        """
        last = self._last
        try:
            # Locks the file at once, so that no other process can append between the check and the inserts.
            self._connection.execute("begin immediate")
            row = self._connection.execute("select number, digest from entry order by number desc limit 1").fetchone()
            if (LedgerHead(*row) if row else LedgerHead(0, self._seal)) != last:
                where = f"{self.path}: cannot be written"
                raise OutputError(f"{where}: another process has written to it since it was read")
            for kind, cube, content in entries:
                body = json.dumps(content)
                last = LedgerHead(last.number + 1, _chain_digest(last.digest, kind.value, cube, body))
                row = (last.number, kind.value, cube, body, last.digest)
                self._connection.execute("insert into entry values (?, ?, ?, ?, ?)", row)
            self._connection.execute("commit")
        except sqlite3.Error as error:
            raise OutputError(f"{self.path}: cannot be written: {error}; what was written before is whole") from None
        finally:
            if self._connection.in_transaction:
                self._connection.execute("rollback")
        self._last = last

    @contextmanager
    def _translate_sqlite_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError) as error:
            raise self._error(f"expected the ledger of a campaign: {error}") from None

    def _error(self, message: str) -> InputError:
        return InputError(str(self.path), None, message)


def _require_valid_body(kind: EntryKind, content: document.JsonValue) -> None:
    # Validated here once, so that code that reads entries needs no checks.
    if kind is EntryKind.SOLUTION:
        content.member("board").text()
        return
    for name in ("conflicts", "seed"):
        content.member(name).number(high=_MOST)
    if content.get("tiles") is not None:
        content.member("tiles").number(high=_MOST)
    for name in ("cpu", "wall", "ground", "time"):
        content.member(name).amount()
    for name in ("worker", "edgeasp", "clingo", "program", "puzzle"):
        content.member(name).text()
    if kind is EntryKind.VERDICT:
        content.member("solutions").number(high=_MOST)
    if kind is EntryKind.SPLIT:
        choices = content.member("choices")
        for choice in choices.items():
            choice.member("cube").text()
            if not (*choice.member("live").texts(), *choice.member("refuted").texts()):
                raise choice.error("a choice among atoms")
            for atom in (*choice.member("live").items(), *choice.member("refuted").items()):
                if not re.fullmatch(_ATOM, atom.text(), re.ASCII):
                    raise atom.error("a colour of a diamond, or a tile on a corner")
        if not choices.items():
            raise choices.error("a list of choices")


def _chain_digest(before: str, kind: str, cube: str, body: str) -> str:
    # No valid field contains a NUL, so two different entries never have the same text.
    text = "\0".join((before, kind, cube, body))
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()[:32]


STATEMENT, PUZZLE, CLUES = "campaign.json", "puzzle.puz", "clues.sol"
"""Files of a campaign, in addition to its ledger."""

FILES = STATEMENT, PUZZLE, CLUES, LEDGER

VERSION = 1
"""Version of the folder's format. Every edgeasp with the same version can read the folder."""


@dataclass(frozen=True)
class CampaignStatement:
    """Task and options of a campaign, which never change.

    Attributes:
        folder: folder of the campaign.
        puzzle: puzzle to solve.
        clues: placements that every solution must contain.
        request: requested encoding.
        up_to_rotation: whether to find only one of the solutions that are rotations of each other.
        limit: number of solutions that ends the campaign, 0 for all.
        counts: whether to count solutions without keeping them.
        options: options of clasp for every worker.
        plan: how to split the search.
        made_of: versions of edgeasp, clingo and the logic program, which must be equal on every worker.
        seal: SHA-256 of the three files `campaign.json`, `puzzle.puz` and `clues.sol`.
    """

    folder: Path
    puzzle: Puzzle
    clues: Solution
    request: EncodingRequest
    up_to_rotation: bool
    limit: int
    counts: bool
    options: ClaspOptions
    plan: SplitPlan
    made_of: SearchFingerprint
    seal: str

    def task(self) -> Task:
        """Build the search task."""
        return make_task(self.puzzle, [ClueFile(CLUES, self.clues)], self.request, up_to_rotation=self.up_to_rotation)


def new_campaign(
    folder: str,
    task: Task,
    request: EncodingRequest,
    options: ClaspOptions,
    plan: SplitPlan,
    *,
    limit: int = 0,
    counts: bool = False,
) -> CampaignStatement:
    """Create the folder of a campaign.

    Args:
        folder: new or empty folder.
        task: puzzle, clues and conditions.
        request: requested encoding.
        options: options of clasp for every worker.
        plan: how to split the search.
        limit: number of solutions that ends the campaign, 0 for all.
        counts: whether to count solutions without keeping them.

    Raises:
        EncodingError: the search cannot be split.
        OptionError: clasp does not accept an option, or `counts` is combined with a limit.
        OutputError: the folder is not empty, or cannot be written.
    """
    features.require_support("campaign", task.puzzle)
    if counts and limit:
        # A ledger records boards, or the number of solutions of a finished cube.
        raise OptionError("-n asks for solutions, and --count for their number: leave out one of them")
    require_splittable(task)
    options.arguments()  # refuses options of clasp before anything is written
    place = Path(folder)
    make_folder(folder)
    content: dict[str, Any] = {
        "format": "edgeasp-campaign",
        "version": VERSION,
        "question": {"number": limit, "count": counts, "up_to_rotation": task.up_to_rotation},
        "encoding": asdict(request),
        "clasp": asdict(options),
        # A campaign makes its first cubes before any search, so `trial` and `waits` do not concern it.
        "split": {"cubes": plan.cubes, "share": plan.cube_conflicts, "order": plan.order},
        "made_of": asdict(fingerprint(task)),
    }
    texts = {
        STATEMENT: json.dumps(content, indent=1) + "\n",
        PUZZLE: plain.write_puz(task.puzzle),
        CLUES: plain.write_sol(task.clues),
    }
    try:
        # Waiting would not help: whoever holds the lock fills the folder.
        with lock_folder(place, 0.0):
            _write_files(place, texts)
    except LockTaken:
        raise OutputError(f"{folder}: another process is busy with a campaign there") from None
    return read_statement(folder)


def _write_files(place: Path, texts: dict[str, str]) -> None:
    if there := {path.name for path in place.iterdir()}:
        # A process that was killed, or a power cut, leaves these files behind.
        begun = LEDGER in there <= {PUZZLE, CLUES, LEDGER}
        words = "the beginning of one that was not made: remove it" if begun else "files in it"
        raise OutputError(f"{place}: expected a new or an empty folder for the campaign, found {words}")
    try:
        writing.write_text(str(place / PUZZLE), texts[PUZZLE])
        writing.write_text(str(place / CLUES), texts[CLUES])
        Ledger.create(place, _statement_digest(texts))
        # Last, because a folder without it is not yet a campaign.
        writing.write_text(str(place / STATEMENT), texts[STATEMENT])
    except BaseException:
        for name in FILES:
            (place / name).unlink(missing_ok=True)
        raise


def read_statement(folder: str) -> CampaignStatement:
    """Read the statement of a campaign.

    Raises:
        InputError: the folder is not a campaign, or a file in it is invalid.
    """
    place = Path(folder)
    path = place / STATEMENT
    if not path.exists():
        raise InputError(folder, None, "expected the folder of a campaign, see edgeasp campaign new")
    for path in place.iterdir():
        require_no_link(path)
    texts = {name: files.read_text(str(place / name)) for name in (STATEMENT, PUZZLE, CLUES)}
    content = document.parse_json(texts[STATEMENT], str(path))
    if (content.get("format"), content.get("version")) != ("edgeasp-campaign", VERSION):
        raise InputError(str(path), None, f"expected a campaign of version {VERSION}, found another format or version")
    puzzle = plain.read_puz(texts[PUZZLE], str(place / PUZZLE))
    question, split, made_of = (content.member(name) for name in ("question", "split", "made_of"))
    order = split.member("order")
    if order.text() not in get_args(Order):
        raise order.error(" or ".join(get_args(Order)))
    return CampaignStatement(
        place,
        puzzle,
        plain.read_sol(texts[CLUES], puzzle, str(place / CLUES)),
        _read_request(content.member("encoding")),
        question.member("up_to_rotation").flag(),
        question.member("number").number(high=MOST_SOLUTIONS),
        question.member("count").flag(),
        _read_options(content.member("clasp")),
        SplitPlan(
            split.member("cubes").number(1), split.member("share").number(1, MOST_CONFLICTS), cast(Order, order.text())
        ),
        SearchFingerprint(*(made_of.member(name).text() for name in ("edgeasp", "clingo", "program"))),
        _statement_digest(texts),
    )


def _read_request(content: document.JsonValue) -> EncodingRequest:
    def optional_texts(key: str) -> tuple[str, ...] | None:
        return None if content.get(key) is None else content.member(key).texts()

    return EncodingRequest(
        None if content.get("variants") is None else content.member("variants").text(),
        optional_texts("redundant"),
        content.member("formulation").text(),
        optional_texts("symmetry"),
        content.member("heuristic").text(),
    )


def _read_options(content: document.JsonValue) -> ClaspOptions:
    return ClaspOptions(
        content.member("seed").number(high=MOST_SEED),
        content.member("threads").number(1, MOST_THREADS),
        content.member("configuration").text(),
        content.member("guided").flag(),
        content.member("extra").texts(),
    )


def _statement_digest(texts: dict[str, str]) -> str:
    return hashlib.sha256("\0".join(texts[name] for name in (STATEMENT, PUZZLE, CLUES)).encode()).hexdigest()
