"""Python interface, and the texts and records of results."""
