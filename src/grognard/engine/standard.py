"""Standard frames: the questions that every wargame asks, for games to derive theirs from.

Most questions are one of two: which of some units, or which of some places. There may be a word that closes the
question without choosing any: the end of a phase, a unit that is put back. The game says which units or places there
are, why another one is not among them, and in `on_<verb>` what becomes of the one that is chosen. These frames have no
fields, so that a game's own frames declare theirs in an order of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from .asking import Refusal
from .flow import Action, Choice, Mark, Seat, marked
from .pieces import Piece
from .places import Place, Places


class OneOf(Choice):
    """One of several things, or a word that closes the question. Derive from `ChooseUnit` or `ChoosePlace`."""

    verb: ClassVar[str] = ""
    """The verb that chooses one of them."""
    closing: ClassVar[str] = ""
    """The verb that chooses none; empty where one has to be chosen."""
    labels: ClassVar[dict[str, str]] = {}
    """What the buttons say, by verb; `{}` stands for what is chosen."""

    def options(self, g: Any) -> list[Action]:
        """Every legal answer but the one that closes the question."""
        raise NotImplementedError

    def refuse(self, g: Any, chosen: Any) -> Refusal | None:
        """Why one of them cannot be chosen; None where it can."""
        raise NotImplementedError

    def refuse_closing(self, g: Any) -> Refusal | None:
        """Why the question cannot be closed yet; None where it can."""
        return None

    def called(self, g: Any, chosen: Any) -> str:
        """What people call one of them."""
        raise NotImplementedError

    def choices(self, g: Any) -> list[Action]:
        """All that can be chosen, then the verb that closes the question."""
        found = self.options(g)
        if self.closing and self.refuse_closing(g) is None:
            found.append(g.act(self.closing))
        return found

    def refusal(self, g: Any, action: Action) -> Refusal | None:
        """Why one of them cannot be chosen, or the question not be closed."""
        return self.refuse(g, action.args[0]) if action.args else self.refuse_closing(g)

    def label(self, g: Any, action: Action) -> str:
        """What the button says."""
        word = self.labels.get(action.verb, "")
        return word.format(self.called(g, action.args[0])) if word and action.args else word


class ChooseUnit(OneOf):
    """Which unit? The game has an `on_<verb>` for the one that is chosen."""

    verb: ClassVar[str] = "pick"

    def eligible(self, g: Any) -> Iterable[Piece]:
        """The units of which one can be chosen, in the order in which they are listed."""
        raise NotImplementedError

    def why_not(self, g: Any, piece: Piece) -> Refusal:
        """Why a unit is not among them."""
        raise NotImplementedError

    def refuse(self, g: Any, chosen: Piece) -> Refusal | None:
        """Why a unit cannot be chosen: override this one where it can be said without making the list."""
        return None if chosen in self.eligible(g) else self.why_not(g, chosen)

    def called(self, g: Any, chosen: Piece) -> str:
        """The unit's name."""
        return str(g.game.roster[chosen].name)

    def options(self, g: Any) -> list[Action]:
        """The units."""
        found: list[Action] = g.acts(self.verb, self.eligible(g))
        return found


class UnitByUnit(ChooseUnit):
    """A phase in which one unit after another is picked, until the player ends it."""

    closing: ClassVar[str] = "end"

    def on_pick(self, g: Any, unit: Piece) -> None:
        """Take a unit in hand."""
        raise NotImplementedError

    @marked(Mark.CLOSES)
    def on_end(self, g: Any) -> None:
        """The phase is over."""
        g.end()


class ChoosePlace(OneOf):
    """Which place? The game has an `on_<verb>` for the one that is chosen."""

    verb: ClassVar[str] = "go"

    def places(self, g: Any) -> Places:
        """The places of which one can be chosen."""
        raise NotImplementedError

    def why_not(self, g: Any, place: Place) -> Refusal:
        """Why a place is not among them."""
        raise NotImplementedError

    def refuse(self, g: Any, chosen: Place) -> Refusal | None:
        """Why a place cannot be chosen: override this one where it can be said without making the list."""
        return None if self.places(g) >> chosen & 1 else self.why_not(g, chosen)

    def called(self, g: Any, chosen: Place) -> str:
        """The place's name."""
        return str(g.game.place_title(chosen))

    def options(self, g: Any) -> list[Action]:
        """The places."""
        found: list[Action] = g.acts_at(self.verb, self.places(g))
        return found


class UnitInHand(ChoosePlace):
    """Where does a unit go that was picked? Nothing has happened yet, so that it can be put back."""

    closing: ClassVar[str] = "back"
    labels: ClassVar[dict[str, str]] = {"back": "Put back"}

    @marked(Mark.TAKES_BACK)
    def on_back(self, g: Any) -> None:
        """Another unit first."""
        g.end()


def refuse_unit(g: Any, seat: Seat, piece: Piece, *, rule: str, off_map: str = "") -> Refusal | None:
    """Why a seat cannot use a unit at all: it belongs to somebody else, or is not on the map (by another rule)."""
    if g.game.owner(g, piece) != seat:
        return Refusal(f"{g.game.roster[piece].name} is not yours", rule)
    if g.where[piece] >= g.game.board.size:
        return Refusal(f"{g.game.roster[piece].name} is not on the map", off_map or rule)
    return None
