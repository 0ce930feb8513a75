"""Three hundred calls of the command, and whether they print and write the same in two checkouts.

`python -m tests.tools.corpus ../before` runs all calls in the other checkout and in this one, and prints what differs:
for changes that move and rename and must alter no byte. Each call runs in a folder of its own, in a process that is
forked after the imports. Durations, versions and memory are masked; calls that differ between two runs of one checkout
are named, and not compared.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

HERE = Path(__file__).parents[2]
MASKED = [
    (re.compile(r"\b\d+(\.\d+)? (ms|s|MB|kB|kbytes)\b"), "N \\2"),
    (re.compile(r'"([a-z_]*(seconds|time|memory|cpu|peak)[a-z_]*)": [-0-9.e]+'), '"\\1": N'),
    (re.compile(r'": (\d+\.\d+(e-\d+)?|\d+e-\d+)'), '": N'),
    (re.compile(r"(\b\d+\.\d{3}\b|(?<=peak_memory) +[\d,]+)"), "N"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([.\d]*)(Z|[+-]\d\d:\d\d)?"), "TIME"),
    (re.compile(r"/(tmp|dev/shm)/[^\s\"':]*"), "FOLDER"),
]
"""What differs between two runs of one program."""

PUZZLES = [
    *("golden.puz", "golden.lp", "foursquares.puz", "frame-3x3.puz", "planted-4x4.puz", "planted-5x5.puz"),
    *("planted-5x3-unframed.puz", "planted-6x4-signed.puz", "distinct-5x5.puz", "random-4x4.puz"),
]
SMALL = PUZZLES[:5]
PREPARED = {
    "corner.clue": "3 0 0 1\n",
    "clash.clue": "3 0 0 1\n3 1 0 0\n",
    "half.sol": "3 0 0 1\n4 1 0 1\n",
    "broken.puz": "3 3\n1 2 3\n",
    "words.txt": "this is no puzzle\n",
    "empty.puz": "",
    "own.lp": ":- chosenTile(0,0,T), T != 3.\n",
    "wrong.lp": ":- chosenTile(0,0,T)\n",
    "mine.lp": "1 { chosenTile(C,R,T) : tile(T) } 1 :- col(C), row(R).\n",
}
"""Files that lie in the folder of each call, besides the instances."""


def calls() -> Iterator[list[str]]:
    """The arguments of each call."""
    for puzzle in PUZZLES:
        for command in (["solve"], ["info"], ["facts"], ["show"], ["solve", "--count"], ["solve", "--unique"]):
            yield [*command, puzzle]
        for form in ("json", "sol", "facts", "text"):
            yield ["solve", puzzle, "--format", form]
        for form in ("sol", "json", "csv"):
            yield ["solve", puzzle, "-n", "0", "--format", form, "--quiet"]
        yield ["solve", puzzle, "-o", "out.sol"]
        yield ["solve", puzzle, "-n", "3", "-o", "all/"]
        yield ["solve", puzzle, "--seed", "3", "--stats"]
        yield ["solve", puzzle, "--count", "--up-to-rotation"]
        yield ["info", puzzle, "--format", "json"]
        yield ["show", puzzle, "-o", "out.svg"]
        yield ["cnf", puzzle]
        yield ["ground", puzzle]
        yield ["ground", puzzle, "--format", "json"]
        yield ["sheets", puzzle, "-o", "out.pdf"]
    for encoding in ("decision", "framed", "signed", "redundant"):
        yield ["solve", "frame-3x3.puz", "--encoding", encoding, "-n", "0", "--format", "json"]
        yield ["encode", "frame-3x3.puz", "--encoding", encoding]
        yield ["ground", "frame-3x3.puz", "--encoding", encoding, "--format", "text"]
    forms = (
        "puz facts nesw nesw-bare udlr foursquares whc ids heule dresden ptile julia pycsp3 eternity2dev boarddoc "
        "binary bucas e2dev-url"
    )
    for form in forms.split():
        yield ["convert", "planted-4x4.puz", "--to", form]
        yield ["convert", "golden.puz", "--to", form]
        yield ["convert", "planted-4x4.puz", "-o", f"out.{form}", "--to", form]
    for name in (
        "",
        "solve",
        "best",
        "explain",
        "hint",
        "certify",
        "verify",
        "check",
        "show",
        "sheets",
        "info",
        "facts",
    ):
        yield [*name.split(), "--help"]
    for name in (
        "encode",
        "ground",
        "cnf",
        "decode",
        "convert",
        "formats",
        "generate",
        "suite solve",
        "suite generate",
    ):
        yield [*name.split(), "--help"]
    for name in ("campaign new", "campaign run", "campaign check", "signs count", "bench", "campaign"):
        yield [*name.split(), "--help"]
    yield ["formats"]
    yield ["formats", "--format", "json"]
    for clue in ("corner.clue", "clash.clue", "half.sol", "words.txt", "missing.clue"):
        for command in (["solve"], ["solve", "--count"], ["hint"], ["explain"], ["check"]):
            if command in (["hint"], ["check"]):
                yield [*command, "frame-3x3.puz", clue]
                yield [*command, "frame-3x3.puz", clue, "--format", "json"]
            else:
                yield [*command, "frame-3x3.puz", "--clue", clue]
    for puzzle in ("broken.puz", "words.txt", "empty.puz", "missing.puz", "own.lp"):
        for name in ("solve", "info", "facts", "show", "check", "convert", "sheets"):
            yield [name, puzzle]
    for seed in ("1", "2", "3"):
        yield ["generate", "--size", "5x4", "--seed", seed]
        yield ["generate", "--size", "4", "--seed", seed, "--clues", "corner", "-o", "new.puz"]
        yield ["generate", "--size", "3x3", "--seed", seed, "--unframed", "--format", "json"]
        yield ["best", "random-4x4.puz", "--seed", seed, "--rounds", "1", "-o", "best.sol", "--quiet"]
    for options in (
        "--add own.lp",
        "--add wrong.lp",
        "--program mine.lp",
        "--program mine.lp --relaxed",
        "--add no.lp",
    ):
        yield ["solve", "golden.puz", *options.split()]
        yield ["solve", "golden.puz", *options.split(), "--format", "json"]
        yield ["ground", "golden.puz", *options.replace("--relaxed", "").split()]
    for options in ("-n -1", "--seed x", "--time-limit x", "--jobs -1", "--jobs 9999", "--encoding none", "--format x"):
        yield ["solve", "golden.puz", *options.split()]
    for options in ("--conflict-limit 1", "--jobs 2 --count", "--jobs all --count", "--no-narrow", "--heuristic none"):
        yield ["solve", "planted-5x5.puz", *options.split(), "--format", "json"]
    for puzzle in SMALL:
        yield ["certify", puzzle, "-o", "proved"]
        yield ["signs", "count", puzzle]
        yield ["explain", puzzle, "--format", "json"]
    yield ["nothing"]
    yield ["solve"]


def record(checkout: Path, only: list[str] | None = None) -> dict[str, str]:
    """The outcome of each call in a checkout, by its arguments; of some of them only, if these are named."""
    code = f"import sys; sys.path.insert(0, {str(HERE)!r}); sys.path.insert(0, {str(checkout)!r}); "
    code += "import importlib.util as u; s = u.spec_from_file_location('corpus', sys.argv[1]); "
    code += "m = u.module_from_spec(s); s.loader.exec_module(m); m.run_all(sys.argv[2:])"
    environment = os.environ | {"PYTHONPATH": str(checkout), "COLUMNS": "80", "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code, __file__, *(only or [])],
        stdout=subprocess.PIPE,
        env=environment,
        check=True,
        cwd=checkout,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def run_all(only: list[str]) -> None:
    """Run the calls, or some of them, in the checkout that Python imports from; print the outcomes as JSON."""
    from edgeasp.cli import commands  # the calls are forked after it is there

    assert commands.NAMES
    print(json.dumps({" ".join(call): outcome(call) for call in calls() if not only or " ".join(call) in only}))  # noqa: T201


def outcome(call: list[str]) -> str:
    """The status, the output and the files of a call, with what differs from run to run masked."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "work"
        folder.mkdir()
        before = PREPARED | {
            path.name: path.read_text(encoding="utf-8")
            for path in (HERE / "instances").iterdir()
            if path.name in PUZZLES
        }
        for file, text in before.items():
            (folder / file).write_text(text, encoding="utf-8")
        status = _forked(call, folder, Path(name))
        parts = [f"status {status}"]
        parts += [f"-- {stream}\n{_read(Path(name) / stream)}" for stream in ("stdout", "stderr")]
        for path in sorted(folder.rglob("*")):
            relative = path.relative_to(folder).as_posix()
            if path.is_file() and not (relative in before and path.read_text(encoding="utf-8") == before[relative]):
                # Archives and PDF files hold the time; their size in kB is enough.
                text = f"{path.stat().st_size // 1000} kB" if path.suffix in (".pdf", ".sqlite") else _read(path)
                parts.append(f"-- file {relative}\n{text}")
    text = "\n".join(parts)
    for pattern, mask in MASKED:
        text = pattern.sub(mask, text)
    return text


