"""Ledgers, also damaged ones."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from edgeasp.cli import commands, console
from edgeasp.formats import plain
from edgeasp.lab.campaign.ledger import EntryKind, Ledger, LedgerHead
from edgeasp.system.errors import OptionError, OutputError
from edgeasp.system.writing import lock_folder
from tests.lab.campaign import campaigns
from tests.lab.campaign.campaigns import audited, carried_on, made
from tests.support import brute
from tests.support.answers import answered, require_same
from tests.support.executing import carry_out_here
from tests.support.lanes import represented
from tests.support.running import Run, run

# ---- one writer ----

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
    with lock_folder(folder, 0.0), pytest.raises(OutputError, match="another process is busy with a campaign there"):
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
        assert LedgerHead.parse(str(ledger.head)) == ledger.head != begin
        ledger.require_head(begin)
        ledger.require_head(ledger.head)
    audited(stated)


@pytest.mark.parametrize("text", ["", "1", "1:", "1:xyz", "1:" + "a" * 31, "1:" + "A" * 32, "x:" + "a" * 32])
def test_a_head_that_is_none(text: str) -> None:
    with pytest.raises(OptionError, match="expected the head of a ledger"):
        LedgerHead.parse(text)


# ---- damage ----

BOARDS = len(brute.solve(campaigns.PUZZLE).pictures)
COMMANDS = (
    ["check", "c"],
    ["run", "c", "--jobs", "1"],
    ["status", "c"],
    ["simulate", "c"],
    ["solutions", "c", "-o", "boards"],
    ["certify", "c", "-o", "proved", "--jobs", "1"],
)


def finish(folder: Path) -> Path:
    """Carry a campaign to its end, and return its folder."""
    (folder / "puzzle.puz").write_text(plain.write_puz(campaigns.PUZZLE), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        carry_out_here(patched)
        patched.chdir(folder)
        assert run("campaign", "new", "puzzle.puz", "--cubes", "8", "--share", "20", "-o", "c").status == 0
        assert run("campaign", "run", "c", "--jobs", "1").status == 0
    return folder / "c"


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a campaign that is complete."""
    return finish(tmp_path_factory.mktemp("complete"))


