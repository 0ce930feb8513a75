"""Translation of puzzles, clues and answers to ASP, and the encodings."""
