"""Designation of the units of an impulse (4.1, 4.2): who is activated, and in which mode."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.asking import Left
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, each
from ...engine.telling import sentence
from .chits import not_now, play_at_start, playable_at_start
from .duties import (
    alone,
    attackable,
    camp_of,
    debt,
    full_move,
    helped,
    must_return,
    nearer,
    order,
    returning,
)
from .model import (
    COMBAT,
    GERMAN,
    GROUPS,
    GUEST,
    MODES,
    MOVE,
    OOS,
    RESERVE,
    SHELL,
    SOVIET,
    TURNED,
    Decide,
    R,
    army_name,
    name,
    names,
)
from .victory import award
from .zones import nationality, near_enemy, occupation, on_map

LIMIT, COORDINATED = 4, 6
MODE = {"move": MOVE, "combat": COMBAT, "reserve": RESERVE, "shell": SHELL, "trucks": MOVE | COMBAT}
MODE_TITLE = {
    "move": "movement mode",
    "combat": "combat mode",
    "reserve": "reserve mode",
    "shell": "shelling",
    "trucks": "movement and combat",
}

IN_MODE = {
    MOVE: "movement",
    COMBAT: "combat",
    RESERVE: "reserve",
    SHELL: "shelling",
    MOVE | COMBAT: "movement and combat",
}
IN_FORCE = {
    2: "{army} ignores rivers",
    6: "{army} gains +2 and a reserve move",
    7: "{army} may move and fight",
    10: "six units",
    11: "attackers count twice",
}
"""What a chit in force means, for the prompt."""


def limit(g: R) -> int:
    """4.1.2, E.10 How many units may be activated."""
    return COORDINATED if g.state.event == 10 else LIMIT


def actors(g: R) -> int:
    """4.1.2 The units of the impulse's camp and nationality."""
    camp = camp_of(g.state.impulse)
    return g.game.soviet_of[camp] if nationality(g.state.impulse) == SOVIET else g.game.german_of[camp]


