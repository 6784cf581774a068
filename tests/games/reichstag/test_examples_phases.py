"""Worked examples outside movement and combat, in the words of their positions."""

from __future__ import annotations

from tests.games.reichstag.helpers import at, blank
from tests.games.reichstag.phases import FOUR, ONE, THREE, TWO, game, hidden_from, on, real
from tests.support import flagged, play, refused, rule, targets, where

from grognard.engine.places import gather, members
from grognard.games.reichstag import stavka
from grognard.games.reichstag.fatigue import weariness
from grognard.games.reichstag.model import BF, UF
from grognard.games.reichstag.victory import points


@rule("9.3b", "16.2", "5.7")
def test_w30_german_allowance() -> None:
    """Die 2, one face-up and one face-down post in the sector, one face-up in the Reichstag: 3 points."""
    pieces = {(3, 0): "GS-CP-Ost", (4, 0): "GS-CP-West/face-down", (8, -8): "GS-CP-Zitad", (0, 0): "G-AX"}
    board = blank(reichstag=(8, -8))
    g = play(on(board, "movement", pieces, player=TWO), "roll 2")
    assert g.state.points == 3


@rule("20.2")
def test_w32_fatigue() -> None:
    """Three corps, a division and five brigades count four; after a corps has come back, three."""
    dead = "1BF-1MC 1BF-9GTC 1BF-12GTC 1BF-35GRD 1BF-6GTB 1BF-7GTB 1BF-8GTB 1BF-64GTB 1BF-1GTA-MB"
    for total in range(2, 13):
        g = real("fatigue", {"dead-1bf": dead})
        assert weariness(g, BF) == 4
        play(g, f"roll {total}")
        assert g.state.fatigued[BF] == (total in (2, 3))
    g = real("reinforcement", {"dead-1bf": dead})
    play(g, "replace 1BF-1MC, put 3001")
    assert weariness(g, BF) == 3


@rule("6.3", "20.3")
def test_w33_purse() -> None:
    """58 and 39 are spent: three are left."""
    markers = "M-1BF-ART-1 M-1BF-ART-2 M-1BF-ART-3 M-1BF-ART-4 M-1BF-AIR-1"
    fresh = real("barrage", {"guns-1bf": markers}, spent=(58, 39))
    assert targets(fresh, "place") == set(markers.split())
    for n in (1, 2, 3):
        play(fresh, f"place M-1BF-ART-{n}, put 3508")
    assert fresh.state.spent == (61, 39)
    assert fresh.frame.title == "PlaceBarrage"
    assert refused(fresh, "place M-1BF-ART-4") == "6.3"
    units = real("reinforcement", {"dead-1bf": "1BF-35GRD 1BF-9GTC"}, spent=(58, 39))
    assert targets(units, "replace") == {"1BF-35GRD"}
    assert refused(units, "replace 1BF-9GTC") == "6.3"
    tired = real("barrage", {"guns-1bf": markers}, spent=(58, 39), fatigued=(True, False))
    assert targets(tired, "place") == {f"M-1BF-ART-{n}" for n in (1, 2, 3, 4)}
    play(tired, "place M-1BF-ART-1, put 3508")
    assert not targets(tired, "place")
    assert stavka.forced_march(tired, BF) == 2


@rule("21.4", "27.4")
def test_w34_points() -> None:
    """28 April, 1BF in the Reichstag: 15 to 15, and 1UF wins the tie."""
    mobile = [u.id for u in game.roster.units if u.side == "german" and u.klass == "mobile"]
    place = game.board.place
    held = (
        gather(map(place, ["3412", "3508", "3910", "3711", "3311"])),
        gather(map(place, ["0527", "3413", "3013", "3116"])),
    )
    pieces = {
        "3412": "1BF-150RD",
        "dead-1bf": " ".join(mobile[:11]),
        "dead-1uf": " ".join(mobile[11:20]),
        "captured-1uf": "GS-SM-CW",
    }
    g = real("removal", pieces, turn=6, player=FOUR, held=held, spent=(46, 29))
    assert (points(g, BF), points(g, UF)) == (15, 15)
    assert g.outcome is not None
    assert g.outcome.winner == UF


