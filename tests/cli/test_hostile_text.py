"""Text that a file smuggles in: no control character of it reaches a terminal, whatever the format and the command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats.recognition import Origin, recognise
from edgeasp.system.errors import FormatError, InputError
from tests.formats.examples import TEXTS
from tests.support.running import Run, run

HOSTILE = "\x1b[2J\x1b[31mx\x07"
"""Clears the screen, writes in red, and rings."""


def markdown(name: str) -> str:
    return (
        "| card | top | right | bottom | left |\n|---|---|---|---|---|\n"
        f"| 1 | {name}-head | b-tail | c-head | d-tail |\n| 2 | b-head | {name}-tail | d-head | c-tail |\n"
        f"| 3 | c-tail | d-head | {name}-head | b-tail |\n| 4 | d-tail | c-head | b-head | {name}-tail |\n"
    )


EDGES = "board_w=2&board_h=2&board_edges=abcaaadbceaadaae"
PUZ = "2 2\n0 0 1 2\n0 0 2 1\n0 0 1 1\n0 0 2 2\n"
NAMED = {
    "heads and tails": markdown(HOSTILE),
    "mostly other names": markdown("b").replace("c-", HOSTILE),
    "capitals": f"A{HOSTILE} bb cc dd\na{HOSTILE} BB CC DD\nbb CC dd A{HOSTILE}\nBB cc DD a{HOSTILE}\n",
    "colours": f"red {HOSTILE} blue green\n" * 4,
    "letters": f"a b c \x07\n{HOSTILE} b c d\n" * 2,
    "facts": f'col(1..2). row(1..2). colour("{HOSTILE}").\n',
    "a picture": f"Tile {HOSTILE}:\n##\n..\n",
    "a comment of a .puz": f"c {HOSTILE}\n{PUZ}",
    "a remark of a .puz": f"2 2\nc edgeasp {HOSTILE}\n{PUZ[4:]}",
    "a comment of facts": f"% {HOSTILE}\ncol(1).\n",
    "a link": f"https://e2.bucas.name/#puzzle={HOSTILE}&{EDGES}\n",
    "an escaped link": f"https://e2.bucas.name/#puzzle=%1b[2J&{EDGES}&hints=%1b[2J\n",
    "an order of motifs": f"https://e2.bucas.name/#puzzle=x&{EDGES}&motifs_order=%1b[2J\n",
    "a host": f"https://{HOSTILE}.name/#puzzle=x&{EDGES}\n",
    "a name in JSON": TEXTS["eternity2dev"].replace('"x"', '"\\u001b[2J"'),
    "a name in a BoardDoc": TEXTS["boarddoc"].replace('"x"', '"\\u001b[2J"'),
    "a key in JSON": TEXTS["pycsp3"].replace('"m"', '"\\u001b[2J": 1, "m"'),
}
"""A puzzle or a board in each format that can carry text, with control characters in it."""

COMMANDS = (
    *("info FILE", "show FILE", "show FILE --format list", "check FILE", "explain FILE", "play FILE -o FILE.html"),
    *("check FILE b.sol", "hint FILE b.sol", "diff FILE b.sol c.sol", "show FILE b.sol", "convert FILE --to puz"),
    *("check p.puz FILE", "hint p.puz FILE", "diff p.puz b.sol FILE", "show p.puz FILE", "solve p.puz --clue FILE"),
    "solve p.puz --program FILE",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    lay(PUZ, "p.puz")
    lay("0 0 0 3\n1 1 0 0\n", "b.sol")
    lay("0 0 0 3\n2 1 0 0\n", "c.sol")
    return tmp_path


def lay(text: str, name: str) -> None:
    Path(name).write_bytes(text.encode(errors="surrogatepass"))


def is_harmless(done: Run) -> bool:
    text = (done.stdout + done.stderr).replace("\n", "")
    return done.status in (0, 1, 2) and text.isprintable()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("carrier", NAMED)
def test_no_command_prints_control_characters_of_a_file(carrier: str) -> None:
    lay(NAMED[carrier], "x.txt")
    for command in COMMANDS:
        assert is_harmless(run(*command.replace("FILE", "x.txt").split())), command


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_prints_control_characters_of_the_name_of_a_file(command: str) -> None:
    text, name = ("0 0 0 3\n", "x\x1b[2J\n.sol") if "p.puz" in command else (PUZ, "x\x1b[2J\n.puz")
    lay(text, name)
    words = [word.replace("FILE", name) for word in command.split(" ")]
    assert is_harmless(run(*words))


strange = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\n\r"), min_size=1, max_size=8)


@given(st.sampled_from(sorted(TEXTS)), st.integers(0, 99), strange, st.sampled_from(["info", "show", "check", "solve"]))
def test_a_strange_word_in_any_format(folder_of: Path, name: str, at: int, word: str, command: str) -> None:
    words = re.split(r"(\s+)", TEXTS[name])
    words[2 * at % len(words)] = word
    path = folder_of / "strange.txt"
    path.write_text("".join(words), encoding="utf-8")
    assert is_harmless(run(command, path, *(["--time-limit", "1"] if command == "solve" else [])))


@pytest.fixture(scope="module")
def folder_of(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("strange")


@given(strange, st.sampled_from([markdown, lambda name: f"{name} b c d\n" * 4, lambda name: f"{name} B c\n" * 4]))
def test_whatever_is_read_has_words_for_names(name: str, text: object) -> None:
    assert callable(text)
    try:
        puzzle = recognise(text(name), Origin("x", "")).puzzle
    except (InputError, FormatError):
        return
    for called in puzzle.names.colours:
        assert re.fullmatch(r"[\w'+.#-]*", called)
