"""One match between two agents, from phase to phase, and its record."""
