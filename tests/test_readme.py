"""The README and the guides: their commands run, print what they show and draw their pictures; no command is left out.

`python -m tests.test_readme` runs the commands and writes what they print, and draw, into README.md and docs/; behind
it, pages can be named.
"""

from __future__ import annotations

import doctest
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.cli.commands import NAMES
from edgeasp.encoding.render import VARIANTS
from edgeasp.formats import plain
from edgeasp.search.task import make_task
from tests.support.forking import search_path
from tests.support.running import COMMANDS
from tests.support.solving import searched

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
TEXT = "".join(page.read_text(encoding="utf-8") for page in PAGES)
PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.svg"))

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^\$ (?P<command>.*)\n(?P<shown>(?:(?!\$ ).*\n)*)", re.MULTILINE)
STYLE = re.compile(r"\x1b\[\?25l.*?\x1b\[\?25h\s*\x1b\[1A\x1b\[2K|[^\n]*\x1b\[K|\x1b\[[0-9;]*m", re.DOTALL)
"""Progress lines that were erased again, and colours."""

MEASURED = re.compile(
    r"(?<=:)[0-9a-f]{32}|\d+(?:\.\d+)+|\d+(?= s\n)|[\d,]+(?= (?:rules|variables|conflicts|lemmas|of [\d,]+ lemmas))"
)
"""Figures that differ from run to run or from version to version."""

RULES = re.compile(r"[\d,]+ rules")
"""A figure that does not, unless clingo grounds otherwise."""

LASTING = {
    "edgeasp signs count instances/planted-10x10.puz --estimate",
    "edgeasp ground instances/planted-16x16.puz --program docs/lesson/1-guess-and-check.lp --profile",
    "edgeasp suite generate boards --sizes 4-5 --colours 4 --boards 2 --quiet",
    "edgeasp suite solve boards --time-limit 1m --quiet",
    "edgeasp suite status boards",
    "edgeasp campaign new instances/planted-4x4.puz -o campaign",
    "edgeasp campaign run campaign --jobs 1",
    "edgeasp campaign check campaign",
}
"""Commands that take seconds, and on which no others on their pages depend: they run with the long tests."""

ANEW = "write outputs and pictures anew: make generated"

FOUND = re.compile(r"edgeasp solve(?!.* --(?:count|unique))|edgeasp (?:ground|grade|best)|x\.sol|best\.sol|clingo")
"""Commands that tell which solution was found, or how large the program is: another version may differ."""


