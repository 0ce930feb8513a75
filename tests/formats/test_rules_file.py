"""Files of rules: with what they include, and refused where clingo's lexer would not survive."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.encoding.own_rules import OwnRules, RulesFile, around_program, blanked
from edgeasp.formats.files import read_rules, rules_in
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import InputError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lay(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


def test_included_files_come_first_each_once_and_lines_keep_their_numbers() -> None:
    lay("a/main.lp", '% first\n#include "b.lp".\n#include "c.lp". x.\n')
    lay("a/b.lp", '#include "c.lp".\nb.\n')
    lay("a/c.lp", "c.\n")
    found = read_rules("a/main.lp")
    assert [(file.name, file.text) for file in found] == [
        ("a/c.lp", "c.\n"),
        ("a/b.lp", "\nb.\n"),
        ("a/main.lp", "% first\n\n x.\n"),
    ]


def test_files_may_include_each_other() -> None:
    lay("a.lp", '#include "b.lp".\na.\n')
    lay("b.lp", '#include "a.lp".\nb.\n')
    assert [file.name for file in read_rules("a.lp")] == ["b.lp", "a.lp"]


def test_nothing_is_included_in_comments_and_strings() -> None:
    text = '% #include "no.lp".\n%* #include "no.lp". *%\na("#include").\n'
    lay("a.lp", text)
    assert read_rules("a.lp") == (RulesFile("a.lp", text),)


def test_a_missing_file_is_named_with_the_line_that_includes_it() -> None:
    lay("a.lp", 'a.\n#include "no.lp".\n')
    with pytest.raises(InputError, match=r"^a.lp:2: expected a file to include, found none named 'no.lp'$"):
        read_rules("a.lp")


def test_characters_beyond_ascii_are_for_comments_and_strings() -> None:
    lay("a.lp", '% für\na("für").\n')
    assert read_rules("a.lp")
    lay("a.lp", "a.\nfür.\n")
    with pytest.raises(InputError, match=r"^a.lp:2: expected ASCII but in comments and strings, found '\\xfc'$"):
        read_rules("a.lp")


def test_half_a_character_is_refused_wherever_it_stands() -> None:
    for text in ("a.\n% \ud800", 'a.\nb("\udfff").'):
        with pytest.raises(InputError, match=r"^rules:2: expected characters of UTF-8, found '\\ud"):
            rules_in(text, "rules")


def test_blanks_take_the_place_of_comments_and_strings() -> None:
    assert blanked('a("%").% b\n%* c\n*% d.') == "a(   ).   \n    \n   d."
    assert blanked('a("%").') == "a(   )."


def test_what_rules_ask_of_the_search() -> None:
    for text, optimises, guided in (
        (":~ a. [1]", True, False),
        ("#maximise { 1 : a }.", True, False),
        ("% #minimize\n:- a.", False, False),
        ("#heuristic a. [1,true]", False, True),
    ):
        rules = OwnRules(added=(RulesFile("a.lp", text),))
        assert (rules.optimises, rules.guided) == (optimises, guided)


def test_clues_are_kept_in_every_rotation_that_shows_the_same_sides() -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 2, 1, 2)), *(Tile((1, 2, 3, 4)),) * 3))
    text = around_program(puzzle, Solution((Placement(0, Square(1, 0), 1), Placement(1, Square(0, 0), 1))))
    assert text.splitlines()[-4:] == [
        ":- not chosenTile(2,1,1).",
        ":- not chosenRotation(2,1,270), not chosenRotation(2,1,90).",
        ":- not chosenTile(1,1,2).",
        ":- not chosenRotation(1,1,270).",
    ]
