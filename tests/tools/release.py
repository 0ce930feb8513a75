"""Builds a release into `dist`, with the wheels of all platforms, tries it and tags the commit: `make release`.

Nothing leaves the machine: at the end stands the command that uploads, for a person with credentials of their own.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from edgeasp import __version__
from tests.tools import wheels

ROOT = Path(__file__).parents[2]


def unfit(root: Path, version: str) -> list[str]:
    """Reasons why the commit of a checkout cannot be released under a version."""
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
    """Install a wheel with what it requires in an empty environment, and solve, generate and draw there."""
    with tempfile.TemporaryDirectory() as home:
        venv.create(home, with_pip=True)
        programs = Path(home) / ("Scripts" if sys.platform == "win32" else "bin")
        subprocess.run([programs / "python", "-m", "pip", "install", "-q", wheel], cwd=home, check=True)
        for command in ("generate --size 5 --seed 1 -o x.puz", "solve x.puz -o x.sol", "show x.puz x.sol -o x.svg"):
            subprocess.run([programs / "edgeasp", *command.split()], cwd=home, check=True)


def main() -> None:
    """Release the version that edgeasp has."""
    if reasons := unfit(ROOT, __version__):
        sys.exit("\n".join(f"release: {reason}" for reason in reasons))
    built = wheels.build_all(ROOT, ROOT / "dist")
    if reasons := [f"{path.name}: {fault}" for path in built for fault in wheels.faults(path)]:
        sys.exit("\n".join(f"release: {reason}" for reason in reasons))
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *built], check=True)
    [plain] = [path for path in built if path.stem.endswith("-any")]
    try_out(plain)
    _git(ROOT, "tag", "--annotate", f"v{__version__}", "--message", f"edgeasp {__version__}")
    named = " ".join(str(path.relative_to(ROOT)) for path in built)
    sys.stdout.write(
        f"release: the commit is tagged v{__version__}; to publish it:\n"
        f"  git push origin v{__version__}\n"
        f"  {sys.executable} -m twine upload {named}\n"
    )


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    main()
