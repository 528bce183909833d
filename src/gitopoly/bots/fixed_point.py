"""Logarithms, roots and powers in whole numbers, the same wherever they are computed.

Results count in units of 1 / ONE. Written like the kernel, so that it compiles with it.
"""

from gitopoly.rules.record import Wide

ONE = 10_000
LOG_OF_TWO = 693_147
"""The natural logarithm of 2, in units of 1 / (100 ONE)."""
FINE = 15
"""Bits of the fractions in between."""


def log_of(number: Wide) -> Wide:
    """The natural logarithm of a positive number; off by less than 2 / ONE."""
    power = number.bit_length() - 1
    if power > FINE:
        rest = (number >> (power - FINE)) - (1 << FINE)
    else:
        rest = (number << (FINE - power)) - (1 << FINE)
    series = 1054 * rest >> FINE
    series = (series - 4459) * rest >> FINE
    series = (series + 9486) * rest >> FINE
    series = (series - 16119) * rest >> FINE
    series = (series + 32751) * rest >> FINE
    return power * LOG_OF_TWO // 100 + (series * ONE >> FINE)


def root_of(number: Wide) -> Wide:
    """The integer part of a square root."""
    if number <= 0:
        return 0
    guess: Wide = 1 << (number.bit_length() + 1) // 2
    while True:
        closer = (guess + number // guess) >> 1
        if closer >= guess:
            return guess
        guess = closer


def exponential(exponent: Wide) -> Wide:
    """The exponential function, in units of 1 / ONE both times; exponents beyond 14 count as 14."""
    exponent = min(exponent, 14 * ONE)
    if exponent < -14 * ONE:
        return 0
    power = 100 * exponent // LOG_OF_TWO
    rest = ((100 * exponent - power * LOG_OF_TWO) << FINE) // LOG_OF_TWO
    series = 2595 * rest >> FINE
    series = (series + 7371) * rest >> FINE
    series = (series + 22806) * rest >> FINE
    value = (series + (1 << FINE)) * ONE
    return value << power >> FINE if power >= 0 else value >> -power >> FINE
