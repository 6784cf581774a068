"""The toy game, made once."""

from __future__ import annotations

import pytest
from tests.engine.toy import Toy, write_pack

from grognard.engine import Pack


@pytest.fixture(scope="session")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """The toy game with its own data."""
    return Toy(Pack(write_pack(tmp_path_factory.mktemp("toy"))))
