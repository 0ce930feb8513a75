"""Boards as SVG and PNG."""
