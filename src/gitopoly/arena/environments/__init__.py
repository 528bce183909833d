"""The game as a learning environment: agents in turn, all at once, or thousands of games."""

from gitopoly.arena.environments.batches import batch_environment

__all__ = ["batch_environment"]
