"""Certificates: `make` writes them, `check` trusts none of it."""
