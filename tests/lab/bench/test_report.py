"""Tables of runs, scores, reports and plots."""

from __future__ import annotations

import os
import random
from math import inf
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from edgeasp.lab import plots
from edgeasp.lab.bench import table
from edgeasp.lab.bench.table import COLUMNS, KEY, RunRow
from edgeasp.system.errors import InputError, OptionError, OutputError
from tests.lab.bench.fakes import row, timeout

# ---- reports ----

ROWS = [
    row("a", 0.25, conflicts=1234, half="development", start=0.06, ground=0.15),
    row("a", 0.5, conflicts=99, system="peer|<x>", half="development"),
    row("b", 8.0, conflicts=10**6, half="validation", size="10x10", colours=20, border_colours=4),
    timeout("b", system="peer|<x>", half="validation", size="10x10", colours=20, border_colours=4),
    row("c", 2.0, conflicts=10, half="validation", size="5x5", border_colours=None),
    row("c", 1.0, system="peer|<x>", conflicts=5, half="validation", size="5x5", border_colours=None),
    row("a", 0.125, task="first", half="development", seed=1),
    row("a", 0.375, task="first", half="development", seed=2),
]

MARKDOWN = """\
**Task all: every solution with the clues, development half**

| System | Solved | PAR2 | Median | Time | Conflicts | Common | Bound |
| --- | --: | --: | --: | --: | --: | --: | --: |
| edgeasp | 1/1 | 0.25 | 0.25 | 1.00 x | 1.00 x | 1 | 1.00 x |
| peer&#124;&lt;x> | 1/1 | 0.50 | 0.50 | 2.00 x | 0.081 x | 1 | 2.00 x |

**Task all: every solution with the clues, validation half**

| System | Solved | PAR2 | Median | Time | Conflicts | Common | Bound |
| --- | --: | --: | --: | --: | --: | --: | --: |
| edgeasp | 2/2 | 5.00 | 5.00 | 1.00 x | 1.00 x | 2 | 1.00 x |
| peer&#124;&lt;x> | 1/2 | 10.5 | > 10 | 0.50 x | 0.55 x | 1 | 0.79 x |

**Task first: one solution, development half**

| System | Solved | PAR2 | Median | Time | Conflicts | Common | Bound |
| --- | --: | --: | --: | --: | --: | --: | --: |
| edgeasp | 2/2 | 0.25 | 0.25 | 1.00 x |  | 1 | 1.00 x |

**Task all, by size and colours: median seconds (solved runs)**

| Board, colours | N | edgeasp | peer&#124;&lt;x> |
| --- | --: | --: | --: |
| 4x4, 3+2 | 1 | 0.25 | 0.50 |
| 5x5, 3 | 1 | 2.00 | 1.00 |
| 10x10, 20+4 | 1 | 8.00 | > 10 (0/1) |

**Task all, phases of edgeasp: median seconds of solved runs**

| Board, colours | Start | Read | Render | Ground | Solve | Check | Whole | Conflicts |
| --- | --: | --: | --: | --: | --: | --: | --: | --: |
| 4x4, 3+2 | 0.060 |  |  | 0.15 |  |  | 0.25 | 1,234 |
| 5x5, 3 |  |  |  |  |  |  | 2.00 | 10 |
| 10x10, 20+4 |  |  |  |  |  |  | 8.00 | 1,000,000 |

**Task first, phases of edgeasp: median seconds of solved runs**

| Board, colours | Start | Read | Render | Ground | Solve | Check | Whole | Conflicts |
| --- | --: | --: | --: | --: | --: | --: | --: | --: |
| 4x4, 3+2 |  |  |  |  |  |  | 0.25 |  |

- 8 runs of 3 instances, 1 and 2 seeds each, time limit 10 s; each run is a separate process, timed from its start \
to its end.
- Solved: solved runs of all runs. PAR2: mean seconds, an unsolved run counting as twice its limit. Median: median \
seconds over all instances. Time, Conflicts: ratios to edgeasp, as geometric means over the instances that both solve; \
Common: their number. Bound: lower bound of the time ratio over all instances that edgeasp solves, an unsolved one \
counting as its limit. Several seeds of an instance count as their median.
- Machine: a processor, 2 cores, Linux.
- Versions: edgeasp 1.0, Python 3.11.0.
"""


