"""Boards as text at a terminal."""
