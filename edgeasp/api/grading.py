"""Programs of users, graded."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath

from edgeasp.api.instance import Rules, rules_of
from edgeasp.parallel.exam import Exam, Grade
from edgeasp.system.errors import guided
from edgeasp.system.limits import Limits, size


@guided
def grade(
    program: Rules,
    puzzles: Sequence[str | PathLike[str]] = (),
    *,
    framed: bool = True,
    time_limit: float = 10,
    memory_limit: str = "2G",
) -> Grade:
    """Grade a program on small puzzles whose boards are all known, as `edgeasp grade` does.

    >>> program = edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz")).rules().text
    >>> edgeasp.grade(program, ["instances/frame-3x3.puz"]).verdict
    'right'

    Args:
        program: the program, as a text or a file.
        puzzles: files of puzzles, or folders of them; the packaged ones if there are none.
        framed: whether frames count.
        time_limit: seconds after which a puzzle is left.
        memory_limit: the memory that a puzzle may take, such as `2G`.

    Raises:
        InputError: a file cannot be read.
    """
    exam = Exam([fspath(path) for path in puzzles], framed=framed, limits=Limits(time_limit, memory=size(memory_limit)))
    name = fspath(program) if isinstance(program, PathLike) else "program"
    *_, last = exam.grade_rules(rules_of(program, "program"), name)
    assert isinstance(last, Grade)
    return last
