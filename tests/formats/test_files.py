"""Reading and writing files: what cannot be read or written is named, and what is written is written whole."""

from __future__ import annotations

import io
import os
import re
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from edgeasp.encoding import facts
from edgeasp.formats import files, puz
from edgeasp.puzzle.errors import FormatError, InputError, OutputError
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from tests.support.reading import read_puzzle

PUZ = "2 2\n0 0 1 2\n0 0 2 1\n0 0 1 1\n0 0 2 2\n"
PUZZLE = puz.read(PUZ, "x.puz")
FACTS = facts.write(PUZZLE)
not_as_root = pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unwritable for root")


def pipe_in(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    """Put text on standard input."""
    data = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="ascii"))


@pytest.mark.parametrize(
    ("path", "reason"),
    [("none.puz", "no such file or directory"), (".", "is a directory"), ("a.puz/b.puz", "not a directory")],
)
def test_what_cannot_be_read(path: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.puz").touch()
    with pytest.raises(InputError) as caught:
        read_puzzle(path)
    assert str(caught.value) == f"{path}: cannot be read: {reason}"


def test_a_name_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be read: not a file name$"):
        files.read_text("a\0b")
    with pytest.raises(OutputError, match=r"cannot be written: not a file name$"):
        files.write_text(f"{tmp_path}/a\0b", "text")


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "latin.puz"
    path.write_bytes(b"2 2\nc caf\xe9\n")
    with pytest.raises(InputError) as caught:
        read_puzzle(str(path))
    assert str(caught.value) == f"{path}:2: expected text in UTF-8, found bytes that are not"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("empty.puz", "expected a puzzle (a size line '<cols> [rows]', then tiles), found none"),
        ("empty", "expected a puzzle (a size line '<cols> [rows]', then tiles), found none"),
        ("empty.lp", "expected facts col(1), col(2), ..., found none"),
    ],
)
def test_an_empty_file(name: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.touch()
    with pytest.raises(InputError) as caught:
        read_puzzle(str(path))
    assert str(caught.value) == f"{path}: {message}"


@pytest.mark.parametrize(
    "text",
    [
        PUZ,
        "\ufeff" + PUZ.replace("\n", "\r\n"),
        "c a comment\n\n  c\tanother\n" + PUZ,
        "colours: 3\nclues: none\ncollected by hand\n" + PUZ,
        "c(1). is no fact\n" + PUZ,
        FACTS,
        "\ufeff" + FACTS.replace("\n", "\r\n"),
        "\n\n   % a comment\n" + FACTS,
        "%* a comment *%\n" + FACTS,
        "\n".join(line for line in FACTS.splitlines() if not line.startswith("%")),
        "col(1..2).\n" + FACTS,
        "  colour(red;green).\n" + FACTS,
        "colour (red).\n" + FACTS,
    ],
)
@pytest.mark.parametrize("name", ["-", "puzzle", "puzzle.txt"])
def test_facts_and_puz_are_distinguished_by_their_text(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if name == "-":
        pipe_in(monkeypatch, text)
    else:
        Path(name).write_text(text, encoding="utf-8")
    assert read_puzzle(name) == (PUZZLE, Solution())


def test_facts_that_begin_with_a_clue(tmp_path: Path) -> None:
    path = tmp_path / "puzzle"
    path.write_text("clue(1,1,1,90).\n" + FACTS, encoding="utf-8")
    assert read_puzzle(str(path)) == (PUZZLE, Solution((Placement(0, Square(0, 0), 3),)))


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("x.lp", PUZ, ":1: expected a fact that ends with '.', found"),
        ("x.puz", FACTS, ":1: expected a size line '<cols> [rows]', found"),
    ],
)
def test_a_known_suffix_decides(name: str, text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_puzzle(str(path))
    assert f"{path}{words}" in str(caught.value)


def test_standard_input_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe_in(monkeypatch, "2 2\n1 1 1\n")
    with pytest.raises(InputError, match=r"^standard input:2: expected a tile"):
        read_puzzle("-")
    pipe_in(monkeypatch, b"\xff")
    with pytest.raises(InputError, match=r"^standard input:1: expected text in UTF-8"):
        read_puzzle("-")


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match=r"^standard input: cannot be read: it is closed$"):
        read_puzzle("-")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("-", "standard input"),
        ("https://e2.bucas.name/#x", "the address"),
        ("caf\u00e9 1.puz", "caf\u00e9 1.puz"),
        ("\x1b[2J\n.puz", r"\x1b[2J\n.puz"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}zup.puz", r"\u202ezup.puz"),
        (os.fsdecode(b"caf\xe9.puz"), r"caf\udce9.puz"),
    ],
)
def test_names_are_shown_without_what_cannot_be_printed(name: str, shown: str) -> None:
    assert files.shown_name(name) == shown
    assert shown.encode().decode().isprintable()


