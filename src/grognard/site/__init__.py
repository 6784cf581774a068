"""A site of static files on which everything is played in the browser itself.

`folder` writes it from what is installed, for `grognard site`. `browser` is what runs there: kernel, games and bots as
they are, the server's own tables, and in place of database, network and processes the browser's store, messages and a
second worker.
"""

from __future__ import annotations
