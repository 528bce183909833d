"""Reading the specifications: actions, boards, constants, and states in their words."""
