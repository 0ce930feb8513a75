"""How large ground programs are. The table is tracked: growth by more than 5 percent has to be wanted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.ground_program import ground_to_aspif, ground_to_text
from edgeasp.system.errors import SolverError
from tests.support import boards
from tests.support.reading import read_puzzle
from tests.support.solving import task_for

TABLE = Path(__file__).parent / "ground_sizes.json"
"""From `make generated`: for each instance and encoding the number of rules, atoms, variables and constraints."""

TOLERATED = 1.05
"""Growth that is none yet; the table stays as it is where no size differs more."""

INSTANCES = Path(__file__).parents[2] / "instances"
REQUESTS = {
    "default": EncodingRequest(),
    "decision": EncodingRequest("decision"),
    "signed": EncodingRequest("signed"),
    "redundant all": EncodingRequest("signed+redundant", redundant=("all",)),
    "heule": EncodingRequest(formulation="heule"),
    "board-rotations": EncodingRequest(symmetry=("tile-rotations", "identical-tiles", "board-rotations")),
}
SMALL = ["planted-6x6.puz", "planted-10x10.puz", "planted-5x3-unframed.puz", "planted-6x4-signed.puz"]
CASES = [(name, request) for name in SMALL for request in REQUESTS] + [("planted-16x16.puz", "default")]


def sizes(instance: str, request: str) -> dict[str, int]:
    puzzle, _ = read_puzzle(str(INSTANCES / instance))
    size = make_task(puzzle, Solution(), REQUESTS[request]).ground_size()
    assert size.tight
    assert size.rules is not None
    assert size.atoms is not None
    return {"rules": size.rules, "atoms": size.atoms, "variables": size.variables, "constraints": size.constraints}


def large(instance: str, request: str) -> bool:
    """Whether it takes seconds to ground; the smaller instances have all rules, too."""
    return "16x16" in instance or ("10x10" in instance and request != "default")


@pytest.mark.sample(8)
@pytest.mark.parametrize(
    ("instance", "request_name"),
    [pytest.param(*case, marks=[pytest.mark.long] * large(*case)) for case in CASES],
)
def test_no_ground_program_has_grown(instance: str, request_name: str) -> None:
    known = json.loads(TABLE.read_text(encoding="utf-8"))[f"{instance}, {request_name}"]
    now = sizes(instance, request_name)
    grown = {name: (known[name], now[name]) for name in known if now[name] > TOLERATED * known[name]}
    assert grown == {}, "if growth is wanted: make generated"


def test_grounding_grows_with_tiles_times_squares_and_no_faster() -> None:
    """No rule joins tile with tile: from 10x10 to 16x16 rules grow like the placements in the centre."""
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    small, large = table["planted-10x10.puz, default"], table["planted-16x16.puz, default"]
    assert large["rules"] / small["rules"] < (14 * 14 / (8 * 8)) ** 2


def test_aspif_and_text_are_the_ground_program() -> None:
    task = task_for(boards.GOLDEN)
    assert task.ground_text(aspif=True).startswith("asp 1 0 0")
    text = task.ground_text(aspif=False)
    assert "#show chosenTile(1,1,1):" in text
    assert "{0,place(1,0,1,1)" in text


def test_a_broken_program_is_reported() -> None:
    for refuse in (ground_to_aspif, ground_to_text):
        with pytest.raises(SolverError, match="syntax error"):
            refuse("a :- b(.")


@pytest.mark.parametrize("module", ["clingo", "hashlib"])
def test_modules_in_the_current_folder_are_left_alone(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(f"{module}.py").write_text("open('imported', 'w')\n", encoding="utf-8")
    assert "b:-a." in ground_to_text("{ a }. b :- a.")
    assert not Path("imported").exists()


if __name__ == "__main__":
    before = json.loads(TABLE.read_text(encoding="utf-8"))
    after = {f"{instance}, {request}": sizes(instance, request) for instance, request in CASES}
    for case in {*before} & {*after}:
        if all(number / TOLERATED <= after[case][name] <= number * TOLERATED for name, number in before[case].items()):
            after[case] = before[case]
    TABLE.write_text(json.dumps(after, indent=1) + "\n", encoding="utf-8")
