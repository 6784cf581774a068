"""What happened and what was meant: clicks that are kept, results that stay in sight, the others' turn played back."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.table import Client, Table

LARGE = [pytest.param({"width": 1500, "height": 1000}, id="large")]
DELAY = 0.3
"""Seconds by which every answer is late."""


def slow(page: Page) -> None:
    """A network that takes its time."""

    def later(route: Route) -> None:
        time.sleep(DELAY)
        route.continue_()

    page.route("**/api/tables/*/actions", later)
    page.route("**/api/tables/*/undo", later)


def spot(table: Table, selector: str) -> tuple[float, float]:
    """The middle of something on the screen."""
    box = table.page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at(table: Table, piece: str) -> str:
    """Where a counter is."""
    return table.counter(piece).get_attribute("data-at") or ""


@pytest.mark.parametrize("page", LARGE, indirect=True)
def test_a_fast_player_loses_no_click(page: Page, table: Table, client: Client) -> None:
    """Counter, hex, counter, hex, button without a pause, while every answer takes 300 ms; then one click too many."""
    table.join(*client.set_up())
    table.whole_map()
    ways = []
    alone = [p for p in table.offered_pieces() if page.locator(f'.counter[data-at="{at(table, p)}"]').count() == 1]
    for piece in (alone[0], alone[-1]):
        here = spot(table, f'.counter[data-piece="{piece}"]')
        page.mouse.click(*here)
        expect(table.prompt).to_contain_text("Where does")
        place = next(p for p in table.offered_places() if not page.locator(f'.counter[data-at="{p}"]').count())
        ways.append((piece, here, place, spot(table, f'path.offer[data-place="{place}"]')))
        page.keyboard.press("Escape")
        expect(table.prompt).to_contain_text("Move your")
    end = spot(table, ".prompt .btn")
    slow(page)
    for _, here, _, there in ways:
        page.mouse.click(*here)
        page.mouse.click(*there)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+Shift+z")
    page.mouse.click(*end)
    page.mouse.click(*end)
    for piece, _, place, _ in ways:
        expect(table.counter(piece)).to_have_attribute("data-at", place)
    expect(table.prompt).to_contain_text("Choose a hex to attack")
    # The second click on the button was meant for a question that is gone: it does not end the attacks as well.
    expect(page.get_by_role("alert")).to_contain_text("The question has changed")
    expect(table.prompt).to_contain_text("Choose a hex to attack")
