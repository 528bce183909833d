"""A small generator of random numbers that gives the same numbers on both carriers.

Four 32-bit words, stepped by additions, shifts and exclusive ors (the design known as sfc32).
It stays within 63 bits, so that plain and compiled integers agree.
Simulations use it; real games never do: their outcomes come from all players.
"""

from gitopoly.rules.record import Record, Wide, wide


class Generator(Record):
    """The four words of a generator."""

    a: int = wide()
    b: int = wide()
    c: int = wide()
    counter: int = wide()


def seeded(seed: int, game: int = 0) -> Generator:
    """A generator for one game of a series; equal seeds give equal numbers."""
    generator = Generator()
    restart(generator, seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, game)
    return generator


def restart(generator: Generator, low: Wide, high: Wide, game: Wide) -> None:
    """Restart a generator from the two halves of a seed and the number of a game."""
    generator.a = low
    generator.b = high
    generator.c = game & 0xFFFFFFFF
    generator.counter = 1
    for _ in range(16):
        next_word(generator)


def next_word(generator: Generator) -> Wide:
    """The next 32 random bits."""
    b = generator.b
    c = generator.c
    word = (generator.a + b + generator.counter) & 0xFFFFFFFF
    generator.counter = (generator.counter + 1) & 0xFFFFFFFF
    generator.a = b ^ (b >> 9)
    generator.b = (c + (c << 3)) & 0xFFFFFFFF
    generator.c = (((c << 21) | (c >> 11)) + word) & 0xFFFFFFFF
    return word


def below(generator: Generator, bound: int) -> int:
    """A random number from 0 to bound - 1, each equally likely."""
    while True:
        product = next_word(generator) * bound
        low = product & 0xFFFFFFFF
        if low >= bound or low >= surplus_words(bound):
            return product >> 32


def surplus_words(bound: int) -> int:
    """2 ** 32 % bound, in 32 bits: a GPU takes long to divide numbers of 64 bits."""
    return (0x7FFFFFFF % bound + 1) * 2 % bound
