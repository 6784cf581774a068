"""What a player that reads and writes text can do at a seat; no more is told than the seat knows.

The tools of `grognard mcp` are these methods.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..draw import to_png
from ..engine.asking import Offer
from ..engine.errors import GrognardError
from ..engine.terms import CalculationSeen
from ..notebook import show
from .chairs import Chair, Sight

MOST_ANSWERS = 80
"""Answers listed at once,"""
MOST_RULES = 12
"""and rules."""
PATIENCE = 120.0
"""Seconds to wait for the others after an answer."""
PIXELS = 1400


class Desk:
    """A seat, with a place for notes."""

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self._notes: list[str] = []
        self._read = 0

    def about(self) -> str:
        """What game this is, which seat is yours, and how to play."""
        chair, game = self.chair, self.chair.game
        scenario = game.scenario(chair.scenario)
        seats = "\n".join(f"- {info.id}: {info.title}, commands {info.commands}" for info in scenario.seats)
        return (
            f"{game.title}. {game.blurb}\n\nScenario: {scenario.title}. {scenario.text}\n\nSeats:\n{seats}\n"
            f"You are {chair.seat}.\n\nYou are asked one question at a time. Look at it, list the answers, and give one"
            " of them exactly as it is written. Every answer in the list is legal; for anything else you are told the"
            " rule that forbids it."
        )

    def look(self) -> str:
        """The position as you see it: whose turn it is, the question, the counters by place, and what happened last."""
        sight = self.chair.sight()
        parts = [sight.headline, ", ".join(part for part in sight.accounts if part), self._question(sight)]
        parts += ["What happened since you looked:", *self._news(), "", "Counters:", *_counters(sight)]
        return "\n".join(part for part in parts if part is not None)

    def picture(self) -> bytes:
        """The map with the counters as you see them, as PNG."""
        view = self.chair.view()
        if view is None:
            raise GrognardError("there are no pictures of served tables; look at them in a browser")
        return to_png(show(view).svg, PIXELS)

    def answers(self, containing: str = "") -> str:
        """The legal answers to the question, with what each costs; `containing` keeps those with these words."""
        decision = self.chair.sight().decision
        if decision is None or decision.seat != self.chair.seat:
            return "You are not asked now."
        found = [offer for offer in decision.offers if containing.lower() in f"{offer.action} {offer.label}".lower()]
        lines = [_offer(offer) for offer in found[:MOST_ANSWERS]]
        if len(found) > MOST_ANSWERS:
            lines.append(f"… and {len(found) - MOST_ANSWERS} more; name some words to see fewer.")
        return "\n".join(lines) or f"None of the {len(decision.offers)} answers contains '{containing}'."

    def explain(self, action: str) -> str:
        """What an answer would mean: cost, way, odds with exact chances, rule; or why it is not possible."""
        decision = self.chair.sight().decision
        offer = next((one for one in decision.offers if one.action == action), None) if decision else None
        if offer is None:
            return self.why_not(action)
        lines = [_offer(offer), *_calculation(offer.panel), *_calculation(decision.panel if decision else None)]
        return "\n".join(lines)

    def why_not(self, action: str) -> str:
        """Why an action is not possible now, with the rule's number."""
        refusal = self.chair.why_not(action)
        return "It is possible." if refusal is None else str(refusal)

    def rules(self, words: str) -> str:
        """Rules by number or by words that they contain, in our own words."""
        found = self.chair.game.ledger.search(words)
        lines = [f"{rule.number} {rule.title}: {rule.statement}" for rule in found[:MOST_RULES]]
        if len(found) > MOST_RULES:
            lines.append(f"… and {len(found) - MOST_RULES} more.")
        return "\n".join(lines) or f"No rule is called or contains '{words}'."

    def unit(self, name: str) -> str:
        """What is printed on a counter, and where it is."""
        roster = self.chair.game.roster
        if name not in roster.number:
            return f"There is no counter '{name}'."
        face = roster[roster.number[name]].face
        printed = ", ".join(f"{title} {value}" for title, value in zip(face.titles, face.values, strict=False) if title)
        where = next((one for one in self.chair.sight().pieces if one.id == name), None)
        place = f"in {where.place} {' '.join(where.flags)}".strip() if where else "you do not know where"
        return f"{name}: {roster[roster.number[name]].name}, {face.symbol} {face.size}; {printed}; {place}"

    def play(self, action: str) -> str:
        """Give an answer, exactly as it is listed; gives what happened until you are asked again."""
        if self.chair.outcome:
            return f"The game is over: {self.chair.outcome}"
        try:
            self.chair.play(action)
        except GrognardError as problem:
            return f"Not played: {problem}"
        if not self.chair.wait(PATIENCE):
            return "Played. The others are still thinking: look again later."
        sight = self.chair.sight()
        return "\n".join(["Played.", *self._news(), "", self._question(sight)])

    def note(self, text: str) -> str:
        """Write something down for later."""
        self._notes.append(text)
        return f"Note {len(self._notes)} kept."

    def notes(self) -> str:
        """What you wrote down."""
        return "\n".join(f"{n}. {text}" for n, text in enumerate(self._notes, 1)) or "There are no notes."

    # -- wording -------------------------------------------------------------------------------------

    def _question(self, sight: Sight) -> str:
        if self.chair.outcome:
            return f"The game is over: {self.chair.outcome}"
        decision = sight.decision
        if decision is None or decision.seat != self.chair.seat:
            return "You are not asked now." if decision is None else decision.prompt
        rule = f" [{decision.rule}]" if decision.rule else ""
        about = [*decision.pieces, *decision.places]
        concerns = f" About: {', '.join(about)}." if about else ""
        return f"Question: {decision.prompt}{rule}{concerns} {len(decision.offers)} answers."

    def _news(self) -> list[str]:
        lines = self.chair.told(self._read)
        self._read += len(lines)
        return [line for line in lines if line]


def _counters(sight: Sight) -> Iterable[str]:
    """One line a place."""
    hidden = {one.handle: one.name for one in sight.hidden}
    places: dict[str, list[str]] = {}
    for one in sight.pieces:
        marks = "".join(f"/{flag}" for flag in one.flags)
        steps = f"*{one.steps}" if one.steps != 1 else ""
        name = f"{one.id} ({hidden[one.id]})" if one.id in hidden else one.id
        places.setdefault(one.place, []).append(f"{name}{steps}{marks}")
    return [f"{place}: {', '.join(sorted(names))}" for place, names in sorted(places.items())]


def _offer(offer: Offer) -> str:
    parts = [offer.action]
    if offer.label and offer.label.lower() != offer.action:
        parts.append(f"({offer.label})")
    parts += [f"costs {offer.cost}"] if offer.cost else []
    parts += [f"by {' '.join(offer.path)}"] if len(offer.path) > 1 else []
    parts += [f"– {offer.text}"] if offer.text else []
    parts += [f"[{offer.rule}]"] if offer.rule else []
    parts += ["(takes back)"] if offer.takes_back else []
    return " ".join(parts)


def _calculation(panel: CalculationSeen | None) -> list[str]:
    if panel is None:
        return []
    lines = [f"{panel.title}: {panel.total}".rstrip(": ")]
    lines += [f"  {term.value} {term.reason}{f' [{term.rule}]' if term.rule else ''}" for term in panel.terms]
    lines += [f"  {one.chance} {one.result} {one.meaning}".rstrip() for one in panel.odds]
    return lines
