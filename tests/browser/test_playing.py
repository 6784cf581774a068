"""Playing: a whole turn by clicks, undo, reload, why-not, keyboard, replay."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from tests.browser.table import Client, Table

NEXT_TURN = ("Move your", "Reinforcements")
LARGE = [pytest.param({"width": 1500, "height": 1000}, id="large")]


@pytest.mark.parametrize("page", LARGE, indirect=True)
def test_a_player_turn_by_clicks(page: Page, table: Table, client: Client) -> None:
    """Hot-seat: move, plan attacks, see the odds, roll, retreat, advance; until the other player's turn."""
    table.join(*client.set_up())
    table.whole_map()
    expect(page.locator(".prompt .seat")).to_have_text("Russian player")
    table.click_counter("R-28")
    expect(table.prompt).to_contain_text("Where does 28. Army go?")
    target = table.offered_places()[0]
    table.click_place(target)
    expect(table.counter("R-28")).to_have_attribute("data-at", target)
    table.button("End movement").click()

    planned: set[str] = set()
    while len(planned) < 7:
        expect(table.prompt).to_contain_text("Choose a hex to attack")
        place = next(p for p in table.offered_places() if p not in planned)
        planned.add(place)
        table.click_place(place)
        expect(table.prompt).to_contain_text("Who attacks")
        joins = table.button("All join")
        if joins.count():
            joins.click()
        expect(page.locator(".panel dl > div").first).to_be_visible()
        shares = [int(s.rstrip("%")) for s in page.locator(".panel dd b").all_inner_texts()]
        assert 97 <= sum(shares) <= 103
        table.picture("attack")
        table.button("Plan this attack").click()
    table.button("End allocation").click()

    for _ in range(120):
        if answer(table).startswith(NEXT_TURN):
            break
    expect(table.log).to_contain_text("Player turn B: German player")
    expect(table.log.get_by_role("img", name=re.compile("die [1-6]")).first).to_be_attached()
    expect(table.log).to_contain_text(re.compile("retreats|withdraws"))
    expect(table.log).to_contain_text("advances")
    table.picture("turn-b")


def answer(table: Table) -> str:
    """Answer the present question with a click and wait for the next one: fights, retreats and advances."""
    page = table.page
    table.settled()
    before = table.seen()
    text = table.prompt.inner_text()
    if text.startswith(NEXT_TURN):
        return text
    fight = table.button("Let the battle begin")
    places, pieces = table.offered_places(), table.offered_pieces()
    if fight.count():
        fight.click()
    elif places:
        try:
            table.click_place(places[0], patience=3000)
        except (PlaywrightTimeout, AssertionError):
            return text  # the answer before this one has only now arrived: look again
    elif pieces:
        table.click_counter(pieces[0])
        if page.get_by_role("menu").count():
            page.get_by_role("menuitem").first.click()
    elif page.locator(".prompt .btn").count():
        page.locator(".prompt .btn").first.click()
    for _ in range(1000):
        if table.seen() != before:
            break
        page.wait_for_timeout(25)
    return text


def attack_with_odds(client: Client) -> tuple[str, str, dict[str, Any]]:
    """A table with an attack in the making, and its calculation."""
    table, token = client.set_up()
    for _ in range(12):
        state = client.state(table, token)
        view = next(v for v in state["views"] if v["seat"] == state["asked"])
        panel = view["decision"].get("panel")
        if panel and len([t for t in panel["terms"] if t["part"] == "attack"]) > 1:
            return table, token, panel
        verbs = ("end-movement", "end", "target", "attack", "join", "add")
        offers = {o["verb"]: o["action"] for o in view["decision"]["offers"] if not o.get("takes_back")}
        wanted = next((offers[verb] for verb in verbs if verb in offers), next(iter(offers.values())))
        client.act(table, token, state, wanted)
    raise AssertionError("no attack with two units")


ON_TOP = """(counter) => {
    const b = counter.getBoundingClientRect();
    return counter.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2));
}"""
IN_SIGHT = """() => {
    const b = document.querySelector("path.told").getBoundingClientRect();
    const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
    return !!top && !!top.closest(".frame");
}"""
PHONE = {"width": 390, "height": 844, "touch": True}


