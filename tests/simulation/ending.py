"""The end of every schedule: the network heals, all honest seats meet, and the game goes on."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from gitopoly.rules.yaml import to_yaml
from tests.simulation.plan import PATIENCE, Event
from tests.simulation.player import Player
from tests.simulation.properties import Broken

if TYPE_CHECKING:
    from tests.simulation.world import World

ROUNDS = 40
FURTHER = 6
"""Entries that must be added for a game to have gone on."""
IDLE = 3
"""Rounds without news after which nothing more happens by itself."""


def end(world: World) -> None:
    """Let all meet; the game goes on or ends, unless it waits for a hostile seat."""
    world.network.cut.clear()
    for player in world.players.values():
        player.machine.set_fault(None)
    least, idle, waits = None, 0, len(world.players) if world.plan.retire_after else 0
    for at in range(ROUNDS):
        before = sum(len(p.game.log) for p in world.players.values() if p.on)
        _round(world, at)
        counted = min(len(p.game.counted()) for p in world.players.values())
        least = counted if least is None or at < 2 else min(least, counted)
        if all(map(_finished, world.players.values())) or counted >= least + FURTHER:
            break
        same = sum(len(p.game.log) for p in world.players.values()) == before
        idle = idle + 1 if same else 0
        if idle == IDLE and waits:
            # Once for each: somebody may learn only from a vote that there is silence.
            world.clock.passed += 2 * PATIENCE
            idle, waits = 0, waits - 1
        elif idle == IDLE:
            _judge_rest(world)
            break
    else:
        if not _keys_differ(world):
            raise Broken("the game goes on", "it neither ends nor rests")
    _agree(world)


def _round(world: World, at: int) -> None:
    for seat, name in enumerate(world.plan.names):
        world.clock.passed += 1
        random = Random(f"{world.plan.seed} {at} {name}")
        player = world.players.get(name)
        if player is None:
            if world.plan.cheats_return:
                world.cheats[name].silent = False
                world.step(Event("turn", seat, random.getrandbits(32)))
            continue
        if not player.on:
            world.start(player)
        player.hear()
        player.turn(random)
        world.look()
    world.trace(f"meeting {at}")


def _finished(player: Player) -> bool:
    position = player.game.position if player.game.started else None
    if position is None or not player.game.over:
        return False
    seat = player.seat.number
    return position.finished[seat] or position.ended(seat, position.counts[seat])


def _judge_rest(world: World) -> None:
    """Fail if a game rests although no hostile seat is in its way."""
    names, cheats = world.plan.names, set(world.cheats)
    if _keys_differ(world):
        return
    started = [player for player in world.players.values() if player.game.started]
    if not started:
        game = next(iter(world.players.values())).game
        waiting = set(game.waiting_for())
        # Whoever joins twice before the start, or never, keeps a game from starting.
        forked = any(player.game.log.forks() for player in world.players.values())
        if not waiting & cheats and names[0] not in cheats and not forked:
            raise Broken("the game goes on", f"it does not start, and waits for {waiting}")
        return
    playing = [player.game for player in started if _plays(player)]
    if not playing:
        return  # nobody is left
    game = playing[0]
    position, waiting = game.position, set(game.waiting_for())
    forks = game.log.forks()
    silent = {
        name
        for seat, name in enumerate(names)
        if name in cheats and name not in forks and position.plays(seat)
    }
    if any(_bound_by_cheats(player, cheats) for player in started):
        return  # it waits for the vote of a hostile seat, and takes in nothing until then
    if game.over:
        raise Broken("the game goes on", "it is over, and not all confirm it")
    votes = [vote for cast in position.votes for vote in cast]
    if any(silent & {names[voter] for voter in vote.voters} for vote in votes):
        return  # a vote binds those who have cast it, and a hostile seat holds back its own
    if not world.plan.retire_after and any(set(g.waiting_for()) & silent for g in playing):
        return  # it has shown its newest entry to others only, who have nothing to write
    if waiting - cheats or not silent:
        raise Broken(
            "the game goes on", f"it waits for {sorted(waiting)}, silent: {sorted(silent)}"
        )
    if len(silent) == 1 and waiting == silent and world.plan.retire_after:
        raise Broken("the game goes on", f"nobody votes on {sorted(waiting)}")


def _keys_differ(world: World) -> bool:
    """Whether a hostile seat has shown its key to some only, or another one to some.

    Also to somebody who came back with a copy of the folder from before it knew the first.
    """
    known = [player.game.replica.keys for player in world.players.values()]
    return any(len({keys[cheat] for keys in known}) > 1 for cheat in world.cheats)


def _bound_by_cheats(player: Player, cheats: set[str]) -> bool:
    """Whether a seat's own vote keeps news out, and needs the vote of a hostile seat."""
    game = player.game
    votes = game.position.votes[player.seat.number]
    return bool(game.replica.bound) and any(
        game.names[voter] in cheats for vote in votes for voter in vote.voters
    )


def _plays(player: Player) -> bool:
    return player.game.started and player.game.position.plays(player.seat.number)


def _seen(world: World, player: Player) -> tuple[frozenset[str], str]:
    """The entries of honest seats, and the position if the game is over.

    Before that, a hostile seat may have shown its newest entry to only one of them.
    """
    game = player.game
    honest = frozenset(entry.id for entry in game.log if entry.seat in world.players)
    return honest, to_yaml(game.position.state, game.names) if game.over else ""


def _agree(world: World) -> None:
    """All honest seats in the game see the same in the end, even after a restart."""
    for _ in range(3):
        for player in world.players.values():
            player.hear()
            assert player.driver is not None
            player.driver.hear()
            world.look()
    # A seat that has left tells nobody what it learns; a cheat's third branch proves nothing new.
    playing = [player for player in world.players.values() if _plays(player)]
    seen = [_seen(world, player) for player in playing]
    bound = any(player.game.replica.bound for player in playing)
    if not bound and any(other != seen[0] for other in seen):
        raise Broken("honest seats agree", "they have met and know different games")
    for player in world.players.values():
        player.stop()
        player.machine.kill()
        world.start(player)
        world.look()
