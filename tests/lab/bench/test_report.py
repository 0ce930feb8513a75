"""Reports: equal rows give equal text."""

from __future__ import annotations

import random

from edgeasp.lab.bench import table
from edgeasp.lab.bench.table import COLUMNS
from tests.lab.bench.rows import row, timeout

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
**Task all: every solution beside the clues, development half**

| System | Solved | PAR2 | Median | Time | Conflicts | Common | Bound |
| --- | --: | --: | --: | --: | --: | --: | --: |
| edgeasp | 1/1 | 0.25 | 0.25 | 1.00 x | 1.00 x | 1 | 1.00 x |
| peer&#124;&lt;x> | 1/1 | 0.50 | 0.50 | 2.00 x | 0.081 x | 1 | 2.00 x |

**Task all: every solution beside the clues, validation half**

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
    text = ",".join(COLUMNS) + "\n" + "".join(map(table.line, ROWS))
    assert table.markdown(table.report(table.read(text, "x"))) == MARKDOWN


def test_the_order_in_which_runs_ended_makes_no_difference() -> None:
    for seed in range(5):
        chance = random.Random(seed)
        assert table.markdown(table.report(sorted(ROWS, key=lambda _: chance.random()))) == MARKDOWN


def test_another_reference() -> None:
    [table_, *_] = table.report(ROWS, "peer|<x>").tables
    assert [line[4] for line in table_.rows] == ["0.50 x", "1.00 x"]


def test_a_median_that_no_run_has_reached_is_beyond_the_limit_of_its_own_system() -> None:
    rows = [row("a", 20.0, time_limit=60.0), timeout("a", system="peer", time_limit=2.0)]
    [ranking] = [each for each in table.report(rows).tables if each.title.startswith("Task all:")]
    medians = {cells[0]: cells[3] for cells in ranking.rows}
    assert medians["peer"] == "> 2"


def test_warnings() -> None:
    found = table.report(
        [
            row("a", 1.0),
            row("a", 2.0, cpu=1.7),
            row("a", 1.0, seed=2, status="failed", message="ended by signal 9"),
            row("a", 1.0, seed=3, status="failed", message="ended by signal 9"),
            row("a", 1.0, system="liar", host="elsewhere", time_limit=5.0, status="wrong", message="no solution"),
        ]
    )
    assert found.warnings == (
        "runs that were repeated, of which the last one counts: 1.",
        "the runs come from different machines: their seconds are not comparable.",
        "runs that had the processor for less than 90% of their time: 1.",
        "the limits of task all differ between runs.",
        "some systems lack runs of task all.",
        "wrong: liar on a, task all, seed 1: no solution",
        "failed: edgeasp on a, task all, seed 2: ended by signal 9 (and 1 more run)",
    )
    assert table.report(ROWS[:2]).warnings == ()


def test_numbers_have_three_digits() -> None:
    numbers = [0.0123, 0.0999, 0.1, 1.234, 9.994, 9.996, 12.34, 99.96, 1234.5]
    texts = ["0.012", "0.100", "0.10", "1.23", "9.99", "10.0", "12.3", "100", "1,234"]
    assert [table.number(each) for each in numbers] == texts
