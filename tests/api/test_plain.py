"""JSON of values: by their fields, by the names that they choose, and by those of what they hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import edgeasp
from edgeasp.api.plain import json_document, plain
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.model import Side
from tests.support.boards import FRAME_3X3

LAID = edgeasp.Placement(3, edgeasp.Square(1, 2), 0)


@dataclass(frozen=True, slots=True)
class Named:
    JSON: ClassVar = ("*laid", "kind", "twice")

    laid: edgeasp.Placement
    kind: Condition
    secret: int = 7

    @property
    def twice(self) -> tuple[edgeasp.Placement, edgeasp.Square]:
        return self.laid, self.laid.square


def test_a_value_is_made_of_its_names() -> None:
    named = {"tile": 3, "col": 1, "row": 2, "rot": 0, "kind": "sign", "twice": [[3, 1, 2, 0], [1, 2]]}
    assert plain(Named(LAID, Condition.SIGN)) == named
    assert plain([Side.EAST, None, 1.5, "x"]) == ["right", None, 1.5, "x"]
    assert plain(edgeasp.Stopped(edgeasp.Limit.CONFLICTS, 5000)) == "conflict limit of 5,000"


def test_a_document_names_its_schema_its_file_and_versions() -> None:
    document = json_document(edgeasp.hint(FRAME_3X3, [LAID]), source="x.puz")
    assert list(document)[:4] == ["schema", "schema_version", "source", "level"]
    assert (document["schema"], document["source"]) == ("edgeasp.hint", "x.puz")
    assert set(document["versions"]) == {"edgeasp", "clingo", "python"}
