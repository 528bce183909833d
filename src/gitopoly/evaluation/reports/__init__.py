"""The report: chapters as a page, as Markdown and as figures."""
