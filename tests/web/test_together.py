"""Two browsers at one table, and what a stranger may not do."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.playing import set_quick, version, wait_for_turn, with_mouse, with_text

Visit = Callable[..., Page]


def free_table(page: Page) -> str:
    """A table with a free seat; its address."""
    page.select_option("[name=who1]", "free")
    page.fill("[name=name0]", "Ann")
    page.locator(".more summary").click()
    page.select_option("[name=pace]", "0")
    page.click("button.play")
    page.wait_for_url("**/tables/*")
    set_quick(page)
    return page.url


def sit(page: Page, name: str) -> None:
    page.locator(".sit input[name=name]").fill(name)
    page.locator(".sit button").first.click()


def turn_of(*pages: Page) -> tuple[Page, Page]:
    """Who is on turn, and the other."""
    for page in pages:
        page.wait_for_function("() => now.version >= 2")
    ann, bob = pages
    ann.wait_for_timeout(200)
    return (ann, bob) if ann.evaluate("moves().length") else (bob, ann)


def test_a_move_is_seen_in_the_other_browser_and_taking_back_needs_its_yes(visit: Visit) -> None:
    ann = visit()
    bob = visit(free_table(ann))
    set_quick(bob)
    sit(bob, "Bob")
    expect(ann.locator("#others h2, #own h2").filter(has_text="Bob")).to_have_count(1)
    acting, other = turn_of(ann, bob)
    seen = version(other)
    with_mouse(acting)
    other.wait_for_function("seen => now.version > seen && moves().length", arg=seen)
    expect(other.locator("#live")).not_to_be_empty()
    acting.click("#undo")
    other.click("[data-answer=yes]")
    acting.wait_for_function("() => moves().length")
    expect(acting.locator("#own .piece")).to_have_count(0)


def test_the_last_tiles_of_a_round_are_seen_on_their_line_before_it_is_scored_in_every_browser(visit: Visit) -> None:
    ann = visit()
    ann.select_option("[name=who1]", "me")
    ann.locator(".more summary").click()
    ann.select_option("[name=pace]", "0")
    ann.click("button.play")
    ann.wait_for_url("**/tables/*")
    eve = visit(ann.url)
    for page in (ann, eve):
        set_quick(page)
    wait_for_turn(ann, -1)
    while ann.locator("#offer .group").count() > 1:
        seen = version(ann)
        with_text(ann)
        wait_for_turn(ann, seen)
    seen, left = version(ann), ann.locator("#offer .group .piece").count()
    eve.wait_for_function("seen => now.version === seen", arg=seen)
    where, seat = ann.evaluate("[moves()[0].where, now.seat]")
    line = f"[data-seat='{seat}'] [data-where='{where}']"
    lying = min(ann.locator(f"{line} > .piece").count() + left, 7 if where == "floor" else int(where))
    for page in (ann, eve):
        page.evaluate("root.dataset.speed = 1")
    ann.evaluate("play(moves()[0])")
    for page in (ann, eve):
        expect(page.locator(f"{line}.last > .piece")).to_have_count(lying)
        expect(page.locator("#offer .piece")).to_have_count(0)
        expect(page.locator("#scoring h2")).to_be_visible()


def test_who_watches_sees_everything_and_may_do_nothing(visit: Visit) -> None:
    ann = visit()
    ann.fill("[name=name0]", "Ann")
    ann.select_option("[name=who1]", "me")
    ann.click("button.play")
    ann.wait_for_url("**/tables/*")
    eve = visit(ann.url)
    set_quick(eve)
    ann.wait_for_function("() => moves().length")
    expect(eve.locator("#felt [role=button]")).to_have_count(0)
    move = ann.evaluate("({seat: now.seat, move: moves()[0].text, version: now.version, confirmed: true})")
    status = eve.evaluate(
        """async body => (await fetch(`/api/tables/${root.dataset.table}/moves`, {method: "POST",
           headers: {"content-type": "application/json"}, body: JSON.stringify(body)})).status""",
        move,
    )
    assert status == 403
    with_mouse(ann)
    expect(eve.locator("#log li.move")).to_have_count(1)


def test_a_decision_that_is_sent_twice_is_made_once(server: Server) -> None:
    with httpx.Client(base_url=server.address, headers={"origin": server.address}) as ann:
        table, move = made(ann)
        first = ann.post(f"/api/tables/{table}/moves", json=move)
        again = ann.post(f"/api/tables/{table}/moves", json=move)
        assert (first.status_code, again.status_code) == (200, 200)
        assert ann.get(f"/api/tables/{table}").json()["version"] == first.json()["version"]


def test_a_decision_about_an_older_table_is_refused(server: Server) -> None:
    with httpx.Client(base_url=server.address, headers={"origin": server.address}) as ann:
        table, move = made(ann)
        ann.post(f"/api/tables/{table}/moves", json=move)
        late = ann.post(f"/api/tables/{table}/moves", json=move | {"request": "another"})
        assert (late.status_code, late.json()["detail"][:21]) == (409, "The table has changed")


def test_a_name_is_text_and_nothing_else(visit: Visit) -> None:
    page = visit()
    page.fill("[name=name0]", "<b>\"A&'")
    page.fill("[name=name1]", "</script>")
    page.click("button.play")
    page.wait_for_url("**/tables/*")
    page.wait_for_function("() => moves().length")
    expect(page.locator("#own h2")).to_contain_text("<b>\"A&'")
    expect(page.locator("#others h2")).to_contain_text("</script>")


def made(client: httpx.Client) -> tuple[str, dict[str, Any]]:
    """A table with two seats of one's own, dealt, and its first move."""
    client.get("/")
    seats = [{"who": "me"}, {"who": "me"}]
    table = client.post("/api/tables", json={"game": "azul", "seats": seats, "pace": 0}).json()["table"]
    stands: dict[str, Any] = {"turn": None}
    while stands["turn"] is None:
        stands = client.get(f"/api/tables/{table}").json()
    move = {"seat": stands["turn"], "move": stands["legal_moves"][0], "version": stands["version"], "request": "r"}
    return table, move


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": "http://elsewhere.example"}, {"origin": "null"}],
    ids=["no origin", "another origin", "no origin to tell"],
)
def test_a_post_from_another_page_is_refused(server: Server, headers: dict[str, str]) -> None:
    told = httpx.post(f"{server.address}/settings", data={"theme": "dark"}, headers=headers)
    assert told.status_code == 403


def test_a_name_that_points_here_from_elsewhere_is_refused(server: Server) -> None:
    assert httpx.get(server.address, headers={"host": "elsewhere.example"}).status_code == 403


def test_a_live_connection_from_another_page_is_refused(server: Server) -> None:
    upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
    upgrade |= {"sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==", "origin": "http://elsewhere.example"}
    assert httpx.get(f"{server.address}/api/tables/x/live", headers=upgrade).status_code == 403


def test_the_cookie_is_for_the_server_alone(server: Server) -> None:
    cookie = httpx.get(server.address).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
