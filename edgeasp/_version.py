"""The version, where nothing else has to be imported for it."""

__version__ = "1.0.0"
