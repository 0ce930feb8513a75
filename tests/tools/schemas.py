"""The JSON schemas in docs/schemas, derived from the result types: `python -m tests.tools.schemas` writes them.

The fields come from the types of the dataclasses; the descriptions stand beside the types, or in the `Attributes:`
sections of the docstrings.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter

from edgeasp.api.best_board import BestRecord
from edgeasp.api.explaining import ExplainRecord, HintRecord
from edgeasp.api.info_record import InfoRecord
from edgeasp.api.solve_record import SolveRecord
from edgeasp.cli.check import CheckRecord
from edgeasp.cli.convert import FormatsRecord, GroundProfileRecord, GroundRecord
from edgeasp.cli.generate import GenerateRecord
from edgeasp.cli.grade import GradeRecord
from tests.support import laboratory

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"

RECORDS: dict[str, type] = {
    "best": BestRecord,
    "check": CheckRecord,
    "explain": ExplainRecord,
    "hint": HintRecord,
    "solve": SolveRecord,
    "info": InfoRecord,
    "formats": FormatsRecord,
    "generate": GenerateRecord,
    "grade": GradeRecord,
    "ground": GroundRecord,
    "ground-profile": GroundProfileRecord,
}
"""The types of what commands print or write as JSON, by the name of the schema."""
if laboratory.HERE:
    RECORDS |= import_module("tests.lab.support.schemas").RECORDS


def schema_of(record: type) -> dict[str, Any]:
    """The JSON schema of a dataclass."""
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
