"""The operating system: files, locks, memory, processes, limits, and all errors."""
