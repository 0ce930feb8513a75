"""Pages of predicates, a page for each program in `asp/`: their dependencies, what each means, and the rules on it.

clindocs (Potassco) collects the predicates from the files and their comments. It knows no templates, so it gets the
files of all variants one by one; and its own picture of the dependencies needs a script from the network.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from edgeasp.encoding.render import EncodingRequest, read_rules, render, templates_folder
from tests.tools.site.graph import dependencies, picture

PROGRAMS = {
    "board": (
        "of a board",
        r"[a-z-]+\.lp|(base|formulation|redundant|symmetry|heuristic)/.*|narrow/candidates\.lp|table/(square|mend)\.lp",
    ),
    "region": ("of a region of a board", r"narrow/region\.lp|table/free\.lp"),
    "best": ("of a step to a best board", r"best/.*"),
    "explain": ("of the sets to ask about", r"explain/.*"),
    "grade": ("that inspect answers", r"grade/.*"),
}
"""What each program is, and its files."""


def files_of(program: str) -> list[Path]:
    """The files of a program, relative to `asp/`."""
    every = sorted(path.relative_to(templates_folder()) for path in templates_folder().rglob("*.lp"))
    return [path for path in every if re.fullmatch(PROGRAMS[program][1], path.as_posix())]


def predicate_pages() -> Iterator[tuple[str, str]]:
    """The names of these pages, relative to the top of the site, each with its text."""
    for name, (words, _) in PROGRAMS.items():
        drawn = "as `edgeasp encode` prints it for a framed puzzle" if name == "board" else "as it stands"
        yield (
            f"asp/predicates/{name}.md",
            f"# Predicates {words}\n\n"
            f"What each predicate needs stands left of it, in the program {drawn}; a dashed line says that it is "
            f"needed behind `not` alone. Lines that others imply are left out.\n\n"
            f"In the table, what is *given* no rule here gives: facts do, or the modes of named rules.\n\n"
            f'<div class="shown">\n{picture(dependencies(_drawn(name)), f"Predicates {words}")}\n</div>\n\n'
            f"::: {name}.lp\n    handler: asp\n",
        )


def _drawn(name: str) -> str:
    """The program of which the dependencies are drawn."""
    if name == "board":
        return render(EncodingRequest().resolve(framed=True, signed=False)).text
    return "".join(read_rules(path.as_posix()) for path in files_of(name))


def write_programs(place: Path) -> Path:
    """Write the programs where clindocs reads them, a file each, and give the folder of templates for its pages."""
    for name in PROGRAMS:
        for path in files_of(name):
            (place / "asp" / path).parent.mkdir(parents=True, exist_ok=True)
            (place / "asp" / path).write_text(read_rules(path.as_posix()), encoding="utf-8")
        lines = [f'#include "asp/{path.as_posix()}".\n' for path in files_of(name)]
        (place / f"{name}.lp").write_text("".join(lines), encoding="utf-8")
    templates = place / "templates"
    shutil.copytree(Path(__file__).parent / "templates", templates / "asp" / "material")
    (templates / "python").mkdir()  # mkdocstrings wants a folder for each language
    return templates
