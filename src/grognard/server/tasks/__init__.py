"""Work that takes long or may fail: bots that think, records that are replayed, games that are reviewed.

What is done is in here, as functions of plain values. A server does it in processes of its own (`server/processes`), a
page in a second worker (`site/browser`).
"""

from __future__ import annotations
