"""What people type wrong: each gets a message from which alone it can be put right."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.cli.advice import RENAMED, SYNONYMS, advice, parsed
from edgeasp.system.limits import size
from tests.support import laboratory
from tests.support.running import COMMANDS, INSTANCES, run

JUNK = "hello\nthis is no puzzle\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of people: a puzzle with a board, a board of a larger puzzle, and others."""
    where = tmp_path_factory.mktemp("slips")
    (where / "p.puz").write_bytes((INSTANCES / "planted-4x4.puz").read_bytes())
    (where / "big.puz").write_bytes((INSTANCES / "planted-10x10.puz").read_bytes())
    for name, board in (("p", "x"), ("big", "big")):
        assert run("solve", where / f"{name}.puz", "-o", where / f"{board}.sol").status == 0
    (where / "junk.txt").write_text(JUNK, encoding="utf-8")
    (where / "passwd").write_text("root:x:0:0:root:/root:/bin/bash\n", encoding="utf-8")
    (where / "mine.lp").write_text("{ place(T) } :- tile(T).\n", encoding="utf-8")
    (where / "d").mkdir()
    (where / "empty").mkdir()
    (where / "d" / "p.puz").write_bytes((where / "p.puz").read_bytes())
    return where


LABORATORY = ("bench", "campaign", "certify", "signs", "suite", "verify")

