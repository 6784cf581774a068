"""A game against bots to its end, and a table opened by the address."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.table import Client, Table

from grognard.engine import read_record, replay
from grognard.games import load_game


def test_a_bot_game_to_the_end(page: Page, table: Table, client: Client) -> None:
    """Two bots at full speed: the banner tells who won, the record proves the dice, and the lobby keeps the table."""
    table.join(*client.open(russian="bot:random", german="bot:random"))
    outcome = page.get_by_role("status", name="Outcome")
    expect(outcome).to_be_visible(timeout=150_000)
    table.picture("outcome")
    with page.expect_download() as download:
        outcome.get_by_role("button", name="record").click()
    text = download.value.path().read_text(encoding="utf-8")
    record = read_record(text)
    assert record.seed
    final = [g.outcome for _, g, _ in replay(load_game(record.game), record, verify=True)][-1]
    assert final is not None
    expect(outcome).to_contain_text(final.text)
    seats = load_game(record.game).scenario(record.scenario).seats
    result = "even" if final.winner is None else f"{seats[final.winner].title} won"
    _looked_back_at(page, table, result)
    page.goto("/")
    expect(page.get_by_text("Finished")).to_be_visible()


def _looked_back_at(page: Page, table: Table, result: str) -> None:
    """The end card tells the story, leads into the replay, and can be called back."""
    outcome = page.get_by_role("status", name="Outcome")
    for heading in ("The course of the game", "Turning points", "Luck", "Losses"):
        expect(outcome.get_by_role("heading", name=heading)).to_be_visible()
    expect(
        outcome.get_by_role("img", name=re.compile(rf"^Who was ahead: Turn 1.*Result: {result}$", re.S))
    ).to_be_visible()
    points = outcome.get_by_role("listitem").get_by_role("button")
    expect(points).to_have_count(3)
    told = points.first.inner_text()
    points.first.click()
    expect(outcome).to_have_count(0)
    expect(page.get_by_role("slider").first).to_be_visible()
    assert "Turn" in told
    page.keyboard.press("Escape")
    outcome.get_by_role("button", name="Look at the map").click()
    expect(outcome).to_have_count(0)
    page.get_by_role("button", name="show the result").click()
    expect(outcome).to_be_visible()
    table.picture("end-card")
    table.accessible()
    page.emulate_media(color_scheme="dark")
    table.accessible()


def test_the_address_can_order_a_table(page: Page, table: Table) -> None:
    """`grognard play GAME --as SEAT` opens the page so: straight at the table, and once only."""
    page.goto("/?game=marshals&scenario=dual&as=koniev&against=random")
    table.ready()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.locator("body")).to_contain_text("Koniev and Busse")
    expect(table.prompt).to_contain_text("Set up your German units")
    page.go_back()
    expect(page.get_by_role("heading", name="Grognard")).to_be_visible()
