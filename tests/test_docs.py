"""Documentation and guides."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import edgeasp
from edgeasp.cli import commands
from edgeasp.draw import palette
from edgeasp.encoding import facts, render
from edgeasp.encoding.render import Component
from edgeasp.formats.document import Document, PuzzleFormat
from edgeasp.formats.files import convert
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.system import errors
from tests.formats.examples import PUZZLE, UNFRAMED
from tests.support.running import INSTANCES, run
from tests.support.sources import functions, members, prose
from tests.test_architecture import PACKAGE, ROOMS, STRANGERS, files_in, imported
from tests.tools.files import described

# ---- documentation ----

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    page
    for folder in (ROOT, *(ROOT / name for name in ("asp", "docs", "examples", "instances", "studies")))
    for page in (folder.glob("*.md") if folder == ROOT else folder.rglob("*.md"))
)
TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}
ARCHITECTURE = TEXTS["docs/architecture.md"]

FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def blocks(name: str, language: str) -> list[str]:
    """The fenced blocks of a page in a language."""
    return [text for found, text in FENCED.findall(TEXTS[name]) if found == language]


def anchors(text: str) -> set[str]:
    """The names by which links reach the headings of a page, and other places that it names."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", text), re.MULTILINE)
    named = set(re.findall(r'<a id="([^"]+)"', text))
    return named | {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# ---- every page ----


def test_all_pages_are_there() -> None:
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "asp/README.md"} <= set(TEXTS)


