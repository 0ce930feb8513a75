"""Measurements: the benchmark, instances and their family."""

from __future__ import annotations

import csv
import hashlib
import importlib.util
import io
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.generate import Recipe
from studies import family
from tests.support import boards, brute, laboratory
from tests.support.reading import read_puzzle
from tests.support.running import INSTANCES, run, script
from tests.tools import manifest
from tests.tools.manifest import Entry

# ---- benchmark and family ----

# ---- benchmark ----

FOLDER = Path(__file__).parents[1] / "examples" / "benchmark-tool"
SPEC = SimpleNamespace(project=SimpleNamespace(job=SimpleNamespace(timeout=60)))
OK = "[runlim] status:\t\tok\n[runlim] real:\t\t\t0.32 seconds\n[runlim] space:\t\t\t50.4 MB\n"
LATE = "[runlim] status:\t\tout of time\n[runlim] real:\t\t\t60.01 seconds\n[runlim] space:\t\t\t50.4 MB\n"


def measures(folder: Path, solver: str, watcher: str) -> dict[str, Any]:
    """What the parser makes of a run."""
    spec = importlib.util.spec_from_file_location("edgeasp_results", FOLDER / "resultparsers" / "edgeasp.py")
    assert spec is not None
    assert spec.loader is not None
    parser = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(parser)
    (folder / "runsolver.solver").write_text(solver, encoding="utf-8")
    (folder / "runsolver.watcher").write_text(watcher, encoding="utf-8")
    found = parser.parse(str(folder), SPEC, SimpleNamespace(name="frame"), 1)
    assert {kind for kind, _ in found.values()} <= {"float", "string"}
    return {name: value for name, (_, value) in found.items()}


def solved(folder: Path, *options: str) -> str:
    (folder / "frame.puz").write_text(plain.write_puz(boards.FRAME_3X3), encoding="utf-8")
    return run("solve", folder / "frame.puz", "--format", "json", *options).stdout


def test_a_run_becomes_measures(tmp_path: Path) -> None:
    found = measures(tmp_path, solved(tmp_path, "--count"), OK)
    wanted = {"time": 0.32, "timeout": 0.0, "memout": 0.0, "error": 0.0, "status": "SATISFIABLE", "mem": 50.4}
    assert found == found | wanted | {"boards": 16.0}
    assert found["rules"] > 1000
    assert {"conflicts", "choices", "variables"} <= set(found)


def test_a_run_that_runlim_has_ended_counts_with_its_limit(tmp_path: Path) -> None:
    found = measures(tmp_path, "", LATE)
    assert (found["time"], found["timeout"], found["error"], found["status"]) == (60.0, 1.0, 0.0, "UNKNOWN")
    assert measures(tmp_path, "", LATE.replace("time\n", "memory\n", 1))["memout"] == 1.0


def test_a_limit_of_edgeasp_itself_counts_as_a_timeout(tmp_path: Path) -> None:
    found = measures(tmp_path, solved(tmp_path, "--count").replace('"answered": true', '"answered": false'), OK)
    assert (found["time"], found["timeout"], found["error"]) == (60.0, 1.0, 0.0)


def test_a_run_without_a_result_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = measures(tmp_path, "no JSON", OK)
    assert (found["timeout"], found["error"]) == (1.0, 1.0)
    assert "run 1 of frame has failed" in capsys.readouterr().err


def test_the_runscript_names_what_is_there() -> None:
    tree = ElementTree.parse(FOLDER / "runscripts" / "edgeasp.xml")
    [config], [system] = tree.iter("config"), tree.iter("system")
    assert (FOLDER / config.attrib["template"]).is_file()
    assert (FOLDER / "programs" / f"{system.attrib['name']}-{system.attrib['version']}").is_file()
    assert (FOLDER / "resultparsers" / f"{system.attrib['measures']}.py").is_file()
    for setting in tree.iter("setting"):
        options = f"{system.attrib['cmdline']} {setting.attrib['cmdline']}".split()
        done = script("solve", INSTANCES / "grading" / "wide-3x2.puz", *options)
        assert (done.status, done.stdout) == (0, "18 boards\n")


@laboratory.needed
@pytest.mark.long
def test_runs_of_bench_become_what_benchmark_tool_converts(tmp_path: Path) -> None:
    asked = ["--systems", "edgeasp,row-scan", "--tasks", "all", "--seeds", "1-2", "-o", str(tmp_path / "runs.csv")]
    grading = [INSTANCES / "grading" / f"{name}.puz" for name in ("wide-3x2", "framed-3x3")]
    assert run("bench", *grading, *asked).status == 0
    command = [sys.executable, str(FOLDER / "from_bench.py"), str(tmp_path / "runs.csv")]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    root = ElementTree.fromstring(text)
    assert [each.attrib["name"] for each in root.iter("setting")] == ["edgeasp", "row-scan"]
    named = {each.attrib["name"] for group in root.iter("benchmark") for each in group.iter("instance")}
    assert len(named) == 2
    found = [each.attrib["val"] for each in root.iter("measure") if each.attrib["name"] == "solutions"]
    assert sorted(map(float, found)) == [4.0] * 4 + [18.0] * 4
    if shutil.which("btool"):
        (tmp_path / "results.xml").write_text(text, encoding="utf-8")
        subprocess.run(["btool", "conv", "results.xml", "-o", "results.xlsx"], cwd=tmp_path, check=True)
        assert (tmp_path / "results.xlsx").stat().st_size > 5000


