"""What checks a certificate shares no code with what makes one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_imports import LARGE, imported_by

AUDIT = {
    *(
        "edgeasp",
        "edgeasp._version",
        "edgeasp.puzzle",
        "edgeasp.puzzle.model",
        "edgeasp.lab",
        "edgeasp.lab.certificate",
    ),
    *("edgeasp.lab.certificate.check", "edgeasp.lab.certificate.check.audit", "edgeasp.lab.certificate.views"),
}


def ours(module: str, folder: Path) -> set[str]:
    """The modules of edgeasp that a module imports, in turn as well."""
    modules = imported_by(f"import {module}", folder)
    assert not modules & (LARGE | {"typer"})
    return {name for name in modules if name.partition(".")[0] == "edgeasp"}


def test_the_audit_imports_the_model_and_nothing_else(tmp_path: Path) -> None:
    assert ours("edgeasp.lab.certificate.check.audit", tmp_path) == AUDIT


def test_the_encoder_imports_the_model_and_nothing_else_of_the_audit(tmp_path: Path) -> None:
    encoder = ours("edgeasp.formats.dimacs", tmp_path)
    assert encoder & AUDIT == {"edgeasp", "edgeasp._version", "edgeasp.puzzle", "edgeasp.puzzle.model"}


def test_the_checker_of_hints_imports_nothing_of_edgeasp(tmp_path: Path) -> None:
    own = "edgeasp.lab.certificate.check.proof"
    assert ours(own, tmp_path) == {
        "edgeasp",
        "edgeasp._version",
        "edgeasp.lab",
        "edgeasp.lab.certificate",
        "edgeasp.lab.certificate.check",
        own,
    }


PAGE = Path(__file__).parents[3] / "docs" / "certificates.md"


def test_the_page_names_every_file_that_has_to_be_trusted(tmp_path: Path) -> None:
    """All that the check imports of edgeasp, but for the empty modules of packages; and no solver.

    Processes are imported only where several of them check the cubes.
    """
    imported = ours("edgeasp.lab.certificate.check.verification", tmp_path)
    processes = ours("edgeasp.parallel.processes", tmp_path)
    assert "edgeasp.parallel.processes" not in imported
    imported |= processes
    files = {Path(f"{name.replace('.', '/')}.py") for name in imported - {"edgeasp._version"}}
    modules = {path.as_posix() for path in files if (PAGE.parents[1] / path).exists()}
    text = PAGE.read_text(encoding="utf-8")
    trusted = text[text.index("## What remains to be trusted") : text.index("Nothing is believed of clingo")]
    named = set(re.findall(r"\]\(\.\./(edgeasp/[a-z_/]+\.py)\)", trusted))
    assert not [path for path in modules if path.startswith("edgeasp/solvers/")]
    assert named == modules


@pytest.mark.parametrize(("name", "most"), [("check/audit", 260), ("views", 176), ("check/proof", 240)])
def test_what_has_to_be_trusted_is_read_in_one_sitting(name: str, most: int) -> None:
    import edgeasp.lab.certificate as package

    text = (Path(package.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= most


def test_the_audit_shares_the_model_alone_with_what_splits_a_search(tmp_path: Path) -> None:
    """So what says that the cubes have all boards knows nothing of how they came about."""
    base = {"edgeasp", "edgeasp._version", "edgeasp.puzzle", "edgeasp.puzzle.model", "edgeasp.lab"}
    splitter = imported_by("import edgeasp.search.cubes, edgeasp.lab.campaign.status", tmp_path)
    assert splitter & AUDIT == base
