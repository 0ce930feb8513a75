"""Builds the site in build/site, or in the folder that is named: `make docs`."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

from tests.tools.site.building import SITE, build

if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SITE
    build(folder)
    sys.stdout.write(f"to read it, open {folder / 'index.html'}\n")
