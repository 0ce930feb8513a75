"""Files with a palette of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.draw.palette import OWN_MOTIFS, OwnLook, halves, pattern, read_palette, rgb
from edgeasp.system.errors import InputError


def read(text: str, folder: Path) -> dict[int, OwnLook]:
    (folder / "own.txt").write_text(text, encoding="utf-8")
    return dict(read_palette(str(folder / "own.txt")))


def test_a_line_has_a_motif_or_letters_and_perhaps_a_paint(tmp_path: Path) -> None:
    assert read("% mine\n\n1 = heart, #c33\n2=A\n3: 'ß' , #00FF00\n4 = , #123456\n0 = plain\n", tmp_path) == {
        1: OwnLook("#cc3333", "heart"),
        2: OwnLook(rgb(2), letters="A"),
        3: OwnLook("#00ff00", letters="ß"),
        4: OwnLook("#123456", pattern(4)),
        0: OwnLook(rgb(0)),
    }


def test_letters_are_a_palette_for_every_number_of_colours() -> None:
    looks = read_palette("letters", 30)
    assert [looks[colour].letters for colour in (1, 26, 27, 30)] == ["A", "Z", "A2", "D2"]
    assert looks[5].paint == rgb(5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 = heart\nred\n", r"own\.txt:2: expected a line such as 1 = heart, #c33, found 'red'"),
        ("1 = hart\n", r"own\.txt:1: expected a motif \(disc, .*house, plain\) or up to 3 letters, found 'hart'"),
        ("1 = A\n1 = B\n", r"own\.txt:2: expected colour 1 once"),
        ("1 =\n", r"own\.txt:1: expected a line such as"),
        ("1 = A, #12\n", r"own\.txt:1: expected a line such as"),
    ],
)
def test_what_is_no_palette(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=words):
        read(text, tmp_path)


@pytest.mark.parametrize("motif", OWN_MOTIFS)
def test_two_halves_of_a_motif_fit(motif: str) -> None:
    """Seen from the other side of the line, left and right change places; so a half looks the same from both."""
    for outline in halves(motif):
        points = {(round(x, 1) + 0.0, round(y, 1)) for x, y in outline}
        mirrored = {(round(-x, 1) + 0.0, round(y, 1)) for x, y in (p for each in halves(motif) for p in each)}
        assert points <= mirrored
        assert all(y >= 0 and abs(x) <= 50 - y for x, y in outline)
