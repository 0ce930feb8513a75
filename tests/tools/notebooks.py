"""The notebooks in docs/notebooks: `python -m tests.tools.notebooks` runs them and writes what their cells show."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

PATIENCE = 600
"""Seconds for a cell."""

MEASURED = re.compile(r"\d[\d,]*(?:\.\d+)?(?= s\b| rules| conflicts?\b)")
"""Figures that differ from run to run."""

Notebook = Any
"""A notebook, as nbformat has it: a dictionary whose entries are attributes as well."""


def read(path: Path) -> Notebook:
    """A notebook as it is stored."""
    import nbformat  # which each worker would import that collects the tests of notebooks

    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


CHANCE = re.compile(r"<dc:date>[^<]*|\b[mp][0-9a-f]{10}\b|\b\d+(?:\.\d+)? s\b")
"""What differs between two drawings of the same."""


def executed(path: Path) -> Notebook:
    """A notebook, run from its beginning in a kernel of this interpreter, in its own folder.

    Raises:
        CellExecutionError: a cell raises an exception.
    """
    from jupyter_client.kernelspec import KernelSpecManager
    from nbclient import NotebookClient

    notebook = read(path)
    place = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(notebook, timeout=PATIENCE, record_timing=False, resources=place)
    manager = client.create_kernel_manager()
    # Without the kernels that a person has installed, there is one: that of this interpreter.
    manager.kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
    client.execute()
    return tidy(notebook)


def tidy(notebook: Notebook) -> Notebook:
    """The notebook with names of cells and facts of the kernel that are the same each time."""
    notebook.metadata.update(
        kernelspec={"display_name": "Python 3", "language": "python", "name": "python3"},
        language_info={"name": "python"},
    )
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:02}"
        cell.metadata.clear()
        if cell.cell_type == "code":
            cell.outputs = _joined(cell.outputs)
    return notebook


def _joined(outputs: list[Notebook]) -> list[Notebook]:
    """The outputs of a cell, with what it prints in one piece: a kernel sends it in pieces of any length."""
    joined: list[Notebook] = []
    for output in outputs:
        if joined and output.output_type == joined[-1].output_type == "stream" and output.name == joined[-1].name:
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def shown(notebook: Notebook) -> list[list[tuple[str, str]]]:
    """What each cell of code shows: kinds, each with its text, but without pictures and what was measured."""
    return [
        [each for output in cell.outputs for each in _parts(output)]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def _parts(output: Notebook) -> list[tuple[str, str]]:
    if output.output_type == "stream":
        return [(output.name, MEASURED.sub("#", output.text))]
    return [
        (kind, MEASURED.sub("#", text) if kind == "text/plain" else "") for kind, text in sorted(output.data.items())
    ]


def drawn(notebook: Notebook) -> list[str]:
    """What cells draw, but for dates and names by chance."""
    data = [output.data for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    return [CHANCE.sub("#", str(each[kind])) for each in data for kind in sorted(each) if kind != "text/plain"]


def pictures(notebook: Notebook) -> int:
    """The number of pictures that a notebook holds."""
    data = [output.data for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    drawn: int = sum("image/svg+xml" in each or "image/png" in each for each in data)
    images: int = sum(each.get("text/html", "").count("<img ") for each in data)
    return drawn + images


def main() -> None:
    """Run the notebooks, and write those that show something else."""
    for path in NOTEBOOKS:
        fresh, stored = executed(path), read(path)
        if (shown(fresh), drawn(fresh)) != (shown(stored), drawn(stored)):
            import nbformat

            nbformat.write(fresh, path)  # type: ignore[no-untyped-call]
        sys.stdout.write(f"{path.name}: {pictures(read(path))} pictures\n")


if __name__ == "__main__":
    main()
