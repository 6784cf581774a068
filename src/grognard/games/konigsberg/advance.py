"""Advance after combat (10): into the vacated hex, mechanized units up to two hexes, HQs with their stack (12.1b)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places
from ...engine.telling import listed
from .battle import Battle
from .headquarters import enter, is_fixed
from .model import InHand, K, SideChoosesUnit, is_on_map, name_of
from .stacking import crowded, lone_hqs, stacks


def begin_advance(g: K, battle: Battle) -> None:
    """10.0, R37, R108 Ask, if somebody can advance."""
    ready = battle.standing(g, battle.units & g.game.combat)
    frame = Advance(battle.side, ready)
    if ready and frame.able(g):
        g.call(frame)


Moves = tuple[tuple[Piece, Place, Place], ...]
"""Who advanced from where to where."""


class Advance(SideChoosesUnit):
    """10.0, 10.2a, R108 The attacker advances participants one after another, as many as he likes."""

    ready: Pieces
    moves: Moves = ()
    idle: ClassVar[str] = "done"
    closing: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {"pick": "{} advances"}

    def ask(self, g: K) -> Ask:
        target = g.find(Battle).target
        prompt = f"Who advances into {g.game.place_title(target)}?"
        return Ask(prompt=prompt, rule="10.0/1", pieces=each(self.able(g)), places=(target,))

    def able(self, g: K) -> Pieces:
        """Units and HQs with somewhere to advance to."""
        battle = g.find(Battle)
        found = sum(1 << p for p in each(self.ready) if ends_of(g, battle, p))
        for hq, _ in battle.followers:
            if self.hq_ends(g, hq):
                found |= 1 << hq
        return Pieces(found)

    def hq_ends(self, g: K, hq: Piece) -> Places:
        """10.2a, 12.1b, R37 Where an HQ may follow: where a unit of its hex has gone, if no other HQ is there."""
        battle = g.find(Battle)
        home = dict(battle.followers)[hq]
        if not is_on_map(g, hq) or g.where[hq] != home or is_fixed(g, hq):
            return Places(0)
        ends = 0
        for _, origin, end in self.moves:
            if origin == home:
                ends |= 1 << end
        return Places(ends & ~crowded(g, hq))

    def eligible(self, g: K) -> tuple[Piece, ...]:
        """Those who can."""
        return each(self.able(g))

    def why_not(self, g: K, piece: Piece) -> Refusal:
        """Why a unit cannot advance."""
        name, battle = name_of(g, piece), g.find(Battle)
        if g.game.side_of[piece] == battle.defender:
            return Refusal("the defender does not advance", "10.0a")
        if piece in dict(battle.followers):
            if is_fixed(g, piece):
                return Refusal(f"{name} holds its position", "12.8/1")
            return Refusal("an HQ advances only with a unit of its hex", "10.2a")
        if not self.ready >> piece & 1:
            return Refusal(f"{name} did not attack here, or has advanced already", "10.0/1")
        if not g.game.map.enter[g.game.mech >> piece & 1].has(g.where[piece], battle.target):
            return Refusal(f"{name} cannot cross into the hex", "10.4")
        return Refusal(f"there is no room for {name}, or an HQ that it cannot overrun", "5.0")

    def label(self, g: K, action: Action) -> str:
        if action.verb == "done":
            return "End the advance" if self.moves else "Do not advance"
        return super().label(g, action)

    def on_pick(self, g: K, unit: Piece) -> None:
        """Where to?"""
        g.call(AdvanceTo(self.side, unit))

    @marked(Mark.CLOSES)
    def on_done(self, g: K) -> None:
        """That is all."""
        g.end()


def ends_of(g: K, battle: Battle, piece: Piece) -> Places:
    """10.0-10.4, R35, R36, R108 Where a participant's advance may end: the vacated hex, or any next to it."""
    game = g.game
    klass, target, here = game.mech >> piece & 1, battle.target, g.where[piece]
    steps = game.map.enter[klass]
    lone = lone_hqs(g, battle.defender)
    overruns = game.overruns >> piece & 1
    if not steps.has(here, target) or (lone >> target & 1 and not overruns):
        return Places(0)
    ends = 1 << target
    if klass and battle.retreated and not game.map.towns >> target & 1 and not game.map.minor_open.has(here, target):
        enemies = stacks(g, battle.defender)[0]
        second = steps.targets[target] & ~enemies
        ends |= second if overruns else second & ~lone
    # 5.0 In its own hex there is always room for it.
    return Places(ends & (~crowded(g, piece) | 1 << here))


class AdvanceTo(InHand):
    """10.0, 10.1 Where a unit's advance ends."""

    forced: ClassVar[bool] = True

    def ask(self, g: K) -> Ask:
        prompt = f"Where does the advance of {name_of(g, self.unit)} end?"
        return Ask(prompt=prompt, rule="10.1/1", pieces=(self.unit,))

    def places(self, g: K) -> Places:
        """Every hex in which it may end."""
        if g.game.hqs >> self.unit & 1:
            return g.find(Advance).hq_ends(g, self.unit)
        return ends_of(g, g.find(Battle), self.unit)

    def choices(self, g: K) -> list[Action]:
        """Each of them, or another unit first; a single one is taken."""
        found = self.options(g)
        return [*found, g.act("back")] if len(found) > 1 else found

    def why_not(self, g: K, target: Place) -> Refusal:
        """10.0, 10.1, 12.1b Why its advance does not end there."""
        battle, game = g.find(Battle), g.game
        if game.hqs >> self.unit & 1:
            return Refusal("an HQ goes where a unit of its hex has gone", "12.1b")
        if target >= game.board.size or not game.board.adjacent[battle.target] >> target & 1:
            return Refusal("the first hex of an advance is that of the defender", "10.0/2")
        if not game.mech >> self.unit & 1:
            return Refusal("only mechanized units advance two hexes", "10.2")
        if not battle.retreated:
            return Refusal("a second hex is open only if the defender retreated", "10.1/1")
        if game.map.towns >> battle.target & 1 or game.map.minor_open.has(g.where[self.unit], battle.target):
            return Refusal("the advance ends in a town or city, and behind a river without a bridge", "10.1a")
        if game.map.major_open.has(battle.target, target):
            return Refusal("no advance crosses a major river without a bridge", "10.4")
        return Refusal("the hex is held by the enemy, full, or cannot be entered", "10.1/1")

    def hint(self, g: K, action: Action) -> Hint | None:
        """12.1d Whom it overruns there."""
        if action.verb == "back":
            return None
        target: Place = action.args[0]
        enemy = g.find(Battle).defender
        if not lone_hqs(g, enemy) >> target & 1:
            return None
        names = listed(name_of(g, hq) for hq in each(g.here[target] & g.game.hqs))
        return Hint(text=f"overruns {names}", rule="12.1d")

    def on_go(self, g: K, target: Place) -> None:
        """Go there, through the vacated hex."""
        g.end()
        battle, advance = g.find(Battle), g.find(Advance)
        origin = g.where[self.unit]
        path = (target,) if target == battle.target or g.game.hqs >> self.unit & 1 else (battle.target, target)
        g.place(self.unit, target, how="advances", path=path, cause="advance", rule="10.0/1")
        enter(g, self.unit, path)
        advance.ready = Pieces(advance.ready & ~one(self.unit))
        advance.moves = (*advance.moves, (self.unit, origin, target))
