"""Builds the site: the documents are gathered in one folder, of which MkDocs makes pages."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from contextlib import chdir
from pathlib import Path

from tests.tools.site.navigation import navigation
from tests.tools.site.playing import ASSETS, write_assets
from tests.tools.site.predicates import write_programs
from tests.tools.site.sources import ROOT, gather

SETTINGS = Path(__file__).with_name("mkdocs.yml")
SITE = ROOT / "build" / "site"


def named(page: str) -> str:
    """Name the search and each part of the contents of a page for screen readers."""
    search = 'data-md-component="search" role="dialog"'
    page = page.replace(search, f'{search} aria-label="Search"')
    return re.sub(r'aria-labelledby="__nav_([0-9_]+)_label"', r'aria-label="Contents, part \1"', page)


def build(site: Path) -> None:
    """Build the site in a folder, of which nothing else is kept.

    Raises:
        mkdocs.exceptions.Abort: there is a warning, such as a link that leads nowhere.
    """
    # Else the theme prints what it thinks of other programs.
    os.environ["NO_MKDOCS_2_WARNING"] = "true"
    from mkdocs.commands.build import build as make_pages
    from mkdocs.config import load_config

    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as programs:
        folder = Path(name)
        templates = write_programs(Path(programs))
        pages = gather(folder)
        shutil.copytree(Path(__file__).parent / "theme", folder / ASSETS)
        write_assets(folder / ASSETS)
        config = load_config(
            str(SETTINGS),
            docs_dir=str(folder),
            site_dir=str(site.resolve()),
            nav=navigation(pages),
            strict=True,
        )
        config.plugins["mkdocstrings"].config["custom_templates"] = str(templates)
        # Only `mkdocs build`, which is not called here, starts and ends plugins.
        config.plugins.on_startup(command="build", dirty=False)
        try:
            # clindocs finds programs, and names their files, from where it runs.
            with chdir(programs):
                make_pages(config)
            for page in site.rglob("*.html"):
                page.write_text(named(page.read_text(encoding="utf-8")), encoding="utf-8")
        finally:
            config.plugins.on_shutdown()
