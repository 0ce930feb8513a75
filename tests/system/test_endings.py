"""Names of outputs: a file of one kind is never written over by another, whatever command writes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import edgeasp
from edgeasp.formats import plain
from edgeasp.system.errors import OutputError
from edgeasp.system.writing import ENDINGS, FORMS, Content, form_of_ending, require_ending
from tests.support import boards, laboratory
from tests.support.running import run

PUZZLE, SOLUTION = boards.cut_up(3, 3, 4)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a puzzle and its solution."""
    monkeypatch.chdir(tmp_path)
    Path("p.puz").write_text(plain.write_puz(PUZZLE), encoding="utf-8")
    Path("x.sol").write_text(plain.write_sol(SOLUTION), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "command",
    laboratory.known(
        [
            "generate --size 4 -o OLD.sol",
            "generate --size 4 -o OLD.clue --clues corner",
            "generate --size 4 -o some.puz --save-solution OLD.puz",
            "generate --size 4 -n 2 -o OLD.puz",
            "generate --size 4 -n 2 -o new.puz",
            "generate --size 4 -n 2 -o new/ --save-solution new.sol",
            "solve p.puz -o OLD.puz",
            "solve p.puz -o OLD.clue",
            "solve p.puz -n 0 -o new.sol",
            "solve p.puz --format json -o OLD.sol",
            "solve p.puz --format html -o OLD.json",
            "best p.puz --format sol -o OLD.puz",
            "certify p.puz -o new.puz",
            "convert p.puz --to puz -o OLD.sol",
            "convert x.sol --puzzle p.puz --to sol -o OLD.puz",
            "convert p.puz --to facts -o OLD.sol",
            "decode answers.txt p.puz -o OLD.puz",
            "facts p.puz -o OLD.puz",
            "encode -o OLD.puz",
            "encode --list -o OLD.lp",
            "ground p.puz -o OLD.sol",
            "ground p.puz --format text -o OLD.puz",
            "cnf p.puz -o OLD.puz",
            "info p.puz -o OLD.sol",
            "explain p.puz --format text -o OLD.puz",
            "hint p.puz x.sol --format json -o OLD.sol",
            "hint p.puz x.sol --mend OLD.puz",
            "show p.puz --format svg -o OLD.sol",
            "sheets p.puz -o OLD.sol",
            "signs count p.puz -o OLD.sol",
            "signs sample p.puz -o OLD.puz",
            "suite generate new.puz --sizes 4 --colours 4",
            "campaign new p.puz -o new.sol",
            "bench p.puz -o new.sol",
            "bench p.puz --markdown OLD.sol",
        ]
    ),
)
def test_no_command_writes_to_a_name_of_something_else(command: str, folder: Path) -> None:
    words = command.split()
    name = next(word for word in [*words[2:], *words] if word.startswith("OLD") or word in ("new.puz", "new.sol"))
    if name.startswith("OLD"):
        Path(name).write_text("c dear\n", encoding="utf-8")
    before = sorted(path.name for path in folder.iterdir() if path.name != "new")
    result = run(*words)
    assert (result.status, result.stdout) == (2, "")
    assert name in result.stderr
    assert sorted(path.name for path in folder.iterdir() if path.name != "new") == before
    if name.startswith("OLD"):
        assert Path(name).read_text(encoding="utf-8") == "c dear\n"


@pytest.mark.parametrize(
    "command",
    [
        "generate --size 4 -o new.puz",
        "generate --size 4 -o NEW.PUZ",
        "generate --size 4 -o new.txt",
        "generate --size 4 -n 2 -o puzzles.puz/",
        "solve p.puz -o new.txt",
        "solve p.puz -o new.SOL",
        "solve p.puz -n 0 -o all",
        "convert p.puz --to nesw -o new.txt",
        "convert p.puz --to facts -o new.lp",
        "info p.puz -o new.txt",
        "info p.puz --format json -o new.json",
        "ground p.puz --format aspif -o new.aspif",
    ],
)
def test_names_that_fit_or_say_nothing_are_taken(command: str) -> None:
    result = run(*command.split())
    assert result.status == 0, result.stderr
    assert Path(command.rsplit(maxsplit=1)[-1]).exists()


def test_the_message_says_what_was_expected() -> None:
    said = run("generate", "--size", 4, "-o", "x.sol").stderr
    assert said == (
        "edgeasp: error: x.sol: expected the name of a file for a puzzle, which ends in .puz, found one for a board\n"
    )
    said = run("generate", "--size", 4, "-n", 2, "-o", "p4.puz").stderr
    assert said == "edgeasp: error: p4.puz: expected the name of a folder, found one of a file for a puzzle\n"


def test_python_refuses_them_as_well() -> None:
    puzzle = edgeasp.load("p.puz")
    with pytest.raises(OutputError, match=r"x\.sol: expected the name of a file for the format puz"):
        edgeasp.save(puzzle, "x.sol", format="puz")


def test_an_ending_means_one_thing() -> None:
    endings = [ending for content in Content for ending in content.endings]
    assert len(endings) == len(set(endings))
    for content in Content:
        for ending in (".txt", "", ".v2", *content.endings):
            require_ending(f"a/b{ending}", content)


def test_one_table_says_for_which_form_an_ending_stands() -> None:
    for ending, form in ENDINGS.items():
        content, endings = FORMS[form]
        assert ending in endings
        assert content.endings == () or ending in content.endings
        assert form_of_ending(f"folder.txt/x{ending.upper()}") == form
    assert [form_of_ending(name) for name in ("x", "x.puz", "svg", "x.svg.gz")] == [None] * 4


def test_no_other_module_maps_endings_to_forms() -> None:
    other = re.compile(r"""["']\.(svg|png|pdf|html?)["']\s*(:|,\s*["']\.(svg|png|pdf|html?)["']\))""")
    package = Path(edgeasp.__file__).parent
    mapping = {path for path in package.rglob("*.py") if other.search(path.read_text(encoding="utf-8"))}
    assert {path.relative_to(package).as_posix() for path in mapping} == {"system/writing.py"}
