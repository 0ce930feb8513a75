"""Whatever the bytes, a reader gives a value or says what it expected, in time that grows with the text."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import dimacs, plain
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.system import lines
from edgeasp.system.errors import FormatError, InputError
from tests.formats.examples import READERS, TEXTS
from tests.formats.hand import PUZZLE
from tests.support.lanes import represented

each_reader = pytest.mark.parametrize("name", READERS)

LETTERS = "0123456789 \t\n\r,;+-/#%c{}[]:\"'.&=?abnmwz\N{NO-BREAK SPACE}\N{ARABIC-INDIC DIGIT TWO}"
REPEATED = ("(", "[", "{", '{"a":', "?", "#", "&", "a", "a=", "=", " ", ",", "1", "1 ", "1\n", "---/- ", "\r")

OTHERS: dict[str, Callable[[str, str], object]] = {
    "puz": plain.read_puz,
    "sol": lambda text, source: plain.read_sol(text, PUZZLE, source),
    "signs": lambda text, source: plain.read_signs(text, PUZZLE, source),
    "dimacs": dimacs.read,
    "sat output": lambda text, source: (dimacs.is_solver_output(text), dimacs.read_models(text, source)),
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
            read(lines.decode(data, "x"), "x")
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
