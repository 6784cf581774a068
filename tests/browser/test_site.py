"""A site of static files: everything is played in the browser, from any folder, also without a network."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.site import BELOW, PATIENCE, Here, Served, build, kept_files, kept_rows, serving
from tests.browser.test_lesson import _answer as answer_lesson

from grognard.cli import main
from grognard.engine import read_record
from grognard.engine.lesson import load_lesson
from grognard.games import load_game

GAMES = {
    "marshals": ("The Marshals' Drive on Berlin", "Russian"),
    "seelow": ("Seelow & Küstrin 1945", "Soviet"),
    "raceforberlin": ("Race for Berlin", "Zhukov"),
    "reichstag": ("Race to the Reichstag", "1st Byelorussian"),
    "konigsberg": ("Königsberg '45", "German"),
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The site on a plain web server, below a folder."""
    folder = tmp_path_factory.mktemp("web")
    shutil.copytree(build(), folder / BELOW)
    with serving(folder) as found:
        yield found


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A new browser profile."""
    found = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce", accept_downloads=True)
    found.set_default_timeout(PATIENCE)
    yield found
    found.close()


class Watched:
    """What a page asked for, and what went wrong in it."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        self.faults: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on(
            "console",
            lambda line: self.faults.append(f"{line.text} {line.location['url']}") if line.type == "error" else None,
        )


@pytest.fixture
def here(context: BrowserContext, screenshots: Path) -> Iterator[Here]:
    """The site as a player handles it; nothing may be asked of anybody else, and nothing may go wrong."""
    page = context.new_page()
    watched = Watched(page)
    found = Here(page, screenshots)
    yield found
    assert not watched.faults or found.meant
    site = page.url.partition(BELOW)[0] + BELOW
    elsewhere = [url for url in watched.asked if not url.startswith((site, "blob:", "data:"))]
    assert not elsewhere


ANSWERS = 150
"""After so many the other side must have been asked."""


def players(page: Page, table: str) -> set[str]:
    """The seats that have answered something so far at a table."""
    return {row["who"] for row in kept_rows(page, table) if row["kind"] == "action"}


def play_on(here: Here) -> None:
    """Give an answer: a button if there is one, else a counter, else a place."""
    here.settled()
    buttons = here.page.locator(".prompt [data-action]:visible")
    if buttons.count():
        buttons.last.click()
    elif waiting := here.page.locator(".tray .offered").all():
        waiting[0].click()
    elif pieces := here.offered_pieces():
        here.click_counter(pieces[0])
    elif here.page.locator("path.offer").count():
        here.whole_map()
        for place in here.offered_places()[:1]:
            here.click_place(place)


def until_the_bot_has_played(here: Here, bot: str) -> None:
    """Play on until the other side has answered something, too, and it is one's own turn again."""
    asked = here.page.locator(".prompt:not(.waiting)")
    for _ in range(ANSWERS):
        expect(asked).to_be_visible()
        if bot in players(here.page, here.id):
            return
        play_on(here)
        here.page.wait_for_timeout(100)
    raise AssertionError(f"after {ANSWERS} answers {bot} has not been asked")


@pytest.mark.long  # other tests of this file play three of the games
def test_a_turn_of_each_game_is_played_against_the_staff_bot(here: Here, served: Served) -> None:
    here.lobby(served.page)
    for game, (title, side) in GAMES.items():
        (bot,) = [seat.id for seat in load_game(game).scenarios[0].seats if not seat.title.startswith(side)]
        here.play(title, side)
        until_the_bot_has_played(here, bot)
        here.picture(f"site-{game}")
        here.page.get_by_role("link", name="Lobby").click()


@pytest.mark.long
def test_a_lesson_is_finished(here: Here, served: Served) -> None:
    """Also across a page that is loaded anew."""
    page = here.page
    found = load_lesson(load_game("marshals"))
    assert found
    lesson, _ = found
    here.lobby(served.page)
    page.get_by_role("article").first.get_by_role("button", name="Learn by playing").click()
    here.ready()
    steps = page.get_by_role("region", name="Guided turn")
    for number, step in enumerate(lesson.steps, 1):
        expect(steps.get_by_role("heading", name=step.title)).to_be_visible()
        own = [awaited for awaited in step.awaited if awaited.seat == lesson.seat]
        if not own:
            button = "Watch" if step.awaited else "Finish" if step is lesson.steps[-1] else "Next"
            steps.get_by_role("button", name=button).click()
        for awaited in own:
            answer_lesson(page, here, awaited.action)
        if number == 5:
            page.reload()
            here.ready()
    expect(steps.get_by_role("heading", name="Well done")).to_be_visible()


