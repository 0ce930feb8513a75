"""Boards as an HTML page."""
