"""A folder to publish to whose owner has prepared it to run programs as the player."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.attack import InFolder
from tests.hostile.player import Player
from tests.hostile.program import gitopoly
from tests.hostile.table import wait_for
from tests.hostile.wire.objects import blob
from tests.hostile.wire.repositories import CONFIG, Repository

HOOKS = (
    *("pre-receive", "update", "post-receive", "post-update", "reference-transaction"),
    *("pre-auto-gc", "post-rewrite", "post-checkout", "pre-push", "proc-receive"),
)


def play(folder: Path) -> None:
    """Everybody who touches it by Git's own programs obeys it, unless they take care."""
    canary, trap = folder / "canary", folder / "trap"
    trap.write_text(f"#!/bin/sh\necho $0 $* >>{canary}\nexit 1\n", encoding="ascii")
    trap.chmod(0o755)
    for name in ("ann", "ben"):
        _prepare(folder / f"{name}.git", trap)
    ann = Player(
        *("ann", folder, "new", f"--me=ann={folder}/ann.git", f"--player=ben={folder}/ben.git"),
        *("--dir=ann", "--identity=ann.key"),
    )
    try:
        published = Repository(folder / "ann.git")
        wait_for(lambda: published.head() is not None, {"ann": ann}, "it is published")
        gitopoly("verify", str(folder / "ann.git")).expect(0)
        gitopoly("log", str(folder / "ann.git")).expect(0)
        said = (f"--me=ben={folder}/ben.git", f"--from={folder}/ann.git")
        gitopoly("join", *said, "--dir=ben", "--identity=ben.key", at=folder).expect(0)
        ann.wait(lambda: any("starts the game" in line for line in ann.lines), "a start")
        ann.leave()
    finally:
        ann.end()
    assert not canary.exists(), canary.read_text(encoding="utf-8")


def _prepare(path: Path, trap: Path) -> None:
    """Every setting and hook that runs a program, and reasons to tidy up at once."""
    run = f"sh {trap}"
    made = Repository.make(
        path,
        f"""{CONFIG}\tsshCommand = {run}
\tfsmonitor = {run}
\tpager = {run}
\teditor = {run}
\thooksPath = {path}/hooks
\tgitProxy = {run}
\talternateRefsCommand = {run}
\taskPass = {run}
[extensions]
\tpartialClone = origin
[remote "origin"]
\turl = ssh://127.0.0.1/nothing.git
\tpromisor = true
\tpartialclonefilter = blob:none
\tuploadpack = {run}
\treceivepack = {run}
[uploadpack]
\tpackObjectsHook = {run}
[gc]
\tauto = 1
\trecentObjectsHook = {run}
[receive]
\tautogc = true
\tprocReceiveRefs = refs
[credential]
\thelper = !{run}
[filter "x"]
\tclean = {run}
\tsmudge = {run}
[diff]
\texternal = {run}
[gpg]
\tprogram = {trap}
[gpg "ssh"]
\tprogram = {trap}
[include]
\tpath = {path}/more
""",
    )
    (path / "more").write_text(f"[core]\n\tfsmonitor = {run}\n", encoding="ascii")
    (path / "hooks").mkdir()
    for hook in HOOKS:
        (path / "hooks" / hook).symlink_to(trap)
    # Many loose objects, all of them in the folder that is counted to see how many there are.
    number = found = 0
    while found < 40:
        number += 1
        item = blob(str(number).encode())
        if item.id.startswith("17"):
            made.write(item)
            found += 1


ATTACK = InFolder(play)
