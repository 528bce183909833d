"""A game in the terminal: what a person sees, and how their input is handled."""
