"""Measurements: each study measures one thing and prints or writes a table of the documentation."""
