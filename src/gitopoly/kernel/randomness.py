"""A small generator of random numbers that gives the same numbers on both carriers.

Four 32-bit words in a list or array (a, b, c and a counter), stepped by additions, shifts and
exclusive ors (the design known as sfc32). It never leaves 63 bits, so that plain and compiled
integers agree. Simulations use it; real games never do, their outcomes come from all players.
"""


def seeded(seed: int) -> list[int]:
    """A generator for a seed of any size; equal seeds give equal numbers."""
    generator = [seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, seed >> 64 & 0xFFFFFFFF, 1]
    for _ in range(16):
        next_word(generator)
    return generator


def next_word(generator: list[int]) -> int:
    """The next 32 random bits."""
    a = generator[0]
    b = generator[1]
    c = generator[2]
    word = (a + b + generator[3]) & 0xFFFFFFFF
    generator[3] = (generator[3] + 1) & 0xFFFFFFFF
    generator[0] = b ^ (b >> 9)
    generator[1] = (c + (c << 3)) & 0xFFFFFFFF
    generator[2] = (((c << 21) | (c >> 11)) + word) & 0xFFFFFFFF
    return word


def below(generator: list[int], bound: int) -> int:
    """A random number from 0 to bound - 1, each equally likely."""
    product = next_word(generator) * bound
    while (product & 0xFFFFFFFF) < bound and (product & 0xFFFFFFFF) < 0x100000000 % bound:
        product = next_word(generator) * bound
    return product >> 32
