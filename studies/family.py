"""Archive of instances with known counts and measured hardness.

`make family` writes it: puzzles as `.puz` and as facts, a table, and a specification in the format of CSPLib, which is
`family.md` in this folder. The same versions of edgeasp and clingo write the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import sys
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from edgeasp.search.orders import expected_nodes
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.system.lines import format_csv_row

TEXT = Path(__file__).with_suffix(".md")
ARCHIVE = Path("build") / "edge-matching.tar.gz"
COLUMNS = ("name", "cols", "rows", "inner", "border", "seed", "boards", "conflicts", "log10_nodes", "sha256")
COLOURS = {4: (3, 2), 5: (4, 3), 6: (5, 3), 7: (6, 3)}
"""Numbers of inner and border colours by size, for the hardest boards."""

RECIPES = tuple(
    Recipe(size, size, inner * factor // 2, border, seed=seed)
    for size, (inner, border) in COLOURS.items()
    for factor in (2, 3)
    for seed in (1, 2)
    # Larger boards with the hardest number of colours take many minutes each, or hours.
    if factor == 3 or size < 6
)


def members(recipes: Sequence[Recipe]) -> Iterator[tuple[str, str]]:
    """Yield the files of the archive with their text.

    The table comes last.
    """
    yield "README.md", TEXT.read_text(encoding="utf-8")
    rows: list[tuple[object, ...]] = [COLUMNS]
    for recipe in recipes:
        puzzle = generate(recipe).puzzle
        name = f"{recipe.cols}x{recipe.rows}-{recipe.inner}-{recipe.border}-{recipe.seed}"
        text = plain.write_puz(puzzle)
        yield f"{name}.puz", text
        yield f"{name}.lp", facts.write_facts(puzzle)
        session = Session(make_task(puzzle))
        session.count()
        result = session.result()
        assert result.exhausted
        assert result.statistics is not None
        nodes = expected_nodes(puzzle)
        rows.append(
            (
                *(name, recipe.cols, recipe.rows, recipe.inner, recipe.border, recipe.seed, result.counts.boards),
                *(result.statistics.conflicts, f"{nodes[0].log10:.2f}" if nodes else None),
                hashlib.sha256(text.encode()).hexdigest(),
            )
        )
        print(*rows[-1][:-1], file=sys.stderr)
    yield "instances.csv", "".join(map(format_csv_row, rows))


def archive(recipes: Sequence[Recipe] = RECIPES) -> bytes:
    """Build the archive.

    It has no times and machine names, so that its bytes can be reproduced.
    """
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as tar:
        for name, text in members(recipes):
            info = tarfile.TarInfo(f"edge-matching/{name}")
            info.size = len(text.encode())
            tar.addfile(info, io.BytesIO(text.encode()))
    return gzip.compress(plain.getvalue(), mtime=0)


def main() -> None:
    """Write the archive."""
    ARCHIVE.parent.mkdir(exist_ok=True)
    ARCHIVE.write_bytes(archive())
    print(ARCHIVE)


if __name__ == "__main__":
    main()
