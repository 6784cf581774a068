"""What is sent in parts makes up the whole; what is written in parts has the fingerprint of the whole."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from grognard.engine import Seat
from grognard.engine.concealment import names_for
from grognard.engine.flow import Action
from grognard.games import load_game
from grognard.server.bench import follow
from grognard.server.live.table import Listener, LiveTable
from grognard.server.live.views import encoder, seat_view
from grognard.server.play.game import PlayedGame
from grognard.server.play.position_text import PositionText
from grognard.server.storage.rows import Stored, Token

OWNER, SPECTATOR = Token("t", "owner", ""), Token("t", "spectator", "")


def table(name: str) -> LiveTable:
    game = load_game(name)
    scenario = next(iter(game.scenarios))
    stored = Stored(
        id="t",
        game=name,
        version=game.version,
        data=game.pack_hash,
        scenario=scenario.id,
        options=(),
        players={seat.id: "human" for seat in scenario.seats},
        seed="5e" * 32,
        origin=None,
        pace="fast",
        created=0.0,
        touched=0.0,
        headline="",
        outcome="",
    )
    live = LiveTable(PlayedGame(game, stored))
    live.listeners = {Listener(token, -1): None for token in (OWNER, SPECTATOR)}
    return live


@pytest.mark.parametrize("name", ["marshals", "raceforberlin", "reichstag", "seelow", "konigsberg", "secret"])
def test_the_parts_make_up_the_whole(name: str) -> None:
    live, rng = table(name), random.Random(4)
    states: dict[Token, Any] = {}
    in_parts = 0
    for token in (OWNER, SPECTATOR):
        states[token] = follow(json.loads(live.message(token, -1, first=True)), None)
    for step in range(150):
        state = states[OWNER]
        view = next(one for one in state["views"] if one["seat"] == state["asked"])
        rows = live.played.play(state["asked"], rng.choice(view["decision"]["offers"])["action"], f"c{step}")
        if live.played.table.can_undo and rng.random() < 0.2:
            rows += live.played.undo(None)
        assert rows[-1].check == live.played.position.hash()
        live.changed()
        for token in rng.sample((OWNER, SPECTATOR), 2):
            text = live.message(token, states[token]["seq"], first=False)
            in_parts += '"gone":' in text
            state = states[token] = follow(json.loads(text), states[token])
            seats = [view["seat"] for view in state["views"]]
            shown = [json.loads(encoder.encode(seat_view(live.played, live.played.position, seat))) for seat in seats]
            assert state["views"] == shown
        if states[OWNER]["over"]:
            break
    assert in_parts > step
    lines = [json.loads(bytes(line)) for line in live.played.book.columns[-1]]
    headed = {line["at"] for line in lines if line["kind"] == "Began" and line["at"] > 1}
    by_itself = [
        line
        for at in headed
        for line in itertools.dropwhile(lambda line: line["kind"] != "Began", [x for x in lines if x["at"] == at])
        if line["kind"] != "Began"
    ]
    assert not any(line.get("who") for line in by_itself)


def test_what_is_written_of_counters_is_that_of_the_loaded_pack(tmp_path: Path) -> None:
    plain = load_game("marshals")
    units = plain.pack.path("units.csv").read_text(encoding="utf-8")
    name = plain.names.pieces[0]
    (tmp_path / "units.csv").write_text(units.replace(f"{name},", f"{name}X,", 1), encoding="utf-8")
    for loaded in (plain, load_game("marshals", tmp_path)):
        g = loaded.start()
        assert PositionText(loaded).update(g) == g.hash()


@pytest.mark.parametrize("name", ["raceforberlin", "reichstag", "secret"])
def test_names_that_were_kept_are_those_that_would_be_found_anew(name: str) -> None:
    """Names of concealed pieces hang on how they stand and on what is said of them; nothing else may be kept."""
    played, rng = table(name).played, random.Random(7)
    concealed = 0
    for step in range(400):
        if played.table.over:
            break
        g = played.position
        seat = g.to_decide
        assert seat is not None
        action = played.game.text(*_chosen(g.actions(), rng), played.names(seat)[0])
        played.play(played.game.seats(g.setup)[seat].id, action, f"c{step}")
        if played.table.can_undo and rng.random() < 0.1:
            played.undo(None)
        for who in (None, Seat(0), Seat(1)):
            names, hidden = played.names(who)
            fresh, found = names_for(played.position, who)
            assert (names.pieces, hidden) == (fresh.pieces, found)
            concealed += len(found)
    assert concealed


def _chosen(actions: list[Action], rng: random.Random) -> tuple[str, tuple[Any, ...]]:
    action = rng.choice(actions)
    return action.verb, action.args
