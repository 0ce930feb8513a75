"""Explanations of why there is no solution: parts of a question that clash."""
