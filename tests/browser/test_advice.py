"""Hints, reasons, the analysis of a game and puzzles, as a player asks for them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.bots.test_analysis import GUARD, MITTE, recorded
from tests.browser.table import Client, Table

from grognard.bots.puzzles import book_of
from grognard.games import load_game

SIZES = [pytest.param({}, id="wide"), pytest.param({"width": 390, "height": 844, "touch": True}, id="phone")]


def opened(client: Client, pieces: dict[str, str], **seats: str) -> tuple[str, str]:
    """A table that begins with a small position of the last turn, in the Russian movement."""
    g = load_game("marshals").position(pieces, phase="movement", turn=8)
    found = client.post("/api/tables", {"record": recorded(g, []).to_text(), "seats": seats, "pace": "watchable"})
    return found["table"], found["token"]


def played_out(client: Client) -> tuple[str, str]:
    """A game that is over, played at random."""
    table, token = opened(client, {**GUARD, "1005": "R-3SHK R-9TK", "0807": "G-309"})
    rng = random.Random(5)
    for _ in range(200):
        state = client.state(table, token)
        if state["over"]:
            return table, token
        offers = next(v for v in state["views"] if v["seat"] == state["asked"])["decision"]["offers"]
        onward: list[Any] = [o for o in offers if not o.get("takes_back")] or offers
        client.act(table, token, state, rng.choice(onward)["action"])
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("page", SIZES, indirect=True)
def test_a_hint_is_shown_beside_the_map_and_on_it(page: Page, table: Table, client: Client) -> None:
    """The attack that wins: with its chances, and an answer that can be given at once."""
    table.join(*opened(client, MITTE))
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="Hint")
    answers = hint.get_by_role("radio")
    expect(answers.first).to_be_visible()
    expect(hint).to_contain_text("of the game to be expected after the reply")
    expect(hint).to_contain_text("Attack on Berlin Mitte 0806")
    expect(page.locator(".world circle.goal")).to_have_count(1)
    answers.last.click()
    expect(answers.last).to_be_checked()
    answers.first.click()
    table.accessible()
    table.picture(f"hint-{page.viewport_size['width'] if page.viewport_size else 0}")
    hint.get_by_role("button", name="Answer so").click()
    expect(hint).to_have_count(0)
    expect(page.locator(".world circle.goal")).to_have_count(0)


def test_a_hint_is_put_away_and_goes_with_its_question(page: Page, table: Table, client: Client) -> None:
    table.join(*opened(client, MITTE))
    hint = page.get_by_role("region", name="Hint")
    page.keyboard.press("h")
    expect(hint.get_by_role("radio").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)
    page.keyboard.press("h")
    expect(hint.get_by_role("radio").first).to_be_visible()
    table.button("End movement").click()
    expect(table.prompt).to_contain_text("Choose a hex to attack")
    expect(hint).to_have_count(0)


def slider(page: Page) -> Locator:
    """The curve of an analysis."""
    return page.get_by_role("slider", name="could expect")


@pytest.mark.parametrize("page", SIZES, indirect=True)
def test_a_finished_game_is_analysed(page: Page, table: Table, client: Client) -> None:
    """From the end card to the verdicts; a click on the curve leads to its moment, and the better plan is drawn."""
    name, token = played_out(client)
    table.join(name, token)
    page.get_by_role("button", name="Analyse the game").click()
    panel = page.get_by_role("region", name="Analysis")
    expect(panel.get_by_text("The lesson of the game")).to_be_visible()
    curve = slider(page)
    box = curve.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.93, box["y"] + box["height"] / 2)
    last = int(curve.get_attribute("aria-valuemax") or 0)
    expect(curve).to_have_attribute("aria-valuenow", str(round((0.93 * 600 - 44) / 546 * last)))
    curve.press("Home")
    expect(curve).to_have_attribute("aria-valuenow", "0")
    if panel.get_by_role("article").get_by_role("radio", name="Better").count():
        expect(page.locator(".world .ghost, .world circle.goal").first).to_be_attached()
    table.accessible()
    table.picture(f"analysis-{page.viewport_size['width'] if page.viewport_size else 0}")
    panel.get_by_role("button", name="Close the analysis").click()
    expect(panel).to_have_count(0)
    page.get_by_role("button", name="Back to the table").click()
    expect(page.get_by_role("status", name="Outcome")).to_be_visible()


def test_a_moment_is_played_on_against_the_bot_that_plans(page: Page, table: Table, client: Client) -> None:
    name, token = played_out(client)
    table.join(name, token)
    page.get_by_role("region", name="Outcome").or_(page.get_by_role("status", name="Outcome")).get_by_role(
        "button", name="Replay"
    ).click()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("menuitem", name="You as Russian player against the marshal bot").click()
    expect(table.prompt).to_contain_text("Move your units")
    assert name not in page.url
    expect(page.get_by_role("list", name="Seats")).to_contain_text("marshal bot")


def test_why_a_bot_did_what_it_did(page: Page, table: Table, client: Client) -> None:
    """The bot attacks; its step is told, and asked about."""
    name, token = opened(client, GUARD, russian="bot:staff", german="human")
    table.join(name, token)
    page.wait_for_function("() => document.querySelector('[role=log]')?.textContent.length > 40")
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    watch = page.get_by_role("button", name="Watch").or_(page.get_by_role("button", name="Step by step"))
    expect(watch.or_(page.get_by_role("button", name="Next step")).first).to_be_visible()
    if watch.count():
        watch.first.click()
    ask = page.get_by_role("button", name="Why?")
    for _ in range(12):
        if ask.count():
            break
        page.get_by_role("button", name="Next step").click()
    ask.click()
    why = page.get_by_role("region", name="Why")
    expect(why).to_contain_text("Worked out anew from what that side saw then.")
    table.accessible()


def test_a_puzzle_from_the_lobby(page: Page, table: Table) -> None:
    """It says what is to be found, and its solution explains itself."""
    puzzle = book_of(load_game("raceforberlin")).puzzles[0]
    page.goto("/")
    card = page.get_by_role("article").filter(has_text="Race for Berlin")
    card.get_by_role("button", name="Puzzles").click()
    card.get_by_role("button", name=f"1. {puzzle.seat.capitalize()}: find the {puzzle.theme}").click()
    table.ready()
    sheet = page.get_by_role("region", name="Puzzle")
    expect(sheet.get_by_role("heading", name=f"Find the {puzzle.theme}")).to_be_visible()
    expect(sheet).to_contain_text(puzzle.headline)
    sheet.get_by_role("button", name="Show the solution").click()
    expect(sheet.get_by_role("heading", name="The solution")).to_be_visible()
    expect(page.locator(".world .ghost, .world circle.goal").first).to_be_attached()
    table.accessible()
    sheet.get_by_role("button", name="Hide it on the map").click()
    expect(page.locator(".world .ghost, .world circle.goal")).to_have_count(0)
