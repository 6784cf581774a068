"""Why not? A click that means nothing legal is answered with the reason of the verb that was meant."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.games.seelow.helpers import at, do, full, game, no, position

from grognard.engine import CHANCE, Position, Refusal, Seat
from grognard.engine.concealment import names_for
from grognard.engine.flow import Action, Choice, Mark
from grognard.games import BUILT_IN, load_game
from grognard.server.play.queries import meaning
from grognard.testing.checks import random_play

Pos = Position[Any, Any]

MEANT: dict[str, dict[str, set[str]]] = {
    "konigsberg MoveUnit": {"place": {"go"}, "refugees": {"go", "drive", "sweep"}, "marching": {"march", "sweep"}},
    "konigsberg Rebuild": {"on the map": {"flip"}, "off the map": {"return"}},
    "konigsberg Independents": {"piece": {"take"}},
    "konigsberg Plan": {"piece": {"join"}},
    "marshals PlanAttack": {"piece": {"ground"}},
    "raceforberlin Designation": {"chit": {"chit"}, "piece": {"move", "combat", "reserve", "shell", "trucks"}},
    "raceforberlin Combats": {"place": {"attack", "city"}},
    "raceforberlin ReserveMove": {"place": {"go", "follow"}},
    "reichstag Movement": {"piece": {"pick"}},
    "reichstag PlanAttack": {"place": {"add"}, "piece": {"join"}},
    "seelow AssignFire": {"piece": {"add", "target"}},
    "seelow AimGuns": {"piece": {"add"}},
    "seelow PlanAttack": {"piece": {"add"}},
    "seelow Limber": {"piece": {"limber"}},
}
"""For questions with several verbs for such a click: the verbs that it can mean, by what was clicked."""


def clicked(g: Pos, *, piece: str = "", place: str = "") -> str:
    """What was clicked, in the words of the table."""
    game, frame = g.game, type(g.frame).__name__
    if game.id == "konigsberg" and frame == "MoveUnit":
        moving = next(below for below in reversed(g.stack) if hasattr(below, "mode_of"))
        if moving.mode_of(g, g.frame.unit) == "strategic":
            return "marching"
        spot = game.names.place(place) if place else g.where[game.names.piece(piece)]
        return "refugees" if g.here.get(spot, 0) & game.refugees else "place"
    if piece and game.id == "konigsberg" and frame == "Rebuild":
        number = game.names.piece(piece)
        if game.side_of[number] != g.to_decide or not game.two_steps >> number & 1:
            return "not to be rebuilt, by either verb"
        return "on the map" if g.where[number] < game.board.size else "off the map"
    if piece and game.id == "raceforberlin":
        number = names_for(g, Seat(g.to_decide or 0))[0].number_of_piece[piece]
        return "chit" if game.units[number].chit else "piece"
    return "piece" if piece else "place"


def clicks(g: Pos, seat: Seat, rng: random.Random) -> Iterator[dict[str, str]]:
    """Every place and every piece that the seat knows, in large games a sample of them."""
    names = names_for(g, seat)[0]
    places = list(names.places)
    pieces = list(names.number_of_piece)
    for place in rng.sample(places, min(60, len(places))):
        yield {"place": place}
    for piece in rng.sample(pieces, min(60, len(pieces))):
        yield {"piece": piece}


@pytest.mark.parametrize("scenario", [(n, s.id) for n in BUILT_IN for s in load_game(n).scenarios], ids=" ".join)
def test_a_refused_click_is_answered_with_the_verb_that_was_meant(scenario: tuple[str, str]) -> None:
    name, which = scenario
    rng = random.Random(5)
    asked: dict[str, int] = {}
    told = 0
    for _, g, _ in random_play(load_game(name).start(which), seed=11):
        frame = type(g.frame).__name__
        key = f"{name} {frame}"
        if g.to_decide == CHANCE or asked.get(frame, 0) >= (8 if key in MEANT else 2):
            continue
        asked[frame] = asked.get(frame, 0) + 1
        assert isinstance(g.frame, Choice)
        lesser = g.frame.marked(Mark.TAKES_BACK) | g.frame.marked(Mark.ASIDE)
        for click in clicks(g, Seat(g.to_decide or 0), rng):
            meant = meaning(g, Seat(g.to_decide or 0), **click)
            if isinstance(meant, Action) or not meant[0]:
                continue
            verb, refusal = meant
            assert isinstance(refusal, Refusal)
            assert refusal.rule, (key, click, refusal)
            others = [v for v in g.game.verbs_of(type(g.frame)) if v not in lesser]
            assert verb not in lesser or not _same_kind(g, verb, others), (key, click, verb, refusal)
            if key in MEANT and (what := clicked(g, **click)) in MEANT[key]:
                assert verb in MEANT[key][what], (key, click, what, verb, refusal)
            told += 1
    assert told > 200


def _same_kind(g: Pos, verb: str, others: list[str]) -> bool:
    return any(g.game.kinds(other) == g.game.kinds(verb) for other in others)


def test_a_unit_in_hand_is_never_told_of_refugees_where_there_are_none() -> None:
    """The first move of every game, on both sides: every hex of the map."""
    game = load_game("konigsberg")
    seen: set[int] = set()
    for _, g, action in random_play(game.start(None), seed=3):
        if type(g.frame).__name__ == "MoveUnit" and g.to_decide not in seen:
            seen.add(g.to_decide or 0)
            for number in range(0, game.board.size, 5):
                if g.here.get(number, 0) & game.refugees:
                    continue
                meant = meaning(g, Seat(g.to_decide or 0), place=game.names.places[number])
                if not isinstance(meant, Action):
                    assert "efugee" not in meant[1].text
        if len(seen) == 2:
            break
        assert action
    assert seen == {0, 1}


# -- the true obstacle ---------------------------------------------------------------------------------


def why(g: Pos, text: str) -> Refusal:
    refusal = g.why_not(full(text))
    assert refusal is not None
    return refusal


def _linked(g: Pos, piece: int) -> set[int]:
    """The hexes that a unit could reach with any number of points, found step by step from the prices of steps."""
    costs = g.game.map.step_cost[g.game.mobility[piece]]
    streams = g.game.map.over_stream
    known = {g.where[piece]}
    todo = list(known)
    while todo:
        here = todo.pop()
        for near in range(g.game.board.size):
            if near in known or not g.game.board.adjacent[here] >> near & 1:
                continue
            if (here, near) in costs or streams.has(here, near):
                known.add(near)
                todo.append(near)
    return known


@pytest.mark.parametrize("unit", ["C1", "B1"])
def test_a_hex_that_no_number_of_points_reaches_is_not_called_too_far(unit: str) -> None:
    g = position(game, {"2404": unit}, phase="movement", turn=3, player=1)
    g.play(full(f"pick {unit}"))
    piece = g.game.names.piece(full(unit))
    linked = _linked(g, piece)
    closed = [p for p in range(g.game.board.size) if p not in linked]
    for place in closed:
        assert why(g, f"go {g.game.names.places[place]}").rule == "5.11"
    for place in list(linked)[::9]:
        refusal = g.why_not(f"go {g.game.names.places[place]}")
        assert refusal is None or refusal.rule != "5.11" or g.game.board.adjacent[g.where[piece]] >> place & 1
    assert bool(closed) == (unit == "C1")


def test_a_unit_hemmed_in_by_zones_of_control_is_told_so() -> None:
    """5.22 It stands in a zone, and so do all hexes around it: distance has nothing to do with it."""
    around = {
        "2007": "R1",
        "2010": "T1",
        "2206": "R2",
        "1806": "R3",
        "1808": "G1",
        "2208": "G2",
        "1809": "T2",
        "2209": "T3",
    }
    g = at({"2008": "B1", "2816": "B2", **around}, "movement", player=1)
    assert no(g, "pick B1") == "5.22"
    do(g, "pick B2")
    assert no(g, "go 1205") == "5.16"


def test_a_unit_that_could_leave_is_told_of_the_distance() -> None:
    """The same unit with a gap in the ring."""
    g = at({"2008": "B1", "2007": "R1", "1809": "T2"}, "movement", player=1)
    do(g, "pick B1")
    assert no(g, "go 3216") == "5.16"
