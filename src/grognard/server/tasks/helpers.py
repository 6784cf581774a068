"""Where the work is done that takes long."""

from __future__ import annotations

from typing import Protocol

from .advice import Advisers
from .bots import Thinkers
from .reviews import Reviews
from .uploads import Uploads


class Helpers(Protocol):
    """A helper for each kind of work."""

    @property
    def thinkers(self) -> Thinkers:
        """Lets bots think."""

    @property
    def uploads(self) -> Uploads:
        """Replays records."""

    @property
    def reviews(self) -> Reviews:
        """Reviews finished games."""

    @property
    def advisers(self) -> Advisers:
        """Finds out what is good and why."""
