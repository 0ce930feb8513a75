"""Boards as pictures: SVG and PNG."""
