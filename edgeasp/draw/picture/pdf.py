"""Printed pages as PDF; needs ReportLab, which the extra `pdf` installs.

ReportLab, since it is light, has been kept for decades, embeds its font, as printers ask for, and can give the same
bytes for the same pages. A side of a tile is a form that is drawn again and again, so that files stay small.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING

from edgeasp.draw.palette import Outline
from edgeasp.draw.picture.shapes import Area, Disc, Label, Line, Photo, PrintedPage, Shape, Wedge, middle, paints
from edgeasp.system.errors import missing

if TYPE_CHECKING:
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

POINTS = 72 / 25.4
"""Points, the unit of PDF, per millimetre."""

_FONT = "Vera"


def require() -> None:
    """Refuse to write PDF where ReportLab is missing, with an `OptionError`."""
    try:
        import reportlab  # noqa: F401
    except ImportError:
        raise missing("PDF needs ReportLab", "reportlab", "pdf") from None


def write(pages: Sequence[PrintedPage], title: str) -> bytes:
    """The bytes of a PDF file with these pages, each as large as its paper; equal pages give equal bytes."""
    require()
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    pdfmetrics.registerFont(TTFont(_FONT, "Vera.ttf"))
    stream = BytesIO()
    # Without a first font of ours, every file would name one that is not embedded.
    canvas = Canvas(stream, invariant=1, pageCompression=1, initialFontName=_FONT)  # type: ignore[arg-type]
    canvas.setTitle(title)
    canvas.setCreator("edgeasp")
    forms: set[str] = set()
    for page in pages:
        canvas.setPageSize((page.paper.width * POINTS, page.paper.height * POINTS))
        brush = _PdfBrush(canvas, page, forms)
        for shape in page.picture.flat():
            brush.draw(shape)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


@cache
def _image(data: bytes) -> ImageReader:
    """A photograph; the same object for the same bytes, so that a file holds it once."""
    from reportlab.lib.utils import ImageReader

    return ImageReader(BytesIO(data))


class _PdfBrush:
    """Draws shapes on a page of PDF, where y grows upwards from the bottom."""

    def __init__(self, canvas: Canvas, page: PrintedPage, forms: set[str]) -> None:
        self._canvas = canvas
        self._scale = page.unit * POINTS
        self._height = page.paper.height * POINTS
        self._forms = forms
        canvas.setLineJoin(1)

    def draw(self, shape: Shape) -> None:
        canvas = self._canvas
        match shape:
            case Wedge(x, y, side):
                canvas.saveState()
                canvas.translate(*self._at(*middle(x, y, side)))
                canvas.rotate(-90 * side)
                canvas.scale(self._scale, self._scale)
                canvas.doForm(self._form(shape))
                canvas.restoreState()
            case Area(outline, fill):
                canvas.setFillColor(fill)
                self._path([self._at(*point) for point in outline], closed=True, fill=True)
            case Line(points, width, paint, closed):
                canvas.setStrokeColor(paint)
                canvas.setLineWidth(width * self._scale)
                self._path([self._at(*point) for point in points], closed=closed, fill=False)
            case Disc((x, y), radius, fill):
                canvas.setFillColor(fill)
                canvas.circle(*self._at(x, y), radius * self._scale, stroke=0, fill=1)
            case Label((x, y), text, size, paint):
                canvas.setFillColor(paint)
                canvas.setFont(_FONT, size * self._scale)
                # Moves the baseline so that digits, about 0.7 of the size high, are centred.
                canvas.drawCentredString(*self._at(x, y + 0.36 * size), text)
            case Photo():
                self._photo(shape)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * self._scale, self._height - y * self._scale

    def _photo(self, photo: Photo) -> None:
        """A part of a photograph, which the file holds once: the whole is drawn, and cut off around the part."""
        canvas = self._canvas
        across, down = (length * self._scale for length in (photo.width, photo.height))
        if photo.turns % 2:
            across, down = down, across
        left, top, width, height = photo.part
        canvas.saveState()
        canvas.translate(*self._at(photo.x + photo.width / 2, photo.y + photo.height / 2))
        canvas.rotate(90 * photo.turns)
        window = canvas.beginPath()
        window.rect(-across / 2, -down / 2, across, down)
        canvas.clipPath(window, stroke=0, fill=0)
        whole = across / width, down / height
        corner = -across / 2 - left * whole[0], -down / 2 - (1 - top - height) * whole[1]
        canvas.drawImage(_image(photo.data), *corner, *whole)
        canvas.restoreState()

    def _form(self, wedge: Wedge) -> str:
        """The name of the form of a side, in units and with the middle of the side at (0, 0); made when it is new."""
        name = wedge.name.replace("colour", "side", 1)
        if name not in self._forms:
            self._forms.add(name)
            self._canvas.beginForm(name, -50, -50, 50, 0)
            for outline, fill in paints(wedge.colour, wedge.motif, wedge.paint):
                self._canvas.setFillColor(fill)
                self._path([(x, -y) for x, y in outline], closed=True, fill=True)
            self._canvas.endForm()
        return name

    def _path(self, points: Outline | list[tuple[float, float]], *, closed: bool, fill: bool) -> None:
        path = self._canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        if closed:
            path.close()
        self._canvas.drawPath(path, stroke=not fill, fill=fill)
