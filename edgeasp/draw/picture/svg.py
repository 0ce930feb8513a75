"""Pictures as self-contained SVG; equal pictures give equal bytes."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from xml.sax.saxutils import escape

from edgeasp.draw.palette import SIZE, Outline
from edgeasp.draw.picture.shapes import (
    Area,
    Disc,
    Label,
    Line,
    Photo,
    Picture,
    PrintedPage,
    Shape,
    ShapeGroup,
    Wedge,
    middle,
    paints,
)


def write(picture: Picture, size: int) -> str:
    """The text of an SVG file in which a square is nominally `size` pixels wide."""
    return _document(picture, *(_number(extent * size / SIZE) for extent in (picture.width, picture.height)))


def write_page(page: PrintedPage) -> str:
    """The text of an SVG file that is printed to scale: its size is in millimetres."""
    return _document(page.picture, f"{_number(page.paper.width)}mm", f"{_number(page.paper.height)}mm")


def definitions(pictures: Iterable[Picture]) -> str:
    """The definitions that several pictures share in one page of HTML."""
    return "".join(_definitions(shape for picture in pictures for shape in picture.flat()))


def inline(picture: Picture) -> str:
    """A picture without its definitions, for a page of HTML."""
    box = f"0 0 {_number(picture.width)} {_number(picture.height)}"
    shapes = "".join(
        "".join(map(_shape, shape.shapes)) if isinstance(shape, ShapeGroup) else _shape(shape)
        for shape in picture.shapes
    )
    return (
        f'<svg viewBox="{box}" role="img" font-family="sans-serif" text-anchor="middle" stroke-linejoin="round">'
        f"<title>{escape(picture.title)}: {escape(picture.text)}</title>{shapes}</svg>"
    )


def _document(picture: Picture, wide: str, high: str) -> str:
    box = f"0 0 {_number(picture.width)} {_number(picture.height)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="{box}" role="img" '
        'font-family="sans-serif" text-anchor="middle" stroke-linejoin="round">',
        f"<title>{escape(picture.title)}</title>",
        f"<desc>{escape(picture.text)}</desc>",
        "<defs>",
        *_definitions(picture.flat()),
        "</defs>",
    ]
    for shape in picture.shapes:
        if isinstance(shape, ShapeGroup):
            lines += [f"<g><title>{escape(shape.text)}</title>", *map(_shape, shape.shapes), "</g>"]
        else:
            lines.append(_shape(shape))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _definitions(shapes: Iterable[Shape]) -> Iterator[str]:
    """A definition for each colour that occurs, and for each photograph."""
    every = list(shapes)
    used = {(shape.colour, shape.motif, shape.paint): shape.name for shape in every if isinstance(shape, Wedge)}
    for (colour, motif, paint), name in sorted(used.items()):
        ground, *figure = paints(colour, motif, paint)
        parts = f'<path d="{_path([ground[0]])}" fill="{ground[1]}"/>'
        if figure:
            parts += f'<path d="{_path(outline for outline, _ in figure)}" fill="{figure[0][1]}"/>'
        yield f'<g id="{name}">{parts}</g>'
    for photo in dict.fromkeys(shape.data for shape in every if isinstance(shape, Photo)):
        source = f"data:image/jpeg;base64,{b64encode(photo).decode()}"
        yield f'<image id="{_photo(photo)}" width="1" height="1" preserveAspectRatio="none" href="{source}"/>'


def _photo(data: bytes) -> str:
    return f"photo-{sha256(data).hexdigest()[:8]}"


def _shape(shape: Shape) -> str:
    match shape:
        case Wedge(x, y, side):
            mx, my = map(_number, middle(x, y, side))
            turn = f" rotate({90 * side})" if side else ""
            return f'<use href="#{shape.name}" transform="translate({mx} {my}){turn}"/>'
        case Area(outline, fill):
            return f'<path d="{_path([outline])}" fill="{fill}"/>'
        case Line(points, width, paint, closed):
            path = _path([points]) if closed else _path([points])[:-1]
            return f'<path d="{path}" fill="none" stroke="{paint}" stroke-width="{_number(width)}"/>'
        case Disc((x, y), radius, fill):
            return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" fill="{fill}"/>'
        case Label((x, y), text, size, paint):
            # Moves the baseline so that digits, about 0.7 of the size high, are centred.
            where = f'x="{_number(x)}" y="{_number(y + 0.36 * size)}"'
            return f'<text {where} font-size="{_number(size)}" fill="{paint}">{escape(text)}</text>'
        case Photo(x, y, width, height, data, part, turns):
            # Seen through a window in its own coordinates, in which the whole is 1 by 1.
            window = " ".join(f"{length:.6f}" for length in part)
            middle_at = f"{_number(x + width / 2)} {_number(y + height / 2)}"
            across, down = (width, height) if turns % 2 == 0 else (height, width)
            return (
                f'<g transform="translate({middle_at}) rotate({-90 * turns})"><svg x="{_number(-across / 2)}" '
                f'y="{_number(-down / 2)}" width="{_number(across)}" height="{_number(down)}" viewBox="{window}" '
                f'preserveAspectRatio="none"><use href="#{_photo(data)}"/></svg></g>'
            )


def _path(outlines: Iterable[Outline]) -> str:
    return "".join("M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in outline) + "Z" for outline in outlines)


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
