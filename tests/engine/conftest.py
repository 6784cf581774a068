"""The toy game, made once."""

from __future__ import annotations

import pytest

from grognard.engine import Pack
from tests.engine.toy import Toy, write_pack


@pytest.fixture(scope="session")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """The toy game with its own data."""
    return Toy(Pack(write_pack(tmp_path_factory.mktemp("toy"))))
