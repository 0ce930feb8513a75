"""Pictures as PNG; needs Pillow, which the extra `png` installs."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from math import floor
from typing import TYPE_CHECKING

from edgeasp.draw.palette import SIZE, Outline
from edgeasp.draw.picture.shapes import Area, Disc, Label, Line, Photo, Picture, Shape, Wedge, paints, placed
from edgeasp.system.errors import OptionError, missing

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

FINE = 4
"""The factor of oversampling in each direction, for smooth edges."""

_BAND = 20_000_000
"""The number of oversampled pixels that are drawn at a time, to bound memory."""

LARGEST = 10_000
"""The largest width and height of a picture, in pixels."""


def require() -> None:
    """Refuse to draw PNG where Pillow is missing, with an `OptionError`."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise missing("PNG needs Pillow", "pillow", "png") from None


def write(picture: Picture, size: int) -> bytes:
    """The bytes of a PNG file in which a square is `size` pixels wide."""
    require()
    from PIL import Image, ImageDraw

    wide, high = (round(extent * size / SIZE) for extent in (picture.width, picture.height))
    if max(wide, high) > LARGEST:
        fitting = int(LARGEST * SIZE / max(picture.width, picture.height))
        raise OptionError(f"expected a picture of at most {LARGEST} pixels a side, so squares of at most {fitting}")
    whole = Image.new("RGB", (wide, high))
    rows = max(1, _BAND // (FINE * FINE * wide))
    shapes = [(*_extent(shape), shape) for shape in picture.flat()]
    for top in range(0, high, rows):
        band = Image.new("RGB", (FINE * wide, FINE * min(rows, high - top)))
        brush = _PngBrush(ImageDraw.Draw(band), FINE * size / SIZE, FINE * top)
        upper, lower = (line * SIZE / size for line in (top, top + rows))
        for first, last, shape in shapes:
            if first <= lower and last >= upper:
                brush.draw(shape)
        whole.paste(band.reduce(FINE), (0, top))
    stream = BytesIO()
    whole.save(stream, "PNG")
    return stream.getvalue()


def _extent(shape: Shape) -> tuple[float, float]:
    """Bounds of the y coordinates of a shape, in units; not always tight."""
    match shape:
        case Wedge(_, y):
            return y, y + SIZE
        case Photo(_, y, _, height):
            return y, y + height
        case Area(points) | Line(points):
            heights = [y for _, y in points]
            spare = shape.width if isinstance(shape, Line) else 0
            return min(heights) - spare, max(heights) + spare
        case Disc((_, y), reach, _) | Label((_, y), _, reach, _):
            return y - reach, y + reach


class _PngBrush:
    """Draws shapes on the part of a picture below `top` pixels, at `scale` pixels per unit."""

    def __init__(self, on: ImageDraw, scale: float, top: int) -> None:
        self._on = on
        self._scale = scale
        self._top = top

    def draw(self, shape: Shape) -> None:
        match shape:
            case Wedge(x, y, side, colour, motif, own):
                for outline, fill in paints(colour, motif, own):
                    self._polygon(tuple(placed(point, x, y, side) for point in outline), fill)
            case Area(outline, fill):
                self._polygon(outline, fill)
            case Line(points, width, paint, closed):
                # Repeating the second point rounds the corner at the first one as well.
                way = self._pixels((*points, *points[:2]) if closed else points)
                self._on.line(way, fill=paint, width=max(1, round(width * self._scale)), joint="curve")
            case Disc((x, y), radius, fill):
                self._on.ellipse(self._pixels(((x - radius, y - radius), (x + radius, y + radius))), fill=fill)
            case Label(centre, text, size, paint):
                font = _font(max(1, round(size * self._scale)))
                self._on.text(self._pixels((centre,))[0], text, fill=paint, font=font, anchor="mm")
            case Photo():
                raise AssertionError("a photograph is printed, not drawn as PNG")

    def _polygon(self, outline: Outline, fill: str) -> None:
        self._on.polygon(self._pixels(outline), fill=fill)

    def _pixels(self, points: Outline) -> list[tuple[float, float]]:
        # Rounded, so that a shape has no seam between two bands.
        return [(floor(x * self._scale + 0.5), floor(y * self._scale + 0.5) - self._top) for x, y in points]


@cache
def _font(size: int) -> FreeTypeFont | ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(size)
