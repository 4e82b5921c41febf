"""The table in the browser in numbers: start, weight of a page, from click to redraw in two browsers, memory.

    .venv/bin/python bench/table.py

Prints one line of JSON. What a click takes is measured inside the browsers: from the POST to the frame that shows it.
"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"]
GAMES = ("azul", "pavilion", "sintra")
MOVES = 40
WATCH = """() => {
  window.shownAt = {};
  const before = show;
  show = (moment) => {
    before(moment);
    requestAnimationFrame(() => (window.shownAt[moment.version] = performance.timeOrigin + performance.now()));
  };
}"""
CLICK = """() => {
  window.clickedAt = performance.timeOrigin + performance.now();
  play(moves()[Math.floor(moves().length / 2)]);
}"""


def p95(times: list[float]) -> float:
    return round(sorted(times)[int(0.95 * (len(times) - 1))], 1)


def two_people(browser: Browser, address: str, game: str, players: int) -> tuple[Page, Page]:
    """A table where both browsers sit in turn; the draws come at once."""
    ann, bob = (browser.new_context(base_url=address).new_page() for _ in range(2))
    ann.goto(f"/?game={game}")
    for seat in range(players):
        ann.select_option(f"[name=who{seat}]", "me")
    ann.locator(".more summary").click()
    ann.select_option("[name=pace]", "0")
    ann.click("button.play")
    ann.wait_for_url("**/tables/*")
    bob.goto(ann.url)
    for page in (ann, bob):
        page.evaluate("root.dataset.speed = 0")
        page.evaluate(WATCH)
    ann.wait_for_function("() => moves().length > 0", timeout=120_000)
    return ann, bob


def clicks(ann: Page, bob: Page) -> tuple[list[float], list[float]]:
    """From a click to one's own new picture, and to the other's."""
    own: list[float] = []
    other: list[float] = []
    for _ in range(MOVES):
        seen = ann.evaluate("now.version")
        ann.evaluate(CLICK)
        for page, times in ((ann, own), (bob, other)):
            page.wait_for_function("next => window.shownAt[next] || now.version > next", arg=seen + 1)
            shown = page.evaluate("next => window.shownAt[next]", seen + 1)
            if shown:
                times.append(shown - ann.evaluate("window.clickedAt"))
        ann.wait_for_function("() => moves().length > 0 || now.over")
        if ann.evaluate("Boolean(now.over)"):
            break
    return own, other


def weight(browser: Browser, address: str, path: str) -> int:
    page = browser.new_context(base_url=address).new_page()
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto(path, wait_until="networkidle")
    return sum(sizes)


def memory(process: int) -> int:
    """Resident megabytes."""
    line = next(line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) // 1024


def measured(folder: str) -> dict[str, Any]:
    database = f"sqlite:///{folder}/t.db"
    command = [sys.executable, "-m", "azulejos", "serve", "--port", "0", "--database", database]
    began = time.perf_counter()
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    with urlopen(address) as answer:  # noqa: S310  # our own server
        answer.read()
    found: dict[str, Any] = {"first_page_s": round(time.perf_counter() - began, 2)}
    time.sleep(20)
    found["idle_mb"] = memory(server.pid)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            found["lobby_kb"] = weight(browser, address, "/") // 1000
            for game in GAMES:
                ann, bob = two_people(browser, address, game, 2)
                found[f"{game}_kb"] = weight(browser, address, ann.url) // 1000
                own, other = clicks(ann, bob)
                found[f"{game}_own_ms"] = {"median": round(statistics.median(own), 1), "p95": p95(own)}
                found[f"{game}_other_ms"] = {"median": round(statistics.median(other), 1), "p95": p95(other)}
            browser.close()
        found["memory_mb"] = memory(server.pid)
    finally:
        server.terminate()
        server.wait()
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measured(folder)))