def test_every_link_leads_somewhere() -> None:
    for name, text in TEXTS.items():
        page = ROOT / name
        for link in re.findall(r"\]\(([^)\s]+)\)", FENCED.sub("", text)):
            if re.match(r"https?://", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.exists(), (name, link)
            if anchor:
                assert anchor in anchors(target.read_text(encoding="utf-8")), (name, link)


def test_every_target_of_make_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    known = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for name, text in TEXTS.items():
        commands = "".join(blocks(name, "sh") + blocks(name, "console"))
        named = re.findall(r"^(?:\$ )?make ([a-z-]+)", commands, re.MULTILINE)
        assert {*named, *re.findall(r"`make ([a-z-]+)`", text)} <= known, name


DRAWS = {"png": re.compile(r"-o \S+\.png\b"), "pdf": re.compile(r"-o \S+\.pdf\b|--sheets \S+\.pdf\b|--book\b")}
"""The extras that a command needs, by what it writes."""


def test_what_readme_and_guides_draw_works_after_make_install() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    rule = re.search(r"/\.installed:.*\n\t\$\(PIP\) install --editable '\.\[([\w,]+)\]'\n", makefile)
    assert rule is not None
    guides = [text for name, text in TEXTS.items() if name == "README.md" or re.fullmatch(r"docs/[\w-]+\.md", name)]
    commands_shown = [line for text in guides for line in re.findall(r"edgeasp [^`\n]+", text)]
    needed = {extra for extra, pattern in DRAWS.items() if any(map(pattern.search, commands_shown))}
    assert needed == set(DRAWS)
    assert needed <= set(rule[1].split(","))


def test_the_cards_page_lists_all_words_with_a_motif() -> None:
    listed = TEXTS["docs/nine-cards.md"].split("These words have a motif:\n\n")[1].split("\n\n")[0]
    assert tuple(re.findall(r"`(\w+)`", listed)) == palette.NAMES


def test_the_table_of_measurements_follows_from_the_stored_runs() -> None:
    report = (ROOT / "instances/results/frontier-all.md").read_text(encoding="utf-8")
    _, table, *_ = report.split("\n\n")
    assert f"\n\n{table}\n\n" in TEXTS["docs/measuring.md"]
    [versions] = re.findall(r"^- Versions: (.*)\.$", report, re.MULTILINE)
    for version in versions.split(", "):
        assert version.startswith("edgeasp ") or version in TEXTS["docs/measuring.md"]


def test_what_runs_tests_is_set_up_before() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^tools: \$\(VENV\)/\.tools ", makefile, re.MULTILINE)
    assert re.search(r"^\$\(VENV\)/\.tools:.*\n\t\$\(PIP\) install --editable '\.\[dev\]'\n", makefile, re.MULTILINE)
    [block] = [block for block in blocks("CONTRIBUTING.md", "sh") if "-m pytest" in block]
    assert block.startswith("make tools ")


def test_workflows_run_make_alone() -> None:
    """So that each of their steps can be tried at home."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    workflows = sorted((ROOT / ".github/workflows").glob("*.yml"))
    assert [path.stem for path in workflows] == ["release", "site", "tests", "wheels"]
    for path in workflows:
        steps = re.findall(r"^\s*- run: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert steps
        for step in steps:
            made = re.fullmatch(r"make ([a-z-]+)(?: PYTHON=python)?", step)
            assert made, (path.name, step)
            assert made[1] in targets, (path.name, step)


def test_extras_are_added_without_losing_the_checkout() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for name, text in TEXTS.items():
        if name == "CHANGELOG.md":
            continue
        for options, named in re.findall(r"pip install ((?:-\S+ )*)'(?:\.|edgeasp)\[([\w,]+)\]'", text):
            assert options == "-e ", name
            assert set(named.split(",")) <= set(extras), name


def test_every_module_that_is_run_exists() -> None:
    for name, text in TEXTS.items():
        for module in re.findall(r"-m ((?:tests|studies)[.\w]*)", text):
            assert importlib.util.find_spec(module), (name, module)
        for path in re.findall(r"-m pytest (\S+)", text):
            assert (ROOT / path).exists(), (name, path)


# ---- every page, comment and docstring ----

WRITTEN = [page for page in PAGES if page.parent in (ROOT, ROOT / "asp", ROOT / "docs") and page.name != "CHANGELOG.md"]
CODE = [path for ending in ("py", "c", "js") for path in PACKAGE.rglob(f"*.{ending}")]
FILE_NAME = re.compile(r"(?<![\w/.<*{-])(?:\.\.?/)*((?:[\w-]+/)*[\w-]+\.(?:py|c|js))\b(?![/\w*]|`:\n\n```)")
DOTTED = re.compile(r"`\.?([A-Za-z_]\w*(?:\.\w+)+)(?:\([^`]*\))?`")
IN_COMMENT = re.compile(rf"^# .*?(?<![\w`./-])((?:{'|'.join(ROOMS)})(?:\.[a-z_]\w+)+)\b(?![/`])")

ENDING = re.compile("py|c|js|md|json|toml|drat|lrat|cnf|sqlite|puz|sol|clue|lp|csv|svg|html|pdf|txt")
"""The ending of a file, no name behind a dot."""


@cache
def ends_of_paths() -> set[str]:
    """The path of each file here, and each end of it."""
    folders = [ROOT / name for name in ("edgeasp", "asp", "docs", "examples", "studies", "tests")]
    paths = [path.relative_to(ROOT).parts for folder in folders for path in folder.rglob("*.*")]
    return {"/".join(parts[start:]) for parts in paths for start in range(len(parts))}


def stale(text: str) -> list[tuple[int, str]]:
    """The files and dotted names in a text that are not there, each with its line, from 0.

    A file is named by its path or the end of it; one whose content follows is to be written. A dotted name begins with
    a folder, a module, a class, or a variable called like a class. Where it begins with none of these, and with no
    other package, a function or class of the package must not follow: its module has another name.
    """
    gone = [match for match in FILE_NAME.finditer(text) if match[1] not in ends_of_paths()]
    of, inner = members(PACKAGE), functions(PACKAGE)
    of[PACKAGE.name].update(edgeasp.__all__, dir(edgeasp), ["__all__"])
    for match in (*DOTTED.finditer(text), *IN_COMMENT.finditer(text)):
        first, *rest = match[1].split(".")
        if ENDING.fullmatch(rest[-1]) or (first != PACKAGE.name and importlib.util.find_spec(first)):
            continue
        for name, behind in zip([first, *rest], rest, strict=False):
            if behind not in of[name] if name in of else behind in inner and name != "self":
                gone.append(match)
    return [(text.count("\n", 0, match.start()), match[1]) for match in gone]


def test_every_file_and_name_that_is_named_exists() -> None:
    gone = [
        f"{path.relative_to(ROOT)}:{line + off}: {name}"
        for path in (*WRITTEN, *CODE)
        for line, text in prose(path)
        for off, name in stale(text)
    ]
    assert gone == []


@pytest.mark.parametrize(
    "text",
    [
        *("`model_reading.py` then does", "[page.py](../edgeasp/lab/certificate/claim.py)", "`certificate/gone.py`"),
        *(
            "`passes.minutes_spent` reads",
            "`making.generate` has",
            "`Session.guards`: an",
            "`session.guards`",
            "`gone.c`",
        ),
        *("`system.after` once", "# as system.after does", "`solvers.gone.Name`", "`puzzle.checker.check.gone`"),
        *("`gone.c`", "`edgeasp.gone`", "`edgeasp.puzzle.gone`", "`Puzzle.gone`"),
    ],
)
def test_a_name_that_is_gone_is_found(text: str) -> None:
    assert len(stale(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        *(
            "`edgeasp/puzzle/model.py`",
            "../model.py",
            "`scan.c`",
            "`new.py`:\n\n```python",
            "https://example.org/a.c/b",
        ),
        *("`puzzle.checker.check`", "`edgeasp.puzzle.checker`", "`edgeasp.solve`", "`puzzle.cols`", "`check.check(1)`"),
        *("`json.dumps`", "`self.anything`", "`claim.json`", "`unknown.anything`"),
    ],
)
def test_a_name_that_is_there_is_not(text: str) -> None:
    assert stale(text) == []


# ---- the architecture page ----


def test_the_picture_of_the_house_is_the_rule_of_imports() -> None:
    """A room imports from those that it stands on, and from no others."""
    [house] = blocks("docs/architecture.md", "text")
    assert max(map(len, house.splitlines())) <= 80
    floors: dict[str, tuple[int, int, int]] = {}
    for height, line in enumerate(house.splitlines()):
        # A part without a name belongs to the room above it.
        for part in re.finditer(r"(?<=\|) (\w+) [^|]*", line):
            floors[part[1]] = height, part.start(), part.end()
    assert floors.keys() == set(ROOMS)
    below = {
        room: {
            other for other, (under, start, end) in floors.items() if under > height and start < right and left < end
        }
        for room, (height, left, right) in floors.items()
    }
    for room in ROOMS:
        assert {other for path in files_in(room) for other in imported(path)} - {room} <= below[room], room
    for one, other in STRANGERS:
        assert other not in below[one], (one, other)
        assert one not in below[other], (one, other)


def test_the_table_of_rooms_is_the_rule() -> None:
    rows = re.findall(r"^\| \[`(\w+)/`\]\(\.\./edgeasp/(\w+)\) \|.*\| (.+) \|$", ARCHITECTURE, re.MULTILINE)
    assert [(room, anchor) for room, anchor, _ in rows] == [(room, room) for room in ROOMS]
    for room, _, imports in rows:
        used = {each for path in files_in(room) for each in imported(path)} - {room}
        below = set(ROOMS[ROOMS.index(room) + 1 :])
        named = below if imports == "all below" else set(re.findall(r"\w+", imports)) - {"nothing"}
        assert used <= named <= below


def test_every_module_says_in_a_line_what_it_contains() -> None:
    lines = dict(described())
    assert {path.relative_to(PACKAGE).as_posix() for room in ROOMS for path in files_in(room)} <= lines.keys()
    assert [path for path, text in lines.items() if not text] == []


def dotted(text: str) -> list[str]:
    """The names in a text that begin with a room, such as `cli.solve.solve`."""
    return re.findall(rf"`((?:{'|'.join(ROOMS)})\.[\w.]+)`", text)


def test_the_walk_is_the_way_of_a_call(tmp_path: Path) -> None:
    """The functions that the walk names are called in this order when a puzzle is solved."""
    (tmp_path / "x.clue").write_text("0 1 2 1\n", encoding="utf-8")
    arguments = ("solve", INSTANCES / "planted-4x4.puz", "--clue", tmp_path / "x.clue", "-o", tmp_path / "x.sol")
    called: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(PACKAGE):
            module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
            called.append(f"{module}.{frame.f_code.co_qualname}")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        done = run(*arguments)
    finally:
        sys.setprofile(before)
    assert done.status == 0
    steps = re.search(r"^1\. .*?\n\n", ARCHITECTURE.partition("## The path of a puzzle")[2], re.MULTILINE | re.DOTALL)
    assert steps
    assert len(re.findall(r"^\d+\. ", steps[0], re.MULTILINE)) <= 15
    walk = dotted(steps[0])
    assert len(walk) > 20
    rest = iter(called)
    for name in walk:
        assert any(each == name or each.startswith(f"{name}.") for each in rest), f"{name} is not called in this order"


def test_the_table_of_errors_is_that_of_the_command_line() -> None:
    rows = re.findall(r"^\| `(\w+Error)` \| .* \| (\d+) \|$", ARCHITECTURE, re.MULTILINE)
    classes = {
        name
        for name, each in vars(errors).items()
        if isinstance(each, type) and issubclass(each, errors.EdgeaspError) and each is not errors.EdgeaspError
    }
    assert {name for name, _ in rows} == classes
    assert {name for name, status in rows if status == "70"} == {fault.__name__ for fault in commands.FAULTS}
    assert {name for name, status in rows if status == "1"} == {"RefutedError"}
    assert {status for _, status in rows} == {"1", "2", "70"}


# ---- the pages on how to add something ----


PLUGIN = ROOT / "examples" / "plugin"


def test_pages_show_the_example_package() -> None:
    for page, module in (("solver", "brute_force.py"), ("format", "dashes.py")):
        shown, *_ = blocks(f"docs/add-a-{page}.md", "python")
        assert shown == (PLUGIN / "edgeasp_example" / module).read_text(encoding="utf-8")
        [entry] = blocks(f"docs/add-a-{page}.md", "toml")
        assert entry in (PLUGIN / "pyproject.toml").read_text(encoding="utf-8")


def test_an_installed_package_adds_a_format_and_a_solver(tmp_path: Path) -> None:
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    copy = shutil.copytree(PLUGIN, tmp_path / "plugin")
    subprocess.run([*pip, "--target", site, copy], check=True, capture_output=True)

    def run(*words: str) -> str:
        environment = os.environ | {"PYTHONPATH": str(site)}
        command = [sys.executable, "-m", "edgeasp", *words]
        return subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True).stdout

    assert "dashes" in run("formats")
    assert run("convert", "instances/frame-3x3.puz", "--to", "dashes").startswith("3x3\n0-0-")
    assert "brute-force" in run("bench", "--list", "systems")
    entry = next(site.glob("*.dist-info/entry_points.txt"))
    entry.write_text("[edgeasp.formats]\ndashes = edgeasp_example.nothing:DASHES\n", encoding="utf-8")
    failed = subprocess.run(
        [sys.executable, "-m", "edgeasp", "formats"],
        env=os.environ | {"PYTHONPATH": str(site)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert failed.returncode == 2
    assert failed.stderr == (
        "edgeasp: error: the plug-in dashes of the package edgeasp-example cannot be loaded "
        "(No module named 'edgeasp_example.nothing'): repair it, or pip uninstall edgeasp-example\n"
    )


def test_the_format_on_the_page_reads_and_writes() -> None:
    module, *_ = blocks("docs/add-a-format.md", "python")
    names: dict[str, Any] = {}
    exec(compile(module, "dashes.py", "exec"), names)
    form: PuzzleFormat = names["DASHES"]
    for puzzle in (PUZZLE, UNFRAMED):
        text = convert(Document(puzzle), form).text
        assert form.read(text, "x") == Document(puzzle)
    [sample, *_] = blocks("docs/add-a-format.md", "text")
    assert sample.splitlines()[0] == convert(Document(PUZZLE), form).text.splitlines()[0]
    for wrong, line in (("", None), ("3x2\n0-1-2\n", 2), ("3xx\n", 1), ("2x2\n" + "1-1-1-1\n" * 5, 6)):
        with pytest.raises(errors.InputError, match="expected") as caught:
            form.read(wrong, "x")
        assert caught.value.line == line


def test_the_rule_on_the_page_is_redundant_and_cuts_something() -> None:
    """On a board where every inner colour is on two sides."""
    [rule], [row] = blocks("docs/add-a-rule.md", "prolog"), blocks("docs/add-a-rule.md", "python")
    component = eval(row.strip(), {"Component": Component})
    assert f'implied("{component.name}")' in rule
    task = make_task(PUZZLE)
    instance = facts.write_facts(PUZZLE)

    def answers(drop: tuple[str, ...], extra: str) -> set[frozenset[str]]:
        text = instance + render.render(task.encoding, drop).text + extra
        return {frozenset(map(str, atoms)) for atoms in GroundProgram(text).answers(0)}

    plain = answers((), "")
    assert plain == answers((), rule)
    assert plain
    relaxed = answers(("adjoining", "diamond"), "")
    assert plain <= answers(("adjoining", "diamond"), rule) < relaxed


# ---- the page on clingo's own API ----


@pytest.mark.parametrize("heading", ["", "A propagator", "A theory", "Several shots"])
def test_a_session_with_clingo_runs(heading: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = TEXTS["docs/propagators.md"]
    sections = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    needed = ["The program in clingo.Control", *(["A propagator"] if heading == "A theory" else []), heading]
    texts = [text for each in needed for _, text in FENCED.findall(sections.get(each, ""))]
    session = doctest.DocTestParser().get_doctest("".join(texts), {}, "propagators.md", None, 0)
    assert session.examples
    assert doctest.DocTestRunner().run(session).failed == 0


# ---- releases ----


def test_a_version_is_the_same_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {edgeasp.__version__}\n" in citation
    assert re.search(rf"^## {re.escape(edgeasp.__version__)}\b", TEXTS["CHANGELOG.md"], re.MULTILINE)
    assert re.search(r"^## (\S+)", TEXTS["CHANGELOG.md"], re.MULTILINE)[1] == "Unreleased"  # type: ignore[index]


def test_the_source_distribution_holds_the_pages() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    included = {path.strip("/").partition("/")[0] for path in built["targets"]["sdist"]["include"]}
    # The README belongs to every source distribution.
    wanted = {page.partition("/")[0] for page in TEXTS} | {"CITATION.cff", "examples", "edgeasp", "tests"}
    assert wanted - included == {"README.md"}


def test_the_citation_is_complete_and_has_the_version_and_the_papers_of_the_page() -> None:
    yaml = importlib.import_module("yaml")  # without types
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    page = (ROOT / "docs" / "citing.md").read_text(encoding="utf-8")
    assert {"cff-version", "message", "title", "abstract", "authors", "version", "license", "keywords"} <= set(citation)
    assert citation["version"] == edgeasp.__version__
    assert f"version = {{{edgeasp.__version__}}}" in page
    for paper in citation["references"]:
        assert {"type", "title", "authors", "year"} <= set(paper)
        assert paper["title"].lower() in page.lower()
        assert all(author["family-names"] in page for author in paper["authors"])


# ---- guides ----

GUIDES = ("format", "rule", "solver", "command", "an-encoding-variant")
NOT_COPIED = shutil.ignore_patterns(".*", "node_modules", "__pycache__", "build", "dist", "shared")
ADDED = (
    "edgeasp/formats/dashes.py",
    "edgeasp/solvers/brute_force.py",
    "edgeasp/api/sides.py",
    "edgeasp/cli/sides.py",
    "asp/redundant/lone-pairs.lp",
    "asp/heuristic/rows.lp",
)


def page(name: str) -> str:
    return f"docs/add-{name}.md" if name.startswith("an-") else f"docs/add-a-{name}.md"


def files(name: str) -> dict[str, str]:
    """The files that a guide has whole: the path stands before the block, in the sentence that leads to it."""
    lead = re.compile(r"^`([\w/-]+\.(?:py|lp))`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return dict(lead.findall(TEXTS[page(name)]))


def code(name: str) -> list[str]:
    """The blocks of Python of a guide, those in lists as well."""
    return [textwrap.dedent(block) for block in blocks(page(name), "python")]


def replaced(text: str, old: str, new: str) -> str:
    """The text with the one place that has the old words changed."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


def with_row(text: str, table: str, row: str) -> str:
    """The text of a module with a row at the end of a table."""
    found = re.search(rf"^{table}\b.*?\n(?=\)\n)", text, re.MULTILINE | re.DOTALL)
    assert found, table
    return f"{text[: found.end()]}    {row.strip()},\n{text[found.end() :]}"


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout in which all guides have been followed."""
    copy = tmp_path_factory.mktemp("guides") / "copy"
    shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
    for name in GUIDES:
        for path, text in files(name).items():
            (copy / path).write_text(text, encoding="utf-8")

    def change(path: str, *changes: tuple[str, str]) -> None:
        text = (copy / path).read_text(encoding="utf-8")
        for old, new in changes:
            text = replaced(text, old, new)
        (copy / path).write_text(text, encoding="utf-8")

    def add(path: str, table: str, row: str) -> None:
        text = (copy / path).read_text(encoding="utf-8")
        (copy / path).write_text(with_row(text, table, row), encoding="utf-8")

    _, line, entry = code("format")
    first = "\n\n    return (\n        *(PUZ,"
    imports = f"    from edgeasp.formats import handwritten, programs, viewer{first}"
    change(
        "edgeasp/formats/recognition.py",
        (imports, f"    {line.strip()}{first}"),
        ("handwritten.WORDS),\n", f"handwritten.WORDS, {entry.strip()}),\n"),
    )
    [row] = code("rule")
    add("edgeasp/encoding/render.py", "REDUNDANT", row)
    solver, line = code("solver")
    (copy / "edgeasp/solvers/brute_force.py").write_text(solver.partition("\n\ndef main(")[0], encoding="utf-8")
    change(
        "edgeasp/lab/bench/systems.py",
        ("from edgeasp.solvers.clingo.options", f"{line}from edgeasp.solvers.clingo.options"),
        ("BacktrackSolver, UserProgram", "BacktrackSolver, BruteForce, UserProgram"),
    )
    *_, row = code("command")
    sheets = '            "sheets": "print tiles to cut out",\n'
    change("edgeasp/cli/commands.py", (sheets, f"{sheets}            {row.strip()}\n"))
    [line] = map(textwrap.dedent, blocks(page("command"), "text"))
    text = (copy / "docs/commands.md").read_text(encoding="utf-8")
    (copy / "docs/commands.md").write_text(
        re.sub(r"(?m)^(\| `edgeasp sheets` .*\n)", rf"\1{line}", text), encoding="utf-8"
    )
    kind, row = code("an-encoding-variant")
    change("edgeasp/encoding/render.py", (kind.replace(', "rows"', ""), kind))
    add("edgeasp/encoding/render.py", "HEURISTICS", row)
    return copy


def call(copy: Path, *words: str, status: int = 0) -> str:
    """What Python prints in the copy, with its modules."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def run_edgeasp(copy: Path, *words: str) -> str:
    return call(copy, "-m", "edgeasp", *words)


def test_a_command_goes_into_the_table_that_the_guide_names() -> None:
    [table] = re.findall(r"^1\. The name goes into `(\w+)`", TEXTS[page("command")], re.MULTILINE)
    text = (ROOT / "edgeasp/cli/commands.py").read_text(encoding="utf-8")
    literal = re.search(rf"^{table}\b.*? = \(\n(.*?)^\)$", text, re.MULTILINE | re.DOTALL)
    assert literal
    assert '            "sheets": "print tiles to cut out",\n' in literal[1]


def test_each_guide_has_its_files() -> None:
    whole = {path for name in GUIDES for path in files(name)}
    assert whole | {"edgeasp/solvers/brute_force.py"} == set(ADDED)


def test_the_code_of_the_guides_is_linted(extended: Path) -> None:
    pytest.importorskip("ruff")
    for words in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        call(extended, "-m", "ruff", *words, "edgeasp")


@pytest.mark.long
def test_a_format_is_listed_and_read(extended: Path) -> None:
    assert "dashes" in run_edgeasp(extended, "formats")
    text = run_edgeasp(extended, "convert", "instances/planted-4x4.puz", "--to", "dashes")
    assert text.startswith("4x4\n")
    (extended / "x.dash").write_text(text, encoding="utf-8")
    assert run_edgeasp(extended, "solve", "x.dash", "--count") == run_edgeasp(
        extended, "solve", "instances/planted-4x4.puz", "--count"
    )


@pytest.mark.long
def test_a_rule_and_a_heuristic_are_listed_and_rendered(extended: Path) -> None:
    listed = run_edgeasp(extended, "encode", "--list")
    assert "lone-pairs" in listed
    assert "rows" in listed
    options = ("--encoding", "redundant", "--redundant", "lone-pairs", "--heuristic", "rows")
    text = run_edgeasp(extended, "encode", "instances/planted-4x4.puz", *options)
    assert "lone(C)" in text
    assert "level(X,Y,right" in text
    plain = run_edgeasp(extended, "solve", "instances/frame-3x3.puz", "-n", "all", "--count")
    assert run_edgeasp(extended, "solve", "instances/frame-3x3.puz", *options, "-n", "all", "--count") == plain


@pytest.mark.long
def test_a_solver_is_listed_and_measured(extended: Path) -> None:
    assert "brute-force" in run_edgeasp(extended, "bench", "--list", "systems")
    table = extended / "runs.csv"
    run_edgeasp(extended, "bench", "instances/frame-3x3.puz", "--systems", "brute-force", "-o", str(table))
    assert "brute-force" in table.read_text(encoding="utf-8")


def test_a_command_is_in_help_and_runs(extended: Path) -> None:
    assert re.search(r"^ +sides +count the sides", run_edgeasp(extended, "--help"), re.MULTILINE)
    assert run_edgeasp(extended, "sides", "instances/frame-3x3.puz") == "3 4\n4 4\n1 8\n2 8\n0 12\n"
    call(extended, "-m", "edgeasp", "sides", "gone.puz", status=2)


@pytest.mark.long
def test_the_code_of_the_guides_keeps_the_rules_of_the_house(extended: Path) -> None:
    call(extended, "-m", "tests.tools.options")
    paths = ("tests/test_prose.py", "tests/test_architecture.py", "tests/cli/test_option_table.py")
    call(extended, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *paths)
