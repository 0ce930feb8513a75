"""Mutation testing: `python -m tests.tools.mutants` changes edgeasp in small wrong ways and runs the tests."""
