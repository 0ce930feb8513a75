"""Certificates: `make` writes them, `check` verifies them independently."""
