"""Fixtures for tests in a browser."""

from tests.support.browser import browser, show, tab_with

__all__ = ["browser", "show", "tab_with"]
