"""The game as a learning environment: agents in turn, all at once, or thousands of games."""
