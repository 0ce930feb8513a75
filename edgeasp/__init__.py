"""Edge-matching puzzles solved with answer set programming."""

__version__ = "0.1.0"
