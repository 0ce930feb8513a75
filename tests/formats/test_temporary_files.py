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

from edgeasp.formats import files
from edgeasp.puzzle.errors import OutputError


def test_an_interrupt_leaves_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch = Path.touch

    def interrupted(self: Path, *args: Any, **options: Any) -> None:
        touch(self, *args, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "touch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.require_writable(str(tmp_path / "x.sol"))
    assert list(tmp_path.iterdir()) == []


def test_no_link_is_followed_in_place_of_a_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a shared folder a file cannot be diverted, not even with a guess."""
    path, victim = tmp_path / "x.sol", tmp_path / "victim"
    victim.write_text("old", encoding="utf-8")
    names: set[str] = set()
    with files.writing(str(path)):
        names.update(each.name for each in tmp_path.iterdir())
    with files.writing(str(path)):
        names.update(each.name for each in tmp_path.iterdir())
    assert len(names) == 4, "each temporary file has a name of its own"
    monkeypatch.setattr(os, "urandom", bytes)
    with files.writing(str(path)):
        [guessed] = {each.name for each in tmp_path.iterdir()} - {"x.sol", "victim"}
    (tmp_path / guessed).symlink_to(victim)
    with pytest.raises(OutputError, match=r"x\.sol: cannot be written: file exists$"):
        files.write_text(str(path), "new")
    assert victim.read_text(encoding="utf-8") == "old"


def killed(code: str, folder: Path) -> None:
    """Run Python code in a process that kills itself at the end."""
    code = f"import os, signal\nfrom edgeasp.formats import files\n{code}\nos.kill(os.getpid(), signal.SIGKILL)"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=dict(os.environ, PYTHONPATH=ROOT), check=False)
    assert done.returncode == -signal.SIGKILL


ROOT = str(Path(__file__).parents[2])
HALF = "stack = files.writing({!r}); stack.__enter__()('half')"


def test_what_a_killed_process_left_is_removed_when_the_file_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "x.sol"
    killed(HALF.format("x.sol"), tmp_path)
    [left] = tmp_path.iterdir()
    assert left.name.startswith(".x.sol.")
    process = re.search(r"-([0-9]+)-", left.name)
    assert process
    alive = tmp_path / left.name.replace(process[0], f"-{os.getppid()}-")
    elsewhere = tmp_path / re.sub(r"\.[0-9a-f]{8}-", ".00000000-", left.name)
    other = tmp_path / left.name.replace("x.sol", "y.sol")
    mine = tmp_path / ".x.sol.part"
    for each in (alive, elsewhere, other, mine):
        each.touch()
    files.require_writable(str(path))
    assert set(tmp_path.iterdir()) == {alive, elsewhere, other, mine}


def test_what_a_killed_process_left_in_a_folder_is_removed(tmp_path: Path) -> None:
    killed(HALF.format("sol_7.sol"), tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    files.make_folder(str(tmp_path))
    assert list(tmp_path.iterdir()) == []
