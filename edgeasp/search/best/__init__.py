"""Search for boards with few mismatches, by beam search and small windows."""
