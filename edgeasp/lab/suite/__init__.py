"""Suites: many boards in folders, solved in passes."""