@rule("2.3E", "7.1a", "7.1b", "7.1d", "10.2")
def test_w35_reinforcements_blocked() -> None:
    """Every yellow star holds a division or corps: a division waits, a brigade must be placed on a star."""
    stars = sorted(game.board.names[p] for p in members(game.map.stars[UF, "south"]))
    large = [u.id for u in game.roster.units if u.side == "1uf" and u.is_large and u.id != "1UF-20RD"]
    pieces = dict(zip(stars, large, strict=False))
    g = real("reinforcement", {**pieces, "due-1uf": "1UF-20RD 1UF-22EB"}, turn=2, player=THREE)
    assert targets(g, "pick") == {"1UF-22EB"}
    assert refused(g, "pick 1UF-20RD") == "7.1d"
    assert refused(g, "done") == "7.1a"
    play(g, "pick 1UF-22EB")
    assert targets(g, "put") == set(stars)
    play(g, f"put {stars[0]}")
    assert g.frame.title != "Reinforce", "the phase is over; the division waits"
    bf = real("reinforcement", {"due-1bf": "1BF-23GRD"}, turn=2)
    play(bf, "pick 1BF-23GRD")
    north = {game.board.names[p] for p in members(game.map.edge["north"] & game.map.land[BF])}
    assert targets(bf, "put") == north


@rule("7.3c", "21.2c")
def test_w36_pick_into_a_lost_objective() -> None:
    board = blank({(1, 0): "clear objective vp-5"})
    mask = 1 << board.board.place(at(1, 0))
    pieces = {(0, 0): "G-FLJ1", (2, 0): "1BF-35GRD"}
    g = on(board, "reinforcement", pieces, boxes={"pool": "GS-MO"}, player=TWO, held=(mask, 0))
    play(g, f"roll 2, draw GS-MO, put {at(1, 0)}")
    assert g.state.held == (0, 0)
    assert flagged(g, "GS-MO", "face-down")
    plain = on(blank(), "reinforcement", pieces, boxes={"pool": "GS-MO"}, player=TWO)
    play(plain, "roll 2, draw GS-MO")
    assert refused(plain, f"put {at(1, 0)}") == "7.3c"


@rule("16.3b", "16.7", "16.5b")
def test_w37_depot_airfield_sniper() -> None:
    pieces = {(0, 0): "GS-SD-1 G-AX G-HJR", (2, 0): "1BF-35GRD"}
    g = on(blank(), "reinforcement", pieces, boxes={"dead-1bf": "G-GD"}, player=TWO)
    play(g, "use GS-SD-1, pick G-GD")
    assert refused(g, f"put {at(0, 0)}") == "10.3"
    assert at(1, 0) in targets(g, "put"), "in a Soviet zone"
    field = {(0, 0): "GS-EA-1 G-AX G-HJR", (2, 0): "1BF-35GRD"}
    g = on(blank(), "reinforcement", field, boxes={"dead-1bf": "GS-MO GS-VS-1"}, player=TWO)
    play(g, "use GS-EA-1, pick GS-MO")
    assert refused(g, f"put {at(1, 0)}") == "16.3b"
    assert at(-1, 0) in targets(g, "put")
    sniper = {(0, 0): "GS-VS-1", (4, 1): "1BF-35GRD"}
    g = on(blank(), "reinforcement", sniper, boxes={"held-1uf": "GS-SN-1"}, player=TWO)
    play(g, f"pick GS-SN-1, put {at(4, 0)}")
    assert where(g, "GS-SN-1") == at(4, 0)
    alone = on(blank(), "reinforcement", {(0, 0): "GS-SN-2"}, boxes={"held-1uf": "GS-SN-1"}, player=TWO)
    assert not targets(alone, "pick")


@rule("17.3a", "17.3b", "17.3c", "17.3N")
def test_w38_reconnaissance() -> None:
    pieces = {(0, 0): "1BF-1GTA-RR", (0, -2): "G-FLJ1 GS-VS-1/face-down GS-MO/face-down"}
    g = on(blank(), "start", pieces, player=ONE, turn=1)
    play(g, f"scout 1BF-1GTA-RR, look {at(0, -2)}")
    assert hidden_from(g, None) == set()
    play(g, "done")
    assert "1BF-1GTA-RR" not in targets(g, "pick")
    board = blank(reichstag=(0, -2))
    inside = {(0, 0): "1BF-1GTA-RR", (0, -2): "GS-VS-1/face-down GS-MO/face-down GS-FG/face-down"}
    g = on(board, "start", inside, player=ONE)
    play(g, f"scout 1BF-1GTA-RR, look {at(0, -2)}")
    assert hidden_from(g, 0) == set()
    assert len(hidden_from(g, 1)) == 3
    assert flagged(g, "GS-MO", "face-down")
