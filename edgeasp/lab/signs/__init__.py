"""Signs of all tiles: which are possible by counting, how many, and how tiles depend on one another."""