SLIPS = {
    # the wrong file, or the wrong place for it
    "check x.sol p.puz": "the other way round? edgeasp check p.puz x.sol",
    "hint x.sol p.puz": "the other way round? edgeasp hint p.puz x.sol",
    "show x.sol p.puz": "the other way round? edgeasp show p.puz x.sol",
    "check x.sol p.puz --format json": "the other way round? edgeasp check p.puz x.sol --format json",
    "check x.sol": "of which puzzle? edgeasp check PUZZLE x.sol",
    "show x.sol": "of which puzzle? edgeasp show PUZZLE x.sol",
    "play x.sol": "of which puzzle? edgeasp play PUZZLE x.sol",
    "solve x.sol": "of which puzzle? edgeasp solve PUZZLE --clue x.sol",
    "best x.sol": "of which puzzle? edgeasp best PUZZLE --start x.sol",
    "explain x.sol": "of which puzzle? edgeasp explain PUZZLE --clue x.sol",
    "certify x.sol -o c": "of which puzzle? edgeasp certify PUZZLE --solution x.sol -o c",
    "convert x.sol --to bucas": "of which puzzle? edgeasp convert x.sol --puzzle PUZZLE --to bucas",
    "info x.sol": "it is a board: name the puzzle of which it is one",
    "facts x.sol": "it is a board: name the puzzle of which it is one",
    "check p.puz": "to check a board of it: edgeasp check p.puz BOARD.sol",
    "hint p.puz": "to get a hint for a board of it: edgeasp hint p.puz BOARD.sol",
    "solve p.puz x.sol": "to keep its tiles: edgeasp solve p.puz --clue x.sol; to judge it: edgeasp check p.puz x.sol",
    "best p.puz x.sol": "to go on from it: edgeasp best p.puz --start x.sol; to judge it: edgeasp check p.puz x.sol",
    "explain p.puz x.sol": "to keep its tiles: edgeasp explain p.puz --clue x.sol; "
    "to judge it: edgeasp check p.puz x.sol",
    "decode p.puz x.sol": "it is a board already: edgeasp check p.puz x.sol",
    "check p.puz big.sol": ": is it a board of a larger puzzle?",
    "hint p.puz big.sol": ": is it a board of a larger puzzle?",
    "solve p.puz --clue big.sol": ": is it a board of a larger puzzle?",
    "show p.puz big.sol": ": is it a board of a larger puzzle?",
    "solve junk.txt": "red blue green grey or 1A 2a 3A 4a (edgeasp formats lists them)",
    "solve d": "a puzzle in there: edgeasp solve d/p.puz",
    "solve passwd": "red blue green grey or 1A 2a 3A 4a (edgeasp formats lists them)",
    "solve .": "a puzzle in there: edgeasp solve big.puz",
    "generate 6": "did you mean edgeasp generate --size 6?",
    "solve nofile.puz": "nofile.puz: cannot be read: no such file or directory",
    "solve https://example.com/a/p.puz": "nothing is fetched from the net: download it first, then edgeasp solve p.puz",
    "verify d": "d: expected the folder of a certificate, found no claim.json in it",
    "verify p.puz": "p.puz: expected the folder of a certificate, found something else",
    "campaign run nowhere": "nowhere: expected the folder of a campaign, see edgeasp campaign new",
    # the wrong command
    "sovle p.puz": "did you mean solve?",
    "help sovle": "did you mean solve?",
    "campaign p.puz": "did you mean edgeasp campaign new p.puz -o campaign?",
    "suite p.puz": "did you mean edgeasp suite generate boards --sizes 4-6, or for one puzzle edgeasp solve p.puz?",
    "signs p.puz": "did you mean edgeasp signs count p.puz?",
    "bench nothing": "a list, a puzzle or a folder, found 'nothing'",
    "--all": "--all goes with --version",
    # the wrong option
    "solve p.puz -t 60": "did you mean --time-limit?",
    "solve p.puz --timeout 60": "did you mean --time-limit?",
    "solve p.puz --all": "did you mean --number all?",
    "solve p.puz -j 4": "did you mean --jobs?",
    "solve p.puz --cores 4": "did you mean --jobs?",
    "bench p.puz --threads 2": "did you mean --jobs?",
    "solve p.puz --threads 2": "there is no option --threads\n--threads is now --jobs",
    "show p.puz --letters": "there is no option --letters\n--letters is now --coordinates",
    "solve p.puz --treads 2": "did you mean --jobs?",
    "solve p.puz --tme-limit 2": "did you mean --time-limit?",
    "generate --size 6 --colors 3": "did you mean --colours?",
    "solve p.puz --verbose": "did you mean --stats?",
    "solve p.puz --frobnicate": "what it takes: edgeasp help solve",
    "solve p.puz --count --unique": "--count and --unique are two questions: ask one",
    # the wrong value
    "solve p.puz --time-limit soon": "expected a time such as 90, 90s, 30m, 8h or 2d, found 'soon'",
    "solve p.puz -n many": "expected a whole number of 0 or more, or all, found 'many'",
    "solve p.puz --jobs two": "expected a whole number from 0 to 1,024, or all, found 'two'",
    "solve p.puz --signs a.signs --signs b.signs": "--signs is given 2 times: expected it once",
    "solve p.puz --program a.lp --program=b.lp": "--program is given 2 times: expected it once",
    "solve p.puz --memory-limit much": "expected an amount of memory such as 500M or 2G, found 'much'",
    "solve p.puz --size 6x": "expected --size as columns and rows from 2, such as 12x6, found '6x'",
    "solve p.puz --config fast": "expected --config auto, frumpy, jumpy, tweety, handy, crafty, trendy, many, "
    "found 'fast'",
    "check p.puz x.sol --format xml": "--format: expected text, json, found 'xml'",
    "hint p.puz x.sol --level 9": "expected a whole number from 1 to 3, found '9'",
    "generate 6x4": "did you mean edgeasp generate --size 6x4?",
    "generate --size 6 by 4": "did you mean edgeasp generate --size 6x4?",
    "generate": "expected a size, such as 10 or 10x8",
    "generate --size 4 --difficulty extreme": "--difficulty: expected easy, medium, hard, found 'extreme'",
    # what is written, and where
    "sheets p.puz": "such as edgeasp sheets p.puz -o p.pdf",
    "certify p.puz": "such as edgeasp certify p.puz -o certificate",
    "campaign new p.puz": "such as edgeasp campaign new p.puz -o campaign",
    "generate --size 4 -o x.sol": "x.sol: expected the name of a file for a puzzle, which ends in .puz, "
    "found one for a board",
    "generate --size 4 -n 2 -o two.puz": "two.puz: expected the name of a folder, found one of a file for a puzzle",
    "convert p.puz -o x.jpg": "x.jpg: no format ends in '.jpg': say which with --to",
    "solve p.puz -o p.puz": "p.puz: is an input, which the output would replace: choose another name",
    "solve p.puz --mask x.sol -o x.sol": "x.sol: is an input, which the output would replace: choose another name",
    # names that are nearly right
    "solve p": "did you mean edgeasp solve p.puz?",
    "solve p.sol": "did you mean edgeasp solve p.puz?",
    "info p.PUZ": "did you mean edgeasp info p.puz?",
    "solve d/q.puz": "did you mean edgeasp solve d/p.puz?",
    "solve nowhere/p.puz": "there is no folder nowhere",
    "best e3": "did you mean e2, for Eternity II?",
    "solve p.puz -o nowhere/x.sol": "the folder nowhere is not there: mkdir -p nowhere",
    "show p.puz -o nowhere/x.svg": "the folder nowhere is not there: mkdir -p nowhere",
    "solve empty": "there is no .puz in it: edgeasp generate --size 6 -o puzzle.puz makes one",
    # one too many, or in the wrong order
    "solve x.sol p.puz": "the other way round? edgeasp solve p.puz --clue x.sol",
    "best x.sol p.puz": "the other way round? edgeasp best p.puz --start x.sol",
    "solve p.puz big.puz d/p.puz": "one at a time: for x in p.puz big.puz d/p.puz; do edgeasp solve $x; done",
    "convert p.puz out.lp": "did you mean edgeasp convert p.puz -o out.lp?",
    "convert p.puz -o p.svg": "to draw it: edgeasp show p.puz -o p.svg",
    "convert x.sol --puzzle p.puz -o p.svg": "to draw it: edgeasp show p.puz x.sol -o p.svg",
    "solve p.puz --time-limit 10 minutes": "did you mean edgeasp solve p.puz --time-limit 10m?",
    "verify p.puz x.sol": "to judge a board: edgeasp check p.puz x.sol",
    "grade p.puz": "to grade on it: edgeasp grade mine.lp --instances p.puz",
    "diff p.puz x.sol": "p.puz: is no board: name two boards of it",
    # commands and options by other names
    "compare p.puz x.sol x.sol": "did you mean edgeasp diff p.puz x.sol x.sol?",
    "score p.puz x.sol": "did you mean edgeasp check p.puz x.sol?",
    "draw p.puz": "did you mean edgeasp show p.puz?",
    "print p.puz": "did you mean edgeasp sheets p.puz?",
    "count p.puz": "did you mean edgeasp solve p.puz --count?",
    "unique p.puz": "did you mean edgeasp solve p.puz --unique?",
    "SOLVE p.puz": "did you mean solve?",
    "version": "did you mean edgeasp --version?",
    "-v": "did you mean -V?",
    "campaign resume c": "edgeasp campaign run c goes on where it was",
    "campaign stop c": "Ctrl-C stops it, and edgeasp campaign run c goes on",
    "solve p.puz --json": "did you mean --format json?",
    "solve p.puz --svg x.svg": "did you mean -o p.svg?",
    "best p.puz --iterations 5": "did you mean --rounds?",
    "info p.puz --tray": "it is an option of edgeasp sheets",
    # values that are nearly right
    "convert p.puz --to buca": "did you mean bucas?",
    "solve p.puz --encoding framd": "did you mean framed?",
    "generate --size 5 --difficulty Easy": "did you mean easy?",
    "solve p.puz --memory-limit 2": "found '2': did you mean 2G?",
    "solve p.puz --memory-limit 500": "found '500': did you mean 500M?",
    "hint p.puz xx.sol": "did you mean edgeasp hint p.puz x.sol?",
    "hint big.puz p.sl": "p.sl: cannot be read: no such file or directory",
    "best p.puz --goal 30": "expected a goal from 0 to 24 diamonds, found 30",
    "generate --size 6 -n 5": "-n: expected a folder for several puzzles, such as -o puzzles/",
    # what others have met: the file alone, rules beside a puzzle, names of options and formats elsewhere
    "p.puz": "did you mean edgeasp solve p.puz or edgeasp show p.puz?",
    "x.sol": "did you mean edgeasp check PUZZLE x.sol or edgeasp show PUZZLE x.sol?",
    "e2": "did you mean edgeasp solve e2 or edgeasp show e2?",
    "help p.puz": "did you mean edgeasp solve p.puz or edgeasp show p.puz?",
    "resume": "of a campaign: edgeasp campaign run campaign goes on where it was; best -o FILE goes on from its board",
    "cite": "docs/citing.md says how; edgeasp --version prints the version",
    "diff x.sol x.sol": "of which puzzle? edgeasp diff PUZZLE x.sol x.sol",
    "decode x.sol": "it is a board already: edgeasp check PUZZLE x.sol",
    "decode p.puz": "usage: edgeasp decode [OPTIONS] PUZZLE ANSWERS",
    "solve p.puz -o out.xyz": "out.xyz: expected a name that ends in .sol, .html, .svg, .png, .pdf or .json, "
    "or a --format",
    "best p.puz -o x.csv": "a board as a table: edgeasp convert BOARD.sol --puzzle p.puz --to csv",
    "show p.puz x.sol --format csv": "a board as a table: edgeasp convert x.sol --puzzle p.puz --to csv",
    "show p.puz x.sol -o board": "board: expected a name that ends in .svg, .png, .pdf, .html or .txt, or a --format",
    "show p.puz x.sol --format PNG": "did you mean png?",
    "sheets p.puz -o p.txt": "p.txt: expected a name that ends in .pdf or .svg, or a folder such as sheets/",
    "convert p.puz -o p.csv": "p.csv: several formats end in .csv: say which with --to (halves, binary, words)",
    "convert p.puz --to csv": "p.puz: holds no placements to write as csv",
    "convert p.puz --to lp": "did you mean --to facts?",
    "solve --puzzle p.puz": "did you mean edgeasp solve p.puz?",
    "solve p.puz --no-frame": "did you mean --unframed?",
    "solve p.puz --no-rotation": "did you mean --upright?",
    "sheets p.puz --a4": "did you mean --paper a4?",
    "best p.puz --target 20": "did you mean --goal?",
    "bench p.puz --solver edgeasp": "did you mean --systems?",
    "solve p.puz --encoding mine.lp": "did you mean --program mine.lp?",
    "solve p.puz mine.lp": "did you mean edgeasp solve p.puz --program mine.lp?",
    "ground p.puz mine.lp": "did you mean edgeasp ground p.puz --program mine.lp?",
    "solve p.puz --program mine.py": "did you mean mine.lp?",
    "grade mine.lp p.puz": "to grade on it: edgeasp grade mine.lp --instances p.puz",
    "facts p.puz big.puz": "one at a time: for x in p.puz big.puz; do edgeasp facts $x; done",
    "solve 'p.puz '": "did you mean edgeasp solve p.puz?",
    "solve p.puz --clue p.puz": "p.puz: expected placements, found a puzzle without any (puz)",
    "solve p.puz --time-limit 1:30": "expected a time such as 90, 90s, 30m, 8h or 2d, found '1:30'",
    "generate --size 6x6x6": "expected --size as columns and rows from 2, such as 12x6, found '6x6x6'",
    "generate --size 1": "expected --size as columns and rows from 2, such as 12x6, found '1'",
    "generate --size 4 --seed abc": "--seed: expected a whole number of 0 or more, found 'abc'",
    "generate --size 4 --book '4 x 4 medium' -o book": "expected so many of each class, as in '4 easy, 4 hard', "
    "found '4 x 4 medium'",
    "solve p.puz --from tetravex": "p.puz:1: expected words of four digits, one for each tile, found '4'",
    "hint p.puz x.sol --level high": "expected a whole number from 1 to 3, found 'high'",
    "solve": "usage: edgeasp solve [OPTIONS] PUZZLE",
    "check e2 470": "the best known boards are linked in docs/eternity-ii.md; e2:centre and others are known by name",
}  # fmt: skip
"""Lines as people type them, and how the message ends that each gets."""


