"""A function with the name of one in the rules."""


def bid(a: int) -> int:
    """Nothing to do with an auction."""
    return a
