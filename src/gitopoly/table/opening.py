"""Opens a game: to start, join, resume or watch it.

Everything from others is checked before anything is written, and what was started is removed
again if it cannot be finished.

The author of an invitation chooses the addresses that every player's machine contacts again and
again, and could thus reach what only this machine can. Private addresses are contacted only with
consent; what the person has typed needs none. The answer is kept in the game's folder.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from gitopoly.editions import Edition
from gitopoly.editions.data import digest
from gitopoly.errors import (
    FolderTaken,
    GitopolyError,
    InvalidIdentity,
    InvalidRepository,
    InvalidSeat,
    NeedsConsent,
    NotFastForward,
    UnknownGame,
    Unreachable,
    UnsafeUrl,
)
from gitopoly.ledger.git.files import write_durably
from gitopoly.ledger.git.folder import (
    configure,
    find_game,
    looks_like_game,
    no_room,
    refuse_links,
    take_lock,
    wrong_name,
)
from gitopoly.ledger.git.read_only import ReadOnlyStore
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.git.untrusted import read_regular
from gitopoly.ledger.identity import Identity, PublicKey, random_bytes
from gitopoly.ledger.store import Store
from gitopoly.ledger.transports.remote import (
    SEATS,
    Remote,
    Transport,
    check_url,
)
from gitopoly.table.game_file import GameFile
from gitopoly.table.game_replica import GameReplica, author_of, find_invitation, key_of_seat
from gitopoly.table.lobby import NONCE, check_same_url
from gitopoly.table.routes import DIRECT, Routes
from gitopoly.table.seat import Clock, Seat
from gitopoly.table.sources import Source, game_shown, links_to

ANSWERS = "addresses"
"""The file with the addresses that were allowed, one per line, in a game's private area."""
_MOST_JOINS = 1_000_000
SOURCE = "invitation"
"""The name under which the objects of an invitation are fetched."""


def begin(
    folder: Path,
    invitation: GameFile,
    identity: Identity,
    clock: Clock,
    token: str = "",
    routes: Routes = DIRECT,
) -> tuple[GitStore, Seat]:
    """Start a game in a new folder, as its first seat."""
    invitation.check()
    name, url = invitation.seats[0].name, invitation.seats[0].url
    own = routes.remote(invitation, name).transport(folder)
    if not _is_free(own, invitation):
        raise FolderTaken(_not_empty(name, url))
    with _new_store(folder, name) as store:
        routes.keep(store.private)
        seat = Seat.invite(store, invitation, identity, clock)
        seat.join(token, random_bytes(NONCE))
        add_remotes(store, invitation, name)
        if not _publish_first(store, own):
            raise FolderTaken(_not_empty(name, url))
        return store, seat


def join(
    folder: Path,
    name: str,
    url: str,
    source: Source,
    identity: Identity,
    clock: Clock,
    token: str = "",
    ask: Ask | None = None,
    accept: Accept | None = None,
    joins: Path | None = None,
) -> tuple[GitStore, Seat]:
    """Take the seat that an invitation at `source` has for `name`, in a new folder.

    `ask` is asked about private addresses that the invitation names, `accept` about an edition
    of its own. `joins` is the file that remembers where this key has joined.
    """
    with _entered(folder, name, url, source) as (store, game):
        if name == game.names[0]:
            raise InvalidSeat(f"{name} started this game; resume it there")
        demand_edition(game.file, accept)
        _settle(store, game, name, source, ask)
        own = source.routes.remote(game.file, name).transport(folder)
        if not _is_free(own, game.file):
            raise InvalidSeat(_who_has_it(game, name, url, own, identity))
        mark = f"{game.root} {name} "
        kept = read_regular(joins, _MOST_JOINS) if joins is not None else None
        remembered = (kept or b"").decode("utf-8", "replace")
        for line in remembered.splitlines():
            if line.startswith(mark):
                raise InvalidSeat(
                    f"{name} has already joined this game with this key, in "
                    f"{line.removeprefix(mark)}; a second join would be a fork, which loses: "
                    "resume it there, or join with another key"
                )
        pinned = game.file.seats[game.file.seat(name)].fingerprint
        if pinned and pinned != identity.public.fingerprint:
            raise InvalidIdentity(
                f"the invitation is for the key {pinned}, but this one is "
                f"{identity.public.fingerprint}; give the other one with --identity"
            )
        seat = Seat(game, name, identity, clock)
        seat.join(token, random_bytes(NONCE))
        add_remotes(store, game.file, name)
        if not _publish_first(store, own):
            raise InvalidSeat(_who_has_it(game, name, url, own, identity))
        if joins is not None:
            with contextlib.suppress(OSError):  # the seat is taken all the same
                write_durably(joins, f"{remembered}{mark}{folder.resolve()}\n", private=True)
        return store, seat


