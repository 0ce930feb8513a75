"""Converts runs of `edgeasp bench` to benchmark-tool's XML.

`python from_bench.py runs.csv > results.xml`


Each system that was measured becomes a setting, each task a benchmark, each size of board a class, and each seed a run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from math import ceil
from typing import TypeVar
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

import edgeasp

Value = TypeVar("Value")

MEASURED = ("solutions", "conflicts", "choices", "restarts", "rules", "atoms", "variables", "constraints")


def results(runs: Sequence[edgeasp.RunRow]) -> Element:
    """Build the tree that `btool eval` would write."""
    root = Element("result")
    first = runs[0]
    memory = max(each.memory_limit or 0 for each in runs) // 10**6
    SubElement(root, "machine", name=first.host, cpu=first.host, memory="")
    SubElement(root, "config", name="edgeasp", template="")
    version = edgeasp.__version__
    system = SubElement(root, "system", name="bench", version=version, measures="edgeasp", config="edgeasp")
    systems, seeds = _different(each.system for each in runs), _different(each.seed for each in runs)
    for label in systems:
        SubElement(system, "setting", {"name": label, "tag": "all"})
    limit = str(ceil(max(each.time_limit for each in runs)))
    SubElement(root, "seqjob", name="job", timeout=limit, memout=str(memory), runs=str(len(seeds)), parallel="1")
    for task in _different(each.task for each in runs):
        asked = [each for each in runs if each.task == task]
        sizes, names = _different(each.size for each in asked), _different(each.instance for each in asked)
        benchmark = SubElement(root, "benchmark", name=task)
        for size in sizes:
            group = SubElement(benchmark, "class", name=size, id=str(sizes.index(size)))
            for name in _different(each.instance for each in asked if each.size == size):
                SubElement(group, "instance", name=name, id=str(names.index(name)))
        project = SubElement(root, "project", name=task, job="job")
        for label in systems:
            where = {"machine": first.host, "system": "bench", "version": version, "benchmark": task, "setting": label}
            runspec = SubElement(project, "runspec", where)
            for size in sizes:
                rows = [each for each in asked if (each.system, each.size) == (label, size)]
                group = SubElement(runspec, "class", id=str(sizes.index(size)))
                for name in _different(each.instance for each in rows):
                    instance = SubElement(group, "instance", id=str(names.index(name)))
                    for row in (each for each in rows if each.instance == name):
                        _add(SubElement(instance, "run", number=str(seeds.index(row.seed) + 1)), row)
    return root


def _add(run: Element, row: edgeasp.RunRow) -> None:
    """Add the measures of a run.

    An unsolved run counts as its time limit.
    """
    measures = {
        "time": row.wall if row.solved else row.time_limit,
        "timeout": float(not row.solved),
        "memout": float(row.status == "memory"),
        "error": float(row.status in ("failed", "wrong")),
        **{name: getattr(row, name) for name in MEASURED},
    }
    SubElement(run, "measure", name="status", type="string", val=row.status)
    for name, value in measures.items():
        if value is not None:
            SubElement(run, "measure", name=name, type="float", val=str(float(value)))


def _different(values: Iterable[Value]) -> list[Value]:
    """Drop duplicates and keep the order."""
    return list(dict.fromkeys(values))


if __name__ == "__main__":
    tree = results(edgeasp.read_runs(sys.argv[1]))
    indent(tree)
    ElementTree(tree).write(sys.stdout, encoding="unicode")
