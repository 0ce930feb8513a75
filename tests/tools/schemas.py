"""The JSON schemas in docs/schemas, derived from the result types: `python -m tests.tools.schemas` writes them.

The fields come from the types of the dataclasses; the descriptions stand beside the types, or in the `Attributes:`
sections of the docstrings.
"""

from __future__ import annotations

import builtins
import inspect
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, make_dataclass
from enum import Enum
from functools import cache, cached_property, reduce
from importlib import import_module
from operator import or_
from pathlib import Path
from types import FunctionType, NoneType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from edgeasp.api.best_board import BestBoard
from edgeasp.api.explaining import Changes, Explained, Hinted
from edgeasp.api.generate import GenerateRecord
from edgeasp.api.info import Info
from edgeasp.api.plain import Entry, Versions, json_fields, split_entry
from edgeasp.api.solving import Outcome
from edgeasp.formats.recognition import Formats
from edgeasp.puzzle.model import Placement, Solution, Square
from edgeasp.puzzle.summary import BoardSummary, Mismatch
from edgeasp.search.explain import ConditionInPlace
from edgeasp.search.hints import HintStep
from edgeasp.search.profile import Profile
from edgeasp.solvers.clingo.syntax import Statement, UnjoinedPair
from edgeasp.solvers.interface import ProblemSize
from edgeasp.system.limits import Stopped
from tests.support import laboratory

PLAIN: dict[Any, Any] = {
    Placement: tuple[int, int, int, int],
    Square: tuple[int, int],
    Stopped: str,
    Solution: tuple[tuple[int, int, int, int], ...],
}
"""What `plain` makes of values that are no objects in JSON."""

NO_PART = "; null if there is none."
"""The end of the description of a part of a part that may be missing."""

UNTOLD = {HintStep: ("rule", "tiles", "placements")}
"""Names that may be null, as a level does not give them away."""

HEAD = (("source", str, "The name of the puzzle's file."),)
HEADS: dict[Any, tuple[tuple[str, Any, str], ...]] = {
    **dict.fromkeys((Info, Outcome, BestBoard, Formats, Profile), ()),
    ProblemSize: (("encoding", str, "The encoding in words."),),
    BoardSummary: (
        ("puzzle", str, "The file that the puzzle was read from, as the user named it."),
        ("board", str | None, "The file that the board was read from; null if it is that of the puzzle."),
    ),
    Changes: (
        ("puzzle", str, "The file that the puzzle was read from, as the user named it."),
        ("before", str, "The file of the first board."),
        ("after", str, "The file of the second board."),
    ),
}
"""What stands before the names of a value."""

ALL = {
    (ConditionInPlace, "condition"): Literal["adjoining", "sign"],
    (ConditionInPlace, "side"): Literal["right", "bottom"] | None,
    (Mismatch, "side"): Literal["right", "bottom"],
    (Hinted, "level"): Literal[1, 2, 3],
}
"""All values that occur, where these are fewer than the type has."""


def json_type(kind: Any) -> Any:
    """The type of what `plain` makes of a value of a type."""
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, UnionType):
        return reduce(or_, map(json_type, get_args(kind)))
    if get_origin(kind) is list:
        return tuple[json_type(get_args(kind)[0]), ...]  # type: ignore[misc]
    if get_origin(kind) is tuple:
        return tuple[tuple(part if part is ... else json_type(part) for part in get_args(kind))]  # type: ignore[misc]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Literal[tuple(getattr(member, "word", member.value) for member in kind)]
    return object_type(kind) if isinstance(kind, type) and is_dataclass(kind) else kind


@cache
def object_type(kind: Any) -> type:
    """A dataclass of what `plain` makes of a dataclass; descriptions are those of its attributes and properties."""
    entries = [(name, meant, text) for name, meant, text, _ in _entries(kind, json_fields(kind))]
    if schema := getattr(kind, "SCHEMA", None):
        head: list[tuple[str, Any, str]] = [("schema", Literal[schema[0]], "The name of this schema.")]
        head.append(("schema_version", Literal[schema[1]], "Grows when a field changes its meaning or goes."))
        entries = [*head, *HEADS.get(kind, HEAD), *entries]
        if any(name == "seconds" for name, _, _ in entries):
            entries.append(("versions", json_type(Versions), "Versions."))
    return _object(kind.__name__, (kind.__doc__ or "").partition("\n")[0], entries)


def _object(name: str, text: str, entries: list[tuple[str, Any, str]]) -> type:
    types = [(name, Annotated[meant, f"{text[0].upper()}{text[1:]}"]) for name, meant, text in entries]
    return make_dataclass(name, types, namespace={"__doc__": text})


