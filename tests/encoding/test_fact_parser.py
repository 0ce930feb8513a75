"""The reader of facts: it reads as clingo does whatever it accepts, and bounds what a file may hold."""

from __future__ import annotations

from contextlib import suppress

import clingo
import pytest
from clingo import ast
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from edgeasp.encoding.facts import Atom, parse_facts
from edgeasp.system.errors import InputError

BLANKS = ("", "", "", " ", "\n", "\t", "\r\n", "%* a *%", "% b\n", "%* c %* d\n *% *% ", "%* % *%\n*%", "%**%")

blanks = st.sampled_from(BLANKS)
numbers = st.integers(-3, 12).map(str)
constants = st.sampled_from(["red", "top", "a", "_b", "c'", "colour17", "note"])


@st.composite
def joined(draw: st.DrawFn, *parts: str | st.SearchStrategy[str]) -> str:
    """The parts with blanks and comments between them."""
    return "".join(draw(blanks) + (part if isinstance(part, str) else draw(part)) for part in parts)


def separated(parts: st.SearchStrategy[str], separator: str, most: int) -> st.SearchStrategy[str]:
    return st.lists(parts, min_size=1, max_size=most).map(separator.join)


items = st.one_of(joined(numbers), joined(constants), joined(numbers, "..", numbers))
pools = joined("(", separated(items, ";", 3), ")")
arguments = separated(separated(st.one_of(items, pools), ",", 3), ";", 2)
facts = st.one_of(joined(constants, "."), joined(constants, "(", arguments, ")", "."))


def read(text: str) -> list[tuple[Atom, int]]:
    return list(parse_facts(text, "x.lp"))


def refused(text: str) -> str:
    """The message for a text that holds something else, without the name of the file."""
    with pytest.raises(InputError) as caught:
        read(text)
    message = str(caught.value)
    assert message.isascii()
    assert message.isprintable()
    assert len(message) < 300
    return message.removeprefix("x.lp:")


def agrees_with_clingo(text: str) -> bool:
    """Whether clingo reads the same atoms, and facts on the same lines."""
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, message: messages.append(message))
    control.add("base", [], text)
    control.ground([("base", [])])
    lines: list[int] = []
    ast.parse_string(
        text, lambda each: lines.append(each.location.begin.line) if each.ast_type == ast.ASTType.Rule else None
    )
    found = read(text)
    assert not messages
    assert {str(atom) for atom, _ in found} == {str(each.symbol) for each in control.symbolic_atoms}
    return {line for _, line in found} <= set(lines)


@given(st.lists(facts, max_size=6).map("".join), blanks)
def test_facts_are_read_as_clingo_reads_them(text: str, end: str) -> None:
    assert agrees_with_clingo(text + end)


@settings(max_examples=5 * settings().max_examples)
@given(st.lists(facts, min_size=1, max_size=3).map("".join), st.data())
def test_what_is_accepted_clingo_accepts(text: str, data: st.DataObject) -> None:
    """So no damaged text is taken for facts that clingo would not find in it."""
    at = data.draw(st.integers(0, len(text)))
    junk = data.draw(st.text("%*().,;:-+0129 aXn_'\"\\#@|&\n\t\v", max_size=3))
    text = text[:at] + junk + text[at + data.draw(st.integers(0, 3)) :]
    try:
        found = read(text)
    except InputError:
        return
    assume(len(found) < 10_000)
    assert agrees_with_clingo(text)


@given(st.text())
def test_any_text_is_read_or_refused_in_one_printable_line(text: str) -> None:
    with suppress(InputError):
        read(text)
        return
    refused(text)


def test_each_fact_has_its_line() -> None:
    text = "a. % one\n%* two\nthree *% b(1).\n\nc(1..2,\n(x;y)). d.\n"
    assert [(str(atom), line) for atom, line in read(text)] == [
        *[("a", 1), ("b(1)", 3), ("c(1,x)", 5), ("c(1,y)", 5), ("c(2,x)", 5), ("c(2,y)", 5), ("d", 6)]
    ]  # fmt: skip


def test_a_pool_of_arguments_and_an_empty_interval() -> None:
    assert [str(atom) for atom, _ in read("clue(1,1;2,-3). tile(2..1). row(2..2).")] == [
        *["clue(1,1)", "clue(2,-3)", "row(2)"]
    ]  # fmt: skip


def test_constants_are_read_as_clingo_reads_them() -> None:
    assert agrees_with_clingo(
        "#show p/2. p(n,a). p(1..n,(n;m)).\n#const n = 3. n(-1..n). #show.\n#const k=-2. p(k..n,k)."
    )


