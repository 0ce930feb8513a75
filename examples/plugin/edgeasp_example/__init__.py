"""A format and a solver that edgeasp finds once this package is installed."""
