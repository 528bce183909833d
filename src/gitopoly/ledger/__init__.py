"""Signed append-only logs on Git, one per seat; nothing here knows what game is played."""