def _is_free(own: Transport, game: GameFile) -> bool:
    """Whether nobody has published where a seat will; others' branches may be beside it."""
    found = own.probe()
    return found.head is None if game.shared else found.empty


def check_inviting_key(game: GameReplica, pinned: str) -> None:
    """Refuse an invitation that was not signed with the key that a link names."""
    key = game.replica.keys[game.names[0]]
    if pinned and (key is None or key.fingerprint != pinned):
        found = key.fingerprint if key else "none"
        raise InvalidIdentity(
            f"the link is from the key {pinned}, but the invitation there has {found}; "
            "do not join or trust it, and ask your friend for a new link"
        )


def resume(
    folder: Path, identity: Identity, clock: Clock, ask: Ask | None = None
) -> tuple[GitStore, Seat]:
    """Resume a game; its seat is the owner of the folder."""
    _whose(folder)
    store = GitStore(folder)  # which changes nothing before the key was compared
    try:
        shown = store.shown()
        if not store.entries and store.seat not in dict(shown):
            if shown or store.branch is not None:
                raise store.damaged("its journal is gone, and its branch main is not whole")
            raise _never_begun(folder)
        # What came by a stream was perhaps never shown by its seat's repository.
        were_shown = Routes.kept(store.private) == DIRECT
        seat = reseat(store, store.seat, identity, clock, shown, were_shown=were_shown)
        _refuse_other_key(seat.name, seat.game.replica.keys[seat.name], identity)
        _ask_again(store, seat, ask)
        store.mend(seat.game.objects_of)
    except BaseException:
        store.release()
        raise
    return store, seat


def take_published(
    folder: Path, identity: Identity, clock: Clock, ask: Ask | None = None
) -> tuple[GitStore, Seat]:
    """Go on with what another copy of a folder has published; this one is kept beside it."""
    refuse_links(folder, find_game(folder)[0])
    # Who has it open would go on writing by its name, and so into the new one.
    os.close(take_lock(folder, private_folder(folder) / "lock"))
    store, game = open_read_only(folder)
    store.close()
    name, routes = _whose(folder), Routes.kept(private_folder(folder))
    url = game.file.seats[game.file.seat(name)].url
    places = (folder.with_name(f"{folder.name}.before-{n}") for n in itertools.count(1))
    aside = next(place for place in places if not place.exists())
    folder.rename(aside)
    try:
        return fetch_seat(folder, name, url, identity, clock, ask, routes)
    except BaseException:
        aside.rename(folder)
        raise


def fetch_seat(
    folder: Path,
    name: str,
    url: str,
    identity: Identity,
    clock: Clock,
    ask: Ask | None = None,
    routes: Routes = DIRECT,
) -> tuple[GitStore, Seat]:
    """A seat that was taken elsewhere with the same key, in a new folder, from what it published.

    Whoever writes with it must first hear what the others have: they may know later moves.
    """
    source = Source(url, routes)
    with _entered(folder, name, url, source) as (store, game):
        if name not in game.joined:
            raise InvalidSeat(f"{name} has not joined the game at {url}; join it first")
        _refuse_other_key(name, game.replica.keys[name], identity)
        _settle(store, game, name, source, ask)
        add_remotes(store, game.file, name)
        return store, Seat(game, name, identity, clock)


