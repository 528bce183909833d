"""Rewrite constraints.txt: the newest versions that fit together.

``make constraints`` runs this in the project's environment.
pip resolves the project with all of its extras without installing anything;
only the names and versions of its answer are kept, never where they came from.
"""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

HEADER = """\
# Versions that fit together: core, dev and all other extras, direct and indirect.
# Renewed by `make constraints` (resolved on Linux with Python {python}); then run `make test`.
# What a package needs on another system only, such as colorama on Windows, is not pinned.
"""


def extras() -> list[str]:
    """Name the extras that pyproject.toml defines."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return sorted(project["optional-dependencies"])


def resolved_versions() -> dict[str, str]:
    """Ask pip what it would install into an empty environment, by package name."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--quiet"]
    command += ["--dry-run", "--ignore-installed", "--report", "-", f"{ROOT}[{','.join(extras())}]"]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    packages = [item["metadata"] for item in json.loads(answer)["install"]]
    return {
        package["name"].replace("_", "-").lower(): package["version"]
        for package in packages
        if package["name"] != "gitopoly"
    }


def main() -> None:
    """Replace constraints.txt."""
    pins = [f"{name}=={version}\n" for name, version in sorted(resolved_versions().items())]
    header = HEADER.format(python=".".join(map(str, sys.version_info[:2])))
    (ROOT / "constraints.txt").write_text(header + "".join(pins), encoding="utf-8")
    print(f"constraints.txt names {len(pins)} packages")


if __name__ == "__main__":
    main()
