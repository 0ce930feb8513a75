"""Studies: each module measures one thing for a table of the documentation."""
