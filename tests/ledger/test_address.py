"""Only harmless addresses and nicknames get through, and the honest ones all do."""

from pathlib import Path

import pytest

from gitopoly.errors import InvalidNickname, UnsafeUrl
from gitopoly.ledger.address import check_nickname, check_url

PATHS = {
    "../m2_p1": "../m2_p1",
    "/home/anna/game.git": "/home/anna/game.git",
    "./a:b": "./a:b",
    "name with space.git": "name with space.git",
    "file:///home/anna/game.git": "/home/anna/game.git",
    "FILE://localhost/home/anna/my%20game.git": "/home/anna/my game.git",
    "C:\\games\\anna": "C:\\games\\anna",
    "file:///C:/games/anna": "C:/games/anna",
}
NETWORK = {
    "ssh://git@example.org:2222/anna/game.git": "example.org",
    "ssh://example.org/~anna/game.git": "example.org",
    "git@example.org:anna/game.git": "example.org",
    "example.org:game.git": "example.org",
    "https://example.org/anna/game.git": "example.org",
    "http://127.0.0.1:8000/anna.git": "127.0.0.1",
    "git://[::1]:9418/anna.git": "[::1]",
}
DANGEROUS = [
    "ext::sh -c touch% /tmp/x",
    "fd::17",
    "http::https://example.org/x",
    "::x",
    "--upload-pack=touch x",
    "-oProxyCommand=touch x",
    "ssh://-oProxyCommand=touch/x",
    "ssh://-oProxyCommand=touch@example.org/x",
    "ssh://git@-oProxyCommand=x/y",
    "ssh://example.org/-oProxyCommand=x",
    "-oProxyCommand=x@example.org:y",
    "git@-oProxyCommand=x:y",
    "-host:path",
    "host:-path",
    "host:--upload-pack=x",
    "ssh://$(touch x)/y",
    "ssh://`touch x`/y",
    "https://example.org;touch x/y",
]
USELESS = [
    "",
    " https://example.org/x",
    "a\nb",
    "https://example.org/x\x1b[2J",
    "https://example.org/%0a%0dhost=evil",
    "file:///tmp/%00x",
    "https://anna:secret@example.org/x.git",
    "https://example.org",
    "https://example.org/",
    "https:///x",
    "ftp://example.org/x",
    "rsync://example.org/x",
    "git+ssh://example.org/x",
    "file://server/share/x",
    "file://",
    "file:////server/share",
    "//server/share",
    "\\\\server\\share",
    "x" * 501,
]


@pytest.mark.parametrize("url", PATHS)
def test_a_path_is_told_from_a_network_address(url: str) -> None:
    address = check_url(url)
    assert (address.path, address.host) == (PATHS[url], None)
    assert address.is_loopback


@pytest.mark.parametrize("url", NETWORK)
def test_an_address_on_a_network_names_its_host(url: str) -> None:
    address = check_url(url)
    assert (address.path, address.host, address.url) == (None, NETWORK[url], url)


@pytest.mark.parametrize("url", DANGEROUS)
def test_an_address_that_could_run_a_command_is_refused(url: str) -> None:
    with pytest.raises(UnsafeUrl) as caught:
        check_url(url)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("url", USELESS)
def test_an_address_that_leads_nowhere_is_refused_in_one_line(url: str) -> None:
    with pytest.raises(UnsafeUrl) as caught:
        check_url(url)
    assert str(caught.value).isprintable()


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(UnsafeUrl, match="credential helper") as caught:
        check_url("https://anna:secret@example.org/x.git")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://localhost/x", True),
        ("http://127.3.4.5/x", True),
        ("git://[::1]/x", True),
        ("https://localhost.example.org/x", False),
        ("git@example.org:x", False),
        ("http://10.0.0.1/x", False),
    ],
)
def test_only_this_machine_is_loopback(url: str, expected: bool) -> None:
    assert check_url(url).is_loopback is expected


