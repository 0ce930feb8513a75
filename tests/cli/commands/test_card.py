"""`edgeasp check` of a link alone, names of known puzzles, and `--size`."""

from __future__ import annotations

from pathlib import Path

from edgeasp.formats import known, viewer
from tests.cli.commands.material import run
from tests.formats.test_laying import E2, any_board
from tests.support.reading import page_content

BOARD = any_board(21)
LINK = viewer.write_board(BOARD, E2.puzzle).strip()


def test_the_page_has_the_card() -> None:
    assert run("show", LINK, "-o", "x.html").exit_code == 0
    page = Path("x.html").read_text(encoding="utf-8")
    data = page + page_content(page)
    assert '["puzzle","Eternity II, tiles as published"]' in data
    assert '["official clues","' in data
    assert '"numbers":[1,2,3,' in data
    assert "<title>Eternity II</title>" in data
    assert known.eternity2().title in data
