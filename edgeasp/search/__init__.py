"""One question about one puzzle: the task, the search for its solutions, and the library functions on top."""
