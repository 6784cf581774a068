"""What is seen at the table: names, bars, trays, marks; nothing cut, nothing covered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Client, Table

from grognard.games import BUILT_IN, load_game

SCREENS = [
    pytest.param({"width": 1280, "height": 720}, id="1280"),
    pytest.param({"width": 390, "height": 844, "touch": True}, id="phone"),
]
READABLE = 10.5
"""Pixels: letters below this are a strain."""
CUT = """() => {
    const bar = document.querySelector('header').getBoundingClientRect();
    const texts = document.querySelectorAll('header .headline, header .accounts > span, header li, header li > span');
    return [...texts].filter((e) => {
        const b = e.getBoundingClientRect();
        if (b.width === 0) return false;
        const style = getComputedStyle(e);
        const short = style.overflow !== 'visible' && e.scrollWidth > e.clientWidth + 1;
        return short || b.bottom > bar.bottom + 1 || b.top < bar.top - 1 || b.right > innerWidth;
    }).map((e) => e.innerText);
}"""
"""What stands in the bar and does not fit into it."""


@pytest.mark.parametrize("page", SCREENS, indirect=True)
@pytest.mark.parametrize("game", BUILT_IN)
def test_names_are_not_cut_in_the_bar(page: Page, table: Table, client: Client, game: str) -> None:
    """Seats, who sits there, what they have, turn and phase."""
    seats = load_game(game).scenarios[-1].seats
    opened = client.post(
        "/api/tables",
        {
            "game": game,
            "scenario": load_game(game).scenarios[-1].id,
            "seats": {seats[0].id: "human", seats[1].id: "bot:staff"},
            "name": "Wilhelmine von Bülow",
        },
    )
    table.join(opened["table"], opened["token"])
    cut: list[str] = page.evaluate(CUT)
    assert not cut


def test_zone_names_can_be_read(page: Page, table: Table) -> None:
    """At the scale at which the game opens: those of the map if they are large enough, else the board's own."""
    page.goto("/?game=raceforberlin&as=zhukov")
    table.ready()
    table.still(".world")
    expect(page.locator(".prompt")).to_be_visible()  # which question comes first is luck
    catalog = page.evaluate("fetch('/api/games/raceforberlin').then((r) => r.json())")
    scale = float(page.evaluate("new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a"))
    named = [place for place in catalog["places"] if place["name"]]
    assert len(named) > 40
    sizes = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('[data-name]')].map((t) =>"
        " [t.dataset.name, Number(t.getAttribute('font-size'))]))"
    )
    small = [p["id"] for p in named if sizes.get(p["id"], p["name"][2]) * scale < READABLE]
    assert not small
    svg = page.evaluate("fetch('/api/games/raceforberlin/map.svg?palette=light&numbers=true').then((r) => r.text())")
    assert "Red star with the Victory" not in svg, "the legend is in the charts, and not on the table's map"
    table.picture("zone-names")


@pytest.mark.parametrize("page", SCREENS, indirect=True)
def test_the_charts_never_cover_the_question(page: Page, table: Table, client: Client) -> None:
    """Every button of the question can be pressed while something is looked up."""
    table.join(*client.set_up())
    for key in ("c", "r", "u"):
        page.keyboard.press(key)
        expect(page.locator(".drawer")).to_be_visible()
        table.still(".drawer")
        covered = page.evaluate(
            """() => [...document.querySelectorAll('.stage > .prompt .btn')].filter((b) => {
                const box = b.getBoundingClientRect();
                const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                return !top || !b.contains(top);
            }).map((b) => b.innerText)"""
        )
        assert not covered
    table.button("End movement").click()
    expect(table.prompt).to_contain_text("Choose a hex to attack")


def test_the_tray_of_a_set_up_glows(page: Page, table: Table, client: Client) -> None:
    """However many units wait there, those that can be chosen glow like those on the map."""
    name, token = client.open(russian="human", german="human")
    table.join(name, token)
    tray = page.locator(".tray button.offered")
    expect(tray.first).to_be_visible()
    assert tray.count() > 8
    glow = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--glow').trim()")
    assert glow == "#ffd54a"
    for number in (0, tray.count() - 1):
        assert "rgb(255, 213, 74)" in tray.nth(number).evaluate("(b) => getComputedStyle(b).boxShadow")