def test_markdown() -> None:
    text = ",".join(COLUMNS) + "\n" + "".join(map(table.format_row, ROWS))
    assert table.report_as_markdown(table.build_report(table.parse_rows(text, "x"))) == MARKDOWN


def test_the_order_in_which_runs_ended_makes_no_difference() -> None:
    for seed in range(5):
        chance = random.Random(seed)
        assert table.report_as_markdown(table.build_report(sorted(ROWS, key=lambda _: chance.random()))) == MARKDOWN


def test_another_reference() -> None:
    [table_, *_] = table.build_report(ROWS, "peer|<x>").tables
    assert [line[4] for line in table_.rows] == ["0.50 x", "1.00 x"]


def test_a_median_that_no_run_has_reached_is_beyond_the_limit_of_its_own_system() -> None:
    rows = [row("a", 20.0, time_limit=60.0), timeout("a", system="peer", time_limit=2.0)]
    [ranking] = [each for each in table.build_report(rows).tables if each.title.startswith("Task all:")]
    medians = {cells[0]: cells[3] for cells in ranking.rows}
    assert medians["peer"] == "> 2"


def test_warnings() -> None:
    found = table.build_report(
        [
            row("a", 1.0),
            row("a", 2.0, cpu=1.7),
            row("a", 1.0, seed=2, status="failed", message="ended by signal 9"),
            row("a", 1.0, seed=3, status="failed", message="ended by signal 9"),
            row("a", 1.0, system="liar", host="elsewhere", time_limit=5.0, status="wrong", message="no solution"),
        ]
    )
    assert found.warnings == (
        "repeated runs, with only the last one counted: 1.",
        "the runs come from different machines: their seconds are not comparable.",
        "runs that had the processor for less than 90% of their time: 1.",
        "the limits of task all differ between runs.",
        "some systems lack runs of task all.",
        "wrong: liar on a, task all, seed 1: no solution",
        "failed: edgeasp on a, task all, seed 2: ended by signal 9 (and 1 more run)",
    )
    assert table.build_report(ROWS[:2]).warnings == ()


def test_numbers_have_three_digits() -> None:
    numbers = [0.0123, 0.0999, 0.1, 1.234, 9.994, 9.996, 12.34, 99.96, 1234.5]
    texts = ["0.012", "0.100", "0.10", "1.23", "9.99", "10.0", "12.3", "100", "1,234"]
    assert [table.short_number(each) for each in numbers] == texts


# ---- scores ----

OURS = [row("a", 1.0, conflicts=99), row("b", 4.0, conflicts=0), timeout("c")]
PEER = [row("a", 2.0, system="peer"), timeout("b", system="peer"), row("c", 5.0, system="peer")]
OTHER = [
    row("a", 8.0, system="third", conflicts=9),
    row("b", 1.0, system="third", conflicts=3),
    timeout("c", system="third"),
]


def test_scores_of_one_task() -> None:
    found = ours, peer, third = table.score_systems([*OURS, *PEER, *OTHER], "edgeasp")
    assert [score.system for score in found] == ["edgeasp", "peer", "third"]
    assert [(score.solved, score.runs) for score in found] == [(2, 3), (2, 3), (2, 3)]
    assert [score.par2 for score in found] == pytest.approx([(1 + 4 + 20) / 3, (2 + 20 + 5) / 3, (8 + 1 + 20) / 3])
    assert [score.median for score in found] == [4, 5, 8]
    # With the peer we share a: 2 to 1; with the other a and b: the geometric mean of 8 and 1/4.
    assert [score.ratio for score in found] == pytest.approx([1, 2, 2**0.5])
    assert [score.common for score in found] == [2, 1, 2]
    # On b the peer takes more than its limit of 10 to our 4. An instance that only the peer solves does not count.
    assert [score.bound for score in found] == pytest.approx([1, 5**0.5, 2**0.5])
    # Each count with one more: 10 to 100 and 4 to 1. The peer does not count.
    assert [score.conflict_ratio for score in (ours, third)] == pytest.approx([1, 0.4**0.5])
    assert peer.conflict_ratio is None