def _entries(kind: Any, names: tuple[Entry, ...]) -> Iterator[tuple[str, Any, str, bool]]:
    """The names of a class in JSON, with types and descriptions, and whether a part on the way may be missing."""
    for entry in names:
        name, path = split_entry(entry)
        if not isinstance(path, str):
            parts = list(_entries(kind, path))
            # An object of parts that may all be missing is missing as a whole.
            missing = all(part[-1] for part in parts)
            types = [
                (part, _without_null(meant), text.replace(NO_PART, ".")) if missing else (part, meant, text)
                for part, meant, text, _ in parts
            ]
            made: Any = _object(name.title(), entry[1], types)
            yield name, made | None if missing else made, entry[1], False
            continue
        owner, meant, text, missing = kind, kind, "", False
        for step in path.split("."):
            missing |= NoneType in get_args(meant)
            owner = _without_null(meant)
            meant, text = _part(owner, step)
        if entry[0] == "*":
            yield from _entries(meant, json_fields(meant))
            continue
        text = entry[1] if isinstance(entry, tuple) else text
        assert text, f"{owner.__name__}: {name} is not described"
        meant, text = ALL.get((owner, name)) or json_type(meant), text.replace("None", "null")
        if missing:
            meant = meant | None
            text = text if "null" in text else text.removesuffix(".") + NO_PART
        if name in UNTOLD.get(kind, ()):
            meant, text = meant | None, f"{text.removesuffix('.')}; null where the level does not give it away."
        yield name, meant, text, missing


def _without_null(kind: Any) -> Any:
    choices = [choice for choice in get_args(kind) if choice is not NoneType]
    return reduce(or_, choices) if isinstance(kind, UnionType) else kind


def _part(kind: Any, name: str) -> tuple[Any, str]:
    """The type of a part of a class, and what its docstring says of it."""
    if get_origin(kind) is dict:
        return get_args(kind)[1], ""
    if name == "__len__":
        return int, ""
    asked = getattr(kind, name, None)
    if isinstance(asked, property | cached_property | FunctionType):
        function = asked.fget if isinstance(asked, property) else getattr(asked, "func", asked)
        return get_type_hints(function)["return"], inspect.getdoc(asked) or ""
    return get_type_hints(kind, localns=_Names(kind))[name], _attributes(inspect.getdoc(kind) or "").get(name, "")


class _Names(dict[str, Any]):
    """The names of the module of a class; what is imported for the checker of types alone can be anything."""

    def __init__(self, kind: type) -> None:
        super().__init__(vars(builtins) | vars(sys.modules[kind.__module__]))

    def __missing__(self, name: str) -> Any:
        return {each.__name__: each for each in (Statement, UnjoinedPair)}.get(name, Any)


FOLDER = Path(__file__).parents[2] / "docs" / "schemas"

RECORDS: dict[str, type] = {
    "best": BestBoard,
    "check": BoardSummary,
    "diff": Changes,
    "explain": Explained,
    "hint": Hinted,
    "solve": Outcome,
    "info": Info,
    "formats": Formats,
    "generate": GenerateRecord,
    "ground": ProblemSize,
    "ground-profile": Profile,
}
"""The types of what commands print or write as JSON, by the name of the schema."""
if laboratory.HERE:
    RECORDS |= import_module("tests.lab.support.schemas").RECORDS
    HEADS |= import_module("tests.lab.support.schemas").HEADS


def schema_of(record: type) -> dict[str, Any]:
    """The JSON schema of a dataclass."""
    if hasattr(record, "SCHEMA"):
        record = object_type(record)
    from pydantic import TypeAdapter  # which takes long, and tests ask for other things here

    derived: dict[str, Any] = TypeAdapter(record).json_schema(mode="serialization")
    definitions = derived.get("$defs", {})
    for each in _dataclasses_in(record):
        _describe(derived if each is record else definitions[each.__name__], each)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **derived}


def text_of(record: type) -> str:
    """The schema as text."""
    return json.dumps(schema_of(record), indent=1) + "\n"


def _dataclasses_in(kind: Any) -> list[type]:
    """A dataclass and those in its fields; or those in the arguments of another type."""
    if not is_dataclass(kind):
        return [each for part in get_args(kind) for each in _dataclasses_in(part)]
    assert isinstance(kind, type)
    hints = get_type_hints(kind)
    return [kind, *(each for field in fields(kind) for each in _dataclasses_in(hints[field.name]))]


def _describe(schema: dict[str, Any], kind: type) -> None:
    """Add the descriptions, and let nothing else in."""
    docstring = inspect.getdoc(kind) or ""
    schema["description"] = docstring.partition("\n")[0]
    schema["additionalProperties"] = False
    schema["required"] = [field.name for field in fields(kind)]
    hints = get_type_hints(kind, include_extras=True)
    beside = {name: hint.__metadata__[0] for name, hint in hints.items() if get_origin(hint) is Annotated}
    meanings = beside or _attributes(docstring)
    assert set(meanings) == set(schema["properties"]), f"{kind.__name__}: the descriptions are of other fields"
    for name, meaning in meanings.items():
        schema["properties"][name] = {"description": meaning, **schema["properties"][name]}
        schema["properties"][name].pop("title", None)


def _attributes(docstring: str) -> dict[str, str]:
    """The section `Attributes:` of a docstring."""
    section = docstring.partition("Attributes:\n")[2].partition("\n\n")[0]
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {8,}.*)*)", section, re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in entries}


def main() -> None:
    """Write the schemas."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, record in RECORDS.items():
        (FOLDER / f"{name}.schema.json").write_text(text_of(record), encoding="utf-8")
        sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    main()