ARGUMENTS = "1: expected a fact with constants, numbers of at most 9 digits, intervals and pools as arguments, found "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour(gr\N{LATIN SMALL LETTER U WITH DIAERESIS}n).", ARGUMENTS + r"'colour(gr\xfcn).'"),
        ("\N{LATIN SMALL LETTER E WITH ACUTE}t\xe9\n", r"1: expected a fact that ends with '.', found '\xe9t\xe9'"),
        ('tile("\x1b]0;pwn\x07\x1b[2J").', ARGUMENTS + r"""'tile("\x1b]0;pwn\x07\x1b[2J").'"""),
        ("\x1b[2J.", r"1: expected a fact, found '\x1b[2J.'"),
        ("tile\N{NO-BREAK SPACE}(1).", r"1: expected a fact, found 'tile\xa0(1).'"),
        ("tile(\N{ARABIC-INDIC DIGIT TWO}).", ARGUMENTS + r"'tile(\u0662).'"),
        ('%**% #include "more.lp".', """1: expected a fact, found '#include "more.lp".'"""),
        ('tile("%"). #include "more.lp".', "1: expected a fact that ends with '.', found 'tile(\"'"),
        ("a.\n\n  b", "3: expected a fact that ends with '.', found 'b'"),
        ("a. %* b\n%* *% c.", "1: expected '*%' at the end of the comment, found none"),
        ("col(1..3000*3000).", ARGUMENTS + "'col(1..3000*3000).'"),
        ("tile(f(1..9999,1..9999,1..9999)).", ARGUMENTS + "'tile(f(1..9999,1..9999,1..9999)).'"),
        ("tile((1..9999)*(1..99999)).", ARGUMENTS + "'tile((1..9999)*(1..99999)).'"),
        ("tile(1234567890).", ARGUMENTS + "'tile(1234567890).'"),
        ("tile(1+1). tile(2).", ARGUMENTS + "'tile(1+1).'"),
        ("tile(not).", ARGUMENTS + "'tile(not).'"),
    ],
)
def test_anything_else_is_refused(text: str, message: str) -> None:
    assert refused(text).startswith(message)


def test_comments_may_hold_anything() -> None:
    assert read('% gr\xfcn "\n%* \x1b[2J #include "x". *% a. % \N{SNOWMAN}')[0][0] == Atom("a")


@pytest.mark.parametrize(
    "part",
    [
        *["f(", "(", "-", "1+", "1 ", "1;", "1,", "(1;", "..", "1..", "tile(5. ", "tile(1) ", "%* ", "%*% ", "*%", "'"],
        *["a", " ", "\n", ". ", '"', "tile(1..2) "],
    ],
)
def test_long_repetitions(part: str) -> None:
    """Where clingo's parser crashes, or a pattern would try again and again."""
    for text in (part * 30_000, "tile(" + part * 30_000, "tile(" + part * 30_000 + "1)."):
        with suppress(InputError):
            read(text)


FEW_ATOMS = 10_000
"""The bound of the two tests that reach it: a million atoms take half a second."""


@pytest.fixture
def few_atoms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgeasp.encoding.facts.MOST_ATOMS", FEW_ATOMS)


@pytest.mark.usefixtures("few_atoms")
def test_intervals_and_pools_of_a_file_are_bounded() -> None:
    line = f"tile(1..{FEW_ATOMS // 2}).\n"
    facts = parse_facts(line * 3, "x.lp")
    assert sum(1 for _ in zip(range(FEW_ATOMS), facts, strict=False)) == FEW_ATOMS
    with pytest.raises(InputError, match=r"^x\.lp:3: expected intervals and pools for at most 10,000 atoms"):
        next(facts)


@pytest.mark.parametrize("text", ["tile(1..999999999).", "p(1..9999,1..9999,1..9999).", "p((1..999999999;1),0..1)."])
def test_a_fact_beyond_the_bound_is_refused_before_it_is_expanded(text: str) -> None:
    assert refused(text).startswith("1: expected intervals and pools for at most 1,000,000 atoms in the file, found ")


def test_an_empty_interval_beside_a_long_one_stands_for_nothing() -> None:
    assert read("p(1..999999999,1..0).") == []


@pytest.mark.usefixtures("few_atoms")
def test_facts_that_are_written_out_are_not_bounded() -> None:
    facts = parse_facts("tile(1).\n" * (2 * FEW_ATOMS) + f"tile(1..{FEW_ATOMS - 1}). tile((1;1;1)).", "x.lp")
    with pytest.raises(InputError, match=r"^x\.lp:20001: .* found more at 'tile\(\(1;1;1\)\)\.'$"):
        sum(1 for _ in facts)
