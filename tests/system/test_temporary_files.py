"""What is written is a temporary file first: it is not left behind, nor anything written in its place."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from edgeasp.system import processes, writing
from edgeasp.system.errors import OutputError
from edgeasp.system.writing import make_folder


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


def killed(code: str, folder: Path) -> None:
    """Run Python code in a process that kills itself at the end."""
    code = f"import os, signal\nfrom edgeasp.system import writing\n{code}\nos.kill(os.getpid(), signal.SIGKILL)"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=dict(os.environ, PYTHONPATH=ROOT), check=False)
    assert done.returncode == -signal.SIGKILL


ROOT = str(Path(__file__).parents[2])
HALF = "stack = writing.writing({!r}); stack.__enter__()('half')"


def test_what_a_killed_process_left_is_removed_when_the_file_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "x.sol"
    code = (
        "import os, sys\n"
        "from edgeasp.system import writing\n"
        "with writing.writing(sys.argv[1]) as write:\n"
        "    write('half')\n"
        "    print(flush=True)\n"
        "    input()\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        [live] = tmp_path.iterdir()
        writing.require_writable(str(path))
        assert live.exists()
        process.kill()
    place, number, start = live.name.removeprefix(".x.sol.").split("-")[:3]
    other = tmp_path / live.name.replace(place, "1" * 12)  # of a container with the same host name
    old = tmp_path / f".x.sol.0123abcd-{number}-{'0' * 16}.part"  # as an earlier version called it
    mine = tmp_path / f".x.sol.{processes.owner()}-{'0' * 16}.part"
    another = tmp_path / live.name.replace("x.sol", "y.sol")  # of a file that is not written now
    foreign = tmp_path / ".x.sol.part"
    for each in (other, old, mine, another, foreign):
        each.touch()
    writing.require_writable(str(path))
    assert sorted(tmp_path.iterdir()) == sorted([other, old, mine, another, foreign])
    reused = tmp_path / f".x.sol.{place}-{os.getpid()}-{start}-{'0' * 16}.part"
    reused.touch()
    make_folder(str(tmp_path))
    assert sorted(tmp_path.iterdir()) == sorted([other, old, mine, foreign])


def test_what_a_killed_process_left_in_a_folder_is_removed(tmp_path: Path) -> None:
    killed(HALF.format("sol_7.sol"), tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    make_folder(str(tmp_path))
    assert list(tmp_path.iterdir()) == []