@pytest.mark.long
def test_benchmark_tool_runs_it(tmp_path: Path) -> None:
    if shutil.which("btool") is None or shutil.which("runlim") is None:
        pytest.skip("benchmark-tool (btool) and runlim are not both on the path: it is not run here")
    shutil.copytree(FOLDER, tmp_path / "bench")
    folder = tmp_path / "bench"
    shutil.copy(str(shutil.which("runlim")), folder / "programs")
    (folder / "benchmarks" / "small").mkdir(parents=True)
    shutil.copy(INSTANCES / "grading" / "framed-3x3.puz", folder / "benchmarks" / "small")
    for command in (
        ["btool", "gen", "runscripts/edgeasp.xml"],
        [sys.executable, "output/family/here/start.py"],
        ["btool", "eval", "runscripts/edgeasp.xml"],
    ):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    found = ElementTree.fromstring(done.stdout).iter("measure")
    assert [each.attrib["val"] for each in found if each.attrib["name"] == "boards"] == ["16.0"] * 3


# ---- family ----

RECIPES = [Recipe(3, 3, 2, 1), Recipe(4, 3, 3, 2, seed=2)]


def test_the_archive_has_puzzles_facts_a_true_table_and_a_text() -> None:
    data = family.archive(RECIPES)
    assert data == family.archive(RECIPES)
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        texts = {each.name: (tar.extractfile(each) or io.BytesIO()).read().decode() for each in tar.getmembers()}
    rows = list(csv.DictReader(io.StringIO(texts.pop("edge-matching/instances.csv"))))
    assert tuple(rows[0]) == family.COLUMNS
    assert texts.pop("edge-matching/README.md").startswith("# Edge matching\n")
    assert [row["name"] for row in rows] == ["3x3-2-1-1", "4x3-3-2-2"]
    for row in rows:
        text = texts.pop(f"edge-matching/{row['name']}.puz")
        puzzle = plain.read_puz(text, "it.puz")
        assert facts.read_facts(texts.pop(f"edge-matching/{row['name']}.lp"), "it.lp")[0] == puzzle
        assert int(row["boards"]) == len(brute.solve(puzzle).pictures)
        assert row["sha256"] == hashlib.sha256(text.encode()).hexdigest()
        assert float(row["log10_nodes"]) > 0
    assert texts == {}


def test_the_text_has_the_parts_that_csplib_wants() -> None:
    text = family.TEXT.read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Specification", "Data", "Results", "References"]
    assert len(family.RECIPES) >= 12


# ---- instances ----

ROW = re.compile(r"\| `(?P<file>[^`]+)` \| (?P<board>[^|]+) \| (?P<origin>[^|]+) \| (?P<solutions>\d*) ?\|")
ROWS = {row["file"]: row for row in ROW.finditer((INSTANCES / "README.md").read_text(encoding="utf-8"))}
ENTRIES = manifest.read()
ANEW = "make the instances and their tables anew: make generated"

every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=[entry["file"] for entry in ENTRIES])


def test_manifest_and_readme_name_every_puzzle_and_no_other() -> None:
    puzzles = [file.name for file in INSTANCES.iterdir() if file.suffix in (".puz", ".lp")]
    assert sorted(puzzles) == sorted(entry["file"] for entry in ENTRIES)
    assert [entry["file"] for entry in ENTRIES] == list(ROWS)


@every_entry
def test_the_manifest_tells_board_colours_and_checksum(entry: Entry) -> None:
    assert entry == entry | manifest.described(entry), ANEW
    assert ("command" in entry) != ("origin" in entry)


def test_the_package_knows_every_puzzle_by_its_identity() -> None:
    table = manifest.IDENTITIES.read_text(encoding="utf-8")
    assert table == manifest.identities(ENTRIES), ANEW


@every_entry
def test_the_readme_says_the_same(entry: Entry) -> None:
    row = ROWS[entry["file"]]
    kinds = ["framed" if entry["framed"] else "unframed", *["signed"] * entry["signed"]]
    assert row["board"] == ", ".join([f"{entry['cols']} x {entry['rows']}", *kinds])
    assert row["solutions"] == ("" if entry["solutions"] is None else str(entry["solutions"]))
    if "origin" in entry:
        assert row["origin"] == entry["origin"]
    else:
        options = dict(re.findall(r"--(\S+) (\d+)", entry["command"]))
        assert f"seed {options['seed']}" in row["origin"]
        if "preset" not in row["origin"]:
            border = f" inner and {options.get('border-colours')} border" if entry["framed"] else ""
            assert f"{options['colours']}{border} colours" in row["origin"]


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if "command" in entry], ids=lambda entry: entry["file"])
def test_the_command_makes_the_same_bytes_again(entry: Entry) -> None:
    assert manifest.made(entry) == (INSTANCES / entry["file"]).read_bytes(), ANEW


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(entry, marks=[pytest.mark.long] * (entry["cols"] in (6, 8, 16)), id=entry["file"])
        for entry in ENTRIES
        if entry["solutions"] is not None
    ],
)
def test_the_number_of_solutions_is_right(entry: Entry) -> None:
    assert manifest.counted(entry) == entry["solutions"]


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry["cols"] <= 4], ids=lambda entry: entry["file"])
def test_brute_force_counts_as_many(entry: Entry) -> None:
    assert len(brute.solve(manifest.puzzle_of(entry)).pictures) == entry["solutions"]


def test_no_instance_has_clues_of_its_own() -> None:
    for entry in ENTRIES:
        assert not read_puzzle(str(INSTANCES / entry["file"]))[1].placements


def test_both_golden_files_hold_the_same_puzzle() -> None:
    facts, lines = (read_puzzle(str(INSTANCES / name))[0] for name in ("golden.lp", "golden.puz"))
    assert facts == lines
