"""Cases that `make test` represents by the first of them, and `make test-all` runs all of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def represented(names: str, cases: Sequence[Any], **options: Any) -> pytest.MarkDecorator:
    """Parametrize a test; all cases but the first are marked `long`."""
    first, *others = cases
    several = "," in names
    marked = [pytest.param(*(case if several else [case]), marks=pytest.mark.long) for case in others]
    return pytest.mark.parametrize(names, [first, *marked], **options)
