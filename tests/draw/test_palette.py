"""The palette: distances with normal vision and with colour vision deficiencies.

The simulation is independent of the package, which contains only the resulting palette.
"""

from __future__ import annotations

from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from rich.color import Color, ColorSystem

from edgeasp.cli.show import read_palette_of
from edgeasp.draw.palette import (
    COLOURS,
    FRAME_GREY,
    MOTIFS,
    OWN_MOTIFS,
    PLAIN,
    OwnLook,
    half_figure,
    ink_on,
    motif_of,
    motif_paint,
    read_palette,
    rgb,
)
from edgeasp.formats.handwritten import read_halves
from edgeasp.puzzle.model import FRAME
from edgeasp.system.errors import InputError

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

EYES: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    # Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency, 2009,
    # at full severity; in linear RGB.
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}
# Ottosson: A perceptual color space for image processing, 2020.
CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
OKLAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
NUMBERS = range(1, COLOURS + 1)


def times(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def linear(paint: str) -> Vector:
    parts = (int(paint[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def perceived(paint: str, eye: str) -> Vector:
    """A paint as an eye sees it, in OKLab."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in times(EYES[eye], linear(paint)))
    long, medium, short = (part ** (1 / 3) for part in times(CONES, (red, green, blue)))
    return times(OKLAB, (long, medium, short))


def apart(one: str, other: str, eye: str) -> float:
    return dist(perceived(one, eye), perceived(other, eye))


def nearest(eye: str) -> float:
    return min(apart(rgb(a), rgb(b), eye) for a, b in combinations(NUMBERS, 2))


def test_the_simulation_reproduces_published_values() -> None:
    assert perceived("#ffffff", "normal") == pytest.approx((1, 0, 0), abs=1e-3)
    assert perceived("#ff0000", "normal") == pytest.approx((0.628, 0.225, 0.126), abs=1e-3)
    for eye in ("deuteranopia", "protanopia"):
        assert apart("#b0b0b0", "#404040", eye) == pytest.approx(apart("#b0b0b0", "#404040", "normal"), abs=1e-3)
        assert apart("#ff0000", "#00b000", eye) < 0.6 * apart("#ff0000", "#00b000", "normal")


def test_there_are_enough_colours() -> None:
    assert COLOURS >= 25
    assert len({rgb(colour) for colour in NUMBERS} | {FRAME_GREY}) == COLOURS + 1


@pytest.mark.parametrize(("eye", "least"), [("normal", 0.137), ("deuteranopia", 0.078), ("protanopia", 0.078)])
def test_any_two_paints_differ(eye: str, least: float) -> None:
    assert nearest(eye) == pytest.approx(least, abs=0.0006)


@pytest.mark.parametrize(("eye", "least"), [("normal", 0.144), ("deuteranopia", 0.080), ("protanopia", 0.085)])
def test_every_paint_differs_from_the_frame(eye: str, least: float) -> None:
    assert min(apart(rgb(colour), FRAME_GREY, eye) for colour in NUMBERS) == pytest.approx(least, abs=0.0006)


@pytest.mark.parametrize("eye", EYES)
def test_the_first_colours_differ_more(eye: str) -> None:
    assert min(apart(rgb(a), rgb(b), eye) for a, b in combinations(range(1, 6), 2)) > 0.2


@pytest.mark.parametrize("eye", EYES)
def test_similar_paints_have_different_motifs(eye: str) -> None:
    close = [(a, b) for a, b in combinations(NUMBERS, 2) if apart(rgb(a), rgb(b), eye) < 0.22]
    assert close
    assert all(motif_of(a) != motif_of(b) for a, b in close)


@pytest.mark.parametrize("eye", EYES)
def test_the_next_round_of_the_palette_does_not_meet_the_last(eye: str) -> None:
    for a in NUMBERS:
        for b in range(COLOURS + 1, 2 * COLOURS + 1):
            if apart(rgb(a), rgb(b), eye) < 0.1:
                assert motif_of(a) != motif_of(b), (a, b)


def test_the_palette_begins_again_with_other_motifs() -> None:
    whole = range(1, COLOURS * len(MOTIFS) + 1)
    assert len({(rgb(colour), motif_of(colour)) for colour in whole}) == len(whole)
    assert {motif_of(colour) for colour in whole} == set(MOTIFS)
    assert rgb(COLOURS + 3) == rgb(3)
    assert motif_of(COLOURS + 3) != motif_of(3)


def test_the_frame_is_grey_and_plain_and_nothing_else_is() -> None:
    assert (rgb(FRAME), motif_of(FRAME)) == (FRAME_GREY, PLAIN)
    assert PLAIN not in MOTIFS
    assert all(motif_of(colour) in MOTIFS for colour in (*range(1, 500), 999_999_999))


def contrast(one: str, other: str) -> float:
    """As the guidelines for accessible web content define it, from 1 to 21."""
    dark, light = sorted(
        times(((0.2126, 0.7152, 0.0722), (0, 0, 0), (0, 0, 0)), linear(each))[0] for each in (one, other)
    )
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colour", range(COLOURS + 1))
def test_ink_and_motif_can_be_read(colour: int) -> None:
    paint = rgb(colour)
    assert ink_on(paint) in {"#000000", "#ffffff"}
    assert contrast(ink_on(paint), paint) == max(contrast(each, paint) for each in ("#000000", "#ffffff")) >= 4.5
    assert contrast(motif_paint(paint), paint) > 2.5


def test_256_colours_are_enough_for_a_terminal() -> None:
    assert len({Color.parse(rgb(c)).downgrade(ColorSystem.EIGHT_BIT).number for c in range(COLOURS + 1)}) == COLOURS + 1


# ---- palettes of users ----


def read(text: str, folder: Path) -> dict[int, OwnLook]:
    (folder / "own.txt").write_text(text, encoding="utf-8")
    return dict(read_palette(str(folder / "own.txt")))


def test_a_line_has_a_motif_or_letters_and_perhaps_a_paint(tmp_path: Path) -> None:
    assert read("% mine\n\n1 = heart, #c33\n2=A\n3: 'ß' , #00FF00\n4 = , #123456\n0 = plain\n", tmp_path) == {
        1: OwnLook("#cc3333", "heart"),
        2: OwnLook(rgb(2), letters="A"),
        3: OwnLook("#00ff00", letters="ß"),
        4: OwnLook("#123456", motif_of(4)),
        0: OwnLook(rgb(0)),
    }


def test_a_line_may_begin_with_the_name_of_a_colour(tmp_path: Path) -> None:
    puzzle = read_halves("2 2\n" + "fox-head fox-tail owl-head owl-tail\n" * 4, "x").puzzle
    (tmp_path / "own.txt").write_text("fox-head = star, #c33\nowl-tail = A\n2 = moon\n", encoding="utf-8")
    looks = read_palette_of(str(tmp_path / "own.txt"), [puzzle])
    assert looks == {
        1: OwnLook("#cc3333", "star"),
        4: OwnLook(rgb(4), letters="A"),
        2: OwnLook(rgb(2), "moon"),
    }
    (tmp_path / "own.txt").write_text("fix-head = star\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"own\.txt:1: expected a line such as owl-tail = heart, #c33, found 'fix-"):
        read_palette_of(str(tmp_path / "own.txt"), [puzzle])


def test_the_default_palette_is_the_one_for_colour_blindness() -> None:
    assert read_palette("colour-blind") == read_palette("default") == {}


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
    for outline in half_figure(motif):
        points = {(round(x, 1) + 0.0, round(y, 1)) for x, y in outline}
        mirrored = {(round(-x, 1) + 0.0, round(y, 1)) for x, y in (p for each in half_figure(motif) for p in each)}
        assert points <= mirrored
        assert all(y >= 0 and abs(x) <= 50 - y for x, y in outline)
