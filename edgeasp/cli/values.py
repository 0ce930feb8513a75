"""Values of options as people write them."""

from __future__ import annotations

from copy import copy
from typing import Any

import typer

from edgeasp.system.errors import OptionError
from edgeasp.system.limits import in_seconds

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""A command line that makes no sense; typer has the class, but no name for it in all its versions."""

TIME = "TIME"
"""The metavar of a time."""

_ALL = "|all"
"""The end of the metavar of a number for which `all` stands for 0."""


def read_as_written(param: Any) -> None:
    """Let an option take what people write, and say in their words what it expects, if its value is a number.

    A wrong value from a variable of the environment is named with this.
    """
    if getattr(param, "envvar", None):
        param.get_error_hint = lambda ctx: _where(param, ctx)
    if not param.type.name.startswith(("int", "float")):
        return
    kind: Any = copy(param.type)
    usual, metavar = kind.convert, param.metavar or ""

    def convert(value: Any, param: Any, ctx: Any) -> Any:
        text = value.strip() if isinstance(value, str) else value
        try:
            if metavar == TIME and isinstance(text, str):
                text = in_seconds(text)
            if metavar.endswith(_ALL) and text == "all":
                text = 0
            return usual(text, param, ctx)
        except (UsageError, OptionError):
            shown = f"'{value}'" if isinstance(value, str) else value
            kind.fail(f"expected {_expected(kind, metavar)}, found {shown}", param, ctx)

    kind.convert = convert
    # Help says in its words what is out of range, if that is not obvious.
    kind._describe_range = lambda: ""
    param.type = kind


def _where(param: Any, ctx: Any) -> str:
    """The name for a message on a wrong value: the option, or the variable that it came from."""
    source = ctx.get_parameter_source(param.name)
    return str(param.envvar) if source is not None and source.name == "ENVIRONMENT" else f"'{param.opts[-1]}'"


def _expected(kind: Any, metavar: str) -> str:
    """The range of a number, in words."""
    if metavar == TIME:
        return "a time such as 90, 90s, 30m, 8h or 2d"
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    words = "a whole number" if kind.name.startswith("int") else "a number"
    if least is not None and most is not None:
        words += f" from {least:,} to {most:,}"
    elif least is not None:
        words += f" of {least:,} or more"
    elif most is not None:
        words += f" of {most:,} or less"
    return f"{words}, or all" if metavar.endswith(_ALL) else words
