"""Links: read whole or refused, and their secret is never repeated."""

import pytest

from gitopoly.errors import GitopolyError
from gitopoly.table.routes import Link, looks_like_link, read_link

CAPABILITY = "c" * 21 + "_"
LINK = Link("http://192.168.1.7:4000", "ben", CAPABILITY, "SHA256:" + "f+/" * 14 + "f")


def test_a_link_is_read_as_it_was_written() -> None:
    assert read_link(LINK.text) == LINK
    assert read_link(f" {LINK.text}\n") == LINK
    assert looks_like_link(LINK.text)


def test_the_secret_stands_behind_the_hash_alone_and_is_not_printed() -> None:
    before, _, after = LINK.text.partition("#")
    assert CAPABILITY in after
    assert CAPABILITY not in before
    assert CAPABILITY not in repr(LINK)


@pytest.mark.parametrize(
    "text",
    [
        "http://192.168.1.7:4000/",
        LINK.text[:-1],
        LINK.text.replace("#ben", "#<b>ben</b>"),
        LINK.text.replace("#ben", "#../ben"),
        LINK.text.replace("http:", "javascript:"),
        LINK.text.replace("http://", "ext::sh -c touch% x http://"),
        LINK.text.replace("/#", "/elsewhere#"),
        LINK.text.replace("/#", "/?to=http://evil.example#"),
        LINK.text.replace("192.168.1.7", "user:word@192.168.1.7"),
        LINK.text.replace("192.168.1.7", "-oProxyCommand=x"),
        LINK.text.replace("192.168.1.7", "[::1"),
        LINK.text.replace("4000", "99999"),
        LINK.text + "x" * 400,
        LINK.text.replace("ben.", "ben.\x1b[31m"),
    ],
)
def test_anything_else_is_refused_in_one_line_without_the_secret(text: str) -> None:
    with pytest.raises(GitopolyError) as refusal:
        read_link(text)
    assert CAPABILITY not in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert str(refusal.value).isprintable()
