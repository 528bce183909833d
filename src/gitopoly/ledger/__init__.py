"""Signed append-only logs on Git, one per seat; nothing here depends on the game."""
