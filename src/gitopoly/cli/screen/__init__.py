"""A game in the terminal: what a person sees, and what becomes of what they type."""
