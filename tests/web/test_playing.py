"""Each variant is played to the end, with the ways of input in rotation."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from azulejos.games import GAMES
from tests.web.conftest import Server
from tests.web.playing import (
    WAYS,
    click_middle,
    is_over,
    play,
    play_until_scoring,
    position_text,
    set_quick,
    sit_down,
    tab_to_choice,
    version,
    wait_for_turn,
    with_mouse,
)

Visit = Callable[..., Page]
COBALT = "rgb(31, 79, 163)"


@pytest.mark.parametrize(
    ("game", "options", "way"),
    [
        ("azul", {}, "mouse"),
        ("azul", {"wall": "gray"}, "keys"),
        ("azul", {"jokers": "yes"}, "text"),
        ("azul", {"wall": "gray", "jokers": "yes"}, "mouse"),
        ("pavilion", {}, "keys"),
        ("pavilion", {"side": "mono"}, "mouse"),
        ("sintra", {}, "mouse"),
        ("sintra", {"side": "B"}, "keys"),
        ("pavilion", {}, "text"),
        ("sintra", {}, "text"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value.values()) or "usual",
)
def test_a_game_is_played_to_its_end(visit: Visit, game: str, options: dict[str, str], way: str) -> None:
    page = visit()
    sit_down(page, game, options)
    play(page, WAYS[way])
    expect(page.locator(".headline")).to_be_visible()
    expect(page.locator(".chart")).to_be_visible()


def test_a_misclick_costs_nothing_and_a_move_can_be_taken_back(visit: Visit) -> None:
    page = visit()
    sit_down(page, "azul")
    seen = version(page)
    click_middle(page, page.locator("#offer .ring [data-what][role=button] .piece").first)
    click_middle(page, page.locator("#own [data-where='3'] .hit"))
    expect(page.locator("#own [data-where='3'].armed")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#own .legal")).to_have_count(0)
    assert version(page) == seen
    with_mouse(page)
    wait_for_turn(page, seen)
    before = version(page)
    page.click("#undo")
    wait_for_turn(page, before)
    expect(page.locator("#own .piece")).to_have_count(0)


def test_tiles_can_be_dragged_to_their_place(visit: Visit) -> None:
    page = visit()
    sit_down(page, "azul")
    page.locator("#offer .ring [data-what][role=button] .piece").first.hover(force=True)
    page.mouse.down()
    page.locator("#own [data-where='4'] .hit").hover(force=True)
    page.mouse.up()
    expect(page.locator("#confirm")).to_be_visible()
    expect(page.locator("#deed .what")).to_contain_text("pattern line 4")
    assert page.evaluate("getSelection().toString()") == ""


@pytest.mark.parametrize("game", ["azul", "sintra"])
def test_what_has_the_focus_is_seen(visit: Visit, game: str) -> None:
    page = visit()
    sit_down(page, game)
    tab_to_choice(page)
    expect(page.locator(":focus")).to_have_css("filter", 'url("#ring")')
    expect(page.locator("filter#ring")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".place:focus .frame").first).to_have_css("stroke", COBALT)


def test_a_hint_is_a_move_with_its_reason(visit: Visit) -> None:
    page = visit()
    sit_down(page, "azul")
    page.click("#hint")
    expect(page.locator("#notice")).to_contain_text("Hint: ")
    expect(page.locator("#confirm")).to_be_visible()


def test_what_was_typed_wrongly_is_said_with_an_example(visit: Visit) -> None:
    page = visit()
    sit_down(page, "azul")
    page.fill("#typed input", "F9 blue > 7")
    page.press("#typed input", "Enter")
    expect(page.locator("#notice")).to_contain_text("is not a move here. For example: ")


def test_the_end_of_a_round_is_scored_step_by_step(visit: Visit) -> None:
    page = visit()
    sit_down(page, "azul", rounds=2)
    play_until_scoring(page)
    expect(page.locator("#scoring h2")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#scoring")).to_be_hidden()


def test_a_game_goes_on_from_a_record_and_from_any_step(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    sit_down(page, "sintra")
    play(page, WAYS["mouse"])
    with page.expect_download() as saved:
        page.locator("#summary a[download]").click()
    file = tmp_path / "game.txt"
    saved.value.save_as(file)
    page.goto("/")
    page.set_input_files("[name=record]", file)
    page.click(".open button")
    page.wait_for_url("**/replay")
    page.keyboard.press("Home")
    expect(page.locator("#step")).to_contain_text("0 /")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_contain_text("3 /")
    expect(page.locator("#log li.move")).to_have_count(2)
    page.click(".branch button")
    page.wait_for_url(lambda url: not url.endswith("/replay"))
    set_quick(page)
    wait_for_turn(page, -1)
    expect(page.locator("#log li.move").first).to_be_visible()


def test_a_killed_server_goes_on_in_the_middle_of_a_turn(visit: Visit, server: Server) -> None:
    page = visit()
    sit_down(page, "azul")
    seen = version(page)
    with_mouse(page)
    wait_for_turn(page, seen)
    page.locator("#offer .ring [data-what][role=button] .piece").first.click()
    kept = position_text(page)
    server.stop(9)
    server.start()
    page.wait_for_timeout(3000)
    page.reload()
    set_quick(page)
    wait_for_turn(page, -1)
    assert position_text(page) == kept
    seen = version(page)
    with_mouse(page)
    wait_for_turn(page, seen)


def test_with_reduced_motion_nothing_travels(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    sit_down(page, "azul")
    page.evaluate("root.dataset.speed = 1")
    seen = version(page)
    with_mouse(page)
    wait_for_turn(page, seen)
    assert page.locator("#flight").count() == 0


@pytest.mark.parametrize("game", ["azul", "pavilion", "sintra"])
def test_on_a_narrow_screen_nothing_is_cut_off_and_a_tap_plays(visit: Visit, game: str) -> None:
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True)
    sit_down(page, game)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#offer .rows [data-what][role=button] .piece").first.tap()
    if page.locator("#confirm").count() == 0:
        page.locator("#own [data-where][role=button] .hit").first.tap()
    seen = version(page)
    page.locator("#confirm").tap()
    wait_for_turn(page, seen)


def test_the_cell_that_was_chosen_on_the_gray_wall_is_marked(visit: Visit) -> None:
    page = visit()
    page.locator("[name=azul-wall][value=gray]").check(force=True)
    page.select_option("[name=who1]", "me")
    page.locator(".more summary").click()
    page.select_option("[name=pace]", "0")
    page.click("button.play")
    page.wait_for_url("**/tables/*")
    set_quick(page)
    wait_for_turn(page, -1)
    while not page.locator(".phase-column").count():
        seen = version(page)
        page.evaluate("play(moves()[0])")
        wait_for_turn(page, seen)
    page.locator("#own .cell[role=button]").first.click()
    page.click("#confirm")
    expect(page.locator(".cell.last .piece")).to_have_count(1)


# Whether what is shown is what a new page would show, but for the words that the script alone writes.
AS_NEW = """async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const fresh = page.querySelector("#table");
  hideNumbers(fresh);
  undecorate();
  for (const table of [root, fresh]) table.querySelector("#deed")?.replaceChildren();
  const same = one("#felt").isEqualNode(fresh.querySelector("#felt"));
  decorate();
  return same;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_after_every_move_the_table_is_as_a_new_page_would_show_it(visit: Visit, game: str) -> None:
    page = visit()
    sit_down(page, game)
    for _ in range(30):
        assert page.evaluate(AS_NEW)
        if is_over(page):
            break
        seen = version(page)
        page.evaluate("() => play(moves()[Math.floor(moves().length / 2)])")
        wait_for_turn(page, seen)


