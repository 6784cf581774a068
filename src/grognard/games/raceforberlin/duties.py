"""What a designation owes: Hitler's counter-attack (2.3.2), split armies (7.3.1), units that must return (7.3.2)."""

from __future__ import annotations

import msgspec

from ...engine.derived import derived
from ...engine.flow import Refusal
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places, members
from .model import ACTED, COMBAT, GERMAN, MOVE, SOVIET, TURNED, R, name, names
from .movement import destinations, field, may_end
from .reinforcements import order_binds
from .zones import SOVIET_LIMIT, nationality, near_enemy, occupation, on_map, stray

DIVISIONS = 2


class Order(msgspec.Struct, frozen=True):
    """2.3.2 A duty of Hitler's: what is to be done, and who can do it."""

    kind: str = ""
    units: Pieces = Pieces(0)

    def need(self) -> int:
        """Two divisions, or one if there is only one."""
        return min(DIVISIONS, self.units.bit_count())

    @property
    def mode(self) -> int:
        """The mode in which units fulfil it."""
        return COMBAT if self.kind == "attack" else MOVE


def camp_of(impulse: int) -> int:
    """1.C The camp of an impulse: Zhukov, Koniev, Koniev, Zhukov."""
    return 1 if impulse in (1, 2) else 0


def attackable(g: R, side: int, camp: int) -> Places:
    """8.1.1b, R29 Zones that a camp's units may attack by normal combat."""
    terrain, here = g.game.map, occupation(g)
    closed = terrain.berlin | g.state.us
    if side == SOVIET:
        return Places(here.german & terrain.front[camp] & ~closed)
    return Places(here.soviet & ~terrain.east & ~closed)


@derived
def order(g: R) -> Order:
    """2.3.2, R10 The duty of the present German impulse."""
    camp = camp_of(g.state.impulse)
    if nationality(g.state.impulse) != GERMAN or not order_binds(g, camp):
        return Order()
    terrain = g.game.map
    exempt = terrain.line_zones | terrain.berlin
    free = [p for p in on_map(g, g.game.german_of[camp]) if not g.flags[p] & TURNED and not exempt >> g.where[p] & 1]
    targets = attackable(g, GERMAN, camp)
    fighters = sum(1 << p for p in free if terrain.next[g.where[p]] & targets)
    if fighters:
        return Order("attack", Pieces(fighters))
    beside = near_enemy(g, GERMAN)
    if any(beside >> g.where[p] & 1 for p in free):
        return Order()
    movers = sum(1 << p for p in free if destinations(g, p, g.game.units[p].mp) & beside)
    return Order("approach", Pieces(movers)) if movers else Order()


def order_owes(g: R, duty: Order, done: int) -> int:
    """2.3.2a How many more units the order demands, given those that fulfil it."""
    if not duty.kind:
        return 0
    done &= duty.units
    armour = bool(duty.units & g.game.armour) and not done & g.game.armour
    return max(duty.need() - done.bit_count(), int(armour))


@derived
def must_return(g: R, camp: int) -> list[Piece]:
    """7.3.2b, 2.2.8a, R25 Unturned Soviets outside their front or among the Americans that can move."""
    here = occupation(g).soviet_of[camp]
    wrong = here & (~g.game.map.front[camp] | g.state.us)
    if not wrong:
        return []
    return [
        p
        for zone in members(wrong)
        for p in each(g.here[zone] & g.game.soviet_of[camp])
        if not g.flags[p] & TURNED and destinations(g, p, g.game.units[p].mp)
    ]


def returning(g: R, piece: int) -> bool:
    """R25 Whether a unit has to get back to its front or away from the Americans."""
    return stray(g, piece) or bool(g.game.side_of[piece] == SOVIET and g.state.us >> g.where[piece] & 1)


# -- cohesion ------------------------------------------------------------------------------------


def split_now(g: R, camp: int) -> Pieces:
    """7.3.1 The counters of a camp's armies that are neither together nor in adjacent zones."""
    found = 0
    game, size = g.game, g.game.board.size
    for piece, sister in game.sister.items():
        a, b = g.where[piece], g.where[sister]
        if game.camp[piece] == camp and a < size and b < size and game.next_to[a][b] > 1:
            found |= 1 << piece
    return Pieces(found)


def around(g: R, zone: int) -> Places:
    """A zone and its neighbours."""
    return Places(g.game.map.next[zone] | 1 << zone)


def full_move(g: R, piece: int) -> Places:
    """Where a unit can end a move of all its points."""
    return destinations(g, piece, g.game.units[piece].mp)


def alone(g: R, piece: int) -> Places:
    """7.3.1b Where a counter can go so that its army is together again."""
    return Places(full_move(g, piece) & around(g, g.where[g.game.sister[piece]]))


def together(g: R, piece: int) -> Places:
    """R24 Where a counter can go so that its sister can still close up to it afterwards.

    The move itself makes room where the counter stood and takes it where it goes.
    """
    game, sister, origin = g.game, g.game.sister[piece], g.where[piece]
    reach = 0
    for zone in field(g, sister, game.units[sister].mp):
        reach |= 1 << zone
    room = may_end(g, sister)
    if not occupation(g).soviet_of[1 - game.camp[piece]] >> origin & 1:
        room = Places(room | 1 << origin)
    found = 0
    for zone in members(full_move(g, piece)):
        filled = 0 if _has_room(g, zone, SOVIET_LIMIT - 1) else 1 << zone
        if reach & room & ~filled & around(g, zone):
            found |= 1 << zone
    return Places(found)


