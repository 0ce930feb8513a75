"""Shapes, pictures and printed pages, written as SVG, PNG or PDF.

The side of a square has `SIZE` units. x grows to the right, y grows downwards.

ReportLab writes the PDF files: it is small and well maintained, embeds its font as printers require, and writes equal
bytes for equal pages. A side of a tile is defined once and drawn repeatedly, which keeps files small.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from math import floor
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from edgeasp.draw.palette import SIZE, WEDGE, Outline, Point, half_figure, motif_of, motif_paint, rgb
from edgeasp.puzzle.model import Side
from edgeasp.system.errors import OptionError, missing_package

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas


# ---- pictures as lists of shapes, from which SVG, PNG and PDF are written, and pages that are printed to scale ----


@dataclass(frozen=True, slots=True)
class Wedge:
    """Coloured triangle between a side and the centre of a square.

    Attributes:
        x: left of the square.
        y: top of the square.
        side: the side.
        colour: colour number, which determines the paint.
        motif: name of the motif, empty for none.
        paint: another paint as `#rrggbb`, empty for the paint of `colour`.
    """

    x: float
    y: float
    side: Side
    colour: int
    motif: str
    paint: str = ""

    @property
    def name(self) -> str:
        """Identifier of the wedge's look, for definitions in SVG and PDF.

        Examples are `colour-5`, `colour-5-plain` and `colour-5-fish-head`.
        """
        usual = self.motif == motif_of(self.colour) and not self.paint
        figure = "" if usual else f"-{self.motif or 'plain'}".replace(" ", "-")
        return f"colour-{self.paint.removeprefix('#') or self.colour}{figure}"


@dataclass(frozen=True, slots=True)
class Area:
    """Filled polygon.

    Attributes:
        outline: the corners.
        fill: paint as `#rrggbb`.
    """

    outline: Outline
    fill: str


@dataclass(frozen=True, slots=True)
class Line:
    """Line through points.

    Attributes:
        points: the points.
        width: width of the line, in units.
        paint: paint as `#rrggbb`.
        closed: whether the line returns to its first point.
    """

    points: Outline
    width: float
    paint: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Disc:
    """Filled circle.

    Attributes:
        centre: the centre.
        radius: radius in units.
        fill: paint as `#rrggbb`.
    """

    centre: Point
    radius: float
    fill: str


@dataclass(frozen=True, slots=True)
class Label:
    """Line of text.

    Attributes:
        centre: centre of the text, or the middle of its left end.
        text: the text.
        size: height of the text, in units.
        paint: paint as `#rrggbb`.
        right: whether the text begins at `centre` and extends to the right.
    """

    centre: Point
    text: str
    size: float
    paint: str
    right: bool = False


@dataclass(frozen=True, slots=True)
class Photo:
    """Rectangle of a picture that shows a part of a photograph.

    Attributes:
        x: left of the rectangle.
        y: top of the rectangle.
        width: width of the rectangle.
        height: height of the rectangle.
        data: the whole photograph as JPEG.
        part: left, top, width and height of the part, as fractions of the photograph.
        turns: anticlockwise quarter turns of the part about the middle of the rectangle.
    """

    x: float
    y: float
    width: float
    height: float
    data: bytes
    part: tuple[float, float, float, float] = (0, 0, 1, 1)
    turns: int = 0


Shape = Wedge | Area | Line | Disc | Label | Photo


@dataclass(frozen=True, slots=True)
class ShapeGroup:
    """Shapes that belong together.

    Attributes:
        text: description of the group, for readers of an SVG.
        shapes: the shapes, from back to front.
    """

    text: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Picture made of shapes.

    Attributes:
        width: width in units. x is from 0 to `width`.
        height: height in units. y is from 0 to `height`.
        title: short description.
        text: long description.
        shapes: the shapes, from back to front.
    """

    width: float
    height: float
    title: str
    text: str
    shapes: tuple[Shape | ShapeGroup, ...]

    def all_shapes(self) -> Iterator[Shape]:
        """Yield all shapes, including shapes in groups."""
        for shape in self.shapes:
            if isinstance(shape, ShapeGroup):
                yield from shape.shapes
            else:
                yield shape


