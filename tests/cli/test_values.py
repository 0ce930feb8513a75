"""Values of options as people write them, and what is said of a value that is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.cli import commands, console
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import parse_seconds
from tests.support import laboratory
from tests.support.running import COMMANDS, INSTANCES, run

PUZZLE = INSTANCES / "planted-4x4.puz"

TIMES = {
    "90": 90,
    "90s": 90,
    "1.5": 1.5,
    "30m": 1800,
    "30 min": 1800,
    "8h": 28_800,
    "8 hours": 28_800,
    "2d": 172_800,
    "2 days": 172_800,
    "1h30m": 5400,
    "1 h 30 min": 5400,
    " 5s ": 5,
    "2M": 120,
}


@pytest.mark.parametrize("text", TIMES)
def test_a_time(text: str) -> None:
    assert parse_seconds(text) == TIMES[text]


@pytest.mark.parametrize("text", ["", "soon", "-3", "inf", "nan", "8x", "h", "1h30", "8h!", "1,5", "٣s"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(OptionError, match="expected a time such as 90, 90s, 30m, 8h or 2d, found "):
        parse_seconds(text)


@given(st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from("smhd")), min_size=1, max_size=4))
def test_the_parts_of_a_time_add_up(parts: list[tuple[int, str]]) -> None:
    assert parse_seconds("".join(f"{number}{unit}" for number, unit in parts)) == sum(
        number * {"s": 1, "m": 60, "h": 3600, "d": 86_400}[unit] for number, unit in parts
    )


def test_every_option_for_a_time_takes_units() -> None:
    times = {
        (name, param.opts[-1]): param
        for name, command in COMMANDS.items()
        for param in command.params
        if param.metavar == "TIME"
    }
    assert {name for name, option in times if option == "--time-limit"} >= {
        *laboratory.known(["solve", "best", "suite solve", "bench"])
    }
    assert {param.type.convert("1h30m", param, None) for param in times.values()} == {5400.0}


def test_every_command_can_be_quiet_for_itself() -> None:
    assert run("show", PUZZLE, "--from", "puz", "-q").stderr == ""
    assert console.is_quiet()
    noted = run("info", INSTANCES / "tiers", "x")
    assert noted.status == commands.USAGE
    assert not console.is_quiet()
    for command in COMMANDS.values():
        assert [param.help for param in command.params if "-q" in param.opts] == ["Print results and errors only."]
