"""Searches of hours or weeks: a folder with what is searched, and a ledger of what is done."""
