"""A player in twenty lines: reads questions, writes answers, one line of JSON each (`grognard arena`)."""

from __future__ import annotations

import json
import random
import sys

rng = random.Random(1)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        print("I am", message["seat"], file=sys.stderr)
    elif message["type"] == "question":
        offers = message["view"]["decision"]["offers"]
        onward = [offer for offer in offers if not offer.get("takes_back")] or offers
        answer = {"action": rng.choice(onward)["action"]}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "refused":
        print(json.dumps({"resign": True}), flush=True)
