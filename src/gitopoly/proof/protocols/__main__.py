"""Check the events that seats have recorded: `python -m gitopoly.proof.protocols FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from gitopoly.errors import GitopolyError, InvalidRecord
from gitopoly.proof.protocols.checking import ProtocolTraces
from gitopoly.proof.protocols.events import RecordedRun


def main(folders: list[str]) -> int:
    """Say what TLC followed, and the first steps that are none: 0, 1, or 2 for bad input."""
    try:
        runs = [run for folder in folders for run in read_folder(Path(folder))]
        if not runs:
            raise InvalidRecord("there are no events; name a folder of GITOPOLY_PROTOCOL_LOG")
        traces = ProtocolTraces()
        for run in runs:
            traces.add(run)
        found = traces.check()
    except GitopolyError as error:
        print(f"gitopoly: {error}", file=sys.stderr)
        return 2
    for module, refused in found.items():
        for one in refused:
            print(f"{module}: trace {one.trace} is no behaviour, by step {one.step}: {one.what}")
    kinds = (
        *(traces.auctions, traces.trades, traces.draws),
        *(traces.ledgers, traces.lobbies, traces.orders),
    )
    told = "auctions {}, offers {}, games of draws {}, ledgers {}, lobbies {}, games of orders {}"
    print(told.format(*map(len, kinds)))
    print(f"left out, because no module has words for them: {traces.skipped}")
    return 1 if any(found.values()) else 0


def read_folder(folder: Path) -> list[RecordedRun]:
    """The runs of all games in a folder; a file's name begins with its game."""
    games: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.jsonl")):
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            raise InvalidRecord(f"cannot read {path}") from None
        games.setdefault(path.name.split("-")[0], []).extend(lines)
    return [RecordedRun.read(lines) for lines in games.values()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
