"""The page: how soon it is painted, how soon a click shows, its weight, and what onlookers cost.

The server is the installed command in a process of its own, with games on a real disk; the browser
is the system's Chromium.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from bench.harness import Bench, Figure
from gitopoly.measurements.machine import work_of
from tools.browser import find_browser, flags

PLAY = ("play", "--name", "Ann", "--no-browser")
CLICKS = 40
SPECTATORS = 50
WINDOW = 8.0
"""Seconds over which the server's work is measured."""

# Notes when a change of the game was drawn: two frames after the page's own handler has run.
WATCH = """
const add = EventSource.prototype.addEventListener;
window.drawn = [];
EventSource.prototype.addEventListener = function (kind, handler) {
  add.call(this, kind, (event) => {
    handler(event);
    if (kind === "patch" && !JSON.parse(event.data).lines.length) return;
    requestAnimationFrame(() => requestAnimationFrame(() => window.drawn.push(performance.now())));
  });
};
"""
# Notes every task of the page that keeps it from answering for more than 50 ms.
TASKS = """
window.tasks = [];
const note = (list) => window.tasks.push(...list.getEntries().map((one) => one.duration));
new PerformanceObserver(note).observe({ type: "longtask", buffered: true });
"""
KNOWN = """localStorage.setItem("gitopoly.welcomed", "yes");"""
CLICK = """async () => {
  const chosen = ".scene [data-do=Pass], .scene button.primary:not([data-do=Bid])";
  const button = [...document.querySelectorAll(chosen)]
    .find((one) => one.getAttribute("aria-disabled") !== "true");
  if (!button) return null;
  window.drawn.length = 0;
  const started = performance.now();
  button.click();
  while (!window.drawn.length && performance.now() < started + 3000)
    await new Promise((done) => setTimeout(done, 1));
  return window.drawn.length ? window.drawn[0] - started : null;
}"""
PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""
WEIGHT = """() => ["navigation", "resource"]
  .flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, one) => sum + one.decodedBodySize, 0)"""


def run(bench: Bench) -> None:
    """Measure what the page promises."""
    program = find_browser()
    if program is None:
        print("page: no Chromium was found; install the package chromium to measure the page")
        return
    with sync_playwright() as playwright, _served() as (url, process):
        browser = playwright.chromium.launch(executable_path=program, args=flags())
        _painting(bench, browser, url)
        page = _opened(browser, url)
        _clicking(bench, page)
        _onlookers(bench, page, url, process)
        with _served(bots=4) as (url, _):
            _moving(bench, _opened(browser, url))
        browser.close()


@contextlib.contextmanager
def _served(bots: int = 3) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A game against bots, begun as a user would; its address."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "gitopoly", *PLAY, "--bots", str(bots)],
            env={**os.environ, "GITOPOLY_HOME": folder, "HOME": folder},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, "the server did not say where it is"
            yield found[0], process
        finally:
            process.terminate()
            process.wait(30)


def _opened(browser: Browser, url: str) -> Page:
    page = browser.new_context(locale="en-US").new_page()
    page.add_init_script(KNOWN + WATCH + TASKS)
    page.goto(url)
    page.wait_for_selector(".scene .headline")
    return page


def _painting(bench: Bench, browser: Browser, url: str) -> None:
    """From nothing to the first paint, and to the whole board; what was sent for it."""
    paints, boards, weights = [], [], []
    for _ in range(bench.repeats + 1):
        context = browser.new_context(locale="en-US")
        page = context.new_page()
        page.add_init_script(KNOWN + WATCH)
        page.goto(url)
        while not page.evaluate("window.drawn.length"):
            page.wait_for_timeout(10)
        paints.append(page.evaluate(PAINTED) / 1000)
        boards.append(page.evaluate("window.drawn[0]") / 1000)
        weights.append(page.evaluate(WEIGHT) / 1000)
        context.close()
    bench.add(Figure("page, first paint of a running game", tuple(paints[1:]), "s", at_most=1))
    bench.add(Figure("page, whole board drawn", tuple(boards[1:]), "s", at_most=1))
    bench.add(Figure("page, weight without compression", tuple(weights[1:]), "KB", at_most=400))


def _clicking(bench: Bench, page: Page) -> None:
    """From a click on the main button to the board that shows the result."""
    samples: list[float] = []
    deadline = time.monotonic() + 300
    while len(samples) < CLICKS and time.monotonic() < deadline:
        took = page.evaluate(CLICK)
        if took is None:
            page.wait_for_timeout(50)
        else:
            samples.append(took)
    parts = tuple(statistics.median(samples[i::3]) for i in range(3))
    bench.add(Figure("page, click to the board, durable, median", parts, "ms", at_most=100))


def _moving(bench: Bench, page: Page) -> None:
    """The longest task while four bots play and everything moves; 0 if none is noticed."""
    longest = []
    for _ in range(max(2, bench.repeats // 2)):
        page.evaluate("window.tasks.length = 0")
        deadline = time.monotonic() + WINDOW
        while time.monotonic() < deadline:
            page.evaluate(CLICK)
            page.wait_for_timeout(50)
        longest.append(page.evaluate("Math.max(0, ...window.tasks)"))
    name = "page, longest task while four bots play"
    bench.add(Figure(name, tuple(longest), "ms", at_most=50))


def _onlookers(bench: Bench, page: Page, url: str, process: subprocess.Popen[str]) -> None:
    """The extra work of the server while fifty pages watch, alternating with none."""
    alone, watched = [], []
    for _ in range(max(2, bench.repeats // 2)):
        alone.append(_work_of(process, page))
        with _watching(url):
            watched.append(_work_of(process, page))
    more = tuple(100 * (many - few) for few, many in zip(alone, watched, strict=True))
    bench.add(Figure("page, server's work for its own game", tuple(100 * x for x in alone), "%"))
    name = f"page, what {SPECTATORS} onlookers add"
    bench.add(Figure(name, more, "% of a core", at_most=10))


def _work_of(process: subprocess.Popen[str], page: Page) -> float:
    """The share of a core that the server takes while the game is played."""
    started, before = time.monotonic(), work_of(process.pid)
    while time.monotonic() < started + WINDOW:
        page.evaluate(CLICK)
        page.wait_for_timeout(50)
    return (work_of(process.pid) - before) / (time.monotonic() - started)


@contextlib.contextmanager
def _watching(url: str) -> Iterator[None]:
    """Fifty streams of the game's events, read as they come."""
    parts = urlsplit(url)
    path = f"{parts.path}api/games/{parts.fragment}/events"
    streams = []
    for _ in range(SPECTATORS):
        stream = socket.create_connection((parts.hostname or "", parts.port or 0))
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
        assert b"200 OK" in stream.recv(65536), "an onlooker was turned away"
        streams.append(stream)
    readers = [threading.Thread(target=_read, args=(stream,)) for stream in streams]
    for reader in readers:
        reader.start()
    time.sleep(1)
    try:
        yield
    finally:
        for stream in streams:
            stream.shutdown(socket.SHUT_RDWR)
        for reader in readers:
            reader.join()


def _read(stream: socket.socket) -> None:
    with stream:
        while stream.recv(65536):
            pass
