"""CaDiCaL as a prover: models, proofs, limits."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest

from edgeasp.lab.certificate.make import Prover
from edgeasp.system.errors import OutputError
from edgeasp.system.limits import LimitReached


def pigeons(holes: int) -> list[tuple[int, ...]]:
    """One more pigeon than there are holes, each in one of its own: without a model, and long to refute."""
    at = {each: number for number, each in enumerate(product(range(holes + 1), range(holes)), start=1)}
    placed = [tuple(at[pigeon, hole] for hole in range(holes)) for pigeon in range(holes + 1)]
    alone = [
        (-at[one, hole], -at[other, hole]) for hole in range(holes) for one, other in combinations(range(holes + 1), 2)
    ]
    return [*placed, *alone]


def test_a_model(tmp_path: Path) -> None:
    prover = Prover([(1, 2), (-1,)], str(tmp_path / "proof"))
    assert not prover.refute(lambda: None)
    assert prover.model == {2}
    assert (prover.clauses, prover.empty) == (2, None)
    prover.close()


def test_a_proof_is_on_disk_as_it_grows(tmp_path: Path) -> None:
    path, sizes = tmp_path / "proof", list[int]()
    prover = Prover(pigeons(7), str(path))
    assert prover.refute(lambda: sizes.append(path.stat().st_size))
    prover.close()
    assert (prover.statistics.conflicts or 0) > 1000
    assert sizes == sorted(sizes)
    assert sizes[-1] > 0
    *_, last = path.read_text(encoding="ascii").splitlines()
    assert last.split()[1] == "0"


def test_variables_are_decided_in_order_and_keep_their_names(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    prover = Prover([(1,), (-2, 4), (-4, 2), (-1, 5), (-3, -1), (2, 3), (-6,)], str(path), 6, [3, 5])
    assert not prover.refute(lambda: None)
    assert prover.model == {1, 2, 4, 5}
    assert (prover.names[b"6"], prover.names[b"-5"], prover.names[b"1"]) == (b"3", b"-5", b"1")
    prover.close()
    prover = Prover(pigeons(6), str(path), 42, range(1, 43))
    assert prover.refute(lambda: None)
    prover.close()
    named = {prover.names[each] for each in path.read_bytes().split() if each.startswith(b"-")}
    assert named <= {b"-%d" % variable for variable in range(1, 43)}


def test_an_empty_clause_is_named(tmp_path: Path) -> None:
    prover = Prover([(1,), ()], str(tmp_path / "proof"))
    assert prover.refute(lambda: None)
    assert prover.empty == 2
    prover.close()


def test_limits(tmp_path: Path) -> None:
    prover = Prover(pigeons(9), str(tmp_path / "proof"))
    with pytest.raises(LimitReached, match="conflict limit of 1,500"):
        prover.refute(lambda: None, 1500)
    assert 1500 <= (prover.statistics.conflicts or 0) < 1600

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prover.refute(stop)
    prover.close()


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot be written"):
        Prover([(1,)], str(tmp_path / "nowhere" / "proof"))
