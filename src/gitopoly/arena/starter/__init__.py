"""What `gitopoly arena new-bot` writes: a starter bot, and test cases that it passes."""

from importlib import resources

NAME = "starter_bot"
"""The name of the bot in these files, replaced by the new bot's name."""


def starter_files(name: str) -> dict[str, str]:
    """The files of a new bot, by their names."""
    folder = resources.files(__name__)
    return {
        file.replace(NAME, name): (folder / f"{file}.txt").read_text("utf-8").replace(NAME, name)
        for file in (f"{NAME}.py", f"test_{NAME}.py")
    }
