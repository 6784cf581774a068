"""Learning by playing: the guided first turn, clicked through as a learner does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Table

from grognard.engine.lesson import load_lesson
from grognard.games import BUILT_IN, load_game


def test_the_guided_turn_is_clicked_to_its_end(page: Page, table: Table) -> None:
    """Each step shows, waits for the real action, refuses others, and the table is played on afterwards."""
    found = load_lesson(load_game("marshals"))
    assert found
    lesson, _ = found
    page.goto("/")
    card = page.get_by_role("article").filter(has_text="The Marshals' Drive on Berlin")
    card.get_by_role("button", name="Learn by playing").click()
    table.ready()
    steps = page.get_by_role("region", name="Guided turn")
    for number, step in enumerate(lesson.steps, 1):
        expect(steps.get_by_role("heading", name=step.title)).to_be_visible()
        expect(steps.get_by_role("progressbar")).to_have_attribute("value", str(number))
        own = [awaited for awaited in step.awaited if awaited.seat == lesson.seat]
        if not own:
            # What is only explained cannot be done: nothing glows, and a click on a counter says what to do.
            assert not table.offered_pieces()
            button = "Watch" if step.awaited else "Finish" if step is lesson.steps[-1] else "Next"
            steps.get_by_role("button", name=button).click()
            continue
        for awaited in own:
            _answer(page, table, awaited.action)
        if number == 5:
            page.reload()
            table.ready()
    expect(steps.get_by_role("heading", name="Well done")).to_be_visible()
    table.picture("lesson-end")
    steps.get_by_role("button", name="Play on against the bot").click()
    expect(steps).to_have_count(0)
    expect(page.get_by_role("list", name="Seats")).to_contain_text("staff bot")
    expect(table.log).to_contain_text("8. Guards Army advances")


def _answer(page: Page, table: Table, action: str) -> None:
    """Do what the step waits for; it is the only thing that glows."""
    what = action.split()[1:]
    name = what[0] if what else "nothing"
    button = page.locator(f'.prompt [data-action="{action}"]')
    counter = page.locator(f'.counter.offered[data-piece="{name}"]')
    place = page.locator(f'path.offer[data-place="{name}"]')
    waiting = page.locator(f'.tray .offered[data-piece="{name}"]')
    expect(button.or_(counter).or_(place).or_(waiting).first).to_be_attached()
    if button.count():
        button.click()
    elif waiting.count():
        waiting.click()
    elif counter.count():
        assert table.offered_pieces() == what
        table.click_counter(name)
    else:
        assert page.locator("path.offer").count() == 1
        table.click_place(name)


RINGS_MOVE = 300
"""Milliseconds in which the rings have found what a new step speaks of."""
PATIENT = 10
"""So many times a slow machine is looked at again."""
SCREENS = {"1280": {"width": 1280, "height": 720}, "phone": {"width": 390, "height": 844, "touch": True}}
LESSONS = [
    pytest.param(view, game, id=f"{game}-{screen}", marks=[] if game == "seelow" else [pytest.mark.long])
    for game in BUILT_IN
    for screen, view in SCREENS.items()
]
HIDDEN = """() => [...document.querySelectorAll('i[data-of]')].flatMap((ring) => {
    const target = document.querySelector(ring.dataset.of);
    if (!target) return [`${ring.dataset.of} is gone`];
    const b = target.getBoundingClientRect();
    const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
    const top = document.elementFromPoint(x, y);
    const place = target.matches('path');  // the map lies below it: highlights let the pointer through
    const seen = top && (place ? top.closest('.frame') !== null : target.contains(top) || top.contains(target));
    return seen ? [] : [`${ring.dataset.of} lies below ${top ? top.outerHTML.slice(0, 120) : 'the edge'}`];
})"""
"""What a ring points at and cannot be seen: its middle is out of the window, or something lies on it."""


@pytest.mark.parametrize(("page", "game"), LESSONS, indirect=["page"])
def test_what_a_step_speaks_of_can_be_seen(page: Page, table: Table, game: str) -> None:
    """Every step of every lesson: each target has its ring, and its middle is in sight and covered by nothing."""
    found = load_lesson(load_game(game))
    assert found
    lesson, _ = found
    page.goto("/")
    card = page.get_by_role("article").filter(has_text=load_game(game).title)
    if not card.get_by_role("button", name="Learn by playing").count():
        card.get_by_role("heading").get_by_role("button").click()
    card.get_by_role("button", name="Learn by playing").click()
    table.ready()
    steps = page.get_by_role("region", name="Guided turn")
    panels = ("prompt", "bar", "log", "panel", "tray", "charts", "rules")
    for step in lesson.steps:
        expect(steps.get_by_role("heading", name=step.title)).to_be_visible()
        for concept in step.explains:
            expect(steps.get_by_text(concept.text)).to_be_attached()
            expect(steps.locator("figure svg")).to_have_count(len(step.explains))
        own = [awaited for awaited in step.awaited if awaited.seat == lesson.seat]
        if not own:
            _in_sight(page, table, len(step.point))
            button = "Watch" if step.awaited else "Finish" if step is lesson.steps[-1] else "Next"
            steps.get_by_role("button", name=button).click()
        for awaited in own:
            _in_sight(page, table, 1 + sum(word in panels for word in step.point))
            _answer(page, table, awaited.action)
    expect(steps.get_by_role("heading", name="Well done")).to_be_visible()


def _in_sight(page: Page, table: Table, rings: int) -> None:
    """Each target of the step has its ring, and none of them is hidden when everything has come to rest."""
    page.wait_for_timeout(RINGS_MOVE)
    expect(page.locator("i[data-of]")).to_have_count(rings)
    hidden = ["not looked yet"]
    for _ in range(PATIENT):
        table.still(".world, aside, .lesson, i[data-of]")
        hidden = page.evaluate(HIDDEN)
        if not hidden:
            break
        page.wait_for_timeout(RINGS_MOVE)
    assert not hidden, "\n".join(hidden)
