"""Write all generated modules."""

from __future__ import annotations

from pathlib import Path

from tools.generate import cards, dispatch, draws, kinds, listing, policies, wording
from tools.generate.declarations import KERNEL, Declarations, read

FOLDER = KERNEL / "generated"
WRITERS = {
    "kinds": kinds.write,
    "dispatch": dispatch.write,
    "listing": listing.write,
    "draws": draws.write,
    "wording": wording.write,
    "card_kinds": cards.write_kinds,
    "cards": cards.write,
}


def modules(found: Declarations) -> dict[Path, str]:
    """The text of every generated module, by its path."""
    return {FOLDER / f"{name}.py": write(found) for name, write in WRITERS.items()}


def main() -> None:
    """Write those that have changed."""
    for path, text in (modules(read()) | policies.modules(policies.read())).items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"wrote {path.relative_to(KERNEL.parents[2])}")


if __name__ == "__main__":
    main()
