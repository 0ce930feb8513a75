"""A ledger is appended to by one process at a time, which knows what it appends to."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.lab.campaign.ledger import EntryKind, Head, Ledger
from edgeasp.system.errors import OptionError, OutputError
from edgeasp.system.writing import locked
from tests.lab.campaign.campaigns import audited, carried_on, made

BOARD = (EntryKind.SOLUTION, "", {"board": "1 1 1 0\n"})


def test_what_was_written_since_it_was_read_is_noticed(tmp_path: Path) -> None:
    stated = made(tmp_path)
    with Ledger(stated.folder, stated.seal) as one, Ledger(stated.folder, stated.seal) as other:
        assert [*one.entries(), *other.entries()] == []
        one.append([BOARD])
        one.append([BOARD, BOARD])
        with pytest.raises(OutputError, match="another process has written to it since it was read"):
            other.append([BOARD])
        assert len(list(other.entries())) == 3
        other.append([BOARD])
        assert other.head.number == 4
        with pytest.raises(OutputError, match="another process has written"):
            one.append([])


def test_what_is_interrupted_while_it_is_made_leaves_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(folder: Path, seal: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "create", interrupted)
        with pytest.raises(KeyboardInterrupt):
            made(tmp_path)
    [folder] = tmp_path.iterdir()
    assert list(folder.iterdir()) == []
    made(tmp_path)
    (folder / "campaign.json").unlink()
    with pytest.raises(OutputError, match="found the beginning of one that was not made: remove it"):
        made(tmp_path)


def test_a_folder_in_which_another_process_makes_a_campaign_is_left_alone(tmp_path: Path) -> None:
    folder = made(tmp_path).folder
    for path in folder.iterdir():
        path.unlink()
    with locked(folder, 0.0), pytest.raises(OutputError, match="another process is busy with a campaign there"):
        made(tmp_path)
    assert list(folder.iterdir()) == []


def test_all_entries_of_a_call_are_written_or_none(tmp_path: Path) -> None:
    stated = made(tmp_path)
    with Ledger(stated.folder, stated.seal) as ledger:
        assert list(ledger.entries()) == []
        with pytest.raises(OutputError, match="UNIQUE constraint failed"):
            ledger.append([BOARD, (EntryKind.VERDICT, "", {}), (EntryKind.VERDICT, "", {})])
        assert list(ledger.entries()) == []
        ledger.append([BOARD])
        assert len(list(ledger.entries())) == 1


@pytest.mark.long
def test_the_head_grows_with_the_ledger(tmp_path: Path) -> None:
    stated = made(tmp_path)
    with Ledger(stated.folder, stated.seal) as ledger:
        list(ledger.entries())
        begin = ledger.head
    assert begin.number == 0
    carried_on(stated)
    with Ledger(stated.folder, stated.seal) as ledger:
        number = len(list(ledger.entries()))
        assert ledger.head.number == number > 5
        assert Head.parse(str(ledger.head)) == ledger.head != begin
        ledger.require(begin)
        ledger.require(ledger.head)
    audited(stated)


@pytest.mark.parametrize("text", ["", "1", "1:", "1:xyz", "1:" + "a" * 31, "1:" + "A" * 32, "x:" + "a" * 32])
def test_a_head_that_is_none(text: str) -> None:
    with pytest.raises(OptionError, match="expected the head of a ledger"):
        Head.parse(text)