@contextlib.contextmanager
def _entered(
    folder: Path, name: str, url: str, source: Source
) -> Iterator[tuple[GitStore, GameReplica]]:
    """A new folder with the game of which somebody takes a seat; it is removed if that fails."""
    check_url(url)
    with _new_store(folder, name) as store:
        game = _invited(store, source)
        check_inviting_key(game, source.inviting)
        check_same_url(game.file, name, url)
        yield store, game


def _settle(store: GitStore, game: GameReplica, name: str, source: Source, ask: Ask | None) -> None:
    """Keep how all seats are reached, once the person agrees to that."""
    url = game.file.seats[game.file.seat(name)].url
    demand_consent(nearby_seats(game.file, source.url, url), ask)
    keep_answers(store.private, game.file)
    source.routes.keep(store.private)


def reseat(
    store: Store,
    name: str,
    identity: Identity,
    clock: Clock,
    shown: Sequence[tuple[str, str]] = (),
    *,
    were_shown: bool = True,
) -> Seat:
    """The seat whose log a store holds, with everything that it knew.

    What others have shown they must show again, if all that is here of them `were_shown`.

    What a damaged journal lacks is taken from what the folder's repository has `shown`, after the
    same checks as from a stranger.
    """
    heads = store.heads
    head = heads.get(name) or next(iter([*heads.values(), *(head for _, head in shown)]))
    game = GameReplica(store, *find_invitation(store, head))
    game.load(trusted=True)
    # The log shows whose it is; in any case the invitation is the initiator's.
    for seat, head in [(game.names[0], game.root), *shown] if shown else ():
        if seat in game.names and head not in game.log:
            game.receive(seat, head)
    # Not the own log: what was published of it may be less than what is here.
    game.replica.expect(other for other in game.names if other != name and were_shown)
    return Seat(game, name, identity, clock)


def _ask_again(store: GitStore, seat: Seat, ask: Ask | None) -> None:
    """Ask what was not asked when the seat was taken: older versions did not."""
    if seat.number == 0:  # the initiator has written all addresses
        return
    own = seat.game.file.seats[seat.number].url
    found = nearby_seats(seat.game.file, own, *kept_answers(store.private))
    if found:
        demand_consent(found, ask)
        keep_answers(store.private, seat.game.file)


def _whose(folder: Path) -> str:
    """The owner of a folder; refuses a name that the folder's own log does not carry."""
    git_dir, name = find_game(folder)
    authors = [name]
    with contextlib.suppress(GitopolyError), contextlib.closing(ReadOnlyStore(folder)) as store:
        own = [head for seat, head in store.shown() if seat == name]
        authors = [author_of(store, head) for head in own[:1]]
    if any(author != name for author in authors):
        raise wrong_name(folder, git_dir)
    return name


def _refuse_other_key(name: str, key: PublicKey | None, identity: Identity) -> None:
    if key != identity.public:
        known = key.fingerprint if key else "unknown"
        raise InvalidIdentity(
            f"{name} plays with the key {known}, but this one is "
            f"{identity.public.fingerprint}; give the other one with --identity"
        )


def clone_to_watch(scratch: Path, source: Source, base: Path) -> tuple[GitStore, GameReplica]:
    """Copy a game into a folder just to read it; only `source` is contacted."""
    # The name of this copy must not be that of a seat, and a seat's name is at most 32 long.
    store = GitStore.create(scratch, "spectator", bare=True, durable=False)
    try:
        source = replace(source, url=absolute(source.url, base))
        game = _invited(store, source, onlooker=True)
        check_inviting_key(game, source.inviting)
        source.routes.keep(store.private)
        return store, game
    except BaseException:
        store.release()
        raise


def open_read_only(folder: Path) -> tuple[ReadOnlyStore, GameReplica]:
    """The game in the folder of a seat, including others' entries; nothing is written."""
    store = ReadOnlyStore(folder)
    shown = store.shown()
    if not shown:
        raise _never_begun(folder)
    return store, game_shown(store, shown, onlooker=True)


