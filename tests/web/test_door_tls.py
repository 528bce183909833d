"""A door with a certificate: encrypted, and by nobody else."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import json
import os
import socket
import ssl
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from gitopoly.errors import NoRoom, Unreachable
from gitopoly.table.door_facts import ask_door
from gitopoly.web import connections
from gitopoly.web.door_server import Certificate
from tests.web.game_servers import wait_for
from tests.web.hosts import Host


def certificate_in(folder: Path) -> Certificate:
    """A certificate for loopback, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "door")])
    now = datetime.datetime.now(datetime.UTC)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .sign(key, hashes.SHA256())
    )
    chain, secret = folder / "chain.pem", folder / "key.pem"
    chain.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return Certificate(chain, secret)


def test_a_peer_joins_over_tls_and_only_with_a_certificate_it_trusts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = certificate_in(tmp_path)
    certificate.check()
    host = Host(tmp_path, ("ann", "ben"), scheme="https", certificate=certificate).open()
    try:
        with pytest.raises(Unreachable):
            ask_door(host.link("ben"))  # whoever it is, nothing was sent to them
        context = ssl.create_default_context(cafile=str(certificate.chain))
        page = urllib.request.urlopen(f"{host.hosting.address}/", context=context)
        assert page.status == 200
        with pytest.raises(OSError):  # noqa: PT011 - in whichever way it is closed
            urllib.request.urlopen(host.hosting.address.replace("https", "http"), timeout=10)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate.chain))
        monkeypatch.setenv("GIT_SSL_CAINFO", str(certificate.chain))
        ben = host.join("ben")
        ben.close()
    finally:
        host.close()


@pytest.fixture
def encrypted(tmp_path: Path) -> Iterator[tuple[Host, ssl.SSLContext]]:
    """A host with a certificate, and somebody who trusts it."""
    certificate = certificate_in(tmp_path)
    host = Host(tmp_path, ("ann", "ben"), scheme="https", certificate=certificate).open()
    yield host, ssl.create_default_context(cafile=str(certificate.chain))
    host.close()


def asks(host: Host, context: ssl.SSLContext) -> dict[str, object]:
    """What a spectator is told."""
    headers = {"Authorization": f"Bearer {host.hosting.game}"}
    request = urllib.request.Request(f"{host.hosting.address}/api/door", headers=headers)
    with urllib.request.urlopen(request, context=context, timeout=60) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def is_open(connection: socket.socket) -> bool:
    """Whether the other side has not closed a connection."""
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


@pytest.mark.slow
def test_a_thousand_who_never_shake_hands_keep_nobody_out(
    encrypted: tuple[Host, ssl.SSLContext],
) -> None:
    host, context = encrypted
    idle = [socket.create_connection(("127.0.0.1", host.door.port), 60) for _ in range(1000)]
    try:
        assert asks(host, context)["role"] == "spectator"
        # Without that, a thousand more would use up the files that a process may open.
        wait_for(lambda: sum(map(is_open, idle)) <= connections.MOST)
    finally:
        for connection in idle:
            connection.close()


def test_half_a_handshake_is_given_up_and_rubbish_refused(
    encrypted: tuple[Host, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.3)
    host, context = encrypted
    for said in (b"", b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/1.1\r\n\r\n", b"\0" * 70_000):
        connection = socket.create_connection(("127.0.0.1", host.door.port), 60)
        with contextlib.suppress(ConnectionError):
            connection.sendall(said)
            while connection.recv(1000):  # an alert, perhaps, and then the end
                pass
        connection.close()
    monkeypatch.setattr(connections, "PATIENCE", 60.0)
    assert asks(host, context)["role"] == "spectator"


def test_those_who_listen_stay_when_handshakes_have_to_go(
    encrypted: tuple[Host, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 5)
    host, context = encrypted
    place = ("127.0.0.1", host.door.port)
    listening = context.wrap_socket(socket.create_connection(place, 60), server_hostname=place[0])
    listening.sendall(
        b"GET /api/games/table/events HTTP/1.1\r\nHost: x\r\n"
        b"Authorization: Bearer " + host.hosting.game.encode() + b"\r\n\r\n"
    )
    assert b"200" in listening.recv(1000)
    idle = [socket.create_connection(place, 60) for _ in range(20)]
    wait_for(lambda: sum(map(is_open, idle)) <= 5)
    host.in_room(lambda: host.driver.sit("ben"))
    seen = b""
    while b"ben" not in seen:
        part = listening.recv(65536)
        assert part, "somebody who listened was closed"
        seen += part
    for connection in (*idle, listening):
        connection.close()


def test_a_new_connection_has_a_moment_after_its_handshake(
    encrypted: tuple[Host, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 5)
    host, context = encrypted

    def shaken() -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", host.door.port), 60)
        return context.wrap_socket(plain, server_hostname="127.0.0.1")

    def stranger() -> ssl.SSLSocket:
        found = shaken()
        found.sendall(b"POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
        assert b" 401 " in found.recv(1000)
        return found

    crowd = [stranger() for _ in range(5)]
    guest = shaken()
    crowd += [stranger() for _ in range(3)]
    head = f"GET /api/door HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {host.hosting.game}"
    guest.sendall(f"{head}\r\n\r\n".encode())
    assert b" 200 " in guest.recv(1000)
    for connection in (guest, *crowd):
        connection.close()


def test_a_certificate_and_a_key_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one, other = certificate_in(tmp_path), certificate_in(tmp_path / "other")
    with pytest.raises(NoRoom):
        Certificate(one.chain, other.key).check()


@pytest.mark.parametrize("file", ["chain.pem", "key.pem"])
def test_a_pipe_in_the_place_of_a_certificate_is_not_waited_for(tmp_path: Path, file: str) -> None:
    certificate = certificate_in(tmp_path)
    (tmp_path / file).unlink()
    os.mkfifo(tmp_path / file)
    with pytest.raises(NoRoom, match=f"{file} is not a file"):
        certificate.check()


def test_nobody_is_asked_for_the_password_of_a_key(tmp_path: Path) -> None:
    certificate = certificate_in(tmp_path)
    key = serialization.load_pem_private_key(certificate.key.read_bytes(), None)
    certificate.key.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"secret"),
        )
    )
    with pytest.raises(NoRoom, match="cannot use the certificate"):
        certificate.check()
