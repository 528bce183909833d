"""A door with a certificate: encrypted, and by nobody else."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
import urllib.request
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from gitopoly.errors import NoRoom, Unreachable
from gitopoly.table.door_facts import ask_door
from gitopoly.web.door_server import Certificate
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


def test_a_certificate_and_a_key_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one, other = certificate_in(tmp_path), certificate_in(tmp_path / "other")
    with pytest.raises(NoRoom):
        Certificate(one.chain, other.key).check()
