"""What becomes of the figures: chapters as a page, as Markdown and as pictures."""
