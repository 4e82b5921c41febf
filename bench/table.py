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
CAN_MOVE = """async () => {
  for (let i = 0; i < 60 && !moves().length; i++) await new Promise((done) => setTimeout(done, 10));
  return moves().length > 0;
}"""
CLICK = """() => {
  window.clickedAt = performance.timeOrigin + performance.now();
  play(moves()[Math.floor(moves().length / 2)]);
}"""


def p95(times: list[float]) -> float:
    return round(sorted(times)[int(0.95 * (len(times) - 1))], 1)


def two_people(browser: Browser, address: str, game: str, *, shared: bool) -> tuple[Page, Page]:
    """Ann plays against Bob, each in a browser; or (shared) both seats, and Bob looks on. The draws come at once."""
    ann, bob = (browser.new_context(base_url=address).new_page() for _ in range(2))
    ann.goto(f"/?game={game}")
    for seat, who in enumerate(("me", "me" if shared else "free")):
        ann.select_option(f"[name=who{seat}]", who)
    ann.locator(".more summary").click()
    ann.select_option("[name=pace]", "0")
    ann.click("button.play")
    ann.wait_for_url("**/tables/*")
    bob.goto(ann.url)
    if not shared:
        bob.locator(".sit button").first.click()
    for page in (ann, bob):
        page.evaluate("root.dataset.speed = 0")
        page.evaluate(WATCH)
    return ann, bob


def clicks(pages: tuple[Page, Page]) -> tuple[list[float], list[float]]:
    """From a click to one's own new picture, and to the other's."""
    own: list[float] = []
    others: list[float] = []
    for _ in range(MOVES):
        mover = next((page for page in pages if page.evaluate(CAN_MOVE)), None)
        if mover is None:
            break
        other = pages[1 - pages.index(mover)]
        seen = mover.evaluate("now.version")
        mover.evaluate(CLICK)
        for page, times in ((mover, own), (other, others)):
            page.wait_for_function("next => window.shownAt[next] || now.version > next", arg=seen + 1, polling=20)
            shown = page.evaluate("next => window.shownAt[next]", seen + 1)
            if shown:
                times.append(shown - mover.evaluate("window.clickedAt"))
        mover.wait_for_timeout(150)  # a person takes longer
    return own, others


def times(pages: tuple[Page, Page]) -> dict[str, list[float]]:
    """Median and 95 % of what one's own picture takes, and the other's."""
    return {
        name: [round(statistics.median(found), 1), p95(found)]
        for name, found in zip(("own", "other"), clicks(pages), strict=True)
    }


def weight(browser: Browser, address: str, path: str) -> int:
    context = browser.new_context(base_url=address)
    page = context.new_page()
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto(path, wait_until="networkidle")
    context.close()
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
                pages = two_people(browser, address, game, shared=False)
                found[f"{game}_kb"] = weight(browser, address, pages[0].url) // 1000
                found[f"{game}_ms"] = times(pages)
                found[f"{game}_shared_ms"] = times(two_people(browser, address, game, shared=True))
            browser.close()
        found["memory_mb"] = memory(server.pid)
    finally:
        server.terminate()
        server.wait()
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measured(folder)))
