"""Checking the rules: TLC on the specifications, and what each model is expected to say."""
