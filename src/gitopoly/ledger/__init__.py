"""Signed append-only logs on Git: one chain of commits for each seat.

This layer knows nothing of Monopoly.
"""
