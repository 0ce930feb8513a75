"""Console transcripts: texts with commands, their input and everything they print.

Unindented lines are prose. Indented by two blanks are commands (`$ `), the lines they read (`> `), standard output,
standard error (`! `) and an exit status other than 0 (`[2]`). docs/testing.md shows an example.

`edgeasp` runs in this process, `env edgeasp` in a process of its own, and everything else in a shell. JSON that
edgeasp prints has to follow its published schema, and has one line per name.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NoReturn

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from typer.testing import CliRunner

from edgeasp._version import __version__
from edgeasp.cli import console
from edgeasp.cli.commands import app
from tests.support.executing import carry_out_here
from tests.support.running import INSTANCES, script

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"

BUSY = "runs that had the processor for less than"
"""A note on the machine, which is no part of what a command prints."""

STAGE = re.compile(r"""(?:'[^']*'|"[^"]*"|[^|'"])+""")
"""A command of a pipeline: quotes protect `|`."""

OURS = re.compile(r"(?P<apart>env )?(?P<variables>(?:[A-Z_]+=\S* )*)edgeasp\b(?P<words>.*?)(?: > (?P<target>\S+))?")

MEASURED = (
    (re.compile(r"(?<![\w.])\d+\.\d+ s\b|(?<=done in )\d+ s\b|\d+ s(?= of processor)"), "# s"),
    (re.compile(r"\b(candidates?, )\d+ s\b"), r"\1# s"),
    (re.compile(r"\d+ of \d+(?= lemmas)"), "# of #"),
    (re.compile(r"(?<=:)[0-9a-f]{32}\b|\d{4}-\d\d-\d\dT[\d:+]{14}"), "#"),
    (re.compile(r"\b\d+(?:,\d{3})* (conflict|rule)s?\b"), r"# \1s"),
    (re.compile(r'(?<!"limits": \{)("(?:[a-z_]*seconds|cpu|peak_memory|choices|restarts)": )[\d.]+'), r"\1#"),
    (re.compile(r'("conflicts": )\d+(?!\d*, "memory")'), r"\1#"),
    (re.compile(r'("(?:seconds|ground|versions)": \{).*?(?=\})'), r"\1#"),
    (re.compile(r'(hash"?:? "?)[0-9a-f]{12}\b'), r"\1#"),
    (re.compile(r"^(  ! (?:seconds|ground|conflicts|choices|restarts|peak_memory|versions) +).+"), r"\1#"),
    (re.compile(r"\d\.\d MB(?=; open)"), "# MB"),
    (re.compile(re.escape(__version__)), "VERSION"),
)
"""Figures that differ from run to run or from version to version, and what a transcript has in their place."""


@dataclass(frozen=True)
class Step:
    """A command with its input, or, if it is None, prose and blank lines."""

    command: str | None
    lines: tuple[str, ...]


def steps(text: str) -> Iterator[Step]:
    """Split a transcript, without what its commands printed."""
    lines = text.splitlines()
    while lines:
        if lines[0].startswith("  $ "):
            command = lines.pop(0)
            given = [lines.pop(0) for _ in _leading(lines, r"  > |  >$")]
            printed = [lines.pop(0) for _ in _leading(lines, r"  (?!\$ )|$")]
            blank = bool(printed) and not printed[-1]
            yield Step(command[4:], tuple(line[4:] for line in given))
            yield Step(None, ("",) * (blank and bool(lines)))
        else:
            yield Step(None, (lines.pop(0),))


def _leading(lines: list[str], pattern: str) -> list[str]:
    number = next((number for number, line in enumerate(lines) if not re.match(pattern, line)), len(lines))
    return lines[:number]


def rerun(text: str) -> str:
    """Return a transcript with what its commands print now, in a new folder."""
    written: list[str] = []
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        folder = Path(name).resolve()
        (folder / "instances").symlink_to(INSTANCES)
        patch.chdir(folder)
        patch.setenv("COLUMNS", "100")
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        patch.setattr(os, "_exit", _exit)
        carry_out_here(patch)
        for step in steps(text):
            if step.command is None:
                written += step.lines
            else:
                written += [f"  $ {step.command}", *(f"  > {line}".rstrip() for line in step.lines)]
                printed = _printed(step.command, step.lines)
                written += [_measured(line, name) for line in printed if BUSY not in line]
    return "".join(f"{line}\n" for line in written)


def _exit(status: int) -> NoReturn:
    raise AssertionError(f"the command ended this process with status {status}: write env edgeasp")


def _measured(line: str, folder: str) -> str:
    for pattern, instead in MEASURED:
        line = pattern.sub(instead, line)
    return line.replace(folder, "/folder")


def _printed(command: str, given: tuple[str, ...]) -> Iterator[str]:
    """Run a pipeline and yield the lines that a transcript has of it."""
    data = "".join(f"{line}\n" for line in given).encode()
    messages, status = b"", 0
    for ours, stages in groupby(map(str.strip, STAGE.findall(command)), OURS.fullmatch):
        failed, data, printed = _ours(ours, data) if ours else _shell(" | ".join(stages), data)
        messages += printed
        status = failed or status
    text = data.decode(errors="backslashreplace")
    yield from _shown(text, "  ")
    if text and not text.endswith("\n"):
        yield "  (no end of line)"
    yield from _shown(messages.decode(), "  ! ")
    if status:
        yield f"  [{status}]"


def _shown(text: str, mark: str) -> Iterator[str]:
    for line in text.rstrip("\n").split("\n") if text else ():
        visible = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in line)
        yield (mark + re.sub(r"^([$>!] |\[\d+\]$)", r"\\\1", visible) if mark == "  " else mark + visible).rstrip()


def _shell(command: str, given: bytes) -> tuple[int, bytes, bytes]:
    done = subprocess.run(["sh", "-c", command], input=given, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def _ours(stage: re.Match[str], given: bytes) -> tuple[int, bytes, bytes]:
    """Return the exit status of edgeasp, its standard output and its standard error."""
    words = shlex.split(stage["words"])
    variables = dict(each.split("=", 1) for each in stage["variables"].split())
    if stage["apart"]:
        run = script(*words, given=given.decode(), **variables)
        status, out, err = run.status, run.stdout.encode(), run.stderr.encode()
    else:
        console.set_quiet(False)
        result = CliRunner().invoke(app, words, input=given, env=variables)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            result.exception.add_note(f"$ {stage[0]}")
            raise result.exception
        status, out, err = result.exit_code, result.stdout_bytes, result.stderr_bytes
    if stage["target"]:
        Path(stage["target"]).write_bytes(out)
        out = b""
    return status, _checked(out) if "json" in words else out, err


def _checked(out: bytes) -> bytes:
    """Validate JSON, and return it with one line per name, or several objects with one line each."""
    several = all(line.startswith(b"{") and line.endswith(b"}") for line in out.splitlines())
    for text in out.splitlines() if several else [out]:
        document = json.loads(text, parse_float=lambda figure: float(f"{float(figure):.6g}"))
        _validator(document["schema"].removeprefix("edgeasp.")).validate(document)
    if several:
        return out
    lines = (f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in document.items())
    return "{{\n{}\n}}\n".format(",\n".join(lines)).encode()


@cache
def _validator(name: str) -> Any:
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")))
