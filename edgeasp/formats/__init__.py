"""Formats: records with pairs of pure functions, reader and writer."""
