"""The archive of instances: complete, true, and the same each time."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import tarfile

from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.generate import Recipe
from studies import family
from tests.support import brute

RECIPES = [Recipe(3, 3, 2, 1), Recipe(4, 3, 3, 2, seed=2)]


def test_the_archive_has_puzzles_facts_a_true_table_and_a_text() -> None:
    data = family.archive(RECIPES)
    assert data == family.archive(RECIPES)
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        texts = {each.name: (tar.extractfile(each) or io.BytesIO()).read().decode() for each in tar.getmembers()}
    rows = list(csv.DictReader(io.StringIO(texts.pop("edge-matching/instances.csv"))))
    assert tuple(rows[0]) == family.COLUMNS
    assert texts.pop("edge-matching/README.md").startswith("# Edge matching\n")
    assert [row["name"] for row in rows] == ["3x3-2-1-1", "4x3-3-2-2"]
    for row in rows:
        text = texts.pop(f"edge-matching/{row['name']}.puz")
        puzzle = plain.read_puz(text, "it.puz")
        assert facts.read(texts.pop(f"edge-matching/{row['name']}.lp"), "it.lp")[0] == puzzle
        assert int(row["boards"]) == len(brute.solve(puzzle).pictures)
        assert row["sha256"] == hashlib.sha256(text.encode()).hexdigest()
        assert float(row["log10_nodes"]) > 0
    assert texts == {}


def test_the_text_has_the_parts_that_csplib_wants() -> None:
    text = family.TEXT.read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Specification", "Data", "Results", "References"]
    assert len(family.RECIPES) >= 12
