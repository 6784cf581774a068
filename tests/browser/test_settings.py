"""The settings: each of them is kept by the browser, and really does what it says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Client, Table

PHONE = [pytest.param({"width": 390, "height": 844, "touch": True}, id="phone")]
MOVING = [pytest.param({"motion": True}, id="moving")]


def choose(page: Page, setting: str, value: str) -> None:
    """Choose on the settings page, and look that it is still chosen when the page is loaded again."""
    page.goto("/settings")
    page.get_by_role("group", name=setting).get_by_text(value, exact=True).click()
    page.reload()
    expect(page.get_by_role("group", name=setting).get_by_role("radio", name=value, exact=True)).to_be_checked()


def style(page: Page, what: str, name: str) -> str:
    """A computed style."""
    found: str = page.evaluate("([what, name]) => getComputedStyle(document.querySelector(what))[name]", [what, name])
    return found


def test_text_size_and_colours(page: Page, table: Table, client: Client) -> None:
    """Larger letters everywhere, dark colours, strong contrast; at the table too."""
    page.goto("/settings")
    usual = float(style(page, "p", "fontSize").removesuffix("px"))
    choose(page, "Text size", "Largest")
    assert float(style(page, "p", "fontSize").removesuffix("px")) == pytest.approx(usual * 1.3, abs=0.2)
    choose(page, "Colours", "Dark")
    dark = style(page, "body", "backgroundColor")
    choose(page, "Contrast", "Strong")
    assert style(page, "body", "backgroundColor") not in (dark, "rgb(255, 255, 255)")
    table.accessible()
    table.picture("settings-dark")
    table.join(*client.set_up())
    assert float(style(page, "html", "fontSize").removesuffix("px")) == pytest.approx(20.8)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.picture("table-largest")


def test_a_button_asks_once_more(page: Page, table: Table, client: Client) -> None:
    """Only if that is wanted, and only while something could still be done."""
    table.join(*client.set_up())
    choose(page, "Buttons ask once more", "While something could still be done")
    page.go_back()
    table.ready()
    table.button("End movement").click()
    expect(table.button("Sure? End movement")).to_be_visible()
    expect(table.prompt).to_contain_text("Move your units")
    table.button("Sure? End movement").click()
    expect(table.prompt).to_contain_text("Choose a hex to attack")


@pytest.mark.parametrize("page", MOVING, indirect=True)
def test_animation_and_playback(page: Page, table: Table) -> None:
    """Standing still there is no traveller; as a summary it lies beside the board; off there is nothing."""
    choose(page, "Animation", "Stand still")
    assert page.evaluate("document.documentElement.dataset.motion") == "still"
    assert style(page, ".btn", "transitionDuration") == "0s"
    choose(page, "Animation", "Move")
    assert style(page, ".btn", "transitionDuration") != "0s"
    choose(page, "Pace of playback", "Very fast")
    assert page.evaluate("localStorage['grognard.speed']") == "4"
    choose(page, "It is told as", "Summary and arrows")
    table.play_as("Russian")
    table.button("End movement").click()
    table.button("No attacks").click()
    story = page.get_by_role("region", name="What they did")
    expect(story).to_contain_text(re.compile(r"\d+ steps: \d+ moves"))
    expect(page.locator(".traveller")).to_have_count(0)
    expect(page.locator(".prompt .btn").first).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_role("group", name="It is told as").get_by_text("Nothing").click()
    settings.get_by_role("group", name="Sound").get_by_text("Off").click()
    assert page.evaluate("[localStorage['grognard.telling'], localStorage['grognard.sound']]") == ["off", "off"]
    table.accessible()


@pytest.mark.parametrize("page", PHONE, indirect=True)
def test_the_settings_fit_on_a_phone(page: Page, table: Table) -> None:
    """From the lobby, with the finger."""
    page.goto("/")
    page.get_by_role("link", name="Settings").tap()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.accessible()
    table.picture("settings-phone")
    page.get_by_role("link", name="Lobby").tap()
    expect(page.get_by_role("article").first).to_be_visible()
