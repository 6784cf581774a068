"""The first page: what to begin with, what there is, and a record from the disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Client, Table

from grognard.games import BUILT_IN, load_game

PHONE = [pytest.param({"width": 390, "height": 844, "touch": True}, id="phone")]
TWO_SCREENS = 2 * 720


def test_all_games_lie_within_two_screens(page: Page, table: Table) -> None:
    """The one to begin with first, then the shorter before the longer; length and difficulty on every card."""
    page.goto("/")
    cards = page.get_by_role("article")
    expect(cards).to_have_count(len(BUILT_IN))
    expect(cards.first).to_contain_text("Start here")
    expect(cards.first).to_contain_text("The Marshals' Drive on Berlin")
    games = sorted((load_game(name) for name in BUILT_IN), key=lambda g: (not g.start_here, sum(g.playing_time)))
    for number, game in enumerate(games):
        expect(cards.nth(number)).to_contain_text(game.title)
        expect(cards.nth(number)).to_contain_text(game.length)
        expect(cards.nth(number)).to_contain_text(game.difficulty)
        expect(cards.nth(number).get_by_role("button", name="Play as")).to_have_count(2)
    table.still("article")
    bottom = max(box["y"] + box["height"] for n in range(len(BUILT_IN)) if (box := cards.nth(n).bounding_box()))
    assert bottom <= TWO_SCREENS
    table.picture("lobby-shelf")


@pytest.mark.parametrize("page", PHONE, indirect=True)
def test_on_a_phone_it_is_a_short_list(page: Page, table: Table) -> None:
    """The first lies open; the others are a line each until they are tapped."""
    page.goto("/")
    cards = page.get_by_role("article")
    expect(cards).to_have_count(len(BUILT_IN))
    expect(page.get_by_role("button", name="Play as")).to_have_count(2)
    for number in range(1, len(BUILT_IN)):
        box = cards.nth(number).bounding_box()
        assert box
        assert box["height"] < 100
    cards.last.get_by_role("heading").get_by_role("button").tap()
    expect(page.get_by_role("button", name="Play as")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.picture("lobby-list")


def test_a_record_is_played_on_from_the_lobby(page: Page, table: Table, client: Client, tmp_path: Path) -> None:
    """Saved at one table, opened as another one after one of its actions; what is no record is told so."""
    name, token = client.set_up()
    record = tmp_path / "game.txt"
    record.write_bytes(client.text(f"/api/tables/{name}/record", {"token": token}))
    (tmp_path / "letter.txt").write_text("Dear Sir or Madam", encoding="utf-8")
    page.goto("/")
    section = page.get_by_role("region", name="Play on from a record")
    section.locator("input[type=file]").set_input_files(tmp_path / "letter.txt")
    expect(section.get_by_role("alert")).to_contain_text("'letter.txt' is no record of a game.")
    section.locator("input[type=file]").set_input_files(record)
    expect(section).to_contain_text("The Marshals' Drive on Berlin, Conventional command: ")
    table.picture("lobby-record")
    section.get_by_role("button", name="Hot-seat").click()
    table.ready()
    expect(table.prompt).to_contain_text("Move your units")