def test_a_relative_path_starts_at_the_games_folder() -> None:
    assert check_url("../m2_p1").folder(Path("/games/m2_p0")) == Path("/games/m2_p0/../m2_p1")
    assert check_url("/abs").folder(Path("/games")) == Path("/abs")


@pytest.mark.parametrize("nickname", ["a", "Anna", "m2_p1", "x-y", "a" * 32])
def test_a_plain_nickname_is_accepted(nickname: str) -> None:
    assert check_nickname(nickname) == nickname


@pytest.mark.parametrize(
    "nickname",
    ["", "1a", "-a", "--upload-pack", "a" * 33, "a b", "a/b", "..", "a.lock", "é", "a\n"],
)
def test_a_nickname_that_git_could_misread_is_refused(nickname: str) -> None:
    with pytest.raises(InvalidNickname) as caught:
        check_nickname(nickname)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("nickname", ["origin", "Origin", "HEAD"])
def test_a_nickname_that_git_uses_itself_is_refused(nickname: str) -> None:
    with pytest.raises(InvalidNickname, match="Git uses this name"):
        check_nickname(nickname)


# What leads to one's own machine or network.

NEARBY = [
    *("../ann.git", "/home/ann/x.git", "file:///home/ann/x.git", "C:\\games\\ann"),
    *("http://127.0.0.1/x", "http://127.8.9.1:80/x", "git://[::1]/x", "https://localhost/x"),
    *("https://LocalHost/x", "https://a.localhost/x", "http://0.0.0.0/x", "http://[::]/x"),
    *("http://10.0.0.1/x", "http://172.16.0.1/x", "http://172.31.255.254/x"),
    *("ssh://git@192.168.1.1:22/x", "git@192.168.1.1:x", "192.168.1.1:x"),
    *("http://169.254.169.254/latest/x", "http://100.64.0.1/x", "http://100.127.255.254/x"),
    *("http://[fe80::1]/x", "http://[fc00::1]/x", "http://[fdab::1]/x", "http://[fec0::1]/x"),
    *("http://[::ffff:127.0.0.1]/x", "http://[::ffff:7f00:1]/x", "http://[::ffff:10.0.0.1]/x"),
    *("http://[64:ff9b::7f00:1]/x", "http://[2002:7f00:1::]/x", "http://[ff02::1]/x"),
    *("http://2130706433/x", "http://0x7f000001/x", "http://0x7f.1/x", "http://0177.0.0.1/x"),
    *("http://127.1/x", "http://127.0.1/x", "http://0/x", "http://010.0.0.1/x"),
    *("http://1.2.3.4.5/x", "http://256.1.1.1/x", "http://224.0.0.1/x", "http://255.255.255.255/x"),
    *("http://printer.local/x", "http://nas/x", "nas:x.git", "ann@nas:x.git", "git://router/x"),
    *("http://db.internal/x", "http://x.home.arpa/x", "http://x.lan/x", "http://x.corp/x"),
    *("http://me@127.0.0.1/x", "ssh://root@[::1]:22/x"),
]
PUBLIC = [
    *("https://example.org/x", "git@example.org:x", "ssh://git@example.org:2222/x"),
    *("https://example.local.example.org/x", "https://local.example.org/x", "http://8.8.8.8/x"),
    *("http://172.32.0.1/x", "http://100.128.0.1/x", "http://[2606:4700::1111]/x"),
    *("http://[::ffff:8.8.8.8]/x", "http://[64:ff9b::808:808]/x", "http://10.example.org/x"),
    *("https://my-host.co.uk/x", "http://127.0.0.1.example.org/x"),
]


@pytest.mark.parametrize("url", NEARBY)
def test_what_leads_to_ones_own_is_known_however_it_is_spelt(url: str) -> None:
    assert check_url(url).nearby


@pytest.mark.parametrize("url", PUBLIC)
def test_what_is_public_needs_no_question(url: str) -> None:
    assert check_url(url).nearby == ""
