"""Checks certificates, without a solver."""
