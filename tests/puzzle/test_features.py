"""A feature of puzzles is refused by everything that does not say that it is supported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import edgeasp
from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.puzzle import features
from edgeasp.puzzle.features import SUPPORT
from edgeasp.puzzle.model import Puzzle, PuzzleFeature
from edgeasp.system.errors import EncodingError
from tests.support import boards
from tests.support.running import COMMANDS, run

UNKNOWN = "reserved squares"
"""A feature that no row of the table has."""

LINES = (
    *("solve x.puz", "solve x.puz --count", "best x.puz --time-limit 1", "hint x.puz x.sol", "explain x.puz"),
    *("check x.puz x.sol", "diff x.puz x.sol x.sol", "info x.puz", "facts x.puz", "ground x.puz", "cnf x.puz"),
    *(
        "show x.puz",
        "show x.puz x.sol",
        "show x.puz -o x.svg",
        "show x.puz x.sol -o x.svg",
        "show x.puz x.sol -o x.html",
    ),
    *("play x.puz -o x.html --no-open", "sheets x.puz -o x.pdf", "encode x.puz", "decode x.puz answers"),
    *("certify x.puz -o there", "campaign new x.puz -o there", "signs count x.puz", "signs sample x.puz"),
    *("grade x.lp --instances x.puz", "suite solve suite"),
)

OTHERS = {"bench", "convert", "formats", "generate", "verify"}
"""Commands that take no puzzle by itself, or, in `convert`, ask what a format holds."""


@pytest.fixture
def _puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle = boards.FRAME_3X3
    solution = next(edgeasp.solve(puzzle))
    folder = Path("suite/3/3/board_1")
    folder.mkdir(parents=True)
    for path in (Path("x.puz"), folder / "puzzle.puz"):
        path.write_text(plain.write_puz(puzzle), encoding="utf-8")
    Path("x.sol").write_text(plain.write_sol(solution), encoding="utf-8")
    Path("x.lp").write_text("a.\n", encoding="utf-8")
    Path("answers").write_text("Answer: 1\nchosenTile(1,1,1)\nSATISFIABLE\n", encoding="utf-8")
    monkeypatch.setattr(Puzzle, "beyond", (UNKNOWN,))


@pytest.mark.parametrize("line", LINES)
@pytest.mark.usefixtures("_puzzles")
def test_every_command_refuses_what_nobody_has_thought_of(line: str) -> None:
    done = run(*line.split())
    assert (done.status, done.stdout) == (2, "")
    assert UNKNOWN in done.stderr.replace("\n", " ")


def test_these_are_all_commands_that_read_a_puzzle() -> None:
    assert {name.split()[0] for name in COMMANDS} - {line.split()[0] for line in LINES} == OTHERS


@pytest.mark.parametrize("name", SUPPORT)
def test_what_is_refused_is_what_the_table_does_not_have(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for feature in (*PuzzleFeature, UNKNOWN):
        puzzle, supported = replace(boards.FRAME_3X3), feature in SUPPORT[name].features
        monkeypatch.setattr(Puzzle, "beyond", (feature,))
        assert features.supports(name, puzzle) == supported
        if not supported:
            subject, _, reason = SUPPORT[name]
            text = f"{subject} does not support puzzles with {feature}{reason and f': {reason}'}"
            with pytest.raises(EncodingError, match=rf"^x: {text}: or else$"):
                features.require_support(name, puzzle, source="x", advice="or else")


def test_facts_are_asked_for_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Puzzle, "beyond", (UNKNOWN,))
    with pytest.raises(EncodingError, match="facts does not support"):
        facts.write_facts(replace(boards.FRAME_3X3))
