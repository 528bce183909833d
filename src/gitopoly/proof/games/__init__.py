"""Played games: records, replays, audits and what can be said of them."""
