"""Fair dice that can be proved: a secret seed answers luck, its hash is shown before, the seed after the game.

The *n*-th answer is drawn from `blake2b(seed, n)`. Anybody with the record and the seed can check every die. Players
can add parts to the seed: the secret is fixed by its hash before they reveal their parts, and luck draws from both
together, so that nobody chooses the dice alone.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from .errors import RecordError
from .flow import Action
from .position import Position

SEED_BYTES = 32


class SeedStream:
    """The answers of luck at one table."""

    __slots__ = ("counter", "parts", "ready", "secret", "seed")

    def __init__(self, seed: bytes | None = None, counter: int = 0, parts: Mapping[str, str] | None = None) -> None:
        self.secret = secrets.token_bytes(SEED_BYTES) if seed is None else seed
        self.counter = counter
        self.parts: dict[str, str] = {}
        """What players added to the seed, in hexadecimal, by party."""
        self.seed = self.secret
        """What answers are drawn from: the secret with the parts."""
        self.ready = True
        """Whether luck can answer; not while players have yet to add their parts."""
        self.add(parts or {})

    def add(self, parts: Mapping[str, str]) -> None:
        """From now on draw from the secret and these parts together."""
        self.parts = dict(parts)
        self.seed = joint_seed(self.secret, self.parts)

    @property
    def commitment(self) -> str:
        """What is shown before the game: fixes the secret without telling it."""
        return commitment(self.secret)

    def draw(self, total: int) -> int:
        """A number from 0 to total-1, each exactly as likely as any other."""
        drawn = _drawn(self.seed, self.counter, total)
        self.counter += 1
        return drawn

    def answer(self, g: Position[Any, Any]) -> Action:
        """The answer of luck to the present decision."""
        chances = g.chances()
        drawn = self.draw(sum([weight for _, weight in chances]))
        for action, weight in chances:
            drawn -= weight
            if drawn < 0:
                return action
        raise AssertionError("weights must be positive")


def commitment(seed: bytes) -> str:
    """The hash of a seed."""
    return hashlib.blake2b(seed, digest_size=32, person=b"grognard-commit").hexdigest()


def part_commitment(party: str, part: str) -> str:
    """The hash by which a player fixes his part of the seed before anybody reveals one.

    It is SHA-256 so that any browser can make it, and it names the party so that nobody can fix another's part as his.
    """
    return hashlib.sha256(f"grognard part {party} {part}".encode()).hexdigest()


def joint_seed(secret: bytes, parts: Mapping[str, str]) -> bytes:
    """The seed that a secret and the parts of the players make together; without parts the secret itself."""
    if not parts:
        return secret
    told = "".join(f"{party} {parts[party]}\n" for party in sorted(parts))
    return hashlib.blake2b(told.encode(), key=secret, digest_size=SEED_BYTES, person=b"grognard-toss").digest()


def _drawn(seed: bytes, counter: int, total: int) -> int:
    """The counter's draw; numbers that would favour some answers are drawn again."""
    span = 1 << 64
    fair = span - span % total
    for again in range(1000):
        message = counter.to_bytes(8, "big") + again.to_bytes(4, "big")
        digest = hashlib.blake2b(message, key=seed, digest_size=8, person=b"grognard-chance")
        value = int.from_bytes(digest.digest(), "big")
        if value < fair:
            return value % total
    raise AssertionError("a fair draw fails a thousand times in a row with chance 2^-1000")


def parse_seed(text: str) -> bytes:
    """A seed from its hexadecimal text."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise RecordError("the seed is not hexadecimal") from None
    if len(seed) != SEED_BYTES:
        raise RecordError(f"the seed has {len(seed)} bytes instead of {SEED_BYTES}")
    return seed
