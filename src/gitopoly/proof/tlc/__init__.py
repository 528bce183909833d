"""TLC: running it on models and on played games, and parsing its output."""
