"""Reference pages made from the program: the command line, the names of the API, the server's messages."""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from grognard import api
from grognard.cli.arguments import parser
from grognard.server.app import create_app

KERNEL = {
    "Games": ("grognard.games", ("load_game", "game_names", "catalog")),
    "Game": ("grognard.engine.game", ("Game",)),
    "Positions": ("grognard.engine.position", ("Position", "Setup")),
    "Tables": ("grognard.engine.table", ("Table", "Happening")),
    "Views": ("grognard.engine.view", ("View", "view", "imagine")),
    "Records": ("grognard.engine.record", ("Record", "Entry", "read_record", "replay")),
    "Luck": ("grognard.engine.chance", ("SeedStream", "commitment", "joint_seed")),
    "Bots": ("grognard.bots", ("make_bot",)),
    "What a bot is": ("grognard.bots.base", ("Bot",)),
    "Matches": ("grognard.lab.match", ("plan", "play_game", "simulate", "summary", "interval")),
    "Pictures": ("grognard.draw", ("map_svg", "counter_document", "to_png", "to_pdf")),
}
"""What a program that uses the kernel calls: a title, a module and its names."""
TESTING = ("conformance", "golden", "leaks", "bounds", "words", "checks", "suite")


# -- Python --------------------------------------------------------------------------------------


def kernel() -> str:
    """What programs call."""
    lines = [
        "# The kernel",
        "",
        "What a program calls to load games, play them and read them. "
        "[Your first script](../tutorial/first-script.md) shows it at work.",
        "",
    ]
    for title, (module, names) in KERNEL.items():
        lines += [f"## {title}", ""]
        lines += [f"::: {module}.{name}\n" for name in names]
    return "\n".join(lines)


def api_page() -> str:
    """The names that a game may use, by the module they come from."""
    lines = [
        "# grognard.api",
        "",
        inspect.getdoc(api) or "",
        "",
        "[Your first own game](../adding-a-game.md) uses most of these names.",
        "",
    ]
    homes: dict[str, list[str]] = {}
    for name in api.__all__:
        homes.setdefault(_homes().get(name, api.__name__), []).append(name)
    for home, names in sorted(homes.items()):
        title = "Version" if home == api.__name__ else home.rpartition(".")[2].capitalize()
        lines += [f"## {title}", "", _summary(home) if home != api.__name__ else "", ""]
        lines += [f"::: grognard.api.{name}\n" for name in names]
    return "\n".join(lines)


@cache
def _homes() -> dict[str, str]:
    """The module from which the API takes each of its names."""
    imports = [node for node in ast.parse(inspect.getsource(api)).body if isinstance(node, ast.ImportFrom)]
    return {name.name: f"grognard.{node.module}" for node in imports for name in node.names}


def testing() -> str:
    """The tests that every game gets."""
    lines = ["# grognard.testing", "", inspect.getdoc(importlib.import_module("grognard.testing")) or "", ""]
    lines += [f"::: grognard.testing.{name}\n    options:\n      heading_level: 2\n" for name in TESTING]
    return "\n".join(lines)


def _summary(module: str) -> str:
    return (inspect.getdoc(sys.modules.get(module) or importlib.import_module(module)) or "").partition("\n\n")[0]


# -- the command line ----------------------------------------------------------------------------


def command_line() -> str:
    """Every command with its arguments."""
    top = parser()
    lines = [
        "# The command line",
        "",
        top.description or "",
        "",
        "Exit codes: 0 done, 1 the answer is no, 2 something was typed wrong or cannot be read.",
        "",
    ]
    for command, words, about in _commands(top):
        depth = "##" if command.count(" ") == 1 else "###"
        lines += [f"{depth} {command}", "", _sentence(about), "", "```text", _usage(words), "```", ""]
        lines += _arguments(words)
    return "\n".join(lines)


def _commands(top: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser, str]]:
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            about = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, words in action.choices.items():
                yield words.prog, words, about[name]
                yield from _commands(words)


def _usage(words: argparse.ArgumentParser) -> str:
    """The usage in lines of fixed width, whatever the terminal."""
    formatter = argparse.HelpFormatter(words.prog, width=100)
    formatter.add_usage(words.usage, words._actions, words._mutually_exclusive_groups)
    return formatter.format_help().strip()


def _arguments(words: argparse.ArgumentParser) -> list[str]:
    rows = [
        f"| {_names(action)} | {_cell(action.help or '')} |"
        for action in words._actions
        if not isinstance(action, (argparse._HelpAction, argparse._SubParsersAction))
    ]
    return ["| argument | meaning |", "|---|---|", *rows, ""] if rows else []


def _names(action: argparse.Action) -> str:
    value = "" if action.nargs == 0 else f" {action.metavar or action.dest.upper()}"
    return ", ".join(f"`{name}{value}`" for name in action.option_strings) or f"`{action.metavar or action.dest}`"


def _cell(text: str) -> str:
    return _sentence(text.replace("|", "\\|").replace("%%", "%"))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("." if text and text[-1] not in ".?!)" else "")


# -- the server ----------------------------------------------------------------------------------


def messages() -> str:
    """Every request, and the fields of everything that goes over the wire, from the OpenAPI schema."""
    schema = create_app().openapi_schema.to_schema()
    lines = [
        "# Messages",
        "",
        "Made from the OpenAPI schema, which a server hands out at `/schema/openapi.json`. "
        "[HTTP and WebSocket](http.md) says how they go together.",
        "",
        "## Requests",
        "",
        "| request | meaning |",
        "|---|---|",
    ]
    for path, kinds in sorted(schema["paths"].items()):
        lines += [f"| `{kind.upper()} {path}` | {_cell(_first(one))} |" for kind, one in kinds.items()]
    lines += ["", "## Types", ""]
    for name, one in sorted(schema["components"]["schemas"].items()):
        lines += [f"### {name}", "", *_fields(one), ""]
    return "\n".join(lines)


def _first(operation: dict[str, Any]) -> str:
    return (operation.get("description") or operation.get("summary") or "").partition("\n")[0]


def _fields(one: dict[str, Any]) -> list[str]:
    if "properties" not in one:
        return [f"One of {', '.join(f'`{word}`' for word in one['enum'])}." if "enum" in one else f"`{_kind(one)}`"]
    needed = one.get("required", ())
    rows = [
        f"| `{name}`{'' if name in needed else ' (optional)'} | {_kind(field)} |"
        for name, field in one["properties"].items()
    ]
    return ["| field | type |", "|---|---|", *rows]


def _kind(field: dict[str, Any]) -> str:
    """A type in a few words, with links to those described here."""
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for several in ("oneOf", "anyOf"):
        if several in field:
            return " or ".join(_kind(one) for one in field[several])
    if "enum" in field:
        return " or ".join(f"`{word}`" for word in field["enum"])
    if field.get("type") == "array":
        return f"list of {_kind(field.get('items', {}))}"
    if field.get("type") == "object" and isinstance(field.get("additionalProperties"), dict):
        return f"object of {_kind(field['additionalProperties'])}"
    kind = field.get("type", "anything")
    return " or ".join(kind) if isinstance(kind, list) else str(kind)