def _never_begun(folder: Path) -> UnknownGame:
    return UnknownGame(f"there is no move in {folder} yet; begin or join a game in another folder")


def folder_of(game: GameReplica) -> Path | None:
    """Where this copy of a game lies on the disk; None for one in memory."""
    return game.store.path if isinstance(game.store, GitStore) else None


def is_seat_folder(place: str) -> bool:
    """Whether a place is the folder of a seat, not a repository that is published to."""
    if not looks_like_game(Path(place)):
        return False
    _whose(Path(place))  # says what is damaged
    return True


def check_seat_folder(folder: Path) -> None:
    """Refuse a folder that is not a seat's, or that cannot be opened."""
    # Only then is it opened: settings of somebody else's repository must not take effect.
    if not looks_like_game(folder):
        raise InvalidRepository(f"there is no game in {folder}; name a game's folder")
    find_game(folder)


def private_folder(folder: Path) -> Path:
    """Where a seat's folder keeps what is never published."""
    return find_game(folder)[0] / "gitopoly"


def absolute(url: str, base: Path) -> str:
    """An address that is valid from every folder."""
    address = check_url(url)
    return url if address.path is None else str(address.folder(base.resolve()))


def remotes_of(game: GameFile, base: Path, routes: Routes) -> list[Remote]:
    """The repositories of all seats, wherever relative addresses start."""
    found = [routes.remote(game, name) for name in game.names]
    return [replace(remote, url=absolute(remote.url, base)) for remote in found]


def add_remotes(store: GitStore, game: GameFile, own: str) -> None:
    """Name the repositories of all seats, so that stock Git can fetch from them."""
    settings = {}
    for info in game.seats:
        name = "origin" if info.name == own else info.name
        settings[f"remote.{name}.url"] = info.url
        settings[f"remote.{name}.fetch"] = (
            f"+refs/heads/{SEATS}/{info.name}:refs/remotes/{name}/main"
            if game.shared
            else f"+refs/heads/*:refs/remotes/{name}/*"
        )
    try:
        configure(store.git_dir, settings)
    except OSError as error:
        raise no_room(store.path, error) from error


def _invited(store: GitStore, source: Source, *, onlooker: bool = False) -> GameReplica:
    """The game that an address holds, with all that is there."""
    links = links_to(source)
    shown: list[tuple[str, str]] = []
    for seat, link in links.items():
        head, objects = link.fetch(lambda _: False)
        if head is not None:
            shown.append((seat, head))
            store.borrow(f"{SOURCE} {seat}", objects)
    if not shown:
        raise UnknownGame(f"there is no game at {source.url} yet; has its initiator started it?")
    game = game_shown(store, shown, shared=any(links), onlooker=onlooker)
    for seat in links:
        store.borrow(f"{SOURCE} {seat}", None)
    return game


def _publish_first(store: GitStore, own: Transport) -> bool:
    """Publish the entry that takes a seat; False if somebody else's came first.

    Only one can be the first in a repository, so this decides between two at the same moment.
    A network that is down decides nothing, and is not a reason to wait.
    """
    try:
        # The same key makes the same entry in the same second, and pushing it succeeds.
        if own.probe().head is not None:
            return False
        own.push(store.own)
    except NotFastForward:
        return False
    except Unreachable:
        # A push at this very moment is in the way too; the result shows whose it was.
        with contextlib.suppress(Unreachable):
            return own.probe().head in (None, store.head(store.seat))
    return True


def _not_empty(name: str, url: str) -> str:
    return (
        f"the repository of {name} at {url} is not empty; "
        "resume the game where it was started, or give a new repository"
    )


def _who_has_it(game: GameReplica, name: str, url: str, own: Transport, identity: Identity) -> str:
    """Why a seat with a non-empty repository cannot be taken."""
    store = game.store
    assert isinstance(store, GitStore)
    with contextlib.suppress(GitopolyError):
        head, objects = own.fetch(lambda _: False)
        store.borrow(SOURCE, objects)
        if head is not None and find_invitation(store, head)[0] == game.root:
            key = key_of_seat(store, head, name)
            if key == identity.public:
                return (
                    f"{name} has already joined this game with this key; "
                    f"{url} is not empty: resume the game in the folder that it was joined from"
                )
            return (
                f"somebody else has taken the seat of {name}, with the key {key.fingerprint}; "
                f"ask {game.names[0]}, who can compare it, for a new invitation"
            )
    return _not_empty(name, url)


