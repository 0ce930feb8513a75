"""Imports every module of the package, then runs commands in the current folder: `python tour.py`.

It prints a line for each command that does not end as expected, and at the end what was warned of.
"""

from __future__ import annotations

import os
import pkgutil
import sys
import warnings
from importlib import import_module

COMMANDS = [
    "solve p.puz -o x.sol",
    "solve p.puz --count --jobs 2",
    "solve p.puz --unique",
    "check p.puz x.sol",
    "best r.puz -o best.sol --time-limit 20",
    "explain p.puz --clue x.sol",
    "hint p.puz x.sol",
    "show p.puz x.sol -o x.svg",
    "show p.puz x.sol -o x.html",
    "ground p.puz",
    "ground p.puz --format aspif -o p.aspif",
    "cnf p.puz -o p.cnf",
    "generate --size 4 --seed 3 -o g.puz --save-solution g.sol",
    "check g.puz g.sol",
    "convert p.puz --to eternity2dev -o p.json",
    "info p.json",
    "suite generate boards --sizes 4 --colours 4 --boards 1",
    "suite solve boards --time-limit 60 --jobs 1",
    "suite status boards",
    "campaign new p.puz -o campaign",
    "campaign run campaign --jobs 1",
    "campaign check campaign",
    "signs count p.puz",
]
"""What every system can do; each ends with status 0."""


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(text + "\n")


def main() -> None:
    """Import, run, print."""
    import edgeasp

    if os.environ["EDGEASP_TEST_SYSTEM"] != "macos":
        assert sys.modules["fcntl"] is sys.modules["resource"] is None
    for module in pkgutil.walk_packages(edgeasp.__path__, "edgeasp."):
        if not module.name.endswith("__main__"):
            import_module(module.name)

    from typer.testing import CliRunner

    from edgeasp.cli.commands import app
    from edgeasp.system.processes import SystemWarning

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SystemWarning)
        for command in sys.argv[1:] or COMMANDS:
            done = CliRunner().invoke(app, command.split())
            if done.exit_code:
                say(f"{command}: {done.exit_code}, {done.output.strip()}, {done.exception!r}")
    for text in sorted({str(each.message) for each in caught if issubclass(each.category, SystemWarning)}):
        say(text)


main()
