"""``gitopoly bench``: run benchmarks and compare the results."""
