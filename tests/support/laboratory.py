"""Whether the laboratory is here: without its folder the tests of all else pass as well."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

import pytest

from edgeasp.cli.commands import NAMES

HERE = find_spec("edgeasp.lab") is not None

needed = pytest.mark.skipif(not HERE, reason="the laboratory is not here")


def known(lines: Iterable[str]) -> list[str]:
    """Those of these command lines whose command is here."""
    return [line for line in lines if line.split()[0] in NAMES]
