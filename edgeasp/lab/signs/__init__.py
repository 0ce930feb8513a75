"""Signs of tiles: possible assignments, their number, and samples."""
