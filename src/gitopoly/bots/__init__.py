"""Policies that choose among legal actions, and games played by them."""

from gitopoly.bots.generated.numbers import *  # noqa: F403