def steps(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a page, each with what it shows."""
    for block in BLOCK.finditer(text):
        for step in STEP.finditer(block[1]):
            yield step["command"], step["shown"]


def run(command: str, folder: Path) -> tuple[str, int]:
    """What a command prints at a terminal as wide as the README, and its exit status."""
    programs = folder / ".programs"
    programs.mkdir(exist_ok=True)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": search_path(programs), "COLUMNS": "120", "NO_COLOR": "1", "TERM": "xterm"},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    printed = b""
    try:
        while data := os.read(ours, 4096):
            printed += data
    except OSError:
        pass  # how Linux tells that nobody writes any more
    os.close(ours)
    text = STYLE.sub("", printed.decode().replace("\r\n", "\n"))
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines()), process.wait()


def playground(folder: Path) -> Path:
    """A folder in which the commands find what the README speaks of."""
    (folder / "instances").symlink_to(ROOT / "instances")
    (folder / "docs").symlink_to(ROOT / "docs")
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def alike(command: str, shown: str, printed: str) -> bool:
    """Whether the output is the one shown, or the same but for what the solver happened to find."""
    if RULES.findall(shown) != RULES.findall(printed):
        return False
    texts = [MEASURED.sub("#", text) for text in (shown, printed)]
    if FOUND.search(command):
        texts = [re.sub(r"[\d,]+", "#", text) for text in texts]
        return len({tuple(tuple(sorted(line.split())) for line in text.splitlines()) for text in texts}) == 1
    return texts[0] == texts[1]


def with_rules(shown: str, printed: str) -> str:
    """What is shown, with the numbers of rules that were printed."""
    numbers = RULES.findall(printed)
    return RULES.sub(lambda _: numbers.pop(0), shown) if len(numbers) == len(RULES.findall(shown)) else printed


def require_shown(command: str, shown: str, page: Path, folder: Path) -> None:
    printed, status = run(command, folder)
    assert status == (1 if re.match(r"not solved|\S+: wrong", shown) else 0), f"$ {command}\n{printed}"
    assert alike(command, shown, printed), f"$ {command}\n{printed}\n{page.name} shows\n{shown}\n{ANEW}"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if BLOCK.search(page.read_text("utf-8"))], ids=lambda p: p.stem
)
def test_the_commands_print_and_draw_what_is_shown(page: Path, tmp_path: Path) -> None:
    folder = playground(tmp_path)
    text = page.read_text(encoding="utf-8")
    for command, shown in steps(text):
        if command not in LASTING:
            require_shown(command, shown, page, folder)
    for picture in pictures(text):
        assert picture.read_bytes() == (folder / picture.name).read_bytes(), f"{picture}\n{ANEW}"


@pytest.mark.long
def test_commands_that_take_seconds_print_what_is_shown(tmp_path: Path) -> None:
    folder, lasting = playground(tmp_path), set(LASTING)
    for page in PAGES:
        for command, shown in steps(page.read_text(encoding="utf-8")):
            if command in LASTING:
                require_shown(command, shown, page, folder)
                lasting.remove(command)
    assert not lasting, "no page shows them any more"


def test_every_picture_is_shown() -> None:
    assert set(pictures(TEXT)) == set(PICTURES)
    assert len(PICTURES) > 3


def pictures(text: str) -> list[Path]:
    """The drawings on a page; a command on the page draws each."""
    return [picture for picture in PICTURES if f"pictures/{picture.name})" in text]


def test_every_command_is_in_the_table() -> None:
    assert set(re.findall(r"^\| `edgeasp (\w+)` \|", TEXT, re.MULTILINE)) == set(NAMES)


def test_every_option_exists() -> None:
    known = {
        name: {option for param in each.params for option in (*param.opts, *param.secondary_opts)} | {"--help"}
        for name, each in COMMANDS.items()
    }
    for name, options in known.items():
        for rest in re.findall(rf"edgeasp {name} ([^`|\n]*)", TEXT):
            assert set(re.findall(r"(?<!\S)--?[a-z][a-z-]*", rest)) <= options, (name, rest)
    loose = set(re.findall(r"`(--[a-z-]+)", TEXT))
    assert loose <= set().union(*known.values())


def test_every_variant_is_in_the_table() -> None:
    assert {idea.name for idea in VARIANTS} <= set(re.findall(r"^\| `([\w-]+)` \|", TEXT, re.MULTILINE))


def test_the_table_of_exit_statuses_is_the_one_of_the_code() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", text, re.MULTILINE)
    assert rows == [(str(status), meaning) for status, meaning in commands.TABLE]


def test_the_example_of_a_puzzle_can_be_solved() -> None:
    page = ROOT / "docs" / "formats.md"
    block = re.search(r"^```text\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert block
    assert len(searched(make_task(plain.read_puz(block[1], page.name), up_to_rotation=True)).solutions) == 1


def test_the_session_in_python_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(playground(tmp_path))
    block = re.search(r"^```pycon\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert block
    session = doctest.DocTestParser().get_doctest(block[1], {}, "README.md", str(README), 0)
    assert session.examples
    assert doctest.DocTestRunner().run(session).failed == 0
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def made(target: str) -> list[str]:
    """The commands that make would run for a target."""
    # The make that runs these tests talks to the makes below it through variables.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", "-n", target], cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_the_demo_shows_a_board(tmp_path: Path) -> None:
    folder = playground(tmp_path)
    (folder / "build").mkdir()
    commands = [line for line in made("demo") if line.startswith(".venv/bin/edgeasp")]
    *_, (board, _) = [run(line.removeprefix(".venv/bin/"), folder) for line in commands]
    assert board.count("\n") == 10 * 4 + 2
    assert "*" not in board


def rewrite(page: Path) -> None:
    """Write what the commands of a page print and draw now, unless all that differs is measured."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = playground(Path(name))

        def step(match: re.Match[str]) -> str:
            printed = run(match["command"], folder)[0]
            shown = with_rules(match["shown"], printed)
            shown = shown if alike(match["command"], shown, printed) else printed
            return f"$ {match['command']}\n{shown}"

        page.write_text(BLOCK.sub(lambda block: f"```console\n{STEP.sub(step, block[1])}```", text), encoding="utf-8")
        for picture in re.findall(r"pictures/([\w-]+\.svg)\)", text):
            shutil.copyfile(folder / picture, ROOT / "docs" / "pictures" / picture)


if __name__ == "__main__":
    for each in map(Path.resolve, map(Path, sys.argv[1:])) if sys.argv[1:] else PAGES:
        rewrite(each)