def _read(path: Path) -> str:
    return path.read_bytes().decode(errors="replace")


def _forked(call: list[str], folder: Path, outside: Path) -> int:
    """Run the command in a child of this process; its exit status."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        os.chdir(folder)
        for number, stream in enumerate(("stdout", "stderr"), start=1):
            os.dup2(os.open(outside / stream, os.O_WRONLY | os.O_CREAT), number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.argv = ["edgeasp", *call]
        from edgeasp.__main__ import main

        main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
        status = 99
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def main(before: Path) -> int:
    """Compare two checkouts; the number of calls that differ."""
    old, new = record(before), record(HERE)
    differing = [call for call in old if old[call] != new[call]]
    again = record(before, differing) if differing else {}
    unsteady = [call for call in differing if old[call] != again[call]]
    for call in sorted(set(differing) - set(unsteady)):
        lines = unified_diff(old[call].splitlines(), new[call].splitlines(), "before", "now", lineterm="", n=1)
        print(f"edgeasp {call}", *list(lines)[:30], sep="\n  ")  # noqa: T201
    print(f"{len(old)} calls, {len(differing) - len(unsteady)} differ")  # noqa: T201
    print(f"not compared, as they differ by themselves: {unsteady}")  # noqa: T201
    return len(differing) - len(unsteady)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()) > 0)
