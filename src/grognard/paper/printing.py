"""A game on paper as one PDF."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.draw import map_svg
from grognard.engine.game import Game

from .booklet import booklet
from .counter_sheets import counter_pages
from .map_sheets import map_size, tiled_map, whole_map
from .order import Order
from .sizes import COUNTERS, PAPERS
from .typesetting import folded, joined, pages_pdf, tiles_pdf


def print_game(game: Game[Any], wanted: Order, drawn: Callable[[bool], str] | None = None) -> bytes:
    """The PDF; `drawn` gives the map with or without its legend where it has been drawn before."""
    picture = drawn or (lambda legend: map_svg(game.board, legend=legend))
    makers = {
        "map": lambda: _map(game, wanted, picture),
        "counters": lambda: _counters(game, wanted),
        "booklet": lambda: _booklet(game, wanted),
    }
    return joined(game.title, [(part.title(), makers[part]()) for part in wanted.parts])


def _map(game: Game[Any], wanted: Order, picture: Callable[[bool], str]) -> bytes:
    side, paper = COUNTERS[wanted.counter], PAPERS[wanted.paper]
    legend = wanted.map == "whole"  # on tiles it would take sheets of its own; the booklet has the terrain
    tiles = [whole_map(game, side)] if legend else tiled_map(game, paper, side)
    return tiles_pdf(tiles, picture(legend), *map_size(game, side, legend=legend))


def _counters(game: Game[Any], wanted: Order) -> bytes:
    paper = PAPERS[wanted.paper]
    pages = counter_pages(game, paper, COUNTERS[wanted.counter], wanted.backs)
    return pages_pdf([(paper, page) for page in pages])


def _booklet(game: Game[Any], wanted: Order) -> bytes:
    paper = PAPERS[wanted.paper]
    made = booklet(game, paper)
    return folded(made, paper) if wanted.booklet == "folded" else made
