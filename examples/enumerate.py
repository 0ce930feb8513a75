"""Count solutions: all, up to rotation, and within a limit."""

from __future__ import annotations

from pathlib import Path

import edgeasp

INSTANCES = Path(__file__).parents[1] / "instances"


def count(instance: edgeasp.Instance, *, up_to_rotation: bool) -> str:
    """Count boards, and assignments of identical tiles."""
    task = edgeasp.make_task(instance.puzzle, instance.clues, up_to_rotation=up_to_rotation)
    session = edgeasp.Session(task)
    for found in session.solve(0):
        assert found.report.solved
    result = session.result()
    assert result.exhausted, result.stopped
    return f"{result.counts.boards} boards, {result.counts.assignments} assignments"


def count_within(instance: edgeasp.Instance, limits: edgeasp.Limits) -> str:
    """Count the boards found until a limit is reached."""
    boards = 0
    try:
        for _ in edgeasp.solve(instance, limits=limits):
            boards += 1
    except edgeasp.LimitError as error:
        return f"at least {boards} boards, {error}"
    return f"{boards} boards, and no others"


def main() -> None:
    """Count the solutions of a framed and an unframed puzzle."""
    framed = edgeasp.load(INSTANCES / "planted-4x4.puz")
    print("planted-4x4:", count(framed, up_to_rotation=False))
    print("planted-4x4, up to rotation:", count(framed, up_to_rotation=True))
    unframed = edgeasp.load(INSTANCES / "golden.lp")
    print("golden:", count_within(unframed, edgeasp.Limits(seconds=600)))
    print("golden:", count_within(unframed, edgeasp.Limits(conflicts=5)))


if __name__ == "__main__":
    main()
