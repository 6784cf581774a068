"""What a position is worth to the bots: nobody loses by taking what he came for, HQs lead, help comes to Elbing."""

from __future__ import annotations

from tests.games.konigsberg.helpers import Pieces, Pos, command, in_hand
from tests.support import play

from grognard.bots import make_bot
from grognard.engine import Seat
from grognard.engine.view import view
from grognard.games.konigsberg.model import GERMAN, SOVIET

MIELAU, ELBING = "2131", "1216"
ARMIES: Pieces = {
    "2132": "S-53 S-42 S-HQ48",
    "2031": "S-29 S-5G S-HQ39",
    "2232": "S-94 S-113",
    "2130": "S-10T S-3G",
    "2231": "S-8G S-36G",
    "2133": "S-44 S-36",
    "2032": "S-105 S-108",
    "2233": "S-98 S-116",
    "2033": "S-65 S-45",
}
"""Nine stacks around Mielau, which is empty."""


def worth(pieces: Pieces, seat: int = SOVIET) -> float:
    """The score of a seat on the blank map."""
    g = command(pieces | {"0425": "G-HQ9"}, turn=4)
    return g.game.score(g, Seat(seat))


def chosen(g: Pos, seat: int) -> str:
    """What the staff answers."""
    return make_bot("staff", g.game, 1).choose(view(g, Seat(seat)))


def test_taking_a_victory_hex_is_never_a_loss_however_many_stand_around_it() -> None:
    """They would all have a long way to the next one; that must not keep them out of this one."""
    g = in_hand(ARMIES | {"0425": "G-HQ9"}, "S-53", "S:48", turn=4)
    play(g, chosen(g, SOVIET))
    assert g.state.soviet_held >> g.game.names.place(MIELAU) & 1, "it may go on from there"


def test_an_hq_is_drawn_forward_before_its_units_have_gone() -> None:
    """Else it waits for them, and they for it."""
    assert worth({"2635": "S-HQ48", "2636": "S-53"}) > worth({"2637": "S-HQ48", "2636": "S-53"})


def test_help_for_elbing_counts_before_it_is_there() -> None:
    """14.2 A garrison alone does not hold it."""
    threat: Pieces = {ELBING: "G-FEL", "1319": "S-10T S-53", "1419": "S-42 S-29"}
    assert worth(threat | {"1720": "G-1"}, GERMAN) > worth(threat | {"2622": "G-1"}, GERMAN)


def test_staff_enters_the_capital_that_stands_open() -> None:
    g = in_hand({"1217": "S-53 S-HQ48", "0425": "G-HQ9"}, "S-53", "S:48", turn=4)
    assert play(g, chosen(g, SOVIET)).where[g.game.names.piece("S-53")] == g.game.names.place(ELBING)
