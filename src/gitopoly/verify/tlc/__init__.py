"""TLC: running it on models and on played games, and reading what it prints."""
