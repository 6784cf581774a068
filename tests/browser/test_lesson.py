"""Learning by playing: the guided first turn, clicked through as a learner does."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.table import Table

from grognard.engine.lesson import load_lesson
from grognard.games import load_game


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
    expect(button.or_(counter).or_(place).first).to_be_attached()
    if button.count():
        button.click()
    elif counter.count():
        assert table.offered_pieces() == what
        table.click_counter(name)
    else:
        assert page.locator("path.offer").count() == 1
        table.click_place(name)
