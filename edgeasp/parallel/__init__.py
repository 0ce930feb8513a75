"""Work distributed over several processes or machines."""
