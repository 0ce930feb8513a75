"""Reading and writing files: what cannot be read or written is named, and what is written is written whole."""

from __future__ import annotations

import io
import os
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from edgeasp.encoding import facts
from edgeasp.formats import files, puz
from edgeasp.puzzle.errors import FormatError, InputError, OutputError
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile

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
        files.read_puzzle(path)
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
        files.read_puzzle(str(path))
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
        files.read_puzzle(str(path))
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
def test_facts_and_puz_are_told_apart_by_their_text(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if name == "-":
        pipe_in(monkeypatch, text)
    else:
        Path(name).write_text(text, encoding="utf-8")
    assert files.read_puzzle(name) == (PUZZLE, Solution())


def test_facts_that_begin_with_a_clue(tmp_path: Path) -> None:
    path = tmp_path / "puzzle"
    path.write_text("clue(1,1,1,90).\n" + FACTS, encoding="utf-8")
    assert files.read_puzzle(str(path)) == (PUZZLE, Solution((Placement(0, Square(0, 0), 3),)))


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
        files.read_puzzle(str(path))
    assert f"{path}{words}" in str(caught.value)


def test_standard_input_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe_in(monkeypatch, "2 2\n1 1 1\n")
    with pytest.raises(InputError, match=r"^standard input:2: expected a tile"):
        files.read_puzzle("-")
    pipe_in(monkeypatch, b"\xff")
    with pytest.raises(InputError, match=r"^standard input:1: expected text in UTF-8"):
        files.read_puzzle("-")


def test_signs_from_a_file_of_their_own(tmp_path: Path) -> None:
    board, marks = tmp_path / "x.puz", tmp_path / "x.signs"
    board.write_text(PUZ, encoding="utf-8")
    marks.write_text("3 -\n", encoding="utf-8")
    puzzle, _ = files.read_puzzle(str(board), signs_path=str(marks))
    assert [tile.sign for tile in puzzle.tiles] == [None, None, None, Sign.MINUS]


def test_a_frame_can_be_named_for_facts_only(tmp_path: Path) -> None:
    board, bare = tmp_path / "x.puz", tmp_path / "x.lp"
    board.write_text(PUZ, encoding="utf-8")
    bare.write_text(facts.write(PUZZLE, class_only=True), encoding="utf-8")
    assert files.read_puzzle(str(bare), frame="black")[0] == PUZZLE
    with pytest.raises(FormatError, match=r"for class facts only, and .*x\.puz is puz$"):
        files.read_puzzle(str(board), frame="black")


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
    puzzle, _ = files.read_puzzle(str(path))
    writer.join(10)
    assert puzzle == Puzzle(2, 2, tuple(Tile(tile.sides) for tile in PUZZLE.tiles))
