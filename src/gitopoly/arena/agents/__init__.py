"""Finding agents, calling them, and isolating them."""
