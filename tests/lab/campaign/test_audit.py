"""A ledger is believed only as far as the puzzle bears it out; whoever alters it is found out, and where."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.lab.campaign import ledger
from edgeasp.lab.campaign.ledger import LEDGER, CampaignStatement, Entry, EntryKind, Ledger
from edgeasp.lab.campaign.ledger_audit import audit
from edgeasp.parallel.split import SplitPlan
from edgeasp.system.errors import InputError
from tests.lab.campaign.campaigns import PUZZLE, audited, carried_on, made
from tests.support import brute

Row = dict[str, Any]


@pytest.fixture(scope="module", params=["outward", "corners"])
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> CampaignStatement:
    stated = made(tmp_path_factory.mktemp("audit"), plan=SplitPlan(8, 20, request.param))
    carried_on(stated)
    return stated


@pytest.fixture
def entries(finished: CampaignStatement) -> Iterator[list[Entry]]:
    """The entries of a ledger that is right, to be made wrong."""
    with Ledger(finished.folder, finished.seal) as opened:
        yield list(opened.entries())


def first(entries: list[Entry], kind: EntryKind, wanted: Callable[[Entry], bool] = lambda each: True) -> int:
    return next(index for index, each in enumerate(entries) if each.kind is kind and wanted(each))


def complaint(stated: CampaignStatement, entries: list[Entry]) -> str:
    with pytest.raises(InputError) as caught:
        audit(stated, entries, "ledger")
    return caught.value.message


def changed(entry: Entry, **body: Any) -> Entry:
    return Entry(entry.number, entry.kind, entry.cube, {**json.loads(json.dumps(entry.body)), **body})


@pytest.mark.sample(1)
def test_what_is_right_is_believed(finished: CampaignStatement, entries: list[Entry]) -> None:
    found = audit(finished, entries, "ledger")
    assert (found.open, found.solutions) == (0, len(brute.solve(PUZZLE).pictures))
    assert found.searched == sum(each.kind is EntryKind.VERDICT for each in entries)


@pytest.mark.parametrize("part", ["live", "refuted"])
def test_a_leaf_that_a_split_leaves_out(part: str, finished: CampaignStatement, entries: list[Entry]) -> None:
    index = first(entries, EntryKind.SPLIT, lambda each: len(each.body["choices"][-1][part]) > 1)
    choices = json.loads(json.dumps(entries[index].body["choices"]))
    lost = choices[-1][part].pop()
    entries[index] = changed(entries[index], choices=choices)
    said = complaint(finished, entries)
    assert said.startswith(f"entry {entries[index].number} (split of ")
    assert f"{lost} is left out" in said


def test_a_leaf_that_is_there_twice(finished: CampaignStatement, entries: list[Entry]) -> None:
    index = first(entries, EntryKind.SPLIT)
    choices = json.loads(json.dumps(entries[index].body["choices"]))
    choices[-1]["refuted"] += choices[-1]["live"][:1]
    entries[index] = changed(entries[index], choices=choices)
    assert "once, and no other" in complaint(finished, entries)


def test_a_split_that_is_none(finished: CampaignStatement, entries: list[Entry]) -> None:
    index = first(entries, EntryKind.SPLIT)
    for atom in ("half(9,9,right,red)", "place(1,0,2,2)", "chosenTile(1,1,1)"):
        choices = [{"cube": "", "live": [atom], "refuted": []}]
        said = complaint(finished, [changed(entries[index], choices=choices)])
        assert f"{atom} is no colour of a diamond and no lying on a corner" in said
    other = [{"cube": "half(1,1,right,red)", "live": [], "refuted": []}]
    assert "is made below 'half(1,1,right,red)'" in complaint(finished, [changed(entries[index], choices=other)])
    assert "expected 'choices' in it" in complaint(finished, [Entry(1, EntryKind.SPLIT, "", {})])


def test_a_place_that_is_split_twice(finished: CampaignStatement, entries: list[Entry]) -> None:
    index = first(entries, EntryKind.SPLIT, lambda each: len(each.body["choices"][-1]["live"]) > 1)
    choice = json.loads(json.dumps(entries[index].body["choices"][-1]))
    cube = f"{choice['cube']} {choice['live'][0]}".strip()
    again = Entry(index + 2, EntryKind.SPLIT, cube, {"choices": [{**choice, "cube": cube}]})
    assert "is decided in the cube already" in complaint(finished, [*entries[: index + 1], again])


def test_several_live_atoms_before_the_last_choice(finished: CampaignStatement, entries: list[Entry]) -> None:
    index = first(entries, EntryKind.SPLIT, lambda each: len(each.body["choices"][-1]["live"]) > 1)
    choice = entries[index].body["choices"][-1]
    following = {**choice, "cube": f"{choice['cube']} {choice['live'][0]}".strip()}
    choices = [*entries[index].body["choices"], following]
    assert "expected one live atom in choice" in complaint(
        finished, [*entries[:index], changed(entries[index], choices=choices)]
    )


@pytest.mark.parametrize("kind", [EntryKind.SPLIT, EntryKind.SOLUTION])
def test_an_entry_that_is_missing(kind: EntryKind, finished: CampaignStatement, entries: list[Entry]) -> None:
    """Of the last split nothing may follow, so the first one is taken out."""
    del entries[first(entries, kind)]
    said = complaint(finished, entries)
    assert ("expected a leaf of the tree" if kind is EntryKind.SPLIT else "solutions, but") in said


def test_a_verdict_that_is_missing_leaves_its_cube_open(finished: CampaignStatement, entries: list[Entry]) -> None:
    cube = entries[first(entries, EntryKind.VERDICT)].cube
    left = [each for each in entries if each.cube != cube]
    assert audit(finished, left, "ledger").open == 1


def test_a_verdict_that_is_there_twice(finished: CampaignStatement, entries: list[Entry]) -> None:
    again = entries[first(entries, EntryKind.VERDICT)]
    assert "was searched to its end before, entry" in complaint(finished, [*entries, again])


def test_a_verdict_of_another_version(finished: CampaignStatement, entries: list[Entry]) -> None:
    index = first(entries, EntryKind.VERDICT)
    entries[index] = changed(entries[index], clingo="5.0")
    assert "it was made by edgeasp" in complaint(finished, entries)


def test_a_board_that_is_no_solution(finished: CampaignStatement, entries: list[Entry]) -> None:
    index = first(entries, EntryKind.SOLUTION)
    lines = entries[index].body["board"].splitlines()
    words = lines[0].split()
    lines[0] = " ".join([*words[:3], str((int(words[3]) + 1) % 4)])
    entries[index] = changed(entries[index], board="\n".join(lines) + "\n")
    assert "the board is no solution" in complaint(finished, entries)


def test_a_board_that_occurs_twice(finished: CampaignStatement, entries: list[Entry]) -> None:
    one = first(entries, EntryKind.SOLUTION)
    other = first(entries, EntryKind.SOLUTION, lambda each: each.number > entries[one].number)
    entries[other] = changed(entries[other], board=entries[one].body["board"])
    assert "the same board as entry" in complaint(finished, entries)


def test_a_board_in_another_cube(finished: CampaignStatement, entries: list[Entry]) -> None:
    one = first(entries, EntryKind.SOLUTION)
    other = first(entries, EntryKind.SOLUTION, lambda each: each.cube != entries[one].cube)
    boards = entries[one].body["board"], entries[other].body["board"]
    entries[one] = changed(entries[one], board=boards[1])
    entries[other] = changed(entries[other], board=boards[0])
    assert "the board lies outside the cube" in complaint(finished, entries)


# ---- in the file ----


def rows(path: Path) -> int:
    with sqlite3.connect(path) as connection:
        [(number,)] = connection.execute("select count(*) from entry").fetchall()
    return int(number)


@given(data=st.data())
def test_whatever_is_altered_in_the_file_is_named(
    data: st.DataObject, finished: CampaignStatement, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = finished.folder / LEDGER
    whole = path.read_bytes()
    number = data.draw(st.integers(1, rows(path) - 1))
    column = data.draw(st.sampled_from(["kind", "cube", "body", "digest", "all of it"]))
    try:
        with sqlite3.connect(path) as connection:
            if column == "all of it":
                connection.execute("delete from entry where number = ?", (number,))
            else:
                connection.execute(f"update entry set {column} = {column} || ' ' where number = ?", (number,))
        connection.close()
        with pytest.raises(InputError, match=f"entry {number} (is missing|.* was altered)"):
            audited(finished)
    finally:
        path.write_bytes(whole)


def test_a_digest_depends_on_all_before_it() -> None:
    one = ledger._digest("a", "split", "", "{}")
    assert len({one, *(ledger._digest(*words) for words in (("b", "split", "", "{}"), ("a", "split", "{}", "")))}) == 3
