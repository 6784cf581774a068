"""A language model's seat over the Model Context Protocol: over stdio, over HTTP, and in the arena."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

mcp = pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters, stdio_client  # noqa: E402

from grognard.agents.arena import bouts, play  # noqa: E402
from grognard.agents.chairs import OwnTable  # noqa: E402
from grognard.agents.line import Limits  # noqa: E402
from grognard.agents.mcp import TOOLS, make_server  # noqa: E402

CLI = [sys.executable, "-c", "import sys; from grognard.cli import main; sys.exit(main(sys.argv[1:]))"]
COMMAND = ["mcp", "seelow", "--scenario", "kustrin", "--as", "german", "--against", "random", "--seed", "4"]


async def visit(target: Any) -> None:
    """Use every tool, and play."""
    async with Client(target) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {*TOOLS, "picture"}
        assert all(tool.description for tool in tools.values())

        async def call(name: str, **given: Any) -> str:
            result = await client.call_tool(name, given)
            assert not result.is_error, result
            return str(result.content[0].text)

        assert "You are german" in await call("about")
        assert "Question: " in await call("look")
        first = (await call("answers")).splitlines()[0]
        assert await call("rules", words="zone")
        assert await call("why_not", action="fly") != "It is possible."
        assert await call("note", text="hold on") == "Note 1 kept."
        assert await call("notes") == "1. hold on"
        picture = (await client.call_tool("picture", {})).content[0]
        assert picture.type == "image"
        assert picture.mime_type == "image/png"
        words = first.split(" (")[0].split(" costs")[0].split(" –")[0].split(" [")[0]
        assert await call("explain", action=words)
        assert (await call("play", action=words)).startswith("Played.")
        assert (await call("play", action="fly")).startswith("Not played: ")


def test_in_this_process() -> None:
    asyncio.run(visit(make_server(OwnTable("seelow", "kustrin", seat="german", opponent="random", seed=bytes(32)))))


def test_over_stdio() -> None:
    asyncio.run(visit(stdio_client(StdioServerParameters(command=CLI[0], args=[*CLI[1:], *COMMAND]))))


def test_over_http() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen([*CLI, *COMMAND, "--http", str(port)], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        asyncio.run(visit(f"http://127.0.0.1:{port}/mcp"))
    finally:
        server.terminate()
        server.wait(20)


MODEL = """
import asyncio, os, random
from mcp import Client

async def main():
    rng = random.Random(1)
    async with Client(os.environ["GROGNARD_MCP"]) as client:
        while True:
            said = (await client.call_tool("answers", {})).content[0].text
            if said == "You are not asked now.":
                break
            line = rng.choice(said.splitlines())
            action = line.split(" (")[0].split(" costs")[0].split(" by ")[0].split(" –")[0].split(" [")[0]
            said = (await client.call_tool("play", {"action": action})).content[0].text
            if "The game is over" in said:
                break

asyncio.run(main())
"""


def test_a_model_in_the_arena(tmp_path: Path) -> None:
    file = tmp_path / "model.py"
    file.write_text(textwrap.dedent(MODEL), encoding="utf-8")
    limits = Limits(answer=20.0, game=25.0)
    played = play(bouts("seelow", "kustrin", [], ["random", f"mcp:{sys.executable} {file}"], 1, limits)[0])
    assert played.decisions > 40
    lazy = play(bouts("seelow", "kustrin", [], ["random", "mcp:sleep 60"], 1, Limits(answer=0.5, game=9.0))[0])
    assert "mcp:sleep 60 did not answer within 0.5 seconds: " in lazy.text
    assert lazy.points == 1.0


def test_the_token_of_a_served_table_is_not_an_argument() -> None:
    env = {key: value for key, value in os.environ.items() if key != "GROGNARD_TOKEN"}
    command = [*CLI, "mcp", "--table", "http://127.0.0.1:9/table/x"]
    ended = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert ended.returncode == 2
    assert "token is read from the environment variable GROGNARD_TOKEN, which is not set" in ended.stderr
