"""Many matches: who meets whom, what they came to, ratings and a report."""
