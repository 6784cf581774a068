"""Ice, lagoons and spits, supply signs and entry letters, read from the map's data."""

from __future__ import annotations

from grognard.draw.emblems import Emblem, emblem_svg
from grognard.draw.geometry import sheet_of
from grognard.draw.palette import LIGHT
from grognard.draw.winter import ice, icy, is_frozen, lagoons, spits
from grognard.games import load_game

board = load_game("konigsberg").board
sheet = sheet_of(board)


def test_frozen_lakes_are_paler_than_open_water() -> None:
    assert is_frozen(board, "lake")
    assert not is_frozen(board, "water")
    assert icy(LIGHT).water != LIGHT.water
    assert icy(LIGHT).water in ice(board, sheet, LIGHT)


def test_each_lagoon_and_each_spit_is_drawn() -> None:
    assert lagoons(board, sheet, LIGHT).count("<path") == 2 * len(board.info["lagoon"])
    assert spits(board, sheet, LIGHT).count("<path") == 2 * len(board.info["spit"])


def test_maps_without_winter_are_left_alone() -> None:
    other = load_game("marshals").board
    other_sheet = sheet_of(other)
    assert ice(other, other_sheet, LIGHT) + lagoons(other, other_sheet, LIGHT) + spits(other, other_sheet, LIGHT) == ""


def test_a_split_source_has_two_colours_and_entries_have_capitals() -> None:
    split = emblem_svg(Emblem({"shape": "source", "colours": "slate rust"}), "", (0, 0), 9)
    german = emblem_svg(Emblem({"shape": "source", "colours": "slate"}), "", (0, 0), 9)
    assert split != german
    assert ">A<" in emblem_svg(Emblem({"shape": "disc"}), "a", (0, 0), 9)
