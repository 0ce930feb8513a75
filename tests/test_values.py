"""The values in tests/values: expressions, and everything that comes of each.

Imports and assignments hold for the rest of a file, and `text` is the input of an expression. The form is that of
`tests/support/answers.py`.
`python -m tests.test_values` writes the values anew.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from edgeasp.system.errors import EdgeaspError
from tests.support import laboratory
from tests.support.answers import answered, require_same, unescaped

VALUES = sorted((Path(__file__).parent / "values").glob("*.txt"))

STATEMENT = re.compile(r"from \S+ import |\w+ = ")


def rerun(text: str) -> str:
    """Return a table with the values of now."""
    names: dict[str, Any] = {}
    return answered(text, lambda command, lines: _value(command, unescaped(lines), names))


def _value(command: str, text: str, names: dict[str, Any]) -> list[str]:
    names["text"] = text
    if STATEMENT.match(command):
        exec(command, names)  # the statements of these files
        return []
    try:
        value = eval(command, names)  # the expressions of these files
    except (ValueError, TypeError, EdgeaspError) as error:
        return [f"! {type(error).__name__}: {line}" for line in str(error).splitlines()]
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return value or ["nothing"]
    return str(value).splitlines() if isinstance(value, str) else [repr(value)]


@pytest.mark.parametrize("path", VALUES, ids=lambda path: path.stem)
def test_everything_has_the_value_that_is_written(path: Path) -> None:
    if path.stem == "laboratory" and not laboratory.HERE:
        pytest.skip("the laboratory is not here")
    written = path.read_text(encoding="utf-8")
    require_same(written, rerun(written))


if __name__ == "__main__":
    for each in VALUES:
        each.write_text(rerun(each.read_text(encoding="utf-8")), encoding="utf-8")
