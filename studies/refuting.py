"""Speed of the proof-producing search as an engine of `solve`.

    python -m studies.refuting -o instances/results/scans/refuting.csv

Boards are solved by `edgeasp solve`, with its default strategy, and by the refuter without any other engine: all
solutions with a corner clue, the first solution with five clues, on the boards of `studies.luck`, and the first
solution of boards without clues that have very many. Times are processor seconds of the whole process, which is ended
at the limit.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from functools import partial
from statistics import geometric_mean

from edgeasp.generate import Planted, Recipe, generate
from edgeasp.lab.certificate.make import fitting_candidates
from edgeasp.lab.certificate.refuter import Refuter
from edgeasp.lab.certificate.views import Conditions
from edgeasp.lab.cnf.cnf import Formula
from edgeasp.search.orders import growth_order, start_squares
from edgeasp.search.strategy import decide
from edgeasp.search.task import Job, make_task
from studies.luck import BOARDS as LADDER
from studies.scans import add, arguments, kept, solve

ALL = ((6, 9), (7, 11), (7, 14), (8, 12), (8, 15), (9, 13), (9, 17), (10, 15), (10, 20), (11, 20), (12, 24))
"""Size of a square board, and inner colours. Border colours are a third, as in `studies.scans`."""

FREE = ((8, 8), (9, 10), (10, 12))
"""Size and inner colours, with three border colours. No search for all ends, and clasp looks for one."""

FIELDS = ("task", "board", "seed", "planned", "how", "status", "seconds")


def main() -> None:
    """Measure, and print the table.

    If the arguments are the numbers of a board, search it.
    """
    if len(sys.argv) == 5 and sys.argv[1] in ("all", "first", "free"):
        search(sys.argv[1], *map(int, sys.argv[2:]))
        return
    asked, path = arguments(__doc__, limit=8, seeds=2, output="instances/results/scans/refuting.csv")
    rows = kept(path)
    known = {(row["task"], row["board"], row["seed"], row["how"]) for row in rows}
    for seed in range(1, asked.seeds + 1):
        for task, sizes in (("all", ALL), ("first", LADDER), ("free", FREE)):
            for size, colours in sizes:
                for how in ("solve", "refuter"):
                    if (task, f"{size}x{size}/{colours}", str(seed), how) not in known:
                        add(rows, path, FIELDS, measure(task, size, colours, seed, how, asked.limit))
    print(table(rows, asked.limit))


def board_of(task: str, size: int, colours: int, seed: int) -> Planted:
    """Generate a board with one corner clue, five, or none."""
    if task == "free":
        return generate(Recipe(size, size, colours, 3, seed=seed))
    if task == "all":
        return generate(Recipe(size, size, colours, max(3, colours // 3), seed=seed, clues="corner"))
    return generate(Recipe(size, size, colours, 5, seed=seed, clues=5))


def measure(task: str, size: int, colours: int, seed: int, how: str, limit: int) -> tuple[object, ...]:
    """Measure one process."""
    board = board_of(task, size, colours, seed)
    planned = decide(Job(make_task(board.puzzle, board.clues), int(task != "all"), scan=True)).order
    if how == "solve":
        done, seconds = solve(board, ["--count"] * (task == "all"), limit)
        status = done.returncode
    else:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        bound = partial(resource.setrlimit, resource.RLIMIT_CPU, (limit, limit + 1))
        command = [sys.executable, "-m", "studies.refuting", task, *map(str, (size, colours, seed))]
        status = subprocess.run(command, capture_output=True, preexec_fn=bound, check=False).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    ended = "limit" if status < 0 else status
    return task, f"{size}x{size}/{colours}", seed, "scan" if planned else "clasp", how, ended, f"{seconds:.2f}"


def search(task: str, size: int, colours: int, seed: int) -> None:
    """Find all boards by the refuter, or the first one."""
    board = board_of(task, size, colours, seed)
    puzzle, clues = board.puzzle, board.clues
    formula, conditions = Formula(puzzle, clues, "direct"), Conditions(puzzle, clues)
    order = list(growth_order(list(puzzle.grid.squares), start_squares(clues)))
    identical = puzzle.identical_tiles([clue.tile for clue in clues])
    refuter = Refuter(formula.variables, fitting_candidates(conditions, formula), identical, order)
    done: bool | None = False
    while not done:
        done = refuter.run()
        if done is None:
            sys.exit("no room")
        if task != "all" and next(refuter.boards(), None):
            break
    print(len(list(refuter.boards())))


def table(rows: list[dict[str, str]], limit: int) -> str:
    """Format a Markdown line for each board.

    In ratios, a search that reached the limit counts as the limit.
    """
    lines = [
        "| solutions | board, colours | seed | by plan | solve | refuter |",
        "| --- | --- | --: | --- | --: | --: |",
    ]
    both: dict[tuple[str, ...], dict[str, float]] = {}
    for row in rows:
        key = row["task"], row["board"], row["seed"], row["planned"]
        both.setdefault(key, {})[row["how"]] = limit if row["status"] == "limit" else float(row["seconds"])
    ratios: dict[tuple[str, str], list[float]] = {}
    for (task, board, seed, planned), took in both.items():
        lines.append(f"| {task} | {board} | {seed} | {planned} | {took['solve']:.2f} | {took['refuter']:.2f} |")
        ratios.setdefault((task, planned), []).append(took["refuter"] / took["solve"])
    for (task, planned), every in ratios.items():
        lines.append(f"\n{task}, by {planned}: {geometric_mean(every):.2f} of the time of solve on {len(every)} boards")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
