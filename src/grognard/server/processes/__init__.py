"""Work in processes of its own: bots that think, records that are replayed, games that are reviewed,
advice."""

from __future__ import annotations

from ..settings import Settings
from .advice import Advisers
from .bots import Thinkers
from .reviews import Reviews
from .uploads import Uploads


class Processes:
    """For each kind of work processes that do it, started when they are first needed."""

    def __init__(self, settings: Settings) -> None:
        self.thinkers = Thinkers(settings.bot_workers, settings.bot_factory, settings.bot_seconds)
        self.uploads = Uploads(settings)
        self.reviews = Reviews(settings)
        self.advisers = Advisers(settings)
