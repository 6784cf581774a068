"""Whoever does the work that takes long."""

from __future__ import annotations

from typing import Protocol

from .advice import Advisers
from .bots import Thinkers
from .reviews import Reviews
from .uploads import Uploads


class Helpers(Protocol):
    """For each kind of work somebody who does it."""

    @property
    def thinkers(self) -> Thinkers:
        """Lets bots think."""

    @property
    def uploads(self) -> Uploads:
        """Replays records."""

    @property
    def reviews(self) -> Reviews:
        """Looks back at games."""

    @property
    def advisers(self) -> Advisers:
        """Finds out what is good and why."""
