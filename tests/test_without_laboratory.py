"""The laboratory may be left out: with its folder deleted all else works, and the tests of all else pass."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from edgeasp.cli.commands import NAMES
from tests.support import laboratory
from tests.support.running import INSTANCES

CHECKOUT = Path(__file__).parents[1]

REPRESENTATIVE = (
    *("test_architecture.py", "test_imports.py", "test_schemas.py", "api", "formats", "encoding"),
    *(f"cli/test_{name}.py" for name in ("advice", "commands", "option_table", "progress", "values")),
    *(
        "solvers/test_row_scan.py",
        "search/test_cube_scans.py",
        "parallel/test_dask.py",
        "system/test_writing.py",
    ),
)
"""Tests of each room, and all that have lists of commands, options, names or schemas."""

pytestmark = laboratory.needed


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python, with the edgeasp of a folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("EDGEASP_", "PYTEST_"))}
    environment |= {"PYTHONPATH": str(folder), "COLUMNS": "100"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_commands_and_names_of_the_laboratory_are_not_there(tmp_path: Path) -> None:
    shutil.copytree(
        CHECKOUT / "edgeasp",
        tmp_path / "edgeasp",
        ignore=lambda folder, names: {"__pycache__", *(["lab"] if Path(folder).name == "edgeasp" else [])},
    )
    (tmp_path / "asp").symlink_to(CHECKOUT / "asp", target_is_directory=True)
    said = python(tmp_path, "-m", "edgeasp", "--help").stdout
    listed = {name for name in NAMES if f"\n  {name} " in said}
    assert set(NAMES) - listed == {"bench", "campaign", "certify", "signs", "suite", "verify"}
    assert "\nProve:" not in said
    refused = python(tmp_path, "-m", "edgeasp", "certify", "x.puz")
    assert (refused.returncode, refused.stderr) == (
        2,
        "edgeasp: error: there is no command 'certify'\nmore: edgeasp -h\n",
    )
    code = f"import edgeasp; print(edgeasp.count(edgeasp.load({str(INSTANCES / 'frame-3x3.puz')!r})), edgeasp.__all__)"
    counted = python(tmp_path, "-c", code)
    assert (counted.stderr, counted.stdout.split()[0]) == ("", "16")
    assert "'solve_all'" in counted.stdout
    assert "'certify'" not in counted.stdout


@pytest.mark.long
def test_the_core_passes_its_tests_in_a_copy(tmp_path: Path) -> None:
    if not (CHECKOUT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is no checkout of git, which knows the files")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if not name.startswith(("edgeasp/lab/", "tests/lab/")) and (CHECKOUT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, tmp_path / name)
    assert not (tmp_path / "edgeasp" / "lab").exists()
    tests = [f"tests/{name}" for name in REPRESENTATIVE]
    done = python(tmp_path, "-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", *tests)
    assert done.returncode == 0, done.stdout[-5000:]
    assert " passed" in done.stdout
