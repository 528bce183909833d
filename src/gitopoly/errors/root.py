"""The root of the tree, and refusals caused by the machine."""


class GitopolyError(Exception):
    """The base of every refusal.

    Usual cause: input from a person, a bot or a peer that cannot be used.
    The fix: read the message; it says what was refused and what would be accepted.
    """

    told: tuple[str, dict[str, object]] | None = None
    """The key of the message in `gitopoly.words` and its facts, for readers of other languages."""


class NoRoom(GitopolyError):
    """A folder without room for what must be written.

    Usual cause: a full disk.
    The fix: free some space, or name another folder as the message says.
    """


class LostProcess(GitopolyError):
    """A process that ended in the middle of its work.

    Usual cause: memory ran out, or a script that uses several processes runs
    again from the top in each of them.
    The fix: fewer jobs, and in a script ``if __name__ == "__main__":`` in
    front of what starts them.
    """


class MissingExtra(GitopolyError):
    """A heavy dependency that is not installed.

    Usual cause: only the light core was installed, which is all you need to play.
    The fix: install the extra that the message names.
    """

    def __init__(self, purpose: str, package: str, extra: str) -> None:
        super().__init__(purpose, package, extra)
        self.purpose = purpose
        """What was asked for, such as ``the compiled kernel``."""
        self.package = package
        """The package that could not be imported, such as ``numba``."""
        self.extra = extra
        """The extra of this project that brings it, such as ``fast``."""

    def __str__(self) -> str:
        return (
            f"{self.purpose} needs {self.package}, which is not installed: "
            f"pip install 'gitopoly[{self.extra}]'"
        )
