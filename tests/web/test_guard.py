"""Who is let in: the right token, from the own page, to the own address."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from gitopoly.web.guard import LONGEST_BODY, POLICY, Guard, new_token
from gitopoly.web.page_address import challenge_path, proof

TOKEN = "right-token"
HOST = "127.0.0.1:8000"
OWN = {"origin": f"http://{HOST}"}
NONCE = "0123456789abcdef" * 2
CHALLENGE = challenge_path(TOKEN)


async def inner(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that says which path it sees."""
    await PlainTextResponse(scope["path"])(scope, receive, send)


def client() -> TestClient:
    """A browser that knows the address."""
    return TestClient(Guard(inner, TOKEN, frozenset({HOST})), base_url=f"http://{HOST}")


def test_the_token_is_taken_off_the_path() -> None:
    answer = client().get(f"/{TOKEN}/static/main.js")
    assert (answer.status_code, answer.text) == (200, "/static/main.js")


@pytest.mark.parametrize(
    "path", ["/", "/wrong/", f"/{TOKEN}", f"/{TOKEN}x/", "/%ff/", f"//{TOKEN}/"]
)
def test_without_the_right_token_nothing_is_served(path: str) -> None:
    answer = client().get(path)
    assert answer.status_code == 403
    assert "token" in answer.json()["error"]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:80"])
def test_another_host_name_is_refused_so_that_rebinding_leads_nowhere(host: str) -> None:
    assert client().get(f"/{TOKEN}/", headers={"host": host}).status_code == 421


def test_two_host_headers_are_refused() -> None:
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": f"/{TOKEN}/",
        "headers": [(b"host", HOST.encode()), (b"host", HOST.encode())],
    }
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    # Driven by hand, because a loop of the browser's tests may be running in this thread.
    with pytest.raises(StopIteration):
        Guard(inner, TOKEN, frozenset({HOST}))(scope, receive, send).__await__().send(None)
    assert sent[0]["status"] == 421


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:8001"},
        {**OWN, "sec-fetch-site": "cross-site"},
        {**OWN, "sec-fetch-site": "same-site"},
    ],
)
def test_posts_of_other_sites_are_refused(headers: dict[str, str]) -> None:
    assert client().post(f"/{TOKEN}/api", headers=headers).status_code == 403


def test_a_post_of_the_own_page_is_let_in() -> None:
    assert client().post(f"/{TOKEN}/api", headers=OWN).status_code == 200


def test_other_methods_are_refused() -> None:
    assert client().delete(f"/{TOKEN}/api", headers=OWN).status_code == 405
    assert client().options(f"/{TOKEN}/api", headers=OWN).status_code == 405


def test_a_long_request_is_refused_by_its_length() -> None:
    body = b"x" * (LONGEST_BODY + 1)
    assert client().post(f"/{TOKEN}/api", headers=OWN, content=body).status_code == 413


@pytest.mark.parametrize("path", [f"/{TOKEN}/", "/wrong/"])
def test_every_answer_carries_the_strict_policy(path: str) -> None:
    headers = client().get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers


def test_tokens_are_long_and_never_the_same() -> None:
    assert len(new_token()) >= 32
    assert new_token() != new_token()


def test_whoever_asks_gets_a_proof_of_the_token_and_never_the_token() -> None:
    answer = client().get(f"{CHALLENGE}?nonce={NONCE}")
    assert answer.json() == {"proof": proof(TOKEN, HOST, NONCE)}
    assert TOKEN not in answer.text + str(answer.headers)


@pytest.mark.parametrize("query", ["", "?nonce=", "?nonce=short", f"?nonce={NONCE}0", "?nonce=%ff"])
def test_a_proof_is_given_for_a_proper_question_only(query: str) -> None:
    assert client().get(f"{CHALLENGE}{query}").status_code == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1:8001"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_a_proof_is_made_neither_for_other_sites_nor_for_other_addresses(
    headers: dict[str, str], status: int
) -> None:
    assert client().get(f"{CHALLENGE}?nonce={NONCE}", headers=headers).status_code == status


def test_the_challenge_path_is_known_with_the_token_alone_and_leads_nowhere_else() -> None:
    assert client().get(f"/again?nonce={NONCE}").status_code == 403
    assert client().get(f"{challenge_path(new_token())}?nonce={NONCE}").status_code == 403
    assert client().post(f"{CHALLENGE}?nonce={NONCE}", headers=OWN).status_code == 400
    assert client().get(f"{CHALLENGE}/").status_code == 403
    assert client().get(f"{CHALLENGE}/static/main.js").status_code == 403


@pytest.mark.parametrize(
    ("language", "words"), [("en-US", "from an earlier run"), ("de", "von einem früheren Start")]
)
def test_a_person_with_an_old_address_is_told_what_to_do(language: str, words: str) -> None:
    headers = {"accept": "text/html,*/*", "accept-language": language}
    answer = client().get("/old-token/", headers=headers)
    assert answer.status_code == 403
    assert answer.headers["content-type"].startswith("text/html")
    assert words in answer.text
    assert "gitopoly games latest" in answer.text
    assert answer.headers["content-security-policy"] == POLICY


@pytest.mark.parametrize(("host", "sent"), [(HOST, "same-origin"), ("192.0.2.7:8000", None)])
def test_a_header_that_browsers_ignore_with_a_complaint_is_left_out(
    host: str, sent: str | None
) -> None:
    page = TestClient(Guard(inner, TOKEN, frozenset({host})), base_url=f"http://{host}")
    assert page.get(f"/{TOKEN}/").headers.get("cross-origin-opener-policy") == sent
