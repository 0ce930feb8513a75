"""What Python programs and notebooks call, and results in words and records, which the commands share."""
