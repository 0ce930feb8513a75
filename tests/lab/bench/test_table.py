"""The table of runs: what is written is read again, and broken files are refused."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from edgeasp.lab.bench import table
from edgeasp.lab.bench.table import COLUMNS, KEY
from edgeasp.system.errors import InputError, OutputError
from tests.lab.bench.rows import row, timeout

FIRST = row("a", 0.125, memory=10**8, memory_limit=2 * 10**9, message='says "no", twice', conflicts=0)
SECOND = timeout("b", border_colours=None, solutions=None)


def text(*rows: table.RunRow) -> str:
    return ",".join(COLUMNS) + "\n" + "".join(map(table.line, rows))


def test_what_is_written_is_read_again() -> None:
    assert table.read(text(FIRST, SECOND), "x.csv") == [FIRST, SECOND]


def test_half_a_line_is_not_read() -> None:
    """A benchmark may be writing it at this moment."""
    assert table.read(text(FIRST, SECOND)[:-1], "x.csv") == [FIRST]


def test_a_row_is_one_line_whatever_is_in_it() -> None:
    written = table.line(row("a", 1, message='two\nlines, a comma\r\n and "quotes"'))
    assert written.count("\n") == 1
    [back] = table.read(",".join(COLUMNS) + "\n" + written, "x.csv")
    assert back.message == 'two lines, a comma and "quotes"'


def test_names_that_a_spreadsheet_would_compute_stay_as_they_are() -> None:
    """A quote before them would change the key of the run."""
    [back] = table.read(text(row("=cmd|x.puz", 1)), "x.csv")
    assert back.instance == "=cmd|x.puz"


def test_every_column_has_a_meaning_and_the_key_determines_the_run() -> None:
    assert all(COLUMNS.values())
    assert set(KEY) < set(COLUMNS)
    assert not {"status", "wall", "date", "message", "solutions"} & set(KEY)
    assert row("a", 1).key == row("a", 2, date="later", status="failed").key
    changes: dict[str, Any] = {"task": "first", "system": "x", "seed": 2, "encoding_hash": "f", "time_limit": 9.0}
    keys = {row("a", 1, **{name: value}).key for name, value in changes.items()}
    assert len({row("a", 1).key, row("b", 1).key, *keys}) == 7


def test_rows_are_appended(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    for known, added in (([], FIRST), ([FIRST], SECOND)):
        with table.appending(path, table.RUNS) as (rows, append):
            assert rows == known
            append(added)
    assert path.read_text(encoding="utf-8") == text(FIRST, SECOND)


@pytest.mark.parametrize("left", range(0, 400, 37))
def test_half_a_line_is_cut_off(tmp_path: Path, left: int) -> None:
    path = tmp_path / "runs.csv"
    whole = text(FIRST)
    path.write_text(whole + table.line(SECOND)[:left].rstrip("\n"), encoding="utf-8")
    with table.appending(path, table.RUNS) as (rows, append):
        assert rows == [FIRST]
        append(SECOND)
    assert path.read_text(encoding="utf-8") == text(FIRST, SECOND)


def test_half_a_head_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text(text()[:50], encoding="utf-8")
    with table.appending(path, table.RUNS) as (rows, append):
        assert rows == []
        append(FIRST)
    assert path.read_text(encoding="utf-8") == text(FIRST)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("something else", ":1: expected a table of runs"),
        ("a,b\n1,2\n", ":1: expected the columns"),
        (text(FIRST) + "1,2\n", f":3: expected {len(COLUMNS)} columns, found 2"),
        (text(FIRST).replace(",0.125,", ",soon,"), ":2: expected a number as wall, found 'soon'"),
        (text(FIRST).replace(",solved,", ",perhaps,"), ":2: expected as status solved, timeout"),
        (text(FIRST) + "a\rb,1\n", ":3: expected a row of a CSV: new-line character seen in unquoted field"),
        (text(FIRST).replace(",4x4,", ",four,"), ":2: expected as size columns x rows, such as 10x8, found 'four'"),
        (text(FIRST).replace(",0.125,", ",0,"), ":2: expected as wall a positive number of seconds, found 0"),
        (text(FIRST).replace(",10,2000000000,", ",inf,0,"), ":2: expected a number as time_limit, found 'inf'"),
        (text(FIRST).replace(",10,2000000000,", ",0,0,"), ":2: expected as time_limit a positive number"),
        (text(FIRST).replace(",4x4,", ",0x4,"), ":2: expected as size columns x rows, such as 10x8, found '0x4'"),
        (text(FIRST).replace(",all,", ",some,"), ":2: expected as task all or first, found 'some'"),
        (text(row("a", 1, conflicts=-1)), ":2: expected a number as conflicts, found '-1'"),
        (text(row("a", 1, conflicts=10**99)), ":2: expected a number as conflicts, found '1000"),
        (text(row("a", 1)).replace("a processor", "\0"), ":2: expected text"),
    ],
)
def test_a_file_that_is_no_table_is_refused_and_kept(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "runs.csv"
    path.write_bytes(content.encode())
    with pytest.raises(InputError) as caught, table.appending(path, table.RUNS):
        pass
    assert str(caught.value).startswith(f"{path}{complaint}")
    assert path.read_bytes() == content.encode()


def test_two_benchmarks_do_not_share_a_table(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    with (
        table.appending(path, table.RUNS),
        pytest.raises(OutputError, match="another benchmark"),
        table.appending(path, table.RUNS),
    ):
        pass


def test_of_a_row_that_the_disk_has_no_place_for_nothing_is_written(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "runs.csv"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with table.appending(path, table.RUNS) as (_, append):
        append(FIRST)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 9, before[1]))
        try:
            with pytest.raises(OutputError, match=r"runs\.csv: cannot be written: "):
                append(SECOND)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        append(SECOND)
    assert path.read_text(encoding="utf-8") == text(FIRST, SECOND)


def test_a_table_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot be written: is a directory"), table.appending(tmp_path, table.RUNS):
        pass
    assert os.listdir(tmp_path) == []
