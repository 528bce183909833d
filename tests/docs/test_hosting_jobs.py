"""What the page on hosting offers for seats without a person: each is run with the real command."""

from __future__ import annotations

import configparser
import os
import shlex
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.docs.world import World, world
from tests.test_readme import blocks, examples

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
KEEPS_NOTHING = 'buy = "ask"\n'

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="units and cron are not for this system"),
]


@pytest.fixture
def here(tmp_path: Path) -> Iterator[World]:
    """Ann and ben have begun a game on a host."""
    with world(tmp_path) as here:
        for example in examples(PAGE):
            if "git.example.org" in example.command and "gitopoly log" not in example.command:
                assert here.run(example.command, 600.0).returncode == 0
        yield here


def key_of(here: World) -> str:
    return next((here.folder / "home").rglob("identity")).read_text(encoding="utf-8").rstrip("\n")


def scripts() -> list[object]:
    """The shell script of each job, without what it installs."""
    found = []
    for block in blocks(PAGE, "yaml"):
        job = yaml.safe_load(block)
        if "jobs" in job:
            steps = [step["run"] for step in job["jobs"]["attend"]["steps"] if "run" in step]
            found.append(pytest.param("\n".join(steps), id="github"))
        else:
            found.append(pytest.param("\n".join(job["attend"]["script"]), id="gitlab"))
    return found


@pytest.mark.parametrize("script", scripts())
def test_a_job_on_a_git_host_keeps_a_seat_present(here: World, script: str) -> None:
    lines = [line for line in script.splitlines() if not line.startswith("pip install")]
    assert len(script.splitlines()) - len(lines) == 1
    job = here.folder / "job"
    job.mkdir()
    (job / "orders.toml").write_text(KEEPS_NOTHING, encoding="utf-8")
    environment = {**here.environment, "GITOPOLY_KEY": key_of(here)}
    # Nothing of this machine but the key, as on a host.
    environment["GITOPOLY_HOME"] = str(job / "home")
    said = ""
    for _ in range(2):
        done = subprocess.run(
            ["sh", "-e", "-c", "\n".join(lines)],
            cwd=job,
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        said += done.stdout
    assert (job / "key").stat().st_mode & 0o077 == 0
    assert "ann starts the game" in said
    published = here.run("gitopoly log https://git.example.org/ann/monopoly.git", 600.0)
    assert "ann starts the game" in published.stdout


def with_mail(here: World) -> dict[str, str]:
    """A program `mail` that does nothing, and gitopoly where a user has it."""
    mail = here.folder / "bin" / "mail"
    mail.write_text("#!/bin/sh\ncat > /dev/null\n", encoding="utf-8")
    mail.chmod(0o755)
    for link in (here.here / ".local" / "bin" / "gitopoly",):
        link.parent.mkdir(parents=True)
        found = here.run("command -v gitopoly", 60.0).stdout.strip()
        link.symlink_to(found)
    return {**here.environment, "HOME": str(here.here), "PATH": here.environment["PATH"]}


def test_the_line_for_cron_wakes_the_seat(here: World) -> None:
    (line,) = [
        line
        for block in blocks(PAGE, "text")
        for line in block.splitlines()
        if line.startswith("*/")
    ]
    command = line.split(maxsplit=5)[5]
    done = subprocess.run(
        ["sh", "-c", command],
        env=with_mail(here),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_unit_attends_until_it_is_stopped(here: World) -> None:
    (block,) = blocks(PAGE, "ini")
    unit = configparser.RawConfigParser(strict=True)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(block)
    service = unit["Service"]
    environment = with_mail(here)
    words = shlex.split(service["ExecStart"].replace("%h", environment["HOME"]))
    where = service["WorkingDirectory"].replace("%h", environment["HOME"])
    with subprocess.Popen(
        words, cwd=where, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline()  # it tells what has happened
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=600)
    assert process.returncode in (0, 143, -signal.SIGTERM)
    again = here.run("gitopoly attend monopoly_ann --once", 600.0)
    assert again.returncode == 0, again.stderr
