"""Barrages (0.7a, 1.0a, RET.4, RET.11): how many, on which hexes, and on which column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Few, Number
from ...engine.derived import derived_by_game
from ...engine.events import Said
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.pieces import Pieces, each
from ...engine.places import Place, Places, gather, members
from ...engine.telling import counted, term
from ...engine.terms import Calculation, Odds, Term
from .model import GERMAN, POOL_NAMES, POOLS, SOVIET, Dice, K, KonigsbergGame, SideDecides, Work, on_map
from .odds import Shift, hex_shifts, line_shifts, meaning, place_terms
from .resolution import Resolution
from .stacking import stacks

ANY_FRONT = 3
"""RET.11 The pool of a barrage by either Soviet Front."""


def gunners(g: K, pool: int) -> Pieces:
    """0.7a, R16 The combat units on the map that a pool's guns stand with."""
    side = GERMAN if pool == 0 else SOVIET
    front = -1 if pool in (0, ANY_FRONT) else g.game.of_front[POOLS[pool]]
    return Pieces(on_map(g, side) & g.game.combat & front)


def targets(g: K, pool: int, distance: int) -> Places:
    """0.7a, 1.0a, R38, R39 Enemy-held hexes at exactly this distance from some combat unit of the pool."""
    enemy = SOVIET if pool == 0 else GERMAN
    near = 0
    for place in members(gather(g.where[p] for p in each(gunners(g, pool)))):
        near |= _ring(g.game, place, distance)
    return Places(near & stacks(g, enemy)[0])


@derived_by_game()
def _ring(game: KonigsbergGame, place: Place, distance: int) -> Places:
    """The hexes at exactly a distance from one."""
    return Places(game.board.within(place, distance) & ~game.board.within(place, distance - 1))


def barrage_shifts(g: K, pool: int, target: Place, distance: int) -> list[Shift]:
    """1.0a, R40 Terrain in the hex; line and fortress only against neighbours, if all are behind such sides."""
    found = hex_shifts(g, target)
    if distance > 1 or pool == 0:
        return found
    around = g.game.board.adjacent[target]
    bases = [g.where[p] for p in each(gunners(g, pool)) if around >> g.where[p] & 1]
    return found + line_shifts(g, target, bases, GERMAN)


def firing(g: K, pool: int, target: Place, distance: int) -> list[Shift]:
    """R47 The shifts of a barrage; where both Fronts touch the hex, those of the one with the better column."""
    if pool != ANY_FRONT:
        return barrage_shifts(g, pool, target, distance)
    fronts = [front for front in (1, 2) if targets(g, front, distance) >> target & 1]
    return max((barrage_shifts(g, front, target, distance) for front in fronts), key=lambda s: sum(n for n, _, _ in s))


def column(g: K, pool: int, target: Place, distance: int) -> int:
    """0.7a, 1.0a The column: 3:1 with the shifts of the target."""
    table = g.game.crt
    base = table.columns.index(g.game.entry("barrage", "column"))
    return max(0, base + sum(shift for shift, _, _ in firing(g, pool, target, distance)))


def calculate(g: K, pool: int, target: Place, distance: int, modifier: int) -> Calculation:
    """The calculation of a barrage, with the exact chance of each result."""
    at = column(g, pool, target, distance)
    table = g.game.crt
    terms = [Term(g.game.entry("barrage", "column"), "a barrage", "0.7a/2", "odds")]
    terms += place_terms(firing(g, pool, target, distance), target)
    if modifier:
        terms.append(term(modifier, "on the die", "1.0a/4"))
    rows = [max(1, die + modifier) for die in range(1, 7)]
    return Calculation(
        title=f"Barrage on {g.game.place_title(target)}",
        terms=tuple(terms),
        total=f"column {table.label(at)}; only the defender's part counts",
        table="crt",
        column=table.label(at),
        odds=tuple(Odds(o.result, o.chance, meaning(g, o.result, barrage=True)) for o in table.odds(at, rows)),
    )


class BarrageRolls(Work):
    """0.7a, 1.0a Dice for the number of barrages, two on the first turn, then the shelling."""

    pool: Number
    first_turn: bool
    rolled: Number = 0
    attempts: Number = 0

    def run(self, g: K) -> None:
        """Roll, then shell."""
        kind = g.game.tables["barrage"]["first_turn" if self.first_turn else "chit"]
        if self.rolled < kind["rolls"]:
            self.rolled += 1
            g.call(BarrageDie())
            return
        g.end()
        if self.attempts:
            shell(g, self.pool, self.attempts, kind)


class BarrageDie(Dice):
    """0.7a A die on the Barrage Table."""

    cites: ClassVar[str] = "0.7a/2"

    def purpose(self, g: K) -> str:
        return f"Guns of {POOL_NAMES[g.find(BarrageRolls).pool]}"

    def verdict(self, g: K, action: Action) -> str:
        """How many barrages the die gives."""
        return counted(g.game.entry("barrage", "attempts")[action.args[0] - 1], "barrage")

    def on_roll(self, g: K, face: int) -> None:
        """So many more."""
        g.end()
        rolls = g.find(BarrageRolls)
        rolls.attempts += g.game.entry("barrage", "attempts")[face - 1]