@pytest.mark.parametrize("page", [pytest.param({}, id="1280"), pytest.param(PHONE, id="phone")], indirect=True)
def test_a_line_of_the_odds_shows_its_counter(page: Page, table: Table, client: Client) -> None:
    """Pointing at a strength lights up the counter that brings it, and its hex; a click brings it into sight."""
    name, token, panel = attack_with_odds(client)
    table.join(name, token)
    phone = page.viewport_size == {"width": 390, "height": 844}
    if phone:
        page.locator(".handle").tap()
    attacker, *_, defender = (t for t in panel["terms"] if t["part"] in ("attack", "defence"))
    for term in (attacker, defender):
        (piece,) = term["pieces"]
        line = page.locator(".panel .term button", has_text=term["reason"])
        if phone:
            line.tap()
        else:
            line.hover()
        expect(page.locator(".counter.told")).to_have_count(1)
        expect(table.counter(piece)).to_have_class(re.compile(r"\btold\b"))
        expect(page.locator("path.told")).to_have_count(1)
        table.picture(f"term-{term['part']}-{'phone' if phone else '1280'}")
        line.click()
        table.still(".world, .counter.told")
        assert table.counter(piece).evaluate(ON_TOP), "another counter or the open sheet covers it"
    if not phone:
        page.locator(".panel h2").hover()
        expect(page.locator(".counter.told")).to_have_count(0)


@pytest.mark.parametrize("page", [pytest.param({}, id="1280"), pytest.param(PHONE, id="phone")], indirect=True)
def test_what_counts_is_shown_on_the_map(page: Page, table: Table, client: Client) -> None:
    """The drawer that lists the points makes room for the hex that counts."""
    table.join(*client.set_up())
    page.keyboard.press("a")
    line = page.locator(".drawer .term").get_by_title("Show on the map").first
    line.click()
    expect(page.locator(".drawer")).to_have_count(0)
    expect(page.locator("path.told")).to_have_count(1)
    table.still(".world")
    assert page.evaluate(IN_SIGHT), "the hex is not in sight"
    page.locator(".frame").click(position={"x": 30, "y": 300})
    expect(page.locator("path.told")).to_have_count(0)


def test_undo_and_put_back(page: Page, table: Table) -> None:
    """Esc puts the unit back, a click on another unit takes that one, Ctrl+Z takes a move back."""
    table.play_as("Russian")
    table.click_counter("R-69")
    expect(table.prompt).to_contain_text("69. Army")
    page.keyboard.press("Escape")
    expect(table.prompt).to_contain_text("Move your units")
    table.click_counter("R-69")
    expect(table.prompt).to_contain_text("69. Army")
    table.click_counter("R-61")
    expect(table.prompt).to_contain_text("61. Army")
    start = table.counter("R-61").get_attribute("data-at")
    target = table.offered_places()[0]
    table.click_place(target)
    expect(table.counter("R-61")).to_have_attribute("data-at", target)
    page.keyboard.press("Control+z")
    expect(table.counter("R-61")).to_have_attribute("data-at", start or "")
    page.keyboard.press("Control+Shift+z")
    expect(table.counter("R-61")).to_have_attribute("data-at", target)


@pytest.mark.parametrize("page", LARGE, indirect=True)
def test_the_rest_of_a_stack_goes_along(page: Page, table: Table) -> None:
    """One unit of a stack is moved; the other goes to the same hex with one click, and only once it is offered."""
    table.play_as("Russian")
    table.whole_map()
    stack = table.counter("R-3GD").get_attribute("data-at")
    assert table.counter("R-25TK").get_attribute("data-at") == stack
    table.click_counter("R-3GD")
    expect(table.prompt).to_contain_text("3. Guards Army")
    target = next(p for p in table.offered_places() if not page.locator(f'.counter[data-at="{p}"]').count())
    table.click_place(target)
    table.button("25. Tank Corps too").click()
    for piece in ("R-3GD", "R-25TK"):
        expect(table.counter(piece)).to_have_attribute("data-at", target)
    expect(table.button("too")).to_have_count(0)


def test_reload_in_the_middle_of_a_move(page: Page, table: Table) -> None:
    """Nothing is lost."""
    table.play_as("Russian")
    table.click_counter("R-69")
    expect(table.prompt).to_contain_text("Where does 69. Army go?")
    page.reload()
    table.ready()
    expect(table.prompt).to_contain_text("Where does 69. Army go?")
    target = table.offered_places()[0]
    table.click_place(target)
    expect(table.counter("R-69")).to_have_attribute("data-at", target)


def test_why_not(page: Page, table: Table) -> None:
    """A click on something illegal is answered with a sentence and its rule, which opens."""
    table.play_as("Russian")
    table.click_counter("R-69")
    expect(table.prompt).to_contain_text("Where does")
    box = table.counter("G-HIT").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    why = page.get_by_role("alert")
    expect(why).to_be_visible()
    table.picture("why-not")
    why.get_by_role("button").click()
    expect(page.get_by_role("dialog", name=re.compile("Rule"))).to_be_visible()


def test_the_bot_plays_on(page: Page, table: Table) -> None:
    """After our turn the bot moves, and we are asked again."""
    table.play_as("Russian")
    table.button("End movement").click()
    table.button("No attacks").click()
    for _ in range(600):
        page.wait_for_timeout(200)
        if table.button("End movement").count():
            break
        if not page.get_by_text("is thinking").count():
            answer(table)
    expect(table.log).to_contain_text("Turn 2")
    table.picture("bot-moved")


