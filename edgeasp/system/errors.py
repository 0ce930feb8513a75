"""Errors of edgeasp, and suggestions for wrong arguments of calls."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from numbers import Integral, Real
from pathlib import Path
from types import SimpleNamespace, UnionType
from typing import Annotated, Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints


class EdgeaspError(Exception):
    """Base class of all errors. Its text tells users what to do.

    >>> try:
    ...     edgeasp.load("no-such.puz")
    ... except edgeasp.EdgeaspError as error:
    ...     print(error)
    no-such.puz: cannot be read: no such file or directory
    """


class InputError(EdgeaspError):
    r"""An input that cannot be read, or that contradicts itself or another.

    >>> try:
    ...     edgeasp.parse("2 2\n1 1 1 1\n1 1 1\n", format="puz")
    ... except edgeasp.InputError as error:
    ...     print(error.line, error.message)
    3 expected a tile '<top> <right> <bottom> <left> [+|-]', found 3 fields

    Args:
        source: name of the file, as the user typed it.
        line: line number from 1, None if the error concerns the whole file.
        message: expected and actual content.
    """

    def __init__(self, source: str, line: int | None, message: str) -> None:
        # Exceptions are pickled by their arguments.
        super().__init__(source, line, message)
        self.source = source
        self.line = line
        self.message = message

    def __str__(self) -> str:
        """Format the source, the line if known, and the message."""
        source, line, message = self.args
        return f"{source}: {message}" if line is None else f"{source}:{line}: {message}"


class RefutedError(InputError):
    """A record of a search that lacks a board."""


class OutputError(EdgeaspError):
    """A file or folder that cannot be written.

    >>> written = edgeasp.save(edgeasp.load("instances/golden.puz"), "no/such/folder.puz")
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.OutputError: no/such/folder.puz: cannot be written: no such file or directory
    """


class EncodingError(EdgeaspError):
    """An encoding that does not exist or does not fit.

    >>> edgeasp.solve(edgeasp.load("instances/frame-3x3.puz"), encoding="decision+framed")
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.EncodingError: 'decision' and 'framed' exclude each other: the class as published has no frame
    """


class FormatError(EdgeaspError):
    """A text in no known format, or an unsuitable format.

    It is also raised for texts that several formats could read, and for formats that cannot represent a puzzle.

    >>> text = edgeasp.convert(edgeasp.load("instances/golden.puz"), "heule")
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.FormatError: the format heule cannot hold puzzles without a frame
    """


class ProgramError(EdgeaspError):
    """A user program whose answer is not a solution.

    >>> edgeasp.count(edgeasp.load("instances/golden.puz"), program="a.")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.ProgramError: program: an answer is not a board: expected chosenTile(1,1,...), found none; ...
    """


class OptionError(EdgeaspError):
    """An option or a limit that is invalid or contradicts another.

    >>> edgeasp.solve(edgeasp.load("instances/golden.puz"), jobs=0)
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.OptionError: expected a number of processes from 1 to 1,024, found 0
    """


class LimitError(EdgeaspError):
    """A limit that was reached before the question was answered.

    >>> edgeasp.count(edgeasp.load("e2"), limits=edgeasp.Limits(seconds=0))
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.LimitError: stopped by the time limit of 0 s: at least 0 boards
    """


class SolverError(EdgeaspError):
    """A program that clingo rejects: a fault in edgeasp or in clingo.

    >>> issubclass(edgeasp.SolverError, edgeasp.EdgeaspError)
    True
    """


class AnswerError(EdgeaspError):
    """A solver's answer without exactly one tile and rotation per square.

    >>> issubclass(edgeasp.AnswerError, edgeasp.EdgeaspError)
    True
    """


class CheckError(EdgeaspError):
    """A solver's answer that the independent checker rejects.

    It is a fault in edgeasp or in the solver.

    >>> issubclass(edgeasp.CheckError, edgeasp.EdgeaspError)
    True
    """


def os_reason(error: OSError) -> str:
    """Return the system's reason, e.g. `no such file or directory`."""
    return (error.strerror or str(error)).lower()


def missing(need: str, package: str, extra: str) -> OptionError:
    """Build the error for a missing optional package.

    The message names the required version of the package instead of an extra of edgeasp. The command then works for an
    edgeasp from any source, with the tool that installed it.

    Args:
        need: the missing feature, for the beginning of the message.
        package: name of the package.
        extra: name of the extra that contains it.
    """
    from importlib.metadata import requires  # it takes long to import

    begins = [
        requirement.partition(";") for requirement in requires("edgeasp") or () if requirement.startswith(package)
    ]
    packages = [wanted.strip() for wanted, _, condition in begins if extra in condition]
    return OptionError(f"{need}: {installer()} '{packages[0] if packages else package}'")


def laboratory(module: str, need: str) -> Any:
    """Import an optional module of the laboratory.

    Args:
        module: name of the module.
        need: the missing feature, for the beginning of the message.

    Raises:
        OptionError: this installation has no laboratory.
    """
    if find_spec("edgeasp.lab") is None:
        raise OptionError(f"{need} needs edgeasp.lab, which is not installed: install all of edgeasp")
    return import_module(module)


