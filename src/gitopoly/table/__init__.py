"""One seat at one game: ledger, protocols and rules together; the only door for front ends.

Start reading at `seat` (what a player does), then `game_replica` (a checked copy of a game),
`fold` (from entries to positions), `lobby` (how a game begins).
"""
