"""What reaches a terminal or a pipe: nothing that a file smuggles in, and UTF-8 where it is data."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from edgeasp.cli import console
from tests.support.running import script

PUZ = "2 2\n0 0 1 2\n0 0 2 1\n0 0 1 1\n0 0 2 2\n"
C_LOCALE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@pytest.mark.parametrize("write", [console.note, console.error])
def test_messages_hold_no_control_sequences(write: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert callable(write)
    write("\x1b]0;title\x07 of caf\u00e9\n\x1b[2Jand\tmore")
    text = capsys.readouterr().err.removeprefix("edgeasp: ").removeprefix("error: ")
    assert text == "\\x1b]0;title\\x07 of caf\u00e9\n\\x1b[2Jand\\tmore\n"


@pytest.mark.parametrize("name", [b"caf\xe9.puz", b"\x1b[2J.puz"])
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
