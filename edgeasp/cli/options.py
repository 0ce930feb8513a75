"""Options as dataclass fields, and their conversion to typer parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import MISSING, Field, field, fields, is_dataclass
from functools import cache, partial, wraps
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import typer

from edgeasp.cli import clock
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Limits, parse_seconds
from edgeasp.system.lines import quoted

if TYPE_CHECKING:
    from edgeasp.encoding.render import Component


def option_factory(heading: str, **settings: Any) -> Callable[..., Any]:
    """Return a function that defines options below a heading.

    The returned function takes the names and the metavar, such as `-n --number N|all`, the help, the default, and
    settings of typer.
    """
    define: Any = partial(typer.Option, rich_help_panel=heading, show_envvar=False, **settings)

    def define_option(names: str, text: str, default: Any = None, **more: Any) -> Any:
        """Define an option as a dataclass field."""
        words = names.split()
        metavar = None if words[-1].startswith("-") else words.pop()
        return field(default=default, metadata={"option": define(*words, metavar=metavar, help=text, **more)})

    return define_option


def group_without(group: Any, *names: str) -> Any:
    """Define a group of options without some of its fields."""
    return field(default=group, metadata={"without": names})


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: let parameters of a command be dataclasses of options.

    On the command line, a group such as `PuzzleOptions` is replaced by its fields, in order. Groups may contain groups.
    """
    # Annotations are text, because of `from __future__ import annotations`.
    own = inspect.signature(command, eval_str=True).parameters
    parameters = [
        option
        for parameter in own.values()
        for option in _flatten_parameter(parameter.name, parameter.annotation, parameter.default)
    ]

    @wraps(command)
    def call_with_groups(**values: Any) -> None:
        """Call the command with its groups rebuilt."""
        with clock.limit_reading(Limits(values.get("time_limit"), memory=values.get("memory_limit"))):
            command(
                **{parameter.name: _regroup(parameter.name, parameter.annotation, values) for parameter in own.values()}
            )

    # typer reads options from the signature and the annotations.
    call_with_groups.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call_with_groups.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return call_with_groups


def _flatten_parameter(name: str, hint: Any, default: Any) -> Iterator[inspect.Parameter]:
    if group := _group_fields(hint):
        without = default.metadata.get("without", ()) if isinstance(default, Field) else ()
        for field in fields(hint):
            if field.name not in without:
                yield from _flatten_parameter(field.name, group[field.name], field)
        return
    kind, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    options = [field.metadata["option"] for field in (*more, default) if isinstance(field, Field) and field.metadata]
    if isinstance(default, Field):
        default = inspect.Parameter.empty if default.default is MISSING else default.default
    for option in options:
        # Several commands may share an option, so each gets a copy to set the parser of.
        hint = Annotated[kind, _set_parser(copy(option), kind)]
    yield inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _regroup(name: str, kind: Any, values: Mapping[str, Any]) -> Any:
    if not (group := _group_fields(kind)):
        return values[name]
    present = {name: inner for name, inner in group.items() if _group_fields(inner) or name in values}
    return kind(**{name: _regroup(name, inner, values) for name, inner in present.items()})


@cache
def _group_fields(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True) if is_dataclass(kind) else {}


TIME = "TIME"
"""Metavar of an option that takes a time."""

# The end of the metavar of a number for which `all` means 0.
_ALL = "|all"


def _set_parser(option: Any, kind: Any) -> Any:
    number = next((number for number in (float, int) if number in (kind, *get_args(kind))), None)
    if number is not None:
        option.metavar = option.metavar or "N"
        option.parser = partial(_read_number, number, option.metavar, option.min, option.max)
    return option


def _read_number(kind: type[float], metavar: str, least: float | None, most: float | None, value: Any) -> float:
    """Parse a number, and check its range.

    Raises:
        typer.BadParameter: the text is not a number, or out of range.
    """
    text = str(value).strip()
    with suppress(ValueError, OptionError):
        number = (
            0 if metavar.endswith(_ALL) and text == "all" else kind(parse_seconds(text) if metavar == TIME else text)
        )
        # `all` is passed as 0, which may be below the minimum.
        if (text == "all" or least is None or least <= number) and (most is None or number <= most):
            return number
    words = "a whole number" if kind is int else "a number"
    if metavar == TIME:
        words = "a time such as 90, 90s, 30m, 8h or 2d"
    elif least is not None and most is not None:
        words += f" from {least:,} to {most:,}"
    elif least is not None:
        words += f" of {least:,} or more"
    words += ", or all" if metavar.endswith(_ALL) else ""
    raise typer.BadParameter(f"expected {words}, found {quoted(text)}")


# ---- shell completion of values ----

Values = Iterable[tuple[str, str]]
"""Values of an option, each with its meaning."""


def make_completer(values: Callable[[], Values], separator: str = "\n") -> Callable[[str], list[tuple[str, str]]]:
    """Return a shell completer for the values of an option.

    Args:
        values: function that returns all values and their meanings.
        separator: text between joined values. By default, the option takes a single value.
    """

    def complete(incomplete: str) -> list[tuple[str, str]]:
        """List the unused values that start with the last word."""
        before, joined, last = incomplete.rpartition(separator)
        used = before.split(separator) if joined else ()
        fitting = [(name, meaning) for name, meaning in values() if name.startswith(last) and name not in used]
        return [(before + joined + name, meaning) for name, meaning in fitting]

    return complete


def list_components(*of: Component, more: Values = ()) -> Callable[[], Values]:
    """Return a function that lists components and further values."""
    return lambda: [*((value.name, value.meaning) for value in of), *more]


def puzzle_formats() -> Values:
    """List the formats of puzzles with their titles."""
    from edgeasp.formats import recognition

    return [(form.name, form.title) for form in recognition.puzzle_formats()]


def all_formats() -> Values:
    """List the formats of puzzles and solutions with their titles."""
    from edgeasp.formats import recognition

    return dict([*puzzle_formats(), *((form.name, form.title) for form in recognition.board_formats())]).items()
