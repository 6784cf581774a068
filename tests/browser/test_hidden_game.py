"""A game with hidden units: curtain, signs on the map, accounts in the bar, and no secret in the page."""

from __future__ import annotations

import re
import uuid

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Client, Table

GAME = "reichstag"
CURTAIN = "Open the curtain"
PHONE = [pytest.param({"width": 390, "height": 844, "touch": True}, id="phone")]


def open_hot_seat(client: Client) -> tuple[str, str]:
    """A table for two at one screen."""
    seats = {"1bf": "human", "1uf": "human"}
    opened = client.post("/api/tables", {"game": GAME, "scenario": "campaign", "seats": seats})
    return opened["table"], opened["token"]


def answer(client: Client, table: str, token: str, until: str) -> None:
    """Let the program set up, press every button that goes on, else do the first thing offered, until a frame."""
    for _ in range(200):
        state = client.state(table, token)
        view = next(v for v in state["views"] if v["seat"] == state["asked"])
        if view["decision"]["frame"] == until:
            return
        offers = [o for o in view["decision"]["offers"] if not o.get("takes_back") and not o.get("aside")]
        buttons = [o for o in offers if not o.get("piece") and not o.get("place")]
        client.act(table, token, state, (buttons[-1:] or offers)[0]["action"])
    raise AssertionError(f"{until} is not reached")


def open_curtain(page: Page) -> None:
    """The next player sits down."""
    page.get_by_role("button", name=CURTAIN).click()


def take_one_that_reaches_a_bridge(client: Client, table: str, token: str) -> tuple[str, str]:
    """Take up the first unit that can go where a bridge would be rolled for; returns it and such a hex."""
    state = client.state(table, token)
    offers = next(v for v in state["views"] if v["seat"] == state["asked"])["decision"]["offers"]
    for offer in (o for o in offers if o["verb"] == "pick"):
        client.act(table, token, state, offer["action"])
        state = client.state(table, token)
        ways = next(v for v in state["views"] if v["seat"] == state["asked"])["decision"]["offers"]
        risky = [way["place"] for way in ways if "bridges" in way.get("text", "")]
        if risky:
            return offer["piece"], risky[0]
        body = {"token": token, "seq": state["seq"], "client_id": uuid.uuid4().hex}
        client.post(f"/api/tables/{table}/undo", body)
        state = client.state(table, token)
    raise AssertionError("no unit can reach a bridge")


def unknown_to(client: Client, table: str, token: str, seat: str) -> set[str]:
    """The ids of the counters that a seat does not know and the other does."""
    views = {view["seat"]: view for view in client.state(table, token)["views"]}
    seen = {piece["id"] for piece in views[seat]["pieces"]}
    other = next(view for name, view in views.items() if name != seat)
    return {piece["id"] for piece in other["pieces"] if not piece["id"].startswith("?")} - seen


def told_in(page: Page, secret: set[str]) -> list[str]:
    """Those of the counters that the page names anywhere, by id or by name."""
    pieces = page.request.get(f"/api/games/{GAME}").json()["pieces"]
    html = page.content()
    words = {piece["id"]: rf'"{re.escape(piece["id"])}"|\b{re.escape(piece["name"])}(?!\w)' for piece in pieces}
    return sorted(piece for piece in secret if re.search(words[piece], html))


def test_set_up_by_clicks_behind_the_curtain(page: Page, table: Table, client: Client) -> None:
    """Both players place their first units; neither sees in the page which ones the other has placed."""
    name, token = open_hot_seat(client)
    page.goto(f"/table/{name}#{token}")
    table.ready()
    expect(page.get_by_role("dialog", name="Change seats")).to_contain_text("1st Byelorussian Front")
    open_curtain(page)
    expect(table.prompt).to_contain_text("15 of 15 left")
    expect(page.locator(".tray button.offered")).to_have_count(15)

    unit = page.locator(".tray button").first
    piece = unit.get_attribute("data-piece") or ""
    unit.click()
    expect(table.prompt).to_contain_text("Where does")
    expect(table.button("Put back")).to_be_visible()
    target = table.offered_places()[0]
    table.click_place(target)
    expect(table.counter(piece)).to_have_attribute("data-at", target)
    expect(table.prompt).to_contain_text("14 of 15 left")
    assert told_in(page, {piece}) == [piece]
    table.button("Set up these 14 for me").click()
    expect(table.prompt).to_contain_text("all 15 stand")
    table.picture("hidden-own")
    table.button("Go on").click()

    expect(page.get_by_role("dialog", name="Change seats")).to_contain_text("1st Ukrainian Front")
    open_curtain(page)
    expect(table.prompt).to_contain_text("25 of 25 left")
    secret = unknown_to(client, name, token, "1uf")
    assert piece in secret
    assert len(secret) > 10
    assert told_in(page, secret) == []
    there = page.locator(f'.counter[data-at="{target}"]')
    expect(there).to_have_accessible_name(re.compile("Unknown unit"))
    expect(table.log).to_contain_text("An unknown unit sets up in")
    table.picture("hidden-other")


