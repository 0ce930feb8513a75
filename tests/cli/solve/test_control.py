"""Exit statuses, threads, configurations, seeds, clues, and what does not go together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from edgeasp.cli import commands
from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.puzzle.model import Placement, Solution, Square
from edgeasp.solvers.clingo.options import CONFIGURATIONS
from tests.cli.solve.asking import FRAME, MANY, MILLIONS, lay, record, refused, stream, whole
from tests.support import boards
from tests.support.lanes import represented
from tests.support.running import INSTANCES, run, running, script, start
from tests.support.waiting import PATIENCE, status_of


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("arguments", "usual", "as_clasp"),
    [
        (["puzzle.puz"], commands.ANSWERED, 10),
        (["puzzle.puz", "-n", "16"], commands.ANSWERED, 10),
        (["puzzle.puz", "-n", "0"], commands.ANSWERED, 30),
        (["puzzle.puz", "-n", "99"], commands.ANSWERED, 30),
        (["puzzle.puz", "--count"], commands.ANSWERED, 30),
        (["puzzle.puz", "--unique"], commands.ANSWERED, 10),
        (["unsolvable.puz"], commands.ANSWERED, 20),
        (["few-zeros.puz"], commands.ANSWERED, 20),
        (["hard.puz", "--conflict-limit", "20"], commands.UNANSWERED, 0),
        (["many.puz", "-n", "0", "--conflict-limit", "20"], commands.UNANSWERED, 10),
        (["none.puz"], commands.USAGE, commands.USAGE),
    ],
    ids=str,
)
def test_exit_statuses(arguments: list[str], usual: int, as_clasp: int) -> None:
    command = script if usual == commands.UNANSWERED else run  # what a limit stops ends its process at once
    assert command("solve", *arguments).status == usual
    assert command("solve", *arguments, "--solver-exit-codes").status == as_clasp


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_output_that_is_lost_is_an_error() -> None:
    """Also where it stands in a buffer until the end."""
    for arguments in (
        ["puzzle.puz", "--count"],
        ["puzzle.puz", "--format", "json"],
    ):
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = start("solve", *arguments, stdout=full)
            _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == commands.USAGE, arguments
        assert said.decode().splitlines()[-1].startswith("edgeasp: error: standard output: cannot be written")


@represented("form", ["sol", "json", "atoms", "board"])
def test_a_reader_that_stops_early_ends_the_search(form: str) -> None:
    with running("solve", *MILLIONS, "-n", "0", "--format", form) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert status_of(process) == commands.BROKEN_PIPE


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.sample(1)
@pytest.mark.parametrize("options", [["--jobs", "2"], ["--jobs", "2", "--config", "many", "--heuristic", "none"]])
def test_several_processors(options: list[str]) -> None:
    assert run("solve", "puzzle.puz", "--count", *options).stdout == "16 boards\n"
    assert whole(FRAME, plain.read_sol(run("solve", "puzzle.puz", *options).stdout, FRAME, "stdout"))


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_configurations(name: str) -> None:
    said = record(run("solve", "puzzle.puz", "-n", "0", "--config", name, "--format", "json"))
    assert said["counts"]["boards"] == 16
    assert said["options"]["configuration"] == name


@pytest.mark.parametrize("name", ["none", "outward"])
@pytest.mark.parametrize("formulation", ["halves", "heule"])
def test_heuristics(name: str, formulation: str) -> None:
    options = ["--heuristic", name, "--formulation", formulation]
    assert run("solve", "puzzle.puz", "--count", *options).stdout == "16 boards\n"


def test_a_heuristic_guides_the_search() -> None:
    """The solver takes other choices with it than without."""
    puzzle = INSTANCES / "planted-5x5.puz"
    choices = {
        name: record(run("solve", puzzle, "--heuristic", name, "--format", "json"))["choices"]
        for name in ("none", "outward")
    }
    assert choices["none"] != choices["outward"]


@pytest.mark.parametrize(
    "words",
    [
        ["--restarts=no"],
        ["--restarts=no --heuristic=Vmtf", "--sat-prepro=2"],
        ["--eq=0"],
        ["--sign-def=pos"],
    ],
    ids=" ".join,
)
def test_options_for_clasp_are_passed_on(words: list[str]) -> None:
    options = [part for each in words for part in ("--clasp", each)]
    said = record(run("solve", "puzzle.puz", "-n", "0", "--format", "json", *options))
    assert said["options"]["extra"] == " ".join(words).split()
    assert said["counts"]["boards"] == 16


def test_options_for_clasp_have_an_effect() -> None:
    without = record(run("solve", "puzzle.puz", "--clasp", "--eq=0", "--format", "json"))
    plain = record(run("solve", "puzzle.puz", "--format", "json"))
    assert without["ground"]["variables"] > plain["ground"]["variables"]


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "words",
    [
        *["--time-limit=3", "--outf=2", "-q", "--text", "--lemma-out=x", "--fast-exit", "--help", "--nonsense"],
        *["nonsense", "--restarts=maybe", "--restarts no", "'--restarts=no", "--no-lookback", "--dom-mod=level,show"],
        *["-e domRec", "-e brave", "--enum-mod=domRec", "-c top=bottom", "--const=red=blue", "-n1", "-n 2", "-t2", "0"],
    ],
)
def test_options_that_are_refused(words: str) -> None:
    refused(run("solve", "puzzle.puz", "--clasp", words))


@pytest.mark.parametrize(
    "words",
    [
        *["--solve-limit=20", "--solve-limit 20", "--models=0", "--enum-mode=brave", "--single-shot", "--seed=2"],
        *["--configuration=tweety", "--parallel-mode=2", "--project=project"],
    ],
)
def test_options_of_clasp_that_are_not_free(words: str) -> None:
    said = refused(run("solve", "puzzle.puz", "--clasp", "--restarts=no", "--clasp", words))
    assert said.startswith(f"clasp's {re.split('[ =]', words)[0]} cannot be set: ")


def test_a_configuration_that_does_not_exist() -> None:
    assert refused(run("solve", "puzzle.puz", "--config", "best")).startswith("expected --config auto, frumpy, ")


def lasting(said: dict[str, Any]) -> dict[str, Any]:
    """What does not depend on the day."""
    return {name: value for name, value in said.items() if name not in {"seconds", "peak_memory"}}


@represented("seed", ["1", "2"])
def test_the_same_seed_gives_the_same_bytes(seed: str) -> None:
    one, other = (script("solve", "many.puz", "-n", "20", "--seed", seed, PYTHONHASHSEED=seed) for _ in range(2))
    assert one.stdout == other.stdout
    assert len(stream(one.stdout, MANY)) == 20


@pytest.mark.long
def test_the_same_json_but_for_times() -> None:
    one, other = (
        lasting(record(script("solve", "many.puz", "-n", "20", "--format", "json", PYTHONHASHSEED=seed)))
        for seed in ("1", "2")
    )
    assert one == other


@pytest.mark.long
def test_another_seed_makes_another_search() -> None:
    """With random signs the first solution is another one, too."""
    lay("some.puz", plain.write_puz(boards.planted(1, 3, 3, 5)))
    told = [record(run("solve", "some.puz", "-n", "0", "--seed", seed, "--format", "json")) for seed in range(5)]
    assert len({(each["conflicts"], each["choices"]) for each in told}) > 1
    assert {each["counts"]["boards"] for each in told} == {216}
    found = {run("solve", "many.puz", "--seed", seed, "--clasp", "--sign-def=rnd").stdout for seed in range(5)}
    assert len(found) > 1


def test_a_conflict_limit_is_deterministic() -> None:
    arguments = ["solve", "many.puz", "-n", "0", "--conflict-limit", "35", "--format", "json"]
    # Clasp looks at its limit between two steps, and now and then a step meets several conflicts; not at this one.
    one, other = (lasting(record(script(*arguments))) for _ in range(2))
    assert one == other
    assert one["conflicts"] == 35


def test_several_clue_files() -> None:
    lay("a.clue", "3 0 0 1\n")
    lay("b.sol", "c another\n8 1 1 2\n3 0 0 1\n")
    result = run("solve", "puzzle.puz", "--clue", "a.clue", "--clue", "b.sol")
    assert {"3 0 0 1", "8 1 1 2"} <= set(result.stdout.splitlines())
    assert whole(FRAME, plain.read_sol(result.stdout, FRAME, "stdout"))


LYING = "tile 3 on A1 turned left in a.clue:1"
CONTRADICTIONS = {
    "tile": ("c\n3 2 0 0\n", f":2: expected clues that agree, found tile 3 on A3 upright, but {LYING}"),
    "square": ("0 0 0 1\n", f":1: expected clues that agree, found tile 0 on A1 turned left, but {LYING}"),
    "turn": ("3 0 0 2\n", f":1: expected clues that agree, found tile 3 on A1 upside down, but {LYING}"),
    "colour": ("5 1 0 0\n", ":1: expected a clue for this puzzle, but A1 has 2 on its right, "),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradictions_are_named_before_the_search(name: str) -> None:
    second, words = CONTRADICTIONS[name]
    lay("a.clue", "3 0 0 1\n")
    lay("b.clue", second)
    assert refused(run("solve", "puzzle.puz", "--clue", "a.clue", "--clue", "b.clue")).startswith(f"b.clue{words}")
    assert refused(run("solve", "puzzle.puz", "--clue", "a.clue", "--clue", "b.clue")).startswith(f"b.clue{words}")


def test_clues_that_contradict_those_of_the_facts() -> None:
    lay("clued.lp", facts.write(FRAME, Solution((Placement(3, Square(0, 0), 1),))))
    lay("b.clue", "3 2 0 0\n")
    assert refused(run("solve", "clued.lp", "--clue", "b.clue")).endswith("but tile 4 on A1 turned left in clued.lp")


def test_complete() -> None:
    solution = plain.write_sol(boards_first())
    for lines in (0, 1, 5, 8, 9):
        lay("partial.sol", "".join(solution.splitlines(keepends=True)[:lines]))
        result = run("solve", "puzzle.puz", "--clue", "partial.sol")
        assert set(solution.splitlines()[:lines]) <= set(result.stdout.splitlines())
        assert whole(FRAME, plain.read_sol(result.stdout, FRAME, "stdout"))
        assert (
            record(run("solve", "puzzle.puz", "--clue", "partial.sol", "--format", "json"))["puzzle"]["clues"] == lines
        )


def boards_first() -> Solution:
    return stream("c solution 1\n" + run("solve", "puzzle.puz").stdout, FRAME)[0]


def test_complete_what_cannot_be_completed() -> None:
    lay("partial.sol", "8 0 0 0\n")
    assert "expected a clue for this puzzle" in refused(run("solve", "puzzle.puz", "--clue", "partial.sol"))
    lay("partial.sol", "8 1 1 0\n4 1 0 1\n")
    assert "expected a clue for this puzzle" in refused(run("solve", "puzzle.puz", "--clue", "partial.sol"))


def test_complete_from_standard_input() -> None:
    assert "3 0 0 1" in run("solve", "puzzle.puz", "--clue", "-", given="3 0 0 1\n").stdout.splitlines()


@pytest.mark.parametrize(
    "options",
    [
        *(["--count", "--unique"], ["--unique", "-n", "2"], ["--unique", "-n", "0"]),
        *(["--count", "--format", form] for form in ("sol", "atoms", "board")),
        *(["--unique", "--format", "sol"], ["--count", "-o", "x.sol"], ["--unique", "-o", "x"]),
        *(["-o", "x.sol", "--format", "atoms"], ["-o", "x.sol", "--format", "board"]),
        *(
            ["--symmetry", "board-rotations,polarity"],
            ["--unique", "--symmetry", "polarity"],
            ["--memory-limit", "much"],
        ),
    ],
    ids=" ".join,
)
def test_options_that_conflict(options: list[str], folder: Path) -> None:
    refused(run("solve", "puzzle.puz", *options))
    assert not list(folder.glob("x*"))


@pytest.mark.parametrize(
    "options",
    [
        *(["-n", "-1"], ["-n", "x"], ["--seed", "-1"], ["--seed", str(2**32)], ["--jobs", "-1"], ["--jobs", "1025"]),
        *(["--time-limit", "-1"], ["--conflict-limit", "0"], ["--format", "xml"]),
    ],
    ids=" ".join,
)
def test_values_out_of_range(options: list[str]) -> None:
    result = run("solve", "puzzle.puz", *options)
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert options[0] in result.stderr