def test_signs_from_a_file_of_their_own(tmp_path: Path) -> None:
    board, marks = tmp_path / "x.puz", tmp_path / "x.signs"
    board.write_text(PUZ, encoding="utf-8")
    marks.write_text("3 -\n", encoding="utf-8")
    puzzle, _ = read_puzzle(str(board), signs_path=str(marks))
    assert [tile.sign for tile in puzzle.tiles] == [None, None, None, Sign.MINUS]


def test_a_frame_can_be_named_for_facts_only(tmp_path: Path) -> None:
    board, bare = tmp_path / "x.puz", tmp_path / "x.lp"
    board.write_text(PUZ, encoding="utf-8")
    bare.write_text(facts.write(PUZZLE, class_only=True), encoding="utf-8")
    assert read_puzzle(str(bare), frame="black")[0] == PUZZLE
    with pytest.raises(FormatError, match=r"for class facts only, and .*x\.puz is puz$"):
        read_puzzle(str(board), frame="black")


def test_clues_know_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.clue"
    path.write_text("c two clues\n0 0 0 1\n\n3 1 1 2\n", encoding="utf-8")
    source = files.read_clues(str(path), PUZZLE)
    assert source.name == str(path)
    assert source.lines == (2, 4)
    assert source.clues == files.read_solution(str(path), PUZZLE)
    assert len(source.clues) == 2


def test_one_file_at_most_is_standard_input() -> None:
    files.require_one_stdin(["-", "a", None])
    files.require_one_stdin(["a", None, "b"])
    with pytest.raises(InputError, match=r"^standard input: expected one file at most to be '-'$"):
        files.require_one_stdin(["-", None, "-"])


