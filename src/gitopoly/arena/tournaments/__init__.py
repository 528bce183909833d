"""Tournaments: pairings, results, ratings and a report."""