@cache
def painted_outlines(colour: int, motif: str, paint: str = "") -> tuple[tuple[Outline, str], ...]:
    """Return the outlines of a wedge with their paints.

    They are in the order of drawing: the first outline is the triangle itself, the others are the motif. Coordinates
    are relative to the side.
    """
    ground = paint or rgb(colour)
    return (WEDGE, ground), *((shape, motif_paint(ground)) for shape in half_figure(motif))


def middle_of_side(x: float, y: float, side: Side) -> Point:
    """Return the middle of a side of a square.

    The upper left corner of the square is at (x, y).
    """
    along, down = ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))[side]
    return x + along * SIZE, y + down * SIZE


def to_picture(point: Point, x: float, y: float, side: Side) -> Point:
    """Convert a point relative to a side to picture coordinates.

    Args:
        point: x runs along the side, y towards the centre of the square. The origin is the middle of the side.
        x: left of the square.
        y: top of the square.
        side: the side.
    """
    dx, dy = rotate_point(point, side)
    mx, my = middle_of_side(x, y, side)
    return mx + dx, my + dy


def rotate_point(point: Point, side: Side) -> Point:
    """Rotate a point so that north becomes `side`.

    The point is rotated about the origin.
    """
    x, y = point
    return ((x, y), (-y, x), (-x, -y), (y, -x))[side]


@dataclass(frozen=True, slots=True)
class Paper:
    """Size of paper.

    Attributes:
        name: name of the size.
        width: width in millimetres.
        height: height in millimetres.
    """

    name: str
    width: float
    height: float


PAPERS = {paper.name: paper for paper in (Paper("a4", 210, 297), Paper("letter", 215.9, 279.4))}
"""Sizes of paper, keyed by name, all upright."""

SIDE, ENDS = 14.0, 22.0
"""Margins left and right, and at top and bottom, in millimetres, with space for marks and text."""


# Most characters of a printed name.
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """Picture that fills a sheet of paper.

    Attributes:
        name: end of its file name, after the name of the puzzle.
        paper: size of the paper.
        unit: millimetres per unit of the picture.
        picture: the picture.
    """

    name: str
    paper: Paper
    unit: float
    picture: Picture


def build_page(
    name: str, paper: Paper, unit: float, titles: tuple[str, str], shapes: list[Shape | ShapeGroup]
) -> PrintedPage:
    """Build a page from shapes.

    Args:
        name: end of its file name.
        paper: size of the paper.
        unit: millimetres per unit of the shapes.
        titles: short and long description.
        shapes: the shapes, from back to front.
    """
    title, text = titles
    return PrintedPage(name, paper, unit, Picture(paper.width / unit, paper.height / unit, title, text, tuple(shapes)))


def shorten(name: str, most: int = _LONGEST) -> str:
    """Shorten a name to `most` characters, without its middle."""
    end = max(most - 3, 0) // 3
    return name if len(name) <= most else f"{name[: max(most - 3, 0) - end]}...{name[len(name) - end :]}"


# Average width of a character, relative to the height of the text.
_WIDE = 0.55


def average_text_size(text: str, width: float, largest: float) -> float:
    """Return the largest height at which a text probably fits.

    The characters are assumed to have average width.

    Args:
        text: the text.
        width: available width.
        largest: upper limit of the height.
    """
    return min(largest, width / (_WIDE * max(1, len(text))))


def safe_text_size(text: str, width: float, largest: float) -> float:
    """Return the largest height at which a text certainly fits.

    Wide characters, e.g. capitals, are counted as such.

    Args:
        text: the text.
        width: available width.
        largest: upper limit of the height.
    """
    ems = sum(_WIDEST if letter.isupper() or letter in "%&@" or ord(letter) > _LATIN else _USUAL for letter in text)
    return min(largest, width / max(1, ems))


# Width of capitals and non-Latin letters relative to the height of text, width of others, and the last Latin code
# point.
_WIDEST, _USUAL, _LATIN = 0.98, 0.62, 0x24F


