"""Tests that every game gets for nothing, whether it lives in this project or in another distribution.

| module | what it holds |
|---|---|
| `conformance` | whole games at random: they end, can be saved, undone, replayed, and tell no secret |
| `golden` | games that are kept event by event, and counted action sequences |
| `bounds` | positions from strangers are refused or can be played on |
| `words` | lesson, charts, names on counters, sentences |

pytest loads `grognard_pytest` by itself, which knows the mark `@pytest.mark.rule("3.2")` and counts the tested rules.

Each module has a class. A test file takes it and says for which games:

    from grognard.testing.conformance import Conformance

    class TestConformance(Conformance):
        games = ("skirmish",)
"""