def test_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "new.sol"
    files.write_text(str(path), "caf\u00e9\n")
    assert path.read_bytes() == b"caf\xc3\xa9\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    usual, path = tmp_path / "usual", tmp_path / "new.sol"
    usual.touch()
    files.write_text(str(path), "text")
    assert path.stat().st_mode == usual.stat().st_mode


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_an_old_file_is_replaced_and_keeps_its_permissions(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "old.sol"
    path.write_text("a longer text than before", encoding="utf-8")
    path.chmod(mode)
    files.write_text(str(path), "new")
    assert path.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert list(tmp_path.iterdir()) == [path]


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    real, link = folder / "real.sol", tmp_path / "link.sol"
    real.write_text("old", encoding="utf-8")
    link.symlink_to(real)
    files.write_text(str(link), "new")
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "new"
    assert list(folder.iterdir()) == [real]


def test_a_link_to_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    link = tmp_path / "link.sol"
    link.symlink_to("real.sol")
    files.write_text(str(link), "new")
    assert link.is_symlink()
    assert (tmp_path / "real.sol").read_text(encoding="utf-8") == "new"


def test_a_relative_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files.write_text("x.sol", "text")
    assert (tmp_path / "x.sol").read_text(encoding="utf-8") == "text"


@pytest.mark.parametrize("step", ["open", "chmod", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.sol"
    path.write_text("old", encoding="utf-8")

    def full(self: Path, *_: object, **__: object) -> None:
        if step == "open":
            self.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, step, full)
    with pytest.raises(OutputError) as caught:
        files.write_text(str(path), "new")
    monkeypatch.undo()
    assert str(caught.value) == f"{path}: cannot be written: no space left on device"
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("path", "reason"),
    [("none/x.sol", "no such file or directory"), ("folder", "is a directory"), ("file/x.sol", "not a directory"),
     ("x" * 300, "file name too long")],
)  # fmt: skip
@pytest.mark.parametrize("write", [files.require_writable, lambda path: files.write_text(path, "text")])
def test_what_cannot_be_written(
    write: Callable[[str], None], path: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file").touch()
    with pytest.raises(OutputError) as caught:
        write(path)
    assert str(caught.value) == f"{path}: cannot be written: {reason}"
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "file", tmp_path / "folder"]


LONG = ["x" * 251 + ".sol", "\u00e9" * 125 + "x.sol", "x" * 99 + "\u00e9" * 60]


@pytest.mark.parametrize("name", [*LONG, os.fsdecode(b"\xe9\xff.sol"), os.fsdecode(b"\xe9" * 255), "a b\n.sol"])
def test_any_name_of_up_to_255_bytes_can_be_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    for text in ("old", "new"):
        files.require_writable(str(path))
        files.write_text(str(path), text)
        assert path.read_text(encoding="utf-8") == text
        assert list(tmp_path.iterdir()) == [path]


def test_a_loop_of_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one").symlink_to("two")
    Path("two").symlink_to("one")
    for write in (files.require_writable, lambda name: files.write_text(name, "text")):
        with pytest.raises(OutputError, match=r"^one: cannot be written: too many levels of symbolic links$"):
            write("one")
    with pytest.raises(InputError, match=r"^one: cannot be read: too many levels of symbolic links$"):
        files.read_text("one")


@pytest.mark.parametrize("write", [files.require_writable, files.make_folder, lambda path: files.write_text(path, "x")])
def test_an_empty_name(write: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty name, such as that of a variable that is not set, must not mean the current folder."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OutputError, match=r"^expected the name of a file or folder to write to, found an empty one$"):
        write("")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(params=["with hard links", "without"])
def _hard_links(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    if request.param == "without":
        monkeypatch.setattr(os, "link", none)


@pytest.mark.usefixtures("_hard_links")
def test_a_new_file_replaces_none(tmp_path: Path) -> None:
    path = tmp_path / "sol_1.sol"
    files.write_new_text(str(path), "caf\u00e9\n")
    assert path.read_bytes() == b"caf\xc3\xa9\n"
    (tmp_path / "link.sol").symlink_to("nowhere.sol")
    before = set(tmp_path.iterdir())
    for name in ("sol_1.sol", "link.sol"):
        with pytest.raises(OutputError, match=rf"{name}: cannot be written: file exists$"):
            files.write_new_text(str(tmp_path / name), "new")
    assert path.read_bytes() == b"caf\xc3\xa9\n"
    assert set(tmp_path.iterdir()) == before


@pytest.mark.usefixtures("_hard_links")
def test_of_several_writers_of_a_new_file_one_succeeds(tmp_path: Path) -> None:
    path, writers = tmp_path / "sol_1.sol", 8
    together = threading.Barrier(writers)
    succeeded: list[int] = []

    def write(number: int) -> None:
        together.wait()
        with suppress(OutputError):
            files.write_new_text(str(path), f"{number}\n")
            succeeded.append(number)

    threads = [threading.Thread(target=write, args=[number]) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_text(encoding="utf-8") == f"{succeeded[0]}\n"
    assert len(succeeded) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_an_output_that_is_an_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.puz").write_text(PUZ, encoding="utf-8")
    Path("same.puz").hardlink_to("x.puz")
    Path("link.puz").symlink_to("x.puz")
    Path("folder").mkdir()
    for output in ("x.puz", "./x.puz", "same.puz", "link.puz", str(tmp_path / "x.puz")):
        with pytest.raises(OutputError, match=r"\.puz: is an input, which the output would replace"):
            files.require_other_file(output, [None, "-", "none", "folder", "https://x.org", "x.puz"])
    for other in (None, "-", "", "y.puz", "folder", os.devnull):
        files.require_other_file(other, ["-", "folder", "", os.devnull, "x.puz"])


# ---- temporary files ----


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


@pytest.mark.parametrize("error", [ValueError("odd"), OSError(28, "No space left"), KeyboardInterrupt()])
def test_errors_that_have_nothing_to_do_with_the_file_pass(error: BaseException, tmp_path: Path) -> None:
    with pytest.raises(type(error)) as caught, files.writing(str(tmp_path / "x.json")):
        raise error
    assert caught.value is error
    assert list(tmp_path.iterdir()) == []


@not_as_root
@pytest.mark.parametrize("mode", [0o444, 0o000])
def test_a_file_that_is_protected_stays(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "old.sol"
    path.write_text("old", encoding="utf-8")
    path.chmod(mode)
    for write in (files.require_writable, lambda name: files.write_text(name, "new")):
        with pytest.raises(OutputError, match="cannot be written: permission denied"):
            write(str(path))
    path.chmod(0o600)
    assert path.read_text(encoding="utf-8") == "old"


def test_asking_whether_a_file_can_be_written_touches_nothing(tmp_path: Path) -> None:
    old = tmp_path / "old.sol"
    old.write_text("old", encoding="utf-8")
    before = old.stat()
    files.require_writable(str(old))
    files.require_writable(str(tmp_path / "new.sol"))
    assert old.stat().st_mtime_ns == before.st_mtime_ns
    assert list(tmp_path.iterdir()) == [old]


def test_a_device_is_written_and_stays_a_device() -> None:
    files.write_text(os.devnull, "text")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_device_that_is_full() -> None:
    with pytest.raises(OutputError, match=r"^/dev/full: cannot be written: no space left on device$"):
        files.write_text("/dev/full", "text")


def test_a_named_pipe_is_written_and_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(path.read_text(encoding="utf-8")), daemon=True)
    reader.start()
    files.write_text(str(path), "text")
    reader.join(10)
    assert read == ["text"]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_named_pipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_text(PUZ, encoding="utf-8"), daemon=True)
    writer.start()
    puzzle, _ = read_puzzle(str(path))
    writer.join(10)
    assert puzzle == Puzzle(2, 2, tuple(Tile(tile.sides) for tile in PUZZLE.tiles))


def test_names_of_folders_on_every_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert files.names_folder(str(tmp_path))
    assert files.names_folder("new/")
    assert not files.names_folder("new")
    assert not files.names_folder("new\\")
    monkeypatch.setattr(os, "sep", "\\")
    assert files.names_folder("C:\\new\\")