def _has_room(g: R, zone: int, most: int) -> bool:
    """6.1.2 Whether a zone holds fewer Soviet units than that, or may hold any number."""
    units = g.here.get(Place(zone), 0) & g.game.soviets
    return bool(g.game.map.no_limit >> zone & 1) or units.bit_count() < most


def nearer(g: R, piece: int) -> Places:
    """R24 Where a counter can go to be nearer to its sister."""
    far = g.game.next_to[g.where[g.game.sister[piece]]]
    now = far[g.where[piece]]
    return Places(sum(1 << z for z in members(full_move(g, piece)) if far[z] < now))


def can_help(g: R, piece: int) -> bool:
    """R24 Whether a sister can take part in closing up: not turned, and not owed elsewhere."""
    return not g.flags[piece] & TURNED and not returning(g, piece)


def helped(g: R, piece: int) -> bool:
    """R24 Whether the army can close up if the sister moves too, in either order."""
    sister = g.game.sister[piece]
    return can_help(g, sister) and bool(alone(g, sister) or together(g, piece) or together(g, sister))


def needs_sister(g: R, piece: int) -> bool:
    """R24 Whether a counter of a split army can close up only if its sister moves too."""
    return not alone(g, piece) and helped(g, piece)


def waits(g: R, piece: int) -> bool:
    """R24 Whether a counter is still to move in this step, free to close up."""
    return g.flags[piece] & (MOVE | ACTED) == MOVE and not returning(g, piece)


def cohesion_zones(g: R, piece: int) -> Places:
    """7.3.1b, R24 The zones a moving counter of a split army is limited to; none where it had better stand still."""
    sister = g.game.sister[piece]
    found = alone(g, piece)
    if waits(g, sister):
        found = Places(found | together(g, piece))
        if not found and (alone(g, sister) or together(g, sister)):
            return Places(0)
    return found or nearer(g, piece)


def goes_second(g: R, piece: int) -> bool:
    """R24 Whether a counter can close up, or be closed up to, only after its sister has moved."""
    sister = g.game.sister[piece]
    if not waits(g, sister) or alone(g, piece) or alone(g, sister) or together(g, piece):
        return False
    return bool(together(g, sister))


def sister_closes(g: R, piece: int) -> bool:
    """R24 Whether the sister, still to move, can close up to a counter that stands still."""
    sister = g.game.sister[piece]
    return waits(g, sister) and bool(alone(g, sister))


def return_zones(g: R, piece: int, reach: int) -> Places:
    """R25 Where a unit that must return may end: in its front if it can, else nearer to it."""
    game, camp = g.game, g.game.camp[piece]
    home = game.map.front[camp] & ~g.state.us
    if reach & home:
        return Places(reach & home)
    now = _distance_home(g, g.where[piece], home)
    return Places(sum(1 << z for z in members(reach & ~g.state.us) if _distance_home(g, z, home) < now))


def _distance_home(g: R, zone: int, home: int) -> int:
    far = g.game.next_to[zone]
    return min((far[z] for z in members(home)), default=0)


# -- the balance of a designation ----------------------------------------------------------------


class Debt(msgspec.Struct, frozen=True):
    """How many further units a designation must take in, and by which rule."""

    units: int
    refusal: Refusal | None


NO_DEBT = Debt(0, None)


def debt(g: R, chosen: int, modes: dict[int, int]) -> Debt:
    """What a designation still owes: returns, sisters, Hitler's order."""
    impulse = g.state.impulse
    if nationality(impulse) == GERMAN:
        return _order_debt(g, modes)
    units, refusal = 0, None
    back = [p for p in must_return(g, camp_of(impulse)) if not chosen >> p & 1]
    if back:
        units += len(back)
        rule = "2.2.8a" if g.state.us >> g.where[back[0]] & 1 else "7.3.2b"
        refusal = Refusal(f"{names(g, back)} must return: activate in movement mode first", rule)
    for piece in each(chosen & g.state.split):
        sister = g.game.sister[piece]
        if not chosen >> sister & 1 and not returning(g, piece) and needs_sister(g, piece):
            units += 1
            refusal = refusal or Refusal(f"{name(g, sister)} must move too, to close up the army", "7.3.1b")
    return Debt(units, refusal) if units else NO_DEBT


def _order_debt(g: R, modes: dict[int, int]) -> Debt:
    duty = order(g)
    if not duty.kind:
        return NO_DEBT
    done = sum(1 << p for p, mode in modes.items() if mode & duty.mode)
    owed = order_owes(g, duty, done)
    if not owed:
        return NO_DEBT
    free = duty.units & ~sum(1 << p for p in modes)
    able = (done & duty.units).bit_count() + free.bit_count()
    armour = duty.units & g.game.armour
    ruined = able < duty.need() or (armour and not (done | free) & armour)
    return Debt(99 if ruined else owed, order_refusal(g, duty, done))


def order_refusal(g: R, duty: Order, done: int) -> Refusal:
    """2.3.2 What Hitler's order still demands, and of whom."""
    owed, left = order_owes(g, duty, done), duty.units & ~done
    what, rule = ("attack", "2.3.2a") if duty.kind == "attack" else ("move next to Soviets", "2.3.2b")
    armour = left & g.game.armour if not done & duty.units & g.game.armour else 0
    if armour and owed == 1:
        left = armour
    many = f"{owed} divisions" if owed > 1 else "one division"
    more = " more" if done & duty.units else ""
    tanks = f", {names(g, each(armour), 'or')} among them" if armour and owed > 1 and armour.bit_count() < 4 else ""
    return Refusal(f"Hitler's order: {many}{more} of {names(g, each(left))} must {what}{tanks}", rule)
