"""Python interface, with results as text and as records."""
