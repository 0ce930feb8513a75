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


DEAD_ENDS = {
    "convert p.puz --to cnf",
    "convert p.puz --to minizinc",
    "convert p.puz --to xlsx",
    "hint big.puz p.sl",
    "show p.puz --size 400",
    "show x.sol p.puz",
    "solve nofile.puz",
    "solve p.puz --clue p.puz",
    "solve p.puz --encoding mine.lp",
    "solve p.puz --program mine.py",
    "solve p.puz -n=5",
}
"""Slips, of all in the transcripts, whose answer says nothing about what to type instead."""


def test_nine_in_ten_slips_are_answered_with_a_way_on() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((FOLDER / "slips").glob("*.txt"))]
    steps = [step for text in texts for step in re.split(r"^  \$ ", text, flags=re.MULTILINE)]
    slips = {step.partition("\n")[0].removeprefix("edgeasp ") for step in steps if "\n  [2]" in step}
    assert len(slips) >= 150
    assert slips >= DEAD_ENDS
    assert len(DEAD_ENDS) <= len(slips) / 10


def test_a_transcript_has_everything_that_is_printed() -> None:
    """Input, files, pipes, escapes and statuses; what it had before is dropped."""
    other = WRITTEN.replace("found 1\n", "found 2\n  ! more\n").replace("  0\n", "").replace("  [3]\n", "  [4]\n")
    assert rerun(WRITTEN) == rerun(other) == WRITTEN


if __name__ == "__main__":
    for each in map(Path, sys.argv[1:]) if sys.argv[1:] else TRANSCRIPTS:
        each.write_text(rerun(each.read_text(encoding="utf-8")), encoding="utf-8")
