"""Command line: a file for each group of commands. Only `console.py` prints."""
