"""One question about a puzzle: the task and its search."""
