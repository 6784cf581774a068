"""Who must attack and who must be attacked (11.6, 12.1, 12.3-12.5, 12.10-12.13).

Contact between the two sides is a graph: hexes that can attack, hexes that can be attacked, and an edge between
neighbours. A declared attack is a set of attacking hexes and a set of target hexes with an edge from each to each. It
is legal if it leaves nobody stranded who still has a duty: a hex that must attack needs an edge to some other target, a
hex that must be attacked an edge from some other attacker. As long as that holds, all duties left can be met (what is
left can always be split into attacks of one hex on several or of several on one), so the test is exact.

Units that an attack would strand have to be part of it. Adding their hexes, and the units stranded in turn, either
completes an attack or shows that none of this kind is legal: that is how the lists of choices look ahead.
"""

from __future__ import annotations

import msgspec

from ...engine.control import occupied
from ...engine.derived import derived
from ...engine.flow import Refusal
from ...engine.pieces import Pieces, each
from ...engine.places import Place, Places, bit, gather, members
from .model import ATTACKED, DEFENDED, FRONTS, GERMAN, R, front, germans_in, name_of, phasing_side
from .zones import enemies, reichstag_open_to, soviet_zone, territory


class Contact:
    """R47 Which hex can attack which at this moment."""

    __slots__ = ("sources", "targets", "units")

    def __init__(self, units: dict[Place, Pieces], targets: dict[Place, Places]) -> None:
        self.units = units
        """The capable units of every hex that has some, in contact or not."""
        self.targets = targets
        """The hexes that each of them can attack; only hexes in contact are listed."""
        self.sources: dict[Place, Places] = {}
        """The hexes from which each target can be attacked."""
        for source, mask in targets.items():
            for target in members(mask):
                self.sources[target] = Places(self.sources.get(target, 0) | 1 << source)

    def meets(self, attackers: int, targets: int) -> bool:
        """12.5b Whether each of these hexes can attack each of those."""
        known = self.targets
        return all(place in known and not targets & ~known[place] for place in members(attackers))

    def common_targets(self, attackers: int) -> Places:
        """The targets that all these hexes can attack."""
        found = -1
        for place in members(attackers):
            found &= self.targets.get(place, 0)
        return Places(found) if attackers else gather(self.sources)

    def common_sources(self, targets: int) -> Places:
        """The hexes that can attack all these targets."""
        found = -1
        for place in members(targets):
            found &= self.sources.get(place, 0)
        return Places(found) if targets else gather(self.targets)


@derived
def capable(g: R) -> Pieces:
    """12.3, 12.12, 12.13, 5.6, R47 The phasing side's units that may still attack in this phase."""
    side = phasing_side(g)
    if side == GERMAN:
        mine = germans_in(g, front(g)) & g.game.attackers
    else:
        mine = g.game.roster.of_side[side] & g.game.attackers
    found, where, flags, size = 0, g.where, g.flags, g.game.board.size
    for piece in each(mine):
        if where[piece] < size and not flags[piece] & ATTACKED:
            found |= 1 << piece
    return Pieces(found)


def may_be_attacked(g: R) -> Places:
    """5.2, 5.5, 5.6 The hexes with enemies of the phasing side that it may attack at all, near or far."""
    sector = front(g)
    if phasing_side(g) == GERMAN:
        return Places(occupied(g, sector) & g.game.map.land[sector])
    return Places(occupied(g, GERMAN) & territory(g, sector))


def unattacked(g: R, place: int) -> bool:
    """12.3, R50 Whether a hex holds an enemy that has not been attacked in this phase."""
    return any(not g.flags[piece] & DEFENDED for piece in each(defenders_in(g, place)))


def defenders_in(g: R, place: int) -> Pieces:
    """12.11 All enemies of the phasing side in a hex: they defend together."""
    roster = g.game.roster
    enemies = roster.of_side[front(g)] if phasing_side(g) == GERMAN else roster.of_side[GERMAN]
    return Pieces(g.here.get(Place(place), 0) & enemies)


@derived
def contact(g: R) -> Contact:
    """R47 The present contact."""
    units: dict[Place, Pieces] = {}
    for piece in each(capable(g)):
        place = g.where[piece]
        units[place] = Pieces(units.get(place, 0) | 1 << piece)
    steps = g.game.map.open
    near = steps.spread(gather(units)) & may_be_attacked(g)
    enemy = gather(place for place in members(near) if unattacked(g, place))
    found = {place: Places(steps.targets[place] & enemy) for place in units}
    return Contact(units, {place: targets for place, targets in found.items() if targets})


# -- duties --------------------------------------------------------------------------------------


