"""``gitopoly edition show``: an edition for people and scripts, and its board as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.extras import demand
from gitopoly.editions import Card, Edition, SquareData
from gitopoly.editions.data import as_data, digest
from gitopoly.game.edition_files import edition_for
from gitopoly.rules import Rules
from gitopoly.rules.rules import described

KINDS = (".svg", ".png")
DECKS = ("Chance", "Community Chest")


@click.command(
    cls=ShowsExamples,
    examples=[
        ("A shipped edition", "gitopoly edition show classic"),
        (
            "Your own, and its board as a picture",
            "gitopoly edition show mycity.toml --picture b.svg",
        ),
        ("For a script", "gitopoly edition show mycity.toml --json"),
    ],
)
@click.argument("edition")
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=f"Draw the board into a file that ends with {' or '.join(KINDS)}.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def show(edition: str, picture: Path | None, as_json: bool) -> None:
    """Show the board, deeds, cards and options of EDITION, a name or a file."""
    if picture is not None and picture.suffix.lower() not in KINDS:
        raise click.BadParameter(
            f"{picture.name} must end with {' or '.join(KINDS)}", param_hint="--picture"
        )
    if picture is not None and picture.suffix.lower() == ".png":
        demand("drawing a PNG", "matplotlib", "evaluate")
    data = edition_for(edition, {})
    rules = Rules.of(data)
    if picture is not None:
        from gitopoly.web.board_picture import board_picture
        from gitopoly.web.export import write

        write(picture, board_picture(rules, picture.suffix.lower()[1:]))
    if as_json:
        click.echo(json.dumps({**as_data(data), "hash": digest(data)}))
        return
    for line in lines_about(data):
        click.echo(line)
    if picture is not None:
        click.echo(f"\nwrote {picture}")


def lines_about(data: Edition) -> list[str]:
    """Everything about an edition, for people."""
    rules = Rules.of(data)
    lines = [f"{data.name}: {data.summary}"]
    lines.append(
        f"{data.least_players} to {data.most_players} players, {len(data.squares)} squares"
    )
    lines.append(f"hash {digest(data)}")
    lines.append("\nBoard")
    width = max(len(square.name) for square in data.squares)
    for number, square in enumerate(data.squares):
        lines.append(
            f"{number:>3}  {square.name:<{width}}  {_facts(square, data.currency)}".rstrip()
        )
    decks = zip(DECKS, (data.chance, data.community_chest), rules.card_texts, strict=True)
    for name, cards, texts in decks:
        lines.append(f"\n{name}")
        for number, (card, text) in enumerate(zip(cards, texts, strict=True)):
            lines.append(f"{number:>3}  {text} ({_effect(card, data)})")
    lines.append("\nOptions")
    settings: dict[str, Any] = {**data.constants, **data.flags}
    width = max(map(len, settings))
    meanings = described()
    for name, value in settings.items():
        said = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
        lines.append(f"  {name:<{width}}  {said:<9} {meanings.get(name, '')}".rstrip())
    return lines


def _effect(card: Card, data: Edition) -> str:
    """What a card does, whatever it says."""
    kind = "jail card" if card.kind.startswith("goojf") else card.kind.replace("-", " ")
    if card.kind in ("advance", "back-to"):
        return f"{kind} {card.square}"
    if card.kind == "back":
        return f"{kind} {card.amount}"
    amounts = [f"{data.currency}{one:,}" for one in (card.amount, card.hotel_amount) if one]
    return " ".join([kind, *amounts])


def _facts(square: SquareData, currency: str) -> str:
    if square.type == "street":
        rents = ", ".join(f"{rent:,}" for rent in square.rent)
        costs = f"{currency}{square.value:,}, house {currency}{square.house_cost:,}"
        return f"{square.group}: {costs}, rent {rents}"
    words = {"rail": "railroad", "util": "utility"}.get(square.type, square.type)
    tenth = ", or a tenth of your worth" if square.tenth else ""
    return f"{words}: {currency}{square.value:,}{tenth}" if square.value else words
