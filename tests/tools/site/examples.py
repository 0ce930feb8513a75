"""What the pages of the API need beside the sources: blocks of code for examples, and arguments that calls share."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import griffe

import edgeasp
from edgeasp.system.limits import Limits

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)

SHARED = "Unpack["
"""The beginning of the annotation of arguments that several calls share, see `edgeasp.system.errors.guided`."""


HIDDEN = "generate"
"""The module of which the package has a call of the same name."""


def fenced(docstring: str) -> str:
    """A docstring in which each example, up to the next blank line, is a block of Python and what it prints."""
    return EXAMPLE.sub(r"```pycon\n\g<0>\n```", docstring)


class Examples(griffe.Extension):
    """Prepares each docstring and each signature before they are read."""

    def on_package(self, *, pkg: griffe.Module, loader: griffe.GriffeLoader, **_: Any) -> None:
        """Put back the module whose name is that of a call as well, `edgeasp.generate`: the call takes its place."""
        folder = Path(edgeasp.__file__).parent / HIDDEN
        package = self._visited(HIDDEN, folder / "__init__.py", pkg, loader)
        for file in sorted(folder.glob("*.py")):
            if file.stem != "__init__":
                package.set_member(file.stem, self._visited(file.stem, file, package, loader))
        pkg.set_member(HIDDEN, package)

    @staticmethod
    def _visited(name: str, file: Path, parent: griffe.Module, loader: griffe.GriffeLoader) -> griffe.Module:
        return griffe.visit(
            name,
            file,
            file.read_text(encoding="utf-8"),
            extensions=loader.extensions,
            parent=parent,
            docstring_parser=loader.docstring_parser,
            docstring_options=loader.docstring_options,
            lines_collection=loader.lines_collection,
            modules_collection=loader.modules_collection,
        )

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Mark the examples of an object; name the arguments of a call one by one, as its signature does."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
        if not isinstance(obj, griffe.Function) or not any(
            str(each.annotation).startswith(SHARED) for each in obj.parameters
        ):
            return
        call = getattr(import_module(obj.module.path), obj.name)
        own = [each for each in obj.parameters if each.kind is not griffe.ParameterKind.var_keyword]
        shared = [*inspect.signature(call).parameters.values()][len(own) :]
        obj.parameters = griffe.Parameters(*own, *map(_parameter, shared))


def _parameter(parameter: inspect.Parameter) -> griffe.Parameter:
    value, kind = parameter.default, griffe.ParameterKind.keyword_only
    default = "Limits()" if value == Limits() else repr(value)
    return griffe.Parameter(parameter.name, annotation=str(parameter.annotation), kind=kind, default=default)
