"""Help: from the lobby and from a table, with the policy of the server in force."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Client, Table

ROOT = Path(__file__).parents[2]
SIZES = [
    pytest.param({}, id="desk"),
    pytest.param({"width": 390, "height": 844, "touch": True}, id="phone"),
]


@pytest.fixture(autouse=True)
def site() -> None:
    """The site is where the server looks for it."""
    subprocess.run([ROOT / "tools/build-docs.sh"], check=True, timeout=280)


@pytest.mark.parametrize("page", SIZES, indirect=True)
def test_from_the_lobby_to_a_guide_and_back(page: Page, table: Table) -> None:
    """The page complains of nothing that its policy forbids (see the fixture), and is no wider than the screen."""
    page.goto("/")
    page.get_by_role("link", name="Help").click()
    expect(page.get_by_role("heading", name="Grognard", level=1)).to_be_visible()
    table.picture("help")
    page.get_by_role("link", name="five games").click()
    page.get_by_role("article").get_by_role("link", name="Guide").first.click()
    expect(page.get_by_role("heading", name="The marshals' drive on Berlin", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_role("article").first).to_be_visible()


def test_the_search_works_under_the_server_s_policy(page: Page) -> None:
    page.goto("/help/index.html")
    page.get_by_role("textbox", name="Search").click()
    expect(page.locator(".md-search-result__meta")).to_have_text("Type to start searching")
    page.get_by_role("textbox", name="Search").press_sequentially("refugees")
    expect(page.locator(".md-search-result__link").first).to_be_visible()


def test_from_a_table_it_opens_beside_it(page: Page, table: Table, client: Client) -> None:
    name, token = client.set_up()
    table.join(name, token)
    page.get_by_role("button", name="More", exact=True).click()
    with page.context.expect_page() as opened:
        page.get_by_role("menuitem", name="Help").click()
    expect(opened.value.get_by_role("heading", name="Grognard", level=1)).to_be_visible()
    expect(page.get_by_role("menuitem", name="Help")).to_have_count(0)
