"""The names of systems, and what they stand for."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from edgeasp.generate import Recipe, generate
from edgeasp.lab.bench import systems
from edgeasp.lab.bench.systems import Edgeasp, parse, parse_all
from edgeasp.puzzle.model import Solution
from edgeasp.solvers import interface
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.errors import EncodingError, OptionError
from tests.support.boards import FOURSQUARES, FRAME_3X3, planted
from tests.support.counting import COMPILER


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        (["edgeasp"], ["edgeasp"]),
        (["edgeasp,cp-sat,cadical195:heule-all"], ["edgeasp", "cp-sat", "cadical195:heule-all"]),
        (
            ["edgeasp , edgeasp:threads=2", "glucose42:direct,edgeasp"],
            ["edgeasp", "edgeasp:threads=2", "glucose42:direct"],
        ),
        (["edgeasp:config=crafty,encoding=framed,cp-sat"], ["edgeasp:encoding=framed,config=crafty", "cp-sat"]),
        (
            ["edgeasp:clasp=--restarts=L,60 --sign-def=rnd,edgeasp:clasp=--deletion=basic,75,no,glucose42:heule-exp"],
            [
                "edgeasp:clasp=--restarts=L,60 --sign-def=rnd",
                "edgeasp:clasp=--deletion=basic,75,no",
                "glucose42:heule-exp",
            ],
        ),
        (["edgeasp:config=auto,threads=1,heuristic=outward,formulation=halves"], ["edgeasp"]),
        (["edgeasp:clasp=", "edgeasp:narrow=yes", "edgeasp:scan=yes"], ["edgeasp"]),
        (["edgeasp:no-scan", "edgeasp:scan=no"], ["edgeasp:no-scan"]),
        (["edgeasp:threads=2,no-scan"], ["edgeasp:no-scan,threads=2"]),
        (["edgeasp:threads=2,narrow=no"], ["edgeasp:narrow=no,threads=2"]),
    ],
)
def test_every_system_has_one_name(texts: list[str], labels: list[str]) -> None:
    found = parse_all(texts)
    assert [system.label for system in found] == labels
    assert parse_all(labels) == found


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("edgasp", "expected a system .*found 'edgasp'"),
        ("edgeasp:colour=red", "expected an option of edgeasp .*found 'colour=red'"),
        ("edgeasp:encoding=", "found 'encoding='"),
        ("edgeasp:config=fast", "expected config=auto"),
        ("edgeasp:threads=0", "expected threads=1"),
        ("edgeasp:scan=perhaps", "expected scan=yes or scan=no, found 'perhaps'"),
        ("edgeasp:narrow=perhaps", "expected narrow=yes or narrow=no, found 'perhaps'"),
        ("edgeasp:clasp=--models=0", "--models cannot be set"),
        ("edgeasp:clasp='--a", "expected options of clasp"),
        ("cadical195:heule", "expected a system .*SOLVER:heule-all, SOLVER:direct"),
        ("cadical195", "found 'cadical195'"),
        ("cp-sat:x", "found 'cp-sat:x'"),
        ("sat", "found 'sat'"),
        ("", "found ''"),
    ],
)
def test_names_of_nothing(text: str, complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        parse(text)


def test_what_a_name_asks_for() -> None:
    system = parse(
        "edgeasp:encoding=framed+redundant,redundant=forbidden-colours+colour-supply,symmetry=none,threads=2"
    )
    assert isinstance(system, Edgeasp)
    assert system.request.redundant == ("forbidden-colours", "colour-supply")
    assert system.request.symmetry == ()
    assert system.threads == 2
    assert system.options(5) == ClaspOptions(5, 2)
    plain = parse("edgeasp")
    assert isinstance(plain, Edgeasp)
    assert plain.options(1) == ClaspOptions()


def test_identity_changes_with_what_is_run_and_with_nothing_else() -> None:
    plain = parse("edgeasp").fingerprint(FRAME_3X3, 1)
    assert plain == parse("edgeasp:threads=2").fingerprint(FRAME_3X3, 7)
    assert plain.encoding_hash != parse("edgeasp").fingerprint(FOURSQUARES, 1).encoding_hash
    assert plain.encoding_hash != parse("edgeasp:heuristic=none").fingerprint(FRAME_3X3, 1).encoding_hash
    assert plain.encoding_hash != parse("edgeasp:narrow=no").fingerprint(FRAME_3X3, 1).encoding_hash
    assert plain.options != parse("edgeasp:config=crafty").fingerprint(FRAME_3X3, 1).options
    assert "seed" not in plain.options
    assert "clingo" in plain.versions
    peer = parse("cadical195:heule-all").fingerprint(FRAME_3X3, 1)
    assert peer.encoding == "heule-all"
    assert peer.encoding_hash != parse("cp-sat").fingerprint(FRAME_3X3, 1).encoding_hash


def test_a_relaxation_is_no_system() -> None:
    with pytest.raises(EncodingError, match="edgeasp:encoding=decision does not solve this puzzle"):
        parse("edgeasp:encoding=decision").fingerprint(FRAME_3X3, 1)
    with pytest.raises(EncodingError, match="edgeasp:encoding=framed: 'framed' needs"):
        parse("edgeasp:encoding=framed").fingerprint(FOURSQUARES, 1)
    with pytest.raises(EncodingError, match="row-scan does not solve this puzzle: it knows no signs"):
        parse("row-scan").fingerprint(planted(1, 3, 3, 3, framed=True, signs=0.5), 1)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("edgeasp:clasp=--restarts=never", "the system edgeasp:clasp=--restarts=never: clingo does not accept"),
        ("nosuch:heule-all", "the system nosuch:heule-all: expected a solver that PySAT knows"),
    ],
)
def test_what_does_not_run_is_found_before(text: str, complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        systems.require([parse("edgeasp"), parse(text)])


def test_symmetries_that_leave_out_solutions_are_for_one_solution() -> None:
    solvers = [parse("edgeasp"), parse("edgeasp:symmetry=board-rotations+identical-tiles")]
    systems.require(solvers)
    with pytest.raises(
        OptionError, match=r"the system edgeasp:symmetry=board-rotations\+identical-tiles: .* leave out solutions"
    ):
        systems.require(solvers, every=True)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interface, "find_spec", lambda name: None)
    with pytest.raises(OptionError, match=r"the system cp-sat: ortools is not installed: pip install 'ortools>=9.10'"):
        systems.require([parse("cp-sat")])


def test_every_form_that_is_described_can_be_parsed(tmp_path: Path) -> None:
    (tmp_path / "mine.lp").touch()
    for kind in systems.SOLVERS:
        for form, meaning in kind.describe():
            text = form.replace("SOLVER", "cadical195").replace("OPTION=VALUE,...", "threads=2")
            text = text.replace("FILE", str(tmp_path / "mine.lp")).replace("WORDS", "./solver {puz}")
            assert isinstance(parse(text), kind)
            assert meaning


def test_a_solver_survives_the_way_to_another_process() -> None:
    for text in ("edgeasp:threads=2,clasp=--restarts=no", "cadical195:direct", "cp-sat", "row-scan"):
        assert pickle.loads(pickle.dumps(parse(text))) == parse(text)


@pytest.mark.skipif(not COMPILER, reason="there is no C compiler")
def test_edgeasp_is_solve_as_it_is_by_default() -> None:
    """It scans where that is expected to be faster, and finds what clingo alone finds."""
    puzzle = generate(Recipe(5, 5, 4, 3, seed=1)).puzzle
    found = {}
    for label in ("edgeasp", "edgeasp:no-scan"):
        search = parse(label).run(puzzle, Solution(), every=True, seed=1)
        found[label] = ({tuple(board) for board in search}, search.statistics.conflicts is None)
    assert found["edgeasp"] == (found["edgeasp:no-scan"][0], True)
    assert not found["edgeasp:no-scan"][1]
    hashes = {parse(label).fingerprint(puzzle, 1).encoding_hash for label in found}
    assert len(hashes) == 2
