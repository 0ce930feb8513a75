"""Certificates: a claim about the boards of a puzzle, its proof, and what checks both."""
