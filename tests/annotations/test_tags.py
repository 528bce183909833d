"""Tags as text: what is one, what is none, and what was meant as one."""

import pytest

from gitopoly.annotations.tags import Closing, Malformed, Opening, TagKind, scan


def test_a_tag_has_kind_noun_and_verb() -> None:
    (tag,) = scan("a {action:player:pay-jail-fine} b")
    assert tag == Opening(2, 31, TagKind.ACTION, "player", ("pay-jail-fine",), ())


def test_a_tag_may_have_several_verbs_and_options() -> None:
    (tag,) = scan("{action:bank:sell-house|sell-hotel:-md-remove:later}")
    assert isinstance(tag, Opening)
    assert tag.verbs == ("sell-house", "sell-hotel")
    assert tag.options == ("-md-remove", "later")


def test_verbs_that_stand_twice_count_once() -> None:
    (tag,) = scan("{action:bank:sell|sell}")
    assert isinstance(tag, Opening)
    assert tag.verbs == ("sell",)


@pytest.mark.parametrize("name", ["government_bailout", "free-Parking", "9lives", "würfeln"])
def test_names_have_letters_digits_hyphens_and_underscores(name: str) -> None:
    (tag,) = scan(f"{{service:game:{name}}}")
    assert isinstance(tag, Opening)
    assert tag.verbs == (name,)


@pytest.mark.parametrize("kind", list(TagKind))
def test_every_kind_opens_and_closes(kind: TagKind) -> None:
    opening, closing = scan(f"{{{kind}:a:b}}{{/{kind}}}")
    assert isinstance(opening, Opening)
    assert isinstance(closing, Closing)
    assert opening.kind is closing.kind is kind


def test_the_plurals_are_those_of_the_settings() -> None:
    plurals = [kind.plural for kind in TagKind]
    assert plurals == ["actions", "queries", "predicates", "interfaces", "services"]


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "{}",
        "{ }",
        "{x}",
        "{a: 1}",
        "{a: 1, b: 2}",
        r"\{action:player:roll}",
        "{see: the rules: below}",
        "}action:player:roll{",
        "{unfinished",
        "{/ }",
    ],
)
def test_other_braces_are_text(text: str) -> None:
    assert list(scan(text)) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{action}", "needs a noun and a verb"),
        ("{action:player}", "needs a noun and a verb"),
        ("{action::roll}", "is not a name"),
        ("{action:player:}", "is not a name"),
        ("{action:player:a||b}", "is not a name"),
        ("{action: player:roll}", "is not a name"),
        ("{action:player:roll dice}", "is not a name"),
        ("{action:player:roll:}", "is not an option"),
        ("{action:player:roll:--x}", "is not an option"),
        (f"{{action:player:{'x' * 201}}}", "is not a name"),
        ("{actoin:player:roll}", "did you mean 'action'?"),
        ("{Action:player:roll}", "did you mean 'action'?"),
        ("{verb:player:roll}", "is not a kind of artifact; there are action, query"),
        ("{/acton}", "did you mean 'action'?"),
        ("{/action:player:roll}", "names its kind only"),
        ("{action:player:roll", "no closing brace on its line"),
        ("{action:player:\nroll}", "no closing brace on its line"),
        ("{/action", "no closing brace on its line"),
        ("{action:player:{query:a:b", "no closing brace on its line"),
    ],
)
def test_what_was_meant_as_a_tag_is_told(text: str, message: str) -> None:
    first, *_ = scan(text)
    assert isinstance(first, Malformed)
    assert first.start == 0
    assert message in first.message


def test_a_long_mistake_is_told_in_short() -> None:
    (tag,) = scan("{action:" + "x" * 10_000 + "}")
    assert isinstance(tag, Malformed)
    assert len(tag.message) < 200


def test_scanning_starts_where_it_is_told() -> None:
    text = "{action:a:b}{query:c:d}"
    (tag,) = scan(text, 12)
    assert isinstance(tag, Opening)
    assert tag.kind is TagKind.QUERY
