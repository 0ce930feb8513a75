"""Written files: their names, their replacement, and tables."""

from __future__ import annotations

import csv
import errno
import io
import os
import re
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgeasp
from edgeasp.formats import files, plain
from edgeasp.system import writing
from edgeasp.system.errors import InputError, OutputError
from edgeasp.system.lines import format_csv_row, make_printable, parse_csv_rows
from edgeasp.system.writing import (
    ENDINGS,
    FORMS,
    Content,
    LockTaken,
    format_of_extension,
    lock_folder,
    make_folder,
    require_extension,
)
from tests.support import boards, laboratory
from tests.support.running import run

# ---- writing ----

not_as_root = pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unwritable for root")


def test_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "new.sol"
    writing.write_text(str(path), "caf\u00e9\n")
    assert path.read_bytes() == b"caf\xc3\xa9\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    usual, path = tmp_path / "usual", tmp_path / "new.sol"
    usual.touch()
    writing.write_text(str(path), "text")
    assert path.stat().st_mode == usual.stat().st_mode


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_an_old_file_is_replaced_and_keeps_its_permissions(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "old.sol"
    path.write_text("a longer text than before", encoding="utf-8")
    path.chmod(mode)
    writing.write_text(str(path), "new")
    assert path.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert list(tmp_path.iterdir()) == [path]


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    real, link = folder / "real.sol", tmp_path / "link.sol"
    real.write_text("old", encoding="utf-8")
    link.symlink_to(real)
    writing.write_text(str(link), "new")
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "new"
    assert list(folder.iterdir()) == [real]


def test_a_link_to_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    link = tmp_path / "link.sol"
    link.symlink_to("real.sol")
    writing.write_text(str(link), "new")
    assert link.is_symlink()
    assert (tmp_path / "real.sol").read_text(encoding="utf-8") == "new"


def test_a_relative_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    writing.write_text("x.sol", "text")
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
        writing.write_text(str(path), "new")
    monkeypatch.undo()
    assert str(caught.value) == f"{path}: cannot be written: no space left on device"
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("path", "reason"),
    [("none/x.sol", "no such file or directory"), ("folder", "is a directory"), ("file/x.sol", "not a directory"),
     ("x" * 300, "file name too long")],
)  # fmt: skip
@pytest.mark.parametrize("write", [writing.require_writable, lambda path: writing.write_text(path, "text")])
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
        writing.require_writable(str(path))
        writing.write_text(str(path), text)
        assert path.read_text(encoding="utf-8") == text
        assert list(tmp_path.iterdir()) == [path]


def test_a_loop_of_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one").symlink_to("two")
    Path("two").symlink_to("one")
    for write in (writing.require_writable, lambda name: writing.write_text(name, "text")):
        with pytest.raises(OutputError, match=r"^one: cannot be written: too many levels of symbolic links$"):
            write("one")
    with pytest.raises(InputError, match=r"^one: cannot be read: too many levels of symbolic links$"):
        files.read_text("one")


@pytest.mark.parametrize("write", [writing.require_writable, make_folder, lambda path: writing.write_text(path, "x")])
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
    writing.write_new_text(str(path), "caf\u00e9\n")
    assert path.read_bytes() == b"caf\xc3\xa9\n"
    (tmp_path / "link.sol").symlink_to("nowhere.sol")
    before = set(tmp_path.iterdir())
    for name in ("sol_1.sol", "link.sol"):
        with pytest.raises(OutputError, match=rf"{name}: cannot be written: file exists$"):
            writing.write_new_text(str(tmp_path / name), "new")
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
            writing.write_new_text(str(path), f"{number}\n")
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
    Path("x.puz").touch()
    Path("same.puz").hardlink_to("x.puz")
    Path("link.puz").symlink_to("x.puz")
    Path("folder").mkdir()
    for output in ("x.puz", "./x.puz", "same.puz", "link.puz", str(tmp_path / "x.puz")):
        with pytest.raises(OutputError, match=r"\.puz: is an input, which the output would replace"):
            files.require_other_file(output, [None, "-", "none", "folder", "https://x.org", "x.puz"])
    for other in (None, "-", "", "y.puz", "folder", os.devnull):
        files.require_other_file(other, ["-", "folder", "", os.devnull, "x.puz"])


