"""What a seat sees, and that it sees nothing else."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest
from tests.engine.toy import FILES, Ambush, P, Toy, random_game

from grognard.bots import make_bot
from grognard.engine import Position, Seat, Table, concealment, decision, imagine, reporting, view
from grognard.engine import table as table_module
from grognard.engine.codec import Names
from grognard.engine.concealment import names_for, standing_seen
from grognard.engine.errors import ActionError
from grognard.engine.events import Changed, Moved, Rolled
from grognard.engine.flow import Action
from grognard.engine.pieces import Piece, each
from grognard.engine.terms import Term, TermSeen
from grognard.testing.leaks import check_leaks, exchanged, seen_bytes

SEATS: tuple[Seat | None, ...] = (Seat(0), Seat(1), None)


def sent(seen: object) -> bytes:
    """What goes over the wire."""
    return msgspec.json.encode(seen, enc_hook=str)


def course(game: Toy, seed: int) -> Iterator[tuple[int, P, Action]]:
    """A random game, numbered."""
    for number, (g, action) in enumerate(random_game(game, seed)):
        yield number, g, action


@pytest.mark.parametrize("seed", range(12))
def test_no_view_decision_or_event_tells_an_exchange_of_concealed_pieces(toy: Toy, seed: int) -> None:
    """Held by the handles, the offers, the flow, the log; fails if any of them shows an identity."""
    for seat in SEATS:
        assert check_leaks(course(toy, seed), seat, Random(seed))


def names_the_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Luck's answers are told as they are."""
    redacted = reporting._redacted
    monkeypatch.setattr(reporting, "_redacted", lambda g, e, n: e if isinstance(e, Rolled) else redacted(g, e, n))


def names_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes of the state are told as they are."""
    redacted = reporting._redacted
    monkeypatch.setattr(reporting, "_redacted", lambda g, e, n: e if isinstance(e, Changed) else redacted(g, e, n))


def names_who_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves are told as if everybody knew everything."""
    plain = reporting.told
    leaky = lambda g, event, unknown: plain(g, event, 0 if isinstance(event, Moved) else unknown)  # noqa: E731
    monkeypatch.setattr(table_module, "told", leaky)


def numbers_by_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    """Handles follow the order of the roster."""
    monkeypatch.setattr(concealment, "sorted", lambda pieces, key=None: list(pieces), raising=False)


def numbers_the_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counters of a term are sent by their numbers in the roster."""
    plain = concealment.term_seen

    def leaky(term: Term, names: Names) -> TermSeen:
        return msgspec.structs.replace(plain(term, names), pieces=tuple(map(str, term.pieces)))

    monkeypatch.setattr(concealment, "term_seen", leaky)


def keeps_the_order_of_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counters of a term are listed in the order of the roster."""
    plain = concealment.term_seen

    def leaky(term: Term, names: Names) -> TermSeen:
        return msgspec.structs.replace(plain(term, names), pieces=tuple(names.pieces[p] for p in term.pieces))

    monkeypatch.setattr(concealment, "term_seen", leaky)


