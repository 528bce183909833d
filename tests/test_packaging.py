"""Wheel and sdist: built without network, whole, and at work outside a checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

import pytest

import gitopoly
from tests.test_repository import ROOT, repository_files
from tests.web.hosts import Host

pytestmark = pytest.mark.xdist_group("packaging")

DATA = {"rules": "share/gitopoly/rules", "specs": "share/gitopoly/specs", "man": "share/man/man1"}
"""Folders beside the package that a wheel holds, and where they are installed."""


class Built(NamedTuple):
    """Both archives, and the names in them without the folder that all share."""

    wheel: Path
    in_wheel: set[str]
    in_sdist: set[str]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build from a copy of what is tracked, with no way to a package index."""
    copy = tmp_path_factory.mktemp("sources")
    for file in repository_files():
        target = copy / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, target)
    nowhere = "http://127.0.0.1:9"
    offline = {**os.environ, "PIP_NO_INDEX": "1", "https_proxy": nowhere, "http_proxy": nowhere}
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist", "."]
    done = subprocess.run(command, cwd=copy, env=offline, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,), (sdist,) = (copy / "dist").glob("*.whl"), (copy / "dist").glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = set(archive.namelist())
    with tarfile.open(sdist) as archive:
        in_sdist = {name.partition("/")[2] for name in archive.getnames()}
    return Built(wheel, in_wheel, in_sdist)


def expected_in_wheel(files: Iterable[str]) -> set[str]:
    """What a wheel must hold of these tracked files."""
    expected = set()
    for name in files:
        top, _, rest = name.partition("/")
        if name.startswith("src/"):
            expected.add(name.removeprefix("src/"))
        elif top in DATA:
            expected.add(f"gitopoly-{gitopoly.__version__}.data/data/{DATA[top]}/{rest}")
    return expected


def tracked() -> set[str]:
    """The names of all files that are not ignored."""
    return {path.relative_to(ROOT).as_posix() for path in repository_files()}


@pytest.mark.slow
def test_the_wheel_holds_the_package_with_all_its_data(built: Built) -> None:
    assert expected_in_wheel(tracked()) - built.in_wheel == set()
    assert "gitopoly/py.typed" in built.in_wheel
    assert [name for name in built.in_wheel if name.startswith(("tests/", "bench/"))] == []


def test_the_sdist_is_a_whole_checkout(built: Built) -> None:
    assert tracked() - built.in_sdist == set()
    assert [name for name in built.in_sdist if name.endswith((".pyc", "history.jsonl"))] == []


def test_both_carry_the_version_of_the_one_place(built: Built) -> None:
    assert built.wheel.name.startswith(f"gitopoly-{gitopoly.__version__}-py3-none-any")


def test_data_that_a_wheel_lacks_would_be_noticed(built: Built) -> None:
    more = {"src/gitopoly/editions/new.json", "rules/13-new.md", "man/gitopoly-none.1"}
    assert len(expected_in_wheel(more) - built.in_wheel) == 3


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment into which the wheel is installed, far from the sources.

    What the wheel needs is borrowed from the environment of the tests, so no network is needed.
    """
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", programs / "python"]
    install = [*pip, "install", "--no-deps", "--no-index", built.wheel]
    subprocess.run(install, check=True, capture_output=True)
    paths = {"base": str(folder), "platbase": str(folder)}
    library = Path(sysconfig.get_path("purelib", "venv", vars=paths))
    (library / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return programs


def environment(folder: Path) -> dict[str, str]:
    """Nothing that leads back to the sources, and a home of its own."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "GITOPOLY_HOME": str(folder / "home"), "NO_COLOR": "1"}


def run(programs: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the installed command in a folder."""
    return subprocess.run(
        [programs / "gitopoly", *arguments],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
def test_the_installed_program_is_not_the_one_of_the_checkout(
    installed: Path, tmp_path: Path
) -> None:
    found = subprocess.run(
        [installed / "python", "-c", "import gitopoly; print(gitopoly.__file__)"],
        cwd=tmp_path,
        env=environment(tmp_path),
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(found.stdout).is_relative_to(installed.parent)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["--version"], gitopoly.__version__),
        (["rules", "show", "JAIL-4"], "Doubles open the jail"),
        (["check", "--list"], "MCAuction1"),
        (["simulate", "--games", "2", "--edition", "formal-small", "--jobs", "1"], "all 13 hold"),
        (["arena", "new-bot", "mybot"], "wrote mybot.py"),
        (["completion", "bash"], "_GITOPOLY_COMPLETE"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_commands_work_in_an_empty_folder(
    installed: Path, tmp_path: Path, arguments: list[str], shown: str
) -> None:
    done = run(installed, tmp_path, *arguments)
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


def test_a_game_is_recorded_and_verified_in_an_empty_folder(
    installed: Path, tmp_path: Path
) -> None:
    simulate = ["simulate", "--games", "1", "--edition", "formal-small", "--record", "games"]
    assert run(installed, tmp_path, *simulate).returncode == 0
    verified = run(installed, tmp_path, "verify", "games/game-0.jsonl")
    assert verified.returncode == 0, verified.stderr


def test_the_page_is_served_with_all_that_it_needs(installed: Path, tmp_path: Path) -> None:
    server = subprocess.Popen(
        [installed / "gitopoly", "play", "--no-browser"],
        cwd=tmp_path,
        env={**environment(tmp_path), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert server.stdout is not None
        said = ""
        while not (found := re.search(r"http://\S+", said)):
            line = server.stdout.readline()
            assert line, said
            said += line
        address = found[0].rstrip(".")
        with urllib.request.urlopen(address, timeout=300) as answer:
            page = answer.read().decode()
        linked = re.findall(r'(?:src|href)="([^"#]+\.(?:js|css|svg))"', page)
        assert linked
        for link in linked:
            with urllib.request.urlopen(urljoin(address, link), timeout=300) as part:
                assert part.read()
    finally:
        server.kill()
        server.communicate()


@pytest.mark.long
def test_a_model_is_checked_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "check", "MCAuction1")
    assert "1 model as expected" in done.stdout, done.stderr


def test_the_bench_refuses_outside_a_checkout(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "bench", "run")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


RUNNERS = {
    "uvx": lambda wheel: ["uvx", "--from", str(wheel), "gitopoly"],
    "pipx": lambda wheel: ["pipx", "run", "--spec", str(wheel), "gitopoly"],
}
"""Programs that run another one without installing it."""


@pytest.mark.long  # they fetch what the program needs
@pytest.mark.parametrize("runner", RUNNERS)
def test_a_link_is_joined_without_installing_anything(
    built: Built, tmp_path: Path, runner: str
) -> None:
    if shutil.which(runner) is None:
        pytest.skip(f"{runner} is not here")
    host = Host(tmp_path, ("ann", "ben")).open()
    try:
        done = subprocess.run(
            [*RUNNERS[runner](built.wheel), "join", host.link("ben").text, "--ui", "terminal"],
            cwd=tmp_path,
            env={**os.environ, "GITOPOLY_HOME": str(tmp_path / "home")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr
        assert "ann has the key that the link names" in done.stdout
        assert (tmp_path / "monopoly_ben").is_dir()
    finally:
        host.close()
