"""Puzzles and boards as text, pictures and pages."""
