"""The activation of an HQ (1.3, 2.2): who is activated, the Movement Segment, the Combat Segment."""

from __future__ import annotations

from ...engine.bounds import Number
from ...engine.events import Began, Said
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, each
from ...engine.places import members
from ...engine.telling import counted
from .combat import Attacks
from .command import Activation, Independents, available, commandable, commanded, net
from .model import ATTACKED, MOVED, POOL_NAMES, K, SideDecides, formation_name
from .movement import Movement


class Activated(Activation):
    """1.3, 2.2, R100 One HQ acts: its units are fixed at once, then they move, then they fight."""

    def run(self, g: K) -> None:
        """The next segment."""
        self.stage += 1
        if self.stage == 1:
            self.freeze(g)
        elif self.stage == 2:
            g.call(Movement(self.side, extras=self.extras))
        elif self.stage == 3 and self.fights and self.units:
            g.call(Attacks(self.side))
        else:
            g.clear_flags(MOVED | ATTACKED)
            g.end()

    def freeze(self, g: K) -> None:
        """2.2e, R100 Who is in the net now is activated; independents are chosen before anything moves."""
        if self.hq is None:
            return
        g.emit(Began(title=f"{formation_name(g, self.hq)} acts", name="activation", level=2, rule="2.2"))
        self.units = commanded(g, self.hq)
        if available(g, self.hq):
            g.call(Independents(self.side, self.hq))


class NameHQ(SideDecides):
    """2.1c, 2.1d, 2.2c, RET.3 A Front or HGM chit, or a free movement: the player names the HQ."""

    pool: Number
    extras: Number = 0
    fights: bool = True
    may_decline: bool = False

    def ask(self, g: K) -> Ask:
        more = f" {counted(self.extras, 'independent unit')} from anywhere may move with it." if self.extras else ""
        acts = f"Which HQ of {POOL_NAMES[self.pool]} acts?{more}"
        prompt = acts if self.fights else "Free movement: which corps moves?"
        return Ask(prompt=prompt, rule=self.rule)

    @property
    def rule(self) -> str:
        """The rule that asks."""
        if not self.fights:
            return "RET.3"
        return "2.1d/1" if self.pool == 0 else "2.1c"

    def choices(self, g: K) -> list[Action]:
        """R12 Every HQ of the command on the map."""
        return [*g.acts("name", each(commandable(g, self.pool))), *([g.act("decline")] if self.may_decline else [])]

    def refusal(self, g: K, action: Action) -> Refusal | None:
        if action.verb == "decline":
            return None if self.may_decline else Refusal("an HQ has to be named", self.rule)
        if commandable(g, self.pool) >> action.args[0] & 1:
            return None
        return Refusal("name an HQ of this command that is on the map", self.rule)

    def hint(self, g: K, action: Action) -> Hint | None:
        """The net of the HQ."""
        if action.verb == "decline":
            return None
        hq = action.args[0]
        own = commanded(g, hq).bit_count()
        text = f"{own} of its own units and {available(g, hq).bit_count()} independents in range"
        return Hint(area=tuple(members(net(g, hq))), text=text, rule="2.2e-1/1")

    def label(self, g: K, action: Action) -> str:
        return "No free movement" if action.verb == "decline" else ""

    def on_name(self, g: K, hq: Piece) -> None:
        """Activate it."""
        g.become(Activated(self.side, hq, extras=self.extras, fights=self.fights))

    @marked(Mark.CLOSES)
    def on_decline(self, g: K) -> None:
        """Nobody moves."""
        g.emit(Said(text="No corps makes use of the free movement.", rule="RET.3"))
        g.end()
