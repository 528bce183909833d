"""How often tokens land where, exactly and by rolling; what that makes of houses.

`chain` solves the Markov chain of one token, `walk` rolls the dice by the kernel's own rules, and
`returns` says what each building earns.
"""
