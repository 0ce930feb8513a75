"""How a search is summed up for a person."""

from __future__ import annotations

from edgeasp.search.pipeline import Search


def verdict_on_number(search: Search) -> str:
    """The answer to --count on one line."""
    counts = search.counts()
    if counts.boards is None:
        return f"{search.found} answers, which the symmetries that were broken do not tell how to count"
    least = "" if search.exhausted else "at least "
    noun = "board" if counts.boards == 1 else "boards"
    apart = ""
    if counts.assignments != counts.boards:
        apart = f", {counts.assignments} assignments (some tiles are identical)"
    return f"{least}{counts.boards} {noun}{_turns(search)}{apart}"


def verdict_on_uniqueness(search: Search) -> str:
    """The answer to --unique on one line."""
    if search.found > 1:
        return "not unique"
    if not search.exhausted:
        return "unknown"
    return f"unique{_turns(search)}" if search.found else "no solution"


def summary(search: Search, *, done: str | None, interrupted: bool) -> str:
    """One line on the run: what was found, how long it took, and how hard it was.

    Args:
        search: the search, which has ended.
        done: what to say instead of what was found, if that was told already.
        interrupted: whether somebody ended it.
    """
    if search.reasons:
        return f"no solution: {'; '.join(search.reasons)}"
    found = done if done and search.answered else _found(search)
    if interrupted:
        found = f"interrupted: {found}"
    elif search.stopped:
        found = f"stopped by the {search.stopped}: {found}"
    seconds = search.watch.seconds() if search.watch else 0.0
    parts = [f"{found}; {seconds:.2f} s, encoding {search.task.encoding.name}"]
    if search.size and search.effort:
        parts += [f"{search.size.rules:,} rules", f"{search.effort.conflicts:,} conflicts"]
    return ", ".join(parts)


def _found(search: Search) -> str:
    if search.found == 1 == search.limit:
        return "solved and checked"
    if search.found:
        noun = "solution" if search.found == 1 else "solutions"
        return f"{search.found:,} {noun}{', and no others' if search.exhausted else ''}"
    return "no solution: the search is complete" if search.exhausted else "no solution so far"


def _turns(search: Search) -> str:
    return " up to rotation of the board" if search.task.up_to_rotation else ""
