"""Hypothesis strategies for recipes; some of them are impossible."""

from __future__ import annotations

from hypothesis import strategies as st

from edgeasp.generate import Clues, Recipe

some_clues: st.SearchStrategy[Clues] = st.one_of(
    st.sampled_from(["none", "corner", "centre", "five"]), st.integers(0, 9)
)


@st.composite
def recipes(draw: st.DrawFn, *, planted: bool | None = None, framed: bool | None = None) -> Recipe:
    """Any recipe for a board of up to 8 x 8 squares."""
    flag = st.booleans()
    planted = draw(flag) if planted is None else planted
    framed = draw(flag) if framed is None else framed
    return Recipe(
        cols=draw(st.integers(2, 8)),
        rows=draw(st.integers(2, 8)),
        inner=draw(st.integers(0, 9)),
        border=draw(st.integers(1, 5)) if framed else 0,
        seed=draw(st.integers(0, 2**64)),
        shared=draw(flag),
        signed=draw(st.sampled_from([0.0, 0.3, 0.5, 1.0])),
        distinct=draw(flag),
        symmetric=draw(flag),
        balanced=draw(flag),
        clues=draw(some_clues) if planted else "none",
        shuffle=draw(flag),
        turn=draw(flag),
        planted=planted,
    )
