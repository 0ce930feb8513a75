"""File formats: each is a record with a reader and a writer."""
