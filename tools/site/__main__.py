"""Build the site and check its links: `python -m tools.site [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.site.build import build
from tools.site.checking import problems
from tools.site.sources import SiteError

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Build, check, and say where the site is."""
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site"
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
