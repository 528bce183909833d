"""Exchange with the others' repositories: fetching, publishing, polling."""
