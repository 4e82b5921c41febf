"""Pictures of every screen for docs/screenshots and for picky eyes: each game, light and dark, wide and narrow.

A server of its own; the pictures are reduced to a palette, so that they stay small.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"]
COLOURS = 256
WIDE, NARROW = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
MOVES = {"azul": 9, "pavilion": 14, "sintra": 12}


@contextmanager
def served() -> Generator[str]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "azulejos", "serve", "--port", "0", "--database", f"sqlite:///{folder}/t.db"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
            server.wait()


def best_move(page: Page) -> None:
    """What brings most at once."""
    page.evaluate(
        """() => {
          const number = (text) => Number((text || "0").replace("+", "").replace("\\u2212", "").split("\\u2013")[0]);
          const worth = (move) => number(move.pill) - 2 * number(move.loss);
          play([...moves()].sort((a, b) => worth(b) - worth(a))[0]);
        }"""
    )


def begin(page: Page, game: str, rounds: str = "") -> None:
    page.goto(f"/?game={game}")
    page.fill("[name=name1]", "Marta")
    page.locator(".more summary").click()
    page.fill("[name=max_rounds]", rounds)
    page.select_option("[name=pace]", "0")
    page.click("button.play")
    page.wait_for_url("**/tables/*")
    page.evaluate("root.dataset.speed = 0")
    page.wait_for_function("() => moves().length > 0", timeout=60_000)


def play_on(page: Page, moves: int) -> None:
    for _ in range(moves):
        seen = page.evaluate("now.version")
        if page.evaluate("Boolean(now.over)"):
            return
        best_move(page)
        page.wait_for_function("seen => now.version > seen && (moves().length > 0 || now.over)", arg=seen)


def choose(page: Page) -> None:
    """Tiles in hand, so that the places light up."""
    page.evaluate("() => { const move = moves().find((other) => other.where) || moves()[0]; pick(move.base); }")
    page.wait_for_timeout(200)


def take(page: Page, name: str, *, full: bool = False) -> None:
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path, full_page=full)
    with Image.open(path) as picture:
        plain = picture.convert("RGB")
    plain.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)


def pictures(browser: Browser, address: str) -> None:
    for theme in ("light", "dark"):
        for size, viewport in (("wide", WIDE), ("narrow", NARROW)):
            settings: dict[str, Any] = {"color_scheme": theme, "locale": "en", "has_touch": size == "narrow"}
            context = browser.new_context(base_url=address, viewport=viewport, **settings)
            page = context.new_page()
            page.goto("/")
            take(page, f"lobby-{size}-{theme}", full=size == "narrow")
            for game, moves in MOVES.items():
                begin(page, game)
                play_on(page, moves)
                choose(page)
                take(page, f"{game}-{size}-{theme}")
            if size == "wide":
                begin(page, "azul", "3")
                play_on(page, 60)
                take(page, f"end-{theme}")
                page.goto(page.url + "/replay?at=12")
                take(page, f"replay-{theme}")
                page.goto("/rules/sintra")
                take(page, f"rules-{theme}")
            context.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    chromium = next(path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name)))
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        pictures(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