def characters_per_line(width: float, height: float) -> int:
    """Return how many average characters fit on a line.

    Args:
        width: length of the line.
        height: height of the text.
    """
    return int(width / (_WIDE * height))


# ---- pictures as self-contained SVG ----


def write_svg(picture: Picture, size: int) -> str:
    """Format a picture as SVG, with `size` pixels per square."""
    return _svg_document(picture, *(_decimal(extent * size / SIZE) for extent in (picture.width, picture.height)))


def write_page_svg(page: PrintedPage) -> str:
    """Format a page as SVG of its paper's size."""
    return _svg_document(page.picture, f"{_decimal(page.paper.width)}mm", f"{_decimal(page.paper.height)}mm")


def svg_definitions(pictures: Iterable[Picture]) -> str:
    """Format the definitions that several pictures share, as SVG.

    A page with several pictures needs them once.
    """
    return "".join(_define_shapes(shape for picture in pictures for shape in picture.all_shapes()))


def inline_svg(picture: Picture) -> str:
    """Format a picture as SVG to embed in HTML.

    The HTML must contain the definitions of the picture, see `svg_definitions`.
    """
    box = f"0 0 {_decimal(picture.width)} {_decimal(picture.height)}"
    shapes = "".join(
        "".join(map(_shape_svg, shape.shapes)) if isinstance(shape, ShapeGroup) else _shape_svg(shape)
        for shape in picture.shapes
    )
    return (
        f'<svg viewBox="{box}" role="img" font-family="sans-serif" text-anchor="middle" stroke-linejoin="round">'
        f"<title>{_escape_xml(picture.title)}: {_escape_xml(picture.text)}</title>{shapes}</svg>"
    )


# Replacements of characters that XML forbids, even as escapes.
_CONTROL = dict.fromkeys([*range(9), 11, 12, *range(14, 32)], "\ufffd")


def _escape_xml(text: str) -> str:
    return escape(text.translate(_CONTROL))


def _svg_document(picture: Picture, wide: str, high: str) -> str:
    box = f"0 0 {_decimal(picture.width)} {_decimal(picture.height)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="{box}" role="img" '
        'font-family="sans-serif" text-anchor="middle" stroke-linejoin="round">',
        f"<title>{_escape_xml(picture.title)}</title>",
        f"<desc>{_escape_xml(picture.text)}</desc>",
        "<defs>",
        *_define_shapes(picture.all_shapes()),
        "</defs>",
    ]
    for shape in picture.shapes:
        if isinstance(shape, ShapeGroup):
            lines += [f"<g><title>{_escape_xml(shape.text)}</title>", *map(_shape_svg, shape.shapes), "</g>"]
        else:
            lines.append(_shape_svg(shape))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _define_shapes(shapes: Iterable[Shape]) -> Iterator[str]:
    every = list(shapes)
    used = {(shape.colour, shape.motif, shape.paint): shape.name for shape in every if isinstance(shape, Wedge)}
    for (colour, motif, paint), name in sorted(used.items()):
        ground, *figure = painted_outlines(colour, motif, paint)
        parts = f'<path d="{_svg_path([ground[0]])}" fill="{ground[1]}"/>'
        if figure:
            parts += f'<path d="{_svg_path(outline for outline, _ in figure)}" fill="{figure[0][1]}"/>'
        yield f'<g id="{name}">{parts}</g>'
    for photo in dict.fromkeys(shape.data for shape in every if isinstance(shape, Photo)):
        source = f"data:image/jpeg;base64,{b64encode(photo).decode()}"
        yield f'<image id="{_photo_id(photo)}" width="1" height="1" preserveAspectRatio="none" href="{source}"/>'


def _photo_id(data: bytes) -> str:
    return f"photo-{sha256(data).hexdigest()[:8]}"


