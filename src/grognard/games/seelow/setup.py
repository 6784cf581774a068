"""Set-up (11.1, 12.1): the Soviets first, then the Germans.

A unit starts at a hex, on one hex of its formation's list, or within one hex of a centre. A unit without a choice, or
only a choice between units that are all alike (R48), is put down at once.
"""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Either
from ...engine.control import occupied
from ...engine.derived import derived_from
from ...engine.flow import Action, Ask, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places, gather, members
from ...engine.standard import UnitInHand
from .model import Counter, Decide, S, Start, is_seelow, name_of, play_area, present
from .stacking import LIMIT, full_for, load_of, refuse_stacking


def start_of(g: S, piece: int) -> Start | None:
    """11.1, 12.1 How a unit starts in this scenario, None if it is not there at the start."""
    unit: Counter = g.game.roster[piece]
    return unit.starts[is_seelow(g)]


def place_fixed_units(g: S) -> None:
    """11.11-11.21, 12.11-12.22, R48 Units without a choice go to their hexes, the others to their boxes."""
    game = g.game
    groups: dict[tuple[str, ...], list[Piece]] = {}
    for i in range(len(game.roster)):
        piece, start = Piece(i), start_of(g, i)
        unit: Counter = game.roster[piece]
        if start is None:
            if is_seelow(g) and unit.arrival:
                g.place(piece, game.due[unit.arrival], how="waits", cause="setup", rule="12.2")
        elif start.kind == "at":
            g.place(piece, game.board.place(start.hexes[0]), how="starts", cause="setup", rule=setup_rule(g, piece))
        elif start.kind == "each":
            groups.setdefault(start.hexes, []).append(piece)
        else:
            g.place(piece, game.deploy, how="waits", cause="setup", rule=setup_rule(g, piece))
    for hexes, pieces in groups.items():
        _place_group(g, hexes, pieces)


def _place_group(g: S, hexes: tuple[str, ...], pieces: list[Piece]) -> None:
    """R48 Units that are all alike take the listed hexes in order; a mixed group is the owner's to arrange."""
    alike = len({(u.full, u.reduced, u.category, u.armor) for u in (g.game.roster[p] for p in pieces)}) == 1
    for name, piece in zip(hexes, pieces, strict=True):
        target = g.game.board.place(name) if alike else g.game.deploy
        g.place(piece, target, how="starts" if alike else "waits", cause="setup", rule=setup_rule(g, piece))


def setup_rule(g: S, piece: int) -> str:
    """The rule that lists a side's set-up."""
    return f"{'12' if is_seelow(g) else '11'}.1{g.game.side_of[piece] + 1}"


def waiting(g: S, side: int) -> Pieces:
    """The units of a side that are still to be set up."""
    return Pieces(g.here.get(g.game.deploy, 0) & g.game.roster.of_side[side])


@derived_from(lambda g, piece: (g.setup.scenario, piece))
def setup_area(g: S, piece: int) -> Places:
    """11.1, 12.1, R57 The hexes in which a unit may start, full or not."""
    start = start_of(g, piece)
    if start is None:
        return Places(0)
    hexes = g.game.board.places(start.hexes)
    if start.kind == "within":
        hexes = g.game.map.within(g.game.board.place(start.hexes[0]), 1)
    unit: Counter = g.game.roster[piece]
    passable = g.game.map.passable[unit.mobility]
    return gather(p for p in members(hexes & play_area(g)) if passable.into(p))


def setup_hexes(g: S, piece: int) -> Places:
    """4.12, 4.13, b.0 Where a unit may be put now."""
    side = g.game.side_of[piece]
    return Places(setup_area(g, piece) & ~occupied(g, 1 - side) & ~full_for(g, piece))


def ready_hex(g: S, piece: int) -> Place | None:
    """The hex of the ready-made set-up."""
    unit: Counter = g.game.roster[piece]
    name = unit.ready[is_seelow(g)]
    return g.game.board.place(name) if name else None


@derived_from(lambda g: g.setup.scenario)
def with_choice(g: S) -> Pieces:
    """R48 The units of which the owner decides where they start."""
    return g.game.roster.where(_has_choice(g, p) for p in range(len(g.game.roster)))


def _has_choice(g: S, piece: int) -> bool:
    start = start_of(g, piece)
    return start is not None and (start.kind == "within" or ready_hex(g, piece) is not None)


