"""Benchmarks of instances, systems, tasks and seeds."""
