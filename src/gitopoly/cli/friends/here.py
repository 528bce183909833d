"""Hosting a game on this computer: its options, its links, and the page beside its door."""

from __future__ import annotations

import functools
import ipaddress
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from gitopoly.cli.friends import seating
from gitopoly.cli.play.page_options import PageOptions
from gitopoly.cli.usage import refuse
from gitopoly.errors import InvalidSeat

if TYPE_CHECKING:
    from gitopoly.table.host_game import HostDriver
    from gitopoly.table.hosting import Hosting

PLAIN = (
    "The links begin with http: anyone listening on the network on the way to this computer can "
    "read them and play in a guest's name. At home that may be fine; otherwise see --tls-cert."
)
UNTRIED = (
    "Whether others can reach {address} is not known yet; the page says when somebody has. "
    "From outside your network it takes more: see docs/hosting.md."
)
ONLY_HERE = (
    "Only this computer can open {address}: for others, name what they open with --at, or listen "
    "on an address of your network with --listen."
)
NEEDS_PAGE = "{what} cannot be shown in the terminal: it serves a page to guests; add --ui web"
_LISTEN = re.compile(r"(?:(?P<host>[^\s]+):)?(?P<port>\d{1,5})")


@dataclass(frozen=True)
class HereOptions:
    """How a door is opened."""

    here: bool = False
    at: str = ""
    listen: str = ""
    certificate: tuple[str, str] | None = None


def door_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of the door; passed as `door`."""

    @functools.wraps(command)
    def with_door(
        *args: Any,
        at: str,
        listen: str,
        tls_cert: Path | None,
        tls_key: Path | None,
        here: bool = False,
        **others: Any,
    ) -> Any:
        if (tls_cert is None) != (tls_key is None):
            raise click.UsageError("--tls-cert and --tls-key need each other")
        files = None
        if tls_cert and tls_key:
            files = str(tls_cert.absolute()), str(tls_key.absolute())
        return command(*args, door=HereOptions(here, at, listen, files), **others)

    file = click.Path(path_type=Path, dir_okay=False, exists=True)
    for option in (
        click.option("--tls-key", type=file, metavar="FILE", help="The key of that certificate."),
        click.option(
            "--tls-cert",
            type=file,
            metavar="FILE",
            help="Encrypt what others open with this certificate, which may be a whole chain.",
        ),
        click.option(
            "--listen",
            default="",
            metavar="[ADDRESS:]PORT",
            help="Where to listen for others; by default on all addresses, on any free port.",
        ),
        click.option(
            "--at",
            default="",
            metavar="URL",
            help="What others open, such as https://games.example.org:8443; "
            "by default this computer's address on its network.",
        ),
    ):
        with_door = option(with_door)
    return with_door


def here_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the flag that keeps the game on this computer."""
    return click.option(
        "--here",
        is_flag=True,
        help="Keep the game on this computer: friends get a link each, and need no repository.",
    )(command)


def refuse_without_here(door: HereOptions) -> None:
    """The options of the door need one."""
    if not door.here:
        refuse(click.get_current_context(), ("at", "listen", "tls_cert", "tls_key"), "needs --here")


def names_of(me: str | None, players: Sequence[str]) -> list[str]:
    """The nicknames, from options or from questions."""
    if me is None and not seating.can_ask():
        raise InvalidSeat("your nickname is missing; add --me NICK")
    own = seating.nickname(me) if me is not None else seating.ask_nickname("Your nickname")
    others = [seating.nickname(text) for text in players]
    if not others:
        if not seating.can_ask():
            raise InvalidSeat("the other players are missing; add --player NICK for each")
        others.append(seating.ask_nickname("Nickname of another player"))
        while more := seating.ask_nickname("Nickname of one more (Enter if that is all)", ""):
            others.append(more)
    return [own, *others]


def open_door(door: HereOptions) -> tuple[Any, str, tuple[str, int]]:
    """A listening socket, the address that others open, and where it listens."""
    from gitopoly.table.routes import address_from
    from gitopoly.web.addresses import own_addresses
    from gitopoly.web.door_server import Certificate, listen

    if door.certificate:
        Certificate(*map(Path, door.certificate)).check()
    found = _LISTEN.fullmatch(door.listen or "0")
    if found is None or int(found["port"]) > 65535:
        raise click.UsageError(f"--listen must be ADDRESS:PORT or a port, not {door.listen!r}")
    try:
        at = urlsplit(door.at)
        at_port = at.port
    except ValueError:
        raise click.UsageError(
            f"--at has no host and port that there can be: {door.at!r}"
        ) from None
    if door.at:
        if at.scheme not in ("http", "https") or at.path.strip("/") or at.query or at.fragment:
            raise click.UsageError("--at must be http:// or https:// with a host, and no path")
        address_from(f"{door.at.rstrip('/')}/x", Path())
    port = int(found["port"]) or (at_port if door.at and not door.listen else 0) or 0
    host = (found["host"] or "0.0.0.0").strip("[]")
    socket = listen(host, port)
    port = socket.getsockname()[1]
    if door.at:
        return socket, door.at.rstrip("/"), (host, port)
    given = None if ipaddress.ip_address(socket.getsockname()[0]).is_unspecified else host
    own = given or next(iter(own_addresses()), "127.0.0.1")
    scheme = "https" if door.certificate else "http"
    shown = f"[{own}]" if ":" in own else own
    return socket, f"{scheme}://{shown}:{port}", (host, port)


def tell_links(hosting: Hosting, fingerprint: str, joined: Sequence[str] = ()) -> None:
    """Print the link of every seat that is free, and that of spectators."""
    from gitopoly.cli.friends.qr_code import print_code
    from gitopoly.table.routes import leads_here

    waiting = [name for name in hosting.seats if name not in joined]
    if waiting:
        click.echo("Send every friend their own link; whoever opens it first has the seat.")
    for name in waiting:
        text = hosting.link(name, fingerprint).text
        click.echo(f"{name}: {text}")
        print_code(text)
    click.echo(f"Spectators: {hosting.link('', fingerprint).text}")
    reach = ONLY_HERE if leads_here(f"{hosting.address}/x") else UNTRIED
    click.echo(reach.format(address=hosting.address))
    if hosting.address.startswith("http://"):
        click.echo(PLAIN)


def host_on_page(
    host: HostDriver, folder: Path, again: str, where: PageOptions, listening: Any
) -> None:
    """Serve the host's own page and the door until the person stops the program."""
    from gitopoly.cli.play.in_browser import serve
    from gitopoly.web.door_server import Certificate, DoorServer
    from gitopoly.web.game_server import GameServer

    game_server = GameServer()
    room = game_server.add(folder.name, host, again)
    files = host.hosting.certificate
    certificate = Certificate(*map(Path, files)) if files else None
    door = DoorServer(game_server, room, host, listening, certificate)
    try:
        serve(game_server, folder.name, where, again, f"seat {folder.absolute()}")
    finally:
        door.close()


def resumed(hosting: Hosting, door: HereOptions) -> tuple[Any, Hosting]:
    """A hosted game's socket again, at the address that it had or at a new one."""
    host, port = hosting.listens
    listening, address, _ = open_door(
        replace(
            door,
            at=door.at or hosting.address,
            listen=door.listen or f"{host}:{port}",
            certificate=door.certificate or hosting.certificate,
        )
    )
    changed = address != hosting.address or door.certificate or door.listen
    if changed:
        hosting.address = address
        hosting.listens = listening.getsockname()[:2]
        hosting.certificate = door.certificate or hosting.certificate
        hosting.save()
    return listening, hosting
