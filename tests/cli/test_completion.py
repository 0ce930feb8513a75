"""What a shell completes: values of options, each with its meaning."""

from __future__ import annotations

import pytest

from edgeasp.cli.options import all_formats, list_components, make_completer, puzzle_formats
from edgeasp.encoding.render import HEURISTICS, REDUNDANT
from edgeasp.formats import recognition
from tests.support.running import COMMANDS, script


def completed(line: str) -> dict[str, str]:
    """What a shell is offered for the last word of a line, with meanings."""
    environment = {
        "_EDGEASP_COMPLETE": "complete_fish",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "_TYPER_COMPLETE_ARGS": line,
    }
    pairs = (each.partition("\t") for each in script(**environment).stdout.splitlines())
    return {name: meaning for name, _, meaning in pairs}


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("edgeasp solve x.puz --heuristic ", {each.name for each in HEURISTICS}),
        ("edgeasp convert x.puz --to bu", {"bucas"}),
    ],
)
def test_a_shell_completes_values(line: str, values: set[str]) -> None:
    assert set(completed(line)) == values


def test_the_shell_may_be_named() -> None:
    assert script("--show-completion", "fish").stdout.startswith("complete --command")
    assert script("--show-completion", "zsh").stdout.startswith("#compdef edgeasp")
    wrong = script("--install-completion", "nosh")
    assert wrong.status == 2
    assert "--install-completion: expected bash, zsh, fish, powershell, pwsh, or nothing, found nosh" in wrong.stderr


def test_one_of_several_values() -> None:
    complete = make_completer(list_components(*HEURISTICS))
    assert complete("o") == [(each.name, each.meaning) for each in HEURISTICS if each.name == "outward"]
    assert len(complete("")) == len(HEURISTICS)
    assert complete("x") == []


def test_several_values_are_joined_and_none_comes_twice() -> None:
    complete = make_completer(list_components(*REDUNDANT, more=[("all", "all of them")]), ",")
    assert [name for name, _ in complete("sign-colours,sign-")] == ["sign-colours,sign-kinds"]
    assert ("all", "all of them") in complete("")
    assert len(complete("all,")) == len(REDUNDANT)


def test_formats_come_once_each() -> None:
    found = [name for name, _ in all_formats()]
    assert len(set(found)) == len(found)
    assert set(found) == {each.name for each in recognition.puzzle_formats()} | {
        each.name for each in recognition.board_formats()
    }
    assert [name for name, _ in puzzle_formats()] == [each.name for each in recognition.puzzle_formats()]


def test_options_with_names_as_values_are_completed() -> None:
    names = ("--heuristic", "--formulation", "--redundant", "--symmetry", "--from", "--to", "--preset", "--config")
    for command, found in COMMANDS.items():
        for param in found.params:
            if set(param.opts) & set(names):
                assert param._custom_shell_complete is not None, (command, param.opts)
