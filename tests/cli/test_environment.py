"""Defaults from the environment."""

from __future__ import annotations

from edgeasp.cli.commands import ENVIRONMENT
from tests.support import laboratory
from tests.support.running import COMMANDS, run


def test_the_list_is_that_of_the_options() -> None:
    """A variable stands for the option of its name, in every command that has both."""
    stands = {}
    for command in COMMANDS.values():
        for param in command.params:
            if param.envvar:
                stands[param.envvar] = f"--{param.envvar.removeprefix('EDGEASP_').lower().replace('_', '-')}"
                assert stands[param.envvar] in param.opts
    assert stands == {name: text.split(",")[0] for name, text in ENVIRONMENT if name.startswith("EDGEASP_")}
    said = run("--help").stdout
    assert all(f"  {name} " in said for name, _ in ENVIRONMENT)


WITHOUT = {
    *((command, name) for command in ("bench", "grade") for name in ("--time-limit", "--memory-limit")),
    *(("suite solve", name) for name in ("--time-limit", "--memory-limit", "--conflict-limit")),
    ("generate", "--conflict-limit"),
}
"""Options that no variable stands for: limits on a run of a table, on a board of many, and on a proof."""


def test_no_command_overlooks_a_variable() -> None:
    names = {text.split(",")[0] for name, text in ENVIRONMENT if name.startswith("EDGEASP_")}
    bare = {
        (command, option)
        for command, each in COMMANDS.items()
        for param in each.params
        for option in param.opts
        if option in names and not param.envvar
    }
    assert bare == {(command, option) for command, option in WITHOUT if laboratory.known([command])}
