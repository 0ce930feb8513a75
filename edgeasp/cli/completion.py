"""The values that a shell completes, and the table of all commands and options that it reads.

`make generated` writes the table, so that help and completion need no module of a command. It lies beside this file, in
`option_table.json`; a test compares it with the commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

if TYPE_CHECKING:
    from edgeasp.encoding.render import Component
    from edgeasp.formats.document import BoardFormat, PuzzleFormat


Values = Iterable[tuple[str, str]]
"""Values, each with its meaning."""


def one_of(values: Callable[[], Values]) -> Callable[[str], list[tuple[str, str]]]:
    """Completes one of some values; they are asked for only when a shell completes."""

    def complete(incomplete: str) -> list[tuple[str, str]]:
        return [(name, meaning) for name, meaning in values() if name.startswith(incomplete)]

    return complete


def some_of(values: Callable[[], Values], separator: str) -> Callable[[str], list[tuple[str, str]]]:
    """Completes the last of several values that are joined by a separator, none of them twice."""

    def complete(incomplete: str) -> list[tuple[str, str]]:
        before, joined, last = incomplete.rpartition(separator)
        used = before.split(separator)
        return [
            (before + joined + name, meaning)
            for name, meaning in values()
            if name.startswith(last) and name not in used
        ]

    return complete


def components(*of: Component, more: Values = ()) -> Callable[[], Values]:
    """The names of parts of encodings, and further values."""
    return lambda: [*((value.name, value.meaning) for value in of), *more]


def puzzle_formats() -> Values:
    """The formats of puzzles."""
    from edgeasp.formats import recognition

    return [(form.name, form.title) for form in recognition.puzzles()]


def formats() -> Values:
    """The formats of puzzles and of solutions; those that are of both once."""
    from edgeasp.formats import recognition

    every: list[PuzzleFormat | BoardFormat] = [*recognition.puzzles(), *recognition.boards()]
    return {form.name: form.title for form in every}.items()


FILE = Path(__file__).with_name("option_table.json")


@cache
def read() -> dict[str, Any]:
    """Each command or group by the words that call it, such as `suite solve`: its sentence and its parameters."""
    import json

    table: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return table


def sentence(name: str) -> str:
    """A command in a sentence."""
    return str(read()[name]["help"])


def outline_for_shell(name: str) -> Any:
    """An outline, as `outline` has it; typer prints its words as they are, or would import rich for them, in 60 ms."""
    classes: Any = import_module("typer._completion_classes")
    if hasattr(classes, "_sanitize_help_text"):
        classes._sanitize_help_text = str
    return outline(name)


@cache
def outline(name: str) -> Any:
    """A command or a group with its options and their values, which runs nothing: for a shell that completes."""
    inner = {words.removeprefix(f"{name} "): outline(words) for words in read() if words.rpartition(" ")[0] == name}
    kind: dict[str, Any] = {"name": name.rpartition(" ")[2], "help": sentence(name)}
    if inner:
        return TyperGroup(commands=inner, **kind)
    return TyperCommand(params=[_parameter(parameter) for parameter in read()[name]["params"]], **kind)


def _parameter(record: dict[str, Any]) -> Any:
    if "names" not in record:
        return TyperArgument(param_decls=[record["argument"]], nargs=record["number"], required=False)
    names = [*record["names"]]
    if "off" in record:
        names[-1] += "/" + record["off"]
    settings: dict[str, Any] = {"help": record["meaning"], "multiple": record.get("repeated", False)}
    if record.get("flag"):
        settings["is_flag"] = True
    elif "values" in record:
        values = [(name, meaning) for name, meaning in record["values"]]
        complete = some_of(lambda: values, record["joined"]) if "joined" in record else one_of(lambda: values)
        settings["autocompletion"] = lambda context, words, incomplete: complete(incomplete)
    return TyperOption(param_decls=names, **settings)
