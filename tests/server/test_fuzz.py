"""The interface's own description, fuzzed: no input makes the server fail, and answers are as described."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from grognard.server import Settings, create_app

from .support import open_table

EXAMPLES = 12
APP = create_app(Settings(database="sqlite://"))
DESCRIBED = schemathesis.openapi.from_dict(json.loads(msgspec.json.encode(APP.openapi_schema.to_schema())))
OPERATIONS = {found.ok().label: found.ok() for found in DESCRIBED.get_all_operations()}


@pytest.fixture(scope="module")
def table(server: str) -> tuple[str, str]:
    """A real table and its token, so that requests get further than the door."""
    player, _ = open_table(server)
    return player.table, player.token


@pytest.mark.parametrize("label", sorted(OPERATIONS))
def test_nothing_makes_the_server_fail(label: str, server: str, table: tuple[str, str]) -> None:
    @given(case=OPERATIONS[label].as_strategy())
    @hypothesis_settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def fuzz(case: Any) -> None:
        open_doors(case, table)
        response = case.call(base_url=server)
        case.validate_response(response, checks=[not_a_server_error, response_schema_conformance])

    fuzz()


def open_doors(case: Any, table: tuple[str, str]) -> None:
    """Put the real table, token and game into most requests."""
    if "table" in case.path_parameters and len(case.path_parameters["table"]) != 1:
        case.path_parameters["table"] = table[0]
    if isinstance(case.body, dict):
        if len(str(case.body.get("token", ""))) > 1:
            case.body["token"] = table[1]
        if "seat" in case.body:
            case.body["seat"] = "german"
    # Pictures take seconds to draw; their own tests ask for real ones.
    if case.path_parameters.get("game") and "map." not in case.path:
        case.path_parameters["game"] = "marshals"
