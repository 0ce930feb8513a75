"""User programs, graded on small puzzles whose boards are known."""
