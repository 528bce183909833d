"""Stores on real Git repositories, and reading the files of others without trusting them."""
