"""A game on an area map with chits: hands in the bar, modes in the prompt, reasons in the menu; on desk and phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Client, Table

PHONE = [pytest.param({"width": 390, "height": 844, "touch": True}, id="phone")]


AT_THE_END = "box => box.scrollHeight - box.scrollTop - box.clientHeight < 40"
"""Whether a box has been scrolled to its end."""


def open_hot_seat(client: Client) -> tuple[str, str]:
    """A table for two at one screen."""
    seats = {"zhukov": "human", "koniev": "human"}
    opened = client.post("/api/tables", {"game": "raceforberlin", "scenario": "campaign", "seats": seats})
    return opened["table"], opened["token"]


def answer(client: Client, table: str, token: str, *actions: str) -> None:
    """Answers without clicks."""
    for action in actions:
        client.act(table, token, client.state(table, token), action)


def sit_down(page: Page, name: str, token: str) -> None:
    """Join and open the curtain."""
    page.goto(f"/table/{name}#{token}")
    expect(page.locator(".world.ready")).to_be_attached(timeout=30_000)
    page.get_by_role("button", name="Open the curtain").click()


TO_FIRST_IMPULSE = ("arrive leipzig", "starve S-8GA-2", "end", "end", "go-on")
"""Zhukov holds chit 8, Koniev chits 1 and 6; one counter of the 8th Guards is out of supply."""


def test_what_is_offered_is_not_below_the_tray(page: Page, table: Table, client: Client) -> None:
    """The arrival zones lie at the lower edge of the map, where the tray with the reinforcement is."""
    sit_down(page, *open_hot_seat(client))
    expect(page.locator(".tray button.active")).to_have_count(1)
    table.still("path.offer")
    assert set(table.offered_places()) == {"bautzen", "dresden", "leipzig", "meissen"}
    table.click_place("dresden")
    expect(table.counter("G-1Falsch")).to_have_attribute("data-at", "dresden")


def test_hands_modes_and_reasons(page: Page, table: Table, client: Client) -> None:
    """Own chits are seen, the other's are not; the prompt says who is activated how; the menu says why not."""
    name, token = open_hot_seat(client)
    answer(client, name, token, *TO_FIRST_IMPULSE)
    sit_down(page, name, token)
    seats = page.get_by_role("list", name="Seats")
    expect(seats).to_contain_text("0 VP, 1 support")
    expect(seats.get_by_role("button", name="Zhukov holds: Collapse of German conscripts")).to_be_visible()
    expect(seats.get_by_role("button", name="Koniev holds: Unknown chit")).to_be_visible()
    expect(seats.get_by_role("button", name="Koniev holds: Heinrici")).to_be_visible()
    assert "Everyone to the front" not in page.get_by_role("log").inner_text()
    seats.get_by_role("button", name="Collapse").click()
    expect(page.get_by_role("alert")).to_contain_text("Chit 8 is played before your Soviets roll in a fight.")
    expect(page.get_by_role("dialog", name="Counter")).to_contain_text("one defender at full strength is reduced")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Counter")).to_have_count(0)

    expect(page.locator("header .headline")).to_have_text(
        "Turn 1, operations 1: Zhukov's Soviets; Hitler's order: Zhukov's Germans"
    )
    table.whole_map()
    table.click_counter("S-8GA-2")
    menu = page.get_by_role("menu")
    expect(menu).to_contain_text(re.compile(r"Reserve mode.*8th Guards Army \(2\) is out of supply", re.S))
    menu.get_by_role("menuitem", name="Combat mode").click()
    expect(table.prompt).to_contain_text("Activate your Soviets, 1 of 4: combat 8th Guards Army (2).")
    table.picture("zone-designation")

    table.click_counter("S-61-1")
    expect(menu.get_by_role("menuitem", name="Combat mode")).not_to_contain_text("no target")
    page.keyboard.press("Escape")
    table.button("Begin").click()
    expect(table.prompt).to_contain_text("Choose a zone to attack (1 unit in combat mode left).")
    table.click_place("seelow")
    panel = page.get_by_role("region", name="Combat")
    expect(panel).to_contain_text("attacker loses 1 step")
    lines = page.get_by_role("log")
    expect(lines).to_contain_text("8th Guards Army (2) is activated")
    page.wait_for_function(AT_THE_END, arg=lines.element_handle())  # the log follows the game


def test_a_playable_chit_is_a_button(page: Page, table: Table, client: Client) -> None:
    """And it glows in the bar."""
    name, token = open_hot_seat(client)
    answer(client, name, token, *TO_FIRST_IMPULSE, "done", "go-on")
    sit_down(page, name, token)
    expect(page.locator(".tray")).to_have_count(0)
    expect(page.locator("header .held.offered")).to_have_count(1)
    table.button("Play Everyone to the front").click()
    expect(table.prompt).to_contain_text("Name the army")


@pytest.mark.parametrize("page", PHONE, indirect=True)
def test_a_fan_stays_on_the_screen(page: Page, table: Table, client: Client) -> None:
    """The bridgehead lies at the right edge; each of its four counters can be tapped."""
    name, token = open_hot_seat(client)
    answer(client, name, token, *TO_FIRST_IMPULSE)
    sit_down(page, name, token)
    expect(page.locator(".prompt")).to_contain_text("Turn 1, operations 1: Zhukov's Soviets")
    table.whole_map()
    box = table.counter("S-8GA-1").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(table.counter("S-5SHA-2")).to_have_css("z-index", re.compile(r"^20\d\d$"))
    table.still(".counter")
    for piece in ("S-8GA-1", "S-8GA-2", "S-5SHA-1", "S-5SHA-2"):
        box = table.counter(piece).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390, piece
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.get_by_role("menuitem", name="Reserve mode").tap()
    expect(table.prompt).to_contain_text("reserve 5th Shock Army (2)")
    table.picture("zone-phone")
