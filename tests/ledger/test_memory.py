"""A store in memory forgets exactly what was not synced; the common suite is `test_store`."""

from gitopoly.ledger.memory import MemoryStore
from tests.ledger.seats import sealed


def test_what_was_accepted_and_not_synced_is_forgotten() -> None:
    store = MemoryStore()
    mine, theirs = sealed("alice"), sealed("bob")
    store.append("alice", None, mine.objects, mine.entry.id)
    store.accept("bob", None, theirs.entry.id, theirs.objects)
    store.keep(theirs.entry.id)
    store.note({"code": "fork"})
    store.lose_power()
    assert store.heads() == {"alice": mine.entry.id}
    assert (store.kept(), store.notes()) == ((), [])
    assert store.has(mine.entry.id)
    assert not store.has(theirs.entry.id)


def test_what_was_put_and_not_accepted_is_forgotten_even_after_a_sync() -> None:
    store = MemoryStore()
    store.put(sealed("bob").objects)
    store.sync()
    store.lose_power()
    assert not store.has(sealed("bob").entry.id)
