"""A photograph for the backs of tiles: upright, cut to the shape of the board, as small as paper allows."""

from __future__ import annotations

from io import BytesIO

from edgeasp.formats import files
from edgeasp.system.errors import InputError, missing

_PIXELS = 2400
"""The largest side that is kept: some 300 dots an inch on A4."""


def read_photograph(path: str, cols: int, rows: int) -> bytes:
    """The middle of a photograph, in the proportions of a board, as JPEG.

    Raises:
        InputError: the file cannot be read, or is no picture.
        OptionError: Pillow is not installed.
    """
    try:
        from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError:
        raise missing("a photograph needs Pillow", "pillow", "png") from None
    name = files.shown_name(path)
    try:
        with Image.open(path) as found:
            upright = ImageOps.exif_transpose(found).convert("RGB")
    except UnidentifiedImageError:
        raise InputError(name, None, "expected a photograph, such as a .jpg or a .png") from None
    except OSError as error:
        raise InputError(name, None, f"cannot be read: {(error.strerror or str(error)).lower()}") from None
    longest = max(cols, rows)
    side = min(_PIXELS // longest, min(upright.width // cols, upright.height // rows) or 1)
    fitted = ImageOps.fit(upright, (max(1, side) * cols, max(1, side) * rows))
    stream = BytesIO()
    fitted.save(stream, "JPEG", quality=90)
    return stream.getvalue()
