"""The laboratory: benchmarks, suites, campaigns, formulas, certificates and signs.

The core never imports this package. It finds the commands and values here by their names, which are text.
"""
