"""The operating system: files, locks, memory, processes, limits; and the errors that all rooms raise."""
