"""Boards as one HTML page."""
