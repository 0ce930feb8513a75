"""Options under their old names: they work for one version, with a note of the new ones."""

from __future__ import annotations

import os

from edgeasp.cli import console

RENAMED: dict[str, dict[str, str]] = {
    "solve": {"--threads": "--jobs", "--complete": "--clue", "--up-to-symmetry": "--up-to-rotation"},
    "certify": {"--solutions": "--solution", "--up-to-symmetry": "--up-to-rotation"},
    "campaign new": {"--up-to-symmetry": "--up-to-rotation"},
    "show": {"--letters": "--coordinates", "--pieces": "--tiles"},
    "sheets": {"--solutions": "--solved", "--no-solutions": "--no-solved", "--tile": "--width", "--pieces": ""},
    "generate": {"--count": "--number", "--clue": "--clues", "--solution": "--save-solution"},
    "cnf": {"--encoding": "--formula"},
    "campaign simulate": {"--start": "--start-up"},
    "signs search": {"--start": "--skip"},
}
"""The new name of each old one, for each command by the words that call it; empty for what always holds now."""

VARIABLES = {"EDGEASP_THREADS": "EDGEASP_JOBS"}


def with_new_names(command: str, arguments: list[str]) -> list[str]:
    """The arguments of a command with the new names of options, each of which is noted; so of variables."""
    for variable, renamed in VARIABLES.items():
        if variable in os.environ and renamed not in os.environ:
            os.environ[renamed] = os.environ[variable]
            console.note(f"{variable} is now {renamed}: the old name will be gone in the next version")
    names = RENAMED.get(command, {})
    found: list[str] = []
    for place, each in enumerate(arguments):
        if each == "--":
            return [*found, *arguments[place:]]
        name, joined, value = each.partition("=")
        if name not in names:
            found.append(each)
            continue
        now = f"is now {names[name]}" if names[name] else "always holds"
        console.note(f"{name} {now}: the old name will be gone in the next version")
        if names[name]:
            found.append(names[name] + joined + value)
    return found
