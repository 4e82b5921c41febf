"""Every page: for everybody, in every language, light enough, and within a strict policy."""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import azulejos.web
from azulejos.games import GAMES
from azulejos.words import LANGUAGES
from tests.web.conftest import Server
from tests.web.playing import WAYS, play, sit_down

Visit = Callable[..., Page]
LARGEST_PAGE = 150_000  # bytes, uncompressed, with all that it loads
FONT = "/static/fraunces-500-subset.woff2"
QUESTIONS = {
    "azul": ("draft", "split", "column"),
    "pavilion": ("draft", "place", "bonus", "keep"),
    "sintra": ("draft", "split", "keep"),
}


def complaints(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(visit: Visit, theme: str) -> None:
    page = visit(color_scheme=theme)
    found = {"lobby": complaints(page)}
    for game in GAMES:
        page.goto(f"/rules/{game}")
        found[f"rules of {game}"] = complaints(page)
        sit_down(page, game)
        found[f"table of {game}"] = complaints(page)
    page.goto("/nothing")
    found["an error"] = complaints(page)
    sit_down(page, "azul")
    page.locator("#offer .ring [data-what][role=button] .piece").first.click(force=True)
    found["a choice"] = complaints(page)
    page.keyboard.press("Escape")
    play(page, WAYS["text"])
    found["the end"] = complaints(page)
    page.goto(page.url + "/replay")
    found["replay"] = complaints(page)
    assert {name: told for name, told in found.items() if told} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_the_language_of_the_browser_and_can_be_switched(visit: Visit, language: str) -> None:
    play_word = {"en": "Play", "fr": "Jouer", "nl": "Spelen"}
    page = visit(locale=language)
    expect(page.locator("button.play")).to_have_text(play_word[language])
    for game in GAMES:
        sit_down(page, game)
        assert page.get_attribute("html", "lang") == language
        page.goto(f"/rules/{game}")
        assert page.get_attribute("html", "lang") == language
    other = "nl" if language != "nl" else "fr"
    page.goto("/")
    page.locator(".menu summary").last.click()
    page.select_option("[name=lang]", other)
    page.locator(".settings button").last.click()
    expect(page.locator("button.play")).to_have_text(play_word[other])


def test_settings_stay(visit: Visit) -> None:
    page = visit()
    page.locator(".menu summary").last.click()
    page.select_option("[name=theme]", "dark")
    page.locator(".settings button").last.click()
    page.goto("/rules/azul")
    assert page.get_attribute("html", "data-theme") == "dark"


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_one_click_from_the_question_and_the_choice_stays(visit: Visit, game: str) -> None:
    page = visit()
    sit_down(page, game)
    page.locator("#offer .ring [data-what][role=button] .piece").first.click(force=True)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="The rules for this decision").click()
    expect(opened.value.locator(":target")).to_have_attribute("id", "draft")
    for question in QUESTIONS[game]:
        expect(opened.value.locator(f"h2#{question}, p#{question}")).to_have_count(1)
    expect(page.locator("#cancel")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_small_whatever_has_happened(server: Server, game: str) -> None:
    """For two players, font and scripts included, through a whole game."""
    with httpx.Client(base_url=server.address, headers={"origin": server.address}, timeout=60) as browser:
        lobby = browser.get("/").text
        made = browser.post("/api/tables", json={"game": game, "seats": [{"who": "me"}] * 2, "pace": 0}).json()
        page, api = f"/tables/{made['table']}", f"/api/tables/{made['table']}"
        files = {*re.findall(r'(?:src|href)="(/static/[^"]+)"', browser.get(page).text), FONT}
        shared = sum(len(browser.get(name).content) for name in files)
        assert shared + len(lobby) < LARGEST_PAGE
        while not (table := browser.get(api).json())["over"]:
            assert shared + len(browser.get(page).content) < LARGEST_PAGE
            moves, version = table["legal_moves"], table["version"]
            if moves:
                move = {"seat": table["turn"], "move": moves[version % len(moves)], "version": version}
                browser.post(f"{api}/moves", json=move | {"confirmed": True}).raise_for_status()


def test_a_page_loads_nothing_from_elsewhere(visit: Visit, server: Server) -> None:
    asked: list[str] = []
    page = visit()
    page.on("request", lambda request: asked.append(request.url))
    sit_down(page, "azul")
    assert [url for url in asked if not url.startswith((server.address, server.address.replace("http", "ws")))] == []


def test_text_may_be_twice_as_large(visit: Visit) -> None:
    page = visit()
    sit_down(page, "azul")
    page.add_style_tag(url="/static/style.css")  # the page's own; a style of ours is not let in
    page.set_viewport_size({"width": 640, "height": 450})  # the same as a zoom to 200 %
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_the_policy_lets_in_nothing_but_ours(server: Server) -> None:
    policy = httpx.get(server.address).headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_api_describes_itself(server: Server) -> None:
    paths = httpx.get(f"{server.address}/api/openapi.json").json()["paths"]
    assert "/api/tables/{table}/moves" in paths


def test_what_is_not_ours_is_as_it_came() -> None:
    folder = Path(azulejos.web.__file__).parent / "static"
    font = (folder / "fraunces-500-subset.woff2").read_bytes()
    assert hashlib.sha256(font).hexdigest() in (folder / "README.md").read_text()


def test_a_port_in_use_is_said_in_a_sentence(server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "azulejos", "serve", "--port", str(server.port)]
    database = f"sqlite:///{tmp_path / 'x.db'}"
    told = subprocess.run([*command, "--database", database], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert told.stderr == f"azulejos: port {server.port} is in use; choose another one with --port\n"


def test_without_the_web_packages_a_sentence_says_what_to_install() -> None:
    code = "import sys; sys.modules['fastapi'] = None; from azulejos.cli import main; main()"
    command = [sys.executable, "-c", code, "serve"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "needs fastapi: pip install 'azulejos[web]'" in told.stderr


def test_ctrl_c_stops_it_cleanly(tmp_path: Path) -> None:
    running = Server(tmp_path)
    httpx.get(running.address)
    assert running.stop() == 0


def test_a_record_that_is_none_is_said_with_its_line(server: Server) -> None:
    answer = httpx.post(
        f"{server.address}/open", files={"record": ("x.txt", b"hello")}, headers={"origin": server.address}
    )
    assert answer.status_code == 422
    assert "line 1: a game record begins with" in answer.text


def test_a_bot_that_does_not_exist_is_refused(server: Server) -> None:
    seats = json.dumps({"seats": [{"who": "me"}, {"who": "cmd:rm"}]})
    headers = {"origin": server.address, "content-type": "application/json"}
    answer = httpx.post(f"{server.address}/api/tables", content=seats, headers=headers)
    assert (answer.status_code, "there is no bot" in answer.text) == (422, True)
