"""Many searches: suites of boards, and benchmarks."""
