"""What reaches a terminal or a pipe: nothing that a file smuggles in, and UTF-8 where it is data."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest
from rich.cells import cell_len
from rich.text import Text

from edgeasp.cli import commands, console
from edgeasp.formats import recognition
from tests.support.fork_server import SCRIPT
from tests.support.forking import surroundings
from tests.support.lanes import represented, thinned
from tests.support.running import run, script, start, text_of
from tests.support.waiting import PATIENCE

PUZ = "2 2\n0 0 1 2\n0 0 2 1\n0 0 1 1\n0 0 2 2\n"
C_LOCALE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


SMUGGLED = "\x1b]0;title\x07 of caf\u00e9\n\x1b[2Jand\tmore"
SHOWN = "\\x1b]0;title\\x07 of caf\u00e9\n\\x1b[2Jand\tmore\n"


@pytest.mark.parametrize("write", [console.note, console.error, console.print_line, console.print_lines])
def test_what_is_printed_holds_no_control_sequences(write: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert callable(write)
    write(SMUGGLED)
    out, err = capsys.readouterr()
    assert (out or err).removeprefix("edgeasp: ").removeprefix("error: ") == SHOWN


def test_data_holds_control_sequences_only_where_no_terminal_gets_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    console.write(SMUGGLED)
    assert capsys.readouterr().out == SMUGGLED
    monkeypatch.setattr(console, "is_terminal", lambda: True)
    console.write(SMUGGLED)
    assert capsys.readouterr().out + "\n" == SHOWN


def test_a_drawing_has_one_character_for_each_control_character(capsys: pytest.CaptureFixture[str]) -> None:
    content = Text("\x1b[2Ja", style="red").append("\n\x9bb")
    console.print_picture(content)
    assert capsys.readouterr().out == "\ufffd[2Ja\n\ufffdb\n"
    assert console.replace_controls(content).spans == content.spans


def test_the_progress_line_holds_no_control_sequences(capsys: pytest.CaptureFixture[str]) -> None:
    console.ProgressLine().show("reads \x1b[2J.puz")
    assert capsys.readouterr().err.startswith("edgeasp: reads \\x1b[2J.puz, ")


@represented("name", [b"caf\xe9.puz", b"\x1b[2J.puz"])
def test_a_puzzle_whose_name_cannot_be_printed(name: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = os.fsdecode(name)
    Path(path).write_text(PUZ, encoding="utf-8")
    for arguments in (
        ["show", path, "-o", "x.html"],
        ["solve", path, "-o", "y.html"],
        ["info", path, "--format", "json"],
    ):
        done = script(*arguments)
        assert done.status == 0
        assert "\x1b" not in done.stdout + done.stderr
    for page in ("x.html", "y.html"):
        assert Path(page).read_text(encoding="utf-8").splitlines()[-1] == "</html>"


@pytest.mark.sample(1)
@pytest.mark.parametrize("environment", [C_LOCALE, {"PYTHONIOENCODING": "latin-1"}], ids=["C", "latin-1"])
def test_a_page_is_utf_8_in_every_locale(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.puz").write_text(PUZ, encoding="utf-8")
    assert script("show", "x.puz", "-o", "x.html").status == 0
    done = script("show", "x.puz", "--format", "html", **environment)
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == Path("x.html").read_text(encoding="utf-8")
    assert not done.stdout.isascii()


# ---- streams that are full or closed ----


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@represented("environment", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@thinned(
    "arguments",
    ["--help", "--version", "solve --help", "best --help", "formats", "check x.puz x.sol", "show x.puz"],
    lambda each: each.endswith("--help"),
    every=2,
)
def test_standard_output_that_is_full(
    arguments: str, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.puz").write_text(PUZ, encoding="utf-8")
    Path("x.sol").touch()
    with Path("/dev/full").open("wb") as full:
        process = start(*arguments.split(), stdout=full, env=surroundings() | environment)
    with process:
        _, said = process.communicate(timeout=PATIENCE)
    assert text_of(said) == "edgeasp: error: standard output: cannot be written: no space left on device\n"
    assert process.returncode == commands.USAGE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no shell here that closes a stream")
@thinned(
    "arguments, status",
    [("solve x.puz", 2), ("facts x.puz", 2), ("--version", 2), ("solve x.puz -o y.sol", 0), ("check x.puz x.sol", 2)],
    every=3,
)
def test_standard_output_that_is_closed(
    arguments: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result is not lost without a word; a command that writes to a file does without."""
    monkeypatch.chdir(tmp_path)
    Path("x.puz").write_text(PUZ, encoding="utf-8")
    Path("x.sol").touch()
    with start("-c", f"'{SCRIPT}' {arguments} >&-", program=["sh"]) as process:
        _, said = process.communicate(timeout=PATIENCE)
    assert ("standard output: cannot be written" in text_of(said)) == (status == commands.USAGE)
    assert process.returncode == status


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@represented("stream", ["full", "closed"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [("solve x.puz --count", 0), ("solve x.puz --stats", 0), ("check x.puz x.sol", 1), ("info none", 2), ("nosuch", 2)],
)
def test_messages_that_cannot_be_written_do_not_matter(
    arguments: str, status: int, stream: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.puz").write_text(PUZ, encoding="utf-8")
    Path("x.sol").touch()
    if stream == "full":
        with Path("/dev/full").open("wb") as full:
            process = start(*arguments.split(), stderr=full)
    else:
        process = start("-c", f"'{SCRIPT}' {arguments} 2>&-", program=["sh"])
    with process:
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert (out == b"") == (status == 2)


@pytest.mark.parametrize("arguments", ["--help", "formats"])
def test_a_reader_that_has_gone(arguments: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with start(*arguments.split(), stdout=writer) as process:
        os.close(writer)
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=120) == commands.BROKEN_PIPE


def test_another_file_that_fails_is_not_called_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError(28, "No space left on device")

    def end(status: int) -> NoReturn:
        raise SystemExit(status)

    monkeypatch.setattr(recognition, "puzzle_formats", fail)
    monkeypatch.setattr(os, "_exit", end)
    done = run("formats")
    assert done.status == commands.USAGE
    assert done.stderr == "edgeasp: error: a file: cannot be read or written: no space left on device\n"


def test_lines_and_tables_with_letters_that_take_two_columns() -> None:
    """Widths as a terminal has them, by the library that draws boards there."""
    text = "reproduce with: edgeasp best '拼图謎題非常長的檔案名字.puz' --seed 1 --rounds 12 謎題 謎題 謎題 謎題 謎題"
    for columns in (40, 60, 80):
        folded = console.wrap_lines(text, columns)
        assert all(cell_len(line) <= columns for line in folded.split("\n"))
        assert " ".join(folded.split()) == text
    rows = console.align_columns([("name", "size"), ("謎題", "4 x 4"), ("x", "10 x 10")], left=(0,))
    assert len({cell_len(row) for row in rows}) == 1
