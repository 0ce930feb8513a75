"""What keeps a commit from being released."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.tools.release import unfit


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def checkout(folder: Path, changelog: str = "## Unreleased\n\n## 1.2.0, 2026-12-01\n") -> Path:
    """A checkout that can be released as 1.2.0, unless its list of changes forbids it."""
    (folder / "CITATION.cff").write_text("version: 1.2.0\n", encoding="utf-8")
    (folder / "CHANGELOG.md").write_text(f"# Changelog\n\n{changelog}", encoding="utf-8")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "x")
    return folder


def test_a_commit_that_is_ready(tmp_path: Path) -> None:
    assert unfit(checkout(tmp_path), "1.2.0") == []


def test_a_version_that_the_documents_do_not_have(tmp_path: Path) -> None:
    assert unfit(checkout(tmp_path), "1.3.0") == [
        "CITATION.cff does not have the version 1.3.0",
        "below it, CHANGELOG.md has no section '1.3.0, ' with the date",
    ]


def test_a_list_of_changes_without_a_new_section(tmp_path: Path) -> None:
    [first, _] = unfit(checkout(tmp_path, "## 1.2.0, 2026-12-01\n\n## 1.1.0\n"), "1.2.0")
    assert first == "CHANGELOG.md does not begin with a section Unreleased"


def test_a_version_that_was_released_and_changes_that_are_not_committed(tmp_path: Path) -> None:
    git(checkout(tmp_path), "tag", "v1.2.0")
    (tmp_path / "CITATION.cff").write_text("version: 1.2.0\n\n", encoding="utf-8")
    assert unfit(tmp_path, "1.2.0") == [
        "there are changes that are not committed",
        "there is a tag v1.2.0: set another version in edgeasp/_version.py",
    ]
