"""Programs in C where there is no compiler, or none that is any good, and where the cache is of no use.

Nothing ends otherwise than it does without C, whatever is wrong, and within its limits.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.solvers import row_scan
from edgeasp.solvers.row_scan import RowScan
from edgeasp.system import compiling, processes
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Deadline, LimitReached, Limits
from tests.support import boards
from tests.support.counting import COMPILER
from tests.support.forking import surroundings
from tests.support.running import COMMANDS, Run, run, running
from tests.support.waiting import PATIENCE, await_that

pytestmark = pytest.mark.skipif(not COMPILER or processes.WINDOWS, reason="there is no C compiler, or no mode of files")
MISSING = "expected a C compiler (cc, or what CC names)"


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The compiler without its optimisation, which is most of its work."""
    return compiler(tmp_path_factory.mktemp("quick"), 'exec cc "$@" -O0')


@pytest.fixture(scope="module")
def kept_library(quick: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that another process has compiled."""
    folder = tmp_path_factory.mktemp("kept")
    code = "from edgeasp.solvers import row_scan; assert row_scan.is_able(lambda: None)"
    # One that lies in the system's folder for temporary files would do as well.
    here = os.environ | {"PYTHONPATH": ROOT, "CC": quick, "XDG_CACHE_HOME": str(folder), "TMPDIR": str(folder)}
    subprocess.run([sys.executable, "-c", code], check=True, env=here)
    [library] = libraries(folder)
    return library


@pytest.fixture(autouse=True)
def cache(quick: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache and a folder for temporary files of our own; the folder in which libraries are kept."""
    for name in ("cache", "tmp"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("CC", quick)
    monkeypatch.chdir(tmp_path)
    forget()
    return tmp_path / "cache" / "edgeasp"


def forget() -> None:
    """What a new process knows."""
    compiling._outcomes.clear()


def is_able() -> bool:
    forget()
    return row_scan.is_able(lambda: None)


def compiler(folder: Path, lines: str) -> str:
    """A compiler that is a script of the shell; its path."""
    path = folder / "compiler"
    path.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def libraries(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.so"))


# ---- one library ----


def test_it_is_compiled_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_able()
    assert [*cache.iterdir()] == libraries(cache)
    monkeypatch.setenv("CC", "no-such-compiler")
    assert is_able()
    assert len(libraries(cache)) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("get_platform", "linux-mips"), pytest.param("get_config_var", "cpython-311-musl", marks=pytest.mark.long)],
)
def test_each_platform_has_a_library_of_its_own(
    cache: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    assert is_able()
    monkeypatch.setattr(f"edgeasp.system.compiling.sysconfig.{name}", lambda *_: value)
    assert is_able()
    assert len(libraries(cache)) == 2


@pytest.mark.parametrize("words", ["{quick} -O1", "'{wrapper}' {quick}"])
def test_a_compiler_with_arguments(
    cache: Path, quick: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    (tmp_path / "with space").mkdir()
    wrapper = compiler(tmp_path / "with space", 'exec "$@"')
    monkeypatch.setenv("CC", words.format(quick=quick, wrapper=wrapper))
    assert is_able()
    assert libraries(cache)


def damage_by_cutting(library: Path) -> None:
    library.write_bytes(library.read_bytes()[:5000])


def damage_by_text(library: Path) -> None:
    library.write_text("for another machine", encoding="utf-8")


def without_symbols(library: Path) -> None:
    """A library that can be loaded, and has none of the functions."""
    (library.parent / "x.c").write_text("int nothing;", encoding="ascii")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, library.parent / "x.c"], check=True)


LONG = [pytest.mark.long]
DAMAGES = [damage_by_cutting, damage_by_text, without_symbols]


@pytest.mark.long
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_library_is_compiled_again(cache: Path, kept_library: Path, damage: Callable[[Path], None]) -> None:
    library = kept_by_another(kept_library, cache)
    whole = library.read_bytes()
    damage(library)
    assert is_able()
    assert library.read_bytes() == whole


def kept_by_another(library: Path, cache: Path) -> Path:
    """A library in the cache that this process has not loaded."""
    cache.mkdir(mode=0o700, exist_ok=True)
    return Path(shutil.copy(library, cache))


ROOT = str(Path(__file__).parents[2])


@pytest.mark.parametrize("loose", ["file", "folder", "owner"])
def test_a_library_that_others_can_change_is_not_loaded(
    cache: Path, kept_library: Path, quick: str, monkeypatch: pytest.MonkeyPatch, loose: str
) -> None:
    library = kept_by_another(kept_library, cache)
    monkeypatch.setenv("CC", "no-such-compiler")
    if loose == "file":
        library.chmod(0o777)
    elif loose == "folder":
        cache.chmod(0o777)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
        if not os.getuid():
            os.chown(library, 12345, -1)
    with pytest.warns(processes.SystemWarning):
        assert not is_able()
    monkeypatch.setenv("CC", quick)
    if loose != "owner":
        assert is_able()
        assert processes.is_private(cache)
        assert processes.is_private(library)


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        ("no-such-compiler", MISSING),
        ("'half", MISSING),
        ("false", "'false' ended with status 1"),
        ("true", "'true' makes no library"),
        ("cc -fno-such-option", "'cc -fno-such-option' fails: .*no-such-option"),
    ],
)
def test_no_compiler_is_one_note_and_an_error_for_who_asks(
    cache: Path, monkeypatch: pytest.MonkeyPatch, named: str, reason: str
) -> None:
    monkeypatch.setenv("CC", named)
    reason = reason if reason != MISSING else "expected a C compiler"
    with pytest.warns(processes.SystemWarning, match=f"^without its programs in C edgeasp is slower: {reason}") as told:
        assert not is_able()
    assert len(told) == 1
    assert "\n" not in str(told[0].message)
    with pytest.raises(OptionError, match=f"^row-scan is compiled when it is first needed: {reason}"):
        RowScan("row-scan").require()
    assert libraries(cache) == []


