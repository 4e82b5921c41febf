"""Playing with mouse, keyboard or typed moves, as a person does: by what the page shows."""

from typing import Any

from playwright.sync_api import Locator, Page

GROUPS = "#offer [data-what][role=button], #own [data-what][role=button]"
PLACES = "#own [data-where][role=button]"
WHOLES = "#own [data-move][role=button], #choices [data-move][role=button], #supply [data-move][role=button]"


def sit_down(page: Page, game: str, options: dict[str, str] | None = None, *, rounds: int = 1) -> None:
    """Sets up a table against a bot and waits for one's turn."""
    page.goto(f"/?game={game}")
    for name, value in (options or {}).items():
        page.locator(f"[name={game}-{name}][value={value}]").check(force=True)
    page.select_option("[name=who1]", "random")
    page.locator(".more summary").click()
    page.fill("[name=max_rounds]", str(rounds))
    page.select_option("[name=pace]", "0")
    page.click("button.play")
    page.wait_for_url("**/tables/*")
    set_quick(page)
    wait_for_turn(page, -1)


def set_quick(page: Page) -> None:
    """No animation: what is tested is what happens."""
    page.evaluate("root.dataset.speed = 0")


def version(page: Page) -> int:
    return int(page.evaluate("now.version"))


def is_over(page: Page) -> bool:
    return bool(page.evaluate("Boolean(now.over)"))


def wait_for_turn(page: Page, seen: int) -> None:
    page.wait_for_function("seen => now.version > seen && (moves().length > 0 || now.over)", arg=seen, timeout=60_000)


def play(page: Page, way: Any, most: int = 400) -> None:
    """To the end of the game, one decision after the other."""
    for _ in range(most):
        if is_over(page):
            return
        seen = version(page)
        way(page)
        wait_for_turn(page, seen)
    raise AssertionError("the game does not end")


def position_text(page: Page) -> str:
    """The line of notation at the end of the position as text."""
    page.click("#text summary")
    text = page.locator("#told code").text_content()
    page.click("#text summary")
    return text or ""


def first_visible(page: Page, selector: str) -> Locator | None:
    found = page.locator(selector)
    return next((found.nth(i) for i in range(found.count()) if found.nth(i).is_visible()), None)


def click_middle(page: Page, target: Locator) -> None:
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def with_mouse(page: Page) -> None:
    """Tiles, a place, the button."""
    group = first_visible(page, GROUPS)
    if group is not None:
        click_middle(page, group.locator(".piece").first)
    place = first_visible(page, PLACES)
    whole = first_visible(page, WHOLES)
    if place is not None and page.locator("#confirm").count() == 0:
        click_middle(page, place.locator(".hit").first if place.locator(".hit").count() else place)
    elif group is None and whole is not None:
        click_middle(page, whole)
    elif page.locator("#confirm").count() == 0:
        page.locator("[data-plain]").first.click()
    page.locator("#confirm").click()


def with_keys(page: Page) -> None:
    """Tab and arrows to what is there, Enter for each step."""
    page.evaluate("document.activeElement.blur()")
    for _ in range(6):
        if page.locator("#confirm").count():
            page.keyboard.press("Enter")
            return
        if not on_choice(page):
            tab_to_choice(page)
        page.keyboard.press("Enter")
    raise AssertionError("the keys lead nowhere")


def on_choice(page: Page) -> bool:
    return bool(page.evaluate("document.activeElement.matches('#felt [role=button], [data-plain]')"))


def tab_to_choice(page: Page) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if on_choice(page):
            return
    raise AssertionError("no choice can be reached with Tab")


def with_text(page: Page) -> None:
    """A move in notation."""
    page.fill("#typed input", str(page.evaluate("moves()[Math.floor(moves().length / 2)].text")))
    seen = version(page)
    page.press("#typed input", "Enter")
    page.wait_for_function("seen => armed || now.version > seen || now.over", arg=seen)
    if page.locator("#confirm").count() and version(page) == seen:
        page.locator("#confirm").click()


WAYS = {"mouse": with_mouse, "keys": with_keys, "text": with_text}


def play_until_scoring(page: Page) -> None:
    """To the end of a round, whose scoring is shown step by step."""
    page.evaluate("root.dataset.speed = 1")
    for _ in range(40):
        if page.locator("#scoring").is_visible() or is_over(page):
            break
        seen = version(page)
        with_text(page)
        page.wait_for_function("seen => (now.version > seen && moves().length) || !one('#scoring').hidden", arg=seen)
