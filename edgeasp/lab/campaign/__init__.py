"""Searches of hours or weeks, recorded in a ledger."""
