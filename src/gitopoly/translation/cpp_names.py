"""Names of Python in C++."""

KEYWORDS = {
    *("alignas", "alignof", "asm", "auto", "bool", "case", "catch", "char", "const", "default"),
    *("delete", "do", "double", "enum", "explicit", "export", "extern", "false", "float"),
    *("friend", "goto", "inline", "int", "long", "mutable", "namespace", "new", "nullptr"),
    *("operator", "private", "protected", "public", "register", "short", "signed", "sizeof"),
    *("static", "struct", "switch", "template", "this", "throw", "true", "typedef", "typeid"),
    *("typename", "union", "unsigned", "using", "virtual", "void", "volatile"),
}
"""Names reserved in C++ but not in Python."""


def cpp_name(name: str) -> str:
    """A Python name in C++; a trailing underscore distinguishes it from a keyword."""
    return f"{name}_" if name in KEYWORDS else name
