"""Benchmarks: figures and ratios of one run, medians with their spread. `python -m bench`."""
