"""Cases of which `make test` runs some, and `make test-all` runs all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import count
from typing import Any

import pytest
from hypothesis import settings

few_examples = settings(max_examples=(settings().max_examples + 1) // 2)
"""Half as many examples for a property of which one takes a tenth of a second."""


def represented(names: str, cases: Sequence[Any], **options: Any) -> pytest.MarkDecorator:
    """Parametrize a test; all cases but the first are marked `long`."""
    first, *others = cases
    several = "," in names
    marked = [pytest.param(*(case if several else [case]), marks=pytest.mark.long) for case in others]
    return pytest.mark.parametrize(names, [first, *marked], **options)


def thinned(
    names: str,
    cases: Sequence[Any],
    kind: Callable[..., Hashable] = lambda *_: None,
    *,
    every: int | None = None,
    **options: Any,
) -> pytest.MarkDecorator:
    """Parametrize a test; all cases but the first of each kind are marked `long`.

    With `every`, the first is followed by each so-manieth of its kind.
    """
    several = "," in names
    seen: dict[Hashable, count[int]] = {}
    marked = []
    for case in cases:
        values = case if several else [case]
        number = next(seen.setdefault(kind(*values), count()))
        long = number % every != 0 if every else number > 0
        marked.append(pytest.param(*values, marks=[pytest.mark.long] * long))
    return pytest.mark.parametrize(names, marked, **options)
