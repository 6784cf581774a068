"""A table in the browser, handled as a player does: clicks on counters, places and buttons."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Locator, Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DRAWING = 180_000
"""Milliseconds in which a loaded machine draws a map for the first time."""
FANNED = 2000
"""The height above the map of counters that are fanned out."""


class Client:
    """The server's interface, to prepare a table without clicking through its set-up."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.spectator = ""
        """The link for spectators of the table opened last."""

    def text(self, path: str, body: dict[str, Any]) -> bytes:
        """One call, as it is answered."""
        request = Request(self.address + path, json.dumps(body).encode(), {"content-type": "application/json"})
        with urlopen(request, timeout=20) as answer:
            found: bytes = answer.read()
            return found

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """One call."""
        return json.loads(self.text(path, body))

    def open(self, **seats: str) -> tuple[str, str]:
        """A new table of the first game and its token."""
        opened = self.post("/api/tables", {"game": "marshals", "scenario": "conventional", "seats": seats})
        self.spectator = opened["spectator"]
        return opened["table"], opened["token"]

    def state(self, table: str, token: str) -> dict[str, Any]:
        """What the token sees."""
        return self.post(f"/api/tables/{table}/state", {"token": token})

    def act(self, table: str, token: str, state: dict[str, Any], action: str) -> None:
        """Answer the present question."""
        body = {"token": token, "seat": state["asked"], "action": action, "seq": state["seq"]}
        self.post(f"/api/tables/{table}/actions", body | {"client_id": uuid.uuid4().hex})

    def set_up(self) -> tuple[str, str]:
        """A hot-seat table whose set-up is done: the first movement is asked for."""
        table, token = self.open(russian="human", german="human")
        for _ in range(200):
            state = self.state(table, token)
            view = next(v for v in state["views"] if v["seat"] == state["asked"])
            decision = view["decision"]
            if decision["frame"] not in ("Deploy", "DeployUnit"):
                return table, token
            buttons = [o for o in decision["offers"] if not o.get("piece") and not o.get("place")]
            self.act(table, token, state, (buttons or decision["offers"])[0]["action"])
        raise AssertionError("the set-up does not end")


class Table:
    """What a player sees and does."""

    def __init__(self, page: Page, screenshots: Path) -> None:
        self.page = page
        self.screenshots = screenshots

    def picture(self, name: str) -> None:
        """Keep a screenshot."""
        self.page.screenshot(path=self.screenshots / f"{name}.png")

    def play_as(self, side: str) -> None:
        """From the lobby to a table against the bot."""
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play as {side}").click()
        self.ready()
        expect(self.page.locator(".counter.offered, .tray .offered").first).to_be_visible()

    def join(self, table: str, token: str) -> None:
        """By link."""
        self.page.goto(f"/table/{table}#{token}")
        self.ready()

    def ready(self) -> None:
        """The map is drawn."""
        expect(self.page.locator(".world.ready")).to_be_attached(timeout=DRAWING)

    @property
    def prompt(self) -> Locator:
        """The question."""
        return self.page.locator(".prompt p")

    @property
    def log(self) -> Locator:
        """The log."""
        return self.page.get_by_role("log")

    def button(self, label: str) -> Locator:
        """An answer that is a button."""
        return self.page.locator(".prompt").get_by_role("button", name=label)

    def counter(self, piece: str) -> Locator:
        """A counter on the map."""
        return self.page.locator(f'.counter[data-piece="{piece}"]')

    def offered_places(self) -> list[str]:
        """Places that glow and are in sight, not below the prompt or another panel."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll('path.offer')].filter((p) => {
                const b = p.getBoundingClientRect();
                const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
                return top && top.closest('.frame');
            }).map((p) => p.dataset.place)"""
        )

    def offered_pieces(self) -> list[str]:
        """Counters that glow."""
        return self.page.evaluate(
            "() => [...document.querySelectorAll('.counter.offered')].map((c) => c.dataset.piece)"
        )

    def still(self, what: str) -> None:
        """Wait until what a selector finds has come to rest: in the same place for several pictures on end."""
        self.page.wait_for_function(
            """(what) => new Promise((done) => {
                const look = () => JSON.stringify([...document.querySelectorAll(what)].map((e) => {
                    const b = e.getBoundingClientRect();
                    return [b.x, b.y, b.width, b.height].map(Math.round);
                }));
                let before = look(), same = 0;
                const again = () => {
                    const now = look();
                    same = now === before ? same + 1 : 0;
                    before = now;
                    same < 4 ? requestAnimationFrame(again) : done(true);
                };
                requestAnimationFrame(again);
            })""",
            arg=what,
        )

    def settled(self) -> None:
        """Wait until no answer is under way."""
        expect(self.page.locator(".frame.busy")).to_have_count(0)

    def seen(self) -> str:
        """All that changes with an answer: the question, what is offered, the length of the log."""
        seen: str = self.page.evaluate(
            """() => JSON.stringify([
                document.querySelector('.prompt')?.innerText,
                [...document.querySelectorAll('path.offer')].map((p) => p.dataset.place),
                [...document.querySelectorAll('.counter.offered')].map((c) => c.dataset.piece + c.dataset.at),
                document.querySelector('[role=log]')?.textContent.length,
            ])"""
        )
        return seen

    def click_place(self, place: str, *, patience: float | None = None) -> None:
        """Click the middle of a place that glows."""
        box = self.page.locator(f'path.offer[data-place="{place}"]').bounding_box(timeout=patience)
        assert box
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def click_counter(self, piece: str) -> None:
        """Click a counter; in a stack, wait until it has fanned out, which stacks in target places do not."""
        counter = self.counter(piece)
        place = counter.get_attribute("data-at")
        stack = self.page.locator(f'.counter[data-at="{place}"]')
        if stack.count() > 1 and not self.page.locator(f'path.offer[data-place="{place}"]').count():
            self.fan_out(f'.counter[data-at="{place}"]')
        box = counter.bounding_box()
        assert box
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def long_press(self, piece: str) -> None:
        """Hold a counter, as one does on a touch screen to have it explained."""
        touch = {"bubbles": True, "pointerType": "touch", "pointerId": 7}
        self.counter(piece).dispatch_event("pointerdown", touch)
        expect(self.page.get_by_role("dialog", name="Counter")).to_be_visible()
        self.counter(piece).dispatch_event("pointerup", touch)
        self.counter(piece).dispatch_event("click", touch)

    def fan_out(self, stack: str) -> None:
        """Point at a stack until its counters lie side by side."""
        box = self.page.locator(stack).first.bounding_box()
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.wait_for_function(
            f"(stack) => [...document.querySelectorAll(stack)].every((c) => Number(c.style.zIndex) >= {FANNED})",
            arg=stack,
        )
        self.still(stack)
        self.page.wait_for_timeout(220)  # a click right after it opened would be meant for what lay there before

    def accessible(self) -> None:
        """What axe finds wrong with the page as it stands, if it is serious."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")["violations"]
        serious = [
            f"{wrong['id']} at {node['target']}: {node['failureSummary']}"
            for wrong in found
            if wrong["impact"] in ("serious", "critical")
            for node in wrong["nodes"][:3]
        ]
        assert not serious, "\n".join(serious)

    def whole_map(self) -> None:
        """Show everything."""
        self.page.keyboard.press("0")
        self.still(".world")
