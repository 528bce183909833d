"""A small checkout with rules, code, tests and specifications, for coverage to look at."""

from pathlib import Path

from gitopoly.rulebook.book import RuleBook, open_book
from gitopoly.rulebook.rules import INDEX_BEGIN, INDEX_END, read_rules, replace_index

FILES = {
    "rules/jail.md": (
        "# Jail\n\n### JAIL-1: A fine frees\n\n{action:player:pay-fine}It is paid.{/action}\n\n"
        "### JAIL-2: So does a card\n\n{action:player:play-card}It is played.{/action}\n\n"
        "### BANK-1 (formal): The bank is finite\n\n{query:bank:money}It is counted.{/query}\n"
    ),
    "src/gitopoly/rules/jail.py": (
        '"""Jail."""\n\n\ndef pay_fine(s):\n    """JAIL-1: pay before throwing (UTF-8)."""\n\n\n'
        'class Cards:\n    """Cards."""\n\n    def play(self):\n        """JAIL-2, BANK-1."""\n'
    ),
    "src/gitopoly/editions/classic.toml": "fine = 50  # JAIL-1\n",
    "tests/test_jail.py": (
        "def test_jail_1_a_fine_frees():\n    pass\n\n\n"
        'def test_cards():\n    """JAIL-2 holds, and BANK-1."""\n'
    ),
}


def make_checkout(root: Path, **changes: str) -> RuleBook:
    """Write the checkout, with other texts for the files whose stem is named, and open its book."""
    files = {name: changes.get(Path(name).stem, text) for name, text in FILES.items()}
    pages = {name: text for name, text in files.items() if name.startswith("rules/")}
    rules = [r for name, text in pages.items() for r in read_rules(Path(name).name, text)]
    index = f"# Rules\n\n{INDEX_BEGIN}\n{INDEX_END}\n"
    files["rules/README.md"] = changes.get("README", replace_index(index, rules))
    for name, text in files.items():
        add(root, name, text)
    return open_book(str(root / "rules"))


def add(root: Path, name: str, text: str) -> None:
    """Write one more file."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
