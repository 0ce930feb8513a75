"""The script of a page: modules joined, without comments and needless spaces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.draw.page.script import MODULES, script, squeezed, tokens

MODULE = sorted(path.name for path in MODULES.glob("*.js"))


def read(text: str) -> str:
    return "".join(token for token, _ in tokens(text))


@pytest.mark.parametrize("name", MODULE)
def test_a_module_keeps_its_tokens_and_loses_its_comments(name: str) -> None:
    text = (MODULES / name).read_text(encoding="utf-8")
    plain = squeezed(text)
    assert read(plain) == read(text)
    assert squeezed(plain) == plain
    assert "@param" not in plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("const a = 1 ;\n\n// b\nreturn  a ;", "const a=1;return a;"),
        ("const f = () => {}\nf()", "const f=()=>{}\nf()"),
        ("a\n  .b()\n  .c", "a.b().c"),
        ("a + +b - -c", "a+ +b- -c"),
        ("`a  ${ b  + `${ c }  // d` }  /* e */` + f", "`a  ${b+`${c}  // d`}  /* e */`+f"),
        ("`${ { a: {} } }  ` ;", "`${{a:{}}}  `;"),
        ('"//  \\" /*" + \'  "\' ; /* x\n*/ y', '"//  \\" /*"+\'  "\';y'),
        ('x.split( /[/ "]  \\/ `/g ) ; a / b / c', 'x.split(/[/ "]  \\/ `/g);a/b/c'),
        ("return /  a/.test( b )", "return/  a/.test(b)"),
        ("/* head */ a", "a"),
        ("a\n++b", "a\n++b"),
    ],
)
def test_spaces_go_where_nothing_depends_on_them(text: str, plain: str) -> None:
    assert squeezed(text) == plain


@given(st.text("ab \n+-`${}\"'/;(", max_size=12))
def test_nothing_is_lost_between_tokens(text: str) -> None:
    text = text.lstrip()
    try:
        parts = [*tokens(text)]
    except ValueError:  # a template without an end
        return
    read = "".join(token + space for token, space in parts)
    assert text.endswith(read)
    assert not text.removesuffix(read).strip() or text.startswith("/")  # a comment at the head


def test_modules_stand_after_what_they_import() -> None:
    text = script("checker.js")
    assert text.startswith('(() => {\n"use strict";\n')
    assert text.index("const EMPTY=") < text.index("const check=")
    assert "import" not in text
