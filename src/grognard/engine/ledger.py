"""The ledger: every rule of a rulebook, restated, with its kind and how to check it."""

from __future__ import annotations

import msgspec

from .errors import SetupError
from .pack import Pack

RULES = "rules.csv"

TESTED_KINDS = ("enforce", "compute", "choose", "setup", "victory", "hidden", "optional")
"""Kinds of rule that need a test; `info` needs none."""


class Rule(msgspec.Struct, frozen=True):
    """One rule in our own words."""

    number: str
    title: str
    kind: str
    statement: str
    check: str


class Ledger:
    """The rules of a game in the rulebook's order."""

    def __init__(self, rules: list[Rule]) -> None:
        self.rules = rules
        self.by_number = {rule.number: rule for rule in rules}

    def __getitem__(self, number: str) -> Rule:
        if number not in self.by_number:
            raise SetupError(f"there is no rule '{number}'")
        return self.by_number[number]

    def search(self, words: str) -> list[Rule]:
        """The rule of this number, or all rules that hold every word."""
        if words in self.by_number:
            return [self.by_number[words]]
        wanted = words.lower().split()
        texts = ((rule, f"{rule.number} {rule.title} {rule.statement}".lower()) for rule in self.rules)
        return [rule for rule, text in texts if all(word in text for word in wanted)]

    @property
    def to_test(self) -> list[Rule]:
        """The rules that need a test."""
        return [rule for rule in self.rules if rule.kind in TESTED_KINDS]


def load_ledger(pack: Pack) -> Ledger:
    """Read and check the ledger of a pack."""
    rules: list[Rule] = []
    seen: set[str] = set()
    for row in pack.rows(RULES, ("rule", "title", "kind", "statement", "check")):
        number = row.text("rule")
        if number in seen:
            raise row.error(f"the rule {number} is listed twice")
        seen.add(number)
        kind = row.one_of("kind", (*TESTED_KINDS, "info"))
        rules.append(Rule(number, row.text("title"), kind, row.text("statement"), row.get("check")))
    return Ledger(rules)