def sit_down_alone(page: Page) -> None:
    """Both seats are one's own: it is always one's turn."""
    page.goto("/?game=azul")
    page.select_option("[name=who1]", "me")
    page.locator(".more summary").click()
    page.select_option("[name=pace]", "0")
    page.click("button.play")
    page.wait_for_url("**/tables/*")
    set_quick(page)
    wait_for_turn(page, -1)


def test_what_goes_away_takes_the_focus_from_nobody(visit: Visit) -> None:
    page = visit()
    sit_down_alone(page)
    page.evaluate("one('.middle').before(made('div', '', {id: 'ask'}))")
    page.focus("#typed input")
    seen = version(page)
    page.evaluate("play(moves()[0])")
    wait_for_turn(page, seen)
    expect(page.locator("#ask")).to_have_count(0)
    expect(page.locator("#typed input")).to_be_focused()


def test_the_focus_stays_on_the_table_where_moves_need_no_confirmation(visit: Visit) -> None:
    page = visit()
    sit_down_alone(page)
    page.evaluate("root.dataset.confirm = 'off'")
    page.keyboard.press("ArrowRight")
    for _ in range(3):
        seen = version(page)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        wait_for_turn(page, seen)
        expect(page.locator("#felt svg [role=button]:focus")).to_have_count(1)
