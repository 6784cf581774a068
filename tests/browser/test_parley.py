"""The end that players make themselves: from the menu, asked once more, with the end card behind it."""

from __future__ import annotations

import re
import uuid

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Client, Table

SCREENS = [
    pytest.param({"width": 1280, "height": 720}, id="desktop"),
    pytest.param({"width": 390, "height": 844, "touch": True}, id="phone"),
]


def menu(page: Page, entry: str) -> None:
    """Choose from the table menu by the keyboard."""
    page.get_by_role("button", name="More", exact=True).press("Enter")
    page.get_by_role("menuitem", name=entry).press("Enter")


@pytest.mark.parametrize("page", SCREENS, indirect=True)
def test_resigning_from_the_menu(page: Page, table: Table, client: Client) -> None:
    """It is asked once more, can be left alone, and then shows who has won."""
    table.join(*client.set_up())
    asked = page.get_by_role("alertdialog", name="Resign")
    menu(page, "Resign …")
    expect(asked).to_contain_text("Resign as Russian player?")
    expect(asked.get_by_role("button", name="Play on")).to_be_focused()
    table.picture(f"parley-resign-{page.viewport_size['width']}")  # type: ignore[index]
    table.accessible()
    page.keyboard.press("Enter")
    expect(asked).to_be_hidden()
    menu(page, "Resign …")
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    menu(page, "Resign …")
    asked.get_by_role("button", name="Resign").click()
    card = page.get_by_role("status", name="Outcome")
    expect(card).to_contain_text("Russian player resigned: victory for German player.")
    expect(card.get_by_text("What counted")).to_be_visible(timeout=30_000)
    table.picture(f"parley-end-{page.viewport_size['width']}")  # type: ignore[index]
    expect(page.get_by_role("log")).to_contain_text("Russian player resigned", use_inner_text=False)
    card.get_by_role("button", name="Look at the map").click()
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("menuitem", name="Resign …")).to_have_count(0)


@pytest.mark.parametrize("page", SCREENS, indirect=True)
def test_a_draw_is_offered_to_the_other_player(page: Page, table: Table, client: Client) -> None:
    """The maker can withdraw it; the other one is asked; once in a turn is enough."""
    opened = client.post("/api/tables", {"game": "marshals", "seats": {"german": "open"}, "name": "Anna"})
    invite = {"token": opened["invites"]["german"], "secret": uuid.uuid4().hex, "name": "Boris"}
    guest = client.post(f"/api/tables/{opened['table']}/join", invite)["token"]

    def other(what: str) -> None:
        body = {"token": guest, "seat": "german", "what": what, "client_id": uuid.uuid4().hex}
        client.post(f"/api/tables/{opened['table']}/parley", body)

    table.join(opened["table"], opened["token"])
    menu(page, "Offer a draw …")
    page.get_by_role("alertdialog").get_by_role("button", name="Offer a draw").click()
    expect(page.get_by_role("group", name="You offered a draw")).to_be_visible()
    other("decline")
    expect(page.get_by_role("group", name="You offered a draw")).to_be_hidden()
    expect(page.locator(".stage")).to_contain_text("German player declined the draw.")
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("menuitem", name="Offer a draw …")).to_be_disabled()
    table.picture(f"parley-menu-{page.viewport_size['width']}")  # type: ignore[index]
    page.keyboard.press("Escape")
    other("offer")
    bar = page.get_by_role("group", name="A draw is offered")
    expect(bar).to_contain_text(re.compile("Boris.* offered a draw"))
    table.picture(f"parley-offered-{page.viewport_size['width']}")  # type: ignore[index]
    table.accessible()
    bar.get_by_role("button", name="Accept the draw").press("Enter")
    expect(page.get_by_role("status", name="Outcome")).to_contain_text("A draw was agreed.")


@pytest.mark.parametrize("page", SCREENS, indirect=True)
def test_a_click_does_not_fire_a_barrage(page: Page, table: Table, client: Client) -> None:
    """A click on a hex shows its chances; guns fire by a button, and Esc leaves them silent."""
    for _ in range(40):  # until the first die brings a barrage
        opened = client.post("/api/tables", {"game": "konigsberg"})
        state = client.state(opened["table"], opened["token"])
        view = next(v for v in state["views"] if v["seat"] == state["asked"])
        if view["decision"]["frame"] == "Shelling":
            break
    table.join(opened["table"], opened["token"])
    expect(table.prompt).to_contain_text("choose a hex to shell")
    before = table.log.inner_text()
    target = table.offered_places()[0]
    table.click_place(target)
    expect(table.prompt).to_contain_text("A barrage that is fired cannot be taken back.")
    panel = page.get_by_role("complementary", name="Panel and log")
    expect(panel).to_contain_text("only the defender's part counts", use_inner_text=False)
    table.picture(f"barrage-laid-{page.viewport_size['width']}")  # type: ignore[index]
    table.button("Do not fire").click()
    expect(table.prompt).to_contain_text("choose a hex to shell")
    assert table.log.inner_text() == before, "nothing was rolled"
    table.click_place(target)
    table.button("Fire the barrage").click()
    expect(page.get_by_role("log")).to_contain_text("Barrage on", use_inner_text=False)