def _shape_svg(shape: Shape) -> str:
    match shape:
        case Wedge(x, y, side):
            mx, my = map(_decimal, middle_of_side(x, y, side))
            turn = f" rotate({90 * side})" if side else ""
            return f'<use href="#{shape.name}" transform="translate({mx} {my}){turn}"/>'
        case Area(outline, fill):
            return f'<path d="{_svg_path([outline])}" fill="{fill}"/>'
        case Line(points, width, paint, closed):
            path = _svg_path([points]) if closed else _svg_path([points])[:-1]
            return f'<path d="{path}" fill="none" stroke="{paint}" stroke-width="{_decimal(width)}"/>'
        case Disc((x, y), radius, fill):
            return f'<circle cx="{_decimal(x)}" cy="{_decimal(y)}" r="{_decimal(radius)}" fill="{fill}"/>'
        case Label((x, y), text, size, paint, right):
            # Moves the baseline so that digits, about 0.7 of the size high, are centred.
            where = f'x="{_decimal(x)}" y="{_decimal(y + 0.36 * size)}"' + ' text-anchor="start"' * right
            return f'<text {where} font-size="{_decimal(size)}" fill="{paint}">{_escape_xml(text)}</text>'
        case Photo(x, y, width, height, data, part, turns):
            # The viewBox selects the part. In its coordinates, the photograph is 1 by 1. SVG rotates clockwise.
            window = " ".join(f"{length:.6f}" for length in part)
            middle_at = f"{_decimal(x + width / 2)} {_decimal(y + height / 2)}"
            across, down = (width, height) if turns % 2 == 0 else (height, width)
            return (
                f'<g transform="translate({middle_at}) rotate({-90 * turns})"><svg x="{_decimal(-across / 2)}" '
                f'y="{_decimal(-down / 2)}" width="{_decimal(across)}" height="{_decimal(down)}" viewBox="{window}" '
                f'preserveAspectRatio="none"><use href="#{_photo_id(data)}"/></svg></g>'
            )


def _svg_path(outlines: Iterable[Outline]) -> str:
    return "".join("M" + "L".join(f"{_decimal(x)} {_decimal(y)}" for x, y in outline) + "Z" for outline in outlines)


def _decimal(value: float) -> str:
    # Adding 0.0 turns -0.0, which would be written as -0, into 0.0.
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


# ---- pictures as PNG ----

FINE = 4
"""Pixels drawn per pixel of a PNG in each direction. Averaging them makes edges smooth."""

# Most pixels to draw at a time, which bounds the memory.
_BAND = 20_000_000

LARGEST = 10_000
"""Largest width and height of a PNG in pixels."""


