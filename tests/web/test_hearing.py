"""What somebody gets from the table who does not see it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from azulejos.games import GAMES
from azulejos.table import Seat
from azulejos.web.view import names_at
from azulejos.words import LANGUAGES, Words
from tests.web.playing import WAYS, play, play_until_scoring, set_quick, sit_down, tab_to_choice, version, wait_for_turn
from tests.web.test_together import free_table, sit, turn_of

Visit = Callable[..., Page]
HEARD = """() => { window.heard = []; for (const id of ["live", "notice"])
  new MutationObserver(() => heard.push(one(`#${id}`).textContent)).observe(one(`#${id}`), {childList: true}); }"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_seats_are_called_alike(language: str) -> None:
    bot, person = Seat(bot="search:3"), Seat(name="Ann", owner="a")
    free, random = Seat(), Seat(bot="random")
    for seats in ([bot, bot, bot, person], [person, person, free, free], [random, random, bot, Seat(owner="b")]):
        assert len({*names_at(seats, "b", Words(language))}) == len(seats)
    assert names_at([person, bot, bot], "", Words()) == ["Ann", "Bot 2, level 3", "Bot 3, level 3"]


@pytest.mark.parametrize("game", GAMES)
def test_the_position_is_told_in_ones_language_and_stays_up_to_date(visit: Visit, game: str) -> None:
    page = visit(locale="fr")
    sit_down(page, game)
    page.click("#text summary")
    told = page.locator("#told")
    expect(told.get_by_role("heading", name="Offre")).to_be_visible()
    expect(told.get_by_role("heading", name="Vous : ")).to_be_visible()
    before, seen = told.inner_text(), version(page)
    WAYS["keys"](page)
    wait_for_turn(page, seen)
    expect(told).not_to_have_text(before, use_inner_text=True)
    expect(page.locator("#text")).to_have_attribute("open", "")
    expect(told.locator("code")).to_contain_text(f"{game} players=2")


def test_a_replay_tells_the_step_that_is_shown(visit: Visit) -> None:
    page = visit()
    sit_down(page, "azul")
    play(page, WAYS["text"])
    page.goto(page.url + "/replay?at=1")
    page.click("#text summary")
    expect(page.locator("#told")).to_contain_text("Centre of the table: starting player marker")
    page.keyboard.press("End")
    expect(page.locator("#told")).to_contain_text("the game is over")


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_with_keys_never_loses_the_focus_and_is_heard_once(visit: Visit, game: str) -> None:
    page = visit()
    sit_down(page, game)
    page.evaluate(HEARD)
    tab_to_choice(page)
    while not page.locator("#confirm").count():
        page.keyboard.press("Enter")
    assert page.locator("#confirm").evaluate("button => button.ariaDescribedByElements[0].textContent").strip()
    seen = version(page)
    page.keyboard.press("Enter")
    wait_for_turn(page, seen)
    expect(page.locator("#felt svg [role=button]:focus")).to_have_count(1)
    heard = page.evaluate("heard")
    assert sum("You: " in text for text in heard) == 1
    assert "Your turn." in heard[-1]


def test_a_hint_is_heard_once(visit: Visit) -> None:
    page = visit()
    sit_down(page, "azul")
    page.evaluate(HEARD)
    page.keyboard.press("h")
    expect(page.locator("#confirm")).to_be_focused()
    assert sum("Hint: " in text for text in page.evaluate("heard")) == 1


def test_a_round_is_heard_with_its_points_when_its_scoring_begins(visit: Visit) -> None:
    page = visit()
    sit_down(page, "azul", rounds=2)
    play_until_scoring(page)
    expect(page.locator("#scoring")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("floor line")
    page.keyboard.press("Escape")
    set_quick(page)
    page.wait_for_function("() => moves().length > 0")
    expect(page.locator("#live")).to_contain_text("Your turn.")


@pytest.mark.parametrize("game", GAMES)
def test_pictures_say_nothing_but_their_buttons(visit: Visit, game: str) -> None:
    page = visit()
    sit_down(page, game)
    for part in ("#offer", "#own .picture"):
        lines = page.locator(part).aria_snapshot().splitlines()
        assert [line for line in lines if "button" not in line and "region" not in line] == []
    assert "img" not in page.locator("#felt").aria_snapshot()


def test_who_is_asked_to_take_back_hears_it(visit: Visit) -> None:
    ann = visit()
    bob = visit(free_table(ann))
    set_quick(bob)
    sit(bob, "Bob")
    acting, other = turn_of(ann, bob)
    seen = version(other)
    WAYS["mouse"](acting)
    wait_for_turn(other, seen)
    acting.click("#undo")
    expect(other.get_by_role("alert").filter(has_text="would like to take back")).to_be_visible()
    other.click("[data-answer=yes]")
    expect(acting.locator("#live")).to_contain_text("Taken back.")


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_with_forced_colours_letters_and_states_are_those_of_the_system(visit: Visit, scheme: str, theme: str) -> None:
    page = visit(forced_colors="active", color_scheme=scheme)
    page.locator(".menu summary").last.click()
    page.select_option("[name=theme]", theme)
    page.locator(".settings button").last.click()
    sit_down(page, "azul")
    page.evaluate("pick(moves()[0].base)")
    letters = page.evaluate("getComputedStyle(document.body).color")
    assert page.evaluate("getComputedStyle(one('#felt .hint text')).fill") == letters
    stroke = "getComputedStyle(one('#own {} > .frame')).stroke"
    assert page.evaluate(stroke.format(".cell:not(.target, .open)")) == letters
    assert page.evaluate(stroke.format(".legal")) != letters
