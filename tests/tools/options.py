"""The table of all commands and options, `docs/options.md`: `python -m tests.tools.options` writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from edgeasp.cli.commands import GROUPS, NAMES, load_command

PAGE = Path(__file__).parents[2] / "docs" / "options.md"


@cache
def table() -> dict[str, Any]:
    """What the commands are, and what they take."""
    found = {}
    for name in NAMES:
        for words, command in _leaves(name, load_command(name)):
            found[words] = {
                "help": _sentence(command),
                "params": [_record(each) for each in command.params if not getattr(each, "hidden", False)],
            }
    return found


def _leaves(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    yield name, command
    for word, each in (getattr(command, "commands", None) or {}).items():
        yield f"{name} {word}", each


def _sentence(command: Any) -> str:
    return str(command.get_short_help_str(1000))


def _record(param: Any) -> dict[str, Any]:
    if param.param_type_name == "argument":
        return {"argument": param.name, "number": param.nargs, "metavar": param.metavar, "meaning": param.help}
    found: dict[str, Any] = {"names": param.opts}
    if param.secondary_opts:
        found["off"] = param.secondary_opts[-1]
    if param.metavar:
        found["metavar"] = param.metavar
    found["meaning"] = param.help
    default = param.default.value if isinstance(param.default, Enum) else param.default
    if default not in (None, False) and not callable(default):
        found["default"] = default
    if param.envvar:
        found["variable"] = param.envvar
    if param.multiple:
        found["repeated"] = True
    if param.is_flag:
        found["flag"] = True
        return found
    values = [[each.value, each.help or ""] for each in param.shell_complete(None, "") if each.type == "plain"]
    if not values and (choices := getattr(param.type, "choices", None)):
        values = [[str(getattr(each, "value", each)), ""] for each in choices]
    if values:
        found["values"] = values
        for separator in "+,":
            if param.shell_complete(None, values[0][0] + separator):
                found["joined"] = separator
    return found


def rows(words: str) -> str:
    """Return the table of a command, empty if it takes nothing."""
    params = table()[words]["params"]
    return "\n".join(["| Option | Meaning | If not given |", "|---|---|---|", *map(_row, params)]) if params else ""


def page_text() -> str:
    """The table for people."""
    found = table()
    lines = ["# Options", "", INTRODUCTION.strip(), ""]
    for heading, names in GROUPS:
        lines += [f"## {heading}", ""]
        for words, each in found.items():
            if words.partition(" ")[0] in names and each["params"]:
                lines += [f"### edgeasp {words}", "", each["help"], "", rows(words), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


INTRODUCTION = """
This page lists all commands, in the order of `edgeasp --help`, with all their arguments and options. An option with the
same name has the same meaning in every command. On the command line, `--help` shows the most common options,
`--help-all` shows all of them, and `edgeasp help reading` explains how a puzzle is read. `make generated` writes this
page, and a test compares it with the commands.
"""


def _row(param: dict[str, Any]) -> str:
    metavar = param.get("metavar") or (
        "" if param.get("flag") else "|".join(name for name, _ in param.get("values", ()))
    )
    if "names" in param:
        name = ", ".join(f"`{each}`" for each in param["names"])
        name += f" / `{param['off']}`" if "off" in param else ""
        name += f" {metavar if metavar == metavar.upper() else f'`{metavar}`'}" if metavar else ""
    else:
        name = metavar
    default = str(param.get("default", ""))
    if param.get("flag"):
        default = {"True": param["names"][-1], "": ""}.get(default, default)
    more = f"; `{param['variable']}`" if "variable" in param else ""
    shown = f"`{default}`" if default else ""
    meaning = _values_as_code(param["meaning"], [name for name, _ in param.get("values", ())])
    return f"| {_cell(name)} | {_cell(meaning)} | {_cell(f'{shown}{more}'.removeprefix('; '))} |"


def _values_as_code(text: str, values: list[str]) -> str:
    head, colon, tail = text.partition(": ")
    names = "|".join(sorted(map(re.escape, values), key=len, reverse=True))
    return head + colon + (re.sub(rf"(?<![\w-])({names})(?![\w-])", r"`\1`", tail) if values else tail)


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", text).replace("*", r"\*")


def main() -> None:
    """Write the table."""
    PAGE.write_text(page_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
