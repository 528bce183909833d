"""One attack in each module; what it declares is in `tests.hostile.attack`."""
