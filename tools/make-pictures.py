"""Makes the lobby's small pictures of the maps: `python tools/make-pictures.py [GAME …]`. Needs Chromium.

They are shipped, so that nobody waits for a map to be drawn before he sees it. Run this when a map has changed.
"""

from __future__ import annotations

import base64
import os
import sys

from playwright.sync_api import sync_playwright

from grognard.draw import map_svg, to_png
from grognard.games import BUILT_IN, load_game

LEAST, QUALITY = 440, 0.6
"""Pixels of the shorter side. The lobby shows the middle of the map, the overview at a table all of it."""
SHRINK = """async ([source, least, quality]) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const scale = least / Math.min(image.width, image.height);
    const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const brush = canvas.getContext("2d");
    brush.imageSmoothingQuality = "high";
    brush.drawImage(image, 0, 0, width, height);
    return canvas.toDataURL("image/webp", quality);
}"""


def main() -> None:
    """All games, or those named."""
    chromium = os.environ.get("GROGNARD_CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for name in sys.argv[1:] or BUILT_IN:
            game = load_game(name)
            folder = game.home
            for palette in ("light", "dark"):
                drawn = to_png(map_svg(game.board, numbers=False, legend=False, palette=palette), 3 * LEAST)
                source = "data:image/png;base64," + base64.b64encode(drawn).decode()
                made = page.evaluate(SHRINK, [source, LEAST, QUALITY])
                file = folder / f"picture-{palette}.webp"
                file.write_bytes(base64.b64decode(made.partition(",")[2]))
                print(f"{file}: {file.stat().st_size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
