"""Jobs of SLURM: what the script asks for, and what a file may say."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.parallel import dask
from edgeasp.system.errors import InputError, OptionError
from tests.support import laboratory
from tests.support.running import run

pytestmark = pytest.mark.skipif(find_spec("dask_jobqueue") is None, reason="dask-jobqueue is not installed")

PLAN = 'jobs = 16\ncores = 8\nmemory = "16GB"\nwalltime = "12:00:00"\nqueue = "compute"\n'


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "cluster.toml"
    path.write_text(PLAN, encoding="utf-8")
    return path


@laboratory.needed
def test_the_script_asks_for_what_the_file_says(plan: Path) -> None:
    result = run("campaign", "run", "anywhere", "--slurm", plan, "--dry-run")
    assert result.status == commands.ANSWERED
    lines = result.stdout.splitlines()
    assert lines[0].startswith("#!")
    assert {"#SBATCH -p compute", "#SBATCH --cpus-per-task=8", "#SBATCH -t 12:00:00"} <= set(lines)
    assert {"--nworkers 8", "--nthreads 1"} <= set(re.findall(r"--\w+ \S+", lines[-1]))


def test_the_number_of_workers(plan: Path) -> None:
    found = dask.read_plan(str(plan))
    assert (found.jobs, found.workers) == (16, 128)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("jobs = ", "expected TOML"),
        (PLAN + "colour = 1\n", "expected one of jobs, cores, .*found 'colour'"),
        (PLAN.replace("16\n", '"16"\n', 1), "expected jobs to be a number from 1, found '16'"),
        (PLAN.replace("16\n", "0\n", 1), "expected jobs to be a number from 1, found 0"),
        (PLAN.replace("8\n", "true\n", 1), "expected cores to be a number from 1, found True"),
        (PLAN.replace('memory = "16GB"\n', ""), "expected memory, an amount"),
    ],
)
def test_files_that_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "cluster.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        dask.read_plan(str(path))


def test_without_the_extra_its_name_is_said(plan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "find_spec", lambda name: None)
    with pytest.raises(OptionError, match=r"pip install 'dask-jobqueue>=0.8.5'"):
        dask.read_plan(str(plan))


def test_one_place_for_the_work(plan: Path) -> None:
    for command in (*([["campaign", "run", "c"]] if laboratory.HERE else []), ["best", "puzzle.puz"]):
        result = run(*command, "--jobs", "2", "--slurm", plan)
        assert result.status == commands.USAGE
        assert "--jobs (or EDGEASP_JOBS), --scheduler and --slurm exclude each other" in result.stderr


@laboratory.needed
def test_a_script_is_that_of_slurm() -> None:
    result = run("campaign", "run", "c", "--dry-run")
    assert result.status == commands.USAGE
    assert "--dry-run prints the job script of --slurm" in result.stderr


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (
            "#!/bin/sh\necho 'sbatch: error: no such partition' >&2\nexit 1\n",
            "SLURM refuses the jobs: no such partition",
        ),
        (None, "SLURM cannot be asked for jobs: sbatch: no such file or directory"),
    ],
)
def test_jobs_that_cannot_be_had(
    script: str | None, message: str, plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if script is not None:
        (tmp_path / "sbatch").write_text(script, encoding="utf-8")
        (tmp_path / "sbatch").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path) + (f":{os.environ['PATH']}" if script else ""))
    with pytest.raises(OptionError, match=message), dask.slurm_workers(dask.read_plan(str(plan))):
        pass
