"""Scores of `edgeasp best` by processor time instead of wall time.

    python -m studies.best_boards e2 variant_00.json --seconds 5,60 --seeds 1-3 -o instances/results/best/processor.csv

So other work on the machine hardly matters. The study runs the search of the command in one process. Its clock shows
the processor time of this process, plus half a second for the start. Runs that have a row already are not repeated. The
table has the format of `edgeasp bench --best`, which reports on it.
"""

from __future__ import annotations

import argparse
import platform
import resource
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import edgeasp
from edgeasp.lab.bench import best_runs
from edgeasp.lab.bench.benchmark import describe_machine
from edgeasp.lab.bench.best_runs import BestRow
from edgeasp.lab.bench.instances import BenchInstance, load_without_extra_clues
from edgeasp.lab.bench.systems import parse_seeds
from edgeasp.parallel.best import BestInstruction, BestJob, BestState, Replay
from edgeasp.parallel.processes import Call, EndedCall
from edgeasp.parallel.split import StopCalls
from edgeasp.search.best import rounds
from edgeasp.search.best.rounds import RoundProgress, round_events
from edgeasp.search.task import make_task
from edgeasp.system.limits import Deadline, Limits

SYSTEM = "edgeasp, processor seconds"
START = 0.5


def main() -> None:
    """Measure, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "puzzles", nargs="+", help="files of puzzles, with clues in them or in .clue files next to them"
    )
    parser.add_argument("--seconds", default="60", help="processor seconds of a run, such as 5,60")
    parser.add_argument("--seeds", default="1-3", help="such as 1-3")
    parser.add_argument("-o", "--output", default="instances/results/best/processor.csv", help="the table")
    asked = parser.parse_args()
    path = Path(asked.output)
    known = {row.key: row for row in best_runs.read_table(path)} if path.exists() else {}
    for seconds in map(float, asked.seconds.split(",")):
        for puzzle in (puzzle for path in asked.puzzles for puzzle in load_without_extra_clues(path)):
            for seed in parse_seeds(asked.seeds):
                key = puzzle.hash, SYSTEM, seconds, seed
                if key not in known:
                    known[key], replay = measure(puzzle, seconds, seed)
                    best_runs.write_table(path, known.values())
                    say(f"the same board again: --seed {seed} --replay {replay}")
                say(f"{puzzle.name}, {seconds:g} s, seed {seed}: {known[key].score}, {known[key].trajectory}")


class _Over(Exception):  # noqa: N818  # nothing is wrong
    """End of the search."""


def measure(puzzle: BenchInstance, seconds: float, seed: int) -> tuple[BestRow, Replay | None]:
    """Measure one run, and return the round of its board."""
    begun, wall = time.process_time() - START, time.monotonic()

    def clock() -> float:
        return time.process_time() - begun

    # A late beam search becomes narrower, by the same clock.
    rounds.monotonic = clock  # type: ignore[attr-defined]
    state = BestState(BestJob(make_task(puzzle.puzzle, puzzle.clues), limits=Limits(seconds=seconds), seed=seed))

    def check() -> None:
        if clock() > seconds:
            raise _Over

    def follow(orders: Iterator[BestInstruction]) -> None:
        for order in orders:
            if isinstance(order, StopCalls):
                raise _Over

    with suppress(_Over):
        follow(state.start(clock()))
        while (round_ := state.begin_round(clock())) is not None:
            since = clock()
            for event in round_events(round_, Deadline(on_tick=check)):
                if not isinstance(event, RoundProgress):
                    follow(state.handle_report(round_, event, clock()))
            follow(state.end_round(EndedCall(Call("", round_), wall=clock() - since, cpu=clock() - since), clock()))
    row = BestRow(
        board=puzzle.name,
        system=SYSTEM,
        seconds=seconds,
        seed=seed,
        score=state.score,
        diamonds=puzzle.puzzle.grid.diamonds,
        proved=state.proved,
        wall=round(time.monotonic() - wall, 1),
        cpu=round(clock(), 1),
        memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        trajectory=" ".join(f"{each.seconds:.1f}:{each.score}" for each in state.trajectory),
        puzzle_hash=puzzle.hash,
        version=edgeasp.__version__,
        host=describe_machine(),
        date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        message="",
    )
    return row, state.replay


def model() -> str:
    """Return the processor model, if the system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def say(text: str) -> None:
    """Print a line, and flush it."""
    print(text, flush=True)


if __name__ == "__main__":
    main()
