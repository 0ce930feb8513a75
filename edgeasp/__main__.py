"""`python -m edgeasp`."""

from edgeasp.cli import app

app(prog_name="edgeasp")
