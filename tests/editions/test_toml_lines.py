"""The line of every value of a TOML file is found, however it is written."""

from gitopoly.editions.toml_lines import TomlLines

TEXT = '''# a comment with [brackets] and = signs
name = "x" # more
text = """
several [lines] = here
"""
[constants]
houses = 5
"quoted key" = 'literal # not a comment'
[squares.39]
name = "a ] } , b"
value = 1
[[chance]]
kind = "pay"
[[chance]]
kind = "collect"
[more]
list = [ { a = 1, b = [1,
  2] }, # one
  { a = 2 },
]
deep.er.key = { x = { y = 1 } }
date = 1979-05-27T07:32:00
'''


def test_lines_of_keys_tables_lists_and_inline_tables() -> None:
    lines = TomlLines(TEXT)
    places = {
        ("name",): 2,
        ("text",): 3,
        ("constants",): 6,
        ("constants", "houses"): 7,
        ("constants", "quoted key"): 8,
        ("squares", 39, "name"): 10,
        ("squares", "39", "value"): 11,
        ("chance", 0, "kind"): 13,
        ("chance", 1): 14,
        ("chance", 1, "kind"): 15,
        ("more", "list", 0, "b"): 17,
        ("more", "list", 0, "b", 1): 18,
        ("more", "list", 1, "a"): 19,
        ("more", "deep", "er", "key", "x", "y"): 21,
        ("more", "date"): 22,
    }
    assert {path: lines.line(path) for path in places} == places


def test_what_is_missing_is_looked_for_where_it_should_be() -> None:
    lines = TomlLines(TEXT)
    assert lines.line(("constants", "hotels")) == 6
    assert lines.line(("chance", 1, "text")) == 14
    assert lines.line(("flags",)) is None