class Designation(Decide):
    """4.1.3c All units to be activated are named with their modes before anything moves."""

    def ask(self, g: R) -> Ask:
        chosen = self.chosen(g)
        owed = debt(g, sum(1 << p for p in chosen), self.modes(g)).refusal
        duty = f" {sentence(owed.text)}" if owed else ""
        whom = "Soviets" if nationality(g.state.impulse) == SOVIET else "Germans"
        if not chosen and not self._front_first(g):
            return Ask(prompt=f"None of your {whom} is left to activate.", rule="4.1.4")
        prompt = f"Activate your {whom}, {len(chosen)} of {limit(g)}{self._so_far(g)}.{self._in_force(g)}{duty}"
        rule, left = owed.rule if owed else "4.1.2", Left(limit(g) - len(chosen), "units")
        return Ask(prompt=prompt, rule=rule, pieces=tuple(chosen), left=left)

    def _so_far(self, g: R) -> str:
        """The units designated so far, mode by mode."""
        by_mode: dict[int, list[int]] = {}
        for piece, mode in self.modes(g).items():
            by_mode.setdefault(mode, []).append(piece)
        listed = [f"{IN_MODE[mode]} {names(g, by_mode[mode])}" for mode in IN_MODE if mode in by_mode]
        return f": {'; '.join(listed)}" if listed else ""

    def _in_force(self, g: R) -> str:
        """The chit in force."""
        if g.state.event not in IN_FORCE:
            return ""
        army = army_name(g, each(g.game.armies[g.state.army])[0]) if g.state.army else ""
        return f" Chit {g.state.event}: {IN_FORCE[g.state.event].format(army=army)}."

    def chosen(self, g: R) -> list[Piece]:
        """The units designated so far."""
        flags = g.flags
        return [p for p in on_map(g, actors(g)) if flags[p] & MODES]

    def modes(self, g: R) -> dict[int, int]:
        """Their modes."""
        return {p: g.flags[p] & MODES for p in self.chosen(g)}

    def choices(self, g: R) -> Iterable[Action]:
        """Every unit in every mode it may be activated in; chits before the first; taking back; the end."""
        modes = self.modes(g)
        found: list[Action] = []
        if not modes:
            found += g.acts("chit", playable_at_start(g, camp_of(g.state.impulse)))
        if len(modes) < limit(g):
            open_ = self._unbound(g, modes)
            verbs = [(verb, g.game.acts(verb)) for verb in self._verbs(g)]
            for piece in self._front_first(g):
                found += [
                    acts[piece]
                    for verb, acts in verbs
                    if self._mode_refusal(g, piece, verb) is None
                    and (open_ or self._debt_refusal(g, piece, verb, modes) is None)
                ]
        found += g.acts("withdraw", modes)
        if debt(g, sum(1 << p for p in modes), modes).refusal is None or self._full_of_returns(g, modes):
            found.append(g.act("done"))
        return found

    def _front_first(self, g: R) -> list[Piece]:
        """The units that can still be activated: Soviets from west to east, Germans next to the enemy before others."""
        units = [p for p in on_map(g, actors(g)) if not g.flags[p] & (MODES | TURNED)]
        if nationality(g.state.impulse) == SOVIET:
            return sorted(units, key=lambda p: g.game.map.index[g.where[p]])
        front = near_enemy(g, GERMAN)
        return sorted(units, key=lambda p: not front >> g.where[p] & 1)

    def _verbs(self, g: R) -> tuple[str, ...]:
        if nationality(g.state.impulse) == GERMAN:
            return ("combat", "move", "reserve")
        if g.state.event == 7:
            return ("trucks", "combat", "move", "reserve", "shell")
        return ("combat", "move", "reserve", "shell")

    def _unbound(self, g: R, modes: dict[int, int]) -> bool:
        """Whether there is no duty of any kind in this impulse."""
        if nationality(g.state.impulse) == GERMAN:
            return not order(g).kind
        return not g.state.split and not must_return(g, camp_of(g.state.impulse))

    def _full_of_returns(self, g: R, modes: dict[int, int]) -> bool:
        """R25 More units have to return than can be activated."""
        back = must_return(g, camp_of(g.state.impulse)) if nationality(g.state.impulse) == SOVIET else []
        return len(modes) == limit(g) and bool(back)

    def _mode_refusal(self, g: R, piece: int, verb: str) -> Refusal | None:
        """4.2, 7.3, 3.1.3c, 10.2.1 Why a unit cannot be activated in a mode."""
        flags = g.flags[piece]
        if verb == "reserve" and flags & OOS:
            return Refusal(f"{name(g, piece)} is out of supply", "3.1.3c")
        if nationality(g.state.impulse) == GERMAN:
            return Refusal("only Soviets can do that", "10.2.1") if verb in ("shell", "trucks") else None
        if verb == "trucks" and (g.state.event != 7 or g.game.units[piece].army != g.state.army):
            return Refusal("only the army that chit 7 names may move and attack", "E.7")
        if verb == "shell" and not g.game.map.beside_berlin >> g.where[piece] & 1:
            return Refusal("only a unit next to Berlin can shell it", "10.2.1")
        if verb != "move":
            return self._only_moves(g, piece)
        return self._may_move(g, piece)

    def _only_moves(self, g: R, piece: int) -> Refusal | None:
        if g.state.us >> g.where[piece] & 1:
            return Refusal("a unit among the Americans may only leave", "2.2.8a")
        if returning(g, piece):
            return Refusal("a unit outside its front may only return", "7.3.2b")
        if g.flags[piece] & GUEST:
            return Refusal("a guest of the other marshal may only leave", "7.3.3d")
        if g.state.split >> piece & 1:
            return Refusal("a counter of a split army may only move to its sister", "7.3.1b")
        return None

    def _may_move(self, g: R, piece: int) -> Refusal | None:
        if g.flags[piece] & GUEST and not full_move(g, piece):
            return Refusal("the guest has nowhere to go", "7.3.3d")
        if not g.state.split >> piece & 1 or returning(g, piece):
            return None
        if alone(g, piece) or helped(g, piece) or nearer(g, piece):
            return None
        return Refusal("no move of this counter brings its army together", "7.3.1b")

    def _debt_refusal(self, g: R, piece: int, verb: str, modes: dict[int, int]) -> Refusal | None:
        """Why a unit cannot be taken in: what is owed would find no room."""
        if nationality(g.state.impulse) == SOVIET and piece in must_return(g, camp_of(g.state.impulse)):
            return None
        after = {**modes, piece: MODE[verb]}
        owed = debt(g, sum(1 << p for p in after), after)
        return owed.refusal if owed.units > limit(g) - len(after) else None

    def refusal(self, g: R, action: Action) -> Refusal | None:
        modes, verb = self.modes(g), action.verb
        if verb == "done":
            if self._full_of_returns(g, modes):
                return None
            return debt(g, sum(1 << p for p in modes), modes).refusal
        piece = action.args[0]
        if verb == "withdraw":
            return None if piece in modes else Refusal("that unit is not designated", "4.1.3c")
        if verb == "chit":
            return self._chit_refusal(g, piece, modes)
        if not actors(g) >> piece & 1 or g.where[piece] >= g.game.board.size:
            unfit = bool(g.game.units[piece].chit)
            return Refusal("only units of this impulse's camp and nationality", "4.1.2", unfit)
        if g.flags[piece] & TURNED:
            return Refusal(f"{name(g, piece)} has been activated this turn", "4.1.4")
        if piece in modes:
            return Refusal(f"{name(g, piece)} is designated already", "4.1.3a")
        if len(modes) >= limit(g):
            return Refusal(f"{limit(g)} units are activated at most", "E.10" if g.state.event == 10 else "4.1.2")
        return self._mode_refusal(g, piece, verb) or self._debt_refusal(g, piece, verb, modes)

    def _chit_refusal(self, g: R, piece: Piece, modes: dict[int, int]) -> Refusal | None:
        if modes and playable_at_start(g, camp_of(g.state.impulse)):
            unfit = not g.game.units[piece].chit
            return Refusal("chits are played before units are designated", "2.4.3", unfit)
        if piece in playable_at_start(g, camp_of(g.state.impulse)):
            return None
        return not_now(g, camp_of(g.state.impulse), piece)

    def hint(self, g: R, action: Action) -> Hint | None:
        """R16 A unit may be put into combat mode without a target; it should not happen unawares."""
        if action.verb != "combat" or self._has_target(g, action.args[0]):
            return None
        return Hint(text="no target at present")

    def _has_target(self, g: R, piece: int) -> bool:
        """8.1.1, 9.2.1, 9.2.4 Whether there is something to fight next to a unit, or in its Berlin zone."""
        side, camp = nationality(g.state.impulse), camp_of(g.state.impulse)
        zone, berlin = g.where[piece], g.game.map.berlin
        near = g.game.map.next[zone]
        if near & attackable(g, side, camp):
            return True
        if side == SOVIET:
            return bool(berlin >> zone & 1)
        return bool((near & ~(berlin if berlin >> zone & 1 else 0) | 1 << zone) & berlin & occupation(g).soviet)

    def label(self, g: R, action: Action) -> str:
        if action.verb == "done":
            return "Begin" if self.chosen(g) else "Pass"
        if action.verb == "chit":
            return f"Play {g.game.units[action.args[0]].name}"
        if action.verb in MODE:
            return MODE_TITLE[action.verb].capitalize()
        return ""

    def on_chit(self, g: R, chit: Piece) -> None:
        """2.4.3 Play a chit."""
        play_at_start(g, camp_of(g.state.impulse), chit)

    def _take(self, g: R, unit: Piece, verb: str) -> None:
        text = f"is activated: {MODE_TITLE[verb]}"
        for mode in (MOVE, COMBAT, RESERVE, SHELL):
            if MODE[verb] & mode:
                g.set_flag(unit, mode, text=text, rule="4.1.3a")
                text = ""

    def on_move(self, g: R, unit: Piece) -> None:
        """4.2.1 Movement mode."""
        self._take(g, unit, "move")

    def on_combat(self, g: R, unit: Piece) -> None:
        """4.2.2 Combat mode."""
        self._take(g, unit, "combat")

    def on_reserve(self, g: R, unit: Piece) -> None:
        """4.2.3 Reserve mode."""
        self._take(g, unit, "reserve")

    def on_shell(self, g: R, unit: Piece) -> None:
        """10.2.1 The unit shells Berlin and does nothing else."""
        self._take(g, unit, "shell")

    def on_trucks(self, g: R, unit: Piece) -> None:
        """E.7 Movement and combat."""
        self._take(g, unit, "trucks")

    @marked(Mark.TAKES_BACK)
    def on_withdraw(self, g: R, unit: Piece) -> None:
        """Think again."""
        for mode in (MOVE, COMBAT, RESERVE, SHELL):
            g.clear_flag(unit, mode)

    def on_done(self, g: R) -> None:
        """4.1.3c, 4.1.5a The designation is fixed; an empty one is a pass."""
        chosen = self.chosen(g)
        g.end()
        duty = order(g)
        if duty.kind:
            g.set(duty=duty.kind, bound=duty.units)
        if not chosen:
            text = f"{GROUPS[g.state.impulse]} pass."
            g.set(passes=g.state.passes | 1 << g.state.impulse, text=text, rule="4.1.5a")
        if any(g.flags[p] & SHELL for p in chosen) and not g.state.shelled:
            g.set(shelled=True)
            award(g, camp_of(g.state.impulse), 1, "for shelling Berlin first", "10.2.1")


def designated(g: R, mode: int) -> list[Piece]:
    """4.1.3b The units of the impulse that act in a mode."""
    return [p for p in each(actors(g)) if g.flags[p] & mode and g.where[p] < g.game.board.size]