def test_keyboard_alone(page: Page, table: Table) -> None:
    """Tab to a counter, Enter, arrows to a place, Enter; then back to the question and Enter."""
    page.goto("/")
    page.get_by_role("button", name="Play as Russian").focus()
    page.keyboard.press("Enter")
    table.ready()
    expect(page.locator(".counter.offered").first).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.piece ?? ''"):
            break
    piece = page.evaluate("document.activeElement.dataset.piece")
    page.keyboard.press("Enter")
    expect(table.prompt).to_contain_text("Where does")
    start = table.counter(piece).get_attribute("data-at")
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        if "Enter chooses" in page.locator("[aria-live=polite]").first.inner_text():
            break
    table.picture("keyboard")
    page.keyboard.press("Enter")
    expect(table.prompt).to_contain_text("Move your units")
    assert table.counter(piece).get_attribute("data-at") != start
    page.keyboard.press("q")
    assert page.evaluate("document.activeElement.textContent") == "End movement"
    page.keyboard.press("Enter")
    expect(table.prompt).to_contain_text("Choose a hex to attack")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_look_things_up(page: Page, table: Table) -> None:
    """Overlays by key, charts, legend, rules with a search and from a citation, guide, aim, counters, units to come."""
    table.play_as("Russian")
    page.keyboard.press("1")
    expect(page.locator('path[fill="url(#hatch0)"]')).to_be_attached()
    table.picture("overlay")
    page.keyboard.press("c")
    expect(page.get_by_role("dialog", name="Charts").get_by_role("columnheader", name="3:2")).to_be_visible()
    charts = page.get_by_role("dialog", name="Charts")
    expect(charts).to_contain_text("Now the die is read in column A.")
    table.picture("charts")
    charts.get_by_role("tab", name="Turn track").click()
    expect(charts.get_by_role("listitem").filter(has_text="16-17 April")).to_have_attribute("aria-current", "step")
    charts.get_by_role("tab", name="Legend of the map").click()
    expect(charts.get_by_role("listitem").filter(has_text="Forest").locator("svg")).to_be_visible()
    page.keyboard.press("r")
    page.get_by_role("searchbox").fill("river")
    expect(page.get_by_role("dialog", name="Rules")).to_contain_text(re.compile(r"\d+ of \d+ rules"))
    page.keyboard.press("Escape")
    page.locator(".prompt").get_by_role("button", name="SEQ.A1").click()
    page.get_by_role("button", name="Show it in the rules").click()
    expect(page.get_by_role("dialog", name="Rules").locator("article.sought")).to_contain_text("SEQ.A1")
    page.get_by_role("navigation", name="What can be looked up").get_by_role("button", name="Guide").click()
    expect(page.get_by_role("heading", name="Playing it here")).to_be_visible()
    page.keyboard.press("a")
    expect(page.get_by_role("dialog", name="Aim")).to_contain_text("Take the piece in the middle of Berlin")
    page.keyboard.press("Escape")
    table.counter("R-69").hover()
    page.keyboard.press("?")
    counter = page.get_by_role("dialog", name="Counter")
    expect(counter).to_contain_text("hexes it may move and still attack")
    table.picture("counter")
    page.keyboard.press("Escape")
    expect(counter).to_have_count(0)
    table.long_press("R-69")
    expect(counter).to_contain_text("69. Army")
    expect(table.prompt).to_contain_text("Move your units")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(page.get_by_role("dialog", name="Units off the map")).to_contain_text("Arrives on turn 2")


def test_replay_and_play_on(page: Page, table: Table, client: Client) -> None:
    """Back through the game by bar and keys, and a new table from there."""
    name, token = client.set_up()
    table.join(name, token)
    page.get_by_role("button", name="Replay").first.click()
    bar = page.get_by_role("region", name="Replay")
    end = int(bar.get_by_role("slider").input_value())
    assert end > 0
    bar.get_by_role("button", name="To the beginning").click()
    expect(table.counter("G-9FJ")).to_have_count(0)
    for step in range(1, end + 1):
        page.keyboard.press(".")
        expect(bar.get_by_role("slider")).to_have_value(str(step))
    expect(table.counter("G-9FJ")).to_have_count(1)
    table.picture("replay")
    bar.get_by_role("slider").fill("0")
    expect(table.counter("G-9FJ")).to_have_count(0)
    bar.get_by_role("button", name="Play on from here").click()
    page.get_by_role("menuitem", name="With the same players").click()
    expect(table.prompt).to_contain_text("Set up your German units")
    assert name not in page.url
