"""Cases of which `make test` runs some, and `make test-all` runs all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import count
from typing import Any

import pytest


def represented(names: str, cases: Sequence[Any], **options: Any) -> pytest.MarkDecorator:
    """Parametrize a test; all cases but the first are marked `long`."""
    first, *others = cases
    several = "," in names
    marked = [pytest.param(*(case if several else [case]), marks=pytest.mark.long) for case in others]
    return pytest.mark.parametrize(names, [first, *marked], **options)


def halved(
    names: str, cases: Sequence[Any], kind: Callable[..., Hashable] = lambda *_: None, **options: Any
) -> pytest.MarkDecorator:
    """Parametrize a test; the second, the fourth and so on of each kind of case are marked `long`.

    So the first of each kind is in every run of the tests, however few there are of it.
    """
    several = "," in names
    seen: dict[Hashable, count[int]] = {}
    marked = []
    for case in cases:
        values = case if several else [case]
        long = next(seen.setdefault(kind(*values), count())) % 2
        marked.append(pytest.param(*values, marks=[pytest.mark.long] * long))
    return pytest.mark.parametrize(names, marked, **options)
