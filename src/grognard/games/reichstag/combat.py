"""The combat phase (12.0): its opening (12.13, 16.8, 16.10, 22.5), the declaration of attacks, its end."""

from __future__ import annotations

from ...engine.bounds import Few
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, bit, members
from .duties import (
    Duties,
    attackable,
    completed,
    contact,
    duties_at_opening,
    is_possible,
    must_attack,
    must_be_attacked,
    refuse_attack,
    refuse_attacker,
    refuse_end,
    refuse_plan,
    refuse_target,
)
from .hidden import MayReveal, reveal_garrison, reveal_in_contact
from .model import (
    ATTACKED,
    DEFENDED,
    GERMAN,
    SHIFTED,
    Decide,
    R,
    Work,
    is_soviet_turn,
    kill,
    name_of,
    phasing_seat,
)
from .odds import Attack, calculate, hexes_of, in_words, must_assault, places_in_words
from .relief import call_jet, remove_jets
from .resolution import begin_battle
from .results import Crt
from .zones import enemy_zone


class CombatPhase(Work):
    """12.1, R52 The combat phase of the phasing side: the opening, then one attack after another until it is closed."""

    duties: Duties = Duties()
    stage: Few = 0
    closed: bool = False

    def run(self, g: R) -> None:
        """Open the phase in its fixed order, then ask for attacks as long as there is anyone to attack."""
        if self.stage == 0:
            self.stage = 1
            open_phase(g)
            if not is_soviet_turn(g):
                call_jet(g)
        elif self.stage == 1:
            self.stage = 2
            self.duties = duties_at_opening(g)
        elif self.closed or not contact(g).targets:
            remove_jets(g)
            g.end()
        else:
            g.call(DeclareAttack())


# -- opening -------------------------------------------------------------------------------------


def open_phase(g: R) -> None:
    """12.13, 16.8c, 16.10a, R52, R78 A new phase: nobody has attacked; reveals first, then units without strength."""
    g.clear_flags(ATTACKED | DEFENDED | SHIFTED)
    reveal_in_contact(g)
    if is_soviet_turn(g):
        reveal_garrison(g)
    remove_zeros(g)


def remove_zeros(g: R) -> None:
    """12.13a, R16 Units of strength 0 in an enemy zone of control are eliminated; strategic markers are not."""
    zone = enemy_zone(g, GERMAN)
    for piece in each(g.game.zeros & ~g.game.strategic):
        place = g.where[piece]
        if place < g.game.board.size and zone >> place & 1:
            kill(g, piece, rule="12.13a", how="has no strength and is eliminated")


# -- declarations --------------------------------------------------------------------------------


