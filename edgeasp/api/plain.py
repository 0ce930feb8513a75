"""JSON, made of the values that Python gets by one function."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from edgeasp._version import __version__
from edgeasp.puzzle.model import Placement
from edgeasp.system.limits import Stopped


@dataclass(frozen=True, slots=True)
class Versions:
    """Versions.

    Attributes:
        edgeasp: Of edgeasp.
        clingo: Of clingo.
        python: Of Python.
    """

    edgeasp: str
    clingo: str
    python: str


def versions() -> Versions:
    """The versions that run."""
    from importlib.metadata import version

    return Versions(__version__, version("clingo"), platform.python_version())


def names_in_json(kind: Any) -> tuple[str, ...]:
    """The names of a class in JSON: its fields, or its `JSON`.

    There `*part` stands for all names of what it holds as `part`, and `name=part.of.that` for what lies deeper; null
    if a part on the way is None.
    """
    return getattr(kind, "JSON", None) or getattr(kind, "_fields", None) or tuple(field.name for field in fields(kind))


def plain(value: Any) -> Any:
    """A value as JSON has it: a dataclass by its names, a placement as four numbers, an enumeration by its word."""
    if isinstance(value, Placement):
        return [number for _, number in _entries(value)]
    if isinstance(value, Enum):
        return getattr(value, "word", value.value)
    if isinstance(value, Stopped):
        return str(value)
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return dict(_entries(value)) if is_dataclass(value) else value


def _entries(value: Any) -> Iterator[tuple[str, Any]]:
    for entry in names_in_json(type(value)):
        name, _, path = entry.lstrip("*").partition("=")
        part = value
        for step in (path or name).split("."):
            part = None if part is None else getattr(part, step)
        if entry.startswith("*"):
            yield from _entries(part)
        else:
            yield name, plain(part)


def json_document(value: Any, **head: object) -> dict[str, Any]:
    """A result as a whole document of JSON: the name and the version of its `SCHEMA`, a head, and the result.

    Those of searches, which have seconds, end with the versions that ran.
    """
    schema, version = value.SCHEMA
    document = {"schema": schema, "schema_version": version, **head, **plain(value)}
    if "seconds" in document:
        document["seconds"] = round(document["seconds"], 3)
        document["versions"] = plain(versions())
    return document
