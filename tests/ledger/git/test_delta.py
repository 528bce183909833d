"""A delta turns one text into the other, and is small when little has changed."""

from hypothesis import given, strategies as st

from gitopoly.ledger.git.delta import delta

texts = st.binary(max_size=600) | st.lists(
    st.sampled_from([b"money: 1500\n", b"owner: null\n", b"a\n", b"", b"x" * 200 + b"\n"]),
    max_size=40,
).map(b"".join)


def patched(base: bytes, changes: bytes) -> bytes:
    """What a delta makes of a base, as Git would apply it."""
    at, result = 0, bytearray()
    for _ in range(2):
        while changes[at] & 0x80:
            at += 1
        at += 1
    while at < len(changes):
        code = changes[at]
        at += 1
        if not code & 0x80:
            result += changes[at : at + code]
            at += code
            continue
        numbers = [0, 0]
        for bit in range(7):
            if code & (1 << bit):
                which, shift = (0, bit) if bit < 4 else (1, bit - 4)
                numbers[which] |= changes[at] << (8 * shift)
                at += 1
        offset, size = numbers[0], numbers[1] or 0x10000
        result += base[offset : offset + size]
    return bytes(result)


@given(texts, texts)
def test_a_delta_gives_the_target(base: bytes, target: bytes) -> None:
    assert patched(base, delta(base, target)) == target


@given(st.lists(st.sampled_from([b"a: 1\n", b"b: 22\n"]), max_size=9), st.binary(max_size=9))
def test_a_delta_of_large_texts_gives_the_target(lines: list[bytes], more: bytes) -> None:
    base = b"".join(b"%d\n" % n for n in range(30_000))
    target = base[:70_000] + b"".join(lines) + base[70_000 + len(more) :] + more
    assert patched(base, delta(base, target)) == target


def test_a_changed_line_costs_little() -> None:
    base = b"".join(b"field_%d: %d\n" % (n, n * n) for n in range(200))
    target = base.replace(b"field_90: 8100", b"field_90: 8200").replace(b"field_9: 81", b"x: 1")
    changes = delta(base, target)
    assert patched(base, changes) == target
    assert len(changes) < 60