@pytest.fixture
def folder(complete: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, to be damaged."""
    carry_out_here(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(console, "_quiet", False)  # --quiet is for the whole process
    shutil.copytree(complete, "c")
    return tmp_path


def ledger() -> closing[sqlite3.Connection]:
    connection = sqlite3.connect("c/ledger.sqlite", isolation_level=None)
    connection.text_factory = bytes
    return closing(connection)


def done(command: str) -> None:
    with ledger() as connection:
        connection.execute(command)


def digests_computed_anew() -> None:
    """What somebody does who wants an altered entry to be believed."""
    with ledger() as connection:
        [(before,)] = connection.execute("select value from seal").fetchall()
        rows = connection.execute("select rowid, kind, cube, body from entry order by number").fetchall()
        for number, (row, *columns) in enumerate(rows, 1):
            before = hashlib.sha256(b"\0".join([before, *columns])).hexdigest()[:32].encode()
            connection.execute(
                "update entry set number = ?, digest = ? where rowid = ?", (number, before.decode(), row)
            )


def altered(kind: str, change: Callable[[dict[str, Any]], object]) -> int:
    """Alter the body of the first entry of a kind, and all digests; its number."""
    with ledger() as connection:
        select = "select number, body from entry where kind = ? order by number limit 1"
        number, body = connection.execute(select, (kind,)).fetchone()
        content = json.loads(body)
        change(content)
        connection.execute("update entry set body = ? where number = ?", (json.dumps(content), number))
    digests_computed_anew()
    return int(number)


def require_refused(result: Run, said: str) -> None:
    """One message, with the file and the entry."""
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert result.stderr.startswith("edgeasp: error: c/ledger.sqlite: ")
    assert said in result.stderr
    assert result.stderr.count("\n") <= 2
    assert not Path("boards").exists()
    assert not Path("proved").exists()


# ---- damaged ----

TABLE = Path(__file__).parent / "damage.txt"


def damage(line: str) -> None:
    """Carry out a line of damage.txt."""
    match line.split(maxsplit=3):
        case ["body", kind, key]:
            altered(kind, lambda body: body.pop(key))
        case ["body", kind, key, value]:
            altered(kind, lambda body: body.update({key: json.loads(value)}))
        case ["digests"]:
            digests_computed_anew()
        case _:
            done(line)


def rerun(text: str, campaign: Path) -> str:
    """Return the table with what is said now."""

    def said(_: str, lines: tuple[str, ...]) -> list[str]:
        shutil.rmtree("c", ignore_errors=True)
        shutil.copytree(campaign, "c")
        for line in lines:
            damage(line)
        result = run("campaign", "check", "c")
        require_refused(result, "")
        words = re.sub(r"entry \d+ \((\w+) of .*?\)(?=:| was)", r"entry # (\1)", result.stderr)
        return words.replace("edgeasp: error: c/ledger.sqlite: ", "! ").splitlines()

    return answered(text, said)


@pytest.mark.usefixtures("folder")
def test_what_is_wrong_with_a_ledger_is_said(complete: Path) -> None:
    written = TABLE.read_text(encoding="utf-8")
    require_same(written, rerun(written, complete))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["update entry set cube = 5.0 where number = 2"], "entry 2 "),
        (["body split cpu"], "expected 'cpu' in the object, found none"),
        (["drop table seal"], "expected the table 'seal' of a ledger, found nothing"),
    ],
)
def test_every_command_refuses_a_damaged_ledger(lines: list[str], said: str) -> None:
    for line in lines:
        damage(line)
    for command in COMMANDS:
        require_refused(run("campaign", *command), said)


@pytest.mark.usefixtures("folder")
def test_certificates_are_not_begun_for_what_the_check_refuses() -> None:
    """Here a split that leaves out an alternative, which the search itself would not notice."""
    number = altered("split", lambda body: body["choices"][-1]["refuted"].pop())
    result = run("campaign", "certify", "c", "-o", "proved", "--jobs", "1")
    require_refused(result, f"entry {number} (split of ")
    assert "is left out" in result.stderr


@pytest.mark.usefixtures("folder")
def test_views_and_indexes_of_a_user_do_no_harm() -> None:
    for each in ("create view mine as select * from entry", "create index quick on entry (cube)", "analyze", "vacuum"):
        done(each)
    assert run("campaign", "check", "c").status == commands.ANSWERED


# ---- altered on purpose ----


def head() -> str:
    """The head that a check prints."""
    result = run("campaign", "check", "c")
    said = json.loads(run("campaign", "check", "c", "--format", "json").stdout)
    assert result.stdout.splitlines()[-1] == f"head {said['head']}"
    assert said["head"].startswith(f"{said['entries']}:")
    return str(said["head"])


def board_taken_out() -> None:
    """A board is taken out, with the number that its cube says, and all digests are computed anew."""
    with ledger() as connection:
        number, cube = connection.execute("select max(number), cube from entry where kind = 'solution'").fetchone()
        connection.execute("delete from entry where number = ?", (number,))
        verdict, body = connection.execute(
            "select number, body from entry where kind = 'verdict' and cube = ?", (cube.decode(),)
        ).fetchone()
        content = json.loads(body)
        content["solutions"] -= 1
        connection.execute("update entry set body = ? where number = ?", (json.dumps(content), verdict))
    digests_computed_anew()


@pytest.mark.usefixtures("folder")
def test_a_head_that_was_noted_shows_a_board_that_was_taken_out() -> None:
    noted = head()
    assert run("campaign", "check", "c", "--head", noted).stdout.endswith(
        f"head {noted}; as noted up to entry {noted.partition(':')[0]}\n"
    )
    board_taken_out()
    believed = run("campaign", "check", "c")
    assert (believed.status, f"{BOARDS - 1} boards: each is a solution" in believed.stdout) == (0, True)
    require_refused(run("campaign", "check", "c", "--head", noted), "entries that were noted are there")
    other = run("campaign", "certify", "c", "-o", "proved", "--jobs", "1")
    assert (other.status, other.stdout) == (commands.UNANSWERED, "")
    assert "c/ledger.sqlite: the ledger is wrong: there is a board in cube " in other.stderr
    assert not Path("proved/claim.json").exists()


@pytest.mark.usefixtures("folder")
def test_a_head_that_was_noted_shows_a_ledger_that_was_written_anew() -> None:
    """It says in one entry that there is no board: a check cannot know better, a certificate does."""
    noted = head()
    with ledger() as connection:
        [(body,)] = connection.execute("select body from entry where kind = 'verdict' limit 1").fetchall()
        connection.execute("delete from entry")
        content = json.dumps({**json.loads(body), "solutions": 0})
        connection.execute("insert into entry values (1, 'verdict', '', ?, '')", (content,))
    digests_computed_anew()
    assert "complete: 0 solutions, and no others" in run("campaign", "run", "c", "--jobs", "1").stderr
    assert run("campaign", "check", "c").status == commands.ANSWERED
    require_refused(run("campaign", "check", "c", "--head", noted), f"1 of {noted.partition(':')[0]} entries")
    other = run("campaign", "certify", "c", "-o", "proved", "--jobs", "1")
    assert (other.status, "the ledger is wrong" in other.stderr) == (commands.UNANSWERED, True)


@pytest.mark.usefixtures("folder")
@pytest.mark.long
@represented("step", [5, 1])
def test_a_head_that_was_noted_shows_entries_that_were_taken_from_the_end(step: int) -> None:
    """Whatever is taken, the number at the end is right, or nothing is said of it."""
    noted = head()
    number = int(noted.partition(":")[0])
    states = []
    for left in range(0, number, step):
        shutil.copytree("c", "whole", dirs_exist_ok=True)
        done(f"delete from entry where number > {left}")
        said = f"{left} of {number} entries that were noted" if left else "noted are there"
        checked = run("campaign", "check", "c")
        states.append(checked.status)
        if checked.status == commands.UNANSWERED:
            require_refused(run("campaign", "check", "c", "--head", noted), said)
            assert f"complete: {BOARDS} solutions" in run("campaign", "run", "c", "--jobs", "1").stderr
            assert run("campaign", "check", "c").status == commands.ANSWERED
            require_refused(run("campaign", "check", "c", "--head", noted), "")
        else:
            require_refused(checked, "expected the verdict on its cube, which is written with it, found none")
            for command in COMMANDS:
                require_refused(run("campaign", *command), "(solution of ")
        shutil.rmtree("c")
        Path("whole").rename("c")
    assert set(states) == {commands.UNANSWERED, commands.USAGE}


@pytest.mark.usefixtures("folder")
def test_an_early_head_holds_for_what_was_there_then() -> None:
    noted = head()
    for number in (0, 1, 5):
        with ledger() as connection:
            before = b"" if number else connection.execute("select value from seal").fetchone()[0]
            digest = connection.execute("select digest from entry where number = ?", (number,)).fetchone()
        early = f"{number}:{(digest[0] if digest else before[:32]).decode()}"
        result = run("campaign", "check", "c", "--head", early)
        assert (result.status, result.stdout.splitlines()[-1]) == (0, f"head {noted}; as noted up to entry {number}")


@pytest.mark.usefixtures("folder")
def test_a_head_is_taken_whole() -> None:
    for text in ("", "x", "5", head()[:-1], "-1:" + "0" * 32):
        result = run("campaign", "check", "c", f"--head={text}")
        assert result.status == commands.USAGE
        assert "expected the head of a ledger, such as 57:" in result.stderr


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        text, campaign = TABLE.read_text(encoding="utf-8"), finish(Path(name))
        (Path(name) / "copy").mkdir()
        patch.chdir(Path(name) / "copy")
        carry_out_here(patch)
        TABLE.write_text(rerun(text, campaign), encoding="utf-8")
