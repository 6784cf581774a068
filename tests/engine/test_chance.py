"""Luck: fair, weighted, bound by its commitment, and repeatable."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.toy import P, Toy

from grognard.engine import RecordError
from grognard.engine.chance import SEED_BYTES, SeedStream, commitment, joint_seed, parse_seed, part_commitment

SEED = bytes(range(32))
KNOWN = [5, 4, 2, 5, 3, 5, 5, 5, 3, 3, 1, 4]
KNOWN_JOINT = "3fcbc3f75f3257a188370cb87e14ce9ff79ae06020a0fe8fc0a233fc603e13f4"
KNOWN_PART = "70f78a2073aaffd066220a23bc7ef4eff2198d684e108d60b430bfad62bd2095"
KNOWN_COMMITMENT = "4b71d617adcf1b8e01b633dc2dbaa88f358ee56031d7fbb790bab5bb778a11c7"

CHI_SQUARE_999 = {1: 10.83, 3: 16.27, 5: 20.52, 9: 27.88}
"""What chi-square exceeds once in a thousand times, by degrees of freedom; with fixed seeds never."""


def chi_square(counts: Counter[int], expected: dict[int, float]) -> float:
    return sum((counts[k] - e) ** 2 / e for k, e in expected.items())


@pytest.mark.parametrize("total", [2, 4, 6, 10])
def test_draws_are_uniform(total: int) -> None:
    stream = SeedStream(SEED)
    counts = Counter(stream.draw(total) for _ in range(6000))
    assert set(counts) == set(range(total))
    assert chi_square(counts, dict.fromkeys(range(total), 6000 / total)) < CHI_SQUARE_999[total - 1]


def test_neighbouring_draws_are_independent() -> None:
    stream = SeedStream(SEED)
    drawn = [stream.draw(2) for _ in range(6001)]
    pairs = Counter(2 * a + b for a, b in pairwise(drawn))
    assert chi_square(pairs, dict.fromkeys(range(4), 1500.0)) < CHI_SQUARE_999[3]


@given(st.integers(1, 2**63))
def test_a_draw_stays_below_its_total(total: int) -> None:
    assert 0 <= SeedStream(SEED).draw(total) < total


def test_a_large_draw_is_not_skewed() -> None:
    """Without drawing again, two thirds of 2^64 would make the lower half twice as likely."""
    stream = SeedStream(SEED)
    total = 2**64 // 3 * 2
    low = sum(stream.draw(total) < total // 2 for _ in range(4000))
    assert chi_square(Counter({0: low, 1: 4000 - low}), {0: 2000.0, 1: 2000.0}) < CHI_SQUARE_999[1]


def test_weights_are_respected(toy: Toy) -> None:
    g: P = toy.start()
    stream = SeedStream(SEED)
    answers = Counter(stream.answer(g).text for _ in range(4000))
    mud = answers["set-in mud"]
    assert mud + answers["set-in fair"] == 4000
    assert chi_square(Counter({0: mud, 1: 4000 - mud}), {0: 1000.0, 1: 3000.0}) < CHI_SQUARE_999[1]


def test_the_same_seed_gives_the_same_answers(toy: Toy) -> None:
    one, two = SeedStream(SEED), SeedStream(SEED)
    assert [one.draw(1000) for _ in range(50)] == [two.draw(1000) for _ in range(50)]
    later = SeedStream(SEED, counter=49)
    assert later.draw(1000) == SeedStream(SEED, 49).draw(1000)
    assert one.counter == two.counter == 50


def test_known_answers() -> None:
    """A change here breaks the proof of every record there is."""
    stream = SeedStream(SEED)
    assert [stream.draw(6) for _ in range(12)] == KNOWN
    assert commitment(SEED) == KNOWN_COMMITMENT


def test_other_seeds_and_counters_give_other_answers() -> None:
    streams = [SeedStream(bytes([n]) * 32) for n in range(5)]
    assert len({tuple(s.draw(2**60) for _ in range(2)) for s in streams}) == 5
    one = SeedStream(SEED)
    assert len({one.draw(2**60) for _ in range(100)}) == 100


def test_a_commitment_binds_and_hides() -> None:
    """One bit of the seed changes it altogether; and it is none of the numbers the dice come from."""
    first = commitment(SEED)
    other = commitment(bytes([SEED[0] ^ 1]) + SEED[1:])
    same = sum(a == b for a, b in zip(first, other, strict=True))
    assert len(first) == 64
    assert same < 16
    assert SEED.hex() not in first
    assert SeedStream(SEED).commitment == first


PARTS = {"opener": "11" * 32, "german": "22" * 32}


def test_every_part_changes_the_seed_and_none_the_commitment() -> None:
    seeds = {
        joint_seed(SEED, parts)
        for parts in (
            {},
            PARTS,
            {"opener": PARTS["opener"]},
            {"opener": PARTS["german"], "german": PARTS["opener"]},
            {**PARTS, "german": "23" + "22" * 31},
        )
    }
    assert len(seeds) == 5
    assert joint_seed(SEED, {}) == SEED
    assert joint_seed(SEED, PARTS) == joint_seed(SEED, dict(reversed(PARTS.items())))
    stream = SeedStream(SEED, parts=PARTS)
    assert (stream.commitment, stream.seed) == (commitment(SEED), joint_seed(SEED, PARTS))


def test_known_parts() -> None:
    """A change here breaks the proof of every record with parts there is, and every browser's hash."""
    assert joint_seed(bytes(32), PARTS).hex() == KNOWN_JOINT
    assert part_commitment("german", "22" * 32) == KNOWN_PART
    assert part_commitment("opener", "22" * 32) != KNOWN_PART


def test_tables_do_not_share_seeds() -> None:
    one, two = SeedStream(), SeedStream()
    assert len(one.seed) == SEED_BYTES
    assert one.seed != two.seed


def test_a_seed_is_read_back() -> None:
    assert parse_seed(SEED.hex()) == SEED


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("zz" * 32, "not hexadecimal"),
        ("é", "not hexadecimal"),
        ("ab", "1 bytes instead of 32"),
        ("", "0 bytes"),
    ],
)
def test_a_seed_that_is_none(text: str, problem: str) -> None:
    with pytest.raises(RecordError, match=problem):
        parse_seed(text)
