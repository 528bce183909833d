"""Gitopoly: Monopoly with no server.

This package imports nothing by itself, so that ``import gitopoly`` is instant;
import the layer that you need, such as ``gitopoly.kernel``.
"""

__version__ = "0.1.0"
"""The only place where the version is written; the build reads it from here."""
