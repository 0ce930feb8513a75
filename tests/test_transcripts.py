"""The transcripts in tests/transcripts: each command prints what is written there.

`python -m tests.test_transcripts` writes them anew; behind it, files can be named.
"""

from __future__ import annotations

import re
import sys
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.support import laboratory
from tests.support.transcripts import rerun

FOLDER = Path(__file__).parent / "transcripts"
TRANSCRIPTS = sorted(FOLDER.rglob("*.txt"))

OF_THE_LABORATORY = re.compile(
    r"^  [$>] .*\bedgeasp (?:(?:bench|campaign|certify|cnf|grade|signs|suite|verify) |--help)", re.M
)
"""Commands of the laboratory, and the list of all commands."""

WRITTEN = """\
Prose stays.

  $ cat > x.puz
  > 2 2
  >
  > 0 1 1 0
  $ cat x.puz | edgeasp info - | wc -l
  0
  ! edgeasp: error: standard input:3: expected 4 tiles for 2 x 2, found 1
  [2]

  $ printf '$ a|b\\n\\n[1]\\n\\033'; exit 3
  \\$ a|b

  \\[1]
  \\x1b
  (no end of line)
  [3]
  $ edgeasp show gone.puz > x
  ! edgeasp: error: gone.puz: cannot be read: no such file or directory
  ! found there: x.puz
  [2]

More prose.
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[laboratory.needed] * bool(OF_THE_LABORATORY.search(path.read_text(encoding="utf-8"))))
        for path in TRANSCRIPTS
    ],
    ids=[str(path.relative_to(FOLDER).with_suffix("")) for path in TRANSCRIPTS],
)
def test_commands_print_what_is_written(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    printed = rerun(written)
    if printed != written:
        difference = unified_diff(written.splitlines(), printed.splitlines(), "written", "printed", lineterm="")
        pytest.fail("\n".join(["write it anew: make generated", *difference]), pytrace=False)


LEADS_ON = re.compile(r"\b(?:expected|did you mean|choose|name|use|add|goes with|edgeasp)\b")
"""A part of a message that says what to type instead, if nothing stands below it."""


def test_each_slip_is_answered_with_a_way_on() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((FOLDER / "slips").glob("*.txt"))]
    steps = [step for text in texts for step in re.split(r"^  \$ ", text, flags=re.MULTILINE)]
    slips = {step.partition("\n")[0]: re.findall(r"^  ! (.*)", step, re.M) for step in steps if "\n  [2]" in step}
    assert len(slips) >= 250
    alone = {slip: lines[0].removeprefix("edgeasp: error: ") for slip, lines in slips.items() if len(lines) == 1}
    assert [slip for slip, message in alone.items() if not LEADS_ON.search(message)] == []


def test_a_transcript_has_everything_that_is_printed() -> None:
    """Input, files, pipes, escapes and statuses; what it had before is dropped."""
    other = WRITTEN.replace("found 1\n", "found 2\n  ! more\n").replace("  0\n", "").replace("  [3]\n", "  [4]\n")
    assert rerun(WRITTEN) == rerun(other) == WRITTEN


if __name__ == "__main__":
    for each in map(Path, sys.argv[1:]) if sys.argv[1:] else TRANSCRIPTS:
        each.write_text(rerun(each.read_text(encoding="utf-8")), encoding="utf-8")
