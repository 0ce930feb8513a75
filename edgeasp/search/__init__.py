"""Solving tasks: one puzzle, one question, and its search."""