def require_pillow() -> None:
    """Raise OptionError if Pillow is not installed."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise missing_package("PNG needs Pillow", "pillow", "png") from None


def write_png(picture: Picture, size: int) -> bytes:
    """Draw a picture as PNG.

    Args:
        picture: the picture.
        size: pixels per square.

    Raises:
        OptionError: the picture would be too large, or Pillow is not installed.
    """
    require_pillow()
    from PIL import Image, ImageDraw

    wide, high = (round(extent * size / SIZE) for extent in (picture.width, picture.height))
    if max(wide, high) > LARGEST:
        fitting = int(LARGEST * SIZE / max(picture.width, picture.height))
        raise OptionError(f"expected a picture of at most {LARGEST} pixels a side, so squares of at most {fitting}")
    whole = Image.new("RGB", (wide, high))
    rows = max(1, _BAND // (FINE * FINE * wide))
    shapes = [(*_vertical_extent(shape), shape) for shape in picture.all_shapes()]
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


def _vertical_extent(shape: Shape) -> tuple[float, float]:
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
    """Draws shapes on a horizontal band of a picture.

    Args:
        on: drawing area of the band.
        scale: pixels per unit.
        top: pixels above the band.
    """

    def __init__(self, on: ImageDraw, scale: float, top: int) -> None:
        self._on, self._scale, self._top = on, scale, top

    def draw(self, shape: Shape) -> None:
        match shape:
            case Wedge(x, y, side, colour, motif, own):
                for outline, fill in painted_outlines(colour, motif, own):
                    self._draw_polygon(tuple(to_picture(point, x, y, side) for point in outline), fill)
            case Area(outline, fill):
                self._draw_polygon(outline, fill)
            case Line(points, width, paint, closed):
                # Repeating the second point rounds the corner at the first one as well.
                way = self._pixels((*points, *points[:2]) if closed else points)
                self._on.line(way, fill=paint, width=max(1, round(width * self._scale)), joint="curve")
            case Disc((x, y), radius, fill):
                self._on.ellipse(self._pixels(((x - radius, y - radius), (x + radius, y + radius))), fill=fill)
            case Label(centre, text, size, paint, right):
                font = _png_font(max(1, round(size * self._scale)), plain=text.isascii())
                self._on.text(self._pixels((centre,))[0], text, fill=paint, font=font, anchor="lm" if right else "mm")
            case Photo():
                raise AssertionError("a photo is printed, not drawn as PNG")

    def _draw_polygon(self, outline: Outline, fill: str) -> None:
        self._on.polygon(self._pixels(outline), fill=fill)

    def _pixels(self, points: Outline) -> list[tuple[float, float]]:
        # Rounded, so that a shape has no seam between two bands.
        return [(floor(x * self._scale + 0.5), floor(y * self._scale + 0.5) - self._top) for x, y in points]


@cache
def _png_font(size: int, *, plain: bool) -> FreeTypeFont | ImageFont:
    """Return a font for PNG.

    Args:
        size: height of the text in pixels.
        plain: whether the text is ASCII. For any other text, the font is taken from ReportLab if it is installed.
    """
    from PIL import ImageFont

    if plain or find_spec("reportlab") is None:
        return ImageFont.load_default(size)
    return ImageFont.truetype(_pdf_font().face.filename, size)


# ---- printed pages as PDF ----

POINTS = 72 / 25.4
"""Points, the unit of PDF, per millimetre."""

_FONT = "Vera"


def require_reportlab() -> None:
    """Raise OptionError if ReportLab is not installed."""
    try:
        import reportlab  # noqa: F401
    except ImportError:
        raise missing_package("PDF needs ReportLab", "reportlab", "pdf") from None


def write_pdf(pages: Sequence[PrintedPage], title: str) -> bytes:
    """Format pages as PDF. Equal pages produce equal bytes.

    Raises:
        OptionError: ReportLab is not installed.
    """
    require_reportlab()
    from reportlab.pdfgen.canvas import Canvas

    _pdf_font()
    stream = BytesIO()
    # Without an initial font, ReportLab would name one in every file that it does not embed.
    # With `invariant`, the file has no date and no random id.
    canvas = Canvas(stream, invariant=1, pageCompression=1, initialFontName=_FONT)  # type: ignore[arg-type]
    # A file name may have bytes that are not characters.
    canvas.setTitle(title.encode(errors="replace").decode())
    canvas.setCreator("edgeasp")
    canvas.setAuthor("edgeasp")
    canvas.setSubject("edge-matching puzzles to print")
    forms: set[str] = set()
    for page in pages:
        canvas.setPageSize((page.paper.width * POINTS, page.paper.height * POINTS))
        brush = _PdfBrush(canvas, page, forms)
        for shape in page.picture.all_shapes():
            brush.draw(shape)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


@cache
def _pdf_font() -> TTFont:
    require_reportlab()
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(_FONT, "Vera.ttf")
    pdfmetrics.registerFont(font)
    return font


def unprintable_characters(pages: Iterable[PrintedPage]) -> str:
    """Return the characters on some pages that their font lacks."""
    labels = (shape for page in pages for shape in page.picture.all_shapes() if isinstance(shape, Label))
    return missing_from_font(label.text for label in labels)


def missing_from_font(texts: Iterable[str]) -> str:
    """Return the characters missing from the font for files.

    PDF and PNG files use the same font, which is part of ReportLab. Without ReportLab, only ASCII is available.
    """
    letters = {letter for text in texts for letter in text if not letter.isascii()}
    if letters and find_spec("reportlab") is not None:
        glyphs = _pdf_font().face.charToGlyph
        letters = {letter for letter in letters if ord(letter) not in glyphs}
    return "".join(sorted(letters))


@cache
def _image_reader(data: bytes) -> ImageReader:
    from reportlab.lib.utils import ImageReader

    return ImageReader(BytesIO(data))


class _PdfBrush:
    """Draws shapes on a page of a PDF, where y grows upwards.

    Args:
        canvas: ReportLab's canvas.
        page: the page.
        forms: names of the forms defined so far, shared by all pages of a file. A form is a drawing that is defined
            once and used repeatedly.
    """

    def __init__(self, canvas: Canvas, page: PrintedPage, forms: set[str]) -> None:
        self._canvas, self._forms = canvas, forms
        self._scale, self._height = page.unit * POINTS, page.paper.height * POINTS
        # Corners are round, as in SVG.
        canvas.setLineJoin(1)

    def draw(self, shape: Shape) -> None:
        canvas = self._canvas
        match shape:
            case Wedge(x, y, side):
                canvas.saveState()
                canvas.translate(*self._to_points(*middle_of_side(x, y, side)))
                # PDF rotates anticlockwise.
                canvas.rotate(-90 * side)
                canvas.scale(self._scale, self._scale)
                canvas.doForm(self._define_form(shape))
                canvas.restoreState()
            case Area(outline, fill):
                canvas.setFillColor(fill)
                self._draw_path([self._to_points(*point) for point in outline], closed=True, fill=True)
            case Line(points, width, paint, closed):
                canvas.setStrokeColor(paint)
                canvas.setLineWidth(width * self._scale)
                self._draw_path([self._to_points(*point) for point in points], closed=closed, fill=False)
            case Disc((x, y), radius, fill):
                canvas.setFillColor(fill)
                canvas.circle(*self._to_points(x, y), radius * self._scale, stroke=0, fill=1)
            case Label((x, y), text, size, paint, right):
                canvas.setFillColor(paint)
                canvas.setFont(_FONT, size * self._scale)
                # Moves the baseline so that digits, about 0.7 of the size high, are centred.
                draw = canvas.drawString if right else canvas.drawCentredString
                draw(*self._to_points(x, y + 0.36 * size), text)
            case Photo():
                self._draw_photo(shape)

    def _to_points(self, x: float, y: float) -> tuple[float, float]:
        return x * self._scale, self._height - y * self._scale

    def _draw_photo(self, photo: Photo) -> None:
        """Draw the whole photograph, clipped to the part to show."""
        canvas = self._canvas
        across, down = (length * self._scale for length in (photo.width, photo.height))
        if photo.turns % 2:
            across, down = down, across
        left, top, width, height = photo.part
        canvas.saveState()
        canvas.translate(*self._to_points(photo.x + photo.width / 2, photo.y + photo.height / 2))
        canvas.rotate(90 * photo.turns)
        window = canvas.beginPath()
        window.rect(-across / 2, -down / 2, across, down)
        canvas.clipPath(window, stroke=0, fill=0)
        whole = across / width, down / height
        corner = -across / 2 - left * whole[0], -down / 2 - (1 - top - height) * whole[1]
        canvas.drawImage(_image_reader(photo.data), *corner, *whole)
        canvas.restoreState()

    def _define_form(self, wedge: Wedge) -> str:
        """Define the form of a wedge, and return its name.

        A form that exists is not defined again.
        """
        name = wedge.name.replace("colour", "side", 1)
        if name not in self._forms:
            self._forms.add(name)
            # y grows upwards, so the triangle is below its side.
            self._canvas.beginForm(name, -50, -50, 50, 0)
            for outline, fill in painted_outlines(wedge.colour, wedge.motif, wedge.paint):
                self._canvas.setFillColor(fill)
                self._draw_path([(x, -y) for x, y in outline], closed=True, fill=True)
            self._canvas.endForm()
        return name

    def _draw_path(self, points: Outline | list[tuple[float, float]], *, closed: bool, fill: bool) -> None:
        path = self._canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        if closed:
            path.close()
        self._canvas.drawPath(path, stroke=not fill, fill=fill)
