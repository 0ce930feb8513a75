"""Build a release into `dist`, try its wheels, and tag the commit: `make dist`, `make try-dist`, `make release`.

Nothing leaves the machine. At the end stands the command that uploads, for somebody with credentials of their own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from edgeasp import __version__
from tests.tools import wheels

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist"

TASKS = (
    "generate --size 5 --seed 1 -o x.puz",
    "solve x.puz -o x.sol",
    "check x.puz x.sol",
    "best x.puz --rounds 1 -o best.sol",
    "certify x.puz -o certificate",
    "verify certificate",
    "play x.puz -o play.html",
    "sheets x.puz -o sheets.pdf",
    "show x.puz x.sol -o x.png",
)
"""Commands that an installed wheel has to run, in an empty folder."""


def unfit(root: Path, version: str) -> list[str]:
    """Return the reasons why the commit of a checkout cannot be released under a version."""
    reasons = []
    if _git(root, "status", "--porcelain"):
        reasons.append("there are changes that are not committed")
    if _git(root, "tag", "--list", f"v{version}"):
        reasons.append(f"there is a tag v{version}: set another version in edgeasp/_version.py")
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    if not re.search(rf"^version: {re.escape(version)}$", citation, re.MULTILINE):
        reasons.append(f"CITATION.cff does not have the version {version}")
    sections = re.findall(r"^## (.+)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if sections[:1] != ["Unreleased"]:
        reasons.append("CHANGELOG.md does not begin with a section Unreleased")
    if not re.fullmatch(rf"{re.escape(version)}, \d{{4}}-\d\d-\d\d", (sections[1:2] or [""])[0]):
        reasons.append(f"below it, CHANGELOG.md has no section '{version}, ' with the date")
    return reasons


def try_out(wheel: Path) -> None:
    """Install a wheel in an empty environment, and run the tasks there without a compiler."""
    with tempfile.TemporaryDirectory() as home:
        venv.create(home, with_pip=True)
        programs = Path(home) / ("Scripts" if sys.platform == "win32" else "bin")
        environment = os.environ | {"PATH": str(programs)}
        wanted = f"edgeasp[png,pdf,proof] @ {wheel.resolve().as_uri()}"
        subprocess.run(
            [programs / "python", "-m", "pip", "install", "-q", wanted], cwd=home, env=environment, check=True
        )
        for task in TASKS:
            sys.stdout.write(f"{wheel.name}: edgeasp {task}\n")
            subprocess.run([programs / "edgeasp", "-q", *task.split()], cwd=home, env=environment, check=True)


def for_this_machine(folder: Path) -> list[Path]:
    """List the wheels in a folder that can be installed here, best first."""
    from packaging.tags import sys_tags

    found = {path.stem.split("-", 2)[2]: path for path in folder.glob("*.whl")}
    return [found[str(tag)] for tag in sys_tags() if str(tag) in found]


def build() -> list[Path]:
    """Build the archives in `dist`, and compare them with their tags and with what an index demands."""
    built = wheels.build_all(ROOT, DIST)
    if reasons := [f"{path.name}: {fault}" for path in built for fault in wheels.faults(path)]:
        sys.exit("\n".join(f"release: {reason}" for reason in reasons))
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *built], check=True)
    return built


def try_dist() -> None:
    """Try the wheels in `dist` that can be installed here."""
    fitting = for_this_machine(DIST)
    if not fitting:
        sys.exit("release: dist has no wheel for this machine: make dist")
    for wheel in fitting:
        try_out(wheel)


def main(step: str) -> None:
    """Build, try, or release the version that edgeasp has."""
    if step == "release" and (reasons := unfit(ROOT, __version__)):
        sys.exit("\n".join(f"release: {reason}" for reason in reasons))
    built = build() if step != "try" else []
    try_dist()
    if step == "release":
        _git(ROOT, "tag", "--annotate", f"v{__version__}", "--message", f"edgeasp {__version__}")
        named = " ".join(str(path.relative_to(ROOT)) for path in built)
        sys.stdout.write(
            f"release: the commit is tagged v{__version__}; to publish it:\n"
            f"  git push origin v{__version__}\n"
            f"  {sys.executable} -m twine upload {named}\n"
        )


def _git(root: Path, *arguments: str) -> str:
    git = shutil.which("git") or "git"
    return subprocess.run([git, *arguments], cwd=root, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    main(*sys.argv[1:])
