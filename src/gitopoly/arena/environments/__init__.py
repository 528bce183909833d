"""The game as an environment for learning: one by one, all at once, or thousands in a call."""
