"""Checking the rules: TLC on the specifications, and what each of their models is expected to say."""