def installer() -> str:
    """Return the command that installs packages into this environment."""
    places = Path(sys.prefix).parts
    if "pipx" in places:
        return "pipx inject edgeasp"
    if "uv" in places and "tools" in places:
        return "uv tool install edgeasp --with"
    return "pip install"


# ---- answers to wrong guesses in calls ----

_MEANT = {
    "border": ("border_colours",),
    "conflict_limit": ("limits=edgeasp.Limits(conflicts=...)",),
    "cores": ("jobs",),
    "encoding": ("variants",),
    "height": ("rows",),
    "inner": ("colours",),
    "limit": ("number",),
    "mask": ("holes",),
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
    "wrap": ("wraps",),
}
"""Argument names of other libraries and of the command line, mapped to edgeasp's. The first that a call has is
suggested.
"""

_ELSEWHERE = {
    "add": "it does not use rules; solve, solve_all, count, is_unique, explain and hint do",
    "rules": "it does not use rules; solve, solve_all, count, is_unique, explain and hint take them as add",
    "program": "it uses edgeasp's rules; solve, solve_all, count and is_unique take a program",
    "number": "solve, solve_all, count and explain take it",
    "seed": "the answer is the same for every seed",
}


_CLOSE = 0.7
"""Minimum similarity of a suggested name. It separates `heads` from `easy`, and `names` from `unframed`."""


class _Unsaid:
    """A default that depends on other arguments."""

    def __repr__(self) -> str:
        return "..."


_UNSAID = _Unsaid()
_P = ParamSpec("_P")
_T = TypeVar("_T")


def guided(call: Callable[_P, _T]) -> Callable[_P, _T]:
    """Decorate a call to suggest the intended parameter on TypeError.

    Keyword arguments that several calls share come from a TypedDict, as in `**costs: Unpack[Costs]`, with defaults as
    in `Annotated[int, 1]`. The decorated signature lists them one by one, and the call receives every argument with a
    default. Numbers of other libraries, such as numpy's, become Python numbers.

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
            arguments: Any = map(_own_number, args)
            return call(*arguments, **{**defaults, **{name: _own_number(value) for name, value in named.items()}})
        except (TypeError, AttributeError) as error:
            try:
                bound = signature.bind(*args, **named)
            except TypeError:
                advice = _advice(call.__qualname__.removesuffix(".__init__"), signature, len(args), named)
                raise TypeError(advice) from None
            name, words = _misfit(call, bound)
            if words and name not in str(error) and not str(error).startswith("expected"):
                raise TypeError(words) from None
            raise

    guiding.__signature__ = signature  # type: ignore[attr-defined]
    return guiding


def _own_number(value: object) -> object:
    if type(value) is tuple:
        return tuple(map(_own_number, value))
    if isinstance(value, int | float) or not isinstance(value, Real):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


def _misfit(call: Callable[..., object], bound: inspect.BoundArguments) -> tuple[str, str]:
    """Find the first argument with a wrong type.

    Returns:
        Its name and a message, both empty if all arguments fit as far as can be checked.
    """
    for name, value in bound.arguments.items():
        parameter = bound.signature.parameters[name]
        words = str(parameter.annotation)
        several = parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        if several or parameter.annotation is inspect.Parameter.empty:
            continue
        # A type may be imported for annotations only.
        with suppress(NameError, SyntaxError, TypeError):
            hints = get_type_hints(SimpleNamespace(__annotations__={name: words}), call.__globals__)
            if not _is_of(value, hints[name]):
                return name, f"expected {words} as {name}, found {kind_of(value)}"
    return "", ""


def _is_of(value: object, hint: Any) -> bool:
    """Whether a value may be of a type, its items aside."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return any(_is_of(value, part) for part in get_args(hint))
    if origin is Literal:
        return value in get_args(hint)
    if hint is float:
        return isinstance(value, int | float)
    kind = origin or hint
    return not isinstance(kind, type) or isinstance(value, kind)


def _signature(call: Callable[..., object], defaults: dict[str, Any]) -> inspect.Signature:
    """Expand the TypedDict of a signature and collect its defaults."""
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
    """Decorate the constructor of a class with `guided`."""
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
    """Return advice on an unknown argument of a call."""
    begin = f"{call}() has no argument {name!r}"
    for meant in _MEANT.get(name, ()):
        if meant.partition("=")[0] in known:
            return f"{begin}: write {meant if '=' in meant else f'{meant}=...'}"
    if "style" in known:
        return f"{begin}: write style=edgeasp.DrawStyle({name}=...)"
    if name in _ELSEWHERE:
        return f"{begin}: {_ELSEWHERE[name]}"
    if name.startswith("un") and name[2:] in known:
        return f"{begin}: write {name[2:]}=False"
    if close := get_close_matches(name, known, 1, _CLOSE):
        return f"{begin}: write {close[0]}=..."
    return f"{begin}: it has {', '.join(known)}"


def kind_of(value: object) -> str:
    """Return the type name of a value for an error."""
    return "None" if value is None else type(value).__name__
