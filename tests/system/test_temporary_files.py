"""What is written is a temporary file first: it is not left behind, nor anything written in its place."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from edgeasp.system import writing
from edgeasp.system.errors import OutputError


def test_an_interrupt_leaves_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch = Path.touch

    def interrupted(self: Path, *args: Any, **options: Any) -> None:
        touch(self, *args, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "touch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        writing.require_writable(str(tmp_path / "x.sol"))
    assert list(tmp_path.iterdir()) == []


def test_no_link_is_followed_in_place_of_a_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a shared folder a file cannot be diverted, not even with a guess."""
    path, victim = tmp_path / "x.sol", tmp_path / "victim"
    victim.write_text("old", encoding="utf-8")
    names: set[str] = set()
    with writing.writing(str(path)):
        names.update(each.name for each in tmp_path.iterdir())
    with writing.writing(str(path)):
        names.update(each.name for each in tmp_path.iterdir())
    assert len(names) == 4, "each temporary file has a name of its own"
    monkeypatch.setattr(os, "urandom", bytes)
    with writing.writing(str(path)):
        [guessed] = {each.name for each in tmp_path.iterdir()} - {"x.sol", "victim"}
    (tmp_path / guessed).symlink_to(victim)
    with pytest.raises(OutputError, match=r"x\.sol: cannot be written: file exists$"):
        writing.write_text(str(path), "new")
    assert victim.read_text(encoding="utf-8") == "old"


def test_a_process_that_is_killed_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """A hidden file beside it stays, which nothing reads; the file can be written again."""
    path = tmp_path / "x.sol"
    path.write_text("old", encoding="utf-8")
    code = (
        "import os, signal, sys\nfrom edgeasp.system import writing\n"
        "with writing.writing(sys.argv[1]) as write:\n    write('half')\n    os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], env={**os.environ, "PYTHONPATH": ROOT}, check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.read_text(encoding="utf-8") == "old"
    [left] = {each.name for each in tmp_path.iterdir()} - {"x.sol"}
    assert re.fullmatch(r"\.x\.sol\.[0-9a-f]{16}\.part", left)
    writing.write_text(str(path), "new")
    assert path.read_text(encoding="utf-8") == "new"


ROOT = str(Path(__file__).parents[2])
