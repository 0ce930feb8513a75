"""Makes certificates."""
