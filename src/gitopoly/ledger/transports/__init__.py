"""To the repositories of the others and back: fetching, publishing, polling."""