@contextlib.contextmanager
def _new_store(folder: Path, name: str) -> Iterator[GitStore]:
    """A store in a new folder, which is removed if it cannot be used."""
    try:
        made = not folder.exists()
        free = made or (folder.is_dir() and not any(folder.iterdir()))
    except OSError as error:
        raise no_room(folder, error) from error
    if not free:
        raise FolderTaken(f"{folder} already exists; resume it, or name another folder")
    store: GitStore | None = None
    try:
        store = GitStore.create(folder, name)
        yield store
    except BaseException:
        if store is not None:
            store.release()
        shutil.rmtree(folder if made else folder / ".git", ignore_errors=True)
        raise


class NearbySeat(NamedTuple):
    """A seat whose address leads to this machine or into a private network."""

    name: str
    url: str
    where: str
    """What it leads to, in a few words."""


Ask = Callable[[Sequence[NearbySeat]], bool]
"""Asks a person whether these may be contacted."""


def nearby_seats(game: GameFile, source: str, *typed: str) -> list[NearbySeat]:
    """The seats that must not be contacted without consent.

    `source` is where the invitation was read, `typed` what else the person has written. Folders
    need no consent if the invitation itself is in a folder, and neither does another repository
    on a host that the person has named.
    """
    written = [check_url(url) for url in (source, *typed)]
    hosts = {(address.host, address.service) for address in written if address.host}
    urls = {address.url for address in written}
    found = []
    for info in game.seats:
        address = check_url(info.url)
        local = address.path is not None and written[0].path is not None
        asked = address.host is not None and (address.host, address.service) in hosts
        if address.nearby and not (local or asked or info.url in urls):
            found.append(NearbySeat(info.name, info.url, address.nearby))
    return found


def demand_consent(found: Sequence[NearbySeat], ask: Ask | None) -> None:
    """Raise `NeedsConsent` unless the person agrees; without anybody to ask, the answer is no."""
    if found and not (ask is not None and ask(found)):
        seats = ", ".join(f"{seat.name} at {seat.url} ({seat.where})" for seat in found)
        options = " ".join(f"--allow-address {shlex.quote(seat.url)}" for seat in found)
        raise NeedsConsent(
            f"the invitation names private addresses: {seats}; "
            f"if you trust its author, add {options}"
        )


Accept = Callable[[Edition], bool]
"""Asks a person whether they play by an edition of the game's own."""


def demand_edition(game: GameFile, accept: Accept | None) -> None:
    """Raise `NeedsConsent` unless the person has seen the game's own edition and accepts it."""
    edition = game.edition
    if isinstance(edition, Edition) and not (accept is not None and accept(edition)):
        raise NeedsConsent(
            f"the game has an edition of its own, {edition.name}; if you want to play by it, "
            f"add --accept-edition {digest(edition)}"
        )


def keep_answers(private: Path, game: GameFile) -> None:
    """Record in a game's private area that all its addresses may be contacted."""
    write_durably(private / ANSWERS, "".join(f"{info.url}\n" for info in game.seats))


def kept_answers(private: Path) -> tuple[str, ...]:
    """The addresses that were allowed before."""
    try:
        text = (private / ANSWERS).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ()
    found = []
    for line in text.splitlines():
        with contextlib.suppress(UnsafeUrl):
            found.append(check_url(line).url)
    return tuple(found)


def allowing(urls: Iterable[str], otherwise: Ask | None = None) -> Ask:
    """Agree to addresses that were named beforehand, and ask about the others."""
    allowed = set(urls)

    def ask(found: Sequence[NearbySeat]) -> bool:
        left = [seat for seat in found if seat.url not in allowed]
        return not left or (otherwise is not None and otherwise(left))

    return ask
