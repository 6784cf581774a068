"""No Retreat! orders (NR)."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.events import Said
from ...engine.flow import Action, Ask, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.telling import fitting, slots
from .battle import Battle, automatic_orders
from .model import Decide, M
from .odds import calculate


class NoRetreat(Decide):
    """NR.1 Before the die the defender may forbid any of his units to retreat."""

    def seat(self, g: M) -> Seat:
        """The defenders' player."""
        free = self.free(g)
        return g.game.owner(g, each(free)[0])

    def free(self, g: M) -> Pieces:
        """Defenders that are not under orders by themselves."""
        battle = g.find(Battle)
        return Pieces(battle.defenders & ~automatic_orders(g, battle.defenders, battle.attack.target))

    def ask(self, g: M) -> Ask:
        """The question, with the odds."""
        battle = g.find(Battle)
        where = g.game.place_title(battle.attack.target)
        return Ask(
            prompt=f"{where} is attacked: give No Retreat orders, or let the battle begin.",
            rule="NR.1",
            pieces=tuple(each(battle.held)),
            places=(battle.attack.target,),
            panel=calculate(g, battle.attack, frozen=True),
        )

    def choices(self, g: M) -> Iterator[Action]:
        """Units to hold, units to release, and the battle."""
        held = g.find(Battle).held
        for piece in each(self.free(g)):
            yield g.act("release" if held >> piece & 1 else "hold", piece)
        yield g.act("fight")

    def refusal(self, g: M, action: Action) -> Refusal | None:
        """Why an order cannot be given."""
        if action.verb == "fight":
            return None
        piece: Piece = action.args[0]
        battle = g.find(Battle)
        if not battle.defenders >> piece & 1:
            return Refusal(f"{g.game.roster[piece].name} is not under attack here", "NR.1")
        if not self.free(g) >> piece & 1:
            return Refusal(f"{g.game.roster[piece].name} is always under No Retreat orders", "NR.2")
        if (action.verb == "release") != bool(battle.held >> piece & 1):
            return Refusal("that order stands already", "NR.1")
        return None

    def label(self, g: M, action: Action) -> str:
        if action.verb == "fight":
            return "Let the battle begin"
        name = g.game.roster[action.args[0]].name
        return f"{name}: no retreat!" if action.verb == "hold" else f"{name} may retreat"

    def on_hold(self, g: M, unit: Piece) -> None:
        """A unit may not retreat."""
        battle = g.find(Battle)
        battle.held = Pieces(battle.held | one(unit))

    @marked(Mark.TAKES_BACK)
    def on_release(self, g: M, unit: Piece) -> None:
        """Take the order back."""
        battle = g.find(Battle)
        battle.held = Pieces(battle.held & ~one(unit))

    def on_fight(self, g: M) -> None:
        """On to the die; the log lists the orders given."""
        given = each(g.find(Battle).held & self.free(g))
        if given:
            text = f"{slots('p', len(given))} {fitting(len(given), 'has', 'have')} No Retreat orders."
            g.emit(Said(text=text, pieces=tuple(given), rule="NR.1"))
        g.end()
