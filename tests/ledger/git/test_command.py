"""The git command runs in a clean environment, within its limits, and speaks in one line."""

import os
import subprocess
from pathlib import Path

import pytest

from gitopoly.errors import Unreachable
from gitopoly.ledger.git.command import NO_ACCESS, limited, one_line, run_git


def test_a_file_beyond_the_limit_ends_the_command(tmp_path: Path) -> None:
    write = "head -c 100000 /dev/zero > big && echo done"
    for limit, ends_well in ((10_000, False), (1_000_000, True)):
        command = limited(["sh", "-c", write], file_bytes=limit, memory_bytes=2**30)
        done = subprocess.run(command, cwd=tmp_path, capture_output=True)
        assert (done.returncode == 0) is ends_well
        assert (tmp_path / "big").stat().st_size <= limit


def test_arguments_reach_the_command_as_they_are() -> None:
    odd = ["a b", "$(echo x)", "'", '"', "-n", "*"]
    printed = subprocess.run(
        limited(["printf", "%s\\n", *odd], file_bytes=10_000, memory_bytes=2**30),
        capture_output=True,
        text=True,
        check=True,
    )
    assert printed.stdout.splitlines() == odd


def test_only_harmless_variables_reach_git(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'core.hookspath=/x'")
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", "/x")
    monkeypatch.setenv("GIT_SSH_COMMAND", "my-ssh")
    show = ["-c", "alias.show-environment=!env", "show-environment"]
    shown = dict(
        line.split("=", 1)
        for line in run_git("url", show, timeout=120).out.splitlines()
        if "=" in line
    )
    assert "GIT_OBJECT_DIRECTORY" not in shown
    assert "hookspath=/x" not in shown["GIT_CONFIG_PARAMETERS"]
    assert shown["GIT_SSH_COMMAND"] == "my-ssh"
    assert shown["GIT_ALLOW_PROTOCOL"] == "ssh:https:http:git"
    assert shown["GIT_TERMINAL_PROMPT"] == "0"
    assert shown["HOME"] == os.environ["HOME"]


def test_no_repository_above_the_current_folder_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    assert run_git("url", ["rev-parse", "--git-dir"], timeout=120).code != 0


def test_a_missing_git_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(Unreachable, match="not installed"):
        run_git("url", ["version"], timeout=120)


@pytest.mark.parametrize(
    ("complaint", "line"),
    [
        ("", "git gave no reason"),
        ("remote: Hi\nfatal: no such host\nmore", "no such host"),
        ("\x1b[31mred\x07", "?[31mred?"),
        ("warning: a\rerror: b", "b"),
        (f"ssh: no such host\n{NO_ACCESS}\n\nPlease make sure", "ssh: no such host"),
        (f"{NO_ACCESS}\nPlease make sure", "Could not read from remote repository."),
        ("x" * 1000, "x" * 300),
    ],
)
def test_a_complaint_becomes_one_printable_line(complaint: str, line: str) -> None:
    assert one_line(complaint) == line