class Duties(msgspec.Struct, frozen=True):
    """R47, R51 The hexes that must attack and those that must be attacked, as fixed when the phase opened."""

    attack: Places = Places(0)
    be_attacked: Places = Places(0)


def duties_at_opening(g: R) -> Duties:
    """11.6, 12.1, 12.4, R14, R47, R48 Who begins the phase in an enemy zone, and whom the own zones cover.

    In a German phase only those Soviets must be attacked in whose zones Germans stand that can attack: Germans in
    objective hexes are in nobody's zone. No zone leads into or, for Germans, out of the Reichstag, so nobody has to
    attack it.
    """
    now = contact(g)
    sector = front(g)
    soviet, german = soviet_zone(g, sector), g.game.map.german_zone
    attack = be_attacked = 0
    if phasing_side(g) == GERMAN:
        for place, targets in now.targets.items():
            pinned_by = soviet.from_where[place] & targets
            be_attacked |= pinned_by
            attack |= bit(place) if pinned_by else 0
        return Duties(Places(attack), Places(be_attacked))
    for place, targets in now.targets.items():
        pinned_by = german.from_where[place] & targets
        be_attacked |= pinned_by | soviet.exerts.targets[place] & targets
        attack |= bit(place) if pinned_by else 0
    return Duties(Places(attack), Places(be_attacked))


def must_attack(g: R, duties: Duties) -> Places:
    """12.4b The hexes that still have to attack."""
    return gather(place for place in contact(g).targets if duties.attack >> place & 1)


def must_be_attacked(g: R, duties: Duties) -> Places:
    """12.4b The hexes that still have to be attacked."""
    return gather(place for place in contact(g).sources if duties.be_attacked >> place & 1)


def refuse_end(g: R, duties: Duties) -> Refusal | None:
    """12.1, 12.4b Why the phase may not end: a duty that can be met is left."""
    attackers, targets = must_attack(g, duties), must_be_attacked(g, duties)
    if attackers:
        return Refusal(f"{_first_unit(g, attackers)} must still attack", "12.1")
    if targets:
        return Refusal(f"{g.game.place_title(members(targets)[0])} must still be attacked", "12.4b")
    return None


def _first_unit(g: R, places: int) -> str:
    """A unit that can attack from the first of these hexes, and where it stands."""
    place = members(places)[0]
    return f"{name_of(g, each(contact(g).units[place])[0])} in {g.game.place_title(place)}"


# -- looking ahead -------------------------------------------------------------------------------


class Plan(msgspec.Struct, frozen=True):
    """The hexes of an attack; `stranded` is the hex that makes it impossible, None where it is legal."""

    attackers: Places
    targets: Places
    stranded: Place | None = None


@derived
def completed(g: R, duties: Duties, attackers: int, targets: int) -> Plan:
    """R47 The smallest legal attack with these hexes, or the hex for which there is none.

    Units that would be stranded must take part; every larger attack strands at least the same hexes.
    """
    return _completed(contact(g), duties, attackers, targets)


def _completed(now: Contact, duties: Duties, attackers: int, targets: int) -> Plan:
    while True:
        stray = stranded_attacker(now, duties, attackers, targets)
        if stray is not None:
            if targets & ~now.targets[stray]:
                return Plan(Places(attackers), Places(targets), stray)
            attackers |= 1 << stray
            continue
        stray = stranded_target(now, duties, attackers, targets)
        if stray is None:
            return Plan(Places(attackers), Places(targets))
        if attackers & ~now.sources[stray]:
            return Plan(Places(attackers), Places(targets), stray)
        targets |= 1 << stray


def stranded_attacker(now: Contact, duties: Duties, attackers: int, targets: int) -> Place | None:
    """12.4b A hex that must attack, is not in this attack and would have no target left after it."""
    near = 0
    for target in members(targets):
        near |= now.sources.get(target, 0)
    for place in members(near & duties.attack & ~attackers):
        if not now.targets[place] & ~targets:
            return place
    return None


def stranded_target(now: Contact, duties: Duties, attackers: int, targets: int) -> Place | None:
    """12.4b A hex that must be attacked, is not in this attack and would have no attacker left after it."""
    near = 0
    for place in members(attackers):
        near |= now.targets.get(place, 0)
    for target in members(near & duties.be_attacked & ~targets):
        if not now.sources[target] & ~attackers:
            return target
    return None


def is_possible(g: R, duties: Duties, attackers: int, targets: int) -> bool:
    """R47 Whether some legal attack contains these hexes, which must meet each other (12.5b)."""
    if attackers:
        return completed(g, duties, attackers, targets).stranded is None
    sources = contact(g).common_sources(targets)
    return any(completed(g, duties, bit(place), targets).stranded is None for place in members(sources))