def test_a_compiler_is_ended_at_a_limit_with_what_it_has_started(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = compiler(tmp_path, f"sleep 300 & echo $! > {tmp_path}/started; wait")
    monkeypatch.setenv("CC", slow)
    deadline = Deadline(Limits(seconds=1))
    with pytest.raises(LimitReached):
        row_scan.is_able(deadline.check)
    assert deadline.seconds() < 1.5 + PATIENCE / 10
    assert [*cache.iterdir()] == []
    started = int((tmp_path / "started").read_text(encoding="ascii"))
    await_that(lambda: not is_running(started))


def scanned(path: Path) -> None:
    """A puzzle that is searched in C where that is possible."""
    assert run("generate", "--size", 5, "--colours", 4, "-o", path).status == 0


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_compiler_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_PATIENCE", 0.1)
    monkeypatch.setenv("CC", compiler(tmp_path, "sleep 300"))
    with pytest.warns(processes.SystemWarning, match=r"takes longer than 0\.1 s"):
        assert not is_able()


def test_what_a_killed_process_has_left_is_in_nobodys_way(cache: Path) -> None:
    code = (
        "import os, signal\nfrom edgeasp.solvers import row_scan\n"
        "row_scan.is_able(lambda: os.kill(os.getpid(), signal.SIGKILL))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, env=os.environ | {"PYTHONPATH": ROOT})
    assert done.returncode == -signal.SIGKILL
    assert [path.suffix for path in cache.iterdir()] == [".build"]
    assert is_able()
    assert sorted(path.suffix for path in cache.iterdir()) == [".build", ".so"]


def test_a_library_without_the_functions_is_compiled_again(cache: Path, kept_library: Path) -> None:
    """Also one whose name has its digest."""
    library = kept_by_another(kept_library, cache)
    without_symbols(library)
    kind, source, _ = library.stem.split("-")
    other = library.rename(cache / f"{kind}-{source}-{compiling._digest(library.read_bytes())}.so")
    assert is_able()
    assert libraries(cache) == sorted([library, other])


def test_without_a_home_there_is_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The library is kept with temporary files."""

    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", home)
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert processes.cache_folder() is None
    assert is_able()
    [library] = libraries(tmp_path / "tmp")
    assert processes.is_private(library.parent)


@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_compiler(tmp_path: Path, cache: Path, signal_: signal.Signals) -> None:
    scanned(tmp_path / "p.puz")
    slow = compiler(tmp_path, f"echo > {tmp_path}/begun; sleep 300")
    with running("solve", "p.puz", "--count", env=surroundings() | {"CC": slow}) as process:
        await_that((tmp_path / "begun").exists)
        process.send_signal(signal_)
        assert process.wait(PATIENCE) == 128 + signal_
    assert [*cache.iterdir()] == []


def test_a_limit_ends_the_compiler(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scanned(tmp_path / "p.puz")
    ended = carried_out("solve p.puz --count --time-limit 1", {"CC": compiler(tmp_path, "exec sleep 1000")}, tmp_path)
    assert ended.status == commands.UNANSWERED
    assert "stopped by the time limit of 1 s" in ended.stderr
    # On a busy machine the limit is reached before there is a folder.
    assert [*cache.glob("*")] == []


# ---- in the package ----


@pytest.fixture
def packed(kept_library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library beside its source, as a wheel for a platform has it, and nothing in the cache."""
    folder = tmp_path / "package"
    folder.mkdir()
    source = folder / "scan.c"
    shutil.copy(row_scan.SOURCE, source)
    library = source.with_name(f"scan.c-{compiling._digest(kept_library.read_bytes())}.so")
    shutil.copy(kept_library, library)
    monkeypatch.setattr(row_scan, "SOURCE", source)
    return library


def test_the_library_in_the_package_comes_first(
    packed: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/x")
    assert compiling.origin(row_scan.SOURCE) == "in the package"
    assert is_able()
    assert compiling.loaded(row_scan.SOURCE, "row-scan")._name == str(packed)
    assert libraries(cache) == libraries(tmp_path / "tmp") == []


@pytest.mark.parametrize("damage", DAMAGES)
def test_one_that_cannot_be_used_is_compiled(packed: Path, cache: Path, damage: Callable[[Path], None]) -> None:
    damage(packed)
    assert is_able()
    assert len(libraries(cache)) == 1


def test_where_a_library_comes_from_is_told_without_compiling(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = os.environ["CC"]
    assert compiling.origin(row_scan.SOURCE) == f"compiled when first needed, by {quick}"
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compiling.origin(row_scan.SOURCE) == f"none: {MISSING}"
    monkeypatch.delenv("CC")
    assert compiling.origin(row_scan.SOURCE) == "compiled when first needed, by cc"
    monkeypatch.setenv("CC", quick)
    assert libraries(cache) == []
    assert is_able()
    assert compiling.origin(row_scan.SOURCE) == f"compiled, in {cache}"


def test_every_program_is_listed() -> None:
    assert {path.name for path in compiling.sources()} == {"scan.c", "frontier.c", "refuter.c", "crowd.c", "filling.c"}


# ---- commands ----

CARRIED_OUT = {
    "solve": "solve p.puz",
    "solve --count": "solve p.puz --count",
    "best": "best q.puz --rounds 1",
    "hint": "hint q.puz q.sol",
    "explain": "explain u.puz",
    "check": "check q.puz q.sol",
    "info": "info p.puz",
    "show": "show q.puz q.sol",
    "play": "play q.puz --no-open -o q.html",
    "diff": "diff q.puz q.sol q.sol",
    "sheets": "sheets q.puz -o q.pdf",
    "generate": "generate --size 4 --unique",
    "convert": "convert q.puz --to nesw",
    "formats": "formats",
    "certify": "certify q.puz -o c",
    "verify": "verify held --puzzle q.puz",
    "suite generate": "suite generate more --sizes 4 --colours 5 --boards 1",
    "suite solve": "suite solve boards --jobs 1",
    "suite status": "suite status boards",
    "suite results": "suite results boards",
    "campaign new": "campaign new q.puz --cubes 8 -o new",
    "campaign run": "campaign run camp --jobs 1",
    "campaign status": "campaign status camp",
    "campaign check": "campaign check done",
    "campaign solutions": "campaign solutions done -o found",
    "campaign certify": "campaign certify done -o proved --jobs 1",
    "campaign simulate": "campaign simulate done",
    "bench": "bench q.puz --systems edgeasp --tasks first --seeds 1 -o table.csv",
    "signs count": "signs count q.puz",
    "signs sample": "signs sample q.puz",
    "grade": "grade mine.lp --instances q.puz",
    "facts": "facts q.puz",
    "encode": "encode",
    "ground": "ground q.puz",
    "cnf": "cnf q.puz",
    "decode": "decode q.puz answer.txt",
}
"""All commands, in the folder that `ready` makes."""


def test_all_commands_are_carried_out() -> None:
    assert {words.partition(" --")[0] for words in CARRIED_OUT} == set(COMMANDS)


MADE = {
    "p.puz": "generate --size 5 --colours 4 -o p.puz",
    "q.sol": "solve q.puz -o q.sol",
    "held": "certify q.puz -o held",
    "camp": "campaign new q.puz --cubes 8 -o camp",
    "done": "campaign new q.puz --cubes 8 -o done && campaign run done --jobs 1",
    "boards": "suite generate boards --sizes 4 --colours 4 --boards 1",
    "mine.lp": "encode -o mine.lp",
}
"""What commands read, and how it is made."""


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with puzzles, and with an answer."""
    folder = tmp_path_factory.mktemp("ready")
    small = boards.planted(1, 4, 4, 4, framed=True)
    for name, puzzle in {"q.puz": small, "u.puz": boards.spoilt(1, small)}.items():
        (folder / name).write_text(plain.write_puz(puzzle), encoding="utf-8")
    (folder / "answer.txt").write_text("UNSATISFIABLE\n", encoding="utf-8")
    return folder


@pytest.fixture
def ready(puzzles: Path, command: str) -> Path:
    """The same folder with all that a command reads, made without C once for all commands."""
    for made, making in MADE.items():
        if made in CARRIED_OUT[command].split() and not (puzzles / made).exists():
            for words in making.split(" && "):
                done = carried_out(words, {"CC": "no-such-compiler", "XDG_CACHE_HOME": str(puzzles / "cache")}, puzzles)
                assert (done.status, (puzzles / made).exists()) == (0, True), done
    shutil.rmtree(puzzles / "cache", ignore_errors=True)
    return puzzles


Place = Callable[[Path, Path], dict[str, str]]
"""Prepares a test's folder, with a library that may be put into its cache; returns variables."""


def nothing(*_: Path) -> dict[str, str]:
    return {}


def slow(tmp_path: Path, _: Path) -> dict[str, str]:
    return {"CC": compiler(tmp_path, 'sleep 2; exec cc "$@"')}


def read_only(tmp_path: Path, _: Path) -> dict[str, str]:
    """A file where the folder should be: to the administrator no mode of a folder says no."""
    (tmp_path / "cache" / "edgeasp").write_text("", encoding="ascii")
    return {}


def mounted(options: str) -> Place:
    """A cache on a file system of its own; it is there for the command alone."""

    def prepare(tmp_path: Path, _: Path) -> dict[str, str]:
        mount = f"mount -t tmpfs -o {options} none {tmp_path}/cache"
        if subprocess.run(["unshare", "-m", "sh", "-c", mount], capture_output=True, check=False).returncode:
            pytest.skip(f"this user cannot do `unshare -m` and `{mount}`")
        return {"MOUNT": mount}

    return prepare


def of_another_user(tmp_path: Path, kept: Path) -> dict[str, str]:
    if os.getuid():
        pytest.skip("only the administrator can give a file away")
    folder = tmp_path / "cache" / "edgeasp"
    library = kept_by_another(kept, folder)
    without_symbols(library)
    for path in (folder, library):
        path.chmod(0o777)
        os.chown(path, 12345, -1)
    return {}


def damaged(damage: Callable[[Path], None]) -> Place:
    def prepare(tmp_path: Path, kept: Path) -> dict[str, str]:
        damage(kept_by_another(kept, tmp_path / "cache" / "edgeasp"))
        return {}

    return prepare


PLACES: dict[str, Place] = {
    "a compiler": nothing,
    "a failing compiler": lambda *_: {"CC": "false"},
    "a slow compiler": slow,
    "a compiler with arguments": lambda *_: {"CC": "cc -O1"},
    "a read-only cache": read_only,
    "a full cache": mounted("size=64k"),
    "a noexec cache": mounted("noexec"),
    "a cache of another user": of_another_user,
    **{f"a cache {damage.__name__}": damaged(damage) for damage in DAMAGES},
    "no home": lambda *_: {"HOME": "", "XDG_CACHE_HOME": "", "USER_ID": "12345"},
    "no cache": lambda *_: {"XDG_CACHE_HOME": "/dev/null/x"},
}


def carried_out(command: str, environment: dict[str, str], folder: Path) -> Run:
    """A command in a process of its own, in a place that is prepared."""
    words = [sys.executable, "-m", "edgeasp", *command.split()]
    here = os.environ | {"PYTHONPATH": ROOT} | environment
    if here.pop("USER_ID", None):
        here.pop("HOME")
        here.pop("XDG_CACHE_HOME")
        words = ["unshare", "-U", "--map-user=12345", "--map-group=12345", *words]
    if mount := here.pop("MOUNT", None):
        words = ["unshare", "-m", "sh", "-c", f'{mount} && exec "$@"', "sh", *words]
    done = subprocess.run(words, cwd=folder, env=here, capture_output=True, text=True, check=False, timeout=PATIENCE)
    return Run(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def without() -> dict[str, int]:
    """The status with which commands end without C, of those that were carried out so."""
    return {}


SHORT = {("solve --count", "a noexec cache"), ("solve --count", "a failing compiler")}


@pytest.mark.parametrize(
    ("command", "place"),
    [
        pytest.param(command, place, marks=[] if (command, place) in SHORT else LONG)
        for command in CARRIED_OUT
        for place in PLACES
    ],
)
def test_a_command_ends_as_it_does_without_c(
    command: str, place: str, ready: Path, kept_library: Path, without: dict[str, int], tmp_path: Path
) -> None:
    def status(name: str, environment: dict[str, str]) -> int:
        shutil.copytree(ready, tmp_path / name)
        done = carried_out(CARRIED_OUT[command], environment, tmp_path / name)
        assert "Traceback" not in done.stderr
        assert done.stderr.count("without its programs in C") <= 1
        return done.status

    if command not in without:
        without[command] = status("without", {"CC": "no-such-compiler"})
        shutil.rmtree(tmp_path / "cache")
        (tmp_path / "cache").mkdir()
    assert status("there", PLACES[place](tmp_path, kept_library)) == without[command] == commands.ANSWERED
