"""What earlier versions wrote still opens, replays and verifies: records, entries, pages.

The files beside this one were written by the version of the first day and are never written anew;
`expected.json` says what that version found in them. Where a deliberate change adds to a format,
add files, and leave these.
"""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.peers import move_from_trailers
from gitopoly.rules.catalogue import kind_of
from gitopoly.rules.text import from_canonical, to_canonical

HERE = Path(__file__).parent
EXPECTED: dict[str, Any] = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
ENTRIES: dict[str, Any] = json.loads((HERE / "entries.json").read_text(encoding="utf-8"))
RECORDS = sorted(path.stem for path in (HERE / "records").iterdir())
NAMES = ("ann", "ben", "cleo")
BEN = 1


def told(*arguments: object) -> dict[str, Any]:
    """What a command says, for a script."""
    result = CliRunner().invoke(main, [*map(str, arguments), "--json"])
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def verified(place: Path) -> dict[str, Any]:
    """What `verify` says of one game, also by the names that the first version had for it."""
    (game,) = told("verify", place)["games"]
    names = [seat["name"] for seat in game["seats"]]
    then = {"players": len(names), "actions": game["entries"], "legal": game["moves"]}
    then["fault"] = game["offences"][0] if game["offences"] else None
    return {**game, **then, "winner": names.index(game["winner"]) + 1 if game["winner"] else None}


def facts(answer: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """Some of it; of wealth over time, what everybody is worth in the end."""
    if "wealth" in answer:
        answer["wealth"] = {name: values[-1] for name, values in answer["wealth"].items()}
    return {name: answer[name] for name in names}


def test_every_record_is_expected() -> None:
    assert set(RECORDS) == set(EXPECTED["records"])


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDS)
def test_a_record_verifies_and_replays_to_the_same_end(name: str) -> None:
    path = HERE / "records" / f"{name}.jsonl"
    expected = EXPECTED["records"][name]
    found = verified(path)
    assert found["holds"]
    assert facts(found, list(expected["verify"])) == expected["verify"]
    assert facts(told("replay", path), list(expected["replay"])) == expected["replay"]


def test_an_action_keeps_its_number_and_its_name() -> None:
    for text, code in ENTRIES["actions of ben"].items():
        action = from_canonical(text, BEN)
        # The first version had seven bits for the kind; codes themselves are written nowhere.
        assert (kind_of(action), to_canonical(action)) == (int(code) & 127, text)


@pytest.mark.parametrize("trailers", ENTRIES["moves of ben"], ids=lambda t: t["Action"])
def test_a_move_is_read_and_written_as_it_was(trailers: dict[str, str]) -> None:
    again = move_from_trailers(trailers, BEN, NAMES).to_trailers(NAMES)
    assert list(again.items()) == list(trailers.items())


def test_a_match_of_bots_replays_call_by_call() -> None:
    assert told("arena", "replay", HERE / "arena-match.jsonl") == EXPECTED["arena-match"]


def test_the_results_of_a_tournament_become_a_page(tmp_path: Path) -> None:
    out = tmp_path / "page"
    arguments = ["arena", "report", str(HERE / "tournament.json"), "--into", str(out)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "cautious" in next(out.glob("*.html")).read_text(encoding="utf-8")


def test_an_exported_replay_shows_what_a_new_one_would() -> None:
    page = gzip.decompress((HERE / "short-replay.html.gz").read_bytes()).decode("utf-8")
    embedded = re.search(r'<script type="application/json" id="film">(.*?)</script>', page)
    assert embedded is not None
    replay = json.loads(embedded[1])
    now = told("replay", HERE / "records" / "short.jsonl")
    assert len(replay["frames"]) == now["frames"]
    assert replay["turns"] == now["turns"]
    assert replay["wealth"] == list(now["wealth"].values())
    assert [moment["kind"] for moment in replay["moments"]] == [m["kind"] for m in now["moments"]]
