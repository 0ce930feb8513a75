"""Plots: complete, not blank, equal for equal rows."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from edgeasp.lab import plots
from edgeasp.lab.bench.table import RunRow
from edgeasp.system.errors import OptionError
from tests.lab.bench.rows import row, timeout

SYSTEMS = ("edgeasp", "peer", "slow")


def rows(task: str = "all") -> list[RunRow]:
    """Three systems on two sizes with two numbers of colours each; the last one solves nothing of the larger size."""
    found = []
    for factor, system in enumerate(SYSTEMS, start=1):
        for size, colours in ((4, 3), (4, 5), (6, 5), (6, 7)):
            values = {"size": f"{size}x{size}", "colours": colours, "task": task, "system": system}
            name = f"{size}-{colours}"
            solved = size == 4 or system != "slow"
            found.append(row(name, 0.1 * factor * colours, **values) if solved else timeout(name, **values))
    return found


@pytest.mark.long
def test_plots_show_every_system(tmp_path: Path) -> None:
    written = plots.write_benchmark(rows("first"), tmp_path / "plots")
    names = [f"first-{what}.{form}" for what in ("cactus", "size", "colours") for form in ("svg", "png")]
    assert [path.name for path in written] == names
    assert sorted(path.name for path in (tmp_path / "plots").iterdir()) == sorted(names)
    for path in written:
        if path.suffix == ".svg":
            text = "".join(ElementTree.parse(path).getroot().itertext())
            assert all(system in text for system in SYSTEMS)
        else:
            with Image.open(path) as image:
                colours = {colour for _, colour in image.convert("RGB").getcolors(2**24) or ()}
                assert image.width > 600
            for hexadecimal in plots.COLOURS[:3]:
                paint = tuple(int(hexadecimal[at : at + 2], 16) for at in (1, 3, 5))
                assert paint in colours


@pytest.mark.long
def test_the_same_rows_make_the_same_svg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "FORMATS", ("svg",))
    one, other = (plots.write_benchmark(rows()[:2], tmp_path / name) for name in ("one", "other"))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


@pytest.mark.long
def test_a_plot_without_a_point_is_left_out(tmp_path: Path) -> None:
    [*names] = (path.name for path in plots.write_benchmark([row("a", 1), timeout("b")], tmp_path))
    assert names == ["all-cactus.svg", "all-cactus.png"]
    assert plots.write_benchmark([timeout("a")], tmp_path / "none solved")


def test_plots_need_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    with pytest.raises(OptionError, match=r"plots need matplotlib: pip install 'matplotlib>=3.8'"):
        plots.write_benchmark(rows(), tmp_path)
    assert list(tmp_path.iterdir()) == []
