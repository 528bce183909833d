"""Repeats chapter 5 of the source document, measured on this program and on this machine.

`study` says what a section is and runs them, `sections` lists them, `report` writes the page.
A section measures (tasks that return rows), and describes its rows next to what was published;
it draws with `drawing`, and knows nothing about HTML or Markdown.
"""
