"""Lets ``python -m gitopoly`` do what ``gitopoly`` does."""

from gitopoly.cli import main

if __name__ == "__main__":
    main(prog_name="gitopoly")
