"""A unit that was picked can be put back, also where it is one of several that are to retreat."""

from __future__ import annotations

from grognard.games import load_game
from grognard.testing.conformance import back


def test_a_unit_that_is_to_retreat_can_be_put_back_where_another_may_go_first() -> None:
    """`seelow` 7.57: the battalion must go, the company may; where nobody else can go there is nothing to take back."""
    seelow = load_game("seelow")
    pieces = {"1102": "DE-300-I DE-MunPz-1", "1101": "SU-47G-137", "1002": "SU-47G-140", "3401": "SU-295-883"}
    g = seelow.position({**pieces, "3403": "DE-302-II"}, phase="combat", scenario="seelow", turn=3)
    for action in ("attack 1102", "all", "fight", "roll 1", "retreat"):
        g.play(action)
    before = g.hash()
    g.play("pick DE-300-I")
    assert [action.text for action in back(g)] == ["back"]
    g.play("back")
    assert g.hash() == before
    g.play("pick DE-MunPz-1")
    g.play("back")
    assert g.hash() == before
