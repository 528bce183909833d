"""A league: bots, their versions and their games over time, in a folder."""
