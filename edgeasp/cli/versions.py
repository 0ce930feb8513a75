"""The packages installed beside edgeasp, and which extras add what: `edgeasp --version --all`."""

from __future__ import annotations

import platform
import re
from importlib.metadata import PackageNotFoundError, requires, version

EXTRAS = {
    "png": "boards as PNG",
    "pdf": "sheets of tiles, boards and books as PDF",
    "proof": "certificates, which edgeasp certify makes",
    "cluster": "searches on many machines, by Dask and SLURM",
    "bench": "other solvers to measure edgeasp against, and plots",
    "signs": "approximate numbers of assignments of signs",
}
"""The purpose of each extra; the packages stand in the metadata of the installed edgeasp."""

_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:.*\bextra == ['\"](?P<extra>[\w-]+))?")


def text() -> str:
    """Python, the packages that edgeasp uses, and the extras, each with what it adds and how to add it."""
    lines = [f"Python {platform.python_version()} on {platform.platform(terse=True)}"]
    needs = [match for requirement in _requirements() if (match := _REQUIREMENT.match(requirement))]
    always = [match["name"] for match in needs if match["extra"] is None]
    lines += ["with " + ", ".join(f"{name} {release}" for name in always if (release := _installed(name)))]
    lines += ["", "extras:"]
    absent = []
    for extra, meaning in EXTRAS.items():
        packages = {match["name"]: _installed(match["name"]) for match in needs if match["extra"] == extra}
        there = bool(packages) and all(packages.values())
        if not there:
            absent.append(extra)
        state = "installed" if there else "not installed"
        shown = ", ".join(f"{name} {release}" if release else name for name, release in packages.items())
        lines.append(f"  {extra:<8} {meaning}: {state} ({shown})")
    if absent:
        named = f"'edgeasp[{absent[0]}]'"
        lines += ["", "to add one, by what has installed edgeasp:"]
        lines += [f"  {command} {named}" for command in ("pip install", "pipx install --force", "uv tool install")]
    return "\n".join(lines)


def _requirements() -> list[str]:
    try:
        return requires("edgeasp") or []
    except PackageNotFoundError:
        return []


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