def test_the_whole_set_up_in_one_click_each(page: Page, table: Table, client: Client) -> None:
    """Both players leave everything to the program; the next question is the first of the game."""
    name, token = open_hot_seat(client)
    page.goto(f"/table/{name}#{token}")
    table.ready()
    for count in (15, 25):
        open_curtain(page)
        expect(table.prompt).to_contain_text(f"{count} of {count} left")
        table.button("Set up everything for me").click()
    open_curtain(page)
    expect(table.button("Begin the turn")).to_be_visible()
    assert len(unknown_to(client, name, token, "1bf")) > 20
    assert told_in(page, unknown_to(client, name, token, "1bf")) == []


def to_the_barrage(client: Client, table: str, token: str) -> None:
    """On to the first barrage phase, which is in the second turn, and take up an artillery marker."""
    answer(client, table, token, "PlaceBarrage")
    state = client.state(table, token)
    offers = next(v for v in state["views"] if v["seat"] == state["asked"])["decision"]["offers"]
    client.act(table, token, state, next(o["action"] for o in offers if "ART" in o["action"]))


def middle_of(page: Page, place: str) -> tuple[float, float]:
    """Where a place that glows is on the screen."""
    box = page.locator(f'path.offer[data-place="{place}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_barrage_zone_is_shown_before_it_is_paid_for(page: Page, table: Table, client: Client) -> None:
    """Pointing at a hex lights up what a marker there would cover; it is placed by a click."""
    name, token = open_hot_seat(client)
    to_the_barrage(client, name, token)
    page.goto(f"/table/{name}#{token}")
    table.ready()
    open_curtain(page)
    expect(table.prompt).to_contain_text("for 1 of 100 SP")
    expect(page.locator("path.area")).to_have_count(0)
    place = table.offered_places()[40]
    page.mouse.move(*middle_of(page, place))
    expect(page.locator("path.area")).to_have_count(1)
    table.picture("barrage-zone")
    table.click_place(place)
    expect(page.get_by_role("list", name="Seats")).to_contain_text("1 SP spent, 99 left")


@pytest.mark.parametrize("page", PHONE, indirect=True)
def test_a_finger_shows_the_zone_first_and_then_places_the_marker(page: Page, table: Table, client: Client) -> None:
    """There is no pointing on a phone: the first tap lights up, the second one does it."""
    name, token = open_hot_seat(client)
    to_the_barrage(client, name, token)
    page.goto(f"/table/{name}#{token}")
    table.ready()
    page.get_by_role("button", name=CURTAIN).tap()
    expect(table.prompt).to_contain_text("for 1 of 100 SP")
    first, second = table.offered_places()[5], table.offered_places()[25]
    for place in (first, second):
        page.touchscreen.tap(*middle_of(page, place))
        expect(page.locator("path.area")).to_have_count(1)
        expect(page.locator(".hint")).to_have_text("tap again")
    table.picture("barrage-zone-phone")
    page.touchscreen.tap(*middle_of(page, second))
    expect(table.prompt).to_contain_text("99 SP are left")


def test_a_player_turn_with_bridges_and_accounts(page: Page, table: Table, client: Client) -> None:
    """Forced march, a bridge that is rolled for on the way, duties in combat; then the other player's Germans."""
    name, token = open_hot_seat(client)
    answer(client, name, token, "Opening")
    page.goto(f"/table/{name}#{token}")
    table.ready()
    open_curtain(page)
    expect(page.locator(".prompt .btn.primary")).to_have_text("Begin the turn")
    table.button("Begin the turn").click()
    expect(table.prompt).to_contain_text("Move your units. A forced march costs 1 of 100 SP.")

    piece, risky = take_one_that_reaches_a_bridge(client, name, token)
    expect(table.prompt).to_contain_text("6 points left.")
    table.button("Put back").click()
    expect(table.prompt).to_contain_text("Move your units")
    table.whole_map()
    table.click_counter(piece)
    expect(table.prompt).to_contain_text("6 points left.")
    table.button("Forced march (1 SP, 9 points)").click()
    expect(table.prompt).to_contain_text("9 points left.")
    expect(page.get_by_role("list", name="Seats")).to_contain_text("−1 VP · 1 SP spent, 99 left")
    table.click_place(risky)
    expect(page.locator(".sign.tick, .sign.cross").first).to_be_attached()
    expect(table.log).to_contain_text(re.compile("is intact for good|is blown up"))
    expect(table.log.get_by_role("img", name=re.compile("die [1-6]")).first).to_be_attached()
    if table.button("Stop here").count():
        table.button("Stop here").click()
    table.picture("bridge")

    table.button("End movement").click()
    expect(table.log).to_contain_text("Fatigue of the 1BF")
    expect(page.get_by_role("dialog", name="Change seats")).to_contain_text("1st Ukrainian Front")
    open_curtain(page)
    expect(page.locator(".headline")).to_contain_text("Germans facing the 1BF")
    assert told_in(page, unknown_to(client, name, token, "1uf")) == []
    page.keyboard.press("2")
    expect(page.locator('path[fill="url(#hatch1)"]')).to_be_attached()
    page.keyboard.press("u")
    expect(page.get_by_role("dialog", name="Units off the map")).to_contain_text(re.compile(r"Static unit pool \d+"))
    expect(page.get_by_role("dialog", name="Units off the map")).to_contain_text("Unknown unit × ")
    table.picture("hidden-units")
