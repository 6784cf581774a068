"""Nothing that axe calls serious or critical, in the lobby, at the table and in what is looked up, light and dark.

The end card is looked at where a game is played to its end.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Client, Table

COLOURS = [pytest.param({"dark": False}, id="light"), pytest.param({"dark": True}, id="dark")]


@pytest.mark.parametrize("page", COLOURS, indirect=True)
def test_nothing_serious_is_wrong(page: Page, table: Table, client: Client) -> None:
    """Every page is looked at as a player leaves it: with something open, in hand, or planned."""
    page.goto("/")
    card = page.get_by_role("article").filter(has_text="The Marshals' Drive on Berlin")
    card.get_by_text("Options").click()
    card.get_by_role("button", name="Invite a friend").click()
    table.accessible()
    table.join(*client.set_up())
    table.click_counter("R-69")
    expect(table.prompt).to_contain_text("Where does")
    table.accessible()
    page.keyboard.press("Escape")
    for key, name in (("c", "Charts"), ("r", "Rules"), ("a", "Aim"), ("u", "Units off the map")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        table.still(".drawer")
        table.accessible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More", exact=True).click()
    table.accessible()
    page.keyboard.press("Escape")
    table.button("End movement").click()
    expect(table.prompt).to_contain_text("Choose a hex to attack")
    table.click_place(table.offered_places()[0])
    expect(page.get_by_role("region", name="Combat")).to_be_visible()
    table.accessible()
