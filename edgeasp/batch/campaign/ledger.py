"""The ledger of a campaign: what came of each cube, written once and never changed.

It is a SQLite file of one table, to which one process at a time appends. Each entry holds the SHA-256 of itself and of
the entry before it, and the first one that of the campaign's statement, so an entry that was altered or taken out is
found. People can read it with any tool for SQLite: the views `searched`, `splits` and `solutions` are for them.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Self

from edgeasp.puzzle.errors import InputError, OutputError

LEDGER = "ledger.sqlite"
"""The name of the file."""

SYNCHRONOUS = "full"
"""SQLite's pragma: what was written is on the disk before anything else happens."""

_PATIENCE = 10.0
"""Seconds to wait for a process that is writing."""

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


class Kind(Enum):
    """What an entry says of a cube."""

    SPLIT = "split"
    """It was split; each cube that came of it is open."""
    WHOLE = "whole"
    """It has nothing to split on."""
    GIVEN_UP = "given up"
    """It was searched without an end for its share of conflicts, and is to be split."""
    VERDICT = "verdict"
    """It was searched to its end."""
    SOLUTION = "solution"
    """A solution lies in it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a ledger: its number from 1, its kind, the cube by its atoms, and what else there is to say."""

    number: int
    kind: Kind
    cube: str
    body: dict[str, Any]

    def __str__(self) -> str:
        return f"entry {self.number} ({self.kind.value} of {self.cube or 'the whole search'})"


class Ledger:
    """A ledger that is open for reading and writing.

    Attributes:
        path: of the file.
    """

    def __init__(self, folder: Path, seal: str) -> None:
        """Open the ledger of a campaign.

        Raises:
            InputError: there is none, or it belongs to another statement.
        """
        self.path = folder / LEDGER
        if not self.path.is_file():
            raise InputError(str(self.path), None, "expected the ledger of a campaign, found none")
        with self._reading():
            self._connection = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
            self._connection.execute(f"pragma synchronous = {SYNCHRONOUS}")
            [(found,)] = self._connection.execute("select value from seal").fetchall()
        self._seal = seal
        self._last = (0, seal)
        if found != seal:
            files = "campaign.json, puzzle.puz or clues.sol"
            raise InputError(str(self.path), None, f"it belongs to another campaign, or {files} was altered since")

    @staticmethod
    def create(folder: Path, seal: str) -> None:
        """Make an empty ledger for a statement."""
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

    def entries(self) -> Iterator[Entry]:
        """All entries in their order.

        Raises:
            InputError: an entry was altered or taken out; the message names it.
        """
        number, digest = 0, self._seal
        with self._reading():
            rows = self._connection.execute("select number, kind, cube, body, digest from entry order by number")
            for found, kind, cube, body, sealed in rows:
                if found != number + 1:
                    raise InputError(str(self.path), None, f"entry {number + 1} is missing")
                number, digest = found, _digest(digest, kind, cube, body)
                if digest != sealed:
                    name = cube or "the whole search"
                    raise InputError(str(self.path), None, f"entry {found} ({kind} of {name}) was altered")
                yield Entry(number, Kind(kind), cube, json.loads(body))
        self._last = number, digest

    def append(self, entries: Iterable[tuple[Kind, str, dict[str, Any]]]) -> None:
        """Write entries, all or none: each a kind, a cube and a body. `entries` must have been read before.

        Raises:
            OutputError: the file cannot be written.
        """
        number, digest = self._last
        try:
            self._connection.execute("begin immediate")
            for kind, cube, content in entries:
                body = json.dumps(content)
                number, digest = number + 1, _digest(digest, kind.value, cube, body)
                row = (number, kind.value, cube, body, digest)
                self._connection.execute("insert into entry values (?, ?, ?, ?, ?)", row)
            self._connection.execute("commit")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("rollback")
            raise OutputError(f"{self.path}: cannot be written: {error}; what was written before is whole") from None
        self._last = number, digest

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError) as error:
            raise InputError(str(self.path), None, f"expected the ledger of a campaign: {error}") from None


def _digest(before: str, kind: str, cube: str, body: str) -> str:
    return hashlib.sha256("\0".join((before, kind, cube, body)).encode()).hexdigest()[:32]
