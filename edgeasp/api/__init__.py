"""Python interface, with results as text and as records."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TypeVar, get_origin, get_type_hints

from edgeasp.system.errors import as_python_number

_P = ParamSpec("_P")
_T = TypeVar("_T")

# Arguments of edgeasp, mapped to their names in other libraries and on the command line.
_SYNONYMS = {
    "number": "limit max_solutions solutions models n",
    "jobs": "cores n_jobs processes threads workers",
    "time_limit": "timeout seconds time max_time",
    "limits": "memory_limit",
    "up_to_rotation": "symmetry up_to_symmetry",
    "border_colours": "border",
    "holes": "mask",
    "add": "rules",
    "goal": "target",
    "board": "solution",
}

# Advice for common guesses at attributes, by class and name.
_ADVICE = {
    "_WithPuzzle": {
        **dict.fromkeys(("width", "columns"), "write .cols, or .size for columns and rows"),
        "height": "write .rows, or .size for columns and rows",
        **dict.fromkeys(("show", "draw", "plot"), ".svg() is a picture, .text() a drawing in letters"),
        **dict.fromkeys(("save", "write"), "edgeasp.save(it, FILE) writes a puzzle or a board"),
    },
    "Instance": {
        "solve": "edgeasp.solve(puzzle) gives solutions one by one, edgeasp.solve_all(puzzle) all",
        "count": "edgeasp.count(puzzle)",
        **dict.fromkeys(("unique", "is_unique"), "edgeasp.is_unique(puzzle)"),
    },
    "Board": {
        **dict.fromkeys(("tile_at", "at", "get"), "board[0, 0] or board['A1'] is the placement on a square"),
        **dict.fromkeys(("diff", "compare"), "edgeasp.diff(board, other)"),
        "check": "board.report, or edgeasp.check(board)",
        **dict.fromkeys(("errors", "violations"), "board.report.violations"),
        "link": "edgeasp.link(board)",
    },
    "Outcome": {"stats": "write .statistics"},
}

# Minimum similarity of a suggested name. `start` is not suggested for `target`, and `colours` is for `colors`.
_CLOSE = 0.8


class Advising:
    """Base class that names the right attribute if a guess fails."""

    if not TYPE_CHECKING:  # else type checkers would accept every name

        def __getattr__(self, name: str) -> Any:
            """Raise AttributeError, with advice on common guesses."""
            tables = [_ADVICE.get(base.__name__, {}) for base in type(self).__mro__]
            advice = next((table[name] for table in tables if name in table), None)
            if advice is None:
                return object.__getattribute__(self, name)  # Python's own error, or an error of a property
            text = f"{type(self).__name__!r} object has no attribute {name!r}: {advice}"
            raise AttributeError(text, name=name, obj=self)


class _UnquotedAnnotation(str):
    """An annotation that prints without quotes."""

    __repr__ = str.__str__


class _MultilineSignature(inspect.Signature):
    """A signature that prints one argument per line."""

    def __str__(self) -> str:
        """Print the arguments below each other."""
        arguments = list(map(str, self.parameters.values()))
        kinds = [parameter.kind for parameter in self.parameters.values()]
        if inspect.Parameter.KEYWORD_ONLY in kinds:
            arguments.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
        return "".join(["(\n", *(f"    {text},\n" for text in arguments), f") -> {self.return_annotation}"])


def with_defaults(call: Callable[_P, _T]) -> Callable[_P, _T]:
    """Decorator: fill in defaults that several calls share.

    Shared keyword arguments come from a TypedDict, as in `**costs: Unpack[Costs]`. `Annotated[int, 1]` declares an
    argument with the default 1. The decorated signature lists the arguments one by one. Numbers of other libraries,
    such as numpy's, become Python numbers.

    Raises:
        TypeError: the arguments do not fit.
    """
    signature = inspect.signature(call)
    *parameters, last = signature.parameters.values()
    defaults: dict[str, Any] = {}
    shared = call.__globals__[last.annotation.removeprefix("Unpack[").removesuffix("]")]
    for name, hint in get_type_hints(shared, include_extras=True).items():
        # Postponed annotations of a TypedDict are forward references, which hold the text.
        words = getattr(shared.__annotations__[name], "__forward_arg__", str(hint))
        default: Any = ...
        if get_origin(hint) is Annotated:
            defaults[name] = default = hint.__metadata__[0]
            words = words.removeprefix("Annotated[").rpartition(", ")[0]
        parameters.append(inspect.Parameter(name, last.KEYWORD_ONLY, default=default, annotation=words))
    parameters = [parameter.replace(annotation=_UnquotedAnnotation(parameter.annotation)) for parameter in parameters]
    signature = _MultilineSignature(parameters, return_annotation=signature.return_annotation)

    @wraps(call)
    def call_with_defaults(*args: _P.args, **named: _P.kwargs) -> _T:
        """Check the arguments, and call with all defaults."""
        try:
            signature.bind(*args, **named)
        except TypeError as error:
            raise TypeError(_argument_error_text(call.__qualname__, error, [*signature.parameters], named)) from None
        arguments: Any = map(as_python_number, args)
        return call(*arguments, **{**defaults, **{name: as_python_number(value) for name, value in named.items()}})

    call_with_defaults.__signature__ = signature  # type: ignore[attr-defined]
    return call_with_defaults


def _argument_error_text(call: str, error: TypeError, known: Sequence[str], named: Iterable[str]) -> str:
    call = call.removesuffix(".__init__")
    for name in named:
        if name not in known:
            close = [own for own in known if name in _SYNONYMS.get(own, "").split()]
            close = close or get_close_matches(name, known, 1, _CLOSE)
            advice = f"write {close[0]}=..." if close else f"it has {', '.join(known)}"
            return f"{call}() has no argument {name!r}: {advice}"
    return f"{call}(): {error}"
