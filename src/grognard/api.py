"""Everything that a game may use, in one place.

A game says which version it was made for: `api = "1.0"`. The second number grows when names are added; games made for
an earlier one go on working. The first number grows when something is changed or taken away.
"""

from __future__ import annotations

from .engine.asking import Left
from .engine.bits import costs_of
from .engine.board import Board, Side
from .engine.bounds import Either, Few, Low, Number, Word
from .engine.control import ZoneOfControl, occupied
from .engine.derived import carried_along, derived, derived_by_game, derived_by_side, derived_from, wherever
from .engine.errors import PackError, SetupError
from .engine.events import BattleBegan, BattleEnded, Began, Calculated, Cause, Read, Said, Shown
from .engine.flow import Action, Ask, Chance, Choice, Concern, Die, Frame, Hint, Mark, Refusal, Seat, Step, marked
from .engine.game import Cup, Flag, Game, Option, Scenario, SeatInfo, Sign
from .engine.hexgrid import Hex, HexGrid
from .engine.movement import Costs, Ways, cost_of, last_steps, priced, reach, union, way, ways
from .engine.outlook import Outlook
from .engine.pack import Pack, Row
from .engine.pieces import Face, Piece, Pieces, Roster, Unit, band, each, one
from .engine.places import Crossing, Place, Places, bit, gather, iterate, members
from .engine.position import Outcome, Position, Setup, State, is_on
from .engine.results import ResultsChart, entry, load_results_chart, turn_words
from .engine.sequence import Phase, Phases
from .engine.standard import ChoosePlace, ChooseUnit, UnitByUnit, UnitInHand, refuse_unit
from .engine.supply import line, traced
from .engine.telling import at_least, at_most, counted, fitting, listed, number, sentence, signed, slots, term
from .engine.terms import Calculation, Odds, Part, Reading, Term
from .engine.weights import Weight, Weights

API_VERSION = (1, 1)
"""What games may ask for: this version, and any with the same first and a smaller second number."""


def fits(asked: str) -> bool:
    """Whether a game that asks for a version runs with this one."""
    try:
        first, second = map(int, asked.split("."))
    except (ValueError, AttributeError):
        return False
    return first == API_VERSION[0] and 0 <= second <= API_VERSION[1]


__all__ = [
    "API_VERSION",
    "Action",
    "Ask",
    "BattleBegan",
    "BattleEnded",
    "Began",
    "Board",
    "Calculated",
    "Calculation",
    "Cause",
    "Chance",
    "Choice",
    "ChoosePlace",
    "ChooseUnit",
    "Concern",
    "Costs",
    "Crossing",
    "Cup",
    "Die",
    "Either",
    "Face",
    "Few",
    "Flag",
    "Frame",
    "Game",
    "Hex",
    "HexGrid",
    "Hint",
    "Left",
    "Low",
    "Mark",
    "Number",
    "Odds",
    "Option",
    "Outcome",
    "Outlook",
    "Pack",
    "PackError",
    "Part",
    "Phase",
    "Phases",
    "Piece",
    "Pieces",
    "Place",
    "Places",
    "Position",
    "Read",
    "Reading",
    "Refusal",
    "ResultsChart",
    "Roster",
    "Row",
    "Said",
    "Scenario",
    "Seat",
    "SeatInfo",
    "Setup",
    "SetupError",
    "Shown",
    "Side",
    "Sign",
    "State",
    "Step",
    "Term",
    "Unit",
    "UnitByUnit",
    "UnitInHand",
    "Ways",
    "Weight",
    "Weights",
    "Word",
    "ZoneOfControl",
    "at_least",
    "at_most",
    "band",
    "bit",
    "carried_along",
    "cost_of",
    "costs_of",
    "counted",
    "derived",
    "derived_by_game",
    "derived_by_side",
    "derived_from",
    "each",
    "entry",
    "fits",
    "fitting",
    "gather",
    "is_on",
    "iterate",
    "last_steps",
    "line",
    "listed",
    "load_results_chart",
    "marked",
    "members",
    "number",
    "occupied",
    "one",
    "priced",
    "reach",
    "refuse_unit",
    "sentence",
    "signed",
    "slots",
    "term",
    "traced",
    "turn_words",
    "union",
    "way",
    "ways",
    "wherever",
]
