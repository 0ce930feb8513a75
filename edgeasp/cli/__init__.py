"""The command line: commands that belong together in a file, and the one place that prints."""