def resigned(here: Here) -> None:
    """The player gives up, so that the game is over."""
    here.page.get_by_role("button", name="More", exact=True).click()
    here.page.get_by_role("menuitem", name="Resign").click()
    here.page.get_by_role("button", name="Resign").last.click()


def test_a_record_is_saved_verified_and_played_on(
    here: Here, served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was played here is what `grognard replay --verify` takes, and what this page takes itself."""
    page = here.page
    here.lobby(served.page)
    here.play(*GAMES["konigsberg"])
    until_the_bot_has_played(here, "soviet")
    resigned(here)
    outcome = page.get_by_role("status", name="Outcome")
    expect(outcome.get_by_role("heading", name="The course of the game")).to_be_visible()
    with page.expect_download() as download:
        outcome.get_by_role("button", name="record").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    assert read_record(file.read_text("utf-8")).seed
    assert main(["replay", str(file), "--verify"]) == 0
    assert re.search(r"[1-9]\d* dice proved", capsys.readouterr().out)
    page.get_by_role("link", name="Lobby").click()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Hot-seat").last.click()
    here.ready()
    assert len(read_record(file.read_text("utf-8")).entries) > 3
    expect(page.locator(".counter").first).to_be_visible()


def test_the_page_is_loaded_and_played_without_a_network(
    here: Here, served: Served, context: BrowserContext, tmp_path: Path
) -> None:
    """After a first visit: the lobby, and a table where it stood."""
    page = here.page
    here.lobby(served.page)
    here.play(*GAMES["seelow"])
    play_on(here)
    here.settled()
    before = kept_rows(page, here.id)
    wanted = [path for path, file in listed(served).items() if file["group"] in ("page", "rules", "seelow")]
    keep_looking(page, lambda: {f"/{BELOW}/{path}" for path in wanted} <= set(kept_files(page)))
    keep_looking(page, lambda: bool(page.evaluate("() => Boolean(navigator.serviceWorker.controller)")))
    served.stop()
    context.set_offline(True)
    try:
        page.get_by_role("link", name="Lobby").click()
        expect(page.get_by_role("heading", name="Unfinished")).to_be_visible()
        page.go_back()
        here.ready()
        page.reload()
        here.ready()
        expect(page.locator(".prompt:not(.waiting)")).to_be_visible()
        assert kept_rows(page, here.id)[: len(before)] == before
        play_on(here)
        keep_looking(page, lambda: len(kept_rows(page, here.id)) > len(before))
        page.get_by_role("link", name="Lobby").click()
        expect(page.get_by_role("heading", name="Unfinished")).to_be_visible()
    finally:
        context.set_offline(False)
        served.start()


def listed(served: Served) -> dict[str, dict[str, str]]:
    """The files of a site by their paths."""
    found: dict[str, dict[str, str]] = json.loads((served.folder / BELOW / "files.json").read_text("utf-8"))
    return found


def keep_looking(page: Page, found: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(PATIENCE // 200):
        if found():
            return
        page.wait_for_timeout(200)
    raise AssertionError("it is not so")


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Served]:
    """A site for one test alone, which may change it."""
    shutil.copytree(build(), tmp_path / BELOW)
    with serving(tmp_path) as found:
        yield found


def new_build(served: Served) -> None:
    """Publish another version of the site in the same place: with other words in the page, and another guide."""
    home = served.folder / BELOW
    files = listed(served)
    for path, old, new in (
        ("index.html", "<title>Grognard</title>", "<title>Grognard</title><!-- two -->"),
        ("data/seelow/guide.md", "# ", "# The second edition: "),
        ("data/marshals/guide.md", "# ", "# The second edition: "),
    ):
        text = (home / path).read_text("utf-8").replace(old, new, 1)
        (home / path).write_text(text, encoding="utf-8")
        files[path]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    before = hashlib.sha256((home / "files.json").read_bytes()).hexdigest()
    (home / "files.json").write_text(json.dumps(files), encoding="utf-8")
    after = hashlib.sha256((home / "files.json").read_bytes()).hexdigest()
    worker = (home / "sw.js").read_text("utf-8")
    assert before in worker
    (home / "sw.js").write_text(worker.replace(before, after), encoding="utf-8")


def test_a_new_version_takes_over_with_the_next_load_and_no_game_is_lost(here: Here, own: Served) -> None:
    page = here.page
    here.lobby(own.page)
    here.play(*GAMES["seelow"])
    play_on(here)
    here.settled()
    keep_looking(page, lambda: f"/{BELOW}/data/seelow/guide.md" in kept_files(page))
    page.reload()
    here.ready()
    rows = kept_rows(page, here.id)
    new_build(own)
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    waiting = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
    keep_looking(page, lambda: bool(page.evaluate(waiting)))
    # The new version is there, and this page still shows the old one, all of it.
    guide = "async () => (await fetch('data/seelow/guide.md')).text()"
    assert "second edition" not in page.evaluate(guide)
    # A file that was not kept cannot be had any more: it would be one of the new version.
    other = "async () => { const a = await fetch('data/marshals/guide.md'); return [a.status, await a.text()] }"
    status, why = page.evaluate(other)
    assert status == 409
    assert "there is a newer one. Load the page anew." in why
    here.faults_are_meant()
    play_on(here)
    keep_looking(page, lambda: len(kept_rows(page, here.id)) > len(rows))
    rows = kept_rows(page, here.id)
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_text("A newer version of this page is ready")).to_be_visible()
    here.picture("site-newer")
    page.go_back()
    here.ready()
    page.reload()
    here.ready()
    assert "second edition" in page.evaluate(guide)
    assert "<!-- two -->" in page.content()
    assert kept_rows(page, here.id)[: len(rows)] == rows
    expect(page.locator(".prompt:not(.waiting)")).to_be_visible()
    play_on(here)
    keep_looking(page, lambda: len(kept_rows(page, here.id)) > len(rows))


def test_a_worker_that_dies_is_started_again(here: Here, served: Served) -> None:
    """The table goes on from what was kept, and nobody has to load the page anew."""
    page = here.page
    here.lobby(served.page)
    here.play(*GAMES["seelow"])
    play_on(here)
    here.settled()
    before = kept_rows(page, here.id)
    page.workers[0].evaluate("() => self.close()")  # and with it the second one
    play_on(here)
    keep_looking(page, lambda: len(kept_rows(page, here.id)) > len(before))
    assert kept_rows(page, here.id)[: len(before)] == before
    until_the_bot_has_played(here, "german")


@pytest.mark.long  # without a browser: tests/site/test_desk.py
def test_two_windows_play_the_same_table(
    here: Here, served: Served, context: BrowserContext, screenshots: Path
) -> None:
    """What is done in one is seen in the other, and nothing is written twice."""
    here.lobby(served.page)
    page = here.page
    page.get_by_role("article").filter(has_text="Seelow").get_by_role("button", name="Hot-seat").click()
    here.ready()
    other = Here(context.new_page(), screenshots)
    other.page.goto(page.url)
    other.ready()
    for one in (here, other, here):
        before = len(kept_rows(page, here.id))
        play_on(one)
        keep_looking(page, lambda before=before: len(kept_rows(page, here.id)) > before)
        here.settled()
        other.settled()
        keep_looking(page, lambda: here.prompt.inner_text() == other.prompt.inner_text())
    numbers = [row["seq"] for row in kept_rows(page, here.id)]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("missing", ["WebAssembly", "DecompressionStream", "indexedDB"])
def test_a_browser_that_cannot_is_told_so(here: Here, served: Served, missing: str) -> None:
    """In one sentence, and the lobby can still be looked at."""
    here.page.add_init_script(f"Object.defineProperty(globalThis, '{missing}', {{ value: undefined }})")
    here.page.goto(served.page)
    expect(here.page.get_by_role("alert")).to_contain_text("This browser lacks")
    expect(here.page.get_by_role("article")).to_have_count(len(GAMES))
    here.picture(f"site-lacks-{missing}")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_lobby_says_what_is_special(here: Here, served: Served, size: tuple[int, int]) -> None:
    """Where tables are kept, what dice are worth, no invitations; nothing jumps, axe finds nothing."""
    page = here.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(served.page)
    expect(page.get_by_text("Loading the rules").or_(page.get_by_text("Getting the rules ready"))).to_be_visible()
    here.picture(f"site-loading-{size[0]}")
    assert not page.get_by_role("button", name="Invite").count()
    page.get_by_text("Dice, friends, spectators").click()
    expect(page.get_by_text("made and kept by this very browser")).to_be_visible()
    here.accessible()
    page.screenshot(path=here.screenshots / f"site-lobby-{size[0]}.png", full_page=True)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_help_and_settings_have_addresses_of_their_own(here: Here, served: Served) -> None:
    page = here.page
    page.goto(served.page)
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("article").first).to_be_visible()
    page.get_by_role("link", name="Help").click()
    expect(page.get_by_role("heading").first).to_be_visible()
    assert page.url.startswith(f"{served.page}help/")