def keeps_the_order_of_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unknown counters keep their place in the lists of an event."""
    monkeypatch.setattr(reporting, "_in_order", lambda event, unknown: event)


LEAKS = [
    names_the_roll,
    names_the_state,
    names_who_moves,
    numbers_by_identity,
    numbers_the_terms,
    keeps_the_order_of_terms,
    keeps_the_order_of_events,
]


@pytest.mark.parametrize("leak", LEAKS)
def test_the_test_for_leaks_finds_leaks(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    def search() -> None:
        for seed in range(12):
            for seat in SEATS:
                check_leaks(course(toy, seed), seat, Random(seed))

    leak(monkeypatch)
    with pytest.raises(AssertionError, match="an exchange"):
        search()


def test_the_exchange_is_seen_by_the_owner(toy: Toy) -> None:
    """So the test above can fail at all."""
    g = random_game(toy, 3)[20][0]
    exchange = {Piece(0): Piece(2), Piece(2): Piece(0)}
    assert seen_bytes(g, Seat(0)) != seen_bytes(exchanged(g, exchange), Seat(0))


def test_a_term_names_its_counters_and_places_as_its_reader_knows_them(toy: Toy) -> None:
    """In the question, in a hint, in the points and in the log: by name for the owner, by handle or `?` for others."""
    table = next(struck_tables(toy))
    g = table.position
    frame = g.frame
    assert isinstance(frame, Ambush)
    attacker, target = (toy.names.pieces[p] for p in (frame.attacker, frame.target))
    asked = view(g, frame.seat(g)).decision
    assert asked is not None
    assert asked.panel is not None
    strikes, is_struck, *_, around = asked.panel.terms
    assert strikes.pieces == (names_for(g, frame.seat(g))[0].pieces[frame.attacker],) != (attacker,)
    assert is_struck.pieces == (target,)
    assert around.places == (toy.names.places[g.where[frame.target]],)
    for seat, known in ((g.state.player, (attacker, "?")), (1 - g.state.player, ("?", target)), (None, ("?", "?"))):
        line = next(line for line in reversed(table.told(seat)) if line.kind == "Calculated")
        terms = line.data["calculation"]["terms"]
        assert (terms[0]["pieces"], terms[1]["pieces"]) == ([known[0]], [known[1]])
    counted = standing_seen(g, Seat(0), names_for(g, Seat(1))[0])[0].pieces
    assert counted == tuple(sorted(counted))
    assert all(name.startswith("?") for name in counted)


def struck_tables(toy: Toy) -> Iterator[Table]:
    """Tables at which one unknown counter has struck another."""
    for seed in range(40):
        table, rng = Table(toy, seed=bytes([seed]) * 32), Random(seed)
        while not table.over:
            unknown = toy.concealed(table.position, None)
            frame = table.position.frame
            if isinstance(frame, Ambush) and unknown >> frame.attacker & 1 and unknown >> frame.target & 1:
                yield table
                break
            going_on = [a for a in table.position.actions() if a.verb not in ("end", "put-back")]
            table.play(rng.choice(going_on or table.position.actions()))


@pytest.mark.parametrize("seed", range(6))
def test_nothing_sent_holds_a_concealed_id_or_name(toy: Toy, seed: int) -> None:
    table = Table(toy, seed=bytes([seed]) * 32)
    rng = Random(seed)
    while not table.over:
        for seat in SEATS:
            secrets = toy.concealed(table.position, seat)
            text = seen_bytes(table.position, seat).decode()
            for piece in each(secrets):
                assert f'"{toy.roster[piece].id}"' not in text
                assert f" {toy.roster[piece].id}" not in text
                assert toy.roster[piece].name not in text
        table.play(rng.choice(table.position.actions()))
    for seat in SEATS:
        column = -1 if seat is None else seat
        for happening, line in zip(table.log, table.told(seat), strict=True):
            text = msgspec.json.encode(line).decode()
            for piece in each(happening.unknown[column]):
                assert toy.roster[piece].id not in text
                assert toy.roster[piece].name not in text


def test_handles_name_the_place_and_are_numbered_within_it(toy: Toy) -> None:
    g = toy.start()
    names, concealed = names_for(g, Seat(1))
    assert sorted(names.pieces[p] for p in concealed) == ["?0203-1", "?0203-2", "?pool-1", "?pool-2"]
    assert {names.pieces[p] for p in each(toy.roster.of_side[1])} == {"B-1", "B-2", "B-3", "B-4"}
    seen = view(g, Seat(1))
    assert [(h.handle, h.place, h.back) for h in seen.hidden] == [
        ("?0203-1", "0203", "red"),
        ("?0203-2", "0203", "red"),
        ("?pool-1", "pool", "red"),
        ("?pool-2", "pool", "red"),
    ]


def test_a_spectator_knows_neither_side(toy: Toy) -> None:
    seen = view(toy.start(), None)
    assert seen.seat == ""
    assert len(seen.hidden) == 8
    assert {h.back for h in seen.hidden} == {"red", "blue"}
    assert seen.decision is not None
    assert seen.decision.offers == ()


def test_a_spectator_and_the_other_seat_are_not_told_the_question(toy: Toy) -> None:
    g = toy.position({"0203": "R-1", "0303": "B-1"}, phase="orders")
    mine, theirs = decision(g, Seat(0)), decision(g, Seat(1))
    assert mine is not None
    assert theirs is not None
    assert [offer.action for offer in mine.offers] == ["pick R-1", "end"]
    assert (theirs.seat, theirs.prompt, theirs.offers) == ("red", "Waiting for Red.", ())
    assert decision(g, None) == theirs


def test_a_seat_answers_in_the_names_it_knows(toy: Toy) -> None:
    """A concealed counter is struck by its handle; its own name is not known, not even to be refused."""
    start = toy.position({"0203": "R-1", "0303": "B-1"}, phase="orders")
    table = Table(toy, position=start)
    table.play("pick R-1", Seat(0))
    offers = table.view(Seat(0)).decision
    assert offers is not None
    strike = next(offer for offer in offers.offers if offer.verb == "strike")
    assert (strike.action, strike.piece, strike.label) == ("strike ?0303-1", "?0303-1", "Strike ?0303-1")
    with pytest.raises(ActionError, match="there is no piece 'B-1'"):
        table.play("strike B-1", Seat(0))
    table.play(strike.action, Seat(0))
    assert table.entries[-1].action == "strike B-1"
    assert table.position.to_decide == Seat(1)


def test_a_refusal_does_not_name_a_concealed_counter(toy: Toy) -> None:
    table = Table(toy, position=toy.position({"0101": "R-1", "0504": "B-1"}, phase="orders"))
    table.play("pick R-1", Seat(0))
    assert "1. Blue is not next to it" in str(table.position.why_not("strike B-1"))
    with pytest.raises(ActionError) as refused:
        table.play("strike ?0504-1", Seat(0))
    assert "Blue" not in str(refused.value)
    assert "B-1" not in str(refused.value)
    assert "unknown unit" in str(refused.value)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_imagined_looks_the_same(toy: Toy, seed: int) -> None:
    """And it is a whole position: every piece once, and it can be played on."""
    rng = Random(seed)
    differs = False
    for g, action in random_game(toy, seed):
        for seat in SEATS:
            seen = view(g, seat, hints=True)
            guess = imagine(toy, seen, rng)
            assert sent(view(guess, seat, hints=True)) == sent(seen)
            assert guess.copy().actions()
            differs |= guess.to_json() != g.to_json()
            if g.to_decide == seat and not any(k is Piece for k in toy.kinds(action.verb)):
                guess.play(action.text)
    assert differs


def test_imagining_tries_everything_possible(toy: Toy) -> None:
    seen = view(toy.start(), Seat(1))
    guesses = {tuple(imagine(toy, seen, Random(n)).where[:4]) for n in range(60)}
    assert len(guesses) == 6  # two of the four counters stand in the hex, two are in the pool


def reachable_from(root: object) -> list[object]:
    """Everything that can be got at from an object, modules and classes left out."""
    found: dict[int, object] = {}
    queue = [root]
    while queue:
        thing = queue.pop()
        if id(thing) in found or isinstance(thing, type) or type(thing).__name__ in ("module", "function"):
            continue
        found[id(thing)] = thing
        queue.extend(gc.get_referents(thing))
        if isinstance(thing, msgspec.Struct):
            queue.extend(getattr(thing, name) for name in thing.__struct_fields__)
    return list(found.values())


@pytest.mark.parametrize("name", ["random", "staff"])
def test_a_bot_and_its_view_lead_to_no_position(toy: Toy, name: str) -> None:
    table = Table(toy, position=toy.position({"0203": "R-1 R-2", "0303": "B-1"}, phase="orders"))
    bot = make_bot(name, toy, seed=1)
    seen = table.view(Seat(0))
    answer = bot.choose(seen)
    assert answer in {offer.action for offer in seen.decision.offers} if seen.decision else False
    for thing in (*reachable_from(bot), *reachable_from(seen)):
        assert not isinstance(thing, Position | Table)


def test_the_search_for_positions_would_find_one(toy: Toy) -> None:
    assert any(isinstance(thing, Position) for thing in reachable_from({"a": [toy.start()]}))


def test_an_open_game_has_no_handles(toy: Toy) -> None:
    assert "units.csv" in FILES
    g = random_game(toy, 1)[-1][0]
    while g.to_decide is not None:
        g.play(g.actions()[-1])
    for seat in SEATS:
        assert view(g, seat).hidden == ()
        assert view(g, seat).decision is None