def test_nothing_in_common() -> None:
    ours, peer = table.score_systems(
        [OURS[0], timeout("b"), timeout("a", system="peer"), row("b", 3, system="peer")], "edgeasp"
    )
    assert (peer.ratio, peer.common) == (None, 0)
    assert peer.bound == pytest.approx(10)
    assert (ours.common, ours.median, peer.median) == (1, inf, inf)


def test_wrong_and_failed_runs_are_not_solved() -> None:
    [ours] = table.score_systems(
        [row("a", 0.1, status="wrong"), row("b", 0.1, status="failed"), row("c", 0.1, status="memory")], "x"
    )
    assert (ours.solved, ours.par2) == (0, 20)


def test_medians_over_seeds() -> None:
    runs = [row("a", 1, seed=1), timeout("a", seed=2), row("a", 3, seed=3)]
    assert table.median_seconds(runs, "edgeasp") == {"hash-a": 3}
    assert table.median_seconds([*runs, timeout("a", seed=4)], "edgeasp") == {"hash-a": inf}
    assert table.median_seconds(runs[::2], "edgeasp") == {"hash-a": 2}
    assert table.median_seconds(runs, "peer") == {}


def test_the_last_of_repeated_runs_counts() -> None:
    again = [row("a", 1), row("b", 2), row("a", 3, time_limit=20.0), row("a", 4, seed=2), row("a", 5, task="first")]
    assert [each.wall for each in table.keep_latest(again)] == [3, 2, 4, 5]


def test_geometric_mean() -> None:
    assert table.geometric_mean([1, 10, 100]) == pytest.approx(10)
    assert table.geometric_mean([]) is None


# ---- plots ----

SYSTEMS = ("edgeasp", "peer", "slow")


def rows(task: str = "all") -> list[RunRow]:
    """Three systems on two sizes with two numbers of colours each; the last one solves nothing of the larger size."""
    found = []
    for factor, system in enumerate(SYSTEMS, start=1):
        for size, colours in ((4, 3), (4, 5), (6, 5), (6, 7)):
            values = {"size": f"{size}x{size}", "colours": colours, "task": task, "system": system}
            name = f"{size}-{colours}"
            solved = size == 4 or system != "slow"
            found.append(row(name, 0.1 * factor * colours, **values) if solved else timeout(name, **values))
    return found


@pytest.mark.long
def test_plots_show_every_system(tmp_path: Path) -> None:
    written = plots.plot_benchmark(rows("first"), tmp_path / "plots")
    names = [f"first-{what}.{form}" for what in ("cactus", "size", "colours") for form in ("svg", "png")]
    assert [path.name for path in written] == names
    assert sorted(path.name for path in (tmp_path / "plots").iterdir()) == sorted(names)
    for path in written:
        if path.suffix == ".svg":
            text = "".join(ElementTree.parse(path).getroot().itertext())
            assert all(system in text for system in SYSTEMS)
        else:
            with Image.open(path) as image:
                colours = {colour for _, colour in image.convert("RGB").getcolors(2**24) or ()}
                assert image.width > 600
            for hexadecimal in plots.COLOURS[:3]:
                paint = tuple(int(hexadecimal[at : at + 2], 16) for at in (1, 3, 5))
                assert paint in colours


@pytest.mark.long
def test_the_same_rows_make_the_same_svg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "FORMATS", ("svg",))
    one, other = (plots.plot_benchmark(rows()[:2], tmp_path / name) for name in ("one", "other"))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


@pytest.mark.long
def test_a_plot_without_a_point_is_left_out(tmp_path: Path) -> None:
    [*names] = (path.name for path in plots.plot_benchmark([row("a", 1), timeout("b")], tmp_path))
    assert names == ["all-cactus.svg", "all-cactus.png"]
    assert plots.plot_benchmark([timeout("a")], tmp_path / "none solved")


def test_plots_need_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    with pytest.raises(OptionError, match=r"plots need matplotlib: pip install 'matplotlib>=3.8'"):
        plots.plot_benchmark(rows(), tmp_path)
    assert list(tmp_path.iterdir()) == []


# ---- tables ----

