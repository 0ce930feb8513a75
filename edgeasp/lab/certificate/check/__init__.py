"""Check of certificates without a solver."""
