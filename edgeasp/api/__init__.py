"""The interface of Python programs and notebooks, and results in words and records, which the commands share."""
