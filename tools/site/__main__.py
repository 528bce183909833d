"""Build the site and check its links: `python -m tools.site [FOLDER]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.site.build import build
from tools.site.checking import problems
from tools.site.sources import SiteError

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Build, check, and say where the site is."""
    reader = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    usual = ROOT / "build" / "site"
    reader.add_argument("folder", nargs="?", type=Path, default=usual, help="where it goes")
    out: Path = reader.parse_args().folder
    try:
        pages = build(ROOT, out)
    except SiteError as error:
        print(error, file=sys.stderr)
        return 1
    found = problems(out)
    for problem in found:
        print(problem, file=sys.stderr)
    print(f"{pages} pages; open {out / 'index.html'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
