"""Malformed texts that are large, binary, random or damaged; texts/malformed.txt has one fault each."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import plain, recognition
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.system import lines
from edgeasp.system.errors import FormatError, InputError
from tests.formats.examples import PUZZLE, READERS, TEXTS, TILES, VALID, WORDS
from tests.support.lanes import represented

# ---- large faults ----

PYCSP3, DEV, LINK = VALID["pycsp3"], VALID["eternity2dev"], VALID["bucas"]


@pytest.mark.parametrize(
    ("reader", "text", "words"),
    [
        ("pycsp3", '{"n": ' + "[" * 100_000, "found deeply nested lists"),
        ("pycsp3", '{"n":' * 100_000, "found deeply nested lists"),
        ("pycsp3", '{"n": ' + "1" * 100_000 + "}", "expected numbers of at most 20 digits"),
        ("eternity2dev", "[" * 100_000, "found deeply nested lists"),
        ("boarddoc", f'{{"size": 16, "board": {[1024] * 256}}}', "turns up to 1023 in board, found"),
    ],
    ids=["lists", "objects", "number", "other lists", "board"],
)
def test_a_large_malformed_text(reader: str, text: str, words: str) -> None:
    with pytest.raises(InputError, match=rf"^x: .*{words}"):
        READERS[reader](text, "x")


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\x00\x00", bytes(range(1, 128)), "2 2\n".encode("utf-16"), b"\xff\xfe2", b"\x1f\x8b\x08" * 50],
)
def test_binary_garbage(reader: str, data: bytes) -> None:
    with pytest.raises(InputError, match="expected "):
        READERS[reader](lines.decode_text(data, "x"), "x")


HUGE = {
    "nesw": "999999999 999999999\n" + TILES,
    "dresden": "1 0 999999999 999999999\n" + TILES,
    "julia": "999999999 999999999\n" + TILES,
    "heule": "999999999\n" + TILES,
    "binary": "999999999\n" + WORDS * 4,
    "pycsp3": PYCSP3.replace("2", "999999999", 2),
    "eternity2dev": DEV.replace("2", "999999999", 2),
    "bucas": LINK.replace("board_w=2", "board_w=999999999").replace("board_h=2", "board_h=999999999"),
    "owen board": "999999999 999999999\n1 0 0\n",
}


@pytest.mark.parametrize("reader", HUGE)
def test_a_size_beyond_reason_takes_no_memory(reader: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(InputError):
            READERS[reader](HUGE[reader], "x")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


# ---- any bytes ----

each_reader = pytest.mark.parametrize("name", READERS)

LETTERS = "0123456789 \t\n\r,;+-/#%c{}[]:\"'.&=?abnmwz\N{NO-BREAK SPACE}\N{ARABIC-INDIC DIGIT TWO}"
REPEATED = ("(", "[", "{", '{"a":', "?", "#", "&", "a", "a=", "=", " ", ",", "1", "1 ", "1\n", "---/- ", "\r")

OTHERS: dict[str, Callable[[str, str], object]] = {
    "puz": plain.read_puz,
    "sol": lambda text, source: plain.read_sol(text, PUZZLE, source),
    "signs": lambda text, source: plain.read_signs(text, PUZZLE, source),
    "sat output": lambda text, source: recognition.is_sat_output(text),
    "any": lambda text, source: recognise(text, Origin(source)),
}

grammar = st.text(st.sampled_from(LETTERS))


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """A valid text with parts cut out, doubled, exchanged or overwritten."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        stop = draw(st.integers(start, min(len(text), start + 12)))
        part = text[start:stop]
        junk = st.one_of(st.text(st.sampled_from(LETTERS), max_size=6), st.text(max_size=3))
        instead = draw(st.one_of(st.sampled_from(["", part * 2]), junk))
        text = text[:start] + instead + text[stop:]
    return text


def attempt(read: Callable[[str, str], object], data: bytes) -> None:
    """Read, and let nothing pass but a value or an error that names the source in one printable line."""
    try:
        with within_a_second():
            read(lines.decode_text(data, "x"), "x")
    except InputError as error:
        message = str(error)
        assert message.startswith("x:")
        assert message.isprintable()
        assert len(message) < 300


@contextmanager
def within_a_second() -> Iterator[None]:
    """Measure the time of this process, so that others do not count; the texts take a hundredth of that."""
    start = time.process_time()
    try:
        yield
    finally:
        assert time.process_time() - start < 1


@each_reader
@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda text: text.encode("utf-8", "ignore"))))
def test_any_bytes(name: str, data: bytes) -> None:
    attempt(READERS[name], data)


@each_reader
@given(text=grammar)
def test_any_text_of_the_right_letters(name: str, text: str) -> None:
    attempt(READERS[name], text.encode())


@pytest.mark.sample(4)
@each_reader
@given(data=st.data())
def test_any_damage_to_a_valid_text(name: str, data: st.DataObject) -> None:
    text = data.draw(mutated(TEXTS[name]))
    attempt(READERS[name], text.encode("utf-8", "ignore"))


@each_reader
def test_every_beginning_of_a_valid_text(name: str) -> None:
    text = TEXTS[name]
    for length in range(len(text)):
        attempt(READERS[name], text[:length].encode())


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", [*READERS, *OTHERS])
@represented("begin, end", [("1", "2 3 4\n"), ("", ""), ("v 1", "x"), ("SAT", "x"), ("3 2\n1", ",")])
def test_long_repetitions(name: str, begin: str, end: str) -> None:
    for part in REPEATED:
        with suppress(InputError, FormatError), within_a_second():
            (READERS | OTHERS)[name](begin + part * 20_000 + end, "x")


@pytest.mark.parametrize("blank", [" ", "\t", "\N{NO-BREAK SPACE}"])
def test_a_long_gap_takes_no_quadratic_time(blank: str) -> None:
    """That would be hours."""
    gap = blank * 1_000_000
    found = lines.records(f"1{gap}2{gap},{gap}3 4{gap};\n5 ,\n", "x", "numbers")
    assert found == [lines.Record("x", 1, ["1", "2", "3", "4"]), lines.Record("x", 2, ["5"])]
