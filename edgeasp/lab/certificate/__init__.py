"""Certificates: what all of them share; `make` writes them, `check` believes nothing of that."""
