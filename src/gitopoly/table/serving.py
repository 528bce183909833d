"""What front ends need to serve a host's repositories over HTTP."""

from gitopoly.ledger.git.http_backend import (
    GitAnswer,
    GitRequest,
    HttpBackend,
    OversizedRequest,
    TooBusy,
    read_path,
)

__all__ = ["GitAnswer", "GitRequest", "HttpBackend", "OversizedRequest", "TooBusy", "read_path"]
