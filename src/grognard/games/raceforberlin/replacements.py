"""Replacements and support points (3.2)."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.bounds import Low
from ...engine.events import Began, Said
from ...engine.flow import Action, Ask, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places
from ...engine.telling import counted
from .model import CAMPS, OOS, REDUCED, CampDecides, R, Work
from .zones import occupation, on_map, put

LABELS = {
    "end": "End replacements",
    "convert": "Take a support point instead",
    "repair": "Repair: full strength again",
    "rebuild": "Bring it back, reduced",
    "starve": "Put out of supply for a support point",
}


class Replacements(Work):
    """3.2 B.2 Zhukov, then Koniev."""

    camp: Low = 0

    def run(self, g: R) -> None:
        """The next player."""
        if self.camp > 1:
            g.end()
            return
        camp, self.camp = self.camp, self.camp + 1
        g.emit(Began(title=f"Replacements: {CAMPS[camp].title()}", name="replacements", rule="3.2"))
        g.call(Replacement(camp))


def add_support(g: R, camp: int, points: int) -> None:
    """3.2.2c Move a camp's support marker."""
    support = list(g.state.support)
    support[camp] += points
    text = f"{CAMPS[camp].title()} has {counted(support[camp], 'support point')}."
    g.set(support=(support[0], support[1]), text=text, rule="3.2.2c")


def supply_zones(g: R, camp: int) -> Places:
    """3.2.1c Where a destroyed unit can return."""
    here = occupation(g)
    return Places(g.game.map.soviet_supply[camp] & ~here.german & ~g.state.us & ~here.soviet_of[1 - camp])


class Replacement(CampDecides):
    """3.2.1, 3.2.2 One replacement point, then units put out of supply for support points (R64)."""

    spent: bool = False
    rebuilt: Pieces = Pieces(0)
    """The unit that has come back: supply was judged before it did (R14)."""

    def ask(self, g: R) -> Ask:
        points = g.state.support[self.camp]
        if self.spent:
            have = counted(points, "support point")
            prompt = f"You have {have}. A click on a unit puts it out of supply for another one, if you like."
            return Ask(prompt=prompt, rule="3.2.2b")
        return Ask(prompt="Use your replacement point: repair, rebuild, or take support.", rule="3.2.1a")

    def choices(self, g: R) -> Iterable[Action]:
        """Repairs, rebuilds, conversion, shortages, end."""
        game, mine = g.game, g.game.soviet_of[self.camp]
        found = [g.act("end")]
        units = on_map(g, mine)
        if not self.spent:
            found.append(g.act("convert"))
            found += g.acts("repair", [p for p in units if g.flags[p] & (REDUCED | OOS) == REDUCED])
            if supply_zones(g, self.camp):
                found += g.acts("rebuild", each(g.here.get(game.dead, 0) & mine))
        found += g.acts("starve", [p for p in units if not g.flags[p] & OOS and not self.rebuilt >> p & 1])
        return found

    def refusal(self, g: R, action: Action) -> Refusal | None:
        verb = action.verb
        if verb == "end":
            return None
        if verb != "starve" and self.spent:
            return Refusal("the replacement point has been used, or shortages have begun", "3.2.1a")
        if verb == "convert":
            return None
        return self._refuse_unit(g, verb, action.args[0])

    def _refuse_unit(self, g: R, verb: str, piece: Piece) -> Refusal | None:
        rule = {"repair": "3.2.1b", "rebuild": "3.2.1c", "starve": "3.2.2b"}[verb]
        if not g.game.soviet_of[self.camp] >> piece & 1:
            return Refusal("only Soviet units of your camp", rule)
        if verb == "rebuild":
            if g.where[piece] != g.game.dead:
                return Refusal("that unit is not destroyed", rule)
            return None if supply_zones(g, self.camp) else Refusal("no supply zone is open", rule)
        if g.where[piece] >= g.game.board.size:
            return Refusal("that unit is not on the map", rule)
        if g.flags[piece] & OOS:
            return Refusal("that unit is out of supply", rule)
        if self.rebuilt >> piece & 1:
            return Refusal("that unit has only just come back", rule)
        if verb == "repair" and not g.flags[piece] & REDUCED:
            return Refusal("that unit is not reduced", rule)
        return None

    def label(self, g: R, action: Action) -> str:
        lapses = "" if self.spent or action.verb != "starve" else "; the replacement point lapses"
        return f"{LABELS[action.verb]}{lapses}"

    def on_repair(self, g: R, unit: Piece) -> None:
        """3.2.1b Back to full strength."""
        self.spent = True
        g.clear_flag(unit, REDUCED, text="is at full strength again", rule="3.2.1b")

    def on_rebuild(self, g: R, unit: Piece) -> None:
        """3.2.1c Back to the map."""
        g.call(Rebuild(self.camp, unit))

    def on_convert(self, g: R) -> None:
        """3.2.2a A support point instead."""
        self.spent = True
        add_support(g, self.camp, 1)

    @marked(Mark.COSTLY)
    def on_starve(self, g: R, unit: Piece) -> None:
        """3.2.2b, R64 Out of supply for a support point; a replacement point not used before lapses."""
        self._lapse(g)
        g.set_flag(unit, OOS, text="is put out of supply", rule="3.2.2b")
        add_support(g, self.camp, 1)

    def on_end(self, g: R) -> None:
        """3.2.3 What is not used is lost."""
        self._lapse(g)
        g.end()

    def _lapse(self, g: R) -> None:
        if not self.spent:
            g.emit(Said(text=f"{CAMPS[self.camp].title()}'s replacement point lapses.", rule="3.2.3"))
        self.spent = True


class Rebuild(CampDecides):
    """3.2.1c Where a destroyed unit returns, reduced."""

    unit: Piece

    def ask(self, g: R) -> Ask:
        return Ask(prompt="Choose a supply zone of your camp.", rule="3.2.1c", pieces=(self.unit,))

    def choices(self, g: R) -> Iterable[Action]:
        """Every supply zone of the camp, or something else instead."""
        return [*g.acts_at("arrive", supply_zones(g, self.camp)), g.act("back")]

    def label(self, g: R, action: Action) -> str:
        return "Something else" if action.verb == "back" else ""

    def refusal(self, g: R, action: Action) -> Refusal | None:
        if action.verb == "back" or supply_zones(g, self.camp) >> action.args[0] & 1:
            return None
        return Refusal("a rebuilt unit returns in a supply zone of its own camp", "3.2.1c")

    def on_arrive(self, g: R, zone: Place) -> None:
        """Place it."""
        g.end()
        point = g.find(Replacement)
        point.spent, point.rebuilt = True, one(self.unit)
        put(g, self.unit, zone, how="returns", cause="arrival", rule="3.2.1c")
        g.set_flag(self.unit, REDUCED, rule="3.2.1c")

    @marked(Mark.TAKES_BACK)
    def on_back(self, g: R) -> None:
        """The point has not been used."""
        g.end()