class Shelling(SideDecides):
    """0.7a, 1.0a, R38 The player shells hexes, one after another, or stops; each attempt is optional."""

    pool: Number
    left: Number
    modifier: Number
    distance: Few
    forced: ClassVar[bool] = True

    def ask(self, g: K) -> Ask:
        whose = "" if self.pool == ANY_FRONT else f" of {POOL_NAMES[self.pool]}"
        prompt = f"Barrage{whose}: choose a hex to shell, {counted(self.left, 'attempt')} left, or stop."
        return Ask(prompt=prompt, rule=self.rule, left=Left(self.left, "attempts"))

    @property
    def rule(self) -> str:
        """The rule of the kind of barrage."""
        return "1.0a/3" if self.distance > 1 else "0.7a/3"

    def targets(self, g: K) -> Places:
        """What can be shelled."""
        return targets(g, self.pool, self.distance) if self.left else Places(0)

    def choices(self, g: K) -> list[Action]:
        """Hexes, and the end."""
        return [*g.acts_at("shell", self.targets(g)), g.act("done")]

    def refusal(self, g: K, action: Action) -> Refusal | None:
        """Why not that hex."""
        if action.verb == "done" or self.targets(g) >> action.args[0] & 1:
            return None
        enemy = SOVIET if self.pool == 0 else GERMAN
        if action.args[0] >= g.game.board.size or not stacks(g, enemy)[0] >> action.args[0] & 1:
            return Refusal("no enemy combat unit is there", "0.7a/3")
        far = "next to" if self.distance == 1 else "exactly two hexes from"
        return Refusal(f"the hex must be {far} one of the combat units that fire", self.rule)

    def hint(self, g: K, action: Action) -> Hint | None:
        """The column and the chances."""
        if action.verb == "done":
            return None
        return Hint(panel=calculate(g, self.pool, action.args[0], self.distance, self.modifier), rule="1.0a/5")

    def label(self, g: K, action: Action) -> str:
        return "No more barrages" if action.verb == "done" else ""

    def on_shell(self, g: K, target: Place) -> None:
        """Lay the guns on it; nothing is fired yet."""
        g.call(Laying(self.side, target))

    def on_done(self, g: K) -> None:
        """The rest lapses."""
        g.end()


class Laying(SideDecides):
    """0.7a, 1.0a The hex that is to be shelled, with the chances; until the guns fire it can be changed."""

    target: Place

    def ask(self, g: K) -> Ask:
        """The question, with the column and the chances."""
        plan = g.find(Shelling)
        return Ask(
            prompt=f"Shell {g.game.place_title(self.target)}? A barrage that is fired cannot be taken back.",
            rule=plan.rule,
            places=(self.target,),
            panel=calculate(g, plan.pool, self.target, plan.distance, plan.modifier),
        )

    def choices(self, g: K) -> list[Action]:
        """Fire, or another hex."""
        return [g.act("fire"), g.act("back")]

    def refusal(self, g: K, action: Action) -> Refusal | None:
        """Both are always possible."""
        return None

    def label(self, g: K, action: Action) -> str:
        return "Fire the barrage" if action.verb == "fire" else "Do not fire"

    @marked(Mark.CLOSES, Mark.CONFIRMS)
    def on_fire(self, g: K) -> None:
        """b.9 One barrage."""
        plan = g.find(Shelling)
        plan.left -= 1
        at = column(g, plan.pool, self.target, plan.distance)
        g.become(Resolution(self.side, self.target, column=at, modifier=plan.modifier, barrage=True))

    @marked(Mark.TAKES_BACK)
    def on_back(self, g: K) -> None:
        """Another hex, or none."""
        g.end()


class FirstBarrages(Work):
    """1.0a, R96 On the first turn: the Germans, then the 2nd, then the 3rd Belorussian Front."""

    pool: Number = 0

    def run(self, g: K) -> None:
        """The next pool."""
        if self.pool > 2:
            g.end()
            return
        pool, self.pool = self.pool, self.pool + 1
        g.call(BarrageRolls(pool, first_turn=True))


def one_barrage(g: K, pool: int, kind: str) -> None:
    """RET.4, RET.11 A single barrage by an event."""
    entry = g.game.tables["barrage"][kind]
    shell(g, pool, entry["attacks"], entry)


def shell(g: K, pool: int, attempts: int, kind: Mapping[str, int]) -> None:
    """0.7a, 1.0a The player shells, if there is something to shell."""
    far, side = kind["distance"], GERMAN if pool == 0 else SOVIET
    if targets(g, pool, far):
        g.call(Shelling(side, pool, attempts, kind["modifier"], far))
        return
    where = "next to" if far == 1 else "two hexes from"
    whose = "a Soviet unit" if pool == ANY_FRONT else f"a unit of {POOL_NAMES[pool]}"
    g.emit(Said(text=f"No enemy stands {where} {whose}: there is nothing to shell.", rule="0.7a/3"))