@pytest.mark.parametrize("error", [ValueError("odd"), OSError(28, "No space left"), KeyboardInterrupt()])
def test_errors_that_have_nothing_to_do_with_the_file_pass(error: BaseException, tmp_path: Path) -> None:
    with pytest.raises(type(error)) as caught, writing.open_atomically(str(tmp_path / "x.json")):
        raise error
    assert caught.value is error
    assert list(tmp_path.iterdir()) == []


@not_as_root
@pytest.mark.parametrize("mode", [0o444, 0o000])
def test_a_file_that_is_protected_stays(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "old.sol"
    path.write_text("old", encoding="utf-8")
    path.chmod(mode)
    for write in (writing.require_writable, lambda name: writing.write_text(name, "new")):
        with pytest.raises(OutputError, match="cannot be written: permission denied"):
            write(str(path))
    path.chmod(0o600)
    assert path.read_text(encoding="utf-8") == "old"


def test_asking_whether_a_file_can_be_written_touches_nothing(tmp_path: Path) -> None:
    old = tmp_path / "old.sol"
    old.write_text("old", encoding="utf-8")
    before = old.stat()
    writing.require_writable(str(old))
    writing.require_writable(str(tmp_path / "new.sol"))
    assert old.stat().st_mtime_ns == before.st_mtime_ns
    assert list(tmp_path.iterdir()) == [old]


def test_the_disk_holds_a_file_before_its_name_and_then_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a power cut could leave an empty campaign.json, board or claim."""
    steps: list[str] = []
    sync, rename, link = os.fsync, Path.replace, os.link

    def synced(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else f"{os.fstat(handle).st_size} bytes")
        sync(handle)

    def renamed(self: Path, target: Path) -> Path:
        steps.append("name")
        return rename(self, target)

    def linked(source: Path, target: Path) -> None:
        steps.append("name")
        link(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    monkeypatch.setattr(os, "link", linked)
    writing.write_text(str(tmp_path / "a.sol"), "text\n")
    assert steps == ["5 bytes", "name", "folder"]
    steps.clear()
    writing.write_bytes(str(tmp_path / "a.png"), b"123")
    assert steps == ["3 bytes", "name", "folder"]
    steps.clear()
    # Of many files, all at their end.
    writing.write_new_text(str(tmp_path / "b.sol"), "text\n")
    writing.write_text(str(tmp_path / "c.sol"), "text\n", flushed=False)
    assert steps == ["name", "name"]
    steps.clear()
    writing.flush_files(str(tmp_path))
    one_by_one = sorted(["3 bytes", "5 bytes", "5 bytes", "5 bytes", "folder"])
    assert sorted(steps) == ([] if sys.platform == "linux" else one_by_one)
    # Where the system has no call for all of them.
    steps.clear()
    monkeypatch.setattr(sys, "platform", "other")
    writing.flush_files(str(tmp_path))
    assert sorted(steps) == one_by_one
    monkeypatch.undo()
    with pytest.raises(OutputError, match="no such file"):
        writing.flush_files(str(tmp_path / "none"))
    writing.write_text(os.devnull, "text")


def test_a_disk_that_cannot_hold_a_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some say only at this point that they are full; others cannot sync at all, which is no error."""
    path = tmp_path / "a.sol"
    path.write_text("old", encoding="utf-8")
    for number, kept in ((errno.ENOSPC, "old"), (errno.EINVAL, "new")):

        def fail(handle: int, number: int = number) -> None:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(OutputError, match="no space left") if kept == "old" else nullcontext():
            writing.write_text(str(path), "new")
        assert path.read_text(encoding="utf-8") == kept
        assert list(tmp_path.iterdir()) == [path]


def test_a_device_is_written_and_stays_a_device() -> None:
    writing.write_text(os.devnull, "text")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_a_disk_that_is_full_in_the_middle_of_a_file(tmp_path: Path) -> None:
    """What a stream could not write fails again when that is closed."""
    path = tmp_path / "x.pdf"
    code = f"""
import resource
from edgeasp.system import writing
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    writing.write_bytes({str(path)!r}, bytes(22_000))
except writing.OutputError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{path}: cannot be written: file too large\n", "")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_device_that_is_full() -> None:
    with pytest.raises(OutputError, match=r"^/dev/full: cannot be written: no space left on device$"):
        writing.write_text("/dev/full", "text")


def test_a_named_pipe_is_written_and_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(path.read_text(encoding="utf-8")), daemon=True)
    reader.start()
    writing.write_text(str(path), "text")
    reader.join(10)
    assert read == ["text"]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_folder_gets_a_name_of_a_file_only_with_a_slash_and_a_file_none_with_one(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="expected a folder, found a file name for a board"):
        writing.make_folder(f"{tmp_path}/x.sol")
    writing.make_folder(f"{tmp_path}/x.sol/")
    for write in (writing.require_writable, lambda name: writing.write_text(name, "text")):
        with pytest.raises(OutputError, match="expected a file name, found a folder name"):
            write(f"{tmp_path}/new/")
    assert [path.name for path in tmp_path.iterdir()] == ["x.sol"]


def test_names_of_folders_on_every_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert writing.is_folder_name(str(tmp_path))
    assert writing.is_folder_name("new/")
    assert not writing.is_folder_name("new")
    assert not writing.is_folder_name("new\\")
    monkeypatch.setattr(os, "sep", "\\")
    assert writing.is_folder_name("C:\\new\\")


# ---- temporary files ----


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
    with writing.open_atomically(str(path)):
        names.update(each.name for each in tmp_path.iterdir())
    with writing.open_atomically(str(path)):
        names.update(each.name for each in tmp_path.iterdir())
    assert len(names) == 4, "each temporary file has a name of its own"
    monkeypatch.setattr(os, "urandom", bytes)
    with writing.open_atomically(str(path)):
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
        "with writing.open_atomically(sys.argv[1]) as write:\n"
        "    write('half')\n    os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], env={**os.environ, "PYTHONPATH": ROOT}, check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.read_text(encoding="utf-8") == "old"
    [left] = {each.name for each in tmp_path.iterdir()} - {"x.sol"}
    assert re.fullmatch(r"\.x\.sol\.[0-9a-f]{16}\.part", left)
    writing.write_text(str(path), "new")
    assert path.read_text(encoding="utf-8") == "new"


ROOT = str(Path(__file__).parents[2])


# ---- extensions ----

PUZZLE, SOLUTION = boards.cut_up(3, 3, 4)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a puzzle and its solution."""
    monkeypatch.chdir(tmp_path)
    Path("p.puz").write_text(plain.write_puz(PUZZLE), encoding="utf-8")
    Path("x.sol").write_text(plain.write_sol(SOLUTION), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "command",
    laboratory.known(
        [
            "certify p.puz -o new.puz",
            "cnf p.puz -o OLD.puz",
            "signs count p.puz -o OLD.sol",
            "signs sample p.puz -o OLD.puz",
            "suite generate new.puz --sizes 4 --colours 4",
            "campaign new p.puz -o new.sol",
            "bench p.puz -o new.sol",
            "bench p.puz --markdown OLD.sol",
        ]
    ),
)
def test_no_command_writes_to_a_name_of_something_else(command: str, folder: Path) -> None:
    words = command.split()
    name = next(word for word in [*words[2:], *words] if word.startswith("OLD") or word in ("new.puz", "new.sol"))
    if name.startswith("OLD"):
        Path(name).write_text("c dear\n", encoding="utf-8")
    before = sorted(path.name for path in folder.iterdir() if path.name != "new")
    result = run(*words)
    assert (result.status, result.stdout) == (2, "")
    assert name in result.stderr
    assert sorted(path.name for path in folder.iterdir() if path.name != "new") == before
    if name.startswith("OLD"):
        assert Path(name).read_text(encoding="utf-8") == "c dear\n"


@pytest.mark.usefixtures("folder")
def test_python_refuses_them_as_well() -> None:
    puzzle = edgeasp.load("p.puz")
    with pytest.raises(OutputError, match=r"x\.sol: expected a file name for the format puz"):
        edgeasp.save(puzzle, "x.sol", format="puz")


@pytest.mark.usefixtures("folder")
def test_an_ending_means_one_thing() -> None:
    endings = [ending for content in Content for ending in content.endings]
    assert len(endings) == len(set(endings))
    for content in Content:
        for ending in (".txt", "", ".v2", *content.endings):
            require_extension(f"a/b{ending}", content)


@pytest.mark.usefixtures("folder")
def test_one_table_says_for_which_form_an_ending_stands() -> None:
    for ending, form in ENDINGS.items():
        content, endings = FORMS[form]
        assert ending in endings
        assert content.endings == () or ending in content.endings
        assert format_of_extension(f"folder.txt/x{ending.upper()}") == form
    assert [format_of_extension(name) for name in ("x", "x.puz", "svg", "x.svg.gz")] == [None] * 4


@pytest.mark.usefixtures("folder")
def test_no_other_module_maps_endings_to_forms() -> None:
    other = re.compile(r"""["']\.(svg|png|pdf|html?)["']\s*(:|,\s*["']\.(svg|png|pdf|html?)["']\))""")
    package = Path(edgeasp.__file__).parent
    mapping = {path for path in package.rglob("*.py") if other.search(path.read_text(encoding="utf-8"))}
    assert {path.relative_to(package).as_posix() for path in mapping} == {"system/writing.py"}


# ---- CSV ----

ODD = [
    "=cmd|calc.puz",
    "@SUM(1)",
    "+1+1",
    "-2+3",
    "'=1",
    "''=1",
    "'",
    "'a",
    "",
    "-1.5",
    "-1e-3",
    "+7",
    "a=b",
    '"',
    "a,b",
]
CELLS = st.lists(st.text() | st.sampled_from(ODD), min_size=2)


@given(st.lists(CELLS))
def test_cells_are_read_back_but_for_escapes(table: list[list[str]]) -> None:
    text = "".join(map(format_csv_row, table))
    assert parse_csv_rows(text, "x.csv") == [[make_printable(cell) for cell in row] for row in table]


@given(CELLS)
def test_no_cell_is_a_formula_or_has_control_characters(row: list[str]) -> None:
    text = format_csv_row(row)
    assert text.removesuffix("\n").isprintable()
    for cell in next(csv.reader(io.StringIO(text))):
        if cell[:1] in set("=+-@\t\r"):
            float(cell)


@pytest.mark.parametrize(
    ("value", "cell"),
    [("=cmd|calc.puz", "'=cmd|calc.puz"), ("\x1b[31m", "\\x1b[31m"), (-1.5, "-1.5"), (None, ""), ("-x", "'-x")],
)
def test_what_stands_in_a_cell(value: object, cell: str) -> None:
    assert format_csv_row([value, "b"]) == f"{cell},b\n"


# ---- locks ----

HOLD = """
import fcntl, os, sys
fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)
print(flush=True)
input()
"""


def test_a_second_lock_waits_and_gives_up(tmp_path: Path) -> None:
    ticks: list[None] = []
    with lock_folder(tmp_path, 0.0), pytest.raises(LockTaken), lock_folder(tmp_path, 0.1, lambda: ticks.append(None)):
        pass
    assert len(ticks) > 1
    with lock_folder(tmp_path, 0.0):
        pass
    assert list(tmp_path.iterdir()) == []


def test_an_exception_of_the_tick_ends_the_wait(tmp_path: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with lock_folder(tmp_path, 0.0), pytest.raises(KeyboardInterrupt), lock_folder(tmp_path, 60.0, interrupt):
        pass


def test_a_killed_process_releases_the_lock(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(LockTaken), lock_folder(tmp_path, 0.0):
            pass
        process.kill()
    with lock_folder(tmp_path, 60.0):
        pass


def test_what_is_no_folder_cannot_be_locked(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for name, reason in (("file", "not a directory"), ("missing", "no such file or directory")):
        with pytest.raises(OutputError, match=f"{name}: cannot be locked: {reason}"), lock_folder(tmp_path / name, 0.0):
            pass
