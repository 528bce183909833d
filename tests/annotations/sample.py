"""A small annotated document that has one of everything, and ways to make others."""

from hypothesis import strategies as st

from gitopoly.annotations.artifacts import Artifact
from gitopoly.annotations.parser import parse

SAMPLE = """\
---
format_artifacts: ['repeats:1', 'command:9', 'noun:8', 'verb:12', 'xoptions:5', 'description:20']
show_filtered_stats: 1
generate_rc: 1
pagination: [0, 1, 3]
filter:
  exclude_queries: 0
  domain_nouns: 'all'
generate_rc:
  generate: 1
  file: 'all.json'
---

# Marbles

## {service:game:play}Playing{/service}

{action:player:roll}A player rolls one marble{/action} and {query:game:next}then another{/query}.

{action:player:hint:-md-remove}
This passage is for programmers.
{/action}

{predicate:player:can-trade|can-sell}{/predicate}
{service:player:trade}Marbles may be swapped.

{action:player:roll}Rolling comes first,
whoever asks.{/action}
Then {interface:marble:tradeable}marbles{/interface} change hands.
{/service}
"""
VERBS = ["play", "roll", "next", "hint", "can-trade|can-sell", "trade", "roll", "tradeable"]
"""Of its tags, in order."""
CLEAN = """\
# Marbles

## Playing

A player rolls one marble and then another.

Marbles may be swapped.

Rolling comes first,
whoever asks.
Then marbles change hands.
"""


def artifacts_of(text: str) -> list[Artifact]:
    """Read a text and return what its tags mark."""
    return list(parse(text).artifacts)


WORDS = st.text(st.characters(exclude_characters="{}\\", exclude_categories=["Cs"]), max_size=12)
"""Text that can be no part of a tag."""

OPENINGS = st.sampled_from(
    [
        "{action:player:roll}",
        "{query:game:next}",
        "{predicate:player:can-trade|can-sell}",
        "{interface:card:tradeable:-x:-y}",
        "{service:bank:lend}",
    ]
)
CLOSINGS = st.sampled_from(["{/action}", "{/query}", "{/predicate}", "{/interface}", "{/service}"])
REMOVED = st.builds(
    "{{action:player:hint:-md-remove}}{}{{/action}}".format,
    WORDS,
)
JUNK = st.sampled_from(
    [
        "{",
        "}",
        "{}",
        "{/}",
        "\\{",
        "{action}",
        "{action:player}",
        "{action:player:roll",
        "{actoin:player:roll}",
        "{/acton}",
        "{action:player:roll:}",
        "{action::roll}",
        "{action:player:a||b}",
        "{action: player:roll}",
        "---\n",
        "\n\n",
        "\r\n",
        "\x00",
        "\u2028",
    ]
)
ANY_PIECE = st.one_of(WORDS, OPENINGS, CLOSINGS, REMOVED, JUNK, st.text())
ANYTHING = st.lists(ANY_PIECE, max_size=30).map("".join)
"""Documents of every kind of mistake."""

REPEATED = {
    "a whole document": SAMPLE,
    "never closed": "{action:a:b}",
    "never opened": "{/action}",
    "crossed": "{action:a:b}{query:c:d}{/action}",
    "no closing brace": "{action:a:b",
    "only braces": "{",
    "paragraphs of unclosed tags": "{{action:a:b}}\n\n",
    "front matter without end": "---\n",
    "removed": "{action:a:b:-md-remove}x{/action}\n",
}
"""Pieces that, repeated often enough, would find every step that is not linear."""
