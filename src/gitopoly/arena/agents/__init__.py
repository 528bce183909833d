"""Who plays: finding agents, calling them, and keeping them apart."""
