"""Text to puzzle or solution and back: one file a format, each a pair of pure functions."""
