"""Combat on the blank map, in the words of the examples: `rd5` is a rifle division of strength 5, `m3` a mobile German.

Hexes are axial pairs; in actions they are written `0,-1`. Units go by short names: the second rifle division of
strength 5 is `rd5b`. `s2` is a static unit that can attack, `v1` Volkssturm (1), `cp` a command post.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from grognard.engine import Position
from grognard.engine.hexgrid import Hex, parse_number
from grognard.engine.terms import Calculation
from grognard.games.reichstag import Reichstag
from grognard.games.reichstag.combat import CombatPhase, DeclareAttack, PlanAttack

from .helpers import COLUMNS, GRID, MIDDLE, ROWS, Axial, at, blank

POOLS = {
    "rd5": "1BF-35GRD 1BF-39GRD 1BF-47GRD 1BF-57GRD 1BF-74GRD 1BF-77GRD",
    "rd4": "1BF-230RD 1BF-248RD",
    "tc9": "1BF-9GTC 1BF-12GTC 1BF-11GTC",
    "bd3": "1BF-7GTB 1BF-8GTB 1BF-64GTB 1BF-6GTB",
    "ag4": "1BF-8GAG 1BF-19AG",
    "re1": "1BF-1GTA-RR",
    "en2": "1BF-5SA-EB 1BF-3SA-EB",
    "ur5": "1UF-20RD 1UF-61RD",
    "uc10": "1UF-6GTC 1UF-7GTC",
    "ue2": "1UF-22EB",
    "m1": "G-AX G-HJR",
    "m2": "G-FLJ1 G-FLJ2 G-FLJ3 G-PD1 G-PD2 G-PD3 G-FKAH G-SSAN",
    "m3": "G-GD G-32SS G-FvS-1 G-FvS-2 G-UvH-1 G-UvH-2",
    "m4": "G-Nor-23 G-Nor-24 G-SSLAH G-MB-P",
    "m5": "G-503SS",
    "p3": "G-18-30 G-18-51 G-20-76",
    "s1": "GS-HJ-1 GS-HJ-2 GS-HJ-3",
    "s2": "GS-KM-1 GS-KM-2 GS-ERS-1 GS-ERS-2",
    "s3": "GS-MO",
    "v1": "GS-VS-1 GS-VS-2 GS-VS-3 GS-VS-4 GS-VS-5 GS-VS-6",
    "cp": "GS-CP-West GS-CP-Ost GS-CP-Zitad",
    "bunker": "GS-SM-FB",
    "gas": "GS-SM-CW",
    "tower": "GS-FT-HT GS-FT-FR",
    "art": "M-1BF-ART-1 M-1BF-ART-2",
    "air": "M-1BF-AIR-1",
    "uart": "M-1UF-ART-1",
    "jet": "M-ME262-1",
}
IDS = {name + ("abcdefgh"[i] if i else ""): id_ for name, ids in POOLS.items() for i, id_ in enumerate(ids.split())}
NAMES = {id_: name for name, id_ in IDS.items()}

Declaration = tuple[frozenset[Axial], frozenset[Axial]]


def axial(number: str) -> Axial:
    """The axial pair of a hex number."""
    (q, r), (mq, mr) = GRID.axial(parse_number(number)), GRID.axial(MIDDLE)
    return q - mq, r - mr


EVERYWHERE = [axial(Hex(column, row).number) for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
"""All hexes of the blank map."""


class Fight:
    """A combat phase of the 1BF (or another player turn) on a blank map."""

    def __init__(
        self,
        pieces: Mapping[Axial, str],
        *,
        on: Reichstag | None = None,
        player_turn: int = 0,
        options: Iterable[str] = (),
        boxes: Mapping[str, str] | None = None,
        **state: Any,
    ) -> None:
        self.game = on or blank()
        placed = {at(*place): self._ids(words) for place, words in pieces.items()}
        placed |= {box: self._ids(words) for box, words in (boxes or {}).items()}
        state = {"turn": 3, "player_turn": player_turn, **state}
        self.g: Position[Any, Any] = self.game.position(placed, phase="combat", options=options, **state)

    @staticmethod
    def _ids(words: str) -> str:
        return " ".join("/".join([IDS[word.split("/")[0]], *word.split("/")[1:]]) for word in words.split())

    # -- playing ---------------------------------------------------------------------------------

    def _real(self, text: str) -> str:
        words = text.split()
        for i, word in enumerate(words[1:], 1):
            if re.fullmatch(r"-?\d+,-?\d+", word):
                q, r = word.split(",")
                words[i] = at(int(q), int(r))
            else:
                words[i] = IDS.get(word, word)
        return " ".join(words)

    def play(self, text: str) -> Fight:
        """Play actions, separated by semicolons: `attack 1,-1; join rd5; mobile; roll 4`."""
        for action in text.split(";"):
            self.g.play(self._real(action.strip()))
        return self

    def refused(self, text: str) -> str:
        """The rule by which an action is refused; fails if it is legal."""
        refusal = self.g.why_not(self._real(text))
        assert refusal is not None, f"'{text}' is legal"
        return refusal.rule

    def why_not(self, text: str) -> str:
        """The sentence by which an action is refused."""
        return str(self.g.why_not(self._real(text)))

    def attack(self, target: str, table: str = "mobile", who: str = "all") -> Fight:
        """An attack on a hex by these units (all who can, or words), up to the die."""
        self.play(f"attack {target}")
        joined = {NAMES[self.game.roster[p].id] for p in self._pieces(self.g.frame.units)}  # type: ignore[attr-defined]
        if who == "all":
            if "all" in self.texts():
                self.play("all")
        else:
            for unit in who.split():
                if unit not in joined:
                    self.play(f"join {unit}")
        return self.play(table)

    # -- asking ----------------------------------------------------------------------------------

    def _pieces(self, mask: int) -> list[int]:
        return [p for p in range(len(self.game.roster)) if mask >> p & 1]

    def texts(self) -> set[str]:
        """The legal actions as the kernel writes them."""
        return {action.text for action in self.g.actions()}

    def can(self, verb: str) -> set[Any]:
        """The arguments with which a verb is legal: short names of units, or axial pairs."""
        found: set[Any] = set()
        for action in self.g.actions():
            if action.verb == verb and action.args:
                word = action.text.split(" ")[1]
                found.add(NAMES.get(word) or axial(word))
        return found

    def verbs(self) -> set[str]:
        """The verbs that are legal now."""
        return {action.verb for action in self.g.actions()}

    def where(self, unit: str) -> Any:
        """The hex of a unit as an axial pair, or the name of its box."""
        place = self.g.where[self.game.names.piece(IDS[unit])]
        name = self.game.names.places[place]
        return axial(name) if place < self.game.board.size else name

    def here(self, *place: int) -> set[str]:
        """The counters in a hex."""
        q, r = place
        return {NAMES[self.game.roster[p].id] for p in self._pieces(self.g.here.get(self.place(q, r), 0))}

    def place(self, q: int, r: int) -> Any:
        """The number of a hex."""
        return self.game.board.place(at(q, r))

    def flags(self, unit: str) -> set[str]:
        """The flags of a unit."""
        return set(self.game.flag_names(self.g.flags[self.game.names.piece(IDS[unit])]))

    @property
    def frame(self) -> str:
        """The present frame's name."""
        return self.g.frame.title

    @property
    def seat(self) -> int | None:
        """Who is asked."""
        return self.g.to_decide

    @property
    def over(self) -> bool:
        """Whether the combat phase has ended."""
        return not self.g.under_way(CombatPhase)

    @property
    def dice(self) -> str:
        """What luck is asked for now; empty if a player is asked."""
        return self.g.frame.purpose(self.g) if self.g.to_decide == -1 else ""  # type: ignore[attr-defined]

    def panel(self) -> Calculation:
        """The calculation shown with the present question."""
        panel: Calculation | None = self.g.frame.ask(self.g).panel  # type: ignore[attr-defined]
        assert panel is not None
        return panel

    def odds(self, target: str, who: str = "all", *more: str) -> tuple[str, str]:
        """Strengths and percentage of an attack: `("10 against 6", "166%")`; nothing is changed."""
        after = Fight.__new__(Fight)
        after.game, after.g = self.game, self.g.copy()
        after.play(f"attack {target}")
        for place in more:
            if place not in {f"{q},{r}" for q, r in map(axial, after._targets())}:
                after.play(f"add {place}")
        if who == "all":
            if "all" in after.texts():
                after.play("all")
        else:
            for unit in who.split():
                if unit in after.can("join"):
                    after.play(f"join {unit}")
            joined = {NAMES[self.game.roster[p].id] for p in self._pieces(after.g.frame.units)}  # type: ignore[attr-defined]
            assert joined == set(who.split()), f"{joined} attack"
        term = next(t for t in after.panel().terms if " against " in t.reason)
        return term.reason, term.value

    def _targets(self) -> list[str]:
        mask: int = self.g.frame.targets  # type: ignore[attr-defined]
        return [name for i, name in enumerate(self.game.board.names) if mask >> i & 1]

    def declarations(self) -> set[Declaration]:
        """Every attack that can be declared now, as sets of hexes, found by trying all that players can do."""
        assert isinstance(self.g.frame, DeclareAttack)
        found: set[Declaration] = set()
        seen: set[tuple[int, int]] = set()
        todo = []
        for action in self.g.actions():
            if action.verb == "attack":
                after = self.g.copy()
                after.apply(action)
                todo.append(after)
        while todo:
            g = todo.pop()
            plan = g.frame
            assert isinstance(plan, PlanAttack)
            if (plan.units, plan.targets) in seen:
                continue
            seen.add((plan.units, plan.targets))
            for action in g.actions():
                if action.verb == "assault":
                    found.add((self._hexes(plan.bases(g)), self._hexes(plan.targets)))
                elif action.verb not in ("mobile", "cancel"):
                    after = g.copy()
                    after.apply(action)
                    todo.append(after)
        return found

    def _hexes(self, mask: int) -> frozenset[Axial]:
        return frozenset(axial(name) for i, name in enumerate(self.game.board.names) if mask >> i & 1)


def declared(*attacks: tuple[Iterable[Axial], Iterable[Axial]]) -> set[Declaration]:
    """Expected declarations: attackers' hexes and target hexes."""
    return {(frozenset(attackers), frozenset(targets)) for attackers, targets in attacks}
