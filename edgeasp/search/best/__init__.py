"""Best boards: as many matched diamonds as can be, by a beam of partial boards whose lines clasp fills."""
