"""Values of options as people write them, and what is said of a value that is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.cli import commands, console
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import in_seconds
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
    assert in_seconds(text) == TIMES[text]


@pytest.mark.parametrize("text", ["", "soon", "-3", "inf", "nan", "8x", "h", "1h30", "8h!", "1,5", "٣s"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(OptionError, match="expected a time such as 90, 90s, 30m, 8h or 2d, found "):
        in_seconds(text)


@given(st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from("smhd")), min_size=1, max_size=4))
def test_the_parts_of_a_time_add_up(parts: list[tuple[int, str]]) -> None:
    assert in_seconds("".join(f"{number}{unit}" for number, unit in parts)) == sum(
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


def test_no_option_speaks_of_ranges() -> None:
    for command in COMMANDS.values():
        for param in command.params:
            describe = getattr(param.type, "_describe_range", None)
            assert describe is None or describe() == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", PUZZLE, "--time-limit", "soon"], "expected a time such as 90, 90s, 30m, 8h or 2d, found 'soon'"),
        (["best", PUZZLE, "--time-limit", "1x"], "expected a time such as 90, 90s, 30m, 8h or 2d, found '1x'"),
        (["solve", PUZZLE, "-n", "many"], "expected a whole number of 0 or more, or all, found 'many'"),
        (["solve", PUZZLE, "--seed", "x"], "expected a whole number from 0 to 4,294,967,295, found 'x'"),
        (["hint", PUZZLE, PUZZLE, "--level", "4"], "expected a whole number from 1 to 3, found '4'"),
        (["explain", PUZZLE, "-n", "-1"], "expected a whole number of 0 or more, or all, found '-1'"),
        (["generate", "--size", "4", "--signed", "half"], "expected a number, found 'half'"),
    ],
)
def test_a_wrong_value_is_named_in_words(words: list[str], said: str) -> None:
    done = run(*words)
    assert done.status == commands.USAGE
    first, second = done.stderr.splitlines()
    assert first.endswith(f": {said}")
    assert second == f"more: edgeasp {words[0]} -h"
    assert "range" not in done.stderr


def test_a_value_of_a_variable_is_named_with_it_and_one_of_an_option_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "EDGEASP" not in run("solve", PUZZLE, "--time-limit", "soon").stderr
    monkeypatch.setenv("EDGEASP_TIME_LIMIT", "2 hours and a bit")
    assert "edgeasp: error: EDGEASP_TIME_LIMIT: expected a time" in run("solve", PUZZLE).stderr
    monkeypatch.setenv("EDGEASP_TIME_LIMIT", "2h")
    monkeypatch.setenv("EDGEASP_MEMORY_LIMIT", "much")
    assert "edgeasp: error: EDGEASP_MEMORY_LIMIT: expected an amount of memory" in run("solve", PUZZLE).stderr
    monkeypatch.delenv("EDGEASP_MEMORY_LIMIT")
    for number in ("0", "5000000000"):
        wrong = f"--conflict-limit: expected a whole number from 1 to 4,294,967,295, found '{number}'"
        assert wrong in run("solve", PUZZLE, "--conflict-limit", number).stderr
    assert "such as 500M or 2G, found '0'\n" in run("solve", PUZZLE, "--memory-limit", "0").stderr
    assert run("solve", PUZZLE, "-n", "all").stderr.startswith("edgeasp: 4 solutions, and no others")


def test_every_command_can_be_quiet_for_itself() -> None:
    assert run("show", PUZZLE, "--from", "puz", "-q").stderr == ""
    assert console.is_quiet()
    noted = run("info", INSTANCES / "tiers", "x")
    assert noted.status == commands.USAGE
    assert not console.is_quiet()
    for command in COMMANDS.values():
        assert [param.help for param in command.params if "-q" in param.opts] == ["Print results and errors only."]
