"""Command line: one file for related commands, one place that prints."""
