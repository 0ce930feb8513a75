"""Measuring: instances x systems x tasks x seeds, one process a run, one row a run."""
