"""Chapter 5 of the source document again, measured on this program and on this machine.

`study` says what a section is and runs them, `sections` lists them, `report` writes the page.
A section measures (tasks that return rows), and tells what its rows show beside what was
published; it draws with `drawing`, and knows nothing of HTML or Markdown.
"""
