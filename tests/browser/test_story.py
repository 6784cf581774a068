"""What happened and what was meant: clicks that are kept, results that stay in sight, the others' turn played back."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.table import Client, Table

LARGE = [pytest.param({"width": 1500, "height": 1000}, id="large")]
MOVING = [pytest.param({"width": 1500, "height": 1000, "motion": True}, id="moving")]
DELAY = 0.3
"""Seconds by which every answer is late."""


class SlowNetwork:
    """From `hold` on nothing that the browser says arrives before `go`, and then everything arrives late.

    So all that is clicked in between is clicked while an answer is under way, however slow the machine is. Answers go
    by request or over the live connection.
    """

    def __init__(self, page: Page) -> None:
        self.held: list[Callable[[], None]] | None = None
        self.late = 0.0
        for call in ("actions", "undo", "redo"):
            page.route(f"**/api/tables/*/{call}", lambda route: self._later(route.continue_))
        page.route_web_socket(re.compile(r"/api/tables/[^/]+/live$"), self._live)

    def _live(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()
        browser.on_message(lambda said: self._later(lambda: server.send(said)))

    def _later(self, send: Callable[[], None]) -> None:
        if self.held is not None:
            self.held.append(send)
            return
        time.sleep(self.late)
        send()

    def hold(self) -> None:
        """Keep back what is said."""
        self.held = []

    def go(self) -> None:
        """Let it through, and all that is said later after a while."""
        held, self.held, self.late = self.held or [], None, DELAY
        for send in held:
            self._later(send)


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
    network = SlowNetwork(page)
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
    network.hold()
    for _, here, _, there in ways:
        page.mouse.click(*here)
        page.mouse.click(*there)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+Shift+z")
    page.mouse.click(*end)
    page.mouse.click(*end)
    network.go()
    for piece, _, place, _ in ways:
        expect(table.counter(piece)).to_have_attribute("data-at", place)
    expect(table.prompt).to_contain_text("Choose a hex to attack")
    # The second click on the button was meant for a question that is gone: it does not end the attacks as well.
    expect(page.get_by_role("alert")).to_contain_text("The question has changed")
    expect(table.prompt).to_contain_text("Choose a hex to attack")


@pytest.mark.parametrize("page", MOVING, indirect=True)
def test_a_result_stays_where_the_battle_was(page: Page, table: Table, client: Client) -> None:
    """Die, lit cell, words and what follows, until the next click; the next question begins with the result."""
    name, token = client.set_up()
    for action in ("end", "attack 1202", "ground R-61", "confirm"):
        client.act(name, token, client.state(name, token), action)
    table.join(name, token)
    expect(page.get_by_role("region", name="Planned attacks")).to_contain_text("Attack on Oderberg 1202")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.prompt') !== null"), "Tab begins with the question"
    table.button("End allocation").click()
    expect(table.button("Let the battle begin")).to_be_visible()
    page.keyboard.press("Enter")
    card = page.get_by_role("region", name="Result")
    expect(card).to_contain_text("Attack on Oderberg 1202")
    hit = card.locator("td.hit")
    expect(hit).to_have_count(1)
    result = hit.inner_text()
    expect(card.locator(".words b")).to_have_text(result)
    expect(card.get_by_role("img", name="die")).to_have_count(1)
    face = int((card.get_by_role("img").get_attribute("aria-label") or "")[-1])
    assert card.locator("tr.lit th").inner_text() == str(face)  # the first player reads the rows as they are
    expect(table.prompt.locator("b")).to_contain_text(f"{result}: ")
    table.picture("result-card")
    page.locator(".prompt .btn").first.click()
    expect(card).to_have_count(0)


@pytest.mark.parametrize("page", MOVING, indirect=True)
def test_the_others_turn_is_played_back(page: Page, table: Table) -> None:
    """First what it was in all, then step by step, the log no further than the story; pause, skip, and again."""
    table.play_as("Russian")
    story = page.get_by_role("region", name="What they did")
    table.button("End movement").click()
    table.button("No attacks").click()
    expect(story).to_contain_text(re.compile(r"\d+ steps: \d+ moves"))
    told = table.log.inner_text()
    expect(story.get_by_role("button", name="Enough")).to_be_visible()  # the bot has done all it did
    assert table.log.inner_text() == told, "nothing is told before it is shown"
    table.picture("playback-summary")
    story.get_by_role("button", name="Watch").click()
    for _ in range(40):
        page.keyboard.press(" ") if story.get_by_role("button", name="Pause").count() else None
        if page.locator(".traveller").count():
            break
        story.get_by_role("button", name="Next step").click()
    shown = page.locator(".traveller").count()
    assert shown
    expect(page.locator(".counter.ghost")).to_have_count(shown)
    first = story.locator("p").inner_text()
    table.picture("playback")
    story.get_by_role("button", name="Next step").click()
    expect(story.locator("p")).not_to_have_text(first)
    story.get_by_role("button", name="Skip").click()
    expect(story).to_have_count(0)
    page.get_by_role("button", name="What did they do?").click()
    expect(story).to_contain_text(re.compile(r"\d+ steps: "))
    story.get_by_role("button", name="Watch").click()
    story.get_by_role("button", name="Faster").click()
    assert page.evaluate("localStorage['grognard.speed']") == "2"
    page.keyboard.press("Escape")
    expect(story).to_have_count(0)


def test_where_nothing_moves_there_is_a_summary_with_arrows(page: Page, table: Table) -> None:
    """Beside the board as it is: the question is there, and the first answer puts the summary away."""
    table.play_as("Russian")
    story = page.get_by_role("region", name="What they did")
    table.button("End movement").click()
    table.button("No attacks").click()
    expect(story).to_contain_text(re.compile(r"\d+ steps: \d+ moves"))
    expect(page.locator("path.way.ordered").first).to_be_attached()
    expect(page.locator(".traveller")).to_have_count(0)
    expect(page.locator(".prompt .btn").first).to_be_visible()  # the next question
    story.get_by_role("button", name="Step by step").click()
    expect(story).to_contain_text("1 /")
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    expect(story).to_contain_text("steps: ")
    page.locator(".prompt .btn").last.click()
    expect(story).to_have_count(0)


@pytest.mark.parametrize("page", MOVING, indirect=True)
def test_what_happened_before_the_first_question_is_told(page: Page, table: Table) -> None:
    """The German guns fire before the Soviet player is asked anything: from the first action of the game."""
    page.goto("/?game=konigsberg&as=soviet")
    table.ready()
    story = page.get_by_role("region", name="What they did")
    expect(story).to_contain_text(re.compile(r"\d+ steps"))
    story.get_by_role("button", name="Watch").click()
    expect(story).to_contain_text("Turn 1: 13-14 January 1945")
    page.keyboard.press("Escape")
    expect(story).to_have_count(0)
    expect(table.prompt).not_to_contain_text("Waiting")
    page.keyboard.press("w")
    expect(story).to_contain_text(re.compile(r"\d+ steps"))
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("page", MOVING, indirect=True)
def test_spectators_and_replays_are_shown_the_turn(page: Page, table: Table, client: Client) -> None:
    """A spectator sees what is done while it is done and may have it again; so may whoever looks back, at any point."""
    name, token = client.set_up()

    def act(action: str) -> None:
        client.act(name, token, client.state(name, token), action)

    table.join(name, client.spectator)
    start = at(table, "R-28")
    act("pick R-28")
    act(next(o["action"] for o in _offers(client, name, token) if o.get("place")))
    story = page.get_by_role("region", name="What they did")
    expect(story).to_contain_text("28. Army moves from")
    expect(story).to_have_count(0)
    there = at(table, "R-28")
    assert there != start
    for action in ("end", "attack 1202", "ground R-61", "confirm"):
        act(action)
    act(next(o["action"] for o in _offers(client, name, token) if o.get("label") == "End allocation"))
    expect(table.log).to_contain_text("Attacks")
    page.keyboard.press("w")
    expect(story).to_contain_text("Player turn A")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Replay").first.click()
    bar = page.get_by_role("region", name="Replay")
    end = bar.get_by_role("slider").input_value()
    bar.get_by_role("button", name="Show the turn").click()
    story.get_by_role("button", name="Pause").click()
    while "28. Army moves" not in story.locator("p").inner_text():
        story.get_by_role("button", name="Next step").click()
    expect(table.counter("R-28")).to_have_attribute("data-at", start)
    expect(page.locator(".traveller")).to_have_count(1)
    table.picture("replay-playback")
    story.get_by_role("button", name="Skip").click()
    expect(table.counter("R-28")).to_have_attribute("data-at", there)
    expect(bar.get_by_role("slider")).to_have_value(end)


def _offers(client: Client, name: str, token: str) -> list[dict[str, str]]:
    """What the seat that is asked may answer."""
    state = client.state(name, token)
    offers: list[dict[str, str]] = next(v for v in state["views"] if v["seat"] == state["asked"])["decision"]["offers"]
    return offers


def test_a_counter_is_dragged(page: Page, table: Table) -> None:
    """To where it may go; let go elsewhere it is put back, and the board says why."""
    table.play_as("Russian")
    start = at(table, "R-69")
    table.click_counter("R-69")
    expect(table.prompt).to_contain_text("69. Army")
    target = table.offered_places()[0]
    there = spot(table, f'path.offer[data-place="{target}"]')
    page.keyboard.press("Escape")
    expect(table.prompt).to_contain_text("Move your units")

    def drag(to: tuple[float, float]) -> None:
        page.mouse.move(*spot(table, '.counter[data-piece="R-69"]'))
        page.mouse.down()
        page.mouse.move(to[0], to[1], steps=6)
        page.mouse.up()

    drag(spot(table, '.counter[data-piece="G-HIT"]'))
    expect(page.get_by_role("alert")).to_be_visible()
    expect(table.prompt).to_contain_text("Move your units")
    assert at(table, "R-69") == start
    page.keyboard.press("Escape")
    drag(there)
    expect(table.counter("R-69")).to_have_attribute("data-at", target)
    expect(table.prompt).to_contain_text("Move your units")


PHONE = [pytest.param({"width": 390, "height": 844, "touch": True}, id="phone")]


@pytest.mark.parametrize("page", PHONE, indirect=True)
def test_a_finger_drags_a_counter_and_still_moves_the_map(page: Page, table: Table) -> None:
    """A finger that rests takes the counter up; one that moves at once moves the map; two fingers zoom."""
    table.play_as("Russian")
    table.still(".world")
    touch = page.context.new_cdp_session(page)
    world = page.locator(".world")

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    def stroke(start: tuple[float, float], end: tuple[float, float], rest: int = 0) -> None:
        fingers("touchStart", start)
        page.wait_for_timeout(rest)
        for n in range(1, 9):
            fingers("touchMove", (start[0] + (end[0] - start[0]) * n / 8, start[1] + (end[1] - start[1]) * n / 8))
        fingers("touchEnd")

    here = spot(table, '.counter[data-piece="R-69"]')
    before = world.bounding_box()
    assert before
    stroke(here, (here[0] - 60, here[1] - 40))
    table.still(".world")
    after = world.bounding_box()
    assert after
    assert (round(after["x"] - before["x"]), round(after["y"] - before["y"])) != (0, 0)
    expect(table.prompt).to_contain_text("Move your units")
    here = spot(table, '.counter[data-piece="R-69"]')
    fingers("touchStart", here, (here[0] + 80, here[1] + 80))
    for n in range(1, 9):
        fingers("touchMove", here, (here[0] + 80 - 5 * n, here[1] + 80 - 5 * n))
    fingers("touchEnd")
    table.still(".world")
    zoomed = world.bounding_box()
    assert zoomed
    assert zoomed["width"] < after["width"]
    expect(table.prompt).to_contain_text("Move your units")

    here = spot(table, '.counter[data-piece="R-69"]')
    fingers("touchStart", here)
    expect(page.locator(".carried")).to_be_visible()
    fingers("touchMove", (here[0] + 12, here[1]))
    expect(table.prompt).to_contain_text("69. Army")
    table.still(".world")
    carried = spot(table, ".carried")
    lift = here[1] - carried[1]  # it lies above the finger, and is put where it lies
    target = table.offered_places()[0]
    there = spot(table, f'path.offer[data-place="{target}"]')
    for n in range(1, 9):
        fingers("touchMove", (here[0] + (there[0] - here[0]) * n / 8, here[1] + (there[1] + lift - here[1]) * n / 8))
    table.picture("drag-phone")
    fingers("touchEnd")
    expect(table.counter("R-69")).to_have_attribute("data-at", target)
    expect(table.prompt).to_contain_text("Move your units")