@derived
def attackable(g: R, duties: Duties) -> Places:
    """12.4b The hexes against which a legal attack can be declared now."""
    return gather(place for place in contact(g).sources if is_possible(g, duties, 0, bit(place)))


def refuse_plan(g: R, duties: Duties, attackers: int, targets: int) -> Refusal | None:
    """12.4b, 12.5b, R47 Why no attack with these hexes is legal, if none is."""
    now = contact(g)
    if attackers and not now.meets(attackers, targets):
        return Refusal("every attacking unit must be next to every defending one", "12.5b")
    starts = [attackers] if attackers else [bit(place) for place in members(now.common_sources(targets))]
    plans = [completed(g, duties, start, targets) for start in starts]
    if not plans:
        return Refusal("no unit that can attack is next to all the targets", "12.5b")
    if any(plan.stranded is None for plan in plans):
        return None
    return _refuse_stranding(g, plans[0])


def refuse_attack(g: R, duties: Duties, attackers: int, targets: int) -> Refusal | None:
    """12.4b, 12.5b, R47 Why an attack by exactly these hexes is not legal, if it is not."""
    now = contact(g)
    if not attackers:
        return Refusal("no unit has been chosen to attack", "12.8")
    if not targets:
        return Refusal("no hex has been chosen to be attacked", "12.2.1")
    if not now.meets(attackers, targets):
        return Refusal("every attacking unit must be next to every defending one", "12.5b")
    stray = stranded_attacker(now, duties, attackers, targets)
    if stray is None:
        stray = stranded_target(now, duties, attackers, targets)
    return None if stray is None else _refuse_stranding(g, Plan(Places(attackers), Places(targets), stray))


def _refuse_stranding(g: R, plan: Plan) -> Refusal:
    """12.4b, 12.5a Which unit or hex an attack would leave behind."""
    place = plan.stranded
    assert place is not None
    if place in contact(g).units:
        return Refusal(f"{_first_unit(g, bit(place))} must attack and would have nobody left to attack", "12.4b")
    rule = "12.5a" if plan.attackers.bit_count() == 1 else "12.4b"
    return Refusal(f"{g.game.place_title(place)} must be attacked and nobody would be left to do it", rule)


# -- refusals of single units and hexes ----------------------------------------------------------


def refuse_attacker(g: R, piece: int) -> Refusal | None:
    """5.6b, 12.3, 12.8, 12.12, 12.13 Why a unit may not attack at all in this phase."""
    game, side = g.game, phasing_side(g)
    if capable(g) >> piece & 1:
        return None
    if not game.units >> piece & 1:
        return Refusal("only units attack; markers do not", "12.8")
    if game.side_of[piece] != side:
        return Refusal("only units of the side whose combat phase it is attack", "12.1")
    if g.where[piece] >= game.board.size:
        return Refusal("that unit is not on the map", "12.5b")
    if side == GERMAN and g.where[piece] == game.map.reichstag:
        return Refusal("the Reichstag garrison never attacks", "5.6b")
    if side == GERMAN and game.map.sector_of[g.where[piece]] != front(g):
        return Refusal("that unit is in the other sector", "5.2")
    name = name_of(g, piece)
    if not game.strength[piece]:
        return Refusal(f"{name} has no strength to attack with", "12.13c")
    if not game.attackers >> piece & 1:
        return Refusal(f"{name} has a strength in brackets and only defends", "12.12")
    return Refusal(f"{name} has attacked in this phase, or others of its hex have", "12.3")


def refuse_target(g: R, place: int) -> Refusal | None:
    """5.2, 5.5, 5.6d, 12.3 Why a hex may not be attacked by anyone in this phase."""
    game = g.game
    if place >= game.board.size or not enemies(g, phasing_side(g)) >> place & 1:
        return Refusal("no enemy unit is there", "12.2.1")
    where = game.place_title(place)
    if not may_be_attacked(g) >> place & 1:
        if place != game.map.reichstag:
            return Refusal(f"{where} is beyond the sector boundary", "5.2")
        if phasing_side(g) in FRONTS and not reichstag_open_to(g, front(g)):
            return Refusal("the other Front is in the Reichstag", "5.5")
        return Refusal("no German unit may attack into the Reichstag", "5.6d")
    if not unattacked(g, place):
        return Refusal(f"all units in {where} have been attacked in this phase", "12.3")
    if place not in contact(g).sources:
        return Refusal(f"no unit that can attack is next to {where}", "12.5b")
    return None
