"""A new user's first minute, on the screens people have."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Client, Table

from grognard.games import BUILT_IN, load_game

SCREENS = [
    pytest.param({"width": 1280, "height": 720}, id="1280"),
    pytest.param({"width": 1920, "height": 1080, "dark": True}, id="1920-dark"),
    pytest.param({"width": 390, "height": 844, "touch": True}, id="phone"),
]


@pytest.mark.parametrize("page", SCREENS, indirect=True)
def test_lobby_to_first_move(page: Page, table: Table, request: pytest.FixtureRequest) -> None:
    """The lobby tells what there is; one click later a unit can be moved."""
    screen = request.node.callspec.id
    page.goto("/")
    for game in BUILT_IN:
        expect(page.get_by_role("heading", name=load_game(game).title)).to_be_visible()
    card = page.get_by_role("article").filter(has_text="The Marshals' Drive on Berlin")
    expect(card.get_by_text("8 turns")).to_be_visible()
    table.picture(f"lobby-{screen}")
    page.get_by_role("button", name="Play as Russian").click()
    table.ready()
    expect(table.prompt).to_contain_text("Move your units")
    expect(page.locator(".counter.offered").first).to_be_visible()
    table.picture(f"table-{screen}")
    table.click_counter("R-69")
    expect(table.prompt).to_contain_text("Where does 69. Army go?")
    expect(page.locator("path.offer").first).to_be_attached()
    table.picture(f"reach-{screen}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("page", SCREENS[2:], indirect=True)
def test_phone_plays_with_the_finger(page: Page, table: Table) -> None:
    """Tap a unit, tap a place; the log is a sheet at the bottom."""
    table.play_as("Russian")
    box = table.counter("R-69").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(table.prompt).to_contain_text("Where does")
    place = table.offered_places()[0]
    box = page.locator(f'path.offer[data-place="{place}"]').bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(table.counter("R-69")).to_have_attribute("data-at", place)
    page.get_by_role("button", name="Log").click()
    expect(table.log).to_contain_text("69. Army moves")
    table.still("aside")
    table.picture("log-phone")


def test_the_table_is_found_again_in_the_lobby(page: Page, table: Table) -> None:
    """Unfinished tables of this browser are listed."""
    table.play_as("Russian")
    page.get_by_role("link", name="Lobby").click()
    tables = page.get_by_role("region", name="Unfinished tables")
    expect(tables).to_contain_text("Your turn")
    expect(tables).to_contain_text("Russian player (you) against the staff bot")
    tables.get_by_role("link").first.click()
    table.ready()
    expect(table.prompt).to_contain_text("Move your units")
    page.get_by_role("link", name="Lobby").click()
    tables.get_by_role("button", name="Delete: The Marshals' Drive on Berlin").click()
    tables.get_by_role("button", name="Delete", exact=True).click()
    expect(tables).to_have_count(0)


def test_invite_by_link(page: Page, table: Table, client: Client) -> None:
    """The link seats a friend in another browser; both know each other's names, and both have added to the seed."""
    page.goto("/")
    card = page.get_by_role("article").filter(has_text="The Marshals' Drive on Berlin")
    card.get_by_role("button", name="Invite a friend").click()
    group = card.get_by_role("group", name="Which side do you play?")
    group.get_by_label("Your name").fill("Anna")
    group.get_by_role("button", name="Russian player").click()
    link = page.get_by_role("status").get_by_role("textbox").input_value()
    page.get_by_role("button", name="To the table").click()
    table.ready()
    expect(table.prompt).to_contain_text("Waiting for German player")
    friend = page.context.browser.new_context(reduced_motion="reduce").new_page()
    friend.goto(link)
    expect(friend.locator(".prompt p")).to_contain_text("Set up your German units")
    expect(friend.locator(".tray button").first).to_be_visible()
    [(opened, kept)] = page.evaluate("Object.entries(JSON.parse(localStorage['grognard.tables']))")
    expect(page.get_by_text("All who play have added to the seed of the dice.")).to_be_attached()
    toss = client.state(opened, kept["token"])["toss"]
    assert toss["settled"]
    assert [p["party"] for p in toss["parts"]] == ["opener", "german"]
    naming = friend.get_by_role("form", name="Your name")
    naming.get_by_role("textbox").fill("   ")
    naming.get_by_role("button", name="That is my name").click()
    expect(naming.get_by_role("alert")).to_contain_text("A name needs at least one letter")
    naming.get_by_role("textbox").fill("Bert")
    naming.get_by_role("button", name="That is my name").click()
    expect(naming).to_have_count(0)
    expect(friend.get_by_role("list", name="Seats")).to_contain_text("Anna")
    expect(table.prompt).to_contain_text("Waiting for Bert (German player)")
    expect(table.log).to_contain_text("German player: Bert sits here now.")
    friend.locator(".prompt .btn").first.click()
    expect(table.log.locator(".by").first).to_contain_text("Bert (German player)")
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_role("region", name="Unfinished tables")).to_contain_text("against Bert as German player")
    friend.context.close()


def scale(page: Page) -> float:
    """The scale of the bitmaps that are shown, when they are of one scale."""
    tiles = "[...document.querySelectorAll('.picture canvas')].filter((c) => c.style.display !== 'none')"
    for _ in range(100):
        shown = set(page.evaluate(f"{tiles}.map((c) => Number(c.style.zIndex))"))
        if len(shown) == 1:
            return float(shown.pop())
        page.wait_for_timeout(200)
    raise AssertionError("the map is never painted")


def test_the_terrain_is_bitmaps(page: Page, table: Table, client: Client) -> None:
    """No node of the map is in the page; what is looked at more closely is painted finer, and the rest put away."""
    table.join(*client.open(russian="human", german="human"))
    before = scale(page)
    for _ in range(6):
        page.keyboard.press("+")
    for _ in range(100):
        if scale(page) > before:
            break
        page.wait_for_timeout(200)
    assert scale(page) > before
    assert page.locator(".picture svg").count() == 0


def test_a_wrong_link_is_told(page: Page, client: Client) -> None:
    """No blank page for somebody without a seat."""
    table, _ = client.open(russian="human", german="human")
    page.goto(f"/table/{table}")
    expect(page.get_by_role("heading", name="This table cannot be opened")).to_be_visible()
    page.get_by_role("button", name="To the lobby").click()
    expect(page.get_by_role("article").first).to_be_visible()