class DeclareAttack(MayReveal):
    """12.2.1, 12.4 The attacker names a hex to attack, or ends the phase when all duties are done."""

    def seat(self, g: R) -> Seat:
        """12.1 The phasing player."""
        return phasing_seat(g)

    def ask(self, g: R) -> Ask:
        """The question, with everyone who has a duty left."""
        duties = g.find(CombatPhase).duties
        attackers, targets = must_attack(g, duties), must_be_attacked(g, duties)
        units = [p for place in members(attackers) for p in each(contact(g).units[place])]
        owed = []
        if units:
            names = in_words([name_of(g, p) for p in units]) if len(units) < 3 else f"{len(units)} units"
            owed.append(f"{names} must attack")
        if targets:
            owed.append(f"{places_in_words(g, targets, 5)} must be attacked")
        todo = "; ".join(owed)
        prompt = f"Choose a hex to attack: {todo}." if todo else "Choose a hex to attack, or end the phase."
        return Ask(prompt=prompt, rule="12.4b", pieces=tuple(units), places=tuple(members(targets)))

    def choices(self, g: R) -> list[Action]:
        """Hexes that some legal attack can be made on, and the end of the phase when it may end."""
        duties = g.find(CombatPhase).duties
        found = g.acts_at("attack", attackable(g, duties))
        if refuse_end(g, duties) is None:
            found.append(g.act("end"))
        return found + self.reveals(g)

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why a hex cannot be attacked or the phase not be ended."""
        duties = g.find(CombatPhase).duties
        if action.verb == "reveal":
            return self.refuse_reveal(g, action.args[0])
        if action.verb == "end":
            return refuse_end(g, duties)
        target: Place = action.args[0]
        return refuse_target(g, target) or refuse_plan(g, duties, 0, bit(target))

    def label(self, g: R, action: Action) -> str:
        if action.verb == "attack":
            return f"Attack {g.game.place_title(action.args[0])}"
        return "End the combat phase" if action.verb == "end" else ""

    def on_attack(self, g: R, target: Place) -> None:
        """Plan the attack; units that it would strand are part of it from the start, and so is an only attacker."""
        duties = g.find(CombatPhase).duties
        plan = completed(g, duties, 0, bit(target))
        able = [p for p in members(contact(g).sources[target]) if is_possible(g, duties, bit(p), plan.targets)]
        if not plan.attackers and len(able) == 1:
            plan = completed(g, duties, bit(able[0]), plan.targets)
        g.become(PlanAttack(plan.targets, all_capable(g, plan.attackers)))

    def on_end(self, g: R) -> None:
        """12.4b All duties are done, and the attacker wants no more."""
        g.find(CombatPhase).closed = True
        g.end()


def all_capable(g: R, places: int) -> Pieces:
    """12.10 All units in these hexes that can attack."""
    mask = 0
    for place in members(places):
        mask |= contact(g).units[place]
    return Pieces(mask)


class PlanAttack(Decide):
    """12.2.1, 12.4, 12.5, 12.10 Who takes part in an attack, on which hexes, and on which table it is resolved.

    Units that must attack bring all others of their hex that can. Units that would be left without an enemy, and
    whatever enemy without an attacker, joins by itself.
    """

    targets: Places
    units: Pieces = Pieces(0)

    @property
    def attack(self) -> Attack:
        """The attack as planned so far."""
        return Attack(self.units, self.targets)

    def bases(self, g: R) -> Places:
        """The hexes that take part."""
        return hexes_of(g, self.units)

    def ask(self, g: R) -> Ask:
        """The question, with the odds as they stand."""
        where = places_in_words(g, self.targets)
        missing = self.refuse_so(g) if self.units else None
        prompt = f"Not yet: {missing.text}." if missing else f"Who attacks {where}?"
        return Ask(
            prompt=prompt,
            rule=missing.rule if missing else "12.5b",
            pieces=each(self.units),
            places=tuple(members(self.targets)),
            panel=calculate(g, self.attack),
        )

    def duties(self, g: R) -> Duties:
        """The duties of the phase."""
        return g.find(CombatPhase).duties

    def bound(self, g: R, piece: int) -> bool:
        """12.10, R47 Whether a unit's hex must attack, so that all its units attack together."""
        return bool(self.duties(g).attack >> g.where[piece] & 1)

    def joining(self, g: R) -> Pieces:
        """12.4b, 12.5b The units that may join such that a legal attack can come of it."""
        bases, units, duties = self.bases(g), contact(g).units, self.duties(g)
        mask = 0
        for place in members(contact(g).common_sources(self.targets)):
            if bases >> place & 1 or is_possible(g, duties, bases | 1 << place, self.targets):
                mask |= units[place]
        return Pieces(mask & ~self.units)

    def adding(self, g: R) -> Places:
        """12.4c, 12.5b The further hexes that may be attacked at the same time."""
        bases, duties, now = self.bases(g), self.duties(g), contact(g)
        if bases:
            near = now.common_targets(bases)
        else:
            near = Places(0)
            for place in members(now.common_sources(self.targets)):
                near = Places(near | now.targets[place])
        found = 0
        for place in members(near & ~self.targets):
            if is_possible(g, duties, bases, self.targets | 1 << place):
                found |= 1 << place
        return Places(found)

    def everyone(self, g: R) -> Pieces:
        """All who can take part together without a further hex being attacked."""
        bases, duties = int(self.bases(g)), self.duties(g)
        for place in members(contact(g).common_sources(self.targets) & ~bases):
            plan = completed(g, duties, bases | 1 << place, self.targets)
            if plan.stranded is None and plan.targets == self.targets:
                bases = plan.attackers
        return all_capable(g, bases)

    def refuse_so(self, g: R) -> Refusal | None:
        """R47 Why the attack cannot be made as it stands."""
        return refuse_attack(g, self.duties(g), self.bases(g), self.targets)

    def refuse_table(self, g: R, crt: str) -> Refusal | None:
        """12.21 Why the attack cannot be resolved on a table."""
        if crt == "mobile" and must_assault(g, self.targets):
            return Refusal("Soviet attacks on objective, urban and S-Bahn hexes are assaults", "12.21")
        return self.refuse_so(g)

    def choices(self, g: R) -> list[Action]:
        """Units and hexes to add or take away, the two tables, and to let it be."""
        found = g.acts("join", each(self.joining(g)))
        found += g.acts_at("add", self.adding(g))
        if self.everyone(g) & ~self.units:
            found.append(g.act("all"))
        if self.refuse_so(g) is None:
            if not must_assault(g, self.targets):
                found.append(g.act("mobile"))
            found.append(g.act("assault"))
        found += g.acts("leave", each(self.units))
        if self.targets.bit_count() > 1:
            found += g.acts_at("drop", self.targets)
        found.append(g.act("cancel"))
        return found

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why a unit or hex cannot be part of the attack, or the attack not be made so."""
        verb = action.verb
        if verb == "cancel":
            return None
        if verb in ("mobile", "assault"):
            return self.refuse_table(g, verb)
        if verb == "all":
            return self._refuse_all(g)
        if verb == "join":
            return self._refuse_join(g, action.args[0])
        if verb == "leave":
            return self._refuse_leave(g, action.args[0])
        return self._refuse_add(g, action.args[0]) if verb == "add" else self._refuse_drop(g, action.args[0])

    def _refuse_all(self, g: R) -> Refusal | None:
        """12.4b, 12.5b Why nobody comes along at once."""
        if self.everyone(g) & ~self.units:
            return None
        if self.joining(g):
            return Refusal("every other unit that joins brings a further hex into the attack", "12.4b")
        return Refusal("nobody else can join", "12.5b")

    def _refuse_join(self, g: R, piece: Piece) -> Refusal | None:
        """12.3, 12.5b, 12.12 Why a unit cannot join."""
        if self.units >> piece & 1:
            return Refusal(f"{name_of(g, piece)} is in the attack already", "12.9")
        if self.joining(g) >> piece & 1:
            return None
        refusal = refuse_attacker(g, piece)
        if refusal is not None:
            return refusal
        return refuse_plan(g, self.duties(g), self.bases(g) | 1 << g.where[piece], self.targets)

    def _refuse_leave(self, g: R, piece: Piece) -> Refusal | None:
        joined = self.units >> piece & 1
        return None if joined else Refusal("that unit is not in the attack", "12.2.1")

    def _refuse_add(self, g: R, target: Place) -> Refusal | None:
        """12.3, 12.5b Why a hex cannot be attacked as well."""
        if target < g.game.board.size and self.targets >> target & 1:
            return Refusal("that hex is attacked already", "12.11")
        refusal = refuse_target(g, target)
        return refusal or refuse_plan(g, self.duties(g), self.bases(g), self.targets | 1 << target)

    def _refuse_drop(self, g: R, target: Place) -> Refusal | None:
        if not self.targets >> target & 1:
            return Refusal("that hex is not attacked", "12.2.1")
        only = self.targets.bit_count() == 1
        return Refusal("an attack needs a target; call it off instead", "12.2.1") if only else None

    def label(self, g: R, action: Action) -> str:
        plain = {
            "all": "All join",
            "mobile": "Attack on the Mobile table",
            "assault": "Attack on the Assault table",
            "cancel": "Do not attack now",
        }
        if action.verb in plain:
            return plain[action.verb]
        if action.verb in ("join", "leave"):
            name = name_of(g, action.args[0])
            return f"{name} attacks" if action.verb == "join" else f"Leave {name} out"
        where = g.game.place_title(action.args[0])
        return f"Attack {where} as well" if action.verb == "add" else f"Leave {where} out"

    def hint(self, g: R, action: Action) -> Hint | None:
        """The chances on the table in question."""
        if action.verb == "mobile":
            return Hint(panel=calculate(g, self.attack, "mobile"), rule="12.21")
        if action.verb == "assault":
            return Hint(panel=calculate(g, self.attack, "assault"), rule="12.21")
        return None

    def on_join(self, g: R, unit: Piece) -> None:
        """A unit joins, with its hex if that must attack, and with the units that would be stranded."""
        before = self.bases(g)
        plan = completed(g, self.duties(g), before | 1 << g.where[unit], self.targets)
        forced = all_capable(g, plan.attackers & ~before & ~bit(g.where[unit]))
        mine = contact(g).units[g.where[unit]] if self.bound(g, unit) else one(unit)
        self.units, self.targets = Pieces(self.units | mine | forced), plan.targets

    def on_add(self, g: R, target: Place) -> None:
        """A further hex is attacked, and units that would be stranded take part."""
        before = self.bases(g)
        plan = completed(g, self.duties(g), before, self.targets | 1 << target)
        self.units = Pieces(self.units | all_capable(g, plan.attackers & ~before))
        self.targets = plan.targets

    def on_all(self, g: R) -> None:
        """Everyone who can joins."""
        self.units = Pieces(self.units | self.everyone(g))

    @marked(Mark.TAKES_BACK)
    def on_leave(self, g: R, unit: Piece) -> None:
        """A unit stays out after all, and its hex with it if that must attack."""
        gone = contact(g).units[g.where[unit]] if self.bound(g, unit) else one(unit)
        self.units = Pieces(self.units & ~gone)

    @marked(Mark.TAKES_BACK)
    def on_drop(self, g: R, target: Place) -> None:
        """A hex is not attacked after all."""
        self.targets = Places(self.targets & ~bit(target))

    @marked(Mark.TAKES_BACK)
    def on_cancel(self, g: R) -> None:
        """No such attack now."""
        g.end()

    @marked(Mark.RIVAL, Mark.CLOSES)
    def on_mobile(self, g: R) -> None:
        """12.21, 27.1 Attack on the Mobile table."""
        self.fight(g, "mobile")

    @marked(Mark.RIVAL, Mark.CLOSES)
    def on_assault(self, g: R) -> None:
        """12.21, 27.2 Attack on the Assault table."""
        self.fight(g, "assault")

    def fight(self, g: R, crt: Crt) -> None:
        """12.2.1 The attack is declared."""
        g.become(begin_battle(self.attack, crt))
