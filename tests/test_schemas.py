"""The published JSON schemas are those of the types that commands print."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tests.support import laboratory
from tests.tools.schemas import FOLDER, RECORDS, schema_of, text_of


@pytest.mark.parametrize("name", RECORDS)
def test_a_published_schema_has_not_drifted(name: str) -> None:
    text = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    assert text == text_of(RECORDS[name]), "write the schemas anew: make generated"


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", RECORDS)
def test_a_schema_is_one_and_describes_every_field(name: str) -> None:
    schema = schema_of(RECORDS[name])
    Draft202012Validator.check_schema(schema)
    for part in [schema, *schema.get("$defs", {}).values()]:
        assert part["description"]
        assert part["additionalProperties"] is False
        assert all(field["description"].endswith(".") for field in part["properties"].values())
        assert part["required"] == list(part["properties"])


@laboratory.needed
def test_every_file_belongs_to_a_type() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.schema.json" for name in RECORDS}
    assert all(json.loads(path.read_text(encoding="utf-8"))["title"] for path in FOLDER.iterdir())
