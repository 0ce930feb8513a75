"""The laboratory: benchmarks, suites, campaigns, certificates and signs.

The core refers to its commands and values by name only.
"""