def test_there_are_150() -> None:
    assert len(SLIPS) >= 150


@pytest.mark.sample(4)
@pytest.mark.parametrize("line", [line for line in SLIPS if line.split()[0] not in LABORATORY or laboratory.HERE])
def test_a_slip_is_answered_with_what_is_right(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    done = run(*shlex.split(line))
    assert (done.status, done.stdout) == (commands.USAGE, "")
    said = done.stderr.splitlines()
    assert said[0].startswith("edgeasp: error: ")
    assert len(said) <= 2
    answer = "\n".join(said[:1] if said[-1].startswith("more: ") else said)
    assert answer.endswith(SLIPS[line]), done.stderr
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_the_lines_that_are_advised_work(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line in an answer that names existing files alone is one that its command takes."""
    monkeypatch.chdir(folder)
    tried = set()
    for answer in SLIPS.values():
        for part in answer.split("; "):
            words = shlex.split(part.rpartition("edgeasp ")[2].rstrip("?")) if "edgeasp " in part else []
            if words and words[0] in ("check", "hint", "show") and "PUZZLE" not in words and "BOARD.sol" not in words:
                assert run(*words).status in (commands.ANSWERED, commands.UNANSWERED), words
                tried.add(words[0])
    assert tried == {"check", "hint", "show"}


def test_names_of_other_programs_lead_to_options_and_are_none_themselves() -> None:
    every = {name for command in COMMANDS.values() for param in command.params for name in param.opts}
    # Some are options of the laboratory alone.
    assert set(SYNONYMS) <= every or not laboratory.HERE
    for command, known in COMMANDS.items():
        own = {name for param in known.params for name in (*param.opts, *param.secondary_opts)}
        for name, others in SYNONYMS.items():
            for other in set(others) - own if name in own else ():
                said = advice([*command.split(), "x.puz", other], f"No such option: {other}")
                assert said is not None, (command, other)


def test_old_names_lead_to_options_that_are_there_and_are_none_themselves() -> None:
    for words in laboratory.known(RENAMED):
        names = RENAMED[words]
        own = {name for param in COMMANDS[words].params for name in (*param.opts, *param.secondary_opts)}
        for old, new in names.items():
            assert new in own, (words, old)
            assert old not in own, (words, old)
            assert advice([*words.split(), old], f"No such option: {old}") == f"{old} is now {new}"


@laboratory.needed
def test_a_line_is_taken_apart() -> None:
    line = parsed(["campaign", "new", "p.puz", "--clue", "a.sol", "-q", "-o", "c", "x"])
    assert (line.command, line.files) == ("campaign new", ("p.puz", "x"))
    assert line.options == ("--clue", "a.sol", "-q", "-o", "c")
    assert parsed([]).command == parsed(["nonsense"]).command == ""


def test_what_is_right_gets_no_advice(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert run("check", "p.puz", "x.sol").stderr == ""


def test_eternity_ii_may_be_written_in_capitals() -> None:
    assert run("info", "E2").stdout == run("info", "e2").stdout
    assert run("show", "E2", "E2:centre", "--format", "text").status == 0


def test_a_link_alone_is_checked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    link = run("convert", "x.sol", "--puzzle", "p.puz", "--to", "bucas").stdout.strip()
    alone = run(link)
    assert alone.stdout == run("check", link).stdout
    assert alone.stdout.startswith("solved\n")


def test_a_long_word_is_not_quoted_whole() -> None:
    assert max(map(len, run("x" * 500).stderr.splitlines())) < 120


def test_an_amount_of_memory_has_the_units_of_people() -> None:
    assert [size(text) for text in ("2G", "2GB", "2 GiB", "500m", "2000")] == [2 * 10**9] * 3 + [5 * 10**8, 2000]


def test_a_picture_in_place_of_a_board_is_no_puzzle_that_is_to_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle = str(INSTANCES / "planted-4x4.puz")
    for output in ("x.sol", "read.png"):
        assert run("solve", puzzle, "-o", output).status == commands.ANSWERED
    assert run("show", puzzle, "x.sol", "-o", "shown.png").status == commands.ANSWERED
    assert run("check", puzzle, "read.png").stdout.startswith("solved")
    said = run("check", puzzle, "shown.png").stderr.splitlines()
    assert said[1:] == ["a picture of a board is read where `solve` or `best` has drawn it with -o: else give its .sol"]
    assert run("check", "shown.png").stderr.splitlines()[1:] == ["a picture is no puzzle: type its tiles, a line each"]
