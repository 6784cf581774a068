"""The game with secrets by other rules, which do not fit what was played before."""

from __future__ import annotations

from typing import Any

from grognard.engine import ActionError, SetupError

from .secret_game import SecretMarshals, __file__  # noqa: F401  # it plays with the same data


class Refusing(SecretMarshals):
    """Rules by which nothing that was played fits."""

    version = "9.9.9"

    def parse(self, text: str, names: Any = None) -> Any:
        """Refuses, and says too much."""
        raise ActionError(f"'{text}' was drawn, which is a secret")


class Unreadable(SecretMarshals):
    """Rules that cannot even read a position."""

    version = "9.9.9"

    def from_json(self, text: str) -> Any:
        """Refuses, and says too much."""
        raise SetupError(f"the position {text} makes no sense")