class Deploy(Decide):
    """11.11, 11.12, 12.11, 12.12 A player sets up the units that leave him a choice."""

    side: Either

    def seat(self, g: S) -> Seat:
        """The side that deploys."""
        return Seat(self.side)

    def ask(self, g: S) -> Ask:
        left = waiting(g, self.side).bit_count()
        prompt = f"Set up your units: {left} left." if left else "All units stand: begin, or change something."
        rule = setup_rule(g, each(g.game.roster.of_side[self.side])[0])
        return Ask(prompt=prompt, rule=rule, left=Left(left, "units"))

    def choices(self, g: S) -> list[Action]:
        """Units to set up or take up again, the ready-made set-up, and the end."""
        left = waiting(g, self.side)
        found = g.acts("pick", [piece for piece in each(left) if setup_hexes(g, piece)])
        if left and self.ready_fits(g):
            found.append(g.act("ready-made"))
        found += g.acts("lift", each(self.placed(g)))
        return found if left else [*found, g.act("done")]

    def placed(self, g: S) -> Pieces:
        """Units with a choice that stand on the map."""
        return Pieces(present(g, self.side) & with_choice(g))

    def ready_fits(self, g: S) -> bool:
        """Whether every unit left can go to its hex of the ready-made set-up."""
        coming: dict[Place, int] = {}
        for piece in each(waiting(g, self.side)):
            place = ready_hex(g, piece)
            if place is None or not setup_area(g, piece) & ~occupied(g, 1 - self.side) & 1 << place:
                return False
            coming[place] = coming.get(place, 0) + g.game.points[piece]
        return all(load_of(g, p, self.side) + points <= LIMIT[self.side] for p, points in coming.items())

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Why something cannot be done now."""
        left = waiting(g, self.side)
        rule = setup_rule(g, each(g.game.roster.of_side[self.side])[0])
        if action.verb == "done":
            return Refusal(f"{left.bit_count()} units are still to be set up", rule) if left else None
        if action.verb == "ready-made":
            fits = left and self.ready_fits(g)
            return None if fits else Refusal("the units left do not fit into the ready-made set-up", rule)
        piece: Piece = action.args[0]
        name = name_of(g, piece)
        if action.verb == "lift":
            return None if self.placed(g) >> piece & 1 else Refusal(f"{name} is not one you set up", rule)
        if not left >> piece & 1:
            return Refusal(f"{name} is not waiting to be set up by you", rule)
        return None if setup_hexes(g, piece) else Refusal(f"there is no room left for {name}", "4.11")

    def label(self, g: S, action: Action) -> str:
        plain = {"done": "Begin", "ready-made": "Set up everything for me"}
        if action.verb in plain:
            return plain[action.verb]
        return f"{'Take up' if action.verb == 'lift' else 'Set up'} {name_of(g, action.args[0])}"

    def on_pick(self, g: S, unit: Piece) -> None:
        """Take a unit in hand."""
        g.call(DeployUnit(unit))

    @marked(Mark.TAKES_BACK)
    def on_lift(self, g: S, unit: Piece) -> None:
        """Take a unit off the map again."""
        g.place(unit, g.game.deploy, how="is taken up")

    @marked(Mark.SUGGESTS)
    def on_ready_made(self, g: S) -> None:
        """Put every unit left on its hex of the ready-made set-up."""
        for piece in each(waiting(g, self.side)):
            place = ready_hex(g, piece)
            assert place is not None
            g.place(piece, place, how="starts", cause="setup", rule=setup_rule(g, piece))

    def on_done(self, g: S) -> None:
        """The side has deployed."""
        g.end()


class DeployUnit(UnitInHand):
    """11.1, 12.1 One unit is set up."""

    unit: Piece
    verb: ClassVar[str] = "put"
    labels: ClassVar[dict[str, str]] = {"back": "Put it back"}

    def seat(self, g: S) -> Seat:
        """Its owner."""
        return Seat(g.game.side_of[self.unit])

    def ask(self, g: S) -> Ask:
        prompt = f"Where does {name_of(g, self.unit)} start?"
        return Ask(prompt=prompt, rule=setup_rule(g, self.unit), pieces=(self.unit,))

    def places(self, g: S) -> Places:
        """Its hexes."""
        return setup_hexes(g, self.unit)

    def refuse(self, g: S, place: Place) -> Refusal | None:
        """Why it cannot start there."""
        if place >= g.game.board.size or not setup_area(g, self.unit) >> place & 1:
            return Refusal(f"{name_of(g, self.unit)} does not start there", setup_rule(g, self.unit))
        if occupied(g, 1 - g.game.side_of[self.unit]) >> place & 1:
            return Refusal("an enemy unit is there", "5.21")
        return refuse_stacking(g, self.unit, place)

    def on_put(self, g: S, target: Place) -> None:
        """The unit stands."""
        g.end()
        g.place(self.unit, target, how="starts", cause="setup", rule=setup_rule(g, self.unit))
