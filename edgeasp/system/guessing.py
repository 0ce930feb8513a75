"""Answers to wrong guesses in calls: one line that says what to write."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar, get_origin, get_type_hints

_MEANT = {
    "border": ("border_colours",),
    "conflict_limit": ("limits=edgeasp.Limits(conflicts=...)",),
    "cores": ("jobs",),
    "encoding": ("variants",),
    "height": ("rows",),
    "inner": ("colours",),
    "limit": ("number",),
    "max_solutions": ("number",),
    "memory_limit": ("memory", "limits=edgeasp.Limits(memory=...)"),
    "models": ("number",),
    "n": ("number",),
    "n_jobs": ("jobs",),
    "on_progress": ("on_tick",),
    "partial": ("clues",),
    "processes": ("jobs",),
    "progress": ("on_tick",),
    "random_state": ("seed",),
    "request": ("encoding",),
    "rules": ("add",),
    "size": ("cols", "sizes"),
    "solution": ("board",),
    "symmetry": ("up_to_rotation",),
    "target": ("goal",),
    "threads": ("jobs",),
    "time": ("seconds", "time_limit"),
    "time_limit": ("seconds",),
    "timeout": ("seconds", "time_limit"),
    "up_to_symmetry": ("up_to_rotation",),
    "width": ("cols", "size"),
    "workers": ("jobs",),
}
"""The arguments meant by names that other libraries and the command line have; the first that a call has."""

_ELSEWHERE = {
    "add": "it has code of its own, which knows no rules; solve, solve_all, count, is_unique, explain and hint do",
    "program": "it asks edgeasp's own rules; solve, solve_all, count and is_unique take a program",
    "number": "solve, solve_all, count and explain take it",
    "seed": "the answer is the same for every seed",
}


class _Unsaid:
    """A default that is up to the other arguments."""

    def __repr__(self) -> str:
        return "..."


_UNSAID = _Unsaid()
_P = ParamSpec("_P")
_T = TypeVar("_T")


def guided(call: Callable[_P, _T]) -> Callable[_P, _T]:
    """The same call, which answers an argument that it does not have, or lacks, by what to write.

    Keyword arguments that several calls share are a TypedDict, as in `**costs: Unpack[Costs]`, with their defaults, as
    in `Annotated[int, 1]`. The call gets all that have a default; its signature has them one by one.

    Raises:
        TypeError: the arguments do not fit.
    """
    defaults: dict[str, Any] = {}
    signature = _signature(call, defaults)

    @wraps(call)
    def guiding(*args: _P.args, **named: _P.kwargs) -> _T:
        try:
            if defaults:
                signature.bind(*args, **named)
            return call(*args, **{**defaults, **named})
        except TypeError:
            try:
                signature.bind(*args, **named)
            except TypeError:
                advice = _advice(call.__qualname__.removesuffix(".__init__"), signature, len(args), named)
                raise TypeError(advice) from None
            raise

    guiding.__signature__ = signature  # type: ignore[attr-defined]
    return guiding


def _signature(call: Callable[..., object], defaults: dict[str, Any]) -> inspect.Signature:
    """The signature, with the arguments of a TypedDict one by one; takes down their defaults."""
    signature = inspect.signature(call)
    parameters = list(signature.parameters.values())
    if not parameters or parameters[-1].kind is not inspect.Parameter.VAR_KEYWORD:
        return signature
    shared = call.__globals__[parameters.pop().annotation.removeprefix("Unpack[").removesuffix("]")]
    for name, hint in get_type_hints(shared, include_extras=True).items():
        words, default = getattr(shared.__annotations__[name], "__forward_arg__", str(hint)), _UNSAID
        if get_origin(hint) is Annotated:
            defaults[name] = default = hint.__metadata__[0]
            words = words.removeprefix("Annotated[").rpartition(", ")[0]
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=words))
    return signature.replace(parameters=parameters)


def guided_class(kind: type[_T]) -> type[_T]:
    """The same class, whose constructor is guided."""
    kind.__init__ = guided(kind.__init__)  # type: ignore[method-assign]
    return kind


def _advice(call: str, signature: inspect.Signature, number: int, named: Iterable[str]) -> str:
    own = {name: parameter for name, parameter in signature.parameters.items() if name != "self"}
    known = [
        name
        for name, parameter in own.items()
        if parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
    ]
    for name in named:
        if name not in known:
            return unknown(call, name, known)
    placed = [name for name, parameter in own.items() if parameter.kind is parameter.POSITIONAL_OR_KEYWORD]
    if number - ("self" in signature.parameters) > len(placed):
        rest = [name for name in known if name not in placed]
        return f"expected {call}({', '.join([*placed, *(f'{name}=...' for name in rest[:1])])})"
    needed = [name for name in placed if own[name].default is inspect.Parameter.empty]
    return f"expected {call}({', '.join(needed)})"


def unknown(call: str, name: str, known: Sequence[str]) -> str:
    """Advice on an argument that a call does not have."""
    begin = f"{call}() has no argument {name!r}"
    for meant in _MEANT.get(name, ()):
        if meant.partition("=")[0] in known:
            return f"{begin}: write {meant if '=' in meant else f'{meant}=...'}"
    if "style" in known:
        return f"{begin}: write style=edgeasp.DrawStyle({name}=...)"
    if name in _ELSEWHERE:
        return f"{begin}: {_ELSEWHERE[name]}"
    if close := get_close_matches(name, known, 1):
        return f"{begin}: write {close[0]}=..."
    return f"{begin}: it has {', '.join(known)}"


def kind_of(value: object) -> str:
    """The kind of a value, for an error."""
    return "None" if value is None else type(value).__name__