FIRST = row("a", 0.125, memory=10**8, memory_limit=2 * 10**9, message='says "no", twice', conflicts=0)
SECOND = timeout("b", border_colours=None, solutions=None)


def text(*rows: table.RunRow) -> str:
    return ",".join(COLUMNS) + "\n" + "".join(map(table.format_row, rows))


def test_what_is_written_is_read_again() -> None:
    assert table.parse_rows(text(FIRST, SECOND), "x.csv") == [FIRST, SECOND]


def test_half_a_line_is_not_read() -> None:
    """A benchmark may be writing it at this moment."""
    assert table.parse_rows(text(FIRST, SECOND)[:-1], "x.csv") == [FIRST]


def test_a_row_is_one_line_whatever_is_in_it() -> None:
    written = table.format_row(row("a", 1, message='two\nlines, a comma\r\n and "quotes"'))
    assert written.count("\n") == 1
    [back] = table.parse_rows(",".join(COLUMNS) + "\n" + written, "x.csv")
    assert back.message == 'two lines, a comma and "quotes"'


def test_names_that_a_spreadsheet_would_compute_stay_as_they_are() -> None:
    """A quote before them would change the key of the run."""
    [back] = table.parse_rows(text(row("=cmd|x.puz", 1)), "x.csv")
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
        with table.open_for_appending(path, table.RUNS) as (rows, append):
            assert rows == known
            append(added)
    assert path.read_text(encoding="utf-8") == text(FIRST, SECOND)


@pytest.mark.parametrize("left", range(0, 400, 37))
def test_half_a_line_is_cut_off(tmp_path: Path, left: int) -> None:
    path = tmp_path / "runs.csv"
    whole = text(FIRST)
    path.write_text(whole + table.format_row(SECOND)[:left].rstrip("\n"), encoding="utf-8")
    with table.open_for_appending(path, table.RUNS) as (rows, append):
        assert rows == [FIRST]
        append(SECOND)
    assert path.read_text(encoding="utf-8") == text(FIRST, SECOND)


def test_half_a_head_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text(text()[:50], encoding="utf-8")
    with table.open_for_appending(path, table.RUNS) as (rows, append):
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
    with pytest.raises(InputError) as caught, table.open_for_appending(path, table.RUNS):
        pass
    assert str(caught.value).startswith(f"{path}{complaint}")
    assert path.read_bytes() == content.encode()


def test_two_benchmarks_do_not_share_a_table(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    with (
        table.open_for_appending(path, table.RUNS),
        pytest.raises(OutputError, match="another benchmark"),
        table.open_for_appending(path, table.RUNS),
    ):
        pass


def test_of_a_row_that_the_disk_has_no_place_for_nothing_is_written(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "runs.csv"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with table.open_for_appending(path, table.RUNS) as (_, append):
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
    with (
        pytest.raises(OutputError, match="cannot be written: is a directory"),
        table.open_for_appending(tmp_path, table.RUNS),
    ):
        pass
    assert os.listdir(tmp_path) == []


# ---- published results ----

RESULTS = Path(__file__).parents[3] / "instances" / "results"
TABLES = sorted(RESULTS.glob("*.csv"))


def published_rows(path: Path) -> list[RunRow]:
    return table.parse_rows(path.read_text(encoding="utf-8"), path.name)


def test_the_results_exist() -> None:
    assert {"frontier-all", "frontier-first", "large", "threads"} <= {path.stem for path in TABLES}


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_the_report_follows_from_the_rows(path: Path) -> None:
    assert table.report_as_markdown(table.build_report(published_rows(path))) == path.with_suffix(".md").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_all_systems_find_as_many_boards(path: Path) -> None:
    found: dict[tuple[str, str], set[int | None]] = {}
    for each in published_rows(path):
        assert each.status in ("solved", "timeout", "memory")
        if each.solved:
            assert each.solutions == each.checked
            found.setdefault((each.task, each.puzzle_hash), set()).add(each.solutions)
    assert {len(numbers) for numbers in found.values()} == {1}


def test_the_readme_names_every_table_and_plot() -> None:
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    for path in [*TABLES, *RESULTS.glob("*.svg")]:
        assert path.name in text
