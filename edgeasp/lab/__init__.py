"""The laboratory: benchmarks, suites, campaigns, formulas, certificates and signs.

The core refers to its commands and values by name only.
"""
