"""How often tokens land where, computed exactly and by rolling, and what houses earn by it.

`chain` solves the Markov chain of one token, `walk` rolls the dice by the kernel's own rules, and
`returns` says what each building earns.
"""
